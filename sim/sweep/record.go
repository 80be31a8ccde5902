package sweep

import (
	"strings"

	"admmlab/sim"
	"admmlab/sim/escape"
	"admmlab/sim/report"
	"admmlab/sim/rows"
)

// Run is what one finished run came to.
type Run struct {
	Session      string        `json:"session"`        // its text, which makes it again
	Data         string        `json:"data,omitempty"` // the origin of its data, which belongs to that; "" in folders of before it was noted
	Iteration    int           `json:"iteration"`
	TrainLoss    report.Number `json:"train_loss"`
	TrainLossC   report.Number `json:"train_loss_c"` // NaN in folders of before it was noted
	TestError    report.Number `json:"test_error"`
	HeldError    report.Number `json:"held_error"`    // of the training rows set aside, if any
	EpsilonTotal report.Number `json:"epsilon_total"` // as the paper counts
	EpsilonTight report.Number `json:"epsilon_tight"` // as the noise proves, at Delta
	Delta        report.Number `json:"delta"`
	End          string        `json:"end"`            // one of Limit, Budget, Condition, Diverged
	Why          string        `json:"why,omitempty"`  // the notice it ended with, unless at its limit
	Told         string        `json:"told,omitempty"` // what there is to know of its data, a line each

	line int // of its folder, from 1
}

// How a run ends.
const (
	Limit     = "limit"     // all its iterations
	Budget    = "budget"    // stopped at its own budget
	Condition = "condition" // stopped by its own stop_when
	Diverged  = "diverged"  // the numbers left the finite range
)

// take notes an iteration: the last one is what the run came to.
func (r *Run) take(row sim.Row, notices []sim.Notice) {
	r.Iteration = row.Iteration
	r.TrainLossC = report.Number(row.TrainLossC)
	r.TrainLoss, r.TestError, r.HeldError = report.Number(row.TrainLoss), report.Number(row.TestError), report.Number(row.HeldError)
	r.EpsilonTotal, r.EpsilonTight, r.Delta = report.Number(row.EpsilonTotal), report.Number(row.Tight), report.Number(rows.TightDelta.Value(&row))
	r.End, r.Why = Limit, ""
	for _, n := range notices {
		switch n.Kind {
		case sim.Data, sim.Unheld:
			r.Told = strings.TrimPrefix(r.Told+"\n"+escape.Terminal(n.Text), "\n")
		case sim.Diverged:
			r.End, r.Why = Diverged, n.Text
		case sim.Wall:
			r.End, r.Why = Budget, n.Text
		case sim.Met:
			r.End, r.Why = Condition, n.Text
		}
	}
}
