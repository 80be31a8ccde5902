package account

import (
	"math"
	"slices"
	"testing"
)

// An accountant is its file and its place in the list.
func TestAnAccountantIsOneDeclaration(t *testing.T) {
	lucky := &Accountant{
		Name: "lucky", Words: "a third of the sum: true of nothing",
		reads:    (*spent).pure,
		obstacle: onlyPure,
		compose: func(t *spent, _ *room, delta, _ float64) (epsilon, with float64, why string) {
			return t.sum / 3, delta, "luck"
		},
	}
	Accountants = append(Accountants, lucky)
	t.Cleanup(func() { Accountants = Accountants[:len(Accountants)-1] })

	if !slices.Contains(Names(), "lucky") {
		t.Errorf("names %v", Names())
	}
	a := New(1e-5)
	for range 3 {
		a.Add(Step{Pure: 0.5})
	}
	totals := a.Totals()
	if last := totals[len(totals)-1]; last.Name != "lucky" || last.Epsilon != 0.5 || !last.Valid || a.Best() != last {
		t.Errorf("totals %v, best %v", totals, a.Best())
	}
	if n := a.Iterations(nil, []Steps{{Step{Pure: 0.5}, 1}}, 1, "lucky"); n != 3 {
		t.Errorf("%d more fit, want 3", n)
	}
	if n := a.Iterations(nil, []Steps{{Step{Pure: 0.5}, 1}}, 1, Best); n != 3 {
		t.Errorf("%d more fit by the best, want 3", n)
	}
	if low, high := a.Delta("lucky", 0.49), a.Delta("lucky", 0.5); low != 1 || high > 1e-200 {
		t.Errorf("delta %g below its epsilon and %g at it", low, high)
	}
	a.Add(Step{Mu: 1})
	if last := a.Totals()[len(Accountants)-1]; last.Valid || !math.IsInf(last.Epsilon, 1) || last.Why == "" {
		t.Errorf("over Gaussian noise it says %+v", last)
	}
}
