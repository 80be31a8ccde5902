package account

import (
	"math"
	"slices"

	"admmlab/models/elementary"
	"admmlab/sim/privacy"
)

// Curve is the smallest delta that is proved of the steps so far at any epsilon >= 0, at
// most 1 and never rising. What takes time is done once: beside the accountants that
// answer at once, the distribution of the losses is composed, and that of the worst cases,
// which is the smaller one where a step's noise is known to be worse than its pure epsilon.
func (a *Account) Curve() func(epsilon float64) float64 {
	t := *a.all()
	var l losses
	grid, pure := false, (func(epsilon float64) float64)(nil)
	if pld.obstacle(&t, math.Nextafter(1, 0)) == free {
		if l, grid = t.distribution(a.room); grid {
			l.mass = slices.Clone(l.mass)
		}
	}
	if optimal.obstacle(&t, math.Nextafter(1, 0)) == free {
		pure = t.worstCases(&room{})
	}
	_, kept := pld.reads(&t)
	return func(epsilon float64) float64 {
		best := 1.0
		for _, by := range Accountants {
			if !by.slow && by.deltaAt != nil {
				best = math.Min(best, by.delta(&t, epsilon))
			}
		}
		if grid {
			best = math.Min(best, afterSteps(l.delta(epsilon), kept))
		}
		if pure != nil {
			best = math.Min(best, afterSteps(pure(epsilon), t.logKept))
		}
		return best
	}
}

// Misses is the least share of misses, beta, of anybody who tells two neighbouring data
// sets apart with a share alpha of false alarms, given points of a curve delta(epsilon):
//
//	f(alpha) = max over the points of max(0, 1-delta-e^eps alpha, e^-eps (1-delta-alpha))
//
// (Wasserman and Zhou 2010; Dong, Roth and Su, Gaussian differential privacy, 2022).
func Misses(points []Point, alpha float64) float64 {
	beta := 0.0
	for _, p := range points {
		if math.IsInf(p.Epsilon, 1) { // promises nothing
			continue
		}
		left, odds := 1-p.Delta, math.Min(elementary.Exp(p.Epsilon), math.MaxFloat64)
		beta = math.Max(beta, math.Max(left-float64(odds*alpha), elementary.Exp(-p.Epsilon)*(left-alpha)))
	}
	return beta
}

// Point is a delta that is proved at an epsilon.
type Point struct{ Epsilon, Delta float64 }

// Group is the smallest epsilon at delta in [0, 1) that is proved of k >= 1 records at
// once, +Inf if none is. They may be of one person and lie at several nodes: data sets
// that differ in k records are the ends of a chain of k neighbours, each of which costs
// what one record costs. So, at every point of the curve of one record,
//
//	epsilon_k = k eps, delta_k = delta(eps) (e^(k eps) - 1)/(e^eps - 1)
//
// (Vadhan, The complexity of differential privacy, Lemma 2.2), and Gaussian noise of mu
// is for a group Gaussian noise of k mu (Dong, Roth and Su, Theorem 2.14).
func (a *Account) Group(k int, delta float64) float64 {
	t, gaussian := a.all(), math.Inf(1)
	if t.other == 0 && delta > 0 {
		gaussian = privacy.GaussianEpsilon(float64(k)*math.Sqrt(t.variance), delta)
		if t.impure > 0 { // some have no other promise
			return gaussian
		}
	}
	return math.Min(gaussian, groupEpsilon(a.Curve(), t.most(), k, delta))
}

// groupEpsilon is the smallest epsilon_k of a curve that falls no more from most on.
// Where the curve has ended, its delta times the factor rises again, so the first point
// that holds is looked for; of those beyond mostReach squared only most itself.
func groupEpsilon(curve func(epsilon float64) float64, most float64, k int, delta float64) float64 {
	holds := func(epsilon float64) bool {
		one := curve(epsilon)
		if epsilon < most { // what is too small to be told from 0 is not 0, and the factor may be beyond all numbers
			one = math.Max(one, 1e-280)
		}
		return one == 0 || one*groupFactor(epsilon, k) <= delta
	}
	last := math.Inf(1)
	if !math.IsInf(most, 1) && holds(most) {
		last = float64(k) * most
	}
	if delta == 0 { // only where the curve is 0
		return last
	}
	least, small := 0.0, func(epsilon float64) bool { return curve(epsilon) <= delta/float64(k) }
	for high := 1e-3; !small(least); high *= 2 {
		if small(high) {
			least = firstBetween(least, high, small)
		} else if high > mostReach*mostReach {
			return last
		}
	}
	if holds(least) {
		return math.Min(last, float64(k)*least)
	}
	for low := least; low < mostReach*mostReach; {
		high := float64(low*1.01) + 1e-6
		if holds(high) {
			return math.Min(last, float64(k)*firstBetween(low, high, holds))
		}
		low = high
	}
	return last
}

// firstBetween is the first of (low, high] from which on something holds.
func firstBetween(low, high float64, holds func(float64) bool) float64 {
	for high-low > 1e-9*high {
		if middle := low + float64((high-low)/2); holds(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// groupFactor is (e^(k eps) - 1)/(e^eps - 1) = 1 + e^eps + ... + e^((k-1) eps).
func groupFactor(epsilon float64, k int) float64 {
	if epsilon == 0 {
		return float64(k)
	}
	return elementary.Expm1(float64(k)*epsilon) / elementary.Expm1(epsilon)
}
