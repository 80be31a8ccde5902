package tui

import (
	"context"
	"errors"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/baseline"
	"admmlab/sim/config"
	"admmlab/sim/level"
	"admmlab/sim/samples"
	"admmlab/tui/lens"
)

// recordsStage has the lens open, with a pooled optimum of norm 10.
func recordsStage(t testing.TB, method string, width, height int) *stage {
	return recordsAsked(t, method, 10, width, height)
}

func recordsAsked(t testing.TB, method string, norm float64, width, height int) *stage {
	s := newStage(t, config.Default().WithMethod(method), width, height).begun().batch(9)
	s.m.levels.known = &level.Levels{Pooled: &baseline.Score{Norm: norm}}
	s.press("N").frame()
	return s
}

// noExcess takes the place of a measurement, which takes seconds.
func noExcess(context.Context, config.Config, int, float64, func(sim.Loading), func(sim.Row, []sim.Notice) error) (*sim.Excess, error) {
	return nil, errors.New("nothing is measured here")
}

// 8,000 records a node, |f0| = 10, tau = delta = 0.05, d = 105: α_acc = 1750 x 0.05 = 87.5;
// of Theorem 10 C c1|f0|^2/(α_acc α) = 1750 x 25/(87.5 x 0.5) = 1000 leads, times 8.
func TestRecordsNeeded(t *testing.T) {
	s := recordsStage(t, "dvp", 160, 50)
	s.shows("Records needed", "α_acc = Cτ = 87.5", "norm |f⁰|  10", "at 8,000 a node", "that of the pooled optimum",
		"TIFS 10, 11 printed ≥ 8000", "both proved", "this run's limit", "enter on a theorem measures")
	s.press("down", "down", "down").shows("TIFS 2017, Theorem 10 and Corollary 11, as printed", "●determinant", "presumes ρ = 0.875; in force is 0.00316")
	s.press("N").shows("Loss (train)")
	s.press("N").shows("Records needed")
}

// Under a schedule the theorems are asked with the noise that was drawn: none is in an even
// iteration of R-ADMM, nor by PVP in the step that closes its run.
func TestRecordsAreAskedForTheNoiseThatWasDrawn(t *testing.T) {
	for method, schedule := range map[string]string{"radmm": "geometric:0.9", "pvp": "geometric:0.5"} {
		c := config.Default().WithMethod(method)
		c.Iterations = 10
		knob, _ := config.KnobOf(c, "schedule")
		c, err := knob.Assign(c, schedule)
		if err != nil {
			t.Fatal(err)
		}
		asked := func(iterations int) string {
			s := newStage(t, c, 160, 50).begun().batch(iterations)
			s.m.levels.known = &level.Levels{Pooled: &baseline.Score{Norm: 10}}
			s.press("N").frame()
			s.press("down", "down", "down", "down").frame()
			_, _, text := lensOf[*lens.Records](s).Chosen(&s.m.scene)
			return text
		}
		before, drawn, after := asked(8), asked(9), asked(10)
		if drawn == before || drawn != after {
			t.Errorf("%s: at 8, 9 and 10\n%s\n%s\n%s", method, before, drawn, after)
		}
	}
}

// Under the cursor the theorems are asked of the run as it was there, its graph included: as in a
// run that ended there.
func TestRecordsAreAskedOfTheRunUnderTheCursor(t *testing.T) {
	asked := func(iterations int, events ...string) string {
		c := config.Default()
		c.Data, c.Set.C, c.Iterations = "census:300", []float64{60}, iterations
		for _, text := range events {
			e, err := config.ParseEvent(text)
			if err != nil {
				t.Fatal(err)
			}
			c.Events = append(c.Events, e)
		}
		s := real(t, c)
		s.until("the end", func() bool { return s.m.scene.State.Finished })
		s.m.levels.known = &level.Levels{Pooled: &baseline.Score{Norm: 10}}
		s.press("N")
		for s.m.scene.At() > 4 {
			s.press(",")
		}
		s.press("down", "down", "down", "down").frame()
		_, _, text := lensOf[*lens.Records](s).Chosen(&s.m.scene)
		return text
	}
	then, since := asked(4), asked(9, "at 5: alpha = 0.1", "at 6: cut 1-2", "at 7: cut 3-4")
	if then != since {
		t.Errorf("at 4 of 4 iterations\n%s\nat 4 of 9\n%s", then, since)
	}
}

// A Δ(t) counts in what is asked of the settings that it was measured of, and of no others, whether
// they were in force before them or since.
func TestAMeasurementCountsForTheSettingsItIsOf(t *testing.T) {
	for measured, read := range map[int]struct {
		at   int
		told string
	}{
		9: {4, "After the run was changed: Measured at t = 9"},
		4: {9, "Before the run was changed: Measured at t = 4"},
	} {
		c := config.Default().WithMethod("radmm")
		c.Data, c.Set.C, c.Iterations = "census:300", []float64{60}, 9
		c.Events = []config.Event{{At: 6, Key: "alpha", Value: "0.1"}}
		s := real(t, c)
		s.until("the end", func() bool { return s.m.scene.State.Finished })
		s.m.levels.known = &level.Levels{Pooled: &baseline.Score{Norm: 10}}
		s.press("N")
		l := lensOf[*lens.Records](s)
		l.Measure = func(_ context.Context, _ config.Config, at int, _ float64, _ func(sim.Loading), _ func(sim.Row, []sim.Notice) error) (*sim.Excess, error) {
			return &sim.Excess{Iteration: at, Gap: 0.03, Rest: true}, nil // of an excess of 0.05
		}
		asked := func(at int) string {
			for s.m.scene.At() > at {
				s.press(",")
			}
			for s.m.scene.At() < at {
				s.press(".")
			}
			s.frame()
			_, _, text := l.Chosen(&s.m.scene)
			return text
		}
		s.press("down", "down", "down", "down")
		without, before := asked(read.at), asked(measured)
		s.press("enter").finish(l.Job).hides("the run was changed: ")
		if since := asked(measured); since == before {
			t.Errorf("Δ(%d) does not count at %d:\n%s", measured, measured, since)
		}
		if with := asked(read.at); with != without {
			t.Errorf("at %d with Δ(%d)\n%s\nwithout\n%s", read.at, measured, with, without)
		}
		s.shows(read.told)
	}
}

// A tenth of the excess is ten times the noise and determinant terms, a hundred times the
// sampling; what is typed is refused where it is no excess.
func TestTheQuestionIsTurnedAndTyped(t *testing.T) {
	s := recordsStage(t, "dvp", 160, 50)
	s.press("left", "left", "left").shows("excess τ   0.005", "≥ 80k") // sampling: 8 x 1750 x 100 x 2.9957/8.75^2 = 54.8k
	s.hides("excess τ   0.05 ")
	s.press("enter").press("x").shows("expected a number")
	s.press("ctrl+u", "0", ".", "0", "5", "enter").shows("excess τ   0.05", "≥ 8000")
	s.press("down", "down", "right").shows("norm |f⁰|  20", "the best classifier of that norm")
	s.press("enter", "ctrl+u", "enter").shows("norm |f⁰|  10", "that of the pooled optimum")
}

// Ten steps end where a number may go no further.
func TestTheQuestionIsTurnedToItsBounds(t *testing.T) {
	s := recordsStage(t, "dvp", 160, 50)
	s.press("down", "shift+right").shows("chance δ   0.1 ")
	s.press("right").shows("chance δ   0.1 ")
}

// What was measured is of the run, the iteration and the reference it says.
func TestWhatTheRunReallyDoes(t *testing.T) {
	s := recordsStage(t, "dvp", 160, 50)
	l := lensOf[*lens.Records](s)
	spec := s.config.Spec()
	l.Measure = func(_ context.Context, c config.Config, at int, norm float64, _ func(sim.Loading), show func(sim.Row, []sim.Notice) error) (*sim.Excess, error) {
		show(sim.Row{Iteration: at}, nil)
		run := samples.Run{C: 1750, C1: 0.25, Rho: 0.003, Dim: 105, Variant: "proved", Nodes: []samples.Node{{Count: 5, Alpha: 0.5, Eta: 1, Degree: 2}}, Records: 8000}
		return &sim.Excess{Iteration: at, Run: run, Private: true, Noisy: true, Theory: spec.Samples, Reference: baseline.Score{Norm: 10, TrainLoss: 0.3, TestLoss: 0.31},
			Train: 0.12, Test: 0.13, Limit: 0.5, Gap: -0.37, Rest: true, Held: 80, TestRows: 5222}, nil
	}
	s.press("down", "down", "down", "enter")
	s.finish(l.Job).shows("Measured at t = 9, test rows: +0.13 more loss than f⁰", "-0.37.")
	s.press("up").shows("The reference is the pooled optimum: |f⁰| = 10", "At t = 9 the worst node's classifier", "0.31 on 5,222 test", "beyond the excess of 0.05")
	again := l.Measure
	l.Measure = noExcess
	s.press("down", "enter").finish(l.Job).shows("Not measured: nothing is measured here.", "Measured at t = 9")
	l.Measure = again
	s.press("enter").finish(l.Job).shows("Measured at t = 9")
	s.hides("Not measured: ")
	s.batch(0, s.changed("alpha = 1", 10, true)).press("enter").finish(l.Job).shows("Before the run was changed: Measured at t = 9") // 10 is the first of it
	s.batch(1).shows("Before the run was changed: Measured at t = 9")
	s.press("up")
	s.press("right").hides("At t = 9") // another reference
	l.Measure = noExcess
	s.press("down", "enter").finish(l.Job).shows("Not measured: nothing is measured here.")
	s.press("r").begun().batch(9).hides("Not measured: ") // of another run
}

// What is being measured is of one run and one reference: another says that it is not measured
// yet, and enter measures that in place of it.
func TestAMeasurementIsOfItsRun(t *testing.T) {
	s := recordsStage(t, "dvp", 160, 50)
	l := lensOf[*lens.Records](s)
	l.Measure = func(ctx context.Context, _ config.Config, _ int, _ float64, _ func(sim.Loading), _ func(sim.Row, []sim.Notice) error) (*sim.Excess, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	s.press("down", "down", "down", "enter").batch(1).shows("The run is made again in the background", "measuring")
	first, known := l.Job, s.m.levels.known
	s.press("r").begun().batch(9)
	s.m.levels.known = known
	s.shows("Another run, or another |f⁰|, is being measured")
	s.press("enter").batch(1)
	if l.Job == first || !l.Job.UnderWay() || first.UnderWay() {
		t.Error("enter does not measure this run in place of the one before")
	}
}

// Where no theorem is, or no reference, the lens says why.
func TestRecordsOfOtherMethods(t *testing.T) {
	none := recordsStage(t, "sharing", 120, 36)
	none.shows("The sharing paper proves nothing", "z larger · N back")
	none.press("enter").hides("enter type", "a number above 0")
	recordsStage(t, "madmm", 120, 36).shows("No paper here has a theorem for M-ADMM")
	recordsStage(t, "admm", 120, 36).shows("TIFS 9 printed", "β × ")
	recordsStage(t, "radmm", 120, 36).shows("Recycled 4 printed", "no number")
	recordsStage(t, "pvp", 120, 36).shows("TIFS 12 printed", "TIFS C15 printed")
	s := newStage(t, config.Default(), 120, 36).begun().batch(9).press("N")
	s.shows("The pooled optimum is on its way")
	s.m.levels.known = &level.Levels{NoPool: "too many rows"}
	s.press("up").shows("too many rows: type a norm")
	s.m.levels.known = &level.Levels{Pooled: &baseline.Score{}}
	s.press("up").shows("The pooled optimum is 0, and no theorem speaks of that")
}

func TestRecordsAtEverySize(t *testing.T) {
	for _, size := range [][2]int{{200, 50}, {120, 36}, {80, 24}, {60, 18}, {40, 12}} {
		s := recordsStage(t, "dvp", size[0], size[1]).press("down", "down", "down")
		s.shows("▸ TIFS 10, 11 printed")
		for range 3 {
			s.press("down")
		}
		s.shows("▸ this run's limit")
	}
}

// In a narrow window the table of theorems is in short forms, and nothing is cut.
func TestTheTableOfTheoremsIsNeverCut(t *testing.T) {
	for _, method := range []string{"dvp", "pvp", "radmm", "admm"} {
		for _, size := range [][2]int{{200, 50}, {120, 36}, {80, 24}, {60, 18}, {40, 12}} {
			for _, norm := range []float64{10, 3000, 5000, 20_000} { // to hundreds of thousands of times as many as there are
				s := recordsAsked(t, method, norm, size[0], size[1])
				rows := 0
				for l := range strings.SplitSeq(s.frame(), "\n") {
					if _, row, ok := strings.Cut(l, " printed "); ok || strings.Contains(l, "asks for") || strings.Contains(l, " proved ") {
						rows++
						if strings.Contains(l, "…") || ok && len(strings.Fields(strings.Trim(row, "│ "))) < 2 {
							t.Errorf("%s, |f⁰| = %g, %v: %q", method, norm, size, l)
						}
					}
				}
				if rows == 0 {
					t.Errorf("%s, %v: no rows", method, size)
				}
			}
		}
	}
	recordsStage(t, "radmm", 200, 50).shows("no number   no number is enough: its denominator is negative at this α")
	recordsStage(t, "dvp", 40, 12).shows("≥ 8000")
}

// Where not all theorems have room it is told how many there are, also before one is chosen.
func TestTheoremsOutOfSightAreCounted(t *testing.T) {
	for _, size := range [][2]int{{120, 30}, {80, 16}, {60, 16}, {80, 18}, {40, 12}, {160, 50}} {
		frame := recordsStage(t, "pvp", size[0], size[1]).frame()
		if counted := strings.Contains(frame, "of 6 ─"); counted == (size[1] == 50) {
			t.Errorf("%v: of six theorems, counted: %v\n%s", size, counted, frame)
		}
	}
}
