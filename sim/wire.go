package sim

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"admmlab/models"
	"admmlab/sim/admm"
	"admmlab/sim/audit"
	"admmlab/sim/privacy/realised"
)

// Wire is what one node put on the wire in the last iteration, as a neighbour or
// an eavesdropper sees it, beside what it would have sent without its noise.
type Wire struct {
	Node      int      // from 1
	Iteration int      // in which it was sent
	Fresh     bool     // data were touched; false for post-processing (R-ADMM's even iterations)
	What      string   // what the numbers are: model weights, or one number a person
	Names     []string // of the largest entries sent: columns, or people
	Sent      []float64
	Before    []float64 // without the noise of this iteration; nil if there was none
	Norm      float64   // |sent|
	Hidden    float64   // |sent - before|, what the noise changed
	Noise     float64   // |noise| where it enters
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
	isOutput bool
	heard    bool
}

func (t *tap) keep(r realised.Release, output bool) {
	r.Noise, r.Model = slices.Clone(r.Noise), slices.Clone(r.Model)
	t.release, t.isOutput, t.heard = r, output, true
}

func (t *tap) Objective(node int, r realised.Release) {
	if node == t.node {
		t.keep(r, false)
	}
	if t.Meter != nil {
		t.Meter.Objective(node, r)
	}
}

func (t *tap) Output(node int, r realised.Release, penalty, weight float64) {
	if node == t.node {
		t.keep(r, true)
	}
	if t.Meter != nil {
		t.Meter.Output(node, r, penalty, weight)
	}
}

func (t *tap) Message(party int, p realised.Push) {
	if party == t.node {
		p.Noise = slices.Clone(p.Noise)
		t.push, t.heard = p, true
	}
	if t.Meter != nil {
		t.Meter.Message(party, p)
	}
}

// Tap makes the session remember what one node (from 0) sends from the next
// iteration on; a negative node ends it. Rows are the same with and without.
func (s *Session) Tap(node int) {
	s.tap = nil
	if node >= 0 && node < s.holders() {
		s.tap = &tap{node: node}
		s.wire = nil
	}
}

// Wire is what the tapped node sent last; nil before it sent anything.
func (s *Session) Wire() *Wire { return s.wire }

// holders is how many nodes or parties there are.
func (s *Session) holders() int {
	if s.spec.Vertical {
		return len(s.cuts) - 1
	}
	return len(s.records)
}

// shown is how many entries of a message the wire view lists.
const shown = 8

// listen turns what the tap heard into the wire view of this iteration.
func (s *Session) listen(r admm.Round) {
	t := s.tap
	sent := r.Broadcast[t.node]
	w := &Wire{
		Node: t.node + 1, Iteration: s.t, Fresh: t.heard || !math.IsNaN(r.GradientNorm),
		What: "weight of a column", Norm: norm(sent), Where: s.spec.NoiseEnters, Recovered: math.NaN(),
	}
	var before []float64
	switch {
	case !t.heard:
	case s.spec.Vertical:
		before = difference(sent, t.push.Noise)
		w.Noise = norm(t.push.Noise)
	case t.isOutput:
		before = t.release.Model
		w.Noise = norm(t.release.Noise)
	default:
		before = s.quiet(t.release)
		w.Noise = norm(t.release.Noise)
	}
	if s.spec.Vertical {
		w.What = "score this party gives to a person"
		w.Recovered = audit.Labels(r.Dual, s.truth).Share()
	}
	order := make([]int, len(sent))
	for i := range order {
		order[i] = i
	}
	if !s.spec.Vertical { // columns by weight; people in the order of the table
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(sent[b]), math.Abs(sent[a])) })
	}
	for _, i := range order[:min(shown, len(order))] {
		w.Names = append(w.Names, s.entryName(i))
		w.Sent = append(w.Sent, sent[i])
		if before != nil {
			w.Before = append(w.Before, before[i])
		}
	}
	if before != nil {
		w.Hidden = norm(difference(sent, before))
	}
	s.wire = w
	t.heard = false
}

// entryName is what entry i of a message stands for.
func (s *Session) entryName(i int) string {
	if !s.spec.Vertical {
		return s.data.Columns[i]
	}
	return "person " + strconv.Itoa(s.people[i]+1)
}

// quiet is the model a node would have sent without this iteration's noise: the
// minimiser of the same subproblem with n taken out of its linear part. It works
// on a copy of the node's records, so that the run's own solver is left alone.
func (s *Session) quiet(r realised.Release) []float64 {
	if s.shadow == nil || s.shadowOf != s.tap.node {
		s.shadow, s.shadowOf = models.NewLocal(s.records[s.tap.node]), s.tap.node
	}
	// f is a minimiser, so its linear part is k sum s(-m_i) z_i - q f.
	rows := s.shadow.Rows()
	linear := make([]float64, len(r.Model))
	for i := range rows.Len() {
		index, value := rows.Row(i)
		pull := r.Weight * models.Sigmoid(-rows.Dot(i, r.Model))
		for k, j := range index {
			linear[j] += pull * value[k]
		}
	}
	for k, f := range r.Model {
		linear[k] -= r.Curvature*f + r.Noise[k]
	}
	f := slices.Clone(r.Model)
	s.shadow.Minimise(f, models.Subproblem{Weight: r.Weight, Curvature: r.Curvature, Linear: linear})
	return f
}

func difference(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for k := range d {
		d[k] = a[k] - b[k]
	}
	return d
}

func norm(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	return math.Sqrt(sum)
}
