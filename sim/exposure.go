package sim

import (
	"math"
	"slices"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/privacy/realised"
)

// exposure adds up the realised privacy loss of every record: the exact log
// likelihood ratio of what was really sent, with the record and without it.
//
// It is not a guarantee: it is the loss of this run and these data, may be
// negative, is itself private, and a small one does not lower epsilon.
type exposure struct {
	objectives []*realised.Objective // one for each node, made when first needed
	outputs    []*realised.Output
	messages   []*realised.Message
	blocks     []*models.Block // sharing: of each party
	locals     []*models.Local
	losses     [][]float64          // of this iteration, one a record of each node
	records    []*realised.Odometer // one for each node; for sharing one for all people
	columns    []*realised.Odometer // sharing: one for each party
	columnLoss [][]float64
	rows       [][]int // data set row of each record
	// PVP: no total of a node is further than this from the exact one, which would
	// take a minimisation for every record.
	certificates []float64

	heard  []bool // whether the node released anything in this iteration
	bare   []bool // whether it ever sent what has no noise: its records' losses are infinite
	hidden []bool // whether a step of it ever went on from a hidden state: its totals are none

	covered []bool // whether it ever sent a model with the noise of ε₂ on it: its totals are unknown
	missed  bool   // whether a minimiser that touches data was ever missed: what its noise was, and so all totals, are unknown

	// PVP with a hidden own term: the watched record has its own hidden state
	// from the first iteration on; the others' losses start every step from a
	// common f(t). See realised.Watched. Its exact loss, of this iteration and in all, stands
	// beside the others: what is the largest of all depends on nobody who is watched.
	watched *realised.Watched
	node    int // that holds it, and which record of the node it is
	record  int
	exact   float64
	total   float64
	// eta V of it where its release to come goes on from a hidden state, else 0
	concealed float64
}

// watch gives row row of the data set its own hidden state, and nobody where it is that of
// none; it must come before the first iteration.
func (e *exposure) watch(row int) {
	e.watched, e.total = nil, 0
	for node, rows := range e.rows {
		for record, r := range rows {
			if r == row && e.messages == nil {
				e.watched, e.node, e.record = realised.NewWatched(e.locals[node], record), node, record
			}
		}
	}
}

// newExposure measures nodes that hold the given rows of the data set.
func newExposure(locals []*models.Local, rows [][]int) *exposure {
	n := len(locals)
	e := &exposure{
		locals: locals, rows: rows, heard: make([]bool, n), bare: make([]bool, n), hidden: make([]bool, n), covered: make([]bool, n), certificates: make([]float64, n),
		objectives: make([]*realised.Objective, n), outputs: make([]*realised.Output, n),
	}
	for _, p := range locals {
		e.losses = append(e.losses, make([]float64, p.Records()))
		e.records = append(e.records, realised.NewOdometer(p.Records(), 0))
	}
	return e
}

// newSharedExposure measures the parties of vertical sharing, who hold columns of
// the same people.
func newSharedExposure(blocks []*models.Block, rows []int) *exposure {
	e := &exposure{
		rows: [][]int{rows}, heard: make([]bool, len(blocks)), bare: make([]bool, len(blocks)), hidden: make([]bool, len(blocks)), covered: make([]bool, len(blocks)),
		records: []*realised.Odometer{realised.NewOdometer(len(rows), 0)},
	}
	e.blocks = blocks
	for _, b := range blocks {
		e.messages = append(e.messages, realised.NewMessage(b))
		e.losses = append(e.losses, make([]float64, len(rows)))
		e.columns = append(e.columns, realised.NewOdometer(b.Dim(), 0))
		e.columnLoss = append(e.columnLoss, make([]float64, b.Dim()))
	}
	return e
}

// Objective is admm.Meter.
func (e *exposure) Objective(node int, r realised.Release) {
	o := e.objective(node)
	o.Remove(e.losses[node], r)
	if e.follows(node) { // PVP's closing step
		if e.exact = e.losses[node][e.record]; e.concealed > 0 {
			e.exact = o.Closing(e.watched, e.concealed, r)
		}
		e.watched.Reset() // what was hidden has been sent
		e.concealed = 0
	}
	e.heard[node] = true
}

// objective is that of a node, made when it is first needed.
func (e *exposure) objective(node int) *realised.Objective {
	if e.objectives[node] == nil {
		e.objectives[node] = realised.NewObjective(e.locals[node])
	}
	return e.objectives[node]
}

// follows reports whether the node holds the watched record.
func (e *exposure) follows(node int) bool { return e.watched != nil && node == e.node }

// Output is admm.Meter. With a hidden own term (PVP printed, own) it is the loss
// of each step from a common f(t), but for the exact one of the watched record.
func (e *exposure) Output(node int, r realised.Release, penalty, weight float64) {
	if e.outputs[node] == nil {
		e.outputs[node] = e.objective(node).Output()
	}
	e.certificates[node] += e.outputs[node].Remove(e.losses[node], r)
	if e.follows(node) {
		e.concealed = 0
		e.exact, _ = e.watched.Step(weight*penalty, r)
	}
	e.heard[node] = true
}

// Message is admm.Meter.
func (e *exposure) Message(party int, p realised.Push) {
	e.messages[party].Losses(e.losses[party], e.columnLoss[party], p)
	e.heard[party] = true
}

// Bare is admm.Meter. Whoever sees the very minimiser of D knows that the data were not
// D', but for a record that moves nothing because it is 0.
func (e *exposure) Bare(node int) {
	var rows data.Rows
	var columns []float64
	if e.messages == nil {
		rows = e.locals[node].Rows()
	} else {
		rows, columns = e.blocks[node].Rows(), e.columnLoss[node]
	}
	clear(columns)
	for i := range e.losses[node] {
		e.losses[node][i] = 0
		index, values := rows.Row(i)
		for k, v := range values {
			if v == 0 {
				continue
			}
			if e.losses[node][i] = math.Inf(1); columns != nil {
				columns[index[k]] = math.Inf(1)
			}
		}
	}
	if e.follows(node) {
		e.exact = e.losses[node][e.record]
	}
	e.bare[node], e.heard[node] = true, true
}

// Hidden is admm.Meter.
func (e *exposure) Hidden(node int, penalty float64) {
	e.hidden[node] = true
	if e.follows(node) {
		e.concealed = penalty
	}
}

// Covered is admm.Meter.
func (e *exposure) Covered(node int, _ []float64) {
	e.covered[node], e.heard[node] = true, true
}

// book adds this iteration to the totals, in the order of nodes.
func (e *exposure) book(r admm.Round) {
	e.missed = e.missed || r.Inexact() > models.Promise
	for i, heard := range e.heard {
		if !heard {
			continue
		}
		e.heard[i] = false
		if e.follows(i) {
			e.total += e.exact
		}
		if e.messages == nil {
			e.records[i].Add(e.losses[i])
			continue
		}
		e.columns[i].Add(e.columnLoss[i])
		e.records[0].Add(e.losses[i]) // a person's loss is the sum over parties
	}
}

// most is the largest total of any record so far, 0 while nothing was sent that depends on
// the data; NaN where hidden states, the noise of ε₂ or a minimiser that was missed leave it unknown, or one
// total could not be computed.
func (e *exposure) most() float64 {
	if (slices.Contains(e.hidden, true) || slices.Contains(e.covered, true) || e.missed) && !slices.Contains(e.bare, true) {
		return math.NaN()
	}
	most := math.Inf(-1)
	for _, o := range e.records {
		for _, l := range o.Totals() {
			most = max(most, l)
		}
	}
	return most
}

// Exposure is a picture of the realised losses for the screen.
type Exposure struct {
	Summary  realised.Summary
	Low      float64 // of the histogram's first bin
	High     float64 // of its last
	Bins     []int
	Infinite int          // how many losses are infinite, and in no bin
	Top      []Person     // most exposed people, largest first
	Columns  []NamedTotal // sharing: most exposed columns
	Watch    int          // the row of the data set that is watched, from 1; 0 = none
	Watched  *Person      // that record, nil where nobody trains on it
	Steps    bool         // its total is one of single steps, without what a hidden state lost
	// Certificate: no total but that of Watched is further than this from the
	// exact value; 0 where the formula itself is exact.
	Certificate float64
	Hidden      bool // only the watched total is one: the others leave out what a hidden state lost
	Bare        bool // something was sent without noise
	Covered     bool // models were sent with the noise of ε₂ on them: nobody's total is known, and none is here
	Missed      bool // nor is there where a minimiser was missed
}

// Person is one record with its realised loss.
type Person struct {
	Node, Record int     // both from 1
	Words        string  // the record's attributes
	Total        float64 // log likelihood ratio so far, in nats
}

// NamedTotal is one column of one party.
type NamedTotal struct {
	Name  string
	Total float64
}

// picture makes an Exposure with bins bins and the top most exposed records;
// watch is a row number of the data set from 1, 0 for none.
func (e *exposure) picture(d *data.Dataset, cuts []int, bins, top, watch int) *Exposure {
	if covered := slices.Contains(e.covered, true); covered || e.missed {
		return &Exposure{Summary: realised.Summary{Max: math.NaN()}, Covered: covered, Missed: e.missed, Bare: slices.Contains(e.bare, true), Watch: watch}
	}
	p := &Exposure{Summary: realised.Summarise(e.records...), Bins: make([]int, bins)}
	p.Low, p.High, p.Infinite = realised.Extent(e.records...)
	if !(p.High > p.Low) {
		p.Low, p.High = math.Min(0, finiteOr(p.Low, -1)), math.Max(finiteOr(p.High, 1), 1e-3)
	}
	part := make([]int, bins)
	for _, o := range e.records {
		o.Histogram(part, p.Low, p.High)
		for k, n := range part {
			p.Bins[k] += n
		}
	}
	list := make([]realised.Exposed, top)
	for _, x := range list[:realised.Top(list, e.records...)] {
		p.Top = append(p.Top, e.person(d, x.Node, x.Record, x.Total))
	}
	for _, x := range list[:realised.Top(list, e.columns...)] {
		p.Columns = append(p.Columns, NamedTotal{d.Columns[cuts[x.Node]+x.Record], x.Total})
	}
	p.Watch, p.Watched, p.Hidden, p.Bare = watch, e.find(d, watch-1), slices.Contains(e.hidden, true), slices.Contains(e.bare, true)
	if w := p.Watched; w != nil {
		followed := e.follows(w.Node-1) && e.rows[e.node][e.record] == watch-1
		p.Steps = e.messages == nil && e.hidden[w.Node-1] && !followed
	}
	for _, c := range e.certificates {
		p.Certificate = math.Max(p.Certificate, c)
	}
	return p
}

func finiteOr(v, other float64) float64 {
	if math.IsInf(v, 0) {
		return other
	}
	return v
}

func (e *exposure) person(d *data.Dataset, node, record int, total float64) Person {
	return Person{Node: node + 1, Record: e.rows[node][record] + 1, Words: d.Describe(e.rows[node][record]), Total: total}
}

// find is the record that is row of the data set, nil if it is not trained on.
func (e *exposure) find(d *data.Dataset, row int) *Person {
	for node, rows := range e.rows {
		for record, r := range rows {
			if r == row {
				total := e.records[node].Totals()[record]
				if e.follows(node) && record == e.record {
					total = e.total
				}
				p := e.person(d, node, record, total)
				return &p
			}
		}
	}
	return nil
}
