package rows

import (
	"math"

	"admmlab/sim/admm"
	"admmlab/sim/network"
)

// Row is what one iteration shows. A row never changes once made.
type Row struct {
	Iteration    int
	TrainLoss    float64 // mean over nodes; sharing: mean loss + lambda/(2N)|x|^2
	TrainLossC   float64 // C-bar: mean over nodes of C times the node's loss; NaN for parties, who have no C
	TestLoss     float64 // mean loss of the mean model on the test rows
	TestError    float64 // share of test rows the mean model gets wrong (+1 when the score is > 0)
	HeldError    float64 // likewise of the training rows that config.HeldOut sets aside, NaN without
	Disagreement float64
	MeanNorm     float64 // |mean f|, that distances of nodes are measured by; for parties |x| over all columns
	EpsilonStep  float64 // the paper's charges of this iteration, repair included, at the node that pays most; NaN without a guarantee
	EpsilonTotal float64 // the paper's total so far, largest over nodes, NaN without a guarantee
	Delta        float64 // delta that goes with the total
	Proved       float64 // smallest valid total at Delta under the chosen adjacency: what of EpsilonTotal is proved; NaN and +Inf as Tight
	Tight        float64 // smallest valid total at TightDelta under the chosen adjacency, NaN without a guarantee, +Inf if nothing is proved
	TightDelta   float64 // 0 where the total is pure
	Accountant   string  // whose total Tight is; Filter where charges depend on what was drawn, "" where then no bound was kept
	Spent        float64 // what the releases so far come to by the smallest valid total: Tight, unless charges depend on what was drawn
	RealisedMax  float64 // largest realised loss of any record so far, +Inf once something was sent without noise; NaN when nobody measures, and where hidden states or the noise of ε₂ leave it unknown
	GradientNorm float64 // NaN in iterations that minimise nothing
	Cost         Cost    // so far

	Nodes  []NodeState
	Lights []Light
	Set    *admm.Settings // in force in this iteration
	Graph  *network.Graph // in force in this iteration; nil for sharing
}

// Cost is what the iterations so far took and sent.
type Cost struct {
	Minimisations float64 // local minimisations of a node or party, the mean over them
	Passes        float64 // over all training rows, for them
	Messages      float64 // sent, as the algorithm is printed
	Bytes         float64 // in them
	Needed        float64 // of Bytes, what receivers could not work out from what they had heard
}

// NoRow stands for the row of a run that made no iteration: its numbers are NaN.
func NoRow() Row {
	nan := math.NaN()
	return Row{
		Cost:      Cost{nan, nan, nan, nan, nan},
		TrainLoss: nan, TrainLossC: nan, TestLoss: nan, TestError: nan, Disagreement: nan, MeanNorm: nan, GradientNorm: nan,
		HeldError: nan, EpsilonStep: nan, EpsilonTotal: nan, Proved: nan, Tight: nan, Spent: nan, RealisedMax: nan,
	}
}

// NodeState is one node (or party) in one iteration.
type NodeState struct {
	Loss     float64 // its own mean loss; NaN for parties
	Distance float64 // |f_i - mean f|; for parties |x_m|
	Epsilon  float64 // its printed total so far
}

// Light is one condition with its state.
type Light struct {
	Name     string
	State    LightState
	Detail   string    // what it means, in a sentence
	Told     bool      // the detail is what is known, in every state
	Numbers  string    // behind the detail, a line each; "" for none
	Privacy  bool      // the privacy statement rests on it
	Measured bool      // Row.GradientNorm is told beside it
	Mend     admm.Mend // where it is out, what lights it again; zero for nothing in particular
}

// Restores reports whether what mends it brings a lost promise back, with what mends the others of
// which that holds.
func (l Light) Restores() bool { return l.State != Good && l.Privacy && l.Mend.Key != "" }

// Converges is the light that says what is proved of where the run ends without noise;
// false where there is none.
func (r *Row) Converges() (Light, bool) {
	for _, l := range r.Lights {
		if l.Name == admm.Converges {
			return l, true
		}
	}
	return Light{}, false
}

// LightState is the colour of a light, in words.
type LightState int

const (
	// Good: the condition holds.
	Good LightState = iota
	// Note: not a broken promise, but worth knowing.
	Note
	// Broken: the condition does not hold.
	Broken
)

// Finite reports whether a run can go on from here.
func (r Row) Finite() bool {
	sum := r.TrainLoss + r.TestLoss + r.Disagreement
	return !math.IsNaN(sum) && !math.IsInf(sum, 0) && !math.IsInf(r.GradientNorm, 1)
}
