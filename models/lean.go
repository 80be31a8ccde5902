package models

import "admmlab/models/linear"

// lean is what Minimise needs in the place of a factor: a few vectors.
type lean struct {
	bends    []float64   // weight of each row in the Hessian at the last evaluated model
	scores   []float64   // of the rows, along a direction
	residual []float64   // -g - H p
	d, image []float64   // direction of conjugate gradients, and H d
	along    func(k int) // p.alongPart
}

// Lean makes p minimise without a factor of the Hessian: each Newton step comes from
// conjugate gradients, which only multiply with the rows. It is for tables of thousands of
// columns that are minimised once: there one factor takes N d^2/2 + d^3/6
// multiplications and two tables of d by d, a multiplication with the Hessian 2 N d and
// none. It needs more passes than a factor that is kept from one Minimise to the next.
// The minimisers are the same within Promise/q, not to the bit.
func (p *Local) Lean() *Local {
	n, d := p.Records(), p.Dim()
	p.lean = &lean{
		bends: make([]float64, n), scores: make([]float64, n),
		residual: make([]float64, d), d: make([]float64, d), image: make([]float64, d), along: p.alongPart,
	}
	return p
}

// enough is the share of the gradient that conjugate gradients may leave of a Newton step.
const enough = 0.01

// conjugate leaves in the direction p an approximation of -H^-1 g with
//
//	|H p + g| <= enough |g|,   H = weight sum_i w_i x_i x_i' + q I
//
// at the last evaluated model f, w_i as of curve. Wherever it ends, p is a direction of
// descent (Nocedal and Wright, Numerical Optimization, 2nd ed., algorithm 7.1).
func (p *Local) conjugate(f []float64, s Subproblem, out *Solution) {
	c, n := p.lean, &p.newton
	for a := 0; a < len(c.bends); a += block {
		p.bend(c.bends[a:min(a+block, len(c.bends))], a)
	}
	clear(n.p)
	for j, g := range n.g {
		c.residual[j] = -g
	}
	copy(c.d, c.residual)
	square := linear.Dot(c.residual, c.residual)
	stop := float64(enough * enough * square)
	for range maxSteps {
		p.aim(c.d)
		run(p.each, p.parts, len(p.parts), c.along)
		p.collect(c.image, p.parts)
		out.Passes++
		for j, v := range c.d {
			c.image[j] = float64(s.Weight*c.image[j]) + float64(s.Curvature*v)
		}
		bend := linear.Dot(c.d, c.image)
		if !(bend > 0) {
			break
		}
		linear.AddScaled(n.p, square/bend, c.d)
		linear.AddScaled(c.residual, -square/bend, c.image)
		before := square
		if square = linear.Dot(c.residual, c.residual); !(square > stop) {
			break
		}
		for j, r := range c.residual {
			c.d[j] = r + float64(square/before*c.d[j])
		}
	}
	p.aim(f) // whose margins p still has
}

// alongPart is sum_i w_i (x_i.d) x_i for one part.
func (p *Local) alongPart(k int) {
	t := &p.parts[k]
	p.clear(t.total)
	for a := t.from; a < t.to; a += block {
		b := min(a+block, t.to)
		scores := p.lean.scores[a:b]
		p.score(scores, a)
		for i, w := range p.lean.bends[a:b] {
			scores[i] *= w
		}
		p.gather(t.total, scores, a)
	}
}
