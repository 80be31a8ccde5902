package sim

import (
	"math"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/models/linear"
	"admmlab/sim/admm"
)

// Nodes of a thousand neighbours, and a thousand nodes that hang by a thread.
func TestAThousandNodes(t *testing.T) {
	serial(t)
	d := load(t, "census:1600")
	for topology, methods := range map[string][]string{"star": {"dvp", "mradmm"}, "complete": {"dvp"}, "path": {"mradmm"}, "edges:": {"dvp"}} {
		for _, method := range methods {
			c := small(t, `method = "`+method+`"`, "nodes = 1000", `topology = "`+topology+`"`, "iterations = 2", "realised = false")
			c.Set.C = []float64{1}
			s, err := NewSession(c, d, models.Serial)
			if err != nil {
				t.Fatal(err)
			}
			rows, notices := finish(s)
			last := rows[len(rows)-1]
			if len(rows) != 2 || !last.Finite() || math.IsNaN(last.EpsilonTotal) || len(last.Nodes) != 1000 {
				t.Errorf("%s on %s: %d rows, %v", method, topology, len(rows), notices)
			}
			if g := rows[0].GradientNorm; !(g <= 1e-9) {
				t.Errorf("%s on %s: a minimiser was left with gradient norm %g", method, topology, g)
			}
		}
	}
}

// Tables with nothing to learn in some corner still end at the pooled optimum of
// everybody's objective: sum_p O_p(f), noise off, on the complete graph.
func TestDegenerateTablesEndAtThePooledOptimum(t *testing.T) {
	for name, text := range map[string]string{
		"constant columns":           "3,0,1,0\n3,0,2,1\n3,0,5,0\n3,0,4,1\n3,0,6,1\n3,0,7,0\n3,0,9,1\n3,0,8,1\n",
		"one class at a node":        "1,2,0\n1,3,1\n2,2,0\n2,3,1\n5,2,0\n1,9,1\n4,1,0\n1,1,1\n", // two nodes: evens and odds
		"the same row over and over": strings.Repeat("1,2,0\n1,2,1\n", 6),
		"rows of zeros":              "0,0,0\n0,0,1\n0,0,0\n0,0,1\n1,2,0\n2,1,1\n0,0,1\n0,0,0\n",
		"huge beside tiny":           "1e300,1e-300,0\n-1e300,1e-300,1\n1e299,0,0\n0,1e-300,1\n1e300,0,1\n1e-300,1e-300,0\n1,1,1\n2,2,0\n",
	} {
		d, err := data.CSV(data.File{Name: name, Reader: strings.NewReader(text)})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		c := small(t, `method = "admm"`, "nodes = 2", `topology = "complete"`, "shuffle = false", "rho = 0.5", "eta = 0.4", "iterations = 400", "train = 6")
		c.Set.C = []float64{1}
		s, err := NewSession(c, d, models.Serial)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		rows, _ := finish(s)
		f := s.last.Mean
		gradient := make([]float64, d.Rows.Dim) // of sum_p (C/B_p) sum L + rho/2 |f|^2
		for _, records := range [][]int{{0, 2, 4}, {1, 3, 5}} {
			for _, i := range records {
				index, value := d.Rows.Row(i)
				slope := -d.Labels[i] / (1 + math.Exp(d.Labels[i]*d.Rows.Dot(i, f)))
				for k, j := range index {
					gradient[j] += slope * value[k] / float64(len(records))
				}
			}
		}
		for j := range gradient {
			gradient[j] += 2 * 0.5 * f[j]
		}
		if g := linear.Norm(gradient); g > 1e-7 || rows[len(rows)-1].Disagreement > 1e-7 {
			t.Errorf("%s: pooled gradient %g, disagreement %g", name, g, rows[len(rows)-1].Disagreement)
		}
	}
}

// The noise at alpha = 1e300 is no noise: the run of the same method without.
func TestNoNoiseAtTheLargestAlpha(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		if !spec.Private() || spec.Vertical {
			continue
		}
		loud, _ := script(t, small(t, `method = "`+spec.ID+`"`, "iterations = 9", "alpha = 1e300", "realised = false"))
		still, _ := script(t, small(t, `method = "`+spec.ID+`"`, "iterations = 9", "private = false", "realised = false"))
		for i := range still {
			if math.Abs(loud[i].TrainLoss-still[i].TrainLoss) > 1e-9 {
				t.Errorf("%s t=%d: train loss %g at alpha = 1e300, %g without noise", spec.ID, i+1, loud[i].TrainLoss, still[i].TrainLoss)
			}
			if !(loud[i].EpsilonTotal > 1e290) {
				t.Errorf("%s t=%d: total %g", spec.ID, i+1, loud[i].EpsilonTotal)
			}
		}
	}
}

// A node that would be empty is refused at the start.
func TestAnEmptyNodeIsRefused(t *testing.T) {
	d, err := data.CSV(data.File{Name: "four", Reader: strings.NewReader("1,0\n2,1\n3,0\n4,1\n")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewSession(small(t, "nodes = 4", "train = 3"), d, models.Serial); err == nil || !strings.Contains(err.Error(), "fewer nodes") {
		t.Errorf("%v", err)
	}
}
