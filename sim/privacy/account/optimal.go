package account

import (
	"math"
	"slices"

	"admmlab/models/elementary"
)

// Optimal is the best possible given only the pure epsilons.
const Optimal = "optimal"

var optimal = &Accountant{
	Name:     Optimal,
	Words:    "the best that follows from the ε of the steps alone",
	slow:     true,
	reads:    (*spent).pure,
	obstacle: onlyPure,
	compose: func(t *spent, r *room, delta, slack float64) (epsilon, with float64, why string) {
		if r == nil {
			r = &room{}
		}
		return t.optimal(r, slack), delta, "exact worst case of steps known only by their pure epsilon"
	},
	deltaAt: (*spent).optimalDelta,
}

// optimal composes the pure steps at a delta of slack.
func (t *spent) optimal(r *room, slack float64) float64 {
	switch groups := t.pures.groups; len(groups) {
	case 0:
		return 0
	case 1:
		return math.Min(t.sum, r.responseEpsilon(groups[0].epsilon, groups[0].count, slack))
	default:
		if l, ok := r.compose(groups, slack); ok {
			return math.Min(t.sum, l.epsilon(slack))
		}
		return t.sum
	}
}

// optimalDelta is the smallest delta at epsilon, before the deltas of the steps.
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

// A pure epsilon-step is never worse than randomised response, which reports the
// truth with probability p = e^eps/(1 + e^eps) and so has loss +eps with
// probability p and -eps otherwise (KOV, Theorem 3.2 and its proof; same loss, same
// composition). The curves below are therefore optimal given nothing but the
// epsilons.

// room is work space, kept from one composition to the next.
type room struct {
	masses, parts []float64
	sums          [2][]float64
	sorted        []pureGroup
}

// losses is a privacy loss distribution on equally spaced points.
type losses struct {
	low, spacing float64
	mass         []float64 // of low, low + spacing, ...
	infinite     float64   // mass of loss +Inf
}

func (l losses) at(i int) float64 { return l.low + float64(float64(i)*l.spacing) }

// delta is the hockey-stick curve at epsilon:
//
//	delta(E) = P[loss = Inf] + sum over losses l > E of P[l] (1 - e^(E - l))
func (l losses) delta(epsilon float64) float64 {
	sum := l.infinite
	for i := len(l.mass) - 1; i >= 0 && l.at(i) > epsilon; i-- {
		sum -= float64(l.mass[i] * elementary.Expm1(epsilon-l.at(i)))
	}
	return math.Min(1, sum)
}

// epsilon is the smallest E >= 0 with delta(E) <= delta, +Inf if there is none.
// Between two neighbouring points the curve is A - e^E B, so it is solved, not
// searched.
func (l losses) epsilon(delta float64) float64 {
	if l.infinite > delta {
		return math.Inf(1)
	}
	decay := elementary.Exp(-l.spacing)
	above, scaled := l.infinite, 0.0 // A, and B e^(loss of point i)
	for i := len(l.mass) - 1; i >= 0; i-- {
		above += l.mass[i]
		scaled = float64(scaled*decay) + l.mass[i]
		if i == 0 || above-float64(scaled*decay) > delta {
			// no cancellation to speak of: the point is in this interval
			return math.Max(0, l.at(i)+elementary.Log(math.Max(0, above-delta)/scaled))
		}
		if l.at(i) <= 0 {
			break
		}
	}
	return 0
}

// binomial is the loss of k >= 1 randomised responses of equal epsilon > 0:
// (2j - k) eps with probability C(k,j) p^j (1-p)^(k-j). Masses grow from the mode by
// their ratio, so nothing overflows; those below 1e-300 of the mode are dropped.
func binomial(k int, epsilon float64) losses { return (&room{}).binomial(k, epsilon) }

func (r *room) binomial(k int, epsilon float64) losses {
	const negligible = 1e-300
	p := 1 / (1 + elementary.Exp(-epsilon))
	mode := min(k, int(float64(k+1)*p))
	down := append(r.masses[:0], 1) // masses at mode, mode-1, ...
	sum := 1.0
	ratio := elementary.Exp(-epsilon)
	for j, m := mode, 1.0; j > 0; j-- {
		m = float64(m * (float64(j) / float64(k-j+1) * ratio))
		if m < negligible {
			break
		}
		down = append(down, m)
		sum += m
	}
	slices.Reverse(down)
	low := mode - len(down) + 1
	ratio = elementary.Exp(epsilon)
	for j, m := mode, 1.0; j < k; j++ {
		m = float64(m * (float64(k-j) / float64(j+1) * ratio))
		if m < negligible {
			break
		}
		down = append(down, m)
		sum += m
	}
	for i := range down {
		down[i] /= sum
	}
	r.masses = down
	return losses{low: float64(2*low-k) * epsilon, spacing: 2 * epsilon, mass: down}
}

// ResponseDelta is the exact delta of k >= 0 pure epsilon-steps at total:
//
//	delta(E) = sum_j C(k,j) p^j (1-p)^(k-j) (1 - e^(E - (2j-k) eps))_+
func ResponseDelta(epsilon float64, k int, total float64) float64 {
	if !(epsilon > 0) || k <= 0 {
		return math.Max(0, -elementary.Expm1(total))
	}
	if math.IsInf(epsilon, 1) {
		return 1
	}
	return binomial(k, epsilon).delta(total)
}

func (r *room) responseEpsilon(epsilon float64, k int, delta float64) float64 {
	basic := epsilon * float64(k)
	if !(epsilon > 0) || k <= 0 || math.IsInf(epsilon, 1) || delta < 1e-280 {
		return math.Max(0, basic)
	}
	return math.Min(basic, r.binomial(k, epsilon).epsilon(delta))
}
