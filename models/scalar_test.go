package models

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The residual of optimality -Y s(-Yz) - dual + rho (z - sum), against what
// one unit of roundoff in z and in each term can leave.
func TestScalarStepIsOptimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	decades := func(span float64) float64 {
		return math.Copysign(math.Pow(10, span*(2*rng.Float64()-1)), rng.Float64()-0.5)
	}
	for range 200_000 {
		label := math.Copysign(1, rng.Float64()-0.5)
		sum, dual, rho, start := decades(4), decades(4), math.Abs(decades(8)), decades(6)
		if rng.IntN(2) == 0 {
			dual = label * -rng.Float64() // where the method keeps it: y = -Y s(-Yz)
		}
		z := ScalarStep(label, sum, dual, rho, start)
		residual := label*Logistic{}.Slope(label*z) - dual + rho*(z-sum)
		allowed := 0x1p-50 * (1 + math.Abs(dual) + rho*(math.Abs(z)+math.Abs(sum)+1))
		if !(math.Abs(residual) <= allowed) {
			t.Fatalf("ScalarStep(%g, %g, %g, %g, %g) = %g leaves %g, allowed %g", label, sum, dual, rho, start, z, residual, allowed)
		}
	}
}

func TestScalarStepDoesNotDependOnTheStart(t *testing.T) {
	for _, rho := range []float64{1e-6, 0.1, 1, 100} {
		want := ScalarStep(1, 0.3, -0.2, rho, 0)
		for _, start := range []float64{-1e9, -3, 2, 1e9, math.Inf(1), math.NaN(), want} {
			got := ScalarStep(1, 0.3, -0.2, rho, start)
			near(t, "z", got, want, 1e-14*(1+math.Abs(want)))
		}
	}
}

func TestScalarStepOnBadInput(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, z := range []float64{ScalarStep(1, bad, 0, 1, 0), ScalarStep(1, 0, bad, 1, 0), ScalarStep(-1, 0, 0, bad, 0)} {
			if !math.IsNaN(z) {
				t.Errorf("bad input %g gave %g, want NaN", bad, z)
			}
		}
	}
}

// One iteration of vertical sharing updates 32,561 samples.
func BenchmarkScalarStep(b *testing.B) {
	rng := rand.New(rand.NewPCG(2, 2))
	sums, z := vector(32561, 180, rng), make([]float64, 32561)
	for b.Loop() {
		for i, s := range sums {
			z[i] = ScalarStep(1, s, -0.3, 0.5, z[i]+0.1)
		}
	}
}

// Many samples at once: as optimal as one at a time, and the slope is that at z.
func TestScalarStepsAreOptimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 12))
	for _, rho := range []float64{1e-6, 1e-3, 0.1, 0.5, 1, 30, 1e5} {
		for _, apart := range []float64{0, 1e-6, 0.01, 0.3, 3, 100, 1e6} {
			const n = 500
			var z, slopes, labels, sums, duals [n]float64
			for i := range z {
				labels[i] = math.Copysign(1, rng.Float64()-0.5)
				sums[i], duals[i] = 5*rng.NormFloat64(), -labels[i]*rng.Float64()
				z[i] = ScalarStep(labels[i], sums[i], duals[i], rho, 0) + apart*rng.NormFloat64()
			}
			scalarSteps(z[:], slopes[:], labels[:], sums[:], duals[:], rho)
			for i := range z {
				residual := slopes[i] - duals[i] + rho*(z[i]-sums[i])
				allowed := 0x1p-50 * (1 + math.Abs(duals[i]) + rho*(math.Abs(z[i])+math.Abs(sums[i])+1))
				if !(math.Abs(residual) <= allowed) {
					t.Fatalf("rho %g, started %g away: residual %g, allowed %g", rho, apart, residual, allowed)
				}
				near(t, "slope", slopes[i], labels[i]*Logistic{}.Slope(labels[i]*z[i]), 1e-15)
			}
		}
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		z, slope := []float64{0}, []float64{0}
		scalarSteps(z, slope, []float64{1}, []float64{bad}, []float64{0}, 1)
		if !math.IsNaN(z[0]) || !math.IsNaN(slope[0]) {
			t.Errorf("sum %g gives z = %g and slope %g, want NaN", bad, z[0], slope[0])
		}
		z[0] = bad
		scalarSteps(z, slope, []float64{1}, []float64{0.3}, []float64{-0.2}, 1)
		near(t, "z from a start that is not finite", z[0], ScalarStep(1, 0.3, -0.2, 1, 0), 1e-14)
	}
}

func BenchmarkScalarSteps(b *testing.B) {
	rng := rand.New(rand.NewPCG(2, 2))
	const n = 32561
	sums, z, start := vector(n, 180, rng), make([]float64, n), make([]float64, n)
	slopes, labels, duals := make([]float64, n), make([]float64, n), make([]float64, n)
	for i, s := range sums {
		labels[i], duals[i] = 1, -0.3
		start[i] = ScalarStep(1, s, -0.3, 0.5, 0) + 0.1
	}
	for b.Loop() {
		copy(z, start)
		scalarSteps(z, slopes, labels, sums, duals, 0.5)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/sample")
}
