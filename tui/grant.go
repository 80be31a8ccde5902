package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"admmlab/tui/panel"
	"admmlab/tui/scene"
)

// grant does what a part asks for.
func (m *Model) grant(w scene.Wish) tea.Cmd {
	switch w := w.(type) {
	case scene.All:
		var cmds []tea.Cmd
		for _, one := range w {
			cmds = append(cmds, m.grant(one))
		}
		return tea.Batch(cmds...)
	case scene.Turn:
		m.turn(w.Key, w.Value)
	case scene.Apply:
		m.send(w.Event)
	case scene.Pace:
		m.setPace(w.Index)
	case scene.Start:
		m.wantRun = true
		m.start(w.Config)
	case scene.Pick:
		return m.pick(w.Title, w.Items, w.Selected, func(v any) tea.Cmd { return m.grant(w.Then(v)) })
	case scene.Entry:
		return m.entry(w.Title, w.Label, w.Value, w.Check, func(text string) tea.Cmd { return m.grant(w.Then(text)) })
	default:
		return m.show(w)
	}
	return nil
}

// show grants wishes of how things are looked at.
func (m *Model) show(w scene.Wish) tea.Cmd {
	switch w := w.(type) {
	case scene.Select:
		m.scene.Selected = w.Key
	case scene.Cursor:
		m.setCursor(w.At)
	case scene.Move:
		m.moveCursor(w.By)
	case scene.Focus:
		if i := slices.IndexFunc(m.panels, func(p panel.Panel) bool { return p.Name() == w.Name }); i >= 0 {
			m.focusOn(i)
		}
	case scene.Press:
		return m.press(w.Key)
	case scene.Say:
		m.tell(w)
	case scene.Hush:
		if !m.scene.Message.Warn {
			m.scene.Message = scene.Message{}
		}
	}
	return nil
}

func (m *Model) tell(w scene.Say) {
	if w.Warn {
		m.scene.Warn("%s", w.Text)
	} else {
		m.scene.Say("%s", w.Text)
	}
	if w.For > 0 {
		m.scene.Message.Until = m.scene.Now.Add(w.For)
	}
}
