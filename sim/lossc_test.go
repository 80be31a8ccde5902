package sim

import (
	"math"
	"testing"

	"admmlab/models"
)

// "C-bar(t) = (C^R/B_p) sum_i L(y_ip f_p(t)^T x_ip)", TIFS 2017, section V-C, term by
// term from the models of the nodes; C is the one in force at
// the node.
func TestTheLossWithItsFactorC(t *testing.T) {
	s := start(t, small(t, "iterations = 6", "topology = \"star\"", "seed = 4", `events = ["at 4: C = 20,30,40,50,60"]`), models.Serial)
	for s.Ready() {
		row, _ := s.Step()
		c := []float64{60, 60, 60, 60, 60}
		if row.Iteration >= 4 {
			c = []float64{20, 30, 40, 50, 60}
		}
		want, n := 0.0, float64(len(s.deal.Rows))
		for p, mine := range s.deal.Rows {
			for _, i := range mine {
				margin := 0.0
				index, value := s.deal.Data.Rows.Row(i)
				for k, j := range index {
					margin += value[k] * s.last.Models[p][j]
				}
				want += c[p] / float64(len(mine)) * math.Log1p(math.Exp(-s.deal.Data.Labels[i]*margin)) / n
			}
		}
		if math.Abs(row.TrainLossC-want) > 1e-9*want {
			t.Errorf("t = %d: %.12g, want %.12g", row.Iteration, row.TrainLossC, want)
		}
	}
	if rows, _ := script(t, small(t, "method = \"sharing\"", "iterations = 1")); !math.IsNaN(rows[0].TrainLossC) {
		t.Errorf("sharing has no C, and %g is the loss with it", rows[0].TrainLossC)
	}
}
