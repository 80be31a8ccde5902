package sim

import (
	"math"
	"testing"

	"admmlab/models"
	"admmlab/sim/privacy"
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
	for _, lines := range [][]string{{`method = "admm"`}, {"private = false"}, {`method = "sharing"`, `variant = "printed"`}, {`method = "sharing"`, "sigma = 3000"}} {
		s := start(t, small(t, append(lines, "iterations = 3")...), models.Serial)
		finish(s)
		if c := s.Curves(); c != nil {
			t.Errorf("%v: %+v", lines, c)
		}
	}
}

// A person's row and label together: randomised response of the label is one pure step
// before Gaussian noise, so the curve is a mixture of two Gaussian ones.
func TestRowAndLabelTogether(t *testing.T) {
	lines := []string{`method = "sharing"`, `adjacency = "person"`, "epsilon = 1", "sigma = 0", "iterations = 4"}
	s := start(t, small(t, append(lines, "labels = 0.8")...), models.Serial)
	rows, _ := finish(s)
	l := s.Ledger()
	if l.Adjacency != privacy.Remove || !l.Labelled.Valid {
		t.Fatalf("%+v", l.Labelled)
	}
	mu := privacy.GaussianMu(rows[3].Tight, rows[3].TightDelta)
	p := 1 / (1 + math.Exp(-.8))
	exact := privacy.Bisect(0, 100, func(e float64) bool {
		return p*privacy.GaussianDelta(mu, e-.8)+(1-p)*privacy.GaussianDelta(mu, e+.8) <= l.Labelled.Delta
	})
	if got := l.Labelled.Epsilon; !(got >= exact*(1-1e-6) && got < exact*1.002 && got < rows[3].Tight+.8) {
		t.Errorf("%g, exact %g; the row alone %g", got, exact, rows[3].Tight)
	}
	s = start(t, small(t, lines...), models.Serial)
	finish(s)
	if l := s.Ledger(); l.Labelled.Valid {
		t.Errorf("labels are published, and still %+v", l.Labelled)
	}
}
