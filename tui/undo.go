package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/network"
)

// undoList is what u takes back, newest last: changes of this run that were made
// by hand, and wishes that wait for a reset.
type undoList struct {
	steps   []undoStep
	sent    []sentUndo // taken back, and not yet confirmed
	waiting int        // presses of u that came before the change they mean was confirmed
}

// undoStep is one change and its opposite.
type undoStep struct {
	events []sim.Event // that bring back what was before
	wish   string      // key of a wish for the next reset, "" for a change
	before string      // the wish it replaced, "" for none
}

// sentUndo is an opposite change on its way.
type sentUndo struct {
	words string // as the runner will tell of it
	seq   int
}

// wished files a wish for the next reset; before is the one it replaces.
func (u *undoList) wished(key, before string) {
	u.steps = append(u.steps, undoStep{wish: key, before: before})
}

// rememberChange files the opposite of a change made by hand; before is the config
// in force until then. It tells whether the change was itself an undo.
func (m *Model) rememberChange(n sim.Notice, before sim.Config) bool {
	i := slices.IndexFunc(m.undos.sent, func(s sentUndo) bool { return s.words == n.Text })
	if i >= 0 {
		m.undos.sent = slices.Delete(m.undos.sent, i, i+1)
		return true
	}
	scheduled := func(e sim.Event) bool { return e.At == n.Iteration && e.Words() == n.Text }
	if slices.ContainsFunc(m.run.config.Events, scheduled) {
		return false // the session's own
	}
	if events := opposite(n.Text, before); events != nil {
		m.undos.steps = append(m.undos.steps, undoStep{events: events})
	}
	return false
}

// opposite are the changes that take one back.
func opposite(words string, before sim.Config) []sim.Event {
	if edge, ok := strings.CutPrefix(words, "cut "); ok {
		return []sim.Event{{Key: "join", Value: edge}}
	}
	if edge, ok := strings.CutPrefix(words, "join "); ok {
		return []sim.Event{{Key: "cut", Value: edge}}
	}
	key, _, _ := strings.Cut(words, " = ")
	k, ok := sim.KnobOf(before, key)
	if !ok {
		return nil
	}
	events := []sim.Event{{Key: key, Value: k.Value(before)}}
	if key == "epsilon" && before.Set.Sigma > 0 { // ε had taken the place of σ
		sigma, _ := sim.KnobOf(before, "sigma")
		events = append(events, sim.Event{Key: "sigma", Value: sigma.Value(before)})
	}
	return events
}

// afterEdge is c after `cut 1-2` or `join 1-2`.
func afterEdge(c sim.Config, words string) sim.Config {
	verb, edge, _ := strings.Cut(words, " ")
	g, err := network.Parse(c.Topology, c.Nodes, c.Seed)
	if err != nil {
		return c
	}
	i, j, err := network.ParseEdge(edge)
	if err != nil {
		return c
	}
	if verb == "cut" {
		g, err = g.Cut(i, j)
	} else {
		g, err = g.Join(i, j)
	}
	if err == nil {
		c.Topology = g.String()
	}
	return c
}

// undo takes the last change back.
func (m *Model) undo() tea.Cmd {
	if m.starting > 0 {
		m.say("nothing to undo: the run is only beginning")
		return nil
	}
	m.undos.waiting++
	m.undoWaiting()
	return nil
}

// undoWaiting takes back as many changes as u was pressed for, once nothing is on
// its way: what was before is known when a change has been confirmed.
func (m *Model) undoWaiting() {
	u := &m.undos
	u.sent = slices.DeleteFunc(u.sent, func(s sentUndo) bool { return s.seq <= m.state.Seq }) // refused, or overtaken
	for u.waiting > 0 && !m.changing() {
		u.waiting--
		if len(u.steps) == 0 {
			u.waiting = 0
			m.say("nothing to undo: no change was made by hand in this run")
			return
		}
		step := u.steps[len(u.steps)-1]
		u.steps = u.steps[:len(u.steps)-1]
		if step.wish != "" {
			m.unwish(step)
			continue
		}
		for _, e := range step.events {
			u.sent = append(u.sent, sentUndo{e.Words(), m.send(e)})
		}
		m.say("undone: %s", undoneWords(step.events[0], m.inForce()))
	}
}

// changing tells whether a change is on its way to the runner.
func (m *Model) changing() bool {
	for _, w := range m.wishes {
		if !w.reset {
			return true
		}
	}
	return false
}

// unwish takes back a wish for the next reset.
func (m *Model) unwish(step undoStep) {
	value := step.before
	if value == "" {
		delete(m.wishes, step.wish)
	} else {
		m.wishes[step.wish] = wish{value: value, reset: true}
	}
	c := m.inForce()
	if k, ok := sim.KnobOf(c, step.wish); ok {
		if value == "" {
			value = k.Value(c)
		}
		m.say("undone: %s back to %s", nameOf(k), short(c, step.wish, value))
	}
}

// undoneWords says what is as before: "α back to 0.5".
func undoneWords(e sim.Event, c sim.Config) string {
	if k, ok := sim.KnobOf(c, e.Key); ok {
		return nameOf(k) + " back to " + short(c, e.Key, e.Value)
	}
	if e.Key == "join" {
		return "edge " + e.Value + " is back"
	}
	return "edge " + e.Value + " is gone again"
}
