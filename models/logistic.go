package models

import (
	"math"

	"admmlab/models/elementary"
)

// Logistic is the logistic loss L(m) = log(1+e^-m), the papers' own, with L'(m) = -s(-m),
// L”(m) = s(m) s(-m) and c_1 = 1/4.
type Logistic struct{}

// Sigmoid is s(m) = 1/(1+e^-m), in [0, 1]. It keeps its relative accuracy
// down to the smallest positive numbers.
func Sigmoid(m float64) float64 {
	if m < 0 {
		e := elementary.Exp(m)
		return e / (1 + e)
	}
	return 1 / (1 + elementary.Exp(-m))
}

// C1 is 1/4, L” at 0.
func (Logistic) C1() float64 { return 0.25 }

// Value is log(1+e^-m). It is about -m for very negative m and about e^-m for very
// positive m.
func (Logistic) Value(m float64) float64 {
	// log(1+e^-m) = max(-m, 0) + log(1+e^-|m|): the exponential cannot
	// overflow and log1p keeps a tail far below the unit roundoff.
	return math.Max(-m, 0) + elementary.Log1p(elementary.Exp(-math.Abs(m)))
}

// Slope is -s(-m), in [-1, 0].
func (Logistic) Slope(m float64) float64 { return -Sigmoid(-m) }

// Curvature is s(m) s(-m), in [0, 1/4].
func (Logistic) Curvature(m float64) float64 {
	// The symmetric form s(m) s(-m) = e / (1+e)^2 with e = e^-|m|.
	e := elementary.Exp(-math.Abs(m))
	return e / ((1 + e) * (1 + e))
}

// Score is log(p/(1-p)), infinite for p = 0 and 1.
func (Logistic) Score(p float64) float64 { return elementary.Log(p / (1 - p)) }

// Margin is log((1-s)/s).
func (Logistic) Margin(s float64) float64 { return elementary.Log((1 - s) / s) }

// Misses writes s(-m).
func (Logistic) Misses(miss, margins []float64) { elementary.Misses(miss, margins) }

// lossRows is how many rows share one logarithm.
const lossRows = 64

// Sum is sum_i log(1+e^-m_i), given s(-m_i).
//
// With s = s(-m) a term is -log(1-s), and -m - log s where 1-s would cancel.
// Both logarithms are of numbers in [1/2, 1], so that a product of a few can
// stand for their sum.
func (Logistic) Sum(margins, miss []float64) float64 {
	miss = miss[:len(margins)]
	sum := 0.0
	for len(margins) > 0 {
		n := min(lossRows, len(margins))
		product, linear, small := 1.0, 0.0, 0.0
		for i, m := range margins[:n] {
			s := miss[i]
			product *= 0.5 + math.Abs(s-0.5)
			linear += max(-m, 0)
			small += s
		}
		if small > 1.0/64 {
			sum += linear - elementary.Log(product)
		} else {
			// Where all are small, 1-s has lost their digits.
			for _, s := range miss[:n] {
				sum -= elementary.Log1p(-s)
			}
		}
		margins, miss = margins[n:], miss[n:]
	}
	return sum
}

// Bends writes s(-m) s(m), and with caution the curvature of cautious.
func (Logistic) Bends(bends, margins, miss []float64, caution float64) {
	miss = miss[:len(bends)]
	for i := range bends {
		// Where 1-s cancels the true value is below the roundoff of the other rows.
		s := miss[i]
		bends[i] = s * (1 - s)
	}
	if caution > 0 {
		for i, s := range miss {
			bends[i] += float64(caution * (cautious(margins[i], s) - bends[i]))
		}
	}
}

// cautious is tanh(m/2) / (2m), the curvature of the quadratic that touches
// the logistic loss at m and lies above it everywhere (Jaakkola and Jordan,
// Bayesian parameter estimation via variational methods, 2000). L” vanishes
// on the far wrong side, where Newton's method then leaps; this one does not.
func cautious(m, s float64) float64 {
	if math.Abs(m) < 1e-4 {
		return 0.25 // to 1e-9
	}
	return (0.5 - s) / m // tanh(m/2)/2 = 1/2 - s(-m)
}

// Pulls writes k s(-m) and k s(-m) s(m); the first keeps its relative accuracy at every m.
func (Logistic) Pulls(pulls, bends, margins []float64, weight float64) {
	for i, m := range margins {
		s := 1 / (1 + elementary.Exp(m))
		pulls[i] = weight * s
		bends[i] = pulls[i] * (1 - s)
	}
}

// Stray is energy/2 e^reach, because |L”'| is never larger than L”, which grows by a
// factor of e^|d| at most on the way.
func (Logistic) Stray([]float64) func(reach, energy float64) float64 { return logisticStray }

func logisticStray(reach, energy float64) float64 { return energy / 2 * elementary.Exp(reach) }

// Steps is steps, four Newton steps of high order and then ScalarStep.
func (Logistic) Steps(z, slopes, labels, sums, duals []float64, rho float64) {
	scalarSteps(z, slopes, labels, sums, duals, rho)
}
