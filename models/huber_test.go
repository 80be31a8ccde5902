package models

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"admmlab/models/data"
)

var widths = []float64{0.01, 0.1, 0.5, 1, 2, 10}

// The three pieces of the loss, and what TIFS17 assumption 1 asks of it.
func TestHuberIsTheRoundedHinge(t *testing.T) {
	l := Huber{H: 0.5}
	for m, want := range map[float64]float64{-3: 4, 0.5: 0.5, 1: 0.125, 1.5: 0, 7: 0, 0.75: 0.28125} {
		near(t, fmt.Sprintf("L(%g)", m), l.Value(m), want, 1e-15)
	}
	for _, h := range widths {
		l := Huber{H: h}
		near(t, "c1", l.C1(), 1/(2*h), 0)
		const step = 1e-6
		for m := -15.0; m <= 15; m += 0.0137 {
			if d := math.Abs(math.Abs(m-1) - h); d < 2*step {
				continue
			}
			near(t, "L'", l.Slope(m), (l.Value(m+step)-l.Value(m-step))/(2*step), 1e-8)
			near(t, "L”", l.Curvature(m), (l.Slope(m+step)-l.Slope(m-step))/(2*step), 1e-7/h)
			if s, c := l.Slope(m), l.Curvature(m); s < -1 || s > 0 || c < 0 || c > l.C1() {
				t.Errorf("h = %g: L'(%g) = %g, L” = %g", h, m, s, c)
			}
		}
		near(t, "-L' at Margin", -l.Slope(l.Margin(0.3)), 0.3, 1e-14)
		if !(math.IsNaN(l.Value(math.NaN())) && math.IsNaN(l.Slope(math.NaN()))) {
			t.Error("no number has a loss")
		}
	}
	near(t, "logistic -L' at Margin", -Logistic{}.Slope(Logistic{}.Margin(0.3)), 0.3, 1e-15)
}

// What the solver and the realised losses take in bulk is what single margins say.
func TestLossesInBulk(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	margins := make([]float64, 500)
	for i := range margins {
		margins[i] = 3 * rng.NormFloat64()
	}
	miss, bends, pulls := make([]float64, 500), make([]float64, 500), make([]float64, 500)
	for _, l := range []Loss{Logistic{}, Huber{0.5}, Huber{0.05}} {
		l.Misses(miss, margins)
		sum := 0.0
		for i, m := range margins {
			near(t, "miss", miss[i], -l.Slope(m), 1e-15)
			sum += l.Value(m)
		}
		near(t, "sum", SumLoss(l, margins, miss), sum, 1e-11)
		l.Bends(bends, margins, miss, 0)
		for i, m := range margins {
			near(t, "bend", bends[i], l.Curvature(m), 1e-15)
		}
		l.Pulls(pulls, bends, margins, 1.7)
		for i, m := range margins {
			near(t, "pull", pulls[i], -1.7*l.Slope(m), 1e-14)
			near(t, "bend of a pull", bends[i], 1.7*l.Curvature(m), 1e-14)
		}
		// The quadratic of full caution touches the loss and lies above it.
		l.Bends(bends, margins, miss, 1)
		for i, m := range margins[:60] {
			for d := -20.0; d <= 20; d += 0.11 {
				if above := l.Value(m) + l.Slope(m)*d + bends[i]/2*d*d; above < l.Value(m+d)-1e-12 {
					t.Fatalf("%v: the quadratic at %g is %g at %g, the loss %g", l, m, above, m+d, l.Value(m+d))
				}
			}
		}
	}
}

// The bound of Stray holds, and is met where all margins move as far as they may towards
// their corner.
func TestSlopesStrayNoFurtherThanTheySay(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 1))
	for _, l := range []Loss{Logistic{}, Huber{0.5}, Huber{0.03}} {
		for range 300 {
			margins := make([]float64, 40)
			for i := range margins {
				margins[i] = 1 + rng.NormFloat64()
			}
			stray := l.Stray(margins)
			reach, energy, sum := math.Exp(2*rng.NormFloat64()-2), 0.0, 0.0
			for _, m := range margins {
				d := reach * (2*rng.Float64() - 1)
				energy += l.Curvature(m) * d * d
				sum += math.Abs(l.Slope(m+d) - l.Slope(m) - l.Curvature(m)*d)
			}
			if bound := stray(reach, energy); !(sum <= bound*(1+1e-12)+1e-13) {
				t.Fatalf("%v: strays by %g, at most %g was said", l, sum, bound)
			}
		}
	}
	near(t, "one at the corner", Huber{0.5}.Stray([]float64{1.4, 5})(0.3, 0), 0.2, 1e-15)
}

// (7) in three pieces, against bisection of its derivative.
func TestTheHuberStepIsTheProximalPoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 1))
	for range 20_000 {
		l := Huber{widths[rng.IntN(len(widths))]}
		label := math.Copysign(1, rng.Float64()-0.5)
		rho, sum, dual := math.Pow(10, 4*rng.Float64()-2), 3*rng.NormFloat64(), 2*rng.NormFloat64()
		derivative := func(z float64) float64 { return label*l.Slope(label*z) - dual + rho*(z-sum) }
		lo, hi := sum+(dual-1)/rho-1, sum+(dual+1)/rho+1
		for range 200 {
			if mid := (lo + hi) / 2; derivative(mid) < 0 {
				lo = mid
			} else {
				hi = mid
			}
		}
		z, slope := []float64{rng.NormFloat64()}, []float64{0}
		l.Steps(z, slope, []float64{label}, []float64{sum}, []float64{dual}, rho)
		near(t, "z", z[0], lo, 1e-12*(1+math.Abs(lo)))
		near(t, "l'(z)", slope[0], label*l.Slope(label*z[0]), 1e-12*(1+math.Abs(z[0])/l.H))
	}
	z, slope := []float64{0}, []float64{0}
	Huber{0.5}.Steps(z, slope, []float64{1}, []float64{math.NaN()}, []float64{0}, 1)
	if !math.IsNaN(z[0]) {
		t.Errorf("z of no number is %g", z[0])
	}
}

// Second derivatives that jump do not keep the solver from the minimiser, over starts,
// widths and weights from mild to hard.
func TestTheMinimiserTakesLossesThatAreNotTwiceDifferentiable(t *testing.T) {
	decades := func(from, to float64, rng *rand.Rand) float64 { return math.Pow(10, from+(to-from)*rng.Float64()) }
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 24))
		dim := 1 + rng.IntN(30)
		var rows data.Rows
		if seed%20 == 0 {
			rows, dim = censusLike(300, rng), 105 // in its compact form
		} else {
			rows = table(1+rng.IntN(200), dim, 1+rng.IntN(dim), decades(-1, 1, rng), rng)
		}
		l := Huber{decades(-2, 1, rng)}
		p := NewLocal(rows).Under(l)
		f := vector(dim, decades(-2, 3, rng), rng)
		for range 3 { // factors age
			s := Subproblem{
				Weight: decades(-4, 3, rng), Curvature: decades(-4, 4, rng),
				Linear: vector(dim, decades(-3, 4, rng), rng),
			}
			solvedUnder(t, l, fmt.Sprintf("seed %d, h = %.3g", seed, l.H), rows, f, s, p.Minimise(f, s))
		}
	}
}

// The steps of a run cost about as much as those of the logistic loss.
func TestHuberTakesFewPasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 1))
	for _, h := range []float64{0.1, 0.5, 2} {
		p := NewLocal(censusLike(2000, rng)).Under(Huber{h})
		passes := 0
		dvpLike(p, 20, rng, func(_ []float64, out Solution) {
			passes += out.Passes
			if !(out.GradientNorm <= Tolerance) {
				t.Errorf("h = %g: %+v", h, out)
			}
		})
		if passes > 20*12 {
			t.Errorf("h = %g: %d passes for 20 subproblems", h, passes)
		}
	}
}

// Weighing the same numbers under another loss is another problem.
func TestLocalAndHeldMeasureByTheirLoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(26, 1))
	rows := table(50, 6, 4, 1, rng)
	f, labels, want := vector(6, 3, rng), make([]float64, 50), 0.0
	l := Huber{0.5}
	for i := range labels {
		labels[i] = 1
		want += l.Value(rows.Dot(i, f)) / 50
	}
	near(t, "mean loss", NewLocal(rows).Under(l).Twin().MeanLoss(f), want, 1e-14)
	got, _ := NewHeld(rows, labels).Under(l).Measure(f)
	near(t, "held", got, want, 1e-14)
}
