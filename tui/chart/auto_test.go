package chart

import (
	"math"
	"testing"
)

// An axis goes logarithmic by itself, stays so while the runs vary a little, and l has the
// last word until it is taken back.
func TestAnAxisGoesLogarithmicByItself(t *testing.T) {
	var a Auto
	for i, step := range []struct {
		times float64
		want  bool
	}{{math.NaN(), false}, {19, false}, {20, true}, {13, true}, {11, false}, {19, false}, {1e300, true}, {math.NaN(), false}} {
		if got := a.Log(step.times, 20); got != step.want {
			t.Errorf("step %d: factor %g: log %t", i, step.times, got)
		}
	}
	a.Set(!a.Is())
	if !a.Log(2, 20) || !a.Log(50, 20) || !a.Log(2, 20) {
		t.Error("a chosen axis does not stay")
	}
	a.Set(!a.Is())
	if a.Log(2, 20) || !a.Log(50, 20) {
		t.Error("the choice cannot be taken back")
	}
	a.Set(!a.Is())
	if a.Log(50, 20) || a.Log(500, 20) {
		t.Error("linear cannot be forced")
	}
}

// Numbers of a spread have their place and come back from it; ends and ticks are nice.
func TestASpreadOfNumbers(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		log       bool
		ends      Range
		ticks     int
	}{
		{0, 1.66, false, Range{0, 2}, 3}, {0.03, 47, true, Range{0.02, 50}, 5}, {0, 5, true, Range{0, 5}, 3},
		{2, 2, false, Range{1.5, 2.5}, 2}, {0.9, 2.1, true, Range{0.5, 5}, 3}, {0, 0, false, Range{-1, 1}, 3},
	} {
		a := NiceSpread(c.low, c.high, c.log)
		if (Range{a.Low, a.High}) != c.ends || len(a.Numbers) < c.ticks {
			t.Errorf("%g to %g: %g to %g with ticks at %v", c.low, c.high, a.Low, a.High, a.Numbers)
		}
		if a.Log != (c.log && c.low > 0) {
			t.Errorf("%g to %g: log %t", c.low, c.high, a.Log)
		}
		for _, x := range a.Numbers {
			if back := a.Number(float64(a.At(x))); math.Abs(back-x) > 0.01*(a.High-a.Low) {
				t.Errorf("%g lies at %d, where %g is", x, a.At(x), back)
			}
		}
		if a.At(a.Low) != 0 || a.At(a.High) != Finest {
			t.Errorf("ends at %d and %d", a.At(a.Low), a.At(a.High))
		}
	}
}
