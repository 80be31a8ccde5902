package admm

import (
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
)

// Dual variable perturbation (DVP): Zhang and Zhu, IEEE TIFS 12(1), 2017,
// Algorithm 2; also Zhang and Zhu, AISec 2016, Algorithm 2.
//
//	1  for t = 0, 1, 2, ...
//	2    every node p: alphaHat = alpha_p - ln(1 + c1/((B_p/C)(rho + 2 eta N_p)))^2
//	3      if alphaHat > 0 then Phi = 0
//	4      else Phi = c1/((B_p/C)(e^(alpha_p/4) - 1)) - rho - 2 eta N_p, alphaHat = alpha_p/2
//	5      draw eps_p with density exp(-zeta |eps|), zeta = alphaHat
//	6      mu_p(t+1) = lambda_p(t) + C/(2 B_p) eps_p                                     (14)
//	7      f_p(t+1) = argmin L_dual: (10) with mu_p(t+1) for lambda_p(t), plus Phi/2 |f|^2  (13), (15)
//	8    every node p: broadcast f_p(t+1)
//	9    every node p: lambda_p(t+1) = lambda_p(t) + eta/2 sum_i (f_p(t+1) - f_i(t+1))   (16)
//
// Variants. "printed" is line 5 as it stands. "proved" takes zeta = alphaHat/2,
// which is what the end of Appendix A proves. "tight" also halves the
// determinant term; see privacy.CalibrateDVP.
//
// Deviations from print: (14) is used, not mu = lambda + eps of section III-A;
// f_p(0) = 0.
type dvp struct {
	consensus
	solve  func(i int)
	chosen []privacy.DVP // calibration of each node in this iteration
}

func newDVP(p Problem) Method {
	m := &dvp{consensus: newConsensus(p), chosen: make([]privacy.DVP, len(p.Locals))}
	m.solve = m.update
	return m
}

// Step is lines 2 to 9.
func (m *dvp) Step(in Step) Round {
	m.begin(in)
	m.each(len(m.locals), m.solve)
	m.advance()
	m.updateDual(in.Set.Eta, m.primal)
	for i, c := range m.chosen {
		m.charge(i, in.Set.Alpha.At(i), c.Cost(m.dim(), 0))
	}
	return m.round(m.primal, true)
}

// update is lines 2 to 7 at node i.
func (m *dvp) update(i int) {
	m.chosen[i] = m.perturbed(i, noise.Dual, m.in.Set.Variant, m.primal[i], m.primal)
}

// perturbed draws the noise of lines 2 to 6 and minimises line 7, with the given
// previous values; PVP's closing step is the same.
func (c *consensus) perturbed(i int, purpose noise.Purpose, variant string, own []float64, seen [][]float64) privacy.DVP {
	set, rho, eta := c.in.Set, c.in.Set.Rho, c.in.Set.Eta.At(i)
	var chosen privacy.DVP
	if set.Private {
		chosen = privacy.CalibrateDVP(variant, set.Alpha.At(i), c.node(i, rho, eta))
		c.in.Noise.GammaNorm(c.noise[i], purpose, i, c.in.Iteration, chosen.Zeta)
	}
	// 2 mu = 2 lambda + (C/B) eps
	c.minimise(i, rho, chosen.Phi, eta, perturbation{c.weight(i), chosen.Zeta}, own, seen)
	return chosen
}
