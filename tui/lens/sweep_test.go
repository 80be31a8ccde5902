package lens

import (
	"math"
	"strings"
	"testing"

	"admmlab/tui/chart"
)

func TestAnotherSweepHasAnotherFolder(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", "/data")
	f := SweepForm{Axes: [2]SweepAxis{{"alpha", "0.1..2 log 5"}, {"rho", "0.001, 0.01"}}}
	a, _ := sweepFolder("dvp", f, "one")
	b, _ := sweepFolder("dvp", f, "two")
	if a == b || !strings.HasPrefix(a, "/data/admmlab/sweeps/dvp-alpha-rho-") {
		t.Errorf("%s and %s", a, b)
	}
	t.Setenv("XDG_DATA_HOME", "")
	t.Setenv("HOME", "/home/ada")
	if dir, err := sweepFolder("dvp", f, "one"); err != nil || !strings.HasPrefix(dir, "/home/ada/.local/share/admmlab/sweeps/") {
		t.Error(dir, err)
	}
	t.Setenv("HOME", "")
	if _, err := sweepFolder("dvp", f, "one"); err == nil || !strings.Contains(err.Error(), "XDG_DATA_HOME") {
		t.Error(err)
	}
}

// A line goes through its spots, and a spot without a value leaves a gap.
func TestALineGoesThroughItsSpots(t *testing.T) {
	a := newSpread([]float64{0.1, 10}, true)
	line := a.line([]spot{{x: 10, y: 4}, {x: 0.1, y: 2}, {x: 1, y: 3}}, func(s spot) float64 { return s.y })
	for x, want := range map[float64]float64{0.1: 2, 1: 3, 10: 4, math.Sqrt(0.1): 2.5} {
		if got := line[a.At(x)]; math.Abs(got-want) > 1e-9 {
			t.Errorf("at %g: %g, want %g", x, got, want)
		}
	}
	gap := a.line([]spot{{x: 0.1, y: 2}, {x: 1, y: math.NaN()}, {x: 10, y: 4}}, func(s spot) float64 { return s.y })
	if !math.IsNaN(gap[a.At(1)]) || !math.IsNaN(gap[a.At(3)]) || gap[a.At(10)] != 4 {
		t.Error("a gap is drawn over")
	}
	if one := newSpread([]float64{3, 3}, true); one.At(3) != chart.Finest/2 {
		t.Errorf("a single number stands at %d", one.At(3))
	}
}
