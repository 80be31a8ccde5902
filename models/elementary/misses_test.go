package elementary

import (
	"math"
	"math/rand/v2"
	"testing"
)

// One exponential, one addition and one division: 1 ulp of each.
func TestMissesKeepTheirRelativeAccuracy(t *testing.T) {
	margins := []float64{0, 1e-300, -1e-300, 36, -36, largest, math.Nextafter(largest, 800), -largest, 354.8, 354.9, 355, -354.9, 500, -500, 709, 720, 745, 750, -750, math.Inf(1), math.Inf(-1), math.NaN()}
	for m := -800.0; m <= 800; m += 0.0137 {
		margins = append(margins, m)
	}
	miss := make([]float64, len(margins))
	Misses(miss, margins)
	for i, m := range margins {
		want := 1 / (1 + math.Exp(m))
		if m > 709 && m < 709.7827 { // where the assembly of math.Exp is +Inf too early
			want = math.Exp(-m/2) * math.Exp(-m/2)
		}
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

func BenchmarkMisses(b *testing.B) { benchmarkMisses(b, Misses) }

func BenchmarkMissesOneByOne(b *testing.B) {
	benchmarkMisses(b, func(miss, margins []float64) { missesOneByOne(miss, margins) })
}

func benchmarkMisses(b *testing.B, f func(miss, margins []float64)) {
	rng := rand.New(rand.NewPCG(3, 4))
	margins, miss := make([]float64, 8192), make([]float64, 8192)
	for i := range margins {
		margins[i] = 10 * rng.NormFloat64()
	}
	for b.Loop() {
		f(miss, margins)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(margins)), "ns/row")
}
