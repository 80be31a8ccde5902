package steer

import (
	"slices"

	"admmlab/sim/runner"
)

// outbox holds commands the runner has not taken yet.
type outbox struct {
	seq   int
	queue []runner.Command
}

// overtaken are the orders that need not be carried out any more once another is: nobody
// waits for a run that is left, and a pause takes back the steps that are not made. Every
// turn counts, and for what is asked for behind it.
var overtaken = map[runner.Order][]runner.Order{
	runner.Start:     {runner.Go, runner.Pause, runner.Once, runner.Afford, runner.Attack},
	runner.Go:        {runner.Go, runner.Pause},
	runner.Pause:     {runner.Go, runner.Pause, runner.Once},
	runner.Pace:      {runner.Pace},
	runner.Look:      {runner.Look},
	runner.Accompany: {runner.Accompany},
}

// put numbers a command and queues it; the number comes back in State.Seq once
// the command has been carried out.
func (o *outbox) put(c runner.Command) int {
	o.seq++
	c.Seq = o.seq
	if c.Order == runner.Start {
		o.unstart()
	}
	if orders := overtaken[c.Order]; orders != nil {
		o.queue = slices.DeleteFunc(o.queue, func(old runner.Command) bool { return slices.Contains(orders, old.Order) })
	}
	o.queue = append(o.queue, c)
	return c.Seq
}

// unstart drops a start that waits, and what is about the run that it would begin.
func (o *outbox) unstart() {
	begun := false
	o.queue = slices.DeleteFunc(o.queue, func(old runner.Command) bool {
		begun = begun || old.Order == runner.Start
		return old.Order == runner.Start || begun && old.Order == runner.Apply
	})
}

// flush offers commands in order until one is not taken.
func (o *outbox) flush(offer func(runner.Command) bool) {
	for len(o.queue) > 0 && offer(o.queue[0]) {
		o.queue = o.queue[1:]
	}
}
