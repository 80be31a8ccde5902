package account

import (
	"fmt"
	"math"
	"testing"

	"admmlab/sim/privacy"
)

// The curve is that of the accountants, falls, and gives back the total.
func TestCurveIsTheLeastDelta(t *testing.T) {
	for name, a := range map[string]*Account{
		"objective": repeated(objective(1, ladder, 2), 25, 1e-5),
		"pure":      repeated(Step{Pure: .1}, 50, 1e-5),
		"failing":   repeated(Step{Dim: 20, Shift: .1, Delta: 1e-8}, 50, 1e-5),
		"Gaussian":  repeated(Step{Mu: .1}, 50, 1e-5),
		"nothing":   repeated(Step{Mu: math.Inf(1)}, 1, 1e-5),
	} {
		curve, last := a.Curve(), 1.0
		for e := 0.; e < 8; e += .25 {
			got := curve(e)
			if got > last || got > a.Delta(Best, e)*(1+2e-3)+1e-12 {
				t.Errorf("%s: delta(%g) = %g after %g, by all accountants %g", name, e, got, last, a.Delta(Best, e))
			}
			last = got
		}
		if best := a.Best(); best.Valid {
			near(t, name, curve(best.Epsilon)/1e-5, 1, 3e-3)
		}
	}
}

// beta of an (epsilon, delta) promise, of Gaussian noise, whose trade-off curve is Phi(
// Phi^-1(1-alpha) - mu), and of what promises nothing.
func TestMissesAreTheTradeOffCurve(t *testing.T) {
	one := []Point{{1, .1}}
	near(t, "alpha 0", Misses(one, 0), .9, 1e-15)
	near(t, "alpha .1", Misses(one, .1), .9-.1*math.E, 1e-15)
	near(t, "alpha .5", Misses(one, .5), (.9-.5)/math.E, 1e-15)
	near(t, "alpha 1", Misses(one, 1), 0, 0)
	near(t, "no promise", Misses([]Point{{math.Inf(1), 0}, {3, 1}}, .3), 0, 0)
	near(t, "no promise, alpha 0", Misses([]Point{{math.Inf(1), 0}}, 0), 0, 0)
	near(t, "e^eps beyond all numbers, alpha 0", Misses([]Point{{800, .1}}, 0), .9, 0)
	near(t, "e^eps beyond all numbers, alpha .5", Misses([]Point{{800, .1}}, .5), 0, 1e-300)
	const mu = .7
	var points []Point
	for e := 0.; e < 6; e += .001 {
		points = append(points, Point{e, privacy.GaussianDelta(mu, e)})
	}
	normal := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	for _, z := range []float64{-2, -1, -.35, 0, .5, 2} { // alpha = Phi(-z)
		near(t, fmt.Sprintf("Gaussian, z = %g", z), Misses(points, normal(-z)), normal(z-mu), 1e-5)
	}
}

func TestGroupsOfRecords(t *testing.T) {
	// Pure: k times the sum, at no delta; with delta, at most that.
	pure := repeated(Step{Pure: .1}, 3, 1e-5)
	if got := pure.Group(4, 1e-5); got > 1.2*(1+1e-6) || got < 1.1 {
		t.Errorf("4 records of three steps of .1: %g", got)
	}
	for _, k := range []int{700, 710, 1000, 100000} { // the factor is beyond all numbers, and the curve has ended
		if got := repeated(Step{Pure: 1}, 1, 1e-5).Group(k, 1e-5); got > float64(k) || got < float64(k)*(1-1e-6) {
			t.Errorf("%d records of a pure step: %g", k, got)
		}
	}
	// Gaussian: exactly k mu.
	near(t, "Gaussian", repeated(Step{Mu: .2}, 4, 1e-5).Group(3, 1e-5), privacy.GaussianEpsilon(1.2, 1e-5), 1e-12)
	// Or k times a worst case that is known beside it, unless that may fail.
	near(t, "Gaussian, cut off", repeated(Step{Mu: 1, Pure: 1}, 1, 1e-13).Group(3, 1e-13), 3, 1e-12)
	near(t, "Gaussian, cut off in part", repeated(Step{Mu: 1, Pure: 1, Delta: 1e-3}, 1, 1e-9).Group(3, 1e-9), privacy.GaussianEpsilon(3, 1e-9), 1e-12)
	// A curve that is one promise, (eps, delta): only that point can be used.
	const epsilon, delta = .5, 1e-7
	promise := func(e float64) float64 {
		if e < epsilon {
			return 1
		}
		return delta
	}
	near(t, "k eps", groupEpsilon(promise, math.Inf(1), 3, delta*(math.Exp(1.5)-1)/(math.Exp(.5)-1)*(1+1e-9)), 1.5, 1e-6)
	if got := groupEpsilon(promise, math.Inf(1), 3, delta*(math.Exp(1.5)-1)/(math.Exp(.5)-1)*(1-1e-9)); !math.IsInf(got, 1) {
		t.Errorf("below its delta the promise gives a group %g", got)
	}
	// Of a run: one record alone is the total, more cost more, and never less than k times
	// what is lost at once.
	a, last := repeated(objective(1, ladder, 2), 25, 1e-5), 0.0
	for _, k := range []int{1, 2, 3, 10} {
		got := a.Group(k, 1e-5)
		if got <= last || k == 1 && math.Abs(got/a.Best().Epsilon-1) > 1e-3 {
			t.Errorf("%d records: %g after %g, one has %g", k, got, last, a.Best().Epsilon)
		}
		last = got
	}
	if got := repeated(Step{Mu: math.Inf(1)}, 1, 1e-5).Group(2, 1e-5); !math.IsInf(got, 1) {
		t.Errorf("no noise: a group has %g", got)
	}
}

// Beyond every number, or near it, nothing is promised: of one record, of two, or at any
// epsilon.
func TestWhatIsTooLargeToAddUpPromisesNothing(t *testing.T) {
	for _, size := range []float64{1e5, 1e20, 1e100, 1e139, 1e141, 1e155, 8e307, 9e307, math.MaxFloat64} {
		for _, step := range []Step{{Pure: size}, {Dim: 3, Shift: size}, {Dim: 3, Shift: 1, Det: size}, {Mu: size}, {Mu: size, Pure: size}} {
			for _, count := range []int{1, 2, 1000} {
				for _, delta := range []float64{0, 1e-5} {
					a := repeated(step, count, delta)
					for _, by := range append(Names(), Best) {
						for _, epsilon := range []float64{0, 1, size / 2} {
							if got := a.Delta(by, epsilon); got < 0.99 {
								t.Errorf("%d x %+v: %s at epsilon = %g has a delta of %g", count, step, by, epsilon, got)
							}
						}
					}
					one := a.Best()
					switch group := a.Group(2, delta); {
					case group < one.Epsilon*(1-1e-9):
						t.Errorf("%d x %+v at delta = %g: two records cost %g, one %g", count, step, delta, group, one.Epsilon)
					case math.IsInf(group, 1) && one.Valid && one.Delta == 0:
						t.Errorf("%d x %+v at delta = %g: nothing is proved of two records, of one %g", count, step, delta, one.Epsilon)
					}
				}
			}
		}
	}
}

// At no delta only what is never exceeded is proved, of a group as of one record: a delta
// that is below every number is not 0.
func TestAGroupWithoutDeltaHasTheWorstCase(t *testing.T) {
	for _, c := range []struct {
		step  Step
		count int
		one   float64
	}{
		{Step{Mu: 1}, 1, math.Inf(1)}, {Step{Mu: .01}, 1, math.Inf(1)}, {Step{Mu: 40}, 1, math.Inf(1)},
		{Step{Dim: 10000, Shift: 10}, 20, 200}, {Step{Dim: 10000, Shift: 250}, 1, 250}, {Step{Dim: 105, Shift: 1}, 1000, 1000},
		{Step{Pure: .1}, 3, .3}, {Step{Pure: .1, Delta: 1e-9}, 3, math.Inf(1)},
	} {
		a := repeated(c.step, c.count, 0)
		for _, k := range []int{2, 1000} {
			if got, want := a.Group(k, 0), float64(k)*c.one; got != want && !(math.Abs(got/want-1) < 1e-12) {
				t.Errorf("%d records, %d x %+v: %g, want %g", k, c.count, c.step, got, want)
			}
		}
	}
	// A mixture whose curve underflows: the factor of so many records is larger still.
	a := New(1e-5)
	a.Add(Step{Mu: .01})
	a.Add(Step{Pure: 1e-3})
	if got := a.Group(1000, 1e-5); got < privacy.GaussianEpsilon(10, 1e-5) {
		t.Errorf("1000 records of noise of mu = 0.01 and more cost %g, of that alone %g", got, privacy.GaussianEpsilon(10, 1e-5))
	}
}

// Randomised response of k epsilon is what k records may lose in a pure epsilon-step: no
// group has less than the exact total of that, however small the deltas of one record are.
func TestAGroupHasNoLessThanItsRecordsMayLose(t *testing.T) {
	for _, c := range []struct {
		epsilon float64
		count   int
	}{{.1, 10000}, {.5, 2000}, {1, 1}, {.01, 50}} {
		for _, k := range []int{2, 20, 100, 1000} {
			for _, delta := range []float64{1e-5, 1e-12} {
				lost := repeated(Step{Pure: float64(k) * c.epsilon}, c.count, delta).Best().Epsilon
				if got := repeated(Step{Pure: c.epsilon}, c.count, delta).Group(k, delta); got < lost*(1-1e-9) {
					t.Errorf("%d records of %d x %g at delta = %g: %g, may lose %g", k, c.count, c.epsilon, delta, got, lost)
				}
			}
		}
	}
	// The noise of 25 steps moved by 600 times as much: its loss is above 4318 in most runs.
	if got := repeated(Step{Dim: 105, Shift: .4375}, 25, 1e-5).Group(600, 1e-5); got < 4400 {
		t.Errorf("600 records: %g", got)
	}
}

// Steps that cost nothing but a delta have a distribution, too: that of no loss.
func TestStepsThatOnlyFail(t *testing.T) {
	for _, count := range []int{1, 3} {
		a := repeated(Step{Delta: 1e-6}, count, 1e-5)
		for _, total := range a.Totals() {
			if total.Name != Gaussian && (!total.Valid || total.Epsilon > 1e-4) {
				t.Errorf("%d steps: %+v", count, total)
			}
		}
		if best := a.Best(); best.Epsilon != 0 || !best.Valid {
			t.Errorf("%d steps: %+v", count, best)
		}
		if got := a.Curve()(0); math.Abs(got/(1e-6*float64(count))-1) > 1e-3 {
			t.Errorf("%d steps have a delta of %g at 0", count, got)
		}
		if got := a.Group(2, 1e-5); got != 0 {
			t.Errorf("%d steps: two records cost %g", count, got)
		}
		if got := repeated(Step{Delta: 1e-4}, count, 1e-5).Group(2, 1e-5); !math.IsInf(got, 1) {
			t.Errorf("%d steps: two records cost %g", count, got)
		}
	}
}

// A step whose own pure epsilon is far below what its noise could lose is accounted by that,
// at once and in little room.
func TestALawFarAboveTheWorstCaseNeedsNoGrid(t *testing.T) {
	for _, step := range []Step{
		{Pure: 1e-9, Dim: 105, Shift: 30}, {Pure: 1e-6, Dim: 105, Shift: 100}, {Pure: 1e-4, Dim: 105, Shift: 250}, {Pure: 1e-16, Dim: 105, Shift: 1},
		{Pure: 1e-9, Dim: 2, Shift: 1}, {Pure: 1e-9, Dim: 1, Shift: 1}, {Pure: 1e-3, Dim: 105, Shift: 20, Det: 3, Convex: true},
	} {
		a := repeated(step, 3, 1e-5)
		if best := a.Best(); !best.Valid || best.Epsilon > 3*step.Pure*(1+1e-9) {
			t.Errorf("%+v: %+v", step, best)
		}
		if points := len(step.bound(step.reach()/400, 400)); points > 1000 {
			t.Errorf("%+v: %d points", step, points)
		}
	}
	if s := (Step{Pure: 1, Dim: 10000, Shift: 10}); !s.lawful() {
		t.Error("a law that helps is left out")
	}
}

// Who knows of steps their noise beside their pure epsilon has no larger curve, and no larger
// total of a group, than who knows the pure epsilon alone.
func TestNoiseThatIsKnownBesideAPureEpsilonRaisesNoCurve(t *testing.T) {
	for _, extra := range []Step{{}, {Pure: .02}, {Pure: .02, Delta: 1e-7}} {
		pure, noisy := repeated(Step{Pure: .01}, 500, 1e-5), repeated(Step{Pure: .01, Mu: 3}, 500, 1e-5)
		pure.Add(extra)
		noisy.Add(extra)
		curve, bare := noisy.Curve(), pure.Curve()
		for e := 0.; e <= 5.1; e += .17 {
			if got, optimal := curve(e), noisy.Delta(Optimal, e); got > optimal*(1+1e-12) || got < bare(e)*(1-1e-12) {
				t.Errorf("%+v: delta(%g) = %g, optimal %g, of the pure steps alone %g", extra, e, got, optimal, bare(e))
			}
		}
		if best := noisy.Best().Epsilon; !(curve(best) <= 1e-5*(1+3e-3)) {
			t.Errorf("%+v: delta(%g) = %g, which is proved at 1e-5", extra, best, curve(best))
		}
		for _, k := range []int{2, 5} {
			if got, want := noisy.Group(k, 1e-5), pure.Group(k, 1e-5); got != want && !(math.Abs(got/want-1) < 5e-3) {
				t.Errorf("%+v: %d records cost %g, of the pure steps alone %g", extra, k, got, want)
			}
		}
	}
}
