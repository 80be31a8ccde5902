package account

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"strings"
	"testing"

	"admmlab/sim/privacy"
)

// A step by itself has the curve that is known of it: at the points of the grid exactly,
// between them at most by what a chord is above.
func TestAStepHasItsExactCurve(t *testing.T) {
	exact := map[Step]func(epsilon float64) float64{
		{Dim: 1, Shift: 1}:    func(e float64) float64 { return math.Max(0, -math.Expm1((e-1)/2)) }, // Laplace
		{Dim: 2, Shift: 1}:    func(e float64) float64 { return GammaNormDelta(2, 1, e) },
		{Dim: 2, Shift: 20}:   func(e float64) float64 { return GammaNormDelta(2, 20, e) },
		{Dim: 10, Shift: 3}:   func(e float64) float64 { return GammaNormDelta(10, 3, e) },
		{Dim: 105, Shift: 1}:  func(e float64) float64 { return GammaNormDelta(105, 1, e) },
		{Dim: 1e4, Shift: .1}: func(e float64) float64 { return GammaNormDelta(1e4, .1, e) },
		{Pure: .5}:            func(e float64) float64 { return ResponseDelta(.5, 1, e) },
		{Mu: .3, Pure: 40}:    func(e float64) float64 { return privacy.GaussianDelta(.3, e) },
	}
	for s, curve := range exact {
		s = s.sane()
		exponent, ok := finest(s.reach())
		if !ok {
			t.Fatalf("%+v has no grid", s)
		}
		l := newPart(s, s.reach(), exponent, &room{}).masses
		most := curve(0)
		for i := range 97 {
			e := float64(i*4) * l.spacing
			near(t, fmt.Sprintf("%+v at %g", s, e), l.delta(e), curve(e), 1e-12+1e-10*most)
			e += l.spacing / 2 // a chord over a 20th of a deviation is above by at most 1/8 of its square
			if got, want := l.delta(e), curve(e); !(got >= want-1e-13 && got <= want+2.5e-4*most) {
				t.Errorf("%+v at %g, between points: %.12g, exact %.12g", s, e, got, want)
			}
		}
	}
}

// Losses on the grid are those of two laws: P and Q are masses of 1, and Q's loss is
// that of P with its sign changed.
func TestDominatingLawsAreLawsAndSymmetric(t *testing.T) {
	for _, s := range []Step{{Dim: 105, Shift: .4, Convex: true, Det: .01}, {Dim: 1, Shift: 2, Convex: true}, {Dim: 3, Shift: 7}, {Pure: 2}, {Mu: 1}, {Dim: 50, Shift: 1e-9, Convex: true, Det: 1e-3}} {
		s = s.sane()
		exponent, _ := finest(s.reach())
		for _, e := range []int{exponent, exponent + 4, exponent + 12} {
			l := newPart(s, s.reach(), e, &room{}).masses
			p, q := l.infinite, l.infinite
			n := len(l.mass) / 2
			for i, m := range l.mass {
				p += m
				q += m * math.Exp(-l.at(i))
				if other := l.mass[2*n-i] * math.Exp(-l.at(2*n-i)); m < 0 || math.Abs(m-other) > 1e-12 {
					t.Errorf("%+v: mass %g at %g, and %g by the other law at its negative", s, m, l.at(i), other)
				}
			}
			near(t, fmt.Sprintf("%+v, P", s), p, 1, 1e-12)
			near(t, fmt.Sprintf("%+v, Q", s), q, 1, 1e-12)
		}
	}
}

// Objective perturbation in one dimension, where densities can be integrated: f is 0 at
// k g(f) + h f + n = 0 for one record with derivative g, and n Laplace of rate tau. One
// record taken out, or replaced by its opposite, in either order: the exact curve
// is never above the bound.
func TestObjectivePerturbationIsBelowItsBound(t *testing.T) {
	logistic := func(x float64) (g, slope float64) {
		return -1 / (1 + math.Exp(x)), 1 / ((1 + math.Exp(x)) * (1 + math.Exp(-x)))
	}
	for _, v := range []struct{ k, h, tau float64 }{{.2, 1, 1}, {.2, 1, 5}, {1, 1, 1}, {1, .3, .1}, {.5, 4, 20}} {
		density := func(record, f float64) float64 { // record +1, -1 or none
			n, jacobian := v.h*f, v.h
			if record != 0 {
				g, slope := logistic(record * f)
				n += v.k * record * g
				jacobian += v.k * slope
			}
			return v.tau / 2 * math.Exp(-v.tau*math.Abs(n)) * jacobian
		}
		for _, pair := range []struct {
			with, without, records float64
		}{{1, 0, 1}, {0, 1, 1}, {1, -1, 2}} {
			s := Step{Dim: 1, Shift: pair.records * v.k * v.tau, Convex: true, Det: math.Log1p(v.k / 4 / v.h)}.sane()
			exponent, _ := finest(s.reach())
			l := newPart(s, s.reach(), exponent, &room{}).masses
			for _, e := range []float64{0, .01, .05, .2, .5, 1, 2} {
				const cells = 50000
				wide := (40/v.tau + v.k) / v.h
				exact := 0.0
				for i := range cells {
					f := wide * (2*(float64(i)+.5)/cells - 1)
					exact += math.Max(0, density(pair.with, f)-math.Exp(e)*density(pair.without, f))
				}
				exact *= 2 * wide / cells
				if bound := l.delta(e); exact > bound+4e-6 { // 4e-6: the midpoint rule
					t.Errorf("%+v, %+v: delta(%g) is %.9g, bound %.9g", v, pair, e, exact, bound)
				}
			}
		}
	}
}

// With one record replaced the loss is at most (A1+A2)/2 + det, and nothing is known of
// how the two go together: equal, opposite, independent, or cut in such a way that
// both are large at once just where it hurts.
func TestTheBoundHoldsHoweverTheTwoHalvesGoTogether(t *testing.T) {
	const points = 4000
	for _, s := range []Step{{Dim: 105, Shift: 1, Convex: true}, {Dim: 3, Shift: 2, Convex: true, Det: .1}, {Dim: 2, Shift: 12, Convex: true}} {
		law := newLaw(s.Dim, s.Shift)
		quantile := make([]float64, points) // of A, each the least of its part: below the law
		const cells = 100000
		below, next := 0.0, 0
		for i := range cells {
			theta := math.Pi * (float64(i)/cells - .5)
			for ; next < points && below >= float64(next)/points; next++ {
				quantile[next] = math.Max(0, s.Shift*math.Sin(theta-math.Pi/cells))
			}
			below += math.Exp(law.logWeight(theta+math.Pi/cells/2, s.Shift/2)-law.logTotal) * math.Pi / cells
		}
		for ; next < points; next++ {
			quantile[next] = quantile[next-1]
		}
		const spacing = 1. / 512
		bound := make([]float64, 4000) // without what holds of losses only: symmetry and the worst case
		for i := range bound {
			bound[i] = 1
		}
		tails := law.tails(spacing)
		tails.segments(s.Det, spacing, bound)
		shuffle := rand.New(rand.NewPCG(1, 2)).Perm(points)
		for name, other := range map[string]func(i int) int{
			"equal": func(i int) int { return i }, "opposite": func(i int) int { return points - 1 - i },
			"independent": func(i int) int { return shuffle[i] },
			"tails opposite": func(i int) int {
				if i < points*9/10 {
					return i
				}
				return points - 1 - (i - points*9/10)
			},
		} {
			for i, bound := range bound {
				if i%64 != 0 {
					continue
				}
				sum, e := 0.0, float64(i)*spacing
				for i, a := range quantile {
					sum -= math.Expm1(math.Min(0, e-s.Det-(a+quantile[other(i)])/2))
				}
				if sum/points > bound*(1+1e-9)+1e-12 {
					t.Errorf("%+v, %s: delta(%g) = %.9g, bound %.9g", s, name, e, sum/points, bound)
				}
			}
		}
	}
}

// Equal steps: just above what the distribution has on a much finer grid, and never
// below; randomised response and Gaussian noise, which are known exactly, likewise. The
// spacing is at most 2/227 of the deviation of the sum, and splitting adds at most a
// quarter of its square to the variance of a step: 2e-5 T of the whole, half of that to
// epsilon.
func TestComposedDistributionsAreTightBounds(t *testing.T) {
	for _, v := range []struct {
		dim   int
		u     float64
		steps int
	}{{105, 1, 1}, {105, 1, 50}, {105, .5, 50}, {105, .1, 100}, {123, 1, 50}, {10, 1, 50}, {2, 1, 50}, {2, .1, 100}, {105, .1, 900}} {
		name := fmt.Sprintf("d=%d u=%g T=%d", v.dim, v.u, v.steps)
		a := repeated(Step{Dim: v.dim, Shift: v.u}, v.steps, 1e-5)
		exact, got := sharp(v.dim, v.u, false, v.steps), totalOf(t, a, PLD)
		if !(got > exact*(1-1e-4) && got < exact*(1+4e-4+1e-5*float64(v.steps))) { // sharp is within 1e-4 itself
			t.Errorf("%s: %.6g, on a fine grid %.6g", name, got, exact)
		}
		// Objective perturbation without determinant is not much dearer: it drifts no more.
		objective := totalOf(t, repeated(Step{Dim: v.dim, Shift: v.u, Convex: true}, v.steps, 1e-5), PLD)
		if !(objective >= got && objective < got*1.05) {
			t.Errorf("%s: objective perturbation %.6g, output noise %.6g", name, objective, got)
		}
	}
	for _, v := range []struct {
		epsilon float64
		k       int
	}{{1, 20}, {1, 100}, {.1, 100}, {.5, 50}, {.01, 1000}, {5, 3}} {
		a := repeated(Step{Pure: v.epsilon}, v.k, 1e-5)
		exact, got := totalOf(t, a, Optimal), totalOf(t, a, PLD)
		if !(got >= exact && got < exact*(1+2e-4+1e-5*float64(v.k))) {
			t.Errorf("%d steps of pure %g: %.9g, exact %.9g", v.k, v.epsilon, got, exact)
		}
	}
	// One pure step among Gaussian ones, which are one: the curve is that of Gaussian
	// noise at the total less the pure loss.
	a := repeated(Step{Mu: .5}, 10, 1e-5)
	a.Add(Step{Pure: 1})
	mu, p := .5*math.Sqrt(10), 1/(1+math.Exp(-1))
	for _, e := range []float64{0, 1, 3, 7, 9} {
		want := p*privacy.GaussianDelta(mu, e-1) + (1-p)*privacy.GaussianDelta(mu, e+1)
		if got := a.Delta(PLD, e); !(got >= want && got < want*1.005+1e-11) {
			t.Errorf("delta(%g) = %.9g, exact %.9g", e, got, want)
		}
	}
}

// Different steps: never below the losses drawn by hand. A mean of n numbers of [0, 1]
// with variance at most delta misses by less than sqrt(2 delta x/n) + x/n but for a
// chance of e^-x (Bernstein, x = 20: 2e-9).
func TestComposedDistributionsAreAboveDrawnLosses(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	steps := []Step{{Dim: 20, Shift: .5}, {Dim: 3, Shift: .2}, {Dim: 20, Shift: .5}, {Dim: 1, Shift: .3}, {Dim: 7, Shift: 1.5}, {Dim: 40, Shift: .9}}
	a := New(1e-3)
	for _, s := range steps {
		a.Add(s)
	}
	const n = 200000
	losses := make([]float64, n)
	for i := range losses {
		for _, s := range steps {
			losses[i] += drawnLoss(random, s.Dim, s.Shift)
		}
	}
	for _, e := range []float64{0, .3, .6, 1, 1.5} {
		mean := 0.0
		for _, l := range losses {
			mean -= math.Expm1(math.Min(0, e-l)) / n
		}
		bound := a.Delta(PLD, e)
		error := math.Sqrt(2*bound*20/n) + 20./n
		if mean > bound+error || mean < bound-error-.01*bound {
			t.Errorf("delta(%g): drawn %.6g, bound %.6g, allowed error %.2g", e, mean, bound, error)
		}
	}
}

// drawnLoss is |n + u e| - |n| of a drawn n.
func drawnLoss(random *rand.Rand, dim int, u float64) float64 {
	norm, along, across := 0.0, 0.0, 0.0
	for i := range dim {
		norm += random.ExpFloat64()
		if x := random.NormFloat64(); i == 0 {
			along = x
		} else {
			across += x * x
		}
	}
	c := along / math.Sqrt(along*along+across)
	return math.Sqrt(norm*norm+2*norm*u*c+u*u) - norm
}

// It is never above the moments, whatever the steps.
func TestDistributionsAreNeverAboveMoments(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	kinds := func() Step {
		scale := math.Exp(4*random.Float64() - 4)
		switch random.IntN(4) {
		case 0:
			return Step{Pure: scale}
		case 1:
			return Step{Mu: scale}
		case 2:
			return Step{Dim: 1 + random.IntN(200), Shift: 3 * scale}
		}
		return Step{Dim: 1 + random.IntN(200), Shift: 3 * scale, Convex: true, Det: .02 * random.Float64()}
	}
	for range 40 {
		a := New(math.Pow(10, -1-8*random.Float64()))
		for range 1 + random.IntN(8) {
			s := kinds()
			for range 1 + random.IntN(60) {
				a.Add(s)
			}
		}
		moments, got := totalOf(t, a, GammaNorm), totalOf(t, a, PLD)
		if got > moments {
			t.Errorf("%d steps: %g, moments %g", a.Steps(), got, moments)
		}
		for _, e := range []float64{0, got / 2, got} {
			if a.Delta(PLD, e) > a.Delta(GammaNorm, e) {
				t.Errorf("delta(%g) = %g, moments %g", e, a.Delta(PLD, e), a.Delta(GammaNorm, e))
			}
		}
	}
}

// A penalty that grows makes every step another one. The total only rises, and is
// near that of as many equal steps of the largest and of the smallest shift.
func TestEveryStepAnotherKind(t *testing.T) {
	a, last := New(1e-5), 0.0
	const steps = 300
	for i := range steps {
		a.Add(Step{Dim: 105, Shift: .3 + .1*float64(i)/steps, Convex: true, Det: .01 / float64(i+1)})
		total := a.Best()
		if total.Epsilon < last {
			t.Errorf("step %d: the total falls from %g to %g", i, last, total.Epsilon)
		}
		last = total.Epsilon
	}
	low := totalOf(t, repeated(Step{Dim: 105, Shift: .3, Convex: true}, steps, 1e-5), PLD)
	high := totalOf(t, repeated(Step{Dim: 105, Shift: .4, Convex: true, Det: .001}, steps, 1e-5), PLD)
	if !(last > low && last < high) {
		t.Errorf("%g, expected between %g and %g", last, low, high)
	}
}

// The transform against its definition, and back, within the error that is counted.
func TestTransformIsWithinItsRoundoff(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	var p pairs
	points, squares := make([]float64, window), 0.0
	for i := range points {
		points[i] = random.Float64() - .3
		*p.at(i) = points[i]
		squares += points[i] * points[i]
	}
	re, im := make([]float64, half+1), make([]float64, half+1)
	p.transform(re, im)
	for k := 0; k <= half; k += 89 {
		sum := 0i
		for j, x := range points {
			sum += complex(x, 0) * cmplx.Rect(1, -2*math.Pi*float64(j*k%window)/window)
		}
		if d := cmplx.Abs(sum - complex(re[k], im[k])); d > roundoff*math.Sqrt(squares) {
			t.Errorf("frequency %d is wrong by %g", k, d)
		}
	}
	p.inverse(re, im)
	wrong := 0.0
	for i, x := range points {
		wrong += math.Abs(*p.at(i)/half - x)
	}
	if wrong > 2*roundoff*math.Sqrt(squares) {
		t.Errorf("there and back is wrong by %g in all, counted is %g", wrong, 2*roundoff*math.Sqrt(squares))
	}
}

// PLD names the reason that its total has: the grid, the moments, or the sum of the worst cases
// where that is the least.
func TestPLDNamesTheReasonOfItsTotal(t *testing.T) {
	small := New(1e-5)
	for range 500 {
		small.Add(Step{Pure: .01, Mu: 3})
	}
	small.Add(Step{Pure: .02})
	for _, c := range []struct {
		a     *Account
		words string
	}{
		{small, "the worst cases add up"},
		{repeated(Step{Dim: 10000000, Shift: 1e6}, 1, 1e-5), "the worst cases add up"},
		{repeated(Step{Dim: 105, Shift: 1}, 50, 1e-5), onTheGrid},
		{repeated(Step{Dim: 105, Shift: 300}, 1, 1e-5), "the moments' bound: no grid holds"},
		{repeated(Step{Pure: 0.1}, 2, 1e-5), "the moments' bound, which is no larger"},
	} {
		for _, total := range c.a.Totals() {
			if total.Name == PLD && !strings.HasPrefix(total.Why, c.words) {
				t.Errorf("%.9g: %q, want %q", total.Epsilon, total.Why, c.words)
			}
		}
	}
}
