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
	"admmlab/sim/privacy/realised"
)

// Run is a whole run of a method, from its first iteration to its last, of which it is to
// be told which of two neighbouring data sets it was made with. The attacker sees all that
// is sent and adds up the exact log likelihood ratio of every release of the one holder
// whose data differ: what others send depends on those data only through it.
//
// Of a model with the noise of ε₂ on it no exact ratio is known: a run that sends one is none.
type Run struct {
	Spec    admm.Spec
	Moments []Moment
	Worlds  [2]admm.Problem // of D and D', which differ at Holder alone
	Holder  int             // node or party, from 0
	Record  int             // horizontal: the record of Holder that differs
	Steered bool            // horizontal: all other nodes are the attacker's, see steer
	Claims  []Target        // about the same runs, at least one
}

// Describe is the story of the attack.
func (Run) Describe() string {
	return "The run is made over and over with fresh noise, from its first iteration to its last, with a data set D and with a neighbour D′. " +
		"The attacker sees all that is sent, computes how much likelier it is under the one than under the other, release by release, and says which it was. " +
		"Under a true claim of (ε, δ) he can be right at most e^ε times as often as wrong, plus δ. " +
		"A pure ε falls with a single run whose odds are above e^ε, computed exactly. " +
		"On the small data the other nodes are his: they send models far out, where the record and its counterpart pull apart as far as they can. The other parties of sharing send their own."
}

// Moment is what is in force in one iteration.
type Moment struct {
	Set   *admm.Settings
	Graph *network.Graph // nil for vertical sharing
	Last  bool           // a closing step is due
}

// NewRun prepares an audit of a whole run, as New.
func NewRun(r Run, trials int, seed uint64, confidence float64) (*Audit, error) {
	if len(r.Moments) == 0 || len(r.Claims) == 0 {
		return nil, fmt.Errorf("cannot audit a run of %d iterations with %d claims; expected one of each at least", len(r.Moments), len(r.Claims))
	}
	p := &play{Run: r}
	for w, problem := range r.Worlds {
		p.method[w] = r.Spec.New(problem)
		p.start[w] = admm.Save(p.method[w])
		p.tally[w] = newTally(r, w)
	}
	if r.Steered {
		p.steer()
	}
	a, err := newAudit(p, r.Claims, trials, seed, confidence)
	if err == nil {
		a.stretch = r.stretch()
	}
	return a, err
}

// stretch is long for a few holders, and fewer iterations of more: each minimises, and hears
// its neighbours.
func (r Run) stretch() int {
	const few, words = 5, 1000
	holders, heard := len(r.Worlds[0].Locals)+len(r.Worlds[0].Blocks), 0
	for k, m := range r.Moments {
		if k > 0 && m.Graph == r.Moments[k-1].Graph {
			continue
		}
		links := 0
		for i := range r.Worlds[0].Locals {
			links += m.Graph.Degree(i)
		}
		heard = max(heard, links)
	}
	return max(1, long/max(1, holders/few+heard/words))
}

// play is a Run under way.
type play struct {
	Run
	method [2]admm.Method // under D and under D'
	start  [2]admm.Checkpoint
	tally  [2]*tally
	sent   [][]float64 // steered: the draw of each other node in the first iteration

	world, made int // under way: in which world, and of how many iterations
	draws       *voices
}

func (p *play) begin(world int, source noise.Source) {
	p.world, p.made, p.draws = world, 0, &voices{Source: source, play: p}
	admm.Resume(p.method[world], p.start[world])
	p.tally[world].begin()
}

func (p *play) goOn(most int) (loss float64, over bool) {
	t := p.tally[p.world]
	for ; p.made < len(p.Moments); p.made++ {
		if most == 0 {
			return 0, false
		}
		most--
		p.method[p.world].Step(p.step(p.made, p.Moments[p.made], p.draws, t))
	}
	if p.world == 1 {
		return -t.loss, true // of D' against D
	}
	return t.loss, true
}

func (p *play) step(i int, m Moment, draws admm.Noise, meter admm.Meter) admm.Step {
	return admm.Step{Iteration: i + 1, Last: m.Last, Graph: m.Graph, Set: m.Set, Noise: draws, Meter: meter}
}

// reach is how far out the attacker's nodes send a model, so that the holder's stays far
// out although they send nothing in particular afterwards.
const reach = 10 * far

// steer finds the draws that make every other node broadcast a model far out along the
// first axis in the first iteration, where all models and duals are 0; later they draw
// nothing. Neighbours may send what they like: each release is private whatever they do.
func (p *play) steer() {
	nodes := len(p.Worlds[0].Locals)
	d := p.Worlds[0].Locals[0].Dim()
	target := make([]float64, d)
	target[0] = reach
	for range nodes {
		unit := make([]float64, d)
		unit[0] = 1
		p.sent = append(p.sent, unit) // shows how a method scales its noise
	}
	e := &ears{node: make([]ear, nodes)}
	first := p.Spec.New(p.Worlds[0])
	first.Step(p.step(0, p.Moments[0], &voices{play: p, all: true}, e))
	for node, heard := range e.node {
		draw := make([]float64, d)
		switch {
		case heard.inObjective:
			own := Release{
				L: p.Worlds[0].Locals[node].Loss(), Records: p.Worlds[0].Locals[node].Rows(), Weight: heard.Weight, Curvature: heard.Curvature, Linear: make([]float64, d),
			}
			for j, n := range own.Noise(target) {
				draw[j] = n / heard.Noise[0]
			}
		case heard.onModel:
			for j := range draw {
				draw[j] = target[j] - heard.Model[j]
			}
		}
		p.sent[node] = draw
	}
}

// voices is the noise of one run: the holder's is drawn; where the others are the
// attacker's they draw what he chose.
type voices struct {
	noise.Source
	*play
	all bool // the holder draws what was chosen, too
}

func (v *voices) GammaNorm(dst []float64, purpose noise.Purpose, node, iteration int, rate float64) {
	if !v.scripted(dst, node, iteration) {
		v.Source.GammaNorm(dst, purpose, node, iteration, rate)
	}
}

func (v *voices) Gaussian(dst []float64, purpose noise.Purpose, node, iteration int, sigma float64) {
	if !v.scripted(dst, node, iteration) {
		v.Source.Gaussian(dst, purpose, node, iteration, sigma)
	}
}

func (v *voices) scripted(dst []float64, node, iteration int) bool {
	if !v.Steered || node == v.Holder && !v.all {
		return false
	}
	clear(dst)
	if iteration == 1 {
		copy(dst, v.sent[node])
	}
	return true
}

// ears hear what every node of a horizontal method releases in one iteration.
type ears struct{ node []ear }

func (e *ears) Objective(node int, r realised.Release) {
	e.node[node].keep(r)
	e.node[node].inObjective = true
}

func (e *ears) Output(node int, r realised.Release, penalty, _ float64) {
	e.node[node].keep(r)
	e.node[node].Model = slices.Clone(r.Model)
	e.node[node].onModel, e.node[node].penalty = true, penalty
}

func (*ears) Message(int, realised.Push) {}
func (*ears) Bare(int)                   {}
func (*ears) Hidden(int, float64)        {}
func (*ears) Covered(int, []float64)     {}

// tally adds up the exact loss of the holder's releases in one world against the other.
type tally struct {
	holder int
	loss   float64

	record    int
	other     realised.Row // in the place of the record in the other world
	objective *realised.Objective
	hidden    *realised.Watched
	fresh     realised.Hidden
	concealed float64 // eta V where the release to come goes on from a state that was never sent

	worlds   [2]data.Rows // of a party: here and in the other world
	there    *models.Block
	x, clean []float64 // of the other world
}

func newTally(r Run, world int) *tally {
	t := &tally{holder: r.Holder, record: r.Record}
	here, there := r.Worlds[world], r.Worlds[1-world]
	if r.Spec.Vertical {
		t.worlds = [2]data.Rows{here.Blocks[r.Holder].Rows(), there.Blocks[r.Holder].Rows()}
		t.there = models.NewBlock(t.worlds[1])
		t.x, t.clean = make([]float64, t.worlds[1].Dim), make([]float64, t.worlds[1].Len())
		return t
	}
	local := here.Locals[r.Holder]
	t.other.Index, t.other.Value = there.Locals[r.Holder].Rows().Row(r.Record)
	t.objective = realised.NewObjective(local)
	t.hidden = realised.NewExchanged(local, r.Record, t.other, 1) // signed rows: their label is +1
	t.fresh = t.hidden.Save()
	return t
}

func (t *tally) begin() {
	t.loss, t.concealed = 0, 0
	if t.hidden != nil {
		t.hidden.Resume(t.fresh)
	}
}

// Objective is admm.Meter. A closing step may have the hidden f as its own term.
func (t *tally) Objective(node int, r realised.Release) {
	switch {
	case node != t.holder:
	case t.concealed > 0:
		t.loss += t.objective.Closing(t.hidden, t.concealed, r)
	default:
		t.loss += t.objective.Replace(t.record, t.other, 1, r)
	}
	if node == t.holder {
		t.concealed = 0
		if t.hidden != nil {
			t.hidden.Reset() // what was hidden has been sent
		}
	}
}

// Output is admm.Meter.
func (t *tally) Output(node int, r realised.Release, penalty, weight float64) {
	if node == t.holder {
		l, _ := t.hidden.Step(weight*penalty, r)
		t.loss += l
		t.concealed = 0
	}
}

// Bare is admm.Meter.
func (t *tally) Bare(node int) {
	if node == t.holder {
		t.loss = math.Inf(1)
	}
}

// Hidden is admm.Meter.
func (t *tally) Hidden(node int, penalty float64) {
	if node == t.holder {
		t.concealed = penalty
	}
}

// Covered is admm.Meter: nobody knows the loss of what was sent.
func (t *tally) Covered(node int, _ []float64) {
	if node == t.holder {
		t.loss = math.NaN()
	}
}

// Message is admm.Meter: l = (2 noise.Delta + |Delta|^2) / (2 sigma^2), Delta being what
// the other world's message lacks of this one's. Noise that stays in the column space
// tells everything, or nothing.
func (t *tally) Message(party int, p realised.Push) {
	if party != t.holder {
		return
	}
	if p.Confined {
		message := make([]float64, len(p.Clean))
		for i, c := range p.Clean {
			message[i] = c + p.Noise[i]
		}
		t.loss += certainty(message, t.worlds)
		return
	}
	t.there.Solve(t.x, p.Target, p.Kappa)
	t.there.Apply(t.clean, t.x)
	sum, shift := 0.0, 0.0
	for i, c := range p.Clean {
		delta := c - t.clean[i]
		sum += float64((float64(2*p.Noise[i]) + delta) * delta)
		shift += float64(delta * delta)
	}
	if shift > 0 {
		t.loss += sum / (2 * p.Sigma * p.Sigma)
	}
}
