package account

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"admmlab/sim/privacy"
)

// TestRapidAccounts holds the answers of an account against each other, for steps and
// deltas of any size: what no number can hold must not be taken for nothing.
//
//	go test ./sim/privacy/account -run RapidAccounts -rapid.checks=5000    a longer search
func TestRapidAccounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		delta := someDelta.Draw(t, "delta")
		a, steps := New(delta), someSteps(t)
		for _, s := range steps {
			a.Add(s)
		}
		best := a.Best()
		least := math.Inf(1)
		for _, total := range a.Totals() {
			if math.IsNaN(total.Epsilon) || total.Epsilon < 0 || total.Valid && math.IsInf(total.Epsilon, 1) || total.Why == "" {
				t.Fatalf("no total: %+v", total)
			}
			if total.Valid {
				least = math.Min(least, total.Epsilon)
			}
		}
		if best.Epsilon != least {
			t.Fatalf("the best total is %g, the least of all %g", best.Epsilon, least)
		}
		for _, other := range []float64{0, 1e-300, 1e-9, 1e-5, 1e-3, 0.5} {
			at := a.BestAt(other).Epsilon
			if other < delta && at < best.Epsilon*(1-1e-9) || other > delta && at > best.Epsilon*(1+1e-9) {
				t.Fatalf("%g at delta %g, but %g at delta %g", at, other, best.Epsilon, delta)
			}
		}
		checkGaussian(t, steps, best, delta)
		checkCurve(t, a, best, delta)
		checkGroups(t, a, steps, best, delta)
		checkIterations(t, a, steps[len(steps)-1], someSize(t, "budget"))
	})
}

// checkGaussian: where all noise is Gaussian nothing less than its own total is true,
// whatever else is said of it.
func checkGaussian(t *rapid.T, steps []Step, best Total, delta float64) {
	own := New(delta)
	for _, s := range steps {
		if s.Mu == 0 {
			return
		}
		own.Add(Step{Mu: s.Mu})
	}
	if exact := own.Best(); exact.Valid && best.Valid && best.Epsilon < exact.Epsilon*(1-1e-9) {
		t.Fatalf("a total of %g by %s; the noise has %g", best.Epsilon, best.Name, exact.Epsilon)
	}
}

// checkCurve: delta(eps) is a share that never rises, and holds what the best total
// says; the exact composition of pure steps is in it where nothing else was drawn only.
func checkCurve(t *rapid.T, a *Account, best Total, delta float64) {
	const roundoff = 1e-12
	curve, before := a.Curve(), 1.0
	for _, epsilon := range []float64{0, 1e-9, 1e-3, 0.1, 0.5, 1, 2, 5, 10, 100, 1e3, 1e6, 1e10, 1e100, 1e300} {
		now := curve(epsilon)
		if !(now >= 0 && now <= before+roundoff) {
			t.Fatalf("delta(%g) = %g, after %g", epsilon, now, before)
		}
		before = now
	}
	if best.Valid && best.Name != Optimal {
		if at := curve(float64(best.Epsilon*(1+1e-9)) + 1e-300); at > delta*(1+1e-6)+roundoff {
			t.Fatalf("delta(%g) = %g; the best total has it at %g", best.Epsilon, at, delta)
		}
	}
}

// checkGroups: more records never cost less, nor more than so many times the pure total;
// and where all noise is only moved, k times as far for k records, what that costs is
// known (rounded up, by less than 2 %).
func checkGroups(t *rapid.T, a *Account, steps []Step, best Total, delta float64) {
	moved := true
	for _, s := range steps {
		moved = moved && s.Pure == 0 && s.Delta == 0 && !s.Convex && s.Det == 0
	}
	fewer, pure := best.Epsilon, a.BestAt(0).Epsilon
	for _, k := range []int{2, 3, 10, 1000} {
		group := a.Group(k, delta)
		if !(group >= fewer*(1-1e-6)) || group > pure*float64(k)*(1+1e-9) {
			t.Fatalf("%d records: %g; fewer: %g; one, at delta 0: %g", k, group, fewer, pure)
		}
		fewer = group
		if !moved || delta > 0.9 {
			continue
		}
		far := New(delta)
		for _, s := range steps {
			s.Shift, s.Mu = s.Shift*float64(k), s.Mu*float64(k)
			far.Add(s)
		}
		if f := far.Best(); f.Valid && group < f.Epsilon*0.98 {
			t.Fatalf("%d records: %g; noise that is moved so far: %g", k, group, f.Epsilon)
		}
	}
}

// checkIterations: as many more as are said to fit do fit.
func checkIterations(t *rapid.T, a *Account, next Step, budget float64) {
	more := a.Iterations(nil, []Steps{{Step: next, Count: 1}}, budget, Best)
	if more > 2000 {
		return
	}
	b := a.Clone()
	for range more {
		b.Add(next)
	}
	if total := b.Best().Epsilon; more > 0 && total > budget*(1+1e-9) {
		t.Fatalf("%d more fit a budget of %g, which cost %g", more, budget, total)
	}
}

var someDelta = rapid.SampledFrom([]float64{0, 0, 5e-324, 1e-300, 1e-60, 1e-17, 1e-9, 1e-5, 1e-5, 1e-3, 0.3, 0.999, math.Nextafter(1, 0)})

// someSize is mostly an ordinary number, else one at which something ends.
func someSize(t *rapid.T, name string) float64 {
	if rapid.IntRange(0, 4).Draw(t, name+" is extreme") > 0 {
		return rapid.Float64Range(1e-3, 5).Draw(t, name)
	}
	return rapid.SampledFrom([]float64{0, 5e-324, 1e-300, 1e-160, 1e-60, 1e-17, 1e-9, 30, 700, 800, 1e5, 1e17, 1e100, 1e140, 1e160, 1e308, math.Inf(1)}).Draw(t, name)
}

// someSteps are up to four kinds of steps, each up to a thousand times.
func someSteps(t *rapid.T) (steps []Step) {
	for range rapid.IntRange(1, 4).Draw(t, "kinds") {
		s := someStep(t)
		for range rapid.SampledFrom([]int{1, 1, 2, 3, 20, 1000}).Draw(t, "count") {
			steps = append(steps, s)
		}
	}
	return steps
}

func someStep(t *rapid.T) (s Step) {
	switch rapid.IntRange(0, 4).Draw(t, "form") {
	case 0, 1:
		s.Pure = someSize(t, "pure")
	case 2, 3:
		s.Dim = rapid.SampledFrom([]int{1, 2, 3, 15, 105, 10_000, 1_000_000}).Draw(t, "dim")
		s.Shift = someSize(t, "shift")
		s.Convex = rapid.Bool().Draw(t, "convex")
		if rapid.Bool().Draw(t, "has a determinant") {
			s.Det = someSize(t, "det")
		}
		if rapid.IntRange(0, 3).Draw(t, "has a pure epsilon") == 0 {
			s.Pure = someSize(t, "pure")
		}
	default:
		s.Mu = someSize(t, "mu")
		if rapid.IntRange(0, 2).Draw(t, "says less, too") == 0 {
			s.Pure = someSize(t, "pure")
			s.Delta = math.Max(privacy.GaussianDelta(s.Mu, s.Pure), 5e-324) // never 0
		}
		return s
	}
	if rapid.IntRange(0, 2).Draw(t, "fails") == 0 {
		s.Delta = someDelta.Draw(t, "delta of the step")
	}
	return s
}

// A step so large that its untruth never counts costs a constant: the others cost beside it what
// they cost alone, at every delta, and a smaller delta never costs less.
func TestALargePureStepLeavesTheOthersTheirGrid(t *testing.T) {
	for _, c := range []struct {
		large float64
		small pureGroup
	}{{200, pureGroup{.01, 1000}}, {325.4, pureGroup{.0242, 188}}, {50, pureGroup{.01, 1000}}, {1e6, pureGroup{.01, 1000}}} {
		last := 0.0
		for _, delta := range []float64{1e-2, 1e-4, 3e-5, 1e-5, 1e-6} {
			a := repeated(Step{Pure: c.large}, 1, delta)
			for range c.small.count {
				a.Add(Step{Pure: c.small.epsilon})
			}
			got, exact := totalOf(t, a, Optimal), c.large+ResponseEpsilon(c.small.epsilon, c.small.count, delta)
			if !(got >= exact-1e-9 && got <= exact+1e-3) {
				t.Errorf("%v at %g: %.9g, exact %.9g", c, delta, got, exact)
			}
			if got < last {
				t.Errorf("%v at %g: %.9g, at a larger delta %.9g", c, delta, got, last)
			}
			last = got
		}
	}
	// Steps of which none deviates cost their sum, or a little less.
	for _, sum := range []float64{500, 5e6} {
		a := repeated(Step{Pure: .4 * sum}, 1, 1e-5)
		a.Add(Step{Pure: .6 * sum})
		near(t, "two large steps", totalOf(t, a, Optimal), sum+math.Log1p(-1e-5), 1e-9*sum)
	}
}
