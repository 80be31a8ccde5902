package tui

import (
	tea "charm.land/bubbletea/v2"

	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// point handles the mouse: a click gives the focus and chooses what is under it,
// the wheel moves in lists and through iterations, and in an open dialog as ↑ and ↓ do.
func (m *Model) point(msg tea.MouseMsg) tea.Cmd {
	if !m.mouse {
		return nil
	}
	at := msg.Mouse()
	if m.front.dialog != nil {
		if _, wheel := msg.(tea.MouseWheelMsg); wheel && (at.Button == tea.MouseWheelUp || at.Button == tea.MouseWheelDown) {
			m.scene.Dirty = true
			code := tea.KeyUp
			if at.Button == tea.MouseWheelDown {
				code = tea.KeyDown
			}
			return m.typed(tea.KeyPressMsg{Code: code})
		}
		return nil
	}
	i, r, ok := m.panelAt(at.X, at.Y)
	if !ok {
		return nil
	}
	switch msg.(type) {
	case tea.MouseClickMsg:
		if at.Button == tea.MouseLeft {
			m.scene.Dirty = true
			in, _ := m.inside(i, r)
			return m.click(i, in, at.X, at.Y)
		}
	case tea.MouseWheelMsg:
		m.scene.Dirty = true
		switch at.Button {
		case tea.MouseWheelUp:
			return m.wheel(i, "up")
		case tea.MouseWheelDown:
			return m.wheel(i, "down")
		}
	}
	return nil
}

// panelAt is the panel that is seen in a cell, and its place. There is none where news covers it.
func (m *Model) panelAt(x, y int) (int, grid.Rect, bool) {
	p := m.plan()
	if y >= p.foot()-m.covered {
		return 0, grid.Rect{}, false
	}
	for i, r := range p.places {
		if r.Contains(x, y) {
			return i, r, true
		}
	}
	return 0, grid.Rect{}, false
}

// click gives the focus, and the part reads it in what is on the screen, which a part with the
// focus may lay out in another way. One on the frame only gives the focus.
func (m *Model) click(i int, in grid.Rect, x, y int) tea.Cmd {
	again := m.view.focus == i
	m.announce(i)
	var w scene.Wish
	if in.Contains(x, y) {
		w = m.part(i).Click(&m.scene, scene.Click{X: x - in.X, Y: y - in.Y, Width: in.W, Height: in.H, Again: again})
	}
	m.keysTo(i)
	return m.grant(w)
}

// wheel is for what is under the mouse; elsewhere it moves in the list that has the focus, and does
// nothing where there is none.
func (m *Model) wheel(i int, direction string) tea.Cmd {
	w, known := m.part(i).Key(&m.scene, "wheel "+direction)
	if !known && i == m.view.focus {
		w, known = m.part(i).Key(&m.scene, direction)
	}
	if !known {
		return nil
	}
	return m.grant(w)
}
