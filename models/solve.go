package models

import (
	"math"

	"admmlab/models/linear"
)

// Tolerance is the gradient norm at which Minimise stops; Promise is the one
// the laboratory promises. The privacy proofs assume exact minimisers, so the
// distance between the two is there for roundoff, not for impatience.
const (
	Tolerance = 1e-10
	Promise   = 1e-9
)

const (
	maxSteps = 2000 // steps of one Minimise; noisy census subproblems need 6
	maxTries = 80   // points along one direction
	maxTired = 12   // steps without progress within reach of roundoff; 1 once the promise is kept
	patience = 40   // steps after which the line is searched more closely
	loose    = 0.9  // share of the slope along the line that an acceptable point may keep
	closer   = 0.1  // and then
	short    = 0.25 // an overshoot that ended this far down makes the next steps cautious
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
	Passes         int     // passes over the rows for margins and gradient, the first also where MeanLoss has made it
	Bends          int     // passes over the rows for their curvature: Hessians, and what roundoff can leave
	Factorisations int     // Cholesky factorisations
}

// Reached reports whether the promise was kept; false for NaN.
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
// Three things make it fast: the first gradient is there when f is the last
// evaluated model, and counts no pass where a Minimise ended there; the factored Hessian is kept, also across calls, while it
// still contracts the gradient; and secant pairs sharpen it meanwhile. Two
// make it safe from any start: the objective is convex, so a point along a
// descent direction where the derivative is still negative is lower, without
// a function value and its logarithms; and after an overshoot the curvature
// is taken from a quadratic above the loss (see Loss.Bends). It stops at
// Tolerance or where roundoff ends progress, and reports what it achieved.
func (p *Local) Minimise(f []float64, s Subproblem) Solution {
	n, h := &p.newton, &p.newton.factor
	var out Solution
	p.move(f, &out)
	now := p.gradient(n.g, f, s)
	best := now
	copy(n.best, f)
	stale := p.lean == nil && !h.adapt(p.each, s, &out)
	fresh, caution, tired := p.lean != nil, 0.0, 0

	for steps := 0; steps < maxSteps && now > Tolerance && !math.IsInf(now, 0); steps++ {
		if stale {
			h.assemble(p, caution)
			out.Bends++
			if !h.decompose(p.each, s, &out) {
				break
			}
			fresh = true
		}
		left := loose
		if steps >= patience {
			left = closer
		}
		p.caution = caution
		p.direct(f, s, &out)
		after, t := p.search(f, s, best, left, &out)
		if t < short && caution < 1 {
			caution = 1
		} else if caution /= 2; caution < 1e-9 {
			caution = 0
		}
		if t == 0 {
			// No lower point: a factor that misleads, or else roundoff.
			p.move(f, &out)
			if fresh && caution < 1 {
				break
			}
			stale = p.lean == nil
			continue
		}
		if p.lean == nil {
			h.learn(f, n.next, n.g, n.gNext)
		}
		copy(f, n.next)
		n.g, n.gNext = n.gNext, n.g
		if after <= best/2 {
			tired = 0
		} else if fresh || after <= Promise {
			out.Bends++
			if after <= p.roundoff(s) {
				tired++
			}
		}
		if p.lean == nil {
			stale, fresh = h.strike(after/now), false
		}
		if now = after; now < best {
			best = now
			copy(n.best, f)
		}
		if tired >= maxTired || tired > 0 && best <= Promise {
			break
		}
	}
	if now > best {
		copy(f, n.best)
		p.move(f, &out)
		now = p.gradient(n.g, f, s)
	}
	out.GradientNorm = now
	return out
}

// move makes f the last evaluated model. A pass that a measuring has made is one of the
// minimisation that starts with it: whoever measures nothing makes it then.
func (p *Local) move(f []float64, out *Solution) {
	there := same(f, p.at)
	if !there {
		p.evaluate(f)
	}
	if !there || p.measured {
		out.Passes++
	}
	p.measured = false
}

// gradient writes -weight*pull + q f + l at the last evaluated model f into g
// and returns its norm.
func (p *Local) gradient(g, f []float64, s Subproblem) float64 {
	pull, f, l := p.pull[:len(g)], f[:len(g)], s.Linear[:len(g)]
	for j := range g {
		g[j] = float64(s.Curvature*f[j]) + l[j] - float64(s.Weight*pull[j])
	}
	return linear.Norm(g)
}

// direct makes the direction p, that of Newton's step at f but for what the factor or
// conjugate gradients leave.
func (p *Local) direct(f []float64, s Subproblem, out *Solution) {
	if p.lean != nil {
		p.conjugate(f, s, out)
		return
	}
	n := &p.newton
	copy(n.p, n.g)
	n.factor.solve(n.p)
	for j := range n.p {
		n.p[j] = -n.p[j]
	}
}

// search leaves in next and gNext the first acceptable point f + t p along the
// direction p, and returns its gradient norm and t, or t = 0
// when there is none.
//
// With phi(t) = objective(f + t p), a point is acceptable when the gradient
// norm is below half the smallest so far (which can happen finitely often),
// or when phi'(t) <= 0, so that phi fell all the way, and the step is not a
// needless crumb: a share left of the slope is the most that remains. Where L” jumps, a
// loose search can go round in circles that shrink too slowly, so that it is closer after
// many steps. The full step comes first; after an overshoot the root of
// phi' is bracketed by safeguarded false position.
func (p *Local) search(f []float64, s Subproblem, best, left float64, out *Solution) (after, t float64) {
	n := &p.newton
	slope := linear.Dot(n.g, n.p)
	if !(slope < 0) {
		return math.NaN(), 0
	}
	lo, hi, atLo, atHi := 0.0, 1.0, slope, 0.0
	t = 1
	for range maxTries {
		for j := range n.next {
			n.next[j] = f[j] + float64(t*n.p[j])
		}
		if same(n.next, f) {
			return math.NaN(), 0
		}
		p.evaluate(n.next)
		out.Passes++
		after = p.gradient(n.gNext, n.next, s)
		along := linear.Dot(n.gNext, n.p)
		if after <= best/2 || along <= 0 && (t == 1 || along >= left*slope) {
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
		t = lo + float64(cut*(hi-lo))
	}
	return math.NaN(), 0
}

// roundoff estimates generously what the roundoff of one evaluation can leave
// in the gradient at the last evaluated model: that of its sums, and that of
// the model's own digits through the Hessian.
func (p *Local) roundoff(s Subproblem) float64 {
	pulls, bends := 0.0, 0.0
	for first := 0; first < len(p.miss); first += block {
		w := p.bends[0][:min(block, len(p.miss)-first)]
		p.loss.Bends(w, p.margins[first:first+len(w)], p.miss[first:first+len(w)], 0)
		for k, bend := range w {
			_, value := p.rows.Row(first + k)
			square, pull := linear.Dot(value, value), p.miss[first+k]
			if p.values != nil {
				pull, bend = pull*p.values[first+k], bend*p.values[first+k]
			}
			pulls += float64(pull * math.Sqrt(square))
			bends += float64(bend * square)
		}
	}
	return 0x1p-49 * (float64(s.Weight*pulls) + float64((s.Curvature+float64(s.Weight*bends))*linear.Norm(p.at)) + linear.Norm(s.Linear))
}
