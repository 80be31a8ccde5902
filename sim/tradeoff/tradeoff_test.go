package tradeoff

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// printed is c4 and c5 of DVP in section V-C; c6 only shifts J.
var printed = Curve{C4: 0.2, C5: 25, C6: 0.3}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %.9g, expected %.9g", what, got, want)
	}
}

// "we determine c4 = 0.2, c5 = 25 ... omega_p1 = 0.02, omega_p2 = 6, omega_p3 = 9,
// omega_p4 = 1": the local minimum and how far it is from being one for all alpha
// were computed independently. Section V-C.
func TestThePrintedConstants(t *testing.T) {
	o := Solve(printed, Printed())
	near(t, "stationary alpha", o.Stationary, 0.14223, 5e-6)
	near(t, "J - c6 there", o.J(o.Stationary)-o.C6, -0.024871, 5e-7)
	near(t, "J is lower below", o.Below, 8.7e-6, 5e-8)
	if !math.IsNaN(o.Alpha) {
		t.Errorf("without a cap on the loss alpha = %g is said to be the minimiser; J falls without bound towards 0", o.Alpha)
	}
}

// J' by differences, term by term of the formula above slope.
func TestSlopeIsTheDerivativeOfJ(t *testing.T) {
	o := Optimum{Curve: Curve{0.4, 3, 0.1}, Utility: Utility{Omega: [4]float64{0.3, 2, 0.7, 5}}}
	for _, a := range []float64{0.01, 0.2, 0.9, 3} {
		h := 1e-6 * a
		near(t, "alpha J'", o.slope(a), a*(o.J(a+h)-o.J(a-h))/(2*h), 1e-7)
	}
}

// At every minimiser of a grid of problems: it is allowed, nothing allowed nearby
// or on a fine grid is lower, and exactly the constraints named touch it.
func TestTheMinimumOf28(t *testing.T) {
	for _, c := range []struct {
		curve    Curve
		c3, most float64
		active   []Constraint
	}{
		{printed, 0.45, 1, nil},                                 // the valley is allowed
		{printed, 0.302, 1, []Constraint{Accuracy}},             // the cap lies beyond it
		{printed, 0.45, 0.1, []Constraint{Privacy}},             // alpha_U lies before it
		{Curve{0.01, 1, 0.3}, 0.309, 1, []Constraint{Accuracy}}, // no valley: J rises
		{Curve{0.4, 25, -0.2}, 0.15, 1, []Constraint{Sign}},
	} {
		u := Printed()
		u.MostLoss, u.MostAlpha = c.c3, c.most
		o := Solve(c.curve, u)
		if !slices.Equal(o.Active, c.active) {
			t.Errorf("%+v, c3 = %g, alpha_U = %g: active %q at %g, expected %q", c.curve, c.c3, c.most, o.Active, o.Alpha, c.active)
		}
		lowest := math.Inf(1)
		for k := 1; k <= 100000; k++ {
			a := c.most * float64(k) / 100000
			if loss := c.curve.At(a); loss <= c.c3 && loss >= 0 {
				lowest = math.Min(lowest, o.J(a))
			}
		}
		near(t, "J at the minimiser", o.J(o.Alpha), lowest, 1e-4) // one step of the grid where J is steepest, c4 c5 1e-5
		if loss := c.curve.At(o.Alpha); loss > c.c3+1e-9 || loss < -1e-9 || o.Alpha > c.most {
			t.Errorf("alpha = %g with a loss of %g is not allowed", o.Alpha, loss)
		}
	}
	for _, c3 := range []float64{0.29, 0.5} { // no alpha is accurate enough; every alpha is
		u := Printed()
		u.MostLoss, u.MostAlpha = c3, 1
		if o := Solve(printed, u); !math.IsNaN(o.Alpha) {
			t.Errorf("c3 = %g: a minimiser at %g", c3, o.Alpha)
		}
	}
}

// Points on a curve give it back; so do points around it, to what their scatter
// allows, and no other c4, c5, c6 leaves a smaller sum of squares.
func TestFitFindsTheCurve(t *testing.T) {
	alpha := []float64{0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1}
	for _, want := range []Curve{{0.2, 25, 0.3}, {20, 20, 0.4}, {1.5, 0.8, 0}, {3, 150, 1}} {
		loss := make([]float64, len(alpha))
		for i, a := range alpha {
			loss[i] = want.At(a)
		}
		got, left, err := Fit(alpha, loss)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "c4", got.C4, want.C4, 1e-5*want.C4)
		near(t, "c5", got.C5, want.C5, 1e-5*want.C5)
		near(t, "c6", got.C6, want.C6, 1e-5*want.C4)
		near(t, "rest", left, 0, 1e-6*want.C4)
	}
	loss := []float64{0.52, 0.41, 0.36, 0.37, 0.31, 0.29, 0.31, 0.30}
	best, left, err := Fit(alpha, loss)
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []Curve{{best.C4 * 1.01, best.C5, best.C6}, {best.C4, best.C5 * 1.01, best.C6}, {best.C4, best.C5 * 0.99, best.C6}, {best.C4, best.C5, best.C6 * 1.01}} {
		sum := 0.0
		for i, a := range alpha {
			sum += (loss[i] - other.At(a)) * (loss[i] - other.At(a))
		}
		if rest := math.Sqrt(sum / float64(len(alpha))); rest < left {
			t.Errorf("%+v leaves %g, the fit %+v leaves %g", other, rest, best, left)
		}
	}
}

func TestWhatCannotBeFittedIsSaid(t *testing.T) {
	for _, c := range []struct {
		alpha, loss []float64
		want        string
	}{
		{[]float64{0.1, 0.1, 0.2}, []float64{1, 2, 3}, "three values"},
		{[]float64{0.1, 0.2, 0.3}, []float64{1, 2, 3}, "does not fall"},
		{[]float64{0.1, 0.2, 0.3}, []float64{1, math.Inf(1), 0}, "not finite"},
		{nil, nil, "found 0"},
	} {
		if _, _, err := Fit(c.alpha, c.loss); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, expected a word on %q", c.loss, err, c.want)
		}
	}
}

// Every ending is told in words, with the numbers behind it.
func TestTheOptimumInWords(t *testing.T) {
	for _, c := range []struct {
		curve    Curve
		c3, most float64
		want     []string
	}{
		{printed, 0.45, 1, []string{"L_acc(α) = 0.2 e^(-25 α) + 0.3", "U_priv(α) = 0.02 ln(6 / (9 α + 1 α²))", "α = 0.14223, J - c6 = -0.024871; J is lower below α = 8.7e-6", "no constraint is active"}},
		{printed, 0.302, 1, []string{"minimum at α = 0.18421", "active constraint L_acc ≤ c3"}},
		{printed, 0, 1, []string{"no minimiser: without a cap c3"}},
		{printed, 0.5, 1, []string{"no minimiser: c3 = 0.5 caps nothing"}},
		{printed, 0.29, 1, []string{"no α is allowed: the fitted L_acc stays above c3 = 0.29"}},
		{printed, 0.302, 0.1, []string{"no α is allowed: L_acc ≤ c3 asks for α ≥ 0.1843, the other constraints for α ≤ 0.1"}},
		{printed, 0.302, 0.1842, []string{"asks for α ≥ 0.1843, the other constraints for α ≤ 0.1842"}}, // what is told is not allowed, either
		{Curve{0.20004, 25, 0.3}, 0.6, 1, []string{"since L_acc < 0.5001 everywhere"}},
		{Curve{0.01, 1, 0.3}, 0.309, 1, []string{"no stationary minimum", "active constraint L_acc ≤ c3"}},
		{Curve{1000, 60, 0.3}, 1, 1, []string{"J is lower below some α < 1e-30"}},
	} {
		u := Printed()
		u.MostLoss, u.MostAlpha = c.c3, c.most
		words := strings.Join(Solve(c.curve, u).Words(), "\n")
		for _, want := range c.want {
			if !strings.Contains(words, want) {
				t.Errorf("%+v, c3 = %g, alpha_U = %g: no word of %q in\n%s", c.curve, c.c3, c.most, want, words)
			}
		}
	}
}
