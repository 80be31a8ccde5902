package sweep

import (
	"io"
	"math"
	"slices"
	"strings"

	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/rows"
)

// writeRuns writes a line a run, in the order of the plan; numbers are exact,
// absent ones empty. A run that could not be made says why.
func (r Results) writeRuns(w io.Writer) error {
	t, err := report.NewTable(w, "csv", append(r.keys(), config.RepeatKnob.Key, rows.Iteration.Name, rows.TrainLoss.Name, rows.TestError.Name,
		rows.EpsilonTotal.Name, rows.Tight.Name, r.beside(rows.TightDelta.Name), "end", "why", rows.TrainLossC.Name, rows.Neighbours.Name))
	if err != nil {
		return err
	}
	for _, cell := range r.Plan.Cells {
		for k := range cell.runs {
			line := append(values(cell), r.Plan.runs[cell.runs[k]].Repeat)
			run, ok := r.At(cell, k)
			switch failed := r.Failed[r.Plan.sessions[cell.runs[k]]]; {
			case ok:
				line = append(line, run.Iteration, run.TrainLoss, run.TestError, run.EpsilonTotal, run.EpsilonTight, run.Delta, run.End, run.Why, run.TrainLossC, strings.Join(r.promise(cell.runs[k]).Neighbours, " or "))
			case failed != nil:
				line = append(line, nil, nil, nil, nil, nil, nil, "failed", failed.Error(), nil, nil)
			default:
				continue
			}
			if err := t.Write(line...); err != nil {
				return err
			}
		}
	}
	return t.Flush()
}

// beside is the name of a column that stands beside the keys that are swept.
func (r Results) beside(name string) string {
	if slices.Contains(r.keys(), name) {
		return name + "_of_run"
	}
	return name
}

// values are a cell's values on the axes.
func values(c Cell) []any {
	var list []any
	for _, v := range c.Values {
		list = append(list, v)
	}
	return list
}

// writeSummary writes a line a cell.
func (r Results) writeSummary(w io.Writer) error {
	header := append(r.keys(), "runs", "diverged")
	for _, m := range Metrics {
		for _, what := range []string{"mean", "min", "q1", "median", "q3", "max"} {
			header = append(header, m.Column+"_"+what)
		}
	}
	t, err := report.NewTable(w, "csv", append(header, r.beside(rows.TightDelta.Name), rows.Neighbours.Name))
	if err != nil {
		return err
	}
	for _, cell := range r.Plan.Cells {
		finished, diverged := r.count(cell)
		line := append(values(cell), finished, diverged)
		for _, m := range Metrics {
			s := r.Stats(cell, m)
			line = append(line, s.Mean, s.Min, s.Q1, s.Median, s.Q3, s.Max)
		}
		delta, neighbours := r.proved(cell)
		line = append(line, delta, neighbours)
		if err := t.Write(line...); err != nil {
			return err
		}
	}
	return t.Flush()
}

// proved is what the totals of a cell are proved for: the largest δ of its runs, NaN where
// none has a total, and the neighbours of all. As in Stats, runs that diverged are left out.
func (r Results) proved(cell Cell) (delta float64, neighbours string) {
	delta, all := math.NaN(), config.Promise{}
	for k := range cell.runs {
		run, ok := r.At(cell, k)
		if !ok || run.End == Diverged || !numeral.Bounds(float64(run.EpsilonTight)) {
			continue
		}
		if d := float64(run.Delta); !(d <= delta) {
			delta = d
		}
		all = all.And(r.promise(cell.runs[k]))
	}
	return delta, strings.Join(all.Neighbours, " or ")
}

// count is how many runs of a cell are finished, and how many of them diverged.
func (r Results) count(cell Cell) (finished, diverged int) {
	for k := range cell.runs {
		if run, ok := r.At(cell, k); ok {
			finished++
			if run.End == Diverged {
				diverged++
			}
		}
	}
	return finished, diverged
}

// keys are the axes' names.
func (r Results) keys() []string {
	var list []string
	for _, a := range r.Plan.Axes {
		list = append(list, a.Key)
	}
	return list
}
