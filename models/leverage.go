package models

import (
	"math"
	"slices"

	"admmlab/models/linear"
)

// Leverage is how much a block step leans on single columns e_j and rows d_i, with
// G = (D'D + kappa I)^-1.
type Leverage struct {
	Diagonal []float64 // G_jj
	Column   []float64 // |D G e_j|^2
	Row      []float64 // d_i'G d_i
	Reach    []float64 // |D G d_i|^2

	kappa float64
}

// firmPivot is what share of the largest entry of D'D + kappa I every pivot must have for
// Leverage to be told. Where columns are dependent G has entries of 1/kappa, which cancel in it but
// for their rounding, and where this is missed losses would show that.
const firmPivot = 0x1p-40

// Leverage computes all of them, kappa > 0, and keeps them until kappa changes; false
// where D'D + kappa I has no Cholesky factor, or none that is firm. It makes D G tile by tile and keeps none
// of it: N d^2 multiplications for a dense table.
//
// With v = G d_i, D'D v = d_i - kappa v, so that |D v|^2 = d_i.v - kappa |v|^2.
// That cancels where kappa is far above D'D, to an error of one rounding of
// d_i'G d_i, which is about 1/kappa there.
func (b *Block) Leverage(kappa float64) (*Leverage, bool) {
	b.Prepare(kappa)
	if !b.sound || !b.firm(b.upper, kappa, firmPivot) {
		return nil, false
	}
	if b.leverage != nil && b.leverage.kappa == kappa {
		return b.leverage, true
	}
	n, d := b.Records(), b.Dim()
	l := &Leverage{
		kappa:    kappa,
		Diagonal: make([]float64, d), Column: make([]float64, d),
		Row: make([]float64, n), Reach: make([]float64, n),
	}
	g := b.inverse()
	const side = linear.Side
	tiles := (d + side - 1) / side
	along, square := make([]float64, tiles*n), make([]float64, tiles*n)
	b.each(tiles, func(k int) {
		j := k * side
		b.lean(along[k*n:(k+1)*n], square[k*n:(k+1)*n], l.Column[j:min(j+side, d)], g, j)
	})
	for k := range tiles {
		add(l.Row, along[k*n:(k+1)*n])
		linear.AddScaled(l.Reach, -kappa, square[k*n:(k+1)*n])
	}
	for i, h := range l.Row {
		l.Reach[i] = math.Max(0, h+l.Reach[i])
	}
	for j := range l.Diagonal {
		l.Diagonal[j] = g.Data[j*g.Stride+j]
	}
	b.leverage = l
	return l, true
}

// firm reports whether every squared pivot of the factor of D'D + kappa I is more than a share of
// the largest entry of that. A dependent column's is at least kappa.
func (b *Block) firm(factor []float64, kappa, share float64) bool {
	d := b.Dim()
	least, most := math.Inf(1), 0.0
	for i := range d {
		pivot := float64(factor[i*d+i] * factor[i*d+i])
		least, most = math.Min(least, pivot), math.Max(most, b.Gram()[i*d+i]+kappa)
	}
	return least > share*most
}

// inverse is G, all of it, from the factor in force.
func (b *Block) inverse() linear.Matrix {
	d := b.Dim()
	g := linear.Square(d, slices.Clone(b.upper))
	linear.Invert(g, linear.Square(d, make([]float64, d*d)), b.each)
	return g
}

// lean adds, for the columns from j on that column stands for, their part of d_i.v
// to along and of |v|^2 to square, v = G d_i, and makes column whole.
func (b *Block) lean(along, square, column []float64, g linear.Matrix, j int) {
	const side = linear.Side
	var room [side * side]float64
	width := len(column)
	for first := 0; first < len(along); first += side {
		v := linear.Matrix{Rows: min(side, len(along)-first), Cols: width, Stride: width, Data: room[:]}
		clear(room[:])
		if b.rows.Dense {
			d := matrix(b.rows)
			for from := 0; from < d.Cols; from += side {
				terms := min(side, d.Cols-from)
				linear.AddProduct(v, d.Within(first, v.Rows, from, terms), g.Within(from, terms, j, width))
			}
		}
		for i := range v.Rows {
			index, value := b.rows.Row(first + i)
			row := v.Data[i*width : (i+1)*width]
			if !b.rows.Dense {
				for k, c := range index {
					linear.AddScaled(row, value[k], g.Data[int(c)*g.Stride+j:][:width])
				}
			}
			for k, c := range row {
				column[k] += float64(c * c)
			}
			square[first+i] += linear.Dot(row, row)
			from, _ := slices.BinarySearch(index, int32(j))
			to, _ := slices.BinarySearch(index, int32(j+width))
			for k := from; k < to; k++ {
				along[first+i] += float64(value[k] * row[int(index[k])-j])
			}
		}
	}
}

// Gram is the upper triangle of D'D, d by d, row by row, computed when first asked
// for; the caller must not write into it.
func (b *Block) Gram() []float64 {
	d := b.Dim()
	if b.gram != nil {
		return b.gram
	}
	b.gram = make([]float64, d*d)
	if b.rows.Dense {
		addGram(linear.Square(d, b.gram), b.rows, b.each)
		return b.gram
	}
	for from, to := 0, 0; from < b.rows.Len(); from = to {
		to = bundle(b.rows, from, b.rows.Len())
		b.each(1, func(int) { // one after the other, as they add to the same places
			for i := from; i < to; i++ {
				index, value := b.rows.Row(i)
				addOuter(b.gram, d, 1, index, value)
			}
		})
	}
	return b.gram
}
