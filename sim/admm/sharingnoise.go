package admm

import "admmlab/sim/privacy"

// calibration is the noise of a party's message: for what it was made, and what it is.
type calibration struct {
	variant                                    string
	w, epsilon, delta, direct, lambda, rho, b1 float64

	sigma  float64
	charge privacy.Charge
}

// calibrated is calibrate, which searches for a root, kept from a Price for its Step.
func (s *sharing) calibrated(m int, w float64) (float64, privacy.Charge) {
	set, kept := s.in.Set, &s.kept[m]
	now := calibration{variant: set.Variant, w: w, epsilon: set.Epsilon, delta: set.Delta, direct: set.Sigma, lambda: set.Lambda, rho: set.Rho[0], b1: set.B1}
	now.sigma, now.charge = kept.sigma, kept.charge
	if now != *kept {
		*kept = now
		kept.sigma, kept.charge = s.calibrate(m, w)
	}
	return kept.sigma, kept.charge
}

// calibrate is sigma of party m for a target of norm w, and what it costs: either
// epsilon and delta give sigma, or a sigma set directly gives epsilon.
func (s *sharing) calibrate(m int, w float64) (float64, privacy.Charge) {
	set := s.in.Set
	c := privacy.Charge{Node: m, Printed: set.Epsilon, Delta: set.Delta}
	if set.Variant == Printed {
		sigma, epsilon := s.theorem(m)
		c.Printed = epsilon
		// The noise lies in the column space of D_m: a neighbour with another
		// column space is told apart with certainty.
		c.Cost = privacy.NoCost()
		return sigma, c
	}
	reach := func(a privacy.Adjacency, w float64) float64 {
		return privacy.MessageSensitivity(a, set.Lambda, set.Rho[0], w)
	}
	sigma, mu := set.Sigma, 0.0 // mu of a column, where epsilon sets it
	if sigma > 0 {
		c.Adaptive = adaptive(set)
		c.Printed = privacy.GaussianEpsilon(reach(privacy.Replace, w)/sigma, set.Delta)
	} else {
		mu = privacy.GaussianMu(set.Epsilon, set.Delta)
		sigma = reach(privacy.Replace, w) / mu
	}
	if w > 0 { // else the message is 0 whatever the data
		for a := range c.Cost {
			of := reach(privacy.Adjacency(a), w) / sigma
			if set.Sigma == 0 { // decided by epsilon, to the last bit: |w| is in sigma
				of = mu * (reach(privacy.Adjacency(a), 1) / reach(privacy.Replace, 1))
			}
			c.Cost[a] = privacy.GaussianCost(of)
		}
	}
	return sigma, c
}

// theorem is sigma of party m as printed, and its epsilon: Theorem 1 with Lemma 1, one formula
// read in both directions.
func (s *sharing) theorem(m int) (sigma, epsilon float64) {
	set := s.in.Set
	unit := privacy.ClassicalSigma(1, set.Delta,
		privacy.LemmaSensitivity(s.blocks[m].Dim(), len(s.blocks), set.Lambda, set.Rho[0], set.B1))
	if set.Sigma > 0 {
		return set.Sigma, unit / set.Sigma
	}
	return unit / set.Epsilon, set.Epsilon
}

// adaptive reports whether the noise of settings, once on, costs by |w|, and that by what was drawn.
func adaptive(set *Settings) bool { return set.Variant != Printed && set.Sigma > 0 }
