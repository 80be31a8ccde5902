package chart

import (
	"cmp"
	"math"
	"slices"

	"admmlab/sim/numeral"
)

// Finest is how many places a Spread has: more than any screen has columns.
const Finest = 1000

// Spread is a horizontal axis of numbers laid on the places 0 to Finest, which charts
// count in.
type Spread struct {
	Numbers   []float64 // with a tick, increasing, each once
	Low, High float64
	Log       bool
	Label     func(float64) string // of a number under the axis
}

// NewSpread is the axis from the least to the largest of numbers, with a tick at each.
func NewSpread(numbers []float64, log bool) Spread {
	numbers = slices.Compact(slices.Sorted(slices.Values(numbers)))
	return Spread{Numbers: numbers, Low: numbers[0], High: numbers[len(numbers)-1], Log: log, Label: numeral.Short}
}

// NiceSpread is an axis that holds low to high, with nice ends and few nice ticks. It is
// logarithmic only where low is positive.
func NiceSpread(low, high float64, log bool) Spread {
	const rows = 12 // a tick for every other one
	if log && low > 0 && low <= high && isFinite(high) {
		s := scale{low: oneTwoFive(low, false), high: oneTwoFive(high, true), log: true}
		if s.low == s.high { // of one value
			s.low, s.high = oneTwoFive(low/2, false), oneTwoFive(high*2, true)
		}
		return NewSpread(append(s.decades(rows/2), s.low, s.high), true)
	}
	s := scale{rows: rows}
	if r := (Range{}).Grow(low, high); r.Low < r.High {
		s.low, s.high = r.Low, r.High
	} else {
		s.low, s.high, _ = aroundLinear(r.Low)
	}
	values, _ := s.multiples(rows / 2)
	a := NewSpread(append(values, s.low, s.high), false)
	a.Numbers = values
	return a
}

// At is the place of x, in the middle where there is only one number, or one logarithm.
func (a Spread) At(x float64) int {
	low, high := a.Low, a.High
	if a.Log { // no quotient: it may be beyond the largest number
		x, low, high = math.Log(x), math.Log(low), math.Log(high)
	}
	if low == high {
		return Finest / 2
	}
	return int(math.Round(Finest * (x - low) / (high - low)))
}

// Number is what lies at a place, also between two.
func (a Spread) Number(place float64) float64 {
	part := place / Finest
	if a.Log {
		return math.Pow(a.Low, 1-part) * math.Pow(a.High, part)
	}
	return a.Low + part*(a.High-a.Low)
}

// Places are the ticks.
func (a Spread) Places() (list []Place) {
	for _, x := range a.Numbers {
		list = append(list, Place{At: a.At(x), Label: a.Label(x)})
	}
	return list
}

// Spot is a point over a Spread, with a band where it has one.
type Spot struct{ X, Y, Low, High float64 }

// Line is the curve through spots; one without a value leaves a gap. Spots of one place stand
// there all of them, and what lies between two is for the chart to draw, on its own axis.
func (a Spread) Line(spots []Spot) (c Series) {
	for _, s := range fromLeft(spots) {
		c.Places, c.Values = append(c.Places, a.At(s.X)), append(c.Values, s.Y)
	}
	return c
}

// Banded is Line with the bands of the spots.
func (a Spread) Banded(spots []Spot) Series {
	c := a.Line(spots)
	for _, s := range fromLeft(spots) {
		c.Low, c.High = append(c.Low, s.Low), append(c.High, s.High)
	}
	return c
}

// Dots are the spots, each by itself: there is no value at the places between them.
func (a Spread) Dots(spots []Spot) (c Series) {
	for _, s := range fromLeft(spots) {
		at := a.At(s.X)
		if n := len(c.Places); n > 0 {
			for between := c.Places[n-1] + 1; between < at; between++ {
				c.Places, c.Values = append(c.Places, between), append(c.Values, math.NaN())
			}
		}
		c.Places, c.Values = append(c.Places, at), append(c.Values, s.Y)
	}
	return c
}

// As is the curve with its name and role.
func (s Series) As(label string, role Role) Series {
	s.Label, s.Role = label, role
	return s
}

// fromLeft are the spots from the left to the right.
func fromLeft(spots []Spot) []Spot {
	spots = slices.Clone(spots)
	slices.SortStableFunc(spots, func(a, b Spot) int { return cmp.Compare(a.X, b.X) })
	return spots
}

// Options are those of a chart over the axis, with ticks where the numbers are.
func (a Spread) Options(width, height int, ascii, log bool) Options {
	return Options{Width: width, Height: height, Last: Finest, Cursor: NoCursor, ASCII: ascii, Log: log, Places: a.Places()}
}
