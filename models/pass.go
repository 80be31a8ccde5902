package models

import "admmlab/models/data"

// A pass is cut into parts of at least partRows rows, at most maxParts, by the
// number of rows alone: the order of every sum is the same on any number of
// cores.
const (
	partRows = 2048
	maxParts = 16
)

// Each runs do(0) ... do(n-1), in any order and possibly at once, and returns
// when all are done. What takes long is its pieces, of some milliseconds: one that
// panics instead ends the work in the middle, and whoever gave it recovers.
type Each func(n int, do func(i int))

// Serial is the Each that runs one after the other.
func Serial(n int, do func(i int)) {
	for i := range n {
		do(i)
	}
}

// inTurn makes n pieces one of each, for where the other cores have other nodes to work on.
func inTurn(each Each) Each {
	return func(n int, do func(i int)) { each(1, func(int) { Serial(n, do) }) }
}

// part is a range of rows and what they add up to.
type part struct {
	from, to int
	total    total
	loss     float64
	wrong    int
}

// cut makes the parts of n rows, at least one.
func cut(n int) []part {
	size := max(partRows, (n+maxParts-1)/maxParts)
	size = (size + block - 1) / block * block
	parts := make([]part, max(1, (n+size-1)/size))
	for i := range parts {
		parts[i].from, parts[i].to = i*size, min(n, (i+1)*size)
	}
	return parts
}

// run does n pieces of the work on all rows, on other cores too if there are
// many rows.
func run(each Each, parts []part, n int, do func(i int)) {
	if len(parts) == 1 && n > 1 {
		Serial(n, do)
		return
	}
	each(n, do)
}

// evaluate makes one pass over the rows: margins, -L'(m) and the data gradient
// at f. It takes no logarithm. The order of every sum is fixed.
func (p *Local) evaluate(f []float64) {
	p.aim(f)
	run(p.each, p.parts, len(p.parts), p.pass)
	p.collect(p.pull, p.parts)
}

// onePass is evaluate for one part.
func (p *Local) onePass(k int) {
	t := &p.parts[k]
	p.clear(t.total)
	for a := t.from; a < t.to; a += block {
		b := min(a+block, t.to)
		margins, miss := p.margins[a:b], p.miss[a:b]
		p.score(margins, a)
		p.loss.Misses(miss, margins)
		if p.values != nil {
			valued := p.valued[a:b]
			copy(valued, miss)
			p.value(valued, a)
			miss = valued
		}
		p.gather(t.total, miss, a)
	}
}

// curve adds sum_i w_i x_i x_i' at the last evaluated model to the upper
// triangle of the row-major matrix h. The weights w_i are v_i L”(m_i) when caution
// is 0, those of a quadratic above the loss when it is 1, and between the two
// in proportion.
func (p *Local) curve(h []float64, stride int, caution float64) {
	p.caution = caution
	if p.compact != nil && p.compact.fine != nil {
		p.compact.furnish(p.Dim())
		run(p.each, p.parts, 2, p.half)
		p.compact.curve(h, stride)
		return
	}
	p.outer.into, p.outer.stride = h, stride
	for from := 0; from < len(p.miss); from = p.outer.to {
		p.outer.from, p.outer.to = from, bundle(p.rows, from, min(from+block, len(p.miss)))
		p.each(1, p.bow) // one after the other, as they add to the same places
	}
}

// bundle is the end of the rows from row from on whose outer products are one piece: at most
// most, of some 2^24 multiplications, a few milliseconds.
func bundle(rows data.Rows, from, most int) int {
	for to, work := from, 0; ; to++ {
		if to == most || work >= 1<<24 {
			return to
		}
		index, _ := rows.Row(to)
		work += len(index) * (len(index) + 1) / 2
	}
}

// oneBow is curve for the rows outer.from to outer.to.
func (p *Local) oneBow(int) {
	a := p.outer.from
	w := p.bends[0][:p.outer.to-a]
	p.bend(w, a)
	for i, v := range w {
		if v != 0 {
			index, value := p.rows.Row(a + i)
			addOuter(p.outer.into, p.outer.stride, v, index, value)
		}
	}
}

// oneHalf is one of the two sums that curve needs of the compact form.
func (p *Local) oneHalf(i int) {
	if i == 0 {
		p.compact.curvePairs(&p.bends[0], p.weights)
	} else {
		p.compact.curveOther(&p.bends[1], p.weights)
	}
}

// bend writes the weights of curve for the rows from row first on.
func (p *Local) bend(w []float64, first int) {
	p.loss.Bends(w, p.margins[first:first+len(w)], p.miss[first:first+len(w)], p.caution)
	p.value(w, first)
}

// value multiplies numbers of the rows from row first on by what these count for.
func (p *Local) value(w []float64, first int) {
	if p.values == nil {
		return
	}
	for i, v := range p.values[first : first+len(w)] {
		w[i] *= v
	}
}

// addOuter adds w x x' to the upper triangle of h for one sparse row x with
// increasing columns, four rows of h at a time to read each entry of x once.
func addOuter(h []float64, stride int, w float64, index []int32, value []float64) {
	for len(index) >= 4 && len(value) >= 4 {
		j0, j1, j2, j3 := int(index[0]), int(index[1]), int(index[2]), int(index[3])
		v0, v1, v2, v3 := value[0], value[1], value[2], value[3]
		h0, h1, h2, h3 := h[j0*stride:], h[j1*stride:], h[j2*stride:], h[j3*stride:]
		w0, w1, w2, w3 := w*v0, w*v1, w*v2, w*v3
		h0[j0] += float64(w0 * v0)
		h0[j1] += float64(w0 * v1)
		h0[j2] += float64(w0 * v2)
		h0[j3] += float64(w0 * v3)
		h1[j1] += float64(w1 * v1)
		h1[j2] += float64(w1 * v2)
		h1[j3] += float64(w1 * v3)
		h2[j2] += float64(w2 * v2)
		h2[j3] += float64(w2 * v3)
		h3[j3] += float64(w3 * v3)
		index, value = index[4:], value[4:]
		value = value[:len(index)]
		for k, j := range index {
			v := value[k]
			h0[j] += float64(w0 * v)
			h1[j] += float64(w1 * v)
			h2[j] += float64(w2 * v)
			h3[j] += float64(w3 * v)
		}
	}
	value = value[:len(index)]
	for k, r := range index {
		row, wr := h[int(r)*stride:], w*value[k]
		for l, j := range index[k:] {
			row[j] += float64(wr * value[k+l])
		}
	}
}
