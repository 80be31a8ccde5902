package account

import (
	"math"

	"admmlab/models/elementary"
)

// Advanced is the better of DRV and KOV.
const Advanced = "advanced"

var advanced = &Accountant{
	Name:     Advanced,
	Words:    "Dwork and Roth, Theorem 3.20, or Kairouz, Oh and Viswanath, the smaller of the two",
	reads:    (*spent).pure,
	obstacle: onlyPure,
	compose: func(t *spent, _ *room, delta, slack float64) (epsilon, with float64, why string) {
		epsilon = KOVEpsilon(t.squares, t.drift, slack)
		if left := delta - t.delta; left > 0 {
			epsilon = math.Min(epsilon, StrongEpsilon(t.squares, t.excess, left))
		}
		return epsilon, delta, "losses of many small steps mostly cancel, except with probability delta"
	},
}

// onlyPure is the obstacle to accountants that know steps by their pure epsilon.
func onlyPure(t *spent, delta float64) obstacle {
	switch {
	case t.unbounded > 0:
		return noEpsilon
	case t.impure > 0:
		return notPure
	}
	return composed(t, 0, t.logKept, delta)
}

// StrongEpsilon is DRV, Theorem 3.20, for steps that may differ:
//
//	eps' = sqrt(2 ln(1/slack) sum eps^2) + sum eps (e^eps - 1)
//
// squares is sum eps^2, excess is sum eps (e^eps - 1), slack in (0, 1) the delta
// that is spent on composing.
func StrongEpsilon(squares, excess, slack float64) float64 {
	return math.Sqrt(-2*elementary.Log(slack)*squares) + excess
}

// KOVEpsilon is KOV Theorem 3.5 (3.4 when all steps are equal):
//
//	eps' = min of  sum eps tanh(eps/2) + sqrt(2 ln(1/slack) sum eps^2)
//	       and     sum eps tanh(eps/2) + sqrt(2 ln(e + sqrt(sum eps^2)/slack) sum eps^2)
//
// squares is sum eps^2, drift is sum eps tanh(eps/2). The theorem's third bound,
// sum eps, is the basic total.
func KOVEpsilon(squares, drift, slack float64) float64 {
	inner := math.Min(1/slack, math.E+math.Sqrt(squares)/slack)
	return drift + math.Sqrt(2*elementary.Log(inner)*squares)
}
