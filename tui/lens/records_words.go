package lens

import (
	"cmp"
	"fmt"
	"math"
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
	case s.Levels != nil && s.Levels.Pooled != nil: // and pooledNorm is 0
		return "The pooled optimum is 0, and no theorem speaks of that: type a norm, enter on |f⁰|."
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
		return cmp.Or(a.Proof, a.Short) + " proved"
	}
	return "this run's limit"
}

// besides is how an ask compares with the records there are, in so many cells: why no
// number is enough where that fits, and in short where the words do not.
func besides(a samples.Ask, records, room int) string {
	text := a.Beside(records)
	if a.None != "" {
		reason, _, _ := strings.Cut(a.None, ": ") // behind it stands what would help
		for _, long := range []string{text + ": " + a.None, text + ": " + reason, reason} {
			if grid.Cells(long) <= room {
				return long
			}
		}
	}
	for _, form := range []*strings.Replacer{
		strings.NewReplacer(" the records there are", ""),
		strings.NewReplacer(" times the records there are", "×", "at least ", "≥ ", "about ", "~ ", "no number is enough", "none is enough", "not where this run ends", "another end",
			" alone would ask for no more than there are", ": enough", "there are enough, about ", "enough, ", " times as many", "×"),
		strings.NewReplacer(",000 times the records there are", "k×", ",000 times as many", "k×", " times the records there are", "×", "at least ", "≥", "about ", "~", "no number is enough", "never", "not where this run ends", "-",
			" million", "M", " billion", "G", "there are enough, about ", "", " times as many", "×", " alone would ask for no more than there are", ""),
	} {
		if grid.Cells(text) <= room {
			break
		}
		text = form.Replace(a.Beside(records))
	}
	return text
}

// columns are how wide the names and the amounts of a table of asks are: as wide as
// elsewhere, or where that leaves no room beside them as narrow as can be.
func columns(asks []samples.Ask, width int) (names, amounts int) {
	if names, amounts = 20, 12; width >= 60 {
		return names, amounts
	}
	names, amounts = len("theorem"), len("asks for")
	for _, a := range asks {
		names, amounts = max(names, grid.Cells(shortly(a))), max(amounts, grid.Cells(a.Amount()))
	}
	return names + 1, amounts + 1
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
	text := fmt.Sprintf("It holds but for a chance of %s", numeral.AtMost(float64(a.Fails)*q.Chance, 3))
	switch {
	case a.Fails == 0:
		text = ""
	case math.IsNaN(a.Rho):
		text += "."
	case a.Reading != samples.Limit:
		c, _ := askedOf(s)
		text += fmt.Sprintf(", and presumes ρ = %s; in force is %s.", numeral.Short(a.Rho), numeral.Short(c.Set.Rho.At(0)))
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
