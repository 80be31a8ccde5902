package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/scene"
)

// fork begins a run that stands where the cursor is, or at the newest iteration,
// with everything that had been changed by then; the run it leaves stays as a ghost.
// The runner computes again what is after its last checkpoint, to the same bits.
func (m *Model) fork() tea.Cmd {
	t := m.scene.At()
	if t == 0 || m.scene.Starting > 0 {
		m.scene.Say("nothing to fork yet: there is no iteration")
		return nil
	}
	c := m.scene.State.Replay
	c.Events = slices.DeleteFunc(slices.Clone(c.Events), func(e config.Event) bool { return e.At > t })
	m.wantRun = false
	m.startAs(runner.Command{Config: c, Until: t})
	m.scene.ForkAt = t
	m.scene.Say("a fork at t = %d: turn what you like, then space; the run before stays dotted", t)
	return nil
}

// takeOver makes a fork's run begin with the iterations it takes over from the one
// before.
func (m *Model) takeOver(before *scene.History, taken int) {
	m.scene.Run = before.Until(taken, m.scene.Base)
	for _, c := range m.scene.Run.Changes {
		m.countsFrom(c)
	}
}
