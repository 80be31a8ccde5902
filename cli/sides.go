package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"admmlab/cli/input"
	"admmlab/cli/output"
	"admmlab/presets"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/figure"
	"admmlab/sim/level"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/rows"
)

// side is one of the runs of a comparison.
type side struct {
	name   string // short, as in the lab
	curves [len(sideCharts)][]float64
	rows   *report.Writer // nil where nobody asks for them
	halted bool
	data   string // the key of its data with full paths: its session may be run from another folder
	report report.Report
}

// newSides are the runs of configs before their first row; rows are where theirs go, none
// where nobody asks for them.
func newSides(configs []config.Config, rows []*report.Writer) []side {
	sides := make([]side, len(configs))
	for i, c := range configs {
		sides[i].report = report.Ended(c, sim.NoRow())
	}
	for i, w := range rows {
		sides[i].rows = w
	}
	call(sides)
	return sides
}

// call names the runs by what is in force, as the lab does.
func call(sides []side) {
	now := make([]config.Config, len(sides))
	for i, s := range sides {
		now[i] = s.report.Now
	}
	for i, name := range config.Names(now) {
		sides[i].name, sides[i].report.Name = name, name
	}
}

// take files a row: what the charts show of it, and the whole in a file, as a million of
// them are too many to remember.
func (s *side) take(r sim.Row, notices []sim.Notice) error {
	for which, v := range [...]float64{r.TrainLoss, 100 * r.TestError, r.Tight} {
		s.curves[which] = append(s.curves[which], v)
	}
	s.report.Last = r
	s.hear(notices)
	if s.rows == nil {
		return nil
	}
	return s.rows.Write(r)
}

// ended is that the run has, and what it can be made again by.
func (s *side) ended(replay config.Config) {
	notices := s.report.Notices
	s.report = report.Ended(replay, s.report.Last)
	s.report.Notices, s.report.Strays = notices, presets.Strays(replay)
}

// hear files what happened beside the rows.
func (s *side) hear(notices []sim.Notice) {
	for _, n := range notices {
		s.halted = s.halted || n.Kind == sim.Diverged
		if tells(n) {
			s.report.Notices = append(s.report.Notices, n)
		}
	}
}

// tells reports whether a notice is news: that a limit is reached is not.
func tells(n sim.Notice) bool { return n.Kind != sim.Finished }

// halted is errHalted if one of the runs left the finite range.
func halted(sides []side) error {
	for _, s := range sides {
		if s.halted {
			return errHalted
		}
	}
	return nil
}

// sideColumns are those of a row that are compared.
var sideColumns = []*rows.Column{
	rows.Method, rows.Iteration, rows.TrainLoss, rows.TestLoss, rows.TestError,
	rows.EpsilonTotal, rows.Tight, rows.TightDelta, rows.Accountant, rows.Realised,
}

// writeSides writes the last row of each run.
func writeSides(out io.Writer, format string, sides []side) error {
	against, last := levelColumns(sides), append(slices.Clip(rows.Costs), rows.TrainLossC, rows.Neighbours)
	var lines [][]output.Cell
	for i, s := range sides {
		row := []output.Cell{output.Said(report.Letter(i)), output.Said(s.name)}
		for _, c := range sideColumns {
			row = append(row, output.Entry(c, s.report.Now.Method, s.report.Last))
		}
		row = append(row, s.levels(against)...)
		for _, c := range last {
			row = append(row, output.Entry(c, s.report.Now.Method, s.report.Last))
		}
		lines = append(lines, row)
	}
	return output.WriteTable(out, format, slices.Concat([]string{"run", "name"}, rows.Names(sideColumns), against, rows.Names(last)), lines)
}

// tellCompared says what losses and totals of the runs compare.
func tellCompared(errOut io.Writer, sides []side) {
	var c report.Comparison
	for _, s := range sides {
		c.Runs = append(c.Runs, s.report)
	}
	sentence, each := c.Compared()
	for _, line := range append([]string{c.Losses(), sentence}, each...) {
		if line != "" {
			fmt.Fprintln(errOut, line)
		}
	}
}

// levelColumns are the test errors of what runs are measured against: three that any may
// have, and those of some.
func levelColumns(sides []side) []string {
	columns := []string{"majority_error", "curator_error", "pooled_error"}
	for _, s := range sides {
		for _, l := range s.report.Against() {
			if name := levelColumn(l); !slices.Contains(columns, name) {
				columns = append(columns, name)
			}
		}
	}
	return columns
}

func levelColumn(l level.Level) string {
	return strings.ReplaceAll(strings.ToLower(l.Short), " ", "_") + "_error"
}

// levels are the cells of columns.
func (s side) levels(columns []string) []output.Cell {
	cells := slices.Repeat([]output.Cell{output.Absent()}, len(columns))
	for _, l := range s.report.Against() {
		cells[slices.Index(columns, levelColumn(l))] = output.Share(l.TestError)
	}
	return cells
}

// sideCharts are the charts of a comparison by what they are called.
var sideCharts = [...]string{"loss", "error", "privacy"}

// files are all that a comparison writes into its folder.
func (c comparison) files() []string {
	list := []string{"report.md"}
	for i, one := range c.asked.Configs {
		list = append(list, sideFile(i, one)+".csv", sideFile(i, one)+".toml")
	}
	for _, name := range sideCharts {
		list = append(list, name+"."+c.picture)
	}
	return list
}

// paths are files with their folder, none where nothing is written.
func (c comparison) paths() (list []string) {
	if c.dir == "" {
		return nil
	}
	for _, name := range c.files() {
		list = append(list, filepath.Join(c.dir, name))
	}
	return list
}

// sidePatterns match the files of any comparison.
func sidePatterns() []string {
	list := []string{"[A-D]-*.csv", "[A-D]-*.toml"}
	for _, name := range sideCharts {
		for _, format := range figure.Formats {
			list = append(list, name+"."+format)
		}
	}
	return list
}

// sideFile is what the files of a run are called, without their endings.
func sideFile(i int, c config.Config) string { return report.Letter(i) + "-" + c.Method }

// write fills one of the files of the folder.
func (c *comparison) write(ctx context.Context, name string, write func(io.Writer) error) error {
	return c.batch.Write(ctx, filepath.Join(c.dir, name), c.asked.Reads, write)
}

// begin begins all files of the folder, and returns the writers of the rows of all runs.
func (c *comparison) begin() (list []*report.Writer, err error) {
	to := map[string]io.Writer{}
	for _, name := range c.files() {
		if to[name], err = c.batch.Begin(filepath.Join(c.dir, name), c.asked.Reads); err != nil {
			return nil, err
		}
	}
	for i, one := range c.asked.Configs {
		w, err := report.NewWriter(to[sideFile(i, one)+".csv"], "csv", one.Method)
		if err != nil {
			return nil, err
		}
		list = append(list, w)
	}
	return list, nil
}

// writeFiles writes what rows have not written yet, all that can be of them, then sessions and charts, and the
// page that belongs beside them.
func (c *comparison) writeFiles(ctx context.Context, rows []*report.Writer, sides []side) error {
	var lost error
	for i, w := range rows {
		err := c.write(ctx, sideFile(i, c.asked.Configs[i])+".csv", func(io.Writer) error { return w.Flush() })
		lost = cmp.Or(lost, err)
	}
	if lost != nil {
		return lost
	}
	var page report.Comparison
	for i, s := range sides {
		session := s.report.Replay
		session.Data = s.data
		if err := c.write(ctx, sideFile(i, session)+".toml", func(w io.Writer) error {
			_, err := io.WriteString(w, session.Text())
			return err
		}); err != nil {
			return err
		}
		page.Runs = append(page.Runs, s.report)
	}
	for which, name := range sideCharts {
		f := sideChart(which, sides)
		name += "." + c.picture
		picture, err := input.Heed(ctx, func() ([]byte, error) { // a PNG of curves that jump takes seconds
			var b bytes.Buffer
			err := f.Write(&b, c.picture)
			return b.Bytes(), err
		})
		if err == nil {
			err = c.write(ctx, name, func(w io.Writer) error {
				_, err := w.Write(picture)
				return err
			})
		}
		if err != nil {
			return err
		}
		page.Pictures = append(page.Pictures, report.Picture{Title: f.Title, File: name})
	}
	return c.write(ctx, "report.md", page.Write)
}

// far is how many times higher one run may reach than another before both are seen
// only on a logarithmic axis.
const far = 20

// sideChart is a chart of all runs, as the lab draws them side by side.
func sideChart(which int, sides []side) figure.Chart {
	var runs []config.Config
	for _, s := range sides {
		runs = append(runs, s.report.Replay)
	}
	f := figure.Chart{
		Title: report.ChartTitle(which, runs),
		Unit:  [...]string{report.LossUnit(runs), "%", report.EpsilonUnit(promised(sides))}[which],
	}
	if which == 1 {
		f.Most = 100
	}
	least, most := math.Inf(1), 0.0
	for i, s := range sides {
		curve := figure.Series{Label: report.Letter(i) + ": " + s.name, Style: figure.Side(i), Values: s.curves[which]}
		highest := 0.0
		for _, v := range curve.Values {
			if !math.IsInf(v, 0) && v > highest { // NaN compares false
				highest = v
			}
		}
		if highest > 0 {
			least, most = math.Min(least, highest), math.Max(most, highest)
		}
		f.Series = append(f.Series, curve)
	}
	if f.Log = most > far*least; f.Log {
		f.Title = report.OnScale(f.Title, "log scale")
	}
	var lines [][]figure.Rule
	for _, s := range sides {
		if which < 2 {
			lines = append(lines, s.against(which))
		} else {
			lines = append(lines, s.walls())
		}
	}
	f.Rules = figure.Together(lines, report.Letter)
	if which == 2 && !f.Log && most > 0 { // totals never fall: from 0, and up to a budget that is near
		high := most
		for _, r := range f.Rules {
			if r.Value < 2*most {
				high = math.Max(high, r.Value)
			}
		}
		f.High = 1.05 * high
	}
	return f
}

// promised is what the totals of runs go with, each from its first iteration to the last that
// has one.
func promised(sides []side) (all config.Promise) {
	for _, s := range sides {
		for i, tight := range slices.Backward(s.curves[2]) {
			if numeral.Bounds(tight) {
				all = all.And(s.report.Replay.Promises(i + 1))
				break
			}
		}
	}
	return all
}

// walls are the budgets of the run in the chart of its total, as each iteration had them.
func (s side) walls() (list []figure.Rule) {
	before := 0
	for _, b := range slices.Backward(s.report.Replay.Stretches(config.BudgetKnob, s.report.Happened())) {
		rule := figure.Rule{Limit: true, From: b.From, Before: before}
		if budget, err := strconv.ParseFloat(b.Value, 64); err == nil && budget > 0 {
			rule.Value, rule.Label = budget, numeral.Budget(budget) // no mark says that it was another before
			list = append(list, rule)
		}
		before = b.From
	}
	return list
}

// against are the levels of the run in the chart of the loss or the error.
func (s side) against(which int) (list []figure.Rule) {
	for _, l := range s.report.Against() {
		v := [...]float64{l.TrainLoss, 100 * l.TestError}[which]
		list = append(list, figure.Rule{Value: v, Label: l.Named(numeral.Short(v))})
	}
	return list
}
