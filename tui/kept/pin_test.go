package kept

import (
	"math"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/tui/dialog"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// A pinned run that the list has left out stays pinned, whatever is done to others.
func TestAPinnedRunThatIsLeftOutStays(t *testing.T) {
	s := &scene.Scene{Run: &scene.History{}, Pinned: "P", Ghost: &scene.History{Label: "P"}}
	jobs := job.NewList(t.Context())
	k := New(s, jobs, archive.Open(t.TempDir()), nil, Hooks{Free: func(dialog.Dialog) bool { return true }, Wish: func(scene.Wish) tea.Cmd { return nil }})
	rows := runLister{}.rows([]archive.Record{{ID: "A", Config: config.Default(), Last: sim.Row{Iteration: 3}}})
	k.listedRuns(listing{rows: rows, notes: []string{"some are left out"}}, nil)
	if k.deleteRun(rows[0]); s.Pinned != "P" {
		t.Error("it is let go of with another")
	}
	if settled(k, jobs); s.Pinned != "" { // what is listed then is the whole empty archive
		t.Error("it is pinned though there is none")
	}
}

// A run that is pinned while it is under way reaches as far as it is kept, and stays hidden where it
// was; one that another laboratory writes does so as soon as the runs are listed.
func TestAPinnedRunGrows(t *testing.T) {
	run := archive.Record{ID: "P", Name: "mine", Config: config.Default()}
	curve := func(n int) []archive.Point {
		return archive.Thin(n, 1, func(t int) sim.Row { return sim.Row{TrainLoss: float64(t)} })
	}
	runs := archive.Open(t.TempDir())
	save := func(n int) {
		run.Last.Iteration = n
		if err := runs.Save(run, curve(n)); err != nil {
			t.Fatal(err)
		}
	}
	save(23)
	s := &scene.Scene{Run: &scene.History{}}
	jobs := job.NewList(t.Context())
	k := New(s, jobs, runs, nil, Hooks{Free: func(dialog.Dialog) bool { return true }, Wish: func(scene.Wish) tea.Cmd { return nil }})
	k.fetchPin("P")
	settled(k, jobs)
	s.HideGhost = true
	for what, goOn := range map[string]func(n int){
		"kept here": func(n int) {
			run.Last.Iteration = n
			k.enqueue(attempt{record: run, curve: curve(n)})
			k.Tick()
		},
		"listed": func(n int) {
			save(n)
			k.Tidy()
		},
	} {
		n := s.Ghost.Last() + 30
		goOn(n)
		settled(k, jobs)
		if got := s.Ghost; got.Last() != n || got.At(scene.TrainLoss, n) != float64(n) || got.Label != "mine" || !s.HideGhost {
			t.Errorf("%s: it reaches to %d with %g, want %d, and is %q, hidden: %v", what, got.Last(), got.At(scene.TrainLoss, n), n, got.Label, s.HideGhost)
		}
	}
}

// A thinned curve is as long as the run, with values that were there.
func TestAThinnedCurveFillsItsPlace(t *testing.T) {
	const n = 2500
	curve := archive.Thin(n, 1, func(t int) sim.Row { return sim.Row{TrainLoss: float64(t), EpsilonTotal: math.NaN()} })
	h := keptHistory(archive.Record{Config: config.Default()}, curve, time.Time{})
	if h.Last() != n {
		t.Fatalf("%d iterations, want %d", h.Last(), n)
	}
	if one := keptHistory(archive.Record{Config: config.Default()}, curve[:1], time.Time{}); one.Last() != 1 || one.At(scene.TrainLoss, 1) != 1 {
		t.Errorf("of one iteration: %+v", one)
	}
	for i := 1; i <= n; i++ {
		if v := h.At(scene.TrainLoss, i); v > float64(i) || v <= float64(i)-3 {
			t.Fatalf("at %d stands %g", i, v)
		}
	}
	if kept := len(h.Values[scene.TrainLoss]); kept > 1000 {
		t.Errorf("%d values are kept of a curve of %d", kept, len(curve))
	}
	if h.At(scene.TrainLoss, n) != n || !math.IsNaN(h.At(scene.Epsilon, n)) {
		t.Error("the end is not the last value")
	}
}
