package realised

import (
	"math"

	"admmlab/models"
	"admmlab/models/elementary"
	"admmlab/models/linear"
)

// Objective is the realised loss of one node whose noise sits in its objective:
//
//	f = argmin k sum_i L(m_i) + q/2 |f|^2 + (data-independent linear part + n).f
//
// with n of density exp(-tau |n|). Given the transcript, f and n determine each
// other (the gradient is 0), so that
//
//	log p(f | D) = -tau |n_D(f)| + log det H_D(f) + constant
//
// (TIFS17 (30) with the exponent of the Jacobian set right: +1). In these units
//
//	DVP             n = (C/B) epsilon     tau = zeta B/C
//	(M)R-ADMM odd   n = epsilon           tau = alpha_i
//	M-ADMM          n = -2 eta V epsilon  tau = alpha_i / (2 eta V)
type Objective struct {
	*inverse
	shift    []float64 // work: what a replacement adds to n
	leverage float64   // largest a_j q_j of the last Remove
}

// NewObjective makes the work space for the node p, which it reads at the last
// evaluated model: after Minimise, before anything else is evaluated.
func NewObjective(p *models.Local) *Objective {
	return &Objective{inverse: newInverse(p), shift: make([]float64, p.Dim())}
}

// Remove writes the loss against the data without record j into dst[j], for all
// B records:
//
//	l = tau (|n + k s_j x_j| - |n|) - log(1 - a_j q_j)
//
// s_j = y_j L'(m_j), a_j = k L”(m_j), q_j = x_j'H^-1 x_j; for the logistic loss
// L'(m) = -s(-m) and L”(m) = s(m) s(-m). The first part lies in [-tau k |x|, tau k |x|],
// the second in [0, ln(1 + k c1/q)]. Where L” jumps, as that of Huber's loss, the density
// has a jump, too; the models there have probability 0.
func (o *Objective) Remove(dst []float64, r Release) {
	if !o.refresh(r) {
		undefined(dst)
		o.leverage = math.NaN()
		return
	}
	square := linear.Dot(r.Noise, r.Noise)
	length, floor := math.Sqrt(square), near*square
	o.leverage = 0
	o.measureAll(r.Noise)
	for a := 0; a < len(dst); a += block {
		b := min(a+block, len(dst))
		o.open(a, b)
		for k, pull := range o.pull[:b-a] {
			// k s_j x_j = k L'(m_j) z_j
			j, scale := a+k, -pull
			along := float64(scale * o.along[j])
			shift := float64(scale * scale * o.square[j])
			g := 0.0
			if square+float64(2*along)+shift >= floor {
				g = growth(square, length, along, shift)
			} else {
				g = o.grownBy(o.row(j), scale, r.Noise)
			}
			tilt := o.tilts[k] * o.own[j]
			if tilt > o.leverage {
				o.leverage = tilt
			}
			dst[j] = noisePart(r.Rate, g) + logInverse(tilt)
		}
	}
}

// logInverse is -log(1-t) for t < 1, of full relative accuracy.
func logInverse(t float64) float64 {
	if !(math.Abs(t) <= 1.0/16) {
		return -elementary.Log1p(-t)
	}
	// 2 artanh(w) = 2 (w + w^3/3 + w^5/5 + ...) with w = t/(2-t); what is left out
	// is below w^10/11 < 2^-53 of it.
	w := t / (2 - t)
	w2 := float64(w * w)
	return 2 * w * (1 + float64(w2*(1.0/3+float64(w2*(1.0/5+float64(w2*(1.0/7+w2/9)))))))
}

// Leverage is the largest a_j q_j in [0, 1) of the last Remove: how much of the
// curvature along one record's direction is that record's own. NaN when that
// Remove could not be computed.
func (o *Objective) Leverage() float64 { return o.leverage }

// Replace is the loss against the data with (x, label) in the place of record j,
// label +1 or -1:
//
//	l = tau (|n + k (s_j x_j - s' x')| - |n|)
//	    - log((1 - a_j q_j)(1 + a' q') + a_j a' (x_j'H^-1 x')^2)
//
// with q' = (x')'H^-1 x' and s', a' of the new record at r.Model, which must be
// the node's last evaluated model. The first part lies in [-2 tau k, 2 tau k],
// the second in [-ln(1 + k c1/q), ln(1 + k c1/q)]. It is NaN when x does not fit
// the table.
func (o *Objective) Replace(j int, x Row, label float64, r Release) float64 {
	clear(o.shift)
	return o.change(change{record: j, added: x, label: label}, r)
}

// Closing is the loss of a closing step (TIFS17 (21) to (23)) whose own term was
// a hidden f(t), for the neighbour that w watches. Besides the record the own
// term changes, which moves n by eta V (f'(t) - f(t)); penalty is eta V. Without
// hidden own term, penalty = 0.
func (o *Objective) Closing(w *Watched, penalty float64, r Release) float64 {
	for k, v := range w.apart {
		o.shift[k] = penalty * v
	}
	return o.change(w.change, r)
}

// change adds what the change of one record does to o.shift and returns the loss.
func (o *Objective) change(c change, r Release) float64 {
	if !o.refresh(r) || !c.fits(o.rows.Dim) {
		return math.NaN()
	}
	z := o.row(c.record)
	pull, a := o.one(o.margins[c.record])
	z.addTo(o.shift, -pull)
	own, _ := sweep(o.full, r.Noise, z.Index, z.Value)
	det := float64(-a * own)
	if c.replaces() {
		pull, b := o.one(c.label * c.added.dot(r.Model))
		c.added.addTo(o.shift, pull*c.label)
		added, _ := sweep(o.full, r.Noise, c.added.Index, c.added.Value)
		cross := bilinear(o.full, o.rows.Dim, z, c.added)
		// Of (1-aq)(1+a'q') + a a' c^2 the 1 is left out, for log1p.
		det += float64(b*added) - float64(a*b*(float64(own*added)-float64(cross*cross)))
	}
	return noisePart(r.Rate, grown(r.Noise, o.shift)) - elementary.Log1p(det)
}

// grownBy is |n + scale z| - |n|, entry by entry.
func (o *Objective) grownBy(z Row, scale float64, n []float64) float64 {
	clear(o.shift)
	z.addTo(o.shift, scale)
	return grown(n, o.shift)
}
