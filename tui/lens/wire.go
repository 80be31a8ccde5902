package lens

import (
	"fmt"
	"math"
	"strings"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/numeral"
	"admmlab/sim/runner"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// Wire is what one node or party sends.
type Wire struct {
	node int // from 0
}

func (l *Wire) Name() string              { return "wire" }
func (l *Wire) Value(*scene.Scene) string { return "" }
func (l *Wire) Keys(s *scene.Scene) string {
	return "←→ " + s.Holder() + " · n one iteration · z larger · w back"
}

func (l *Wire) Title(s *scene.Scene) string {
	return s.AtCursor("On the wire: " + s.HolderName(l.node+1))
}

func (l *Wire) Words(*scene.Scene) string {
	return "what a neighbour or an eavesdropper sees, beside what would have been sent without noise; ? explains"
}

func (l *Wire) Help(*scene.Scene) (title, lead string) { return "On the wire", "" }

func (l *Wire) Bindings() []scene.Binding {
	return []scene.Binding{{Key: "w", Words: "wire: what a neighbour or an eavesdropper sees of one node"}}
}

// Looks goes back to the first node where a new run has fewer.
func (l *Wire) Looks(s *scene.Scene) runner.Picture {
	if l.node >= s.Holders() {
		l.node = 0
	}
	return tapped{l.node}
}

func (l *Wire) Key(s *scene.Scene, key string) (w scene.Wish, known bool) {
	if by, ok := scene.Sideways(key); ok {
		all := max(1, s.Holders())
		l.node = ((l.node+by)%all + all) % all
		return nil, true
	}
	return nil, key == "enter" || key == "wheel up" || key == "wheel down"
}

func (l *Wire) Click(*scene.Scene, scene.Click) scene.Wish { return nil }

func (l *Wire) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	return lines(s, g, l, func(width, height int) []grid.Line { return l.wireLines(s, width, height) })
}

// tapped asks for what a node or a party sends, counted from 0.
type tapped struct{ node int }

func (w tapped) Needs() (tap int, realised bool) { return w.node, false }

func (tapped) Paint(from *sim.Session) any { return from.Wire() }

// wireOf is nil before anything was sent.
func wireOf(s *scene.Scene) *sim.Wire {
	w, _ := s.State.Picture.(*sim.Wire)
	return w
}

// wireLines are what a neighbour or an eavesdropper sees of one node, beside what
// it would have sent without its noise.
func (l *Wire) wireLines(s *scene.Scene, width, height int) []grid.Line {
	w := wireOf(s)
	if w == nil || w.Node != l.node+1 {
		next, back := "space runs, n makes one iteration", ""
		if s.Run.Last() > 0 {
			back = ", looks back at what was sent, . comes forward again"
		}
		switch s.Ending() {
		case archive.Left:
			next = back + "; " + next
		case archive.Budget, archive.Met:
			next = "the run stands still, space says why; " + back
		default:
			next = "the run is over; " + back
		}
		next = strings.Trim(next, "; ")
		return grid.Paragraphs(width, s.Theme.Dim, fmt.Sprintf("Nothing sent by %s since the lens looks at it: %s.", s.HolderName(l.node+1), next))
	}
	lines := grid.Paragraphs(width, s.Theme.Accent, l.freshWords(s, w))
	tail := l.wireNumbers(s, w, width)
	lines = append(lines, l.wireTable(s, w, width, max(3, height-len(lines)-len(tail)))...)
	return append(lines, tail...)
}

// freshWords says what was sent and whether data were touched for it.
func (l *Wire) freshWords(s *scene.Scene, w *sim.Wire) string {
	text := fmt.Sprintf("t = %d: %s sends %s. ", w.Iteration, s.HolderName(w.Node), w.What)
	switch {
	case w.Again:
		return text + "It is its last message again, as a new one would have broken the budget: no data are touched and nothing is paid."
	case !w.Fresh && w.Norm == 0: // sharing's first message
		return text + "It is 0 throughout: nothing is learned yet, so no data are touched and nothing is paid."
	case !w.Fresh && w.Noise > 0:
		return text + "It is noise alone: nothing is learned yet, so no data are touched and nothing is paid."
	case !w.Fresh:
		return text + "It follows from what was sent before: anybody could compute it, no data are touched and nothing is paid."
	case !s.InForce().Spec().Private() || !s.ConfigAt(w.Iteration).Set.Private:
		return text + "It is computed from the data, without any noise."
	case w.Before == nil:
		return text + "It is computed from the data; no noise was drawn."
	}
	return text + "It is computed from the data and hidden by fresh noise."
}

// wireTable lists the entries with and without the noise.
func (l *Wire) wireTable(s *scene.Scene, w *sim.Wire, width, room int) []grid.Line {
	const number, without = 11, 15
	name := max(8, width-number-without)
	head := grid.Pad("the largest", name)
	if s.InForce().Spec().Vertical {
		head = grid.Pad("the first", name)
	}
	head = grid.Fit(head, name) + grid.PadLeft("sent", number)
	if w.Before != nil {
		head += grid.PadLeft("without noise", without)
	}
	lines := []grid.Line{{Text: head, Paint: s.Theme.Dim}}
	for i, n := range w.Names[:min(len(w.Names), room-1)] {
		text := grid.Pad(grid.Fit(n, name-1), name) + grid.PadLeft(numeral.Short(w.Sent[i]), number)
		if i < len(w.Before) {
			text += grid.PadLeft(numeral.Short(w.Before[i]), without)
		}
		lines = append(lines, grid.Line{Text: text, Paint: s.Theme.Text})
	}
	return lines
}

// wireNumbers are the sizes, where the noise enters, and what an eavesdropper
// gets on top.
func (l *Wire) wireNumbers(s *scene.Scene, w *sim.Wire, width int) []grid.Line {
	words := "Lengths: what is sent " + numeral.Short(w.Norm)
	if w.Before != nil {
		words += ", what the noise changed in it " + numeral.Short(w.Hidden) + ", the noise drawn " + numeral.Short(w.Noise)
		if w.Cover > 0 {
			words += ", that of ε₂ " + numeral.Short(w.Cover)
		}
	}
	lines := grid.Paragraphs(width, s.Theme.Title, words+".")
	var where []string
	if w.Where != "" && w.Before != nil && w.Noise > 0 {
		where = append(where, "The noise sits "+w.Where+".")
	}
	if w.Cover > 0 {
		where = append(where, "That of ε₂ (repair) sits on the model.")
	}
	if where != nil {
		lines = append(lines, grid.Paragraphs(width, s.Theme.Text, strings.Join(where, " "))...)
	}
	if !math.IsNaN(w.Recovered) {
		lines = append(lines, grid.Paragraphs(width, s.Theme.Warn, fmt.Sprintf("The centre sends y back, without noise: the signs of y give %s %% of the true labels away.", numeral.Short(100*w.Recovered)))...)
	}
	return lines
}
