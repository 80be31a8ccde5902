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
	}{{dvp.WithMethod("pvp"), "ε at δ ≤ 1e-5, one record replaced"}, {sharing, "ε at δ ≤ 1e-5, of different neighbours"}, {silent, "ε at δ ≤ 1e-5, one record replaced"}, {dvp.WithMethod("admm"), "ε at δ ≤ 1e-5, one record replaced"}} {
		if _, got := ChartWords(2, []config.Config{dvp, c.other}); got != c.want {
			t.Errorf("DVP and %s: %q, want %q", c.other.Spec().Name, got, c.want)
		}
	}
}
