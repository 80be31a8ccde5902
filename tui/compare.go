package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/chart"
	"admmlab/tui/dialog"
	"admmlab/tui/scene"
)

// compareRuns opens the table of the runs side by side; if there is none beside
// yet, the list of what could be.
func (m *Model) compareRuns() tea.Cmd {
	if !m.scene.Comparing() {
		return m.pickCompanion()
	}
	m.toggleLens(compareLens)
	return nil
}

// pickCompanion offers what can run beside.
func (m *Model) pickCompanion() tea.Cmd {
	if !m.scene.Heard {
		m.scene.Say("nothing to compare with yet")
		return nil
	}
	var items []dialog.Item
	add := func(title, detail, long string, do func() tea.Cmd) {
		items = append(items, dialog.Item{Title: title, Detail: detail, Long: long, Value: do})
	}
	for i, s := range m.scene.Companions {
		add("take away "+m.scene.CompanionName(i+1), "beside now", "its curve goes; the others stay", func() tea.Cmd { return m.grant(scene.TakeAway{ID: s.ID}) })
	}
	if len(m.scene.Companions) < runner.MaxCompanions {
		m.offerCompanions(add)
	}
	add("match a budget…", "ε for all", "each run's noise is calibrated so that it reaches the limit within one total ε; without runs beside: DVP, M-ADMM, R-ADMM and MR-ADMM, as in Fig. 5 of Recycled ADMM", m.matchBudget)
	return m.pick("Side by side: the same data, split and noise draws", items, 0, act)
}

func (m *Model) offerCompanions(add func(title, detail, long string, do func() tea.Cmd)) {
	now := m.scene.State.Replay
	add("this run as it is", "a copy", "a copy stays as it is while the knobs turn this one: what differs is what you turn", func() tea.Cmd { return m.grant(scene.Accompany{Config: now}) })
	if k, ok := config.KnobOf(m.scene.InForce(), m.scene.Selected); ok && k.Reads(m.scene.InForce()) && !k.Shared {
		add("another "+scene.NameOf(k)+"…", "now "+scene.Short(m.scene.InForce(), k.Key, k.Value(m.scene.InForce())), "this run with another "+k.Words+" from the start", func() tea.Cmd { return m.typeCompanion(k) })
	}
	for _, spec := range admm.Catalogue() {
		if spec.ID != m.scene.InForce().Method {
			add(spec.Name, spec.Short, spec.Words+", with the parameters of its paper, C as here", func() tea.Cmd { return m.grant(scene.Accompany{Config: scene.OtherMethod(m.scene.Base, spec.ID)}) })
		}
	}
	if past := m.scene.Past(); past != nil {
		add("the run before", past.Label, "the dotted curve, computed again beside this one", func() tea.Cmd { return m.grant(scene.Accompany{Config: past.Config}) })
	}
}

func (m *Model) typeCompanion(k config.Knob) tea.Cmd {
	c := m.scene.State.Replay
	return m.entry("Beside, with another "+scene.NameOf(k), k.Words, k.Value(c),
		func(s string) error { _, err := k.Assign(c, strings.TrimSpace(s)); return err },
		func(s string) tea.Cmd {
			if next, err := k.Assign(c, s); err == nil {
				return m.grant(scene.Accompany{Config: next})
			}
			return nil
		})
}

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
		func(s string) tea.Cmd { return m.grant(scene.Race{Budget: s}) })
}
