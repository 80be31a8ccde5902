package many

import (
	"admmlab/sim/sweep"
	"admmlab/tui/chart"
	"admmlab/tui/scene"
)

// Signs are those of the curves, the fit and the map.
func (l *Sweep) Signs(s *scene.Scene) []scene.Sign {
	stroke := func(role chart.Role) string { return chart.Stroke(role, s.ASCII) }
	shades := sweep.Shades
	if s.ASCII {
		shades = sweep.ASCIIShades
	}
	return []scene.Sign{
		{Mark: stroke(chart.Main), Means: "the median of the draws; ↑↓ choose the curve of a second parameter"},
		{Mark: chart.SignsOf(s.ASCII).Shade, Means: "from the least to the largest of the draws"},
		{Mark: stroke(chart.Reference), Means: "medians of the other curves"},
		{Mark: string(shades), Means: "in the map, from the least to the largest; the number stands beside it"},
	}
}

// Signs are those of the table.
func (l *Tune) Signs(*scene.Scene) []scene.Sign {
	return []scene.Sign{
		{Mark: "▸", Means: "the chosen setting: enter takes it over into the run"},
		{Mark: "≈", Means: "cannot be told from the best by the draws there are"},
	}
}
