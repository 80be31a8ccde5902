package models

import (
	"math"

	"admmlab/models/elementary"
)

// The bounds on the logistic loss that the privacy theorems use
// (TIFS17 assumption 1): |L'| <= MaxSlope and 0 < L” <= C1 everywhere.
const (
	MaxSlope = 1.0
	C1       = 0.25
)

// Sigmoid is s(m) = 1/(1+e^-m), in [0, 1]. It keeps its relative accuracy
// down to the smallest positive numbers.
func Sigmoid(m float64) float64 {
	if m < 0 {
		e := elementary.Exp(m)
		return e / (1 + e)
	}
	return 1 / (1 + elementary.Exp(-m))
}

// Loss is the logistic loss L(m) = log(1+e^-m) of the margin m = y x.f, >= 0.
// It is about -m for very negative m and about e^-m for very positive m.
func Loss(m float64) float64 {
	// log(1+e^-m) = max(-m, 0) + log(1+e^-|m|): the exponential cannot
	// overflow and log1p keeps a tail far below the unit roundoff.
	return math.Max(-m, 0) + elementary.Log1p(elementary.Exp(-math.Abs(m)))
}

// Slope is L'(m) = -s(-m), in [-1, 0].
func Slope(m float64) float64 { return -Sigmoid(-m) }

// Curvature is L”(m) = s(m) s(-m), in [0, C1].
func Curvature(m float64) float64 {
	// The symmetric form s(m) s(-m) = e / (1+e)^2 with e = e^-|m|.
	e := elementary.Exp(-math.Abs(m))
	return e / ((1 + e) * (1 + e))
}
