package steer

import "admmlab/sim/runner"

// outbox holds commands the runner has not taken yet. The newest value of a
// parameter wins: holding an arrow key down queues one command, not fifty.
type outbox struct {
	seq   int
	queue []runner.Command
}

// put numbers a command and queues it; the number comes back in State.Seq once
// the command has been carried out.
func (o *outbox) put(c runner.Command) int {
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

// overtakes reports whether old need not be carried out any more once c is.
func overtakes(c, old runner.Command) bool {
	switch c.Order {
	case runner.Start:
		return old.Order != runner.Pace && old.Order != runner.Look && old.Order != runner.Accompany // the new run starts with its own config
	case runner.Apply:
		return old.Order == runner.Apply && old.Event.Key == c.Event.Key && c.Event.Key != ""
	case runner.Go, runner.Pause:
		return old.Order == runner.Go || old.Order == runner.Pause
	case runner.Pace, runner.Look, runner.Accompany:
		return old.Order == c.Order
	}
	return false
}

// flush offers commands in order until one is not taken.
func (o *outbox) flush(offer func(runner.Command) bool) {
	for len(o.queue) > 0 && offer(o.queue[0]) {
		o.queue = o.queue[1:]
	}
}
