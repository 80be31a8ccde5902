package tui

import (
	tea "charm.land/bubbletea/v2"

	"admmlab/tui/scene"
)

// toggleLens opens a lens, or closes it if it is the one in sight.
func (m *Model) toggleLens(l scene.Lens) {
	if m.lens.open == l && m.lensInSight() {
		m.closeLens()
		return
	}
	if m.lens.open == nil {
		m.lens.from = m.view.focus
	}
	m.lens.open, m.scene.Lens = l, l.Name()
	if o, ok := l.(scene.Opener); ok {
		o.Opened()
	}
	if m.view.zoomed && m.view.focus != m.lensPlace() {
		m.setZoom(false)
	}
	m.focusOn(m.lensPlace())
	m.scene.Message = scene.Message{}
}

// closeLens brings the charts back.
func (m *Model) closeLens() {
	m.lens.open, m.scene.Lens = nil, ""
	if m.view.focus == m.lensPlace() {
		m.focusOn(m.lens.from)
	}
	m.resettle() // the window may have become smaller meanwhile
	m.refocus()
}

// lookThrough tells the runner what to send for the open lens.
func (m *Model) lookThrough() {
	if m.lens.open == nil {
		m.desk.Look(nil)
		return
	}
	m.desk.Look(m.lens.open.Looks(&m.scene))
}

// lensInSight reports whether the open lens has a place on the screen.
func (m *Model) lensInSight() bool {
	_, shown := m.plan().places[m.lensPlace()]
	return m.lens.open != nil && shown
}

// stopInLens ends what esc ends in a lens.
func (m *Model) stopInLens() (cmd tea.Cmd, stopped bool) {
	for _, l := range m.lens.all {
		if one, ok := l.(scene.Stopper); ok {
			if w, stopped := one.Stop(l == m.lens.open && m.lensInSight()); stopped {
				return m.grant(w), true
			}
		}
	}
	return nil, false
}
