package linear

// Matrix is a table of numbers, row by row: entry (i, j) is Data[i*Stride+j].
type Matrix struct {
	Rows, Cols, Stride int
	Data               []float64
}

// Square is the d by d matrix of d*d numbers.
func Square(d int, data []float64) Matrix { return Matrix{d, d, d, data} }

// Within is the part of m of the given rows and columns from (i, j) on, in the same
// memory.
func (m Matrix) Within(i, rows, j, cols int) Matrix {
	return Matrix{rows, cols, m.Stride, m.Data[i*m.Stride+j:]}
}

// Row is row i of m.
func (m Matrix) Row(i int) []float64 { return m.row(i, 0) }

// row is row i of m, from column j on.
func (m Matrix) row(i, j int) []float64 { return m.Data[i*m.Stride+j : i*m.Stride+m.Cols] }

// Side is into how many rows, columns and terms large products are best cut: what
// is read over and over then stays in the processor's second cache.
const Side = 128

// AddProduct adds a b to c.
func AddProduct(c, a, b Matrix) {
	for i := range c.Rows {
		addRows(c.row(i, 0), 1, a.row(i, 0), 1, b)
	}
}

// AddCross adds sign times a'b to c, sign +1 or -1.
func AddCross(c Matrix, sign float64, a, b Matrix) {
	for i := range c.Rows {
		addRows(c.row(i, 0), sign, a.Data[i:], a.Stride, b)
	}
}

// AddMulTrans adds m'x to dst.
func AddMulTrans(dst []float64, m Matrix, x []float64) { addRows(dst, 1, x, 1, m) }

// MulVec writes m x into dst.
func MulVec(dst []float64, m Matrix, x []float64) {
	for i := range dst {
		dst[i] = Dot(m.row(i, 0), x)
	}
}

// addRows adds sign times scale[k*stride] times row k of m to y, for all rows in
// turn; sign is +1 or -1.
func addRows(y []float64, sign float64, scale []float64, stride int, m Matrix) {
	groups := m.Rows / 4
	done := addQuickly(y, sign, scale, stride, m.Data, m.Stride, groups)
	addFours(y[done:], sign, scale, stride, m.Data[done:], m.Stride, groups)
	for k := 4 * groups; k < m.Rows; k++ {
		AddScaled(y, sign*scale[k*stride], m.Data[k*m.Stride:][:len(y)])
	}
}

// addFours is addRows for so many groups of four rows.
func addFours(y []float64, sign float64, scale []float64, stride int, rows []float64, rowStride, groups int) {
	for k := 0; k < 4*groups && len(y) > 0; k += 4 {
		s0, s1, s2, s3 := sign*scale[k*stride], sign*scale[(k+1)*stride], sign*scale[(k+2)*stride], sign*scale[(k+3)*stride]
		a, b := rows[k*rowStride:][:len(y)], rows[(k+1)*rowStride:][:len(y)]
		c, d := rows[(k+2)*rowStride:][:len(y)], rows[(k+3)*rowStride:][:len(y)]
		for j, v := range y {
			v += float64(s0 * a[j])
			v += float64(s1 * b[j])
			v += float64(s2 * c[j])
			y[j] = v + float64(s3*d[j])
		}
	}
}
