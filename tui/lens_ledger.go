package tui

import (
	"fmt"
	"math"
	"strings"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// billed asks for the bill.
type billed struct{}

// bill is the ledger and what is left of the budget.
type bill struct {
	sim.Ledger
	left int // iterations, -1 without a budget
}

func (billed) Needs() (tap int, realised bool) { return -1, false }

func (billed) Paint(from *sim.Session) any {
	b := &bill{from.Ledger(), -1}
	if left, ok := from.Left(); ok {
		b.left = left
	}
	return b
}

// bill is nil until it has come.
func (m *Model) bill() *bill {
	b, _ := m.scene.State.Picture.(*bill)
	return b
}

// ledgerTotals are the totals under the chosen adjacency, nil while there are
// none.
func (m *Model) ledgerTotals() []account.Total {
	if m.bill() == nil {
		return nil
	}
	return m.bill().Totals[m.bill().Adjacency]
}

// ledgerLines are what all accountants make of the run: a table for both kinds of
// neighbours, what is reported, the budget, and the chosen accountant's reason.
func (m *Model) ledgerLines(width, height int) []grid.Line {
	totals := m.ledgerTotals()
	if len(totals) == 0 {
		return m.nothingToPay(width)
	}
	lines := m.ledgerTable(width)
	best := bestOf(totals)
	chosen := totals[m.lensChosen()]
	tail := grid.Paragraphs(width, m.scene.Theme.Accent, m.reported(best))
	tail = append(tail, m.budgetLines(width, totals)...)
	if answer := m.lens.answers[afford]; answer != "" {
		tail = append(tail, grid.Paragraphs(width, m.scene.Theme.Accent, "▸ "+scene.Symbols(answer))...)
	}
	tail = append(tail, grid.Paragraphs(width, m.scene.Theme.Text, reason(chosen))...)
	if height-len(lines)-len(tail) >= 1 {
		lines = append(lines, grid.Line{})
	}
	return append(lines, tail...)
}

// nothingToPay says why there is no table.
func (m *Model) nothingToPay(width int) []grid.Line {
	c := m.scene.InForce()
	switch spec := c.Spec(); {
	case !spec.Private():
		return grid.Paragraphs(width, m.scene.Theme.Text, spec.Name+" adds no noise and promises no privacy: there is nothing to add up. m picks a method with noise.")
	case m.scene.State.Lapsed > 0:
		before := m.scene.State.Lapsed - 1
		texts := []string{fmt.Sprintf("no guarantee from t = %d: %s", m.scene.State.Lapsed, m.scene.State.Reason)}
		if e := m.scene.Run.At(scene.Epsilon, before); e == e {
			texts = append(texts, fmt.Sprintf("Until t = %d: printed total %s; smallest valid total, %s: %s.", before,
				scene.Total(e, m.scene.Run.At(scene.Delta, before)), scene.Neighbours(c), scene.Total(m.scene.Run.At(scene.Tight, before), m.scene.Run.At(scene.TightDelta, before))))
		}
		texts = append(texts, "What was sent without a guarantee cannot be taken back: counting starts anew with r, once the condition holds.")
		return grid.Paragraphs(width, m.scene.Theme.Warn, texts...)
	case !c.Set.Private:
		return grid.Paragraphs(width, m.scene.Theme.Warn, "The noise is off: nothing is promised, so there is nothing to add up.")
	}
	return grid.Paragraphs(width, m.scene.Theme.Dim, "nothing sent yet")
}

// ledgerTable has a line for each accountant and a column for each adjacency.
func (m *Model) ledgerTable(width int) []grid.Line {
	const name = 11
	column := min(16, (width-2-name-6)/2)
	l := m.bill()
	heads := m.scene.InForce().Spec().Adjacency
	text := grid.Pad("  account", 2+name)
	for a, h := range heads {
		head := h.Word
		if privacy.Adjacency(a) == l.Adjacency {
			head = "●" + head
		}
		text += grid.PadLeft(head, column)
	}
	lines := []grid.Line{{Text: text + "  δ", Paint: m.scene.Theme.Dim}}
	totals := m.ledgerTotals()
	best := bestOf(totals)
	for i, t := range totals {
		mark, paint := "  ", m.scene.Theme.Text
		switch {
		case i == m.lensChosen() && m.lensFocused():
			mark, paint = "▸ ", m.scene.Theme.Selected
		case t.Name == best.Name:
			mark, paint = "● ", m.scene.Theme.Accent
		case !t.Valid:
			paint = m.scene.Theme.Dim
		}
		text := mark + grid.Pad(t.Name, name)
		for a := range heads {
			text += grid.PadLeft(entry(l.Totals[a], i), column)
		}
		if t.Valid {
			text += "  " + chart.Number(t.Delta)
		}
		lines = append(lines, grid.Line{Text: text, Paint: paint})
	}
	return lines
}

// entry is line i of a column: a total, in brackets where it is true but not at
// the δ asked for, or "no".
func entry(totals []account.Total, i int) string {
	switch {
	case i >= len(totals):
		return "-"
	case totals[i].Valid:
		return scene.Bound(totals[i].Epsilon)
	case math.IsInf(totals[i].Epsilon, 0) || math.IsNaN(totals[i].Epsilon):
		return "no"
	}
	return "(" + scene.Bound(totals[i].Epsilon) + ")"
}

// bestOf is the smallest valid total; its Epsilon is +Inf if none is valid.
func bestOf(totals []account.Total) account.Total {
	best := account.Total{Epsilon: math.Inf(1)}
	for _, t := range totals {
		if t.Valid && t.Epsilon < best.Epsilon {
			best = t
		}
	}
	return best
}

// reported is the number that may be told, with its neighbours and in words, and
// the paper's beside it.
func (m *Model) reported(best account.Total) string {
	c, t := m.scene.InForce(), m.scene.At()
	text := "Reported, " + scene.Neighbours(c) + ": "
	if math.IsInf(best.Epsilon, 1) {
		text += "no bound at all, this promises nothing"
	} else {
		text += fmt.Sprintf("%s (%s, the smallest valid), %s", scene.Total(best.Epsilon, best.Delta), best.Name, scene.Likely(best.Epsilon))
	}
	if e := m.scene.Run.At(scene.Epsilon, t); e == e {
		text += fmt.Sprintf(". Printed total: %s (%s)", scene.Total(e, m.scene.Run.At(scene.Delta, t)), c.Spec().Adds)
	}
	return text + "."
}

// reason is why an accountant's total is valid, or why not.
func reason(t account.Total) string {
	why := strings.TrimSuffix(scene.Symbols(t.Why), ".") + "."
	if !t.Valid {
		return t.Name + " is not valid here: " + why
	}
	return t.Name + " is valid: " + why
}

// budgetLines are the wall and how far it is.
func (m *Model) budgetLines(width int, totals []account.Total) []grid.Line {
	c := m.scene.InForce()
	if c.Budget <= 0 {
		return grid.Paragraphs(width, m.scene.Theme.Text, "No budget. Among the parameters (tab): budget draws the wall, account says whose total counts, stop pauses there.")
	}
	spent := bestOf(totals)
	for _, t := range totals {
		if t.Name == c.Accountant {
			spent = t
		}
	}
	wall := chart.Number(c.Budget)
	text := fmt.Sprintf("Budget: ε %s of %s spent (%s)", scene.Bound(spent.Epsilon), wall, c.Accountant)
	if !spent.Valid {
		text = fmt.Sprintf("Budget: ε %s, but %s proves no total here", wall, c.Accountant)
	}
	paint := m.scene.Theme.Text
	switch left := m.bill().left; {
	case left < 0:
	case left == 0:
		paint = m.scene.Theme.Warn
		text += " · no further iteration fits"
		if c.Stop {
			text += ": raise the budget, or turn stop off"
		}
	case left >= config.MaxIterations:
		text += " · over a million iterations left"
	default:
		text += " · " + scene.NumberedOf(left, "iteration") + " left"
	}
	if !c.Stop {
		text += " · stop is off: the wall is only drawn"
	}
	lines := grid.Paragraphs(width, paint, text)
	if bar := min(40, width-2); bar >= 10 && spent.Valid {
		full := int(math.Min(1, math.Max(0, spent.Epsilon/c.Budget)) * float64(bar))
		lines = append(lines, grid.Line{Text: strings.Repeat("█", full) + strings.Repeat("░", bar-full), Paint: paint})
	}
	return lines
}
