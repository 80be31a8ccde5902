package steer

import (
	"testing"

	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/runner"
)

func change(key, value string) runner.Command {
	return runner.Command{Order: runner.Apply, Event: config.Event{Key: key, Value: value}}
}

func TestTheNewestValueOfAParameterWins(t *testing.T) {
	var o outbox
	o.put(change("alpha", "0.4"))
	o.put(change("eta", "2"))
	o.put(change("alpha", "0.3"))
	o.put(change("alpha", "0.2"))
	if len(o.queue) != 2 || o.queue[0].Event.Key != "eta" || o.queue[1].Event.Value != "0.2" {
		t.Errorf("queue = %v, want eta = 2 and alpha = 0.2", o.queue)
	}
	if o.queue[1].Seq != 4 {
		t.Errorf("Seq = %d, want 4: it grows from command to command", o.queue[1].Seq)
	}
}

func TestEveryCutAndEveryStepCounts(t *testing.T) {
	var o outbox
	for range 3 {
		o.put(runner.Command{Order: runner.Once})
		o.put(runner.Command{Order: runner.Apply, Event: config.Event{Edge: network.Edge{0, 1}}})
	}
	if len(o.queue) != 6 {
		t.Errorf("%d commands, want 6: neither a cut nor a single step replaces another", len(o.queue))
	}
}

func TestAStartOvertakesWhatTheOldRunWasStillToDo(t *testing.T) {
	var o outbox
	o.put(runner.Command{Order: runner.Pace, Speed: 60})
	o.put(change("alpha", "0.4"))
	o.put(runner.Command{Order: runner.Go})
	o.put(runner.Command{Order: runner.Start})
	o.put(change("alpha", "0.3"))
	var orders []runner.Order
	for _, c := range o.queue {
		orders = append(orders, c.Order)
	}
	if len(orders) != 3 || orders[0] != runner.Pace || orders[1] != runner.Start || orders[2] != runner.Apply {
		t.Errorf("orders = %v, want Pace, Start, Change", orders)
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
