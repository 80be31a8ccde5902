package lens

import (
	"admmlab/sim/config"
	"admmlab/sim/sweep"
	"admmlab/tui/chart"
	"admmlab/tui/scene"
)

// Signs are those of the table and of the curves behind it.
func (l *Ledger) Signs(s *scene.Scene) []scene.Sign {
	signs := chart.SignsOf(s.ASCII)
	stroke := func(role chart.Role) string { return chart.Stroke(role, s.ASCII) }
	return []scene.Sign{
		{Mark: "▸", Means: "the chosen accountant: its reason stands below; at first the smallest"},
		{Mark: "●", Means: "the column of the neighbours among the parameters"},
		{Mark: "(7.1)", Means: "true, but at another δ than asked for"},
		{Mark: "no", Means: "nothing is proved"},
		{Mark: stroke(chart.Main), Means: "in the curves: what the accountants prove together"},
		{Mark: stroke(chart.Reference), Means: "what the one point (ε, δ) allows alone"},
		{Mark: stroke(chart.Ghost), Means: "guessing, with nothing to see"},
		{Mark: signs.Point, Means: "what an audit of whole runs measured (A)"},
		{Mark: signs.Mark + " " + signs.Level, Means: "the ε, and the δ, of the guarantee"},
	}
}

// Signs are the heights of the histogram.
func (l *Exposure) Signs(*scene.Scene) []scene.Sign {
	return []scene.Sign{
		{Mark: "█ ▄", Means: "how many records lost so much; heights are logarithmic"},
		{Mark: "▸", Means: "the chosen record: enter watches it"},
		{Mark: "+ −", Means: "what was sent points to the record, or away from it"},
	}
}

// Signs are the runs side by side.
func (l *Compare) Signs(s *scene.Scene) (list []scene.Sign) {
	for i, name := range config.Names(s.Configs()) {
		list = append(list, scene.Sign{Mark: chart.Stroke(scene.SideRoles[i], s.ASCII), Means: name})
	}
	return append(list, scene.Sign{Mark: chart.Stroke(chart.Ghost, s.ASCII), Means: "the run before (g takes it away)"})
}

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
