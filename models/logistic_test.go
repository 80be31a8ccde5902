package models

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	if !(math.Abs(got-want) <= tolerance) {
		t.Helper() // here, for it takes longer than the comparison
		t.Errorf("%s = %.17g, want %.17g within %.1g", what, got, want, tolerance)
	}
}

// Central differences of step h err by h^2/6 of the third derivative (below
// 0.13 here) plus roundoff of about 1e-16 |L| / h.
func TestDerivativesAgreeWithFiniteDifferences(t *testing.T) {
	const h = 1e-5
	for m := -40.0; m <= 40; m += 0.37 {
		near(t, "Slope", Logistic{}.Slope(m), (Logistic{}.Value(m+h)-Logistic{}.Value(m-h))/(2*h), 2e-9)
		near(t, "Curvature", Logistic{}.Curvature(m), (Logistic{}.Slope(m+h)-Logistic{}.Slope(m-h))/(2*h), 1e-10)
	}
}

func TestLossIsExactInBothTails(t *testing.T) {
	for _, m := range []float64{40, 100, 700, 740} {
		// log(1+e^-m) = e^-m to one part in e^m.
		near(t, "Loss/e^-m", Logistic{}.Value(m)/math.Exp(-m), 1, 1e-15)
		near(t, "-Slope/e^-m", -Logistic{}.Slope(m)/math.Exp(-m), 1, 1e-15)
		near(t, "Curvature/e^-m", Logistic{}.Curvature(m)/math.Exp(-m), 1, 1e-15)
		near(t, "Loss(-m)", Logistic{}.Value(-m), m, 0)
		near(t, "Slope(-m)", Logistic{}.Slope(-m), -1, 0)
	}
	near(t, "Loss(0)", Logistic{}.Value(0), math.Ln2, 1e-16)
	if !math.IsInf(Logistic{}.Value(math.Inf(-1)), 1) {
		t.Error("Loss(-Inf) is not +Inf")
	}
	near(t, "Loss(+Inf)", Logistic{}.Value(math.Inf(1)), 0, 0)
	near(t, "Loss(-1e300)", Logistic{}.Value(-1e300), 1e300, 0)
}

// TIFS17 assumption 1: |L'| <= 1 and |L”| <= c1; for the logistic loss the
// second bound is reached at m = 0.
func TestBoundsOfTheTheorems(t *testing.T) {
	var loss Logistic
	for m := -800.0; m <= 800; m += 0.25 {
		if s := loss.Slope(m); !(s <= 0 && s >= -1) {
			t.Errorf("Slope(%g) = %g outside [-1, 0]", m, s)
		}
		if c := loss.Curvature(m); !(c >= 0 && c <= 0.25) {
			t.Errorf("Curvature(%g) = %g outside [0, 1/4]", m, c)
		}
	}
	near(t, "Curvature(0)", Logistic{}.Curvature(0), 0.25, 0)
	near(t, "Sigmoid(0)", Sigmoid(0), 0.5, 0)
}
