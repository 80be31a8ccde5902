package elementary

import (
	"math"
	"math/big"
)

// The exponential of this file is e^x = 2^k 2^(j/256) e^r with |r| <= ln 2/512,
// the middle factor from a table and the last from a polynomial (Tang,
// Table-driven implementation of the exponential function in IEEE
// floating-point arithmetic, ACM TOMS 15(2), 1989).
const (
	steps256   = 256 / math.Ln2
	ln2High    = 0x1.62e42fefp-9                // ln 2/256 to 33 bits: products with 19 bits are exact
	ln2Low     = math.Ln2/256 - 0x1.62e42fefp-9 // the rest
	roundMagic = 0x1.8p52                       // adding it rounds to an integer in the low bits
	largest    = 700                            // beyond it the scale would leave the exponent's range
)

// powers are the bits of 2^(j/256), correctly rounded.
var powers = func() (bits [256]uint64) {
	root := big.NewFloat(2).SetPrec(120)
	for range 8 {
		root.Sqrt(root)
	}
	p := big.NewFloat(1).SetPrec(120)
	for j := range bits {
		f, _ := p.Float64()
		bits[j] = math.Float64bits(f)
		p.Mul(p, root)
	}
	return bits
}()

// Exp is e^x; 0 and +Inf where it leaves the range of float64, NaN for NaN.
func Exp(x float64) float64 {
	if !(math.Abs(x) <= largest) {
		return farExp(x)
	}
	shifted := float64(x*steps256) + roundMagic
	n := shifted - roundMagic
	r := x - float64(n*ln2High) - float64(n*ln2Low)
	bits := math.Float64bits(shifted)
	power := math.Float64frombits(powers[bits&255] + (bits&^255)<<44)
	return power + float64(power*lessOne(r))
}

// farExp is Exp where the scale may leave the exponent's range.
func farExp(x float64) float64 {
	switch {
	case x > 710:
		return math.Inf(1)
	case x < -746:
		return 0
	case x != x:
		return x
	}
	n := math.RoundToEven(x * steps256)
	r := x - float64(n*ln2High) - float64(n*ln2Low)
	j := int(n) & 255
	power := math.Float64frombits(powers[j])
	return math.Ldexp(power+float64(power*lessOne(r)), (int(n)-j)/256)
}

// lessOne is e^r - 1 for |r| <= ln 2/512: the next term, r^5/120, is below 2^-54.
func lessOne(r float64) float64 {
	return r + float64(float64(r*r)*(0.5+float64(r*(1.0/6+float64(r*(1.0/24))))))
}

// Exp2 is 2^x, exact for whole x.
func Exp2(x float64) float64 {
	if !(math.Abs(x) <= 2000) {
		return Exp(x * math.Ln2) // 0, +Inf or NaN
	}
	whole := math.RoundToEven(x)
	return math.Ldexp(Exp((x-whole)*math.Ln2), int(whole))
}
