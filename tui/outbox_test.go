package tui

import (
	"testing"

	"admmlab/sim"
	"admmlab/sim/network"
)

func change(key, value string) sim.Command {
	return sim.Command{Order: sim.Apply, Event: sim.Event{Key: key, Value: value}}
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
		o.put(sim.Command{Order: sim.Once})
		o.put(sim.Command{Order: sim.Apply, Event: sim.Event{Edge: network.Edge{0, 1}}})
	}
	if len(o.queue) != 6 {
		t.Errorf("%d commands, want 6: neither a cut nor a single step replaces another", len(o.queue))
	}
}

func TestAStartOvertakesWhatTheOldRunWasStillToDo(t *testing.T) {
	var o outbox
	o.put(sim.Command{Order: sim.Pace, Speed: 60})
	o.put(change("alpha", "0.4"))
	o.put(sim.Command{Order: sim.Go})
	o.put(sim.Command{Order: sim.Start})
	o.put(change("alpha", "0.3"))
	var orders []sim.Order
	for _, c := range o.queue {
		orders = append(orders, c.Order)
	}
	if len(orders) != 3 || orders[0] != sim.Pace || orders[1] != sim.Start || orders[2] != sim.Apply {
		t.Errorf("orders = %v, want Pace, Start, Change", orders)
	}
}

func TestCommandsAreHandedOverInOrderAndWaitForADeafRunner(t *testing.T) {
	var o outbox
	o.put(change("alpha", "0.4"))
	o.put(change("eta", "2"))
	ears := 1
	var heard []string
	offer := func(c sim.Command) bool {
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
