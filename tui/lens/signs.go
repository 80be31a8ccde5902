package lens

import (
	"admmlab/tui/chart"
	"admmlab/tui/scene"
)

// Signs are those of the table and of the curves behind it.
func (l *Ledger) Signs(s *scene.Scene) []scene.Sign {
	signs := chart.SignsOf(s.ASCII)
	stroke := func(role chart.Role) string { return chart.Stroke(role, s.ASCII) }
	return []scene.Sign{
		{Mark: "▸", Means: "the chosen accountant: its reason stands below; at first the smallest"},
		{Mark: "● ○", Means: "the column of the neighbours set; ○ where they, or δ, have yet to count"},
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
	for i, name := range s.Called() {
		list = append(list, scene.Sign{Mark: chart.Stroke(scene.SideRoles[i], s.ASCII), Means: name})
	}
	return append(list, scene.Sign{Mark: chart.Stroke(chart.Ghost, s.ASCII), Means: s.Staying() + " (g takes it away)"})
}

// Signs are the chosen line and the term that leads.
func (l *Records) Signs(*scene.Scene) []scene.Sign {
	return []scene.Sign{
		{Mark: "▸", Means: "the chosen line: ←→ turn a number, enter types it; on a theorem enter measures the run"},
		{Mark: "●", Means: "the term that asks for most"},
		{Mark: "≥", Means: "what the proof shows of a constant that the paper leaves open makes it at least so many"},
		{Mark: "β × w ×", Means: "so many times a constant that the paper leaves open"},
	}
}
