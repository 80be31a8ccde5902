package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"admmlab/sim/config"
	"admmlab/sim/escape"
)

// Comparison is two to four runs on one page. Their own pictures do not count:
// Pictures show them together.
type Comparison struct {
	Runs     []Report
	Pictures []Picture
}

// Write writes the comparison as Markdown. The runs are called A, B, C and D.
func (c Comparison) Write(w io.Writer) error {
	if len(c.Runs) == 1 {
		alone := c.Runs[0]
		alone.Pictures = c.Pictures
		return alone.Write(w)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %d runs side by side\n\n", len(c.Runs))
	for i, r := range c.Runs {
		fmt.Fprintf(&b, "- **%s**: %s\n", Letter(i), escape.Markdown(r.beside()))
	}
	b.WriteString("\n" + disclaimer + "C" + Choosing[1:] + ".\n")
	show(&b, c.Pictures)
	differences := config.Differences(c.replays()...)
	c.differ(&b, differences)
	c.values(&b)
	c.against(&b)
	c.happened(&b)
	c.common(&b, differences)
	commands := ""
	for i, r := range c.Runs {
		commands += fmt.Sprintf("# %s\n%s\n", Letter(i), r.Replay.Command())
	}
	b.WriteString("\n## Run them again\n\n" + escape.MarkdownBlock("sh", commands))
	_, err := io.WriteString(w, b.String())
	return err
}

// Letter is what run i of a comparison is called, from 0.
func Letter(i int) string { return string(rune('A' + i)) }

// beside is the title after what tells the run from the others.
func (r Report) beside() string {
	words := r.title()
	if !strings.HasPrefix(words, r.Name) {
		words = r.Name + ": " + words
	}
	if r.Strays && r.Replay.Title != "" {
		words += ", with " + Straying(r.Replay.Caption)
	}
	return words
}

func (c Comparison) replays() []config.Config {
	var list []config.Config
	for _, r := range c.Runs {
		list = append(list, r.Replay)
	}
	return list
}

// table opens a table with a column for each run.
func (c Comparison) table(b *strings.Builder, title, first, align string) {
	fmt.Fprintf(b, "\n## %s\n\n| %s |", title, first)
	for i := range c.Runs {
		fmt.Fprintf(b, " %s |", Letter(i))
	}
	fmt.Fprintf(b, "\n|---|%s\n", strings.Repeat(align, len(c.Runs)))
}

// differ is the table of the keys that are not the same in all runs.
func (c Comparison) differ(b *strings.Builder, differences []config.Difference) {
	if len(differences) == 0 {
		b.WriteString("\n## Settings that differ\n\nNone: the same session.\n")
		return
	}
	c.table(b, "Settings that differ", "setting", "---|")
	for _, d := range differences {
		fmt.Fprintf(b, "| `%s` |", d.Key)
		for _, v := range d.Values {
			fmt.Fprintf(b, " %s |", escape.Markdown(strings.ReplaceAll(v, "\n", "; ")))
		}
		b.WriteString("\n")
	}
}

// values is the table of the newest rows.
func (c Comparison) values(b *strings.Builder) {
	c.table(b, "After the last iteration", "value", "---:|")
	var names []string // each after the one that it follows in the run that has it
	texts := make([]map[string]string, len(c.Runs))
	for i, r := range c.Runs {
		texts[i] = map[string]string{}
		place := 0
		for _, v := range append([]value{{"iteration", fmt.Sprintf("%d of %d", r.Last.Iteration, r.Now.Iterations)}}, r.values()...) {
			texts[i][v.name] = v.text
			if at := slices.Index(names, v.name); at >= 0 {
				place = at + 1
			} else {
				names = slices.Insert(names, place, v.name)
				place++
			}
		}
	}
	for _, name := range names {
		fmt.Fprintf(b, "| %s |", escape.Markdown(name))
		for i, r := range c.Runs {
			text, has := texts[i][name]
			switch {
			case has:
			case !r.Now.Spec().Private():
				text = "no privacy"
			default:
				text = "none"
			}
			fmt.Fprintf(b, " %s |", escape.Markdown(text))
		}
		b.WriteString("\n")
	}
	c.compared(b)
}

// Losses is a sentence on training losses of two kinds, "" where all are of one.
func (c Comparison) Losses() string {
	var kinds []string
	other := false
	for i, r := range c.Runs {
		kinds = append(kinds, Letter(i)+": "+r.Now.LossKind())
		other = other || !r.Now.SameLoss(c.Runs[0].Now)
	}
	if !other {
		return ""
	}
	return "The train losses are of several kinds, which do not compare. " + strings.Join(kinds, "; ") + "."
}

// compared says what the totals compare: totals of different neighbours must not
// be held against each other.
func (c Comparison) compared(b *strings.Builder) {
	if losses := c.Losses(); losses != "" {
		b.WriteString("\n" + escape.Markdown(losses) + "\n")
	}
	sentence, each := c.Compared()
	if sentence == "" {
		return
	}
	b.WriteString("\n" + sentence + "\n")
	for i, line := range each {
		fmt.Fprintf(b, "%s- %s\n", strings.Repeat("\n", max(0, 1-i)), line)
	}
}

// Compared is a sentence on what the totals compare, "" where there are none, and, where
// that differs, each run with what its own does.
func (c Comparison) Compared() (sentence string, each []string) {
	var words []string
	for i, r := range c.Runs {
		if r.totals() {
			words, each = append(words, r.neighbours()), append(each, Letter(i)+": "+r.neighbours())
		}
	}
	switch {
	case len(words) == 0:
		return "", nil
	case len(slices.Compact(slices.Clone(words))) == 1:
		return fmt.Sprintf("The totals compare any data with the same data after this change: %s.", words[0]), nil
	}
	return "The totals do not compare the same changes of the data, and must not be held against each other:", each
}

// against is what each run is measured against, and of which nobody has computed it.
func (c Comparison) against(b *strings.Builder) {
	var without []string
	for i, r := range c.Runs {
		if r.against(b, "## What "+Letter(i)+" is measured against"); r.Levels == nil {
			without = append(without, Letter(i))
		}
	}
	if n := len(without); n > 0 && n < len(c.Runs) {
		fmt.Fprintf(b, "\nNot computed here is what these are measured against: %s. `admmlab compare` computes it from their sessions.\n", strings.Join(without, ", "))
	}
}

// happened is what was told in the runs.
func (c Comparison) happened(b *strings.Builder) {
	title := "\n## What happened\n\n"
	tell := func(i int, words string) {
		fmt.Fprintf(b, "%s- %s, %s\n", title, Letter(i), words)
		title = ""
	}
	for i, r := range c.Runs {
		if r.LeftOut > 0 {
			tell(i, LeftOut(r.LeftOut))
		}
		for _, n := range r.Notices {
			tell(i, fmt.Sprintf("iteration %d: %s", n.Iteration, escape.Markdown(n.Text)))
		}
	}
}

// common is the table of what all runs read and have the same.
func (c Comparison) common(b *strings.Builder, differences []config.Difference) {
	if len(c.Runs) == 0 {
		return
	}
	b.WriteString("\n## Settings in common at the start\n\n| setting | value | |\n|---|---|---|\n")
	common := func(key string) bool {
		return !slices.ContainsFunc(differences, func(d config.Difference) bool { return d.Key == key })
	}
	settings(b, c.Runs[0].Replay, common)
	if common(config.EventsKnob.Key) {
		c.changes(b)
	}
}

// changes are those so far of runs that have the same on their way: what all came to, and
// the rest with who did.
func (c Comparison) changes(b *strings.Builder) {
	all, some := "", ""
	upTo := make([]int, len(c.Runs))
	for i, r := range c.Runs {
		upTo[i] = r.Happened()
	}
	for _, e := range c.Runs[0].Replay.Events {
		var who []string
		for i := range c.Runs {
			if e.At <= upTo[i] {
				who = append(who, Letter(i))
			}
		}
		switch len(who) {
		case 0:
		case len(c.Runs):
			all += "- " + from(e)
		default:
			some += fmt.Sprintf("- %s, %s", strings.Join(who, ", "), from(e))
		}
	}
	if all != "" {
		b.WriteString("\n## Changes in common\n\n" + all)
	}
	if some != "" {
		b.WriteString("\n## Changes that not all came to\n\n" + some)
	}
}
