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
			m.scene.Ended = true
			return nil
		}
		return m.take(msg.batch)
	case tea.WindowSizeMsg:
		m.scene.Width, m.scene.Height = msg.Width, msg.Height
		m.draw() // at once: a frame of the old size would be cut
	case tea.BackgroundColorMsg:
		if !m.chosen {
			m.scene.Theme = scene.DarkTheme()
			if !msg.IsDark() {
				m.scene.Theme = scene.LightTheme()
			}
			m.scene.Dirty = true
		}
	case tea.ColorProfileMsg:
		if msg.Profile <= colorprofile.ASCII {
			m.scene.Theme, m.chosen, m.scene.Dirty = scene.PlainTheme(), true, true
		}
	case tea.PasteMsg:
		if m.dialog != nil {
			m.dialog.Paste(msg.Content)
			m.scene.Dirty = true
		}
	case tea.KeyPressMsg:
		m.scene.Dirty = true
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
	m.scene.Now = now
	m.prompt = true
	if m.scene.Message.Text != "" && now.After(m.scene.Message.Until) {
		m.scene.Message = scene.Message{}
		m.scene.Dirty = true
	}
	if m.scene.Starting > 0 || m.scene.State.Running && now.Sub(m.scene.HeardAt) >= silence {
		m.scene.Dirty = true // the wait is shown
	}
	done, fresh := m.jobs.Deliver()
	m.scene.Dirty = m.scene.Dirty || fresh
	m.record()
	if m.scene.Dirty {
		m.draw()
	}
	cmds := []tea.Cmd{done, m.nextTick()}
	if !m.waiting && !m.scene.Ended {
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
	m.scene.HeardAt = m.scene.Now
	m.scene.Dirty = true
	begun := b.Generation > m.generation
	if begun {
		m.begin(b)
	}
	for _, r := range b.Rows {
		if r.Iteration == m.scene.Run.Last()+1 {
			m.scene.Run.Add(r)
		}
	}
	if m.scene.Cursor > m.scene.Run.Last() {
		m.live()
	}
	if b.State.Loading != nil { // of the session before: only the progress is news
		m.scene.State.Loading = b.State.Loading
		return nil
	}
	m.takeBeside(b)
	m.scene.State = b.State
	m.scene.Heard = m.scene.Heard || b.Generation > 0
	if !m.scene.HasRow(m.scene.Selected) { // another method, or another variant
		m.scene.Selected = m.scene.Rows()[0].Key
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
	if m.scene.Starting == 0 && m.scene.State.Iteration >= m.scene.ForkAt {
		m.scene.ForkAt = 0
	}
	if m.lens.open == wireLens && m.lens.node >= m.scene.Holders() {
		m.lens.node = 0 // the new run has fewer
		m.sendLook()
	}
	m.gaps.measure(m.jobs, m.scene.State.Graph)
	return nil
}

// begin makes the run so far the ghost and starts a history for the new one.
func (m *Model) begin(b runner.Batch) {
	m.keepRuns()
	if m.scene.Run.Last() > 0 && m.pinned == "" {
		m.scene.Ghost, m.scene.HideGhost = m.scene.Run, false
	}
	if m.scene.Message.Warn && m.generation > 0 { // it was about the run that is over
		m.scene.Message = scene.Message{}
	}
	m.generation = b.Generation
	m.recordBegins()
	before := m.scene.Run
	m.scene.Run = &scene.History{Config: m.scene.Base, Label: b.State.Config.Spec().Name}
	if !strings.HasPrefix(m.scene.Base.Topology, "edges:") {
		m.scene.Kind = m.scene.Base.Topology
	} else if m.scene.Kind == "" {
		m.scene.Kind = network.Ring
	}
	m.anew(b)
	m.scene.Cursor, m.walled = 0, false
	for _, p := range m.panels {
		if b, ok := p.(scene.Beginner); ok {
			b.Begins(&m.scene)
		}
	}
	m.forgetAnswers()
	clear(m.scene.Since)
	m.undos = undoList{}
	for key, w := range m.scene.Pending {
		if w.Reset { // the new run was started with it
			delete(m.scene.Pending, key)
		}
	}
	if b.Taken > 0 {
		m.takeOver(before, b.Taken)
	}
}

// notice files what happened beside the numbers.
func (m *Model) notice(n sim.Notice) {
	m.scene.Run.Remember(n)
	switch n.Kind {
	case sim.Changed:
		m.changed(*n.Change)
	case sim.Diverged:
		m.scene.Run.Marks = append(m.scene.Run.Marks, chart.Mark{Iteration: n.Iteration, Label: "diverged"})
		m.scene.Warn("%s", n.Text)
	case sim.Finished:
		if !m.scene.Message.Warn {
			m.scene.Say("%s: r runs it again, a higher limit and space go on", n.Text)
		}
	case sim.Data:
		if !m.scene.Message.Warn {
			m.scene.Say("%s", n.Text)
		}
	case sim.Answer:
		m.answer(n.Text)
		m.scene.Say("%s", scene.Symbols(n.Text))
		m.scene.Message.Until = m.scene.Now.Add(20 * time.Second)
	case sim.Refused:
		m.answer(n.Text)
		m.scene.Warn("%s", n.Text)
	case sim.Wall:
		m.walled = true
		m.scene.Warn("%s", n.Text)
	default:
		m.scene.Warn("%s", n.Text)
	}
}

// changed files a change and tells of it.
func (m *Model) changed(c config.Change) {
	label := describeChange(c, m.scene.State.Config)
	undone := m.rememberChange(c)
	m.scene.Run.Marks = append(m.scene.Run.Marks, chart.Mark{Iteration: c.At, Label: label})
	m.scene.Run.Changes = append(m.scene.Run.Changes, c)
	m.countsFrom(c)
	switch {
	case m.scene.Message.Warn:
	case undone:
		if c.Key == "" {
			label = undoneWords(c.Event, m.scene.State.Config)
		}
		m.scene.Say("undone: %s, since t = %d", label, c.At)
	default:
		m.scene.Say("%s, since t = %d", label, c.At)
	}
}

// countsFrom remembers since when a value is in force.
func (m *Model) countsFrom(c config.Change) {
	key := c.Key
	switch {
	case key == "":
		key = config.TopologyKnob.Key
	case key == config.TopologyKnob.Key && !strings.HasPrefix(c.After, "edges:"):
		m.scene.Kind = c.After
	}
	m.scene.Since[key] = c.At
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
	done := m.scene.State.Seq
	if m.scene.Starting > 0 && done >= m.scene.Starting {
		m.scene.Starting = 0
		m.scene.State.Loading = nil
		if refused {
			m.scene.Base = m.fallback // the old session stays as it was
		}
	}
	for key, w := range m.scene.Pending {
		if w.Reset || w.Seq > done {
			continue
		}
		delete(m.scene.Pending, key)
		if k, ok := config.KnobOf(m.scene.State.Config, key); ok && m.scene.Heard {
			if next, err := k.Assign(m.scene.Base, k.Value(m.scene.State.Config)); err == nil {
				m.scene.Base = next
			}
		}
	}
	if e := m.scene.Edge; e.Seq > 0 && e.Seq <= done {
		m.scene.Edge = scene.PendingEdge{}
		if m.scene.Heard {
			m.scene.Base.Topology = m.scene.State.Config.Topology
		}
	}
	m.undoWaiting()
	if m.scene.Starting == 0 && done == m.outbox.seq {
		if m.wantRun && m.scene.Ending() == archive.Budget {
			m.tellWall()
		}
		m.wantRun = m.scene.State.Running // it may have stopped by itself
	}
}
