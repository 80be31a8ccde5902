package report

import (
	"testing"

	"admmlab/sim/config"
)

func TestTheAxisOfAComparisonSaysWhoAreNeighbours(t *testing.T) {
	dvp, silent := config.Default(), config.Default().WithMethod("sharing")
	sharing := silent
	silent.Set.Private = false
	for _, c := range []struct {
		other config.Config
		want  string
	}{{dvp.WithMethod("pvp"), "ε, one record replaced"}, {sharing, "ε, of different neighbours"}, {silent, "ε, one record replaced"}, {dvp.WithMethod("admm"), "ε, one record replaced"}} {
		if _, got := ChartWords(2, []config.Config{dvp, c.other}); got != c.want {
			t.Errorf("DVP and %s: %q, want %q", c.other.Spec().Name, got, c.want)
		}
	}
}
