package report

import (
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
)

func TestTheAxisOfAComparisonSaysWhoAreNeighbours(t *testing.T) {
	dvp, silent := config.Default(), config.Default().WithMethod("sharing")
	sharing := silent
	silent.Set.Private = false
	for _, c := range []struct {
		other config.Config
		want  string
	}{{dvp.WithMethod("pvp"), "ε at δ ≤ 1e-5, one record replaced"}, {sharing, "ε at δ ≤ 1e-5, one record replaced or one column changed"}, {silent, "ε at δ ≤ 1e-5, one record replaced"}, {dvp.WithMethod("admm"), "ε at δ ≤ 1e-5, one record replaced"}} {
		if _, got := ChartWords(2, []Report{{Replay: dvp}, {Replay: c.other}}); got != c.want {
			t.Errorf("DVP and %s: %q, want %q", c.other.Spec().Name, got, c.want)
		}
	}
}

// A curve whose neighbours or delta are changed on the way has totals of both.
func TestTheAxisKnowsWhatIsChangedOnTheWay(t *testing.T) {
	c, err := config.ParseText([]byte("adjacency = \"replace\"\ndelta = 1e-9\nevents = [\"at 3: adjacency = remove\", \"at 3: adjacency = replace\", \"at 4: delta = 0.2\", \"at 4: delta = 1e-9\", \"at 5: delta = 0.1\", \"at 8: adjacency = remove\"]"), "test")
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[int]string{
		4: "ε at δ ≤ 1e-9, one record replaced", 5: "ε at δ ≤ 0.1, one record replaced", 7: "ε at δ ≤ 0.1, one record replaced", 12: "ε at δ ≤ 0.1, one record replaced or one record removed",
	} {
		if got := EpsilonUnit(promised([]Report{{Replay: c, Last: sim.Row{Iteration: at}}})); got != want {
			t.Errorf("after %d iterations: %q, want %q", at, got, want)
		}
	}
	lapsed := []sim.Notice{{Iteration: 2}, {Iteration: 5, Kind: sim.NoGuarantee}} // then there is no total any more
	if got := EpsilonUnit(promised([]Report{{Replay: c, Last: sim.Row{Iteration: 12}, Notices: lapsed}})); got != "ε at δ ≤ 1e-9, one record replaced" {
		t.Errorf("without a guarantee from iteration 5: %q", got)
	}
}
