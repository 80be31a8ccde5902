package models

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"admmlab/models/data"
)

// Without a factor the minimisers are those with one, under both losses, for every form of
// table, whatever the records count; and they have no gradient.
func TestLeanMinimisersAreThoseOfTheFactor(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	full, sparse := twoForms(5000, 30, rng) // three parts
	flat, _ := twoForms(40, 120, rng)
	for name, rows := range map[string]data.Rows{
		"compact": censusLike(300, rng), "dense": full, "sparse": sparse, "more columns than rows": flat, "table": table(60, 25, 6, 3, rng),
	} {
		for _, loss := range []Loss{Logistic{}, Huber{H: 0.5}, Huber{H: 0.05}} {
			for _, q := range []float64{1, 0.01} {
				s := Subproblem{Weight: 0.7, Curvature: q, Linear: vector(rows.Dim, 3, rng)}
				start := vector(rows.Dim, 20*rng.Float64(), rng)
				p, f, want := NewLocal(rows).Under(loss).Lean(), slices.Clone(start), slices.Clone(start)
				out := p.Minimise(f, s)
				NewLocal(rows).Under(loss).Minimise(want, s)
				what := fmt.Sprintf("%s, %v, q %g", name, loss, q)
				solvedUnder(t, loss, what, rows, f, s, out)
				if !out.Reached() || out.Factorisations > 0 {
					t.Errorf("%s: %+v", what, out)
				}
				for j := range f {
					near(t, what, f[j], want[j], 2*Promise/q)
				}
				if again := p.Minimise(f, s); again.Passes != 0 {
					t.Errorf("%s: at the minimiser %d passes more: it is not the last evaluated model", what, again.Passes)
				}
				other := slices.Clone(start)
				shared := NewLocal(rows).Lean().Under(loss)
				shared.Share(backwards)
				shared.Minimise(other, s)
				if !slices.Equal(other, f) {
					t.Errorf("%s: other bits with the pieces in another order, or a factor", what)
				}
			}
		}
	}
	values := make([]float64, full.Len())
	for i := range values {
		values[i] = float64(i%4) / 3
	}
	s := Subproblem{Weight: 2, Curvature: 0.3, Linear: make([]float64, full.Dim)}
	f, want := make([]float64, full.Dim), make([]float64, full.Dim)
	p := NewLocal(full).Lean().Valued(values)
	p.Minimise(f, s)
	NewLocal(full).Valued(values).Minimise(want, s)
	for j := range f {
		near(t, "valued", f[j], want[j], 1e-8)
	}
	if p.lean == nil {
		t.Error("Valued went back to a factor")
	}
}

// Twelve orders of magnitude of weight, fourteen of q, six of start, in 200 draws: where
// conjugate gradients lose their digits, the promise is missed honestly.
func TestLeanSubproblemsEndHonestly(t *testing.T) {
	decades := func(from, to float64, rng *rand.Rand) float64 {
		return math.Pow(10, from+(to-from)*rng.Float64())
	}
	missed := 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 78))
		dim := 1 + rng.IntN(40)
		rows := table(1+rng.IntN(200), dim, 1+rng.IntN(dim), 1, rng)
		s := Subproblem{Weight: decades(-6, 6, rng), Curvature: decades(-8, 6, rng), Linear: vector(dim, decades(-3, 3, rng), rng)}
		f := vector(dim, decades(-2, 4, rng), rng)
		out := NewLocal(rows).Lean().Minimise(f, s)
		_, gradient, floor := slow(rows, f, s)
		length := 0.0
		for _, g := range gradient {
			length = math.Hypot(length, g)
		}
		if !(math.Abs(length-out.GradientNorm) <= floor) {
			t.Errorf("seed %d: reports %.3g, the gradient is %.3g", seed, out.GradientNorm, length)
		}
		if !(out.GradientNorm <= math.Max(Promise, 16*floor)) {
			missed++
			t.Logf("seed %d: %+v of %.3g", seed, out, floor)
		}
	}
	if missed > 0 {
		t.Errorf("%d of 200 missed", missed)
	}
}
