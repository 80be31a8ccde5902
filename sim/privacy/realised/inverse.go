package realised

import (
	"admmlab/models"
	"admmlab/models/data"
	"admmlab/models/linear"
)

// block is how many records go through the three short loops of Remove at a time:
// neighbouring records then overlap in the processor.
const block = 128

// inverse is H^-1 of one node's objective at its last evaluated model,
//
//	H = k sum_i L''(m_i) x_i x_i' + q I,
//
// and what every loss takes from it for each record. It is kept while margins,
// k and q stay, since H depends on the model through the margins alone. All losses of a
// node share one: its tables are as wide as they are high.
type inverse struct {
	local  *models.Local
	rows   data.Rows // signed rows z_i = y_i x_i
	square []float64 // |x_i|^2

	margins   []float64 // m_i where H^-1 was computed
	weight, q float64
	known     bool // something was computed
	sound     bool // and H was positive definite to working accuracy
	computed  int  // how often

	full []float64 // H^-1, symmetric, d by d
	work []float64 // of linear.Invert

	own, along  []float64      // q_j and dense.z_j
	pull, tilts [block]float64 // of one block of records: -k L'(m_j) and k L”(m_j)
	single      [1]float64     // work of one

	dense   []float64   // of the measure under way
	measure func(j int) // q_j and dense.z_j of one record
}

func newInverse(p *models.Local) *inverse {
	n, d := p.Records(), p.Dim()
	v := &inverse{
		local: p, rows: p.Rows(), square: make([]float64, n),
		margins: make([]float64, n), full: make([]float64, d*d), work: make([]float64, d*d),
		own: make([]float64, n), along: make([]float64, n),
	}
	v.measure = func(j int) {
		index, value := v.rows.Row(j)
		v.own[j], v.along[j] = sweep(v.full, v.dense, index, value)
	}
	for i := range v.square {
		_, value := v.rows.Row(i)
		for _, x := range value {
			v.square[i] += float64(x * x)
		}
	}
	return v
}

// row is the signed row z_i.
func (v *inverse) row(i int) Row {
	index, value := v.rows.Row(i)
	return Row{index, value}
}

// refresh brings H^-1 to the node's last evaluated model and reports whether it is sound.
func (v *inverse) refresh(r Release) (sound bool) {
	margins := v.local.Margins()
	if v.known && v.weight == r.Weight && v.q == r.Curvature && same(v.margins, margins) {
		return v.sound
	}
	copy(v.margins, margins)
	v.weight, v.q, v.known = r.Weight, r.Curvature, true
	v.computed++
	v.local.Hessian(v.full, models.Subproblem{Weight: r.Weight, Curvature: r.Curvature})
	h := linear.Square(v.rows.Dim, v.full)
	if v.sound = linear.Cholesky(h, v.each()); v.sound {
		linear.Invert(h, linear.Square(v.rows.Dim, v.work), v.each())
	}
	return v.sound
}

// wide is from how many columns on what is made of H^-1 takes long: pieces of it then go where
// those of the passes over the rows go, which may end them. Not one bit depends on it.
const wide = 512

// each makes the pieces of what takes longer the more columns there are.
func (v *inverse) each() models.Each {
	if v.rows.Dim < wide {
		return models.Serial
	}
	return v.local.Each()
}

// measureAll takes q_j = x_j'H^-1 x_j and dense.z_j of all records.
func (v *inverse) measureAll(dense []float64) {
	if v.local.Quadratics(v.own, v.full) {
		v.local.Scores(v.along, dense)
		return
	}
	v.dense = dense
	v.each()(len(v.own), v.measure)
}

// open takes how the records a to b, at most block, pull and bend: record j's gradient is
// -pull z_j and its Hessian tilt z_j z_j', both with its weight k.
func (v *inverse) open(a, b int) {
	v.local.Loss().Pulls(v.pull[:b-a], v.tilts[:b-a], v.margins[a:b], v.weight)
}

// one is open for one margin.
func (v *inverse) one(margin float64) (pull, tilt float64) {
	v.single[0] = margin
	v.local.Loss().Pulls(v.pull[:1], v.tilts[:1], v.single[:], v.weight)
	return v.pull[0], v.tilts[0]
}

// sweep is x'M x and x.v for the symmetric matrix m, a dense v and a sparse row
// with increasing columns, four rows of m at a time to read each entry of x once.
func sweep(m, v []float64, index []int32, value []float64) (square, along float64) {
	d := len(v)
	for len(index) >= 4 && len(value) >= 4 {
		j0, j1, j2, j3 := int(index[0]), int(index[1]), int(index[2]), int(index[3])
		x0, x1, x2, x3 := value[0], value[1], value[2], value[3]
		m0, m1, m2, m3 := m[j0*d:(j0+1)*d], m[j1*d:(j1+1)*d], m[j2*d:(j2+1)*d], m[j3*d:(j3+1)*d]
		along += float64(x0*v[j0]) + float64(x1*v[j1]) + (float64(x2*v[j2]) + float64(x3*v[j3]))
		s0 := float64(m0[j0]*x0/2) + float64(m0[j1]*x1) + float64(m0[j2]*x2) + float64(m0[j3]*x3)
		s1 := float64(m1[j1]*x1/2) + float64(m1[j2]*x2) + float64(m1[j3]*x3)
		s2 := float64(m2[j2]*x2/2) + float64(m2[j3]*x3)
		s3 := float64(m3[j3] * x3 / 2)
		index, value = index[4:], value[4:]
		value = value[:len(index)]
		for k, j := range index {
			x := value[k]
			s0 += float64(m0[j] * x)
			s1 += float64(m1[j] * x)
			s2 += float64(m2[j] * x)
			s3 += float64(m3[j] * x)
		}
		square += float64(2 * (float64(s0*x0) + float64(s1*x1) + (float64(s2*x2) + float64(s3*x3))))
	}
	value = value[:len(index)]
	for k, i := range index {
		row := m[int(i)*d:]
		s := float64(row[i] * value[k] / 2)
		for l := k + 1; l < len(index); l++ {
			s += float64(row[index[l]] * value[l])
		}
		square += float64(2 * s * value[k])
		along += float64(value[k] * v[i])
	}
	return square, along
}

// bilinear is x'M y for the symmetric matrix m and two sparse rows.
func bilinear(m []float64, d int, x, y Row) float64 {
	sum := 0.0
	for k, j := range x.Index {
		sum += float64(x.Value[k] * y.dot(m[int(j)*d:(int(j)+1)*d]))
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
