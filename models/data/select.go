package data

// Select copies the named rows into a table of their own, in the given order;
// a row may be named more than once. Every number must be in [0, Len()).
func (r Rows) Select(rows []int) Rows {
	out := r.room(rows)
	for _, i := range rows {
		out.Append(r.Row(i))
	}
	return out
}

// SelectSigned is Select with every copied row multiplied by its own label:
// row k of the result is y_n x_n for n = rows[k]. The loss of a margin needs
// only these products. labels has one entry (+1 or -1) per row of r.
func (r Rows) SelectSigned(rows []int, labels []float64) Rows {
	out := r.Select(rows)
	for k, n := range rows {
		if y := labels[n]; y != 1 {
			signed := out.Value[out.Start[k]:out.Start[k+1]]
			for e := range signed {
				signed[e] *= y
			}
		}
	}
	return out
}

// room makes an empty table that holds exactly the named rows.
func (r Rows) room(rows []int) Rows {
	entries := 0
	for _, i := range rows {
		entries += r.Start[i+1] - r.Start[i]
	}
	out := NewRows(r.Dim, len(rows), 0)
	out.Index = make([]int32, 0, entries)
	out.Value = make([]float64, 0, entries)
	return out
}

// Block copies the columns [from, to) of all rows, renumbered from 0: the part
// of the table that one party of a vertical split holds. With unit, each row
// of the block is scaled to unit l2 norm again (rows without an entry in the
// block stay zero), so that |x_m,n| <= 1 holds within the party as well.
// The bounds must satisfy 0 <= from <= to <= Dim.
func (r Rows) Block(from, to int, unit bool) Rows {
	entries := 0
	for _, j := range r.Index {
		if int(j) >= from && int(j) < to {
			entries++
		}
	}
	out := NewRows(to-from, r.Len(), 0)
	out.Index = make([]int32, 0, entries)
	out.Value = make([]float64, 0, entries)
	for i := range r.Len() {
		index, value := r.Row(i)
		begin := len(out.Index)
		for k, j := range index {
			if int(j) >= from && int(j) < to {
				out.Index = append(out.Index, j-int32(from))
				out.Value = append(out.Value, value[k])
			}
		}
		if unit {
			scaleToUnit(out.Value[begin:])
		}
		out.Start = append(out.Start, len(out.Index))
	}
	return out
}
