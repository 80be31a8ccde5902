package figure

import (
	"image/color"
	"sort"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// shorten cuts the words around a plot to its size: gonum would make room for a longer one by a
// plot of negative width. What stands at the vertical axis, which says of whom totals are
// promised, is written smaller where it fits so.
func shorten(p *plot.Plot, width, height vg.Length) {
	p.Title.Text = cut(p.Title.TextStyle, p.Title.Text, width-2*rim)
	p.X.Label.Text = cut(p.X.Label.TextStyle, p.X.Label.Text, width-2*rim)
	style, room := &p.Y.Label.TextStyle, 0.8*height
	if wide := style.Width(p.Y.Label.Text); wide > room {
		if fits := 0.99 * style.Font.Size * room / wide; fits >= smallest {
			style.Font.Size = fits
		}
	}
	p.Y.Label.Text = cut(*style, p.Y.Label.Text, room)
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
