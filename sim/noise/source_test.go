package noise

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

var _ rand.Source = (*Stream)(nil)

func TestADrawDependsOnItsAddressOnly(t *testing.T) {
	a, b := make([]float64, 6), make([]float64, 6)
	New(7).GammaNorm(a, Dual, 2, 5, 1)
	New(7).GammaNorm(b, Dual, 3, 5, 1) // draws in between do not matter
	New(7).Gaussian(b, Dual, 2, 5, 1)
	New(7).GammaNorm(b, Dual, 2, 5, 1)
	if !slices.Equal(a, b) {
		t.Errorf("the same address gave %v, then %v", a, b)
	}
	for name, draw := range map[string]func(){
		"repeat":    func() { New(7).Repeat(1).GammaNorm(b, Dual, 2, 5, 1) },
		"seed":      func() { New(8).GammaNorm(b, Dual, 2, 5, 1) },
		"purpose":   func() { New(7).GammaNorm(b, Primal, 2, 5, 1) },
		"node":      func() { New(7).GammaNorm(b, Dual, 5, 5, 1) },
		"iteration": func() { New(7).GammaNorm(b, Dual, 2, 2, 1) },
		"swap":      func() { New(7).GammaNorm(b, Dual, 5, 2, 1) },
	} {
		draw()
		for j := range a {
			if a[j] == b[j] {
				t.Errorf("another %s gave the same number %g", name, a[j])
			}
		}
	}
}

// Common random numbers: direction and unit gamma variate are shared, the rate scales.
func TestTwoRatesShareTheirDraws(t *testing.T) {
	for _, d := range []int{1, 2, 105} {
		one, other := make([]float64, d), make([]float64, d)
		for k := range 50 {
			New(7).GammaNorm(one, Dual, 1, k, 1)
			for _, rate := range []float64{4, 0.125, 1.7, 1e-9, 1e9} {
				New(7).GammaNorm(other, Dual, 1, k, rate)
				for j := range one {
					if other[j] != one[j]/rate { // bit for bit
						t.Fatalf("d=%d, rate %g: %g, want %g", d, rate, other[j], one[j]/rate)
					}
				}
			}
			New(7).Gaussian(one, Dual, 1, k, 1)
			New(7).Gaussian(other, Dual, 1, k, 0.3)
			for j := range one {
				if other[j] != 0.3*one[j] {
					t.Fatalf("d=%d, sigma 0.3: %g, want %g", d, other[j], 0.3*one[j])
				}
			}
		}
	}
}

func TestEdgesOfTheRange(t *testing.T) {
	for name, c := range map[string]struct {
		draw func(dst []float64)
		ok   func(x float64) bool
	}{
		"rate +Inf is no noise":  {func(x []float64) { New(1).GammaNorm(x, Dual, 0, 0, math.Inf(1)) }, func(x float64) bool { return x == 0 && !math.Signbit(x) }},
		"sigma 0 is no noise":    {func(x []float64) { New(1).Gaussian(x, Dual, 0, 0, 0) }, func(x float64) bool { return x == 0 && !math.Signbit(x) }},
		"rate 0 is a mistake":    {func(x []float64) { New(1).GammaNorm(x, Dual, 0, 0, 0) }, math.IsNaN},
		"rate -1 is a mistake":   {func(x []float64) { New(1).GammaNorm(x, Dual, 0, 0, -1) }, math.IsNaN},
		"rate NaN is a mistake":  {func(x []float64) { New(1).GammaNorm(x, Dual, 0, 0, math.NaN()) }, math.IsNaN},
		"sigma -1 is a mistake":  {func(x []float64) { New(1).Gaussian(x, Dual, 0, 0, -1) }, math.IsNaN},
		"sigma NaN is a mistake": {func(x []float64) { New(1).Gaussian(x, Dual, 0, 0, math.NaN()) }, math.IsNaN},
		"rate 1 is finite":       {func(x []float64) { New(1).GammaNorm(x, Dual, 0, 0, 1) }, func(x float64) bool { return x != 0 && !math.IsInf(x, 0) && !math.IsNaN(x) }},
		"old contents play no part": {func(x []float64) {
			x[0], x[1] = math.NaN(), math.Inf(1)
			New(1).GammaNorm(x, Dual, 0, 0, 1)
		}, func(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }},
	} {
		dst := []float64{9, 9, 9}
		c.draw(dst)
		for _, x := range dst {
			if !c.ok(x) {
				t.Errorf("%s: got %v", name, dst)
			}
		}
	}
	New(1).GammaNorm(nil, Dual, 0, 0, 1)
	New(1).Gaussian(nil, Dual, 0, 0, 1)
}

func TestDrawsAllocateNothing(t *testing.T) {
	source, dst, k := New(7), make([]float64, 105), 0
	if allocs := testing.AllocsPerRun(100, func() {
		k++
		source.GammaNorm(dst, Dual, 1, k, 0.5)
		source.Gaussian(dst, Message, 1, k, 0.5)
		stream := source.Stream(Graph, 0, k)
		dst[0] = float64(stream.Uint64())
	}); allocs != 0 {
		t.Errorf("%g allocations per draw", allocs)
	}
}

func TestShuffleIsAPermutation(t *testing.T) {
	for _, n := range []int{-1, 0, 1, 2, 3, 100, 4096} {
		order := New(5).Shuffle(n)
		seen := make([]bool, max(n, 0))
		for _, i := range order {
			seen[i] = true
		}
		if len(order) != max(n, 0) || slices.Contains(seen, false) {
			t.Errorf("Shuffle(%d) = %v", n, order)
		}
	}
	if slices.Equal(New(5).Shuffle(100), New(6).Shuffle(100)) {
		t.Error("two seeds gave the same order")
	}
}

func TestBelowIsWithinItsBoundAndUsesAllOfIt(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 7, 1<<63 + 1, math.MaxUint64} {
		r := New(n).Stream(Shuffle, 0, 0)
		low, high := uint64(math.MaxUint64), uint64(0)
		for range 200 {
			x := r.below(n)
			if x >= n {
				t.Fatalf("below(%d) = %d", n, x)
			}
			low, high = min(low, x), max(high, x)
		}
		if n <= 7 && (low != 0 || high != n-1) { // false alarm 2*200*(6/7)^200 < 1e-10
			t.Errorf("below(%d) stayed within %d..%d", n, low, high)
		}
	}
}

func BenchmarkGammaNorm(b *testing.B) {
	for _, d := range []int{1, 105} {
		b.Run(fmt.Sprintf("d=%d", d), func(b *testing.B) {
			dst := make([]float64, d)
			for k := 0; b.Loop(); k++ {
				New(7).GammaNorm(dst, Dual, 0, k, 1)
			}
		})
	}
}
