package panel

import (
	"fmt"
	"math"

	"admmlab/sim/config"
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

// privacyLines are the words, as many as fit: each sentence that has shorter forms in the
// shortest, then in a longer one, then what has none, all in their order.
func privacyLines(s *scene.Scene, width, room int) (lines []string) {
	sentences := privacySentences(s)
	chosen := make([][]string, len(sentences))
	used := 0
	try := func(i int, words string) bool {
		w := grid.Wrap(words, width)
		if used+len(w)-len(chosen[i]) > room {
			return false
		}
		used, chosen[i] = used+len(w)-len(chosen[i]), w
		return true
	}
	for i, forms := range sentences {
		if last := len(forms) - 1; last > 0 && !try(i, forms[last]) {
			break
		}
	}
	for i, forms := range sentences {
		for k := 0; k < len(forms)-1 && chosen[i] != nil && !try(i, forms[k]); k++ {
		}
	}
	for i, forms := range sentences {
		if len(forms) == 1 && !try(i, forms[0]) {
			break
		}
	}
	for _, w := range chosen {
		lines = append(lines, w...)
	}
	if len(lines) == 0 && room > 0 { // rather cut than nothing
		w := grid.Wrap(sentences[0][0], width)
		lines = append(w[:room-1], grid.Fit(w[room-1]+" …", width))
	}
	return lines
}

// privacySentences are what there is to say, each with shorter forms for where it does not
// fit.
func privacySentences(s *scene.Scene) (list [][]string) {
	spec, t := s.InForce().Spec(), s.At()
	add := func(forms ...string) { list = append(list, forms) }
	e, _ := s.Honest(t)
	promise, printed := s.Promise(t), s.Run.At(scene.Epsilon, t)
	if s.Unpromised(t) || t == 0 || math.IsNaN(printed) {
		add(promise[0])
		before, until := s.Run.Kept(s.State.Lapsed-1), "until then "
		if before < s.State.Lapsed-1 { // the last one is not kept
			until = fmt.Sprintf("until t = %d ", before)
		}
		if e, _ := s.Honest(before); s.LapsedAt(t) && !math.IsNaN(e) && !math.IsInf(e, 1) {
			add(until + s.EpsilonWords(before) + ", " + config.NeighbourWords(s.ConfigAt(before)))
		}
		return list
	}
	finite := !math.IsNaN(e) && !math.IsInf(e, 1)
	switch {
	case !finite:
		add(promise...)
	case s.Filtered(t):
		add(s.Proved(t))
	default:
		add(s.Proved(t), s.EpsilonWords(t))
	}
	if s.Overstated(t) { // it must not fall off
		add(s.Printed(t), "printed "+scene.Bound(printed)+": not proved")
	}
	if finite {
		add(promise...)
	}
	if words := s.Printed(t); words != "" && !s.Overstated(t) {
		add(words, "printed "+scene.Bound(printed))
	}
	add("printed: " + spec.TotalWords)
	add("simulation: not for releasing data")
	return list
}
