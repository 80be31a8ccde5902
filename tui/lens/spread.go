package lens

import (
	"slices"
	"sort"

	"admmlab/tui/chart"
	"admmlab/tui/grid"
)

// spread is a horizontal axis of numbers with spots on it.
type spread struct{ chart.Spread }

func newSpread(numbers []float64, log bool) spread { return spread{chart.NewSpread(numbers, log)} }

// line joins the spots that have a value; one that has none leaves a gap.
func (a spread) line(spots []spot, value func(spot) float64) []float64 {
	values := a.Empty()
	spots = slices.Clone(spots)
	sort.SliceStable(spots, func(i, j int) bool { return a.At(spots[i].x) < a.At(spots[j].x) })
	for i, s := range spots {
		from := a.At(s.x)
		values[from] = value(s)
		if i == 0 {
			continue
		}
		before := a.At(spots[i-1].x)
		for k := before + 1; k < from; k++ {
			part := float64(k-before) / float64(from-before)
			values[k] = value(spots[i-1]) + part*(value(s)-value(spots[i-1]))
		}
	}
	return values
}

// dots are the spots, each by itself.
func (a spread) dots(spots []spot) []float64 {
	values := a.Empty()
	for _, s := range spots {
		values[a.At(s.x)] = s.y
	}
	return values
}

// options are those of a chart over the axis, with ticks where the numbers are.
func (a spread) options(in grid.Rect, ascii, log bool) chart.Options {
	return chart.Options{Width: in.W, Height: in.H, Last: chart.Finest, Cursor: chart.NoCursor, ASCII: ascii, Log: log, Places: a.Places()}
}
