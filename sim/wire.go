package sim

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"admmlab/models"
	"admmlab/models/linear"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/deal"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy/realised"
)

// Wire is what one node put on the wire in the last iteration, as a neighbour or
// an eavesdropper sees it, beside what it would have sent without its noise.
type Wire struct {
	Node      int      // from 1
	Iteration int      // in which it was sent
	Fresh     bool     // data were touched; false for post-processing (R-ADMM's even iterations), and before anything is learned
	Again     bool     // its last message, as a new one would have broken the budget
	What      string   // what the numbers are: model weights, or one number a person
	Names     []string // of the largest entries sent, columns; under sharing of the first people
	Sent      []float64
	Before    []float64 // without the noise of this iteration; nil if there was none
	Norm      float64   // |sent|
	Hidden    float64   // |sent - before|, what the noise changed
	Noise     float64   // |noise| as drawn
	Cover     float64   // |noise| of ε₂ on the model, 0 if there was none
	Where     string    // where it enters
	Recovered float64   // sharing: share of training labels read from the public dual, NaN otherwise
}

// tap remembers the last release of one node, for the wire view. It wraps the
// meter in force, so that looking changes nothing that is computed.
type tap struct {
	admm.Meter
	node     int
	release  realised.Release
	push     realised.Push
	drawn    float64 // |noise| of either
	isOutput bool
	heard    bool      // of a release with noise
	fresh    bool      // of one that data were touched for
	cover    []float64 // the noise of ε₂ on it, nil if there was none
}

func (t *tap) keep(r realised.Release, drawn float64, output bool) {
	r.Noise, r.Model = slices.Clone(r.Noise), slices.Clone(r.Model)
	t.release, t.drawn, t.isOutput, t.heard, t.fresh = r, drawn, output, true, true
}

func (t *tap) Objective(node int, r realised.Release) {
	if node == t.node {
		t.keep(r, r.Drawn, false)
	}
	if t.Meter != nil {
		t.Meter.Objective(node, r)
	}
}

func (t *tap) Output(node int, r realised.Release, penalty, weight float64) {
	if node == t.node {
		t.keep(r, linear.Norm(r.Noise), true)
	}
	if t.Meter != nil {
		t.Meter.Output(node, r, penalty, weight)
	}
}

func (t *tap) Message(party int, p realised.Push) {
	if party == t.node {
		p.Noise = slices.Clone(p.Noise)
		t.push, t.drawn, t.heard, t.fresh = p, p.Drawn, true, p.Confined || linear.Norm(p.Target) != 0
	}
	if t.Meter != nil {
		t.Meter.Message(party, p)
	}
}

func (t *tap) Bare(node int) {
	if node == t.node { // other nodes' tell at the same time
		t.fresh = true
	}
	if t.Meter != nil {
		t.Meter.Bare(node)
	}
}

func (t *tap) Hidden(node int, penalty float64) {
	if t.Meter != nil {
		t.Meter.Hidden(node, penalty)
	}
}

func (t *tap) Covered(node int, noise []float64) {
	if node == t.node {
		t.cover, t.fresh = slices.Clone(noise), true
	}
	if t.Meter != nil {
		t.Meter.Covered(node, noise)
	}
}

// ear listens to what one node sends.
type ear struct {
	tap      *tap // nil if nobody listens
	wire     *Wire
	shadow   *models.Local // of the tapped node's records, to minimise beside the run
	shadowOf int
}

// put makes e listen to a node, from 0; a negative one is nobody. What was heard of the same
// node stays.
func (e *ear) put(node int) {
	if e.tap != nil && e.tap.node == node {
		return
	}
	e.tap = nil
	if node >= 0 {
		e.tap, e.wire = &tap{node: node}, nil
	}
}

// over is the meter that hears what m does.
func (e *ear) over(m admm.Meter) admm.Meter {
	if e.tap == nil {
		return m
	}
	e.tap.Meter = m
	return e.tap
}

// shown is how many entries of a message the wire view lists.
const shown = 8

// listen turns what the tap heard into the wire view of iteration at, in which the messages
// of some were withheld.
func (e *ear) listen(r admm.Round, at int, withheld []int, dealt *deal.Deal, c config.Config) {
	t := e.tap
	if t == nil {
		return
	}
	spec, sent := c.Spec(), r.Broadcast[t.node]
	w := &Wire{
		Node: t.node + 1, Iteration: at, Fresh: t.fresh, Again: slices.Contains(withheld, t.node),
		What: fmt.Sprintf("its model, one weight for each of %s columns", numeral.Group(len(sent))), Norm: linear.Norm(sent), Where: spec.NoiseEnters, Recovered: math.NaN(),
	}
	var before []float64
	switch {
	case !t.heard && t.cover != nil:
		before = difference(sent, t.cover)
	case !t.heard:
	case spec.Vertical:
		before = difference(sent, t.push.Noise)
	case t.isOutput:
		before = t.release.Model
	default:
		before = e.quiet(t.release, dealt, c.LossFunction())
	}
	if t.heard {
		w.Noise = t.drawn
	}
	if spec.Vertical {
		w.What = fmt.Sprintf("one score for each of %s people", numeral.Group(len(sent)))
		w.Recovered = readLabels(r, c.SetAt(at), dealt.Truth).Share()
	}
	w.Cover = linear.Norm(t.cover)
	order := make([]int, len(sent))
	for i := range order {
		order[i] = i
	}
	if !spec.Vertical { // columns by weight; people in the order of the table
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(sent[b]), math.Abs(sent[a])) })
	}
	for _, i := range order[:min(shown, len(order))] {
		w.Names = append(w.Names, dealt.EntryName(i))
		w.Sent = append(w.Sent, sent[i])
		if before != nil {
			w.Before = append(w.Before, before[i])
		}
	}
	if before != nil {
		w.Hidden = linear.Norm(difference(sent, before))
	}
	e.wire = w
	t.heard, t.fresh, t.cover = false, false, nil
}

// quiet is the model a node would have sent without this iteration's noise: the
// minimiser of the same subproblem with n taken out of its linear part. It works
// beside the run's own solver.
func (e *ear) quiet(r realised.Release, dealt *deal.Deal, loss models.Loss) []float64 {
	if e.shadow == nil || e.shadowOf != e.tap.node {
		e.shadow, e.shadowOf = dealt.Locals[e.tap.node].Under(loss), e.tap.node
	}
	// f is a minimiser, so its linear part is -k sum L'(m_i) z_i - q f.
	rows := e.shadow.Rows()
	terms := make([]float64, len(r.Model))
	for i := range rows.Len() {
		index, value := rows.Row(i)
		pull := -r.Weight * loss.Slope(rows.Dot(i, r.Model))
		for k, j := range index {
			terms[j] += float64(pull * value[k])
		}
	}
	for k, f := range r.Model {
		terms[k] -= float64(r.Curvature*f) + r.Noise[k]
	}
	f := slices.Clone(r.Model)
	e.shadow.Minimise(f, models.Subproblem{Weight: r.Weight, Curvature: r.Curvature, Linear: terms})
	return f
}

func difference(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for k := range d {
		d[k] = a[k] - b[k]
	}
	return d
}
