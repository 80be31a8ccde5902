package account

import (
	"math"
	"math/big"
	"testing"

	"admmlab/sim/privacy"
)

// Formulas that nothing composes, for the accountants to be held against.

// GammaNormDelta is the exact delta at epsilon >= 0 of one release with gamma-norm
// noise in R^dim and shift u (PVP, or any output perturbation):
//
//	delta(E) = E (1 - e^(E - Y(u)))_+
func GammaNormDelta(dim int, shift, epsilon float64) float64 {
	switch {
	case dim < 1 || !(epsilon >= 0) || math.IsNaN(shift):
		return 1
	case !(shift > epsilon):
		return 0
	case dim == 1:
		return -math.Expm1((epsilon - shift) / 2)
	case !(shift < largestShift):
		return 1
	}
	l := newLaw(dim, shift)
	low, high, peak := l.window(shift/2, math.Asin(epsilon/shift), math.Pi/2)
	middle, half := (low+high)/2, (high-low)/2
	sum := 0.0
	for i, x := range gaussLegendre.x {
		theta := middle + half*x
		loss := math.Max(epsilon, shift*math.Sin(theta))
		sum -= gaussLegendre.weight[i] * math.Exp(l.logWeight(theta, shift/2)-peak) * math.Expm1(epsilon-loss)
	}
	return math.Min(1, sum*half*math.Exp(peak-l.logTotal))
}

// ResponseDelta is the exact delta of k >= 0 pure epsilon-steps at total, see responses.
func ResponseDelta(epsilon float64, k int, total float64) float64 {
	if !(epsilon > 0) || k <= 0 {
		return math.Max(0, -math.Expm1(total))
	}
	if math.IsInf(epsilon, 1) {
		return 1
	}
	return (&room{}).responses(k, epsilon).delta(total)
}

// ResponseEpsilon is the smallest total with ResponseDelta at most delta in
// (0, 1): the optimal composition of k equal pure steps.
func ResponseEpsilon(epsilon float64, k int, delta float64) float64 {
	return (&room{}).responseEpsilon(epsilon, k, delta)
}

func binomial(k int, epsilon float64) losses { return (&room{}).binomial(k, epsilon) }

// KOVGrid is KOV Theorem 3.3: k steps, each (epsilon, delta), are
// ((k-2i) epsilon, 1 - (1-delta)^k (1-delta_i)) in total for i = 0..k/2, with
//
//	delta_i = sum_{l<i} C(k,l) (e^((k-l) eps) - e^((k-2i+l) eps)) / (1 + e^eps)^k
//
// It returns the smallest epsilon of that grid whose delta is at most total, false
// if there is none.
func KOVGrid(epsilon, delta float64, k int, total float64) (float64, bool) {
	slack := afterFailures(total, float64(k)*math.Log1p(-delta))
	if !(slack >= 0) || !(epsilon >= 0) || k < 1 || math.IsInf(epsilon, 1) {
		return math.Inf(1), false
	}
	best := float64(k) * epsilon
	if slack < 1e-280 || epsilon == 0 {
		return best, true
	}
	l := binomial(k, epsilon)
	decay := math.Exp(-l.spacing)
	above, scaled := 0.0, 0.0
	for i := len(l.mass) - 1; i >= 0 && l.at(i) >= 0; i-- {
		if above-scaled*decay > slack { // delta_i, the curve at this loss
			break
		}
		best = l.at(i)
		above += l.mass[i]
		scaled = scaled*decay + l.mass[i]
	}
	return best, true
}

// KOVGridInverse is the largest epsilon such that k steps, each (epsilon, delta),
// stay within (total, totalDelta) by KOVGrid; false if not even epsilon 0 does.
func KOVGridInverse(total, totalDelta float64, k int, delta float64) (float64, bool) {
	if _, ok := KOVGrid(0, delta, k, totalDelta); !ok || !(total >= 0) || math.IsInf(total, 1) {
		return 0, false
	}
	return privacy.Bisect(total*(1+1e-9)+1e-300, total/float64(k), func(e float64) bool {
		got, _ := KOVGrid(e, delta, k, totalDelta)
		return got <= total
	}), true
}

// LaplaceRho is the least rho of Laplace noise with sensitivity/scale = epsilon
// (arXiv 2510.25746):
//
//	rho = eps + e^-eps - 1
func LaplaceRho(epsilon float64) float64 { return epsilon + math.Expm1(-epsilon) }

// RenyiEpsilon is the smallest epsilon at delta in (0, 1) given Renyi divergences
// rdp[i] of the orders[i] > 1, and the order that gives it, by the same bound.
func RenyiEpsilon(orders, rdp []float64, delta float64) (epsilon, order float64) {
	epsilon = math.Inf(1)
	for i, a := range orders {
		if e := renyiEpsilon(a-1, rdp[i], math.Log(delta)); e < epsilon {
			epsilon, order = e, a
		}
	}
	return math.Max(0, epsilon), order
}

// The least epsilon with delta(E) <= delta by the formula at ResponseDelta, in 120 digits:
// what is computed is never below it, nor above by more than 1e-12 of it and 1e-14 a step, also where delta is next to
// nothing and epsilon next to the sum.
func TestOptimalIsRoundedUp(t *testing.T) {
	for _, v := range []struct {
		steps          int
		epsilon, delta float64
		least          string
	}{
		{5, 1.0, 1e-16, "4.999999999999999521106314"},
		{2, 0.006757, 1e-15, "0.01351399999999602686234260"},
		{10, 2.0, 1e-12, "19.99999999999644170993579"},
		{1, 0.1, 1e-18, "0.1000000000000000036462777"},
		{30, 0.02, 1e-25, "0.5999999999999999328258536"},
		{7, 0.5, 1e-05, "3.499723762197509511696736"},
		{200, 0.6, 1e-05, "67.53661032472037838792113"},
		{1000, 0.01, 1e-09, "1.782932299894833182144062"},
		{3, 30.0, 0.1, "89.89463948434214250052803"},
		{50, 3.0, 1e-40, "150.0000000000000000000000"},
	} {
		least, _, err := big.ParseFloat(v.least, 10, 200, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		got := ResponseEpsilon(v.epsilon, v.steps, v.delta)
		want, _ := least.Float64()
		if big.NewFloat(got).Cmp(least) < 0 || got > want*(1+1e-12)+1e-14*float64(v.steps) {
			t.Errorf("%d steps of %g at delta %g: %.20g, want %s or a little more", v.steps, v.epsilon, v.delta, got, v.least)
		}
		if delta := ResponseDelta(v.epsilon, v.steps, want); want < v.epsilon*float64(v.steps) && delta < v.delta*(1-1e-15) {
			t.Errorf("%d steps of %g at epsilon %s: delta %g, below %g", v.steps, v.epsilon, v.least, delta, v.delta)
		}
	}
}
