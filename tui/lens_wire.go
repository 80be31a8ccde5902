package tui

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"admmlab/sim"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
)

// tapped asks for what a node or a party sends, counted from 0.
type tapped struct{ node int }

func (w tapped) Needs() (tap int, realised bool) { return w.node, false }

func (tapped) Paint(from *sim.Session) any { return from.Wire() }

// wire is nil before anything was sent.
func (m *Model) wire() *sim.Wire {
	w, _ := m.scene.State.Picture.(*sim.Wire)
	return w
}

// wireLines are what a neighbour or an eavesdropper sees of one node, beside what
// it would have sent without its noise.
func (m *Model) wireLines(width, height int) []grid.Line {
	w := m.wire()
	if w == nil || w.Node != m.lens.node+1 {
		next := "run, or n makes one iteration"
		if m.scene.State.Finished {
			next = "the cursor (,) looks back"
		}
		return grid.Paragraphs(width, m.scene.Theme.Dim, fmt.Sprintf("Nothing sent by %s since the lens looks at it: %s.", m.scene.HolderName(m.lens.node+1), next))
	}
	lines := grid.Paragraphs(width, m.scene.Theme.Accent, m.freshWords(w))
	tail := m.wireNumbers(w, width)
	lines = append(lines, m.wireTable(w, width, max(3, height-len(lines)-len(tail)))...)
	return append(lines, tail...)
}

// freshWords says what was sent and whether data were touched for it.
func (m *Model) freshWords(w *sim.Wire) string {
	text := fmt.Sprintf("t = %d, %s: ", w.Iteration, w.What)
	zeros := len(w.Before) > 0 && w.Norm == w.Hidden && !slices.ContainsFunc(w.Before, func(v float64) bool { return v != 0 })
	switch {
	case zeros: // sharing's first message
		return text + "zeros but for noise, as every run starts: no data touched, nothing to pay"
	case !m.scene.InForce().Spec().Private() || !m.scene.InForce().Set.Private:
		return text + "computed from the data, without any noise"
	case w.Fresh && w.Before == nil:
		return text + "computed from the data, no noise drawn"
	case w.Fresh:
		return text + "fresh, computed from the data and hidden by noise"
	}
	return text + "post-processing of what was already sent: no data touched, nothing to pay"
}

// wireTable lists the entries with and without the noise.
func (m *Model) wireTable(w *sim.Wire, width, room int) []grid.Line {
	const number = 11
	name := max(8, width-2*number)
	head := grid.Pad("largest entries", name)
	if m.scene.InForce().Spec().Vertical {
		head = grid.Pad("first entries", name)
	}
	head = grid.Fit(head, name) + grid.PadLeft("sent", number)
	if w.Before != nil {
		head += grid.PadLeft("no noise", number)
	}
	lines := []grid.Line{{Text: head, Paint: m.scene.Theme.Dim}}
	for i, n := range w.Names[:min(len(w.Names), room-1)] {
		text := grid.Pad(grid.Fit(n, name-1), name) + grid.PadLeft(chart.Number(w.Sent[i]), number)
		if i < len(w.Before) {
			text += grid.PadLeft(chart.Number(w.Before[i]), number)
		}
		lines = append(lines, grid.Line{Text: text, Paint: m.scene.Theme.Text})
	}
	return lines
}

// wireNumbers are the sizes, where the noise enters, and what an eavesdropper
// gets on top.
func (m *Model) wireNumbers(w *sim.Wire, width int) []grid.Line {
	parts := []string{"|sent| " + chart.Number(w.Norm)}
	if w.Before != nil {
		parts = append(parts, "the noise changed "+chart.Number(w.Hidden), "|noise| "+chart.Number(w.Noise))
	}
	lines := grid.Paragraphs(width, m.scene.Theme.Title, strings.Join(parts, " · "))
	if w.Where != "" && w.Before != nil {
		lines = append(lines, grid.Paragraphs(width, m.scene.Theme.Text, "The noise enters "+w.Where+".")...)
	}
	if !math.IsNaN(w.Recovered) {
		lines = append(lines, grid.Paragraphs(width, m.scene.Theme.Warn, fmt.Sprintf("Beside it the centre sends y: %s %% of the true labels can be read from its signs.", chart.Number(100*w.Recovered)))...)
	}
	return lines
}
