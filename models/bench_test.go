package models

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"admmlab/models/data"
	"admmlab/models/linear"
)

// censusLike makes signed rows with the shape of the census data: 105
// columns, eight attributes one-hot with unequal frequencies, four of six
// numbers, unit rows, labels that lean on a hidden model.
func censusLike(records int, rng *rand.Rand) data.Rows {
	sizes := []int{8, 16, 7, 14, 6, 5, 2, 41}
	truth := make([]float64, 105)
	for j := range truth {
		truth[j] = 3 * rng.NormFloat64()
	}
	rows := data.NewRows(105, records, 12)
	index, value := make([]int32, 12), make([]float64, 12)
	for range records {
		norm := 0.0
		for k := range 4 {
			index[k], value[k] = int32(k), 0.1+0.8*rng.Float64()
			norm += value[k] * value[k]
		}
		offset := 6
		for k, size := range sizes {
			u := rng.Float64()
			index[4+k], value[4+k] = int32(offset+int(float64(size)*u*u*u)), 1
			norm++
			offset += size
		}
		norm = math.Sqrt(norm)
		score := 0.0
		for k := range value {
			value[k] /= norm
			score += value[k] * truth[index[k]]
		}
		y := 1.0
		if rng.Float64() > Sigmoid(score-1) {
			y = -1
		}
		for k := range value {
			value[k] *= y
		}
		rows.Append(index, value)
	}
	return rows
}

// gammaNorm fills noise with a random direction of about the given norm.
func gammaNorm(noise []float64, size float64, rng *rand.Rand) {
	for j := range noise {
		noise[j] = rng.NormFloat64()
	}
	scale := size * (1 + rng.NormFloat64()/math.Sqrt(float64(len(noise)))) / linear.Norm(noise)
	for j := range noise {
		noise[j] *= scale
	}
}

// BenchmarkMinimise is one iteration of DVP at alpha = 0.5 on five nodes of
// 8,000 census-like records, on one core: noise of norm weight*d/zeta with
// zeta = 0.25, eta = 1, two neighbours.
func BenchmarkMinimise(b *testing.B) { benchmarkDVP(b, 105.0/0.25) }

// BenchmarkMinimiseQuiet is the same without noise, near convergence.
func BenchmarkMinimiseQuiet(b *testing.B) { benchmarkDVP(b, 0) }

func benchmarkDVP(b *testing.B, size float64) {
	const nodes, weight, q = 5, 1750.0 / 8000, 4.003
	rng := rand.New(rand.NewPCG(1, 2))
	locals := make([]*Local, nodes)
	models := make([][]float64, nodes)
	duals := make([][]float64, nodes)
	for i := range locals {
		locals[i] = NewLocal(censusLike(8000, rng))
		models[i] = make([]float64, 105)
		duals[i] = make([]float64, 105)
	}
	noise, linear := make([]float64, 105), make([]float64, 105)
	old := make([][]float64, nodes)
	var passes, factors int
	iteration := func() {
		for i := range models {
			old[i] = append(old[i][:0], models[i]...)
		}
		for i, local := range locals {
			gammaNorm(noise, weight*size, rng)
			left, right := old[(i+1)%nodes], old[(i+4)%nodes]
			for j := range linear {
				linear[j] = 2*duals[i][j] + noise[j] - 2*old[i][j] - left[j] - right[j]
			}
			out := local.Minimise(models[i], Subproblem{Weight: weight, Curvature: q, Linear: linear})
			if !out.Reached() {
				b.Fatalf("gradient norm %g", out.GradientNorm)
			}
			passes += out.Passes
			factors += out.Factorisations
		}
		for i := range models {
			left, right := models[(i+1)%nodes], models[(i+4)%nodes]
			for j := range duals[i] {
				duals[i][j] += 0.5 * (2*models[i][j] - left[j] - right[j])
			}
		}
	}
	for range 20 {
		iteration()
	}
	passes, factors = 0, 0
	for b.Loop() {
		iteration()
	}
	b.ReportMetric(float64(passes)/float64(b.N*nodes), "passes/node")
	b.ReportMetric(float64(factors)/float64(b.N*nodes), "factors/node")
}

// BenchmarkFloor is what no iteration can do without: one pass over the nonzeros of
// 40,000 census-like records, with scores, exponentials and gradient, on all cores.
func BenchmarkFloor(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	cores := runtime.GOMAXPROCS(0)
	locals, begin, done := make([]*Local, cores), make([]chan struct{}, cores), make(chan struct{})
	f := vector(105, 3, rng)
	for i := range locals {
		locals[i] = NewLocal(censusLike(40_000/cores, rng))
		begin[i] = make(chan struct{})
		go func() {
			for range begin[i] {
				locals[i].evaluate(f)
				done <- struct{}{}
			}
		}()
		defer close(begin[i])
	}
	for b.Loop() {
		for i := range begin {
			begin[i] <- struct{}{}
		}
		for range begin {
			<-done
		}
	}
}

// The pooled optimum of wide data, with and without a factor of its Hessian.
func BenchmarkWideOptimum(b *testing.B) {
	d, err := data.Wide(1400, 1000, nil)
	if err != nil {
		b.Fatal(err)
	}
	all := make([]int, d.TestFrom)
	for i := range all {
		all[i] = i
	}
	p := NewLocal(d.Rows.SelectSigned(all, d.Labels))
	s := Subproblem{Weight: 1, Curvature: 1, Linear: make([]float64, p.Dim())}
	for name, local := range map[string]*Local{"factor": p, "lean": p.Twin().Lean()} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				local := local.Twin()
				if out := local.Minimise(make([]float64, p.Dim()), s); !out.Reached() {
					b.Fatal(out)
				}
			}
		})
	}
}
