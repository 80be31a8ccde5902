//go:build !race

// Runs on all of the census take a minute under the race detector, and the
// other tests run at once already.

package reproduce

import (
	"context"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"admmlab/presets"
)

// seen is a value that a caption tells.
type seen struct {
	figure string
	panel  int
	curve  string
	at     int // from 1, 0 for the last
	want   float64
	within float64
}

var captions = []seen{
	{"recycled-fig1", 0, "N = 5, γ = 0", 4, 0.386, 5e-4},
	{"recycled-fig1", 0, "N = 5, γ = 5", 4, 0.368, 5e-4},
	{"recycled-fig1", 0, "N = 5, γ = 0", 0, 0.3334, 5e-5},
	{"recycled-fig1", 0, "N = 5, γ = 5", 0, 0.3342, 5e-5},
	{"recycled-fig1", 0, "N = 5, γ = 0", 5, 0.3573, 5e-5},
	{"recycled-fig1", 0, "ADMM, N = 5", 5, 0.3586, 5e-5},
	{"recycled-fig1", 0, "N = 5, γ = 0", 99, 0.3333, 5e-5},
	{"recycled-fig1", 0, "ADMM, N = 5", 99, 0.3333, 5e-5},
	{"recycled-fig1", 0, "N = 20, γ = 0", 99, 0.3318, 5e-5},
	{"recycled-fig1", 0, "ADMM, N = 20", 99, 0.3319, 5e-5},
	{"recycled-fig1", 0, "centralised optimum", 0, 0.3325, 5e-5},
	{"recycled-fig1", 1, "R-ADMM, η = 1", 0, 0.335, 5e-4},
	{"recycled-fig1", 1, "k = 5", 0, 0.340, 5e-4},
	{"recycled-cost", 0, "ADMM, no noise", 0, 506, 0.5},
	{"recycled-cost", 0, "R-ADMM, no noise", 0, 311, 0.5},
	{"recycled-cost", 1, "ADMM, no noise", 0, 0.335, 5e-4},
	{"recycled-cost", 1, "R-ADMM, no noise", 0, 0.335, 5e-4},
	{"recycled-cost", 2, "ADMM, no noise", 0, 0.151, 5e-4},
	{"recycled-cost", 3, "ADMM, no noise", 0, 0.151, 5e-4},
	{"recycled-cost", 3, "R-ADMM, no noise", 0, 0.151, 5e-4},
	{"sharing-fig1", 0, "ADMM sharing", 0, 0.335, 5e-4},
	{"sharing-fig1", 0, "SGD", 1, 0.341, 5e-4},
	{"sharing-fig1", 1, "ADMM sharing", 0, 0.328, 5e-4},
	{"sharing-fig1", 1, "SGD", 0, 0.328, 6e-4},
	{"sharing-fig3", 0, "σ = 10", 0, 0.333, 5e-4},
	{"sharing-fig3", 0, "all columns, pooled", 0, 0.3277, 5e-5},
	{"sharing-fig3", 0, "party 1 alone", 0, 0.362, 5e-4},
}

// costly are values of figures that take minutes; ADMMLAB_CAPTIONS has them made.
var costly = []seen{
	{"recycled-fig5", 0, "ADMM with DVP", 0, 0.58, 5e-3},
	{"recycled-fig5", 0, "M-ADMM", 0, 1.39, 5e-3},
	{"recycled-fig5", 0, "MR-ADMM", 0, 0.41, 5e-3},
	{"recycled-fig5", 1, "ADMM with DVP", 0, 0.40, 5e-3},
	{"recycled-fig5", 1, "M-ADMM", 0, 0.65, 5e-3},
	{"recycled-fig5", 1, "R-ADMM", 0, 0.42, 5e-3},
	{"recycled-fig5", 2, "ADMM with DVP", 0, 0.35, 5e-3},
	{"recycled-fig5", 2, "M-ADMM", 0, 0.42, 5e-3},
	{"recycled-fig5", 6, "M-ADMM", 1, 0.235, 5e-4},
	{"recycled-fig5", 6, "M-ADMM", 2, 0.210, 5e-4},
	{"recycled-fig5", 6, "M-ADMM", 3, 0.182, 5e-4},
	{"tifs-fig3", 3, "DVP", 100, 0.334, 5e-4},
	{"tifs-fig3", 3, "PVP", 100, 0.89, 5e-3},
	{"tifs-fig5", 0, "DVP, C = 1750", 6, 709, 0.5},
	{"tifs-fig5", 0, "PVP, C = 146", 6, 319, 0.5},
	{"tifs-fig5", 0, "PVP, C = 1750", 6, 44700, 50},
	{"tifs-fig5", 1, "DVP, C = 1750", 6, 0.41, 5e-3},
	{"tifs-fig5", 1, "PVP, C = 146", 6, 2.2, 5e-2},
	{"tifs-fig5", 2, "DVP, C = 1750", 6, 0.160, 5e-4},
	{"tifs-fig5", 2, "PVP, C = 146", 6, 0.207, 5e-4},
	{"tifs-table2", 0, "ADMM, no noise", 1, 574, 0.5},
	{"tifs-table2", 0, "ADMM, no noise", 4, 574, 0.5},
	{"tifs-table2", 0, "ADMM, no noise", 11, 650, 0.5},
	{"tifs-table2", 0, "DVP, α = 0.3", 6, 709, 0.5},
	{"tifs-table2", 0, "DVP, α = 0.3", 9, 701, 0.5},
	{"tifs-table2", 0, "DVP, α = 0.3", 11, 713, 0.5},
	{"tifs-table2", 1, "C = 146", 5, 319, 0.5},
	{"tifs-table2", 1, "C = 146", 7, 68.7, 0.05},
	{"tifs-table2", 1, "C = 1750", 5, 44700, 50},
	{"tifs-table2", 1, "C = 1750", 9, 781, 0.5},
	{"recycled-cost", 0, "ADMM with DVP", 0, 746, 0.5},
	{"recycled-cost", 0, "R-ADMM", 0, 420, 0.5},
	{"recycled-cost", 0, "MR-ADMM", 0, 403, 0.5},
	{"recycled-cost", 2, "ADMM with DVP", 0, 0.163, 5e-4},
	{"recycled-cost", 2, "R-ADMM", 0, 0.172, 5e-4},
	{"recycled-cost", 2, "MR-ADMM", 0, 0.163, 5e-4},
	{"sharing-fig2", 0, "ADMM sharing", 10, 0.255, 5e-4},
	{"sharing-fig2", 0, "SGD", 1, 0.268, 5e-4},
	{"sharing-fig2", 1, "ADMM sharing", 0, 0.220, 5e-4},
	{"sharing-fig2", 1, "SGD", 0, 0.220, 5e-4},
	{"sharing-fig3", 1, "no noise", 0, 0.2203, 5e-5},
	{"sharing-fig3", 1, "σ = 0.3", 0, 0.221, 5e-4},
	{"sharing-fig3", 1, "σ = 1", 0, 0.230, 5e-4},
	{"sharing-fig3", 1, "σ = 3", 0, 0.35, 5e-3},
	{"sharing-fig3", 1, "all columns, pooled", 0, 0.2201, 5e-5},
	{"sharing-fig3", 1, "party 1 alone", 0, 0.317, 5e-4},
}

// onlySeen is a figure with the curves of which its caption tells, and no other.
func onlySeen(t *testing.T, name string, captions []seen) presets.Figure {
	f, err := presets.FindFigure(name)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range f.Panels {
		f.Panels[i].Curves = slices.DeleteFunc(p.Curves, func(l presets.Curve) bool {
			return !slices.ContainsFunc(captions, func(c seen) bool { return c.figure == name && c.panel == i && c.curve == l.Label })
		})
	}
	return f
}

// What captions say is what is seen: "0.335 at t = 100 with η = 1, 0.340 at k = 5",
// "SGD is at 0.341 after its first", "worse than party 1 on its own columns, 0.362".
func TestCaptionsTellWhatIsSeen(t *testing.T) {
	if testing.Short() {
		t.Skip("runs figures on all of the census")
	}
	all := captions
	if os.Getenv("ADMMLAB_CAPTIONS") != "" {
		all = slices.Concat(captions, costly)
	}
	figures := map[string]Result{}
	for len(all) > 0 {
		name, rest := all[0].figure, []seen(nil)
		var told []seen
		for _, c := range all {
			if c.figure == name {
				told = append(told, c)
			} else {
				rest = append(rest, c)
			}
		}
		all = rest
		t.Run(name, func(t *testing.T) { figures[name] = tells(t, onlySeen(t, name, told), told) })
	}
	// "924 kB of the 1.34 MB sent are needed"
	cost, made := figures["recycled-cost"]
	if !made {
		return // it was not asked for
	}
	for _, c := range cost.Panels[3].Curves {
		want := 924e3
		if !strings.HasPrefix(c.Label, "R-ADMM") && c.Label != "MR-ADMM" {
			want = 1344e3
		}
		if got := c.X[len(c.X)-1]; got != want {
			t.Errorf("recycled-cost, %s needs %g bytes, the caption says %g", c.Label, got, want)
		}
	}
}

// tells draws a figure and holds what its caption tells against it.
func tells(t *testing.T, f presets.Figure, told []seen) Result {
	drawn, err := Run(context.Background(), f, Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range told {
		curves := drawn.Panels[c.panel].Curves
		k := slices.IndexFunc(curves, func(l Curve) bool { return l.Label == c.curve })
		if k < 0 {
			t.Errorf("panel %d has no curve %s", c.panel, c.curve)
			continue
		}
		at := c.at
		if at == 0 {
			at = len(curves[k].Y)
		}
		if got := curves[k].Y[at-1]; !(math.Abs(got-c.want) <= c.within) {
			t.Errorf("panel %d, %s at %d is %.5g, the caption says %g", c.panel, c.curve, at, got, c.want)
		}
	}
	return drawn
}
