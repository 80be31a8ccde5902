package panel

import (
	"admmlab/sim/numeral"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// reading is what the cursor reads of one curve.
type reading struct {
	text  string // with a stroke of the curve before it
	paint grid.Paint
}

// readings are what the cursor reads of every curve in sight, the run at the keys first; none for a
// curve alone, whose value stands in the frame.
func (p *Chart) readings(s *scene.Scene) (list []reading) {
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
		words := numeral.Short(v)
		if p.which == scene.PrivacyChart {
			words = scene.Reading(v, scene.Bound)
		}
		if c.Label != "" {
			words = c.Label + " " + words
		}
		list = append(list, reading{chart.Stroke(c.Role, s.ASCII) + " " + words, s.RolePaint(c.Role)})
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// drawReadings writes them above line foot and returns how many lines they take: a quarter of
// what there is at most.
func (p *Chart) drawReadings(s *scene.Scene, g *grid.Grid, foot int) int {
	const apart = 2
	list := p.readings(s)
	x, lines := 0, 0
	var at []int // line of each
	for _, r := range list {
		width := grid.Cells(r.text)
		if lines == 0 || x+width > g.Width() {
			x, lines = 0, lines+1
		}
		at, x = append(at, lines-1), x+width+apart
	}
	if lines = min(lines, foot/4); lines == 0 {
		return 0
	}
	x = 0
	for i, r := range list {
		if at[i] >= lines {
			break
		}
		if i > 0 && at[i] != at[i-1] {
			x = 0
		}
		y := foot - lines + at[i]
		x = g.Text(x, y, g.Width()-x, r.text, r.paint) + apart
	}
	return lines
}
