package chart

import (
	"encoding/binary"
	"math"
	"testing"

	"admmlab/sim/numeral"
	"admmlab/tui/grid"
)

// checkSize fails unless the chart has exactly its size in terminal cells.
func checkSize(t *testing.T, c Canvas, o Options) {
	t.Helper()
	lines := c.Lines()
	if len(lines) != max(o.Height, 0) {
		t.Fatalf("%d lines, want %d", len(lines), o.Height)
	}
	for _, line := range lines {
		if w := grid.Cells(line); w != max(o.Width, 0) {
			t.Fatalf("line of %d cells, want %d: %q", w, o.Width, line)
		}
	}
}

func TestEverySizeIsExact(t *testing.T) {
	values := decay(80, 1, 0)
	values[10], values[20], values[30] = nan, inf, -inf
	series := []Series{{Label: "ε", Values: values}, {Role: Ghost, Label: "previous", Values: values}}
	for width := -1; width <= 90; width++ {
		for height := -1; height <= 24; height++ {
			o := options(width, height, 100)
			o.Cursor = 40
			for range 2 {
				o.Log = !o.Log
				checkSize(t, Draw(series, []Mark{{30, "α 0.5→0.1"}, {31, "ρ"}}, []Level{{Value: 0.5, Label: "half"}, {Value: 9, Label: "wall"}}, o), o)
			}
		}
	}
}

func TestExtremeValuesInOneChart(t *testing.T) {
	extremes := []float64{0, math.MaxFloat64, -math.MaxFloat64, 5e-324, -5e-324, inf, -inf, nan, 1e-300, 1e300, 1}
	for i, a := range extremes {
		for _, b := range extremes[i:] {
			for _, log := range []bool{false, true} {
				o := options(40, 9, 9)
				o.Log = log
				checkSize(t, Draw([]Series{{Values: []float64{a, b, a}}}, nil, []Level{{Value: b, Label: "b"}}, o), o)
				o.Range = Range{Low: a, High: b}
				checkSize(t, Draw([]Series{{Values: []float64{1, b, a}}}, nil, []Level{{Value: a, Label: "a"}}, o), o)
			}
		}
	}
}

func FuzzDraw(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 0x40}, 64, 10, 0, 100, 0, 3, 5, 0.5, "α", uint8(0))
	f.Add([]byte{}, 0, 0, 0, 0, 0, 0, 0, 0.0, "", uint8(255))
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0xf0, 0x7f}, 1, 1, math.MinInt, math.MaxInt, math.MaxInt, math.MinInt, 1, math.Inf(1), "日", uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, width, height, first, last, from, mark, cursor int, level float64, label string, flags uint8) {
		values := make([]float64, len(data)/8)
		for i := range values {
			values[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
		}
		width, height = int(uint(width)%301), int(uint(height)%301)
		o := Options{Width: width, Height: height, First: first, Last: last, Cursor: cursor,
			Log: flags&1 != 0, ASCII: flags&2 != 0, Thick: flags&4 != 0, Names: mark % 40}
		if flags&8 != 0 && len(values) > 1 {
			o.Range = Range{Low: values[0], High: values[1]}
		}
		if flags&16 != 0 && len(values) > 1 {
			o.Range = Range{}.Grow(values[0], level).Grow(level, values[1])
		}
		places := make([]int, 0, len(values)) // of some of the values, or of more
		for k := range int(uint(mark) % uint(len(values)+2)) {
			places = append(places, bounded(first)+k*(cursor%7+7))
		}
		series := []Series{
			{Label: label, From: from, Values: values, Role: Role(flags >> 5)},
			{From: first, Values: values, Role: Ghost, Label: label},
			{Values: values, Role: Second, Low: values, High: values[len(values)/2:]},
			{Values: values, Role: Third, Low: values[len(values)/3:], High: values},
			{Label: label, Values: values, Role: Trail, Places: places, Read: from, Ends: true},
		}
		c := Draw(series, []Mark{{mark, label}, {cursor, label}}, []Level{{Value: level, Label: label}}, o)
		checkSize(t, c, o)
		if x, ok := Column(cursor, o); ok && (x < 0 || x >= width) {
			t.Fatalf("iteration %d is in column %d of %d", cursor, x, width)
		}
		if it, ok := Iteration(mark, o); ok && (mark < 0 || mark >= width || it < bounded(first)) {
			t.Fatalf("column %d of %d is iteration %d", mark, width, it)
		}
		numeral.Fixed(level, width)
	})
}

func BenchmarkFourCharts(b *testing.B) {
	var series []Series
	for i, role := range curveRoles {
		series = append(series, Series{Role: role, Values: noisy(2000, 0.02, uint64(i))})
	}
	marks := []Mark{{300, "α 0.5→0.1"}, {900, "ρ 2→4"}}
	for _, log := range []bool{false, true} {
		name := "linear"
		if log {
			name = "log"
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for range 4 {
					o := Options{Width: 64, Height: 12, Last: 1999, Cursor: 700, Log: log}
					lo, hi := Extent(series...)
					o.Range = Range{}.Grow(lo, hi)
					Draw(series, marks, nil, o).Render(func(_ Role, s string) string { return s })
				}
			}
		})
	}
}
