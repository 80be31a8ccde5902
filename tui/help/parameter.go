package help

import (
	"fmt"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
)

// Parameter explains a knob under the config's method: what it is and what it is
// set to, its formula, its place in the paper, what turning it does, and when a
// change counts.
func Parameter(k config.Knob, c config.Config) string {
	var p page
	p.add(opening(k, c))
	if !k.Reads(c) {
		p.add(fmt.Sprintf("%s does not read it; the value is kept for methods that do.", c.Spec().Name))
	}
	p.part("Formula", indentIf(k.Formula))
	p.part("Place", indentIf(k.Place))
	p.part("Turning it", indentIf(sentence(turning(k, c), append(values(k, c), k.Symbol)...)))
	p.part("Choices", choices(k, c))
	p.add(lookup(parameterTexts, c.Method+" "+k.Key, k.Key))
	p.add("Counts: " + counts(k.Counts))
	return p.String()
}

// opening is what the knob is, what it is set to, and how it is written.
func opening(k config.Knob, c config.Config) string {
	text := sentence(k.Words)
	if now := value(k, c); now != "" {
		text += "\nNow " + now
		if p, ok := c.Spec().Parameter(k.Key); ok {
			text += "; allowed: " + p.Range() + "; the method starts with " + number(p.Default)
		}
		text = strings.TrimSuffix(text, ".") + "."
	}
	return text + "\nIn files and after --set it is called " + k.Key + "."
}

// turning is what turning does; the declaration speaks of records where parties
// hold columns.
func turning(k config.Knob, c config.Config) string {
	if k.Key == config.AdjacencyKnob.Key && c.Spec().Vertical {
		return "One changed column is the paper's neighbour, one person's row is what people expect. Two numbers for two promises: the noise is the same"
	}
	return k.Turning
}

// values are what a listed knob can be.
func values(k config.Knob, c config.Config) []string {
	if k.Choices == nil {
		return nil
	}
	return k.Choices(c)
}

// choices are what a listed knob can be, with a word on each where there is one.
func choices(k config.Knob, c config.Config) string {
	switch {
	case !k.Reads(c):
		return ""
	case k.Key == config.VariantKnob.Key:
		return Variant(c)
	case k.Explain != nil:
		var lines []string
		for _, choice := range k.Explain(c) {
			lines = append(lines, "  "+choice.Name+": "+choice.Words)
		}
		return strings.Join(lines, "\n")
	}
	var names []string
	for _, choice := range values(k, c) {
		name := choice
		if k.Say != nil && k.Say(c, choice, config.Few) != "" {
			name = k.Say(c, choice, config.Few)
		}
		if name != choice {
			name += " (" + choice + ")"
		}
		names = append(names, name)
	}
	return indentIf(strings.Join(names, ", "))
}

func counts(w admm.When) string {
	if w == admm.AtReset {
		return "after a reset, when the run starts again."
	}
	return "from the next iteration on, in mid-run too."
}

// value is the knob's value for reading.
func value(k config.Knob, c config.Config) string {
	text := k.Value(c)
	if k.Say != nil {
		if words := k.Say(c, text, config.Few); words != "" {
			return numeral.GroupAll(words)
		}
	}
	if _, declared := c.Spec().Parameter(k.Key); declared {
		v, err := admm.ParseNumbers(text)
		if err == nil {
			parts := make([]string, len(v))
			for i, x := range v {
				parts[i] = number(x)
			}
			return strings.Join(parts, ", ")
		}
	}
	return strings.ReplaceAll(text, "\n", "; ")
}

// number is v with up to four digits.
func number(v float64) string { return numeral.Exact(v, 4) }

func indentIf(text string) string {
	if text == "" {
		return ""
	}
	return indent(text)
}

// Variant lists the readings of the config's method with what each breaks or
// costs, the one in force marked; a sentence where there is only one.
func Variant(c config.Config) string {
	spec := c.Spec()
	if !spec.Private() {
		return fmt.Sprintf("  %s has one reading only: it adds no noise.", spec.Name)
	}
	var lines []string
	for _, v := range spec.Variants {
		mark := ""
		if v.ID == c.Set.Variant {
			mark = " (in force)"
		}
		lines = append(lines, fmt.Sprintf("  %s%s: %s", v.Words, mark, sentence(v.Note)))
	}
	return strings.Join(lines, "\n")
}
