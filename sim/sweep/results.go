package sweep

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Results are what the runs of a plan came to, all or some of them.
type Results struct {
	Plan   Plan
	Note   string           // what was wrong with the folder and was put right
	Failed map[string]error // by session: could not be made
	first  error
	runs   map[string]Run // by session
}

func (r *Results) fail(session string, err error) {
	if r.Failed == nil {
		r.Failed, r.first = map[string]error{}, err
	}
	r.Failed[session] = err
}

// At is what repeat k of a cell came to; false while it is not finished.
func (r Results) At(cell Cell, k int) (Run, bool) {
	run, ok := r.runs[r.Plan.sessions[cell.runs[k]]]
	return run, ok
}

// Finished is how many of the plan's runs are there.
func (r Results) Finished() int {
	n := 0
	for _, s := range r.Plan.sessions {
		if _, ok := r.runs[s]; ok {
			n++
		}
	}
	return n
}

// Diverged is how many of them left the finite range.
func (r Results) Diverged() int {
	n := 0
	for _, s := range r.Plan.sessions {
		if r.runs[s].End == Diverged {
			n++
		}
	}
	return n
}

// Metric is a number of a run that is summed up.
type Metric struct {
	Column string // in results.csv, the stem of its columns in summary.csv
	Words  string
	Of     func(Run) float64
	Bound  bool // a promise: it is rounded up
}

// Metrics are those of the summary, in its order.
var Metrics = []Metric{
	{"train_loss", "loss (train)", func(r Run) float64 { return float64(r.TrainLoss) }, false},
	{"test_error", "error (test)", func(r Run) float64 { return float64(r.TestError) }, false},
	{"epsilon_total", "ε as the paper counts", func(r Run) float64 { return float64(r.EpsilonTotal) }, true},
	{"epsilon_tight", "ε that the noise proves", func(r Run) float64 { return float64(r.EpsilonTight) }, true},
}

// The metrics by name.
var (
	TrainLoss    = Metrics[0]
	TestError    = Metrics[1]
	EpsilonTight = Metrics[3]
)

// Text is a value in three digits: 0.361, 18.5, 4.58e4; "-" for NaN.
func (m Metric) Text(v float64) string {
	text := strconv.FormatFloat(v, 'g', 3, 64)
	if shown, err := strconv.ParseFloat(text, 64); m.Bound && err == nil && shown < v {
		half := math.Pow(10, math.Floor(math.Log10(v))-2) / 2
		text = strconv.FormatFloat(v+half, 'g', 3, 64)
	}
	switch text {
	case "NaN":
		return "-"
	case "+Inf":
		return "∞"
	}
	return strings.NewReplacer("e+0", "e", "e-0", "e-", "e+", "e").Replace(text)
}

// Stats sums up the repeats of a cell; all NaN while none is finished.
type Stats struct {
	N                              int
	Mean, Min, Q1, Median, Q3, Max float64
}

// Stats are those of a cell. Runs that diverged are left out: their last numbers
// say when they were stopped, not how well they learned.
func (r Results) Stats(cell Cell, m Metric) Stats {
	var values []float64
	for k := range cell.runs {
		if run, ok := r.At(cell, k); ok && run.End != Diverged {
			values = append(values, m.Of(run))
		}
	}
	return sumUp(values)
}

func sumUp(values []float64) Stats {
	nan := math.NaN()
	s := Stats{len(values), nan, nan, nan, nan, nan, nan}
	if len(values) == 0 {
		return s
	}
	sorted := slices.Sorted(slices.Values(values)) // NaN first: no guarantee in one is none in the mean
	s.Mean = 0
	for _, v := range sorted {
		s.Mean += v / float64(len(sorted))
	}
	s.Min, s.Q1, s.Median, s.Q3, s.Max = sorted[0], quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75), sorted[len(sorted)-1]
	return s
}

// quantile is the linear interpolation between order statistics (Hyndman and Fan,
// Am. Statistician 50, 1996, definition 7).
func quantile(sorted []float64, part float64) float64 {
	at := part * float64(len(sorted)-1)
	low := int(at)
	if rest := at - float64(low); rest > 0 && sorted[low] != sorted[low+1] {
		return sorted[low] + rest*(sorted[low+1]-sorted[low])
	}
	return sorted[low]
}
