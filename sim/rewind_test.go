package sim

import (
	"testing"

	"admmlab/sim/admm"
)

// However long a run, its checkpoints are few, evenly spread, and begin before the
// first iteration.
func TestCheckpointsStayFewAndSpread(t *testing.T) {
	s := start(t, small(t, "iterations = 6000", `method = "admm"`, "realised = false"), admm.Serial)
	k := newTrail(s)
	for s.Ready() {
		s.Step()
		k.mark(s)
		if s.t%500 != 0 {
			continue
		}
		if n := len(k.list); n > mostCheckpoints || k.list[0].t != 0 {
			t.Fatalf("t = %d: %d checkpoints, the first at t = %d", s.t, n, k.list[0].t)
		}
		for _, at := range []int{1, 2, s.t / 2, s.t} {
			from := k.before(at).t
			if from >= at || at-from > k.every || k.every > max(firstEvery, s.t/(mostCheckpoints/2)+1) {
				t.Errorf("t = %d is computed again from t = %d, one checkpoint in %d iterations", at, from, k.every)
			}
		}
	}
}
