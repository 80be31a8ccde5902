package models

import ("math"; "fmt")
var traceOn bool

// Tolerance is the gradient norm at which Minimise stops; Promise is the one
// the laboratory promises. The privacy proofs assume exact minimisers, so the
// distance between the two is there for roundoff, not for impatience.
const (
	Tolerance = 1e-10
	Promise   = 1e-9
)

const (
	maxSteps = 400 // accepted steps of one Minimise
	maxStall = 100 // steps in a row without a new smallest gradient
	maxTries = 80  // points along one direction
)

// Subproblem is the one problem all consensus methods solve at a node:
//
//	minimise  weight * sum_i L(m_i) + q/2 |f|^2 + l.f,   m_i = y_i x_i.f
//
// with q = r + Phi + 2 eta V and l = 2 lambda + n - eta sum_j (f_i + f_j).
type Subproblem struct {
	Weight    float64   // C/B, > 0
	Curvature float64   // q, > 0
	Linear    []float64 // l, len d; only read
}

// Solution says how well and at what cost a subproblem was solved.
type Solution struct {
	GradientNorm   float64 // |gradient| at the returned model; NaN or Inf for input that is not finite
	Passes         int     // passes over the rows for margins and gradient
	Factorisations int     // Cholesky factorisations
}

// Reached tells whether the promise was kept; false for NaN.
func (s Solution) Reached() bool { return s.GradientNorm <= Promise }

// newton is the state of Minimise. Everything but the factor is work space.
type newton struct {
	factor factor
	g      []float64 // gradient at f
	p      []float64 // direction
	next   []float64 // trial point
	gNext  []float64 // gradient at next
	best   []float64 // point of the smallest gradient
}

func newNewton(d int) newton {
	return newton{
		factor: newFactor(d),
		g:      make([]float64, d), p: make([]float64, d),
		next: make([]float64, d), gNext: make([]float64, d), best: make([]float64, d),
	}
}

// Minimise solves s by Newton's method from f, of length d, and leaves the
// minimiser in f. Afterwards f is the last evaluated model.
//
// Three things make it fast: the first gradient is free when f is the last
// evaluated model, the factored Hessian is kept, also across calls, while it
// still contracts the gradient, and secant pairs sharpen it meanwhile.
// The objective is strongly convex, so a point along a descent direction
// where the derivative is still negative is safely lower: no function value,
// hence no logarithm, is ever needed. It stops at Tolerance or where roundoff
// ends progress, and reports the norm it achieved.
func (p *Local) Minimise(f []float64, s Subproblem) Solution {
	n, h := &p.newton, &p.newton.factor
	var out Solution
	if !same(f, p.at) {
		p.evaluate(f)
		out.Passes++
	}
	now := p.gradient(n.g, f, s)
	best, stall, fails, fresh, caution := now, 0, 0, false, 0.0
	copy(n.best, f)
	// A factor for other numbers is shifted from its own curvature at the
	// price of a Cholesky; secant pairs of other numbers are no use.
	stale := !h.assembled
	if !stale && !h.suits(s) {
		out.Factorisations++
		stale = !h.decompose(s)
	} else if h.weight != s.Weight || h.q != s.Curvature {
		h.pairs = 0
	}

	for steps := 0; steps < maxSteps && now > Tolerance && !math.IsInf(now, 0); steps++ {
		if stale {
			h.assemble(p, caution)
			out.Factorisations++
			if !h.decompose(s) {
				break
			}
			stale, fresh = false, true
		}
		after, t := p.search(f, s, now, best, &out)
		if traceOn { fmt.Printf("  %.4g -> %.4g t %.3g fresh %v cautious %v passes %d pairs %d q/shift\n", now, after, t, fresh, caution, out.Passes, h.pairs) }
		if t < 0.25 {
			caution = 1
		} else if caution *= decay; caution < 1e-9 {
			caution = 0
		}
		if t == 0 {
			// No lower point: either roundoff, or a factor that misleads.
			p.evaluate(f)
			out.Passes++
			if fails++; fails > 1 && fresh {
				break
			}
			stale = true
			continue
		}
		fails = 0
		h.learn(f, n.next, n.g, n.gNext)
		copy(f, n.next)
		n.g, n.gNext = n.gNext, n.g
		if fresh && after > now/2 && after <= p.roundoff(s) {
			stall = maxStall
		}
		stale, fresh = h.strike(after/now), false
		stall++
		if now = after; now < best {
			best, stall = now, 0
			copy(n.best, f)
		}
		if stall >= maxStall {
			break
		}
	}
	if now > best {
		copy(f, n.best)
		p.evaluate(f)
		out.Passes++
		now = p.gradient(n.g, f, s)
	}
	out.GradientNorm = now
	return out
}

// gradient writes -weight*pull + q f + l at the last evaluated model f into g
// and returns its norm.
func (p *Local) gradient(g, f []float64, s Subproblem) float64 {
	pull, f, l := p.pull[:len(g)], f[:len(g)], s.Linear[:len(g)]
	for j := range g {
		g[j] = s.Curvature*f[j] + l[j] - s.Weight*pull[j]
	}
	return norm(g)
}

// search leaves in next and gNext the first acceptable point along the
// direction of the factor from f, and returns its gradient norm.
//
// With phi(t) = objective(f + t p), a point is acceptable when the gradient
// norm is below half the smallest so far (which can happen finitely often),
// or when phi'(t) <= 0, so that phi fell all the way, and the step is not a
// needless crumb. The full step comes first; after an overshoot the root of
// phi' is bracketed by safeguarded regula falsi.
func (p *Local) search(f []float64, s Subproblem, now, best float64, out *Solution) (after, t float64) {
	n := &p.newton
	copy(n.p, n.g)
	n.factor.solve(n.p)
	for j := range n.p {
		n.p[j] = -n.p[j]
	}
	slope := dot(n.g, n.p)
	if !(slope < 0) {
		return now, 0
	}
	lo, hi, atLo, atHi := 0.0, 1.0, slope, 0.0
	t = 1.0
	for range maxTries {
		for j := range n.next {
			n.next[j] = f[j] + t*n.p[j]
		}
		if same(n.next, f) {
			return now, 0
		}
		p.evaluate(n.next)
		out.Passes++
		after = p.gradient(n.gNext, n.next, s)
		along := dot(n.gNext, n.p)
		if after <= best/2 || along <= 0 && (t == 1 || along >= 0.9*slope) {
			return after, t
		}
		if along <= 0 {
			lo, atLo = t, along
		} else {
			hi, atHi = t, along
		}
		cut := -atLo / (atHi - atLo)
		if !(cut > 0.1) {
			cut = 0.1
		}
		if cut > 0.9 || lo > 0 {
			cut = 0.5
		}
		t = lo + cut*(hi-lo)
	}
	return now, 0
}

// roundoff bounds what the roundoff of one evaluation can leave in the
// gradient at the last evaluated model: that of its sums, and that of the
// model's own digits through the Hessian.
func (p *Local) roundoff(s Subproblem) float64 {
	h := &p.newton.factor
	f := norm(p.at)
	return 0x1p-50 * (s.Weight*norm(p.pull) + (s.Curvature+s.Weight*h.trace)*f + norm(s.Linear))
}

var decay = 0.1
