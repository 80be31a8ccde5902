package sim_test

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/runner"
)

// warm is a session on all cores, on the embedded census unless told otherwise, after
// its first iterations.
func warm(b *testing.B, assignments ...config.Assignment) *sim.Session {
	b.Helper()
	assignments = append(assignments, config.Assignment{Key: "iterations", Value: "1000000"})
	c, err := config.Build(assignments)
	if err != nil {
		b.Fatal(err)
	}
	d, err := runner.Load(b.Context(), c.Data, nil)
	if err != nil {
		b.Fatal(err)
	}
	pool := runner.NewPool(runtime.GOMAXPROCS(0))
	b.Cleanup(pool.Close)
	s, err := sim.NewSession(c, d, pool.Lane().Each)
	if err != nil {
		b.Fatal(err)
	}
	for range 10 {
		s.Step()
	}
	return s
}

// benchmark times one iteration, metrics included.
func benchmark(b *testing.B, assignments ...config.Assignment) {
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
func BenchmarkPVP(b *testing.B)     { benchmark(b, config.Assignment{Key: "method", Value: "pvp"}) }
func BenchmarkMRADMM(b *testing.B)  { benchmark(b, config.Assignment{Key: "method", Value: "mradmm"}) }
func BenchmarkMADMM(b *testing.B)   { benchmark(b, config.Assignment{Key: "method", Value: "madmm"}) }
func BenchmarkPlain(b *testing.B)   { benchmark(b, config.Assignment{Key: "method", Value: "admm"}) }
func BenchmarkSharing(b *testing.B) { benchmark(b, config.Assignment{Key: "method", Value: "sharing"}) }

// BenchmarkWall is DVP under a budget that lasts, over nodes that all cost something else,
// and without one.
func BenchmarkWall(b *testing.B) {
	for _, nodes := range []int{5, 50} {
		alphas := make([]string, nodes)
		for i := range alphas {
			alphas[i] = strconv.FormatFloat(0.01+0.0001*float64(i), 'g', -1, 64)
		}
		for _, budget := range []string{"0", "1"} {
			b.Run(fmt.Sprintf("nodes=%d/budget=%s", nodes, budget), func(b *testing.B) {
				benchmark(b, config.Assignment{Key: "nodes", Value: strconv.Itoa(nodes)}, config.Assignment{Key: "C", Value: "100"},
					config.Assignment{Key: "alpha", Value: strings.Join(alphas, ",")}, config.Assignment{Key: "budget", Value: budget})
			})
		}
	}
}

// adult times one iteration on the real table: 40,000 training rows of 105
// columns on five nodes, as TIFS17 has it.
func adult(b *testing.B, assignments ...config.Assignment) {
	b.Helper()
	const folder = "../../shared/data"
	if _, err := os.Stat(folder + "/adult.data"); err != nil {
		b.Skip("UCI Adult is not in " + folder)
	}
	benchmark(b, append([]config.Assignment{
		{Key: "data", Value: "adult:" + folder}, {Key: "train", Value: "40000"}, {Key: "nodes", Value: "5"}, {Key: "C", Value: "1750"},
		{Key: "rho", Value: "0.0031622776601683794"}, {Key: "eta", Value: "1"}, {Key: "alpha", Value: "0.5"}, {Key: "realised", Value: "false"},
	}, assignments...)...)
}

func BenchmarkAdultDVP(b *testing.B) { adult(b) }
func BenchmarkAdultDVPRealised(b *testing.B) {
	adult(b, config.Assignment{Key: "realised", Value: "true"})
}
func BenchmarkAdultPVP(b *testing.B)    { adult(b, config.Assignment{Key: "method", Value: "pvp"}) }
func BenchmarkAdultRADMM(b *testing.B)  { adult(b, config.Assignment{Key: "method", Value: "radmm"}) }
func BenchmarkAdultMRADMM(b *testing.B) { adult(b, config.Assignment{Key: "method", Value: "mradmm"}) }
func BenchmarkAdultMADMM(b *testing.B)  { adult(b, config.Assignment{Key: "method", Value: "madmm"}) }

// BenchmarkEvenIteration is an even iteration of R-ADMM over an odd one: it touches no
// data but for the metrics.
func BenchmarkEvenIteration(b *testing.B) {
	s := warm(b, config.Assignment{Key: "method", Value: "radmm"}, config.Assignment{Key: "realised", Value: "false"})
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
	benchmark(b, config.Assignment{Key: "method", Value: "sharing"}, config.Assignment{Key: "data", Value: "libsvm:" + file + ":" + file + ".t"},
		config.Assignment{Key: "parties", Value: "66"}, config.Assignment{Key: "realised", Value: "false"})
}

// wideSharing times one iteration on data of the size of gisette: 6,000 training
// rows of 5,000 columns, parties of 2,000, 2,000 and 1,000 as the paper cuts them.
func wideSharing(b *testing.B, realised string) {
	b.Helper()
	if testing.Short() {
		b.Skip("takes 700 MB and ten seconds to set up")
	}
	benchmark(b, config.Assignment{Key: "method", Value: "sharing"}, config.Assignment{Key: "data", Value: "wide"},
		config.Assignment{Key: "parties", Value: "2000,4000"}, config.Assignment{Key: "realised", Value: realised})
}

func BenchmarkWideSharing(b *testing.B)         { wideSharing(b, "false") }
func BenchmarkWideSharingRealised(b *testing.B) { wideSharing(b, "true") }
