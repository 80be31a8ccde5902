package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/tui/chart"
)

// fork begins a run that stands where the cursor is, or at the newest iteration,
// with everything that had been changed by then; the run it leaves stays as a ghost.
// The runner computes again what is after its last checkpoint, to the same bits.
func (m *Model) fork() tea.Cmd {
	t := m.at()
	if t == 0 || m.starting > 0 {
		m.say("nothing to fork yet: there is no iteration")
		return nil
	}
	c := m.state.Replay
	c.Events = slices.DeleteFunc(slices.Clone(c.Events), func(e sim.Event) bool { return e.At > t })
	m.wantRun = false
	m.startAs(sim.Command{Config: c, Until: t})
	m.forkAt = t
	m.say("a fork at t = %d: turn what you like, then space; the run before stays dotted", t)
	return nil
}

// until is the history up to iteration t, for a fork of config to file on. The axes stay.
func (h *history) until(t int, config sim.Config) *history {
	t = min(t, h.last())
	if t == 0 {
		return &history{config: config, label: h.label}
	}
	c := *h
	c.config, c.count = config, t
	for q, all := range h.values {
		c.values[q] = slices.Clip(all[:(t-1)/h.every+1])
		c.newest[q] = h.at(quantity(q), t)
	}
	c.regimes = upTo(h.regimes, func(r regime) bool { return r.from <= t })
	c.nodes = upTo(h.nodes, func(s snapshot) bool { return s.iteration <= t })
	c.changes = upTo(h.changes, func(c sim.Change) bool { return c.At <= t })
	c.marks = upTo(h.marks, func(m chart.Mark) bool { return m.Iteration <= t })
	c.news = upTo(h.news, func(n sim.Notice) bool { return n.Iteration <= t })
	return &c
}

// upTo is what comes, in the order of iterations, before the first that is too late;
// what is filed after it is not filed in list.
func upTo[T any](list []T, early func(T) bool) []T {
	n := slices.IndexFunc(list, func(v T) bool { return !early(v) })
	if n < 0 {
		n = len(list)
	}
	return slices.Clip(list[:n])
}

// takeOver makes a fork's run begin with the iterations it takes over from the one
// before.
func (m *Model) takeOver(before *history, taken int) {
	m.run = before.until(taken, m.base)
	for _, c := range m.run.changes {
		m.countsFrom(c)
	}
}
