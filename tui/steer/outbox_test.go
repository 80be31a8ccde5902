package steer

import (
	"slices"
	"testing"

	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/runner"
)

func change(key, value string) runner.Command {
	return runner.Command{Order: runner.Apply, Event: config.Event{Key: key, Value: value}}
}

func TestEveryTurnCutAndStepCounts(t *testing.T) {
	var o outbox
	for i := range 3 {
		o.put(change("alpha", "0.4"))
		o.put(change("alpha", "0.3"))
		o.put(runner.Command{Order: runner.Once})
		o.put(runner.Command{Order: runner.Apply, Event: config.Event{Edge: network.Edge{0, 1}}})
		if n := 4 * (i + 1); len(o.queue) != n || o.queue[n-1].Seq != n {
			t.Errorf("%d commands, want %d in their order: neither a turn nor a cut nor a single step replaces another", len(o.queue), n)
		}
	}
}

func TestAPauseTakesBackTheStepsThatAreNotMade(t *testing.T) {
	var o outbox
	o.put(change("alpha", "0.4"))
	for range 5 {
		o.put(runner.Command{Order: runner.Once})
	}
	o.put(runner.Command{Order: runner.Go})
	o.put(runner.Command{Order: runner.Pause})
	if len(o.queue) != 2 || o.queue[0].Order != runner.Apply || o.queue[1].Order != runner.Pause {
		t.Errorf("queue = %v, want the change and the pause", o.queue)
	}
}

func TestAStartOvertakesWhatTheOldRunWasStillToDo(t *testing.T) {
	var o outbox
	o.put(runner.Command{Order: runner.Pace, Speed: 60})
	o.put(change("alpha", "0.4"))
	o.put(runner.Command{Order: runner.Afford})
	o.put(runner.Command{Order: runner.Attack})
	o.put(runner.Command{Order: runner.Start})
	o.put(change("alpha", "0.3"))
	var orders []runner.Order
	for _, c := range o.queue {
		orders = append(orders, c.Order)
	}
	if want := []runner.Order{runner.Pace, runner.Apply, runner.Start, runner.Apply}; !slices.Equal(orders, want) {
		t.Errorf("orders = %v, want %v: Pace, Apply, Start, Apply", orders, want)
	}
}

// A start may be refused, and the run before then goes or stands as it was told: whatever the run
// that is to begin is told, and where a step was asked for, which pauses it. A step that something
// was turned behind, or that the run was let go on behind, is made before that. A start that takes
// the place of another drops what was about the run of that alone.
func TestAStartLeavesTheRunBeforeAsItWasTold(t *testing.T) {
	for _, of := range []struct{ before, want []runner.Order }{
		{[]runner.Order{runner.Pause}, []runner.Order{runner.Pause}},
		{[]runner.Order{runner.Pause, runner.Go}, []runner.Order{runner.Go}},
		{[]runner.Order{runner.Once, runner.Once}, []runner.Order{runner.Pause, runner.Pause}},
		{[]runner.Order{runner.Once, runner.Apply, runner.Once}, []runner.Order{runner.Once, runner.Apply, runner.Pause}},
		{[]runner.Order{runner.Once, runner.Go}, []runner.Order{runner.Once, runner.Go}},
	} {
		var o outbox
		for _, order := range of.before {
			o.put(runner.Command{Order: order})
		}
		for range 2 {
			o.put(runner.Command{Order: runner.Start})
			for _, order := range []runner.Order{runner.Once, runner.Go, runner.Pause, runner.Go} {
				o.put(runner.Command{Order: order})
			}
		}
		var orders []runner.Order
		for _, c := range o.queue {
			orders = append(orders, c.Order)
		}
		if want := append(of.want, runner.Start, runner.Go); !slices.Equal(orders, want) {
			t.Errorf("behind %v: orders = %v, want %v", of.before, orders, want)
		}
	}
}

// What was turned in a run that another start takes the place of goes with it.
func TestAStartTakesThePlaceOfOneThatWaits(t *testing.T) {
	var o outbox
	o.put(change("alpha", "0.4"))
	o.put(runner.Command{Order: runner.Start})
	o.put(change("alpha", "0.3"))
	o.put(runner.Command{Order: runner.Look})
	o.put(runner.Command{Order: runner.Start})
	var seqs []int
	for _, c := range o.queue {
		seqs = append(seqs, c.Seq)
	}
	if !slices.Equal(seqs, []int{1, 4, 5}) {
		t.Errorf("what waits is %v, want the first change, the look and the second start", seqs)
	}
}

func TestCommandsAreHandedOverInOrderAndWaitForADeafRunner(t *testing.T) {
	var o outbox
	o.put(change("alpha", "0.4"))
	o.put(change("eta", "2"))
	ears := 1
	var heard []string
	offer := func(c runner.Command) bool {
		if ears == 0 {
			return false
		}
		ears--
		heard = append(heard, c.Event.Key)
		return true
	}
	o.flush(offer)
	if len(heard) != 1 || heard[0] != "alpha" || len(o.queue) != 1 {
		t.Errorf("heard %v with %d left, want alpha with one left", heard, len(o.queue))
	}
	ears = 5
	o.flush(offer)
	if len(heard) != 2 || len(o.queue) != 0 {
		t.Errorf("heard %v with %d left, want both", heard, len(o.queue))
	}
}
