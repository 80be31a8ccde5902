package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

const (
	// dozeAfter is how long nothing has happened when the screen begins to doze.
	dozeAfter = time.Second
	// dozeTime is how often it then looks whether there is something to do.
	dozeTime = time.Second / 4
)

// nextTick is the tick after this one.
func (m *Model) nextTick() tea.Cmd {
	if !m.quiet() {
		return tick()
	}
	m.doze.on = true
	count := m.doze.count
	return tea.Tick(dozeTime, func(t time.Time) tea.Msg { return dozeMsg{t, count} })
}

// quiet reports whether nothing happens or is under way.
func (m *Model) quiet() bool {
	busy := m.scene.State.Running || m.scene.Starting > 0 || m.scene.ForkAt > 0 || m.jobs.Busy()
	return !busy && m.scene.Now.Sub(m.doze.news) >= dozeAfter
}

// rouse ends a doze when something happens.
func (m *Model) rouse(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case tickMsg, dozeMsg:
		return nil
	}
	m.doze.news = m.scene.Now
	if !m.doze.on {
		return nil
	}
	m.doze.on = false
	m.doze.count++
	return tick()
}

func tick() tea.Cmd {
	return tea.Tick(frameTime, func(t time.Time) tea.Msg { return tickMsg(t) })
}
