package models

import (
	"math"

	"admmlab/models/linear"
)

// memory is how many secant pairs correct a kept factor.
const memory = 12

const (
	poor    = 0.03 // a step that contracts the gradient less counts against the factor
	useless = 0.5  // a step that contracts less than this condemns it
)

// factor is a model of the Hessian H of a subproblem: a Cholesky factor from
// some earlier point, corrected by the secant pairs (change of f, change of
// gradient) seen since then. The correction is that of L-BFGS with the factor
// in the place of the scaled identity (Nocedal and Wright, Numerical
// Optimization, 2nd ed., algorithm 7.4), which makes an ageing factor
// contract superlinearly instead of linearly.
type factor struct {
	d         int
	curvature []float64 // sum_i L'' x_i x_i' where it was assembled, upper triangle, d by d
	upper     []float64 // U with U'U = weight*curvature + q I, d by d
	trace     float64   // of curvature, to size a needed shift
	weight    float64   // of upper
	q         float64   // of upper
	assembled bool      // curvature holds something
	ready     bool      // upper holds something

	step, change []float64       // ring of secant pairs, memory by d each
	rho          [memory]float64 // 1 / step.change
	along        [memory]float64 // work of solve
	pairs        int             // pairs seen since the factor was made
	strikes      int             // steps since then that contracted the gradient poorly
}

func newFactor(d int) factor {
	return factor{d: d, step: make([]float64, memory*d), change: make([]float64, memory*d)}
}

// assemble takes the curvature of the data at the last evaluated model, with
// the given share of caution (see Local.curve).
func (h *factor) assemble(p *Local, caution float64) {
	if h.curvature == nil {
		h.curvature, h.upper = make([]float64, h.d*h.d), make([]float64, h.d*h.d)
	}
	clear(h.curvature)
	p.curve(h.curvature, h.d, caution)
	h.trace = 0
	for i := range h.d {
		h.trace += h.curvature[i*h.d+i]
	}
	h.assembled, h.ready = true, false
}

// decompose factors weight*curvature + q I and forgets the secant pairs. When
// q is too small for the roundoff of the data part it factors with the
// smallest diagonal that works; the solver then merely contracts more slowly.
func (h *factor) decompose(each Each, s Subproblem, out *Solution) bool {
	h.pairs, h.strikes, h.weight, h.q = 0, 0, s.Weight, s.Curvature
	shift := s.Curvature
	for range 12 {
		for i := range h.d {
			from, to := h.curvature[i*h.d+i:(i+1)*h.d], h.upper[i*h.d+i:(i+1)*h.d]
			to = to[:len(from)]
			for j, v := range from {
				to[j] = float64(s.Weight * v)
			}
			to[0] += shift
		}
		out.Factorisations++
		if h.ready = linear.Cholesky(linear.Square(h.d, h.upper), inTurn(each)); h.ready {
			return true
		}
		shift = math.Max(10*shift, 0x1p-52*s.Weight*h.trace)
	}
	return false
}

// adapt prepares a kept factor for s and reports whether it can be used. For
// clearly other numbers it is shifted from its own curvature, at the price of
// a Cholesky; secant pairs of other numbers are no use.
func (h *factor) adapt(each Each, s Subproblem, out *Solution) bool {
	if !h.assembled {
		return false
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= 0.05*b }
	if !h.ready || !near(h.weight, s.Weight) || !near(h.q, s.Curvature) {
		return h.decompose(each, s, out)
	}
	if h.weight != s.Weight || h.q != s.Curvature {
		h.pairs = 0
	}
	return true
}

// learn adds the secant pair of a step from (f, g) to (next, gNext).
func (h *factor) learn(f, next, g, gNext []float64) {
	slot := h.pairs % memory
	step, change := h.pair(slot)
	for j := range step {
		step[j] = next[j] - f[j]
		change[j] = gNext[j] - g[j]
	}
	// Strong convexity makes step.change positive; roundoff may not.
	bend := linear.Dot(step, change)
	if bend > 0 && bend > 0x1p-52*linear.Norm(step)*linear.Norm(change) {
		h.rho[slot] = 1 / bend
		h.pairs++
	}
}

func (h *factor) pair(slot int) (step, change []float64) {
	a, b := slot*h.d, (slot+1)*h.d
	return h.step[a:b:b], h.change[a:b:b]
}

// strike judges a step by its contraction of the gradient and reports whether
// the factor is due for a fresh one. Two poor steps are forgiven, because the
// secant pairs they leave behind usually mend the factor, and because a factor
// from nearer the minimiser serves longer; a useless one is not.
func (h *factor) strike(contraction float64) bool {
	if contraction > poor {
		h.strikes++
	}
	return h.strikes >= 3 || contraction > useless
}

// solve overwrites x with an approximation of H^-1 x.
func (h *factor) solve(x []float64) {
	oldest := max(0, h.pairs-memory)
	for k := h.pairs - 1; k >= oldest; k-- {
		slot := k % memory
		step, change := h.pair(slot)
		h.along[slot] = h.rho[slot] * linear.Dot(step, x)
		linear.AddScaled(x, -h.along[slot], change)
	}
	linear.SolveUpper(linear.Square(h.d, h.upper), x)
	for k := oldest; k < h.pairs; k++ {
		slot := k % memory
		step, change := h.pair(slot)
		linear.AddScaled(x, h.along[slot]-float64(h.rho[slot]*linear.Dot(change, x)), step)
	}
}
