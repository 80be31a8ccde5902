package help

import (
	"fmt"
	"strings"

	"admmlab/sim/config"
	"admmlab/sim/numeral"
)

// Hint is a key and what it is for.
type Hint struct{ Key, Words string }

// First is the page for who sees the screen for the first time: who learns what, what
// the charts say, that of the plane too if it is in sight, and the keys that matter. A tab
// parts a line of a table.
func First(c config.Config, plane bool, keys []Hint) string {
	var p page
	p.add(who(c))
	charts := lookup(firstTexts, "charts")
	switch spec := c.Spec(); {
	case !spec.Private() || !c.Set.Private:
		charts = lookup(firstTexts, "charts without noise")
	case spec.Vertical:
		charts = lookup(firstTexts, "charts sharing")
	}
	if plane {
		charts += "\n" + lookup(firstTexts, "plane")
	}
	var lines []string
	for line := range strings.SplitSeq(charts, "\n") {
		name, words, _ := strings.Cut(line, "|")
		lines = append(lines, fmt.Sprintf("%-16s\t%s", name, words))
	}
	p.part("What the charts say (the lower the better)", strings.Join(lines, "\n"))
	lines = nil
	for _, k := range keys {
		lines = append(lines, fmt.Sprintf("  %-8s\t%s", k.Key, k.Words))
	}
	p.part("The keys that matter", strings.Join(lines, "\n"))
	return p.String()
}

// who is what is learned, by whom, on what and how.
func who(c config.Config) string {
	spec := c.Spec()
	question := "which of two classes is a row of"
	if kind, _, err := config.DataKind(c.Data); err == nil && kind.Question != "" {
		question = kind.Question
	}
	rows := numeral.GroupAll(config.DataWords(c.Data))
	whom := fmt.Sprintf("%d nodes learn one classifier together: %s? Each keeps its own rows of the data (%s) to itself and sends its neighbours a model in every iteration.", c.Nodes, question, rows)
	switch {
	case spec.Vertical:
		whom = fmt.Sprintf("%d parties learn one classifier together: %s? They hold different columns of the same rows (%s) and keep them to themselves.", max(2, len(c.Parties)+1), question, rows)
	case c.Nodes == 1:
		whom = fmt.Sprintf("One node learns a classifier alone: %s? It keeps the rows of the data (%s) to itself and has no neighbours.", question, rows)
	}
	return whom + "\n" + how(c)
}

// how is the method, and what its noise does.
func how(c config.Config) string {
	spec := c.Spec()
	if spec.Private() && !c.Set.Private {
		return spec.Name + " with its noise switched off: nothing is promised."
	}
	text := fmt.Sprintf("%s, %s.", spec.Name, spec.Words)
	if !spec.Private() {
		return text
	}
	if set := c.GivesWay(spec.NoiseKnob); set != "" {
		return text + fmt.Sprintf(" A large %s is much noise.", set)
	}
	k, _ := config.KnobOf(c, spec.NoiseKnob)
	return text + fmt.Sprintf(" A small %s is much noise.", k.Symbol)
}
