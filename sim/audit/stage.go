package audit

import (
	"fmt"
	"math"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/network"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
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
	spec     admm.Spec
	set      admm.Settings
	graph    *network.Graph
	problem  [2]admm.Problem  // under D and under D'
	prepared [2][][][]float64 // draws of the prepared iterations, by world, iteration and node
	at       int              // the audited iteration, after the prepared ones
	rate     float64          // noise level of node 1 in the audited step: rate, or sigma
	charge   claim
	release  Release                    // the audited step where the noise is in the objective
	loss     func(r admm.Round) float64 // log Q(release|D)/Q(release|D')
}

// claim is what one step of node 1 is said to cost.
type claim struct{ epsilon, delta float64 }

// script is the noise of one run on a stage.
type script struct {
	noise.Source               // of the audited iteration
	prepared     [][][]float64 // by iteration and node
	level        float64       // what node 1 was given in the audited iteration
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
// and node 1's noise level in it. The noise of that iteration can be left out.
func (s *stage) run(world, last int, source noise.Source, private bool) (admm.Round, float64) {
	method := s.spec.New(s.problem[world])
	play := &script{Source: source, prepared: s.prepared[world]}
	quiet := s.set
	quiet.Private = false
	for t := 1; ; t++ {
		set := &s.set
		if t == last && !private {
			set = &quiet
		}
		r := method.Step(admm.Step{Iteration: t, Graph: s.graph, Set: set, Noise: play})
		if t == last {
			return r, play.level
		}
	}
}

// The worst case of the horizontal methods.
const (
	far     = 100 // |f| at which the canary is aimed: |dg| = 1.993 of at most 2
	records = 4   // of each node
)

// newStage sets up the audit of a method's variant.
func newStage(method, variant string) (*stage, error) {
	spec, ok := admm.Find(method)
	if !ok {
		return nil, fmt.Errorf("cannot audit %q: there is no such method", method)
	}
	if _, ok := spec.Variant(variant); !ok {
		return nil, fmt.Errorf("cannot audit %s %q: the method has no such variant", spec.Name, variant)
	}
	s := &stage{spec: spec, set: spec.Defaults(), at: 2}
	s.set.Variant = variant
	switch method {
	case "dvp":
		s.tune(2, 0.02, 10)
		s.objective()
	case "radmm", "mradmm":
		s.tune(1, 0.02, 10)
		s.at = 3 // the first odd iteration with a history
		s.objective()
	case "madmm":
		s.tune(20, 0.02, 10)
		s.objective()
	case "pvp":
		// A large rho makes the printed noise small, so that the claim is worth
		// attacking; with a small one this step realises a sliver of it.
		s.tune(2, 10, 1)
		s.primal()
	case "sharing":
		s.vertical()
	default:
		return nil, fmt.Errorf("cannot audit %s: no attack on it is written", spec.Name)
	}
	s.measure()
	return s, nil
}

// tune sets the parameters of a horizontal stage with B = C, so that C/B = 1.
func (s *stage) tune(alpha, rho, eta float64) {
	s.set.C, s.set.Rho = records, rho
	s.set.Alpha, s.set.Eta = admm.PerNode{alpha}, admm.PerNode{eta}
}

// measure reads the noise level and the claim off one audited step.
func (s *stage) measure() {
	r, level := s.run(0, s.at, noise.New(0), true)
	s.rate = level
	s.release.Rate = level / math.Abs(s.scale(s.at))
	for _, c := range r.Charges {
		if c.Node != 0 {
			continue
		}
		// "printed" is held to the paper's word, the others to what the
		// laboratory says their noise proves.
		epsilon := c.Cost[privacy.Replace].Pure
		if s.set.Variant == "printed" || math.IsInf(epsilon, 1) {
			epsilon = c.Printed
		}
		s.charge.epsilon += epsilon
		s.charge.delta += c.Delta
	}
}

// pair makes the two nodes' records: node 1 holds the canary.
func (s *stage) pair() [2]data.Rows {
	s.graph, _ = network.FromEdges(2, []network.Edge{{0, 1}}) // two nodes and one edge cannot fail
	_, along := WorstShift(far)
	record, other := canary(2, along)
	worlds := [2]data.Rows{neighborhood(record, records), neighborhood(other, records)}
	helper := neighborhood([]float64{1, 0}, records)
	for w, rows := range worlds {
		s.problem[w] = admm.Problem{
			Locals: []*models.Local{models.NewLocal(rows), models.NewLocal(helper)},
			Each:   admm.Serial,
		}
		s.prepared[w] = [][][]float64{{make([]float64, 2), make([]float64, 2)}}
	}
	return worlds
}

// objective is the stage of the methods with noise in the objective. In
// iteration 1 all models and duals are 0, so l = 0; the draw that makes a node
// broadcast f is n = -(k sum_i g_i(f) + h f), divided by the method's scale.
func (s *stage) objective() {
	worlds := s.pair()
	regularizer := s.set.Rho
	if s.spec.ID != "dvp" {
		regularizer /= 2 // rho/N
	}
	s.release = Release{Records: worlds[0], Other: worlds[1], Weight: 1, Linear: make([]float64, 2)}
	for w := range worlds {
		for node, target := range [][]float64{{0, 0}, {far, 0}} {
			first := s.release
			first.Records = s.problem[w].Locals[node].Rows()
			first.Curvature = regularizer + 2*s.penalty(1)
			for j, n := range first.Noise(target) {
				s.prepared[w][0][node][j] = n / s.scale(1)
			}
		}
		if s.at == 3 { // the even iteration draws nothing
			s.prepared[w] = append(s.prepared[w], [][]float64{nil, nil})
		}
	}
	// What the neighbours and the duals add to the audited problem is read off
	// the same step without its noise: there k sum g + q f + l = 0.
	s.release.Curvature = regularizer + 2*s.penalty(s.at)
	quiet, _ := s.run(0, s.at, noise.New(0), false)
	s.release.Linear = s.release.Noise(quiet.Models[0])
	s.loss = func(r admm.Round) float64 { return s.release.Loss(r.Broadcast[0]) }
}

// penalty is eta V with V = 1 in iteration t.
func (s *stage) penalty(t int) float64 {
	steps := 0 // how often eta has grown
	switch s.spec.ID {
	case "radmm", "mradmm":
		steps = (t + 1) / 2
	case "madmm":
		steps = t
	}
	return s.set.Eta[0] * math.Pow(s.set.Growth[0], float64(steps))
}

// scale takes the paper's noise to gradient units, with C/B = 1: M-ADMM has its
// noise inside the penalty.
func (s *stage) scale(t int) float64 {
	if s.spec.ID == "madmm" {
		return -2 * s.penalty(t)
	}
	return 1
}

// primal is the stage of PVP. Both nodes release V = f + eps, so the draw that
// makes a node broadcast V is V - f.
func (s *stage) primal() {
	s.pair()
	// The pull of node 2 is 2 eta V_2 against a curvature of rho + 2 eta.
	reach := far * (s.set.Rho + 2*s.set.Eta[0]) / (2 * s.set.Eta[0])
	var centre [2][]float64
	for w := range centre {
		quiet, _ := s.run(w, 1, noise.New(0), false)
		for node, target := range [][]float64{{0, 0}, {reach, 0}} {
			for j, v := range target {
				s.prepared[w][0][node][j] = v - quiet.Models[node][j]
			}
		}
		quiet, _ = s.run(w, s.at, noise.New(0), false)
		centre[w] = append(centre[w], quiet.Models[0]...)
	}
	// l = zeta (|V - f'| - |V - f|)
	s.loss = func(r admm.Round) float64 {
		own, other := 0.0, 0.0
		for j, v := range r.Broadcast[0] {
			own = math.Hypot(own, v-centre[0][j])
			other = math.Hypot(other, v-centre[1][j])
		}
		return s.rate * (other - own)
	}
}
