package convergence

import (
	"math"

	"admmlab/sim/network"
)

// Rate is how fast plain consensus ADMM is proved to be, after Shi, Ling, Yuan, Wu and Yin,
// On the linear convergence of the ADMM in decentralized consensus optimization, IEEE
// Trans. Signal Process. 62(7), 2014, Theorem 1: a squared distance to the optimum falls in
// every iteration at least by the factor 1/(1+δ). That paper is not among the sources of this
// lab, and Linear has the whole proof.
type Rate struct {
	Delta    float64
	Mu       float64 // at which δ is largest
	Lambda   float64 // λ₂, the smallest eigenvalue of D−A but the one that is 0
	Signless float64 // s, not below the largest eigenvalue of D+A
}

// Linear is the rate on a connected graph of two nodes at least, for m-strongly convex
// objectives with M-Lipschitz gradients and the penalty η:
//
//	δ = min{ (μ−1)λ₂/(μs), 2m/(ηs + μM²/(ηλ₂)) },  the best μ > 1
//
// It is the δ quoted of the paper: its L₊ and L₋ are D+A and D−A, its σ²max(M₊) = 2s and
// σ̃²min(M₋) = 2λ₂, its c is η. s is taken as the largest V_i + V_j over the edges, which
// bounds it (Anderson and Morley 1985) and is it on regular graphs and stars.
//
// Proof. With a = 2λ, e = f − f*, g = ∇O(f) and what (10) and (11) say,
//
//	g(t+1) − g* = −(a(t+1) − a*) − η(D+A)(e(t+1) − e(t)),  a(t+1) = a(t) + η(D−A)e(t+1)
//
// Let y = (D+A)^½ e and b with (D−A)^½ b = a, orthogonal to the constants. The product of
// the first with e(t+1) is m|e(t+1)|² at least, so that with E = η|y|² + |b − b*|²/η
//
//	E(t) − E(t+1) ≥ 2m|e(t+1)|² + η|y(t+1) − y(t)|² + η e(t+1)'(D−A)e(t+1)
//
// λ₂|b − b*|² ≤ |a − a*|², and |u+v|² ≤ μ|u|² + μ/(μ−1)|v|², so that the first also says
//
//	E(t+1) ≤ (ηs + μM²/(ηλ₂)) |e(t+1)|² + μ/(μ−1) (s/λ₂) η|y(t+1) − y(t)|²
//
// and δ E(t+1) ≤ E(t) − E(t+1). The bound on E(t) − E(t+1) needs no strong convexity (m = 0)
// and no Lipschitz gradient: summed, it makes the smallest e'(D−A)e of the first t
// iterations at most E(0)/(ηt).
func Linear(g *network.Graph, eta, m, lipschitz float64) Rate {
	r := Rate{Lambda: g.SpectralGap()}
	for _, e := range g.Edges() {
		r.Signless = max(r.Signless, float64(g.Degree(e[0])+g.Degree(e[1])))
	}
	// The first term grows with μ and the second falls: the best μ is where they meet,
	// λ₂A μ² + (λ₂ηs − λ₂A − 2ms) μ − λ₂ηs = 0 with A = M²/(ηλ₂).
	s, l := r.Signless, r.Lambda
	square := lipschitz * lipschitz / eta // λ₂A
	b := float64(l*eta*s) - square - float64(2*m*s)
	root := math.Sqrt(float64(b*b) + float64(4*square*l*eta*s))
	if b > 0 {
		r.Mu = 2 * l * eta * s / (b + root)
	} else {
		r.Mu = (root - b) / (2 * square)
	}
	r.Delta = 2 * m / (float64(eta*s) + r.Mu*square/l)
	return r
}
