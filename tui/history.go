package tui

import (
	"math"
	"slices"
	"sort"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/network"
	"admmlab/tui/chart"
)

// quantity is one number of a row, kept for every iteration.
type quantity int

const (
	trainLoss quantity = iota
	testError          // in percent
	epsilon            // the paper's total
	delta              // that goes with it
	tight              // the smallest valid total
	tightDelta
	realisedMax // largest realised loss of any record
	disagreement
	gradient
	testLoss
	wrongShare  // test error as the row has it: percent would not turn back bit for bit
	epsilonStep // the paper's charge of the iteration
	quantities
)

// What a history keeps is bounded, so that a laboratory can run for days: numbers of
// so many iterations (96 bytes each) and so many node states (24 bytes each). When
// there are more, every second one goes.
const (
	maxPoints     = 1 << 17
	maxNodeStates = 1 << 19
)

// regime is what was in force from an iteration on.
type regime struct {
	from       int
	set        *admm.Settings
	graph      *network.Graph
	lights     []sim.Light
	accountant string // whose total tight is
}

// snapshot is the state of the nodes in one iteration.
type snapshot struct {
	iteration int
	nodes     []sim.NodeState
}

// history is what one run has shown so far.
type history struct {
	config  sim.Config
	label   string                // of the method, for the end of a ghost's line
	values  [quantities][]float64 // of the iterations 1, 1+every, 1+2 every, ...
	newest  [quantities]float64
	count   int // iterations filed
	every   int // 1 until there are more than maxPoints; 0 before the first
	regimes []regime
	nodes   []snapshot // thinned to every stride-th iteration
	stride  int
	changes []sim.Change
	marks   []chart.Mark
	news    []sim.Notice // what happened beside the numbers, but for changes
	ranges  [3]chart.Range
}

// last is the newest iteration, 0 before the first.
func (h *history) last() int { return h.count }

// at is a quantity in iteration t, or in the one before it that was kept; NaN where
// there is none.
func (h *history) at(q quantity, t int) float64 {
	switch {
	case t < 1 || t > h.count:
		return math.NaN()
	case t == h.count:
		return h.newest[q]
	}
	return h.values[q][(t-1)/h.every]
}

// kept is iteration t, or the one before it that was kept.
func (h *history) kept(t int) int {
	if t < 1 || t >= h.count {
		return t
	}
	return t - (t-1)%h.every
}

// series is a quantity as a curve.
func (h *history) series(q quantity, label string, role chart.Role) chart.Series {
	return chart.Series{Label: label, From: 1, Every: h.every, Values: h.values[q], Role: role}
}

// file keeps the numbers of the next iteration. What is filed is never changed in
// place: an export under way shares it.
func (h *history) file(numbers [quantities]float64) {
	h.every = max(h.every, 1)
	h.count, h.newest = h.count+1, numbers
	if (h.count-1)%h.every != 0 {
		return
	}
	for q, v := range numbers {
		h.values[q] = append(h.values[q], v)
	}
	if len(h.values[0]) <= maxPoints {
		return
	}
	h.every *= 2
	for q, all := range h.values {
		thinned := make([]float64, 0, maxPoints+1)
		for k := 0; k < len(all); k += 2 {
			thinned = append(thinned, all[k])
		}
		h.values[q] = thinned
	}
}

// add files a row. Rows come in order, without gaps.
func (h *history) add(r sim.Row) {
	numbers := [quantities]float64{
		trainLoss: r.TrainLoss, testError: 100 * r.TestError, epsilon: r.EpsilonTotal, delta: r.Delta,
		tight: r.Tight, tightDelta: r.TightDelta, realisedMax: r.RealisedMax, disagreement: r.Disagreement, gradient: r.GradientNorm,
		testLoss: r.TestLoss, wrongShare: r.TestError, epsilonStep: r.EpsilonStep,
	}
	h.file(numbers)
	h.grow(numbers)
	h.note(r)
	h.keepNodes(r)
}

// grow widens the axes so that they move rarely.
func (h *history) grow(v [quantities]float64) {
	h.ranges[lossChart] = h.ranges[lossChart].Grow(v[trainLoss], v[trainLoss])
	h.ranges[errorChart] = h.ranges[errorChart].Grow(v[testError], v[testError])
	h.ranges[privacyChart] = h.ranges[privacyChart].Grow(0, v[epsilon])
	if h.ranges[privacyChart].High == 0 { // nothing paid yet, or no finite total
		h.ranges[privacyChart] = chart.Range{High: 1}
	}
	if v[tight] < farCurve*v[epsilon] { // a far one would flatten the curve
		h.ranges[privacyChart] = h.ranges[privacyChart].Grow(0, v[tight])
	}
	if v[realisedMax] > 0 && v[realisedMax] < farCurve*v[epsilon] {
		h.ranges[privacyChart] = h.ranges[privacyChart].Grow(0, v[realisedMax])
	}
}

// row is iteration t as it came, without nodes and lights.
func (h *history) row(t int) sim.Row {
	v := func(q quantity) float64 { return h.at(q, t) }
	r := sim.Row{
		Iteration: t, TrainLoss: v(trainLoss), TestLoss: v(testLoss), TestError: v(wrongShare), Disagreement: v(disagreement),
		EpsilonStep: v(epsilonStep), EpsilonTotal: v(epsilon), Delta: v(delta), Tight: v(tight), TightDelta: v(tightDelta),
		RealisedMax: v(realisedMax), GradientNorm: v(gradient),
	}
	if force, ok := h.inForce(t); ok {
		r.Accountant = force.accountant
	}
	return r
}

// mostNews is how many notices a run keeps.
const mostNews = 50

// remember keeps a notice to be read again in the help; changes are marks.
func (h *history) remember(n sim.Notice) {
	if n.Kind == sim.Changed {
		return
	}
	h.news = append(h.news, n)
	if len(h.news) > mostNews {
		h.news = h.news[1:]
	}
}

// note starts a new regime when something in force has changed.
func (h *history) note(r sim.Row) {
	if n := len(h.regimes); n > 0 {
		old := h.regimes[n-1]
		sameLights := len(old.lights) == len(r.Lights) && (len(r.Lights) == 0 || &old.lights[0] == &r.Lights[0])
		if old.set == r.Set && old.graph == r.Graph && sameLights && old.accountant == r.Accountant {
			return
		}
	}
	h.regimes = append(h.regimes, regime{r.Iteration, r.Set, r.Graph, r.Lights, r.Accountant})
}

// keepNodes keeps the node states of every stride-th iteration and doubles the
// stride when there are too many.
func (h *history) keepNodes(r sim.Row) {
	h.stride = max(h.stride, 1)
	if (r.Iteration-1)%h.stride != 0 {
		return
	}
	nodes := r.Nodes
	if h.stride > 1 { // it shares its room with iterations that are not kept
		nodes = slices.Clone(nodes)
	}
	h.nodes = append(h.nodes, snapshot{r.Iteration, nodes})
	if len(h.nodes)*len(r.Nodes) <= maxNodeStates {
		return
	}
	h.stride *= 2
	kept := make([]snapshot, 0, len(h.nodes))
	for _, s := range h.nodes {
		if (s.iteration-1)%h.stride == 0 {
			kept = append(kept, snapshot{s.iteration, slices.Clone(s.nodes)})
		}
	}
	h.nodes = kept
}

// inForce is the regime of iteration t; false before the first row.
func (h *history) inForce(t int) (regime, bool) {
	i := sort.Search(len(h.regimes), func(i int) bool { return h.regimes[i].from > t })
	if i > 0 {
		return h.regimes[i-1], true
	}
	return regime{}, false
}

// nodesAt are the node states kept nearest before iteration t, and their
// iteration.
func (h *history) nodesAt(t int) ([]sim.NodeState, int) {
	lo, hi := 0, len(h.nodes)
	for lo < hi {
		if mid := (lo + hi) / 2; h.nodes[mid].iteration <= t {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return nil, 0
	}
	return h.nodes[lo-1].nodes, h.nodes[lo-1].iteration
}

// gradientAt is the newest gradient norm up to t: even R-ADMM iterations
// minimise nothing and have none.
func (h *history) gradientAt(t int) float64 {
	for k := min(t, h.last()); k > max(0, t-8); k-- {
		if v := h.at(gradient, k); !math.IsNaN(v) {
			return v
		}
	}
	return math.NaN()
}

// differs tells whether two totals differ enough to be drawn apart.
func differs(a, b float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return false
	}
	return math.Abs(a-b) > 0.05*math.Max(math.Abs(a), math.Abs(b))
}
