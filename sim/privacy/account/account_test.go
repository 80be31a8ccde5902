package account

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"admmlab/models/elementary"
	"admmlab/sim/privacy"
)

// The reference run of the privacy notes, section 3: a9a, 5 nodes in a ring, B =
// 6500, C = 1750, rho = .22/5, eta = 1, MR-ADMM with alpha = 1, 25 odd steps.
var ladder = privacy.Node{Weight: 1750.0 / 6500, C1: 0.25, Regulariser: .22 / 5, Penalty: 2}

// objective is one objective perturbation step with noise rate alpha; records is 2
// for replace-one and 1 for remove-one.
func objective(alpha float64, n privacy.Node, records float64) Step {
	det := math.Log1p(n.Weight * .25 / (n.Regulariser + 2*n.Penalty))
	shift := records * n.Weight * alpha
	return Step{Pure: shift + det, Dim: 123, Shift: shift, Convex: true, Det: det}
}

// Section 4.2: "printed (32) 14.63 -> tight det 13.87 -> RR-optimal 12.75 -> [zCDP
// 15.9, useless] -> gamma-MGF replace-one 1.57 -> gamma remove-one .94 (of which .41
// is T ln(1+x))". The last is not of moments: it is the distribution, masses rounded
// up; moments give .968.
func TestLadderOfTheReferenceRun(t *testing.T) {
	const steps = 25
	// (32): (2C/B) (1.4 c1/(rho/N + 2 eta V) + alpha) per odd step
	near(t, "printed", steps*2*ladder.Weight*(1.4*.25/(ladder.Regulariser+2*ladder.Penalty)+1), 14.63, .005)
	replace := repeated(objective(1, ladder, 2), steps, 1e-5)
	near(t, "tight", totalOf(t, replace, Basic), 13.87, .005)
	near(t, "optimal", totalOf(t, replace, Optimal), 12.75, .005)
	near(t, "zCDP", totalOf(t, replace, ZCDP), 15.9, .05)
	near(t, "gamma-norm, replace-one", totalOf(t, replace, GammaNorm), 1.57, .005)
	// Distributions, symmetric below 0, have no drift of max(0, Y) and half of that of the
	// determinant: a quarter less in all than moments say. Computed here.
	near(t, "distributions, replace-one", totalOf(t, replace, PLD), 1.1618, 5e-5)
	if best := replace.Best(); best.Name != PLD {
		t.Errorf("best is %s", best.Name)
	}
	one := objective(1, ladder, 1)
	remove := repeated(one, steps, 1e-5)
	near(t, "pure, remove-one", totalOf(t, remove, Basic), 7.14, .005)
	near(t, "T ln(1+x)", steps*one.Det, .41, .005)
	exact := sharp(one.Dim, one.Shift, true, steps) + steps*one.Det
	rounded := distributionEpsilon(shape{one.Dim, one.Shift, true}, steps, 1e-5, 1e-3, 1<<14, up) + steps*one.Det
	near(t, "remove-one, distribution rounded up", rounded, .94, .005)
	near(t, "distributions, remove-one", totalOf(t, remove, PLD), .6806, 5e-5)
	if moments := totalOf(t, remove, GammaNorm); !(exact < rounded && rounded < moments && moments < 1.05*exact) {
		t.Errorf("exact %.4f, rounded up %.4f, moments %.4f", exact, rounded, moments)
	}
}

// Section 8, item 1: "monotone in eps, delta, T".
func TestTotalsAreMonotone(t *testing.T) {
	kinds := map[string]func(scale float64) Step{
		"pure":     func(x float64) Step { return Step{Pure: .2 * x} },
		"with det": func(x float64) Step { return Step{Dim: 20, Shift: .3 * x, Convex: true, Det: .01} },
		"PVP":      func(x float64) Step { return Step{Dim: 3, Shift: .3 * x} },
		"Gaussian": func(x float64) Step { return Step{Mu: .3 * x} },
		"printed":  func(x float64) Step { return Step{Pure: .1 * x, Delta: 1e-8, Mu: .02 * x} },
	}
	for name, kind := range kinds {
		check := func(what string, low, high *Account) {
			t.Helper()
			l, h := low.Totals(), high.Totals()
			for i := range l {
				if l[i].Epsilon > h[i].Epsilon*(1+1e-12) {
					t.Errorf("%s, %s: %s falls from %.12g to %.12g", name, what, l[i].Name, l[i].Epsilon, h[i].Epsilon)
				}
			}
		}
		for _, steps := range []int{1, 2, 10, 100, 1000} {
			check("steps", repeated(kind(1), steps, 1e-5), repeated(kind(1), steps+1, 1e-5))
			check("epsilon", repeated(kind(1), steps, 1e-5), repeated(kind(1.1), steps, 1e-5))
			check("delta", repeated(kind(1), steps, 2e-4), repeated(kind(1), steps, 1e-4))
			a := repeated(kind(1), steps, 1e-5)
			for _, n := range Names() {
				if a.Delta(n, 1) < a.Delta(n, 1.5)*(1-1e-12) {
					t.Errorf("%s: delta of %s rises with epsilon", name, n)
				}
			}
		}
	}
}

// Section 8, item 1: "the reported minimum <= basic (DRV and zCDP alone may exceed
// it); RR-exact <= KOV grid <= KOV 3.4", whose first bound is basic.
func TestOrderOfThePureAccountants(t *testing.T) {
	for _, epsilon := range []float64{1e-3, .01, .1, .5, 1, 3, 30} {
		for _, k := range []int{1, 2, 7, 50, 1000} {
			for _, delta := range []float64{1e-12, 1e-5, .1} {
				name := fmt.Sprintf("eps %g k %d delta %g", epsilon, k, delta)
				a := repeated(Step{Pure: epsilon}, k, delta)
				basic, optimal := totalOf(t, a, Basic), totalOf(t, a, Optimal)
				grid, _ := KOVGrid(epsilon, 0, k, delta)
				n := float64(k)
				kov := KOVEpsilon(n*epsilon*epsilon, n*PureRho(epsilon), delta)
				kov = math.Min(basic, kov)
				if !(optimal <= grid*(1+1e-12) && grid <= kov*(1+1e-12)) {
					t.Errorf("%s: optimal %.9g, grid %.9g, KOV %.9g", name, optimal, grid, kov)
				}
				if optimal > totalOf(t, a, ZCDP) || optimal > totalOf(t, a, GammaNorm) {
					t.Errorf("%s: the optimum %.9g is above zCDP or moments", name, optimal)
				}
				if best := a.Best().Epsilon; best > basic {
					t.Errorf("%s: best %.9g above basic %.9g", name, best, basic)
				}
			}
		}
	}
}

// Composition of different steps against full enumeration: 2^a sums of two kinds
// are binomial in each. The grid may only be above, and by little.
func TestGridCompositionIsATightUpperBound(t *testing.T) {
	exact := func(groups [2]pureGroup, epsilon float64) float64 {
		a, b := binomial(groups[0].count, groups[0].epsilon), binomial(groups[1].count, groups[1].epsilon)
		sum := 0.0
		for i, p := range a.mass {
			for j, q := range b.mass {
				sum += p * q * math.Max(0, -math.Expm1(epsilon-a.at(i)-b.at(j)))
			}
		}
		return sum
	}
	for _, groups := range [][2]pureGroup{
		{{.5, 10}, {.3, 7}}, {{1, 3}, {.01, 500}}, {{.1, 200}, {.1234, 100}}, {{5, 2}, {.2, 30}}, {{1e-3, 40}, {2e-3, 40}},
	} {
		for _, delta := range []float64{1e-9, 1e-5, 1e-2} {
			l, ok := (&room{}).compose(groups[:], delta)
			if !ok {
				t.Fatalf("%v: no grid", groups)
			}
			got := l.epsilon(delta)
			most := 2*groups[0].epsilon*float64(groups[0].count) + 2*groups[1].epsilon*float64(groups[1].count)
			want := privacy.Bisect(0, most, func(e float64) bool { return exact(groups, e) <= delta })
			if got < want*(1-1e-12)-1e-12 || got > want*(1+2e-3)+1e-12 {
				t.Errorf("%v at %g: %.9g on the grid, exactly %.9g", groups, delta, got, want)
			}
		}
	}
}

// Different steps compose like equal ones with the same mean square; rounding of
// epsilons and the grid cost below 1%, and nothing is below what equal steps with the
// least epsilon cost.
func TestManyDifferentSteps(t *testing.T) {
	for _, v := range []struct{ distinct, each int }{{8, 100}, {300, 50}, {1000, 1}, {1000, 1000}, {5000, 1}} {
		a := New(1e-5)
		squares := 0.0
		for i := range v.distinct {
			e := .01 * (1 + .5*float64(i)/float64(v.distinct))
			squares += e * e / float64(v.distinct)
			for range v.each {
				a.Add(Step{Pure: e})
			}
		}
		n := v.distinct * v.each
		got := totalOf(t, a, Optimal)
		near(t, fmt.Sprint(v), got/ResponseEpsilon(math.Sqrt(squares), n, 1e-5), 1.004, .006)
		if low := ResponseEpsilon(.01, n, 1e-5); got < low || len(a.closed.pures.groups) > maxDistinct {
			t.Errorf("%v: %.6g, at least %.6g; %d groups", v, got, low, len(a.closed.pures.groups))
		}
	}
}

// "Hockey-stick is monotone in u": so moments are, which is why a shift may be
// rounded up once there have been many different ones.
func TestMomentsGrowWithTheShift(t *testing.T) {
	for _, s := range []shape{{1, 1, false}, {2, .01, true}, {3, 7, false}, {105, 1, true}, {105, 100, false}} {
		low, high := all(shapeMoment(s)), all(shapeMoment(shape{s.dim, s.shift * 1.001, s.convex}))
		for i := range low {
			if low[i] > high[i] || (i > 0 && low[i] < low[i-1]) {
				t.Errorf("%+v: moments %g, %g are out of order at q = %g", s, low[i], high[i], momentOrder[i])
			}
		}
	}
	exact, cached := New(1e-5), New(1e-5)
	for i := range maxLaws {
		cached.laws.take(shape{1, float64(1 + i), false})
	}
	for i := range 20 {
		s := Step{Dim: 50, Shift: 1 + .0005*float64(i)}
		exact.Add(s)
		cached.Add(s)
	}
	low, high := totalOf(t, exact, GammaNorm), totalOf(t, cached, GammaNorm)
	if !(low <= high && high <= 1.003*low && len(cached.cache.laws) < 8) {
		t.Errorf("%.6g exactly, %.6g with rounded shifts, %d laws", low, high, len(cached.cache.laws))
	}
}

// What the search for the smallest bound leaves out is not the smallest: it finds the same
// bits as a look at every order, and asks for few.
func TestTheSmallestBoundIsFoundWithFewOrders(t *testing.T) {
	kinds := []Step{
		{Dim: 105, Shift: 1}, {Dim: 1, Shift: 0.3}, {Dim: 2, Shift: 40}, {Dim: 1000, Shift: 1e5}, {Dim: 14, Shift: 1e7},
		{Dim: 105, Shift: 0.7, Det: 0.02, Convex: true, Pure: 0.72}, {Dim: 3, Shift: 1e-6, Det: 1e-9, Convex: true},
		{Pure: 0.1}, {Pure: 12}, {Mu: 0.01}, {Mu: 3}, {Pure: 1e-12}, {Dim: 7},
	}
	asked, questions := 0, 0
	for i, one := range kinds {
		for _, other := range kinds[i:] {
			for _, count := range []int{1, 30, 100000} {
				steps := []Steps{{one, count}, {other, 1 + count/7}}
				a := New(1e-5)
				s := a.trial(steps, a.trialMoments(steps))
				for _, delta := range []float64{0.9, 1e-2, 1e-5, 1e-12, 1e-200} {
					want := math.Inf(1)
					for order, q := range momentOrder {
						want = math.Min(want, (momentFactor[order]+s.momentAt(order)-elementary.Log(delta))/q)
					}
					questions++
					got := leastEpsilon(func(order int) float64 { asked++; return s.momentAt(order) }, delta)
					if want = math.Max(0, want); got != want {
						t.Errorf("%+v at %g: %v, want %v", steps, delta, got, want)
					}
				}
			}
		}
	}
	if mean := float64(asked) / float64(questions); mean > orders/4 {
		t.Errorf("%.1f of %d orders were asked for", mean, orders)
	}
}

// A total depends on the steps alone, to the last bit: not on when it was asked for, nor
// on what is booked elsewhere after a copy.
func TestAskingAndCopyingChangeNoTotal(t *testing.T) {
	nth := func(i int) Step { return Step{Pure: 0.1, Dim: 20, Shift: 0.01 * float64(1+i/10)} }
	quiet, asked := New(1e-5), New(1e-5)
	for i := range 60 {
		quiet.Add(nth(i))
		asked.Add(nth(i))
		asked.Best()
	}
	copies := Copy(quiet, quiet.Clone(), asked)
	laws := len(quiet.cache.laws)
	for i := range 60 {
		quiet.Add(nth(60 + i))
		asked.Add(nth(60 + i))
		asked.Best()
	}
	if n := len(copies[0].cache.laws); n != laws || copies[0].cache != copies[1].cache || copies[0].cache == copies[2].cache {
		t.Errorf("the copy has integrated %d laws, expected %d", n, laws)
	}
	for i := range 60 {
		copies[0].Add(nth(60 + i))
	}
	for i, want := range quiet.Totals() {
		if got := asked.Totals()[i]; got != want {
			t.Errorf("asked %+v, not asked %+v", got, want)
		}
		if got := copies[0].Totals()[i]; got != want {
			t.Errorf("copied %+v, not copied %+v", got, want)
		}
	}
}

func TestMixedStepsSayWhichTheoremsApply(t *testing.T) {
	valid := func(a *Account) string {
		var names []string
		for _, total := range a.Totals() {
			if total.Valid {
				names = append(names, total.Name)
			}
			if total.Why == "" {
				t.Errorf("%s gives no reason", total.Name)
			}
		}
		return strings.Join(names, " ")
	}
	pure, gaussian := Step{Pure: .5}, Step{Mu: .2}
	inf := math.Inf(1)
	for _, v := range []struct {
		what  string
		delta float64
		steps []Step
		want  string
	}{
		{"nothing yet", 1e-5, nil, "basic advanced optimal zCDP gamma-norm PLD Gaussian"},
		{"a free step", 1e-5, []Step{{}}, "basic advanced optimal zCDP gamma-norm PLD Gaussian"},
		{"pure", 1e-5, []Step{pure}, "basic advanced optimal zCDP gamma-norm PLD"},
		{"pure, delta 0", 0, []Step{pure}, "basic"},
		{"Gaussian", 1e-5, []Step{gaussian}, "basic zCDP gamma-norm PLD Gaussian"},
		{"Gaussian, delta 0", 0, []Step{gaussian}, ""},
		{"both", 1e-5, []Step{pure, gaussian}, "basic zCDP gamma-norm PLD"},
		{"printed sharing", 1e-5, []Step{{Pure: .5, Delta: 1e-6, Mu: .1}}, "basic advanced optimal zCDP gamma-norm PLD Gaussian"},
		{"printed sharing too often", 1e-5, []Step{{Pure: .5, Delta: 1e-5, Mu: .1}, {Pure: .5, Delta: 1e-5, Mu: .1}}, "zCDP gamma-norm PLD Gaussian"},
		{"no pure bound, but a law", 1e-5, []Step{{Pure: inf, Dim: 9, Shift: 1}}, "gamma-norm PLD"},
		{"no promise", 1e-5, []Step{pure, {Pure: inf}}, ""},
		{"always fails", 1e-5, []Step{{Pure: 1, Delta: 1}}, ""},
		{"no noise", 1e-5, []Step{{Mu: inf}}, ""},
		{"nonsense", 1e-5, []Step{{Pure: -1}}, ""},
		{"not a number", math.NaN(), []Step{{Pure: math.NaN(), Dim: -3, Mu: -2}}, ""},
	} {
		a := New(v.delta)
		for _, s := range v.steps {
			a.Add(s)
		}
		if got := valid(a); got != v.want {
			t.Errorf("%s: valid are %q, want %q", v.what, got, v.want)
		}
		if best := a.Best(); best.Valid != (v.want != "") || best.Valid == math.IsInf(best.Epsilon, 1) {
			t.Errorf("%s: best is %+v", v.what, best)
		}
		if len(v.steps) == 0 || v.steps[0] == (Step{}) {
			near(t, v.what, a.Best().Epsilon, 0, 0)
			near(t, v.what, a.Best().Delta, 0, 0) // and no chance that it fails
		}
	}
	// Pure and Gaussian steps: basic adds the exact Gaussian total.
	a := New(1e-5)
	for range 10 {
		a.Add(pure)
		a.Add(gaussian)
	}
	near(t, "basic", totalOf(t, a, Basic), 5+privacy.GaussianEpsilon(.2*math.Sqrt(10), 1e-5), 1e-12)
	near(t, "zCDP", totalOf(t, a, ZCDP), ZCDPEpsilon(10*(PureRho(.5)+.02), 1e-5), 1e-12)
	if totalOf(t, a, GammaNorm) > totalOf(t, a, ZCDP) {
		t.Error("moments are above zCDP")
	}
}

// Delta undoes Totals.
func TestDeltaUndoesEpsilon(t *testing.T) {
	accounts := map[string]*Account{
		"pure":      repeated(Step{Pure: .1}, 100, 1e-5),
		"failing":   repeated(Step{Pure: .1, Delta: 1e-8}, 100, 1e-5),
		"objective": repeated(objective(1, ladder, 2), 25, 1e-5),
		"Gaussian":  repeated(Step{Mu: .1}, 100, 1e-5),
	}
	different := New(1e-5)
	for i := range 50 {
		different.Add(Step{Pure: .1 + .01*float64(i%3)})
	}
	accounts["different"] = different
	for name, a := range accounts {
		for _, total := range a.Totals() {
			if !total.Valid || total.Epsilon == 0 {
				continue
			}
			got := a.Delta(total.Name, total.Epsilon*(1+1e-12))
			if got > total.Delta*1.02+1e-300 || (total.Name != Basic && got < total.Delta*.97) {
				t.Errorf("%s: %s has epsilon %.9g at delta %.3g, but delta %.6g there", name, total.Name, total.Epsilon, total.Delta, got)
			}
		}
		if best := a.Best(); a.Delta(Best, best.Epsilon*(1+1e-12)) > 1.02e-5 {
			t.Errorf("%s: best delta is above", name)
		}
	}
}

func TestExtremeSteps(t *testing.T) {
	for _, s := range []Step{
		{Pure: 1e-300}, {Pure: 1e-9}, {Pure: 50}, {Pure: 800}, {Pure: 1e200}, {Mu: 1e-9}, {Mu: 1e200},
		{Dim: 1, Shift: 1e-12}, {Dim: 1, Shift: 1e3}, {Dim: 2, Shift: 1e5}, {Dim: 100000, Shift: 3}, {Dim: 105, Shift: 1e-200},
		{Dim: 105, Shift: 1e300, Convex: true, Det: 1e300}, {Dim: 7, Shift: 0}, {Pure: 1e-16, Dim: 105, Shift: 1}, {Pure: 1e-9, Dim: 105, Shift: 30}, {Dim: 7, Shift: 0, Det: 1, Convex: true},
	} {
		for _, delta := range []float64{1e-300, 1e-5, .5} {
			a := New(delta)
			for range 3 {
				a.Add(s)
				a.Add(Step{Pure: .1})
			}
			for _, total := range a.Totals() {
				if math.IsNaN(total.Epsilon) || total.Epsilon < 0 || total.Valid == math.IsInf(total.Epsilon, 1) {
					t.Errorf("%+v at %g: %+v", s, delta, total)
				}
			}
			if d := a.Delta(Best, 1); !(d >= 0 && d <= 1) {
				t.Errorf("%+v: delta %g", s, d)
			}
		}
	}
}

// A million equal steps, and half a million that alternate with a free one.
func TestAMillionSteps(t *testing.T) {
	s := Step{Dim: 105, Shift: .01}
	equal, alternating := New(1e-5), New(1e-5)
	for i := range int(1e6) {
		equal.Add(s)
		if i%2 == 0 {
			alternating.Add(s)
		} else {
			alternating.Add(Step{})
		}
	}
	near(t, "basic", totalOf(t, equal, Basic), 1e4, 1e-7)
	near(t, "optimal", totalOf(t, equal, Optimal), ResponseEpsilon(.01, 1e6, 1e-5), 0)
	// (u/sqrt d)-GDP in the limit; moments cost up to 12%
	ratio := totalOf(t, equal, GammaNorm) / privacy.GaussianEpsilon(.01*math.Sqrt(1e6/105), 1e-5)
	if !(ratio > 1 && ratio < 1.12) {
		t.Errorf("gamma-norm is %g times the Gaussian limit", ratio)
	}
	half := repeated(s, 5e5, 1e-5)
	for _, name := range []string{Basic, Optimal, ZCDP, GammaNorm} {
		near(t, name, totalOf(t, alternating, name)/totalOf(t, half, name), 1, 1e-9)
	}
	if equal.Steps() != 1e6 || alternating.Steps() != 1e6 {
		t.Errorf("%d and %d steps", equal.Steps(), alternating.Steps())
	}
}

func TestAddingDoesNotAllocate(t *testing.T) {
	a := New(1e-5)
	one, two := objective(1, ladder, 2), objective(2, ladder, 2)
	add := func() { a.Add(one); a.Add(one); a.Add(two) }
	add()
	add()
	if n := testing.AllocsPerRun(100, add); n != 0 {
		t.Errorf("%g allocations per 3 steps", n)
	}
}

// A total does not depend on how often it was asked for: equal steps that only Gaussian ones
// part are composed at once, whether somebody asked in between or not.
func TestAskingInBetweenChangesNoBit(t *testing.T) {
	quiet, asked := New(1e-5), New(1e-5)
	laws := []Step{{Dim: 105, Shift: 0.4}, {Dim: 105, Shift: 0.3}}
	steps := slices.Concat(slices.Repeat(laws[:1], 40), slices.Repeat([]Step{{Mu: 0.1}}, 14), slices.Repeat(laws[:1], 20), slices.Repeat(laws[1:], 16), []Step{{Mu: 0.1}}, slices.Repeat(laws[1:], 9))
	for _, s := range steps {
		quiet.Add(s)
		asked.Add(s)
		asked.Totals()
	}
	if a, b := totalOf(t, quiet, PLD), totalOf(t, asked, PLD); a != b {
		t.Errorf("%v, and %v where it was asked for after every step", a, b)
	}
}
