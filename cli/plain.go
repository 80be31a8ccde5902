package cli

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"admmlab/cli/output"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/escape"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/runner"
)

// sentences runs c and tells of it in plain sentences: about twenty over the
// run, and one for everything that happens.
func sentences(ctx context.Context, c config.Config, out, errOut io.Writer) error {
	spec := c.Spec()
	limit := c.Limit()
	every := max(1, limit/20)
	fmt.Fprintf(out, "%s on %s, %s, seed %d. A simulation with a replayable seed: not for releasing data.\n",
		spec.Name, escape.Terminal(config.DataWords(c.Data)), numeral.Counted(limit, "iteration"), c.Seed)
	p := output.NewProgress(errOut, limit)
	halted := false
	neighbours := "" // as they were told last
	var last sim.Row
	tellAll := func(notices []sim.Notice) error {
		for _, n := range notices {
			if err := tell(out, n); err != nil {
				return err
			}
			halted = halted || n.Kind == sim.Diverged
		}
		return nil
	}
	err := runner.Run(ctx, c, p.Loading, func(r sim.Row, notices []sim.Notice) error {
		p.Clear()
		ends := slices.IndexFunc(notices, func(n sim.Notice) bool {
			return n.Kind == sim.Finished || n.Kind == sim.Met || n.Kind == sim.Wall
		})
		var after []sim.Notice // this iteration: how it ended the run
		if ends >= 0 {
			notices, after = notices[:ends], notices[ends:]
		}
		if err := tellAll(notices); err != nil {
			return err
		}
		if r.Iteration > 0 {
			last = r
		}
		if r.Iteration > 0 && spec.Private() && r.Set.Private {
			who := "Privacy"
			if neighbours != "" {
				who = fmt.Sprintf("From iteration %d on privacy", r.Iteration)
			}
			if words := spec.Adjacency[spec.AdjacencyOf(r.Set)].Words; words != neighbours {
				neighbours = words
				fmt.Fprintf(out, "%s compares any data with the same data after this change: %s.\n", who, words)
			}
		}
		if r.Iteration == 1 || r.Iteration > 0 && (r.Iteration%every == 0 || ends >= 0) {
			if _, err := fmt.Fprintf(out, "Iteration %d of %d: train loss %s, test error %s %%%s.\n", r.Iteration, limit,
				numeral.Short(r.TrainLoss), numeral.Short(100*r.TestError), privacySentence(r, spec.Private())); err != nil {
				return err
			}
		}
		return tellAll(after)
	})
	p.Clear()
	if err == nil && last.Iteration > 0 {
		_, err = fmt.Fprintf(out, "That took %s.\n", report.Cost(c, &last))
	}
	if err == nil && halted {
		return errHalted
	}
	return err
}

// behindItsIteration is the text of a notice for a line that opens with its iteration,
// which the text then does not name again.
func behindItsIteration(n sim.Notice) string {
	here := fmt.Sprintf(" from t = %d", n.Iteration)
	return strings.NewReplacer(here+" on", " from here on", here, " from here on").Replace(n.Text)
}

// noticeLine is a notice as one line.
func noticeLine(n sim.Notice) string {
	return fmt.Sprintf("t %d: %s", n.Iteration, escape.Terminal(behindItsIteration(n)))
}

// tell writes a notice as a sentence. That the run is finished is told by its
// last row.
func tell(out io.Writer, n sim.Notice) error {
	var err error
	text := escape.Terminal(strings.TrimSuffix(behindItsIteration(n), "."))
	switch {
	case n.Kind == sim.Finished:
	case n.Iteration == 0:
		_, err = fmt.Fprintf(out, "Before the first iteration: %s.\n", text)
	default:
		_, err = fmt.Fprintf(out, "At iteration %d: %s.\n", n.Iteration, text)
	}
	return err
}

// privacySentence is the headline ε, what it means, and the printed total beside it where
// that is another number: only the first is a promise.
func privacySentence(r sim.Row, private bool) string {
	if !private {
		return ""
	}
	words := ", " + report.Headline(private, &r)
	switch {
	case math.IsNaN(r.Tight) && !math.IsNaN(r.Spent):
		return fmt.Sprintf(", no guarantee, privacy spent so far %s at δ = %s", numeral.AtMost(r.Spent, 3), numeral.AtMost(r.TightDelta, 3))
	case math.IsNaN(r.Tight):
		return words
	case r.Accountant == sim.Filter:
		words += fmt.Sprintf(", whatever is drawn, of which %s are spent so far", numeral.AtMost(r.Spent, 3))
	}
	words += " (" + numeral.Odds(r.Tight, r.TightDelta) + ")"
	if beside := report.Beside(&r); beside != "" {
		words += ", " + beside
	}
	if but := report.Unproved(&r); but != "" {
		words += ", but " + but
	}
	return words
}
