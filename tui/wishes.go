package tui

import (
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/scene"
)

// turn asks for a value: from the next iteration on, or after a reset.
func (m *Model) turn(key, value string) {
	if err := m.scene.Check(key, value); err != nil {
		m.scene.Warn("%v", err)
		return
	}
	k, _ := config.KnobOf(m.scene.InForce(), key)
	if k.Counts == admm.AtReset {
		if value == k.Value(m.scene.InForce()) {
			delete(m.scene.Pending, key)
			m.scene.Say("%s stays %s", scene.NameOf(k), scene.Short(m.scene.InForce(), key, value))
			return
		}
		m.undos.wished(key, m.scene.Pending[key].Value)
		m.scene.Pending[key] = scene.Pending{Value: value, Reset: true}
		m.scene.Say("%s %s counts after a reset: press r", scene.NameOf(k), scene.Short(m.scene.InForce(), key, value))
		return
	}
	if m.scene.Starting > 0 {
		// Not yet begun: the run shall begin with it.
		if next, err := k.Assign(m.scene.Base, value); err == nil {
			m.start(next)
		}
		return
	}
	m.send(config.Event{Key: key, Value: value})
}

// send asks the runner for a change and returns the number of the command.
func (m *Model) send(e config.Event) int {
	seq := m.outbox.put(runner.Command{Order: runner.Apply, Event: e})
	if e.Key == "" {
		m.scene.Edge = scene.PendingEdge{Event: e, Seq: seq}
		return seq
	}
	m.scene.Pending[e.Key] = scene.Pending{Value: e.Value, Seq: seq}
	m.live()
	return seq
}

// start begins a new run of c.
func (m *Model) start(c config.Config) { m.startAs(runner.Command{Config: c}) }

// startAs begins a new run as the command says and returns its number.
func (m *Model) startAs(command runner.Command) int {
	if m.scene.Starting == 0 {
		m.fallback = m.scene.Base // if this start is refused
	}
	m.scene.Base, m.scene.ForkAt = command.Config, 0
	command.Order, command.Run = runner.Start, m.wantRun
	m.scene.Starting = m.outbox.put(command)
	m.scene.StartedAt = m.scene.Now
	m.scene.Edge = scene.PendingEdge{}
	for key, w := range m.scene.Pending {
		if !w.Reset {
			delete(m.scene.Pending, key) // its command went with the old run
		}
	}
	begun := m.scene.Starting
	if begun == 1 {
		m.outbox.put(runner.Command{Order: runner.Pace, Speed: scene.Paces[m.scene.Pace]})
	}
	return begun
}

// reset runs again from the start, with the values in force and what waited for
// it. A preset's own changes in mid-run happen again.
func (m *Model) reset(newSeed bool) {
	if m.scene.State.Finished || m.scene.State.Halted != "" || m.walled {
		m.wantRun = true
	}
	if newSeed {
		delete(m.scene.Pending, config.SeedKnob.Key)
	}
	c := m.scene.Grant(m.scene.Base)
	if newSeed {
		// One step of Knuth's MMIX generator, cut to few digits to be read aloud.
		c.Seed = (c.Seed*6364136223846793005 + 1442695040888963407) >> 44
	}
	m.start(c)
}

func (m *Model) setPace(i int) {
	i = min(max(i, 0), len(scene.Paces)-1)
	m.scene.Pace = i
	m.outbox.put(runner.Command{Order: runner.Pace, Speed: scene.Paces[i]})
	m.scene.Say("speed %s", scene.PaceWords(scene.Paces[i]))
}
