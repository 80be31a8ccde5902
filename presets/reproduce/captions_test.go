//go:build !race

// Runs on all of the census take a minute under the race detector, and the
// other tests run at once already.

package reproduce

import (
	"context"
	"math"
	"testing"

	"admmlab/presets"
)

// What captions say is what is seen: "0.335 at t = 100 with η = 1, 0.340 at k = 5",
// "SGD is at 0.341 after its first", "party 1 alone 0.458".
func TestCaptionsTellWhatIsSeen(t *testing.T) {
	if testing.Short() {
		t.Skip("runs figures on all of the census")
	}
	figures := map[string]Result{}
	for _, name := range []string{"recycled-fig1", "sharing-fig1", "sharing-fig3"} {
		f, err := presets.FindFigure(name)
		if err != nil {
			t.Fatal(err)
		}
		f.Panels = f.Panels[:min(2, len(f.Panels))]
		if figures[name], err = Run(context.Background(), f, Options{Workers: 2}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		figure       string
		panel, curve int
		at           int // from 1, 0 for the last
		want, within float64
	}{
		{"recycled-fig1", 0, 0, 4, 0.386, 5e-4},
		{"recycled-fig1", 0, 2, 4, 0.368, 5e-4},
		{"recycled-fig1", 0, 0, 0, 0.3334, 5e-5},
		{"recycled-fig1", 0, 2, 0, 0.3342, 5e-5},
		{"recycled-fig1", 0, 6, 0, 0.3325, 5e-5},
		{"recycled-fig1", 1, 0, 0, 0.335, 5e-4},
		{"recycled-fig1", 1, 5, 0, 0.340, 5e-4},
		{"sharing-fig1", 0, 0, 0, 0.335, 5e-4},
		{"sharing-fig1", 0, 1, 1, 0.341, 5e-4},
		{"sharing-fig1", 1, 0, 0, 0.328, 5e-4},
		{"sharing-fig1", 1, 1, 0, 0.328, 6e-4},
		{"sharing-fig3", 0, 3, 0, 0.333, 5e-4},
		{"sharing-fig3", 0, 5, 0, 0.3277, 5e-5},
		{"sharing-fig3", 0, 6, 0, 0.362, 5e-4},
		{"sharing-fig3", 1, 4, 0, 0.67, 5e-3},
		{"sharing-fig3", 1, 5, 0, 0.3275, 5e-5},
		{"sharing-fig3", 1, 6, 0, 0.458, 5e-4},
	} {
		curve := figures[c.figure].Panels[c.panel].Curves[c.curve]
		at := c.at
		if at == 0 {
			at = len(curve.Y)
		}
		if got := curve.Y[at-1]; !(math.Abs(got-c.want) <= c.within) {
			t.Errorf("%s, panel %d, %s at %d is %.5g, the caption says %g", c.figure, c.panel, curve.Label, at, got, c.want)
		}
	}
}
