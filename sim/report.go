package sim

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Picture is a chart a report shows: what it is of, and the file it is in, beside
// the report.
type Picture struct{ Title, File string }

// Report is a run on one page.
type Report struct {
	Replay   Config // runs it again
	Now      Config // in force at the end
	Last     Row    // newest
	Notices  []Notice
	Pictures []Picture
}

// Write writes the report as Markdown.
func (r Report) Write(w io.Writer) error {
	var b strings.Builder
	title := r.Replay.Title
	if title == "" {
		title = r.Replay.Spec().Name + " on " + DataWords(r.Replay.Data)
	}
	fmt.Fprintf(&b, "# %s\n\n", cell(title))
	if r.Replay.Caption != "" {
		fmt.Fprintf(&b, "%s\n\n", cell(r.Replay.Caption))
	}
	b.WriteString("A simulation with a replayable seed: its noise protects nobody, and nothing here is for releasing data.\n")
	for _, p := range r.Pictures {
		fmt.Fprintf(&b, "\n![%s](<%s>)\n", cell(p.Title), p.File)
	}
	r.values(&b)
	r.settings(&b)
	r.happened(&b)
	fmt.Fprintf(&b, "\n## Run it again\n\n```sh\n%s\n```\n", r.Replay.Command())
	_, err := io.WriteString(w, b.String())
	return err
}

// values is the table of the newest row.
func (r Report) values(b *strings.Builder) {
	spec := r.Now.Spec()
	fmt.Fprintf(b, "\n## After iteration %d of %d\n\n| value | |\n|---|---:|\n", r.Last.Iteration, r.Now.Iterations)
	line := func(name, value string) { fmt.Fprintf(b, "| %s | %s |\n", cell(name), cell(value)) }
	line("train loss", digits(r.Last.TrainLoss))
	line("test loss", digits(r.Last.TestLoss))
	line("test error", digits(100*r.Last.TestError)+" %")
	line("disagreement", digits(r.Last.Disagreement))
	line("gradient left", digits(r.Last.GradientNorm))
	if !spec.Private() {
		return
	}
	line("ε as the paper counts", within(r.Last.EpsilonTotal, r.Last.Delta))
	proved := within(r.Last.Tight, r.Last.TightDelta)
	if r.Last.Accountant != "" {
		proved += " (" + r.Last.Accountant + ")"
	}
	line("ε that the noise proves", proved)
	line("largest realised loss, no guarantee", digits(r.Last.RealisedMax))
	fmt.Fprintf(b, "\nThe totals compare any data with the same data after this change: %s.\n", spec.Adjacency[spec.AdjacencyOf(&r.Now.Set)].Words)
}

// settings is the table of what it began with.
func (r Report) settings(b *strings.Builder) {
	b.WriteString("\n## Settings at the start\n\n| setting | value | |\n|---|---|---|\n")
	for _, key := range order {
		switch key {
		case "title", "caption", "events":
			continue
		}
		k, _ := KnobOf(r.Replay, key)
		if value := k.Value(r.Replay); k.Reads(r.Replay) && value != "" {
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", key, cell(value), cell(k.Words))
		}
	}
}

// happened are the changes so far and what else was told.
func (r Report) happened(b *strings.Builder) {
	b.WriteString("\n## Changes\n\n")
	some := false
	for _, e := range r.Replay.Events {
		if e.At <= r.Last.Iteration {
			fmt.Fprintf(b, "- from iteration %d: `%s`\n", e.At, e.Words())
			some = true
		}
	}
	if !some {
		b.WriteString("None.\n")
	}
	if len(r.Notices) == 0 {
		return
	}
	b.WriteString("\n## What happened\n\n")
	for _, n := range r.Notices {
		fmt.Fprintf(b, "- iteration %d: %s\n", n.Iteration, cell(n.Text))
	}
}

// cell is text that cannot break a table.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", `\<`).Replace(s)
}

// digits is a number to six digits, in words where it is none.
func digits(v float64) string {
	switch {
	case math.IsNaN(v):
		return "none"
	case math.IsInf(v, 1):
		return "infinite"
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// within is an (ε, δ).
func within(epsilon, delta float64) string {
	switch {
	case math.IsNaN(epsilon):
		return "no guarantee"
	case math.IsInf(epsilon, 1):
		return "no bound"
	case delta > 0:
		return fmt.Sprintf("%s at δ = %s", digits(epsilon), digits(delta))
	}
	return digits(epsilon)
}
