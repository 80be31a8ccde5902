package chart

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A loss that decays from 0.69 to 0.30 is the most common chart of the lab.
func TestTheAxisOfADecayingLossMovesRarely(t *testing.T) {
	var axis Range
	moves := 0
	for _, v := range decay(1000, 0.69, 0.30) {
		grown := axis.Grow(v, v)
		if grown != axis {
			moves++
		}
		axis = grown
	}
	if moves > 7 {
		t.Errorf("the axis moved %d times", moves)
	}
	if axis.Low < 0 || axis.High-axis.Low > 1 {
		t.Errorf("axis [%g, %g] is far wider than the data [0.30, 0.69]", axis.Low, axis.High)
	}
}

func TestARangeIncludesWhatItGrewByAndNeverShrinks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var axis Range
		lo, hi := math.Inf(1), math.Inf(-1)
		for range 20 {
			v := random.NormFloat64() * math.Pow(10, float64(random.IntN(600)-300))
			if random.IntN(3) == 0 { // as an error rate may be, from the first iteration on
				v = 0
			}
			grown := axis.Grow(v, v)
			if v < grown.Low || v > grown.High {
				t.Fatalf("[%g, %g] grown by %g is [%g, %g]", axis.Low, axis.High, v, grown.Low, grown.High)
			}
			lo, hi = math.Min(lo, v), math.Max(hi, v)
			if grown.Low > lo || grown.High < hi || axis != (Range{}) && (grown.Low > axis.Low || grown.High < axis.High) {
				t.Fatalf("[%g, %g] shrank to [%g, %g]", axis.Low, axis.High, grown.Low, grown.High)
			}
			if again := grown.Grow(v, v); again != grown {
				t.Fatalf("growing twice by %g moves [%g, %g] to [%g, %g]", v, grown.Low, grown.High, again.Low, again.High)
			}
			axis = grown
		}
	}
}

func TestARangeHasNiceEnds(t *testing.T) {
	cases := []struct{ lo, hi, low, high float64 }{
		{0.31, 0.69, 0.3, 0.7},
		{0, 18.5, 0, 20},
		{-3, 4, -4, 4},
		{1e-9, 7e-9, 0, 8e-9},
		{-1e308, 1e308, -1e308, 1e308},
		{1, 1.001, 0.95, 1.1}, // small changes are drawn flat, not blown up
	}
	for _, c := range cases {
		if got := (Range{}).Grow(c.lo, c.hi); got != (Range{Low: c.low, High: c.high}) {
			t.Errorf("[%g, %g] becomes [%g, %g], want [%g, %g]", c.lo, c.hi, got.Low, got.High, c.low, c.high)
		}
	}
}

func TestAPositiveQuantityKeepsAPositiveAxis(t *testing.T) {
	axis := Range{}.Grow(1, 2).Grow(0.001, 2)
	if axis.Low != 0 {
		t.Errorf("axis begins at %g, want 0", axis.Low)
	}
}

func TestNonFiniteBoundsAreIgnored(t *testing.T) {
	axis := Range{Low: 0, High: 1}
	for _, v := range []float64{nan, inf, -inf} {
		if got := axis.Grow(v, v); got != axis {
			t.Errorf("grown by %g: [%g, %g]", v, got.Low, got.High)
		}
	}
	if lo, hi := Extent(Series{Values: []float64{nan, 2, -inf, inf, 1}}); lo != 1 || hi != 2 {
		t.Errorf("extent [%g, %g], want [1, 2]", lo, hi)
	}
	if lo, hi := Extent(Series{Values: []float64{nan, inf}}); lo == lo || hi == hi {
		t.Errorf("extent of nothing finite is [%g, %g], want NaN", lo, hi)
	}
}

// A logarithmic axis of any length is read by labels all along: no stretch without one is longer
// than six tenths of it, and there are never more than there is room for.
func TestALogarithmicAxisHasLabelsAllAlong(t *testing.T) {
	for high := 0.5; high < 1e12; high = oneTwoFive(high*1.5, true) {
		for _, low := range []float64{0.01, 0.02, 0.05, 0.1} {
			s := scale{low: low, high: high, log: true, rows: 12}
			at, far := 0.0, 0.0
			values := s.decades(6)
			for _, v := range values {
				at, far = s.position(v), math.Max(far, s.position(v)-at)
			}
			if far = math.Max(far, 1-at); far > 0.6 || len(values) > 6 {
				t.Errorf("from %g to %g stand %v", low, high, values)
			}
		}
	}
}
