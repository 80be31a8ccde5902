//go:build !race

// Runs on all of the census take a minute under the race detector, and the
// other tests run at once already.

package reproduce

import (
	"context"
	"math"
	"slices"
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
	{"recycled-fig1", 0, "centralised optimum", 0, 0.3325, 5e-5},
	{"recycled-fig1", 1, "R-ADMM, η = 1", 0, 0.335, 5e-4},
	{"recycled-fig1", 1, "k = 5", 0, 0.340, 5e-4},
	{"sharing-fig1", 0, "ADMM sharing", 0, 0.335, 5e-4},
	{"sharing-fig1", 0, "SGD", 1, 0.341, 5e-4},
	{"sharing-fig1", 1, "ADMM sharing", 0, 0.328, 5e-4},
	{"sharing-fig1", 1, "SGD", 0, 0.328, 6e-4},
	{"sharing-fig3", 0, "σ = 10", 0, 0.333, 5e-4},
	{"sharing-fig3", 0, "all columns, pooled", 0, 0.3277, 5e-5},
	{"sharing-fig3", 0, "party 1 alone", 0, 0.362, 5e-4},
	{"sharing-fig3", 1, "σ = 30", 0, 0.67, 5e-3},
	{"sharing-fig3", 1, "all columns, pooled", 0, 0.3275, 5e-5},
	{"sharing-fig3", 1, "party 1 alone", 0, 0.458, 5e-4},
}

// onlySeen is a figure with the curves of which its caption tells, and no other.
func onlySeen(t *testing.T, name string) presets.Figure {
	f, err := presets.FindFigure(name)
	if err != nil {
		t.Fatal(err)
	}
	f.Panels = f.Panels[:2]
	for i, p := range f.Panels {
		f.Panels[i].Curves = slices.DeleteFunc(p.Curves, func(l presets.Curve) bool {
			return !slices.ContainsFunc(captions, func(c seen) bool { return c.figure == name && c.panel == i && c.curve == l.Label })
		})
	}
	return f
}

// What captions say is what is seen: "0.335 at t = 100 with η = 1, 0.340 at k = 5",
// "SGD is at 0.341 after its first", "party 1 alone 0.458".
func TestCaptionsTellWhatIsSeen(t *testing.T) {
	if testing.Short() {
		t.Skip("runs figures on all of the census")
	}
	for _, name := range []string{"recycled-fig1", "sharing-fig1", "sharing-fig3"} {
		drawn, err := Run(context.Background(), onlySeen(t, name), Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range captions {
			if c.figure != name {
				continue
			}
			curves := drawn.Panels[c.panel].Curves
			k := slices.IndexFunc(curves, func(l Curve) bool { return l.Label == c.curve })
			if k < 0 {
				t.Errorf("%s, panel %d has no curve %s", name, c.panel, c.curve)
				continue
			}
			at := c.at
			if at == 0 {
				at = len(curves[k].Y)
			}
			if got := curves[k].Y[at-1]; !(math.Abs(got-c.want) <= c.within) {
				t.Errorf("%s, panel %d, %s at %d is %.5g, the caption says %g", name, c.panel, c.curve, at, got, c.want)
			}
		}
	}
}
