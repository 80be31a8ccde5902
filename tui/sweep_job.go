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
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/admm"
	"admmlab/sim/report"
	"admmlab/sim/sweep"
	"admmlab/sim/tradeoff"
	"admmlab/tui/dialog"
)

// sweeps are the sweeps of the laboratory: one may run in the background.
type sweeps struct {
	form    sweepForm
	job     *sweepJob     // under way, nil
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

// sweepJob is a sweep under way. Its command writes, the screen reads.
type sweepJob struct {
	cancel  context.CancelFunc
	working sync.Mutex // held while the command works

	mu      sync.Mutex
	picture *sweepPicture
	heard   time.Time // when it was made
	copied  time.Time // when its results were
	took    time.Duration
}

// sweepMsg is how a sweep ended.
type sweepMsg struct {
	job     *sweepJob
	results sweep.Results
	err     error
}

// hearTime is how often the screen learns how far a sweep is.
const hearTime = time.Second / 10

// hear takes how far the sweep is; the sweep waits meanwhile, so that results are
// copied for a tenth of the time at most.
func (j *sweepJob) hear(at sweep.Progress) {
	now := time.Now()
	if now.Sub(j.heard) < hearTime {
		return
	}
	j.heard = now
	p := &sweepPicture{Progress: at}
	if before := j.look(); before != nil && now.Sub(j.copied) < 10*j.took {
		p.Results, p.fits = before.Results, before.fits
	} else {
		p.Results = at.Results.Snapshot()
		p.fits = sweepFits(p.Results)
		j.copied, j.took = now, time.Since(now)
	}
	j.mu.Lock()
	j.picture = p
	j.mu.Unlock()
}

func (j *sweepJob) look() *sweepPicture {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.picture
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
	ctx, cancel := context.WithCancel(context.Background())
	job := &sweepJob{cancel: cancel}
	m.sweeps.job, m.sweeps.folder, m.sweeps.picture, m.sweeps.view = job, dir, nil, 0
	m.lens.chosen[sweepLens] = 0
	if m.lens.open != sweepLens || !m.lensInSight() {
		m.toggleLens(sweepLens)
	}
	run := m.sweeps.run
	return func() (msg tea.Msg) {
		job.working.Lock()
		defer job.working.Unlock()
		out := sweepMsg{job: job}
		defer func() {
			if broken := recover(); broken != nil {
				out.err = fmt.Errorf("the sweep failed inside the program: %v; finished runs are kept", broken)
			}
			msg = out
		}()
		out.results, out.err = run(ctx, text, dir, job.hear)
		return out
	}
}

// runSweep makes a sweep, leaving a core to the screen.
func runSweep(ctx context.Context, text, dir string, tell func(sweep.Progress)) (sweep.Results, error) {
	p, err := sweep.Parse([]byte(text), "the sweep", nil)
	if err != nil {
		return sweep.Results{}, err
	}
	return p.Run(ctx, dir, spareWorkers(), tell)
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

// stopSweep ends the sweep under way and tells whether there was one. Its command
// still says what is finished.
func (m *Model) stopSweep() bool {
	if m.sweeps.job == nil {
		return false
	}
	m.sweeps.job.cancel()
	return true
}

// leaveSweep ends a sweep for good: its runs under way end within an iteration.
func (m *Model) leaveSweep() {
	if job := m.sweeps.job; job != nil {
		job.cancel()
		job.working.Lock() // until its files are written
		defer job.working.Unlock()
	}
}

// followSweep takes what the sweep under way has come to.
func (m *Model) followSweep() {
	if m.sweeps.job == nil {
		return
	}
	if p := m.sweeps.job.look(); p != nil && p != m.sweeps.picture {
		m.sweeps.picture, m.scene.Dirty = p, true
	}
}

// swept files how a sweep ended.
func (m *Model) swept(msg sweepMsg) tea.Cmd {
	if msg.job != m.sweeps.job {
		return nil
	}
	msg.job.cancel()
	m.sweeps.job = nil
	m.scene.Dirty = true
	finished := 0
	if msg.results.Plan.Axes != nil {
		finished = msg.results.Finished()
		m.sweeps.picture = &sweepPicture{
			Progress: sweep.Progress{Runs: msg.results.Plan.Runs(), Done: finished, Results: msg.results},
			fits:     sweepFits(msg.results),
		}
	}
	switch {
	case errors.Is(msg.err, context.Canceled):
		m.scene.Say("the sweep is stopped: %d of %d runs are kept, enter goes on", finished, msg.results.Plan.Runs())
	case msg.err != nil:
		m.scene.Warn("%v", msg.err)
	default:
		m.scene.Say("the sweep is done, in %s", homely(m.sweeps.folder))
		m.scene.Message.Until = m.scene.Now.Add(writtenTime)
	}
	if msg.results.Note != "" {
		m.scene.Warn("%s", msg.results.Note)
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
	if m.sweeps.job == nil {
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
