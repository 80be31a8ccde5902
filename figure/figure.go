// Package figure draws the curves of a run on paper: black on white, as SVG, PNG
// or PDF, through gonum/plot. It knows numbers and labels, never a method or a
// session, and never opens a file: it writes to the writer it is given. Any values
// are accepted; those that are not finite, or not on a logarithmic axis, leave a gap.
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
	"gonum.org/v1/plot/vg/draw"
)

// Formats are what Write can write.
var Formats = []string{"svg", "png", "pdf"}

// Style is how a curve is drawn. Styles differ in dashes, not only in shade, so
// that they can be told apart in print.
type Style int

const (
	// Main is the run.
	Main Style = iota
	// Second is another reading of the same run.
	Second
	// Third is one more.
	Third
	// Ghost is the run before.
	Ghost
)

// Series is one curve; Values[k] belongs to iteration k+1.
type Series struct {
	Label  string
	Values []float64
	Style  Style
}

// Mark is a vertical line where something was changed.
type Mark struct {
	Iteration int
	Label     string
}

// Chart is what is drawn.
type Chart struct {
	Title, Unit string // Unit stands at the vertical axis
	Series      []Series
	Marks       []Mark
	Level       float64 // horizontal line, 0 for none
	LevelLabel  string
	Low, High   float64 // of the vertical axis; both 0: as the values ask for
	Log         bool    // logarithmic vertical axis
}

const (
	width, height = 10 * vg.Inch, 5.5 * vg.Inch

	// mostPoints is how many points a curve keeps: four to each dot of a PNG.
	mostPoints = 4096
	// mostLabels is how many marks are named; more could not be read.
	mostLabels = 12
	// farthest keeps the arithmetic of axes finite.
	farthest = 1e150
)

// Write draws c in one of Formats.
func (c Chart) Write(w io.Writer, format string) error {
	if !slices.Contains(Formats, format) {
		return fmt.Errorf("drawing %s as %q: expected one of %v", c.Title, format, Formats)
	}
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.Title, "iteration", c.Unit
	p.Title.Padding = vg.Points(6)
	p.BackgroundColor = color.White
	p.Legend.Top, p.Legend.ThumbnailWidth = true, vg.Points(28)
	p.Legend.Left = c.rises()
	c.axes(p)
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = nil, color.Gray{225}
	p.Add(grid)
	c.marks(p)
	c.level(p)
	for _, style := range []Style{Ghost, Third, Second, Main} { // the run on top
		for _, s := range c.Series {
			if s.Style == style {
				c.curve(p, s)
			}
		}
	}
	out, err := p.WriterTo(width, height, format)
	if err != nil {
		return fmt.Errorf("drawing %s as %s: %w", c.Title, format, err)
	}
	if _, err := out.WriteTo(w); err != nil {
		return fmt.Errorf("drawing %s as %s: %w", c.Title, format, err)
	}
	return nil
}

// rises tells whether the run ends above where it began: then the upper left is free.
func (c Chart) rises() bool {
	for _, s := range c.Series {
		if n := len(s.Values); s.Style == Main && n > 0 {
			return s.Values[n-1] > s.Values[0]
		}
	}
	return false
}

// shows tells whether a value has a place on the axis.
func (c Chart) shows(v float64) bool {
	return math.Abs(v) <= farthest && (!c.Log || v > 0) // NaN compares false
}

// axes sets both ranges: gonum's own panic on what is empty or not positive.
func (c Chart) axes(p *plot.Plot) {
	last, low, high := 2, math.Inf(1), math.Inf(-1)
	for _, s := range c.Series {
		last = max(last, len(s.Values))
		for _, v := range s.Values {
			if c.shows(v) {
				low, high = math.Min(low, v), math.Max(high, v)
			}
		}
	}
	if c.shows(c.Low) && c.shows(c.High) && c.Low < c.High {
		low, high = c.Low, c.High
	}
	if low > high {
		low, high = 1, 10
		p.Title.Text += " (no finite values)"
	}
	if c.Log {
		low, high = math.Pow(10, math.Floor(math.Log10(low))), math.Pow(10, math.Ceil(math.Log10(high)))
		if low == high {
			high *= 10
		}
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	} else if low == high {
		pad := math.Max(math.Abs(low)/10, 1e-9)
		low, high = low-pad, high+pad
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 1, float64(last), low, high
}

// curve adds one series, in pieces where values are missing.
func (c Chart) curve(p *plot.Plot, s Series) {
	style := strokes[s.Style]
	for _, piece := range c.pieces(thin(s.Values)) {
		if len(piece) == 1 { // a line of one point would not be seen
			dot := &plotter.Scatter{XYs: piece, GlyphStyle: draw.GlyphStyle{Color: style.Color, Radius: vg.Points(1.5), Shape: draw.CircleGlyph{}}}
			addKeepingAxes(p, dot)
			continue
		}
		line := &plotter.Line{XYs: piece, LineStyle: style}
		addKeepingAxes(p, line)
	}
	if s.Label != "" {
		p.Legend.Add(s.Label, &plotter.Line{LineStyle: style})
	}
}

// strokes are the styles in black and grey.
var strokes = map[Style]draw.LineStyle{
	Main:   {Color: color.Black, Width: vg.Points(1.6)},
	Second: {Color: color.Gray{60}, Width: vg.Points(1.3), Dashes: []vg.Length{vg.Points(7), vg.Points(3)}},
	Third:  {Color: color.Gray{90}, Width: vg.Points(1.2), Dashes: []vg.Length{vg.Points(7), vg.Points(2), vg.Points(1.5), vg.Points(2)}},
	Ghost:  {Color: color.Gray{120}, Width: vg.Points(1.3), Dashes: []vg.Length{vg.Points(1.5), vg.Points(2.5)}},
}

// addKeepingAxes adds without letting the plotter widen the axes.
func addKeepingAxes(p *plot.Plot, what plot.Plotter) {
	x, y := p.X, p.Y
	p.Add(what)
	p.X, p.Y = x, y
}

// thin keeps the least and the largest value of every stretch, so that a peak in a
// million iterations stays where it was.
func thin(values []float64) plotter.XYs {
	stretch := max(1, (2*len(values)+mostPoints-1)/mostPoints)
	if len(values) <= mostPoints {
		stretch = 1
	}
	var points plotter.XYs
	for from := 0; from < len(values); from += stretch {
		least, most := from, from
		for k := from; k < min(from+stretch, len(values)); k++ {
			if !(values[k] >= values[least]) {
				least = k
			}
			if !(values[k] <= values[most]) {
				most = k
			}
		}
		for i, k := range []int{min(least, most), max(least, most)} {
			if i == 0 || least != most {
				points = append(points, plotter.XY{X: float64(k + 1), Y: values[k]})
			}
		}
	}
	return points
}

// pieces are the stretches that have a place on the axis.
func (c Chart) pieces(points plotter.XYs) []plotter.XYs {
	var list []plotter.XYs
	var piece plotter.XYs
	for _, xy := range points {
		if c.shows(xy.Y) {
			piece = append(piece, xy)
			continue
		}
		if len(piece) > 0 {
			list, piece = append(list, piece), nil
		}
	}
	if len(piece) > 0 {
		list = append(list, piece)
	}
	return list
}

// marks draws the changes, each with its words along its line.
func (c Chart) marks(p *plot.Plot) {
	style := draw.LineStyle{Color: color.Gray{150}, Width: vg.Points(0.7), Dashes: []vg.Length{vg.Points(3), vg.Points(3)}}
	for i, m := range c.Marks {
		t := float64(m.Iteration)
		if t < p.X.Min || t > p.X.Max {
			continue
		}
		addKeepingAxes(p, &plotter.Line{XYs: plotter.XYs{{X: t, Y: p.Y.Min}, {X: t, Y: p.Y.Max}}, LineStyle: style})
		if i < mostLabels {
			c.words(p, plotter.XY{X: t, Y: p.Y.Max}, m.Label, math.Pi/2, text.XRight, text.YBottom)
		}
	}
}

// level draws the horizontal line.
func (c Chart) level(p *plot.Plot) {
	if c.Level == 0 || c.Level < p.Y.Min || c.Level > p.Y.Max {
		return
	}
	addKeepingAxes(p, &plotter.Line{
		XYs:       plotter.XYs{{X: p.X.Min, Y: c.Level}, {X: p.X.Max, Y: c.Level}},
		LineStyle: draw.LineStyle{Color: color.Gray{40}, Width: vg.Points(1)},
	})
	c.words(p, plotter.XY{X: p.X.Min, Y: c.Level}, c.LevelLabel, 0, text.XLeft, text.YBottom)
}

// words writes at a place on the axes.
func (c Chart) words(p *plot.Plot, at plotter.XY, words string, turned float64, x text.XAlignment, y text.YAlignment) {
	style := p.Legend.TextStyle
	style.Font.Size, style.Rotation, style.XAlign, style.YAlign = vg.Points(9), turned, x, y
	style.Color = color.Gray{60}
	addKeepingAxes(p, &plotter.Labels{XYs: plotter.XYs{at}, Labels: []string{words}, TextStyle: []text.Style{style}, Offset: vg.Point{X: -2, Y: 2}})
}
