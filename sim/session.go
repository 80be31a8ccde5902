package sim

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"admmlab/models"
	"admmlab/models/linear"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/deal"
	"admmlab/sim/network"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
	"admmlab/sim/rows"
)

// Session is one run: pure, without goroutine or clock. Step after Step with
// the same config and changes gives the same rows bit for bit.
type Session struct {
	standing
	start  config.Config // as it was asked for
	spec   admm.Spec
	method admm.Method
	source noise.Source
	ledger *privacy.Ledger
	totals *totals
	meter  *exposure // nil when nobody measures
	each   models.Each

	deal   *deal.Deal
	test   *models.Held    // its, for this session
	aside  *models.Held    // likewise, nil without
	blocks []*models.Block // sharing: its, for this session
	last   admm.Round      // what the last iteration made, for attacks
	ear    ear             // on what one node sends
	room   room

	schedule []config.Event // of the config, still to come
	next     coming
	replay   config.Config // with so many changes and events still to come
	replayOf [2]int
	barred   []int // of the changes still to come those that cannot happen, counted from the last; nil where nobody has looked
}

// room is work space of an iteration.
type room struct {
	lights     []Light
	conditions []admm.Condition
	states     []NodeState // for coming rows
}

// standing is where a run stands, but for what its method and its accounts hold.
// What it points to is replaced, never written to.
type standing struct {
	terms
	t        int            // iterations done
	lights   []Light        // of the last iteration; rows share it
	halted   string         // why the run cannot go on, "" while it can
	mistaken bool           // and that is a mistake of its method
	past     string         // why nothing is promised where every condition holds again, "" before
	missed   bool           // a minimiser missed its promise, told once
	best     float64        // smallest train loss so far, or that of the model 0, which is larger
	newest   Row            // the last, without its nodes
	drew     *admm.Settings // of the first iteration of its turn of the algorithm, which drew the noise
	growing  bool           // the loss was told to run away
	opening  []Notice       // what is to be told with the next row
	filter   filter
	cost     cost
	walled   string         // why it stands still, "" until that has been told
	parted   *network.Graph // the last whose pieces were looked at, nil before the first iteration
}

// named is a graph and the topology that it is of, which is no list of edges.
type named struct {
	topology string
	graph    *network.Graph
}

// terms are what iterations are made under: they change with a change.
type terms struct {
	now     config.Config // with the changes in force, without events; its topology is the one that was asked for last
	set     *admm.Settings
	whole   *network.Graph // of that topology
	named   []named        // the graphs that it has had by a name, each once
	graph   *network.Graph // with the edges that were cut and joined since
	changes []config.Event // all that happened, for a replay
}

// config is now with the topology in force, which is spelled out only here: there may be many
// changes of an edge, and the list of all edges of 1,000 nodes can have megabytes.
func (t *terms) config() config.Config {
	c := t.now.Clone()
	if t.graph != t.whole {
		c.Topology = t.graph.String()
	}
	return c
}

// Config is the config in force, changes included.
func (s *Session) Config() config.Config { return s.config() }

// Next is what the next iteration is to be made under: the config in force with the changes
// that are due.
func (s *Session) Next() config.Config { return s.prepare().config() }

// Start is the config it began with.
func (s *Session) Start() config.Config { return s.start.Clone() }

// Replay is the config that runs this session again: the start plus every
// change that happened or is still to come, but for those that cannot happen any more after
// one by hand: a text with them is none. Its slices are shared, not to be written
// to: it is made when something has changed, not with every iteration.
func (s *Session) Replay() config.Config {
	if told := [2]int{len(s.changes), len(s.schedule)}; s.replay.Method == "" || s.replayOf != told {
		s.replay, s.replayOf = s.start.Clone(), told
		s.replay.Events = append(slices.Clone(s.changes), s.schedule...)
		n := len(s.replay.Events)
		if s.barred == nil && len(s.schedule) > 0 { // else there is none to come, and many that are made
			s.barred = []int{}
			for _, i := range s.replay.Impossible() {
				s.barred = append(s.barred, n-i)
			}
		}
		var places []int
		for _, fromLast := range s.barred {
			if i := n - fromLast; i >= len(s.changes) {
				places = append(places, i)
			}
		}
		s.replay.Events = config.Except(s.replay.Events, places)
	}
	return s.replay
}

// Deal is what it works on.
func (s *Session) Deal() *deal.Deal { return s.deal }

// Iteration is the number of iterations done.
func (s *Session) Iteration() int { return s.t }

// Halted is an error that a run left the finite range, in the words that Session.Halted has
// for it.
type Halted string

func (h Halted) Error() string { return string(h) }

// HaltedBy is Session.Halted as an error, nil while the run can go on: a Halted, unless its
// method made a mistake.
func (s *Session) HaltedBy() error {
	switch {
	case s.halted == "":
		return nil
	case s.mistaken:
		return errors.New(s.halted)
	}
	return Halted(s.halted)
}

// Halted is why the run cannot go on, or "".
func (s *Session) Halted() string { return s.halted }

// Halt ends the run: it cannot go on, and why says so.
func (s *Session) Halt(why string) { s.halted = why }

// Release halts the run and gives up its tables: others need the room.
func (s *Session) Release(why string) {
	s.method, s.meter, s.blocks, s.last, s.test, s.aside = nil, nil, nil, admm.Round{}, nil, nil
	s.deal = &deal.Deal{Size: s.deal.Size}
	s.Halt(why)
}

// Finished reports whether the iteration limit is reached.
func (s *Session) Finished() bool { return s.t >= s.now.Iterations }

// Newest is the last row, without its nodes: that of no iteration before the first.
func (s *Session) Newest() Row { return s.newest }

// Unheld says of a condition to stop that the newest row has no number for it, "" where it
// has, or there is none.
func (s *Session) Unheld() string { return s.unheld(s.now.StopWhen) }

func (s *Session) unheld(stop rows.Condition) string {
	if s.t == 0 || stop.None() || !math.IsNaN(stop.Column.Value(&s.newest)) {
		return ""
	}
	return fmt.Sprintf("stop_when = %s is held against nothing: this row has no %s", stop, stop.Column.Name)
}

// Tap makes the session remember what one node (from 0) sends from the next
// iteration on, or go on where it is tapped; a negative node ends it. Rows are the same with
// and without.
func (s *Session) Tap(node int) {
	if node >= s.deal.Holders() {
		node = -1
	}
	s.ear.put(node)
}

// Wire is what the tapped node sent last; nil before it sent anything.
func (s *Session) Wire() *Wire { return s.ear.wire }

// Size is what the run works on.
func (s *Session) Size() deal.Size { return s.deal.Size }

// Graph is the graph in force; nil for sharing.
func (s *Session) Graph() *network.Graph { return s.graph }

// Lapsed is the iteration from which nothing is promised, and why; 0 while the
// guarantee stands.
func (s *Session) Lapsed() (int, string) { return s.ledger.Lapsed() }

// Step computes one iteration, as it was prepared. It must be called only while Ready:
// that no iteration breaks the budget rests on it.
// The notices tell what happened beside the numbers, scheduled changes first.
func (s *Session) Step() (Row, []Notice) {
	if !s.Ready() {
		panic(fmt.Sprintf("sim: iteration %d is asked for and the session is not ready for it", s.t+1))
	}
	s.commit()
	notices := s.opening
	s.opening, s.walled = nil, ""
	in := s.given(&s.terms, 0)
	in.Allows = s.asked()
	s.t++
	notices = append(notices, s.split()...)
	if s.meter != nil {
		in.Meter = s.meter
	}
	in.Meter = s.ear.over(in.Meter)
	round := s.method.Step(in)
	s.last = round
	var silent []Notice
	if s.meter != nil {
		silent = s.silent(round.Charges)
		s.meter.book(round)
	}
	s.ear.listen(round, s.t, s.next.withheld, s.deal, s.now)
	notices = append(notices, s.promise(round)...)
	notices = append(notices, silent...)
	notices = append(notices, s.book(round)...)
	notices = append(notices, s.unread(round)...)
	s.cost.add(round.Work, s.graph)
	row := s.row(round)
	grown := s.runaway(&s.newest, row)
	s.newest = row
	s.newest.Nodes = nil
	if (s.t-1)%s.spec.Turn == 0 {
		s.drew = row.Set
	}
	notices = append(notices, grown...)
	if !row.Finite() {
		s.halted = fmt.Sprintf("the numbers left the finite range at t = %d; likely causes: %s. Take a gentler setting and reset, or go on from before it", s.t, s.divergence(&row))
		notices = append(notices, Notice{Iteration: s.t, Kind: Diverged, Text: s.halted})
	}
	if s.Finished() {
		notices = append(notices, s.limitReached(&s.terms)...)
	}
	s.next.made = false
	return row, append(notices, s.ahead()...)
}

// runaway tells, once, that the loss has grown far over its best: tenfold without noise,
// ten-thousandfold with it. Up to the loss of the model 0, which no optimum exceeds, it may grow
// on the way to one: nodes that first learned by themselves come to that of all, and what is minimised may
// be changed. What noise left behind is no growth without it: where the noise goes off the best begins
// anew. before is the row of the iteration before.
func (s *Session) runaway(before *Row, r Row) []Notice {
	noisy := s.spec.Private() && r.Set.Private
	if s.t == 1 || r.TrainLoss < s.best || before.Set.Private && !noisy {
		s.best = math.Max(r.TrainLoss, s.now.LossFunction().Value(0))
	}
	times, grown := 10.0, "tenfold without any noise"
	if noisy {
		times, grown = 1e4, "ten-thousandfold"
	}
	if s.growing || !(r.TrainLoss > times*s.best) {
		return nil
	}
	s.growing = true
	why := "; likely causes: " + s.divergence(&r)
	if l, _ := r.Converges(); l.Name != "" && l.State == Good {
		why = ". If nothing is changed the run ends at the optimum all the same: the light \"converges\" says why"
	}
	return []Notice{{Iteration: s.t, Kind: Growing, Text: "the loss has grown " + grown + why}}
}

// divergence is what may have made the numbers of a row leave the finite range, or the loss grow.
func (s *Session) divergence(r *Row) string {
	var list []string
	if s.spec.Private() && r.Set.Private {
		list = append(list, "too much noise")
	}
	if s.graph != nil && r.Set.Growing(s.graph) {
		list = append(list, "an η that grows without bound")
	}
	if l, _ := r.Converges(); strings.HasPrefix(l.Detail, admm.Leftover) {
		list = append(list, "what nodes of a piece had to do with others before, which stays in λ")
	}
	if alone := s.graph != nil && s.graph.EdgeCount() == 0; !alone || len(list) == 0 {
		var calming []string // of what the method reads
		for _, key := range []string{"rho", "lambda", "eta", "gamma", config.OrderKnob.Key} {
			if k, ok := config.KnobOf(s.now, key); ok && k.Reads(s.now) && !(alone && k.Needs == admm.NeedsNeighbours) {
				calming = append(calming, k.Symbol)
			}
		}
		list = append(list, "a run that does not converge at this "+strings.Join(calming, " and "))
	}
	return strings.Join(list, ", or ")
}

// row reads the metrics of a round.
func (s *Session) row(r admm.Round) Row {
	loss, wrong := s.test.Measure(r.Mean)
	row := Row{
		Iteration: r.Iteration, TrainLoss: r.TrainLoss, TrainLossC: weighed(s.set, r.Losses), TestLoss: loss, TestError: wrong,
		Disagreement: r.Disagreement, MeanNorm: linear.Norm(r.Mean), GradientNorm: r.GradientNorm, HeldError: math.NaN(), Cost: s.cost.of(s.deal),
		EpsilonStep: math.NaN(), EpsilonTotal: math.NaN(), Tight: math.NaN(), Spent: math.NaN(),
		Proved: math.NaN(), RealisedMax: math.NaN(), Lights: s.lights, Set: s.set, Graph: s.graph, Nodes: s.nodes(r),
	}
	if s.aside != nil {
		_, row.HeldError = s.aside.Measure(r.Mean)
	}
	if s.meter != nil {
		row.RealisedMax = s.meter.most()
	}
	if from, _ := s.ledger.Lapsed(); from == 0 && s.set.Private {
		row.EpsilonStep = privacy.Dearest(r.Charges)
		row.EpsilonTotal, row.Delta = s.ledger.Total()
		row.Proved = s.totals.provedAt(s.spec.AdjacencyOf(s.set), row.Delta)
		best := s.totals.best(s.spec.AdjacencyOf(s.set))
		row.Spent = best.Epsilon
		if s.filter.since > 0 {
			best, row.Proved = s.filter.total(s.spec.AdjacencyOf(s.set), s.set.Delta), math.NaN()
		}
		row.TightDelta = best.Delta
		if best.Name != Filter || best.Valid {
			row.Tight, row.Accountant = best.Epsilon, best.Name
		}
	}
	return row
}

// weighed is the mean over nodes of the node's C times its loss; NaN where nodes have no loss of their
// own, and no C.
func weighed(set *admm.Settings, losses []float64) float64 {
	if losses == nil {
		return math.NaN()
	}
	sum, n := 0.0, float64(len(losses))
	for i, loss := range losses {
		sum += float64(set.C.At(i)*loss) / n
	}
	return sum
}

// Exposure is a picture of the realised losses so far, with bins bins and the top
// most exposed records; nil when nobody measures.
func (s *Session) Exposure(bins, top int) *Exposure {
	if s.meter == nil {
		return nil
	}
	return s.meter.picture(s.deal.Data, s.deal.Cuts, bins, top, s.now.Watch)
}

func (s *Session) nodes(r admm.Round) []NodeState {
	if n := len(r.Models); len(s.room.states) < n {
		s.room.states = make([]NodeState, n*64) // rows of the past keep their part
	}
	states := s.room.states[:len(r.Models):len(r.Models)]
	s.room.states = s.room.states[len(states):]
	for i, f := range r.Models {
		sum := 0.0
		for k := range f {
			d := f[k]
			if r.Losses != nil {
				d -= r.Mean[k]
			}
			sum += float64(d * d)
		}
		states[i] = NodeState{Loss: math.NaN(), Distance: math.Sqrt(sum)}
		if r.Losses != nil {
			states[i].Loss = r.Losses[i]
		}
		states[i].Epsilon, _ = s.ledger.Node(i)
	}
	return states
}
