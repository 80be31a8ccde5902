package band

import (
	"math"
	"testing"

	"admmlab/sim"
	"admmlab/tui/scene"
)

func TestDrawsAreRefusedInWords(t *testing.T) {
	for text, ok := range map[string]bool{"10": true, " 2 ": true, "1": false, "": false, "x": false, "1e9": false} {
		if err := checkDraws(text); (err == nil) != ok {
			t.Errorf("%q draws: %v", text, err)
		}
	}
}

// A draw whose guarantee has ended is not the smallest of the totals: it proves nothing. Where
// none has a total there is none to show.
func TestADrawWithoutAGuaranteeIsTheLargest(t *testing.T) {
	r := &repeater{values: make([][scene.Measures][]float64, 4), tell: func(Drawn) {}}
	for i, total := range []float64{math.NaN(), 2, math.NaN(), 4} {
		r.take(i, sim.Row{Tight: math.NaN()}, nil)
		r.take(i, sim.Row{Tight: total}, nil)
		r.finish(i, nil)
	}
	stats := r.drawn.Stats[scene.PrivacyChart]
	if first := stats[0]; !math.IsNaN(first.Median) || !math.IsNaN(first.Max) {
		t.Errorf("no draw has a total: %+v", first)
	}
	if second := stats[1]; second.Min != 2 || !math.IsInf(second.Median, 1) || !math.IsInf(second.Mean, 1) {
		t.Errorf("two of four draws have one: %+v", second)
	}
}
