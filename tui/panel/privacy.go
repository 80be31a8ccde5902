package panel

import (
	"fmt"
	"math"

	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// drawPrivacyWords says the bound in words at the foot of the panel and returns
// the lines set aside for them, whether or not all are used: the chart above
// keeps its place.
func drawPrivacyWords(s *scene.Scene, g *grid.Grid) int {
	room := 0
	switch {
	case g.Height() >= 15:
		room = 7
	case g.Height() >= 11:
		room = 5
	case g.Height() >= 8:
		room = 3
	case g.Height() >= 6:
		room = 2
	}
	lines := privacyLines(s, g.Width(), room)
	y := g.Height() - room
	for i, line := range lines {
		paint := s.Theme.Text
		if i == 0 && s.LapsedAt(s.At()) {
			paint = s.Theme.Warn
		}
		g.Text(0, y+i, g.Width(), line, paint)
	}
	return room
}

// privacyLines are the words, the most important first, as many as fit.
func privacyLines(s *scene.Scene, width, room int) []string {
	spec, t := s.InForce().Spec(), s.At()
	var sentences [][]string // each with shorter ones for where it does not fit
	add := func(format string, args ...any) {
		sentences = append(sentences, []string{fmt.Sprintf(format, args...)})
	}
	e := s.Run.At(scene.Epsilon, t)
	switch {
	case !spec.Private():
		add("%s adds no noise and promises no privacy", spec.Name)
	case s.LapsedAt(t):
		add("no guarantee from t = %d: %s", s.State.Lapsed, s.State.Reason)
		before := s.State.Lapsed - 1
		if e := s.Run.At(scene.Tight, before); !math.IsNaN(e) && !math.IsInf(e, 1) {
			add("until then %s", scene.Total(e, s.Run.At(scene.TightDelta, before)))
		}
	case t == 0 || math.IsNaN(e):
		add("nothing sent yet")
	default:
		total := "total"
		if s.Overstated(t) {
			total = "printed total"
		}
		if s.Unbounded(t) || s.Filtered(t) {
			total = "as the paper counts"
		} else {
			add("%s %s (%s)", total, s.Printed(t), spec.Adds)
		}
		for _, words := range s.ProvedWords(t) {
			add("%s", words)
		}
		if e, delta := s.Honest(t); !math.IsNaN(e) {
			who := config.NeighbourWords(s.ConfigAt(t))
			sentences = append(sentences, []string{who + ": " + numeral.Odds(e, delta), who + ": " + numeral.ShortOdds(e, delta), who})
		}
		if s.Unbounded(t) || s.Filtered(t) {
			add("%s %s (%s)", total, s.Printed(t), spec.Adds)
		}
		add("%s", spec.TotalWords)
		add("simulation: not for releasing data")
	}
	var lines []string
	full := false // then only what has a shorter form may still find a place
	for _, forms := range sentences {
		if full && len(forms) == 1 {
			continue
		}
		var w []string
		for _, form := range forms {
			if w = grid.Wrap(form, width); len(lines)+len(w) <= room {
				break
			}
		}
		if len(lines)+len(w) > room {
			if len(lines) == 0 && room > 0 { // rather cut than nothing
				lines = append(w[:room-1], grid.Fit(w[room-1]+" …", width))
			}
			full = true
			continue
		}
		lines = append(lines, w...)
	}
	return lines
}
