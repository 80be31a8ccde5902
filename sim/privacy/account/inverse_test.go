package account

import (
	"math"
	"testing"
)

// "Which alpha reaches T iterations, how many iterations does alpha leave": each
// answer fits, and the next larger one does not.
func TestIterationsAndLargestAreTheLastThatFit(t *testing.T) {
	build := func(alpha float64) Step { return objective(alpha, ladder, 2) }
	spentBefore := New(1e-5)
	for i := range 10 {
		spentBefore.Add(build(.5 + .01*float64(i)))
	}
	for _, a := range []*Account{New(1e-5), spentBefore} {
		before := a.Steps()
		for _, name := range []string{Basic, Advanced, Optimal, ZCDP, GammaNorm, Best} {
			const epsilon = 20.0
			fits := func(s Step, steps int) bool {
				return a.Fits([]Steps{{s, steps}}, epsilon, name)
			}
			n := a.Iterations(nil, []Steps{{build(1), 1}}, epsilon, name)
			if n < 1 || !fits(build(1), n) || fits(build(1), n+1) {
				t.Errorf("%s: %d iterations are not the last that fit", name, n)
			}
			alpha, ok := a.Largest(equal(build, n), epsilon, name)
			if !ok || alpha < 1-1e-9 || !fits(build(alpha), n) || fits(build(alpha*(1+1e-6)), n) {
				t.Errorf("%s: alpha %g, %v for %d iterations, want the largest and at least 1", name, alpha, ok, n)
			}
		}
		if a.Steps() != before {
			t.Error("a question booked steps")
		}
	}
}

func TestInverseAtItsLimits(t *testing.T) {
	a := New(1e-5)
	if n := a.Iterations(nil, []Steps{{Step{}, 1}}, 1, Best); n != mostSteps {
		t.Errorf("%d free iterations", n)
	}
	if n := a.Iterations(nil, []Steps{{Step{Pure: math.Inf(1)}, 1}}, 1, Best); n != 0 {
		t.Errorf("%d iterations without a promise", n)
	}
	if n := a.Iterations(nil, []Steps{{Step{Pure: .5}, 1}}, 1, Gaussian); n != 0 {
		t.Errorf("%d iterations by an accountant that does not apply", n)
	}
	near(t, "basic", float64(a.Iterations(nil, []Steps{{Step{Pure: .25}, 1}}, 10, Basic)), 40, 0)
	// the determinant alone is above the budget
	if alpha, ok := a.Largest(equal(func(alpha float64) Step { return objective(alpha, ladder, 1) }, 1000), 1, Best); ok {
		t.Errorf("alpha %g pays for 1000 determinants", alpha)
	}
	if alpha, ok := a.Largest(equal(func(float64) Step { return Step{} }, 10), 1, Best); !ok || alpha != math.Exp2(40) {
		t.Errorf("alpha %g, %v of a free step", alpha, ok)
	}
	near(t, "Gaussian", float64(a.Iterations(nil, []Steps{{Step{Mu: .1}, 1}}, 1, Gaussian)), math.Floor(math.Pow(muOf(1, 1e-5)/.1, 2)), 0)
}

// muOf is the mu that has (epsilon, delta), by bisection.
func muOf(epsilon, delta float64) float64 {
	a := New(delta)
	mu, _ := a.Largest(equal(func(m float64) Step { return Step{Mu: m} }, 1), epsilon, Gaussian)
	return mu
}

func TestAuditBounds(t *testing.T) {
	near(t, "nothing shown", AuditBound(500, 1000, 500, 1000, 0, .05), 0, 0)
	near(t, "no runs", AuditBound(0, 0, 0, 0, 0, .05), 0, 0)
	// "ceiling ln(n/3.69)"
	near(t, "ceiling", AuditBound(10000, 10000, 0, 10000, 0, .05), math.Log(10000/3.69), 1e-3)
	// the second ratio: few false negatives say as much as few false positives
	near(t, "mirror", AuditBound(1000, 1000, 400, 1000, 0, .05), AuditBound(600, 1000, 0, 1000, 0, .05), 1e-12)
	if AuditBound(950, 1000, 50, 1000, .1, .05) >= AuditBound(950, 1000, 50, 1000, 0, .05) {
		t.Error("delta does not weaken the bound")
	}
}

func TestLaplaceRhoAndPureRho(t *testing.T) {
	for _, epsilon := range []float64{1e-3, .1, 1, 10} {
		if l, p := LaplaceRho(epsilon), PureRho(epsilon); !(l <= p && p <= epsilon*epsilon/2) {
			t.Errorf("eps %g: Laplace %g, tanh %g, eps^2/2 %g out of order", epsilon, l, p, epsilon*epsilon/2)
		}
		// KL of Laplace noise, the order-1 divergence, from the density of Y
		l := newLaw(1, epsilon)
		kl := l.laplaceMoment(1e-5, false) / 1e-5
		near(t, "Laplace KL", kl/LaplaceRho(epsilon), 1, 2e-4)
	}
}

// The odd and the even branch of the Bessel ratio, against K_1(1)/K_0(1) =
// .6019072302/.4210244382 (Abramowitz and Stegun, table 9.8) and the recurrence.
func TestBesselRatio(t *testing.T) {
	near(t, "K_1/K_0", besselRatio(2, 1), .6019072302/.4210244382, 1e-9)
	near(t, "K_3/2 / K_1/2", besselRatio(3, 1), 2, 1e-15)
	near(t, "far out", besselK1K0(1e4), 1+1/2e4, 1e-8)
	near(t, "near 0", besselK1K0(1e-8)*1e-8*(math.Log(2e8)-.5772156649), 1, 1e-9)
}

// The law of a gamma-norm loss for a new shift is the only step of an Add that is
// not immediate.
func BenchmarkAdd(b *testing.B) {
	for name, step := range map[string]func(i int) Step{
		"equal":       func(int) Step { return objective(1, ladder, 2) },
		"alternating": func(i int) Step { return objective(1+float64(i%2), ladder, 2) },
		"new":         func(i int) Step { return Step{Dim: 105, Shift: 1 + float64(i%400)*1e-3 + float64(i)*1e-9} },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			a := New(1e-5)
			for i := range b.N {
				a.Add(step(i))
			}
		})
	}
}

func BenchmarkTotals(b *testing.B) {
	equal := repeated(objective(1, ladder, 2), 10000, 1e-5)
	kinds, different := New(1e-5), New(1e-5)
	for i := range 1000 {
		kinds.Add(objective(1+float64(i/125)*.1, ladder, 2))
		different.Add(Step{Pure: .1 + 1e-4*float64(i)})
	}
	for name, a := range map[string]*Account{"10000-equal": equal, "8-kinds-of-125": kinds, "1000-different": different} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				a.stale = true
				a.Totals()
			}
		})
	}
	b.Run("moments-only", func(b *testing.B) {
		for range b.N {
			leastEpsilon(different.closed.momentAt, 1e-5)
		}
	})
}

func BenchmarkInverse(b *testing.B) {
	a := repeated(objective(1, ladder, 2), 100, 1e-5)
	b.Run("Iterations", func(b *testing.B) {
		for range b.N {
			a.Iterations(nil, []Steps{{objective(.5, ladder, 2), 1}}, 20, Best)
		}
	})
	b.Run("Largest", func(b *testing.B) {
		for range b.N {
			a.Largest(equal(func(alpha float64) Step { return objective(alpha, ladder, 2) }, 100), 20, Best)
		}
	})
}

// equal is count equal steps.
func equal(build func(alpha float64) Step, count int) func(float64) []Steps {
	return func(alpha float64) []Steps { return []Steps{{build(alpha), count}} }
}

// Steps of other kinds are paid for, too.
func TestLargestLeavesRoomForEveryKindOfStep(t *testing.T) {
	a := New(1e-5)
	alpha, ok := a.Largest(func(x float64) []Steps { return []Steps{{Step{Pure: x}, 7}, {Step{Pure: 3 * x}, 1}} }, 5, Basic)
	if want := 0.5; !ok || math.Abs(alpha-want) > 1e-8 { // 7 x + 3 x = 5
		t.Errorf("%g, %t; want %g", alpha, ok, want)
	}
}

// The cost of DVP falls where Algorithm 2 lets go of its regulariser, here from 0.75 to 0.5 of
// alpha = 1: on either side of that what is found fits, and more does not.
func TestLargestWhereACostFalls(t *testing.T) {
	build := equal(func(alpha float64) Step {
		if alpha <= 1 {
			return Step{Pure: 0.75 * alpha}
		}
		return Step{Pure: alpha - 0.5}
	}, 1)
	for epsilon := 0.1; epsilon < 2; epsilon += 0.1 {
		a := New(0)
		alpha, ok := a.Largest(build, epsilon, Basic)
		if !ok || !a.Fits(build(alpha), epsilon, Basic) || a.Fits(build(alpha*(1+1e-8)), epsilon, Basic) {
			t.Errorf("alpha %g within %g", alpha, epsilon)
		}
	}
}

// What is told to fit does when it is booked, to the last bit, and one more does not.
func TestWhatFitsIsWhatIsBooked(t *testing.T) {
	for cents := 1; cents <= 60; cents++ {
		for booked := range 6 {
			for budget := 5; budget <= 100; budget += 5 {
				step, epsilon := Step{Pure: float64(cents) / 100}, float64(budget)/100
				total := func(n int) float64 {
					a := New(0)
					for range n {
						a.Add(step)
					}
					for _, total := range a.Totals() {
						if total.Name == Basic {
							return total.Epsilon
						}
					}
					return math.NaN()
				}
				a := New(0)
				for range booked {
					a.Add(step)
				}
				more := a.Iterations(nil, []Steps{{Step: step, Count: 1}}, epsilon, Basic)
				if more > 0 && !(total(booked+more) <= epsilon) || total(booked+more+1) <= epsilon {
					t.Errorf("%d steps of %g and %d more in %g: %v, and with one more %v", booked, step.Pure, more, epsilon, total(booked+more), total(booked+more+1))
				}
			}
		}
	}
}
