package sim

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
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
	data   *data.Dataset
	cuts   []int // sharing: columns at which the parties are cut

	records  []data.Rows     // of each node, for the wire view and baselines
	blocks   []*models.Block // sharing: the columns of each party
	last     admm.Round      // what the last iteration made, for attacks
	people   []int           // sharing: data set row of each training row
	truth    []float64       // sharing: the training labels before any randomised response
	tap      *tap            // on what one node sends, nil if nobody listens
	wire     *Wire
	shadow   *models.Local // copy of the tapped node's records
	shadowOf int
	each     admm.Each

	test       *models.Held // for sharing each party's block of a row has unit norm
	norm       float64      // largest |x| of a training row
	size       Size
	scratch    []Light          // work space for the next lights
	costs      []privacy.Cost   // work space for the wall
	priced     []privacy.Charge // what the iteration was to cost
	conditions []admm.Condition
	states     []NodeState    // room for the node states of coming rows
	schedule   []config.Event // of the config, still to come
	replay     config.Config  // with so many changes and events still to come
	replayOf   [2]int
}

// standing is where a run stands, but for what its method and its accounts hold.
// What it points to is replaced, never written to.
type standing struct {
	t       int           // iterations done
	now     config.Config // with the changes in force
	set     *admm.Settings
	graph   *network.Graph
	changes []config.Event // all that happened, for a replay
	lights  []Light        // of the last iteration; rows share it
	halted  string         // why the run cannot go on, "" while it can
	missed  bool           // a minimiser missed its promise, told once
	best    float64        // smallest train loss so far
	growing bool           // the loss was told to run away
	walled  bool           // the budget stops the run here
	opening []Notice       // what is to be told with the next row
}

// Size is what a run works on.
type Size struct{ Records, Columns, Train, Test, Dropped int }

// NewSession sets up a run of c on d, which Load has read for c.Data.
func NewSession(c config.Config, d *data.Dataset, each admm.Each) (*Session, error) {
	return SetUp(c, d, each, Aid{})
}

// SetUp is NewSession for tables that take seconds and much memory.
func SetUp(c config.Config, d *data.Dataset, each admm.Each, h Aid) (*Session, error) {
	s := &Session{start: c.Clone(), standing: standing{now: c.Clone()}, spec: c.Spec(), each: each, source: noise.New(c.Seed).Repeat(c.Repeat), data: d}
	s.keep(c.Set)
	s.schedule = slices.Clone(c.Events)
	sort.SliceStable(s.schedule, func(i, j int) bool { return s.schedule[i].At < s.schedule[j].At })
	var rowOrder []int
	if c.Shuffle {
		rowOrder = noise.New(c.Seed).Shuffle(d.Len())
	}
	train, test, err := data.Split(d, c.Train, rowOrder)
	if err != nil {
		return nil, err
	}
	s.size = Size{Records: d.Len(), Columns: d.Rows.Dim, Train: len(train), Test: len(test), Dropped: d.Dropped}
	if d.Dropped > 0 {
		s.opening = append(s.opening, Notice{Iteration: 0, Kind: Data, Text: fmt.Sprintf("%d rows with missing values were left out", d.Dropped)})
	}
	if why := s.spec.Realised.None; why != "" && c.Realised {
		s.opening = append(s.opening, Notice{Iteration: 0, Kind: Data, Text: fmt.Sprintf("realised_max stays empty under %s: %s", s.spec.Name, why)})
	}
	if d.Note != "" {
		s.opening = append(s.opening, Notice{Iteration: 0, Kind: Data, Text: d.Note})
	}
	if s.spec.Vertical {
		err = s.dealColumns(d, train, test, h)
	} else {
		err = s.dealRows(d, train, test)
	}
	return s, err
}

// maxDense bounds the square tables, one entry a pair of columns, that minimisers
// and meters keep. A table too wide would end the program without a word, or keep
// it at one minimisation for minutes.
const (
	maxDense = 1 << 30 // bytes
	squares  = 4       // such tables at each holder, at most
)

// checkWidth refuses a table whose square tables do not fit; columns are those of
// each node or party.
func checkWidth(columns []int) error {
	need := 0.0
	for _, d := range columns {
		need += squares * 8 * float64(d) * float64(d)
	}
	if need > maxDense {
		return fmt.Errorf("%d columns at the widest of %d nodes or parties need about %.3g GiB to minimise, expected at most %d; take fewer columns, fewer nodes, or method sharing with more parties",
			slices.Max(columns), len(columns), need/(1<<30), maxDense>>30)
	}
	return nil
}

// dealRows gives training row k to node k mod nodes.
func (s *Session) dealRows(d *data.Dataset, train, test []int) error {
	c := s.now
	if err := checkWidth(slices.Repeat([]int{d.Rows.Dim}, c.Nodes)); err != nil {
		return err
	}
	if len(train) < c.Nodes {
		return fmt.Errorf("nodes = %d with %d training rows: expected at least one row for each node, so ask for fewer nodes or more rows", c.Nodes, len(train))
	}
	var err error
	if s.graph, err = network.Parse(c.Topology, c.Nodes, c.Seed); err != nil {
		return err
	}
	var locals []*models.Local
	dealt := data.Deal(train, c.Nodes)
	for _, rows := range dealt {
		signed := d.Rows.SelectSigned(rows, d.Labels)
		s.norm = math.Max(s.norm, signed.MaxNorm())
		s.records = append(s.records, signed)
		locals = append(locals, models.NewLocal(signed))
	}
	s.test = models.NewHeld(d.Rows.Select(test), pick(d.Labels, test))
	s.test.Share(models.Each(s.each))
	if s.measured() {
		s.meter = newExposure(locals, dealt)
		s.meter.watch(c.Watch - 1)
	}
	s.ledger, s.totals = privacy.NewLedger(c.Nodes, s.spec.Adds), newTotals(c.Nodes, c.Set.Delta)
	s.method = s.spec.New(admm.Problem{Locals: locals, Each: s.each})
	return nil
}

// dealColumns gives each party its columns of every training row.
func (s *Session) dealColumns(d *data.Dataset, train, test []int, h Aid) error {
	cuts, err := s.now.Cuts(d.Rows.Dim)
	if err != nil {
		return err
	}
	var widths []int
	for m := 1; m < len(cuts); m++ {
		widths = append(widths, cuts[m]-cuts[m-1])
	}
	if err := checkWidth(widths); err != nil {
		return err
	}
	p := admm.Problem{Labels: pick(d.Labels, train), Each: s.each}
	s.people, s.truth = train, slices.Clone(p.Labels)
	if s.set.Labels > 0 {
		s.source.Flip(p.Labels, s.set.Labels)
	}
	if !s.inherit(h.Old, d, train, cuts) {
		if h.Room != nil {
			h.Room()
		}
		s.deal(d, train, test, cuts)
	}
	p.Blocks, s.cuts = s.blocks, cuts
	s.test.Share(models.Each(s.each))
	if s.measured() {
		s.meter = newSharedExposure(p.Blocks, train)
	}
	s.prepare(h.Progress)
	s.now.Nodes = len(cuts) - 1
	s.ledger, s.totals = privacy.NewLedger(len(p.Blocks), s.spec.Adds), newTotals(len(p.Blocks), s.set.Delta)
	s.method = s.spec.New(p)
	return nil
}

func pick(v []float64, rows []int) []float64 {
	out := make([]float64, len(rows))
	for k, i := range rows {
		out[k] = v[i]
	}
	return out
}

// Config is the config in force, changes included.
func (s *Session) Config() config.Config { return s.now.Clone() }

// Start is the config it began with.
func (s *Session) Start() config.Config { return s.start.Clone() }

// Replay is the config that runs this session again: the start plus every
// change that happened or is still to come. Its slices are shared, not to be written
// to: it is made when something has changed, not with every iteration.
func (s *Session) Replay() config.Config {
	if told := [2]int{len(s.changes), len(s.schedule)}; s.replay.Method == "" || s.replayOf != told {
		s.replay, s.replayOf = s.start.Clone(), told
		s.replay.Events = append(slices.Clone(s.changes), s.schedule...)
	}
	return s.replay
}

// Iteration is the number of iterations done.
func (s *Session) Iteration() int { return s.t }

// Halted is why the run cannot go on, or "".
func (s *Session) Halted() string { return s.halted }

// Halt ends the run: it cannot go on, and why says so.
func (s *Session) Halt(why string) { s.halted = why }

// Release halts the run and gives up its tables: others need the room.
func (s *Session) Release(why string) {
	s.method, s.meter, s.blocks, s.last = nil, nil, nil, admm.Round{}
	s.Halt(why)
}

// Finished reports whether the iteration limit is reached.
func (s *Session) Finished() bool { return s.t >= s.now.Iterations }

// Ready reports whether the run can make another iteration: not finished, not
// halted, not stopped by its budget.
func (s *Session) Ready() bool {
	if s.halted == "" && (s.Finished() || s.Walled()) {
		s.reprieve()
	}
	return !s.Finished() && s.halted == "" && !s.Walled()
}

// Size is what the run works on.
func (s *Session) Size() Size { return s.size }

// Graph is the graph in force; nil for sharing.
func (s *Session) Graph() *network.Graph { return s.graph }

// Lapsed is the iteration from which nothing is promised, and why; 0 while the
// guarantee stands.
func (s *Session) Lapsed() (int, string) { return s.ledger.Lapsed() }

// Step computes one iteration. It must not be called once Halted or Finished.
// The notices tell what happened beside the numbers, scheduled changes first.
func (s *Session) Step() (Row, []Notice) {
	notices := s.opening
	s.opening = nil
	for len(s.schedule) > 0 && s.schedule[0].At <= s.t+1 {
		notices = append(notices, s.scheduled()...)
	}
	in := s.given(s.set, 0)
	s.t++
	price := s.method.Price(in)
	s.priced = append(s.priced[:0], price.Charges...)
	if s.meter != nil {
		in.Meter = s.meter
	}
	if s.tap != nil {
		s.tap.Meter = in.Meter
		in.Meter = s.tap
	}
	round := s.method.Step(in)
	s.last = round
	var silent []Notice
	if s.meter != nil {
		silent = s.silent(round.Charges)
		s.meter.book()
	}
	if s.tap != nil {
		s.listen(round)
	}
	notices = append(notices, s.promise(round)...)
	notices = append(notices, silent...)
	notices = append(notices, s.held(price.Guess, round.Charges)...)
	row := s.row(round)
	notices = append(notices, s.runaway(row)...)
	if !row.finite() {
		s.halted = fmt.Sprintf("the numbers left the finite range at t = %d; likely causes: too much noise for this ρ and η, or a sweep that does not converge. Reset, or go back to a gentler setting", s.t)
		notices = append(notices, Notice{Iteration: s.t, Kind: Diverged, Text: s.halted})
	}
	if s.Finished() {
		notices = append(notices, Notice{Iteration: s.t, Kind: Finished, Text: fmt.Sprintf("limit of %d iterations reached", s.now.Iterations)})
	}
	return row, notices
}

// runaway tells, once, that the loss has grown far over its best: tenfold
// without noise, ten-thousandfold with it.
func (s *Session) runaway(r Row) []Notice {
	if s.t == 1 || r.TrainLoss < s.best {
		s.best = r.TrainLoss
	}
	times, why := 10.0, "the loss has grown tenfold without any noise: the sweep runs away. Raise ρ, or take another order"
	if s.set.Private {
		times, why = 1e4, "the loss has grown ten-thousandfold: the noise has swamped the model. Less noise, or a larger ρ or η, calms it"
	}
	if s.growing || !(r.TrainLoss > times*s.best) {
		return nil
	}
	s.growing = true
	return []Notice{{Iteration: s.t, Kind: Growing, Text: why}}
}

// row reads the metrics of a round.
func (s *Session) row(r admm.Round) Row {
	loss, wrong := s.test.Measure(r.Mean)
	row := Row{
		Iteration: r.Iteration, TrainLoss: r.TrainLoss, TestLoss: loss, TestError: wrong,
		Disagreement: r.Disagreement, GradientNorm: r.GradientNorm,
		EpsilonStep: math.NaN(), EpsilonTotal: math.NaN(), Tight: math.NaN(),
		RealisedMax: math.NaN(), Lights: s.lights, Set: s.set, Graph: s.graph, Nodes: s.nodes(r),
	}
	if s.meter != nil {
		row.RealisedMax = s.meter.most()
	}
	if from, _ := s.ledger.Lapsed(); from == 0 && s.set.Private {
		row.EpsilonStep = 0
		for _, c := range r.Charges {
			row.EpsilonStep = math.Max(row.EpsilonStep, c.Printed)
		}
		row.EpsilonTotal, row.Delta = s.ledger.Total()
		best := s.totals.worst(s.spec.AdjacencyOf(s.set)).Best()
		row.Tight, row.TightDelta, row.Accountant = best.Epsilon, best.Delta, best.Name
	}
	return row
}

// Exposure is a picture of the realised losses so far, with bins bins and the top
// most exposed records; nil when nobody measures.
func (s *Session) Exposure(bins, top int) *Exposure {
	if s.meter == nil {
		return nil
	}
	return s.meter.picture(s.data, s.cuts, bins, top, s.now.Watch)
}

func (s *Session) nodes(r admm.Round) []NodeState {
	if n := len(r.Models); len(s.states) < n {
		s.states = make([]NodeState, n*64) // rows of the past keep their part
	}
	states := s.states[:len(r.Models):len(r.Models)]
	s.states = s.states[len(states):]
	for i, f := range r.Models {
		sum := 0.0
		for k := range f {
			d := f[k]
			if r.Losses != nil {
				d -= r.Mean[k]
			}
			sum += d * d
		}
		states[i] = NodeState{Loss: math.NaN(), Distance: math.Sqrt(sum)}
		if r.Losses != nil {
			states[i].Loss = r.Losses[i]
		}
		states[i].Epsilon, _ = s.ledger.Node(i)
	}
	return states
}
