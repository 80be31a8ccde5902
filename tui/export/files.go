package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"admmlab/presets"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/figure"
	"admmlab/sim/files"
	"admmlab/sim/report"
	"admmlab/tui/chart"
	"admmlab/tui/plane"
	"admmlab/tui/scene"
)

// exporter is what is on the screen, to be written while the runs go on: what is
// filed in a history never changes, so that its slices may be shared.
type exporter struct {
	folder string // as typed, then as shown
	write  func(path string, write func(io.Writer) error) (string, error)
	model  func(ctx context.Context, c config.Config, at int) (*sim.Model, error)
	name   string // of the files
	runs   []exported
	charts []drawn
	frame  string   // the screen, where that is asked for
	files  []string // that are written, models with their promise
}

// drawn is a chart and the word in the name of its file.
type drawn struct {
	name string
	figure.Chart
}

// exported is a run as it stands.
type exported struct {
	part    string // of the names of its files, "" without others beside it
	history scene.History
	report  report.Report // without pictures
	data    string        // the key of its data with full paths: its session may be run from another folder
	at      int           // the iteration that is looked at, or its last
}

func (e *Exports) exporter() *exporter {
	remake, origin := e.Model, e.scene.State.Size.Origin // runs side by side are on the same data
	j := &exporter{folder: e.Folder, write: e.Write, model: func(ctx context.Context, c config.Config, at int) (*sim.Model, error) {
		return remake(ctx, c, at, origin, nil, nil)
	}}
	replays, called := e.scene.Replays(), e.scene.Names()
	for i, h := range e.scene.Histories() {
		r := exported{history: h.Now(), report: report.Ended(replays[i], h.Row(h.Last())), data: e.scene.FullPaths(replays[i].Data), at: h.Last()}
		if at := e.scene.At(); at > 0 { // else the run at the keys has no iteration
			r.at = min(at, r.at)
		}
		r.report.Notices, r.report.LeftOut, r.report.Strays = e.toldOf(i), len(h.Gone), presets.Strays(replays[i])
		if i == 0 {
			r.report.Levels = e.scene.Levels
		}
		if e.scene.Comparing() {
			r.part, r.report.Name = "-"+report.Letter(i)+"-"+replays[i].Method, called[i]
		}
		j.runs = append(j.runs, r)
	}
	what := replays[0].Method
	if e.scene.Comparing() {
		what = "compare"
	}
	j.name = fmt.Sprintf("admmlab-%s-seed%d-t%d", what, replays[0].Seed, e.scene.Run.Last())
	for which, name := range []string{scene.LossChart: "loss", scene.ErrorChart: "error", scene.PrivacyChart: "privacy"} {
		j.charts = append(j.charts, drawn{name, e.Figure(which)})
	}
	j.charts = append(j.charts, drawn{"plane", e.Plane()})
	return j
}

// toldOf is what happened in run i, 0 for the one at the keys.
func (e *Exports) toldOf(i int) []sim.Notice {
	var list []sim.Notice
	told := e.scene.Histories()[i].News
	for _, n := range told {
		if n.Kind != sim.Finished || !e.scene.Comparing() { // all end at the limit
			list = append(list, n)
		}
	}
	if i == 0 {
		return list
	}
	// What broke off may not have told why.
	s := e.scene.Companions[i-1].State
	if s.Lapsed > 0 && !slices.ContainsFunc(told, func(n sim.Notice) bool { return n.Kind == sim.NoGuarantee }) {
		list = append(list, sim.Notice{Iteration: s.Lapsed, Kind: sim.NoGuarantee, Text: "no guarantee from here on"})
	}
	if s.Halted != "" && !slices.ContainsFunc(told, func(n sim.Notice) bool { return n.Text == s.Halted }) {
		list = append(list, sim.Notice{Iteration: s.Iteration, Kind: sim.Diverged, Text: s.Halted})
	}
	return list
}

// unit is that of the totals of runs.
func unit(runs []*scene.History) string {
	var all config.Promise
	for _, h := range runs {
		all = all.And(h.Promise())
	}
	return report.EpsilonUnit(all)
}

// live is the scene without its cursor: a file has the whole run, and says what is so at its end.
func (e *Exports) live() *scene.Scene {
	now := *e.scene
	now.Cursor = 0
	return &now
}

// Figure is a chart of the screen for paper. Runs side by side are equals there, by
// the letters of their report.
func (e *Exports) Figure(which int) figure.Chart {
	p, now := e.hooks.Chart(which), e.live()
	c := now.InForce()
	f := figure.Chart{
		Title: [...]string{"Train loss", "Test error", "Privacy"}[which] + ", " + now.RunWords() + ", seed " + fmt.Sprint(c.Seed),
		Unit:  [...]string{report.LossUnit(now.Replays()), "%", unit(p.Sight(now))}[which],
	}
	if which == scene.ErrorChart {
		f.Most = scene.MostError
	}
	o := p.Options(now, 0, 0)
	f.Log = o.Log
	if now.Comparing() {
		f.Title = report.ChartTitle(which, now.Replays())
	}
	if f.Log {
		f.Title = report.OnScale(f.Title, "log scale")
	}
	if which == scene.LossChart && now.Factor() {
		f.Unit = c.TrainLoss() + ", times C" // parties have none
	}
	if !f.Log {
		f.Low, f.High = o.Range.Low, o.Range.High
	}
	styles := map[chart.Role]figure.Style{chart.Main: figure.Main, chart.Third: figure.Second, chart.Reference: figure.Third, chart.Ghost: figure.Ghost}
	series := p.Series(now)
	if now.Comparing() { // A comes first on paper
		side := func(s chart.Series) uint { return uint(slices.Index(scene.SideRoles[:], s.Role)) } // others come last
		sort.SliceStable(series, func(i, j int) bool { return side(series[i]) < side(series[j]) })
	}
	for _, s := range series {
		style := styles[s.Role]
		switch i := slices.Index(scene.SideRoles[:], s.Role); {
		case !now.Comparing():
		case i >= 0:
			s.Label, style = report.Letter(i)+": "+s.Label, figure.Side(i)
		default: // the run before and the band are of the run at the keys
			s.Label = report.Letter(0) + ": " + s.Label
		}
		switch {
		case s.Label == "":
			s.Label = "this run"
		case which == scene.PrivacyChart && s.Role == chart.Reference && s.Low == nil: // no band; what it compares the totals need not
			s.Label += ", " + c.Spec().Measured()
		}
		x, values := points(s)
		f.Series = append(f.Series, figure.Series{Label: s.Label, Values: values, X: x, Style: style, Low: s.Low, High: s.High})
	}
	for _, k := range now.Run.Marks {
		f.Marks = append(f.Marks, figure.Mark{Iteration: k.Iteration, Label: k.Label})
	}
	lines := [][]figure.Rule{rules(p.Levels(now))} // what the others are measured against nobody has computed
	for i, c := range now.Replays()[1:] {
		lines = append(lines, rules(p.Limits(now, c, now.Companions[i].Run.Last())))
	}
	f.Rules = figure.Together(lines, report.Letter)
	return f
}

// rules are levels of the screen for paper.
func rules(levels []chart.Level) (list []figure.Rule) {
	for _, l := range levels {
		list = append(list, figure.Rule{Value: l.Value, Label: l.Label, Limit: !l.Quiet, From: l.From, Before: l.Before})
	}
	return list
}

// Plane is the error over ε of all runs in sight, for paper.
func (e *Exports) Plane() figure.Chart {
	now := e.live()
	f := new(plane.Plane).Figure(now, report.Letter)
	f.Title = "Test error against ε, " + now.RunWords() + ", seed " + fmt.Sprint(now.InForce().Seed)
	if now.Comparing() {
		f.Title = "Test error against ε, side by side"
	}
	f.Title = report.OnScale(f.Title, map[[2]bool]string{{true, true}: "both log scale", {true, false}: "error on log scale", {false, true}: "ε on log scale"}[[2]bool{f.Log, f.LogX}])
	f.Unit, f.Across = "%", unit(plane.Sight(now))
	return f
}

// points are the values of a curve and, where it has not every one, their iterations.
func points(s chart.Series) (x, values []float64) {
	if s.Every <= 1 {
		return nil, s.Values
	}
	for k := range s.Values {
		x = append(x, float64(s.From+k*s.Every))
	}
	if s.NewestAt == 0 {
		return x, s.Values
	}
	return append(x, float64(s.NewestAt)), append(slices.Clip(s.Values), s.Newest)
}

// do writes one kind of export, file by file until ctx ends.
func (j *exporter) do(ctx context.Context, kind string) error {
	switch kind {
	case "csv", "jsonl":
		return j.each(ctx, "."+kind, func(w io.Writer, r exported) error { return r.rows(w, kind) })
	case "model-csv", "model-json":
		return j.models(ctx, strings.TrimPrefix(kind, "model-"))
	case "session":
		return j.each(ctx, ".toml", func(w io.Writer, r exported) error {
			c := r.report.Replay
			c.Data = r.data
			_, err := io.WriteString(w, c.Text())
			return err
		})
	case "screen":
		return j.file(ctx, "-screen.svg", func(w io.Writer) error {
			_, err := io.WriteString(w, j.frame)
			return err
		})
	case "svg", "png":
		_, err := j.pictures(ctx, kind)
		return err
	}
	pictures, err := j.pictures(ctx, "svg")
	if err != nil {
		return err
	}
	return j.file(ctx, ".md", func(w io.Writer) error { return j.page(w, pictures) })
}

// page writes the report of the run, or of the runs side by side.
func (j *exporter) page(w io.Writer, pictures []report.Picture) error {
	page := report.Comparison{Pictures: pictures}
	for _, r := range j.runs {
		page.Runs = append(page.Runs, r.report)
	}
	return page.Write(w)
}

// each writes a file for each run.
func (j *exporter) each(ctx context.Context, ending string, write func(io.Writer, exported) error) error {
	for _, r := range j.runs {
		if err := j.file(ctx, r.part+ending, func(w io.Writer) error { return write(w, r) }); err != nil {
			return err
		}
	}
	return nil
}

// models writes the weights of each run. One that has none does not hold up the others.
func (j *exporter) models(ctx context.Context, format string) error {
	var without []string
	for i, r := range j.runs {
		m, err := j.modelOf(ctx, r)
		if err == nil {
			err = report.CheckModel(m)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && len(j.runs) > 1:
			without = append(without, fmt.Sprintf("%s: %v", report.Letter(i), err))
			continue
		case err != nil:
			return err
		}
		ending := r.part + "-model." + format
		if r.at < r.history.Last() {
			ending = fmt.Sprintf("%s-model-at-t%d.%s", r.part, r.at, format)
		}
		if err := j.file(ctx, ending, func(w io.Writer) error { return report.WriteModel(ctx, w, format, m) }); err != nil {
			return err
		}
		j.files[len(j.files)-1] += " (" + report.PromiseOfModel(m) + ")"
	}
	if without != nil {
		return errors.New(strings.Join(without, "; "))
	}
	return nil
}

// modelOf makes a run again for its weights, nil where it has made no iteration.
func (j *exporter) modelOf(ctx context.Context, r exported) (*sim.Model, error) {
	if r.at == 0 {
		return nil, nil
	}
	return j.model(ctx, r.report.Replay, r.at)
}

// file writes one file named after the run.
func (j *exporter) file(ctx context.Context, ending string, write func(io.Writer) error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if rest, ok := strings.CutPrefix(j.folder, "~"); ok && (rest == "" || rest[0] == '/') {
		if home, err := os.UserHomeDir(); err == nil {
			j.folder = home + rest
		}
	}
	if full, err := files.Full(j.folder); err == nil {
		j.folder = full
	}
	path := filepath.Join(j.folder, j.name+ending)
	taken, err := j.write(path, func(w io.Writer) error {
		if err := write(w); err != nil {
			return fmt.Errorf("writing %s: %w", path, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	j.files = append(j.files, filepath.Base(taken))
	return nil
}

// rows writes every iteration so far that is kept.
func (r exported) rows(w io.Writer, format string) error {
	h := r.history
	return report.WriteRows(w, format, r.report.Now.Method, func(yield func(sim.Row) bool) {
		for t := 1; t <= h.Last(); t++ {
			if h.Kept(t) == t && !yield(h.Row(t)) {
				return
			}
		}
	})
}

// pictures writes the charts.
func (j *exporter) pictures(ctx context.Context, format string) ([]report.Picture, error) {
	var list []report.Picture
	for _, c := range j.charts {
		err := j.file(ctx, "-"+c.name+"."+format, func(w io.Writer) error { return c.Write(w, format) })
		if err != nil {
			return nil, err
		}
		list = append(list, report.Picture{Title: c.Title, File: j.files[len(j.files)-1]})
	}
	return list, nil
}
