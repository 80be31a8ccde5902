package privacy

import (
	"math"

	"admmlab/models/elementary"
)

// Node is the part of one node's problem that its privacy depends on; all of
// it is public.
type Node struct {
	Weight      float64 // C/B, the largest pull of one record on the gradient
	C1          float64 // the bound on L” of its loss, models.Loss.C1
	Regulariser float64 // r: rho in TIFS17, rho/N in RADMM
	Penalty     float64 // eta V, penalty times degree
}

// Curvature is h = r + 2 eta V, the strong convexity without data.
func (n Node) Curvature() float64 { return n.Regulariser + float64(2*n.Penalty) }

// leverage is x = (C/B) c1 / (h + Phi): how far one record can tilt the
// Jacobian of (30), TIFS17. Without a bound on L” nothing limits it.
func (n Node) leverage(phi float64) float64 {
	if !(n.C1 > 0) {
		return math.Inf(1)
	}
	return n.Weight * n.C1 / (n.Curvature() + phi)
}

// DVP is the noise of one dual variable perturbation.
type DVP struct {
	AlphaHat float64 // what is left of alpha for the noise
	Phi      float64 // weight of the added term (Phi/2)|f|^2, 0 if not needed
	Zeta     float64 // rate of the noise density exp(-Zeta |eps|)
	det      float64 // ln(1+x) with Phi
}

// Cost is what the step proves. The noise hides a shift of 1 (record removed)
// or 2 (record replaced), in units of C/B, plus hidden, the shift that a hidden
// own term adds (0 when all of it was released).
//
// With a hidden own term the shift is no longer along one record's gradient and
// the gamma-norm form is not known to hold: only the pure bound is stated.
func (c DVP) Cost(dim int, hidden float64) [Adjacencies]Cost {
	costs := [Adjacencies]Cost{
		Replace: objective(dim, c.Zeta*(2+hidden), c.det),
		Remove:  objective(dim, c.Zeta*(1+float64(hidden/2)), c.det),
	}
	if hidden > 0 {
		costs[Replace].Dim, costs[Remove].Dim = 0, 0
	}
	return costs
}

// CalibrateDVP sets the noise of TIFS17 Algorithm 2 for the privacy parameter
// alpha > 0.
//
//	alphaHat = alpha - ln(1 + c1/((B/C)(rho + 2 eta N)))^2
//	alphaHat <= 0: Phi = c1/((B/C)(e^(alpha/4) - 1)) - rho - 2 eta N, alphaHat = alpha/2
//
// "printed" takes zeta = alphaHat (Algorithm 2), "proved" zeta = alphaHat/2 (end
// of Appendix A). "tight" replaces the determinant term 2 ln(1+x) of (31) by
// ln(1+x): with A the Hessian without the changed record the ratio is
// (1 + a q)/(1 + a' q') with both factors in [1, 1+x]. "balanced" is tight and
// takes the second branch wherever it leaves more for the noise: the printed
// rule lets alphaHat fall to 0 just before it switches, so that a stricter alpha
// could get less noise.
func CalibrateDVP(variant string, alpha float64, n Node) DVP {
	factor := determinantFactor(variant)
	c := DVP{AlphaHat: alpha - float64(factor*elementary.Log1p(n.leverage(0)))}
	if c.AlphaHat <= 0 || (variant == "balanced" && c.AlphaHat < alpha/2) {
		// e^(alpha/4) for the printed term, e^(alpha/2) for the tight one
		c.Phi = math.Max(0, n.Weight*n.C1/elementary.Expm1(alpha/(2*factor))-n.Curvature())
		c.AlphaHat = alpha / 2
	}
	c.Zeta = c.AlphaHat / 2
	if variant == "printed" {
		c.Zeta = c.AlphaHat
	}
	c.det = elementary.Log1p(n.leverage(c.Phi))
	return c
}

// DVPTurn is the weight C/B from which on CalibrateDVP takes its second branch: what comes of
// it jumps there, but for "balanced".
func DVPTurn(variant string, alpha float64, n Node) float64 {
	if variant == "balanced" {
		alpha /= 2
	}
	return n.Curvature() * elementary.Expm1(alpha/determinantFactor(variant)) / n.C1
}

// determinantFactor multiplies ln(1+x) in the determinant term.
func determinantFactor(variant string) float64 {
	if variant == "tight" || variant == "balanced" {
		return 1
	}
	return 2
}

// PVPRate is the rate zeta of the noise PVP adds to the primal variable.
//
//	printed, own: zeta = rho B alpha / (2 C)             TIFS17 Algorithm 3
//	released:     zeta = alpha B (rho + 2 eta N) / (2 C)  strong convexity of L itself
func PVPRate(variant string, alpha float64, n Node) float64 {
	if variant == "released" {
		return alpha * n.Curvature() / (2 * n.Weight)
	}
	return alpha * n.Regulariser / (2 * n.Weight)
}

// PVPSensitivity bounds |f_p(t+1; D) - f_p(t+1; D')| on one transcript, given
// the same bound before the step. The hidden f_p(t) enters the own term with
// weight hidden: 2 for "printed" (f_p - eps_p = 2 f_p - V_p), 1 for "own", 0 for
// "released".
//
//	D(t+1) = (2 C/B + hidden eta V D(t)) / (rho + 2 eta V)
//
// For a record removed instead of replaced it is half of that.
func PVPSensitivity(variant string, before float64, n Node) float64 {
	return (float64(2*n.Weight) + float64(hiddenWeight[variant]*n.Penalty*before)) / n.Curvature()
}

// PVPLimit is where the sensitivity settles: 2 (C/B)/(rho + (2 - hidden) eta V).
func PVPLimit(variant string, n Node) float64 {
	return 2 * n.Weight / (n.Regulariser + float64((2-hiddenWeight[variant])*n.Penalty))
}

// Foreseen is up to how many iterations ahead what a cost depends on (PVP's sensitivity and drift,
// a penalty that grows) is foreseen as a run comes to it, to the last bit: accountants round, and a
// bit decides whether a budget is kept.
const Foreseen = 128

// PVPLater is the sensitivity so many iterations after one at which it is now, under the
// same knobs: its distance from the limit shrinks by hidden eta V/(rho + 2 eta V) in each.
func PVPLater(variant string, now float64, n Node, iterations int) float64 {
	for range min(iterations, Foreseen) {
		now = PVPSensitivity(variant, now, n)
	}
	limit, q := PVPLimit(variant, n), hiddenWeight[variant]*n.Penalty/n.Curvature()
	return approached(now, limit, q, iterations-Foreseen)
}

// approached is limit + (now - limit) q^iterations, now where there are none.
func approached(now, limit, q float64, iterations int) float64 {
	if iterations <= 0 {
		return now
	}
	return limit + float64((now-limit)*elementary.Pow(q, float64(iterations)))
}

// PVPDrift bounds how much further apart than PVPSensitivity has it two neighbours' f_p may lie
// after so many more iterations, as each minimiser leaves a gradient and the hidden f_p(t) enters
// the next one. slack is InexactSlack, before the same bound now.
//
//	e(t+1) = slack + hidden eta V e(t) / (rho + 2 eta V)
//
// It is the same for a record removed.
func PVPDrift(variant string, before, slack float64, n Node, iterations int) float64 {
	q := hiddenWeight[variant] * n.Penalty / n.Curvature()
	for range min(iterations, Foreseen) {
		before = slack + float64(q*before)
	}
	limit := slack * n.Curvature() / (n.Regulariser + float64((2-hiddenWeight[variant])*n.Penalty))
	return approached(before, limit, q, iterations-Foreseen)
}

// hiddenWeight is the weight of the hidden f_p(t) in the own term of each variant.
var hiddenWeight = map[string]float64{"printed": 2, "own": 1, "released": 0}

// PVPCost is what noise of the given rate on f_p proves, with the sensitivity D
// of exact minimisers and slack, how much further inexact ones may lie apart.
func PVPCost(dim int, rate, sensitivity, slack float64) [Adjacencies]Cost {
	return [Adjacencies]Cost{
		Replace: output(dim, rate*(sensitivity+slack)),
		Remove:  output(dim, rate*(float64(sensitivity/2)+slack)),
	}
}

// InexactSlack is 2 gamma/m: how much further apart two neighbours' models may
// lie when each minimiser left a gradient of norm up to gamma, m the strong
// convexity.
func InexactSlack(gamma float64, n Node) float64 { return 2 * gamma / n.Curvature() }

// PVPHidden is the shift, in units of C/B, that the hidden f_p adds to the
// closing DVP step: (B/C) eta V D.
func PVPHidden(sensitivity float64, n Node) float64 { return n.Penalty * sensitivity / n.Weight }

// Perturbed is the charge of one release of a minimiser with noise of rate alpha.
type Perturbed struct {
	Printed float64 // the paper's bound
	Delta   float64 // stated with it, 0 for pure epsilon
	Half    bool    // x < 1/2, the condition the printed bound needs
	Cost    [Adjacencies]Cost
}

// ChargeRecycled is one odd iteration of (M)R-ADMM with noise density
// exp(-alpha |eps|), RADMM (32):
//
//	printed  (2C/B) (1.4 c1 / (rho/N + 2 eta V) + alpha), if 2 c1 < (B/C)(rho/N + 2 eta V)
//	tight    ln(1+x) + 2 (C/B) alpha, no condition; (C/B) alpha for a record removed
func ChargeRecycled(dim int, alpha float64, n Node) Perturbed {
	det := elementary.Log1p(n.leverage(0))
	return Perturbed{
		Printed: 2 * n.Weight * (1.4*n.C1/n.Curvature() + alpha),
		Half:    n.leverage(0) < 0.5,
		Cost: [Adjacencies]Cost{
			Replace: objective(dim, 2*n.Weight*alpha, det),
			Remove:  objective(dim, n.Weight*alpha, det),
		},
	}
}

// ChargeOutput is one odd iteration of (M)R-ADMM with output perturbation (RADMM VII-B):
// noise of density exp(-OutputRate |n|) on the minimiser f of
//
//	F(f) = (C/B) sum L + rho/(2N) |f|^2 + 2 lambda.f + eta sum_j |(f_i + f_j)/2 - f|^2
//
// F is h-strongly convex, h = rho/N + 2 eta V, whatever the data. Given what was sent
// before, the objectives F and F' of two neighbours differ in the terms of one record,
// (C/B) (L(m) - L(m')), whose gradient is at most 2 C/B long for |x| <= 1 and |L'| <= 1,
// and C/B for a record removed. With grad F(f) = 0 = grad F'(f'),
//
//	h |f - f'|^2 <= (grad F(f) - grad F(f')).(f - f') = (grad F' - grad F)(f').(f - f')
//	|f - f'| <= 2 C/(B h),  C/(B h) for a record removed
//
// so that a rate of alpha h costs 2 (C/B) alpha: what the noise part of (32) costs, without
// its determinant, and with no bound on L”. slack is as of InexactSlack, or 0.
func ChargeOutput(dim int, alpha float64, n Node, slack float64) Perturbed {
	rate, replaced, removed := outputReach(alpha, n, slack)
	return Perturbed{
		Printed: 2 * n.Weight * alpha,
		Cost:    [Adjacencies]Cost{Replace: output(dim, rate*replaced), Remove: output(dim, rate*removed)},
	}
}

// ChargeGaussian is ChargeOutput with N(0, OutputSigma^2 I): reach/sigma of each
// adjacency, and mu of a record replaced without slack, for what is stated of one step:
//
//	mu = 2 (C/B) alpha / sqrt(d+1)
func ChargeGaussian(dim int, alpha float64, n Node, slack float64) (mu float64, cost [Adjacencies]Cost) {
	rate, replaced, removed := outputReach(alpha, n, slack)
	width := math.Sqrt(float64(dim + 1))
	return 2 * n.Weight * alpha / width, [Adjacencies]Cost{
		Replace: GaussianCost(rate * replaced / width), Remove: GaussianCost(rate * removed / width),
	}
}

// outputReach is the rate of ChargeOutput and how far two neighbours' minimisers lie apart.
func outputReach(alpha float64, n Node, slack float64) (rate, replaced, removed float64) {
	h := n.Curvature()
	return OutputRate(alpha, n), float64(2*n.Weight)/h + slack, n.Weight/h + slack
}

// OutputRate is alpha h: alpha is the rate in units of the gradient, as in (18), and a
// gradient of g moves the minimiser by g/h at most.
func OutputRate(alpha float64, n Node) float64 { return alpha * n.Curvature() }

// OutputSigma is sqrt(d+1)/(alpha h), the deviation of one coordinate of noise of density
// exp(-alpha h |n|) in d dimensions, so that alpha says the same of both laws.
func OutputSigma(dim int, alpha float64, n Node) float64 {
	return math.Sqrt(float64(dim+1)) / OutputRate(alpha, n)
}

// ChargePenalty is one iteration of M-ADMM with noise density exp(-alpha |eps|)
// inside the penalty (Zhang, Khalili and Liu, ICML 2018):
//
//	printed  C (1.4 c1 + alpha) / (eta V B)
//	tight    ln(1+x) + (C/B) alpha / (eta V): the linear term is 2 eta V eps.f, of rate
//	         alpha/(2 eta V) in gradient units
//
// A node without neighbours adds no noise: both are +Inf.
func ChargePenalty(dim int, alpha float64, n Node) Perturbed {
	det := elementary.Log1p(n.leverage(0))
	return Perturbed{
		Printed: n.Weight * (float64(1.4*n.C1) + alpha) / n.Penalty,
		Half:    n.leverage(0) < 0.5,
		Cost: [Adjacencies]Cost{
			Replace: objective(dim, n.Weight*alpha/n.Penalty, det),
			Remove:  objective(dim, n.Weight*alpha/(2*n.Penalty), det),
		},
	}
}
