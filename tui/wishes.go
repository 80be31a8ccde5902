package tui

import (
	"slices"
	"time"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/scene"
)

// edgeWish is an edge to be cut or joined that the runner has not confirmed yet.
type edgeWish struct {
	event config.Event
	seq   int // of the command that carries it, 0 = none
}

// rows are the lines of the parameters panel: what the method in force reads.
// First what counts from the next iteration on, the method's own numbers before
// its choices, then the network and the run; then what adds up the privacy, which
// changes no model; last what counts after a reset.
func (m *Model) rows() []scene.Row {
	c := m.wished()
	// Which knobs there are depends on method and variant only.
	if id := c.Method + " " + c.Set.Variant; m.listedFor != id || m.listed == nil {
		m.listed, m.listedFor = scene.RowsOf(c), id
	}
	return m.listed
}

func (m *Model) hasRow(key string) bool {
	return slices.ContainsFunc(m.rows(), func(r scene.Row) bool { return r.Key == key })
}

// inForce is the config the runner last reported, or the one it was started
// with while nothing is heard.
func (m *Model) inForce() config.Config {
	if m.heard {
		c := m.state.Config
		if c.Spec().Vertical {
			c.Nodes = m.base.Nodes // parties are not nodes
		}
		return c
	}
	return m.base
}

// wished is the config in force with every wish granted.
func (m *Model) wished() config.Config { return m.grant(m.inForce()) }

// grant is c with the wishes assigned, in an order in which they fit together.
func (m *Model) grant(c config.Config) config.Config {
	for _, key := range config.Keys() {
		w, ok := m.wishes[key]
		if !ok {
			continue
		}
		if k, found := config.KnobOf(c, key); found {
			if next, err := k.Assign(c, w.Value); err == nil {
				c = next
			}
		}
	}
	return c
}

// check tells whether key may take value now, in a sentence when not.
func (m *Model) check(key, value string) error {
	c := m.inForce()
	k, ok := config.KnobOf(c, key)
	if !ok {
		return nil
	}
	if k.Counts == admm.AtReset {
		c = m.grant(m.base)
	}
	_, err := k.Assign(c, value)
	return err
}

// turn asks for a value: from the next iteration on, or after a reset.
func (m *Model) turn(key, value string) {
	if err := m.check(key, value); err != nil {
		m.warn("%v", err)
		return
	}
	k, _ := config.KnobOf(m.inForce(), key)
	if k.Counts == admm.AtReset {
		if value == k.Value(m.inForce()) {
			delete(m.wishes, key)
			m.say("%s stays %s", scene.NameOf(k), scene.Short(m.inForce(), key, value))
			return
		}
		m.undos.wished(key, m.wishes[key].Value)
		m.wishes[key] = scene.Pending{Value: value, Reset: true}
		m.say("%s %s counts after a reset: press r", scene.NameOf(k), scene.Short(m.inForce(), key, value))
		return
	}
	if m.starting > 0 {
		// Not yet begun: the run shall begin with it.
		if next, err := k.Assign(m.base, value); err == nil {
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
		m.edge = edgeWish{e, seq}
		return seq
	}
	m.wishes[e.Key] = scene.Pending{Value: e.Value, Seq: seq}
	m.live()
	return seq
}

// nudge turns the chosen parameter by n steps.
func (m *Model) nudge(n int) {
	if m.selected == scene.PaceKey {
		m.setPace(m.pace + sign(n))
		return
	}
	c := m.wished()
	k, ok := config.KnobOf(c, m.selected)
	if !ok {
		return
	}
	switch m.selected {
	case "data", "parties":
		m.say("%s: press enter to choose", scene.NameOf(k))
		return
	case "topology":
		m.turn(m.selected, neighbour(k.Choices(c), m.kind, sign(n)))
		return
	}
	m.turn(m.selected, k.Nudge(c, n))
}

// neighbour is the choice n places from the one in force.
func neighbour(choices []string, now string, n int) string {
	i := slices.Index(choices, now)
	return choices[((i+n)%len(choices)+len(choices))%len(choices)]
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// start begins a new run of c.
func (m *Model) start(c config.Config) { m.startAs(runner.Command{Config: c}) }

// startAs begins a new run as the command says and returns its number.
func (m *Model) startAs(command runner.Command) int {
	if m.starting == 0 {
		m.fallback = m.base // if this start is refused
	}
	m.base, m.forkAt = command.Config, 0
	command.Order, command.Run = runner.Start, m.wantRun
	m.starting = m.outbox.put(command)
	m.startedAt = m.now
	m.edge = edgeWish{}
	for key, w := range m.wishes {
		if !w.Reset {
			delete(m.wishes, key) // its command went with the old run
		}
	}
	begun := m.starting
	if begun == 1 {
		m.outbox.put(runner.Command{Order: runner.Pace, Speed: scene.Paces[m.pace]})
	}
	return begun
}

// reset runs again from the start, with the values in force and what waited for
// it. A preset's own changes in mid-run happen again.
func (m *Model) reset(newSeed bool) {
	if m.state.Finished || m.state.Halted != "" || m.walled {
		m.wantRun = true
	}
	if newSeed {
		delete(m.wishes, "seed")
	}
	c := m.grant(m.base)
	if newSeed {
		// One step of Knuth's MMIX generator, cut to few digits to be read aloud.
		c.Seed = (c.Seed*6364136223846793005 + 1442695040888963407) >> 44
	}
	m.start(c)
}

func (m *Model) setPace(i int) {
	i = min(max(i, 0), len(scene.Paces)-1)
	m.pace = i
	m.outbox.put(runner.Command{Order: runner.Pace, Speed: scene.Paces[i]})
	m.say("speed %s", scene.PaceWords(scene.Paces[i]))
}

// slow tells whether a start takes long enough to be worth a word.
func (m *Model) slow() bool {
	return m.starting > 0 && m.now.Sub(m.startedAt) > time.Second/2
}
