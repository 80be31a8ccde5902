package models

import "math"

// ScalarStep is the z update of vertical sharing for one sample, SHARING (7):
//
//	argmin_z  log(1+e^(-Y z)) - dual z + rho/2 (sum - z)^2
//
// with the label Y = +1 or -1, sum the sample's sum_m D_m x_m, and rho > 0.
// It is solved to machine accuracy from start, best the sample's last z; any
// number will do. Input that is not finite gives NaN.
func ScalarStep(label, sum, dual, rho, start float64) float64 {
	// With u = Y z and b = Y (rho sum + dual) the derivative, increasing in
	// u, is G(u) = rho u - b - s(-u).
	b := label * (rho*sum + dual)
	lo, hi := scalarBracket(b, rho)
	u := label * start
	if !(u >= lo && u <= hi) {
		u = math.Min(math.Max(0, lo), hi)
	}
	for range 200 {
		s := 1 / (1 + math.Exp(u))
		g := rho*u - b - s
		bend := s * (1 - s)
		slope := rho + bend
		// Halley's step 2 G G' / (2 G'^2 - G G''), with G'' = -bend (1 - 2s).
		step := 2 * g * slope / (2*slope*slope + g*bend*(1-2*s))
		// It is cubic: |G''|, |G'''| <= G' leave an error of about delta^3/2 after
		// a step of size delta, below the roundoff of 1 here.
		if math.Abs(step) <= 5e-6+0x1p-50*math.Abs(u) || step != step {
			return label * (u - step)
		}
		if g > 0 {
			hi = u
		} else {
			lo = u
		}
		u -= step
		if !(u > lo && u < hi) {
			u = lo + (hi-lo)/2
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
		l := -math.Log(rho)
		lo, hi = math.Max(lo, math.Min(hi, -l)-1), math.Min(hi, math.Max(lo, l)+1)
	}
	return lo, hi
}
