package chart

import (
	"strings"
	"testing"
)

// What a logarithmic axis cannot show is told in words that stand beside the names of levels, and the end
// of a curve whose newest value is among it says that value, with the arrow of what lies below.
func TestWhatALogarithmicAxisCannotShowIsTold(t *testing.T) {
	values := make([]float64, 100)
	for i := range values {
		if i%20 == 7 {
			values[i] = 100
		}
	}
	levels := []Level{{Value: 100, Label: "majority 100", Quiet: true}, {Value: 0.001, Label: "pooled 0.001", Quiet: true}, {Value: 0.002, Label: "curator ~0.002", Quiet: true}}
	for width := 24; width <= 100; width++ {
		for height := 6; height <= 20; height++ {
			all := text(Draw([]Series{{Values: values, From: 1, Role: Main}}, nil, levels, Options{Width: width, Height: height, First: 1, Last: 100, Cursor: NoCursor, Log: true, Most: 100}))
			for line := range strings.SplitSeq(all, "\n") {
				for _, half := range []string{"rator", "oled", "jority"} {
					if before, _, cut := strings.Cut(line, half); cut && !strings.HasSuffix(before, map[string]string{"rator": "cu", "oled": "po", "jority": "ma"}[half]) {
						t.Fatalf("%d x %d: a name is cut by other words:\n%s", width, height, all)
					}
				}
			}
			if strings.Contains(all, "1000") {
				t.Fatalf("%d x %d: an axis beyond the most:\n%s", width, height, all)
			}
			if width > 40 && height > 8 && !strings.Contains(all, "↓ 0") {
				t.Errorf("%d x %d: nothing says where the curve ends:\n%s", width, height, all)
			}
		}
	}
}

// Around one value a logarithmic axis has a decade to both sides, and ends at the most there can be.
func TestALogarithmicAxisEndsAtTheMost(t *testing.T) {
	for value, want := range map[float64][2]float64{100: {10, 100}, 30: {3, 100}, 5: {0.5, 50}} {
		s := newScale(Options{Log: true, Most: 100}, 10, []reduced{{columns: []column{{drawn, value, value, value}}}})
		if s.low != want[0] || s.high != want[1] || s.flat == (s.high == 100) {
			t.Errorf("around %g it goes from %g to %g, flat %v; expected %v", value, s.low, s.high, s.flat, want)
		}
	}
}
