package tui

import (
	tea "charm.land/bubbletea/v2"

	"admmlab/sim/admm"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
)

// point handles the mouse: a click gives the focus and chooses what is under it,
// the wheel moves in lists and through iterations.
func (m *Model) point(msg tea.MouseMsg) tea.Cmd {
	if !m.mouse || m.dialog != nil {
		return nil
	}
	at := msg.Mouse()
	p, r, ok := m.panelAt(at.X, at.Y)
	if !ok {
		return nil
	}
	switch msg.(type) {
	case tea.MouseClickMsg:
		if at.Button == tea.MouseLeft {
			m.scene.Dirty = true
			return m.click(p, r, at.X, at.Y)
		}
	case tea.MouseWheelMsg:
		m.scene.Dirty = true
		m.wheel(p, at.Button)
	}
	return nil
}

func (m *Model) panelAt(x, y int) (panel, grid.Rect, bool) {
	for p, r := range m.plan().places {
		if r.Contains(x, y) {
			return p, r, true
		}
	}
	return 0, grid.Rect{}, false
}

func (m *Model) click(p panel, r grid.Rect, x, y int) tea.Cmd {
	before := m.focus
	m.focusOn(p)
	in := r.Inside()
	line := y - in.Y
	switch p {
	case methodPanel:
		if first := max(0, min(m.methodLine(m.scene.InForce().Method)-in.H+1, len(admm.Catalogue())-in.H)); line >= 0 && line < in.H && first+line < len(admm.Catalogue()) {
			again := before == p && m.picked == first+line
			if m.picked = first + line; again {
				return m.enter() // the second click on a method starts it
			}
		}
	case parametersPanel:
		lines, _, _ := m.knobWindow(in.H)
		if line >= 0 && line < len(lines) && lines[line].heading == "" {
			key := lines[line].row.Key
			if before == p && m.scene.Selected == key {
				return m.typeValue() // the second click opens it
			}
			m.scene.Selected = key
		}
	case lightsPanel:
		if lines, _ := m.lightLines(in.W); line >= 0 && line < len(lines) {
			m.light = lines[line].light
		}
	case lossPanel, errorPanel, privacyPanel:
		if m.lensFocused() {
			return nil
		}
		which, _ := p.chart()
		area := in
		if m.scene.Big {
			area = grid.Rect{X: r.X, Y: r.Y + 2, W: r.W, H: r.H - 2}
		}
		if t, ok := chart.Iteration(x-area.X, m.chartOptions(which, area)); ok {
			m.setCursor(t)
		}
	}
	return nil
}

func (m *Model) wheel(p panel, b tea.MouseButton) {
	n := 1
	if b == tea.MouseWheelUp {
		n = -1
	} else if b != tea.MouseWheelDown {
		return
	}
	if p == lossPanel && m.lens.open != noLens {
		m.chooseInLens(n)
		return
	}
	if _, ok := p.chart(); ok {
		m.moveCursor(n)
		return
	}
	if p == m.focus {
		m.choose(n)
	}
}
