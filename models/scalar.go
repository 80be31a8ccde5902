package models

import (
	"math"

	"admmlab/models/elementary"
)

// ScalarStep is Logistic.Steps for one sample, SHARING (7):
//
//	argmin_z  log(1+e^(-Y z)) - dual z + rho/2 (sum - z)^2
//
// with the label Y = +1 or -1, sum the sample's sum_m D_m x_m, and rho > 0.
// It is solved to machine accuracy from start, best the sample's last z; any
// number will do. Input that is not finite gives NaN.
func ScalarStep(label, sum, dual, rho, start float64) float64 {
	// With u = Y z and b = Y (rho sum + dual) the derivative, increasing in
	// u, is G(u) = rho u - b - s(-u).
	b := float64(label * (float64(rho*sum) + dual))
	lo, hi := scalarBracket(b, rho)
	u := label * start
	if !(u >= lo && u <= hi) {
		u = math.Min(math.Max(0, lo), hi)
	}
	for range 200 {
		s := 1 / (1 + elementary.Exp(u))
		g := float64(rho*u) - b - s
		bend := float64(s * (1 - s))
		slope := rho + bend
		// Halley's step 2 G G' / (2 G'^2 - G G''), with G'' = -bend (1 - 2s).
		step := 2 * g * slope / (float64(2*slope*slope) + float64(g*bend*(1-float64(2*s))))
		// It is cubic: |G''|, |G'''| <= G' leave an error of about delta^3/2 after
		// a step of size delta, below the roundoff of 1 here.
		if math.Abs(step) <= 5e-6+float64(0x1p-50*math.Abs(u)) || step != step {
			return label * (u - step)
		}
		if g > 0 {
			hi = u
		} else {
			lo = u
		}
		u -= step
		if !(u > lo && u < hi) {
			u = lo + float64((hi-lo)/2)
		}
	}
	return label * u
}

// scalarBracket encloses the root of G(u) = rho u - b - s(-u).
func scalarBracket(b, rho float64) (lo, hi float64) {
	lo, hi = b/rho, (b+1)/rho // from 0 < s < 1
	if rho < 0.1 {
		// From s(-u) < e^-u: G > 0 at max(b/rho, -log rho) + 1; the other end
		// by the symmetry s(-u) = 1 - s(u).
		l := -elementary.Log(rho)
		lo, hi = math.Max(lo, math.Min(hi, -l)-1), math.Min(hi, math.Max(lo, l)+1)
	}
	return lo, hi
}

// few is the size up to which a step of scalarSteps leaves no error.
const few = 5e-4

// scalarSteps is ScalarStep for many samples, each from its own z, which the
// minimiser replaces; slopes gets l'(z) = -Y s(-Y z) there. All slices have the
// same length.
//
// A step takes the inverse of G from G and its first four derivatives, which
// are polynomials in s, so that two exponentials do where the last z is near:
// after a step of size delta <= few the error of about delta^5 is below the
// roundoff of 1, for z as for the slope. What four rounds leave over goes to
// ScalarStep.
func scalarSteps(z, slopes, labels, sums, duals []float64, rho float64) {
	var u, s, b [block]float64
	var open [block]int // samples still to be solved, in order
	for len(z) > 0 {
		n := min(block, len(z))
		for i, label := range labels[:n] {
			b[i] = label * (float64(rho*sums[i]) + duals[i])
			u[i] = label * z[i]
			open[i] = i
		}
		left := n
		for round := 0; round < 4 && left > 0; round++ {
			elementary.Misses(s[:left], u[:left])
			next := 0
			for k, i := range open[:left] {
				step, miss := inverseStep(u[k], s[k], b[k], rho)
				if math.Abs(step) <= few {
					z[i], slopes[i] = labels[i]*(u[k]+step), -labels[i]*miss
					continue
				}
				u[next], b[next], open[next] = u[k]+step, b[k], i
				next++
			}
			left = next
		}
		for k, i := range open[:left] {
			z[i] = ScalarStep(labels[i], sums[i], duals[i], rho, labels[i]*u[k])
			slopes[i] = labels[i] * Logistic{}.Slope(labels[i]*z[i])
		}
		z, slopes, labels, sums, duals = z[n:], slopes[n:], labels[n:], sums[n:], duals[n:]
	}
}

// inverseStep is the step from u towards the root of G(u) = rho u - b - s(-u),
// given s = s(-u), and what s becomes there if the step is small:
//
//	h - a h^2/2 + (a^2/2 - c/6) h^3 - (5 a^3/8 - 5 a c/12 + d/24) h^4
//
// with h = -G/G' and a, c, d the later derivatives over G'. A long Newton step
// h is damped to Halley's.
func inverseStep(u, s, b, rho float64) (step, miss float64) {
	// s' = -bend and bend' = -tilt bend.
	bend, tilt := float64(s*(1-s)), 1-float64(2*s)
	second, third := -tilt*bend, bend*(float64(tilt*tilt)-float64(2*bend))
	fourth := tilt * bend * (float64(8*bend) - float64(tilt*tilt))
	over := 1 / (rho + bend)
	h := -(float64(rho*u) - b - s) * over
	a, c, d := float64(second*over), float64(third*over), float64(fourth*over)
	if !(math.Abs(h) <= 0.5) {
		return h / (1 + float64(h*a/2)), s
	}
	step = h * (1 - float64(h*(float64(a/2)-float64(h*((float64(a*a/2)-c/6)-float64(h*(float64(a*(float64(a*a*(5.0/8))-float64(c*(5.0/12))))+d/24)))))))
	miss = s - float64(step*(bend+float64(step*(float64(second/2)+float64(step*(third/6+float64(step*(fourth/24))))))))
	return step, miss
}
