package report

import (
	"fmt"
	"strings"

	"admmlab/sim"
	"admmlab/sim/config"
)

// ChartWords are the title and the unit of a chart of runs side by side, or of one:
// 0 is the train loss, 1 the test error in percent, 2 the smallest total that is
// proved.
func ChartWords(which int, runs []Report) (title, unit string) {
	first := runs[0].Replay
	of := first.Spec().Name
	if n := len(runs); n > 1 {
		of = fmt.Sprintf("%d runs side by side", n)
	}
	title = fmt.Sprintf("%s, %s, seed %d", [...]string{"Train loss", "Test error", "Privacy"}[which], of, first.Seed)
	return title, [...]string{"mean " + first.Loss + " loss", "%", EpsilonUnit(promised(runs))}[which]
}

// EpsilonUnit is the unit of totals that go with a promise.
func EpsilonUnit(p config.Promise) string { return strings.TrimSpace("ε " + p.Words()) }

// promised is what the totals of runs go with, from their first iteration to the last that
// has one.
func promised(runs []Report) (all config.Promise) {
	for _, r := range runs {
		last := r.Last.Iteration
		for _, n := range r.Notices {
			if n.Kind == sim.NoGuarantee {
				last = min(last, n.Iteration-1)
			}
		}
		all = all.And(r.Replay.Promises(last))
	}
	return all
}
