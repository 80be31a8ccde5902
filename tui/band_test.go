package tui

import (
	"context"
	"errors"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/runner"
	"admmlab/tui/band"
	"admmlab/tui/scene"
)

// waitForever takes the place of what would make the repeats of a band.
func waitForever(ctx context.Context, _ []config.Config, _ int, _ runner.Watcher) error {
	<-ctx.Done()
	return ctx.Err()
}

// A band is made of the runs that repeat = 0, 1, ... give, and the run at the keys
// is one of them.
func TestABandIsMadeOfTheRepeats(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:600", 8, []float64{60}
	s := real(t, c)
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	s.m.bands.Start(4)
	s.finish(s.m.bands.Shown.Job)
	if s.m.bands.Shown == nil || s.m.bands.Shown.Drawn.Done != 4 {
		t.Fatalf("the band: %+v", s.m.bands.Shown)
	}
	var alone [4]*scene.History
	for k := range alone {
		alone[k] = &scene.History{}
		one := c
		one.Repeat = k
		err := runner.Run(t.Context(), one, nil, func(r sim.Row, _ []sim.Notice) error { alone[k].Add(r); return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	for at := 1; at <= 8; at++ {
		var values []float64
		for _, h := range alone {
			values = append(values, h.At(scene.TrainLoss, at))
		}
		if got, want := s.m.bands.Shown.Drawn.Stats[scene.LossChart][at-1], report.StatsOf(values); got != want {
			t.Errorf("iteration %d: %+v, want %+v", at, got, want)
		}
		if alone[0].At(scene.TrainLoss, at) != s.m.scene.Run.At(scene.TrainLoss, at) {
			t.Errorf("iteration %d: the run at the keys is not repeat 0", at)
		}
	}
	s.frame()
	end := s.m.bands.Shown.Drawn.Stats[scene.LossChart][s.m.scene.Run.Last()-1]
	s.shows("mean of 4: "+numeral.Short(end.Mean)+"  "+numeral.Short(end.Min)+" to "+numeral.Short(end.Max), "4 draws are in the charts")
	if own := "DVP " + numeral.Short(s.m.scene.Run.At(scene.TrainLoss, 8)); !strings.Contains(s.frame(), own) {
		t.Errorf("the run's own number stands without its name, %q:\n%s", own, s.frame())
	}
	s.press("K", "enter")
	s.shows("median of 4: " + numeral.Short(end.Median) + "  " + numeral.Short(end.Q1) + " to " + numeral.Short(end.Q3))
	if b := s.m.bands.Shown.Series[scene.LossChart]; b.Values[3] != s.m.bands.Shown.Drawn.Stats[scene.LossChart][3].Median || b.Low[3] != s.m.bands.Shown.Drawn.Stats[scene.LossChart][3].Q1 {
		t.Error("not the median and the quartiles")
	}
	if s.m.bands.Shown.Series[scene.PrivacyChart].Values != nil {
		t.Error("the printed ε of DVP has a band, but no draw changes it")
	}
}

// banded is a run of c that is paused, with a band of two draws that never come by themselves.
func banded(t *testing.T, c config.Config) *stage {
	t.Helper()
	s := real(t, c)
	s.until("the first row", func() bool { return s.m.scene.Run.Last() > 3 })
	s.press("space")
	s.until("the pause", func() bool { return s.done() && !s.m.scene.State.Running })
	s.m.bands.RunAll = waitForever
	s.m.bands.Start(2)
	return s
}

func TestABandSaysWhenItIsOfOtherSettings(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 1_000_000
	s := banded(t, c)
	s.m.bands.Shown.Take(band.Drawn{Done: 2, Stats: [scene.Measures][]report.Stats{{report.StatsOf([]float64{1, 2}), report.StatsOf([]float64{1, 2})}}})
	s.press("left")
	s.until("the change", func() bool { return s.done() && s.m.bands.Shown.Outdated })
	s.shows("as before")
	s.press("K", "end", "enter")
	if s.m.bands.Shown != nil {
		t.Error("the band is still there")
	}
}

// Its totals go with other neighbours, and its losses are of another kind, as soon as these are
// turned, before an iteration has been made with them.
func TestABandSaysNothingOfOtherTotalsAndLosses(t *testing.T) {
	for method, turn := range map[string]config.Assignment{"dvp": {Key: "adjacency", Value: "remove"}, "sharing": {Key: "lambda", Value: "7"}} {
		c := config.Default().WithMethod(method)
		c.Data, c.Iterations = "census:300", 1_000_000
		if method == "dvp" {
			c.Set.C = []float64{10}
		}
		s := banded(t, c)
		spread := []report.Stats{report.StatsOf([]float64{1, 2})}
		var stats [scene.Measures][]report.Stats
		stats[scene.LossChart], stats[scene.PrivacyChart] = spread, spread
		s.m.bands.Shown.Take(band.Drawn{Done: 2, Stats: stats})
		of := func(which int) int { return len(s.m.bands.Shown.Series[which].Values) }
		if of(scene.PrivacyChart) != 1 || of(scene.LossChart) != 1 {
			t.Fatalf("%s: the band has %d totals and %d losses", method, of(scene.PrivacyChart), of(scene.LossChart))
		}
		s.m.desk.Turn(turn.Key, turn.Value)
		s.send(tickMsg(s.now))
		s.until("the change", func() bool { return s.done() && s.m.bands.Shown.Outdated })
		totals, losses := 1, 0
		if method == "dvp" {
			totals, losses = 0, 1
		}
		if of(scene.PrivacyChart) != totals || of(scene.LossChart) != losses {
			t.Errorf("%s, %s turned: %d totals and %d losses, expected %d and %d", method, turn.Key, of(scene.PrivacyChart), of(scene.LossChart), totals, losses)
		}
		s.m.scene.State.Finished = true
		if s.m.bands.Compare(); of(scene.LossChart) != 1 {
			t.Errorf("%s, at its end: no losses, as if an iteration were made with what was turned", method)
		}
	}
}

func TestABandThatCannotBeIsRefusedInWords(t *testing.T) {
	s := newStage(t, config.Default().WithMethod("admm"), 120, 36).begun().batch(5)
	s.press("K")
	s.shows("draws no noise")
	silent := config.Default()
	silent.Set.Private = false
	newStage(t, silent, 120, 36).begun().batch(5).press("K").shows("nothing is drawn while private = false: every repeat would be this run")
}

// Of a band that keeps every third iteration the cursor reads the one before, and says which.
func TestABandOfALongRunIsReadWhereItStands(t *testing.T) {
	s := newStage(t, config.Default(), 160, 45).begun().batch(6)
	s.m.bands.Shown = band.Of(s.m.scene.State.Replay, 2)
	s.m.bands.Shown.Take(band.Drawn{Done: 2, Every: 3, Stats: [scene.Measures][]report.Stats{scene.LossChart: {report.StatsOf([]float64{0.4, 0.6}), report.StatsOf([]float64{0.3, 0.5})}}})
	s.shows("mean of 2 at t = 4: 0.4  0.3 to 0.5")
	s.press("home").shows("mean of 2: 0.5  0.4 to 0.6")
}

// How far the draws are is in sight whatever takes the place of the loss chart.
func TestTheDrawsAreCountedBehindALens(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		s := newStage(t, config.Default(), size[0], size[1]).begun().batch(5)
		s.m.bands.RunAll = waitForever
		s.m.bands.Start(10)
		s.m.bands.Shown.Take(band.Drawn{Done: 3})
		s.shows("draws ███░░░░░░░ 3/10")
		s.press("b").shows("draws 3/10")
	}
	s := newStage(t, config.Default(), 80, 24).begun().batch(5)
	s.m.bands.RunAll = waitForever
	s.m.bands.Start(10)
	s.press("tab", "tab").shows("Error (test)", "draws 0/10")
}

// A band that breaks says so, and keeps the draws it has.
func TestABandThatBreaksSaysSo(t *testing.T) {
	for done, want := range []int{0, 1} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(5)
		s.m.bands.RunAll = func(_ context.Context, _ []config.Config, _ int, w runner.Watcher) error {
			for i := range done {
				w.Row(i, s.row(1), nil)
				w.Done(i, nil)
			}
			panic("broken")
		}
		s.m.bands.Start(3)
		s.finish(s.m.bands.Shown.Job).shows("the band failed inside the program: broken")
		if b := s.m.bands.Shown; want == 0 && b != nil || want > 0 && (b == nil || b.Drawn.Done != want || b.Job.UnderWay()) {
			t.Errorf("after %d draws the band is %+v", done, b)
		}
	}
}

// What can be done with a band is nothing any more once none of its draws came to anything.
func TestTheListOfABandThatIsGoneDoesNothing(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(5)
	gate := make(chan bool)
	s.m.bands.RunAll = func(_ context.Context, configs []config.Config, _ int, w runner.Watcher) error {
		<-gate
		for i := range configs {
			w.Done(i, errors.New("no room for the data"))
		}
		return nil
	}
	s.m.bands.Start(2)
	made := s.m.bands.Shown.Job
	s.press("K").shows("Band over 2 draws")
	close(gate)
	s.finish(made)
	if s.press("enter"); s.m.bands.Shown != nil || s.m.scene.Message.Text != "no room for the data" {
		t.Errorf("it says %q of the band %+v", s.m.scene.Message.Text, s.m.bands.Shown)
	}
}
