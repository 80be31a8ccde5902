package panel

import (
	"fmt"
	"slices"

	"admmlab/sim/numeral"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// reading is what the cursor reads of one curve.
type reading struct {
	stroke string // of the curve, or ""
	name   string // "" for none
	value  string
	paint  grid.Paint
}

// within is what is read in so many columns: of a long name the end, with which a total goes, as much as
// leaves the value whole, and the beginning alone where that is little.
func (r reading) within(width int) string {
	const least = 18 // columns that what a total goes with may take
	if r.name == "" {
		return grid.Fit(r.stroke+r.value, width)
	}
	all := r.stroke + r.name + " " + r.value
	room := width - grid.Cells(r.stroke+" "+r.value)
	if grid.Cells(r.name) <= room || room < least {
		return grid.Fit(all, width)
	}
	return r.stroke + "…" + grid.End(r.name, room-1) + " " + r.value
}

// readings are those of the curves, and those of a band, which has them without a cursor too:
// a shade that leaves the axis says little.
func (p *Chart) readings(s *scene.Scene) []reading {
	return append(p.ofCurves(s), p.ofBand(s)...)
}

// ofBand is the middle of a band and how far it reaches, each one that no line end parts.
func (p *Chart) ofBand(s *scene.Scene) []reading {
	band, ok := p.band(s)
	if !ok || s.Big { // few words
		return nil
	}
	every := max(band.Every, 1)
	at := (s.At() - band.From) / every
	if at < 0 || at >= len(band.Values) {
		return nil
	}
	paint := s.RolePaint(band.Role)
	return []reading{
		{"", dated(band.Label, band.From+at*every, s.At()) + ":", p.words(band.Values[at]), paint},
		{"", "", p.words(band.Low[at]) + " to " + p.words(band.High[at]), paint},
	}
}

// dated is the name of a curve that keeps not every iteration, with the one it is read at where
// that is another than is asked for.
func dated(name string, kept, asked int) string {
	if kept == asked {
		return name
	}
	return fmt.Sprintf("%s at t = %d", name, kept)
}

// words are a value of the chart.
func (p *Chart) words(v float64) string {
	if p.which == scene.PrivacyChart {
		return scene.Reading(v, scene.Bound)
	}
	return numeral.Short(v)
}

// ofCurves are what the cursor reads of every curve in sight, the run at the keys first; none
// for a curve alone, whose value stands in the frame.
func (p *Chart) ofCurves(s *scene.Scene) (list []reading) {
	if s.Cursor == 0 {
		return nil
	}
	drawn := p.Series(s)
	last := len(drawn) - 1
	for _, c := range append(drawn[last:], drawn[:last]...) {
		v, ok := c.At(s.Cursor)
		if !ok || len(c.Low) > 0 { // a band has its middle, which is no run
			continue
		}
		name := c.Label
		switch i := slices.Index(scene.SideRoles[:], c.Role); {
		case i >= 0 && s.Comparing():
			name = s.Read()[i]
		case c.Role == chart.Third: // the printed total
			name = printedName(s, s.At())
		case c.Role == chart.Ghost:
			name = dated(name, s.Past().Kept(s.Cursor), s.Cursor)
		}
		list = append(list, reading{chart.Stroke(c.Role, s.ASCII) + " ", name, p.words(v), s.RolePaint(c.Role)})
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// drawReadings writes them above line foot and returns how many lines they take: a third of
// what there is at most. Where that is not enough the last line says how many are left out.
func (p *Chart) drawReadings(s *scene.Scene, g *grid.Grid, foot int) int {
	const apart, leastChart = 2, 4
	list := p.readings(s)
	var at []grid.Rect // each in its line
	x, lines := 0, 0
	for _, r := range list {
		width := grid.Cells(r.within(g.Width()))
		if lines == 0 || x+width > g.Width() {
			x, lines = 0, lines+1
		}
		at, x = append(at, grid.Rect{X: x, Y: lines - 1, W: width}), x+width+apart
	}
	lines = min(lines, max(foot/4, min((foot+2)/3, foot-leastChart)))
	if lines == 0 {
		return 0
	}
	first, more := slices.IndexFunc(at, func(r grid.Rect) bool { return r.Y >= lines }), ""
	for left := first; left > 0; left-- {
		first, more = left, fmt.Sprintf("… %d more", len(list)-left)
		if last := at[left-1]; last.Y < lines-1 || last.X+last.W+apart+grid.Cells(more) <= g.Width() {
			break
		}
	}
	for i, r := range list {
		y := foot - lines + at[i].Y
		if i == first {
			x = 0
			if i > 0 && at[i-1].Y == lines-1 {
				x = at[i-1].X + at[i-1].W + apart
			}
			g.Text(x, foot-1, g.Width()-x, more, s.Theme.Dim)
			break
		}
		g.Text(at[i].X, y, g.Width()-at[i].X, r.within(g.Width()), r.paint)
	}
	return lines
}
