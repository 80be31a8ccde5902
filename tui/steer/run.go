package steer

import (
	"fmt"
	"slices"

	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/numeral"
	"admmlab/sim/runner"
)

// RunPause lets it run, or pauses it.
func (d *Desk) RunPause() {
	if d.over() {
		return
	}
	d.wantRun = !d.wantRun
	d.unstep()
	order := runner.Pause
	if d.wantRun {
		order = runner.Go
	}
	d.toRun(runner.Command{Order: order})
	d.expect()
	if d.wantRun {
		d.Awaiting("the run begins once the data are there")
	} else {
		d.Awaiting("the run stands at its start once the data are there, until space is pressed again")
	}
}

// Wanted reports whether it runs, or shall once it has begun.
func (d *Desk) Wanted() bool { return d.wantRun }

// expect says of a start under way what a key that runs or stops has made of it.
func (d *Desk) expect() {
	if d.scene.Starting > 0 {
		d.source.Expect(d.scene.Starting, d.scene.Base.Data, d.wantRun)
	}
}

// Awaiting answers a key that does nothing before the data are there, and reports whether
// they are awaited.
func (d *Desk) Awaiting(words string) bool {
	if d.scene.Awaited() {
		d.scene.Say("%s; d takes other data", words)
		d.scene.Message.While = d.scene.Awaited
	}
	return d.scene.Awaited()
}

// told is where a run stood whose step has been answered.
const told = -1

// Once asks for one iteration.
func (d *Desk) Once() {
	d.wantRun = false
	d.Live()
	if d.over() {
		return
	}
	d.stood = d.scene.Run.Last()
	if d.Settled() { // else a change under way may let it go on
		d.tellWhy()
		d.stood = told
	}
	c := runner.Command{Order: runner.Once}
	d.step = d.toRun(c)
	d.remember(request{Command: c})
	d.expect()
	d.Awaiting("one iteration is made once the data are there")
}

// over reports whether the run has come to its end, and says so.
func (d *Desk) over() bool {
	switch {
	case d.scene.Starting > 0:
		return false
	case d.scene.State.Halted != "":
		d.scene.Warn("%s", d.scene.State.Halted)
		d.scene.Message.While = d.halted
		return true
	case d.atLimit():
		c := d.scene.State.Config
		d.scene.Say("limit of %s reached: %s", numeral.Group(c.Iterations), d.ways())
		d.scene.Message.While = d.atLimit
		return true
	}
	return false
}

// ways are what may be done at the limit; the largest cannot be raised, and r is all that is left.
func (d *Desk) ways() string {
	c := d.scene.State.Config
	if c.Iterations >= config.MaxIterations {
		return "it is the largest there is, press r"
	}
	if !c.Spec().Private() || !c.Set.Private {
		return "raise it, or press r"
	}
	knob, _ := config.KnobOf(c, c.Spec().NoiseKnob)
	return fmt.Sprintf("raise it, press r, or ask which %s keeps a total ε (f)", config.KnobName(knob))
}

// tellWhy answers a key that would let a run go on which its budget or its condition has
// stopped.
func (d *Desk) tellWhy() {
	switch d.scene.Ending() {
	case archive.Budget:
		d.scene.Warn("%s", d.scene.State.Wall)
	case archive.Met:
		d.scene.Warn("stopped: %s; give until, among the parameters, another condition or none, then space goes on", d.scene.State.Met)
	default:
		return
	}
	d.scene.Message.While = d.early
}

// Fork begins a run that stands where the cursor is, or at the newest iteration,
// with everything that had been changed by then; the run it leaves stays as a ghost.
// The runner computes again what is after its last checkpoint, to the same bits.
func (d *Desk) Fork() {
	t := d.scene.At()
	if d.scene.ForkAt > 0 {
		d.scene.Say("the fork at t = %d is still on its way", d.scene.ForkAt)
		return
	}
	if t == 0 || d.scene.Starting > 0 {
		d.scene.Say("nothing to fork yet: there is no iteration")
		return
	}
	c := d.scene.State.Replay
	later := func(e config.Event) bool { return e.At > t }
	without := ""
	if slices.ContainsFunc(c.Events, later) || slices.ContainsFunc(d.scene.Run.Config.Events, later) { // the replay has none that cannot happen
		without = ", without what is changed later"
	}
	c.Events = slices.DeleteFunc(slices.Clone(c.Events), later)
	d.wantRun = false
	forked := d.forked(c, t)
	d.startAs(runner.Command{Config: c, Until: t}, &forked)
	next := "turn what you like, then space"
	switch {
	case t >= config.MaxIterations:
		next = "nothing counts behind it, as no limit is larger"
	case t >= c.Limit():
		next = "raise the limit, " + next
	}
	d.scene.Say("a fork at t = %d%s: %s; %s", t, without, next, d.scene.Stays("dotted"))
}

// forked is the fork at t of the run of c, which holds what had been changed by then: what was
// changed by hand stands in what a reset starts, as it does without a fork.
func (d *Desk) forked(c config.Config, t int) fork {
	f := fork{at: t, base: c, before: d.changedUntil(t)}
	f.base.Events = slices.Clone(c.Events)
	slices.Reverse(f.base.Events) // by hand comes behind its equals of the session's own
	for _, o := range f.before {
		if i := slices.Index(f.base.Events, o.Event); o.ByHand && i >= 0 {
			f.base.Events = slices.Delete(f.base.Events, i, i+1)
		}
	}
	slices.Reverse(f.base.Events)
	carried, _, _ := d.carried(t)
	d.holdNewest() // the fork may be refused
	f.base = d.changedBy(f.base, carried)
	return f
}

// changedUntil are the changes in the run until t; what was taken back later stands.
func (d *Desk) changedUntil(t int) (list []config.Change) {
	for _, change := range d.scene.Run.Changes {
		if change.Undone > t {
			change.Undone = 0
		}
		if change.At <= t {
			list = append(list, change)
		}
	}
	return list
}

// carried are the changes made by hand in the run until t that one from the start begins with, and
// behind those of edges since own came, a topology of the run's own: the start has another graph.
func (d *Desk) carried(t int) (list, behind []config.Event, own config.Event) {
	for _, change := range d.scene.Run.Changes {
		if change.At > t || change.Undone > 0 && change.Undone <= t {
			continue
		}
		if change.Key == config.TopologyKnob.Key {
			if own, behind = (config.Event{}), nil; !change.ByHand {
				own = change.Event
			}
		}
		switch {
		case !change.ByHand:
		case change.Key == "" && own.Key != "":
			behind = append(behind, change.Event)
		default:
			list = append(list, counted(change))
		}
	}
	return list, behind, own
}

// counted is a change as it counted: a limit that was passed is where the run stood.
func counted(c config.Change) config.Event {
	if c.Key != "" {
		c.Event.Value = c.After
	}
	return c.Event
}

// changedBy is c as changes make it that count from its start.
func (d *Desk) changedBy(c config.Config, changes []config.Event) config.Config {
	var whole, g *network.Graph // of c's topology, and with its edges cut and joined; nil before the first
	for _, e := range changes {
		if k, turned := config.KnobOf(c, e.Key); turned {
			if next, err := k.Put(c, e.Value); err == nil {
				c = next
			}
			if e.Key == config.TopologyKnob.Key {
				whole, g = nil, nil
			}
			continue
		}
		if whole == nil {
			var err error
			if whole, err = network.Parse(c.Topology, c.Nodes, c.Seed); err != nil {
				return c
			}
			g = whole
		}
		if changed, err := e.On(g); err == nil {
			g = changed
		}
	}
	if g != nil && !g.Equal(whole) {
		made := d.kindOf(c.Topology, c.Seed)
		c.Topology = g.String()
		d.newest = madeFrom{c.Topology, made}
	}
	return c
}
