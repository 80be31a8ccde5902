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

// lettering is what is written within a plot.
type lettering struct {
	names []name
	marks []Mark // those on the axis, a line each, with its words along it
}

// name is what is written on a horizontal line: from a place on, or up to it.
type name struct {
	at      plotter.XY
	words   string
	on      bool
	inwards vg.Length // at an end of the axis, where the line is beyond: 1 up from the lower, -1 down from the upper
}

// Plot writes it, over nothing that stands there already, the legend first. Names move along their
// line and, where all of it is taken, into the rows about it, at an end of the axis inwards; they
// stand where they began if there is no room at all. Words of marks begin at the top and move
// down, and are left out where no room is left.
func (l lettering) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	line := draw.LineStyle{Color: color.Gray{150}, Width: vg.Points(0.7), Dashes: []vg.Length{vg.Points(3), vg.Points(3)}}
	legend := legendOn(c, p)
	for _, mark := range l.marks {
		at, low, high := x(float64(mark.Iteration)), c.Min.Y, c.Max.Y
		switch {
		case at < legend.Min.X || at > legend.Max.X:
		case p.Legend.Top:
			high = legend.Min.Y
		default:
			low = legend.Max.Y
		}
		c.StrokeLine2(line, at, low, at, high)
	}
	taken := []vg.Rectangle{legend}
	for _, n := range l.names {
		style, ways := small(p, 0, text.XRight), []way{before, behind}
		if n.on {
			style, ways = small(p, 0, text.XLeft), []way{behind, before}
		}
		words := cut(style, escape.Terminal(n.words), c.Size().X/2)
		box, at := style.Rectangle(words), vg.Point{X: x(n.at.X), Y: y(n.at.Y)}.Add(off)
		at.X = min(at.X, c.Max.X-box.Max.X)
		if n.inwards < 0 {
			at.Y -= 2*off.Y + box.Max.Y
		}
		at = n.free(c, box, at, taken, ways)
		taken = append(taken, box.Add(at))
		c.FillText(style, at, words)
	}
	style := small(p, math.Pi/2, text.XRight)
	for _, mark := range l.marks {
		if mark.Label == "" {
			continue
		}
		words, line := cut(style, escape.Terminal(mark.Label), c.Size().Y/2), x(float64(mark.Iteration))
		box, at := style.Rectangle(words), vg.Point{X: line + off.X, Y: c.Max.Y}
		if at.X+box.Min.X < c.Min.X { // on the axis
			at.X = line - off.X - box.Min.X
		}
		if at = moved(box, at, taken, below); at.Y+box.Min.Y >= c.Min.Y {
			taken = append(taken, box.Add(at))
			c.SetColor(color.White) // lines of others end behind it
			c.Fill(box.Add(at).Path())
			c.FillText(style, at, words)
		}
	}
}

// free is where the box of a name stands on nothing.
func (n name) free(c draw.Canvas, box vg.Rectangle, at vg.Point, taken []vg.Rectangle, ways []way) vg.Point {
	inside := func(b vg.Rectangle) bool { return b.Min.Y >= c.Min.Y && b.Max.Y <= c.Max.Y }
	row := box.Size().Y + gap
	for k := vg.Length(0); k*row <= c.Size().Y; k++ {
		for _, towards := range []vg.Length{1, -1} {
			begin := vg.Point{X: at.X, Y: at.Y + k*row*towards}
			if k > 0 && (n.inwards == -towards || !inside(box.Add(begin))) {
				continue
			}
			for _, way := range ways {
				free := moved(box, begin, taken, way)
				if b := box.Add(free); b.Min.X >= c.Min.X+off.X && b.Max.X <= c.Max.X {
					return free
				}
			}
		}
	}
	return at
}

// moved is the first place from at on, past what is taken there, where a box is on nothing.
func moved(box vg.Rectangle, at vg.Point, taken []vg.Rectangle, past way) vg.Point {
	for on := true; on; {
		on = false
		for _, t := range taken {
			if b := box.Add(at); b.Min.X < t.Max.X && t.Min.X < b.Max.X && b.Min.Y < t.Max.Y && t.Min.Y < b.Max.Y {
				at, on = past(box, at, t), true
			}
		}
	}
	return at
}

// way is where a box goes that is on a place that is taken.
type way func(box vg.Rectangle, at vg.Point, taken vg.Rectangle) vg.Point

func below(box vg.Rectangle, at vg.Point, taken vg.Rectangle) vg.Point {
	return vg.Point{X: at.X, Y: taken.Min.Y - gap - box.Max.Y}
}

func before(box vg.Rectangle, at vg.Point, taken vg.Rectangle) vg.Point {
	return vg.Point{X: taken.Min.X - 3*gap - box.Max.X, Y: at.Y}
}

func behind(box vg.Rectangle, at vg.Point, taken vg.Rectangle) vg.Point {
	return vg.Point{X: taken.Max.X + 3*gap - box.Min.X, Y: at.Y}
}

// gap is how far words stand below others, and beside others three times as far.
const gap = vg.Length(4)

// legendOn is where the legend of p stands on c, which it reaches out of a little. Of gonum's own
// Rectangle the size alone counts: it has left and right the other way round than Draw.
func legendOn(c draw.Canvas, p *plot.Plot) vg.Rectangle {
	size := p.Legend.Rectangle(c).Size()
	size.Y += p.Legend.TextStyle.FontExtents().Descent
	r := vg.Rectangle{Min: c.Min, Max: c.Min.Add(size)}
	if !p.Legend.Left {
		r.Min.X, r.Max.X = c.Max.X-size.X+p.Legend.XOffs, c.Max.X+p.Legend.XOffs
	}
	if p.Legend.Top {
		r.Min.Y, r.Max.Y = c.Max.Y-size.Y, c.Max.Y
	}
	return r
}
