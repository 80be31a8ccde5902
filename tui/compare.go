package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/chart"
	"admmlab/tui/dialog"
	"admmlab/tui/scene"
)

// compareState are the runs beside and how they were asked for.
type compareState struct {
	ids int // given so far
	seq int // of the newest Beside command

	matched int // Seq of a Start that calibrates, until it has begun
}

// addBeside puts a run of c beside, on the same data, split and draws.
func (m *Model) addBeside(c config.Config) tea.Cmd {
	if len(m.scene.Beside) == runner.MaxBeside {
		m.scene.Warn("%d runs are beside already: take one away first (c, enter)", runner.MaxBeside)
		return nil
	}
	m.putSister(c)
	m.sendBeside(false)
	name := m.scene.SisterName(len(m.scene.Beside))
	var taken []string
	for _, d := range config.Differences(c, c.Alongside(m.scene.InForce())) {
		if k, ok := config.KnobOf(c, d.Key); ok {
			taken = append(taken, scene.NameOf(k))
		}
	}
	if taken != nil {
		m.scene.Say("%s beside, with the %s of this run; c lists what differs", name, strings.Join(taken, ", "))
		return nil
	}
	m.scene.Say("%s beside: the same data, split and draws; c lists what differs", name)
	return nil
}

// putSister adds a run of c to the list.
func (m *Model) putSister(c config.Config) {
	m.scene.Beside = append(m.scene.Beside, m.newSister(c))
}

func (m *Model) newSister(c config.Config) *scene.Sister {
	m.compare.ids++
	m.records.besideBegins(m.compare.ids, m.scene.Now)
	return &scene.Sister{ID: m.compare.ids, Asked: c, Run: newSisterHistory(c)}
}

// startTogether begins the first of some runs with the others beside, in place of
// those that were.
func (m *Model) startTogether(list []config.Config) {
	m.keepRuns()
	before := m.scene.Comparing()
	m.scene.Beside = nil
	for _, c := range list[1:min(len(list), 1+runner.MaxBeside)] {
		m.putSister(c)
	}
	m.start(list[0])
	if before || m.scene.Comparing() {
		m.sendBeside(false)
	}
}

func newSisterHistory(c config.Config) *scene.History {
	return &scene.History{Config: c, Label: c.Spec().Name}
}

// sendBeside tells the runner which runs go beside; with match they are calibrated
// to the budget first.
func (m *Model) sendBeside(match bool) {
	var list []runner.Companion
	for _, s := range m.scene.Beside {
		list = append(list, runner.Companion{ID: s.ID, Config: s.Asked})
	}
	m.compare.seq = m.outbox.put(runner.Command{Order: runner.Beside, Beside: list, Match: match})
}

// takeBeside files what the runs beside made.
func (m *Model) takeBeside(b runner.Batch) {
	for _, told := range b.Beside {
		i := slices.IndexFunc(m.scene.Beside, func(s *scene.Sister) bool { return s.ID == told.ID })
		if i < 0 {
			continue
		}
		s := m.scene.Beside[i]
		for _, r := range told.Rows {
			if r.Iteration == s.Run.Last()+1 {
				s.Run.Add(r)
			}
		}
		told.Rows = nil
		s.State = told
	}
	if b.State.Seq >= m.compare.seq { // those that could not begin are gone
		m.scene.Beside = slices.DeleteFunc(m.scene.Beside, func(s *scene.Sister) bool {
			return !slices.ContainsFunc(b.Beside, func(c runner.Companion) bool { return c.ID == s.ID })
		})
	}
}

// compareRuns opens the table of the runs side by side; if there is none beside
// yet, the list of what could be.
func (m *Model) compareRuns() tea.Cmd {
	if !m.scene.Comparing() {
		return m.pickBeside()
	}
	m.toggleLens(compareLens)
	return nil
}

// pickBeside offers what can run beside.
func (m *Model) pickBeside() tea.Cmd {
	if !m.scene.Heard {
		m.scene.Say("nothing to compare with yet")
		return nil
	}
	var items []dialog.Item
	add := func(title, detail, long string, do func() tea.Cmd) {
		items = append(items, dialog.Item{Title: title, Detail: detail, Long: long, Value: do})
	}
	for i, s := range m.scene.Beside {
		add("take away "+m.scene.SisterName(i+1), "beside now", "its curve goes; the others stay", func() tea.Cmd { return m.takeAway(s.ID) })
	}
	if len(m.scene.Beside) < runner.MaxBeside {
		m.offerBeside(add)
	}
	add("match a budget…", "ε for all", "each run's noise is calibrated so that it reaches the limit within one total ε; without runs beside: DVP, M-ADMM, R-ADMM and MR-ADMM, as in Fig. 5 of Recycled ADMM", m.matchBudget)
	return m.pick("Side by side: the same data, split and noise draws", items, 0, act)
}

func (m *Model) offerBeside(add func(title, detail, long string, do func() tea.Cmd)) {
	now := m.scene.State.Replay
	add("this run as it is", "a copy", "a copy stays as it is while the knobs turn this one: what differs is what you turn", func() tea.Cmd { return m.addBeside(now) })
	if k, ok := config.KnobOf(m.scene.InForce(), m.scene.Selected); ok && k.Reads(m.scene.InForce()) && !k.Shared {
		add("another "+scene.NameOf(k)+"…", "now "+scene.Short(m.scene.InForce(), k.Key, k.Value(m.scene.InForce())), "this run with another "+k.Words+" from the start", func() tea.Cmd { return m.typeBeside(k) })
	}
	for _, spec := range admm.Catalogue() {
		if spec.ID != m.scene.InForce().Method {
			add(spec.Name, spec.Short, spec.Words+", with the parameters of its paper, C as here", func() tea.Cmd { return m.addBeside(otherMethod(m.scene.Base, spec.ID)) })
		}
	}
	if past := m.scene.Past(); past != nil {
		add("the run before", past.Label, "the dotted curve, computed again beside this one", func() tea.Cmd { return m.addBeside(past.Config) })
	}
}

// otherMethod is c under another method, with the same weight of the loss: runs with
// different C minimise different things.
func otherMethod(c config.Config, id string) config.Config {
	other := c.WithMethod(id)
	if !c.Spec().Vertical && !other.Spec().Vertical {
		other.Set.C = c.Set.C
	}
	return other
}

func (m *Model) typeBeside(k config.Knob) tea.Cmd {
	c := m.scene.State.Replay
	return m.entry("Beside, with another "+scene.NameOf(k), k.Words, k.Value(c),
		func(s string) error { _, err := k.Assign(c, strings.TrimSpace(s)); return err },
		func(s string) tea.Cmd {
			if next, err := k.Assign(c, s); err == nil {
				return m.addBeside(next)
			}
			return nil
		})
}

func (m *Model) takeAway(id int) tea.Cmd {
	m.keepRuns()
	m.scene.Beside = slices.DeleteFunc(m.scene.Beside, func(s *scene.Sister) bool { return s.ID == id })
	m.sendBeside(false)
	if !m.scene.Comparing() && m.lens.open == compareLens {
		m.closeLens()
	}
	return nil
}

// anew starts the histories of the runs beside with a new run at the keys.
func (m *Model) anew(b runner.Batch) {
	for _, s := range m.scene.Beside {
		taken := 0
		if i := slices.IndexFunc(b.Beside, func(c runner.Companion) bool { return c.ID == s.ID }); i >= 0 {
			taken = b.Beside[i].Taken
		}
		s.Run, s.State = s.Run.Until(taken, s.Asked), runner.Companion{}
	}
	if m.compare.matched > 0 && b.State.Seq >= m.compare.matched {
		m.scene.Base.Set, m.compare.matched = b.State.Replay.Set, 0
	}
}

// raced are the methods of Recycled ADMM, Fig. 5.
var raced = []string{"dvp", "madmm", "radmm", "mradmm"}

// matchBudget asks for the budget and starts the runs anew, each with the noise
// that spends it at the limit.
func (m *Model) matchBudget() tea.Cmd {
	c := m.scene.Wished()
	budget := config.BudgetKnob
	value := "10"
	if c.Budget > 0 {
		value = budget.Value(c)
	}
	check := func(s string) error {
		next, err := budget.Assign(c, strings.TrimSpace(s))
		if err == nil && next.Budget <= 0 {
			err = fmt.Errorf("budget = %s, expected an ε above 0", s)
		}
		return err
	}
	return m.entry(fmt.Sprintf("Total ε that each run may spend in %d iterations", c.Iterations),
		fmt.Sprintf("accountant %s, δ = %s; both, and the limit, are knobs", c.Accountant, chart.Number(c.Set.Delta)), value, check,
		func(s string) tea.Cmd { m.race(s); return nil })
}

// race starts all runs side by side within one budget; without any beside, those
// of Fig. 5.
func (m *Model) race(budget string) {
	c := m.scene.Grant(m.scene.Base)
	k := config.BudgetKnob
	c, err := k.Assign(c, budget)
	if err != nil {
		m.scene.Warn("%v", err)
		return
	}
	c.Stop = true
	m.keepRuns()
	if !m.scene.Comparing() {
		for _, id := range raced {
			if id != c.Method && len(m.scene.Beside) < runner.MaxBeside {
				m.putSister(otherMethod(c, id))
			}
		}
	} else { // others of the same kind, so that the runner begins them anew
		for i, s := range m.scene.Beside {
			m.scene.Beside[i] = m.newSister(s.Asked)
		}
	}
	m.wantRun = true
	m.compare.matched = m.startAs(runner.Command{Config: c, Match: true})
	m.sendBeside(true)
	m.scene.Say("every run within ε = %s by its own noise; c lists the values", budget)
}
