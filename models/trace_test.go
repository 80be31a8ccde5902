package models
import ("testing";"math";"math/rand/v2";"os";"strconv")
func TestTrace(t *testing.T) {
		seed, _ := strconv.ParseUint(os.Getenv("SEED"),10,64)
		rng := rand.New(rand.NewPCG(seed, 77))
		dim := 1+rng.IntN(40)
		rows := table(1+rng.IntN(200), dim, 1+rng.IntN(dim), math.Pow(10, 2*rng.Float64()-1), rng)
		s := Subproblem{Weight: math.Pow(10, 12*rng.Float64()-6), Curvature: math.Pow(10, 14*rng.Float64()-8), Linear: vector(dim, math.Pow(10, 9*rng.Float64()-3), rng)}
		st := math.Pow(10, 6*rng.Float64()-2)
		f := vector(dim, st, rng)
		traceOn = true
		NewLocal(rows).Minimise(f, s)
		traceOn = false
		println(norm(f))
}
