package account

import (
	"math"
	"testing"
)

// The square of a tiny cost is no number above 0: it is rounded up, never to nothing.
func TestTinyCostsAreRoundedUp(t *testing.T) {
	for what, s := range map[string]Step{
		"Gaussian": {Mu: 5e-324, Pure: math.Inf(1)}, "mu alone": {Mu: 1e-200}, "pure": {Pure: 1e-200},
		"gamma-norm": {Dim: 3, Shift: 1e-200}, "with a determinant": {Dim: 3, Shift: 1e-200, Det: 5e-324, Convex: true},
	} {
		a := New(1e-300)
		a.Add(s)
		a.Add(s)
		for _, total := range a.Totals() {
			if total.Valid && !(total.Epsilon > 0) {
				t.Errorf("%s: %s says %g", what, total.Name, total.Epsilon)
			}
		}
		if best := a.Best(); !(best.Epsilon > 0 && best.Epsilon < 1e-140) {
			t.Errorf("%s: best %g", what, best.Epsilon)
		}
	}
}

// A determinant is paid for by every accountant, also where nobody says that the noise is
// in the objective. One dimension: with shift 1 the loss is 1 in more than half of the
// draws (the mass of exp(-|n|) beyond one side), and det = 3 above that where it all goes
// one way, so that no total at delta = 1e-5 is much below 4.
func TestADeterminantIsNeverLeftOut(t *testing.T) {
	totals := func(s Step) []Total {
		a := New(1e-5)
		a.Add(s)
		return a.Totals()
	}
	for _, s := range []Step{{Dim: 1, Shift: 1, Det: 3}, {Dim: 105, Shift: 0.4, Det: 1}, {Dim: 3, Shift: 2, Det: 1e-3}, {Dim: 7, Det: 0.5}} {
		objective := s
		objective.Convex = true
		for i, want := range totals(objective) {
			if got := totals(s)[i]; got != want {
				t.Errorf("%+v: %s says %g, said to be in the objective %g", s, got.Name, got.Epsilon, want.Epsilon)
			}
		}
	}
	for _, total := range totals(Step{Dim: 1, Shift: 1, Det: 3}) {
		if total.Valid && total.Epsilon < 4-1e-4 {
			t.Errorf("%s says %g", total.Name, total.Epsilon)
		}
	}
}
