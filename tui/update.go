package tui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/runner"
	"admmlab/tui/chart"
	"admmlab/tui/scene"
)

// Update files what a message brings. Nothing here computes a run, opens a file
// or waits.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.receive(msg)
	m.flush()
	return m, tea.Batch(cmd, m.rouse(msg))
}

func (m *Model) receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tickMsg:
		return m.tick(time.Time(msg))
	case dozeMsg:
		if msg.doze != m.doze.count {
			return nil // it was woken
		}
		m.doze.on = false
		return m.tick(msg.at)
	case batchMsg:
		m.waiting = false
		if !msg.open {
			m.ended = true
			return nil
		}
		return m.take(msg.batch)
	case sweepMsg:
		return m.swept(msg)
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		m.draw() // at once: a frame of the old size would be cut
	case tea.BackgroundColorMsg:
		if !m.chosen {
			m.theme = scene.DarkTheme()
			if !msg.IsDark() {
				m.theme = scene.LightTheme()
			}
			m.dirty = true
		}
	case tea.ColorProfileMsg:
		if msg.Profile <= colorprofile.ASCII {
			m.theme, m.chosen, m.dirty = scene.PlainTheme(), true, true
		}
	case tea.PasteMsg:
		if m.dialog != nil {
			m.dialog.Paste(msg.Content)
			m.dirty = true
		}
	case tea.KeyPressMsg:
		m.dirty = true
		cmd := m.key(msg)
		if m.prompt {
			m.prompt = false
			m.draw() // the first key after a tick shows at once, a flood of them waits
		}
		return cmd
	case tea.MouseMsg:
		return m.point(msg)
	}
	return nil
}

// tick draws if anything changed and takes up to one batch more.
func (m *Model) tick(now time.Time) tea.Cmd {
	m.now = now
	m.prompt = true
	if m.message.text != "" && now.After(m.message.until) {
		m.message = message{}
		m.dirty = true
	}
	if m.starting > 0 || m.state.Running && now.Sub(m.heardAt) >= silence {
		m.dirty = true // the wait is shown
	}
	m.followSweep()
	done, fresh := m.jobs.Deliver()
	m.dirty = m.dirty || fresh
	m.record()
	if m.dirty {
		m.draw()
	}
	cmds := []tea.Cmd{done, m.nextTick()}
	if !m.waiting && !m.ended {
		// At most one batch a tick: the runner merges the rest, and a fast run
		// cannot crowd out the keys.
		m.waiting = true
		cmds = append(cmds, m.wait())
	}
	return tea.Batch(cmds...)
}

// take files a batch.
func (m *Model) take(b runner.Batch) tea.Cmd {
	if b.Generation < m.generation {
		return nil // of a run that is over
	}
	m.heardAt = m.now
	m.dirty = true
	begun := b.Generation > m.generation
	if begun {
		m.begin(b)
	}
	for _, r := range b.Rows {
		if r.Iteration == m.run.Last()+1 {
			m.run.Add(r)
		}
	}
	if m.cursor > m.run.Last() {
		m.live()
	}
	if b.State.Loading != nil { // of the session before: only the progress is news
		m.state.Loading = b.State.Loading
		return nil
	}
	m.takeBeside(b)
	m.state = b.State
	m.heard = m.heard || b.Generation > 0
	if !m.hasRow(m.selected) { // another method, or another variant
		m.selected = m.rows()[0].Key
	}
	refused := false
	for _, n := range b.Notices {
		m.notice(n)
		refused = refused || n.Kind == sim.Refused
	}
	if begun || len(b.Notices) > 0 {
		m.outdate()
	}
	m.settle(refused)
	if m.starting == 0 && m.state.Iteration >= m.forkAt {
		m.forkAt = 0
	}
	if m.lens.open == wireLens && m.lens.node >= m.holders() {
		m.lens.node = 0 // the new run has fewer
		m.sendLook()
	}
	m.gaps.measure(m.jobs, m.state.Graph)
	return nil
}

// begin makes the run so far the ghost and starts a history for the new one.
func (m *Model) begin(b runner.Batch) {
	m.keepRuns()
	if m.run.Last() > 0 && m.pinned == "" {
		m.ghost, m.hideGhost = m.run, false
	}
	if m.message.warn && m.generation > 0 { // it was about the run that is over
		m.message = message{}
	}
	m.generation = b.Generation
	m.recordBegins()
	before := m.run
	m.run = &scene.History{Config: m.base, Label: b.State.Config.Spec().Name}
	if !strings.HasPrefix(m.base.Topology, "edges:") {
		m.kind = m.base.Topology
	} else if m.kind == "" {
		m.kind = network.Ring
	}
	m.anew(b)
	m.cursor, m.light, m.walled = 0, 0, false
	m.forgetAnswers()
	clear(m.since)
	m.undos = undoList{}
	for key, w := range m.wishes {
		if w.Reset { // the new run was started with it
			delete(m.wishes, key)
		}
	}
	if b.Taken > 0 {
		m.takeOver(before, b.Taken)
	}
}

// notice files what happened beside the numbers.
func (m *Model) notice(n sim.Notice) {
	m.run.Remember(n)
	switch n.Kind {
	case sim.Changed:
		m.changed(*n.Change)
	case sim.Diverged:
		m.run.Marks = append(m.run.Marks, chart.Mark{Iteration: n.Iteration, Label: "diverged"})
		m.warn("%s", n.Text)
	case sim.Finished:
		if !m.message.warn {
			m.say("%s: r runs it again, a higher limit and space go on", n.Text)
		}
	case sim.Data:
		if !m.message.warn {
			m.say("%s", n.Text)
		}
	case sim.Answer:
		m.answer(n.Text)
		m.say("%s", scene.Symbols(n.Text))
		m.message.until = m.now.Add(20 * time.Second)
	case sim.Refused:
		m.answer(n.Text)
		m.warn("%s", n.Text)
	case sim.Wall:
		m.walled = true
		m.warn("%s", n.Text)
	default:
		m.warn("%s", n.Text)
	}
}

// changed files a change and tells of it.
func (m *Model) changed(c config.Change) {
	label := describeChange(c, m.state.Config)
	undone := m.rememberChange(c)
	m.run.Marks = append(m.run.Marks, chart.Mark{Iteration: c.At, Label: label})
	m.run.Changes = append(m.run.Changes, c)
	m.countsFrom(c)
	switch {
	case m.message.warn:
	case undone:
		if c.Key == "" {
			label = undoneWords(c.Event, m.state.Config)
		}
		m.say("undone: %s, since t = %d", label, c.At)
	default:
		m.say("%s, since t = %d", label, c.At)
	}
}

// countsFrom remembers since when a value is in force.
func (m *Model) countsFrom(c config.Change) {
	key := c.Key
	switch {
	case key == "":
		key = "topology"
	case key == "topology" && !strings.HasPrefix(c.After, "edges:"):
		m.kind = c.After
	}
	m.since[key] = c.At
}

// describeChange says a change in a run of c, "α 0.5→0.1".
func describeChange(change config.Change, c config.Config) string {
	k, ok := config.KnobOf(c, change.Key)
	if !ok {
		return change.Words() // cut 1-2
	}
	return fmt.Sprintf("%s %s→%s", scene.NameOf(k), scene.Short(c, change.Key, change.Before), scene.Short(c, change.Key, change.After))
}

// settle drops wishes that the runner has carried out, and hears whether a
// start went through.
func (m *Model) settle(refused bool) {
	done := m.state.Seq
	if m.starting > 0 && done >= m.starting {
		m.starting = 0
		m.state.Loading = nil
		if refused {
			m.base = m.fallback // the old session stays as it was
		}
	}
	for key, w := range m.wishes {
		if w.Reset || w.Seq > done {
			continue
		}
		delete(m.wishes, key)
		if k, ok := config.KnobOf(m.state.Config, key); ok && m.heard {
			if next, err := k.Assign(m.base, k.Value(m.state.Config)); err == nil {
				m.base = next
			}
		}
	}
	if e := m.edge; e.seq > 0 && e.seq <= done {
		m.edge = edgeWish{}
		if m.heard {
			m.base.Topology = m.state.Config.Topology
		}
	}
	m.undoWaiting()
	if m.starting == 0 && done == m.outbox.seq {
		if m.wantRun && m.ending() == archive.Budget {
			m.tellWall()
		}
		m.wantRun = m.state.Running // it may have stopped by itself
	}
}
