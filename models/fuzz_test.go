package models
import ("testing";"math";"math/rand/v2";"fmt";"sort")
func TestFuzz(t *testing.T) {
	var passes []int
	bad := 0
	for seed := range uint64(6000) {
		rng := rand.New(rand.NewPCG(seed, 77))
		dim := 1+rng.IntN(40)
		rows := table(1+rng.IntN(200), dim, 1+rng.IntN(dim), math.Pow(10, 2*rng.Float64()-1), rng)
		s := Subproblem{Weight: math.Pow(10, 12*rng.Float64()-6), Curvature: math.Pow(10, 14*rng.Float64()-8), Linear: vector(dim, math.Pow(10, 9*rng.Float64()-3), rng)}
		st := math.Pow(10, 6*rng.Float64()-2)
		f := vector(dim, st, rng)
		out := NewLocal(rows).Minimise(f, s)
		passes = append(passes, out.Passes)
		_, _, floor := slow(rows, f, s)
		if !(out.GradientNorm <= math.Max(Tolerance, floor)) {
			bad++
			fmt.Printf("seed %d: B %d d %d w %.2g q %.2g l %.2g start %.2g: %+v floor %.3g\n", seed, rows.Len(), dim, s.Weight, s.Curvature, norm(s.Linear), st, out, floor)
		}
	}
	sort.Ints(passes)
	fmt.Println(bad, "bad; median", passes[3000], passes[5400], passes[5940], passes[5999])
}
