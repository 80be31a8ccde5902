package models

import (
	"math"
	"math/big"
)

// The exponential of this file is e^m = 2^k 2^(j/256) e^r with |r| <= ln 2/512,
// the middle factor from a table and the last from a polynomial (Tang,
// Table-driven implementation of the exponential function in IEEE
// floating-point arithmetic, ACM TOMS 15(2), 1989). It is within 1 ulp like
// math.Exp's, without a call and without its tests for special values, so that
// neighbouring rows overlap in the processor.
const (
	steps256   = 256 / math.Ln2
	ln2High    = 0x1.62e42fefp-9                // ln 2/256 to 33 bits: products with 17 bits are exact
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

// exp is e^m for |m| <= largest.
func exp(m float64) float64 {
	shifted := m*steps256 + roundMagic
	n := shifted - roundMagic
	r := m - n*ln2High - n*ln2Low
	bits := math.Float64bits(shifted)
	j := bits & 255
	power := math.Float64frombits(powers[j] + (bits-j)<<44)
	// The next term, r^5/120, is below 2^-54.
	return power + power*(r+r*r*(0.5+r*(1.0/6+r*(1.0/24))))
}

// misses writes s(-m) = 1/(1+e^m) of every margin; it keeps its relative
// accuracy at every m.
func misses(miss, margins []float64) {
	if missesQuickly(miss, margins) == 0 {
		return
	}
	for i, m := range margins {
		if !(math.Abs(m) <= largest) {
			miss[i] = 1 / (1 + math.Exp(m))
		}
	}
}

// missesOneByOne is misses for |m| <= largest; far is not 0 if a margin lies
// beyond, whose miss is then wrong.
func missesOneByOne(miss, margins []float64) (far uint64) {
	miss = miss[:len(margins)]
	for i, m := range margins {
		// exp by hand: the compiler does not inline it here.
		shifted := m*steps256 + roundMagic
		n := shifted - roundMagic
		r := m - n*ln2High - n*ln2Low
		bits := math.Float64bits(shifted)
		power := math.Float64frombits(powers[bits&255] + (bits&^255)<<44)
		miss[i] = 1 / (1 + (power + power*(r+r*r*(0.5+r*(1.0/6+r*(1.0/24))))))
		// n beyond 17 bits, or no number at all, leaves high bits here.
		far |= (bits - math.Float64bits(roundMagic) + 1<<17) >> 18
	}
	return far
}
