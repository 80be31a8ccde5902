package sim

import (
	"testing"

	"admmlab/sim/admm"
)

// However long a run, its checkpoints are few, evenly spread, and begin before the
// first iteration.
func TestCheckpointsStayFewAndSpread(t *testing.T) {
	serial(t)
	s := start(t, small(t, "iterations = 1600", `method = "admm"`, "realised = false"), admm.Serial)
	k := trail{}.begin(s, 0)
	for s.Ready() {
		s.Step()
		k.mark(s)
		if s.t%200 != 0 {
			continue
		}
		n, size := len(k.list), s.saved()
		if n > mostCheckpoints || n*size > mostTrail || k.list[0].t != 0 {
			t.Fatalf("t = %d: %d checkpoints of %d bytes, the first at t = %d", s.t, n, size, k.list[0].t)
		}
		spread := max(firstEvery, 2*s.t/(min(mostCheckpoints, mostTrail/size)-1))
		for _, at := range []int{1, 2, s.t / 2, s.t} {
			from := k.list[k.before(at)].t
			if from >= at || at-from > k.every || k.every > spread {
				t.Errorf("t = %d is computed again from t = %d, one checkpoint in %d iterations", at, from, k.every)
			}
		}
	}
}
