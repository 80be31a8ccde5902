package models

import "admmlab/models/data"

// Local is one node's empirical risk together with the work space to minimise
// it. It remembers its data part at the last evaluated model: the margins, the
// slopes behind the gradient, and the gradient itself. It shares the
// rows it was given and never writes into them.
//
// A Local belongs to one caller at a time; different Locals are independent
// even when they share rows.
type Local struct {
	form              // signed rows y_i x_i, one a record, and the last evaluated model
	loss    Loss      // L
	margins []float64 // m_i = y_i x_i.f, len B
	miss    []float64 // -L'(m_i), len B
	pull    []float64 // sum_i v_i -L'(m_i) y_i x_i = -grad sum_i v_i L(m_i), len d
	values  []float64 // v_i, len B; nil where all are 1
	valued  []float64 // -v_i L'(m_i), likewise

	each     Each
	parts    []part
	aside    *lookup           // of Scores, nil before the first
	caution  float64           // of the last curve
	measured bool              // the last evaluated model is where MeanLoss went, not where a Minimise ended
	bends    [2][block]float64 // work of curve: weights of a block of rows
	pass     func(i int)       // onePass
	half     func(i int)       // oneHalf
	bow      func(i int)       // oneBow
	outer    struct {          // work of curve
		into             []float64
		stride, from, to int
	}
	weights func(w []float64, first int) // bend

	newton newton // factor, directions and trial points of Minimise
	lean   *lean  // nil with a factor
}

// NewLocal takes one node's signed rows, whose values are already y_i x_i, under
// the logistic loss, and evaluates them at f = 0 (one pass).
func NewLocal(signed data.Rows) *Local { return newLocal(newForm(signed), Logistic{}) }

// Under is another Local of the same rows, for another caller, as NewLocal makes it, but
// under the given loss. Of a Local at rest several may be made at once.
func (p *Local) Under(loss Loss) *Local {
	other := newLocal(p.form.twin(), loss)
	if p.lean != nil {
		other.Lean()
	}
	return other
}

// Twin is Under its own loss.
func (p *Local) Twin() *Local { return p.Under(p.loss) }

// Valued is Under its own loss, but that record i counts v_i >= 0 times wherever the loss
// is minimised: it is v_i L(m_i). Margins and MeanLoss are as without. v is shared.
func (p *Local) Valued(v []float64) *Local {
	p = p.Twin()
	p.values, p.valued = v, make([]float64, len(v))
	p.evaluate(p.at)
	return p
}

func newLocal(rows form, loss Loss) *Local {
	n, d := rows.rows.Len(), rows.rows.Dim
	p := &Local{
		form:    rows,
		loss:    loss,
		margins: make([]float64, n),
		miss:    make([]float64, n),
		pull:    make([]float64, d),
		newton:  newNewton(d),
		each:    Serial,
		parts:   cut(n),
	}
	for i := range p.parts {
		p.parts[i].total = p.newTotal()
	}
	p.pass, p.half, p.bow, p.weights = p.onePass, p.oneHalf, p.oneBow, p.bend
	p.evaluate(make([]float64, d))
	return p
}

// Share lets idle cores help with the passes over many rows. Not one bit of
// any result depends on it. each may be called while it already runs do for
// this Local's owner.
func (p *Local) Share(each Each) { p.each = each }

// Each is what Share was given.
func (p *Local) Each() Each { return p.each }

// Loss is L.
func (p *Local) Loss() Loss { return p.loss }

// Records is the number of records B, the paper's B_p or B_i.
func (p *Local) Records() int { return p.rows.Len() }

// Dim is the number of columns d.
func (p *Local) Dim() int { return p.rows.Dim }

// Rows are the signed rows; the caller must not write into them.
func (p *Local) Rows() data.Rows { return p.rows }

// Margins are m_i = y_i x_i.f at the last evaluated model, one a record. The
// slice is the Local's own: read it before the next evaluation, never write.
func (p *Local) Margins() []float64 { return p.margins }

// MeanLoss is (1/B) sum_i L(m_i) at the model f of length d, and 0
// without records. It reads no row when f is the last evaluated model, as it
// is after Minimise; otherwise f becomes the last evaluated model.
func (p *Local) MeanLoss(f []float64) float64 {
	if len(p.margins) == 0 {
		return 0
	}
	if !same(f, p.at) {
		p.evaluate(f)
		p.measured = true
	}
	return p.loss.Sum(p.margins, p.miss) / float64(len(p.margins))
}

// Hessian writes weight * sum_i v_i L”(m_i) x_i x_i' + q I at the last evaluated model
// into the upper triangle of dst, d by d, row by row; below the diagonal it leaves
// what was there. The linear part of s plays no role. The solver's own factor is
// left alone.
func (p *Local) Hessian(dst []float64, s Subproblem) {
	d := p.Dim()
	for i := range d {
		clear(dst[i*d+i : (i+1)*d])
	}
	p.curve(dst, d, 0)
	for i := range d {
		row := dst[i*d+i : (i+1)*d]
		for j := range row {
			row[j] = float64(row[j] * s.Weight)
		}
		row[0] += s.Curvature
	}
}

// same reports whether two models are equal number by number; NaN is never the
// same as anything.
func same(a, b []float64) bool {
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}
