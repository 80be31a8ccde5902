package lens

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
	"admmlab/sim/runner"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// afford is the question which noise keeps the budget.
const afford = "afford"

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

// answerLines are what was said to the question, or that it is being asked; nil while it is not.
func answerLines(s *scene.Scene, width int) []grid.Line {
	switch answer := s.Questions.Answer(afford); {
	case answer != "":
		at := s.Questions.Since(afford, s)
		if s.State.Running || at > 0 {
			answer = strings.TrimSuffix(answer, runner.GoesOn)
		}
		lines := grid.Paragraphs(width, s.Theme.Accent, "▸ "+scene.Symbols(answer))
		switch {
		case at == 0:
		case s.Questions.Offer(afford) != nil:
			lines = append(lines, grid.Paragraphs(width, s.Theme.Dim, fmt.Sprintf("asked at t = %d: enter works it out anew", at))...)
		case s.Questions.Changed(afford, s): // what was accepted, or cannot be had, does not depend on t
			lines = append(lines, grid.Paragraphs(width, s.Theme.Warn, fmt.Sprintf("That was at t = %d, and the run was changed since: enter asks anew.", at))...)
		}
		return lines
	case s.Questions.Asking():
		return []grid.Line{{Text: "▸ asking the run …", Paint: s.Theme.Dim}}
	}
	return nil
}

// nothingToPay says why there is no table.
func nothingToPay(s *scene.Scene, width int) []grid.Line {
	c := s.InForce()
	switch spec := c.Spec(); {
	case !spec.Private():
		return grid.Paragraphs(width, s.Theme.Text, spec.Name+" adds no noise and promises no privacy: there is nothing to add up. m picks a method with noise.")
	case s.State.Lapsed > 0:
		before := s.Run.Kept(s.State.Lapsed - 1)
		texts := []string{fmt.Sprintf("no guarantee from t = %d: %s", s.State.Lapsed, s.State.Reason)}
		if e := s.Run.At(scene.Tight, before); e == e {
			texts = append(texts, fmt.Sprintf("Until t = %d: %s, %s; %s.", before, s.Proved(before), config.NeighbourWords(s.ConfigAt(before)), s.Printed(before)))
		}
		texts = append(texts, "What was sent without a guarantee cannot be taken back: counting starts anew with r, once the condition holds; enter asks which noise a run from the start takes.")
		return grid.Paragraphs(width, s.Theme.Warn, texts...)
	case !c.Set.Private:
		return grid.Paragraphs(width, s.Theme.Warn, "The noise is off: nothing is promised, so there is nothing to add up.")
	}
	switch {
	case s.Questions.Asking(): // answerLines say so
		return nil
	case billOf(s) == nil && s.Run.Last() > 0:
		return grid.Paragraphs(width, s.Theme.Dim, "adding up …")
	}
	return grid.Paragraphs(width, s.Theme.Dim, "nothing sent yet")
}

// reportedNow is the lead of a total of the bill: that it is reported, or what is and from
// when on the bill's neighbours and δ count.
func reportedNow(s *scene.Scene, lead string) string {
	then, from := reportedUnder(s)
	text := lead + ", " + config.NeighbourWords(then) + ": "
	if from > 0 {
		text += fmt.Sprintf("%s. Counting from t = %d, %s: ", s.Proved(from-1), from, config.NeighbourWords(billedUnder(s)))
	}
	return text
}

// reported is the number that may be told, with its neighbours and in words, and
// the printed one beside it, all of one iteration.
func reported(s *scene.Scene, best account.Total) string {
	c, t := billedUnder(s), s.State.At // of the bill, which takes its time
	lead := "Reported"
	if s.Cursor == 0 && t < s.Run.Last() {
		lead = fmt.Sprintf("Reported at t = %d", t)
	}
	text := reportedNow(s, lead)
	bill := billOf(s)
	switch declared := bill.Declared[bill.Adjacency]; {
	case bill.Adaptive && declared.Valid:
		text += fmt.Sprintf("%s, the budget that every release keeps (%s), %s. Each line is what is spent so far", scene.Total(declared.Epsilon, declared.Delta), declared.Name, numeral.Odds(declared.Epsilon, declared.Delta))
	case bill.Adaptive:
		text += "spent so far, no guarantee: " + c.Spec().Adaptive.Words
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
		if c.Spec().Adds == privacy.Basic && slices.ContainsFunc(ledgerTotals(s), func(by account.Total) bool {
			return by.Name == account.Basic && by.Valid && numeral.AtMost(by.Epsilon, 3) != numeral.AtMost(s.Run.At(scene.Epsilon, t), 3)
		}) {
			text += ": what the paper charges; the line basic is what the noise proves"
		}
	}
	return text + "."
}

// labelWords are what a promise about one person's row says of the label, "" where the
// promise is another.
func labelWords(s *scene.Scene) string {
	c, bill := billedUnder(s), billOf(s)
	if c.Spec().Adjacency[bill.Adjacency].ID != admm.Person {
		return ""
	}
	switch t := bill.Labelled; {
	case !(c.Set.Labels > 0):
		return "The label is not in it: y publishes every label as it is (ε_Y is off)."
	case bill.Adaptive:
		return fmt.Sprintf("The label is not in it: its own part is ε_Y = %s.", scene.Bound(c.Set.Labels))
	case !t.Valid:
		return fmt.Sprintf("The label alone: ε ≤ %s, by ε_Y. Of row and label together nothing is proved.", scene.Bound(c.Set.Labels))
	default:
		return fmt.Sprintf("Row and label together: %s (%s), with ε_Y = %s.", scene.Total(t.Epsilon, t.Delta), t.Name, scene.Bound(c.Set.Labels))
	}
}

// budgetLines are the wall and how far it is.
func budgetLines(s *scene.Scene, width int, totals []account.Total) []grid.Line {
	c := billedUnder(s)
	if c.Budget <= 0 {
		return grid.Paragraphs(width, s.Theme.Text, "No budget. Among the parameters (tab), under accounting: budget draws the wall, account says whose total counts, stop pauses there.")
	}
	spent := bestTotal(s)
	for _, t := range totals {
		if t.Name == c.Accountant {
			spent = t
		}
	}
	wall := numeral.Given(c.Budget)
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
		switch {
		case billOf(s).Unaffordable != "":
			text += ": " + billOf(s).Unaffordable
		case !c.Stop:
		case c.Budget >= config.MaxBudget:
			text += ": turn stop off, or ask (enter) which noise does"
		default:
			text += ": raise the budget, turn stop off, or ask (enter) which noise does"
		}
	case left >= config.MaxIterations:
		text += " · over a million iterations left"
	default:
		text += " · "
		if !billOf(s).Exactly {
			text += "≥ "
		}
		text += scene.NumberedOf(left, "iteration") + " left"
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

// reason is why an accountant's total is valid, or why not.
func reason(t account.Total) string {
	why := strings.TrimSuffix(scene.Symbols(t.Why), ".") + "."
	if !t.Valid {
		return t.Name + " is not valid here: " + why
	}
	return t.Name + " is valid: " + why
}
