package models

import "slices"

// Warm is what a Local carries from one Minimise to the next: the last evaluated
// model, whether a Minimise ended there, and the factor kept. A minimiser found without it differs in its last bits.
type Warm struct {
	at       []float64
	measured bool
	factor   factor
}

// Warm copies what the next Minimise starts with, for Resume.
func (p *Local) Warm() Warm { return Warm{slices.Clone(p.at), p.measured, p.newton.factor.clone()} }

// Resume goes on where w was taken, from a Local of the same rows: from here on both
// give the same bits. It makes one pass.
func (p *Local) Resume(w Warm) {
	p.newton.factor = w.factor.clone()
	p.evaluate(w.at)
	p.measured = w.measured
}

// WarmFloats is how many numbers Warm copies.
func (p *Local) WarmFloats() int {
	f := &p.newton.factor
	return len(p.at) + len(f.curvature) + len(f.upper) + len(f.step) + len(f.change)
}

func (h *factor) clone() factor {
	c := *h
	c.curvature, c.upper = slices.Clone(h.curvature), slices.Clone(h.upper)
	c.step, c.change = slices.Clone(h.step), slices.Clone(h.change)
	return c
}
