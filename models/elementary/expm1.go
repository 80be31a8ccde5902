package elementary

import "math"

// The logarithm of 2 in two parts, of which the products of the first with whole
// numbers below 2000 are exact.
const (
	ln2Hi = 6.93147180369123816490e-01 // 3fe62e42 fee00000
	ln2Lo = 1.90821492927058770002e-10 // 3dea39ef 35793c76
)

// Expm1 is e^x - 1, accurate near 0, where Exp(x) - 1 is not; FreeBSD's s_expm1.c:
// x = k ln 2 + r with |r| <= ln 2/2, and a rational function of r.
func Expm1(x float64) float64 {
	const (
		q1 = -3.33333333333331316428e-02
		q2 = 1.58730158725481460165e-03
		q3 = -7.93650757867487942473e-05
		q4 = 4.00821782732936239552e-06
		q5 = -2.01099218183624371326e-07
	)
	switch a := math.Abs(x); {
	case x != x || a < 0x1p-54:
		return x
	case x > 7.09782712893383973096e+02:
		return math.Inf(1)
	case x < -56*math.Ln2:
		return -1
	}
	k, c := 0, 0.0
	if math.Abs(x) > math.Ln2/2 {
		x, k, c = reduce(x)
	}
	half := 0.5 * x
	square := float64(x * half)
	r1 := 1 + float64(square*(q1+float64(square*(q2+float64(square*(q3+float64(square*(q4+float64(square*q5)))))))))
	t := 3 - float64(r1*half)
	e := float64(square * ((r1 - t) / (6 - float64(x*t))))
	if k == 0 {
		return x - (float64(x*e) - square)
	}
	e = float64(x*(e-c)) - c - square
	switch {
	case k == -1:
		return float64(0.5*(x-e)) - 0.5
	case k == 1 && x < -0.25:
		return -2 * (e - (x + 0.5))
	case k == 1:
		return 1 + float64(2*(x-e))
	case k <= -2 || k > 56: // the 1 is far below, or far above
		return math.Ldexp(1-(e-x), k) - 1
	case k < 20:
		return math.Ldexp(1-math.Ldexp(1, -k)-(e-x), k)
	}
	return math.Ldexp(x-(e+math.Ldexp(1, -k))+1, k)
}

// reduce takes the nearest whole multiple k of ln 2 off x, which is more than half
// of one away from 0; c is what rounding left of the rest.
func reduce(x float64) (rest float64, k int, c float64) {
	k = int(math.Copysign(1, x))
	if math.Abs(x) >= 1.5*math.Ln2 {
		k = int(float64(x/math.Ln2) + math.Copysign(0.5, x))
	}
	high := x - float64(float64(k)*ln2Hi) // exact
	low := float64(float64(k) * ln2Lo)
	rest = high - low
	return rest, k, (high - rest) - low
}
