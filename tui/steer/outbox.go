package steer

import (
	"slices"

	"admmlab/sim/runner"
)

// outbox holds commands the runner has not taken yet.
type outbox struct {
	seq   int
	queue []runner.Command
	aside []runner.Command // that starts under way have overtaken: where they are refused they are put again
}

// overtaken are the orders that need not be carried out any more once another is: a pause
// takes back the steps that are not made. Every turn counts, and for what is asked for behind it.
var overtaken = map[runner.Order][]runner.Order{
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
		o.setAside()
	}
	waits := slices.ContainsFunc(o.queue, func(old runner.Command) bool { return old.Order == runner.Start })
	before := waits && (c.Order == runner.Go || c.Order == runner.Pause) // a start: another run, which goes or stands as it was told
	o.queue = slices.DeleteFunc(o.queue, func(old runner.Command) bool {
		before = before && old.Order != runner.Start
		return !before && slices.Contains(overtaken[c.Order], old.Order)
	})
	o.queue = append(o.queue, c)
	return c.Seq
}

// unstart drops a start that waits, and what is about the run that it would begin.
func (o *outbox) unstart() {
	begun := false
	o.queue = slices.DeleteFunc(o.queue, func(old runner.Command) bool {
		begun = begun || old.Order == runner.Start
		switch old.Order {
		case runner.Start:
			return true
		case runner.Apply, runner.Go, runner.Pause, runner.Once, runner.Afford, runner.Attack:
			return begun
		}
		return false
	})
}

// setAside takes what takes its time from before a start: nobody waits for a run that is left.
// The run stands where a step was asked for, for the start may be refused. A step that something is
// turned behind, or that the run goes on behind, stays: made later it would be another.
func (o *outbox) setAside() {
	var kept []runner.Command
	for i, c := range o.queue {
		switch c.Order {
		case runner.Once:
			if slices.ContainsFunc(o.queue[i:], func(behind runner.Command) bool {
				return behind.Order == runner.Apply || behind.Order == runner.Go
			}) {
				break
			}
			o.aside = append(o.aside, c)
			c.Order = runner.Pause
		case runner.Afford, runner.Attack:
			o.aside = append(o.aside, c)
			continue
		}
		kept = append(kept, c)
	}
	o.queue = kept
}

// flush offers commands in order until one is not taken.
func (o *outbox) flush(offer func(runner.Command) bool) {
	for len(o.queue) > 0 && offer(o.queue[0]) {
		o.queue = o.queue[1:]
	}
}
