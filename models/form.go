package models

import "admmlab/models/data"

// block is how many rows a pass takes through its three short loops at a
// time: the loops of neighbouring rows then overlap in the processor, and the
// rows stay in its nearest cache between the loops.
const block = 128

// form is a table of rows in the fastest form it has, and the model it is to be
// multiplied with.
type form struct {
	rows    data.Rows
	compact *compact  // the same rows, nil if they have no compact form
	at      []float64 // the model, len d
	table   *lookup   // of the compact form, spread from at
}

func newForm(rows data.Rows) form {
	r := form{rows: rows}
	if !rows.Dense {
		r.compact = compress(rows)
	}
	return r.twin()
}

// twin is the same rows, to be multiplied with models of its own.
func (r *form) twin() form {
	t := form{rows: r.rows, at: make([]float64, r.rows.Dim)}
	if r.compact != nil {
		t.compact, t.table = r.compact.twin(), new(lookup)
	}
	return t
}

// aim makes f the model of later scores.
func (r *form) aim(f []float64) {
	copy(r.at, f)
	if r.compact != nil {
		r.compact.spread(r.table, r.at)
	}
}

// score computes x_i.f for the rows from row first on, a multiple of block, and
// of at most block rows.
func (r *form) score(dst []float64, first int) {
	if r.compact != nil {
		r.compact.score(dst, first, r.table, r.at)
		return
	}
	if r.rows.Dense {
		r.scoreDense(dst, first)
		return
	}
	f, start := r.at, r.rows.Start[first:first+len(dst)+1]
	for i := range dst {
		index, value := r.rows.Index[start[i]:start[i+1]], r.rows.Value[start[i]:start[i+1]]
		even, odd := 0.0, 0.0
		for len(index) >= 4 && len(value) >= 4 {
			even += float64(value[0]*f[index[0]]) + float64(value[2]*f[index[2]])
			odd += float64(value[1]*f[index[1]]) + float64(value[3]*f[index[3]])
			index, value = index[4:], value[4:]
		}
		value = value[:len(index)]
		for k, j := range index {
			even += float64(value[k] * f[j])
		}
		dst[i] = even + odd
	}
}

// total is a sum of rows on its way: by column, or as the compact form has it.
type total struct {
	pull []float64
	sums *sums
}

func (r *form) newTotal() total {
	if r.compact != nil {
		return total{sums: new(sums)}
	}
	return total{pull: make([]float64, r.rows.Dim)}
}

// clear makes t a sum of no rows.
func (r *form) clear(t total) {
	clear(t.pull)
	if r.compact != nil {
		r.compact.clear(t.sums)
	}
}

// gather adds w_i x_i to t for the rows from row first on; as in score.
func (r *form) gather(t total, w []float64, first int) {
	if r.compact != nil {
		r.compact.gather(t.sums, w, first)
		return
	}
	if r.rows.Dense {
		r.gatherDense(t.pull, w, first)
		return
	}
	pull, start := t.pull, r.rows.Start[first:first+len(w)+1]
	for i, s := range w {
		index, value := r.rows.Index[start[i]:start[i+1]], r.rows.Value[start[i]:start[i+1]]
		for len(index) >= 4 && len(value) >= 4 {
			pull[index[0]] += float64(s * value[0])
			pull[index[1]] += float64(s * value[1])
			pull[index[2]] += float64(s * value[2])
			pull[index[3]] += float64(s * value[3])
			index, value = index[4:], value[4:]
		}
		value = value[:len(index)]
		for k, j := range index {
			pull[j] += float64(s * value[k])
		}
	}
}

// collect writes the sum of all parts to dst, len d, in the order of parts; it
// leaves them in disorder.
func (r *form) collect(dst []float64, parts []part) {
	clear(dst)
	if r.compact == nil {
		for i := range parts {
			add(dst, parts[i].total.pull)
		}
		return
	}
	first := parts[0].total.sums
	for i := range parts[1:] {
		r.compact.join(first, parts[i+1].total.sums)
	}
	r.compact.collect(dst, first)
}
