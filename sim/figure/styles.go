package figure

import (
	"image/color"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Style is how a curve is drawn. Styles differ in dashes or markers, not only in
// shade, so that they can be told apart in print.
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
	// level is a line to read curves by; the last three are Level(0) to Level(2).
	level
	_
	_
	// curve is the first of many equals.
	curve
)

// Level is the style of the k-th line to read curves by, k >= 0; three differ.
func Level(k int) Style { return level + Style(k%3) }

// Different is how many styles of Curve differ. So many names have room in a legend.
const Different = 24

// Curve is the style of the k-th of many equal curves, k >= 0; Different of them differ.
func Curve(k int) Style { return curve + Style(k) }

// Side is the style of the k-th run side by side, k >= 0: the first is Main.
func Side(k int) Style {
	if k == 0 {
		return Main
	}
	return Curve(k)
}

// strokes are the named styles in black and grey.
var strokes = map[Style]draw.LineStyle{
	Main:      {Color: color.Black, Width: vg.Points(1.6)},
	Second:    {Color: color.Gray{60}, Width: vg.Points(1.3), Dashes: long},
	Third:     {Color: color.Gray{90}, Width: vg.Points(1.2), Dashes: []vg.Length{vg.Points(7), vg.Points(2), vg.Points(1.5), vg.Points(2)}},
	Ghost:     {Color: color.Gray{120}, Width: vg.Points(1.3), Dashes: dots},
	level:     {Color: color.Gray{70}, Width: vg.Points(1.1), Dashes: long},
	level + 1: {Color: color.Gray{70}, Width: vg.Points(1.1), Dashes: dots},
	level + 2: {Color: color.Gray{70}, Width: vg.Points(0.6)},
}

var (
	long = []vg.Length{vg.Points(7), vg.Points(3)}
	dots = []vg.Length{vg.Points(1.5), vg.Points(2.5)}

	shapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.PyramidGlyph{}, draw.PlusGlyph{}}
	dashes = [][]vg.Length{nil, long, {vg.Points(4), vg.Points(2), vg.Points(1), vg.Points(2)}}
	shades = []color.Gray{{0}, {70}, {110}}
)

// stroke is the line of a style.
func (s Style) stroke() draw.LineStyle {
	if s < curve {
		return strokes[s]
	}
	k := int(s - curve)
	return draw.LineStyle{Color: shades[k%len(shades)], Width: vg.Points(1), Dashes: dashes[k%len(dashes)]}
}

// marker is what a style puts on some of its points; false if nothing.
func (s Style) marker() (draw.GlyphStyle, bool) {
	if s < curve {
		return draw.GlyphStyle{}, false
	}
	k := int(s - curve)
	return draw.GlyphStyle{Color: shades[k%len(shades)], Radius: vg.Points(2.4), Shape: shapes[k%len(shapes)]}, true
}

// markers are the points that carry one: all of a few, else every so manieth,
// begun at another place for every style so that curves near each other do not
// hide theirs.
func (s Style) markers(points plotter.XYs) plotter.XYs {
	const all, some = 25, 8
	if len(points) <= all {
		return points
	}
	every := len(points) / some
	var list plotter.XYs
	for k := int(s-curve) * every / len(shapes) % every; k < len(points); k += every {
		list = append(list, points[k])
	}
	return list
}
