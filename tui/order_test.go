package tui

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/runner"
	"admmlab/tui/scene"
)

// Whatever is asked for, in whatever order and however soon, refused or not: what stands in
// the end, at the keys and beside, are the rows that its own text makes.
func TestWhatStandsIsWhatItsTextMakes(t *testing.T) {
	for seed := range uint64(10) {
		asker{real(t, small("dvp", 30)), rand.New(rand.NewPCG(seed, 11)), new([]string)}.play()
	}
}

// small is a run of a method on a small table.
func small(method string, iterations int) config.Config {
	c := config.Default().WithMethod(method)
	c.Data, c.Iterations, c.Set.C = "census:60", iterations, []float64{8}
	return c
}

// asker asks a real runner for what comes to its mind.
type asker struct {
	*stage
	*rand.Rand
	said *[]string
}

func one[T any](a asker, list ...T) T { return list[a.IntN(len(list))] }

// another is a run on other data or the same, or on data that are not there.
func (a asker) another() config.Config {
	c := small(one(a, "dvp", "pvp", "radmm", "mradmm", "madmm", "admm"), 10+a.IntN(30))
	c.Data = one(a, c.Data, c.Data, "census:80", "csv:/nowhere.csv")
	return c
}

// ask asks for one thing and returns what it was.
func (a asker) ask() string {
	turn := func(key string, values ...string) string {
		v := one(a, values...)
		a.m.grant(scene.Turn{Key: key, Value: v})
		return key + " " + v
	}
	switch c := a.another(); a.IntN(20) {
	case 0, 1, 2:
		budget := one(a, "0.5", "1", "2")
		a.m.grant(scene.Race{Budget: budget})
		return "race " + budget
	case 3, 4:
		a.m.grant(scene.Start{Config: c})
		return "start " + c.Method + " " + c.Data
	case 5, 6:
		a.m.prepared([]config.Config{c, scene.OtherMethod(c, "radmm")}, "")
		return "together " + c.Method + " " + c.Data
	case 7, 8:
		a.m.grant(scene.Accompany{Config: c})
		return "beside " + c.Method
	case 9:
		for _, k := range a.m.scene.Companions[:min(1, len(a.m.scene.Companions))] {
			a.m.grant(scene.TakeAway{ID: k.ID})
		}
		return "away"
	case 10:
		return turn("alpha", "0.3", "0.7", "2")
	case 11:
		return turn("iterations", "12", "25", "45")
	case 12:
		return turn("adjacency", "replace", "remove")
	case 13:
		return turn("budget", "0", "0.3", "1")
	case 14:
		return turn("stop_when", "none", "test_error < 0.3", "epsilon_tight > 0.4")
	case 15:
		a.m.grant(scene.Apply{Event: config.Event{Edge: network.Edge{0, 1}}})
		return "cut"
	case 16:
		a.m.grant(scene.Cursor{At: 1 + a.IntN(20)})
		a.m.desk.Fork()
		return "fork"
	case 17:
		a.m.desk.Undo()
		return "undo"
	default:
		key := one(a, "r", "R", "space", "n")
		a.press(key)
		return key
	}
}

// soon reads a few batches, none, or all until nothing is under way.
func (a asker) soon() {
	switch n := a.IntN(4); n {
	case 0:
		a.settled()
	default:
		for range n {
			select {
			case b := <-a.m.desk.Batches():
				a.send(batchMsg{b, true})
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
}

func (a asker) settled() {
	a.frame()
	a.until("the end of what is under way", func() bool { return a.done() && a.m.scene.Starting == 0 })
}

func (a asker) play() {
	a.t.Helper()
	for range 3 + a.IntN(12) {
		*a.said = append(*a.said, a.ask())
		if a.IntN(2) == 0 {
			a.frame()
		}
		a.soon()
	}
	a.settled()
	if !a.m.scene.Heard {
		return // every start was refused
	}
	if a.m.scene.State.Running {
		a.press("space")
	}
	a.until("the pause", func() bool {
		ok := a.done() && !a.m.scene.State.Running
		for _, k := range a.m.scene.Companions {
			ends := k.State.Wall != "" || k.State.Met != "" || k.State.Halted != ""
			ok = ok && k.Run.Last() == k.State.Iteration && (ends || k.State.Iteration == a.m.scene.State.Iteration)
		}
		return ok
	})
	a.holds("at the keys", a.m.scene.State.Replay, a.m.scene.Run, a.m.scene.State.Iteration)
	for i, k := range a.m.scene.Companions {
		a.holds(fmt.Sprintf("beside, %d", i+1), k.State.Replay, k.Run, k.State.Iteration)
	}
	if budget := a.m.scene.State.Replay.Budget; budget > 0 && strings.HasPrefix((*a.said)[len(*a.said)-1], "race") {
		for i, h := range a.m.scene.Histories() {
			if e := h.At(scene.Tight, h.Last()); e > budget*(1+1e-9) {
				a.t.Errorf("%v: run %d of a race spends %g of %g", *a.said, i, e, budget)
			}
		}
	}
}

// holds fails unless a history up to an iteration is what a run of c makes.
func (a asker) holds(what string, c config.Config, h *scene.History, last int) {
	a.t.Helper()
	at := 0
	equal := func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }
	err := runner.Run(a.t.Context(), c, nil, func(r sim.Row, _ []sim.Notice) error {
		if at = max(at, r.Iteration); r.Iteration > 0 && r.Iteration <= last &&
			!(equal(h.At(scene.TrainLoss, r.Iteration), r.TrainLoss) && equal(h.At(scene.Tight, r.Iteration), r.Tight)) {
			a.t.Errorf("%v: %s, iteration %d is %g, ε %g, and %g, ε %g, of its text", *a.said, what, r.Iteration,
				h.At(scene.TrainLoss, r.Iteration), h.At(scene.Tight, r.Iteration), r.TrainLoss, r.Tight)
		}
		return nil
	})
	if err != nil || h.Last() != last || at < last {
		a.t.Errorf("%v: %s, the history has %d of %d iterations, its text makes %d, %v", *a.said, what, h.Last(), last, at, err)
	}
}
