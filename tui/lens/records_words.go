package lens

import (
	"fmt"
	"strings"

	"admmlab/sim/numeral"
	"admmlab/sim/samples"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// noNorm is why there is no norm.
func noNorm(s *scene.Scene) string {
	switch {
	case s.HideLevels:
		return "What the run is measured against is taken away (v brings it back): type a norm, enter on |f⁰|."
	case s.Levels != nil && s.Levels.NoPool != "":
		return s.Levels.NoPool + ": type a norm, enter on |f⁰|."
	case s.Run.Last() == 0:
		return "The pooled optimum is computed once the run has begun; or type a norm, enter on |f⁰|."
	}
	return "The pooled optimum is on its way; or type a norm, enter on |f⁰|."
}

// shortly names an ask in 19 cells.
func shortly(a samples.Ask) string {
	switch a.Reading {
	case samples.Printed:
		return a.Short + " printed"
	case samples.Proved:
		return a.Short + " proved"
	}
	return "this run's limit"
}

// besides is how an ask compares with the records there are, in so many cells.
func besides(a samples.Ask, records, room int) string {
	text := a.Beside(records)
	if short := strings.TrimSuffix(text, " the records there are"); grid.Cells(text) > room {
		text = short
	}
	return text
}

// askLines are what there is to say of an ask, a paragraph each.
func askLines(s *scene.Scene, a samples.Ask, q samples.Question) (list []grid.Line) {
	say := func(paint grid.Paint, text string) { list = append(list, grid.Line{Text: text, Paint: paint}) }
	name := "T" + strings.TrimPrefix(a.Name, "t")
	if a.Reading != samples.Limit {
		name = a.Name + ", " + a.Reading.Words()
	}
	say(s.Theme.Accent, fmt.Sprintf("%s: %s. Of %s.", name, a.Beside(q.Records), a.Of))
	if a.None != "" {
		say(s.Theme.Warn, "None: "+a.None+".")
	}
	if len(a.Terms) > 0 {
		var terms []string
		for _, t := range a.Terms {
			mark := ""
			if t.Name == a.Leads {
				mark = "●"
			}
			terms = append(terms, fmt.Sprintf("%s%s %s = %s", mark, t.Name, t.Formula, numeral.Short(t.Value)))
		}
		head := "Of the excess there: "
		if a.Reading == samples.Printed {
			head = "Records: "
			if a.Factor > 1 {
				head = fmt.Sprintf("Records, %s = %s times: ", a.Free, numeral.Short(a.Factor))
			}
		}
		say(s.Theme.Text, head+strings.Join(terms, "; ")+".")
	}
	text := fmt.Sprintf("It holds but for a chance of %s", numeral.Short(float64(a.Fails)*q.Chance))
	switch {
	case a.Fails == 0:
		text = ""
	case a.Reading != samples.Limit:
		text += fmt.Sprintf(", and presumes ρ = %s; in force is %s.", numeral.Short(a.Rho), numeral.Short(s.InForce().Set.Rho.At(0)))
	default:
		text += fmt.Sprintf(". With the records there are it promises an excess of at most %s.", numeral.AtMost(a.Promise, 2))
	}
	if text != "" {
		say(s.Theme.Text, text)
	}
	if a.Reading == samples.Printed {
		for _, words := range a.Wrong {
			say(s.Theme.Dim, "· "+words)
		}
	}
	return list
}
