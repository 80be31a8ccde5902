package elementary

import "math"

// Coefficients of the Remez polynomial of FreeBSD's e_log.c and s_log1p.c: with
// s = f/(2+f), log(1+f) = 2s + s R and R = l1 s^2 + ... + l7 s^14 to 2^-58.45.
const (
	l1 = 6.666666666666735130e-01
	l2 = 3.999999999940941908e-01
	l3 = 2.857142874366239149e-01
	l4 = 2.222219843214978396e-01
	l5 = 1.818357216161805012e-01
	l6 = 1.531383769920937332e-01
	l7 = 1.479819860511658591e-01
)

// sqrtHalf are the bits of sqrt(2)/2, the smallest 1+f.
const sqrtHalf = 0x3fe6a09e667f3bcd

// Log is the natural logarithm: -Inf at 0, NaN below it, +Inf at +Inf. FreeBSD's
// e_log.c: x = 2^k (1+f) with 1+f in [sqrt(2)/2, sqrt(2)).
func Log(x float64) float64 {
	k := 0.0
	if !(x >= 0x1p-1022 && x <= math.MaxFloat64) {
		switch {
		case x == 0:
			return math.Inf(-1)
		case x < 0:
			return math.NaN()
		case !(x <= math.MaxFloat64): // +Inf and NaN
			return x
		}
		x *= 0x1p54
		k = -54
	}
	bits := math.Float64bits(x) - sqrtHalf
	k += float64(int64(bits) >> 52)
	f := math.Float64frombits(bits&(1<<52-1)+sqrtHalf) - 1

	s := f / (2 + f)
	s2 := s * s
	s4 := s2 * s2
	t1 := float64(s2 * (l1 + float64(s4*(l3+float64(s4*(l5+float64(s4*l7)))))))
	t2 := float64(s4 * (l2 + float64(s4*(l4+float64(s4*l6)))))
	half := float64(0.5 * f * f)
	return float64(k*ln2Hi) - ((half - (float64(s*(half+(t1+t2))) + float64(k*ln2Lo))) - f)
}

// Log1p is log(1+x), accurate near 0, where Log(1+x) is not: -Inf at -1, NaN below
// it. FreeBSD's s_log1p.c: 1+x = 2^k (1+f), as in Log, and c what rounding took
// off 1+x, over 1+x.
func Log1p(x float64) float64 {
	switch {
	case x == -1:
		return math.Inf(-1)
	case x < -1:
		return math.NaN()
	case !(x <= math.MaxFloat64) || math.Abs(x) < 0x1p-54:
		return x
	case math.Abs(x) < 0x1p-29:
		return x - float64(float64(x*x)*0.5)
	}
	f, k, c := x, 0.0, 0.0
	if !(x > math.Sqrt2/2-1 && x < math.Sqrt2-1) {
		u := 1 + x
		switch {
		case x >= 0x1p53:
		case x >= 1:
			c = (1 - (u - x)) / u
		default:
			c = (x - (u - 1)) / u
		}
		bits := math.Float64bits(u) - sqrtHalf
		k = float64(int64(bits) >> 52)
		f = math.Float64frombits(bits&(1<<52-1)+sqrtHalf) - 1
	}
	half := float64(0.5 * f * f)
	s := f / (2 + f)
	z := s * s
	r := float64(z * (l1 + float64(z*(l2+float64(z*(l3+float64(z*(l4+float64(z*(l5+float64(z*(l6+float64(z*l7)))))))))))))
	if k == 0 {
		return f - (half - float64(s*(half+r)))
	}
	return float64(k*ln2Hi) - ((half - (float64(s*(half+r)) + (float64(k*ln2Lo) + c))) - f)
}

// Log2 is the logarithm to base 2, exact for powers of two, else within 2 ulp.
func Log2(x float64) float64 {
	part, power := math.Frexp(x)
	if part < math.Sqrt2/2 {
		part, power = 2*part, power-1
	}
	return float64(Log(part)*(1/math.Ln2)) + float64(power)
}

// Log10 is the logarithm to base 10, within 2 ulp.
func Log10(x float64) float64 { return Log(x) * (1 / math.Ln10) }
