package steer

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/numeral"
	"admmlab/sim/runner"
	"admmlab/tui/scene"
)

// Turn asks for a value: from the next iteration on, or after a reset.
func (d *Desk) Turn(key, value string) {
	d.scene.Reveal(key) // pending or refused, it is in sight
	if err := d.scene.Check(key, value); err != nil {
		d.scene.Warn("%v", err)
		return
	}
	k, _ := config.KnobOf(d.scene.Next(), key)
	value = k.Spelt(d.scene.Next(), value)
	if d.scene.Waits(k) {
		d.Later([]config.Assignment{{Key: key, Value: value}})
		return
	}
	if d.scene.Begins() { // with it, and with what waits for a reset
		next, err := k.Put(d.scene.Anew(), value)
		switch {
		case err != nil:
			d.scene.Warn("%v", err)
		case d.Matching() && key == next.Spec().NoiseKnob: // from where it is turned nobody knows yet
			d.scene.Warn("%s is being chosen for a total ε of %s: turn it once the run has begun", config.KnobName(k), numeral.Given(next.Budget))
		default:
			d.left = append(d.left, left{key, scene.Pending{Value: value, Seq: d.outbox.seq, Reset: true}, d.scene.State.Began, true})
			requests := d.starts[len(d.starts)-1].requests
			d.renewWithin(next)
			d.askAgain(requests, key)
		}
		return
	}
	if stands, keeps := d.scene.Keeps(k, value); keeps {
		d.scene.Say("%s stays %s", config.KnobName(k), config.ShortValue(d.scene.Next(), key, stands))
		return
	}
	d.Send(config.Event{Key: key, Value: value})
}

// request is a step or a question to a run that is to begin.
type request struct {
	runner.Command
	question string
	turns    []config.Event
}

// remember keeps what the run that is to begin was asked for, if one is.
func (d *Desk) remember(r request) {
	if d.scene.Starting > 0 {
		newest := &d.starts[len(d.starts)-1]
		newest.requests = append(newest.requests, r)
	}
}

// unstep forgets the steps of the run that is to begin: it is told to go, or to stand.
func (d *Desk) unstep() {
	if d.scene.Starting > 0 {
		newest := &d.starts[len(d.starts)-1]
		newest.requests = slices.DeleteFunc(newest.requests, func(r request) bool { return r.Order == runner.Once })
	}
}

// askAgain asks the run that is to begin, now with key turned, for what the start before it was asked
// for. An answer that turns the same is not done any more: the later counts.
func (d *Desk) askAgain(requests []request, key string) {
	for _, r := range requests {
		switch r.Order {
		case runner.Once:
			d.Once()
			continue
		case runner.Afford:
			r.Config = d.scene.Anew()
		}
		if slices.ContainsFunc(r.turns, func(e config.Event) bool { return e.Key == key }) {
			r.Do, r.turns = false, nil
		}
		d.Ask(r.question, r.Command, r.turns)
	}
}

// Later asks for values that count together after a reset; those that it begins with anyway are no
// wishes.
func (d *Desk) Later(values []config.Assignment) {
	var wishes []wished
	var asked, stay []string
	c := d.scene.Base
	made := d.kindOf(c.Topology, c.Seed)
	if !network.Listed(c.Topology) { // edges may have been changed in what waits alone
		begins := d.scene.Grant(c)
		made = d.kindOf(begins.Topology, begins.Seed)
	}
	for _, v := range values {
		k, ok := config.KnobOf(c, v.Key)
		if !ok {
			continue
		}
		v.Value = k.Spelt(c, v.Value)
		name, value := config.KnobName(k), config.ShortValue(c, v.Key, v.Value)
		before := d.scene.Pending[v.Key]
		back, setsBack := config.KnobOf(c, config.SetsBack(v.Key))
		if w := d.scene.Pending[back.Key]; setsBack && w.Reset { // the later counts
			wishes = append(wishes, wished{back.Key, w})
			delete(d.scene.Pending, back.Key)
		}
		if next, err := k.Put(c, v.Value); v.Value == k.Value(c) && !(setsBack && err == nil && back.Value(next) != back.Value(c)) {
			stay = append(stay, name+" stays "+value)
			if before.Reset {
				wishes = append(wishes, wished{v.Key, before})
				delete(d.scene.Pending, v.Key)
			}
			continue
		}
		if v.Key == config.TopologyKnob.Key && network.Listed(v.Value) {
			d.kinds[v.Value] = made
		}
		asked = append(asked, name+" "+value)
		if !before.Reset || before.Value != v.Value { // else it waits already
			wishes = append(wishes, wished{v.Key, before})
		}
		d.scene.Pending[v.Key] = scene.Pending{Value: v.Value, Seq: d.outbox.seq, Reset: true}
	}
	if wishes != nil {
		d.undos.file(undoStep{seq: d.outbox.seq, wishes: wishes})
	}
	if asked == nil {
		d.scene.Say("%s", strings.Join(stay, ", "))
		return
	}
	counts := "counts"
	if len(asked) > 1 {
		counts = "count"
	}
	d.scene.Say("%s %s after a reset: press r", strings.Join(asked, " and "), counts)
	d.scene.Message.While = func() bool {
		return slices.ContainsFunc(values, func(v config.Assignment) bool { return d.scene.Pending[v.Key].Reset })
	}
}

// Change asks for a change; where a run is to begin with an edge cut or joined, for that topology.
func (d *Desk) Change(e config.Event) {
	if e.Key != "" || !d.scene.Begins() && !d.scene.NoRun() {
		d.Send(e)
		return
	}
	c := d.scene.AnewUnchanged()
	made := d.kindOf(c.Topology, c.Seed)
	g, err := network.Parse(c.Topology, c.Nodes, c.Seed)
	if err == nil {
		g, err = e.On(g)
	}
	if err != nil {
		d.scene.Warn("%v", err)
		return
	}
	d.Turn(config.TopologyKnob.Key, g.String())
	d.kinds[g.String()] = made
}

// Send asks the runner for a change and returns the number of the command.
func (d *Desk) Send(e config.Event) int {
	seq := d.toRun(runner.Command{Order: runner.Apply, Event: e})
	change := sentChange{event: e, seq: seq}
	if w := d.scene.Pending[e.Key]; w.Reset {
		change.waited = w
	}
	d.undos.sent = append(d.undos.sent, change)
	if e.Key == "" {
		d.scene.Edges = append(d.scene.Edges, scene.PendingEdge{Event: e, Seq: seq})
		return seq
	}
	d.scene.Pending[e.Key] = scene.Pending{Value: e.Value, Seq: seq}
	d.Live()
	return seq
}

// Start begins a new run of c that goes on at once; origin is that of the data it ran on before,
// "" for unknown. That they are others is told once it has begun.
func (d *Desk) Start(c config.Config, origin string) {
	d.wantRun = true
	d.Renew(c)
	d.starts[len(d.starts)-1].origin = origin
}

// Fresh lets go of all wishes: the run to begin has none. Where that is refused they are back.
func (d *Desk) Fresh() {
	for key, w := range d.scene.Pending {
		d.leave(key, w)
	}
	clear(d.scene.Pending)
}

// Renew begins a new run of c.
func (d *Desk) Renew(c config.Config) { d.startAs(runner.Command{Config: c}, nil) }

// renewWithin begins a new run of c, calibrated to the budget if the start under way is, and with
// what may be told of that.
func (d *Desk) renewWithin(c config.Config) {
	match, of := d.Matching(), start{}
	if d.scene.Starting > 0 {
		of = d.starts[len(d.starts)-1]
	}
	begun := d.startAs(runner.Command{Config: c, Match: match}, nil)
	again := &d.starts[len(d.starts)-1]
	again.doubt, again.origin = of.doubt, of.origin
	if match {
		d.beside.matched = begun
	}
}

// start is a run that was asked for, as it was then.
type start struct {
	seq    int // of the command
	config config.Config
	doubt  string // about it, "" for none
	origin string // of the data that a run it repeats ran on, "" for none or unknown
	match  bool   // its noise is to be chosen
	fork   *fork  // nil where it is from the start, or a fork that stands

	requests []request // to the run that it begins, in order

	beside *[]*scene.Companion // those it brings in place of those that are beside, nil where these stay
}

// fork is a run that goes on where another stood: wishes for a reset wait on.
type fork struct {
	at     int             // where it stands, with the config of the start
	base   config.Config   // what a reset starts
	before []config.Change // what had been changed by then
}

// base is what a reset starts once the run is there.
func (s *start) base() config.Config {
	if s.fork != nil {
		return s.fork.base
	}
	return s.config
}

// standOn makes what is turned next, and a reset, be of the run that a start begins.
func (d *Desk) standOn(s *start) {
	d.scene.Base, d.scene.ForkAt = s.base(), 0
	if s.fork != nil {
		d.scene.ForkAt, d.scene.Forked = s.fork.at, s.config
	}
}

// left is a wish that a start let go of, or a value turned for the run that it was to begin.
type left struct {
	key string
	scene.Pending
	stood  int  // number of the start of the run in force then
	turned bool // for the run to begin
}

func (d *Desk) leave(key string, w scene.Pending) {
	d.left = append(d.left, left{key, w, d.scene.State.Began, false})
}

// asked is what was asked for with the start that began a run.
func (d *Desk) asked(began int) *start {
	if i := slices.IndexFunc(d.starts, func(s start) bool { return s.seq == began }); i >= 0 {
		return &d.starts[i]
	}
	return &start{seq: began, config: d.scene.Base}
}

// startAs begins a new run as the command says, nil or a fork, and returns its number.
func (d *Desk) startAs(command runner.Command, f *fork) int {
	if d.scene.Starting == 0 {
		inForce := start{seq: d.scene.State.Began, config: d.scene.Base}
		if at := d.scene.ForkAt; at > 0 {
			inForce.config, inForce.fork = d.scene.Forked, &fork{at, d.scene.Base, d.before}
		}
		d.starts = []start{inForce}
		d.scene.AwaitedSince = d.scene.Now
	}
	d.holdNewest()
	begins := start{config: command.Config, match: command.Match, fork: f, beside: d.ownComing()}
	d.standOn(&begins)
	d.beside.matched = 0
	command.Order, command.Run = runner.Start, d.wantRun
	d.scene.Starting = d.outbox.put(command)
	begins.seq = d.scene.Starting
	d.starts = append(d.starts, begins)
	d.source.Expect(d.scene.Starting, command.Config.Data, d.wantRun)
	d.scene.StartedAt = d.scene.Now
	d.scene.Edges = nil // as every change on its way they are of the old run
	maps.DeleteFunc(d.scene.Pending, func(_ string, w scene.Pending) bool { return !w.Reset })
	begun := d.scene.Starting
	if d.beside.seq > d.scene.State.Seq { // they are of the run that begins now
		d.beside.match = false
		d.sendCompanions(command.Match)
	}
	if begun == 1 {
		d.outbox.put(runner.Command{Order: runner.Pace, Speed: scene.Paces[d.scene.Pace]})
	}
	return begun
}

// Reset runs again from the start, with the values in force and what waited for
// it. A preset's own changes in mid-run happen again. Where a wish does not fit, nothing happens.
func (d *Desk) Reset(newSeed bool) {
	if err := d.scene.Unfit(); err != nil {
		d.scene.Warn("%v", err)
		return
	}
	if d.scene.Ending() != archive.Left {
		d.wantRun = true
	}
	if w, waits := d.scene.Pending[config.SeedKnob.Key]; newSeed && waits {
		d.leave(config.SeedKnob.Key, w)
		delete(d.scene.Pending, config.SeedKnob.Key)
	}
	c := d.scene.Anew()
	if d.scene.Starting == 0 && len(d.scene.Edges) > 0 && network.Listed(c.Topology) { // which are on their way
		of := d.scene.Grant(d.scene.Base)
		d.kinds[c.Topology] = d.kindOf(of.Topology, of.Seed)
	}
	if newSeed {
		// One step of Knuth's MMIX generator, cut to few digits to be read aloud; two where one
		// leads back.
		before, state := c.Seed, c.Seed
		for c.Seed == before {
			state = state*6364136223846793005 + 1442695040888963407
			c.Seed = state >> 44
		}
	}
	lost := d.lost()
	if d.renewWithin(c); lost != "" {
		d.starts[len(d.starts)-1].doubt = lost
	}
	if newSeed {
		runs := []config.Config{c}
		for _, beside := range d.scene.Companions {
			runs = append(runs, beside.Asked.AsCompanionOf(c))
		}
		if _, idle := config.Used(config.SeedKnob.Key, runs...); idle != "" {
			d.scene.Open("seed %d changes nothing while %s", c.Seed, idle)
		}
	}
}

// lost says which edges changed by hand a reset does not change again, "" where none.
func (d *Desk) lost() string {
	_, behind, own := d.carried(d.scene.Run.Last() + 1)
	if d.scene.Starting > 0 || own.Key == "" {
		return ""
	}
	for _, e := range d.scene.Edges { // which are on their way
		behind = append(behind, e.Event)
	}
	var changed []config.Event
	for _, e := range behind {
		if i := slices.IndexFunc(changed, func(o config.Event) bool { return o.Edge == e.Edge }); i >= 0 { // it is as it was
			changed = slices.Delete(changed, i, i+1)
		} else {
			changed = append(changed, e)
		}
	}
	if len(changed) == 0 {
		return ""
	}
	var words []string
	for _, e := range changed {
		words = append(words, e.Words())
	}
	return fmt.Sprintf("%s happens again, and not what was changed by hand behind it: %s", own, strings.Join(words, ", "))
}

// SetPace asks for a speed, by its place among scene.Paces; the nearest that there is.
func (d *Desk) SetPace(i int) {
	i = min(max(i, 0), len(scene.Paces)-1)
	d.scene.Pace = i
	d.outbox.put(runner.Command{Order: runner.Pace, Speed: scene.Paces[i]})
	d.scene.Say("speed %s", scene.PaceWords(scene.Paces[i]))
}
