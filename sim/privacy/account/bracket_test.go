package account

import (
	"math"
	"strconv"
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
			if total.Name != PLD {
				continue
			}
			_, words, _ := strings.Cut(total.Why, "; the grid adds at most ")
			words, _, _ = strings.Cut(words, " ")
			if told, err := strconv.ParseFloat(words, 64); err != nil || !(told >= got-least && told <= 1.11*(got-least)) { // of two digits
				t.Errorf("%+v: %s, and it adds %g", v.step, total.Why, got-least)
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
