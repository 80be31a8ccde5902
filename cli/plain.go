package cli

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"

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
	every := max(1, c.Iterations/20)
	fmt.Fprintf(out, "%s on %s, %d iterations, seed %d. A simulation with a replayable seed: not for releasing data.\n",
		spec.Name, escape.Terminal(config.DataWords(c.Data)), c.Iterations, c.Seed)
	if spec.Private() && c.Set.Private {
		fmt.Fprintf(out, "Privacy compares any data with the same data after this change: %s.\n", spec.Adjacency[spec.AdjacencyOf(&c.Set)].Words)
	}
	p := newProgress(errOut, c.Iterations)
	halted := false
	err := runner.Run(ctx, c, p.loading, func(r sim.Row, notices []sim.Notice) error {
		p.clear()
		for _, n := range notices {
			if err := tell(out, n); err != nil {
				return err
			}
			halted = halted || n.Kind == sim.Diverged
		}
		if r.Iteration == 0 || r.Iteration != 1 && r.Iteration%every != 0 && r.Iteration != c.Iterations {
			return nil
		}
		_, err := fmt.Fprintf(out, "Iteration %d of %d: train loss %s, test error %.1f %%%s.\n", r.Iteration, c.Iterations,
			numeral.Short(r.TrainLoss), 100*r.TestError, privacySentence(r, spec.Private()))
		return err
	})
	p.clear()
	if err == nil && halted {
		return errHalted
	}
	return err
}

// behindItsIteration is the text of a notice for a line that opens with its iteration,
// which the text then does not name again.
func behindItsIteration(n sim.Notice) string {
	return strings.Replace(n.Text, fmt.Sprintf(" from t = %d", n.Iteration), " from here on", 1)
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

// privacySentence says what the noise proves so far, and beside it what the
// paper counts where that is another number: only the first is a promise.
func privacySentence(r sim.Row, private bool) string {
	proved, delta := r.Tight, r.TightDelta
	paper := ""
	if math.Abs(proved-r.EpsilonTotal) > 0.005*r.EpsilonTotal {
		paper = ", where the paper counts " + numeral.AtMost(r.EpsilonTotal, 3)
	}
	if report.Overstated(r.EpsilonTotal, r.Proved) && proved != r.Proved && !math.IsInf(proved, 1) {
		paper += fmt.Sprintf(" with δ = %s, at which the noise proves only %s", numeral.Short(r.Delta), numeral.AtMost(r.Proved, 3))
	}
	switch {
	case !private:
		return ""
	case math.IsNaN(r.EpsilonTotal):
		return ", no privacy guarantee"
	case math.IsNaN(proved):
		return fmt.Sprintf(", privacy spent so far %s with δ = %s, no guarantee", numeral.AtMost(r.Spent, 3), numeral.AtMost(delta, 3))
	case math.IsInf(proved, 1):
		return ", privacy: this noise proves no bound at all" + paper
	}
	so := "so far at most"
	if r.Accountant == sim.Filter {
		so, paper = "whatever is drawn at most", ", of which "+numeral.AtMost(r.Spent, 3)+" are spent so far"
	}
	within := ""
	if delta > 0 {
		within = " with δ = " + numeral.AtMost(delta, 3)
	}
	return fmt.Sprintf(", privacy %s %s%s%s (%s)", so, numeral.AtMost(proved, 3), within, paper, numeral.Odds(proved, delta))
}
