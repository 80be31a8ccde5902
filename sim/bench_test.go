package sim

import (
	"os"
	"runtime"
	"testing"
	"time"

	"admmlab/sim/admm"
)

// warm is a session on all cores, on the embedded census unless told otherwise, after
// its first iterations.
func warm(b *testing.B, assignments ...Assignment) *Session {
	b.Helper()
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
	b.Cleanup(pool.Close)
	s, err := NewSession(c, d, pool.Each)
	if err != nil {
		b.Fatal(err)
	}
	for range 10 {
		s.Step()
	}
	return s
}

// benchmark times one iteration, metrics included.
func benchmark(b *testing.B, assignments ...Assignment) {
	b.Helper()
	s := warm(b, assignments...)
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

// adult times one iteration on the real table: 40,000 training rows of 105
// columns on five nodes, as TIFS17 has it.
func adult(b *testing.B, assignments ...Assignment) {
	b.Helper()
	const folder = "../../shared/data"
	if _, err := os.Stat(folder + "/adult.data"); err != nil {
		b.Skip("UCI Adult is not in " + folder)
	}
	benchmark(b, append([]Assignment{
		{Key: "data", Value: "adult:" + folder}, {Key: "train", Value: "40000"}, {Key: "nodes", Value: "5"}, {Key: "C", Value: "1750"},
		{Key: "rho", Value: "0.0031622776601683794"}, {Key: "eta", Value: "1"}, {Key: "alpha", Value: "0.5"}, {Key: "realised", Value: "false"},
	}, assignments...)...)
}

func BenchmarkAdultDVP(b *testing.B) { adult(b) }
func BenchmarkAdultDVPRealised(b *testing.B) {
	adult(b, Assignment{Key: "realised", Value: "true"})
}
func BenchmarkAdultPVP(b *testing.B)    { adult(b, Assignment{Key: "method", Value: "pvp"}) }
func BenchmarkAdultRADMM(b *testing.B)  { adult(b, Assignment{Key: "method", Value: "radmm"}) }
func BenchmarkAdultMRADMM(b *testing.B) { adult(b, Assignment{Key: "method", Value: "mradmm"}) }
func BenchmarkAdultMADMM(b *testing.B)  { adult(b, Assignment{Key: "method", Value: "madmm"}) }

// BenchmarkEvenIteration is an even iteration of R-ADMM over an odd one: it touches no
// data but for the metrics.
func BenchmarkEvenIteration(b *testing.B) {
	s := warm(b, Assignment{Key: "method", Value: "radmm"}, Assignment{Key: "realised", Value: "false"})
	var odd, even time.Duration
	for range b.N {
		begin := time.Now()
		s.Step()
		middle := time.Now()
		s.Step()
		odd, even = odd+middle.Sub(begin), even+time.Since(middle)
	}
	b.ReportMetric(float64(even)/float64(b.N)/1e6, "even-ms")
	b.ReportMetric(float64(odd)/float64(b.N)/1e6, "odd-ms")
}

// BenchmarkA9aSharing is vertical sharing of the LIBSVM encoding between two
// parties of 66 and 57 columns.
func BenchmarkA9aSharing(b *testing.B) {
	const file = "../../shared/data/a9a"
	if _, err := os.Stat(file); err != nil {
		b.Skip("a9a is not in ../../shared/data")
	}
	benchmark(b, Assignment{Key: "method", Value: "sharing"}, Assignment{Key: "data", Value: "libsvm:" + file + ":" + file + ".t"},
		Assignment{Key: "parties", Value: "66"}, Assignment{Key: "realised", Value: "false"})
}

// wideSharing times one iteration on data of the size of gisette: 6,000 training
// rows of 5,000 columns, parties of 2,000, 2,000 and 1,000 as the paper cuts them.
func wideSharing(b *testing.B, realised string) {
	b.Helper()
	if testing.Short() {
		b.Skip("takes 700 MB and ten seconds to set up")
	}
	benchmark(b, Assignment{Key: "method", Value: "sharing"}, Assignment{Key: "data", Value: "wide"},
		Assignment{Key: "parties", Value: "2000,4000"}, Assignment{Key: "realised", Value: realised})
}

func BenchmarkWideSharing(b *testing.B)         { wideSharing(b, "false") }
func BenchmarkWideSharingRealised(b *testing.B) { wideSharing(b, "true") }

// An iteration with its metrics, accounts and lights allocates nothing once
// warm. What is left is paid for in advance or seldom: room for the node states
// of 64 coming rows, a list of lights when one changes, longer tables of an
// account now and then; and a charge never seen before, as every iteration makes
// it where a penalty grows or a sensitivity follows the data, is remembered with
// its moments by each of the accounts.
func TestAnIterationAllocatesNothing(t *testing.T) {
	serial(t)
	newCharge := map[string]float64{"mradmm": 10, "madmm": 10, "sharing": 10}
	for _, method := range []string{"admm", "dvp", "pvp", "radmm", "mradmm", "madmm", "sharing"} {
		c, err := Build([]Assignment{
			{Key: "data", Value: "census:3000"}, {Key: "method", Value: method},
			{Key: "realised", Value: "false"}, {Key: "iterations", Value: "1000000"},
		})
		if err != nil {
			t.Fatal(err)
		}
		d, err := Load(c.Data, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := NewSession(c, d, admm.Serial)
		if err != nil {
			t.Fatal(err)
		}
		for range 40 {
			s.Step()
		}
		if n := testing.AllocsPerRun(100, func() { s.Step() }); n >= 1+newCharge[method] {
			t.Errorf("%s: %g allocations in an iteration", method, n)
		}
	}
}

// A look back in a run of 4,000 iterations: how long until it shows.
func BenchmarkLookBack(b *testing.B) {
	const last = 4000
	c, err := Build([]Assignment{{Key: "iterations", Value: "4000"}})
	if err != nil {
		b.Fatal(err)
	}
	r := NewRunner()
	defer r.Close()
	r.commands <- Command{Seq: 1, Order: Pace, Speed: 0}
	r.commands <- Command{Seq: 2, Order: Start, Config: c, Run: true}
	seq := 2
	until := func(done func(Batch) bool) {
		for !done(<-r.Batches()) {
		}
	}
	until(func(batch Batch) bool { return batch.State.Iteration == last })
	b.ResetTimer()
	for range b.N {
		for _, at := range []int{3990, 2000, 100, 3111} {
			seq++
			r.commands <- Command{Seq: seq, Order: Look, Look: LookLedger, At: at}
			until(func(batch Batch) bool { return batch.State.Seq == seq && batch.State.At == at })
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(4*b.N), "ms/look")
}
