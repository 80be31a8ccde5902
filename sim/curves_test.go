package sim

import (
	"math"
	"testing"

	"admmlab/models"
)

// The curves of a run hold its total, fall, and promise groups more than one record
// costs; where nothing is proved there are none.
func TestCurvesOfARun(t *testing.T) {
	for _, lines := range [][]string{
		{"alpha = 1"}, {`method = "pvp"`}, {`method = "radmm"`, `adjacency = "remove"`}, {`method = "madmm"`, `topology = "star"`},
		{`method = "sharing"`, "epsilon = 1", "sigma = 0"},
	} {
		s := start(t, small(t, append(lines, "iterations = 10")...), models.Serial)
		rows, _ := finish(s)
		last, c := rows[len(rows)-1], s.Curves()
		if c == nil || c.Total.Epsilon != last.Tight || c.Total.Delta != last.TightDelta {
			t.Fatalf("%v: %+v, the row has %g", lines, c, last.Tight)
		}
		for i, p := range c.Points {
			if i > 0 && !(p.Delta <= c.Points[i-1].Delta) {
				t.Errorf("%v: delta rises to %+v", lines, p)
			}
		}
		if at := c.Points[curveParts]; at.Delta > last.TightDelta || math.Abs(at.Epsilon/last.Tight-1) > 1e-12 {
			t.Errorf("%v: %+v is not the total", lines, at)
		}
		before := last.Tight
		for _, g := range c.Groups {
			if !(g.Epsilon > before) {
				t.Errorf("%v: %d records %g after %g", lines, g.Records, g.Epsilon, before)
			}
			before = g.Epsilon
		}
	}
	for _, lines := range [][]string{{`method = "admm"`}, {"private = false"}, {`method = "sharing"`, `variant = "printed"`}} {
		s := start(t, small(t, append(lines, "iterations = 3")...), models.Serial)
		finish(s)
		if c := s.Curves(); c != nil {
			t.Errorf("%v: %+v", lines, c)
		}
	}
}
