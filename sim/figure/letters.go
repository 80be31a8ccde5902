package figure

import (
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"

	"admmlab/sim/escape"
)

// lettered is s as it can be drawn in a format. Readers of SVG bring their own letters; of those that the
// built-in font has not, "?" stands in the others, as on a screen, and marks on letters go.
func lettered(s, format string) string {
	if format == "svg" {
		return s
	}
	face := font.DefaultCache.Lookup(plot.DefaultFont, 12).Face
	return strings.Map(func(r rune) rune {
		switch index, err := face.GlyphIndex(nil, r); {
		case err == nil && index != 0 || unicode.IsSpace(r):
			return r
		case unicode.Is(unicode.Mn, r):
			return -1
		}
		return '?'
	}, escape.Terminal(s)) // what nobody would see is no letter
}

// lettered is the chart with words that can be drawn in a format.
func (c Chart) lettered(format string) Chart {
	c.Title, c.Unit, c.Across = lettered(c.Title, format), lettered(c.Unit, format), lettered(c.Across, format)
	c.Names, c.Series, c.Marks, c.Rules = slices.Clone(c.Names), slices.Clone(c.Series), slices.Clone(c.Marks), slices.Clone(c.Rules)
	for i := range c.Names {
		c.Names[i] = lettered(c.Names[i], format)
	}
	for i := range c.Series {
		c.Series[i].Label = lettered(c.Series[i].Label, format)
	}
	for i := range c.Marks {
		c.Marks[i].Label = lettered(c.Marks[i].Label, format)
	}
	for i := range c.Rules {
		c.Rules[i].Label = lettered(c.Rules[i].Label, format)
	}
	return c
}

// lettered is the map with words that can be drawn in a format.
func (h Heat) lettered(format string) Heat {
	h.Title, h.X, h.Y = lettered(h.Title, format), lettered(h.X, format), lettered(h.Y, format)
	h.Columns, h.Rows = slices.Clone(h.Columns), slices.Clone(h.Rows)
	for _, names := range [][]string{h.Columns, h.Rows} {
		for i := range names {
			names[i] = lettered(names[i], format)
		}
	}
	return h
}
