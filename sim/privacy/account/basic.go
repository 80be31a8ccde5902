package account

import (
	"math"

	"admmlab/sim/privacy"
)

// Basic is the sum of epsilons, and the sum of deltas.
const Basic = "basic"

var basic = &Accountant{
	Name:  Basic,
	Words: "the sum of the steps",
	reads: (*spent).pure,
	obstacle: func(t *spent, delta float64) obstacle {
		switch {
		case t.unbounded > 0:
			return noEpsilon
		case t.delta > delta, t.impure > 0 && t.delta >= delta:
			return deltasSpent
		}
		return free
	},
	compose: func(t *spent, _ *room, delta, _ float64) (epsilon, with float64, why string) {
		if t.impure > 0 {
			together := privacy.GaussianEpsilon(math.Sqrt(t.impureVariance), delta-t.delta)
			return t.sum + together, delta, "the pure epsilons add up, plus the epsilon of all Gaussian steps together"
		}
		return t.sum, t.delta, "the epsilons of all steps add up, and so do their deltas"
	},
	whole: true,
	deltaAt: func(t *spent, epsilon float64) float64 {
		switch {
		case epsilon < t.sum:
			return 1
		case t.impure > 0:
			return math.Min(1, t.delta+privacy.GaussianDelta(math.Sqrt(t.impureVariance), epsilon-t.sum))
		}
		return math.Min(1, t.delta)
	},
	fallback: func(t *spent) (epsilon, with float64, ok bool) { return t.sum, t.delta, t.unbounded+t.impure == 0 },
}
