package audit

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/noise"
)

// Release is one objective-perturbed step of one node (DVP, R-ADMM, MR-ADMM,
// M-ADMM) at a fixed transcript, under its records D and under D':
//
//	f = argmin Weight sum_i L(m_i) + Curvature/2 |f|^2 + (Linear + n).f
//
// with noise n of density exp(-Rate |n|).
type Release struct {
	Records, Other data.Rows // signed rows y_i x_i under D and under D', of one width
	Weight         float64   // k = C/B, > 0
	Curvature      float64   // q = r + Phi + 2 eta V, > 0
	Linear         []float64 // l = 2 lambda - eta sum_j (f + f_j), length d
	Rate           float64   // tau, in gradient units, > 0
}

// Check tells what is wrong with a Release, if anything.
func (r Release) Check() error {
	d := len(r.Linear)
	switch {
	case r.Records.Start == nil || r.Other.Start == nil || r.Records.Dim != d || r.Other.Dim != d || d == 0:
		return fmt.Errorf("a release needs two data sets as wide as its linear term of %d numbers; they have %d and %d columns", d, r.Records.Dim, r.Other.Dim)
	case !(r.Weight > 0 && r.Curvature > 0 && r.Rate > 0):
		return fmt.Errorf("a release needs weight, curvature and noise rate above 0; they are %g, %g and %g", r.Weight, r.Curvature, r.Rate)
	}
	return nil
}

// Loss is the exact privacy loss log Q(f|D) / Q(f|D') of the released model f,
// of length d. By the optimality condition (TIFS17 Appendix A, RADMM section V) f
// tells the noise that made it, n_D(f) = -(k sum_i g_i + q f + l) with
// g_i = -s(-m_i) y_i x_i, and so
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
	cross, square, own, other := 0.0, 0.0, 0.0, 0.0
	for j := range n {
		shift[j] -= n[j]                       // n_D' - n_D
		n[j] -= r.Curvature*f[j] + r.Linear[j] // n_D
		cross += n[j] * shift[j]
		square += shift[j] * shift[j]
		own += n[j] * n[j]
		other += (n[j] + shift[j]) * (n[j] + shift[j])
	}
	longer := 0.0 // |n_D'| - |n_D| without cancellation
	if square > 0 {
		longer = (2*cross + square) / (math.Sqrt(other) + math.Sqrt(own))
	}
	return r.Rate*longer + logOwn - logOther
}

// Noise is n_D(f), the noise that led to f under D.
func (r Release) Noise(f []float64) []float64 {
	n := make([]float64, len(f))
	r.look(r.Records, f, n, make([]float64, len(f)*len(f)))
	for j := range n {
		n[j] -= r.Curvature*f[j] + r.Linear[j]
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
		s, w := -r.Weight*models.Slope(m), r.Weight*models.Curvature(m)
		for a, j := range index {
			pull[j] += s * value[a]
			for b := a; b < len(index); b++ {
				h[int(j)*d+int(index[b])] += w * value[a] * value[b]
			}
		}
	}
	for j := range d {
		h[j*d+j] += r.Curvature
	}
	u, ok := lapack64.Potrf(blas64.Symmetric{N: d, Stride: d, Data: h, Uplo: blas.Upper})
	if !ok {
		return math.NaN()
	}
	sum := 0.0
	for j := range d {
		sum += 2 * math.Log(u.Data[j*d+j])
	}
	return sum
}

// Losses draws the noise of releases first to first+count-1 of this seed, solves
// the node's problem under D for each with the solver of the methods, and
// returns their exact losses. Split a long job by first.
func (r Release) Losses(seed uint64, first, count int) []float64 {
	source, local := noise.New(seed), models.NewLocal(r.Records)
	out := make([]float64, 0, max(0, count))
	n, f := make([]float64, len(r.Linear)), make([]float64, len(r.Linear))
	for i := first; i < first+count; i++ {
		source.GammaNorm(n, noise.Dual, 0, i, r.Rate)
		for j := range n {
			n[j] += r.Linear[j]
		}
		local.Minimise(f, models.Subproblem{Weight: r.Weight, Curvature: r.Curvature, Linear: n})
		out = append(out, r.Loss(f))
	}
	return out
}

// Profile is the distribution of the privacy loss of one release over its noise,
// for one transcript and one pair of data sets. It says how private this step
// was for this record; it is not a promise for any other.
type Profile struct{ losses []float64 }

// NewProfile takes losses drawn under D, in any order.
func NewProfile(losses []float64) Profile {
	p := Profile{slices.Clone(losses)}
	slices.Sort(p.losses)
	return p
}

// Len is the number of draws.
func (p Profile) Len() int { return len(p.losses) }

// Max is the largest loss seen, NaN without draws.
func (p Profile) Max() float64 {
	if len(p.losses) == 0 {
		return math.NaN()
	}
	return p.losses[len(p.losses)-1]
}

// Delta is the mean of (1 - e^(epsilon-l))_+ over the draws: the delta that this
// release needs beside epsilon to tell this D from this D', in this direction.
func (p Profile) Delta(epsilon float64) float64 {
	sum := 0.0
	for i := len(p.losses) - 1; i >= 0 && p.losses[i] > epsilon; i-- {
		sum -= math.Expm1(epsilon - p.losses[i])
	}
	return sum / max(1, float64(len(p.losses)))
}
