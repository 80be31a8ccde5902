package main

import (
	"context"
	"fmt"
	"io"
	"math"

	"admmlab/sim"
	"admmlab/tui/chart"
)

// sentences runs c and tells of it in plain sentences: about twenty over the
// run, and one for everything that happens.
func sentences(ctx context.Context, c sim.Config, out, errOut io.Writer) error {
	spec := c.Spec()
	every := max(1, c.Iterations/20)
	fmt.Fprintf(out, "%s on %s, %d iterations, seed %d. A simulation with a replayable seed: not for releasing data.\n",
		spec.Name, sim.DataWords(c.Data), c.Iterations, c.Seed)
	p := newProgress(errOut, c.Iterations)
	halted := false
	err := sim.Run(ctx, c, p.loading, func(r sim.Row, notices []sim.Notice) error {
		p.clear()
		for _, n := range notices {
			if n.Kind != sim.Finished {
				fmt.Fprintf(out, "At iteration %d: %s.\n", n.Iteration, n.Text)
			}
			halted = halted || n.Kind == sim.Diverged
		}
		if r.Iteration != 1 && r.Iteration%every != 0 && r.Iteration != c.Iterations {
			return nil
		}
		_, err := fmt.Fprintf(out, "Iteration %d of %d: train loss %s, test error %.1f %%%s.\n", r.Iteration, c.Iterations,
			chart.Number(r.TrainLoss), 100*r.TestError, privacySentence(r, spec.Private()))
		return err
	})
	p.clear()
	if err == nil && halted {
		return errHalted
	}
	return err
}

// privacySentence says the printed total in words.
func privacySentence(r sim.Row, private bool) string {
	switch {
	case !private:
		return ""
	case math.IsNaN(r.EpsilonTotal):
		return ", no privacy guarantee"
	case r.EpsilonTotal > 10:
		return fmt.Sprintf(", privacy so far at most %s, which promises nothing", chart.Number(r.EpsilonTotal))
	}
	return fmt.Sprintf(", privacy so far at most %s (the odds about any one person change by at most %s times)",
		chart.Number(r.EpsilonTotal), chart.Number(math.Exp(r.EpsilonTotal)))
}
