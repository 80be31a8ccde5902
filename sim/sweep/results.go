package sweep

import (
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/rows"
)

// Results are what the runs of a plan came to, all or some of them.
type Results struct {
	Plan   Plan
	Note   string           // what is to be told: keys that are overruled, what was wrong with the folder and was put right
	Failed map[string]error // by session: could not be made
	first  error
	runs   map[string]Run // by session
	fits   map[string]fit // by the label of a curve, once Write has fitted them

	promises []config.Promise // of the plan's runs, once Write has worked them out
}

// Snapshot is a copy that later runs do not change.
func (r Results) Snapshot() Results {
	r.runs, r.Failed = maps.Clone(r.runs), maps.Clone(r.Failed)
	return r
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

// promise is what the total of a plan's run goes with, that of its last iteration: of one that
// is not finished, of the iteration at its limit.
func (r Results) promise(run int) config.Promise {
	if run < len(r.promises) {
		return r.promises[run]
	}
	c := r.Plan.runs[run]
	t := c.Limit()
	if done, ok := r.runs[r.Plan.sessions[run]]; ok {
		if t = done.Iteration; !numeral.Bounds(float64(done.EpsilonTight)) {
			return config.Promise{} // it has none
		}
	}
	return c.After(t).Promise()
}

// Promised is what the totals of the runs go with. It walks all of them.
func (r Results) Promised() (all config.Promise) {
	for run := range r.Plan.runs {
		all = all.And(r.promise(run))
	}
	return all
}

// OneLoss reports whether the training losses that the runs end with are all of one kind: others do not
// compare. That of a run that is missing is of its limit, or not known where it may end before. It walks
// all of them.
func (r Results) OneLoss() bool {
	var first config.Config
	runs, open := 0, false
	for i, c := range r.Plan.runs {
		run, there := r.runs[r.Plan.sessions[i]]
		none := run.End == Diverged || math.IsNaN(float64(run.TrainLoss)) // in no median, or of no iteration
		if none || !there && r.Failed[r.Plan.sessions[i]] != nil {
			continue
		}
		last, early := c, false
		if there {
			last = c.LossAfter(run.Iteration)
		} else {
			last, early = c.LastLoss()
		}
		if runs++; runs == 1 {
			first = last
		}
		if open = open || early; runs > 1 && (open || !last.SameLoss(first)) {
			return false
		}
	}
	return true
}

// Compared are the metrics of what is learned in which the runs are held against each other: the
// training loss, where it is the same for all, and the test error.
func (r Results) Compared() []Metric {
	if r.OneLoss() {
		return []Metric{TrainLoss, TestError}
	}
	return []Metric{TestError}
}

// Told is what there is to know of the runs and their data, each line once: first how many there
// are, where some are missing or in no mean.
func (r Results) Told() (list []string) {
	lost := r.Diverged()
	if words := fmt.Sprintf("%d of %d runs finished", r.Finished(), r.Plan.Runs()); r.Finished() < r.Plan.Runs() || lost > 0 {
		if lost > 0 {
			words += fmt.Sprintf("; %d left the finite range, in no mean", lost)
		}
		if len(r.Failed) > 0 {
			words += fmt.Sprintf("; %d could not be made", len(r.Failed))
		}
		list = append(list, words)
	}
	if !r.OneLoss() {
		list = append(list, "the runs are of different losses, which do not compare: losses are not drawn, errors are")
	}
	for _, end := range []string{Budget, Condition} {
		var at sim.Befell
		for _, s := range r.Plan.sessions {
			if run, there := r.runs[s]; there && run.End == end {
				at.Add(fmt.Sprintf("t %d: %s", run.Iteration, run.Why))
			}
		}
		if at.Runs > 0 {
			list = append(list, fmt.Sprintf("%d of %d runs ended by their %s, one of them at %s", at.Runs, r.Finished(), end, at.Words()))
		}
	}
	unproved := map[int]bool{} // cells may share runs
	for _, cell := range r.Plan.Cells {
		for _, k := range r.unproved(cell, EpsilonTight) {
			unproved[cell.runs[k]] = true
		}
	}
	if len(unproved) > 0 {
		list = append(list, fmt.Sprintf("%d of %d runs have no guarantee at the end, beside draws of the same cell that have one: their ε counts as ∞", len(unproved), r.Finished()))
	}
	if lapsed := r.lapsed(); lapsed > len(unproved) {
		list = append(list, fmt.Sprintf("%d of %d runs have no guarantee at the end", lapsed, r.Finished()))
	}
	var inexact sim.Befell
	for _, s := range r.Plan.sessions {
		if words := r.runs[s].Inexact; words != "" {
			inexact.Add(words)
		}
	}
	if inexact.Runs > 0 {
		list = append(list, fmt.Sprintf("%d of %d runs, one of them: %s", inexact.Runs, r.Finished(), inexact.Words()))
	}
	var told sim.Tally
	for _, s := range r.Plan.sessions {
		for line := range strings.SplitSeq(r.runs[s].Told, "\n") {
			if line != "" {
				told.Add(line)
			}
		}
	}
	return append(list, told.Of(r.Finished())...)
}

// lapsed is how many of the runs had noise and end without a total; one that sent nothing
// has lost none.
func (r Results) lapsed() (n int) {
	for i, s := range r.Plan.sessions {
		if run := r.runs[s]; run.Iteration > 0 && !numeral.Bounds(float64(run.EpsilonTight)) && r.Plan.runs[i].HasNoise(run.Iteration) {
			n++
		}
	}
	return n
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

// Kept are the runs that are kept where the sweep was ended: how many of the plan's, unless it
// ended before that was known.
func (r Results) Kept() string {
	if r.runs == nil {
		return "finished runs"
	}
	return fmt.Sprintf("%d of %d runs", r.Finished(), r.Plan.Runs())
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
	Bound  bool    // a promise: it is rounded up
	Unit   float64 // what people read is so many times the number: 100 for shares
}

// Most is what no value can be above, as people read it; 0 where anything can be.
func (m Metric) Most() float64 {
	if m.Unit == 100 {
		return m.Unit
	}
	return 0
}

// Metrics are those of the summary, in its order.
var Metrics = []Metric{
	{rows.TrainLoss.Name, "loss (train)", func(r Run) float64 { return float64(r.TrainLoss) }, false, 1},
	{rows.TestError.Name, "error (test) %", func(r Run) float64 { return float64(r.TestError) }, false, 100},
	{rows.EpsilonTotal.Name, "printed", func(r Run) float64 { return float64(r.EpsilonTotal) }, true, 1},
	{rows.Tight.Name, "ε", func(r Run) float64 { return float64(r.EpsilonTight) }, true, 1},
	{rows.TrainLossC.Name, "loss times C (train)", func(r Run) float64 { return float64(r.TrainLossC) }, false, 1},
}

// The metrics by name.
var (
	TrainLoss    = Metrics[0]
	TestError    = Metrics[1]
	EpsilonTight = Metrics[3]
	TrainLossC   = Metrics[4]
)

// Shown are the stats in the unit people read.
func (m Metric) Shown(s report.Stats) report.Stats {
	return report.Stats{N: s.N, Mean: m.Unit * s.Mean, Min: m.Unit * s.Min, Q1: m.Unit * s.Q1, Median: m.Unit * s.Median, Q3: m.Unit * s.Q3, Max: m.Unit * s.Max}
}

// Text is a shown value in three digits: 0.361, 18.5, 4.58e4; "-" for NaN.
func (m Metric) Text(v float64) string {
	if m.Bound {
		v = numeral.RoundUp(v, 3)
	}
	text := strconv.FormatFloat(v, 'g', 3, 64)
	switch text {
	case "NaN":
		return "-"
	case "+Inf":
		return "∞"
	}
	return strings.NewReplacer("e+0", "e", "e-0", "e-", "e+", "e").Replace(text)
}

// Stats are those of a cell. Runs that diverged are left out: their last numbers
// say when they were stopped, not how well they learned. A run without a total beside draws
// that have one proves nothing, and is not the smallest of them.
func (r Results) Stats(cell Cell, m Metric) report.Stats {
	var values []float64
	mixed := m.Bound && r.unproved(cell, m) != nil
	for k := range cell.runs {
		if run, ok := r.At(cell, k); ok && run.End != Diverged {
			v := m.Of(run)
			if mixed && run.Iteration > 0 && math.IsNaN(v) {
				v = math.Inf(1)
			}
			values = append(values, v)
		}
	}
	return report.StatsOf(values)
}

// unproved are the draws of a cell that made iterations and have no total at their end, where
// others of it have one.
func (r Results) unproved(cell Cell, m Metric) (none []int) {
	some := false
	for k := range cell.runs {
		run, ok := r.At(cell, k)
		switch {
		case !ok || run.End == Diverged || run.Iteration == 0:
		case math.IsNaN(m.Of(run)):
			none = append(none, k)
		default:
			some = true
		}
	}
	if !some {
		return nil
	}
	return none
}
