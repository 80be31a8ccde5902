package tui

import (
	"fmt"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/audit"
	"admmlab/sim/runner"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// attack is one line of the attacks lens: a question to the run, the worst record
// pair of DVP, or an audit.
type attack struct {
	name     string
	question string // of sim.Attacks, "" for the others
	ends     string // what ends it
	target   int    // of targets(), from 1; 0 for the others
	refused  string // why there is none
}

// claims are kept while the catalogue is the same: setting their stages takes
// milliseconds.
var claims struct {
	sync.Mutex
	of   *admm.Spec
	list []audit.Target
}

// targets are the claims that can be audited.
func targets() []audit.Target {
	claims.Lock()
	defer claims.Unlock()
	if now := &admm.Catalogue()[0]; claims.of != now {
		claims.of, claims.list = now, audit.Targets()
	}
	return claims.list
}

// attacks lists everything that can be tried, in the order of the lens, and then the
// methods that no audit attacks.
func attacks() []attack {
	list := []attack{
		{name: "Sharing: labels read out of y", question: sim.AttackLabels,
			ends: "What ends it: randomised response on the labels, the parameter ε_Y (labels) above 0, after a reset."},
		{name: "Sharing: whose column space is it", question: sim.AttackColumns,
			ends: "What ends it: the variant noise on the message."},
		{name: "DVP: the record pair that refutes ζ = α̂"},
	}
	for i, t := range targets() {
		list = append(list, attack{name: "Audit: " + t.Name(), target: i + 1})
	}
	for _, r := range audit.Refusals() {
		spec, _ := admm.Find(r.Method)
		list = append(list, attack{name: "No audit: " + spec.Name, refused: "No audit attacks " + spec.Name + ": " + r.Why + "."})
	}
	return list
}

// runAttack starts the chosen attack, or stops the audit under way if it is it.
func (m *Model) runAttack() tea.Cmd {
	switch a := attacks()[m.lensChosen()]; {
	case a.question != "":
		m.ask(a.question, runner.Command{Order: runner.Attack, Attack: a.question})
	case a.refused != "":
		m.scene.Warn("%s", a.refused)
	case a.target > 0:
		return m.toggleAudit(a.target)
	default:
		m.lens.pairs = worstPairs()
	}
	return nil
}

// attackLines are the list of attacks and what came of the chosen one.
func (m *Model) attackLines(width, height int) []grid.Line {
	list, chosen := attacks(), m.lensChosen()
	first, last := grid.Window(len(list), min(len(list), max(3, height/3)), chosen)
	var lines []grid.Line
	for i := first; i < last; i++ {
		mark, paint := "  ", m.scene.Theme.Text
		if i == chosen {
			mark, paint = "▸ ", m.scene.Theme.Selected
		}
		outcome := m.outcome(list[i])
		name := grid.Pad(grid.Fit(list[i].name, width-3-grid.Cells(outcome)), width-3-grid.Cells(outcome))
		lines = append(lines, grid.Line{Text: mark + name + " " + outcome, Paint: paint})
	}
	rule := fmt.Sprintf("─ %d of %d ", chosen+1, len(list))
	lines = append(lines, grid.Line{Text: rule + strings.Repeat("─", max(0, width-grid.Cells(rule))), Paint: m.scene.Theme.Dim})
	return append(lines, m.attackDetail(list[chosen], width)...)
}

// outcome is what came of an attack, in two words.
func (m *Model) outcome(a attack) string {
	if a.refused != "" {
		return ""
	}
	if a.target > 0 {
		r, tried := m.lens.audits.results[a.target]
		switch {
		case m.lens.audits.running(a.target):
			return fmt.Sprintf("running %d %%", percent(r))
		case m.lens.audits.failed[a.target] != "":
			return "failed"
		case !tried:
			return ""
		case r.Done < r.Trials:
			return fmt.Sprintf("stopped at %d %%", percent(r))
		}
		return verdict(r)
	}
	if (a.question != "" && m.lens.answers[a.question] != "") || (a.question == "" && m.lens.pairs != nil) {
		return "answered"
	}
	return ""
}

// verdict is an audit's conclusion in two words.
func verdict(r audit.Result) string {
	switch r.Verdict {
	case audit.Refuted:
		return "refuted"
	case audit.NotRefuted:
		return "not refuted"
	}
	return "too few runs"
}

// attackDetail is the result of an attack and then its story.
func (m *Model) attackDetail(a attack, width int) []grid.Line {
	var lines []grid.Line
	add := func(paint string, texts ...string) { lines = append(lines, grid.Paragraphs(width, paint, texts...)...) }
	switch {
	case a.refused != "":
		add(m.scene.Theme.Text, a.refused)
		return lines
	case a.target > 0:
		add(m.scene.Theme.Text, "Claim: "+targets()[a.target-1].Claim()+".")
		lines = append(lines, m.auditLines(a.target, width)...)
	case a.question != "":
		answer := m.lens.answers[a.question]
		switch {
		case answer != "":
			add(m.scene.Theme.Accent, "▸ "+answer)
		case m.desk.Asking():
			add(m.scene.Theme.Dim, "asking the run …")
		case !m.scene.InForce().Spec().Vertical:
			add(m.scene.Theme.Dim, "Works on what vertical sharing sent last: m, Sharing, then enter here.")
		default:
			add(m.scene.Theme.Dim, "enter tries it on what was sent last.")
		}
		add(m.scene.Theme.Text, a.ends)
	case m.lens.pairs == nil:
		add(m.scene.Theme.Dim, "enter computes it for ζ as printed and as proved.")
	default:
		for _, p := range m.lens.pairs {
			paint := m.scene.Theme.Text
			if p.Broken {
				paint = m.scene.Theme.Warn
			}
			lines = append(lines, grid.Line{Text: pairWords(p), Paint: paint})
		}
	}
	add(m.scene.Theme.Dim, story(a))
	return lines
}

// story is how an attack works.
func story(a attack) string {
	switch {
	case a.target > 0:
		return targets()[a.target-1].Describe()
	case a.question == sim.AttackLabels:
		return audit.LabelAttack{}.Describe()
	case a.question == sim.AttackColumns:
		return audit.SpaceAttack{}.Describe()
	}
	return audit.Pair{}.Describe()
}

// auditLines are how far an audit is and what it has found.
func (m *Model) auditLines(target, width int) []grid.Line {
	jobs := &m.lens.audits
	if why := jobs.failed[target]; why != "" {
		return grid.Paragraphs(width, m.scene.Theme.Bad, why)
	}
	r, tried := jobs.results[target]
	if !tried {
		if jobs.running(target) {
			return grid.Paragraphs(width, m.scene.Theme.Dim, "setting the stage …")
		}
		return grid.Paragraphs(width, m.scene.Theme.Dim, fmt.Sprintf("enter runs it: %s runs with the record and as many with its counterpart; esc stops.", scene.Grouped(auditTrials)))
	}
	room := min(30, width-28)
	lines := []grid.Line{}
	if room >= 5 {
		full := room * r.Done / r.Trials
		lines = append(lines, grid.Line{Text: strings.Repeat("█", full) + strings.Repeat("░", room-full) +
			fmt.Sprintf(" %s of %s runs", scene.Groups(fmt.Sprint(r.Done)), scene.Groups(fmt.Sprint(r.Trials))), Paint: m.scene.Theme.Accent})
	}
	lines = append(lines, grid.Paragraphs(width, m.scene.Theme.Title, fmt.Sprintf("TPR %.1f %% · FPR %.1f %% · shown ε ≥ %s · claimed ε ≤ %s · %s",
		100*r.TPR, 100*r.FPR, chart.Number(chart.RoundDown(r.LowerBound, 3)), scene.Bound(r.Target.Epsilon), verdict(r)))...)
	if jobs.running(target) && r.Tested == 0 {
		return append(lines, grid.Paragraphs(width, m.scene.Theme.Dim, "The first half only chooses the threshold.")...)
	}
	paint := m.scene.Theme.Text
	if r.Verdict == audit.Refuted {
		paint = m.scene.Theme.Warn
	}
	return append(lines, grid.Paragraphs(width, paint, r.Words())...)
}

// percent is how far an audit is.
func percent(r audit.Result) int { return 100 * r.Done / max(1, r.Trials) }

// worstPairs are the record pairs that a broadcast DVP model tells apart best, for
// the printed and the proved noise rate, on a small node: d = 3, B = C = 50.
func worstPairs() []audit.Pair {
	var list []audit.Pair
	for _, normF := range []float64{0, 3, 100} {
		for _, variant := range []string{"printed", "proved"} {
			p, err := audit.PrintedDVP(audit.DVPCase{Variant: variant, Dim: 3, Records: 50, C: 50, Rho: 0.01, Penalty: 1, Alpha: 1, NormF: normF})
			if err == nil {
				list = append(list, p)
			}
		}
	}
	return list
}

// pairWords is a pair in a line.
func pairWords(p audit.Pair) string {
	end := "kept"
	if p.Broken {
		end = "BROKEN"
	}
	return fmt.Sprintf("|f| %-3g ζ %-7s %s |Δg| %.2f  e^%.3f of e^%g  %s", p.Case.NormF, p.Case.Variant, grid.Pad(chart.Number(p.Zeta), 6), p.Shift, p.LogRatio, p.Case.Alpha, end)
}
