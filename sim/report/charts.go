package report

import (
	"fmt"
	"slices"

	"admmlab/sim/numeral"
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
	return title, [...]string{"mean " + first.Loss + " loss", "%", EpsilonUnit(runs)}[which]
}

// EpsilonUnit says what the totals in a chart of runs go with, from their first iteration
// to their last.
func EpsilonUnit(runs []Report) string {
	unit, versus, most := "ε", []string(nil), 0.0
	for _, r := range runs {
		neighbours, delta := r.Replay.Promises(r.Last.Iteration)
		versus, most = append(versus, neighbours...), max(most, delta)
	}
	if most > 0 {
		unit += " at δ ≤ " + numeral.AtMost(most, 3)
	}
	slices.Sort(versus)
	switch versus = slices.Compact(versus); len(versus) {
	case 0:
		return unit
	case 1:
		return unit + ", " + versus[0]
	}
	return unit + ", of different neighbours"
}
