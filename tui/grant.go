package tui

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/config"
	"admmlab/tui/dialog"
	"admmlab/tui/panel"
	"admmlab/tui/scene"
)

// grant does what a part asks for.
func (m *Model) grant(w scene.Wish) tea.Cmd {
	switch w := w.(type) {
	case scene.All:
		var cmds []tea.Cmd
		refused := "" // why the last turn that was, is
		for _, one := range w {
			if _, says := one.(scene.Say); says && refused != "" { // what would be said is not so
				m.scene.Warn("%s", refused)
				continue
			}
			before := m.scene.Message
			cmds = append(cmds, m.grant(one))
			now := m.scene.Message
			switch one.(type) {
			case scene.Turn, scene.Start:
				if now.Warn && (now.Text != before.Text || now.Until != before.Until) {
					refused = now.Text
				}
			}
		}
		return tea.Batch(cmds...)
	case scene.Turn:
		if nodes, err := strconv.Atoi(w.Value); err == nil && w.Key == config.NodesKnob.Key && m.scene.Check(w.Key, w.Value) == nil {
			if ask := panel.AskGraph(&m.scene, nodes); ask != nil {
				return m.grant(ask)
			}
		}
		m.desk.Turn(w.Key, w.Value)
	case scene.Later:
		m.desk.Later(w.Values)
	case scene.Apply:
		m.desk.Change(w.Event)
		if c := m.scene.Grant(m.scene.Base); c.Nodes != m.scene.Base.Nodes { // its nodes were chosen before the cut
			return m.grant(panel.AskGraph(&m.scene, c.Nodes))
		}
	case scene.Pace:
		m.desk.SetPace(w.Index)
	case scene.Start:
		if w.Fresh {
			m.desk.Fresh()
		} else if err := m.scene.Unfit(); err != nil { // it would be left out without a word
			m.scene.Warn("%v", err)
			return nil
		}
		m.desk.Start(w.Config, w.Origin)
	case scene.Ask:
		m.lookThrough() // what is asked about is seen first
		m.desk.Ask(w.Question, w.Command, w.Turns)
	case scene.Work:
		w.Begin(m.jobs, m.grant)
	case scene.Accompany:
		m.desk.AddBeside(w.Config, w.Origin)
	case scene.TakeAway:
		m.desk.TakeAway(w.ID)
	case scene.Race:
		m.desk.Race(w.Budget)
	case scene.Open:
		m.open(w.Dialog, func() tea.Cmd { return m.otherwise(w.Then) })
	case scene.Pick:
		m.pickFrom(w)
	case scene.Entry:
		m.typeInto(w)
	default:
		return m.show(w)
	}
	return nil
}

// show grants wishes of how things are looked at.
func (m *Model) show(w scene.Wish) tea.Cmd {
	switch w := w.(type) {
	case scene.Select:
		m.scene.Reveal(w.Key)
		m.scene.Selected = w.Key
	case scene.Unfold:
		m.scene.SetFold(w.Part, w.Open)
	case scene.Cursor:
		m.desk.SetCursor(w.At)
	case scene.Move:
		m.desk.MoveCursor(w.By)
	case scene.Focus:
		if i := slices.IndexFunc(m.panels, func(p panel.Panel) bool { return p.Name() == w.Name }); i >= 0 {
			m.focusOn(i)
			if p, ok := m.panels[i].(scene.Pointer); ok && w.Item != "" {
				p.Point(&m.scene, w.Item)
			}
		}
	case scene.Explain:
		return m.explain(true)
	case scene.Press:
		return m.instead(keyPress(w.Key))
	case scene.Quit:
		return m.quitAsAnswered()
	case scene.Toggle:
		m.toggleLens(m.lens.named(w.Lens))
	case scene.Show:
		if l := m.lens.named(w.Lens); l != m.lens.open || !m.lensInSight() {
			m.toggleLens(l)
		}
		m.focusOn(m.lensPlace())
	case scene.Close:
		if w.Lens == m.scene.Lens {
			m.closeLens()
		}
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

// pickFrom opens a list and grants what follows from the choice.
func (m *Model) pickFrom(w scene.Pick) {
	p := dialog.NewPick(w.Title, w.Items, w.Selected, m.scene.DialogLook())
	m.open(p, func() tea.Cmd {
		if item, ok := p.Chosen(); ok {
			return m.grant(w.Then(item.Value))
		}
		return m.otherwise(w.Else)
	})
}

// typeInto opens a line to type into and grants what follows from the text.
func (m *Model) typeInto(w scene.Entry) {
	e := dialog.NewEntry(w.Title, w.Label, w.Value, w.Check, m.scene.DialogLook())
	e.Explain(w.Help)
	if w.Begun {
		e.Begun()
	}
	m.open(e, func() tea.Cmd {
		if text, ok := e.Value(); ok {
			return m.grant(w.Then(text))
		}
		return m.otherwise(w.Else)
	})
}

func (m *Model) otherwise(wish func() scene.Wish) tea.Cmd {
	if wish == nil {
		return nil
	}
	return m.grant(wish())
}
