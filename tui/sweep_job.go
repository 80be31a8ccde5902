package tui

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/admm"
	"admmlab/sim/report"
	"admmlab/sim/sweep"
	"admmlab/sim/tradeoff"
	"admmlab/tui/dialog"
	"admmlab/tui/job"
)

// sweeps are the sweeps of the laboratory: one may run in the background.
type sweeps struct {
	form    sweepForm
	job     *job.Job      // under way
	picture *sweepPicture // of the newest sweep, nil before the first
	view    int           // of sweepViews
	folder  string        // of the newest sweep
	asking  bool          // whether to quit while one is under way
	// run makes a sweep: runSweep but for tests.
	run func(ctx context.Context, text, dir string, tell func(sweep.Progress)) (sweep.Results, error)
}

// sweepPicture is a sweep as far as it has come, with the optimal alpha of each of
// its curves. It never changes once made.
type sweepPicture struct {
	sweep.Progress
	fits []sweepFit
}

// sweepFit is an optimal alpha, or the words that say why there is none.
type sweepFit struct {
	tradeoff.Optimum
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
	before := l.newest
	l.heard, l.newest = now, sweepPicture{Progress: at}
	if !l.copied.IsZero() && now.Sub(l.copied) < 10*l.took {
		l.newest.Results, l.newest.fits = before.Results, before.fits
	} else {
		l.newest.Results = at.Results.Snapshot()
		l.newest.fits = sweepFits(l.newest.Results)
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
		f.Optimum, _, err = r.Optimum(c)
		f.ok = err == nil
		list = append(list, f)
	}
	return list
}

// startSweep runs what the form says in a command of its own.
func (m *Model) startSweep() tea.Cmd {
	f := m.sweeps.form
	text := sweepText(m.sweepBase(), f.axes[:], f.repeats)
	dir, err := sweepFolder(m.scene.Base.Method, f, text)
	if f.mostLoss != "" {
		text += "[optimum]\nc3 = " + strconv.Quote(f.mostLoss) + "\n" // weighs the same runs otherwise
	}
	if err != nil {
		m.scene.Warn("%v", err)
		return nil
	}
	m.sweeps.folder, m.sweeps.picture, m.sweeps.view = dir, nil, 0
	m.lens.chosen[sweepLens] = 0
	if m.lens.open != sweepLens || !m.lensInSight() {
		m.toggleLens(sweepLens)
	}
	run := m.sweeps.run
	m.sweeps.job = job.Start(m.jobs, job.Task[*sweepPicture, sweep.Results]{
		Name: "the sweep",
		Work: func(ctx context.Context, tell func(*sweepPicture)) (sweep.Results, error) {
			l := &listener{tell: tell}
			return run(ctx, text, dir, l.hear)
		},
		Progress: func(p *sweepPicture) { m.sweeps.picture = p },
		Part:     func(p *sweepPicture) float64 { return float64(p.Done) / float64(max(1, p.Runs)) },
		Done:     m.swept,
	})
	return nil
}

// runSweep makes a sweep, leaving a core to the screen.
func (m *Model) runSweep(ctx context.Context, text, dir string, tell func(sweep.Progress)) (sweep.Results, error) {
	p, err := sweep.Parse([]byte(text), "the sweep", nil)
	if err != nil {
		return sweep.Results{}, err
	}
	return p.Run(ctx, m.options.Host, dir, spareWorkers(), tell)
}

// sweepFolder is where a sweep keeps its runs: the same sweep, the same folder.
func sweepFolder(method string, f sweepForm, text string) (string, error) {
	home, err := report.DataFolder("sweeps")
	if err != nil {
		return "", fmt.Errorf("%w, or use admmlab sweep FILE --out DIR", err)
	}
	sum := fnv.New32a()
	sum.Write([]byte(text))
	name := method + "-" + f.axes[0].key
	if f.axes[1].key != "" {
		name += "-" + f.axes[1].key
	}
	return filepath.Join(home, fmt.Sprintf("%s-%08x", name, sum.Sum32())), nil
}

// stopSweep ends the sweep under way and reports whether there was one. What is finished
// is still told.
func (m *Model) stopSweep() bool {
	m.sweeps.job.Stop()
	return m.sweeps.job.UnderWay()
}

// swept files how a sweep ended.
func (m *Model) swept(results sweep.Results, err error) tea.Cmd {
	finished := 0
	if results.Plan.Axes != nil {
		finished = results.Finished()
		m.sweeps.picture = &sweepPicture{
			Progress: sweep.Progress{Runs: results.Plan.Runs(), Done: finished, Results: results},
			fits:     sweepFits(results),
		}
	}
	_, broke := errors.AsType[*job.Panic](err)
	switch {
	case errors.Is(err, context.Canceled):
		m.scene.Say("the sweep is stopped: %d of %d runs are kept, enter goes on", finished, results.Plan.Runs())
	case broke:
		m.scene.Warn("%v; finished runs are kept", err)
	case err != nil:
		m.scene.Warn("%v", err)
	default:
		m.scene.Say("the sweep is done, in %s", homely(m.sweeps.folder))
		m.scene.Message.Until = m.scene.Now.Add(writtenTime)
	}
	if results.Note != "" {
		m.scene.Warn("%s", results.Note)
	}
	return nil
}

// homely is a path with ~ for the home folder.
func homely(path string) string {
	if home, err := os.UserHomeDir(); err == nil && home != "" {
		if rest, ok := strings.CutPrefix(path, home+string(filepath.Separator)); ok {
			return filepath.Join("~", rest)
		}
	}
	return path
}

// sweepProgress is how far the sweep under way is, "" without one.
func (m *Model) sweepProgress() string {
	if !m.sweeps.job.UnderWay() {
		return ""
	}
	p := m.sweeps.picture
	switch {
	case p == nil:
		return "beginning"
	case p.Loading != nil:
		return fmt.Sprintf("reading %d %%", int(100*p.Loading.Part))
	}
	text := fmt.Sprintf("%d/%d", p.Done, p.Runs)
	if p.Left >= 0 {
		text += ", " + p.Left.Round(time.Second).String() + " left"
	}
	return text
}

// askQuit asks whether to leave a sweep; ctrl+c once more leaves at once.
func (m *Model) askQuit() tea.Cmd {
	m.sweeps.asking = true
	p := dialog.NewPick("A sweep is under way", []dialog.Item{
		{Title: "go on with it", Value: false},
		{Title: "quit: finished runs are kept", Value: true, Long: "the same sweep, asked for again, goes on with what is missing"},
	}, 0, m.look())
	return m.open(p, func() tea.Cmd {
		item, ok := p.Chosen()
		if !ok || item.Value == false {
			m.sweeps.asking = false
			return nil
		}
		return m.quit()
	})
}
