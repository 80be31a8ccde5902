package realised

import (
	"math"

	"admmlab/models"
	"admmlab/models/data"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	lapack "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
)

// block is how many records go through the three short loops of Remove at a time:
// neighbouring records then overlap in the processor.
const block = 128

// inverse is H^-1 of one node's objective at its last evaluated model,
//
//	H = k sum_i L''(m_i) x_i x_i' + q I,
//
// and what every loss takes from it for each record. It is kept while margins,
// k and q stay, since H depends on the model through the margins alone.
type inverse struct {
	local  *models.Local
	rows   data.Rows // signed rows z_i = y_i x_i
	square []float64 // |x_i|^2

	margins   []float64 // m_i where H^-1 was computed
	weight, q float64
	known     bool // something was computed
	sound     bool // and H was positive definite to working accuracy

	hessian mat.SymDense
	full    []float64 // H^-1, symmetric, d by d

	own, along []float64      // q_j and dense.z_j
	miss       [block]float64 // of one block of records: s(-m_j)
}

func newInverse(p *models.Local) inverse {
	n, d := p.Records(), p.Dim()
	v := inverse{
		local: p, rows: p.Rows(), square: make([]float64, n),
		margins: make([]float64, n), full: make([]float64, d*d),
		own: make([]float64, n), along: make([]float64, n),
	}
	for i := range v.square {
		_, value := v.rows.Row(i)
		for _, x := range value {
			v.square[i] += x * x
		}
	}
	return v
}

// row is the signed row z_i.
func (v *inverse) row(i int) Row {
	index, value := v.rows.Row(i)
	return Row{index, value}
}

// miss is s(-m), so that a record's gradient is -s(-m) z; it keeps its relative
// accuracy at every m.
func miss(margin float64) float64 { return 1 / (1 + math.Exp(margin)) }

// refresh brings H^-1 to the node's last evaluated model and reports whether it is
// sound, and whether it had to be computed.
func (v *inverse) refresh(r Release) (sound, fresh bool) {
	margins := v.local.Margins()
	if v.known && v.weight == r.Weight && v.q == r.Curvature && same(v.margins, margins) {
		return v.sound, false
	}
	copy(v.margins, margins)
	v.weight, v.q, v.known = r.Weight, r.Curvature, true
	v.local.Hessian(&v.hessian, models.Subproblem{Weight: r.Weight, Curvature: r.Curvature})
	raw := v.hessian.RawSymmetric()
	v.sound = invert(v.full, raw.Data, raw.N)
	return v.sound, true
}

// measure takes q_j = x_j'H^-1 x_j and dense.z_j of all records.
func (v *inverse) measure(dense []float64) {
	if v.local.Quadratics(v.own, v.full) {
		v.local.Scores(v.along, dense)
		return
	}
	for j := range v.own {
		index, value := v.rows.Row(j)
		v.own[j], v.along[j] = sweep(v.full, dense, index, value)
	}
}

// open takes s(-m_j) of the records a to b.
func (v *inverse) open(a, b int) {
	for k, m := range v.margins[a:b] {
		v.miss[k] = miss(m)
	}
}

// band is how many rows of a triangular matrix invert handles in one call.
const band = 8

// invert writes the inverse of the symmetric positive definite matrix whose
// upper triangle is h, d by d, into dst and destroys h; false when h is not
// positive definite.
//
// Unblocked and partly by hand, because the blocked routines of gonum start
// goroutines for wide tables.
func invert(dst, h []float64, d int) bool {
	if !(lapack.Implementation{}).Dpotf2(blas.Upper, d, h, d) {
		return false
	}
	// W = U^-1 in place, last row first: W_i = (e_i - sum_{k>i} U_ik W_k) / U_ii.
	// Below the diagonal stand zeros, so that bands of rows can start together.
	for i := range d {
		clear(h[i*d : i*d+i])
	}
	sum := dst[:d]
	for i := d - 1; i >= 0; i-- {
		row := h[i*d : (i+1)*d]
		clear(sum[i:])
		for k := i + 1; k < d; k += band {
			n := min(band, d-k)
			gemv(blas.Trans, -1, h[k*d+k:], n, d-k, d, row[k:k+n], 1, sum[k:])
		}
		row[i] = 1 / row[i]
		for k := i + 1; k < d; k++ {
			row[k] = row[i] * sum[k]
		}
	}
	// H^-1 = W W', upper triangle first.
	for i := range d {
		for j := i; j < d; j += band {
			n := min(band, d-j)
			gemv(blas.NoTrans, 1, h[j*d+j:], n, d-j, d, h[i*d+j:(i+1)*d], 0, dst[i*d+j:i*d+j+n])
		}
	}
	for i := range d {
		for j := range i {
			dst[i*d+j] = dst[j*d+i]
		}
	}
	return true
}

// gemv is y = alpha A x + beta y, or with A', for A of the given rows and
// columns inside a matrix of the given stride.
func gemv(t blas.Transpose, alpha float64, a []float64, rows, columns, stride int, x []float64, beta float64, y []float64) {
	blas64.Implementation().Dgemv(t, rows, columns, alpha, a, stride, x, 1, beta, y, 1)
}

// sweep is x'M x and x.v for the symmetric matrix m, a dense v and a sparse row
// with increasing columns, four rows of m at a time to read each entry of x once.
func sweep(m, v []float64, index []int32, value []float64) (square, along float64) {
	d := len(v)
	for len(index) >= 4 && len(value) >= 4 {
		j0, j1, j2, j3 := int(index[0]), int(index[1]), int(index[2]), int(index[3])
		x0, x1, x2, x3 := value[0], value[1], value[2], value[3]
		m0, m1, m2, m3 := m[j0*d:(j0+1)*d], m[j1*d:(j1+1)*d], m[j2*d:(j2+1)*d], m[j3*d:(j3+1)*d]
		along += x0*v[j0] + x1*v[j1] + (x2*v[j2] + x3*v[j3])
		s0 := m0[j0]*x0/2 + m0[j1]*x1 + m0[j2]*x2 + m0[j3]*x3
		s1 := m1[j1]*x1/2 + m1[j2]*x2 + m1[j3]*x3
		s2 := m2[j2]*x2/2 + m2[j3]*x3
		s3 := m3[j3] * x3 / 2
		index, value = index[4:], value[4:]
		value = value[:len(index)]
		for k, j := range index {
			x := value[k]
			s0 += m0[j] * x
			s1 += m1[j] * x
			s2 += m2[j] * x
			s3 += m3[j] * x
		}
		square += 2 * (s0*x0 + s1*x1 + (s2*x2 + s3*x3))
	}
	value = value[:len(index)]
	for k, i := range index {
		row := m[int(i)*d:]
		s := row[i] * value[k] / 2
		for l := k + 1; l < len(index); l++ {
			s += row[index[l]] * value[l]
		}
		square += 2 * s * value[k]
		along += value[k] * v[i]
	}
	return square, along
}

// bilinear is x'M y for the symmetric matrix m and two sparse rows.
func bilinear(m []float64, d int, x, y Row) float64 {
	sum := 0.0
	for k, j := range x.Index {
		sum += x.Value[k] * y.dot(m[int(j)*d:(int(j)+1)*d])
	}
	return sum
}

// same reports whether two vectors are equal; NaN is never the same as anything.
func same(a, b []float64) bool {
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}

func dot(a, b []float64) float64 {
	return blas64.Dot(blas64.Vector{N: len(a), Inc: 1, Data: a}, blas64.Vector{N: len(b), Inc: 1, Data: b})
}
