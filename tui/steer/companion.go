package steer

import (
	"slices"
	"strings"

	"admmlab/sim"
	"admmlab/sim/archive"
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

// coming are those that go beside the run of the newest start under way: those that are beside
// now where it brings no others.
func (d *Desk) coming() []*scene.Companion {
	if own := d.ownComing(); own != nil {
		return *own
	}
	return d.scene.Companions
}

// ownComing are those that the newest start under way brings, nil where it brings none.
func (d *Desk) ownComing() *[]*scene.Companion {
	if len(d.starts) == 0 {
		return nil
	}
	return d.starts[len(d.starts)-1].beside
}

// bring makes the newest start under way bring others in place of those that are beside, which
// stay until it has begun.
func (d *Desk) bring(list []*scene.Companion) { d.starts[len(d.starts)-1].beside = &list }

// CatchingUp reports whether a run beside is still to come to where the one at the keys stands, as
// it is not kept before its first iteration.
func (d *Desk) CatchingUp() bool {
	return slices.ContainsFunc(d.scene.Companions, func(s *scene.Companion) bool {
		return s.Run.Last() < d.scene.Run.Last() && s.Ending() == archive.Left
	})
}

// AddBeside puts a run of c beside, on the same data, split and draws; origin is that of the
// data it ran on before, "" for unknown. That they are others is told once it is there.
func (d *Desk) AddBeside(c config.Config, origin string) {
	if d.Matching() {
		d.scene.Warn("the noise is being chosen for a total ε of %s: put a run beside once this one has begun", numeral.Given(d.scene.Base.Budget))
		return
	}
	if len(d.coming()) == runner.MaxCompanions {
		d.scene.Warn("%d runs are beside already: take one away first (c, enter)", runner.MaxCompanions)
		return
	}
	beside, name := d.newCompanion(c), c.Spec().Name
	beside.Origin = origin
	if own := d.ownComing(); own != nil {
		*own = append(*own, beside)
	} else {
		d.scene.Companions = append(d.scene.Companions, beside)
		name = d.scene.CompanionName(len(d.scene.Companions))
	}
	d.sendCompanions(false)
	if taken := c.TakenFrom(d.scene.Next()); taken != nil {
		d.scene.Say("%s beside, with the %s of this run; c lists what differs", name, strings.Join(taken, ", "))
		return
	}
	d.scene.Say("%s beside: the same data, split and draws; c lists what differs", name)
}

// Matching reports whether a run is about to begin whose noise is being chosen.
func (d *Desk) Matching() bool { return d.beside.matched > 0 }

func (d *Desk) newCompanion(c config.Config) *scene.Companion {
	d.beside.ids++
	d.hooks.Joined(d.beside.ids, d.scene.Now)
	return &scene.Companion{ID: d.beside.ids, Asked: c, Run: newCompanionHistory(c)}
}

// Together begins the first of some runs with the others beside, in place of
// those that were.
func (d *Desk) Together(list []config.Config) {
	d.wantRun = true
	before := d.scene.Comparing() || len(d.coming()) > 0
	var others []*scene.Companion
	for _, c := range list[1:min(len(list), 1+runner.MaxCompanions)] {
		others = append(others, d.newCompanion(c))
	}
	d.Renew(list[0])
	d.bring(others)
	if before || others != nil {
		d.sendCompanions(false)
	}
}

func newCompanionHistory(c config.Config) *scene.History {
	return &scene.History{Config: c, Label: c.Spec().Name}
}

// sendCompanions tells the runner which runs go beside; with match they are calibrated
// to the budget first, and so they are where those it has not heard of yet were to be. Those that
// a start brings are of its run alone: where it is refused, that is why they are not there.
func (d *Desk) sendCompanions(match bool) {
	match = match || d.beside.match && d.beside.seq > d.scene.State.Seq
	d.beside.match = match
	var list []runner.Companion
	for _, s := range d.coming() {
		list = append(list, runner.Companion{ID: s.ID, Config: s.Asked})
	}
	of := 0
	if d.ownComing() != nil {
		of = d.scene.Starting
	}
	d.beside.seq = d.outbox.put(runner.Command{Order: runner.Accompany, For: of, Companions: list, Match: match})
}

// takeCompanions files what the runs beside made.
func (d *Desk) takeCompanions(b runner.Batch) {
	for _, told := range b.Companions {
		i := slices.IndexFunc(d.scene.Companions, func(s *scene.Companion) bool { return s.ID == told.ID })
		if i < 0 {
			continue
		}
		s := d.scene.Companions[i]
		for _, r := range told.Rows {
			if r.Iteration == s.Run.Last()+1 {
				s.Run.Add(r)
			}
		}
		for _, n := range told.Notices {
			s.Run.Remember(n)
		}
		told.Rows, told.Notices = nil, nil
		s.State, s.Asked = told, told.Asked
		if d.scene.Starting <= b.State.Began { // else it is of another run
			d.doubtBeside(i, b.State)
		}
	}
	if d.scene.Starting > b.State.Began { // those it was told of are of another run
		return
	}
	if b.State.Seq >= d.beside.seq { // those that could not begin are gone
		d.scene.Companions = slices.DeleteFunc(d.scene.Companions, func(s *scene.Companion) bool {
			return !slices.ContainsFunc(b.Companions, func(c runner.Companion) bool { return c.ID == s.ID })
		})
	}
}

// doubtBeside tells, once, where a run beside is not what it was before: files of its data have
// changed. Where its data had another name it is there to compare.
func (d *Desk) doubtBeside(i int, now runner.State) {
	s := d.scene.Companions[i]
	doubt := archive.Unlike(s.Origin, now.Size.Origin)
	s.Origin = ""
	if doubt == "" || runner.FullPaths(s.Asked.Data) != runner.FullPaths(now.Config.Data) {
		return
	}
	s.Run.Remember(sim.Notice{Kind: sim.Data, Text: "not as it was: " + doubt})
	d.scene.Warn("%s beside, but not as it was: %s", d.scene.CompanionName(i+1), doubt)
}

// TakeAway takes a run away that is beside.
func (d *Desk) TakeAway(id int) {
	d.hooks.Leaving()
	d.scene.Companions = slices.DeleteFunc(d.scene.Companions, func(s *scene.Companion) bool { return s.ID == id })
	d.sendCompanions(false)
}

// replace puts those that a start has brought in place of those that were beside.
func (d *Desk) replace(begun *start) {
	brought := begun.beside
	if brought == nil {
		return
	}
	d.scene.Companions = *brought
	for i := range d.starts { // a later one that brings no others finds these
		if s := &d.starts[i]; s.beside == brought {
			s.beside = nil
		}
	}
}

// anew starts the histories of the runs beside with a new run at the keys.
func (d *Desk) anew(b runner.Batch) {
	for _, s := range d.scene.Companions {
		taken, stood := 0, sim.Row{}
		if i := slices.IndexFunc(b.Companions, func(c runner.Companion) bool { return c.ID == s.ID }); i >= 0 {
			taken, stood = b.Companions[i].Taken, b.Companions[i].Stood
		}
		s.Run, s.State = s.Run.Until(taken, s.Asked, stood), runner.Companion{}
	}
}

// Race starts all runs side by side within one budget; without any beside, those
// of Fig. 5. Where a wish does not fit, nothing happens.
func (d *Desk) Race(budget string) {
	if err := d.scene.Unfit(); err != nil {
		d.scene.Warn("%v", err)
		return
	}
	c := d.scene.Anew()
	k := config.BudgetKnob
	c, err := k.Put(c, budget)
	if err != nil {
		d.scene.Warn("%v", err)
		return
	}
	c.Stop = true
	changes, others := len(c.Events), []*scene.Companion(nil)
	for _, s := range d.coming() { // others of the same kind, so that the runner begins them anew
		others = append(others, d.newCompanion(s.Asked))
		changes += len(s.Asked.Events)
	}
	if others == nil {
		for _, other := range scene.Raced(c) {
			others = append(others, d.newCompanion(other))
		}
	}
	d.wantRun = true
	d.beside.matched = d.startAs(runner.Command{Config: c, Match: true}, nil)
	d.bring(others)
	d.sendCompanions(true)
	without := ""
	if changes > 0 {
		without = "; changes on the way are left out"
	}
	all := c.Promise() // the δ is that of this run for all of them
	for _, s := range others {
		asked := s.Asked.Clone()
		asked.Set.Delta = c.Set.Delta
		all = all.And(asked.Promise())
	}
	d.scene.Say("every run within a total ε of %s %s, by its own noise%s; c lists the values", budget, all.Words(), without)
}
