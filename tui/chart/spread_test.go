package chart

import (
	"math"
	"reflect"
	"strings"
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
		{0, 1.66, false, Range{Low: 0, High: 2}, 3}, {0.03, 47, true, Range{Low: 0.02, High: 50}, 5}, {0, 5, true, Range{Low: 0, High: 5}, 3},
		{2, 2, false, Range{Low: 1.5, High: 2.5}, 2}, {0.9, 2.1, true, Range{Low: 0.5, High: 5}, 3}, {0.695, 0.695, true, Range{Low: 0.5, High: 1}, 2}, {2, 2, true, Range{Low: 1, High: 5}, 3}, {0, 0, false, Range{Low: 0, High: 1}, 3},
	} {
		a := NiceSpread(c.low, c.high, c.log)
		if (Range{Low: a.Low, High: a.High}) != c.ends || len(a.Numbers) < c.ticks {
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

// rows are those of the cells of a role in a column of the plot, from the top.
func rows(c Canvas, x int, role Role) (list []int) {
	for y := range c.Height {
		if c.At(x, y).Role == role {
			list = append(list, y)
		}
	}
	return list
}

// A line goes through its spots from the left to the right, as straight as its axis is, and a spot
// without a value leaves a gap.
func TestALineGoesThroughItsSpots(t *testing.T) {
	a := NewSpread([]float64{0.1, 10}, true)
	spots := []Spot{{X: 10, Y: 100, Low: 10, High: 1000}, {X: 0.1, Y: 1, Low: 1, High: 10}}
	line := a.Banded(spots)
	want := Series{Places: []int{0, Finest}, Values: []float64{1, 100}, Low: []float64{1, 10}, High: []float64{10, 1000}}
	if !reflect.DeepEqual(line, want) {
		t.Errorf("%+v, want %+v", line, want)
	}
	o := a.Options(49, 15, false, true) // 41 columns of 13 rows
	o.Range = Range{Low: 1, High: 100}
	f := layout(o, false)
	middle := f.left + f.width/2
	if got := rows(Draw([]Series{a.Line(spots).As("", Main)}, nil, nil, o), middle, Main); len(got) == 0 || got[0] != f.rows/2 {
		t.Errorf("half-way between 1 and 100 the line is in row %v, want that of 10, %d", got, f.rows/2)
	}
	if shaded := rows(Draw([]Series{line}, nil, nil, o), f.left+2, Band); len(shaded) < f.rows/3 {
		t.Errorf("the band has %d rows of %d", len(shaded), f.rows)
	}
	gap := append(spots, Spot{X: 1, Y: math.NaN()})
	if got := rows(Draw([]Series{a.Line(gap)}, nil, nil, o), middle-3, Main); got != nil {
		t.Error("a gap is drawn over")
	}
	if one := NewSpread([]float64{3, 3}, true); one.At(3) != Finest/2 {
		t.Errorf("a single number stands at %d", one.At(3))
	}
}

// Spots of one place are all there, with their bands: the axis has room for each, and the line goes
// from the least to the largest.
func TestSpotsOfOnePlaceAreAllSeen(t *testing.T) {
	a := NewSpread([]float64{4}, true)
	spots := []Spot{{4, 40, 38, 50}, {4, 30, 28, 32}, {4, 16, 15, 17}}
	for what, c := range map[string]Series{"line": a.Banded(spots), "dots": a.Dots(spots)} {
		if low, high := Extent(c); low != 16 || high != 40 {
			t.Errorf("%s: from %g to %g", what, low, high)
		}
		o := a.Options(49, 15, false, false)
		o.Range = Range{Low: 10, High: 50}
		f := layout(o, false)
		if got := rows(Draw([]Series{c}, nil, nil, o), f.left+f.column(Finest/2), Main); len(got) < f.rows/2 {
			t.Errorf("%s: rows %v", what, got)
		}
	}
}

// What has no logarithm is counted once: what is drawn are spots, not what lies between them.
func TestSpotsWithoutALogarithmAreCounted(t *testing.T) {
	a := NewSpread([]float64{0, 1, 2, 3}, false)
	c := Draw([]Series{a.Line([]Spot{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 2, Y: 0.4}, {X: 3, Y: 50}})}, nil, nil, a.Options(80, 15, false, true))
	if !strings.Contains(text(c), "log: 2 values") {
		t.Errorf("two are not drawn:\n%s", text(c))
	}
}

// Dots have nothing between them, wherever they stand.
func TestDotsStandByThemselves(t *testing.T) {
	a := NewSpread([]float64{0, 1}, false)
	o := a.Options(49, 15, false, false)
	f := layout(o, false)
	c := Draw([]Series{a.Dots([]Spot{{X: 0, Y: 1}, {X: 0.1, Y: 1}, {X: 1, Y: 1}})}, nil, nil, o)
	for x := range f.width {
		if seen := rows(c, f.left+x, Main) != nil; seen != (x == 0 || x == 4 || x == f.width-1) {
			t.Errorf("column %d: seen %t", x, seen)
		}
	}
}

// Numbers that differ in their last bits may have one logarithm.
func TestASpreadOfNumbersThatDifferInTheirLastBits(t *testing.T) {
	for _, x := range []float64{5e-324, 0.1, 3, 10, 1e9, 1e300} {
		next := math.Nextafter(x, math.Inf(1))
		for _, log := range []bool{false, true} {
			a := NewSpread([]float64{x, next}, log)
			if dots := a.Dots([]Spot{{X: x, Y: 1}, {X: next, Y: 2}}); dots.Values[len(dots.Values)-1] != 2 || dots.Places[len(dots.Places)-1] != a.At(next) {
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
}
