package scene

import (
	"admmlab/tui/chart"
	"admmlab/tui/grid"
)

// The charts, as indices of ranges and scales.
const (
	LossChart = iota
	ErrorChart
	PrivacyChart
)

// Paint puts a chart into a grid.
func (s *Scene) Paint(g *grid.Grid, canvas chart.Canvas) {
	for y := range canvas.Height {
		for x := range canvas.Width {
			if c := canvas.At(x, y); c.Role != chart.Blank {
				g.Set(x, y, c.Rune, s.Theme.paint(c.Role))
			}
		}
	}
}
