package account

import "math"

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
		why = "exact worst case of steps known only by their pure epsilon"
		if len(t.pures.groups) > 1 {
			why = "worst case of steps known only by their pure epsilon, on a grid and rounded up"
		}
		return t.optimal(r, slack), delta, why
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
func (t *spent) optimalDelta(epsilon float64) float64 { return t.worstCases(&room{})(epsilon) }

// worstCases is the curve of the pure steps, before their deltas. It lives in r until the next
// question.
func (t *spent) worstCases(r *room) func(epsilon float64) float64 {
	var l losses
	known := false
	switch groups := t.pures.groups; len(groups) {
	case 0:
	case 1:
		l, known = r.responses(groups[0].count, groups[0].epsilon), true
	default: // the grid only has to resolve the delta it finds; 1e-30 spans 12 deviations
		l, known = r.compose(groups, 1e-30)
	}
	return func(epsilon float64) float64 {
		switch {
		case epsilon >= t.sum:
			return 0
		case known:
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

// responses are k >= 1 randomised responses of equal epsilon > 0, rounded up. Their curve is
//
//	delta(E) = sum_j C(k,j) p^j (1-p)^(k-j) (1 - e^(E - (2j-k) eps))_+
func (r *room) responses(k int, epsilon float64) losses {
	l := r.binomial(k, epsilon)
	return l.roundedUp(len(l.mass), float64(k)*epsilon)
}

func (r *room) responseEpsilon(epsilon float64, k int, delta float64) float64 {
	basic := epsilon * float64(k)
	if !(epsilon > 0) || k <= 0 || math.IsInf(epsilon, 1) || delta < 1e-280 {
		return math.Max(0, basic)
	}
	return math.Min(basic, r.responses(k, epsilon).epsilon(delta))
}
