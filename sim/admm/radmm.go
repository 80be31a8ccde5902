package admm

import (
	"slices"

	"admmlab/sim/noise"
	"admmlab/sim/privacy"
)

// Recycled ADMM (R-ADMM) and modified R-ADMM (MR-ADMM): Zhang, Khalili and Liu,
// Recycled ADMM: Improving the Privacy and Accuracy of Distributed Algorithms,
// IEEE TIFS 15, 2019, Algorithms 1 to 3.
//
//	1  for k = 1, 2, ...
//	2    every node i: draw eps_i with density exp(-alpha_i |eps|)
//	3      f_i(2k-1) = argmin O(f, D_i) + (2 lambda_i(2k-2) + eps_i).f
//	                   + eta_i(2k-1) sum_j |(f_i(2k-2) + f_j(2k-2))/2 - f|^2        (14), (18)
//	4      broadcast f_i(2k-1)
//	5      lambda_i(2k-1) = lambda_i(2k-2) + eta_i(2k-1)/2 sum_j (f_i(2k-1) - f_j(2k-1)) (15)
//	6      f_i(2k) = f_i(2k-1) - {2 lambda_i(2k-1) + eps_i + grad O(f_i(2k-1), D_i)
//	                 + eta_i(2k-1) sum_j (f_i(2k-1) - f_j(2k-1))} / (2 eta_i(2k-1) V_i + gamma)  (19)
//	7      lambda_i(2k) = lambda_i(2k-1); broadcast f_i(2k)
//
// O(f, D_i) = (C/B_i) sum L + rho/(2N) |f|^2. R-ADMM keeps eta; MR-ADMM lets node
// i take eta_i(2k-1) = eta_i q_i^k. A change of eta or of its growth in mid-run
// takes effect from the next odd iteration on and never makes eta jump back.
//
// Dual step. "own" is line 5 as printed: with unequal eta_i the dual variables no
// longer sum to zero and the limit minimises sum O_i/eta_i, so that Theorem 1 is
// false. "common" takes theta = min_i eta_i(2k-1) in line 5 (and where its dual
// difference enters line 6) at every node, as M-ADMM does.
//
// Variants differ in the charge only: "printed" is (32), "tight" replaces
// 2x1.4 c1/h by ln(1+x); see privacy.ChargeRecycled.
//
// Deviations from print: line 6 is computed from broadcasts alone,
//
//	f_i(2k) = f_i(2k-1) + 1/(2 eta_i V_i + gamma) sum_j ((eta_i - theta_i) f_i(2k-1)
//	          + (eta_i + theta_i) f_j(2k-1) - eta_i (f_i(2k-2) + f_j(2k-2)))
//
// with theta_i = eta_i for the printed dual step, which equals (19) where line 3 is solved exactly and, unlike the stored
// gradient of (19), stays post-processing where it is not. f_i(0) = 0.
type radmm struct {
	consensus
	solve, even func(i int)
	grown       []float64   // q_i^k so far
	eta         PerNode     // eta_i(2k-1)
	theta       PerNode     // dual step of each node
	recycled    [][]float64 // the sum of line 6, from broadcasts alone
	degree      []float64   // V_i at the odd iteration
}

func newRADMM(p Problem) Method {
	n, d := len(p.Locals), p.Locals[0].Dim()
	m := &radmm{
		consensus: newConsensus(p),
		grown:     make([]float64, n), eta: make(PerNode, n), theta: make(PerNode, n),
		recycled: vectors(n, d), degree: make([]float64, n),
	}
	for i := range m.grown {
		m.grown[i] = 1
	}
	m.solve, m.even = m.update, m.recycle
	return m
}

// Step is lines 2 to 5 in odd iterations and 6 and 7 in even ones.
func (m *radmm) Step(in Step) Round {
	m.begin(in)
	odd := in.Iteration%2 == 1
	if odd {
		m.grow()
		m.each(len(m.locals), m.solve)
		m.store()
		m.advance()
		m.updateDual(m.theta, m.primal)
	} else {
		m.each(len(m.locals), m.even)
		m.advance()
	}
	m.state(odd)
	return m.round(m.primal, odd)
}

// grow is eta_i(2k-1) = eta_i q_i^k and the dual steps that go with it.
func (m *radmm) grow() {
	for i := range m.eta {
		m.grown[i] *= m.in.Set.Growth.At(i)
		m.eta[i] = m.in.Set.Eta.At(i) * m.grown[i]
	}
	copy(m.theta, m.eta)
	if m.in.Set.DualStep == "common" {
		for i := range m.theta {
			m.theta[i] = slices.Min(m.eta)
		}
	}
}

// update is lines 2 and 3 at node i.
func (m *radmm) update(i int) {
	set := m.in.Set
	if set.Private {
		m.in.Noise.GammaNorm(m.noise[i], noise.Dual, i, m.in.Iteration, set.Alpha.At(i))
	}
	m.minimise(i, m.regularizer(), 0, m.eta[i], perturbation{1, set.Alpha.At(i)}, m.primal[i], m.primal)
}

// regularizer is rho/N.
func (c *consensus) regularizer() float64 { return c.in.Set.Rho / float64(len(c.locals)) }

// store keeps what line 6 needs of the odd iteration: next holds f(2k-1), primal
// f(2k-2).
func (m *radmm) store() {
	for i, sum := range m.recycled {
		neighbors := m.in.Graph.Neighbors(i)
		m.degree[i] = float64(len(neighbors))
		clear(sum)
		for _, j := range neighbors {
			addScaled(sum, m.eta[i]-m.theta[i], m.next[i])
			addScaled(sum, m.eta[i]+m.theta[i], m.next[j])
			addScaled(sum, -m.eta[i], m.primal[j])
			addScaled(sum, -m.eta[i], m.primal[i])
		}
	}
}

// recycle is line 6 at node i.
func (m *radmm) recycle(i int) {
	copy(m.next[i], m.primal[i])
	if step := 2*m.eta[i]*m.degree[i] + m.in.Set.Gamma; step > 0 {
		addScaled(m.next[i], 1/step, m.recycled[i])
	}
}

// state books the charges of line 4 and checks what (32) and Theorem 1 ask for.
func (m *radmm) state(odd bool) {
	half := true
	for i := range m.locals {
		c := privacy.ChargeRecycled(m.dim(), m.in.Set.Alpha.At(i), m.node(i, m.regularizer(), m.eta[i]))
		half = half && c.Half
		if !odd {
			continue // line 7 is post-processing: no charge
		}
		m.charge(i, c.Printed, c.Cost)
	}
	m.conditions = append(m.conditions, halfCondition(half, m.in.Set.Variant), m.sameEta())
}

// halfCondition is 2 c1 < min_i (B_i/C)(rho/N + 2 eta_i V_i), RADMM Algorithm 3.
func halfCondition(holds bool, variant string) Condition {
	return Condition{
		Name: "2c₁ < (B/C)(ρ/N+2ηV)", Holds: holds, Privacy: variant == "printed",
		Detail: "the 1.4 of the printed bound is valid only under this condition; the tight bound needs none",
	}
}

// sameEta tells whether the penalties that drive the dual steps agree.
func (m *radmm) sameEta() Condition {
	return Condition{
		Name: "equal dual steps", Holds: m.theta.Equal(),
		Detail: "unequal dual steps make Σλ drift: the network then minimises Σ O_i/η_i, not Σ O_i",
	}
}
