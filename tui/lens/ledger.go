package lens

import (
	"fmt"
	"slices"
	"strings"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
	"admmlab/sim/runner"
	"admmlab/tui/grid"
	"admmlab/tui/help"
	"admmlab/tui/scene"
)

// Ledger is what every accountant makes of the run, and the budget.
type Ledger struct {
	scene.Choice         // below 0: the best
	view         int     // tableView to tradeoffView
	audits       *Audits // whose points are drawn on the trade-off curve
}

func (l *Ledger) Name() string                      { return "ledger" }
func (l *Ledger) Looks(*scene.Scene) runner.Picture { return billed{curves: l.view != tableView} }

// Value is which neighbours the totals are of, or what of them has yet to count.
func (l *Ledger) Value(s *scene.Scene) string {
	then, from := reportedUnder(s)
	c := billedUnder(s)
	switch who := config.NeighbourWords(c); {
	case from == 0:
		return who
	case who == config.NeighbourWords(then):
		return fmt.Sprintf("δ = %s from t = %d", numeral.AtMost(c.Set.Delta, 3), from)
	default:
		return fmt.Sprintf("%s from t = %d", who, from)
	}
}

func (l *Ledger) Title(s *scene.Scene) string {
	return s.AtCursor([]string{"Ledger & budget", "Ledger: δ over ε", "Ledger: misses over false alarms"}[l.view])
}

func (l *Ledger) Keys(*scene.Scene) string {
	if l.view != tableView {
		return "←→ view · z larger · b back"
	}
	return "←→ curves · ↑↓ choose · enter ask, do · b back"
}

func (l *Ledger) Words(*scene.Scene) string {
	return "totals of the same releases: the smallest valid one is true; ? explains"
}

func (l *Ledger) Help(*scene.Scene) (title, lead string) { return "Ledger & budget", "" }

func (l *Ledger) Bindings() []scene.Binding {
	return []scene.Binding{
		{Key: "b", After: "m", Words: "ledger and budget in place of the loss chart: what every accountant says is spent, and what is left"},
		{Key: "f", After: "F", Words: "ask which noise reaches the limit within the budget, or without one within a total ε that you name; enter does it", Do: l.afford},
	}
}

// Opened chooses the best total.
func (l *Ledger) Opened() { l.Line = -1 }

// afford asks which noise reaches the limit within the budget, or within what is typed
// where there is none, and shows where the answer will stand.
func (l *Ledger) afford(s *scene.Scene) scene.Wish {
	if err := s.Unfit(); err != nil { // it is asked about a run from the start, too
		return scene.Say{Text: err.Error(), Warn: true}
	}
	l.view = tableView
	ask := func(within float64) scene.Wish {
		return scene.All{scene.Show{Lens: l.Name()}, scene.Ask{Question: afford, Command: runner.Command{Order: runner.Afford, Config: s.Anew(), Within: within}}}
	}
	c := s.Wished()
	if c.Budget > 0 || !c.Spec().Private() || !c.Set.Private {
		return ask(0)
	}
	knob, _ := config.KnobOf(c, c.Spec().NoiseKnob)
	within := func(text string) (float64, error) { return config.ParseTotal(strings.TrimSpace(text)) }
	return scene.Entry{
		Title: fmt.Sprintf("Which %s reaches t = %s?", config.KnobName(knob), numeral.Group(c.Iterations)),
		Label: fmt.Sprintf("within a total ε above 0, at δ = %s, %s", numeral.AtMost(c.Set.Delta, 3), config.NeighbourWords(c)), Value: "2", Help: help.Panel(l.Name(), c),
		Check: func(text string) error { _, err := within(text); return err },
		Then: func(text string) scene.Wish {
			total, _ := within(text) // it has been checked
			return ask(total)
		},
	}
}

// accept does what was offered with the answer: in this run as it stands by now, which the
// runner answers anew, or with another. Where other settings have come to wait since then,
// the question is asked again.
func (l *Ledger) accept(s *scene.Scene, o *sim.Offer) scene.Wish {
	start := s.Anew()
	again := scene.Ask{Question: afford, Command: runner.Command{Order: runner.Afford, Config: start, Within: o.Within}}
	if o.Anew == nil {
		again.Command.Do, again.Turns = true, o.Events
		return again
	}
	if len(config.Differences(*o.Anew, start)) > 0 {
		return again
	}
	for _, e := range o.Events {
		knob, _ := config.KnobOf(start, e.Key)
		next, err := knob.Put(start, e.Value)
		if err != nil {
			return scene.Say{Text: err.Error(), Warn: true}
		}
		start = next
	}
	return scene.Start{Config: start}
}

func (l *Ledger) Key(s *scene.Scene, key string) (w scene.Wish, known bool) {
	if by, ok := scene.Sideways(key); ok {
		l.view = ((l.view+by)%ledgerViews + ledgerViews) % ledgerViews
		return nil, true
	}
	if key == "enter" {
		if o := s.Questions.Offer(afford); o != nil && l.view == tableView {
			return l.accept(s, o), true
		}
		return l.afford(s), true
	}
	return nil, l.Move(key, l.chosen(s), len(ledgerTotals(s)))
}

func (l *Ledger) Click(*scene.Scene, scene.Click) scene.Wish { return nil }

func (l *Ledger) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	if c := curvesOf(s); l.view != tableView && c != nil && (s.Cursor == 0 || s.State.At == s.Cursor) && g.Width() > 0 && g.Height() > 0 {
		l.drawCurves(s, g, c)
		return false, false
	}
	return lines(s, g, l, func(width, height int) []grid.Line { return l.ledgerLines(s, width, height) })
}

// chosen is the chosen line.
func (l *Ledger) chosen(s *scene.Scene) int {
	totals := ledgerTotals(s)
	if l.Line >= 0 {
		return l.In(len(totals))
	}
	best := bestTotal(s).Name
	return max(0, slices.IndexFunc(totals, func(t account.Total) bool { return t.Name == best }))
}

// ledgerLines are what all accountants make of the run: a table for both kinds of
// neighbours, what is reported, the budget, and the chosen accountant's reason.
func (l *Ledger) ledgerLines(s *scene.Scene, width, height int) []grid.Line {
	totals := ledgerTotals(s)
	if len(totals) == 0 {
		return append(answerLines(s, width), nothingToPay(s, width)...)
	}
	if l.view != tableView {
		return grid.Paragraphs(width, s.Theme.Dim, noCurve(s, totals))
	}
	lines := l.ledgerTable(s, width)
	chosen := totals[l.chosen(s)]
	tail := answerLines(s, width) // first, so that it never falls off the end
	tail = append(tail, grid.Paragraphs(width, s.Theme.Accent, reported(s, bestTotal(s)))...)
	if words := labelWords(s); words != "" {
		tail = append(tail, grid.Paragraphs(width, s.Theme.Text, words)...)
	}
	tail = append(tail, budgetLines(s, width, totals)...)
	tail = append(tail, grid.Paragraphs(width, s.Theme.Text, reason(chosen))...)
	if height-len(lines)-len(tail) >= 1 {
		lines = append(lines, grid.Line{})
	}
	return append(lines, tail...)
}

// noCurve is why there are no curves of totals.
func noCurve(s *scene.Scene, totals []account.Total) string {
	const none = "There is no curve to draw: "
	best := bestTotal(s)
	switch bill := billOf(s); {
	case !bill.Drawn:
		return "the curves are on their way"
	case bill.Adaptive:
		return none + "what was spent depends on what was drawn."
	case best.Epsilon != 0:
		return none + "no finite ε is proved."
	case slices.ContainsFunc(totals, func(t account.Total) bool { return t.Epsilon > 0 }):
		return none + "at δ = " + numeral.AtMost(best.Delta, 3) + " the total is 0 already. Where δ is smaller there is one."
	}
	return none + "nothing is lost so far."
}

// ledgerTable has a line for each accountant and a column for each adjacency.
func (l *Ledger) ledgerTable(s *scene.Scene, width int) []grid.Line {
	const name = 11
	column := min(16, (width-2-name-6)/2)
	bill := billOf(s)
	heads := s.InForce().Spec().Adjacency
	told := "●"
	if _, from := reportedUnder(s); from > 0 {
		told = "○" // it is not what is reported
	}
	text := grid.Pad("  account", 2+name)
	for a, h := range heads {
		head := h.Word
		if privacy.Adjacency(a) == bill.Adjacency {
			head = told + head
		}
		text += grid.PadLeft(head, column)
	}
	lines := []grid.Line{{Text: text + "  δ", Paint: s.Theme.Dim}}
	totals := ledgerTotals(s)
	best := bestTotal(s)
	for i, t := range totals {
		mark, paint := "  ", s.Theme.Text
		switch {
		case i == l.chosen(s) && s.HasFocus(l):
			mark, paint = "▸ ", s.Theme.Selected
		case t.Name == best.Name:
			mark, paint = told+" ", s.Theme.Accent
		case !t.Valid:
			paint = s.Theme.Dim
		}
		text := mark + grid.Pad(t.Name, name)
		for a := range heads {
			text += grid.PadLeft(entry(bill.Totals[a], i), column)
		}
		if t.Valid {
			text += "  " + numeral.AtMost(t.Delta, 3)
		}
		lines = append(lines, grid.Line{Text: text, Paint: paint})
	}
	return lines
}
