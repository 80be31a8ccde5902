package figure

import (
	"image/color"
	"math"
	"sort"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// beside are the words at the axes of a plot.
type beside struct{ across, up string }

// shorten cuts the words around a plot to its size: gonum would make room for a longer one by a
// plot of negative width. What stands at the vertical axis, which says of whom totals are
// promised, is written smaller where it fits so. The words at the axes are for draw: the plot keeps
// blanks in their places, for gonum makes room for them about the arithmetic middle of an axis, which
// on a logarithmic one is near its upper end.
func shorten(p *plot.Plot, width, height vg.Length) (words beside) {
	p.Title.Text = cut(p.Title.TextStyle, p.Title.Text, width-2*rim)
	style, room := &p.Y.Label.TextStyle, 0.8*height
	if wide := style.Width(p.Y.Label.Text); wide > room {
		if fits := 0.99 * style.Font.Size * room / wide; fits >= smallest {
			style.Font.Size = fits
		}
	}
	words = beside{cut(p.X.Label.TextStyle, p.X.Label.Text, width-2*rim), cut(*style, p.Y.Label.Text, room)}
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		if axis.Label.Text != "" {
			axis.Label.Text = " "
		}
	}
	return words
}

// draw draws a plot on c, and the words about the middle of its axes, all of them on c.
func (b beside) draw(c draw.Canvas, p *plot.Plot) {
	p.Draw(c)
	axes := p.DataCanvas(c)
	middle := axes.Center()
	style := p.X.Label.TextStyle
	c.FillText(style, vg.Point{X: within(middle.X, style.Width(b.across), c.Min.X, c.Max.X), Y: c.Min.Y + style.FontExtents().Descent}, b.across)
	style = p.Y.Label.TextStyle
	at := vg.Point{X: c.Min.X + style.Height(" ") - style.FontExtents().Descent, Y: within(middle.Y, style.Width(b.up), c.Min.Y, c.Max.Y)}
	style.Rotation += math.Pi / 2
	c.FillText(style, at, b.up)
}

// within is the middle of what is so wide, moved between low and high.
func within(middle, wide, low, high vg.Length) vg.Length {
	return max(low+wide/2, min(middle, high-wide/2))
}

// cut is a text as it is where it has room, else as much of its beginning as has room before "…".
func cut(style text.Style, words string, room vg.Length) string {
	if style.Width(words) <= room {
		return words
	}
	letters := []rune(words)
	n := sort.Search(len(letters), func(n int) bool { return style.Width(string(letters[:n])+"…") > room })
	return string(letters[:max(n-1, 0)]) + "…"
}

// off is how far words stand from the line they belong to.
var off = vg.Point{X: -2, Y: 2}

// small is how words within a plot are written.
func small(p *plot.Plot, turned float64, x text.XAlignment) text.Style {
	style := p.Legend.TextStyle
	style.Font.Size, style.Rotation, style.XAlign, style.YAlign = vg.Points(9), turned, x, text.YBottom
	style.Color = color.Gray{60}
	return style
}
