package account

import (
	"math"
	"testing"
)

// atLeast is the probability of h hits or more of n at a rate of no more than h/n, by the sum
// of the binomial distribution.
func atLeast(h, n int, rate float64) float64 {
	logGamma := func(k int) float64 { v, _ := math.Lgamma(float64(k)); return v }
	term := math.Exp(logGamma(n+1) - logGamma(h+1) - logGamma(n-h+1) + float64(h)*math.Log(rate) + float64(n-h)*math.Log1p(-rate))
	sum := 0.0
	for k := h; k <= n && term > sum*1e-18; k++ {
		sum += term
		term *= float64(n-k) / float64(k+1) * rate / (1 - rate)
	}
	return sum
}

// Clopper and Pearson's limits are where as many hits or more, and as many or fewer, have just
// the probability that the limit may be wrong with. The sums are good to 1e-7 at the most runs.
func TestLimitsOfARateAreExact(t *testing.T) {
	for _, n := range []int{2, 5, 20, 100, 1000, 20_000, 300_000, 5_000_000} {
		for _, hits := range []int{1, 2, 3, n / 100, n / 10, n / 3, n / 2, n * 9 / 10, n - 1000, n - 100, n - 20, n - 5, n - 2, n - 1} {
			if hits < 1 || hits >= n {
				continue
			}
			for _, beta := range []float64{0.6, 0.05, 1e-4, 1e-6, 2.5e-7, 2e-13, 2e-18} {
				low, high := RateLimits(hits, n, beta)
				if p := atLeast(hits, n, low); !(math.Abs(p/(beta/2)-1) < 1e-6) {
					t.Errorf("%d of %d at %g: from %.17g, where so many have %g", hits, n, beta, low, p)
				}
				if p := atLeast(n-hits, n, 1-high); !(math.Abs(p/(beta/2)-1) < 1e-6) && 1-high > 1e-9 { // 1 has so many digits only
					t.Errorf("%d of %d at %g: to %.17g, where so few have %g", hits, n, beta, high, p)
				}
			}
		}
	}
}
