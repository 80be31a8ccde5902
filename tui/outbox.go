package tui

import "admmlab/sim"

// outbox holds commands the runner has not taken yet. The newest value of a
// parameter wins: holding an arrow key down queues one command, not fifty.
type outbox struct {
	seq   int
	queue []sim.Command
}

// put numbers a command and queues it; the number comes back in State.Seq once
// the command has been carried out.
func (o *outbox) put(c sim.Command) int {
	o.seq++
	c.Seq = o.seq
	kept := o.queue[:0]
	for _, old := range o.queue {
		if !overtakes(c, old) {
			kept = append(kept, old)
		}
	}
	o.queue = append(kept, c)
	return c.Seq
}

// overtakes tells whether old need not be carried out any more once c is.
func overtakes(c, old sim.Command) bool {
	switch c.Order {
	case sim.Start:
		return old.Order != sim.Pace && old.Order != sim.Look && old.Order != sim.Beside // the new run starts with its own config
	case sim.Apply:
		return old.Order == sim.Apply && old.Event.Key == c.Event.Key && c.Event.Key != ""
	case sim.Go, sim.Pause:
		return old.Order == sim.Go || old.Order == sim.Pause
	case sim.Pace, sim.Look, sim.Beside:
		return old.Order == c.Order
	}
	return false
}

// flush offers commands in order until one is not taken.
func (o *outbox) flush(offer func(sim.Command) bool) {
	for len(o.queue) > 0 && offer(o.queue[0]) {
		o.queue = o.queue[1:]
	}
}
