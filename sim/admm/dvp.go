package admm

import (
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
	"admmlab/sim/samples"
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
// determinant term. "balanced" is "tight" with Phi wherever that leaves more for
// the noise, not only where alphaHat <= 0; see privacy.CalibrateDVP.
//
// Deviations from print: (14) is used, not mu = lambda + eps of section III-A;
// f_p(0) = 0 unless Problem.Start says otherwise.
func dvpSpec() Spec {
	return Spec{
		ID: "dvp", Name: "DVP", Short: "dual noise",
		Words:    "dual variable perturbation: every node adds noise to its dual variable before it minimises",
		Citation: tifs + ", Algorithm 2",
		Algorithm: []string{
			"α̂ ← α − 2 ln(1 + c₁/((B/C)(ρ+2ηN))); if α̂ ≤ 0: Φ > 0 and α̂ = α/2",
			"draw ε with density ∝ exp(−ζ|ε|), ζ = α̂/2 (printed: α̂)",
			"μ ← λ + C/(2B) ε   (14)",
			"f ← argmin (C/B) Σ L + ρ/2|f|² + Φ/2|f|² + 2 μ·f + η Σ_i |f − (f+f_i)/2|²   (15)",
			"broadcast f",
			"λ ← λ + η/2 Σ_i (f − f_i)   (16)",
		},
		Differs: []string{
			"This lab uses (14), μ = λ + C/(2B) ε; the text of section III-A says μ = λ + ε, which is 2B/C times as much noise. Models start at 0 unless start says otherwise; the paper's at random.",
			"Algorithm 2 prints ζ = α̂, the end of Appendix A proves ζ = α̂/2. As printed, one iteration can cost up to 2α̂ + ln(1 + x) instead of α when a record is replaced; when a record is only taken out, the printed rate is right.",
			"(31) charges 2 ln(1 + x) for the determinant; ln(1 + x) is enough (variants \"tight\" and \"tight, balanced\").",
			"The abstract says that DVP outperforms PVP; section V and the conclusion find PVP slightly better at trading privacy for accuracy. No winner is claimed here.",
		},
		Variants: []Variant{
			{"proved", "as proved", "ζ = α̂/2, as Appendix A proves: each step is α-private when one record is replaced."},
			{"tight", "tight", "ζ = α̂/2 and ln(1+x) for the determinant instead of 2 ln(1+x): less noise, same promise."},
			{"balanced", "tight, balanced", "As tight, and Φ is added wherever that leaves more for the noise: the printed rule lets α̂ fall to 0 before it switches, so that a stricter α could get 500 times less noise than it should."},
			{"printed", "as printed", "Algorithm 2 sets ζ = α̂, twice the proved rate: when one record is replaced a step can cost up to 2α̂ + ln(1+x), more than the α it promises."},
		},
		Parameters:  []Parameter{alphaTIFS(0.5), rhoTIFS(0.0031622776601683794), eta(1), weightC(), deltaTotal(), repair()},
		Adjacency:   byRecord,
		TotalWords:  "Σ_t α_p(t), the largest over nodes",
		NoiseEnters: "in the dual variable, before the minimisation: the model sent is the minimiser of a perturbed objective",
		NoiseKnob:   AlphaKey,
		Tunable:     []string{"rho", "eta"},
		TotalNotes: []string{
			"TIFS 2017 states α for each iteration (Definition 4). The AISec paper of 2016 says that privacy does not depend on the number of iterations; it does. The sum Σ α(t) is a valid total, because each step depends on the data only through what was already sent.",
			"As printed (ζ = α̂) a step can cost up to 2α̂ + ln(1 + x) when a record is replaced, and the printed total does not show it; basic composition does.",
		},
		Asks:     []Asked{asksRecords, asksConverges},
		Samples:  samples.DVP(),
		Realised: Measure{Told: true},
		Audit: Audit{
			Tune: tune(2, 0.02, 10), At: 2,
			Claim: printedOnly("each step is α-private, α = %s (TIFS 2017, Definition 4 and eq. (12))"),
			Story: always("DVP must hide this by noise of rate ζ; Algorithm 2 prints ζ = α̂, Appendix A proves ζ = α̂/2."),
		},
		Turn: 1,
		New:  newDVP,
	}
}

type dvp struct {
	consensus
	solve func(i int)
}

func newDVP(p Problem) Method {
	m := &dvp{consensus: newConsensus(p)}
	m.solve = m.update
	return m
}

// Price is what lines 2 to 5 make a broadcast cost.
func (m *dvp) Price(in Step) Price {
	m.open(in)
	for i := range m.locals {
		m.quote(i, in.Set.Alpha.At(i), 0, m.calibrate(i, in.Set.Variant).Cost(m.dim(), 0))
	}
	return m.price()
}

// Carried is f_p and lambda_p.
func (m *dvp) Carried() Carried { return m.variables() }

// Step is lines 2 to 9.
func (m *dvp) Step(in Step) Round {
	m.begin(in, m.Price(in))
	m.each(len(m.locals), m.solve)
	m.advance()
	m.updateDual(in.Set.Eta, m.primal)
	m.conditions = append(m.conditions, m.converges(m.plainly()))
	return m.round(in.Set.Eta, m.primal, true)
}

// update is lines 2 to 7 at node i.
func (m *dvp) update(i int) {
	m.perturbed(i, noise.Dual, m.in.Set.Variant, m.primal[i], m.primal)
}

// calibrate is lines 2 to 5 at node i; PVP's closing step takes it, too.
func (c *consensus) calibrate(i int, variant string) privacy.DVP {
	set := c.in.Set
	return privacy.CalibrateDVP(variant, set.Alpha.At(i), c.node(i, set.Rho.At(i), set.Eta.At(i)))
}

// perturbed draws the noise of lines 2 to 6 and minimises line 7, with the given
// previous values; PVP's closing step is the same.
func (c *consensus) perturbed(i int, purpose noise.Purpose, variant string, own []float64, seen [][]float64) {
	set := c.in.Set
	var chosen privacy.DVP
	if set.Private {
		chosen = c.calibrate(i, variant)
		c.in.Noise.GammaNorm(c.noise[i], purpose, i, c.in.Iteration, chosen.Zeta)
	}
	// 2 mu = 2 lambda + (C/B) eps
	c.minimise(i, set.Rho.At(i), chosen.Phi, set.Eta.At(i), perturbation{c.weight(i), chosen.Zeta}, own, seen)
}
