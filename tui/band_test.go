package tui

import (
	"testing"

	"admmlab/sim"
)

// finishBand makes all repeats of a band and files the news, as the program would.
func (s *stage) finishBand() {
	s.t.Helper()
	configs := repeats(s.m.band.of, s.m.band.want)
	job := s.m.band.job
	go job.run(s.t.Context(), configs)()
	for msg := job.wait()().(bandMsg); ; msg = job.wait()().(bandMsg) {
		s.send(msg)
		if msg.over {
			return
		}
	}
}

// A band is made of the runs that repeat = 0, 1, ... give, and the run at the keys
// is one of them.
func TestABandIsMadeOfTheRepeats(t *testing.T) {
	c := sim.Default()
	c.Data, c.Iterations, c.Set.C = "census:600", 8, 60
	s := real(t, c)
	s.until("the end", func() bool { return s.done() && s.m.state.Finished })
	s.m.startBand(4)
	s.finishBand()
	if s.m.band == nil || s.m.band.done != 4 {
		t.Fatalf("the band: %+v", s.m.band)
	}
	var alone [4]*history
	for k := range alone {
		alone[k] = &history{}
		one := c
		one.Repeat = k
		err := sim.Run(t.Context(), one, nil, func(r sim.Row, _ []sim.Notice) error { alone[k].add(r); return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	for at := 1; at <= 8; at++ {
		var values []float64
		for _, h := range alone {
			values = append(values, h.at(trainLoss, at))
		}
		if got, want := s.m.band.stats[lossChart][at-1], sim.StatsOf(values); got != want {
			t.Errorf("iteration %d: %+v, want %+v", at, got, want)
		}
		if alone[0].at(trainLoss, at) != s.m.run.at(trainLoss, at) {
			t.Errorf("iteration %d: the run at the keys is not repeat 0", at)
		}
	}
	s.frame()
	s.shows("mean of 4")
	s.press("K", "enter")
	s.shows("median of 4")
	if b, _ := s.m.bandSeries(lossChart); b.Values[3] != s.m.band.stats[lossChart][3].Median || b.Low[3] != s.m.band.stats[lossChart][3].Q1 {
		t.Error("not the median and the quartiles")
	}
	if _, ok := s.m.bandSeries(privacyChart); ok {
		t.Error("the printed ε of DVP has a band, but no draw changes it")
	}
}

func TestABandSaysWhenItIsOfOtherSettings(t *testing.T) {
	c := sim.Default()
	c.Data, c.Iterations = "census:300", 1_000_000
	s := real(t, c)
	s.until("the first row", func() bool { return s.m.run.last() > 3 })
	s.press("space")
	s.until("the pause", func() bool { return s.done() && !s.m.state.Running })
	s.m.startBand(2)
	s.m.band.done, s.m.band.stats[0] = 2, []sim.Stats{sim.StatsOf([]float64{1, 2}), sim.StatsOf([]float64{1, 2})}
	s.m.band.show(false)
	s.press("left")
	s.until("the change", func() bool { return s.done() && s.m.band.outdated })
	s.shows("as before")
	s.press("K", "end", "enter")
	if s.m.band != nil {
		t.Error("the band is still there")
	}
}

func TestABandThatCannotBeIsRefusedInWords(t *testing.T) {
	s := newStage(t, sim.Default().WithMethod("admm"), 120, 36).begun().batch(5)
	s.press("K")
	s.shows("draws no noise")
	silent := sim.Default()
	silent.Set.Private = false
	newStage(t, silent, 120, 36).begun().batch(5).press("K").shows("the noise is off: every repeat would be this run")
	for text, ok := range map[string]bool{"10": true, " 2 ": true, "1": false, "": false, "x": false, "1e9": false} {
		if err := checkDraws(text); (err == nil) != ok {
			t.Errorf("%q draws: %v", text, err)
		}
	}
}

// How far the draws are is in sight whatever takes the place of the loss chart.
func TestTheDrawsAreCountedBehindALens(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		s := newStage(t, sim.Default(), size[0], size[1]).begun().batch(5)
		s.m.startBand(10)
		s.m.band.done = 3
		s.shows("draws ███░░░░░░░ 3/10")
		s.press("b").shows("draws 3/10")
	}
	s := newStage(t, sim.Default(), 80, 24).begun().batch(5)
	s.m.startBand(10)
	s.press("tab", "tab").shows("Error (test)", "draws 0/10")
}
