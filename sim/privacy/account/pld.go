package account

import "math"

// PLD composes the distributions of the losses themselves.
const PLD = "PLD"

var pld = &Accountant{
	Name:     PLD,
	Words:    "the distribution of the losses itself, composed by Fourier transforms and rounded up",
	slow:     true,
	reads:    gammaNorm.reads,
	obstacle: gammaNorm.obstacle,
	compose: func(t *spent, r *room, delta, slack float64) (epsilon, with float64, why string) {
		epsilon, why = leastEpsilon(t.momentAt, slack), "the moments' bound: no grid holds these losses, or delta is too small for it"
		if most := t.most(); most <= epsilon {
			epsilon, why = most, "the worst cases add up, to no more than what a grid or the moments say"
		}
		if l, ok := t.distribution(r); ok {
			switch e := l.epsilon(slack); {
			case e < epsilon:
				epsilon, why = e, onTheGrid
			case epsilon < t.most() && !math.IsInf(e, 1):
				why = "the moments' bound, which is no larger than what the grid gives"
			}
		}
		return epsilon, delta, why
	},
	deltaAt: func(t *spent, epsilon float64) float64 {
		if epsilon >= t.most() {
			return 0
		}
		delta := leastDelta(t.momentAt, epsilon)
		if l, ok := t.distribution(nil); ok {
			delta = math.Min(delta, l.delta(epsilon))
		}
		return delta
	},
}

// onTheGrid is why the total holds where a grid gave it.
const onTheGrid = "losses are put on a grid, rounded up, and composed as distributions"

// most is the total of the worst cases, +Inf if a step has none, or a Gaussian one has one
// that may fail: of the failures of others the deltas speak that are read beside it.
func (t *spent) most() float64 {
	if t.unbounded+t.impure+t.failing > 0 {
		return math.Inf(1)
	}
	return t.sum
}
