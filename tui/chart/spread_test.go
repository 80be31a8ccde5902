package chart

import (
	"math"
	"testing"
)

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

// A line goes through its Spots, and a spot without a value leaves a gap.
func TestALineGoesThroughItsSpots(t *testing.T) {
	a := NewSpread([]float64{0.1, 10}, true)
	line := a.Line([]Spot{{X: 10, Y: 4}, {X: 0.1, Y: 2}, {X: 1, Y: 3}}, func(s Spot) float64 { return s.Y })
	for x, want := range map[float64]float64{0.1: 2, 1: 3, 10: 4, math.Sqrt(0.1): 2.5} {
		if got := line[a.At(x)]; math.Abs(got-want) > 1e-9 {
			t.Errorf("at %g: %g, want %g", x, got, want)
		}
	}
	gap := a.Line([]Spot{{X: 0.1, Y: 2}, {X: 1, Y: math.NaN()}, {X: 10, Y: 4}}, func(s Spot) float64 { return s.Y })
	if !math.IsNaN(gap[a.At(1)]) || !math.IsNaN(gap[a.At(3)]) || gap[a.At(10)] != 4 {
		t.Error("a gap is drawn over")
	}
	if one := NewSpread([]float64{3, 3}, true); one.At(3) != Finest/2 {
		t.Errorf("a single number stands at %d", one.At(3))
	}
}

// Numbers that differ in their last bits may have one logarithm.
func TestASpreadOfNumbersThatDifferInTheirLastBits(t *testing.T) {
	for _, x := range []float64{5e-324, 0.1, 3, 10, 1e9, 1e300} {
		next := math.Nextafter(x, math.Inf(1))
		for _, log := range []bool{false, true} {
			a := NewSpread([]float64{x, next}, log)
			if dots := a.Dots([]Spot{{X: x, Y: 1}, {X: next, Y: 2}}); dots[a.At(next)] != 2 {
				t.Errorf("from %g on, log %t: the second dot is not at %d", x, log, a.At(next))
			}
		}
	}
}

// Of any positive numbers, also where the one is more than 1e308 times the other.
func TestASpreadOverAllMagnitudes(t *testing.T) {
	a := NewSpread([]float64{1e-300, 1, 1e300}, true)
	for place, x := range map[int]float64{0: 1e-300, Finest / 2: 1, Finest: 1e300} {
		if got := a.At(x); got != place {
			t.Errorf("%g lies at %d, want %d", x, got, place)
		}
		if got := a.Number(float64(place)); math.Abs(got/x-1) > 1e-12 {
			t.Errorf("at %d lies %g, want %g", place, got, x)
		}
	}
	if line := a.Line([]Spot{{X: 1e-300, Y: 1}, {X: 1e300, Y: 3}}, func(s Spot) float64 { return s.Y }); line[Finest/2] != 2 {
		t.Errorf("half-way is %g", line[Finest/2])
	}
}
