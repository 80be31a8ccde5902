package elementary

import "math"

// Pow is x^y for x >= 0, NaN below. Whole powers come from squarings, whose errors
// of 1/2 ulp add up; a fraction of one comes from Exp and Log and costs up to
// |log x|/2 ulp more.
func Pow(x, y float64) float64 {
	whole, part := math.Modf(math.Abs(y))
	switch {
	case y == 0 || x == 1:
		return 1
	case !(x >= 0) || y != y:
		return math.NaN()
	case x == 0 || x > math.MaxFloat64 || whole >= 1<<62:
		if (x < 1) == (y > 0) {
			return 0
		}
		return math.Inf(1)
	case y == 1:
		return x
	case y == 0.5:
		return math.Sqrt(x)
	case y == -0.5:
		return 1 / math.Sqrt(x)
	}
	// The power is mantissa 2^exponent.
	mantissa, exponent := 1.0, 0
	if part != 0 {
		if part > 0.5 {
			part--
			whole++
		}
		mantissa = Exp(part * Log(x))
	}
	square, twos := math.Frexp(x)
	for i := int64(whole); i != 0; i >>= 1 {
		if twos < -1<<12 || 1<<12 < twos { // an overflow or an underflow
			exponent += twos
			break
		}
		if i&1 == 1 {
			mantissa *= square
			exponent += twos
		}
		square = float64(square * square)
		twos <<= 1
		if square < 0.5 {
			square += square
			twos--
		}
	}
	if y < 0 {
		mantissa, exponent = 1/mantissa, -exponent
	}
	return math.Ldexp(mantissa, exponent)
}
