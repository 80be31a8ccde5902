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
