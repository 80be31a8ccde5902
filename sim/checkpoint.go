package sim

import (
	"slices"
	"sort"

	"admmlab/models"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
	"admmlab/sim/privacy/realised"
)

// Checkpoint is a copy of all that a session carries from one iteration to the next.
type Checkpoint struct {
	standing
	method admm.Checkpoint
	ledger *privacy.Ledger
	totals *totals
	meter  *measured // nil when nobody measured
}

// measured is what an exposure carries.
type measured struct {
	records, columns []*realised.Odometer
	certificates     []float64
	watched          realised.Hidden
	whose            [2]int  // node and record that are watched; of nobody's at -1
	total            float64 // of that record
	bare, hidden     []bool
	covered          []bool
	missed           bool
}

// Iteration is the number of iterations done when it was saved.
func (c *Checkpoint) Iteration() int { return c.t }

// Save copies where s stands, for Resume: before its first iteration or right after one, before Ready makes
// what is due next happen where the run stands still.
func (s *Session) Save() *Checkpoint {
	c := &Checkpoint{standing: s.standing, method: admm.Save(s.method), ledger: s.ledger.Clone(), totals: s.totals.copy(s.each)}
	c.changes, c.opening = slices.Clip(c.changes), slices.Clip(c.opening) // whoever goes on from it appends
	if s.meter != nil {
		c.meter = s.meter.save()
	}
	return c
}

// Resume makes s go on where c was saved, by a session of the same start and data, and
// then do what events says: of those, which are in order, the ones behind c. What was to come
// before c has happened there, or was refused. A session that measures nothing may go on from
// one that did.
func (s *Session) Resume(c *Checkpoint, events []config.Event) {
	s.standing = c.standing
	behind := sort.Search(len(events), func(i int) bool { return events[i].At > c.t })
	s.Follow(append(slices.Clip(c.changes), events[behind:]...))
	admm.Resume(s.method, c.method)
	s.ledger, s.totals = c.ledger.Clone(), c.totals.copy(s.each)
	if s.meter != nil {
		s.meter.resume(c.meter)
	}
	s.last, s.ear.wire = admm.Round{}, nil
}

// Follow makes events what happens to s; those that have happened come first.
func (s *Session) Follow(events []config.Event) {
	s.schedule, s.replay = slices.Clone(events[len(s.changes):]), config.Config{}
	s.barred, s.next.made = nil, false
}

// Saved is about how many bytes Save takes.
func (s *Session) Saved() int {
	floats := admm.Floats(s.method)
	if s.meter != nil {
		for _, o := range s.meter.records {
			floats += len(o.Totals())
		}
	}
	bytes := 8 * floats
	for _, c := range s.totals.classes {
		for _, a := range c {
			bytes += a.Bytes()
		}
	}
	return bytes
}

func (e *exposure) save() *measured {
	m := &measured{bare: slices.Clone(e.bare), hidden: slices.Clone(e.hidden), covered: slices.Clone(e.covered), missed: e.missed, certificates: slices.Clone(e.certificates), records: odometers(e.records), columns: odometers(e.columns)}
	if m.whose = e.followed(); e.watched != nil {
		m.watched, m.total = e.watched.Save(), e.total
	}
	return m
}

func (e *exposure) resume(m *measured) {
	copy(e.certificates, m.certificates)
	copy(e.bare, m.bare)
	copy(e.hidden, m.hidden)
	copy(e.covered, m.covered)
	e.missed = m.missed
	e.records, e.columns = odometers(m.records), odometers(m.columns)
	switch {
	case e.watched == nil:
	case m.whose == e.followed():
		e.watched.Resume(m.watched)
		e.total = m.total
	default: // chosen by hand behind m, which is of before there was any hidden state
		e.watch(e.rows[e.node][e.record])
	}
}

// followed is whose hidden state is followed, see measured.
func (e *exposure) followed() [2]int {
	if e.watched == nil {
		return [2]int{-1, -1}
	}
	return [2]int{e.node, e.record}
}

func odometers(list []*realised.Odometer) []*realised.Odometer {
	copies := make([]*realised.Odometer, len(list))
	for i, o := range list {
		copies[i] = o.Clone()
	}
	return copies
}

// copy is totals of their own that stand where t does, for who computes with each.
func (t *totals) copy(each models.Each) *totals {
	next := t.with(account.Copy)
	next.each = each
	return next
}
