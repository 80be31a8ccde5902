package linear

import "math"

// Cholesky overwrites the upper triangle of the symmetric a, d by d, with U where
// U'U = a; below the diagonal a is not read. It is false if a is not positive
// definite to working accuracy, with a destroyed.
//
// each runs pieces of a wide matrix, in any order and possibly at once, and returns
// when all are done; not one bit depends on it.
func Cholesky(a Matrix, each func(n int, do func(i int))) bool {
	for b := 0; b < a.Rows; b += Side {
		n := min(Side, a.Rows-b)
		if !a.factorRows(b, n) {
			return false
		}
		if b+n < a.Rows {
			a.update(b, n, each)
		}
	}
	return true
}

// update takes the products of the n rows from row b on off all rows below.
func (a Matrix) update(b, n int, each func(n int, do func(i int))) {
	tiles := (a.Rows - b - 1) / Side
	each(tiles*tiles, func(k int) {
		i, j := b+(1+k/tiles)*Side, b+(1+k%tiles)*Side
		if i <= j {
			rows, cols := min(Side, a.Rows-i), min(Side, a.Rows-j)
			AddCross(a.Within(i, rows, j, cols), -1, a.Within(b, n, i, rows), a.Within(b, n, j, cols))
		}
	})
}

// factorRows is Cholesky for the n rows from row b on, from which the products of
// all rows above b have been taken.
func (a Matrix) factorRows(b, n int) bool {
	for i := b; i < b+n; i++ {
		row := a.row(i, i)
		addRows(row, -1, a.Data[b*a.Stride+i:], a.Stride, a.Within(b, i-b, i, len(row)))
		if !(row[0] > 0) {
			return false
		}
		row[0] = math.Sqrt(row[0])
		over := 1 / row[0]
		for k := range row[1:] {
			row[k+1] *= over
		}
	}
	return true
}

// SolveUpper overwrites x with (U'U)^-1 x, for the upper triangle U of u.
func SolveUpper(u Matrix, x []float64) {
	for i := 0; i < len(x); i += 4 {
		// Four entries first, then what they take off all later ones.
		last := min(i+4, len(x))
		for r := i; r < last; r++ {
			for k := i; k < r; k++ {
				x[r] -= float64(x[k] * u.Data[k*u.Stride+r])
			}
			x[r] /= u.Data[r*u.Stride+r]
		}
		addRows(x[last:], -1, x[i:last], 1, u.Within(i, last-i, last, u.Cols-last))
	}
	SolveTriangle(u, x)
}

// SolveTriangle overwrites x with U^-1 x, for the upper triangle U of u.
func SolveTriangle(u Matrix, x []float64) {
	for i := len(x) - 1; i >= 0; i-- {
		row := u.row(i, i)
		x[i] = (x[i] - Dot(row[1:], x[i+1:])) / row[0]
	}
}
