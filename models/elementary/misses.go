package elementary

import "math"

// Misses writes s(-m) = 1/(1+e^m) of every margin m into miss, in (0, 1) but for
// rounding, as long as margins: the probability that a logistic model gives to the
// wrong label. It keeps its relative accuracy at every m, to 2 ulp, and takes Exp
// without a call and without its tests for special values, so that neighbouring
// rows overlap in the processor.
func Misses(miss, margins []float64) {
	if missesQuickly(miss, margins) == 0 {
		return
	}
	for i, m := range margins {
		if !(math.Abs(m) <= largest) {
			miss[i] = 1 / (1 + Exp(m))
		}
	}
}

// missesOneByOne is misses for |m| <= largest; far is not 0 if a margin lies
// beyond, whose miss is then wrong.
func missesOneByOne(miss, margins []float64) (far uint64) {
	miss = miss[:len(margins)]
	for i, m := range margins {
		// Exp by hand: the compiler does not inline it here.
		shifted := float64(m*steps256) + roundMagic
		n := shifted - roundMagic
		r := m - float64(n*ln2High) - float64(n*ln2Low)
		bits := math.Float64bits(shifted)
		power := math.Float64frombits(powers[bits&255] + (bits&^255)<<44)
		miss[i] = 1 / (1 + (power + float64(power*lessOne(r))))
		// n beyond 17 bits, or no number at all, leaves high bits here.
		far |= (bits - math.Float64bits(roundMagic) + 1<<17) >> 18
	}
	return far
}
