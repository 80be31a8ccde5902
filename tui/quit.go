package tui

import (
	tea "charm.land/bubbletea/v2"

	"admmlab/tui/dialog"
	"admmlab/tui/scene"
)

// leaver has a question for who leaves while it has something under way: scene.Quit is
// no objection. Once that has ended, it has a question that says so, and need not ask.
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
			return m.askToQuit(question, l)
		}
	}
	return tea.Quit
}

// askToQuit puts the question of l and goes on leaving if the answer is no objection. Where
// what is under way ends before the answer, it says so and still asks: whoever wished to leave
// does, and whoever thinks about it is not put out.
func (m *Model) askToQuit(question scene.Pick, l leaver) tea.Cmd {
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
	m.front.renew = func() {
		if now, still := l.Leaving(); !still {
			p.Become(now.Title, now.Items)
			m.front.renew, m.scene.Dirty = nil, true
		}
	}
	return nil
}
