package many

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/admm"
	"admmlab/sim/report"
	"admmlab/sim/runner"
	"admmlab/sim/sweep"
	"admmlab/tui/grid"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// Sweep is one or two parameters over a range; one sweep may run in the background.
type Sweep struct {
	many                  // its choice is of the curves
	Form    SweepForm     // as it is being asked for
	Picture *sweepPicture // of the newest sweep, nil before the first
	view    int           // of sweepViews
	// Run makes a sweep: Make but for tests.
	Run func(ctx context.Context, text, dir string, tell func(sweep.Progress)) (sweep.Results, error)
}

// NewSweep is the lens before the first sweep.
func NewSweep(h *runner.Host) *Sweep {
	l := &Sweep{many: many{host: h}}
	l.Run = l.Make
	return l
}

func (l *Sweep) Name() string                { return "sweep" }
func (l *Sweep) Title(s *scene.Scene) string { return l.sweepTitle(s) }
func (l *Sweep) Value(*scene.Scene) string   { return l.Progress() }
func (l *Sweep) Keys(*scene.Scene) string {
	lines := ""
	if l.sweepRows() > 0 {
		lines = "↑↓ row · "
	} else if l.sweepCurves() != 1 {
		lines = "↑↓ curve · "
	}
	return "←→ view · " + lines + "enter new · esc stop · S back"
}
func (l *Sweep) Looks(*scene.Scene) runner.Picture { return nil }

func (l *Sweep) Words(*scene.Scene) string {
	return report.Choosing + "; ? explains"
}

func (l *Sweep) Help(*scene.Scene) (title, lead string) { return "Sweep", "" }

// Bindings ask for the first sweep where there is none.
func (l *Sweep) Bindings() []scene.Binding {
	return []scene.Binding{{
		Key: "S", After: "d", Short: "sweep", Words: "sweep: one or two parameters over a range, with several draws of the noise; later what came of it",
		Do: func(s *scene.Scene) scene.Wish {
			if l.Job.UnderWay() || l.Picture != nil {
				return scene.Toggle{Lens: l.Name()}
			}
			return l.ask(s)
		},
	}}
}

// Stop ends the sweep under way, where one looks at it. What is finished is still told.
func (l *Sweep) Stop(inSight bool) (w scene.Wish, stopped bool) {
	return l.stop(inSight, "the sweep stops")
}

// Leaving is the sweep.
func (l *Sweep) Leaving() scene.Leaving { return scene.Leaving{Name: "the sweep", Job: l.Job} }

func (l *Sweep) Key(s *scene.Scene, key string) (w scene.Wish, known bool) {
	if by, ok := scene.Sideways(key); ok {
		l.view += by
		return nil, true
	}
	if key == "enter" {
		return l.ask(s), true
	}
	if rows := l.sweepRows(); rows > 0 {
		return nil, l.Move(key, l.In(rows), rows)
	}
	return nil, l.Move(key, l.curve(), l.sweepCurves())
}

func (l *Sweep) Click(*scene.Scene, scene.Click) scene.Wish { return nil }

func (l *Sweep) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	if in := (grid.Rect{W: g.Width(), H: g.Height()}); in.W > 0 && in.H > 0 {
		return l.drawSweep(s, g, in)
	}
	return false, false
}

// sweepPicture is a sweep as far as it has come, with the optimal alpha of each of
// its curves, what its totals go with and what befell its runs. It never changes once made.
type sweepPicture struct {
	sweep.Progress
	fits    []sweepFit
	unit    string // of ε: what the totals go with
	told    []string
	oneLoss bool // whether the losses of its runs compare
}

// pictured is the picture of a sweep whose results do not change any more.
func pictured(p sweep.Progress) *sweepPicture {
	return &sweepPicture{Progress: p, fits: sweepFits(p.Results), unit: report.EpsilonUnit(p.Results.Promised()), told: p.Results.Told(), oneLoss: p.Results.OneLoss()}
}

// sweepFit is an optimal alpha, or the words that say why there is none.
type sweepFit struct {
	sweep.Fit
	words []string
	ok    bool
}

// hearTime is how often the screen learns how far a sweep is.
const hearTime = time.Second / 10

// listener makes pictures of a sweep under way, on the goroutine of the sweep.
type listener struct {
	tell   func(*sweepPicture)
	newest sweepPicture
	heard  time.Time // when it was made
	copied time.Time // when its results were
	took   time.Duration
}

// hear takes how far the sweep is; the sweep waits meanwhile, so that results are
// copied for a tenth of the time at most.
func (l *listener) hear(at sweep.Progress) {
	now := time.Now()
	if now.Sub(l.heard) < hearTime {
		return
	}
	l.heard, l.newest.Made = now, at.Made
	if l.copied.IsZero() || now.Sub(l.copied) >= 10*l.took {
		at.Results = at.Results.Snapshot()
		l.newest = *pictured(at)
		l.copied, l.took = now, time.Since(now)
	}
	picture := l.newest
	l.tell(&picture)
}

// sweepFits are the optimal alphas of a sweep over alpha.
func sweepFits(r sweep.Results) []sweepFit {
	if r.Plan.Across().Key != admm.AlphaKey {
		return nil
	}
	var list []sweepFit
	for _, c := range r.Plan.Curves() {
		f := sweepFit{words: r.OptimumWords(c)}
		var err error
		f.Fit, err = r.Optimum(c)
		f.ok = err == nil
		list = append(list, f)
	}
	return list
}

// Start runs what the form says in the background.
func (l *Sweep) Start(s *scene.Scene) scene.Wish {
	if err := s.Unfit(); err != nil {
		return scene.Say{Text: err.Error(), Warn: true}
	}
	f := l.Form
	session := f.session(s)
	session.Data = s.FullPaths(session.Data) // another folder's table of that name is another
	text := sweepText(session, f.anywhere(s), f.Repeats)
	dir, err := sweepFolder(s.Base.Method, f, text)
	if err != nil {
		return scene.Say{Text: err.Error(), Warn: true}
	}
	before := *l
	l.Folder, l.Picture, l.view, l.Line = dir, nil, 0, 0
	run, text := l.Run, text+f.optimumText() // which weighs the same runs otherwise
	return scene.All{scene.Show{Lens: l.Name()}, scene.Work{Begin: func(jobs *job.List, wish func(scene.Wish) tea.Cmd) {
		l.Job = job.Start(jobs, job.Task[*sweepPicture, sweep.Results]{
			Name: "the sweep",
			Work: func(ctx context.Context, tell func(*sweepPicture)) (sweep.Results, error) {
				hears := &listener{tell: tell}
				return run(ctx, text, dir, hears.hear)
			},
			Progress: func(p *sweepPicture) { l.Picture = p },
			Part:     func(p *sweepPicture) float64 { return float64(p.Done) / float64(max(1, p.Runs)) },
			Done: func(r sweep.Results, err error) tea.Cmd {
				says := l.swept(r, err)
				if r.Finished() == 0 && before.Picture != nil { // nothing came of it: what there was stays in sight
					l.Folder, l.Picture, l.view, l.Line = before.Folder, before.Picture, before.view, before.Line
				}
				return wish(says)
			},
		})
	}}}
}

// Make makes a sweep, leaving a core to the screen.
func (l *Sweep) Make(ctx context.Context, text, dir string, tell func(sweep.Progress)) (sweep.Results, error) {
	p, err := parsed(text)
	if err != nil {
		return sweep.Results{}, err
	}
	return p.Run(ctx, l.host, dir, job.Workers(), tell)
}

// swept files how a sweep ended.
func (l *Sweep) swept(results sweep.Results, err error) scene.Wish {
	if results.Plan.Axes != nil {
		l.Picture = pictured(sweep.Progress{Made: sweep.Made{Runs: results.Plan.Runs(), Done: results.Finished()}, Results: results})
	}
	note := results.Note
	if err == nil { // else it says itself how many there are
		note = strings.Trim(note+"\n"+strings.Join(results.Told(), "\n"), "\n")
	}
	return ended(note, err, fmt.Sprintf("the sweep is stopped: %s are kept, enter goes on", results.Kept()),
		"the sweep is done, in "+homely(l.Folder))
}

// Progress is how far the sweep under way is, "" without one.
func (l *Sweep) Progress() string {
	if !l.Job.UnderWay() {
		return ""
	}
	if l.Picture == nil {
		return "beginning"
	}
	return progress(l.Picture.Loading, l.Picture.Done, l.Picture.Runs, l.Picture.Left)
}
