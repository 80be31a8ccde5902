package account

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// The exact total lies between what is told as the least and the total, and the words tell
// the difference.
func TestTheErrorOfTheGridIsTold(t *testing.T) {
	for _, v := range []struct {
		step  Step
		steps int
		exact float64
	}{
		{Step{Dim: 105, Shift: 1}, 50, sharp(105, 1, false, 50)},
		{Step{Dim: 10, Shift: 1}, 50, sharp(10, 1, false, 50)},
		{Step{Dim: 2, Shift: 1}, 50, sharp(2, 1, false, 50)},
		{Step{Pure: .5}, 50, ResponseEpsilon(.5, 50, 1e-5)},
		{Step{Dim: 105, Shift: .4375, Convex: true, Det: .013432}, 25, math.NaN()},
		{Step{Dim: 105, Shift: .1}, 1000, math.NaN()},
	} {
		a := repeated(v.step, v.steps, 1e-5)
		got := totalOf(t, a, PLD)
		least, ok := a.all().least(&room{}, 1e-5)
		if !ok || !(least <= got && got < least*(1.01+2e-5*float64(v.steps))) {
			t.Errorf("%+v: %.9g, at least %.9g (%v)", v.step, got, least, ok)
		}
		if !math.IsNaN(v.exact) && !(least <= v.exact*(1+1e-4)) { // sharp is within 1e-4
			t.Errorf("%+v: the least is %.9g, exact %.9g", v.step, least, v.exact)
		}
		for _, total := range a.Totals() {
			if total.Name == PLD && !strings.Contains(total.Why, "; the grid adds at most ") {
				t.Errorf("%+v: %s", v.step, total.Why)
			}
		}
	}
	many := New(1e-5)
	for i := range 40 {
		many.Add(Step{Dim: 105, Shift: .3 + .001*float64(i)})
	}
	if _, ok := many.all().least(&room{}, 1e-5); ok {
		t.Error("of 40 kinds of step the error is told")
	}
}

// What the grid adds at most is not told smaller than it is.
func TestWhatTheGridAddsIsRoundedUp(t *testing.T) {
	for v, want := range map[float64]string{0.0124: "0.013", 1.04e-7: "1.1e-07", 0.5: "0.5", 0: "0", 9.96e-4: "0.001"} {
		if got := fmt.Sprintf("%.2g", upwards(v)); got != want {
			t.Errorf("%g is told as at most %s, expected %s", v, got, want)
		}
	}
}
