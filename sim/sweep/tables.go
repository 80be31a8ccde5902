package sweep

import (
	"encoding/csv"
	"io"
	"strconv"

	"admmlab/sim/config"
	"admmlab/sim/report"
)

// writeRuns writes a line a run, in the order of the plan; numbers are exact,
// absent ones empty. A run that could not be made says why.
func (r Results) writeRuns(w io.Writer) error {
	lines := [][]string{append(r.keys(), config.RepeatKnob.Key, report.IterationColumn.Name, report.TrainLossColumn.Name, report.TestErrorColumn.Name,
		report.EpsilonTotalColumn.Name, report.TightColumn.Name, report.TightDeltaColumn.Name, "end", "why")}
	for _, cell := range r.Plan.Cells {
		for k := range cell.runs {
			line := append(append([]string{}, cell.Values...), strconv.Itoa(r.Plan.runs[cell.runs[k]].Repeat))
			run, ok := r.At(cell, k)
			switch failed := r.Failed[r.Plan.sessions[cell.runs[k]]]; {
			case ok:
				line = append(line, strconv.Itoa(run.Iteration))
				for _, v := range []report.Number{run.TrainLoss, run.TestError, run.EpsilonTotal, run.EpsilonTight, run.Delta} {
					line = append(line, report.NumberText(float64(v)))
				}
				line = append(line, run.End, run.Why)
			case failed != nil:
				line = append(line, "", "", "", "", "", "", "failed", failed.Error())
			default:
				continue
			}
			lines = append(lines, line)
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// writeSummary writes a line a cell.
func (r Results) writeSummary(w io.Writer) error {
	header := append(r.keys(), "runs", "diverged")
	for _, m := range Metrics {
		for _, what := range []string{"mean", "min", "q1", "median", "q3", "max"} {
			header = append(header, m.Column+"_"+what)
		}
	}
	lines := [][]string{header}
	for _, cell := range r.Plan.Cells {
		finished, diverged := r.count(cell)
		line := append(append([]string{}, cell.Values...), strconv.Itoa(finished), strconv.Itoa(diverged))
		for _, m := range Metrics {
			s := r.Stats(cell, m)
			for _, v := range []float64{s.Mean, s.Min, s.Q1, s.Median, s.Q3, s.Max} {
				line = append(line, report.NumberText(v))
			}
		}
		lines = append(lines, line)
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// count is how many repeats of a cell are finished, and how many of them diverged.
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
