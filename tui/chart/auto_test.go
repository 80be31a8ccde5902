package chart

import (
	"math"
	"testing"
)

// An axis goes logarithmic by itself, stays so while the runs vary a little, and l has the
// last word until it is taken back.
func TestAnAxisGoesLogarithmicByItself(t *testing.T) {
	var a Auto
	for i, step := range []struct {
		times float64
		want  bool
	}{{math.NaN(), false}, {19, false}, {20, true}, {13, true}, {11, false}, {19, false}, {1e300, true}, {math.NaN(), false}} {
		if got := a.Log(step.times, 20); got != step.want {
			t.Errorf("step %d: factor %g: log %t", i, step.times, got)
		}
	}
	a.Set(!a.Is())
	if !a.Log(2, 20) || !a.Log(50, 20) || !a.Log(2, 20) {
		t.Error("a chosen axis does not stay")
	}
	a.Set(!a.Is())
	if a.Log(2, 20) || !a.Log(50, 20) {
		t.Error("the choice cannot be taken back")
	}
	a.Set(!a.Is())
	if a.Log(50, 20) || a.Log(500, 20) {
		t.Error("linear cannot be forced")
	}
}
