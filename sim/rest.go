package sim

import (
	"slices"

	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

// lasts reports whether so many more iterations under terms keep a total, each node's with
// its own costs as they will be booked: accountants round, so that a little less can come to
// more. Of more than mostBooked, or mostApart that cost one thing and another, it is not asked.
func (s *Session) lasts(at *terms, left int, within float64) bool {
	if left > mostBooked || left > mostApart && s.varies(at, left) {
		return true
	}
	totals := s.totals.after(nil, at.set.Delta)
	for k := range left {
		totals.add(s.price(at, k).Charges, at.set.Delta)
	}
	adjacency := s.spec.AdjacencyOf(at.set)
	for _, c := range totals.all() {
		if !c[adjacency].Fits(nil, within, at.now.Accountant) {
			return false
		}
	}
	return true
}

// stretches is into how many parts the iterations to come are cut where what they cost
// changes, as where a penalty grows or a schedule says so: each costs what its dearest does.
const stretches = 32

// mostApart is up to how many iterations that cost one thing and another are held against a
// budget as they will be booked, one by one: accountants round, and add more to many
// different costs than to few.
const mostApart = privacy.Foreseen

// mostBooked is up to how many iterations are booked one by one to foresee what they cost.
const mostBooked = 1000

// restExactly is rest with every iteration by itself.
func (s *Session) restExactly(at *terms, left int) []account.Steps {
	var list []account.Steps
	for k := range left {
		for _, c := range s.releases(at, k, k) {
			list = append(list, account.Steps{Step: c, Count: 1})
		}
	}
	return list
}

// joined appends so many of each of steps to a list, to those of their kind where it has
// some: accountants round, and add more to many kinds than to few.
func joined(list []account.Steps, steps []account.Step, count int) []account.Steps {
	for _, c := range steps {
		if k := slices.IndexFunc(list, func(s account.Steps) bool { return s.Step == c }); k >= 0 {
			list[k].Count += count
		} else {
			list = append(list, account.Steps{Step: c, Count: count})
		}
	}
	return list
}

// varies reports whether the iterations that are left, but for the last, cost one thing
// and another under terms.
func (s *Session) varies(at *terms, left int) bool {
	turns := (left - 2) / s.spec.Turn
	return turns > 0 && (!at.now.Schedule.Constant() || !slices.Equal(s.releases(at, 0, s.spec.Turn), s.releases(at, turns*s.spec.Turn, turns*s.spec.Turn)))
}

// rest is what the iterations that are left cost under terms. The first turn is one of its
// own, as the last iteration is: before anything was sent a message can cost less, as that of
// sharing, which costs nothing.
func (s *Session) rest(at *terms, left int) []account.Steps {
	parts := 1
	if s.varies(at, left) {
		parts = min(stretches, left)
	}
	first := min(s.spec.Turn, left-1)
	list := s.restExactly(at, first)
	for k := range parts {
		from, to := first+k*(left-1-first)/parts, first+(k+1)*(left-1-first)/parts
		for place := range min(s.spec.Turn, to-from) {
			list = joined(list, s.releases(at, from+place, to-1), (to-from-place+s.spec.Turn-1)/s.spec.Turn)
		}
	}
	return joined(list, s.releases(at, left-1, left-1), 1)
}
