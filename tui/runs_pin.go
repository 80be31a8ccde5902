package tui

import (
	"fmt"
	"math"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/archive"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// pinMsg is a run that is to be the ghost.
type pinMsg struct {
	record archive.Record
	curve  []archive.Point
	err    error
}

// fetchPin reads the curves of a run.
func (m *Model) fetchPin(run archive.Record) tea.Cmd {
	runs := m.records.runs
	return func() (msg tea.Msg) {
		out := pinMsg{record: run}
		defer func() {
			if broken := recover(); broken != nil {
				out.err = fmt.Errorf("reading the run failed inside the program: %v", broken)
			}
			msg = out
		}()
		out.curve, out.err = runs.Curve(run.ID)
		return out
	}
}

// pinRun makes a kept run the ghost, until it is let go.
func (m *Model) pinRun(msg pinMsg) {
	m.dirty = true
	if msg.err != nil {
		m.warn("%v", msg.err)
		return
	}
	m.ghost, m.hideGhost, m.pinned = m.keptHistory(msg.record, msg.curve), false, msg.record.ID
	m.say("pinned: %s stays as the dim curve; g hides it, h and g let it go", m.ghost.Label)
}

// keptHistory is a history of curves that were thinned: a value stands until the
// next that was kept.
func (m *Model) keptHistory(run archive.Record, curve []archive.Point) *scene.History {
	h := &scene.History{Config: run.Config, Label: grid.Fit(m.runName(run), 16)}
	for i, p := range curve {
		until := p.Iteration
		if i+1 < len(curve) {
			until = curve[i+1].Iteration - 1
		}
		var v [scene.Quantities]float64
		for q := range v {
			v[q] = math.NaN()
		}
		v[scene.TrainLoss], v[scene.TestError], v[scene.WrongShare], v[scene.Epsilon], v[scene.Tight] = p.TrainLoss, 100*p.TestError, p.TestError, p.Epsilon, p.Tight
		h.Grow(v)
		for h.Count < until {
			h.File(v)
		}
	}
	return h
}
