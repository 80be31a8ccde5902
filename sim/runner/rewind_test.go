package runner

import (
	"testing"

	"admmlab/models"
	"admmlab/sim/config"
)

// However long a run, its checkpoints are few, evenly spread, and begin before the
// first iteration.
func TestCheckpointsStayFewAndSpread(t *testing.T) {
	serial(t)
	s := start(t, small(t, "iterations = 1600", `method = "admm"`, "realised = false"), models.Serial)
	k := trail{}.begin(s, 0)
	for s.Ready() {
		s.Step()
		k.mark(s, mostTrail)
		if s.Iteration()%200 != 0 {
			continue
		}
		n, size := len(k.list), s.Saved()
		if n > mostCheckpoints || n*size > mostTrail || k.list[0].Iteration() != 0 {
			t.Fatalf("t = %d: %d checkpoints of %d bytes, the first at t = %d", s.Iteration(), n, size, k.list[0].Iteration())
		}
		spread := max(firstEvery, 2*s.Iteration()/(min(mostCheckpoints, mostTrail/size)-1))
		for _, at := range []int{1, 2, s.Iteration() / 2, s.Iteration()} {
			from := k.list[k.before(at)].Iteration()
			if from >= at || at-from > k.every || k.every > spread {
				t.Errorf("t = %d is computed again from t = %d, one checkpoint in %d iterations", at, from, k.every)
			}
		}
	}
}

// A look back in a run of 4,000 iterations: how long until it shows.
func BenchmarkLookBack(b *testing.B) {
	const last = 4000
	c, err := config.Build([]config.Assignment{{Key: "iterations", Value: "4000"}})
	if err != nil {
		b.Fatal(err)
	}
	r := hosted(b)
	r.commands <- Command{Seq: 1, Order: Pace, Speed: 0}
	r.commands <- Command{Seq: 2, Order: Start, Config: c, Run: true}
	seq := 2
	until := func(done func(Batch) bool) {
		for !done(<-r.Batches()) {
		}
	}
	until(func(batch Batch) bool { return batch.State.Iteration == last })
	b.ResetTimer()
	for range b.N {
		for _, at := range []int{3990, 2000, 100, 3111} {
			seq++
			r.commands <- Command{Seq: seq, Order: Look, Look: billed{}, At: at}
			until(func(batch Batch) bool { return batch.State.Seq == seq && batch.State.At == at })
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(4*b.N), "ms/look")
}
