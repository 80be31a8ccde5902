package admm

import (
	"slices"

	"admmlab/models"
	"admmlab/sim/network"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/realised"
)

// Method is one run of a published method: it owns the primal and dual
// variables and moves them by one iteration at a time.
type Method interface {
	// Step computes iteration in.Iteration. Iterations come in order from 1,
	// without gaps. What the Round holds is valid until the next Step; its charges are
	// what Price said just before, to the last bit.
	Step(in Step) Round

	// Price is what the iteration in.Ahead after in.Iteration, which is the next, will
	// charge under in.Set, on in.Graph, computed by the calibration that sets the noise.
	// It draws no noise and changes nothing that a Step, or another Price, comes out as.
	Price(in Step) Price

	// Carried is everything that a Step or a Price reads before it writes it, but for the
	// Problem: with these numbers put into another run of the method on the same problem,
	// that run goes on with the same bits.
	Carried() Carried
}

// Step is what one iteration is given.
type Step struct {
	Iteration int            // t, from 1
	Last      bool           // the iteration limit is reached, of a Price so many Ahead: a closing step is due
	Graph     *network.Graph // who hears whom; nil for vertical sharing
	Set       *Settings      // parameters in force
	Noise     Noise
	Meter     Meter // nil = nobody measures
	Ahead     int   // of a Price: so many iterations after Iteration
	// Allows is asked, where the Price of the iteration was a guess, before the noise of each
	// release is drawn: one that it refuses is not made, and its Charge is that of the node
	// and nothing else. A node then makes one release an iteration. nil: nobody is to be asked.
	Allows func(privacy.Charge) bool
}

// Price is what an iteration will charge.
type Price struct {
	// Charges are those of the Round: by node, in its order; none where the iteration
	// costs nothing. With Ahead > 0 they are exact up to rounding, or an upper bound.
	// They are valid until the method is called again.
	Charges []privacy.Charge
	// Guess is why the iteration may charge something else, as what it depends on is not
	// determined yet; "" if it cannot. Of the next iteration (Ahead = 0) it makes the Step
	// ask Allows.
	Guess string
	// Conditions are those of the Round that can be told before it: all that the privacy
	// statement rests on, but for how exact the minimisers are. They are valid as Charges.
	Conditions []Condition
}

// Meter hears of every noisy release while the minimiser that made it is still the
// node's last evaluated model. Nodes may call it at once, each with its own
// number; what it is given is valid during the call only.
type Meter interface {
	Objective(node int, r realised.Release) // noise inside the objective
	// Output is noise on the minimiser; penalty is eta V and weight that of an
	// unreleased f(t) in the own term, 0 if there is none.
	Output(node int, r realised.Release, penalty, weight float64)
	Message(party int, p realised.Push) // noise on vertical sharing's message
	// Bare says that what the node sends depends on its data and has no noise.
	Bare(node int)
	// Hidden says, before a release, that it goes on from a state that depends on the
	// node's data and was never sent, with eta V of this release: its loss from a common
	// state is not what was lost.
	Hidden(node int, penalty float64)
	// Covered says that noise of ε₂ was added to the minimiser before it was sent. Whatever
	// else the meter hears of that release speaks of the minimiser, and no law of the sum is
	// known: the loss of what was sent is then unknown.
	Covered(node int, noise []float64)
}

// Noise draws the papers' noise vectors; noise.Source is the one in use.
type Noise interface {
	// GammaNorm fills dst with a draw of density proportional to exp(-rate |e|).
	GammaNorm(dst []float64, purpose noise.Purpose, node, iteration int, rate float64)
	// Gaussian fills dst with a draw of N(0, sigma^2 I).
	Gaussian(dst []float64, purpose noise.Purpose, node, iteration int, sigma float64)
}

// Problem is who holds what. Horizontal methods read Locals, vertical sharing
// reads Blocks and Labels.
type Problem struct {
	Locals []*models.Local // records of each node, labels multiplied in
	Blocks []*models.Block // columns of each party, rows of unit norm
	Labels []float64       // +1 or -1, one a row of Blocks: those that the run learns from
	Truth  []float64       // those of the data, by which its loss is measured; nil where they are the same
	Loss   models.Loss     // of the scores of Blocks; Locals have their own
	// Start is f_i(0) of each node, which all know and no data decide; nil for 0 everywhere.
	// Horizontal methods begin there.
	Start [][]float64
	Each  models.Each
}

// Round is what one iteration produced.
type Round struct {
	Iteration int
	Models    [][]float64 // f_i(t) of each node, or x_m of each party
	Broadcast [][]float64 // what left each node: f_i, V_i or the message D_m x_m
	Dual      []float64   // sharing: y, public, one a sample; nil otherwise
	Mean      []float64   // the model that classifies: mean of f_i, or all x_m in a row
	Losses    []float64   // mean loss of each node at its own model; nil for sharing
	Penalty   PerNode     // eta_i of the minimisers, as it has grown; nil for sharing

	TrainLoss    float64 // mean of Losses; sharing: mean loss + lambda/(2N) |x|^2
	Disagreement float64 // max |f_i - mean f|; sharing: |sum D_m x_m - z| / sqrt(N)
	GradientNorm float64 // the worst local minimiser of this iteration, NaN if none was asked for
	// Public: what left GradientNorm reads nothing but what was sent, so that no promise
	// rests on its being exact; Remainder is what the step that touches data left, as a share
	// of max(1, |w|).
	Public    bool
	Remainder float64

	Work       Work
	Charges    []privacy.Charge // one per noisy release, by node; none without privacy
	Slack      float64          // delta' for privacy.Strong
	Conditions []Condition
}

// Work is what an iteration took and sent, over all nodes or parties. Measuring losses
// and errors is no part of it, and spares none of it.
type Work struct {
	Minimisations int // local minimisations, the papers' measure
	Visits        int // records read for them: a pass of a node over its B_i records is B_i
	Messages      int // sent, as the algorithm is printed: a broadcast to V_i neighbours is V_i
	Numbers       int // in them
	// Needed are those of Numbers that their receiver cannot work out from what it has
	// heard before, where the graph has been the same in the last iterations.
	Needed int
}

// Broadcasts is the Work of sending: what every node has for its neighbours, none of it
// known before.
func Broadcasts(g *network.Graph, broadcast [][]float64) Work {
	var w Work
	for i, v := range broadcast {
		w.Messages += g.Degree(i)
		w.Numbers += g.Degree(i) * len(v)
	}
	w.Needed = w.Numbers
	return w
}

// Inexact is what was left by the minimisers that the privacy proofs take for exact: those
// that touch data. It is NaN if there was none.
func (r Round) Inexact() float64 {
	if r.Public {
		return r.Remainder
	}
	return r.GradientNorm
}

// Condition is one thing a theorem asks for, checked on the numbers in force.
type Condition struct {
	Name    string // short, as a light's label: "B >= C"
	Holds   bool
	Open    bool   // where it does not hold: nor is it known not to
	Detail  string // what it means when it does not hold
	Told    bool   // Detail is what is known, whether it holds or not
	Numbers string // behind the Detail, a line each; "" for none
	Privacy bool   // without it the privacy statement lapses, not only convergence
	Mend    Mend   // where it does not hold, what brings it back, or at least makes untrue what is known against it; zero for nothing in particular
}

// Mend is a knob with the value at which a condition holds again, or at least is not known to fail, in the text form.
type Mend struct {
	Key, Value string
	Anew       bool // only in a run from the start
}

// Settings are the parameters in force, named as in the session text. A method
// reads those it declares.
type Settings struct {
	Variant string
	Private bool
	Alpha   PerNode // noise rate or per-iteration epsilon of horizontal methods
	Rho     PerNode // regulariser weight; sharing: penalty
	Eta     PerNode // penalty
	Growth  PerNode // factor on eta per (odd) iteration
	// DualStep of (M)R-ADMM: "own", eta_i at node i as printed, or commonStep.
	DualStep string
	Gamma    float64 // proximal weight of R-ADMM's even step
	C        PerNode // weight of the loss, C^R
	Epsilon  float64 // sharing: per iteration
	Delta    float64
	Sigma    float64 // sharing: noise set directly when > 0
	B1       float64 // sharing: the bound b1 of Assumption 1
	Lambda   float64 // sharing: regulariser weight
	Order    string  // sharing: jacobi or inTurnOrder
	Labels   float64 // sharing: epsilon of randomised response on the labels, 0 = off
	Repair   float64 // horizontal: epsilon a step of output noise for inexact minimisers, 0 = off

	// Adjacency is the word of Spec.Adjacency the totals are stated for.
	Adjacency string
	// Own are the parameters that have no field here, by their keys. It is never
	// written to, but replaced.
	Own map[string]PerNode
}

// Clone is a copy that shares no list.
func (s Settings) Clone() Settings {
	s.Alpha, s.Eta, s.Growth = slices.Clone(s.Alpha), slices.Clone(s.Eta), slices.Clone(s.Growth)
	s.Rho, s.C = slices.Clone(s.Rho), slices.Clone(s.C)
	return s
}

// Growing reports whether penalties grow without bound that pull on something: a node without a neighbour on
// the graph stands at its own minimum, whatever its penalty.
func (s *Settings) Growing(g *network.Graph) bool { return s.pulls(g, true) }

// Staying reports whether a penalty that pulls on something does not grow.
func (s *Settings) Staying(g *network.Graph) bool { return s.pulls(g, false) }

// pulls reports whether a penalty that grows, or one that does not, is that of a node with a neighbour.
func (s *Settings) pulls(g *network.Graph, growing bool) bool {
	for i := range g.Nodes() {
		if g.Degree(i) > 0 && s.Growth.At(i) > 1 == growing {
			return true
		}
	}
	return false
}

// PerNode is one value for all nodes (length 1) or one for each.
type PerNode []float64

// At is the value of node i.
func (p PerNode) At(i int) float64 {
	if len(p) == 1 {
		return p[0]
	}
	return p[i]
}

// Short is p as one value for all nodes where they share it.
func (p PerNode) Short() PerNode {
	if p.Equal() {
		return p[:1]
	}
	return p
}

// Equal reports whether all nodes share one value.
func (p PerNode) Equal() bool {
	for _, v := range p {
		if v != p[0] {
			return false
		}
	}
	return true
}
