package sim

import (
	"fmt"
	"math"

	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

// Filter names the total of a run whose charges depend on what was drawn: the bound that
// its budget enforced.
const Filter = "filter"

// filter is what is promised of a run some of whose charges depend on what was drawn. What
// such a run has spent is random, and no guarantee. A bound B on the sum of mu^2 of all its
// releases that is declared beforehand and enforced before each of them is one: together
// they are B-GDP, however later charges are chosen by what earlier releases show (Smith and
// Thakurta 2022; Koskela, Tobaben and Honkela 2023). A budget at a delta is such a bound,
// by the Gaussian curve. Where a budget is raised while the run goes on, the largest one
// counts, as if it had been declared at the start.
type filter struct {
	since  int  // the first iteration with such a charge, 0 = none yet
	mixed  bool // some release was not Gaussian: the theorem says nothing of it
	open   int  // the first iteration whose neighbours no bound was kept for, 0 = none yet
	bounds [privacy.Adjacencies]declared
}

// declared is the largest bound enforced since then.
type declared struct {
	epsilon, delta, mu float64
	broken             int // the first iteration since then that was made without one, 0 = none yet
}

// book notes an iteration's charges and the budget enforced under an adjacency, 0 if none
// was.
func (f *filter) book(t int, charges []privacy.Charge, under privacy.Adjacency, budget, delta float64) {
	for _, c := range charges {
		f.mixed = f.mixed || c.Cost[under] != (privacy.Cost{}) && c.Cost[under].Mu == 0
		if c.Adaptive && f.since == 0 {
			f.since = t
		}
	}
	if f.since == 0 {
		return
	}
	for a := range f.bounds {
		b := &f.bounds[a]
		switch {
		case budget > 0 && privacy.Adjacency(a) == under:
			if budget == b.epsilon && delta == b.delta {
				break
			}
			if mu := privacy.GaussianMu(budget, delta); mu > b.mu {
				b.epsilon, b.delta, b.mu = budget, delta, mu
			}
		case b.broken == 0:
			b.broken = t
		}
	}
	if f.open == 0 && f.bounds[under].broken > 0 {
		f.open = t
	}
}

// total is the bound at delta, not valid if there is none.
func (f *filter) total(a privacy.Adjacency, delta float64) account.Total {
	b := f.bounds[a]
	none := account.Total{Name: Filter, Epsilon: math.Inf(1), Delta: delta}
	switch {
	case f.mixed:
		none.Why = "not every release drew Gaussian noise"
		return none
	case f.since == 0:
		none.Why = "no charge depends on what was drawn"
		return none
	case b.broken > 0:
		none.Why = fmt.Sprintf("from t = %d on no budget was kept", b.broken)
		return none
	}
	total := account.Total{Name: Filter, Epsilon: b.epsilon, Delta: delta, Valid: true, Why: "a budget that was kept before each release bounds them all, whatever was drawn"}
	if delta != b.delta {
		total.Epsilon = privacy.GaussianEpsilon(b.mu, delta)
	}
	return total
}

// kept is the epsilon at delta of the bound enforced so far if that is above a budget
// now in force, else 0: a smaller budget, or the same at a smaller delta, does not undo it.
func (f *filter) kept(a privacy.Adjacency, budget, delta float64) float64 {
	b := f.bounds[a]
	if f.since == 0 || f.mixed || b.broken > 0 || b.mu <= privacy.GaussianMu(budget, delta) {
		return 0
	}
	return privacy.GaussianEpsilon(b.mu, delta)
}
