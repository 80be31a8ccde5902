package account

import (
	"math"

	"admmlab/sim/privacy"
)

// Delta is the smallest delta one accountant (or Best) proves at epsilon >= 0, at
// most 1.
func (a *Account) Delta(name string, epsilon float64) float64 {
	return a.all().deltaAt(name, epsilon)
}

func (t *spent) deltaAt(name string, epsilon float64) float64 {
	if name == Best {
		best := 1.0
		for _, n := range Names() {
			best = math.Min(best, t.deltaAt(n, epsilon))
		}
		return best
	}
	kept := t.logKept
	if name == GammaNorm || name == ZCDP {
		kept = t.logKeptMixed
	}
	if name == Gaussian {
		kept = 0
	}
	// Whether a theorem applies does not depend on delta; just below 1 is enough room.
	if !(epsilon >= 0) || math.IsInf(kept, -1) || t.obstacle(name, math.Nextafter(1, 0)) != free {
		return 1
	}
	delta := 1.0
	switch name {
	case Basic:
		switch {
		case t.impure > 0 && epsilon >= t.sum:
			delta = math.Min(1, t.delta+privacy.GaussianDelta(math.Sqrt(t.impureVariance), epsilon-t.sum))
		case t.impure == 0 && epsilon >= t.sum:
			delta = math.Min(1, t.delta)
		}
		return delta
	case Advanced: // stated for epsilon, so it is searched
		return t.search(name, epsilon)
	case Optimal:
		delta = t.optimalDelta(epsilon)
	case ZCDP:
		delta = ZCDPDelta(t.rho, epsilon)
	case GammaNorm:
		if delta = 0; t.costly > 0 {
			delta = t.moments.delta(epsilon)
		}
	case Gaussian:
		return privacy.GaussianDelta(math.Sqrt(t.variance), epsilon)
	}
	return -math.Expm1(math.Log1p(-delta) + kept)
}

func (t *spent) optimalDelta(epsilon float64) float64 {
	switch groups := t.pures.groups; {
	case epsilon >= t.sum:
		return 0
	case len(groups) == 1:
		return ResponseDelta(groups[0].epsilon, groups[0].count, epsilon)
	default:
		// the grid only has to resolve the delta it finds; 1e-30 spans 12 deviations
		if l, ok := compose(groups, 1e-30); ok {
			return l.delta(epsilon)
		}
		return 1
	}
}

// search is the smallest delta at which an accountant's total is at most epsilon.
func (t *spent) search(name string, epsilon float64) float64 {
	fits := func(logDelta float64) bool {
		total := t.total(name, math.Exp(logDelta))
		return total.Valid && total.Epsilon <= epsilon
	}
	if low := -690.0; fits(low) {
		return math.Exp(low)
	}
	return math.Exp(bisect(-690, 0, func(x float64) bool { return x == 0 || fits(x) }))
}
