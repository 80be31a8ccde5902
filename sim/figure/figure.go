// Package figure draws the curves of a run on paper: black on white, as SVG, PNG
// or PDF, through gonum/plot. It knows numbers and labels, never a method or a
// session, and never opens a file: it writes to the writer it is given. Any values
// are accepted; those that are not finite, or not on a logarithmic axis, leave a gap. A curve
// of which nothing is seen says why in the legend.
// What is hidden in a label is shown, and one that is too long for the page is cut, as … tells.
package figure

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"sort"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"admmlab/sim/escape"
)

// Formats are what Write can write.
var Formats = []string{"svg", "png", "pdf"}

// Series is one curve; Values[k] belongs to X[k] or, without X, to iteration k+1.
type Series struct {
	Label     string
	Values    []float64
	Style     Style
	X         []float64 // finite, as many as Values; nil: iterations
	Low, High []float64 // range around each value, shaded; nil for none
}

// at is the place of value k on the horizontal axis.
func (s Series) at(k int) float64 {
	if s.X == nil {
		return float64(k + 1)
	}
	return s.X[k]
}

// FromLeft is s with its points from the left to the right, in whatever order they are measured or
// asked for: a line and its range go along the axis once.
func (s Series) FromLeft() Series {
	order := make([]int, len(s.X))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.X[a], s.X[b]) })
	for _, list := range []*[]float64{&s.X, &s.Values, &s.Low, &s.High} {
		if *list == nil {
			continue
		}
		sorted := make([]float64, len(order))
		for k, from := range order {
			sorted[k] = (*list)[from]
		}
		*list = sorted
	}
	return s
}

// Mark is a vertical line where something was changed.
type Mark struct {
	Iteration int
	Label     string
}

// Rule is a horizontal line to read curves by. It widens an axis that is as the values
// ask for, unless it lies far from them: then its label stands with an arrow at the end of the axis.
type Rule struct {
	Value float64
	Label string
	Run   bool // what a run came to that has no place across: it widens the axis as a curve does
	Limit bool // not a value to compare with but one to keep: drawn through, named at the left

	From, Before int // the iterations that it is drawn in, to the end where Before is 0
}

// Chart is what is drawn.
type Chart struct {
	Title, Unit string   // Unit stands at the vertical axis
	Across      string   // what stands at the horizontal axis; "": iteration
	Names       []string // of the places 1, 2, 3... of that axis; nil: numbers
	Series      []Series
	Marks       []Mark
	Rules       []Rule
	Low, High   float64 // of the vertical axis; both 0: as the values ask for
	Most        float64 // what no value can be above, as 100 of a share in %; 0: anything can be
	Log         bool    // logarithmic vertical axis
	LogX        bool    // logarithmic horizontal axis
}

const (
	width, height = 10 * vg.Inch, 5.5 * vg.Inch

	// mostPoints is how many points a curve keeps, or the two edges of a range: four to each dot
	// of a PNG.
	mostPoints = 4096
	// mostStroke is how many points of a curve are stroked at once: some dots of a PNG across.
	mostStroke = 64
	// mostLabels is how many marks are named at most; more could not be read.
	mostLabels = 12
	// farthest keeps the arithmetic of axes finite.
	farthest = 1e150
	// closest is how far apart, as a share, the ends of a logarithmic axis are at least:
	// closer ones may have one logarithm.
	closest = 1e-9
)

// Write draws c in one of Formats.
func (c Chart) Write(w io.Writer, format string) error {
	if !slices.Contains(Formats, format) {
		return fmt.Errorf("drawing %s as %q: expected one of %v", c.Title, format, Formats)
	}
	return render(c.lettered(format).plot(), w, format)
}

// render writes a finished plot.
func render(p *plot.Plot, w io.Writer, format string) (err error) {
	defer noFonts(p.Title.Text, &err)
	out, err := draw.NewFormattedCanvas(width, height, format)
	if err != nil {
		return fmt.Errorf("drawing %s as %s: %w", p.Title.Text, format, err)
	}
	page := draw.New(out)
	page.SetColor(color.White)
	page.Fill(page.Rectangle.Path())
	shorten(p, width, height).draw(draw.Crop(page, rim, -rim, rim, -rim), p)
	if _, err := out.WriteTo(w); err != nil {
		return fmt.Errorf("drawing %s as %s: %w", p.Title.Text, format, err)
	}
	return nil
}

// noFonts makes an error of the panic that a PDF ends in where its fonts, which are made in the
// folder for temporary files, find no room there.
func noFonts(title string, err *error) {
	r := recover()
	if r == nil {
		return
	}
	why, isFont := strings.CutPrefix(fmt.Sprint(r), "vgpdf: could not generate font data for PDF: ")
	if !isFont {
		panic(r)
	}
	*err = fmt.Errorf("drawing %s as pdf: its fonts are made in the folder for temporary files: %s; expected one with room for 2 MB (TMPDIR), or another format", title, why)
}

// plot is the chart, ready to be drawn at any size.
func (c Chart) plot() *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = escape.Terminal(c.Title), escape.Terminal(cmp.Or(c.Across, "iteration")), escape.Terminal(c.Unit)
	p.X.Tick.Marker, p.Y.Tick.Marker = even{}, even{}
	p.Title.Padding = vg.Points(6)
	p.BackgroundColor = color.White
	p.Legend.ThumbnailWidth, p.Legend.Padding = vg.Points(28), vg.Points(1.5)
	c.axes(p)
	c.legend(p)
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = nil, color.Gray{225}
	p.Add(grid)
	p.Add(lettering{c.rules(p), c.marks(p)})
	bands := 0
	for _, s := range c.Series {
		if s.Low != nil {
			bands++
		}
	}
	for _, s := range c.Series {
		c.band(p, s, color.NRGBA{A: uint8(90 / max(bands, 3))})
	}
	behind := slices.Clone(c.Series) // the run on top, and many equals in order
	sort.SliceStable(behind, func(i, j int) bool { return min(behind[j].Style, level) < min(behind[i].Style, level) })
	for _, s := range behind {
		c.curve(p, s)
	}
	for _, s := range c.Series {
		c.entry(p, s)
	}
	return p
}

// shows reports whether a value has a place on the axis.
func (c Chart) shows(v float64) bool {
	return math.Abs(v) <= farthest && (!c.Log || v >= 1/farthest) // NaN compares false
}

// reaches reports whether a place has one on the horizontal axis.
func (c Chart) reaches(x float64) bool {
	return math.Abs(x) <= farthest && (!c.LogX || x >= 1/farthest)
}

// axes sets both ranges: gonum's own panic on what is empty or not positive.
func (c Chart) axes(p *plot.Plot) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range c.Series {
		for _, values := range [][]float64{s.Values, s.Low, s.High} {
			for _, v := range values {
				if c.shows(v) {
					low, high = math.Min(low, v), math.Max(high, v)
				}
			}
		}
	}
	for _, r := range c.Rules {
		if r.Run && c.shows(r.Value) {
			low, high = math.Min(low, r.Value), math.Max(high, r.Value)
		}
	}
	if c.shows(c.Low) && c.shows(c.High) && c.Low < c.High {
		low, high = c.Low, c.High
	}
	if low > high {
		low, high = 1, 10
		p.Title.Text += c.nothing(c.Series...)
	}
	if c.Low >= c.High {
		low, high = c.reach(low, high)
	}
	if c.Log {
		if low == high {
			low, high = low/3, high*3
		}
		low = math.Max(low/1.1, 1/farthest)
		high = math.Max(high*1.1, 2*low)
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, decades{}
	} else if low == high {
		if low, high = 0.9*low, 1.1*low; low == high { // 0, or too small to be parted
			high++
		}
		if c.Most > 0 && low < c.Most {
			high = math.Min(high, c.Most)
		}
		low, high = math.Min(low, high), math.Max(low, high)
	}
	p.Y.Min, p.Y.Max = low, high
	c.across(p)
}

// across sets the horizontal range: iterations from 1 on, other places as they are.
func (c Chart) across(p *plot.Plot) {
	first, last := math.Inf(1), math.Inf(-1)
	for _, s := range c.Series {
		for k := range s.Values {
			if x := s.at(k); c.reaches(x) {
				first, last = math.Min(first, x), math.Max(last, x)
			}
		}
	}
	if first > last {
		first, last = 1, 2
	} else if first == last || c.LogX && last/first-1 < closest {
		last = first + math.Max(1, math.Abs(first))
	}
	if c.LogX {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, decades{}
	}
	if c.Names != nil {
		p.X.Tick.Marker = names(p.X, c.Names, 1)
	}
	p.X.Min, p.X.Max = first, last
}

// band shades the range of one series, in pieces where values are missing; the more
// ranges, the lighter each.
func (c Chart) band(p *plot.Plot, s Series, shade color.Color) {
	for _, corners := range c.ranges(s) {
		if len(corners) == 2 { // a range without a width would not be seen
			addKeepingAxes(p, &plotter.Line{XYs: corners, LineStyle: draw.LineStyle{Color: shade, Width: vg.Points(6)}})
			continue
		}
		addKeepingAxes(p, &plotter.Polygon{XYs: []plotter.XYs{corners}, Color: shade})
	}
}

// ranges are the corners of every piece of a range, there along its lower edge and back along
// the upper one: two of a value alone. It is thinned as a curve is, to the least and the largest value of every stretch.
func (c Chart) ranges(s Series) (pieces []plotter.XYs) {
	var there, back plotter.XYs
	end := func() {
		if len(there) > 0 {
			slices.Reverse(back)
			pieces = append(pieces, slices.Concat(there, back))
		}
		there, back = nil, nil
	}
	stretch := stretch(len(s.Low))
	for from := 0; from < len(s.Low); from += stretch {
		x, low, high := math.NaN(), math.Inf(1), math.Inf(-1)
		for k := from; k < min(from+stretch, len(s.Low)); k++ {
			if c.shows(s.Low[k]) && c.shows(s.High[k]) && c.reaches(s.at(k)) {
				x, low, high = s.at(k), math.Min(low, s.Low[k]), math.Max(high, s.High[k])
			}
		}
		if math.IsNaN(x) {
			end()
			continue
		}
		there, back = append(there, plotter.XY{X: x, Y: low}), append(back, plotter.XY{X: x, Y: high})
	}
	end()
	return pieces
}

// curve adds one series, in pieces where values are missing.
func (c Chart) curve(p *plot.Plot, s Series) {
	style := s.Style.stroke()
	marker, marked := s.Style.marker()
	for _, piece := range c.pieces(c.thin(s)) {
		if marked {
			addKeepingAxes(p, &plotter.Scatter{XYs: s.Style.markers(piece), GlyphStyle: marker})
		}
		if !slices.ContainsFunc(piece, func(at plotter.XY) bool { return at != piece[0] }) { // a line of no length would not be seen
			dot := &plotter.Scatter{XYs: piece[:1], GlyphStyle: draw.GlyphStyle{Color: style.Color, Radius: vg.Points(1.5), Shape: draw.CircleGlyph{}}}
			addKeepingAxes(p, dot)
			continue
		}
		addKeepingAxes(p, line{piece, style})
	}
}

// line is a curve that is stroked part by part: the time a PNG takes for one path grows with the
// square of how often it crosses the chart, and is minutes for a curve that jumps.
type line struct {
	points plotter.XYs
	style  draw.LineStyle
}

// Plot draws l, its dashes going on from part to part.
func (l line) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	points := make([]vg.Point, len(l.points))
	for i, at := range l.points {
		points[i] = vg.Point{X: x(at.X), Y: y(at.Y)}
	}
	for _, rest := range c.ClipLinesXY(points) {
		style := l.style
		for len(rest) > 1 {
			part := rest[:min(len(rest), mostStroke)]
			c.StrokeLines(style, part)
			for i, to := range part[1:] {
				style.DashOffs += vg.Length(math.Hypot(float64(to.X-part[i].X), float64(to.Y-part[i].Y)))
			}
			rest = rest[len(part)-1:]
		}
	}
}

// crosses reports whether something of a piece is seen on the axis: neither all of it lies below
// nor all of it above.
func crosses(axis plot.Axis, piece plotter.XYs) bool {
	_, _, low, high := plotter.XYRange(piece)
	return high >= axis.Min && low <= axis.Max
}

// addKeepingAxes adds without letting the plotter widen the axes.
func addKeepingAxes(p *plot.Plot, what plot.Plotter) {
	x, y := p.X, p.Y
	p.Add(what)
	p.X, p.Y = x, y
}

// stretch is how many of n values have two of the points that are kept.
func stretch(n int) int {
	if n <= mostPoints {
		return 1
	}
	return (2*n + mostPoints - 1) / mostPoints
}

// thin keeps the least and the largest value of every stretch, so that a peak in a
// million iterations stays where it was, and one that has no place on the axis where there is
// any, so that the gap stays there.
func (c Chart) thin(s Series) plotter.XYs {
	values := s.Values
	stretch := stretch(len(values))
	var points plotter.XYs
	for from := 0; from < len(values); from += stretch {
		least, most, gap := -1, -1, -1
		for k := from; k < min(from+stretch, len(values)); k++ {
			if !c.shows(values[k]) || !c.reaches(s.at(k)) {
				if gap < 0 {
					gap = k
				}
				continue
			}
			if least < 0 || values[k] < values[least] {
				least = k
			}
			if most < 0 || values[k] > values[most] {
				most = k
			}
		}
		kept := []int{least, most, gap}
		slices.Sort(kept)
		for _, k := range slices.Compact(kept) {
			if k >= 0 {
				points = append(points, plotter.XY{X: s.at(k), Y: values[k]})
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
		if c.shows(xy.Y) && c.reaches(xy.X) {
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

// marks are the changes on the axis, of all the first with their words.
func (c Chart) marks(p *plot.Plot) (list []Mark) {
	for i, m := range c.Marks {
		if t := float64(m.Iteration); t < p.X.Min || t > p.X.Max {
			continue
		}
		if i >= mostLabels {
			m.Label = ""
		}
		list = append(list, m)
	}
	return list
}
