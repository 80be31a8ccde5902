package admm

import (
	"fmt"
	"math"
	"slices"

	"admmlab/models"
	"admmlab/models/linear"
	"admmlab/sim/noise"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/realised"
)

// consensus is what the horizontal methods share: one model and one dual
// variable per node and the subproblem
//
//	minimise (C_i/B_i) sum_n L(y_n f.x_n) + q/2 |f|^2 + l.f
//	q = r + Phi + 2 eta V
//	l = 2 lambda + n - eta sum_j (own + seen_j)
//
// where own and seen_j are the node's and its neighbours' previous values, r the
// regulariser weight and n the noise in gradient units.
type consensus struct {
	locals []*models.Local
	each   models.Each
	in     Step

	gauge  func(i int) // measure, bound once
	output bool        // noise is added to the minimiser before it is sent, so that no repair is needed

	primal [][]float64 // f_i(t-1) before, f_i(t) after advance
	next   [][]float64 // f_i(t) while it is being computed
	dual   [][]float64 // lambda_i
	met    []float64   // of each node one of those that its dual variable was moved with, see meet
	noise  [][]float64 // the paper's epsilon_i
	linear [][]float64 // l of the subproblem
	solved []models.Solution

	mean       []float64
	losses     []float64
	priced     []privacy.Charge // of the last Price
	charges    []privacy.Charge // of the last Step
	conditions []Condition
	foreseen   []Condition // of the last price
	records    struct {    // C_i <= B_i
		Condition
		of PerNode // C
	}
	ending ending
}

func newConsensus(p Problem) consensus {
	n, d := len(p.Locals), p.Locals[0].Dim()
	for _, local := range p.Locals {
		local.Share(p.Each) // five nodes would leave one of two cores idle at the end
	}
	c := consensus{
		locals: p.Locals, each: p.Each,
		primal: vectors(n, d), next: vectors(n, d), dual: vectors(n, d), met: make([]float64, n),
		noise: vectors(n, d), linear: vectors(n, d),
		solved: make([]models.Solution, n),
		mean:   make([]float64, d), losses: make([]float64, n),
		priced: make([]privacy.Charge, 0, 2*n), charges: make([]privacy.Charge, 0, 2*n),
	}
	for i := range c.met {
		c.met[i] = float64(i)
	}
	for i, f := range p.Start {
		copy(c.primal[i], f)
	}
	return c
}

// vectors makes n zero vectors of length d.
func vectors(n, d int) [][]float64 {
	v := make([][]float64, n)
	for i := range v {
		v[i] = make([]float64, d)
	}
	return v
}

// variables is what every consensus method carries: the primal and dual variables, who moved
// these with whom, and the minimisers. A method with more state adds it in its Carried.
func (c *consensus) variables() Carried {
	return Carried{Vectors: slices.Concat(c.primal, c.dual, [][]float64{c.met}), Locals: c.locals}
}

// weight is k = C_i/B_i.
func (c *consensus) weight(i int) float64 {
	return c.in.Set.C.At(i) / float64(c.locals[i].Records())
}

// node is the public part of node i's problem that calibrations read.
func (c *consensus) node(i int, r, eta float64) privacy.Node {
	return privacy.Node{Weight: c.weight(i), C1: c.locals[i].Loss().C1(), Regulariser: r, Penalty: float64(eta * float64(c.in.Graph.Degree(i)))}
}

// perturbation is how a method puts its noise into the objective: scale times the
// drawn epsilon, of density exp(-rate |epsilon|), is n. The zero value is none.
type perturbation struct{ scale, rate float64 }

// minimise computes next[i], warm started at the node's previous model.
func (c *consensus) minimise(i int, r, phi, eta float64, p perturbation, own []float64, seen [][]float64) {
	neighbours := c.in.Graph.Neighbours(i)
	l, lambda, eps, v := c.linear[i], c.dual[i], c.noise[i], float64(len(neighbours))
	for k := range l {
		l[k] = float64(2*lambda[k]) - float64(eta*v*own[k])
	}
	for _, j := range neighbours {
		linear.AddScaled(l, -eta, seen[j])
	}
	noisy := c.in.Set.Private && p.scale != 0
	if noisy {
		linear.AddScaled(l, p.scale, eps)
	}
	q := r + phi + float64(2*eta*v)
	copy(c.next[i], c.primal[i])
	c.solved[i] = c.locals[i].Minimise(c.next[i], models.Subproblem{
		Weight: c.weight(i), Curvature: q, Linear: l,
	})
	if noisy && c.in.Meter != nil {
		clear(l)
		linear.AddScaled(l, p.scale, eps)
		c.in.Meter.Objective(i, realised.Release{
			Noise: l, Drawn: linear.Norm(eps), Rate: p.rate / math.Abs(p.scale), Weight: c.weight(i), Curvature: q, Model: c.next[i],
		})
	}
	if c.repairs() {
		c.repair(i, q)
	} else if !noisy && !c.output && c.in.Meter != nil {
		c.in.Meter.Bare(i)
	}
}

// repairs reports whether minimisers are sent with the output noise of repair on them.
func (c *consensus) repairs() bool { return c.in.Set.Private && c.in.Set.Repair > 0 && !c.output }

// repair adds the output noise that pays for an inexact minimiser (after Iyengar
// et al., IEEE S&P 2019): a gradient norm of at most gamma leaves the model within
// gamma/m of the minimiser, m the strong convexity, so two neighbours' models lie
// 2 gamma/m further apart than the exact ones; b of density exp(-zeta2 |b|) with
// zeta2 = eps2 m/(2 gamma) hides that for eps2.
func (c *consensus) repair(i int, m float64) {
	c.in.Noise.GammaNorm(c.linear[i], noise.Repair, i, c.in.Iteration, c.in.Set.Repair*m/(2*models.Promise))
	linear.AddScaled(c.next[i], 1, c.linear[i])
	if c.in.Meter != nil {
		c.in.Meter.Covered(i, c.linear[i])
	}
}

// advance makes the computed models the current ones.
func (c *consensus) advance() { c.primal, c.next = c.next, c.primal }

// updateDual is lambda_i += theta_i/2 sum_j (sent_i - sent_j) at every node.
func (c *consensus) updateDual(theta PerNode, sent [][]float64) {
	for i, lambda := range c.dual {
		neighbours := c.in.Graph.Neighbours(i)
		half := theta.At(i) / 2
		linear.AddScaled(lambda, half*float64(len(neighbours)), sent[i])
		for _, j := range neighbours {
			linear.AddScaled(lambda, -half, sent[j])
			c.meet(i, j, theta)
		}
	}
}

// meet notes that neighbours i and j moved their dual variables in steps of theta: from then on one
// node stands for both and all whom they have met, or -1, which is none, where the steps differed. Equal
// steps leave the sum of the dual variables of all who have met 0, but for rounding.
func (c *consensus) meet(i, j int, theta PerNode) {
	a, b := c.met[i], c.met[j]
	one := min(a, b)
	if theta.At(i) != theta.At(j) {
		one = -1
	}
	if a == one && b == one {
		return
	}
	for k, of := range c.met {
		if of == a || of == b {
			c.met[k] = one
		}
	}
}

// drifted reports whether the dual variables do not sum to 0 over one of these pieces: where steps
// differed, and where a node has met one that is in another piece now. It reads no sum: noise that is
// off leaves its rounding there, which is no drift however large.
func (c *consensus) drifted(pieces [][]int) bool {
	if slices.Min(c.met) < 0 {
		return true
	}
	if len(pieces) == 1 {
		return false
	}
	in := make(map[float64]int, len(pieces)) // the piece of those that have met
	for k, piece := range pieces {
		for _, i := range piece {
			if before, known := in[c.met[i]]; known && before != k {
				return true
			}
			in[c.met[i]] = k
		}
	}
	return false
}

// round measures the current models, which a penalty of eta_i held to those before.
func (c *consensus) round(eta PerNode, broadcast [][]float64, solved bool) Round {
	if c.gauge == nil {
		c.gauge = c.measure
	}
	c.each(len(c.locals), c.gauge)
	n := float64(len(c.locals))
	clear(c.mean)
	train := 0.0
	for i, f := range c.primal {
		linear.AddScaled(c.mean, 1/n, f)
		train += c.losses[i] / n
	}
	far := 0.0
	for _, f := range c.primal {
		far = math.Max(far, distance(f, c.mean))
	}
	worst := math.NaN()
	work := Broadcasts(c.in.Graph, broadcast)
	if solved {
		worst = 0
		work.Minimisations = len(c.locals)
		for i, s := range c.solved {
			worst = math.Max(worst, s.GradientNorm)
			work.Visits += (s.Passes + s.Bends) * c.locals[i].Records()
		}
		if math.IsNaN(worst) { // NaN is kept for iterations that minimise nothing
			worst = math.Inf(1)
		}
	}
	return Round{
		Iteration: c.in.Iteration, Models: c.primal, Broadcast: broadcast, Mean: c.mean,
		Losses: c.losses, Penalty: eta, TrainLoss: train, Disagreement: far, GradientNorm: worst, Work: work,
		Charges: c.charges, Conditions: c.conditions,
	}
}

func (c *consensus) measure(i int) { c.losses[i] = c.locals[i].MeanLoss(c.primal[i]) }

// begin opens an iteration: the step in force, the charges it was priced at and the
// conditions of its price.
func (c *consensus) begin(in Step, p Price) {
	c.in = in
	c.charges = append(c.charges[:0], p.Charges...)
	c.conditions = append(c.conditions[:0], p.Conditions...)
}

// recordsFor is the condition C_i <= B_i at every node, with the largest C that would do
// where it does not hold.
func (c *consensus) recordsFor(weight PerNode) Condition {
	worst, out := -1, 0 // the node with the largest C_i/B_i of those above 1, and how many these are
	for i := range c.locals {
		own := float64(c.locals[i].Records())
		if !(weight.At(i) > own) {
			continue
		}
		if out++; worst < 0 || weight.At(i)*float64(c.locals[worst].Records()) > weight.At(worst)*own {
			worst = i
		}
	}
	if worst < 0 {
		return Condition{
			Name: asksRecords.Name, Holds: true, Privacy: true,
			Detail: "C exceeds the number of records of a node; the theorems assume C ≤ B_i",
		}
	}
	most := c.locals[worst].Records()
	mend, which, others := PerNode{float64(most)}, "C", ""
	would := fmt.Sprintf("C = %d", most)
	if len(weight) > 1 {
		mend, which = slices.Clone(weight), fmt.Sprintf("C_%d", worst+1)
		for i := range mend {
			mend[i] = math.Min(mend[i], float64(c.locals[i].Records()))
		}
		would = fmt.Sprintf("%s = %d", which, most)
		if out > 1 {
			others, would = fmt.Sprintf(", and at %s it is so, too", numeral.Counted(out-1, "more node")), "C = "+mend.String()
		}
	}
	return Condition{
		Name: asksRecords.Name, Privacy: true,
		Detail: fmt.Sprintf("%s = %s exceeds the %s of node %d%s; the theorems assume C ≤ B_i, so %s would do", which, numeral.Given(weight.At(worst)), numeral.Counted(most, "record"), worst+1, others, would),
		Mend:   Mend{Key: lossKey, Value: mend.String()},
	}
}

// open begins a Price of what in asks for, with the condition C_i <= B_i that every paper
// states with its objective.
func (c *consensus) open(in Step) {
	c.in = in
	c.priced = c.priced[:0]
	if c.records.Name == "" || !slices.Equal(c.records.of, in.Set.C) {
		c.records.Condition, c.records.of = c.recordsFor(in.Set.C), slices.Clone(in.Set.C)
	}
	c.foreseen = append(c.foreseen[:0], c.records.Condition)
}

// quote adds one release of node i to the price, with the epsilon and delta that the paper
// counts for it.
func (c *consensus) quote(i int, printed, delta float64, cost [privacy.Adjacencies]privacy.Cost) {
	if !c.in.Set.Private {
		return
	}
	c.priced = append(c.priced, privacy.Charge{Node: i, Printed: printed, Delta: delta, Cost: cost})
	if c.repairs() {
		c.priced = append(c.priced, privacy.RepairCharge(i, c.dim(), c.in.Set.Repair))
	}
}

// price is what has been quoted since open.
func (c *consensus) price() Price { return Price{Charges: c.priced, Conditions: c.foreseen} }

// dim is the number of columns.
func (c *consensus) dim() int { return len(c.mean) }

func distance(a, b []float64) float64 {
	sum := 0.0
	for k := range a {
		sum += float64((a[k] - b[k]) * (a[k] - b[k]))
	}
	return math.Sqrt(sum)
}

var asksRecords = Asked{
	Name:  "B ≥ C",
	Words: "C may not exceed the number of records B of any node. The papers state their theorems for C ≤ B. A smaller C, more training rows or, where there are several, fewer nodes mend it. Without it the privacy promise lapses.",
}
