package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/presets"
	"admmlab/sim/config"
	"admmlab/tui/band"
	"admmlab/tui/export"
	"admmlab/tui/job"
	"admmlab/tui/kept"
	"admmlab/tui/lens"
	"admmlab/tui/panel"
	"admmlab/tui/scene"
	"admmlab/tui/steer"
	"admmlab/tui/terminal"
)

// writesPerSecond is how often the terminal is written to at most: a drawn frame waits
// 25 ms for it. Every one costs something, also while there is nothing to write.
const writesPerSecond = 40

// New is the laboratory with a runner of its own on the host, which ends with ctx.
func New(ctx context.Context, o Options) *Model { return newModel(o, o.Host.NewRunner(ctx)) }

func newModel(o Options, s steer.Source) *Model {
	m := &Model{
		options: o, jobs: job.NewList(context.Background()),
		panels: panel.All(), mouse: !o.NoMouse, late: never, unsent: never, clock: time.Now,
		scene: scene.Scene{
			Told: scene.Told{
				Base: o.Start, Strays: presets.Strays(o.Start), Kind: scene.Kind{Name: o.Start.Topology, Seed: o.Start.Seed}, Pending: map[string]scene.Pending{}, Since: map[string]int{},
			},
			Window: scene.Window{Now: time.Now(), Theme: scene.DarkTheme(), ASCII: o.ASCII},
			Run:    &scene.History{Config: o.Start}, Pace: scene.DefaultPace, Selected: scene.RowsOf(o.Start)[0].Key, Dirty: true,
		},
	}
	m.records = kept.New(&m.scene, m.jobs, o.Runs, o.Unkept, kept.Hooks{Wish: m.grant, Free: m.free, Origin: o.Host.Origin})
	m.desk = steer.New(&m.scene, s, steer.Hooks{Leaving: m.records.Leaving, Begun: m.begun, Joined: m.records.Joined})
	m.bands = band.New(&m.scene, m.jobs, o.Host)
	m.levels = levels{compute: o.Host.Levels, patience: levelsPatience}
	m.exports = export.New(&m.scene, m.jobs, o.Host, export.Hooks{Wish: m.grant, Chart: m.chart, Frame: m.picture})
	m.lens.all = lens.All(o.Host)
	m.keys = bindings(m.lens.all)
	m.view.shown = m.lensPlace()
	m.refocus()
	m.desk.Together(append([]config.Config{o.Start}, o.Companions...))
	m.lookFor(o.Caption)
	if o.News != "" {
		m.scene.AnnounceWhile(m.untouched, o.News)
	}
	if o.Unkept != nil {
		m.scene.Announce("runs are not kept: %v", o.Unkept)
	}
	return m
}

// untouched reports whether the run is as it was asked for when the program was started: what was
// said of that is true.
func (m *Model) untouched() bool {
	byHand := func(c config.Change) bool { return c.ByHand }
	return m.scene.Generation <= 1 && len(m.scene.Pending) == 0 && !slices.ContainsFunc(m.scene.Run.Changes, byHand)
}

// never is the answer where no terminal is.
func never() bool { return false }

// Run shows the laboratory until q or the end of ctx. The terminal is as before
// when it returns, but for its title, which nobody can ask for, and tab stops, which are every 8
// columns. left is what could not be kept or recorded, whatever ended it.
func Run(ctx context.Context, o Options) (left, err error) { return New(ctx, o).run(ctx) }

func (m *Model) run(ctx context.Context) (left, err error) {
	o := m.options
	played := &player{}
	shown, open := tea.Model(m), func() *terminal.Screen { return terminal.Open(os.Stdin, os.Stdout) }
	if o.Show != nil {
		played = newPlayer(m, o.Show)
		shown = played
		if o.Show.Columns > 0 {
			open = func() *terminal.Screen { return terminal.Unseen(o.Show.Columns, o.Show.Rows) }
		}
	}
	screen := open()
	m.late, m.unsent = screen.Late, screen.Unsent
	recorded := m.record(screen)
	err = screen.Run(ctx, shown, tea.WithFPS(writesPerSecond))
	m.desk.Close() // what is left to do has the processor to itself
	left = errors.Join(m.leave(), recorded())
	if screen.Unsent() {
		left = errors.Join(left, errUnsent)
	}
	if ctx.Err() != nil {
		return left, ctx.Err()
	}
	if err != nil {
		return left, fmt.Errorf("the screen ended early: %w", err)
	}
	return left, played.failed
}

// record records the screen, if that is wished for; the function it returns ends the
// recording and returns why something of it is missing.
func (m *Model) record(screen *terminal.Screen) (end func() error) {
	if m.options.Cast == nil {
		return func() error { return nil }
	}
	lost := make(chan error, 1)
	m.unrecorded = lost
	recording := screen.Record(m.options.Cast, func(err error) { lost <- err })
	return func() error {
		err := recording.Close()
		close(lost)
		if err != nil {
			return fmt.Errorf("the recording ends early: %w", err)
		}
		return nil
	}
}

// castMsg is why the recording has ended.
type castMsg struct{ err error }

// watchCast is the command that waits for the end of a recording.
func (m *Model) watchCast() tea.Cmd {
	lost := m.unrecorded
	if lost == nil {
		return nil
	}
	return func() tea.Msg {
		if err, early := <-lost; early {
			return castMsg{err}
		}
		return nil
	}
}

// leaveTime is how long leaving waits for what is under way in the background. It ends
// within an iteration, but for what writes to a disk that does not answer.
const leaveTime = 5 * time.Second

// leave writes what is to be kept, and returns when nothing is under way any more.
func (m *Model) leave() error {
	patience, done := context.WithTimeout(context.Background(), leaveTime)
	defer done()
	unkept := m.records.Last(patience)
	if left := m.jobs.Close(patience); unkept == nil {
		return left
	}
	return unkept
}

// Init asks for the first batch, the ticks and the terminal's background.
func (m *Model) Init() tea.Cmd {
	m.desk.Flush()
	m.waiting = true
	m.records.Tidy()
	return tea.Batch(m.wait(), tick(), tea.RequestBackgroundColor, m.watchCast())
}

// wait is the only command that receives batches; there is never more than one.
func (m *Model) wait() tea.Cmd {
	batches := m.desk.Batches()
	return func() (msg tea.Msg) {
		defer func() {
			if recover() != nil {
				msg = batchMsg{}
			}
		}()
		b, open := <-batches
		return batchMsg{b, open}
	}
}

// View is the text drawn at the last tick.
func (m *Model) View() tea.View {
	v := tea.NewView(m.frame)
	v.AltScreen = true
	v.WindowTitle = "admmlab"
	if m.mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if l := m.scene.State.Loading; l != nil && m.scene.Slow() {
		v.ProgressBar = tea.NewProgressBar(tea.ProgressBarDefault, int(100*l.Part))
	} else if part, ok := m.jobs.Part(); ok {
		v.ProgressBar = tea.NewProgressBar(tea.ProgressBarDefault, int(100*part))
	}
	return v
}
