package models

import (
	"math"
	"math/rand/v2"
	"testing"
)

// ulps is the distance of got from want in units in the last place of want.
func ulps(got, want float64) float64 {
	return math.Abs(got-want) / (math.Nextafter(want, math.Inf(1)) - want)
}

// math.Exp promises less than 1 ulp itself, so that two right answers can lie
// 2 ulp apart.
func TestExpAgreesWithTheLibrary(t *testing.T) {
	worst := 0.0
	check := func(m float64) {
		d := ulps(exp(m), math.Exp(m))
		if worst = math.Max(worst, d); !(d <= 2) {
			t.Fatalf("exp(%v) = %v, math.Exp says %v", m, exp(m), math.Exp(m))
		}
	}
	for k := range 1 << 20 { // grids of two widths, and both ends
		check(float64(k-1<<19) * (largest / (1 << 19)))
		check(float64(k-1<<19) * 0x1p-21)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1 << 18 {
		check(largest * (2*rng.Float64() - 1))
		check(math.Ldexp(rng.NormFloat64(), -rng.IntN(80)))
	}
	check(0)
	check(largest)
	check(-largest)
	t.Logf("at most %.2f ulp apart", worst)
}

// One exponential, one addition and one division: 1 ulp of each.
func TestMissesKeepTheirRelativeAccuracy(t *testing.T) {
	margins := []float64{0, 1e-300, -1e-300, 36, -36, largest, math.Nextafter(largest, 800), -largest, 354.8, 354.9, 355, -354.9, 500, -500, 709, 720, 745, 750, -750, math.Inf(1), math.Inf(-1), math.NaN()}
	for m := -800.0; m <= 800; m += 0.0137 {
		margins = append(margins, m)
	}
	miss := make([]float64, len(margins))
	misses(miss, margins)
	for i, m := range margins {
		want := 1 / (1 + math.Exp(m))
		if math.IsNaN(want) != math.IsNaN(miss[i]) || ulps(miss[i], want) > 3 {
			t.Errorf("s(%v) = %v, want %v", -m, miss[i], want)
		}
	}
}

// The two ways to compute the same: not one bit apart, whatever the input.
func TestTwoAtATimeIsOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for n := range 400 {
		margins, quick, slow := make([]float64, n), make([]float64, n+1), make([]float64, n)
		for i := range margins {
			switch rng.IntN(4) {
			case 0:
				margins[i] = math.Float64frombits(rng.Uint64()) // anything
			default:
				margins[i] = 400 * (2*rng.Float64() - 1) * math.Ldexp(1, -rng.IntN(12))
			}
		}
		quick[n] = 7
		a, b := missesQuickly(quick[:n], margins), missesOneByOne(slow, margins)
		if (a == 0) != (b == 0) || quick[n] != 7 {
			t.Fatalf("%d margins: far %x and %x, next number %g", n, a, b, quick[n])
		}
		for i := range slow {
			if math.Float64bits(quick[i]) != math.Float64bits(slow[i]) && slow[i] == slow[i] {
				t.Fatalf("s(%v) = %v two at a time, %v one by one", -margins[i], quick[i], slow[i])
			}
		}
	}
}
