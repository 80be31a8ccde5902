package many

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/runner"
	"admmlab/sim/tune"
	"admmlab/tui/job"
	"admmlab/tui/scene"
)

// Tune finds the setting that learns best at a total ε; one may be under way.
type Tune struct {
	many                   // its choice is of the settings
	Form    TuneForm       // as it is being asked for
	Picture *tune.Progress // of the newest, nil before the first
	// Run tunes: Make but for tests.
	Run func(ctx context.Context, plan tune.Plan, dir string, tell func(tune.Progress)) (tune.Results, error)
}

// NewTune is the lens before anything was tuned.
func NewTune(h *runner.Host) *Tune {
	l := &Tune{many: many{host: h}, Form: TuneForm{Repeats: tune.DefaultRepeats}}
	l.Run = l.Make
	return l
}

func (l *Tune) Name() string { return "tune" }
func (l *Tune) Title(*scene.Scene) string {
	if l.Picture == nil || l.Picture.Results.Lines == nil {
		return "Tune"
	}
	plan := l.Picture.Results.Plan
	return fmt.Sprintf("Tune: ε ≤ %s %s", numeral.Given(plan.Session().Budget), plan.Promise().Words())
}
func (l *Tune) Value(*scene.Scene) string { return l.Progress() }
func (l *Tune) Keys(*scene.Scene) string {
	return "↑↓ setting · enter take over · O new · esc stop · o back"
}
func (l *Tune) Looks(*scene.Scene) runner.Picture { return nil }

func (l *Tune) Words(*scene.Scene) string {
	return "which setting learns best when all spend the same total ε; ? explains"
}

func (l *Tune) Help(*scene.Scene) (title, lead string) { return "Tune", "" }

// Bindings ask for the first where there is none.
func (l *Tune) Bindings() []scene.Binding {
	return []scene.Binding{{
		Key: "o", Short: "tune", Words: "tune: the setting that learns best at a total ε, and which cannot be told from it; enter takes one over",
		Do: func(s *scene.Scene) scene.Wish {
			if l.Job.UnderWay() || l.Picture != nil {
				return scene.Toggle{Lens: l.Name()}
			}
			return l.ask(s)
		},
	}, {Key: "O", Words: "tune anew: ask what is tuned next, while the last result stays in sight; what was stopped goes on", Do: l.ask}}
}

// Stop ends the one under way, where one looks at it. What is finished is still told.
func (l *Tune) Stop(inSight bool) (w scene.Wish, stopped bool) {
	return l.stop(inSight, "tuning stops")
}

// Leaving is tuning.
func (l *Tune) Leaving() scene.Leaving { return scene.Leaving{Name: "tuning", Job: l.Job} }

func (l *Tune) Key(s *scene.Scene, key string) (w scene.Wish, known bool) {
	lines := l.settings()
	switch {
	case key == "enter" && len(lines) == 0:
		return l.ask(s), true
	case key == "enter":
		return l.take(s, lines[l.In(len(lines))]), true
	}
	return nil, l.Move(key, l.In(len(lines)), len(lines))
}

func (l *Tune) Click(_ *scene.Scene, c scene.Click) scene.Wish {
	if len(l.settings()) == 0 {
		return nil
	}
	first, last := l.window(c.Width, c.Height)
	head := len(l.verdict(c.Width, c.Height))
	if at := first + c.Y - head - 1; c.Y > head && at < last {
		l.Line = at
	}
	return nil
}

// settings are those of the newest, best first.
func (l *Tune) settings() []tune.Line {
	if l.Picture == nil {
		return nil
	}
	return l.Picture.Results.Lines
}

// Start runs what the form says in the background.
func (l *Tune) Start(s *scene.Scene) scene.Wish {
	plan, err := l.plan(s)
	if err != nil {
		return scene.Say{Text: err.Error(), Warn: true}
	}
	dir, err := plan.Folder()
	if err != nil {
		return scene.Say{Text: err.Error(), Warn: true}
	}
	before := *l
	l.Folder, l.Picture, l.Line = dir, nil, 0
	run := l.Run
	shown := scene.All{scene.Show{Lens: l.Name()}}
	if plan.Without != "" {
		shown = append(shown, scene.Say{Text: plan.Without})
	}
	return append(shown, scene.Work{Begin: func(jobs *job.List, wish func(scene.Wish) tea.Cmd) {
		l.Job = job.Start(jobs, job.Task[tune.Progress, tune.Results]{
			Name: "tuning",
			Work: func(ctx context.Context, tell func(tune.Progress)) (tune.Results, error) {
				return run(ctx, plan, dir, tell)
			},
			Progress: func(p tune.Progress) { l.Picture = &p },
			Part:     func(p tune.Progress) float64 { return float64(p.Done) / float64(max(1, p.Runs)) },
			Done: func(r tune.Results, err error) tea.Cmd {
				says := l.tuned(r, err)
				if l.Picture == nil && before.Picture != nil { // nothing came of it: what there was stays in sight
					l.Folder, l.Picture, l.Line = before.Folder, before.Picture, before.Line
				}
				return wish(says)
			},
		})
	}})
}

// Make tunes, leaving a core to the screen.
func (l *Tune) Make(ctx context.Context, plan tune.Plan, dir string, tell func(tune.Progress)) (tune.Results, error) {
	return plan.Run(ctx, l.host, dir, job.Workers(), tell)
}

// tuned files how it ended.
func (l *Tune) tuned(r tune.Results, err error) scene.Wish {
	l.Picture = &tune.Progress{Results: r, Left: -1}
	if r.Lines == nil {
		l.Picture = nil
	}
	return ended(r.Note, err, "tuning is stopped: finished runs are kept, O goes on",
		"tuning is done, in "+homely(l.Folder)+"; enter takes a setting over")
}

// Progress is how far the one under way is, "" without one.
func (l *Tune) Progress() string {
	if !l.Job.UnderWay() {
		return ""
	}
	if l.Picture == nil {
		return "beginning"
	}
	return progress(l.Picture.Loading, l.Picture.Done, l.Picture.Runs, l.Picture.Left)
}

// take takes a setting over into the run, as changes like any others; where it belongs to
// another session than this, as a new run.
func (l *Tune) take(s *scene.Scene, line tune.Line) scene.Wish {
	if line.Noise == "" {
		return scene.Say{Text: "this setting cannot be taken over: " + line.Why, Warn: true}
	}
	base, c := s.Grant(s.Base), line.Config.Clone()
	c.Realised, c.Watch, c.Events = base.Realised, base.Watch, nil
	anew := func(why string) scene.Wish {
		return scene.All{scene.Start{Config: c, Fresh: true}, scene.Say{Text: "a new run of " + c.Spec().Name + ", as it was tuned: " + why}}
	}
	if len(base.Events) > 0 { // values that a reset would not begin with
		return anew("without the changes on the way of this one")
	}
	keys := append(slices.Clone(l.Picture.Results.Plan.Keys), c.Spec().NoiseKnob, config.BudgetKnob.Key, config.StopKnob.Key, config.HeldOutKnob.Key)
	for _, d := range config.Differences(base, c) {
		if cleared := d.Values[1] == "0"; !slices.Contains(keys, d.Key) && !(cleared && c.Method == base.Method && d.Key == admm.SigmaKey) {
			return anew("its " + d.Key + " is another than here")
		}
	}
	var wishes scene.All
	var words []string
	reset, wished := "", s.Wished()
	for _, key := range keys {
		k, _ := config.KnobOf(c, key)
		value := k.Value(c)
		replaced := config.SetsBack(key) != "" && wished.GivesWay(key) != "" // its value does not count
		if value == k.Value(wished) && !replaced {
			continue
		}
		wishes = append(wishes, scene.Turn{Key: key, Value: value})
		words = append(words, config.KnobName(k)+" "+config.ShortValue(c, key, value))
		if k.Counts == admm.AtReset {
			reset = "; " + config.KnobName(k) + " counts after a reset"
		}
	}
	if len(words) == 0 {
		return scene.Say{Text: "the run has these values"}
	}
	return append(wishes, scene.Say{Text: "taken over: " + strings.Join(words, ", ") + reset + "; r runs it from the start, u takes back one after the other"})
}
