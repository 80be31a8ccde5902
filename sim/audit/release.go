package audit

import (
	"math"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/models/elementary"
	"admmlab/models/linear"
)

// Release is one objective-perturbed step of one node (DVP, R-ADMM, MR-ADMM,
// M-ADMM) at a fixed transcript, under its records D and under D':
//
//	f = argmin Weight sum_i L(m_i) + Curvature/2 |f|^2 + (Linear + n).f
//
// with noise n of density exp(-Rate |n|).
type Release struct {
	L              models.Loss
	Records, Other data.Rows // signed rows y_i x_i under D and under D', of one width
	Weight         float64   // k = C/B, > 0
	Curvature      float64   // q = r + Phi + 2 eta V, > 0
	Linear         []float64 // l = 2 lambda - eta sum_j (f + f_j), length d
	OtherLinear    []float64 // l under D', where a hidden own term makes it another; nil = Linear
	Rate           float64   // tau, in gradient units, > 0
}

// Loss is the exact privacy loss log Q(f|D) / Q(f|D') of the released model f,
// of length d. By the optimality condition (TIFS17 Appendix A, RADMM section V) f
// tells the noise that made it, n_D(f) = -(k sum_i g_i + q f + l) with
// g_i = L'(m_i) y_i x_i, and so
//
//	log Q(f|D) = -tau |n_D(f)| + log det H_D(f) + const,  H_D = k sum_i L''_i x_i x_i' + q I
//
// The exponent of the determinant is +1; TIFS17 (30) prints -1.
func (r Release) Loss(f []float64) float64 {
	d := len(f)
	n, shift, h := make([]float64, d), make([]float64, d), make([]float64, d*d)
	// -k sum g under D' in shift, n under D in n.
	logOther := r.look(r.Other, f, shift, h)
	logOwn := r.look(r.Records, f, n, h)
	if r.OtherLinear != nil {
		for j := range shift {
			shift[j] += r.Linear[j] - r.OtherLinear[j]
		}
	}
	cross, square, own, other := 0.0, 0.0, 0.0, 0.0
	for j := range n {
		shift[j] -= n[j]                                // n_D' - n_D
		n[j] -= float64(r.Curvature*f[j]) + r.Linear[j] // n_D
		cross += float64(n[j] * shift[j])
		square += float64(shift[j] * shift[j])
		own += float64(n[j] * n[j])
		other += float64((n[j] + shift[j]) * (n[j] + shift[j]))
	}
	longer := 0.0 // |n_D'| - |n_D| without cancellation
	if square > 0 {
		longer = (float64(2*cross) + square) / (math.Sqrt(other) + math.Sqrt(own))
	}
	return float64(r.Rate*longer) + logOwn - logOther
}

// Noise is n_D(f), the noise that led to f under D.
func (r Release) Noise(f []float64) []float64 {
	n := make([]float64, len(f))
	r.look(r.Records, f, n, make([]float64, len(f)*len(f)))
	for j := range n {
		n[j] -= float64(r.Curvature*f[j]) + r.Linear[j]
	}
	return n
}

// look writes -k sum_i g_i at f into pull and returns log det H.
func (r Release) look(rows data.Rows, f, pull, h []float64) float64 {
	d := len(f)
	clear(pull)
	clear(h)
	for i := range rows.Len() {
		index, value := rows.Row(i)
		m := rows.Dot(i, f)
		s, w := -r.Weight*r.L.Slope(m), r.Weight*r.L.Curvature(m)
		for a, j := range index {
			pull[j] += float64(s * value[a])
			for b := a; b < len(index); b++ {
				h[int(j)*d+int(index[b])] += float64(w * value[a] * value[b])
			}
		}
	}
	for j := range d {
		h[j*d+j] += r.Curvature
	}
	if !linear.Cholesky(linear.Square(d, h), models.Serial) {
		return math.NaN()
	}
	sum := 0.0
	for j := range d {
		sum += float64(2 * elementary.Log(h[j*d+j]))
	}
	return sum
}
