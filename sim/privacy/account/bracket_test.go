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

// Near the worst case of all steps together, where a curve ends with a kink between two points
// of the grid, the least is no more than the exact total either, nor than the sum.
func TestTheLeastIsBelowTheExactTotalNearTheWorstCase(t *testing.T) {
	for _, c := range []struct {
		steps []pureGroup
		delta float64
		exact float64
	}{
		{[]pureGroup{{.609, 38}}, 4.9423920187495945e-08, ResponseEpsilon(.609, 38, 4.9423920187495945e-08)},
		{[]pureGroup{{13.900886865299, 7}}, 3.624e-8, ResponseEpsilon(13.900886865299, 7, 3.624e-8)},
		// one step so large that nearly all of delta is left for the others
		{[]pureGroup{{46.6, 1}, {.12, 7}}, .0031147, 46.6 + ResponseEpsilon(.12, 7, .0031147)},
		{[]pureGroup{{.5, 50}}, 1e-5, ResponseEpsilon(.5, 50, 1e-5)}, // the kink is a point of the grid
	} {
		a := New(c.delta)
		for _, g := range c.steps {
			for range g.count {
				a.Add(Step{Pure: g.epsilon})
			}
		}
		least, ok := a.all().least(&room{}, c.delta)
		if sum := a.all().most(); !ok || !(least <= c.exact && least <= sum) {
			t.Errorf("%v at %g: the least is %.9g (%v), exact %.9g, the sum %.9g", c.steps, c.delta, least, ok, c.exact, sum)
		}
		if got := totalOf(t, a, PLD); !(got >= c.exact && got-least <= .03*got) {
			t.Errorf("%v at %g: %.9g, exact %.9g, at least %.9g", c.steps, c.delta, got, c.exact, least)
		}
	}
}
