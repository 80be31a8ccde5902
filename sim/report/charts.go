package report

import (
	"fmt"
	"strings"

	"admmlab/sim/config"
	"admmlab/sim/numeral"
)

// ChartWords are the title and the unit of a chart of runs side by side, or of one:
// 0 is the train loss, 1 the test error in percent, 2 the smallest total that is
// proved.
func ChartWords(which int, configs []config.Config) (title, unit string) {
	versus, delta := "", 0.0
	for _, c := range configs {
		if c.Spec().Private() && c.Set.Private {
			delta = max(delta, c.Set.Delta)
		}
		switch words := config.NeighbourWords(c); {
		case !c.Spec().Private() || !c.Set.Private:
		case versus == "" || versus == words:
			versus = words
		default:
			versus = "of different neighbours"
		}
	}
	of := configs[0].Spec().Name
	if n := len(configs); n > 1 {
		of = fmt.Sprintf("%d runs side by side", n)
	}
	epsilon := "ε"
	if delta > 0 {
		epsilon += " at δ ≤ " + numeral.AtMost(delta, 3)
	}
	title = fmt.Sprintf("%s, %s, seed %d", [...]string{"Train loss", "Test error", "Privacy"}[which], of, configs[0].Seed)
	return title, [...]string{"mean " + configs[0].Loss + " loss", "%", strings.TrimSuffix(epsilon+", "+versus, ", ")}[which]
}
