package lens

import (
	"math"
	"slices"
	"sort"

	"admmlab/sim/numeral"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
)

// spread is a horizontal axis of numbers laid on the whole places that charts
// count in.
type spread struct {
	numbers   []float64 // increasing, each once
	low, high float64
	log       bool
	label     func(float64) string // of a number under the axis
}

// finest is how many places it has: more than any screen has columns.
const finest = 1000

func newSpread(numbers []float64, log bool) spread {
	numbers = slices.Compact(slices.Sorted(slices.Values(numbers)))
	return spread{numbers: numbers, low: numbers[0], high: numbers[len(numbers)-1], log: log, label: numeral.Short}
}

// at is the place of x, in the middle where there is only one number.
func (a spread) at(x float64) int {
	switch {
	case a.low == a.high:
		return finest / 2
	case a.log:
		return int(math.Round(finest * math.Log(x/a.low) / math.Log(a.high/a.low)))
	}
	return int(math.Round(finest * (x - a.low) / (a.high - a.low)))
}

// line joins the spots that have a value; one that has none leaves a gap.
func (a spread) line(spots []spot, value func(spot) float64) []float64 {
	values := a.empty()
	spots = slices.Clone(spots)
	sort.SliceStable(spots, func(i, j int) bool { return a.at(spots[i].x) < a.at(spots[j].x) })
	for i, s := range spots {
		from := a.at(s.x)
		values[from] = value(s)
		if i == 0 {
			continue
		}
		before := a.at(spots[i-1].x)
		for k := before + 1; k < from; k++ {
			part := float64(k-before) / float64(from-before)
			values[k] = value(spots[i-1]) + part*(value(s)-value(spots[i-1]))
		}
	}
	return values
}

// dots are the spots, each by itself.
func (a spread) dots(spots []spot) []float64 {
	values := a.empty()
	for _, s := range spots {
		values[a.at(s.x)] = s.y
	}
	return values
}

func (a spread) empty() []float64 {
	values := make([]float64, finest+1)
	for k := range values {
		values[k] = math.NaN()
	}
	return values
}

// options are those of a chart over the axis, with ticks where the numbers are.
func (a spread) options(in grid.Rect, ascii, log bool) chart.Options {
	o := chart.Options{Width: in.W, Height: in.H, Last: finest, Cursor: chart.NoCursor, ASCII: ascii, Log: log}
	for _, x := range a.numbers {
		o.Places = append(o.Places, chart.Place{At: a.at(x), Label: a.label(x)})
	}
	return o
}
