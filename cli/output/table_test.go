package output

import (
	"math"
	"strconv"
	"testing"
)

// A table may round, but never so that a bound looks better than it is.
func TestRoundedBoundsAreNotFlattered(t *testing.T) {
	for _, v := range []float64{1e-300, 1.23456e-7, 0.1, 0.30000000000000004, 0.9999999, 1, 4.306791, 9.9999996, 123456.7, 1e6, 7.0000001e11} {
		up, err := strconv.ParseFloat(UpTo(v, 6), 64)
		down, err2 := strconv.ParseFloat(DownTo(v, 6), 64)
		slack := v * 1e-14 // what is on the grid but for rounding stays
		if err != nil || err2 != nil || up < v-slack || up > v*(1+1e-5)+slack || down > v+slack || down < v*(1-1e-5)-slack {
			t.Errorf("%.17g becomes %s and %s", v, UpTo(v, 6), DownTo(v, 6))
		}
	}
	if UpTo(math.Inf(1), 6) != "∞" || UpTo(math.NaN(), 6) != "-" || UpTo(0, 6) != "0" || DownTo(0, 4) != "0" {
		t.Error("special values")
	}
}
