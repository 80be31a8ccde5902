package lens

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"admmlab/sim"
	"admmlab/sim/admm"
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
	choice         // below 0: the best
	view   int     // tableView to tradeoffView
	audits *Audits // whose points are drawn on the trade-off curve
}

// afford is the question which noise keeps the budget.
const afford = "afford"

func (l *Ledger) Name() string                      { return "ledger" }
func (l *Ledger) Value(s *scene.Scene) string       { return config.NeighbourWords(s.InForce()) }
func (l *Ledger) Looks(*scene.Scene) runner.Picture { return billed{curves: l.view != tableView} }

func (l *Ledger) Title(s *scene.Scene) string {
	return s.AtCursor([]string{"Ledger & budget", "Ledger: δ over ε", "Ledger: misses over false alarms"}[l.view])
}

func (l *Ledger) Keys() string {
	if l.view != tableView {
		return "←→ view · z larger · b back"
	}
	return "←→ curves · ↑↓ choose · enter ask, do · b back"
}

func (l *Ledger) Words(*scene.Scene) string {
	return "totals of the same releases: the smallest valid one is true; ? explains"
}

func (l *Ledger) Help(*scene.Scene) (title, lead string) { return "Ledger & budget", "" }

func (l *Ledger) Bindings() []Binding {
	return []Binding{
		{Key: "b", After: "m", Words: "ledger and budget in place of the loss chart: what every accountant says is spent, and what is left"},
		{Key: "f", After: "F", Words: "ask which noise reaches the limit within the budget, or without one within a total ε that you name; enter does it", Do: l.afford},
	}
}

// Opened chooses the best total.
func (l *Ledger) Opened() { l.line = -1 }

// afford asks which noise reaches the limit within the budget, or within what is typed
// where there is none, and shows where the answer will stand.
func (l *Ledger) afford(s *scene.Scene) scene.Wish {
	l.view = tableView
	ask := func(within float64) scene.Wish {
		return scene.All{scene.Show{Lens: l.Name()}, scene.Ask{Question: afford, Command: runner.Command{Order: runner.Afford, Config: s.Grant(s.Base), Within: within}}}
	}
	c := s.InForce()
	if c.Budget > 0 || !c.Spec().Private() || !c.Set.Private {
		return ask(0)
	}
	knob, _ := config.KnobOf(c, c.Spec().NoiseKnob)
	within := func(text string) (float64, error) {
		next, err := config.BudgetKnob.Assign(c, strings.TrimSpace(text))
		if err == nil && next.Budget == 0 {
			err = errors.New("expected a total ε above 0")
		}
		return next.Budget, err
	}
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
	start := s.Grant(s.Base)
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
		next, err := knob.Assign(start, e.Value)
		if err != nil {
			return scene.Say{Text: err.Error(), Warn: true}
		}
		start = next
	}
	return scene.Start{Config: start}
}

func (l *Ledger) Key(s *scene.Scene, key string) (w scene.Wish, known bool) {
	if by, ok := sideways(key); ok {
		l.view = ((l.view+by)%ledgerViews + ledgerViews) % ledgerViews
		return nil, true
	}
	if key == "enter" {
		if o := s.Questions.Offer(afford); o != nil && l.view == tableView {
			return l.accept(s, o), true
		}
		return l.afford(s), true
	}
	return nil, l.key(key, l.chosen(s), len(ledgerTotals(s)))
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
	if l.line >= 0 {
		return l.in(len(totals))
	}
	best := bestTotal(s).Name
	return max(0, slices.IndexFunc(totals, func(t account.Total) bool { return t.Name == best }))
}

// billed asks for the bill.
type billed struct{ curves bool }

// Bill is the ledger and what is left of the budget.
type Bill struct {
	sim.Ledger
	Left  int    // iterations, -1 without a budget
	Guess string // why Left is a guess, "" if it is none
	// Curves are nil where they were not asked for, or nothing is proved; Drawn tells
	// the two apart.
	Curves *sim.Curves
	Drawn  bool
}

func (billed) Needs() (tap int, realised bool) { return -1, false }

func (p billed) Paint(from *sim.Session) any {
	b := &Bill{Ledger: from.Ledger(), Left: -1}
	if p.curves {
		b.Curves, b.Drawn = from.Curves(), true
		return b
	}
	if left, guess, ok := from.Left(); ok {
		b.Left, b.Guess = left, guess
	}
	return b
}

// billOf is nil until it has come.
func billOf(s *scene.Scene) *Bill {
	b, _ := s.State.Picture.(*Bill)
	return b
}

// ledgerTotals are the totals under the chosen adjacency, nil while there are
// none.
func ledgerTotals(s *scene.Scene) []account.Total {
	if billOf(s) == nil {
		return nil
	}
	return billOf(s).Totals[billOf(s).Adjacency]
}

// bestTotal is the total that is reported under the chosen adjacency.
func bestTotal(s *scene.Scene) account.Total {
	if billOf(s) == nil {
		return account.Total{Epsilon: math.Inf(1)}
	}
	return billOf(s).Best[billOf(s).Adjacency]
}

// ledgerLines are what all accountants make of the run: a table for both kinds of
// neighbours, what is reported, the budget, and the chosen accountant's reason.
func (l *Ledger) ledgerLines(s *scene.Scene, width, height int) []grid.Line {
	totals := ledgerTotals(s)
	if len(totals) == 0 {
		return append(l.answer(s, width), l.nothingToPay(s, width)...)
	}
	if l.view != tableView {
		words := "the curves are on their way"
		if billOf(s).Drawn {
			words = "There is no curve to draw: no finite ε above 0 is proved."
			if billOf(s).Adaptive {
				words = "There is no curve to draw: what was spent depends on what was drawn."
			}
		}
		return grid.Paragraphs(width, s.Theme.Dim, words)
	}
	lines := l.ledgerTable(s, width)
	chosen := totals[l.chosen(s)]
	tail := l.answer(s, width) // first, so that it never falls off the end
	tail = append(tail, grid.Paragraphs(width, s.Theme.Accent, l.reported(s, bestTotal(s)))...)
	if words := labelWords(s); words != "" {
		tail = append(tail, grid.Paragraphs(width, s.Theme.Text, words)...)
	}
	tail = append(tail, l.budgetLines(s, width, totals)...)
	tail = append(tail, grid.Paragraphs(width, s.Theme.Text, reason(chosen))...)
	if height-len(lines)-len(tail) >= 1 {
		lines = append(lines, grid.Line{})
	}
	return append(lines, tail...)
}

// answer is what was said to the question, or that it is being asked; nil while it is not.
func (l *Ledger) answer(s *scene.Scene, width int) []grid.Line {
	switch answer := s.Questions.Answer(afford); {
	case answer != "":
		lines := grid.Paragraphs(width, s.Theme.Accent, "▸ "+scene.Symbols(answer))
		if at := s.Questions.Since(afford, &s.State); at > 0 && s.Questions.Offer(afford) != nil {
			lines = append(lines, grid.Paragraphs(width, s.Theme.Dim, fmt.Sprintf("asked at t = %d: enter works it out anew", at))...)
		}
		return lines
	case s.Questions.Asking():
		return []grid.Line{{Text: "▸ asking the run …", Paint: s.Theme.Dim}}
	}
	return nil
}

// nothingToPay says why there is no table.
func (l *Ledger) nothingToPay(s *scene.Scene, width int) []grid.Line {
	c := s.InForce()
	switch spec := c.Spec(); {
	case !spec.Private():
		return grid.Paragraphs(width, s.Theme.Text, spec.Name+" adds no noise and promises no privacy: there is nothing to add up. m picks a method with noise.")
	case s.State.Lapsed > 0:
		before := s.State.Lapsed - 1
		texts := []string{fmt.Sprintf("no guarantee from t = %d: %s", s.State.Lapsed, s.State.Reason)}
		if e := s.Run.At(scene.Tight, before); e == e {
			texts = append(texts, fmt.Sprintf("Until t = %d: %s, %s; %s.", before, s.Proved(before), config.NeighbourWords(c), s.Printed(before)))
		}
		texts = append(texts, "What was sent without a guarantee cannot be taken back: counting starts anew with r, once the condition holds; enter asks which noise a run from the start takes.")
		return grid.Paragraphs(width, s.Theme.Warn, texts...)
	case !c.Set.Private:
		return grid.Paragraphs(width, s.Theme.Warn, "The noise is off: nothing is promised, so there is nothing to add up.")
	}
	switch {
	case s.Questions.Asking(): // answer says so
		return nil
	case billOf(s) == nil && s.Run.Last() > 0:
		return grid.Paragraphs(width, s.Theme.Dim, "adding up …")
	}
	return grid.Paragraphs(width, s.Theme.Dim, "nothing sent yet")
}

// ledgerTable has a line for each accountant and a column for each adjacency.
func (l *Ledger) ledgerTable(s *scene.Scene, width int) []grid.Line {
	const name = 11
	column := min(16, (width-2-name-6)/2)
	bill := billOf(s)
	heads := s.InForce().Spec().Adjacency
	text := grid.Pad("  account", 2+name)
	for a, h := range heads {
		head := h.Word
		if privacy.Adjacency(a) == bill.Adjacency {
			head = "●" + head
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
			mark, paint = "● ", s.Theme.Accent
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

// reported is the number that may be told, with its neighbours and in words, and
// the printed one beside it, all of one iteration.
func (l *Ledger) reported(s *scene.Scene, best account.Total) string {
	c, t := s.InForce(), s.State.At // of the bill, which takes its time
	text := "Reported, "
	if s.Cursor == 0 && t < s.Run.Last() {
		text = fmt.Sprintf("Reported at t = %d, ", t)
	}
	text += config.NeighbourWords(c) + ": "
	bill := billOf(s)
	switch declared := bill.Declared[bill.Adjacency]; {
	case bill.Adaptive && declared.Valid:
		text += fmt.Sprintf("%s, the budget that every release keeps (%s), %s. Each line is what is spent so far", scene.Total(declared.Epsilon, declared.Delta), declared.Name, numeral.Odds(declared.Epsilon, declared.Delta))
	case bill.Adaptive:
		text += "spent so far, no guarantee: " + c.Spec().Adaptive
	case math.IsInf(best.Epsilon, 1):
		text += "no bound at all, this promises nothing"
	default:
		which := "the smallest valid"
		if !slices.ContainsFunc(ledgerTotals(s), func(t account.Total) bool { return t.Valid && t.Epsilon <= best.Epsilon }) {
			which = "node by node" // of the node worst off; each line is of another
		}
		text += fmt.Sprintf("%s (%s, %s), %s", scene.Total(best.Epsilon, best.Delta), best.Name, which, numeral.Odds(best.Epsilon, best.Delta))
	}
	if printed := s.Printed(t); printed != "" {
		text += ". P" + printed[1:]
	}
	return text + "."
}

// labelWords are what a promise about one person's row says of the label, "" where the
// promise is another.
func labelWords(s *scene.Scene) string {
	c, bill := s.InForce(), billOf(s)
	if c.Spec().Adjacency[bill.Adjacency].ID != admm.Person {
		return ""
	}
	switch t := bill.Labelled; {
	case !(c.Set.Labels > 0):
		return "The label is not in it: y publishes every label as it is (ε_Y is off)."
	case bill.Adaptive:
		return fmt.Sprintf("The label is not in it: its own part is ε_Y = %s.", numeral.Short(c.Set.Labels))
	case !t.Valid:
		return fmt.Sprintf("The label alone: ε ≤ %s, by ε_Y. Of row and label together nothing is proved.", scene.Bound(c.Set.Labels))
	default:
		return fmt.Sprintf("Row and label together: %s (%s), with ε_Y = %s.", scene.Total(t.Epsilon, t.Delta), t.Name, numeral.Short(c.Set.Labels))
	}
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
func (l *Ledger) budgetLines(s *scene.Scene, width int, totals []account.Total) []grid.Line {
	c := s.InForce()
	if c.Budget <= 0 {
		return grid.Paragraphs(width, s.Theme.Text, "No budget. Among the parameters (tab), under accounting: budget draws the wall, account says whose total counts, stop pauses there.")
	}
	spent := bestTotal(s)
	for _, t := range totals {
		if t.Name == c.Accountant {
			spent = t
		}
	}
	wall := numeral.Short(c.Budget)
	text := fmt.Sprintf("Budget: ε %s of %s spent (%s)", scene.Bound(spent.Epsilon), wall, c.Accountant)
	if !spent.Valid {
		text = fmt.Sprintf("Budget: ε %s, but %s proves no total here", wall, c.Accountant)
	}
	paint := s.Theme.Text
	switch left := billOf(s).Left; {
	case left < 0:
	case left == 0:
		paint = s.Theme.Warn
		text += " · no further iteration fits"
		if c.Stop {
			text += ": raise the budget, turn stop off, or ask (enter) which noise does"
		}
	case left >= config.MaxIterations:
		text += " · over a million iterations left"
	default:
		text += " · " + scene.NumberedOf(left, "iteration") + " left"
	}
	if guess := billOf(s).Guess; guess != "" {
		text += " (a guess: " + guess + ")"
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
