package steer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/runner"
	"admmlab/tui/chart"
	"admmlab/tui/scene"
)

// takeOver makes a fork's run begin with the iterations it takes over from the one
// before.
func (d *Desk) takeOver(before *scene.History, b runner.Batch, c config.Config) {
	d.scene.Run = before.Until(b.Taken, c, b.Stood)
	d.scene.Run.Changes = slices.Clone(d.before[:min(len(d.scene.Run.Changes), len(d.before))])
	for i, c := range d.scene.Run.Changes {
		d.inFork(i, c)
		d.countsFrom(c)
	}
}

// Take files a batch. It reports whether another run has begun, and whether more was told
// than how far a start is.
func (d *Desk) Take(b runner.Batch) (begun, told bool) {
	if b.Generation < d.scene.Generation {
		return false, false // of a run that is over
	}
	d.scene.HeardAt = d.scene.Now
	d.scene.Dirty = true
	if begun = b.Generation > d.scene.Generation; begun {
		d.newRun(b)
	}
	for _, r := range b.Rows {
		if r.Iteration == d.scene.Run.Last()+1 {
			d.scene.Run.Add(r)
		}
	}
	d.scene.Message.Made(d.scene.Run.Last())
	if d.scene.Cursor > d.scene.Run.Last() {
		d.Live()
	} else if kept := d.scene.Run.Kept(d.scene.Cursor); kept != d.scene.Cursor { // its numbers went as the run grew
		if d.scene.Cursor = kept; d.look != nil {
			d.sendLook()
		}
	}
	if b.State.Loading != nil { // of the session before: only the progress is news
		d.scene.State.Loading = b.State.Loading
		return begun, false
	}
	d.takeCompanions(b)
	d.scene.State = b.State
	if d.givenUp() {
		d.Live()
	}
	d.scene.Heard = d.scene.Heard || b.Generation > 0
	if !d.scene.HasRow(d.scene.Selected) { // another method, or another variant
		d.scene.Selected = d.scene.Rows()[0].Key
	}
	for _, n := range b.Notices {
		d.notice(n)
	}
	d.settle()
	return begun, true
}

// newRun makes the run so far the ghost and starts a history for the new one.
func (d *Desk) newRun(b runner.Batch) {
	d.hooks.Leaving()
	if d.scene.Run.Last() > 0 && d.scene.Pinned == "" {
		d.scene.Ghost, d.scene.HideGhost = d.scene.Run, false
		d.scene.Ghost.Config = d.scene.State.Replay // with what was turned on the way
		d.scene.Ghost.Origin = d.scene.State.Size.Origin
	}
	if d.scene.Message.Warn && d.scene.Generation > 0 { // it was about the run that is over
		d.scene.Message = scene.Message{}
	}
	d.scene.Generation = b.Generation
	before := d.scene.Run
	asked := d.asked(b.State.Began)
	if asked.match { // all that was made of it, but for what has been turned since
		asked.config = b.State.Replay
		asked.config.Events = nil
		if asked.seq == d.beside.matched {
			d.scene.Base, d.beside.matched = asked.config, 0
		}
	}
	d.scene.Run = &scene.History{Config: asked.config, Label: b.State.Config.Spec().Name}
	doubt := asked.doubt
	if others := archive.Unlike(asked.origin, b.State.Size.Origin); others != "" {
		doubt = "a kept run again, but not as it was: " + others
	}
	if doubt == "" {
		doubt = b.State.Outdated
	}
	if doubt != "" {
		d.notice(sim.Notice{Kind: sim.Data, Text: doubt})
		d.scene.Warn("%s", doubt)
	}
	d.madeFromKind(d.scene.State.Config.Topology)
	d.scene.Kind = d.kindOf(asked.config.Topology, asked.config.Seed)
	d.replace(asked)
	d.anew(b)
	d.scene.Cursor = 0
	if d.look != nil {
		d.sendLook() // the cursor may have been set on the run that is over
	}
	d.scene.Questions.Forget(b.State.Began)
	d.hooks.Begun()
	clear(d.scene.Since)
	d.granted(asked)
	d.before = nil
	if asked.fork != nil {
		d.before = asked.fork.before
	}
	if b.Taken > 0 {
		d.takeOver(before, b, asked.config)
	}
}

// granted drops the wishes that the new run was started with. Those that were made since, or
// that a fork has left out, wait on, and u takes them back.
func (d *Desk) granted(of *start) {
	for key, w := range d.scene.Pending {
		if w.Reset && of.fork == nil && w.Seq < of.seq {
			delete(d.scene.Pending, key)
		}
	}
	d.undos = undoList{steps: slices.DeleteFunc(d.undos.steps, func(u undoStep) bool {
		return !slices.ContainsFunc(u.wishes, func(w wished) bool { return d.scene.Pending[w.key].Reset })
	}), sent: slices.DeleteFunc(d.undos.sent, func(s sentChange) bool { return s.seq < of.seq })}
}

// notice files what happened beside the numbers.
func (d *Desk) notice(n sim.Notice) {
	d.scene.Run.Remember(n)
	switch n.Kind {
	case sim.Changed:
		d.changed(*n.Change, n.Asked)
	case sim.Diverged:
		d.scene.Run.Marks = append(d.scene.Run.Marks, chart.Mark{Iteration: n.Iteration, Label: "diverged"})
		d.scene.Warn("%s", n.Text)
		d.scene.Message.While = d.halted
	case sim.Finished:
		if !d.warned() {
			text, _ := d.scene.Behind(n.Text + ": " + d.ways()) // a short run is over before anybody has read it
			d.scene.Say("%s", text)
			d.scene.Message.While = d.atLimit
		}
	case sim.Data:
		switch {
		case !d.warned():
			d.scene.Open("%s", n.Text)
		case d.scene.Message.Opens:
			d.scene.Add(n.Text)
		}
	case sim.Answer:
		d.scene.Questions.Hear(n, len(d.scene.Run.Changes))
		d.scene.Say("%s", scene.Symbols(n.Text))
		d.scene.Message.Until = d.scene.Now.Add(20 * time.Second)
		of := d.scene.Generation // it is an answer about this run
		stands := strings.HasSuffix(n.Text, runner.GoesOn)
		d.scene.Message.While = func() bool { return d.scene.Generation == of && !(stands && d.scene.State.Running) }
	case sim.Refused, sim.Failed:
		text := n.Text
		if d.scene.Questions.Hear(n, len(d.scene.Run.Changes)) {
			text = scene.Symbols(text)
		}
		d.scene.Warn("%s", text)
	case sim.NoGuarantee:
		text := n.Text
		if lights := d.scene.Lights(); sim.StaysOut(lights) == "" && slices.ContainsFunc(lights, sim.Light.Restores) {
			text += ": tab to the guarantees, enter"
		}
		d.scene.Add(text)
	case sim.Met:
		if d.scene.Starting > d.scene.State.Began {
			return // what is wanted is of another run
		}
		d.wantRun = false // it has been told why
		d.scene.Say("%s; change until to go on", n.Text)
		d.scene.Message.While = d.early
		d.scene.Message.Until = d.scene.Now.Add(20 * time.Second)
	case sim.Split:
		d.scene.Warn("%s", n.Text)
		d.scene.Message.While = d.split
	case sim.Wall:
		d.scene.Warn("%s", n.Text)
		d.scene.Message.While = d.early
	default:
		d.scene.Warn("%s", n.Text)
	}
}

// changed files a change, maybe made with the answer to command answers, and tells of it.
func (d *Desk) changed(c config.Change, answers int) {
	label := describeChange(c, d.scene.State.Config)
	undone, turned := d.rememberChange(c, answers), c.ByHand
	if undone {
		c.Undone = c.At
	}
	if i := len(d.scene.Run.Changes); i < len(d.before) && d.before[i].Event == c.Event { // a fork makes it again
		c.ByHand, c.Undone = d.before[i].ByHand, d.before[i].Undone
		d.inFork(i, c)
	}
	d.scene.Run.Marks = append(d.scene.Run.Marks, chart.Mark{Iteration: c.At, Label: label})
	d.scene.Run.Changes = append(d.scene.Run.Changes, c)
	d.countsFrom(c)
	if list, too := d.scene.WaitingEdges(scene.PendingEdge{Event: c.Event}); turned && too && c.Key == "" {
		w := d.scene.Pending[config.TopologyKnob.Key]
		d.kinds[list] = d.kindOf(w.Value, d.scene.Base.Seed)
		w.Value = list
		d.scene.Pending[config.TopologyKnob.Key] = w
	}
	if turned && d.scene.Starting == 0 { // it may come behind a start that was refused
		if undone {
			d.keepAnew()
		} else {
			d.keep([]config.Event{counted(c)})
		}
	}
	if d.warned() {
		return
	}
	gone := ""
	switch {
	case !undone:
		gone = gaveWay(c, d.scene.State.Config)
	case c.Key == "":
		label = "undone: " + undoneWords(c.Event, d.scene.State.Config)
	default:
		label = "undone: " + label
	}
	d.scene.Say("%s, %s%s", label, d.scene.CountsFrom(c.At), gone)
	d.scene.Message.From = c.At
	d.scene.Message.Made(d.scene.Run.Last())
}

// gaveWay says which other knob a change has put out of force, or back into it, in a run
// of c; "" where none.
func gaveWay(change config.Change, c config.Config) string {
	text := ""
	for _, m := range change.Moved {
		if k, ok := config.KnobOf(c, m.Key); ok {
			text += fmt.Sprintf("; %s gives way, %s", config.KnobName(k), fromTo(c, m.Key, m.Before, m.After))
		}
	}
	turned, ok := c.Spec().Parameter(change.Key)
	for _, p := range c.Spec().Parameters {
		switch {
		case !ok || p.Clears != turned.Key || change.Before == change.After:
		case change.After == "0":
			text += fmt.Sprintf("; %s counts again", p.Symbol)
		case change.Before == "0": // else it has given way before
			text += fmt.Sprintf("; %s gives way, %s counts in its place", p.Symbol, turned.Symbol)
		}
	}
	return text
}

// warned reports whether a warning stands that is still true.
func (d *Desk) warned() bool {
	return d.scene.Message.Warn && !d.scene.Message.Over(d.scene.Now)
}

// split reports whether the graph still is in pieces.
func (d *Desk) split() bool {
	g := d.scene.State.Graph
	return g != nil && len(g.Components()) > 1
}

// atLimit, halted and early report whether the run still stands where it ended so.

func (d *Desk) atLimit() bool {
	return d.scene.State.Finished && d.scene.State.Iteration >= d.scene.Wished().Iterations
}

func (d *Desk) halted() bool { return d.scene.State.Halted != "" }

func (d *Desk) early() bool {
	end := d.scene.Ending()
	return end == archive.Budget || end == archive.Met
}

// countsFrom remembers since when a value is in force.
func (d *Desk) countsFrom(c config.Change) {
	key := c.Key
	switch {
	case key == "":
		key = config.TopologyKnob.Key
	case key == config.TopologyKnob.Key:
		d.madeFromKind(c.Before)
		d.scene.Kind = d.kindOf(c.After, d.scene.Run.Config.Seed)
	}
	d.scene.Since[key] = c.At
}

// madeFromKind remembers that the edges of a topology were changed in the kind of now, if it
// is a list of edges.
func (d *Desk) madeFromKind(topology string) {
	if network.Listed(topology) {
		d.kinds[topology] = d.scene.Kind
	}
}

// madeFrom is a list of edges with what it was made from.
type madeFrom struct {
	list string
	kind scene.Kind
}

// holdNewest remembers the newest list of edges for good: a run is to begin with it.
func (d *Desk) holdNewest() {
	if d.newest.list != "" {
		d.kinds[d.newest.list] = d.newest.kind
	}
}

// kindOf is what a topology was made from, itself where that is not known.
func (d *Desk) kindOf(topology string, seed uint64) scene.Kind {
	if made, known := d.kinds[topology]; known {
		return made
	}
	if topology == d.newest.list {
		return d.newest.kind
	}
	return scene.Kind{Name: topology, Seed: seed}
}

// describeChange says a change in a run of c, "α 0.5→0.1".
func describeChange(change config.Change, c config.Config) string {
	k, ok := config.KnobOf(c, change.Key)
	if !ok {
		return change.Words() // cut 1-2
	}
	return config.KnobName(k) + " " + fromTo(c, change.Key, change.Before, change.After)
}

// fromTo says two values of a knob of c, in so many digits that they read differently.
func fromTo(c config.Config, key, before, after string) string {
	words := config.Difference{Key: key, Values: []string{before, after}}.Words([]config.Config{c, c})
	side := func(i int, value string) string { return cmp.Or(words[i], config.ShortValue(c, key, value)) } // no condition is none
	return side(0, before) + "→" + side(1, after)
}

// keep makes a reset begin with changes made by hand; with the graph as it is by hand alone, for
// what the run itself cuts and joins on the way it does again.
func (d *Desk) keep(changes []config.Event) {
	ofGraph := func(e config.Event) bool { return e.Key == "" || e.Key == config.TopologyKnob.Key }
	values := slices.DeleteFunc(slices.Clone(changes), ofGraph)
	d.scene.Base = d.changedBy(d.scene.Base, values)
	if len(values) < len(changes) {
		carried, _, _ := d.carried(d.scene.Run.Last() + 1)
		carried = slices.DeleteFunc(carried, func(e config.Event) bool { return !ofGraph(e) })
		d.scene.Base.Topology = d.changedBy(d.scene.Run.Config, carried).Topology
	}
}

// keepAnew makes a reset begin with what stands of the changes made by hand: of one that was taken
// back it keeps neither the change nor what brought the value back, which may be the run's own.
func (d *Desk) keepAnew() {
	begins := d.scene.Run.Config
	begins.Events = d.scene.Base.Events
	carried, _, _ := d.carried(d.scene.Run.Last() + 1)
	d.scene.Base = d.changedBy(begins, carried)
}

// settle drops wishes that the runner has carried out, and hears whether a
// start went through and a fork stands.
func (d *Desk) settle() {
	done := d.scene.State.Seq
	if d.scene.Starting > 0 && done >= d.scene.Starting {
		if d.scene.State.Began != d.scene.Starting {
			d.stay()
		}
		d.left, d.starts, d.outbox.aside, d.scene.Starting, d.beside.matched = nil, nil, nil, 0, 0
		d.scene.State.Loading = nil
	}
	maps.DeleteFunc(d.scene.Pending, func(_ string, w scene.Pending) bool { return !w.Reset && w.Seq <= done })
	d.scene.Edges = slices.DeleteFunc(slices.Clone(d.scene.Edges), func(e scene.PendingEdge) bool { return e.Seq <= done })
	if d.scene.Starting == 0 && d.scene.State.Iteration >= d.scene.ForkAt {
		d.scene.ForkAt = 0
	}
	d.undoWaiting()
	if d.scene.Starting == 0 && done == d.outbox.seq {
		if d.wantRun || d.step == done && d.scene.Run.Last() == d.stood {
			d.tellWhy()
			d.stood = told
		}
		d.wantRun = d.scene.State.Running // it may have stopped by itself
	}
}
