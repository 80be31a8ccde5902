package runner

import (
	"slices"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
)

// A run that cannot pay for its first iteration makes none and says so, once, before it;
// a change that lets it begin does, and one that stops it while it runs is told at once.
func TestTheWallStandsBeforeTheFirstIteration(t *testing.T) {
	atDesk(t, func(d *desk) {
		walls := func() []sim.Notice {
			return slices.DeleteFunc(slices.Clone(d.notes), func(n sim.Notice) bool { return n.Kind != sim.Wall })
		}
		d.send(Command{Order: Start, Config: small(t, "budget = 0.01", "iterations = 200"), Run: true})
		if w := walls(); len(w) != 1 || w[0].Iteration != 0 || len(d.rows) > 0 || d.last.State.Running {
			t.Fatalf("%d rows, running %v, told %v", len(d.rows), d.last.State.Running, d.notes)
		}
		d.send(Command{Order: Go})
		if len(d.rows) > 0 || d.last.State.Running {
			t.Errorf("it runs before the wall: %d rows", len(d.rows))
		}
		d.send(Command{Order: Apply, Event: config.Event{Key: "budget", Value: "100"}})
		d.send(Command{Order: Go})
		d.until(func() bool { return len(d.rows) >= 3 })
		d.send(Command{Order: Apply, Event: config.Event{Key: "alpha", Value: "1000"}})
		at := d.last.State.Iteration
		d.pass(1e9)
		if w := walls(); d.last.State.Running || d.last.State.Iteration != at || len(w) != 2 || w[1].Iteration != at {
			t.Errorf("t = %d after a change at t = %d, running %v, told %v", d.last.State.Iteration, at, d.last.State.Running, w)
		}
		d.send(Command{Order: Accompany, Companions: []Companion{{ID: 1, Config: small(t, "budget = 0.01")}}})
		if !slices.ContainsFunc(d.notes, func(n sim.Notice) bool {
			return n.Kind == sim.Refused && strings.HasPrefix(n.Text, "DVP beside: the budget of ε = 0.01 allows not even the first iteration")
		}) {
			t.Errorf("the run beside says nothing: %v", d.notes)
		}
	})
}

// Without a screen such a run shows no numbers, and News beside the rows of others.
func TestARunThatCannotBeginIsNews(t *testing.T) {
	c := small(t, "budget = 0.01", "iterations = 3")
	shown := 0
	err := Run(t.Context(), c, nil, func(r sim.Row, notices []sim.Notice) error {
		if shown++; r.Iteration != 0 || r.TrainLoss == r.TrainLoss || len(notices) != 1 || notices[0].Kind != sim.Wall {
			t.Errorf("%+v, %v", r, notices)
		}
		return nil
	})
	if err != nil || shown != 1 {
		t.Errorf("shown %d times: %v", shown, err)
	}
	rows, news := map[int]int{}, map[int]int{}
	err = runAll(t.Context(), []config.Config{c, small(t, "iterations = 3")}, 2, Watcher{
		Row:  func(i int, _ sim.Row, _ []sim.Notice) { rows[i]++ },
		News: func(i int, _ []sim.Notice) { news[i]++ },
	})
	if err != nil || rows[0] != 0 || rows[1] != 3 || news[0] != 1 || news[1] != 0 {
		t.Errorf("rows %v, news %v: %v", rows, news, err)
	}
}
