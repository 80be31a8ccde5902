package account

import "math"

// Account holds the steps of one holder and composes them at one delta.
type Account struct {
	delta  float64
	closed spent  // all steps but those of the run
	run    lawful // the last step, repeated
	repeat int
	open   spent   // room for all
	laws   *lawSet // of all accounts that book together
	cache  *momentCache
	totals []Total // of the steps so far by Accountants, without words on obstacles
	stale  bool    // a step has been added since
	room   *room   // for work, shared with clones
}

// New is an empty account whose totals are stated at delta; a delta outside of
// [0, 1) is read as 0, for which only basic composition says anything.
func New(delta float64) *Account {
	if !(delta >= 0 && delta < 1) {
		delta = 0
	}
	return &Account{delta: delta, stale: true, laws: &lawSet{}, cache: &momentCache{}, room: &room{}, closed: spent{laws: &lawCache{}}}
}

// Add books one step. Repeating the step before costs a comparison.
func (a *Account) Add(s Step) {
	s = s.sane()
	a.stale = true
	if a.repeat > 0 && s == a.run.Step {
		a.repeat++
		return
	}
	a.close()
	a.run, a.repeat = lawful{Step: s}, 1
	if s.isGammaNorm() {
		a.run.law = a.laws.take(s.shape())
	}
}

// Steps is the number of steps booked.
func (a *Account) Steps() int { return a.closed.steps + a.repeat }

// close books the run.
func (a *Account) close() {
	if a.repeat > 0 {
		a.closed.book(a.run.Step, a.repeat, a.cache.of(a.run))
		a.repeat = 0
	}
}

// all is what has been spent, the run included; it stays valid until the next step.
// The run stays open: a total must not depend on how often it was asked for, not even
// in its last bit.
func (a *Account) all() *spent {
	a.closed.settle(a.room)
	if a.repeat == 0 {
		return &a.closed
	}
	groups, ahead := append(a.open.pures.groups[:0], a.closed.pures.groups...), append(a.open.ahead[:0], a.closed.ahead...)
	few := append(a.open.few[:0], a.closed.few...)
	a.open = a.closed
	a.open.pures.groups, a.open.ahead, a.open.few = groups, ahead, few
	a.open.book(a.run.Step, a.repeat, a.cache.of(a.run))
	return &a.open
}

// refresh brings the totals up to date. Composing needs room but no words.
func (a *Account) refresh() {
	if !a.stale {
		return
	}
	t := a.all()
	a.totals = a.totals[:0]
	for _, by := range Accountants {
		a.totals = append(a.totals, by.totalWithin(t, a.room, a.delta))
	}
	a.stale = false
}

// Totals are the totals of all accountants, in the order of Names.
func (a *Account) Totals() []Total {
	a.refresh()
	t := a.all()
	totals := append([]Total(nil), a.totals...)
	for i, by := range Accountants {
		by.explain(&totals[i], t, a.delta)
		if _, kept := by.reads(t); by == pld && totals[i].Valid && totals[i].Why == onTheGrid {
			totals[i].Why += t.told(totals[i].Epsilon, afterFailures(a.delta, kept))
		}
	}
	return totals
}

// Best is the smallest of the valid totals, at a tie that at the smallest delta: where nothing
// was paid it is 0 at 0. If none is valid its Epsilon is +Inf.
func (a *Account) Best() Total {
	a.refresh()
	return bestOf(a.totals)
}

// BestAt is Best at another delta, to be held against a total that is stated at it. At 0
// it is the pure total.
func (a *Account) BestAt(delta float64) Total {
	if delta == a.delta {
		return a.Best()
	}
	t := a.all()
	totals := make([]Total, len(Accountants))
	for i, by := range Accountants {
		totals[i] = by.totalWithin(t, a.room, delta)
	}
	return bestOf(totals)
}

// bestOf is the smallest valid one of the totals by Accountants; of equal ones that at the smallest
// delta, and of these an exact one.
func bestOf(totals []Total) Total {
	best := Total{Name: Best, Epsilon: math.Inf(1), Why: "no accountant promises anything for these steps"}
	for i, t := range totals {
		if t.Valid && (t.Epsilon < best.Epsilon || t.Epsilon == best.Epsilon && (t.Delta < best.Delta || t.Delta == best.Delta && Accountants[i].exact)) {
			best = t
		}
	}
	return best
}
