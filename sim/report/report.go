package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/level"
	"admmlab/sim/numeral"
)

// Picture is a chart a report shows: what it is of, and the file it is in, beside
// the report.
type Picture struct{ Title, File string }

// Report is a run on one page.
type Report struct {
	Name     string        // tells it from those beside it; "": its title does
	Replay   config.Config // runs it again
	Now      config.Config // in force at the end
	Last     sim.Row       // newest
	Notices  []sim.Notice
	LeftOut  int // earlier notices that are not there any more
	Pictures []Picture
	Levels   *level.Levels // what it is measured against, nil where nobody knows
	Strays   bool          // its settings are not those that its caption tells of
}

// Ended is the report of a run of c that ended with a row, without its notices and pictures.
func Ended(c config.Config, last sim.Row) Report {
	now := c.After(last.Iteration)
	now.Iterations, now.Events = c.Limit(), nil
	if last.Set != nil {
		now.Set = *last.Set
	}
	if last.Graph != nil {
		now.Topology = last.Graph.String()
	}
	return Report{Replay: c, Now: now, Last: last}
}

// proved is what the totals of the newest row go with: what was in force in it, and not
// what has been turned since.
func (r Report) proved() config.Config {
	c := r.Now
	if r.Last.Set != nil {
		c.Set = *r.Last.Set
	}
	return c
}

// Write writes the report as Markdown.
func (r Report) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", escape.Markdown(r.title()))
	if caption := strings.Join(strings.Fields(Caption(r.Replay, r.Strays)), " "); caption != "" {
		fmt.Fprintf(&b, "%s\n\n", escape.Markdown(caption))
	}
	b.WriteString(disclaimer)
	show(&b, r.Pictures)
	fmt.Fprintf(&b, "\n## After iteration %d of %d\n\n| value | |\n|---|---:|\n", r.Last.Iteration, r.Now.Iterations)
	for _, v := range r.values() {
		fmt.Fprintf(&b, "| %s | %s |\n", escape.Markdown(v.name), escape.Markdown(v.text))
	}
	if r.totals() {
		fmt.Fprintf(&b, "\nThe totals compare any data with the same data after this change: %s.\n", r.neighbours())
	}
	r.against(&b, "## What it is measured against")
	if l, ok := r.Last.Converges(); ok {
		fmt.Fprintf(&b, "\n## Will it converge\n\n%s.\n", escape.Markdown(l.Detail))
		for _, line := range strings.Split(l.Numbers, "\n") {
			if line != "" {
				fmt.Fprintf(&b, "\n- %s", escape.Markdown(line))
			}
		}
		b.WriteString("\n")
	}
	b.WriteString("\n## Settings at the start\n\n| setting | value | |\n|---|---|---|\n")
	settings(&b, r.Replay, func(string) bool { return true })
	r.happened(&b)
	fmt.Fprintf(&b, "\n## Run it again\n\n%s", escape.MarkdownBlock("sh", r.Replay.Command()))
	_, err := io.WriteString(w, b.String())
	return err
}

// Straying is what a run has whose caption stays unsaid, as it tells of another one, or without a
// caption whose title does.
func Straying(caption string) string {
	if caption == "" {
		return "other settings than its title tells of"
	}
	return "other settings than its caption tells of"
}

// Caption is what a run of c is about, "" for nothing: what its preset claims is told of other
// settings where it strays from them.
func Caption(c config.Config, strays bool) string {
	if strays {
		return "With " + Straying(c.Caption) + "."
	}
	return c.Caption
}

// Choosing is what no total has in it.
const Choosing = "choosing by these numbers looks at the data and is in no ε"

const disclaimer = "A simulation with a replayable seed: its noise protects nobody, and nothing here is for releasing data.\n"

func (r Report) title() string {
	if r.Replay.Title != "" {
		return r.Replay.Title
	}
	return r.Replay.Spec().Name + " on " + config.DataWords(r.Replay.Data)
}

func show(b *strings.Builder, pictures []Picture) {
	for _, p := range pictures {
		fmt.Fprintf(b, "\n![%s](<%s>)\n", escape.Markdown(p.Title), p.File)
	}
}

// value is a number of the newest row in words.
type value struct{ name, text string }

// values are those of the newest row; without privacy the first few.
func (r Report) values() []value {
	list := []value{
		{"train loss", digits(r.Last.TrainLoss)},
		{"test loss", digits(r.Last.TestLoss)},
		{"test error", percent(r.Last.TestError)},
		{"disagreement", digits(r.Last.Disagreement)},
		{"gradient left", digits(r.Last.GradientNorm)},
	}
	list = append(list, costs(&r.Last)...)
	if !r.Now.Spec().Private() {
		return list
	}
	proved := r.within(r.Last.Tight, r.Last.TightDelta)
	if r.Last.Accountant == sim.Filter || math.IsNaN(r.Last.Tight) && !math.IsNaN(r.Last.Spent) {
		return append(list,
			value{"ε", proved},
			value{"spent so far, which depends on what was drawn", r.within(r.Last.Spent, r.proved().Set.Delta)},
			value{"printed", r.within(r.Last.EpsilonTotal, r.Last.Delta)},
			r.realised())
	}
	if r.Last.Accountant != "" {
		proved += " (" + r.Last.Accountant + ")"
	}
	return append(list,
		value{"ε", proved},
		value{"printed", r.within(r.Last.EpsilonTotal, r.Last.Delta)},
		value{"printed: what the noise proves at its δ", r.within(r.Last.Proved, r.Last.Delta)},
		r.realised())
}

// realised is the largest realised loss with what it compares, which the totals need not.
func (r Report) realised() value {
	text := digits(r.Last.RealisedMax)
	if !math.IsNaN(r.Last.RealisedMax) {
		text += ", " + r.Now.Spec().Measured()
	}
	return value{"largest realised loss, no guarantee", text}
}

// totals reports whether there are any.
func (r Report) totals() bool {
	return r.Now.Spec().Private() && !(math.IsNaN(r.Last.EpsilonTotal) && math.IsNaN(r.Last.Tight))
}

// neighbours is what the totals compare.
func (r Report) neighbours() string {
	c := r.proved()
	return c.Spec().Adjacency[c.Spec().AdjacencyOf(&c.Set)].Words
}

// settings are the lines of a table: the keys that a session reads, but for those
// left out.
func settings(b *strings.Builder, c config.Config, in func(key string) bool) {
	for _, k := range config.KnobsOf(c) {
		if value := k.Value(c); !k.Prose && k.Key != config.EventsKnob.Key && in(k.Key) && k.Reads(c) && value != "" {
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", k.Key, escape.Markdown(value), escape.Markdown(k.Words))
		}
	}
}

// happened are the changes so far and what else was told.
func (r Report) happened(b *strings.Builder) {
	b.WriteString("\n## Changes\n\n")
	if changes := r.changes(); len(changes) > 0 {
		b.WriteString(strings.Join(changes, ""))
	} else {
		b.WriteString("None.\n")
	}
	if len(r.Notices) == 0 && r.LeftOut == 0 {
		return
	}
	b.WriteString("\n## What happened\n\n")
	if r.LeftOut > 0 {
		fmt.Fprintf(b, "- %s\n", LeftOut(r.LeftOut))
	}
	for _, n := range r.Notices {
		fmt.Fprintf(b, "- iteration %d: %s\n", n.Iteration, escape.Markdown(n.Text))
	}
}

// LeftOut says how many notices came before those that are told.
func LeftOut(n int) string { return "left out: " + numeral.Counted(n, "earlier notice") }

// Happened is the iteration up to which the changes of the run have happened: that of the next
// one, too, where one of them keeps that from being made.
func (r Report) Happened() int {
	stands := r.Last.Iteration < r.Now.Iterations && slices.ContainsFunc(r.Notices, func(n sim.Notice) bool {
		return (n.Kind == sim.Met || n.Kind == sim.Wall) && n.Iteration == r.Last.Iteration
	})
	return r.Replay.Happened(r.Last.Iteration, stands)
}

// changes are those so far, a line each.
func (r Report) changes() (lines []string) {
	upTo := r.Happened()
	for _, e := range r.Replay.Events {
		if e.At <= upTo {
			lines = append(lines, "- "+from(e))
		}
	}
	return lines
}

// from is a change and since when, the rest of a line.
func from(e config.Event) string {
	return fmt.Sprintf("from iteration %d: %s\n", e.At, escape.MarkdownCode(e.Words()))
}

// digits is a number to six digits, in words where it is none.
func digits(v float64) string {
	switch {
	case math.IsNaN(v):
		return "none"
	case math.IsInf(v, 1):
		return "infinite"
	}
	return numeral.Exact(v, 6)
}

// percent is digits of a share.
func percent(share float64) string {
	if math.IsNaN(share) {
		return digits(share)
	}
	return digits(100*share) + " %"
}

// within is an (ε, δ) of the newest row; before the first iteration nothing has lost one.
func (r Report) within(epsilon, delta float64) string {
	switch {
	case r.Last.Iteration == 0:
		return "-"
	case math.IsNaN(epsilon):
		return "no guarantee"
	case math.IsInf(epsilon, 1):
		return "no bound"
	case delta > 0:
		return fmt.Sprintf("%s at δ = %s", upwards(epsilon), upwards(delta))
	}
	return upwards(epsilon)
}

// upwards is digits of a bound, which is not flattered.
func upwards(v float64) string { return digits(numeral.RoundUp(v, 6)) }
