package account

import (
	"math"
	"testing"

	"admmlab/sim/privacy"
)

// Section 4.3 of the privacy notes, by number; 13 and 14 are in
// distribution_test.go. Tolerances are half a unit of the last printed digit, or what
// the vector itself states.

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %.15g, want %.15g within %g", what, got, want, tolerance)
	}
}

// repeated is an account at delta with steps equal steps.
func repeated(s Step, steps int, delta float64) *Account {
	a := New(delta)
	for range steps {
		a.Add(s)
	}
	return a
}

// totalOf is the epsilon of a valid total.
func totalOf(t *testing.T, a *Account, name string) float64 {
	t.Helper()
	for _, total := range a.Totals() {
		if total.Name == name {
			if !total.Valid {
				t.Errorf("%s is not valid: %s", name, total.Why)
			}
			return total.Epsilon
		}
	}
	t.Fatalf("no accountant %s", name)
	return 0
}

func TestVectors1To6GaussianDelta(t *testing.T) {
	for _, v := range []struct{ mu, epsilon, want, tolerance float64 }{
		{.1, .1, .008751768145810, 1e-14},                // 1
		{.5, math.Log(3), .004159742234000802, 1e-15},    // 2
		{2, 0, .6826894921370859, 1e-14},                 // 3
		{1, 0, .38292492, 1e-8}, {1, 1, .12693674, 1e-8}, // 4; negative epsilons below
		{1, 2, .020923636, 1e-9},
		{3, 1, .78760074, 1e-8}, // 5
	} {
		near(t, "delta", repeated(Step{Mu: v.mu}, 1, 1e-5).Delta(Gaussian, v.epsilon), v.want, v.tolerance)
	}
	near(t, "4: delta(-2)", privacy.GaussianDelta(1, -2), .86749642, 1e-8)
	near(t, "4: delta(-1)", privacy.GaussianDelta(1, -1), .67881797, 1e-8)
	// 6: 25 queries of sensitivity 6 at sigma 10 have (1, .78760074), which is mu = 3.
	near(t, "6", repeated(Step{Mu: .6}, 25, 1e-5).Delta(Gaussian, 1), .78760074, 1e-8)
	sigma := func(alpha float64) Step { return Step{Mu: 6 * alpha} }
	alpha, ok := New(.78760074).Largest(equal(sigma, 25), 1, Gaussian)
	if near(t, "6: sigma", 1/alpha, 10, 1e-6); !ok {
		t.Error("6: no sigma found")
	}
}

func TestVectors7And8SmallestSigma(t *testing.T) {
	smallest := func(epsilon, delta float64, name string) float64 {
		alpha, ok := New(delta).Largest(equal(func(a float64) Step { return Step{Mu: a} }, 1), epsilon, name)
		if !ok {
			t.Errorf("no sigma for (%g, %g)", epsilon, delta)
		}
		return 1 / alpha
	}
	near(t, "7", math.Pow(smallest(math.Log(3), 1e-10, Gaussian), 2), 28.7455318, 1e-7)
	near(t, "7", math.Pow(smallest(math.Log(3), 1e-5, Gaussian), 2), 11.7283125, 1e-7)
	near(t, "8 exact", smallest(1, 1e-6, Gaussian), 4.22467889, 1e-8)
	near(t, "8 by Renyi divergence", smallest(1, 1e-6, ZCDP), 4.530877117, 1e-8)
}

func TestVector9RenyiConversion(t *testing.T) {
	var orders, rdp []float64
	for a := 2.0; a <= 32; a++ {
		orders, rdp = append(orders, a), append(rdp, 1.1)
	}
	epsilon, order := RenyiEpsilon(orders, rdp, 1e-5)
	near(t, "epsilon", epsilon, 1.32783806176, 1e-11)
	near(t, "order", order, 32, 0)
}

func TestVectors10To12KOVGrid(t *testing.T) {
	for _, v := range []struct {
		epsilon, delta float64
		k              int
		total, want    float64
	}{
		{1, .001, 30, .06, 22}, {1, .001, 30, .1, 20}, // 10
		{1, .2, 1, .1, -1}, {1, .01, 30, .26, -1}, // 11: infeasible
	} {
		got, ok := KOVGrid(v.epsilon, v.delta, v.k, v.total)
		if ok != (v.want >= 0) {
			t.Errorf("%+v: feasible %v", v, ok)
		} else if ok {
			near(t, "total", got, v.want, 1e-12)
		}
	}
	epsilon, ok := KOVGridInverse(5, .01, 50, 0) // 12
	if near(t, "inverse", epsilon, .25, 1e-12); !ok {
		t.Error("12: infeasible")
	}
	if _, ok := KOVGridInverse(1, .1, 1, .2); ok {
		t.Error("inverse of 11 is feasible")
	}
	if _, ok := KOVGridInverse(30, .26, 30, .01); ok {
		t.Error("inverse of 11 is feasible")
	}
}

func TestVectors14And15(t *testing.T) {
	near(t, "14", GammaNormDelta(1, 1, 0), .39346934, 1e-8)
	near(t, "15", GammaNormDelta(1, 4/2., .5), .5276334473, 1e-10)
}

func TestVectors18And19ZCDP(t *testing.T) {
	near(t, "18", ZCDPDelta(.05, .25), .0817727531036956, 1e-15)
	near(t, "18", ZCDPDelta(.5, 0), .5588356393474351, 1e-15)
	near(t, "19", ZCDPEpsilon(1./32, 1e-3), .6880024554878085, 1e-14)
	near(t, "19", ZCDPDelta(1./32, 0), .1508457845622862, 1e-15)
}

func TestVector20OptimalComposition(t *testing.T) {
	for _, v := range []struct {
		epsilon float64
		k       int
		want    float64
	}{{1, 100, 79.841322}, {.1, 100, 4.306791}, {.5, 50, 18.933283}, {1, 20, 19.994726}} {
		near(t, "formula", ResponseEpsilon(v.epsilon, v.k, 1e-5), v.want, 1e-6)
		near(t, "account", totalOf(t, repeated(Step{Pure: v.epsilon}, v.k, 1e-5), Optimal), v.want, 1e-6)
	}
}

func TestVectors21And22(t *testing.T) {
	near(t, "21", StrongEpsilon(20, 20*math.Expm1(1), 1e-5), 55.825297, 1e-6)
	near(t, "21", StrongEpsilon(1, 10*math.Expm1(.1), 1e-5), 5.85024, 5e-6)
	near(t, "22 eps^2/2", ZCDPEpsilon(100*.1*.1/2, 1e-5), 4.72839, 5e-6)
	near(t, "22 tanh", totalOf(t, repeated(Step{Pure: .1}, 100, 1e-5), ZCDP), 4.72613, 5e-6)
}

func TestVectors23To26GammaNormDelta(t *testing.T) {
	for _, v := range []struct {
		dim   int
		delta [4]float64
	}{
		{1, [4]float64{.39346934, .362371848, .312710721, .221199217}},
		{2, [4]float64{.295960066, .260711419, .207969259, .122705383}},
		{3, [4]float64{.241836675, .204558881, .151627296, .075174070}},
		{10, [4]float64{.128675477, .088867748, .044272873, .007757769}},
		{105, [4]float64{.039009805, .008143549, .000160999, 0}},
	} {
		for i, epsilon := range []float64{0, .1, .25, .5} {
			near(t, "delta", GammaNormDelta(v.dim, 1, epsilon), v.delta[i], 1e-9)
		}
	}
}

func TestVector28Audit(t *testing.T) {
	near(t, "28", AuditBound(1000, 1000, 0, 1000, 0, .05), 5.600588, 5e-7)
	near(t, "28", AuditBound(950, 1000, 50, 1000, 0, .05), 2.659752, 5e-7)
}
