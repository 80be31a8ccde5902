package account

import (
	"math"

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
