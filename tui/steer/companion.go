package steer

import (
	"slices"
	"strings"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/runner"
	"admmlab/tui/scene"
)

// besideState are the runs beside and how they were asked for.
type besideState struct {
	ids int // given so far
	seq int // of the newest Accompany command

	matched int // Seq of a Start that calibrates, until it has begun

	match bool // whether the newest Accompany calibrates
}

// replacing notes those that are beside now: a start that brings others is to come, and may
// be refused.
func (d *Desk) replacing() {
	d.standing()
	now := slices.Clone(d.scene.Companions)
	for i := range d.starts {
		if s := &d.starts[i]; s.beside == nil {
			s.beside = &now
		}
	}
}

// besideOf are those that go beside the run of a start.
func (d *Desk) besideOf(s *start) []*scene.Companion {
	if s.beside != nil {
		return *s.beside
	}
	return d.scene.Companions
}

// everBeside are all that are beside the run that stands or one of the starts under way.
func (d *Desk) everBeside() []*scene.Companion {
	all := slices.Clone(d.scene.Companions)
	for _, s := range d.starts {
		if s.beside != nil {
			all = append(all, *s.beside...)
		}
	}
	return all
}

// AddBeside puts a run of c beside, on the same data, split and draws; a doubt about it is
// told with it.
func (d *Desk) AddBeside(c config.Config, doubt string) {
	if d.Matching() {
		d.scene.Warn("the noise is being chosen for a total ε of %s: put a run beside once this one has begun", numeral.Given(d.scene.Base.Budget))
		return
	}
	if len(d.scene.Companions) == runner.MaxCompanions {
		d.scene.Warn("%d runs are beside already: take one away first (c, enter)", runner.MaxCompanions)
		return
	}
	d.putCompanion(c)
	d.sendCompanions(false)
	name := d.scene.CompanionName(len(d.scene.Companions))
	if doubt != "" {
		d.scene.Companions[len(d.scene.Companions)-1].Run.Remember(sim.Notice{Kind: sim.Data, Text: "not as it was: " + doubt})
		d.scene.Warn("%s beside, but not as it was: %s", name, doubt)
		return
	}
	var taken []string
	for _, d := range config.Differences(c, c.AsCompanionOf(d.scene.Next())) {
		if k, ok := config.KnobOf(c, d.Key); ok {
			taken = append(taken, config.KnobName(k))
		}
	}
	if taken != nil {
		d.scene.Say("%s beside, with the %s of this run; c lists what differs", name, strings.Join(taken, ", "))
		return
	}
	d.scene.Say("%s beside: the same data, split and draws; c lists what differs", name)
}

// Matching reports whether a run is about to begin whose noise is being chosen.
func (d *Desk) Matching() bool { return d.beside.matched > 0 }

// putCompanion adds a run of c to the list.
func (d *Desk) putCompanion(c config.Config) {
	d.scene.Companions = append(d.scene.Companions, d.newCompanion(c))
}

func (d *Desk) newCompanion(c config.Config) *scene.Companion {
	d.beside.ids++
	d.hooks.Joined(d.beside.ids, d.scene.Now)
	return &scene.Companion{ID: d.beside.ids, Asked: c, Run: newCompanionHistory(c)}
}

// Together begins the first of some runs with the others beside, in place of
// those that were.
func (d *Desk) Together(list []config.Config) {
	d.hooks.Leaving()
	d.wantRun = true
	before := d.scene.Comparing()
	d.replacing()
	d.scene.Companions = nil
	for _, c := range list[1:min(len(list), 1+runner.MaxCompanions)] {
		d.putCompanion(c)
	}
	d.Renew(list[0])
	if before || d.scene.Comparing() {
		d.sendCompanions(false)
	}
}

func newCompanionHistory(c config.Config) *scene.History {
	return &scene.History{Config: c, Label: c.Spec().Name}
}

// sendCompanions tells the runner which runs go beside; with match they are calibrated
// to the budget first, and so they are where those it has not heard of yet were to be.
func (d *Desk) sendCompanions(match bool) {
	match = match || d.beside.match && d.beside.seq > d.scene.State.Seq
	d.beside.match = match
	var list []runner.Companion
	for _, s := range d.scene.Companions {
		list = append(list, runner.Companion{ID: s.ID, Config: s.Asked})
	}
	d.beside.seq = d.outbox.put(runner.Command{Order: runner.Accompany, Companions: list, Match: match})
}

// takeCompanions files what the runs beside made.
func (d *Desk) takeCompanions(b runner.Batch) {
	known := d.everBeside() // they go on until the start that is to end them begins, and may stay
	for _, told := range b.Companions {
		i := slices.IndexFunc(known, func(s *scene.Companion) bool { return s.ID == told.ID })
		if i < 0 {
			continue
		}
		s := known[i]
		for _, r := range told.Rows {
			if r.Iteration == s.Run.Last()+1 {
				s.Run.Add(r)
			}
		}
		for _, n := range told.Notices {
			if !slices.ContainsFunc(s.Run.News, func(o sim.Notice) bool { return o.Iteration == n.Iteration && o.Text == n.Text }) { // a fork tells it again
				s.Run.Remember(n)
			}
		}
		told.Rows, told.Notices = nil, nil
		s.State, s.Asked = told, told.Asked
	}
	if b.State.Seq >= d.beside.seq { // those that could not begin are gone
		d.scene.Companions = slices.DeleteFunc(d.scene.Companions, func(s *scene.Companion) bool {
			return !slices.ContainsFunc(b.Companions, func(c runner.Companion) bool { return c.ID == s.ID })
		})
	}
}

// TakeAway takes a run away that is beside.
func (d *Desk) TakeAway(id int) {
	d.hooks.Leaving()
	d.scene.Companions = slices.DeleteFunc(d.scene.Companions, func(s *scene.Companion) bool { return s.ID == id })
	d.sendCompanions(false)
}

// anew starts the histories of the runs beside with a new run at the keys.
func (d *Desk) anew(b runner.Batch) {
	for _, s := range d.besideOf(d.asked(b.State.Began)) {
		taken := 0
		if i := slices.IndexFunc(b.Companions, func(c runner.Companion) bool { return c.ID == s.ID }); i >= 0 {
			taken = b.Companions[i].Taken
		}
		s.Run, s.State = s.Run.Until(taken, s.Asked), runner.Companion{}
	}
	if d.Matching() && b.State.Seq >= d.beside.matched {
		d.scene.Base.Set, d.scene.Base.Events, d.beside.matched = b.State.Replay.Set, b.State.Replay.Events, 0
	}
}

// raced are the methods of Recycled ADMM, Fig. 5.
var raced = []string{"dvp", "madmm", "radmm", "mradmm"}

// Race starts all runs side by side within one budget; without any beside, those
// of Fig. 5.
func (d *Desk) Race(budget string) {
	c := d.scene.Anew()
	k := config.BudgetKnob
	c, err := k.Assign(c, budget)
	if err != nil {
		d.scene.Warn("%v", err)
		return
	}
	c.Stop = true
	d.replacing()
	d.hooks.Leaving()
	changes := len(c.Events)
	if !d.scene.Comparing() {
		for _, id := range raced {
			if id != c.Method && len(d.scene.Companions) < runner.MaxCompanions {
				d.putCompanion(scene.OtherMethod(c, id))
			}
		}
	} else { // others of the same kind, so that the runner begins them anew
		for i, s := range d.scene.Companions {
			d.scene.Companions[i] = d.newCompanion(s.Asked)
			changes += len(s.Asked.Events)
		}
	}
	d.wantRun = true
	d.beside.matched = d.startAs(runner.Command{Config: c, Match: true})
	d.sendCompanions(true)
	without := ""
	if changes > 0 {
		without = "; changes on the way are left out"
	}
	all := c.Promise() // the δ is that of this run for all of them
	for _, s := range d.scene.Companions {
		asked := s.Asked.Clone()
		asked.Set.Delta = c.Set.Delta
		all = all.And(asked.Promise())
	}
	d.scene.Say("every run within a total ε of %s %s, by its own noise%s; c lists the values", budget, all.Words(), without)
}
