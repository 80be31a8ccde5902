package scene

import (
	"math"
	"slices"
	"sort"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/rows"
	"admmlab/tui/chart"
)

// Quantity is one number of a row, kept for every iteration: a column's, or TestError.
type Quantity int

// TestError is in percent; WrongShare, as the row has it, would not come back from it
// bit for bit.
const TestError Quantity = 0

// Quantities that the screen names.
var (
	TrainLoss    = quantityOf(rows.TrainLoss)
	TrainLossC   = quantityOf(rows.TrainLossC)
	Epsilon      = quantityOf(rows.EpsilonTotal)
	Delta        = quantityOf(rows.Delta)
	Tight        = quantityOf(rows.Tight)
	TightDelta   = quantityOf(rows.TightDelta)
	Proved       = quantityOf(rows.Proved)
	Spent        = quantityOf(rows.Spent)
	RealisedMax  = quantityOf(rows.Realised)
	Disagreement = quantityOf(rows.Disagreement)
	wrongShare   = quantityOf(rows.TestError)
	Gradient     = quantityOf(rows.GradientNorm)
)

// quantityOf is the place of a column's numbers.
func quantityOf(c *rows.Column) Quantity {
	place := Quantity(1)
	for _, other := range rows.Columns {
		if other == c {
			break
		}
		if other.Value != nil {
			place++
		}
	}
	return place
}

// Quantities is how many there are.
func Quantities() int { return int(quantityOf(nil)) }

// NumbersOf are the quantities that of gives the columns.
func NumbersOf(of func(c *rows.Column) float64) []float64 {
	v := make([]float64, 1, Quantities())
	for _, c := range rows.Columns {
		if c.Value != nil {
			v = append(v, of(c))
		}
	}
	v[TestError] = rows.TestError.Shown(v[wrongShare])
	return v
}

// What a history keeps is bounded, so that a laboratory can run for days: numbers of
// so many iterations (8 bytes a quantity) and so many node states (24 bytes each). When
// there are more, every second one goes.
const (
	MaxPoints     = 1 << 17
	MaxNodeStates = 1 << 19
)

// regime is what was in force from an iteration on.
type regime struct {
	From       int
	Set        *admm.Settings
	Graph      *network.Graph
	Lights     []sim.Light
	Accountant string // whose total tight is
	Promises   bool   // something else than the one before does: other neighbours, another δ
	Loss       bool   // its training loss is of another kind than that of the one before
}

// Snapshot is the state of the nodes in one iteration.
type Snapshot struct {
	Iteration int
	Nodes     []sim.NodeState
	MeanNorm  float64 // length of the average model, |mean f|
}

// History is what one run has shown so far.
type History struct {
	Config  config.Config
	Label   string      // of the method, for the end of a ghost's line
	Origin  string      // of its data once it is over, as data.Dataset has it; "" for unknown
	Values  [][]float64 // by quantity, of the iterations 1, 1+every, 1+2 every, ...
	Newest  []float64   // by quantity
	Count   int         // iterations filed
	Every   int         // 1 until there are more than maxPoints; 0 before the first
	Regimes []regime
	Mixed   bool       // of a kept run, which has no regimes: its totals do not all promise the same
	Nodes   []Snapshot // thinned to every stride-th iteration
	Latest  Snapshot   // of the newest iteration, whether or not it is among Nodes
	Stride  int
	Changes []config.Change
	Marks   []chart.Mark
	News    []sim.Notice // what happened beside the numbers, but for changes
	Gone    []int        // iterations of those of them that were too many to keep
	Ranges  [Measures]chart.Range
	Whole   chart.Range      // of the privacy chart: the totals, with the printed and realised ones near them
	Extents [Measures]Extent // by chart
	Unbound bool             // some iteration promised nothing
}

// Extent is the least and the largest finite value of a curve, 0 and 0 before the first.
type Extent struct {
	Least, Most float64
	Positive    float64 // the least value above 0, 0 where there is none: a logarithmic axis has no place for others
	Any         bool    // false before the first: both may be 0 behind it, too
}

// With is an extent that holds both.
func (e Extent) With(other Extent) Extent {
	if !other.Any {
		return e
	}
	return e.grown(other.Least).grown(other.Most).above(other.Positive)
}

// Times is how many times the least value the largest is, NaN where the least is not above 0.
func (e Extent) Times() float64 {
	if !(e.Least > 0) {
		return math.NaN()
	}
	return e.Most / e.Least
}

// grown is the extent with one more value.
func (e Extent) grown(v float64) Extent {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return e
	case !e.Any:
		e.Least, e.Most, e.Any = v, v, true
	default:
		e.Least, e.Most = math.Min(e.Least, v), math.Max(e.Most, v)
	}
	return e.above(v)
}

// above is the extent with one more value in Positive, if it is above 0.
func (e Extent) above(v float64) Extent {
	if v > 0 && (e.Positive == 0 || v < e.Positive) {
		e.Positive = v
	}
	return e
}

// Last is the newest iteration, 0 before the first.
func (h *History) Last() int { return h.Count }

// At is a quantity in iteration t, or in the one before it that was kept; NaN where
// there is none.
func (h *History) At(q Quantity, t int) float64 {
	switch {
	case t < 1 || t > h.Count:
		return math.NaN()
	case t == h.Count:
		return h.Newest[q]
	}
	return h.Values[q][(t-1)/h.Every]
}

// Kept is iteration t, or the one before it that was kept.
func (h *History) Kept(t int) int {
	if t < 1 || t >= h.Count {
		return t
	}
	return t - (t-1)%h.Every
}

// Step is where n kept iterations after t are, or before it: below 1 or beyond the newest
// where there are not so many.
func (h *History) Step(t, n int) int {
	every := max(h.Every, 1)
	if over := (t - 1) % every; over > 0 && n < 0 { // the newest, behind one that is kept
		t, n = t-over, n+1
	}
	return t + n*every
}

// Series is a quantity as a curve, which ends at the newest iteration.
func (h *History) Series(q Quantity, label string, role chart.Role) chart.Series {
	s := chart.Series{Label: label, From: 1, Every: h.Every, Role: role}
	if h.Count > 0 {
		s.Values = h.Values[q]
	}
	if h.Beside() {
		s.Newest, s.NewestAt = h.Newest[q], h.Count
	}
	return s
}

// Beside reports whether the newest iteration is not among Values.
func (h *History) Beside() bool { return h.Count > 0 && (h.Count-1)%h.Every != 0 }

// Now is the history as it stands: it stays so while this one files on, and another
// goroutine may read it.
func (h *History) Now() History {
	c := *h
	c.Values = slices.Clone(h.Values)
	return c
}

// File keeps the numbers of the next iteration. What is filed is never changed in
// place: what Now has given away shares it.
func (h *History) File(numbers []float64) {
	if h.Count == 0 {
		h.Every, h.Values = 1, make([][]float64, len(numbers))
	}
	h.Count, h.Newest = h.Count+1, numbers
	if (h.Count-1)%h.Every != 0 {
		return
	}
	for q, v := range numbers {
		h.Values[q] = append(h.Values[q], v)
	}
	if len(h.Values[0]) <= MaxPoints {
		return
	}
	h.Every *= 2
	for q, all := range h.Values {
		thinned := make([]float64, 0, MaxPoints+1)
		for k := 0; k < len(all); k += 2 {
			thinned = append(thinned, all[k])
		}
		h.Values[q] = thinned
	}
}

// rowNumbers are the numbers of a row.
func rowNumbers(r *sim.Row) []float64 {
	return NumbersOf(func(c *rows.Column) float64 { return c.Value(r) })
}

// Add files a row. Rows come in order, without gaps.
func (h *History) Add(r sim.Row) {
	numbers := rowNumbers(&r)
	h.File(numbers)
	h.Grow(numbers)
	h.note(r)
	h.keepNodes(r)
}

// reach is what the curves come to.
func (h *History) reach(v []float64) {
	for which, q := range Measured {
		h.Extents[which] = h.Extents[which].grown(v[q])
	}
	h.Unbound = h.Unbound || !(v[Tight] >= 0 && v[Tight] < math.Inf(1))
}

// Grow widens the axes so that they move rarely.
func (h *History) Grow(v []float64) {
	h.reach(v)
	for which, q := range Measured {
		if which != PrivacyChart {
			h.Ranges[which] = h.Ranges[which].Grow(v[q], v[q])
		}
	}
	total, printed := v[Tight], v[Epsilon]
	h.Ranges[PrivacyChart], h.Whole = h.Ranges[PrivacyChart].Grow(0, total), h.Whole.Grow(0, total)
	if math.IsNaN(total) { // no curve of it is drawn, see Apart
		printed = math.NaN()
	}
	for _, beside := range []float64{printed, v[RealisedMax]} {
		if !(total < math.Inf(1)) || beside <= nearCurve*total { // a far one would flatten the curve
			h.Whole = h.Whole.Grow(0, beside)
		}
	}
}

// MostError is the largest error, in percent.
const MostError = 100

// Limited is an axis of a chart that goes no further than its quantity can: room above an error
// rate ends at 100 %.
func Limited(which int, r chart.Range) chart.Range {
	if drawn := r.Drawn(); which == ErrorChart && drawn.High > MostError {
		return chart.Range{Low: drawn.Low, High: MostError}
	}
	return r
}

// Row is iteration t as it came, without nodes.
func (h *History) Row(t int) sim.Row {
	r := sim.Row{Iteration: t}
	for _, c := range rows.Columns {
		if c.Put != nil {
			c.Put(&r, h.At(quantityOf(c), t))
		}
	}
	if force, ok := h.InForce(t); ok {
		r.Accountant, r.Lights, r.Set, r.Graph = force.Accountant, force.Lights, force.Set, force.Graph
	}
	return r
}

// mostNews is how many notices a run keeps.
const mostNews = 50

// Remember keeps a notice to be read again in the help; changes are marks. Where there are too
// many the oldest goes, and is counted, but none that says since when nothing is proved.
func (h *History) Remember(n sim.Notice) {
	if n.Kind == sim.Changed {
		return
	}
	h.News = append(h.News, n)
	if len(h.News) > mostNews {
		oldest := max(0, slices.IndexFunc(h.News, func(n sim.Notice) bool { return n.Kind != sim.NoGuarantee }))
		h.Gone = append(h.Gone, h.News[oldest].Iteration)
		h.News = slices.Concat(h.News[:oldest], h.News[oldest+1:])
	}
}

// note starts a new regime when something in force has changed.
func (h *History) note(r sim.Row) {
	if n := len(h.Regimes); n > 0 {
		old := h.Regimes[n-1]
		sameLights := len(old.Lights) == len(r.Lights) && (len(r.Lights) == 0 || &old.Lights[0] == &r.Lights[0])
		if old.Set == r.Set && old.Graph == r.Graph && sameLights && old.Accountant == r.Accountant {
			return
		}
	}
	now := regime{From: r.Iteration, Set: r.Set, Graph: r.Graph, Lights: r.Lights, Accountant: r.Accountant}
	if n := len(h.Regimes); n > 0 && r.Set != nil && h.Regimes[n-1].Set != nil {
		a, b := h.Config, h.Config
		a.Set, b.Set = *h.Regimes[n-1].Set, *r.Set
		now.Promises, now.Loss = PromiseWords(a, b) != "", !a.SameLoss(b)
	}
	h.Regimes = append(h.Regimes, now)
}

// keepNodes keeps the node states of the newest iteration and of every stride-th, and doubles
// the stride when there are too many.
func (h *History) keepNodes(r sim.Row) {
	h.Latest = Snapshot{r.Iteration, r.Nodes, r.MeanNorm}
	h.Stride = max(h.Stride, 1)
	if (r.Iteration-1)%h.Stride != 0 {
		return
	}
	nodes := r.Nodes
	if h.Stride > 1 { // it shares its room with iterations that are not kept
		nodes = slices.Clone(nodes)
	}
	h.Nodes = append(h.Nodes, Snapshot{r.Iteration, nodes, r.MeanNorm})
	if len(h.Nodes)*len(r.Nodes) <= MaxNodeStates {
		return
	}
	h.Stride *= 2
	kept := make([]Snapshot, 0, len(h.Nodes))
	for _, s := range h.Nodes {
		if (s.Iteration-1)%h.Stride == 0 {
			s.Nodes = slices.Clone(s.Nodes)
			kept = append(kept, s)
		}
	}
	h.Nodes = kept
}

// InForce is the regime of iteration t; false before the first row.
func (h *History) InForce(t int) (regime, bool) {
	i := sort.Search(len(h.Regimes), func(i int) bool { return h.Regimes[i].From > t })
	if i > 0 {
		return h.Regimes[i-1], true
	}
	return regime{}, false
}

// NodesAt is the state of the nodes in iteration t, or in the one before it that was kept;
// without nodes where there is none.
func (h *History) NodesAt(t int) Snapshot {
	if t > 0 && t == h.Latest.Iteration {
		return h.Latest
	}
	i := sort.Search(len(h.Nodes), func(i int) bool { return h.Nodes[i].Iteration > t })
	if i == 0 {
		return Snapshot{}
	}
	return h.Nodes[i-1]
}

// differs reports whether two totals differ enough to be drawn apart.
func differs(a, b float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return false
	}
	if math.IsInf(a, 1) != math.IsInf(b, 1) {
		return true
	}
	return math.Abs(a-b) > 0.05*math.Max(math.Abs(a), math.Abs(b))
}

// nearCurve is how many times higher another total of the run may reach than the headline
// and still widen its axis.
const nearCurve = 3

// FarCurve is how many times higher another curve may reach than the run's own
// and still widen its axis: beside a run that diverged, every other would be flat.
const FarCurve = 20
