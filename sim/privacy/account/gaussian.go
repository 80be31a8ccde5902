package account

import (
	"math"

	"admmlab/models/elementary"
	"admmlab/sim/privacy"
)

// Gaussian steps compose exactly: releases with mu_t = sensitivity/sigma, chosen
// adaptively, together are one release with mu = sqrt(sum mu_t^2). Its epsilon and
// delta are privacy.GaussianEpsilon and privacy.GaussianDelta.

// Gaussian is the exact composition of Gaussian noise.
const Gaussian = "Gaussian"

var gaussian = &Accountant{
	Name:  Gaussian,
	Words: "exact for Gaussian noise",
	exact: true,
	reads: func(*spent) (unbounded int, kept float64) { return 0, 0 },
	obstacle: func(t *spent, delta float64) obstacle {
		switch {
		case t.other > 0:
			return otherNoise
		case delta == 0:
			return noDelta
		}
		return free
	},
	compose: func(t *spent, _ *room, delta, _ float64) (epsilon, with float64, why string) {
		return privacy.GaussianEpsilon(math.Sqrt(t.variance), delta), delta, "Gaussian steps compose exactly: the squares of mu add up"
	},
	whole:   true,
	deltaAt: func(t *spent, epsilon float64) float64 { return privacy.GaussianDelta(math.Sqrt(t.variance), epsilon) },
}

// gaussianMoment is ln E e^(q l) of the Gaussian loss l ~ N(mu^2/2, mu^2):
//
//	ln M(q) = q (1+q) mu^2/2
func gaussianMoment(q, mu float64) float64 { return q * (1 + q) * mu * mu / 2 }

// responseMoment is ln E e^(q l) of randomised response, the largest of any pure
// epsilon-step, q > 0:
//
//	ln M(q) = ln(p e^(q eps) + (1-p) e^(-q eps)), p = e^eps/(1 + e^eps)
func responseMoment(q, epsilon float64) float64 {
	if math.IsInf(epsilon, 1) {
		return math.Inf(1)
	}
	return math.Max(0, float64(q*epsilon)-elementary.Log1p(elementary.Exp(-epsilon))+elementary.Log1p(elementary.Exp(-epsilon*(1+float64(2*q)))))
}
