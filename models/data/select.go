package data

import "slices"

// Select copies the named rows into a table of their own, in the given order;
// a row may be named more than once. Every number must be in [0, Len()).
func (r Rows) Select(rows []int) Rows { return r.Block(rows, 0, r.Dim, false) }

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

// Block copies the columns [from, to) of the named rows, renumbered from 0: the
// part of the table that one party of a vertical split holds. With unit, each row
// of the block is scaled to unit l2 norm again (rows without an entry in the
// block stay zero), so that |x_m,n| <= 1 holds within the party as well.
// The bounds must satisfy 0 <= from <= to <= Dim; for the rows see Select.
//
// The copy is dense where most of its entries are there, and it is not narrow.
func (r Rows) Block(rows []int, from, to int, unit bool) Rows {
	out := r.room(rows, from, to)
	for k, i := range rows {
		index, value := r.Row(i)
		a, _ := slices.BinarySearch(index, int32(from))
		b, _ := slices.BinarySearch(index, int32(to))
		index, value = index[a:b], value[a:b]
		if out.Dense {
			_, row := out.Row(k)
			for e, j := range index {
				row[int(j)-from] = value[e]
			}
			continue
		}
		for e, j := range index {
			out.Index = append(out.Index, j-int32(from))
			out.Value = append(out.Value, value[e])
		}
		out.Start = append(out.Start, len(out.Index))
	}
	if unit {
		out.ScaleBlocks([]int{0, out.Dim})
	}
	return out
}

// narrow is up to how many columns a table is never dense: one-hot columns and a
// few numbers have faster forms.
const narrow = 256

// room makes an empty table for the columns [from, to) of the named rows.
func (r Rows) room(rows []int, from, to int) Rows {
	entries := 0
	for _, i := range rows {
		index, _ := r.Row(i)
		a, _ := slices.BinarySearch(index, int32(from))
		b, _ := slices.BinarySearch(index, int32(to))
		entries += b - a
	}
	if d := to - from; d > narrow && entries > len(rows)*d/2 {
		return NewDense(d, len(rows))
	}
	out := NewRows(to-from, len(rows), 0)
	out.Index = make([]int32, 0, entries)
	out.Value = make([]float64, 0, entries)
	return out
}

// ScaleBlocks scales, in place, what every row has between two neighbouring cuts
// to unit l2 norm; all zeros stay zeros. cuts increase from 0 to Dim. It is for
// whoever made the table and has not handed it out. A row takes as long as it has
// entries, however many cuts there are with nothing between.
func (r Rows) ScaleBlocks(cuts []int) {
	for i := range r.Len() {
		index, value := r.Row(i)
		for len(index) > 0 {
			next, _ := slices.BinarySearch(cuts, int(index[0])+1) // the cut behind the first entry
			end, _ := slices.BinarySearch(index, int32(cuts[next]))
			scaleToUnit(value[:end])
			index, value = index[end:], value[end:]
		}
	}
}
