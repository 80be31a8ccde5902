package report

import (
	"flag"
	"math"
	"os"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/baseline"
	"admmlab/sim/config"
	"admmlab/sim/level"
	"admmlab/sim/network"
	"admmlab/sim/rows"
	"admmlab/sim/runner"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestAReportIsOnePage(t *testing.T) {
	c := config.Default()
	c.Title, c.Caption = "A stricter alpha | in mid-run", "watch the loss"
	c.Events = []config.Event{{At: 40, Key: "alpha", Value: "0.1"}, {At: 60, Edge: network.Edge{0, 1}}, {At: 90, Key: "alpha", Value: "0.5"}}
	r := Report{
		Replay: c, Now: c, Pictures: []Picture{{"Train loss", "run-loss.svg"}},
		Last: sim.Row{
			Iteration: 80, TrainLoss: 0.4123456789, TestLoss: 0.41, TestError: 0.1834, Disagreement: math.Inf(1), GradientNorm: math.NaN(),
			EpsilonTotal: 24.5, Proved: 24.3, Tight: 2.75, TightDelta: 1e-5, Accountant: "gamma-norm", RealisedMax: 0.31,
			Cost: rows.Cost{Minimisations: 40, Passes: 306.2, Messages: 656, Bytes: 551040, Needed: 413280},
		},
		Notices: []sim.Notice{{Iteration: 60, Kind: sim.Split, Text: "the graph is in 2 pieces"}},
		Levels: &level.Levels{
			Majority: baseline.Score{TrainLoss: 0.56, TestLoss: 0.55, TestError: 0.24}, Pooled: &baseline.Score{TrainLoss: 0.32, TestLoss: 0.33, TestError: 0.148},
			Curator: []baseline.Private{{Epsilon: 2.75, Alpha: 4.2, R: 0.1, Draws: 20, Mean: baseline.Score{TrainLoss: 0.34, TestLoss: 0.35, TestError: 0.155}, Low: baseline.Score{TestError: 0.15}, High: baseline.Score{TestError: 0.16}}},
		},
	}
	var got strings.Builder
	if err := r.Write(&got); err != nil {
		t.Fatal(err)
	}
	const path = "testdata/report.golden.md"
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the report differs from %s (write it anew with -update):\n%s", path, got.String())
	}
}

// A run that its caption does not tell of has neither its claims nor its title alone, on a page
// of its own and beside others.
func TestAReportOfAStrayingRunHasNoCaption(t *testing.T) {
	c := config.Default()
	c.Title, c.Caption = "DVP at α = 0.5", "ε is 4.6"
	r := Report{Name: "α 5", Replay: c, Now: c, Strays: true}
	var page strings.Builder
	if err := r.Write(&page); err != nil {
		t.Fatal(err)
	}
	if want := "# DVP at α = 0.5\n\nWith other settings than its caption tells of.\n\n"; !strings.HasPrefix(page.String(), want) {
		t.Errorf("the page begins with\n%.200s\nwant\n%s", page.String(), want)
	}
	if got, want := r.beside(), "α 5: DVP at α = 0.5, with other settings than its caption tells of"; got != want {
		t.Errorf("beside others it is %q, want %q", got, want)
	}
}

// What happened is told without a gap: how many notices are not there any more stands before the
// others.
func TestAReportCountsTheNoticesThatItHasNotAnyMore(t *testing.T) {
	c := compared(config.Default(), config.Default().WithMethod("pvp"))
	c.Runs[0].LeftOut, c.Runs[0].Notices = 11, []sim.Notice{{Iteration: 13, Text: "refused"}}
	if got, want := written(t, c), "## What happened\n\n- A, left out: 11 earlier notices\n- A, iteration 13: refused\n\n"; !strings.Contains(got, want) {
		t.Errorf("no\n%s\nin\n%s", want, got)
	}
	c.Runs = c.Runs[:1]
	if got, want := written(t, c), "## What happened\n\n- left out: 11 earlier notices\n- iteration 13: refused\n\n"; !strings.Contains(got, want) {
		t.Errorf("no\n%s\nin\n%s", want, got)
	}
}

// A change that ends a run where it stands has happened, though no row was made after it.
func TestAReportTellsTheChangeThatEndedItsRun(t *testing.T) {
	for _, v := range []struct {
		change string
		told   bool
	}{
		{"stop_when = train_loss > 0", true},
		{"budget = 1e-9", true},
		{"iterations = 2", true},
		{"alpha = 1e-9", false}, // it is at its limit
	} {
		c := config.Default()
		c.Data, c.Iterations, c.Set.C = "census:60", 4, []float64{8}
		at := 3
		if !v.told {
			at = 5
		}
		key, value, _ := strings.Cut(v.change, " = ")
		c.Events = []config.Event{{At: at, Key: key, Value: value}}
		var last sim.Row
		var notices []sim.Notice
		err := runner.Run(t.Context(), c, nil, func(r sim.Row, told []sim.Notice) error {
			if notices = append(notices, told...); r.Iteration > 0 {
				last = r
			}
			return nil
		})
		if err != nil || last.Iteration != at-1 {
			t.Fatalf("%s: ended at %d, %v", v.change, last.Iteration, err)
		}
		r := Ended(c, last)
		r.Notices = notices
		if told := len(r.changes()) == 1; told != v.told {
			t.Errorf("%s: told %t, want %t", v.change, told, v.told)
		}
	}
}

// At its limit no change happens, not even where the last row meets the condition to stop.
func TestAReportTellsNoChangeBehindTheLimit(t *testing.T) {
	for limit, told := range map[int]int{1: 0, 5: 1} {
		c := config.Default()
		c.Iterations, c.Events = limit, []config.Event{{At: 2, Key: "alpha", Value: "0.1"}}
		r := Ended(c, sim.Row{Iteration: 1})
		r.Notices = []sim.Notice{{Iteration: 1, Kind: sim.Met, Text: "stopped: train_loss 0.4 > 0"}}
		if changes := r.changes(); len(changes) != told {
			t.Errorf("of %d iterations: %q", limit, changes)
		}
	}
}

// A limit or a budget raised by hand after the run had stopped is part of it.
func TestAReplayGoesOnWhereTheRunWasLengthened(t *testing.T) {
	c := config.Default().WithMethod("pvp")
	c.Data, c.Iterations, c.Set.C = "census:60", 4, []float64{8}
	again := c
	again.Events = []config.Event{{At: 5, Key: "iterations", Value: "7"}}
	rows := 0
	err := runner.Run(t.Context(), again, nil, func(r sim.Row, _ []sim.Notice) error { rows++; return nil })
	if err != nil || rows != 7 {
		t.Errorf("%d rows (%v), want 7", rows, err)
	}
	again.Events = []config.Event{{At: 5, Key: "alpha", Value: "0.1"}} // lengthens nothing
	rows = 0
	if err := runner.Run(t.Context(), again, nil, func(sim.Row, []sim.Notice) error { rows++; return nil }); err != nil || rows != 4 {
		t.Errorf("%d rows (%v), want 4", rows, err)
	}
	again = again.WithMethod("dvp")
	again.Set.C = []float64{8}
	again.Events, again.Iterations, again.Budget = nil, 50, 0.5
	rows = 0
	if err := runner.Run(t.Context(), again, nil, func(sim.Row, []sim.Notice) error { rows++; return nil }); err != nil || rows == 0 || rows >= 50 {
		t.Fatalf("%d rows (%v), want the budget to stop it", rows, err)
	}
	stopped := rows
	again.Events = []config.Event{{At: stopped + 1, Key: "budget", Value: "0"}}
	rows = 0
	if err := runner.Run(t.Context(), again, nil, func(sim.Row, []sim.Notice) error { rows++; return nil }); err != nil || rows != 50 {
		t.Errorf("%d rows (%v), want 50 once the budget is lifted at %d", rows, err, stopped+1)
	}
}

// The largest realised loss is of a record taken out, of a person's row under sharing, whatever the
// totals beside it are proved for.
func TestTheRealisedLossSaysWhatItCompares(t *testing.T) {
	for method, want := range map[string]string{"dvp": "one record removed", "sharing": "one person's row zeroed at all parties"} {
		c := config.Default().WithMethod(method)
		if got := written(t, Comparison{Runs: []Report{{Replay: c, Now: c, Last: sim.Row{Iteration: 3, RealisedMax: 0.31}}}}); !strings.Contains(got, "| largest realised loss, no guarantee | 0.31, "+want+" |") {
			t.Errorf("%s:\n%s", method, got)
		}
	}
}

// Why there is no curator, and how near one is to the run's total, is said in words.
func TestWhatTheLevelsTake(t *testing.T) {
	curators := []baseline.Private{{Epsilon: 1, Draws: 20}, {Epsilon: 100, Draws: 20}}
	vertical := config.Default().WithMethod("sharing")
	for want, r := range map[string]Report{
		"read off between the totals":                              {Now: config.Default(), Last: sim.Row{Iteration: 3, Tight: 7}, Levels: &level.Levels{Curator: curators}},
		"shown as at ε = 100":                                      {Now: config.Default(), Last: sim.Row{Iteration: 3, Tight: 5000}, Levels: &level.Levels{Curator: curators}},
		"α = 0 and ρ = 0":                                          {Now: config.Default(), Last: sim.Row{Iteration: 3, Tight: 100}, Levels: &level.Levels{Curator: curators}},
		"20 draws of the noise, test error 0 %":                    {Now: config.Default(), Last: sim.Row{Iteration: 3, Tight: 100}, Levels: &level.Levels{Curator: curators}},
		"the trusted curator is not computed":                      {Now: config.Default(), Last: sim.Row{Iteration: 3, Tight: 7}, Levels: &level.Levels{}},
		"has no total that could be given":                         {Now: config.Default(), Last: sim.Row{Iteration: 3, Tight: math.Inf(1)}, Levels: &level.Levels{Curator: curators}},
		"no trusted curator: for a reason":                         {Now: config.Default(), Last: sim.Row{Iteration: 3, Tight: 7}, Levels: &level.Levels{NoCurator: "for a reason"}},
		"neither pooled optimum nor trusted curator: it is large":  {Now: config.Default(), Last: sim.Row{Iteration: 3, Tight: 7}, Levels: &level.Levels{NoPool: "it is large"}},
		"the majority class has no model, and the mean loss alone": {Now: vertical, Last: sim.Row{Iteration: 3}, Levels: &level.Levels{}},
		"has made 2 passes, of step 100 and 32 samples a batch": {
			Replay: vertical, Now: vertical, Last: sim.Row{Iteration: 3, Tight: 7}, Levels: &level.Levels{SGD: make([]baseline.Score, 2)},
		},
	} {
		if notes := strings.Join(r.AgainstNotes(), "\n"); !strings.Contains(notes, want) {
			t.Errorf("no %q in %q", want, notes)
		}
	}
	if notes := (Report{}).AgainstNotes(); notes != nil {
		t.Errorf("of nothing known: %q", notes)
	}
}
