package admm

import (
	"slices"

	"admmlab/models"
	"admmlab/models/linear"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/realised"
	"admmlab/sim/samples"
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
// longer sum to zero and the limit, with eta constant, minimises sum O_i/eta_i, so
// that Theorem 1 is false. "common" takes theta = min_i eta_i(2k-1) in line 5 (and where its dual
// difference enters line 6) at every node, as M-ADMM does.
//
// Variants "printed" and "tight" differ in the charge only: "printed" is (32), "tight"
// replaces 2x1.4 c1/h by ln(1+x); see privacy.ChargeRecycled. "output" and "gaussian"
// are the output perturbation of section VII-B, "each node perturbs its primal variable
// before broadcasting", with noise of density exp(-alpha h |n|) or N(0, (d+1)/(alpha h)^2 I)
// in place of lines 2 and 3:
//
//	3'     f_i(2k-1) = argmin O(f, D_i) + 2 lambda_i(2k-2).f
//	                   + eta_i(2k-1) sum_j |(f_i(2k-2) + f_j(2k-2))/2 - f|^2, plus n_i
//
// with h = rho/N + 2 eta_i(2k-1) V_i; see privacy.ChargeOutput. The minimiser itself is
// kept nowhere: f_i(2k-1) with its noise is the node's model, enters lines 5 and 6 and
// the penalty of the next odd step. (19) with the stored gradient at the minimiser would
// tell f_i(2k-1) without noise, by the difference from line 6 on broadcasts, whatever n_i is.
//
// Deviations from print: line 6 is computed from broadcasts alone,
//
//	f_i(2k) = f_i(2k-1) + 1/(2 eta_i V_i + gamma) sum_j ((eta_i - theta_i) f_i(2k-1)
//	          + (eta_i + theta_i) f_j(2k-1) - eta_i (f_i(2k-2) + f_j(2k-2)))
//
// with theta_i = eta_i for the printed dual step, which equals (19) where line 3 is solved exactly and, unlike the stored
// gradient of (19), stays post-processing where it is not. f_i(0) = 0 unless
// Problem.Start says otherwise.
func radmmSpec() Spec {
	return Spec{
		ID: "radmm", Name: "R-ADMM", Short: "recycled", SharedRho: true,
		Words:     "recycled ADMM: every second update uses only what was already sent and costs no privacy",
		Citation:  recycle + ", Algorithms 1 and 3",
		Algorithm: recycledAlgorithm("η"),
		Differs: []string{
			"The even update is computed from broadcasts alone, which equals (19) where the odd step was solved exactly and leaks nothing where it was not. Models start at 0 unless start says otherwise; the paper's at random.",
			"The 1.4 in (32) comes from −2 ln(1 − x) ≤ 2.8x, valid for x < 1/2 only; ln(1 + x) is enough and needs no condition (variant \"tight charge\").",
			outputDiffers,
			"The paper says that conditions (i) and (ii) of Theorem 1 can always be met by a large γ. On a bipartite graph (star, path, even ring) condition (ii) fails for every γ. Runs converge there all the same.",
		},
		Variants:    append(recycledVariants("Eq. (32) charges 2.8 x for the determinant and needs x < 1/2; ln(1+x) ≤ x always holds."), onModel...),
		Parameters:  []Parameter{alphaRecycled(1), rhoShared(0.22), eta(1), gamma(), weightC(), deltaTotal(), repair()},
		Adjacency:   byRecord,
		TotalWords:  recycledTotal,
		NoiseEnters: "in the objective of odd iterations (variants output and gaussian: on their minimiser); even iterations are computed from what was sent",
		NoiseKnob:   AlphaKey,
		Tunable:     []string{"rho", "eta", "gamma"},
		TotalNotes: []string{
			oddTotal,
			"(32) is valid while 2c₁ < (B/C)(ρ/N + 2ηV). The variant \"tight charge\" needs no such condition and charges half or less for the determinant; the noise is the same.",
			outputTotal, gaussianTotal, classesTotal,
		},
		Asks:     []Asked{asksRecords, asksHalf, asksConverges},
		Samples:  samples.Recycled(),
		Realised: Measure{Told: true},
		Audit: Audit{
			Tune: tuneRecycled, At: 3,
			Claim: printedOnly("an odd step costs ε = (2C/B)(1.4c₁/(ρ/N+2ηV) + α) = %s (Recycled ADMM, eq. (32))"),
			Story: storyRecycled,
		},
		Turn: 2,
		New:  newRADMM,
	}
}

func mradmmSpec() Spec {
	s := radmmSpec()
	s.ID, s.Name, s.Short = "mradmm", "MR-ADMM", "recycled, η ↑"
	s.Words = "modified R-ADMM: the penalty grows over iterations, in common or at each node's own pace"
	s.Citation = recycle + ", Algorithms 2 and 3"
	s.Algorithm = recycledAlgorithm("η_i")
	s.Parameters = []Parameter{alphaRecycled(1), rhoShared(0.22), etaOwn(1), growth(1.01), gamma(), weightC(), deltaTotal(), repair()}
	s.Differs = []string{
		"The even update is computed from broadcasts alone, which equals (19) where the odd step was solved exactly and leaks nothing where it was not. Models start at 0 unless start says otherwise; the paper's at random.",
		"With unequal η_i and the printed dual step (dual_step = own) Theorem 1 is false: with η constant the network ends at the minimiser of Σ O_i/η_i. Fig. 1(b) of the paper has such steps with an η that grows: what its curves show is that they freeze before any optimum. dual_step = common moves every dual variable by the smallest η, and with η constant ends at the right model.",
		"The 1.4 in (32) comes from −2 ln(1 − x) ≤ 2.8x, valid for x < 1/2 only; ln(1 + x) is enough and needs no condition (variant \"tight charge\").",
		outputDiffers,
		"An η that grows without bound freezes the run before the optimum, the farther off the faster it grows: the sum of the steps is finite. Conditions (i) and (ii) of Theorem 1 can hold at every k all the same.",
	}
	s.TotalNotes = []string{
		oddTotal,
		"(32) is valid while 2c₁ < (B/C)(ρ/N + 2ηV). The variant \"tight charge\" needs no such condition and charges half or less for the determinant; the noise is the same. A larger η lowers the determinant term, so a growing η charges a little less each time.",
		outputTotal, gaussianTotal, classesTotal,
	}
	s.Tunable = []string{"rho", "eta", "growth"}
	s.DualSteps = []string{commonStep, "own"}
	return s
}

// recycledVariants differ in the charge, not in the noise.
func recycledVariants(printed string) []Variant {
	return []Variant{
		{"tight", "tight charge", "ln(1+x) in place of the 1.4 term: half of it or less, and valid without 2c₁ < (B/C)(ρ/N+2ηV)."},
		{"printed", "as printed", printed},
	}
}

// onModel are the variants with the noise on the minimiser of the odd step.
var onModel = []Variant{
	{outputVariant, "output noise", "Section VII-B: noise of rate αh on the minimiser, h = ρ/N+2ηV. 2Cα/B a step, no determinant and no bound on L″; at one α the models move more than by noise in the objective."},
	{GaussianVariant, "output, Gaussian", "As output noise, with N(0, σ²I), σ = √(d+1)/(αh): as large a coordinate as output noise of the same α. No pure ε; a step is (2Cα/B)/√(d+1)-GDP and steps add exactly."},
}

// GaussianVariant is that of R- and MR-ADMM whose printed total depends on δ.
const GaussianVariant = "gaussian"

const (
	outputVariant = "output"

	outputDiffers = "Section VII-B says of output perturbation only that it can be used as well. Here (variants \"output\" and \"gaussian\") the model with its noise takes the minimiser's place everywhere, in the even update, too: the stored gradient of (19) is that of the minimiser, and with it the even broadcast would tell the minimiser without noise."
	outputTotal   = "Output perturbation (variant \"output\"): section VII-B prints no charge for it. Two minimisers lie at most 2C/(Bh) apart, h = ρ/N + 2ηV, so noise ∝ exp(−αh|n|) costs 2Cα/B a step and P(t) = max_i Σ_k 2Cα_i(k)/B_i. That is counted as printed."
	gaussianTotal = "Gaussian noise (variant \"gaussian\"): footnote 2 says that (ε, δ) can be applied as well and prints no formula. Here σ = √(d+1)/(αh) on the minimiser: μ = (2Cα/B)/√(d+1) a step, √(Σμ²) in all, exactly. Printed is the sum of the steps' exact ε at the run's δ each. Gaussian noise in the objective is not offered: what is known of it (Redberg, Koskela and Wang 2023) bounds one step, and the accountants here have no law to add up such steps."
	oddTotal      = "Only odd iterations touch the data. What is sent in even ones can be computed from earlier broadcasts, so that it costs nothing: half the iterations are free. What the promise rests on is asked of every iteration all the same: the noise turned off, or a C above B, in an even one ends it."
	classesTotal  = "Several classes (section VII-C, which prints no price) are not offered: data sets here have two labels. One against all with K classes is K such runs on the same records. Every record is in all of them, so that what they send adds up as if one run had K times the releases. R-ADMM's 50 iterations at the defaults, one record replaced, cost ε = 0.992 at δ = 1e-5 (printed 11.9), those of five classes 2.46 (printed 59.5): admmlab account \"125 x dim=105 shift=0.4375 det=0.013432 convex\"."
)

// tuneRecycled takes a delta of Gaussian noise that thousands of runs can come near.
func tuneRecycled(s *Settings) {
	tune(1, 0.02, 10)(s)
	if s.Variant == GaussianVariant {
		s.Delta = 1e-3
	}
}

func storyRecycled(variant string) string {
	story := "The attacked step is the second odd one; the even one between touches no data."
	if variant == outputVariant || variant == GaussianVariant {
		story += " The noise is on the minimiser itself, which the exchange moves by almost 2C/B over the curvature."
	}
	return story
}

func recycledAlgorithm(penalty string) []string {
	return []string{
		"odd: draw ε with density ∝ exp(−α|ε|)",
		"odd: f ← argmin O(f) + (2λ+ε)·f + " + penalty + " Σ_j |f − (f+f_j)/2|²   (18)",
		"output, gaussian: no ε; f ← f + n, ∝ exp(−α(ρ/N+2" + penalty + "V)|n|)   (VII-B)",
		"odd: broadcast f; λ ← λ + " + penalty + "/2 Σ_j (f − f_j)   (15)",
		"even: f ← f + " + penalty + "/(2" + penalty + "V+γ) Σ_j (2f_j − f⁻ − f_j⁻), ⁻ = one before   (19)",
		"even: broadcast f, no data touched, nothing to pay",
	}
}

const recycledTotal = "P(t) = max_i Σ_k (2C/B_i)(1.4c₁/(ρ/N+2η_iV_i) + α_i(k)), eq. (32); output: Σ_k 2Cα_i(k)/B_i; gaussian: Σ_k ε_i(k), Tδ"

type radmm struct {
	consensus
	penalties   // eta_i(2k-1)
	solve, even func(i int)
	theta       PerNode                              // dual step of each node
	recycled    [][]float64                          // the sum of line 6, from broadcasts alone
	degree      []float64                            // V_i at the odd iteration
	stated      struct{ mu, delta, epsilon float64 } // of the Gaussian charge last made
}

func newRADMM(p Problem) Method {
	n, d := len(p.Locals), p.Locals[0].Dim()
	m := &radmm{
		consensus: newConsensus(p), penalties: newPenalties(n),
		theta: make(PerNode, n), recycled: vectors(n, d), degree: make([]float64, n),
	}
	m.solve, m.even = m.update, m.recycle
	return m
}

// Price is what the noise of line 2 makes the broadcast of line 4 cost. Line 7 is
// post-processing and costs nothing.
func (m *radmm) Price(in Step) Price {
	m.open(in)
	m.output = in.Set.Private && (in.Set.Variant == outputVariant || in.Set.Variant == GaussianVariant)
	costs := (in.Iteration+in.Ahead)%2 == 1
	odd := (in.Iteration+in.Ahead+1)/2 - in.Iteration/2 // from the next iteration on: in each eta grows
	half := true                                        // what (32) asks for
	for i := range m.locals {
		eta := m.eta[i]
		if odd > 0 {
			eta = m.after(i, odd, in.Set)
		}
		c := m.release(i, eta)
		if costs {
			m.quote(i, c.Printed, c.Delta, c.Cost)
		}
		half = half && c.Half
	}
	if m.output {
		return m.price() // there is no determinant to ask for
	}
	m.foreseen = append(m.foreseen, halfCondition(half, in.Set.Variant))
	return m.price()
}

// Carried is f_i, lambda_i and, for the even iteration, what line 6 needs of the odd one.
func (m *radmm) Carried() Carried {
	c := m.variables()
	c.Vectors = append(append(c.Vectors, m.recycled...), m.grown, m.eta, m.theta, m.degree)
	return c
}

// Step is lines 2 to 5 in odd iterations and 6 and 7 in even ones.
func (m *radmm) Step(in Step) Round {
	m.begin(in, m.Price(in))
	odd := in.Iteration%2 == 1
	if odd {
		m.grow(in.Set)
		m.stride()
		m.each(len(m.locals), m.solve)
		m.store()
		m.advance()
		m.updateDual(m.theta, m.primal)
	} else {
		m.each(len(m.locals), m.even)
		m.advance()
	}
	m.conditions = append(m.conditions, m.converges(course{
		penalty: m.eta, dual: m.theta, growing: in.Set.Growing(in.Graph), staying: in.Set.Staying(in.Graph), share: 1 / float64(len(m.locals)), recycled: true, gamma: in.Set.Gamma,
	}))
	r := m.round(m.eta, m.primal, odd)
	if !odd { // line 6 is known to whoever has heard node i and all its neighbours
		r.Work.Needed = in.Graph.Beyond() * m.dim()
	}
	return r
}

// stride is the dual steps that go with the penalties.
func (m *radmm) stride() {
	copy(m.theta, m.eta)
	if m.in.Set.DualStep == commonStep {
		for i := range m.theta {
			m.theta[i] = slices.Min(m.eta)
		}
	}
}

// release is the charge of node i at a penalty of eta.
func (m *radmm) release(i int, eta float64) privacy.Perturbed {
	set, node := m.in.Set, m.node(i, m.regulariser(i), eta)
	if !m.output {
		return privacy.ChargeRecycled(m.dim(), set.Alpha.At(i), node)
	}
	slack := 0.0
	if set.Repair > 0 {
		slack = privacy.InexactSlack(models.Promise, node) // the noise on f_i covers it
	}
	if set.Variant == outputVariant {
		return privacy.ChargeOutput(m.dim(), set.Alpha.At(i), node, slack)
	}
	mu, cost := privacy.ChargeGaussian(m.dim(), set.Alpha.At(i), node, slack)
	if m.stated.mu != mu || m.stated.delta != set.Delta { // one root for all nodes of one size, whatever eta is
		m.stated.mu, m.stated.delta, m.stated.epsilon = mu, set.Delta, privacy.GaussianEpsilon(mu, set.Delta)
	}
	return privacy.Perturbed{Printed: m.stated.epsilon, Delta: set.Delta, Cost: cost}
}

// update is lines 2 and 3 at node i.
func (m *radmm) update(i int) {
	set := m.in.Set
	if m.output {
		m.minimise(i, m.regulariser(i), 0, m.eta[i], perturbation{}, m.primal[i], m.primal)
		m.cover(i)
		return
	}
	if set.Private {
		m.in.Noise.GammaNorm(m.noise[i], noise.Dual, i, m.in.Iteration, set.Alpha.At(i))
	}
	m.minimise(i, m.regulariser(i), 0, m.eta[i], perturbation{1, set.Alpha.At(i)}, m.primal[i], m.primal)
}

// cover is the noise of line 3' at node i, with the draw that line 2 would have made.
func (m *radmm) cover(i int) {
	set, node, n := m.in.Set, m.node(i, m.regulariser(i), m.eta[i]), m.noise[i]
	r := realised.Release{Weight: node.Weight, Curvature: node.Curvature(), Noise: n, Model: m.next[i]}
	if set.Variant == outputVariant {
		r.Rate = privacy.OutputRate(set.Alpha.At(i), node)
		m.in.Noise.GammaNorm(n, noise.Dual, i, m.in.Iteration, r.Rate)
	} else {
		r.Sigma = privacy.OutputSigma(m.dim(), set.Alpha.At(i), node)
		m.in.Noise.Gaussian(n, noise.Dual, i, m.in.Iteration, r.Sigma)
	}
	if m.in.Meter != nil {
		m.in.Meter.Output(i, r, node.Penalty, 0)
	}
	linear.AddScaled(m.next[i], 1, n)
}

// regulariser is rho_i/N.
func (c *consensus) regulariser(i int) float64 { return c.in.Set.Rho.At(i) / float64(len(c.locals)) }

// store keeps what line 6 needs of the odd iteration: next holds f(2k-1), primal
// f(2k-2).
func (m *radmm) store() {
	for i, sum := range m.recycled {
		neighbours := m.in.Graph.Neighbours(i)
		m.degree[i] = float64(len(neighbours))
		clear(sum)
		for _, j := range neighbours {
			linear.AddScaled(sum, m.eta[i]-m.theta[i], m.next[i])
			linear.AddScaled(sum, m.eta[i]+m.theta[i], m.next[j])
			linear.AddScaled(sum, -m.eta[i], m.primal[j])
			linear.AddScaled(sum, -m.eta[i], m.primal[i])
		}
	}
}

// recycle is line 6 at node i.
func (m *radmm) recycle(i int) {
	copy(m.next[i], m.primal[i])
	if m.degree[i] > 0 { // alone it has heard nothing to recycle
		linear.AddScaled(m.next[i], 1/(float64(2*m.eta[i]*m.degree[i])+m.in.Set.Gamma), m.recycled[i])
	}
}

// halfCondition is 2 c1 < min_i (B_i/C)(rho/N + 2 eta_i V_i), RADMM Algorithm 3.
func halfCondition(holds bool, variant string) Condition {
	c := Condition{
		Name: asksHalf.Name, Holds: holds, Privacy: variant == "printed",
		Detail: "the 1.4 of the printed bound is valid only under this condition; the tight bound needs none",
	}
	if c.Privacy && !holds {
		c.Mend = Mend{Key: variantKey, Value: "tight"}
	}
	return c
}

var asksHalf = Asked{
	Name:  "2c₁ < (B/C)(ρ/N+2ηV)",
	Words: "The 1.4 in the printed charge comes from −2 ln(1 − x) ≤ 2.8x with x = c₁/((B/C)(ρ/N+2ηV)), which holds for x < 1/2 only (Recycled ADMM, Algorithm 3 and (32)). A larger ρ, B or, at a node with neighbours (V > 0), η, or a smaller C mends it. The printed charge needs it, the tight one does not.",
}
