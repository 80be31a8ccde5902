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
		near(t, "Slope", Slope(m), (Loss(m+h)-Loss(m-h))/(2*h), 2e-9)
		near(t, "Curvature", Curvature(m), (Slope(m+h)-Slope(m-h))/(2*h), 1e-10)
	}
}

func TestLossIsExactInBothTails(t *testing.T) {
	for _, m := range []float64{40, 100, 700, 740} {
		// log(1+e^-m) = e^-m to one part in e^m.
		near(t, "Loss/e^-m", Loss(m)/math.Exp(-m), 1, 1e-15)
		near(t, "-Slope/e^-m", -Slope(m)/math.Exp(-m), 1, 1e-15)
		near(t, "Curvature/e^-m", Curvature(m)/math.Exp(-m), 1, 1e-15)
		near(t, "Loss(-m)", Loss(-m), m, 0)
		near(t, "Slope(-m)", Slope(-m), -1, 0)
	}
	near(t, "Loss(0)", Loss(0), math.Ln2, 1e-16)
	if !math.IsInf(Loss(math.Inf(-1)), 1) {
		t.Error("Loss(-Inf) is not +Inf")
	}
	near(t, "Loss(+Inf)", Loss(math.Inf(1)), 0, 0)
	near(t, "Loss(-1e300)", Loss(-1e300), 1e300, 0)
}

// TIFS17 assumption 1: |L'| <= 1 and |L”| <= c1; for the logistic loss the
// second bound is reached at m = 0.
func TestBoundsOfTheTheorems(t *testing.T) {
	for m := -800.0; m <= 800; m += 0.25 {
		if s := Slope(m); !(s <= 0 && s >= -MaxSlope) {
			t.Errorf("Slope(%g) = %g outside [-1, 0]", m, s)
		}
		if c := Curvature(m); !(c >= 0 && c <= C1) {
			t.Errorf("Curvature(%g) = %g outside [0, 1/4]", m, c)
		}
	}
	near(t, "Curvature(0)", Curvature(0), C1, 0)
	near(t, "Sigmoid(0)", Sigmoid(0), 0.5, 0)
}
