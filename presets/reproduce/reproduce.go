// Package reproduce computes the figures of the papers: it runs what a definition
// of package presets asks for, many runs at once, takes means and ranges over draws
// of the noise, sets baselines beside them, and gives the numbers as a drawing or as
// CSV. It draws what comes out, not what a paper shows, and opens no file.
package reproduce

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"admmlab/presets"
	"admmlab/sim"
	"admmlab/sim/baseline"
	"admmlab/sim/config"
	"admmlab/sim/figure"
	"admmlab/sim/numeral"
	"admmlab/sim/rows"
	"admmlab/sim/runner"
)

// Options are how a figure is computed.
type Options struct {
	More    []config.Assignment // put over the presets' own, as --set is
	Repeats int                 // instead of the definition's; 0: as it says
	Workers int                 // runs at once
	Loading func(sim.Loading)   // hears how data are read; may be nil
	Ran     func(done, all int) // hears of every run that ended; may be nil
}

// Result is a figure in numbers.
type Result struct {
	Figure   presets.Figure
	Panels   []Panel
	Told     []string // what there is to know of its runs, a line each
	Diverged int      // runs that left the finite range

	with string // settings that are not the figure's own, as an end of its title
}

// Panel is one chart in numbers.
type Panel struct {
	presets.Panel
	Curves []Curve
}

// Curve is one line in numbers; all slices but Low and High are equally long.
type Curve struct {
	Label     string
	Kind      string // "run", "baseline" or "formula"
	Runs      int    // draws of the noise behind each value
	X, Y      []float64
	Low, High []float64 // least and largest of Runs values; nil for one run
	level     bool      // one value along the whole axis
	delta     float64   // the largest that goes with the printed totals of its points
}

// Run computes a figure. The first run that fails fails the figure; a run that
// leaves the finite range only ends its curve there.
func Run(ctx context.Context, f presets.Figure, o Options) (Result, error) {
	if f.Missing != "" {
		return Result{}, fmt.Errorf("%s cannot be drawn: %s", f.Name, f.Missing)
	}
	if o.Repeats > 0 {
		f.Repeats = o.Repeats
	}
	host := runner.NewHost()
	defer host.Close()
	r := runs{host: host, number: map[string]int{}, ends: map[sim.NoticeKind]sim.Befell{}, heard: map[befallen]bool{}, references: map[string][]baseline.Score{}, options: o}
	if err := r.plan(f); err != nil {
		return Result{}, err
	}
	if err := r.run(ctx); err != nil {
		return Result{}, err
	}
	out := Result{Figure: f, Diverged: r.ends[sim.Diverged].Runs, with: r.with(f)}
	for _, p := range f.Panels {
		panel := Panel{Panel: p}
		for _, c := range p.Curves {
			curve, err := r.curve(ctx, p, c, f.Repeats, panel.Curves)
			if err != nil {
				return Result{}, fmt.Errorf("%s, curve %s: %w", f.Name, c.Label, err)
			}
			panel.Curves = append(panel.Curves, curve)
		}
		panel.stretch()
		out.Panels = append(out.Panels, panel)
	}
	out.Told = r.told()
	return out, nil
}

// with says which settings that count f was drawn with and that are not its own, "" for
// none: its title and its curves are named after those.
func (r *runs) with(f presets.Figure) string {
	var list []string
	for i, a := range r.options.More {
		counts := func(c config.Config) bool { return c.Counts(a.Key) }
		again := slices.ContainsFunc(r.options.More[i+1:], func(b config.Assignment) bool { return a.Key == b.Key })
		if !again && !f.Varies(a.Key, r.options.More) && slices.ContainsFunc(r.configs, counts) {
			list = append(list, a.Key+"="+a.Value)
		}
	}
	if list == nil {
		return ""
	}
	return ", drawn with " + strings.Join(list, ", ")
}

// runs are the distinct sessions of a figure and their rows.
type runs struct {
	options Options
	host    *runner.Host
	configs []config.Config
	number  map[string]int // place in configs by session text
	rows    [][]sim.Row
	data    sim.Tally                     // what is worth knowing of their data
	notes   []string                      // what is worth knowing of the panels, each line once
	ends    map[sim.NoticeKind]sim.Befell // of what befell runs
	heard   map[befallen]bool             // each counts once

	references map[string][]baseline.Score // by name and session text
}

// befallen is a run and what befell it.
type befallen struct {
	run  int
	kind sim.NoticeKind
}

func (r *runs) note(line string) {
	if !slices.Contains(r.notes, line) {
		r.notes = append(r.notes, line)
	}
}

// hear notes what there is to know of run i.
func (r *runs) hear(i int, notices []sim.Notice) {
	for _, n := range notices {
		switch {
		case n.Kind == sim.Data:
			r.data.Add(n.Text)
		case n.Kind == sim.NoGuarantee && !r.configs[i].HasNoise(r.configs[i].Limit()): // nothing was lost
		case slices.Contains(befell, n.Kind) && !r.heard[befallen{i, n.Kind}]:
			r.heard[befallen{i, n.Kind}] = true
			at := r.ends[n.Kind]
			at.Add(n.Text)
			r.ends[n.Kind] = at
		}
	}
}

// befell are the notices that are told of some runs.
var befell = []sim.NoticeKind{sim.Refused, sim.NoGuarantee, sim.SolverMissed, sim.Wall, sim.Met, sim.Unheld, sim.Diverged}

// told is what was heard, a line each.
func (r *runs) told() []string {
	list := append(r.data.Of(len(r.configs)), r.notes...)
	for _, kind := range befell {
		if at := r.ends[kind]; at.Runs > 0 {
			list = append(list, fmt.Sprintf("%d of %d runs, one of them: %s", at.Runs, len(r.configs), at.Words()))
		}
	}
	return list
}

// mostRows are how many rows a figure may have in all its runs: they take half a gigabyte,
// and twice that while they are filed.
const mostRows = 2_000_000

// plan lists every session once, however many panels show it.
func (r *runs) plan(f presets.Figure) error {
	for _, p := range f.Panels {
		for _, c := range p.Curves {
			if c.Baseline != "" || c.Formula != "" {
				continue
			}
			points, err := c.Sessions(r.options.More)
			if err != nil {
				return err
			}
			for _, point := range points {
				list := draws(point.Config, f.Repeats)
				if list[len(list)-1].Repeat > config.MaxRepeat {
					return fmt.Errorf("drawing %s: repeat = %d with %s goes past the largest repeat, %d", f.Name, point.Config.Repeat, numeral.Counted(len(list), "draw"), config.MaxRepeat)
				}
				for _, again := range list {
					if _, known := r.number[key(again)]; !known {
						r.number[key(again)] = len(r.configs)
						r.configs = append(r.configs, again)
					}
				}
			}
		}
	}
	all := 0
	for _, c := range r.configs {
		all += c.Limit()
	}
	if all > mostRows {
		return fmt.Errorf("drawing %s: its %s come to %s iterations, expected at most %s in all; set fewer iterations",
			f.Name, numeral.Counted(len(r.configs), "run"), numeral.Group(all), numeral.Group(mostRows))
	}
	return nil
}

// draws are the sessions that differ in what is drawn alone; one where nothing is.
func draws(c config.Config, repeats int) []config.Config {
	if !c.Counts(config.RepeatKnob.Key) {
		repeats = 1
	}
	list := make([]config.Config, repeats)
	for k := range list {
		list[k] = c
		list[k].Repeat += k
	}
	return list
}

// key is what two sessions with the same rows share.
func key(c config.Config) string {
	c.Title, c.Caption = "", ""
	return c.Text()
}

// run runs all of them.
func (r *runs) run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r.rows = make([][]sim.Row, len(r.configs))
	done := 0
	for _, c := range r.configs {
		if err := r.host.Keep(ctx, c.Data, r.options.Loading); err != nil {
			return err
		}
	}
	err := r.host.RunAll(ctx, r.configs, r.options.Workers, runner.Watcher{
		Loading: r.options.Loading,
		News:    func(i int, notices []sim.Notice) { r.hear(i, notices) },
		Row: func(i int, row sim.Row, notices []sim.Notice) {
			r.hear(i, notices)
			row.Nodes, row.Lights, row.Set, row.Graph = nil, nil, nil, nil
			r.rows[i] = append(r.rows[i], row)
		},
		Done: func(i int, err error) {
			if err != nil {
				stop(err) // the others need not go on
			}
			if done++; r.options.Ran != nil {
				r.options.Ran(done, len(r.configs))
			}
		},
	})
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// of are the rows of one session's draws.
func (r *runs) of(c config.Config, repeats int) [][]sim.Row {
	var list [][]sim.Row
	for _, again := range draws(c, repeats) {
		list = append(list, r.rows[r.number[key(again)]])
	}
	return list
}

// curve is one line of panel p, with those before it for a formula to read.
func (r *runs) curve(ctx context.Context, p presets.Panel, c presets.Curve, repeats int, before []Curve) (Curve, error) {
	if c.Formula != "" {
		return r.formula(p, c, repeats, before)
	}
	points, err := c.Sessions(r.options.More)
	if err != nil {
		return Curve{}, err
	}
	if c.Baseline != "" {
		return r.baseline(ctx, p, c, points)
	}
	out := Curve{Label: c.Label, Kind: "run", Runs: len(draws(points[0].Config, repeats))}
	if p.X == "" || p.Trail {
		drawn := r.of(points[0].Config, repeats)
		for t := range points[0].Config.Limit() {
			x := float64(t + 1)
			if p.Trail {
				x, _, _ = spread(drawn, p.X, t)
			}
			out.add(x, drawn, p.Y, t)
		}
		if first, last := ends(drawn); first < last {
			r.note(fmt.Sprintf("%s, %s: drawn up to t = %d, where the first of its %d draws of the noise ends", p.Title, c.Label, first, len(drawn)))
		}
		return out, nil
	}
	for _, point := range points {
		drawn := r.of(point.Config, repeats)
		for i, list := range drawn {
			last := len(list)
			if last == 0 || !list[last-1].Finite() && (p.At == 0 || p.At >= last) {
				drawn[i] = nil
				if len(drawn) > 1 {
					r.note(fmt.Sprintf("%s, %s: without the points of which some draw of the noise has no iteration, or none that is finite", p.Title, c.Label))
				}
				continue
			}
			if p.At > last {
				r.note(fmt.Sprintf("%s: of a run that ends at t = %d, which is what is drawn", p.Title, last))
			} else if p.At > 0 {
				last = p.At
			}
			drawn[i] = list[last-1 : last]
		}
		x := point.At
		if _, column := rows.Find(p.X); column {
			x, _, _ = spread(drawn, p.X, 0)
		}
		out.add(x, drawn, p.Y, 0)
	}
	out.level = c.Vary == ""
	return out, nil
}

// ends are the iterations at which the first and the last of the draws end.
func ends(drawn [][]sim.Row) (first, last int) {
	for i, rows := range drawn {
		if i == 0 {
			first = len(rows)
		}
		first, last = min(first, len(rows)), max(last, len(rows))
	}
	return first, last
}

// add puts one value and its range at x.
func (c *Curve) add(x float64, drawn [][]sim.Row, column string, t int) {
	mean, low, high := spread(drawn, column, t)
	for _, rows := range drawn {
		if t < len(rows) && !math.IsNaN(rows[t].EpsilonTotal) {
			c.delta = max(c.delta, rows[t].Delta)
		}
	}
	c.X, c.Y = append(c.X, x), append(c.Y, mean)
	if len(drawn) > 1 {
		c.Low, c.High = append(c.Low, low), append(c.High, high)
	}
}

// spread is the mean, the least and the largest of a column at row t over draws of
// the noise; NaN as soon as one of them has no finite value there.
func spread(drawn [][]sim.Row, column string, t int) (mean, low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	c, _ := rows.Find(column)
	for _, rows := range drawn {
		v := math.NaN()
		if t < len(rows) {
			v = c.Value(&rows[t])
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return math.NaN(), math.NaN(), math.NaN()
		}
		mean += v / float64(len(drawn))
		low, high = math.Min(low, v), math.Max(high, v)
	}
	return min(max(mean, low), high), low, high // a sum of equal numbers is rounded
}

// stretch lays what has one value along the axis of what has many, points without a place aside.
func (p *Panel) stretch() {
	var places [][]float64
	for _, c := range p.Curves {
		if !c.level {
			places = append(places, c.X)
		}
	}
	first, last := figure.Extremes(places)
	for i := range p.Curves {
		c := &p.Curves[i]
		if c.level && first < last {
			c.X, c.Y = []float64{first, last}, []float64{c.Y[0], c.Y[0]}
			if c.Low != nil {
				c.Low, c.High = []float64{c.Low[0], c.Low[0]}, []float64{c.High[0], c.High[0]}
			}
		}
	}
}
