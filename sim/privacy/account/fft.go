package account

import (
	"math"
	"math/bits"

	"admmlab/models/elementary"
)

// window is the number of points of a transform, half of it that of its complex numbers:
// two real points are one of them.
const (
	logHalf = 11
	half    = 1 << logHalf
	window  = 2 * half
)

// roundoff is above the error of a transform of x in the sum over all points, per
// Euclidean norm of x: by Higham, Accuracy and stability of numerical algorithms,
// Theorem 24.2, the norm's relative error is at most log2(N) (mu + 4 sqrt(2) u) for
// factors known to mu = 2^-52, u = 2^-53, and the sum at most sqrt(N) times the norm.
const roundoff = 64 * 2e-14

// circle holds e^(-2 pi i k/window), k < half.
var circle = func() (c struct{ re, im [half]float64 }) {
	for k := range c.re {
		angle := 2 * math.Pi * float64(k) / window
		c.re[k], c.im[k] = elementary.Cos(angle), -elementary.Sin(angle)
	}
	return c
}()

// butterflies is the discrete Fourier transform of half complex numbers in place, radix 2.
// Every product is rounded before it is added, so the bits are the same everywhere.
func butterflies(re, im *[half]float64) {
	for i := range re {
		if j := int(bits.Reverse32(uint32(i)) >> (32 - logHalf)); j > i {
			re[i], re[j] = re[j], re[i]
			im[i], im[j] = im[j], im[i]
		}
	}
	for i := 0; i < half; i += 2 { // the first factor is 1
		re[i], re[i+1] = re[i]+re[i+1], re[i]-re[i+1]
		im[i], im[i+1] = im[i]+im[i+1], im[i]-im[i+1]
	}
	for size := 2; size < half; size *= 2 {
		stride := half / size
		for start := 0; start < half; start += 2 * size {
			ar, ai := re[start:start+size], im[start:start+size]
			br, bi := re[start+size:start+2*size], im[start+size:start+2*size]
			for k := range ar {
				wr, wi := circle.re[k*stride], circle.im[k*stride]
				tr := float64(wr*br[k]) - float64(wi*bi[k])
				ti := float64(wr*bi[k]) + float64(wi*br[k])
				br[k], bi[k] = ar[k]-tr, ai[k]-ti
				ar[k], ai[k] = ar[k]+tr, ai[k]+ti
			}
		}
	}
}

// pairs is room for a transform: points 2k and 2k+1 are re[k] and im[k].
type pairs struct{ re, im [half]float64 }

func (p *pairs) at(i int) *float64 {
	if i&1 == 0 {
		return &p.re[i>>1]
	}
	return &p.im[i>>1]
}

// transform is the discrete Fourier transform of window real points,
//
//	X_k = sum_j x_j e^(-2 pi i j k/window)
//
// for k = 0..half, the others being their conjugates.
func (p *pairs) transform(re, im []float64) {
	butterflies(&p.re, &p.im)
	for k := 0; k <= half/2; k++ {
		a, b := k, (half-k)&(half-1)
		// the transforms of the even and the odd points
		er, ei := float64((p.re[a]+p.re[b])/2), float64((p.im[a]-p.im[b])/2)
		or, oi := float64((p.im[a]+p.im[b])/2), float64((p.re[b]-p.re[a])/2)
		tr := float64(circle.re[a]*or) - float64(circle.im[a]*oi)
		ti := float64(circle.re[a]*oi) + float64(circle.im[a]*or)
		re[k], im[k] = er+tr, ei+ti
		re[half-k], im[half-k] = er-tr, ti-ei
	}
}

// inverse is the inverse of transform but for the factor half.
func (p *pairs) inverse(re, im []float64) {
	for k := 0; k < half; k++ {
		b := half - k
		er, ei := float64((re[k]+re[b])/2), float64((im[k]-im[b])/2)
		tr, ti := float64((re[k]-re[b])/2), float64((im[k]+im[b])/2)
		or := float64(circle.re[k]*tr) + float64(circle.im[k]*ti) // times the conjugate
		oi := float64(circle.re[k]*ti) - float64(circle.im[k]*tr)
		p.re[k], p.im[k] = er-oi, -(ei + or) // conjugate, for the inverse is that of the conjugate
	}
	butterflies(&p.re, &p.im)
	for k := range p.im {
		p.im[k] = -p.im[k]
	}
}
