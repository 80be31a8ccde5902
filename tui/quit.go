package tui

import (
	tea "charm.land/bubbletea/v2"

	"admmlab/tui/dialog"
	"admmlab/tui/scene"
)

// leaver has a question for who leaves while it has something under way: scene.Quit is
// no objection.
type leaver interface {
	Leaving() (question scene.Pick, ask bool)
}

// leavers are asked one after the other.
func (m *Model) leavers() []leaver {
	var list []leaver
	for _, l := range m.lens.all {
		if one, ok := l.(leaver); ok {
			list = append(list, one)
		}
	}
	return append(list, m.exports)
}

// quit leaves if nothing is under way, or whoever is asked wants it all the same; ctrl+c
// while it asks does not ask that again.
func (m *Model) quit() tea.Cmd {
	for _, l := range m.leavers()[m.asked:] {
		m.asked++
		if question, ask := l.Leaving(); ask {
			return m.askToQuit(question, func() bool { _, still := l.Leaving(); return !still })
		}
	}
	return tea.Quit
}

// forget takes the open question back where what it is about has ended meanwhile.
func (m *Model) forget() {
	if m.front.moot != nil && m.front.moot() {
		m.front, m.asked, m.scene.Dirty = front{}, 0, true
	}
}

// askToQuit puts a question and goes on leaving if the answer is no objection; moot reports
// whether there is nothing to ask any more.
func (m *Model) askToQuit(question scene.Pick, moot func() bool) tea.Cmd {
	p := dialog.NewPick(question.Title, question.Items, question.Selected, m.scene.DialogLook())
	m.open(p, func() tea.Cmd {
		var w scene.Wish
		if item, ok := p.Chosen(); ok {
			w = question.Then(item.Value)
		}
		if _, quits := w.(scene.Quit); quits {
			return m.quit()
		}
		m.asked = 0
		return m.grant(w)
	})
	m.front.moot = moot
	return nil
}
