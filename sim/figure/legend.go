package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"admmlab/sim/escape"
)

// The part of a panel that a legend takes: its width and the height of a line.
const legendWidth, legendLine = 0.42, 0.06

// legend gives the legend its place.
func (c Chart) legend(p *plot.Plot) {
	if c.corner(p); !p.Legend.Left {
		p.Legend.XOffs = -vg.Points(4) // its samples would leave the page
	}
}

// corner puts the legend into the corner with the fewest points. If none is free,
// the vertical axis grows over the curves until the upper corners are.
func (c Chart) corner(p *plot.Plot) {
	lines := 0
	for _, s := range c.Series {
		if s.Label != "" {
			lines++
		}
	}
	height := math.Min(0.5, legendLine*float64(lines))
	least := math.MaxInt
	for _, corner := range [][2]bool{{true, false}, {true, true}, {false, true}, {false, false}} {
		if n := c.within(p, corner[0], corner[1], height); n < least {
			least, p.Legend.Top, p.Legend.Left = n, corner[0], corner[1]
		}
	}
	if least == 0 {
		return
	}
	p.Legend.Top, p.Legend.Left = true, c.within(p, true, true, height) < c.within(p, true, false, height)
	if grow := 1 / (1 - height); c.Log {
		p.Y.Max = p.Y.Min * math.Min(math.Pow(p.Y.Max/p.Y.Min, grow), farthest*farthest)
	} else {
		p.Y.Max = p.Y.Min + (p.Y.Max-p.Y.Min)*grow
	}
}

// within counts the points of curves and ranges in one corner; a rule is one.
func (c Chart) within(p *plot.Plot, top, left bool, height float64) int {
	const between = 8 // places looked at on the way from one value to the next
	n := 0
	for _, r := range c.Rules {
		if !c.shows(r.Value) || r.Value < p.Y.Min || r.Value > p.Y.Max {
			continue
		}
		if y := p.Y.Norm(r.Value); top && y > 1-height || !top && y < height {
			n++
		}
	}
	for _, s := range c.Series {
		for _, values := range [][]float64{s.Values, s.Low, s.High} {
			lastX, lastY := math.NaN(), math.NaN()
			for k, v := range values {
				if !c.shows(v) || !c.reaches(s.at(k)) {
					continue
				}
				x, y := p.X.Norm(s.at(k)), p.Y.Norm(v)
				for part := 1.0; part <= between; part++ {
					x, y := x, y
					if !math.IsNaN(lastX) {
						x, y = lastX+(x-lastX)*part/between, lastY+(y-lastY)*part/between
					}
					if (top && y > 1-height || !top && y < height) && (left && x < legendWidth || !left && x > 1-legendWidth) {
						n++
					}
				}
				lastX, lastY = x, y
			}
		}
	}
	return n
}

// nothing says why nothing of some series can be shown.
func (c Chart) nothing(list ...Series) string {
	below, above := false, false
	for _, s := range list {
		for _, v := range s.Values {
			below, above = below || v <= 0, above || v > 0
		}
	}
	if c.Log && below && !above {
		return " (none above 0)"
	}
	return " (no finite values)"
}

// entry is the line of a series in the legend.
func (c Chart) entry(p *plot.Plot, s Series) {
	if s.Label == "" {
		return
	}
	switch pieces := c.pieces(c.thin(s)); {
	case len(pieces) == 0:
		s.Label += c.nothing(s)
	case !slices.ContainsFunc(pieces, func(piece plotter.XYs) bool { return crosses(p.Y, piece) }):
		s.Label += " (beyond the axis)"
	}
	thumbs := []plot.Thumbnailer{&plotter.Line{LineStyle: s.Style.stroke()}}
	if marker, marked := s.Style.marker(); marked {
		thumbs = append(thumbs, &plotter.Scatter{GlyphStyle: marker})
	}
	p.Legend.Add(cut(p.Legend.TextStyle, escape.Terminal(s.Label), width/2), thumbs...)
}
