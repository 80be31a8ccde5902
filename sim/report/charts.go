package report

import (
	"fmt"
	"slices"
	"strings"

	"admmlab/sim/config"
)

// ChartTitle is the title of a chart of runs side by side, or of one: 0 is the train loss, 1
// the test error in percent, 2 the smallest total that is proved.
func ChartTitle(which int, runs []config.Config) string {
	first := runs[0]
	of := first.Spec().Name
	if n := len(runs); n > 1 {
		of = fmt.Sprintf("%d runs side by side", n)
	}
	return fmt.Sprintf("%s, %s, seed %d", [...]string{"Train loss", "Test error", "Privacy"}[which], of, first.Seed)
}

// OnScale is the title of a chart with what its scale is, such as "log scale", behind its first words.
func OnScale(title, scale string) string {
	if scale == "" {
		return title
	}
	return strings.Replace(title, ",", ", "+scale+",", 1)
}

// LossUnit is the unit of the training losses of runs, each kind once.
func LossUnit(runs []config.Config) string {
	var kinds []string
	for _, c := range runs {
		if words := c.TrainLoss(); !slices.Contains(kinds, words) {
			kinds = append(kinds, words)
		}
	}
	return strings.Join(kinds, " or ")
}

// EpsilonUnit is the unit of totals that go with a promise.
func EpsilonUnit(p config.Promise) string { return strings.TrimSpace("ε " + p.Words()) }
