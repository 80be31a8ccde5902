package chart

import (
	"math"
	"slices"

	"github.com/guptarohit/asciigraph"
)

// column is what a series does in one column of the plot.
type column struct {
	state          columnState
	min, max, last float64 // of the values drawn, when state is drawn
}

type columnState uint8

const (
	empty columnState = iota // no iteration falls into the column: draw through it
	gap                      // only iterations without a drawable value
	drawn
)

// reduced is a series cut down to one entry per column.
type reduced struct {
	Series
	columns    []column
	iterations int     // inside the axis
	dropped    int     // of them values <= 0 on a logarithmic axis
	last       float64 // last value drawn
	lastColumn int     // its column, -1 when nothing is drawn
	newest     float64 // where it is <= 0 on a logarithmic axis, beneath all that is drawn
	beneath    bool
	alike      bool     // another curve of its role has a name, too,
	others     [][2]int // and where those end
}

// reduce keeps the minimum and maximum of every column, so that one spike among
// ten thousand iterations survives; picking or averaging points would lose it.
func reduce(s Series, f frame, log bool) reduced {
	r := reduced{Series: s, columns: make([]column, f.width), lastColumn: -1}
	begin, every, n := s.firstFrom(f.first), s.every(), len(s.Values)
	switch {
	case s.Places != nil:
		n = min(n, len(s.Places))
	case s.NewestAt != 0:
		n++
	}
	next := bounded(s.From) + begin*every
	for i := begin; i < n; i++ {
		t, v := next, s.Newest
		if i < len(s.Values) {
			v = s.Values[i]
		} else if t = bounded(s.NewestAt); t < f.first {
			break
		}
		if s.Places != nil {
			t = bounded(s.Places[i])
		}
		if next += every; t > f.last {
			break
		}
		at := f.column(t)
		c := &r.columns[at]
		r.iterations++
		if r.beneath = log && v <= 0; r.beneath {
			r.newest = v
			r.dropped++
			v = math.NaN()
		}
		switch {
		case v != v:
			if c.state == empty {
				c.state = gap
			}
			continue
		case c.state != drawn:
			*c = column{drawn, v, v, v}
		case v < c.min:
			c.min = v
		case v > c.max:
			c.max = v
		}
		c.last, r.last, r.lastColumn = v, v, at
	}
	return r
}

func (s Series) every() int { return bounded(max(s.Every, 1)) }

// place is where value i lies on the axis; false if it has no place.
func (s Series) place(i int) (t int, ok bool) {
	switch {
	case i < 0 || i >= len(s.Values):
		return 0, false
	case s.Places == nil:
		return bounded(s.From) + i*s.every(), true
	case i >= len(s.Places):
		return 0, false
	}
	return bounded(s.Places[i]), true
}

// firstFrom is the first value that lies at first or behind it.
func (s Series) firstFrom(first int) int {
	if s.Places != nil {
		i, _ := slices.BinarySearch(s.Places, first)
		return i
	}
	return (max(first-bounded(s.From), 0) + s.every() - 1) / s.every()
}

// read is the value that a cursor at iteration t reads, and its place; false for none.
func (s Series) read(t int) (place int, v float64, ok bool) {
	i := s.Read - 1
	if s.Places == nil {
		switch {
		case t < 0 || t < bounded(s.From) || s.NewestAt != 0 && t > s.NewestAt:
			return 0, 0, false
		case s.NewestAt != 0 && t == s.NewestAt:
			return t, s.Newest, true
		}
		i = (t - bounded(s.From)) / s.every()
	}
	place, ok = s.place(i)
	if ok {
		v = s.Values[i]
	}
	if s.Places == nil {
		place = t
	}
	return place, v, ok
}

// noRow marks a column without a value.
const noRow = -1

// levelRows returns the plot row, counted from the bottom, of the last value of
// each column. Columns between two iterations are interpolated, so that a short
// run stretches over its part of the axis; around an infinite value the finite
// neighbour is held instead, since nothing lies between it and infinity.
func levelRows(r reduced, s scale) []int {
	rows := make([]int, len(r.columns))
	previous := noRow // column of the previous value, if no gap came since
	for i, c := range r.columns {
		rows[i] = noRow
		switch c.state {
		case gap:
			previous = noRow
		case drawn:
			rows[i] = s.row(c.last)
			if previous != noRow {
				s.fill(rows, r.columns, previous, i)
			}
			previous = i
		}
	}
	return rows
}

func (s scale) fill(rows []int, columns []column, from, to int) {
	a, b := columns[from].last, columns[to].last
	if math.IsInf(a, 0) {
		a = b
	}
	if math.IsInf(b, 0) {
		b = a
	}
	pa, pb := s.position(a), s.position(b)
	for i := from + 1; i < to; i++ {
		rows[i] = s.rowAt(pa + (pb-pa)*float64(i-from)/float64(to-from))
	}
}

// Arms of a line character, as bits.
const (
	armUp uint8 = 1 << iota
	armDown
	armLeft
	armRight
)

// trace draws the rows of a series with asciigraph and returns, for each cell
// of the plot from the top left, the arms of its line character.
//
// asciigraph panics on infinities and empty series, resamples when given a
// width and rescales a constant, so it gets row numbers, one per column, and
// the bounds of the plot: it then only joins rows by lines. It draws the step
// from point i to i+1 in column i, so a copy of the first point goes in front
// and each column ends at the height of its own value.
func trace(rows []int, height int) []uint8 {
	arms := make([]uint8, len(rows)*height)
	points := make([]float64, len(rows)+1)
	any := false
	for i, row := range rows {
		points[i+1] = math.NaN()
		if row != noRow {
			points[i+1], any = float64(row), true
		}
	}
	if !any {
		return arms
	}
	points[0] = points[1]
	top := max(height-1, 1) // asciigraph needs two rows; of one row the lower is kept
	plot := asciigraph.Plot(points,
		asciigraph.Height(top), asciigraph.LowerBound(0), asciigraph.UpperBound(float64(top)),
		asciigraph.Offset(1), asciigraph.YAxisValueFormatter(func(float64) string { return "" }))
	x, y := -1, height-1-top // its own axis takes one column
	for _, r := range plot {
		if r == '\n' {
			x, y = -1, y+1
			continue
		}
		if x >= 0 && x < len(rows) && y >= 0 && y < height {
			arms[y*len(rows)+x] = armsOf(r)
		}
		x++
	}
	return arms
}

func armsOf(r rune) uint8 {
	switch r {
	case '─':
		return armLeft | armRight
	case '│':
		return armUp | armDown
	case '╭':
		return armDown | armRight
	case '╮':
		return armDown | armLeft
	case '╰':
		return armUp | armRight
	case '╯':
		return armUp | armLeft
	case '╶':
		return armRight
	}
	return 0 // blank, or ╴ in the column behind the last value
}

// addSpans extends each column to the rows of its minimum and maximum.
// asciigraph has one value per column, so a column that holds many iterations
// gets a vertical bar, joined to the line where it begins or ends. (The two
// envelopes as curves would read as two series, and crossings inside a bar only
// show which of many values happened to be last.)
func addSpans(arms []uint8, columns []column, s scale) {
	width := len(columns)
	for x, c := range columns {
		if c.state != drawn || c.min == c.max {
			continue
		}
		low, high := s.row(c.min), s.row(c.max)
		for row := low; row <= high && low < high; row++ {
			at := (s.rows-1-row)*width + x
			switch row {
			case low:
				arms[at] |= armUp
			case high:
				arms[at] |= armDown
			default:
				arms[at] = armUp | armDown
			}
		}
	}
}

// At is the value that a cursor at iteration t reads; false for none.
func (s Series) At(t int) (float64, bool) {
	_, v, ok := s.read(t)
	return v, ok
}
