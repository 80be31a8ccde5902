package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"admmlab/sim/escape"
)

// changes are the marks of a plot, a line each with its words along it.
type changes struct {
	marks []Mark
	names []*plotter.Labels // of what else is named within the plot
}

// Plot draws them. Words begin at the top, or below what stands there already: the legend, the names
// and the words of other marks. Where no room is left a mark has none.
func (m changes) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	taken := []vg.Rectangle{legendOn(c, p)}
	for _, l := range m.names {
		at := vg.Point{X: x(l.XYs[0].X), Y: y(l.XYs[0].Y)}
		taken = append(taken, l.TextStyle[0].Rectangle(l.Labels[0]).Add(at.Add(l.Offset)))
	}
	line := draw.LineStyle{Color: color.Gray{150}, Width: vg.Points(0.7), Dashes: []vg.Length{vg.Points(3), vg.Points(3)}}
	style := small(p, math.Pi/2, text.XRight)
	shown := func(t float64) bool { return t >= p.X.Min && t <= p.X.Max }
	for _, mark := range m.marks {
		if t := float64(mark.Iteration); shown(t) {
			c.StrokeLine2(line, x(t), c.Min.Y, x(t), c.Max.Y)
		}
	}
	for _, mark := range m.marks[:min(len(m.marks), mostLabels)] {
		t := float64(mark.Iteration)
		if !shown(t) {
			continue
		}
		words := cut(style, escape.Terminal(mark.Label), c.Size().Y/2)
		box, at := style.Rectangle(words), vg.Point{X: x(t) + off.X, Y: c.Max.Y}
		if at.X+box.Min.X < c.Min.X { // on the axis
			at.X = x(t) - off.X - box.Min.X
		}
		if at = below(box, at, taken); at.Y+box.Min.Y >= c.Min.Y {
			taken = append(taken, box.Add(at))
			c.SetColor(color.White) // lines of others end behind it
			c.Fill(box.Add(at).Path())
			c.FillText(style, at, words)
		}
	}
}

// below is the highest place from at down where a box is on none of those that are taken.
func below(box vg.Rectangle, at vg.Point, taken []vg.Rectangle) vg.Point {
	for on := true; on; {
		on = false
		for _, t := range taken {
			if b := box.Add(at); b.Min.X < t.Max.X && t.Min.X < b.Max.X && b.Min.Y < t.Max.Y && t.Min.Y < b.Max.Y {
				at.Y, on = t.Min.Y-gap-box.Max.Y, true
			}
		}
	}
	return at
}

// gap is how far words stand from those above them.
const gap = vg.Length(3)

// legendOn is where the legend of p stands on c, which it reaches out of a little.
func legendOn(c draw.Canvas, p *plot.Plot) vg.Rectangle {
	size := p.Legend.Rectangle(c).Size()
	size.Y += p.Legend.TextStyle.FontExtents().Descent
	r := vg.Rectangle{Min: c.Min, Max: c.Min.Add(size)}
	if !p.Legend.Left {
		r.Min.X, r.Max.X = c.Max.X-size.X, c.Max.X
	}
	if p.Legend.Top {
		r.Min.Y, r.Max.Y = c.Max.Y-size.Y, c.Max.Y
	}
	return r
}
