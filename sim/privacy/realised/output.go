package realised

import (
	"math"

	"admmlab/models/linear"
)

// Output is the realised loss of one node that adds noise to its minimiser,
// V = f + epsilon with epsilon of density exp(-zeta |epsilon|) (PVP, TIFS17
// Algorithm 3; RADMM VII-B) or Gaussian:
//
//	l = zeta (|V - f'| - |V - f|),   f' = argmin under D' on the same transcript
//	l = (|V - f'|^2 - |V - f|^2) / (2 sigma^2)
//
// It takes the own term as released ("released"); with a hidden own term the
// same numbers are the loss of one step that starts from a common f(t), not of
// the run. See Watched.
type Output struct {
	*inverse
	second  []float64 // H^-2, symmetric, d by d
	squared int       // which of the inverses it is of
	turned  []float64 // H^-1 (V - f)
	move    []float64 // work: -(f' - f) of one record
	largest float64   // largest |x_i|
	stray   func(reach, energy float64) float64
	reach   []float64 // x_j'H^-2 x_j

	stretch  func(j int) // reach of one record
	multiply func(i int) // row i of H^-2 from the diagonal on, and its column
}

// Output makes the work space for the same node, on the same tables.
func (o *Objective) Output() *Output {
	v := o.inverse
	p, d := v.local, v.rows.Dim
	out := &Output{
		inverse: v, second: make([]float64, d*d),
		turned: make([]float64, d), move: make([]float64, d), reach: make([]float64, p.Records()), largest: p.Rows().MaxNorm(),
	}
	out.stretch = func(j int) {
		index, value := v.rows.Row(j)
		out.reach[j], _ = sweep(out.second, out.turned, index, value)
	}
	out.multiply = func(i int) {
		for j := i; j < d; j++ {
			value := linear.Dot(v.full[i*d:(i+1)*d], v.full[j*d:(j+1)*d])
			out.second[i*d+j], out.second[j*d+i] = value, value
		}
	}
	return out
}

// Remove writes the loss against the data without record j into dst[j], for all
// B records, each from one Newton step away from f:
//
//	f' ~ f1 = f + k s_j H^-1 x_j / (1 - a_j q_j)
//
// and returns a certificate: no dst[j] is further from the loss at the exact f'
// than that (roundoff apart). It is zeta |gradient under D' at f1| / q with the
// gradient bounded instead of computed (Gaussian: e (2 |V - f1| + e)/(2 sigma^2) with
// e = |gradient| / q). With u = f1 - f,
//
//	|gradient| <= k sum_{i != j} |L'(m_i + x_i.u) - L'(m_i) - L”(m_i) x_i.u| |x_i|
//	           <= X k stray(X|u|, (u'H'u - q |u|^2)/k),   u'H'u = (k s_j)^2 q_j / (1 - a_j q_j)
//
// where X is the largest |x_i|, H' is H without record j, and stray the bound of
// models.Loss.Stray: e^reach energy/2 for the logistic loss, whose third derivative is
// never larger than the second.
func (o *Output) Remove(dst []float64, r Release) (certificate float64) {
	if !o.refresh(r) {
		undefined(dst)
		return math.NaN()
	}
	if o.squared != o.computed {
		o.square2()
		o.stray = o.local.Loss().Stray(o.margins)
		o.squared = o.computed
	}
	d := o.rows.Dim
	for k := range o.turned {
		o.turned[k] = linear.Dot(o.full[k*d:(k+1)*d], r.Noise)
	}
	square := linear.Dot(r.Noise, r.Noise)
	length, floor := math.Sqrt(square), near*square
	o.measureAll(o.turned)
	if !o.local.Quadratics(o.reach, o.second) {
		o.each()(len(o.reach), o.stretch)
	}
	for a := 0; a < len(dst); a += block {
		b := min(a+block, len(dst))
		o.open(a, b)
		for k, pull := range o.pull[:b-a] {
			// V - f1 = (V - f) + c H^-1 z_j
			q := o.own[a+k]
			c := pull / (1 - float64(o.tilts[k]*q))
			along, shift := float64(c*o.along[a+k]), float64(c*c*o.reach[a+k])
			switch {
			case r.Sigma > 0:
				dst[a+k] = r.gaussian(along, shift)
			case square+float64(2*along)+shift >= floor:
				dst[a+k] = noisePart(r.Rate, growth(square, length, along, shift))
			default:
				dst[a+k] = noisePart(r.Rate, o.grownBy(o.row(a+k), c, r.Noise))
			}
			bent := math.Max(0, float64(pull*c*q)-float64(r.Curvature*shift))
			gradient := o.largest * r.Weight * o.stray(o.largest*math.Sqrt(shift), bent/r.Weight)
			certificate = math.Max(certificate, r.doubt(length+math.Sqrt(shift), gradient/r.Curvature))
		}
	}
	return certificate
}

// Exact is the loss against the data without record j at the exact f', with its
// certificate as of Watched.Step; r.Model is f. It sets up D' anew, so it is for
// chosen records, not for all.
func (o *Output) Exact(j int, r Release) (loss, certificate float64) {
	return NewWatched(o.local, j).Step(0, r)
}

// square2 brings H^-2 to the refreshed H^-1.
func (o *Output) square2() { o.each()(o.rows.Dim, o.multiply) }

// grownBy is |e + c H^-1 z| - |e|, entry by entry.
func (o *Output) grownBy(z Row, c float64, e []float64) float64 {
	d := o.rows.Dim
	o.each()(1, func(int) {
		for k := range o.move {
			o.move[k] = c * z.dot(o.full[k*d:(k+1)*d])
		}
	})
	return grown(e, o.move)
}
