package sim

import (
	"iter"
	"slices"

	"admmlab/sim/config"
	"admmlab/sim/privacy/account"
)

// Left is how many more iterations like the next fit into the budget at least, see LeftExactly,
// under a schedule up to the limit or one beyond it, and why that is a guess, "" if it is none;
// false if there is no budget or no guarantee. It may take a tenth of a second for each class of
// nodes after many different steps.
func (s *Session) Left() (left int, guess string, ok bool) {
	if s.halted != "" {
		return 0, "", false
	}
	n := s.prepare()
	if !s.budgeted(&n.terms) {
		return 0, "", false
	}
	accounts := s.accounts(n)
	if n.now.Schedule.Constant() {
		left = s.leftAlike(n, accounts)
	} else {
		left = s.leftByRule(n, accounts)
	}
	switch {
	case n.wall != "", s.unpromised(n, s.price(&n.terms, 0)) != "":
		left = 0
	case left == 0 && s.t < n.now.Iterations && (n.now.Stop || s.wall(n) == ""):
		left = 1 // the dearest charges of all nodes do not fit together, those of each do
	}
	if rest := n.now.Iterations - s.t; rest > 1 && left >= rest { // a closing step may cost more
		if !n.fits(accounts, s.rest(&n.terms, rest), n.now.Budget) {
			left = rest - 1
		}
	}
	left = s.settled(n, min(left, config.MaxIterations))
	return left, s.guess(n, s.t+left), true
}

// settled is so many iterations that are left, as far as they keep the budget as they will be booked:
// accountants do not round what the dearest of all nodes would pay as they round what each pays.
func (s *Session) settled(n *coming, left int) int {
	switch {
	case left <= 1, s.LeftExactly():
		return left
	case !s.foreseen(&n.terms, left):
		if n.now.Schedule.Constant() && s.varies(&n.terms, left) { // taken at its dearest, far above what it costs
			return left
		}
		return left - 1 - left/1000
	}
	for less := 1; left > 1 && !s.lasts(&n.terms, left, n.now.Budget); less *= 2 {
		left = max(1, left-less)
	}
	return left
}

// LeftExactly reports whether no more fit than Left says: every iteration to come costs every node
// the same. Else a node is taken to pay, for each of a stretch of iterations, what is the dearest to
// any in any of them.
func (s *Session) LeftExactly() bool {
	n := s.prepare()
	return s.apart(&n.terms, config.MaxIterations) == "" && s.alike(&n.terms)
}

// alike reports whether all nodes will have paid the same after one more turn.
func (s *Session) alike(at *terms) bool {
	totals := s.totals.after(nil, at.set.Delta)
	for k := range s.spec.Turn {
		totals.add(s.price(at, k).Charges, at.set.Delta)
	}
	return len(totals.classes) == 1
}

// fits reports whether steps keep every account within a total.
func (n *coming) fits(accounts iter.Seq2[int, *account.Account], steps []account.Steps, within float64) bool {
	for _, a := range accounts {
		if !a.Fits(steps, within, n.now.Accountant) {
			return false
		}
	}
	return true
}

// leftAlike is Left where every turn after the next costs the same.
func (s *Session) leftAlike(n *coming, accounts iter.Seq2[int, *account.Account]) int {
	turn := s.spec.Turn
	next, later := make([][]account.Steps, turn+1), make([][]account.Steps, turn+1) // the releases of the first so many iterations of a turn
	for k := range turn {
		next[k+1] = joined(slices.Clone(next[k]), s.releases(&n.terms, k, k), 1)
		later[k+1] = joined(slices.Clone(later[k]), s.releases(&n.terms, k, config.MaxIterations), 1)
	}
	fits := func(a *account.Account, iterations int) bool {
		list := slices.Clone(next[min(turn, iterations)])
		if iterations > turn {
			for _, c := range later[turn] {
				list = joined(list, []account.Step{c.Step}, c.Count*(iterations/turn-1))
			}
			for _, c := range later[iterations%turn] {
				list = joined(list, []account.Step{c.Step}, c.Count)
			}
		}
		return a.Fits(list, n.now.Budget, n.now.Accountant)
	}
	left := -1
	for _, a := range accounts {
		if left >= 0 && fits(a, left) {
			continue
		}
		left = 0
		if turns := a.Iterations(next[turn], later[turn], n.now.Budget, n.now.Accountant); turns > 0 {
			left = (1 + turns) * turn
		}
		for most := left + 2*turn; left < most-1 && fits(a, left+1); {
			left++
		}
	}
	return left
}

// leftByRule is Left under a schedule, up to the limit: so many that their costs, each
// stretch of them as its dearest, fit by every account, looked for by halves.
func (s *Session) leftByRule(n *coming, accounts iter.Seq2[int, *account.Account]) int {
	low, high := 0, max(1, n.now.Iterations-s.t)
	if n.fits(accounts, s.rest(&n.terms, high), n.now.Budget) {
		low = high
	}
	for low+1 < high {
		if middle := (low + high) / 2; n.fits(accounts, s.rest(&n.terms, middle), n.now.Budget) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}
