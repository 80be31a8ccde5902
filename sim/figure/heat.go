package figure

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"admmlab/sim/escape"
)

// Heat is a table of numbers in shades, the largest the darkest.
type Heat struct {
	Title, X, Y   string
	Columns, Rows []string
	Values        [][]float64            // of each row, of each column
	Words         func(v float64) string // what stands in a field
}

// Write draws h in one of Formats. Fields without a finite value stay white.
func (h Heat) Write(w io.Writer, format string) error {
	if !slices.Contains(Formats, format) {
		return fmt.Errorf("drawing %s as %q: expected one of %v", h.Title, format, Formats)
	}
	h = h.lettered(format)
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = escape.Terminal(h.Title), escape.Terminal(h.X), escape.Terminal(h.Y)
	p.Title.Padding = vg.Points(6)
	p.BackgroundColor = color.White
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.5, float64(len(h.Columns))-0.5, -0.5, float64(len(h.Rows))-0.5
	p.X.Tick.Marker, p.Y.Tick.Marker = names(p.X, h.Columns, 0), names(p.Y, h.Rows, 0)
	part := Parts(h.Values)
	for i, row := range h.Values {
		for j, v := range row {
			if at := part(v); !math.IsNaN(at) {
				h.field(p, float64(j), float64(i), v, at)
			}
		}
	}
	return render(p, w, format)
}

// names are ticks of an axis at first, first + 1, first + 2...
func names(axis plot.Axis, list []string, first int) plot.ConstantTicks {
	ticks := make(plot.ConstantTicks, len(list))
	for i, name := range list {
		ticks[i] = plot.Tick{Value: float64(first + i), Label: cut(axis.Tick.Label, escape.Terminal(name), width/7)}
	}
	return ticks
}

// The shades of the least and the largest number. The least is darker than a field without one.
const lightest, darkest = 235.0, 60.0

// field draws one number on the shade of its part.
func (h Heat) field(p *plot.Plot, x, y, v, part float64) {
	corners := plotter.XYs{{X: x - 0.5, Y: y - 0.5}, {X: x + 0.5, Y: y - 0.5}, {X: x + 0.5, Y: y + 0.5}, {X: x - 0.5, Y: y + 0.5}}
	addKeepingAxes(p, &plotter.Polygon{XYs: []plotter.XYs{corners}, Color: color.Gray{uint8(lightest - (lightest-darkest)*part)}})
	if len(h.Columns) > 16 || len(h.Rows) > 30 {
		return // too narrow for words
	}
	style := p.Legend.TextStyle
	style.Font.Size, style.XAlign, style.YAlign = vg.Points(9), text.XCenter, text.YCenter
	if part > 0.6 {
		style.Color = color.White
	}
	addKeepingAxes(p, &plotter.Labels{XYs: plotter.XYs{{X: x, Y: y}}, Labels: []string{h.Words(v)}, TextStyle: []text.Style{style}})
}

// Parts tells where a value lies between the least and the largest finite one of values,
// from 0 to 1; by its logarithm where they are positive and differ a hundredfold. NaN for
// what is not finite.
func Parts(values [][]float64) (part func(v float64) float64) {
	low, high := Extremes(values)
	return func(v float64) float64 {
		switch {
		case !(math.Abs(v) <= farthest):
			return math.NaN()
		case low == high:
			return 0
		case low > 0 && high >= 100*low:
			return (math.Log(v) - math.Log(low)) / (math.Log(high) - math.Log(low)) // high/low may be beyond the largest number
		}
		return (v - low) / (high - low)
	}
}

// Extremes are the least and the largest finite value; +Inf and -Inf where there is
// none.
func Extremes(values [][]float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, row := range values {
		for _, x := range row {
			if math.Abs(x) <= farthest {
				low, high = math.Min(low, x), math.Max(high, x)
			}
		}
	}
	return low, high
}
