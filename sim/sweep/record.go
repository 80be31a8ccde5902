package sweep

import "admmlab/sim"

// Run is what one finished run came to.
type Run struct {
	Session      string     `json:"session"` // its text, which makes it again
	Iteration    int        `json:"iteration"`
	TrainLoss    sim.Number `json:"train_loss"`
	TestError    sim.Number `json:"test_error"`
	EpsilonTotal sim.Number `json:"epsilon_total"` // as the paper counts
	EpsilonTight sim.Number `json:"epsilon_tight"` // as the noise proves, at Delta
	Delta        sim.Number `json:"delta"`
	End          string     `json:"end"`           // one of Limit, Budget, Diverged
	Why          string     `json:"why,omitempty"` // the notice it ended with, unless at its limit
}

// How a run ends.
const (
	Limit    = "limit"    // all its iterations
	Budget   = "budget"   // stopped at its own budget
	Diverged = "diverged" // the numbers left the finite range
)

// take notes an iteration: the last one is what the run came to.
func (r *Run) take(row sim.Row, notices []sim.Notice) {
	r.Iteration = row.Iteration
	r.TrainLoss, r.TestError = sim.Number(row.TrainLoss), sim.Number(row.TestError)
	r.EpsilonTotal, r.EpsilonTight, r.Delta = sim.Number(row.EpsilonTotal), sim.Number(row.Tight), sim.Number(row.TightDelta)
	r.End, r.Why = Limit, ""
	for _, n := range notices {
		switch n.Kind {
		case sim.Diverged:
			r.End, r.Why = Diverged, n.Text
		case sim.Wall:
			r.End, r.Why = Budget, n.Text
		}
	}
}
