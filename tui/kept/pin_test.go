package kept

import (
	"math"
	"testing"
	"time"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/tui/scene"
)

// A thinned curve is as long as the run, with values that were there.
func TestAThinnedCurveFillsItsPlace(t *testing.T) {
	const n = 2500
	curve := archive.Thin(n, 1, func(t int) sim.Row { return sim.Row{TrainLoss: float64(t), EpsilonTotal: math.NaN()} })
	h := keptHistory(archive.Record{Config: config.Default()}, curve, time.Time{})
	if h.Last() != n {
		t.Fatalf("%d iterations, want %d", h.Last(), n)
	}
	if one := keptHistory(archive.Record{Config: config.Default()}, curve[:1], time.Time{}); one.Last() != 1 || one.At(scene.TrainLoss, 1) != 1 {
		t.Errorf("of one iteration: %+v", one)
	}
	for i := 1; i <= n; i++ {
		if v := h.At(scene.TrainLoss, i); v > float64(i) || v <= float64(i)-3 {
			t.Fatalf("at %d stands %g", i, v)
		}
	}
	if kept := len(h.Values[scene.TrainLoss]); kept > 1000 {
		t.Errorf("%d values are kept of a curve of %d", kept, len(curve))
	}
	if h.At(scene.TrainLoss, n) != n || !math.IsNaN(h.At(scene.Epsilon, n)) {
		t.Error("the end is not the last value")
	}
}
