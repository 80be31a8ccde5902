package account

import (
	"math"

	"admmlab/models/elementary"
	"admmlab/sim/privacy"
)

// Concentrated privacy: rho-zCDP bounds the Renyi divergence of every order a > 1
// by a rho, so rhos add up and Gaussian and pure steps mix.

// ZCDP is concentrated privacy.
const ZCDP = "zCDP"

var zcdp = &Accountant{
	Name:     ZCDP,
	Words:    "concentrated privacy, after Bun and Steinke",
	reads:    (*spent).mixed,
	obstacle: func(t *spent, delta float64) obstacle { return composed(t, t.unbounded, t.logKeptMixed, delta) },
	compose: func(t *spent, _ *room, delta, slack float64) (epsilon, with float64, why string) {
		return ZCDPEpsilon(t.rho, slack), delta, "every step bounds its Renyi divergences by a line, and the slopes add up"
	},
	deltaAt: func(t *spent, epsilon float64) float64 { return ZCDPDelta(t.rho, epsilon) },
}

// ZCDPDelta is the delta of rho-zCDP at epsilon >= 0 (CKS, Corollary 13):
//
//	delta = min over a > 1 of exp((a-1)(a rho - eps) + a ln(1 - 1/a)) / (a-1)
//
// The log of the right-hand side is convex with derivative (2a-1) rho - eps +
// ln(1 - 1/a), whose only zero is the minimum.
func ZCDPDelta(rho, epsilon float64) float64 {
	if !(rho > 0) {
		return 0
	}
	if math.IsInf(rho, 1) {
		return 1
	}
	slope := func(logB float64) float64 { // a = 1 + b, which keeps digits near a = 1
		b := elementary.Exp(logB)
		return float64((1+float64(2*b))*rho) - epsilon - elementary.Log1p(1/b)
	}
	logB := privacy.Bisect(-100, 100, func(x float64) bool { return slope(x) >= 0 })
	b := elementary.Exp(logB)
	log := float64(b*(float64((1+b)*rho)-epsilon)) - float64((1+b)*elementary.Log1p(1/b)) - logB
	return math.Min(1, elementary.Exp(log))
}

// ZCDPEpsilon is the smallest epsilon of rho-zCDP at delta in (0, 1) by the same
// bound (CKS):
//
//	eps = min over a > 1 of a rho + ln((a-1)/a) - ln(a delta)/(a-1)
//
// The derivative rho + ln(a delta)/(a-1)^2 has one zero.
func ZCDPEpsilon(rho, delta float64) float64 {
	if !(rho > 0) {
		return 0
	}
	if math.IsInf(rho, 1) || !(delta > 0) {
		return math.Inf(1)
	}
	logDelta := elementary.Log(delta)
	logB := privacy.Bisect(-100, 100, func(x float64) bool {
		b := elementary.Exp(x)
		return float64(rho*b*b)+elementary.Log1p(b)+logDelta >= 0
	})
	b := elementary.Exp(logB)
	return math.Max(0, renyiEpsilon(b, (1+b)*rho, logDelta))
}

// renyiEpsilon is D + ln((a-1)/a) - ln(a delta)/(a-1) with b = a-1.
func renyiEpsilon(b, divergence, logDelta float64) float64 {
	return divergence - elementary.Log1p(1/b) - (elementary.Log1p(b)+logDelta)/b
}
