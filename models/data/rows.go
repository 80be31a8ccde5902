package data

import (
	"math"

	"admmlab/models/linear"
)

// Rows is a table of sparse rows in compressed form: the entries of row i are
// Index[Start[i]:Start[i+1]] and Value[Start[i]:Start[i+1]].
//
// A dense table holds every entry, zeros too, and the columns 0 ... Dim-1 once
// for all rows: 8 bytes an entry instead of 12, and a matrix as BLAS wants it.
// Row tells both kinds alike.
//
// A table is written once, by Append, and only read afterwards, so that
// selections and nodes may share it.
type Rows struct {
	Dim   int       // number of columns d
	Start []int     // len Len()+1, from 0, never decreasing
	Index []int32   // column of an entry, in [0, Dim), increasing within a row
	Value []float64 // the entry, finite
	Dense bool      // Index is the columns of any one row
}

// NewRows makes an empty table of dim columns with room for rows rows of
// perRow entries each.
func NewRows(dim, rows, perRow int) Rows {
	return Rows{
		Dim:   dim,
		Start: append(make([]int, 0, rows+1), 0),
		Index: make([]int32, 0, rows*perRow),
		Value: make([]float64, 0, rows*perRow),
	}
}

// NewDense makes a dense table of rows rows and dim columns, all zero. Until it is
// handed out its maker may write to Value, row after row.
func NewDense(dim, rows int) Rows {
	r := Rows{Dim: dim, Start: make([]int, rows+1), Index: make([]int32, dim), Value: make([]float64, rows*dim), Dense: true}
	for i := range r.Start {
		r.Start[i] = i * dim
	}
	for j := range r.Index {
		r.Index[j] = int32(j)
	}
	return r
}

// Len is the number of rows.
func (r Rows) Len() int { return len(r.Start) - 1 }

// Row returns the columns and the values of row i; the caller must not write
// into them.
func (r Rows) Row(i int) ([]int32, []float64) {
	a, b := r.Start[i], r.Start[i+1]
	if r.Dense {
		return r.Index, r.Value[a:b:b]
	}
	return r.Index[a:b:b], r.Value[a:b:b]
}

// Append adds one row to a table that is not dense; index must be increasing and
// below Dim.
func (r *Rows) Append(index []int32, value []float64) {
	r.Index = append(r.Index, index...)
	r.Value = append(r.Value, value...)
	r.Start = append(r.Start, len(r.Index))
}

// Dot is the inner product of row i with the dense vector f of length Dim.
func (r Rows) Dot(i int, f []float64) float64 {
	index, value := r.Row(i)
	sum := 0.0
	for k, j := range index {
		sum += float64(value[k] * f[j])
	}
	return sum
}

// MaxNorm is the largest l2 norm of a row, 0 for a table without entries.
func (r Rows) MaxNorm() float64 {
	largest := 0.0
	for i := range r.Len() {
		_, value := r.Row(i)
		largest = math.Max(largest, linear.Norm(value))
	}
	return largest
}

// put adds one entry to the row being written; zeros are not stored.
func (r *Rows) put(column int32, value float64) {
	if value != 0 {
		r.Index = append(r.Index, column)
		r.Value = append(r.Value, value)
	}
}

// closeUnit ends the row being written by put, scaled to unit l2 norm.
func (r *Rows) closeUnit() {
	scaleToUnit(r.Value[r.Start[len(r.Start)-1]:])
	r.Start = append(r.Start, len(r.Index))
}

// Squares between these bounds neither overflow nor lose digits when summed.
const smallestSquare, largestSquare = 1e-200, 1e200

// sumOfSquares rounds every product on its own, so that machines which fuse
// multiply and add scale the rows to the same bits.
func sumOfSquares(value []float64) float64 {
	sum := 0.0
	for _, v := range value {
		sum += float64(v * v)
	}
	return sum
}

func largestAbs(value []float64) float64 {
	largest := 0.0
	for _, v := range value {
		largest = math.Max(largest, math.Abs(v))
	}
	return largest
}

// scaleToUnit divides value by its l2 norm; all zeros stay zeros.
func scaleToUnit(value []float64) {
	sum := sumOfSquares(value)
	if !(sum > smallestSquare && sum < largestSquare) {
		largest := largestAbs(value)
		if largest == 0 {
			return
		}
		for k := range value {
			value[k] /= largest
		}
		sum = sumOfSquares(value)
	}
	length := math.Sqrt(sum)
	for k := range value {
		value[k] /= length
	}
}
