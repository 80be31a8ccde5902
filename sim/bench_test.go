package sim

import (
	"runtime"
	"testing"
)

// benchmark times one iteration of a method on the embedded census, metrics
// included, on all cores.
func benchmark(b *testing.B, assignments ...Assignment) {
	assignments = append(assignments, Assignment{Key: "iterations", Value: "1000000"})
	c, err := Build(assignments)
	if err != nil {
		b.Fatal(err)
	}
	d, err := Load(c.Data, nil)
	if err != nil {
		b.Fatal(err)
	}
	pool := NewPool(runtime.GOMAXPROCS(0))
	defer pool.Close()
	s, err := NewSession(c, d, pool.Each)
	if err != nil {
		b.Fatal(err)
	}
	for range 10 {
		s.Step()
	}
	b.ResetTimer()
	b.ReportAllocs()
	for range b.N {
		s.Step()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "it/s")
}

func BenchmarkDVP(b *testing.B)     { benchmark(b) }
func BenchmarkPVP(b *testing.B)     { benchmark(b, Assignment{Key: "method", Value: "pvp"}) }
func BenchmarkMRADMM(b *testing.B)  { benchmark(b, Assignment{Key: "method", Value: "mradmm"}) }
func BenchmarkMADMM(b *testing.B)   { benchmark(b, Assignment{Key: "method", Value: "madmm"}) }
func BenchmarkPlain(b *testing.B)   { benchmark(b, Assignment{Key: "method", Value: "admm"}) }
func BenchmarkSharing(b *testing.B) { benchmark(b, Assignment{Key: "method", Value: "sharing"}) }
