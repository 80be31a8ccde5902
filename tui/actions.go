package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/admm"
	"admmlab/sim/archive"
	"admmlab/sim/runner"
	"admmlab/tui/chart"
	"admmlab/tui/scene"
)

func (m *Model) runPause() tea.Cmd {
	if m.over() {
		return nil
	}
	m.wantRun = !m.wantRun
	order := runner.Pause
	if m.wantRun {
		order = runner.Go
	}
	m.outbox.put(runner.Command{Order: order})
	return nil
}

func (m *Model) once() tea.Cmd {
	m.wantRun = false
	m.live()
	if m.over() {
		return nil
	}
	changed := slices.ContainsFunc(m.scene.Run.Marks, func(k chart.Mark) bool { return k.Iteration > m.scene.Run.Last() })
	if m.scene.Ending() == archive.Budget && !changed { // a change may have let it go on
		m.tellWall()
	}
	m.outbox.put(runner.Command{Order: runner.Once})
	return nil
}

// over tells whether the run has come to its end, and says so.
func (m *Model) over() bool {
	switch {
	case m.scene.Starting > 0:
		return false
	case m.scene.State.Halted != "":
		m.scene.Warn("%s", m.scene.State.Halted)
		return true
	case m.scene.State.Finished && m.scene.State.Iteration >= m.scene.Wished().Iterations:
		m.scene.Say("the limit of %d iterations is reached: raise the limit, or press r", m.scene.State.Config.Iterations)
		return true
	}
	return false
}

// tellWall answers a key that would let a run go on which its budget has stopped.
func (m *Model) tellWall() {
	m.scene.Warn("the budget of ε = %g allows no further iteration; raise it, or turn stop off", m.scene.State.Config.Budget)
}

// choose moves in the list that has the focus; from a chart, in the parameters.
func (m *Model) choose(n int) tea.Cmd {
	if m.lensFocused() && m.lensItems() > 0 {
		m.chooseInLens(n)
		return nil
	}
	switch m.focus {
	case methodPanel:
		m.picked = min(max(m.picked+n, 0), len(admm.Catalogue())-1)
	case lightsPanel:
		m.light = min(max(m.light+n, 0), max(0, len(m.scene.Lights())-1))
	case parametersPanel:
		rows := m.scene.Rows()
		m.scene.Selected = rows[min(max(m.line(rows)+n, 0), len(rows)-1)].Key
		if !m.scene.Message.Warn {
			m.scene.Message = scene.Message{} // what the parameter is takes its place
		}
	default:
		m.focusOn(parametersPanel)
	}
	return nil
}

// line is the place of the chosen parameter.
func (m *Model) line(rows []scene.Row) int {
	for i, r := range rows {
		if r.Key == m.scene.Selected {
			return i
		}
	}
	return 0
}

// sideways changes the chosen parameter, or, where no parameter has the focus,
// moves through the iterations.
func (m *Model) sideways(n int) tea.Cmd {
	switch {
	case m.focus == parametersPanel:
		m.nudge(n)
	case m.lensFocused() && m.sidewaysInLens(n):
	case n == 1 && m.scene.Cursor == 0:
		return m.once()
	default:
		m.moveCursor(n)
	}
	return nil
}

func (m *Model) enter() tea.Cmd {
	if m.lensFocused() {
		return m.enterInLens()
	}
	switch m.focus {
	case methodPanel:
		m.startMethod(admm.Catalogue()[m.picked].ID)
		return nil
	case lightsPanel:
		return m.help()
	}
	m.focusOn(parametersPanel)
	return m.typeValue()
}

func (m *Model) startMethod(id string) {
	c := m.scene.Grant(m.scene.Base).WithMethod(id)
	m.wantRun = true
	m.start(c)
	m.scene.Say("%s: %s", c.Spec().Name, c.Spec().Words)
}

// moveCursor moves the cursor by n iterations; past the newest it is live.
func (m *Model) moveCursor(n int) {
	at := m.scene.Cursor
	if at == 0 {
		if n > 0 {
			return
		}
		at = m.scene.Run.Last()
	}
	m.setCursor(max(at+n*max(m.scene.Run.Every, 1), 1))
}

// setCursor reads iteration t; 0, or one not computed yet, is live.
func (m *Model) setCursor(t int) {
	if t = m.scene.Run.Kept(t); t > m.scene.Run.Last() {
		t = 0
	}
	if t != m.scene.Cursor && looking[m.lens.open] != runner.LookNothing {
		defer m.sendLook() // the lens reads that iteration, too
	}
	m.scene.Cursor = t
	m.scene.Message = scene.Message{} // the reading takes its place
}

// live lets go of the cursor.
func (m *Model) live() {
	if m.scene.Cursor > 0 {
		m.setCursor(0)
	}
}

func (m *Model) focusOn(p panel) {
	m.focus = p
	if p != parametersPanel {
		m.shown = p
	}
	if p == methodPanel {
		for i, s := range admm.Catalogue() {
			if s.ID == m.scene.Base.Method {
				m.picked = i
			}
		}
	}
}

// cycle moves the focus by n panels.
func (m *Model) cycle(n int) {
	order := focusOrder
	if m.scene.Big {
		order = []panel{lossPanel, errorPanel, privacyPanel}
	}
	now := 0
	for i, p := range order {
		if p == m.focus || (m.scene.Big && p == m.shown) {
			now = i
		}
	}
	m.focusOn(order[(now+n+len(order))%len(order)])
}

func (m *Model) zoom() tea.Cmd {
	m.zoomed = !m.zoomed
	if m.zoomed && m.focus == parametersPanel && m.compact() {
		m.focusOn(m.shown)
	}
	return nil
}

func (m *Model) toggleLog() tea.Cmd {
	c, one := m.focus.chart()
	if m.scene.Big || (m.compact() && !one) {
		c, one = m.shown.chart()
	}
	if one {
		m.logScale[c] = !m.logScale[c]
		return nil
	}
	on := !m.logScale[scene.LossChart]
	m.logScale = [3]bool{on, on, on}
	return nil
}

func (m *Model) toggleGhost() tea.Cmd {
	if m.scene.Ghost == nil {
		m.scene.Say("no earlier run yet: after a reset (r) or a new method (m) it stays as a ghost")
		return nil
	}
	m.scene.HideGhost = !m.scene.HideGhost
	return nil
}

func (m *Model) projector() tea.Cmd {
	m.scene.Big = !m.scene.Big
	if _, ok := m.shown.chart(); !ok {
		m.shown = lossPanel
	}
	return nil
}

func (m *Model) nextLook() tea.Cmd {
	m.chosen = true
	switch m.scene.Theme.Name {
	case "dark":
		m.scene.Theme = scene.LightTheme()
	case "light":
		m.scene.Theme = scene.PlainTheme()
	default:
		m.scene.Theme = scene.DarkTheme()
	}
	m.scene.Say("look: %s", m.scene.Theme.Name)
	return nil
}

func (m *Model) toggleMouse() tea.Cmd {
	m.mouse = !m.mouse
	if m.mouse {
		m.scene.Say("mouse on")
	} else {
		m.scene.Say("mouse off: the terminal selects text")
	}
	return nil
}

func (m *Model) back() tea.Cmd {
	switch {
	case m.lens.audits.stop():
		m.scene.Say("the audit is stopped: what it found so far stays")
	case m.lens.open == sweepLens && m.lensInSight() && m.stopSweep():
		m.scene.Say("the sweep stops: finished runs stay")
	case m.zoomed:
		m.zoomed = false
	case m.lensInSight():
		m.closeLens()
	case m.scene.Big:
		m.scene.Big = false
	case m.scene.Cursor > 0:
		m.live()
	default:
		m.scene.Message = scene.Message{}
	}
	return nil
}
