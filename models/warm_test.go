package models

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A Local that goes on from another's warm state gives the same bits as if it had made
// all minimisations itself, and so once more.
func TestResumeGivesTheSameBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	rows := table(300, 9, 5, 1, rng)
	problems := make([]Subproblem, 12)
	for i := range problems {
		problems[i] = Subproblem{Weight: 0.5, Curvature: 0.1 + 0.001*float64(i), Linear: vector(9, 3, rng)}
	}
	minimise := func(p *Local, f []float64, problems []Subproblem) (all []float64) {
		for _, s := range problems {
			p.Minimise(f, s)
			all = append(all, f...)
		}
		return all
	}
	p, f := NewLocal(rows), make([]float64, 9)
	minimise(p, f, problems[:6])
	warm, at := p.Warm(), slices.Clone(f)
	want := minimise(p, f, problems[6:])
	again := NewLocal(rows)
	for range 2 {
		again.Resume(warm)
		if got := minimise(again, slices.Clone(at), problems[6:]); !slices.Equal(got, want) {
			t.Errorf("resumed: %v, want %v", got, want)
		}
	}
	if cold := minimise(NewLocal(rows), slices.Clone(at), problems[6:]); slices.Equal(cold, want) {
		t.Error("the warm state makes no difference here, so that this test shows nothing")
	}
}

// Twins answer each for itself, whatever the other is asked in between.
func TestTwinsAreIndependent(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	rows, x, y := oneHot(200, rng), make([]float64, 10), make([]float64, 10)
	target := vector(200, 1, rng)
	b := NewBlock(rows)
	b.Solve(x, target, 1)
	twin, want := b.Twin(), slices.Clone(x)
	for _, kappa := range []float64{1, 7} {
		twin.Solve(y, target, kappa)
		b.Solve(x, target, 1)
		if !slices.Equal(x, want) {
			t.Errorf("beside a twin at kappa = %g: %v, want %v", kappa, x, want)
		}
		if NewBlock(rows).Solve(x, target, kappa); !slices.Equal(x, y) {
			t.Errorf("the twin at kappa = %g: %v, a new block %v", kappa, y, x)
		}
	}
}
