package audit

import (
	"fmt"
	"math"
	"slices"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/network"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/realised"
)

// stage is one claim under attack: two worlds that differ in one record (or
// column) of node 1, a transcript that both worlds share, and the exact privacy
// loss of the step that follows it.
//
// The privacy proofs hold for every transcript, so the adversary may choose it.
// He runs node 2, which sends what he likes, and knows everything of node 1 but
// the record. In the code he chooses the noise draws of the prepared iterations:
// node 2's such that it broadcasts his model, node 1's such that it broadcasts
// the same model in both worlds, which is conditioning on that broadcast. The
// audited iteration draws its noise as any run does, at the method's own rate.
type stage struct {
	spec      admm.Spec
	set       admm.Settings
	graph     *network.Graph
	problem   [2]admm.Problem  // under D and under D'
	prepared  [2][][][]float64 // draws of the prepared iterations, by world, iteration and node
	at        int              // the audited iteration, after the prepared ones
	neighbour privacy.Adjacency
	risk      models.Loss // L of both worlds
	closing   bool        // the audited iteration is the method's closing step
	rate      float64     // noise level of node 1 in the audited step: rate, or sigma
	charge    claim
	release   Release                    // the audited step where the noise is in the objective
	loss      func(r admm.Round) float64 // log Q(release|D)/Q(release|D')

	world  int // of the run under way, and its noise
	source noise.Source
}

// claim is what one step of node 1 is said to cost.
type claim struct{ epsilon, delta float64 }

// script is the noise of one run on a stage.
type script struct {
	noise.Source               // of the audited iteration
	prepared     [][][]float64 // by iteration and node
	level        float64       // what node 1 was given in the audited iteration
	mute         int           // the iteration whose noise is 0, 0 for none
}

func (s *script) GammaNorm(dst []float64, purpose noise.Purpose, node, iteration int, rate float64) {
	if !s.read(dst, node, iteration, rate) {
		s.Source.GammaNorm(dst, purpose, node, iteration, rate)
	}
}

func (s *script) Gaussian(dst []float64, purpose noise.Purpose, node, iteration int, sigma float64) {
	if !s.read(dst, node, iteration, sigma) {
		s.Source.Gaussian(dst, purpose, node, iteration, sigma)
	}
}

// read copies the prepared draw, or notes the level of one that is not.
func (s *script) read(dst []float64, node, iteration int, level float64) bool {
	if iteration == s.mute {
		clear(dst)
		return true
	}
	if iteration <= len(s.prepared) {
		copy(dst, s.prepared[iteration-1][node])
		return true
	}
	if node == 0 {
		s.level = level
	}
	return false
}

// run plays the iterations up to last in one world and returns the last round
// and node 1's noise level in it.
func (s *stage) run(world, last int, source noise.Source) (admm.Round, float64) {
	return s.listen(world, last, &script{Source: source, prepared: s.prepared[world]}, nil)
}

// quiet is what a run comes to when the draws of its last iteration are 0. Its problem is
// that of the private step, to which the calibration may add a regulariser (Phi).
func (s *stage) quiet(world, last int) admm.Round {
	r, _ := s.listen(world, last, &script{prepared: s.prepared[world], mute: last}, nil)
	return r
}

func (s *stage) begin(world int, source noise.Source) { s.world, s.source = world, source }

// goOn is the audited step with fresh noise, which no iteration ends before.
func (s *stage) goOn(int) (loss float64, over bool) {
	r, _ := s.run(s.world, s.at, s.source)
	return s.loss(r), true
}

func (s *stage) listen(world, last int, script *script, meter admm.Meter) (admm.Round, float64) {
	method := s.spec.New(s.problem[world])
	for t := 1; ; t++ {
		in := admm.Step{Iteration: t, Last: s.closing && t == s.at, Graph: s.graph, Set: &s.set, Noise: script}
		if t < last {
			method.Step(in)
			continue
		}
		in.Meter = meter
		return method.Step(in), script.level
	}
}

// ear is an admm.Meter that keeps what node 1 of a horizontal method released last.
type ear struct {
	realised.Release
	inObjective, onModel bool
	penalty              float64 // eta V, with noise on the model
}

func (e *ear) Objective(node int, r realised.Release) {
	if node == 0 {
		e.keep(r)
		e.inObjective = true
	}
}

func (e *ear) Output(node int, r realised.Release, penalty, _ float64) {
	if node == 0 {
		e.keep(r)
		e.onModel, e.penalty = true, penalty
	}
}

func (*ear) Message(int, realised.Push) {}
func (*ear) Bare(int)                   {}
func (*ear) Hidden(int, float64)        {}
func (*ear) Covered(int, []float64)     {}

func (e *ear) keep(r realised.Release) {
	r.Noise, r.Model = slices.Clone(r.Noise), nil // valid during the call only
	e.Release = r
}

// heard is what node 1 releases in an iteration.
func (s *stage) heard(iteration int) *ear {
	e := &ear{}
	s.listen(0, iteration, &script{prepared: s.prepared[0]}, e)
	return e
}

// The worst case of the horizontal methods.
const (
	far     = 100 // |f| at which the canary is aimed: |dg| = 1.993 of at most 2
	records = 4   // of each node
)

// newStage sets up the audit of a step of t's method, as its Spec asks for it. t's
// claim is not read.
func newStage(t Target) (*stage, error) {
	spec, ok := admm.Find(t.Method)
	if !ok {
		return nil, fmt.Errorf("cannot audit %q: there is no such method", t.Method)
	}
	if why := spec.Audit.None; why != "" {
		return nil, fmt.Errorf("cannot audit %s: %s", spec.Name, why)
	}
	if _, ok := spec.Variant(t.Variant); !ok {
		return nil, fmt.Errorf("cannot audit %s %q: the method has no such variant", spec.Name, t.Variant)
	}
	s := &stage{spec: spec, set: spec.Defaults(), at: spec.Audit.At, neighbour: t.Adjacency, closing: t.Closing, risk: t.Loss}
	s.set.Variant, s.set.C = t.Variant, admm.PerNode{records} // C/B = 1
	spec.Audit.Tune(&s.set)
	if t.Closing {
		if spec.Audit.Closing == nil {
			return nil, fmt.Errorf("cannot audit a closing step of %s: the method has none", spec.Name)
		}
		spec.Audit.Closing(&s.set)
	}
	if spec.Vertical {
		s.vertical()
	} else if err := s.horizontal(); err != nil {
		return nil, err
	}
	return s, s.measure()
}

// horizontal sets the stage that goes with what the method's steps tell the Meter.
func (s *stage) horizontal() error {
	worlds := s.pair()
	switch first := s.heard(1); {
	case first.inObjective:
		s.prepareObjective(first)
	case first.onModel:
		s.preparePrimal(first)
	default:
		return fmt.Errorf("cannot audit %s: its first iteration tells the Meter of no release, so that there is nothing to attack; its Spec should say so (Audit.None)", s.spec.Name)
	}
	if audited := s.heard(s.at); audited.inObjective {
		s.objective(worlds, audited)
	} else {
		s.primal(audited.Sigma > 0)
	}
	return nil
}

// measure reads the noise level and the claim off one audited step.
func (s *stage) measure() error {
	r, level := s.run(0, s.at, noise.New(0))
	s.rate = level
	for _, c := range r.Charges {
		if c.Node == 0 {
			s.charge.epsilon += s.claimed(c)
			s.charge.delta += c.Delta
		}
	}
	if math.IsInf(s.charge.epsilon, 1) {
		return fmt.Errorf("nothing is promised for the neighbours %q, neither by the paper nor by its noise", s.spec.Adjacency[s.neighbour].ID)
	}
	return nil
}

// claimed is the epsilon that a release is held to. "printed" is held to the paper's
// word, the others to what the laboratory says their noise proves. What the papers
// promise for a record replaced holds for one removed; what SHARING promises for a
// column says nothing about a person.
func (s *stage) claimed(c privacy.Charge) float64 {
	cost := c.Cost[s.neighbour]
	word := s.neighbour == privacy.Replace || !s.spec.Vertical
	switch {
	case word && (s.set.Variant == admm.Printed || s.spec.Vertical && math.IsInf(cost.Pure, 1)):
		return c.Printed
	case math.IsInf(cost.Pure, 1) && cost.Mu > 0:
		return privacy.GaussianEpsilon(cost.Mu, c.Delta)
	}
	return cost.Pure
}

// pair makes the two nodes' records: node 1 holds the canary.
func (s *stage) pair() [2]data.Rows {
	s.graph, _ = network.FromEdges(2, []network.Edge{{0, 1}}) // two nodes and one edge cannot fail
	record, other := worstPair(s.risk, 2, far, s.neighbour)
	worlds := [2]data.Rows{neighbourhood(record, records), neighbourhood(other, records)}
	helper := neighbourhood([]float64{1, 0}, records)
	for w, rows := range worlds {
		s.problem[w] = admm.Problem{
			Locals: []*models.Local{models.NewLocal(rows).Under(s.risk), models.NewLocal(helper).Under(s.risk)},
			Each:   models.Serial,
		}
		// Draws of 1, which show in the first iteration how a method scales its noise.
		s.prepared[w] = [][][]float64{{{1, 0}, {1, 0}}}
		for range s.at - 2 {
			s.prepared[w] = append(s.prepared[w], [][]float64{{0, 0}, {0, 0}})
		}
	}
	return worlds
}

// prepareObjective makes the draws of the first iteration where the noise is in the
// objective: there all models and duals are 0, so l = 0; the draw that makes a node
// broadcast f is n = -(k sum_i g_i(f) + h f), divided by the method's scale.
func (s *stage) prepareObjective(first *ear) {
	for w := range s.problem {
		for node, target := range [][]float64{{0, 0}, {far, 0}} {
			own := Release{
				L: s.risk, Records: s.problem[w].Locals[node].Rows(), Weight: first.Weight, Curvature: first.Curvature, Linear: make([]float64, 2),
			}
			for j, n := range own.Noise(target) {
				s.prepared[w][0][node][j] = n / first.Noise[0]
			}
		}
	}
}

// preparePrimal makes the draws of the first iteration where the noise is on the model:
// both nodes release V = f + eps, so the draw that makes a node broadcast V is V - f.
func (s *stage) preparePrimal(first *ear) {
	// The pull of node 2 is 2 eta V_2 against a curvature of rho + 2 eta.
	reach := far * first.Curvature / (2 * first.penalty)
	for w := range s.problem {
		quiet := s.quiet(w, 1)
		for node, target := range [][]float64{{0, 0}, {reach, 0}} {
			for j, v := range target {
				s.prepared[w][0][node][j] = v - quiet.Models[node][j]
			}
		}
	}
}

// objective is the loss of an audited step with noise in the objective. What the
// neighbours, the duals and an own term that nobody was shown add to its problem is
// read off the same step without its noise: there k sum g + q f + l = 0.
func (s *stage) objective(worlds [2]data.Rows, audited *ear) {
	s.release = Release{
		L: s.risk, Records: worlds[0], Other: worlds[1], Weight: audited.Weight, Curvature: audited.Curvature, Rate: audited.Rate,
		Linear: make([]float64, 2),
	}
	own, other := s.release, s.release
	other.Records = worlds[1]
	s.release.Linear = own.Noise(s.quiet(0, s.at).Models[0])
	s.release.OtherLinear = other.Noise(s.quiet(1, s.at).Models[0])
	s.loss = func(r admm.Round) float64 { return s.release.Loss(r.Broadcast[0]) }
}

// primal is the loss of an audited step with noise on the model:
// l = zeta (|V - f'| - |V - f|), or (|V - f'|^2 - |V - f|^2)/(2 sigma^2).
func (s *stage) primal(gaussian bool) {
	var centre [2][]float64
	for w := range centre {
		centre[w] = append(centre[w], s.quiet(w, s.at).Models[0]...)
	}
	s.loss = func(r admm.Round) float64 {
		own, other := 0.0, 0.0
		for j, v := range r.Broadcast[0] {
			own += float64((v - centre[0][j]) * (v - centre[0][j]))
			other += float64((v - centre[1][j]) * (v - centre[1][j]))
		}
		if gaussian {
			return (other - own) / (2 * s.rate * s.rate)
		}
		return s.rate * (math.Sqrt(other) - math.Sqrt(own))
	}
}
