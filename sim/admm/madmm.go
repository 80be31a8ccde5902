package admm

import (
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
	"admmlab/sim/samples"
)

// M-ADMM with penalty perturbation (PP): Zhang, Khalili and Liu, Improving the
// Privacy and Accuracy of ADMM-Based Distributed Algorithms, ICML 2018, as used
// in section VIII of Recycled ADMM, IEEE TIFS 15, 2019.
//
//	1  for t = 0, 1, 2, ...
//	2    every node i: draw eps_i with density exp(-alpha_i |eps|)
//	3      f_i(t+1) = argmin O(f, D_i) + 2 lambda_i(t).f
//	                  + eta_i(t+1) sum_j |(f_i(t) + f_j(t))/2 + eps_i - f|^2
//	4      broadcast f_i(t+1)
//	5      lambda_i(t+1) = lambda_i(t) + theta/2 sum_j (f_i(t+1) - f_j(t+1))
//
// O(f, D_i) = (C/B_i) sum L + rho/(2N) |f|^2 and eta_i(t) = eta_i q_i^t. The dual
// step theta is common and does not grow: it is eta of the first node.
//
// Variants differ in the charge only: "printed" is C(1.4 c1 + alpha)/(eta V B),
// "tight" is privacy.ChargePenalty's.
//
// Deviations from print: the ICML paper itself is not among the sources; lines
// 2 to 5 follow its description in section II-D of Recycled ADMM. f_i(0) = 0 unless
// Problem.Start says otherwise.
func madmmSpec() Spec {
	return Spec{
		ID: "madmm", Name: "M-ADMM", Short: "penalty noise", SharedRho: true,
		Words:    "penalty perturbation: noise inside a growing penalty, the dual step stays",
		Citation: "Zhang, Khalili and Liu, ICML 2018, as used in " + recycle + ", section VIII",
		Algorithm: []string{
			"draw ε with density ∝ exp(−α|ε|)",
			"f ← argmin O(f) + 2λ·f + η q^t Σ_j |(f+f_j)/2 + ε − f|²",
			"broadcast f",
			"λ ← λ + η/2 Σ_j (f − f_j)",
		},
		Differs: []string{
			"The ICML paper is not among the sources of this lab: the update follows the description in Recycled ADMM, section II-D. Models start at 0 unless start says otherwise.",
			"A node without neighbours has no penalty and so adds no noise: nothing is promised then.",
		},
		Variants:    recycledVariants("Σ C(1.4c₁+α)/(ηVB) follows from the 1.4 form and needs x < 1/2."),
		Parameters:  []Parameter{alphaPenalty(1), rhoShared(0.22), etaPenalty(1), growthPenalty(1.02), weightC(), deltaTotal(), repair()},
		Adjacency:   byRecord,
		NoiseEnters: "inside the penalty, before the minimisation: ε shifts where the neighbours pull",
		TotalWords:  "Σ_t C(1.4c₁+α)/(η_i(t)V_iB_i), the largest over nodes",
		NoiseKnob:   AlphaKey,
		Tunable:     []string{"rho", "eta", "growth"},
		TotalNotes: []string{
			"Every iteration touches the data and is charged. The printed charge is valid while 2c₁ < (B/C)(ρ/N + 2ηV); the tight one needs no condition.",
		},
		Asks:     []Asked{asksRecords, asksNeighbour, asksHalf, asksConverges},
		Samples:  samples.Theory{None: "No paper here has a theorem for M-ADMM: Recycled ADMM only compares with it, and the paper it comes from is not among the sources. Theorem 4 of Recycled does not carry over: the noise sits inside the penalty and pulls with 2ηVε, which grows with η, so that there is no noise of one rate to hold still."},
		Realised: Measure{Told: true},
		Audit: Audit{
			Tune: tune(20, 0.02, 10), At: 2,
			Claim: printedOnly("a step costs ε = C(1.4c₁+α)/(ηVB) = %s (Zhang, Khalili and Liu, ICML 2018)"),
			Story: always("M-ADMM hides this with noise inside the penalty."),
		},
		Turn: 1,
		New:  newMADMM,
	}
}

type madmm struct {
	consensus
	penalties
	solve func(i int)
}

func newMADMM(p Problem) Method {
	m := &madmm{consensus: newConsensus(p), penalties: newPenalties(len(p.Locals))}
	m.solve = m.update
	return m
}

// Price is what the noise of line 2, in the penalty of line 3, makes a broadcast cost.
func (m *madmm) Price(in Step) Price {
	m.open(in)
	half, alone := true, false // what the printed bound asks for, and any
	for i := range m.locals {
		c := m.perturbation(i, m.after(i, in.Ahead+1, in.Set))
		m.quote(i, c.Printed, 0, c.Cost)
		half = half && c.Half
		alone = alone || in.Graph.Degree(i) == 0
	}
	m.foreseen = append(m.foreseen, Condition{
		Name: asksNeighbour.Name, Holds: !alone, Privacy: true,
		Detail: "noise sits in the penalty: a node without neighbours adds none",
	}, halfCondition(half, in.Set.Variant)) // which a node alone breaks as well
	return m.price()
}

// perturbation is the charge of node i at a penalty of eta.
func (m *madmm) perturbation(i int, eta float64) privacy.Perturbed {
	return privacy.ChargePenalty(m.dim(), m.in.Set.Alpha.At(i), m.node(i, m.regulariser(i), eta))
}

// Carried is f_i, lambda_i and the growth of eta_i so far.
func (m *madmm) Carried() Carried {
	c := m.variables()
	c.Vectors = append(c.Vectors, m.grown)
	return c
}

// Step is lines 2 to 5.
func (m *madmm) Step(in Step) Round {
	m.begin(in, m.Price(in))
	m.grow(in.Set)
	m.each(len(m.locals), m.solve)
	m.advance()
	m.updateDual(in.Set.Eta[:1], m.primal) // theta
	growing := in.Set.Growing(in.Graph)
	ahead, always := m.ahead(growing)
	m.conditions = append(m.conditions, m.converges(course{
		penalty: m.eta, dual: in.Set.Eta[:1], growing: growing, staying: in.Set.Staying(in.Graph), share: 1 / float64(len(m.locals)),
		bare: in.Graph.EdgeCount() == 0 && in.Set.Repair == 0, ahead: ahead, always: always,
	}))
	return m.round(m.eta, m.primal, true)
}

// ahead reports whether theta is above the penalty of a node with neighbours, now or, while penalties grow and so
// come to be above it, where they began; and always, whether it is above one that does not grow.
func (m *madmm) ahead(growing bool) (ahead, always bool) {
	set := m.in.Set
	for i, eta := range m.eta {
		if m.in.Graph.Degree(i) == 0 {
			continue
		}
		always = always || eta < set.Eta[0] && set.Growth.At(i) <= 1
		ahead = ahead || eta < set.Eta[0] || growing && set.Eta.At(i) < set.Eta[0]
	}
	return ahead, always
}

// update is lines 2 and 3 at node i: the noise in the penalty is the linear term
// -2 eta_i V_i eps_i.f.
func (m *madmm) update(i int) {
	set := m.in.Set
	if set.Private {
		m.in.Noise.GammaNorm(m.noise[i], noise.Dual, i, m.in.Iteration, set.Alpha.At(i))
	}
	scale := -2 * m.eta[i] * float64(m.in.Graph.Degree(i))
	m.minimise(i, m.regulariser(i), 0, m.eta[i], perturbation{scale, set.Alpha.At(i)}, m.primal[i], m.primal)
}

var asksNeighbour = Asked{
	Name:  "no node is alone",
	Words: "M-ADMM puts its noise into the penalty between neighbours: a node without any adds none and sends its model bare. Join it to another; alone in its network it takes more nodes, or another method. Without it the privacy promise lapses.",
}
