package chart

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden frames in testdata")

// noisy adds reproducible noise to a decaying loss.
func noisy(n int, size float64, seed uint64) []float64 {
	random := rand.New(rand.NewPCG(seed, 1))
	v := decay(n, 0.69, 0.3)
	for i := range v {
		v[i] += size * random.NormFloat64()
	}
	return v
}

// lossChart is the main chart of the lab: a run under way over the previous one.
func lossChart(o Options) Canvas {
	o.Last = 100
	return Draw(
		[]Series{
			{Values: noisy(62, 0.01, 1)},
			{Values: noisy(101, 0.02, 2), Role: Ghost, Label: "previous"},
		},
		[]Mark{{12, "ρ 2→4"}, {38, "α 0.5→0.1"}}, []Level{{Value: 0.26, Label: "optimum"}}, o)
}

// compareChart has all kinds of series, the cursor and a complete run.
func compareChart(o Options) Canvas {
	o.Last, o.Cursor = 100, 50
	second := noisy(101, 0.01, 3)
	for i := range second {
		second[i] += 0.15
	}
	return Draw(
		[]Series{
			{Label: "DVP", Values: noisy(101, 0.01, 1)},
			{Label: "PVP", Values: second, Role: Second},
			{Label: "ADMM", Values: decay(101, 0.69, 0.2), Role: Reference},
		}, []Mark{{30, "η 1→2"}}, nil, o)
}

// privacyChart begins at zero and stays under a budget off the axis.
func privacyChart(o Options) Canvas {
	values := make([]float64, 80)
	for i := range values {
		values[i] = 0.25 * float64(i)
	}
	o.Last, o.Range = 100, Range{}.Grow(0, 19.75)
	return Draw([]Series{{Label: "ε", Values: values}}, []Mark{{38, "α 0.5→0.1"}}, []Level{{Value: 50, Label: "budget 50"}}, o)
}

// residualChart is logarithmic, with a gap and a divergence at the end.
func residualChart(o Options) Canvas {
	values := make([]float64, 60)
	for i := range values {
		values[i] = math.Pow(10, -float64(i)/6)
	}
	values[30], values[31], values[59] = 0, 0, inf
	o.Last, o.Log = 100, true
	return Draw([]Series{{Values: values}}, nil, nil, o)
}

// denseChart has 2,000 noisy iterations and one spike.
func denseChart(o Options) Canvas {
	o.Last = 1999
	values := noisy(2000, 0.02, 5)
	values[1400] = 0.9
	return Draw([]Series{{Values: values}}, nil, nil, o)
}

func TestGoldenFrames(t *testing.T) {
	charts := []struct {
		name string
		draw func(Options) Canvas
	}{
		{"loss", lossChart}, {"compare", compareChart}, {"privacy", privacyChart},
		{"residual", residualChart}, {"dense", denseChart},
	}
	for _, size := range [][2]int{{64, 10}, {30, 8}, {120, 20}} {
		for _, c := range charts {
			o := options(size[0], size[1], 0)
			name := fmt.Sprintf("%s-%dx%d", c.name, size[0], size[1])
			golden(t, name, c.draw(o))
			if c.name == "compare" {
				o.ASCII = true
				golden(t, name+"-ascii", c.draw(o))
			}
		}
	}
	thick := options(120, 20, 0)
	thick.Thick = true
	golden(t, "loss-120x20-thick", lossChart(thick))
}

func golden(t *testing.T, name string, c Canvas) {
	t.Helper()
	got := text(c) + "\n"
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("read the golden frame (write it with go test ./tui/chart -update): %v", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%swant:\n%s", name, got, want)
	}
}
