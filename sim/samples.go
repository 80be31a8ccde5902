package sim

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"admmlab/models/linear"
	"admmlab/sim/admm"
	"admmlab/sim/baseline"
	"admmlab/sim/config"
	"admmlab/sim/level"
	"admmlab/sim/network"
	"admmlab/sim/numeral"
	"admmlab/sim/samples"
)

// NoTheorem is why no theorem on the number of records is on a run of c, as a sentence; ""
// where some are.
func NoTheorem(c config.Config) string {
	spec := c.Spec()
	switch {
	case spec.Samples.None != "":
		return spec.Samples.None
	case spec.Private() && c.Set.Private && spec.Samples.Not[c.Set.Variant] != "":
		return spec.Samples.Not[c.Set.Variant]
	case spec.Certified(&c.Set) && spec.Samples.Covered != "":
		return spec.Samples.Covered
	case c.Nodes > 1 && c.Split.Skew > 0:
		return "The theorems on the number of records are on nodes whose records are drawn from one and the same distribution (TIFS, Assumption 7); split makes them differ."
	case !c.Set.C.Equal() || !c.Set.Rho.Equal():
		return "The theorems on the number of records are on one C and one ρ for all nodes; here they differ from node to node."
	}
	return ""
}

// SampleRun is what the theorems on the number of records read of a run of c on a graph:
// its columns, the records of its smallest node, and the newest lights, one of which says where
// the run ends.
func SampleRun(c config.Config, g *network.Graph, columns, records int, lights []Light) samples.Run {
	spec := c.Spec()
	r := samples.Run{
		C: c.Set.C.At(0), C1: c.LossFunction().C1(), Rho: c.Set.Rho.At(0), Shared: spec.SharedRho,
		Dim: columns, Variant: c.Set.Variant, Records: records,
	}
	if spec.Vertical || g == nil {
		return r
	}
	for i := range g.Nodes() {
		n := samples.Node{Count: 1, Eta: c.Set.Eta.At(i), Degree: g.Degree(i)}
		if spec.Private() && c.Set.Private {
			n.Alpha = c.Set.Alpha.At(i)
		}
		like := slices.IndexFunc(r.Nodes, func(o samples.Node) bool { o.Count = 1; return o == n })
		if like < 0 {
			r.Nodes = append(r.Nodes, n)
		} else {
			r.Nodes[like].Count++
		}
	}
	switch {
	case c.Set.Growing(g):
		r.NoLimit = "η grows without bound: the run freezes before the minimum of Σ O_i"
		if !g.Connected() {
			r.NoLimit += ", and the graph is in pieces besides"
		}
	case !g.Connected():
		r.NoLimit = "the graph is in pieces: every piece ends by itself, not at the minimum of Σ O_i"
	case slices.Contains(spec.DualSteps, c.Set.DualStep) && c.Set.DualStep != "common" && !c.Set.Eta.Equal():
		r.NoLimit = "with unequal η_i in the dual step the nodes do not end at the minimum of Σ O_i: with η constant from the start, at that of Σ O_i/η_i"
	case slices.ContainsFunc(lights, func(l Light) bool {
		return l.Name == admm.Converges && l.State == Broken && l.Mend.Key == admm.DualStepKey
	}):
		r.NoLimit = "unequal dual steps have moved Σλ away from 0, and with it the end of the run away from the minimum of Σ O_i"
	}
	return r
}

// Excess is how much worse than a reference classifier a run really learns, in mean loss,
// beside what the theorems on the number of records ask for.
type Excess struct {
	Iteration   int
	Run         samples.Run // with the knobs in force there
	Private     bool        // likewise
	Noisy       bool        // what is measured has noise in it
	Growing     bool        // its penalty goes on growing, and is held to measure Limit
	Theory      samples.Theory
	Reference   baseline.Score
	Train, Test float64 // of the worst node's classifier as it was sent, as the mean over nodes of their training rows, and on the test rows
	// Limit is that of what the run ends at if its noise stands still from there on, on
	// the test rows, or has come to where it is not at rest, of the worst of Pieces of the graph, and
	// Gap is Delta(t), or would be: how much more test loss than the end of its piece a node's
	// classifier has at most. Moved is how far the classifiers still moved in the last turn of
	// the algorithm, of Turn iterations, and Rest that nothing pulls them on.
	Limit, Gap, Moved float64
	Pieces, Turn      int
	Rest              bool
	Held              int // iterations with the noise held
	TestRows          int
}

const (
	// mostHeld bounds the iterations in which the noise is held.
	mostHeld = 2000
	// heldStill is what a run with its noise held has come to its end at: the movement in a
	// turn of the algorithm and the distance between neighbours, both over 1 + |f|,
	// and the slope of the mean of all nodes' objectives, in units of C.
	heldStill = 1e-6
	// rounding is the part of a number that its last bit stands for at most.
	rounding = 0x1p-52
)

// Alike is the last iteration of a run of c up to t that is like those before it: a closing step,
// which is made where t is the limit then, whatever it is by now, is of another kind.
func Alike(c config.Config, t int) int {
	if c.Spec().Audit.Closing == nil {
		return t
	}
	limits := c.Stretches(config.IterationsKnob, t)
	if limits[len(limits)-1].Value == strconv.Itoa(t) {
		return t - 1
	}
	return t
}

// Drawn is the iteration that drew the noise of what was sent in iteration t of a run of c,
// from 1 on: the first of its turn of the algorithm, and before a closing step the last that is
// like those before it.
func Drawn(c config.Config, t int) int {
	t = max(1, Alike(c, t))
	return t - (t-1)%c.Spec().Turn
}

// Excess measures the newest iteration against the reference of that norm, 0 for the
// pooled optimum. It looks at all data. The session then has nothing to be looked at, but
// goes on as before. pause, which may panic to end it, is called between pieces of
// milliseconds to seconds.
func (s *Session) Excess(norm float64, pause func()) (*Excess, error) {
	now, noise := s.made(), s.holding()
	if none := cmp.Or(NoTheorem(now), NoTheorem(noise)); none != "" {
		return nil, errors.New(none)
	}
	if s.last.Broadcast == nil {
		return nil, errors.New("the run has made no iteration that could be measured")
	}
	whole := s.deal.Data.Rows
	if !baseline.Handy(s.deal.Size.Train, whole.Dim, len(whole.Value)) {
		return nil, fmt.Errorf("%d rows of %d columns are too many to minimise in one hand: there is no reference to measure against", s.deal.Size.Train, whole.Dim)
	}
	pool := level.Pool(now, s.deal).Share(s.each)
	now.Set = *now.SetAt(Drawn(s.Replay(), s.t))
	e := &Excess{
		Iteration: s.t, Private: now.Set.Private && s.spec.Private(), Noisy: noise.Set.Private && s.spec.Private(), Growing: now.Set.Growing(s.newest.Graph), Theory: s.spec.Samples, TestRows: s.deal.Size.Test,
		Run: SampleRun(now, s.newest.Graph, s.deal.Data.Rows.Dim, s.deal.Size.Least, s.newest.Lights),
	}
	pause()
	if norm == 0 {
		e.Reference = pool.Optimum()
	} else {
		var err error
		if e.Reference, err = pool.OfNorm(norm, pause); err != nil {
			return nil, err
		}
	}
	e.Train, e.Test, e.Limit, e.Gap = math.Inf(-1), math.Inf(-1), math.Inf(-1), math.Inf(-1)
	sent := make([]float64, len(s.last.Broadcast)) // by how much it is worse on the test rows
	for i, f := range s.last.Broadcast {
		pause()
		score := pool.Score(f)
		sent[i] = score.TestLoss - e.Reference.TestLoss
		e.Train, e.Test = math.Max(e.Train, score.TrainLoss-e.Reference.TrainLoss), math.Max(e.Test, sent[i])
	}
	pieces := s.newest.Graph.Components()
	e.Pieces = len(pieces)
	for k, end := range s.held(e, pieces, pause) {
		pause()
		limit := pool.Score(end).TestLoss - e.Reference.TestLoss
		e.Limit = math.Max(e.Limit, limit)
		for _, i := range pieces[k] {
			e.Gap = math.Max(e.Gap, sent[i]-limit)
		}
	}
	return e, nil
}

// holding is what the last iteration was made under, but for the noise that is in it, which is
// as it was drawn: an even iteration of R-ADMM goes on with that of the odd one, whatever it
// would be drawn with next. The rate of that draw hangs on α alone.
func (s *Session) holding() config.Config {
	now := s.made()
	if s.drew != nil {
		drew := s.drew.Clone()
		now.Set.Alpha, now.Set.Private, now.Set.Variant = drew.Alpha, drew.Private, drew.Variant
	}
	return now
}

// held are the mean models of the nodes of each piece after the noise has stood still for so long that
// nothing moves any more: Alg-2 and Alg-3 of TIFS section IV, and the "new MR-ADMM" of
// Recycled VI-B. The clock goes through the last turn of the algorithm over and over: noise
// is addressed by its iteration, and a penalty that grows does not.
//
// A large penalty lets the models creep and a small one the nodes stay apart, so that small
// steps alone are no rest. Summed over the nodes of a piece, the conditions of their minimisers are
//
//	sum_i grad O_i(f_i(t)) = -2 sum_i eta_i N_i (f_i(t) - f_i(t-1))
//
// as the dual variables and what neighbours pull at each other cancel: the slope that is left
// is in the steps themselves. It is known to what their last bits come to: under a penalty that has
// grown so far that no model moves any more there is no telling.
func (s *Session) held(e *Excess, pieces [][]int, pause func()) [][]float64 {
	saved := admm.Save(s.method)
	defer func() {
		admm.Resume(s.method, saved)
		s.last = admm.Round{}
	}()
	made := s.holding()
	made.Set.Growth = admm.PerNode{1}
	e.Turn = s.spec.Turn
	first := Drawn(s.Replay(), s.t)
	before, means, slope := make([][]float64, len(s.last.Broadcast)), make([][]float64, len(pieces)), make([]float64, len(s.last.Mean))
	for k := range means {
		means[k] = make([]float64, len(slope))
	}
	for i, f := range s.last.Broadcast {
		before[i] = slices.Clone(f)
	}
	for e.Held < mostHeld && !e.Rest {
		var round admm.Round
		for range e.Turn {
			pause()
			e.Held++
			again := first + (s.t+e.Held-first)%e.Turn
			round = s.method.Step(admm.Step{Iteration: again, Graph: s.newest.Graph, Set: made.SetAt(again), Noise: s.source})
		}
		e.Moved, e.Rest = 0, together(s.newest.Graph, round.Broadcast)
		for k, piece := range pieces {
			n, lost := float64(len(piece)), 0.0 // of the slope, in rounding
			clear(means[k])
			clear(slope)
			for _, i := range piece {
				f := round.Broadcast[i]
				linear.AddScaled(before[i], -1, f)
				pull := float64(2 * round.Penalty.At(i) * float64(s.newest.Graph.Degree(i)) / n)
				linear.AddScaled(slope, pull, before[i])
				lost += float64(pull * rounding * linear.Norm(f))
				e.Moved = math.Max(e.Moved, linear.Norm(before[i])/(1+linear.Norm(f)))
				copy(before[i], f)
				linear.AddScaled(means[k], 1/n, f)
			}
			e.Rest = e.Rest && linear.Norm(slope)+lost <= heldStill*made.Set.C.At(0)
		}
		e.Rest = e.Rest && e.Moved <= heldStill
	}
	return means
}

// together reports whether no node is farther from a neighbour than heldStill.
func together(g *network.Graph, sent [][]float64) bool {
	apart := make([]float64, len(sent[0]))
	for i, f := range sent {
		most := float64(heldStill * (1 + linear.Norm(f)))
		for _, j := range g.Neighbours(i) {
			copy(apart, f)
			if linear.AddScaled(apart, -1, sent[j]); linear.Norm(apart) > most {
				return false
			}
		}
	}
	return true
}

// Delta is Delta(t) as Recycled's theorems get it: 0 where it is negative, and where the run did not come
// to rest, so that it is not measured.
func (e *Excess) Delta() float64 {
	if !e.Rest {
		return 0
	}
	return math.Max(0, e.Gap)
}

// Words say what was measured, beside what is promised for asks, a sentence each.
func (e *Excess) Words(q samples.Question, asks []samples.Ask, given bool) []string {
	reference := "the pooled optimum"
	if given {
		reference = "the best classifier of its norm"
	}
	verdict, digits := "within", numeral.InOrder(q.Excess, e.Test, 3)
	if e.Test > q.Excess {
		verdict = "beyond"
	}
	mean, whose, smallest := ", as the mean over nodes,", "the worst node's classifier, as it was sent, has %s on the training rows, likewise,", "smallest node"
	if e.Run.Alone() {
		mean, whose, smallest = "", "the node's classifier, as it would be sent, has %s on the training rows", "node"
	}
	list := []string{
		fmt.Sprintf("The reference is %s: |f⁰| = %s, loss %s on the training rows%s and %s on %s.", reference,
			numeral.Short(e.Reference.Norm), numeral.Short(e.Reference.TrainLoss), mean, numeral.Short(e.Reference.TestLoss), numeral.Counted(e.TestRows, "test row")),
		fmt.Sprintf("At t = %d "+whose+" and, %s the excess of %s that is asked about, %s on the test rows.",
			e.Iteration, beyond(numeral.Short(e.Train), "loss"), verdict, numeral.AtLeast(q.Excess, digits), beyond(numeral.AtMost(e.Test, digits), "loss")),
	}
	if tifs := slices.ContainsFunc(asks, func(a samples.Ask) bool { return strings.HasPrefix(a.Short, "TIFS") }); tifs && q.C*q.Excess > 1 {
		list = append(list, fmt.Sprintf("TIFS speaks of α_acc = Cτ up to 1, here it is %s: its theorems as printed are read beyond what they say.", numeral.Short(q.C*q.Excess)))
	}
	who := "the run"
	if e.Pieces > 1 {
		who = "the worst piece of the network"
	}
	rest, comes, gap := "at rest", "ends at %s than the reference", "Δ(t) = "+numeral.Short(e.Gap)
	if !e.Rest {
		comes, gap = "has come to %s than the reference so far", "Δ(t) is not measured, and counts as 0"
		per := "an iteration"
		if e.Turn > 1 {
			per = fmt.Sprintf("every %d iterations", e.Turn)
		}
		rest = fmt.Sprintf("still moving by %s of 1 + |f| %s", numeral.Short(e.Moved), per)
		if e.Moved <= 4*rounding {
			rest = "moving too slowly to be told from rest"
		}
	}
	ends := "Going on from there"
	if e.Noisy {
		ends = "With the noise of that iteration held, as the theorems have it,"
	}
	if e.Growing {
		ends += " and with η held, which would else grow and freeze the run before,"
	}
	after := fmt.Sprintf("after %d iterations", e.Held)
	if e.Held == 1 {
		after = "after one iteration"
	}
	list = append(list, fmt.Sprintf("%s %s "+comes+" (%s, %s): %s.", ends, who, beyond(numeral.Short(e.Limit), ""), after, rest, gap))
	for _, a := range asks {
		if a.Reading != samples.Limit || math.IsNaN(a.Promise) {
			continue
		}
		text := fmt.Sprintf("With the %s that the %s has, at most %s is proved of that end, but for a chance of %s", numeral.Counted(e.Run.Records, "record"), smallest, numeral.AtMost(a.Promise, 2), numeral.AtMost(float64(a.Fails)*q.Chance, 3))
		switch {
		case !e.Rest:
			text += ", which is not reached: nothing is measured of it."
		case e.Limit > a.Promise:
			text += ": the test rows show more, which is that chance, or the chance in the test rows."
		case e.Limit > 1e-4*e.Reference.TestLoss:
			text += fmt.Sprintf(": %s times what is measured.", numeral.Digits(a.Promise/e.Limit, 1))
		default:
			text += "; on the test rows it is as good as the reference."
		}
		list = append(list, text)
	}
	return list
}

// beyond is by how much something is more, or less, from a number as it is told.
func beyond(by, of string) string {
	more := " more"
	if magnitude, negative := strings.CutPrefix(by, "-"); negative {
		by, more = magnitude, " less"
	}
	return strings.TrimSpace(by + more + " " + of)
}
