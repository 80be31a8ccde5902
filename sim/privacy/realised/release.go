package realised

import (
	"math"

	"admmlab/models/linear"
)

// Release is one noisy step of one node, as far as its loss depends on it.
type Release struct {
	Noise     []float64 // len d: n in gradient units (Objective), V - f as drawn (Output, Watched)
	Drawn     float64   // Objective: |epsilon| as drawn, which n is in proportion to; no loss reads it
	Rate      float64   // tau of the noise density exp(-tau |noise|), >= 0; +Inf without noise
	Sigma     float64   // Output, Watched: > 0 says that the noise is N(0, Sigma^2 I) instead; Rate is not read
	Weight    float64   // k = C/B, > 0
	Curvature float64   // q = r + Phi + 2 eta V, the objective's curvature without data, > 0
	Model     []float64 // f, len d; read where a replacement or a Watched needs it
}

// Row is a sparse record without its label: Value[k] stands in column Index[k],
// which increases with k. The bounds of package privacy are for |x| <= 1.
type Row struct {
	Index []int32
	Value []float64
}

// fits reports whether the row can stand in a table of d columns.
func (x Row) fits(d int) bool {
	if len(x.Index) != len(x.Value) {
		return false
	}
	last := int32(-1)
	for _, j := range x.Index {
		if j <= last || int(j) >= d {
			return false
		}
		last = j
	}
	return true
}

// dot is x.v for a dense v.
func (x Row) dot(v []float64) float64 {
	sum, value := 0.0, x.Value[:len(x.Index)]
	for k, j := range x.Index {
		sum += float64(value[k] * v[j])
	}
	return sum
}

// addTo adds scale x to the dense v.
func (x Row) addTo(v []float64, scale float64) {
	value := x.Value[:len(x.Index)]
	for k, j := range x.Index {
		v[j] += float64(scale * value[k])
	}
}

// near is the share of |n|^2 below which |n+v|^2 = |n|^2 + 2 n.v + |v|^2 has
// lost too many digits; the sum is then taken entry by entry.
const near = 1e-4

// growth is |n+v| - |n| from |n|^2, |n|, n.v and |v|^2, without the cancellation
// of the difference, for |n+v|^2 >= near |n|^2. It is 0 for v = 0.
func growth(square, length, along, shift float64) float64 {
	if shift == 0 {
		return 0
	}
	change := float64(2*along) + shift
	return change / (math.Sqrt(square+change) + length)
}

// grown is |n+v| - |n| for two dense vectors.
func grown(n, v []float64) float64 {
	square, along, shift, after := 0.0, 0.0, 0.0, 0.0
	v = v[:len(n)]
	for j, a := range n {
		b := v[j]
		square += float64(a * a)
		along += float64(a * b)
		shift += float64(b * b)
		after += float64((a + b) * (a + b))
	}
	if shift == 0 {
		return 0
	}
	return (float64(2*along) + shift) / (math.Sqrt(after) + math.Sqrt(square))
}

// noisePart is tau (|n+v| - |n|): nothing where nothing moved, even without
// noise (tau = +Inf), where every move is seen.
func noisePart(rate, growth float64) float64 {
	if growth == 0 {
		return 0
	}
	return rate * growth
}

// moved is the loss where the noise n would have been n+v: tau (|n+v| - |n|), or for
// Gaussian noise (|n+v|^2 - |n|^2)/(2 sigma^2).
func (r Release) moved(v []float64) float64 {
	if r.Sigma > 0 {
		return r.gaussian(linear.Dot(r.Noise, v), linear.Dot(v, v))
	}
	return noisePart(r.Rate, grown(r.Noise, v))
}

// gaussian is moved of Gaussian noise from n.v and |v|^2.
func (r Release) gaussian(along, shift float64) float64 {
	if shift == 0 {
		return 0 // even where sigma^2 underflows
	}
	return (float64(2*along) + shift) / (2 * r.Sigma * r.Sigma)
}

// doubt bounds how far a loss is off by where v is by apart, with |n+v| = length.
func (r Release) doubt(length, apart float64) float64 {
	if r.Sigma > 0 {
		return r.gaussian(float64(length*apart), float64(apart*apart))
	}
	return noisePart(r.Rate, apart)
}

func undefined(dst []float64) {
	for i := range dst {
		dst[i] = math.NaN()
	}
}
