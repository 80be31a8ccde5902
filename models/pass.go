package models

import "math"

// block is how many rows a pass takes through its three short loops at a
// time: the loops of neighbouring rows then overlap in the processor, and the
// rows stay in its nearest cache between the loops.
const block = 128

// evaluate makes one pass over the rows: margins, s(-m) and the data gradient
// at f. It takes no logarithm. The order of every sum is fixed.
func (p *Local) evaluate(f []float64) {
	copy(p.at, f)
	clear(p.pull)
	for a := 0; a < len(p.margins); a += block {
		b := min(a+block, len(p.margins))
		p.score(a, b)
		p.weigh(a, b)
		p.gather(a, b)
	}
}

// score computes m_i = y_i x_i.f for the rows a to b.
func (p *Local) score(a, b int) {
	f := p.at
	margins, start := p.margins[a:b], p.rows.Start[a:b+1]
	for i := range margins {
		index, value := p.rows.Index[start[i]:start[i+1]], p.rows.Value[start[i]:start[i+1]]
		even, odd := 0.0, 0.0
		for len(index) >= 4 && len(value) >= 4 {
			even += value[0]*f[index[0]] + value[2]*f[index[2]]
			odd += value[1]*f[index[1]] + value[3]*f[index[3]]
			index, value = index[4:], value[4:]
		}
		value = value[:len(index)]
		for k, j := range index {
			even += value[k] * f[j]
		}
		margins[i] = even + odd
	}
}

// weigh computes s(-m_i) for the rows a to b.
func (p *Local) weigh(a, b int) {
	margins, miss := p.margins[a:b], p.miss[a:b]
	miss = miss[:len(margins)]
	for i, m := range margins {
		// 1/(1+e^m) keeps its relative accuracy at every m.
		miss[i] = 1 / (1 + math.Exp(m))
	}
}

// gather adds s(-m_i) y_i x_i to pull for the rows a to b.
func (p *Local) gather(a, b int) {
	pull := p.pull
	miss, start := p.miss[a:b], p.rows.Start[a:b+1]
	for i, s := range miss {
		index, value := p.rows.Index[start[i]:start[i+1]], p.rows.Value[start[i]:start[i+1]]
		for len(index) >= 4 && len(value) >= 4 {
			pull[index[0]] += s * value[0]
			pull[index[1]] += s * value[1]
			pull[index[2]] += s * value[2]
			pull[index[3]] += s * value[3]
			index, value = index[4:], value[4:]
		}
		value = value[:len(index)]
		for k, j := range index {
			pull[j] += s * value[k]
		}
	}
}

// curve adds sum_i w_i x_i x_i' at the last evaluated model to the upper
// triangle of the row-major matrix h. The weights w_i are L”(m_i) when caution
// is 0, those of a quadratic above the loss when it is 1, and between the two
// in proportion.
func (p *Local) curve(h []float64, stride int, caution float64) {
	for i, s := range p.miss {
		// L''(m) = s(-m) s(m); where 1-s cancels the true value is below the
		// roundoff of the other rows.
		w := s * (1 - s)
		if caution > 0 {
			w += caution * (cautious(p.margins[i], s) - w)
		}
		if w != 0 {
			index, value := p.rows.Row(i)
			addOuter(h, stride, w, index, value)
		}
	}
}

// cautious is tanh(m/2) / (2m), the curvature of the quadratic that touches
// the logistic loss at m and lies above it everywhere (Jaakkola and Jordan,
// Bayesian parameter estimation via variational methods, 2000). L” vanishes
// on the far wrong side, where Newton's method then leaps; this one does not.
func cautious(m, s float64) float64 {
	if math.Abs(m) < 1e-4 {
		return C1 // to 1e-9
	}
	return (0.5 - s) / m // tanh(m/2)/2 = 1/2 - s(-m)
}

// addOuter adds w x x' to the upper triangle of h for one sparse row x with
// increasing columns, four rows of h at a time to read each entry of x once.
func addOuter(h []float64, stride int, w float64, index []int32, value []float64) {
	for len(index) >= 4 && len(value) >= 4 {
		j0, j1, j2, j3 := int(index[0]), int(index[1]), int(index[2]), int(index[3])
		v0, v1, v2, v3 := value[0], value[1], value[2], value[3]
		h0, h1, h2, h3 := h[j0*stride:], h[j1*stride:], h[j2*stride:], h[j3*stride:]
		w0, w1, w2, w3 := w*v0, w*v1, w*v2, w*v3
		h0[j0] += w0 * v0
		h0[j1] += w0 * v1
		h0[j2] += w0 * v2
		h0[j3] += w0 * v3
		h1[j1] += w1 * v1
		h1[j2] += w1 * v2
		h1[j3] += w1 * v3
		h2[j2] += w2 * v2
		h2[j3] += w2 * v3
		h3[j3] += w3 * v3
		index, value = index[4:], value[4:]
		value = value[:len(index)]
		for k, j := range index {
			v := value[k]
			h0[j] += w0 * v
			h1[j] += w1 * v
			h2[j] += w2 * v
			h3[j] += w3 * v
		}
	}
	value = value[:len(index)]
	for k, r := range index {
		row, wr := h[int(r)*stride:], w*value[k]
		for l, j := range index[k:] {
			row[j] += wr * value[k+l]
		}
	}
}
