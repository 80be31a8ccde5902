package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"admmlab/tui/panel"
	"admmlab/tui/scene"
)

// press does what a key means: to the part that has the focus, or everywhere.
func (m *Model) press(key string) tea.Cmd {
	if w, known := m.part(m.view.focus).Key(&m.scene, key); known {
		return m.grant(w)
	}
	for _, b := range m.keys {
		if slices.Contains(b.keys, key) {
			return b.handle(m)
		}
	}
	return nil
}

// steer gives the keys to the panel that small windows always show.
func (m *Model) steer() tea.Cmd {
	m.focusOn(staying(m.panelPlaces()))
	return nil
}

// sideways moves through the iterations.
func (m *Model) sideways(n int) tea.Cmd {
	if n == 1 && m.scene.Cursor == 0 {
		m.desk.Once()
	} else {
		m.desk.MoveCursor(n)
	}
	return nil
}

// enter is that of the panel that small windows always show.
func (m *Model) enter() tea.Cmd {
	m.steer()
	w, _ := m.part(m.view.focus).Key(&m.scene, "enter")
	return m.grant(w)
}

// focusOn tells panel i, or the lens in its place, that it gets the keys, and gives them to it.
func (m *Model) focusOn(i int) {
	m.announce(i)
	m.keysTo(i)
}

// keysTo gives the keys to panel i, or to the lens in its place, which is large where the one that
// had them was.
func (m *Model) keysTo(i int) {
	moves := i != m.view.focus
	m.view.focus = i
	if m.view.zoomed && moves {
		m.setZoom(true)
	}
	if i != staying(m.panelPlaces()) {
		m.view.shown = i
	}
	m.refocus()
}

// announce tells what stands in place i that it gets the focus, if it has not got it.
func (m *Model) announce(i int) {
	if f, ok := m.part(i).(scene.Focuser); ok && i != m.view.focus {
		f.Focused(&m.scene)
	}
}

// refocus tells the scene who has the keys.
func (m *Model) refocus() { m.scene.Focus = m.part(m.view.focus).Name() }

// cycle moves the focus by n panels.
func (m *Model) cycle(n int) tea.Cmd {
	var order []int
	for i, p := range m.panelPlaces() {
		if p.Column != panel.Nowhere && (p.Far || !m.scene.Big) {
			order = append(order, i)
		}
	}
	now := m.view.focus
	if _, seen := m.plan().places[now]; !seen && !m.scene.Big {
		now = m.view.shown
	}
	next := order[(max(0, slices.Index(order, now))+n+len(order))%len(order)]
	m.focusOn(next)
	if m.mode() == tinyMode { // which shows one panel, also the one that stays beside others elsewhere
		m.setZoom(false)
		m.view.shown = next
	}
	return nil
}

func (m *Model) zoom() tea.Cmd {
	m.setZoom(!m.view.zoomed)
	return nil
}

// setZoom enlarges the focused panel, or gives the others their room back. The parameters
// are unfolded while they are large.
func (m *Model) setZoom(on bool) {
	for _, part := range m.view.unfolded {
		m.scene.SetFold(part, false)
	}
	m.view.zoomed, m.view.unfolded = on, nil
	if on && m.view.focus == staying(m.panelPlaces()) {
		m.view.unfolded = m.scene.UnfoldAll()
	}
}

// scaled is a part with an axis that can be logarithmic.
type scaled interface {
	Log() bool
	SetLog(on bool)
}

// toggleLog turns the axis of the part in sight that has the focus, else of the one chart where one is
// in sight, else of all charts, as the first in sight has it turned.
func (m *Model) toggleLog() tea.Cmd {
	places := m.plan().places
	_, seen := places[m.view.focus]
	one, ok := m.part(m.view.focus).(scaled)
	if ok = ok && seen; !ok && (m.oneChart() || m.scene.Big && len(places) == 1) {
		one, ok = m.part(m.shown()).(scaled)
	}
	if ok {
		one.SetLog(!one.Log())
		return nil
	}
	var all, inSight []scaled
	for i, p := range m.panels {
		if one, ok := p.(*panel.Chart); ok {
			all = append(all, one)
			if _, seen := places[i]; seen {
				inSight = append(inSight, one)
			}
		}
	}
	on := !append(inSight, all...)[0].Log()
	for _, one := range all {
		one.SetLog(on)
	}
	return nil
}

func (m *Model) toggleGhost() tea.Cmd {
	if m.scene.Ghost == nil && len(m.scene.Kept) == 0 {
		m.scene.Say("no earlier run yet: after a reset (r) or a new method (m) it stays as a ghost")
		m.scene.Message.While = func() bool { return m.scene.Ghost == nil }
		return nil
	}
	m.scene.HideGhost = !m.scene.HideGhost
	return nil
}

func (m *Model) toggleLevels() tea.Cmd {
	m.scene.HideLevels = !m.scene.HideLevels
	return nil
}

// toggleFactor shows losses with their factor C, or without.
func (m *Model) toggleFactor() tea.Cmd {
	if m.scene.InForce().Spec().Vertical {
		m.scene.Say("parties have no C: the loss of %s has no such factor", m.scene.InForce().Spec().Name)
		return nil
	}
	m.scene.TimesC = !m.scene.TimesC
	for i, c := range m.scene.Configs() {
		if m.scene.TimesC && c.Spec().Vertical {
			m.scene.Say("parties have no C: %s has no such loss and no curve of it", m.scene.CompanionName(i))
		}
	}
	return nil
}

func (m *Model) projector() tea.Cmd {
	m.scene.Big = !m.scene.Big
	m.setZoom(false)
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
	if m.records.Awaited() {
		m.records.Forgo()
		return nil
	}
	if cmd, stopped := m.stopInLens(); stopped {
		return cmd
	}
	switch {
	case m.view.zoomed:
		m.setZoom(false)
	case m.lensInSight():
		m.closeLens()
	case m.scene.Big:
		m.scene.Big = false
	case m.scene.Cursor > 0:
		m.desk.Live()
	case m.mode() == tinyMode && m.view.shown != m.lensPlace():
		m.view.shown = m.lensPlace()
		m.steer()
	case m.lens.open != nil: // where no panel has room
		m.closeLens()
	case !m.desk.Awaiting("the data are awaited"):
		m.scene.Dismiss()
	}
	return nil
}
