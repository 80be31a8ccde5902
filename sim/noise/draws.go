package noise

import (
	"math"

	"admmlab/models/elementary"
)

// normal returns a standard normal number by the polar method.
//
// Marsaglia, Bray, A convenient method for generating normal variables, SIAM Review 6 (1964).
// Not rand.Rand's NormFloat64: it has 31 bits of resolution and, called through the
// interface of its source, allocates the stream.
func (r *Stream) normal() float64 {
	if r.hasSpare {
		r.hasSpare = false
		return r.spare
	}
	for {
		u, v := 2*r.float()-1, 2*r.float()-1
		// The conversion forbids fused multiply-add, which would give other
		// digits on other processors; so below.
		s := float64(u*u) + float64(v*v)
		if s < 1 { // never 0: u and v are odd multiples of 2^-52
			f := math.Sqrt(-2 * elementary.Log(s) / s)
			r.spare, r.hasSpare = v*f, true
			return u * f
		}
	}
}

// gamma returns a number with density proportional to x^(shape-1) exp(-x), shape >= 1.
//
// Marsaglia, Tsang, A simple method for generating gamma variables, ACM TOMS 26 (2000),
// section 6, without the squeeze: d = shape - 1/3, c = 1/sqrt(9 d), candidate d v with
// v = (1 + c x)^3 for normal x, accepted when ln u < x^2/2 + d - d v + d ln v.
func (r *Stream) gamma(shape float64) float64 {
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := r.normal()
		w := 1 + float64(c*x)
		if w <= 0 {
			continue
		}
		v := float64(w * w * w)
		logV := float64(3 * elementary.Log(w))
		if elementary.Log(r.float()) < float64(0.5*x*x)+float64(d*(1-v+logV)) {
			return d * v
		}
	}
}

// GammaNorm fills dst, of any length d, with a draw from the density proportional
// to exp(-rate |e|), |e| the l2 norm: the noise of DVP, PVP and MR-ADMM.
//
//	e = (g / rate) z/|z|,   g ~ Gamma(d, 1),   z ~ N(0, I_d)
//
// so E|e| = d/rate, Var|e| = d/rate^2, E e_j^2 = (d+1)/rate^2; for d = 1 it is the Laplace law.
// g and z depend on the address and d only: two calls that differ in rate give the
// same vector in another length. rate = +Inf gives zero. A rate that is not above 0
// fills dst with NaN, so that a wrong calibration cannot pass for noise.
func (s Source) GammaNorm(dst []float64, purpose Purpose, node, iteration int, rate float64) {
	if math.IsInf(rate, 1) {
		clear(dst)
		return
	}
	if len(dst) == 0 {
		return
	}
	r := s.Stream(purpose, node, iteration)
	sum := 0.0
	for j := range dst {
		z := r.normal()
		dst[j] = z
		sum += float64(z * z)
	}
	g := r.gamma(float64(len(dst)))
	norm := math.Sqrt(sum)
	if !(rate > 0) {
		rate = math.NaN()
	}
	for j := range dst {
		dst[j] = dst[j] / norm * g / rate
	}
}

// Gaussian fills dst with a draw from N(0, sigma^2 I). The standard normals under it
// depend on the address only: two calls that differ in sigma give the same vector
// in another length. sigma = 0 gives zero; a sigma below 0 or NaN fills dst with NaN.
func (s Source) Gaussian(dst []float64, purpose Purpose, node, iteration int, sigma float64) {
	if sigma == 0 {
		clear(dst)
		return
	}
	if !(sigma > 0) {
		sigma = math.NaN()
	}
	r := s.Stream(purpose, node, iteration)
	for ; len(dst) >= 2*pairs; dst = dst[2*pairs:] {
		r.normals(dst[:2*pairs], sigma)
	}
	for j := range dst {
		dst[j] = sigma * r.normal()
	}
}

// pairs is how many pairs normals draws at a time.
const pairs = 32

// normals is 2*pairs calls of normal, times sigma. The uniform numbers come
// first and the logarithms afterwards, which then overlap in the processor
// instead of waiting for the next rejection.
func (r *Stream) normals(dst []float64, sigma float64) {
	var us, vs, ss [pairs]float64
	for k := 0; k < pairs; {
		u, v := 2*r.float()-1, 2*r.float()-1
		s := float64(u*u) + float64(v*v)
		us[k], vs[k], ss[k] = u, v, s
		if s < 1 {
			k++
		}
	}
	for k, s := range ss {
		f := math.Sqrt(-2 * elementary.Log(s) / s)
		dst[2*k], dst[2*k+1] = sigma*float64(us[k]*f), sigma*float64(vs[k]*f)
	}
}
