package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/audit"
	"admmlab/sim/privacy/account"
	"admmlab/sim/runner"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// lens is a view of the privacy of the run that takes the place of the loss
// chart while the run goes on.
type lens int

const (
	noLens lens = iota
	ledgerLens
	exposureLens
	wireLens
	attackLens
	compareLens
	sweepLens
	lenses
)

// lensTexts are the title of each lens, its last line with the keys, its line of
// explanation and its name in package help.
var lensTexts = [lenses]struct{ title, keys, words, help string }{
	ledgerLens: {"Ledger & budget", "↑↓ choose · enter afford? · z larger · b back",
		"the same releases, added up by six accountants: the smallest valid total is true; ? explains", "ledger"},
	exposureLens: {"Exposure: realised losses", "↑↓ person · enter watch · z larger · x back",
		"what this run has really given away of every record: not a guarantee; ? explains", "exposure"},
	wireLens: {"On the wire", "←→ node · n one iteration · z larger · w back",
		"what a neighbour or an eavesdropper sees, beside what would have been sent without noise; ? explains", "wire"},
	attackLens: {"Attacks", "↑↓ attack · enter run · esc stop · z larger · a back",
		"an attack that works disproves a promise; ? tells the story of the chosen one", "attacks"},
	compareLens: {"Side by side", "enter put beside or take away · z larger · c back",
		"the same data, split and noise draws: what differs is what is listed; ? explains", "compare"},
	sweepLens: {"Sweep", "←→ view · ↑↓ curve · enter new · esc stop · S back",
		"one or two parameters over a range, with several draws of the noise; ? explains", "sweep"},
}

// looking is what the runner is asked to send for the open lens.
func (m *Model) looking() runner.Picture {
	switch m.lens.open {
	case ledgerLens:
		return billed{}
	case exposureLens:
		return exposed{}
	case wireLens:
		return tapped{m.lens.node}
	}
	return nil
}

// lensState is all that the lenses keep.
type lensState struct {
	open    lens
	from    int               // had the focus before
	chosen  [lenses]int       // line chosen in each
	node    int               // the wire's, from 0
	answers map[string]string // by question, of this run
	pairs   []audit.Pair      // the worst records of DVP, once computed
	audits  audits
}

// afford is the question which alpha keeps the budget.
const afford = "afford"

// toggleLens opens a lens, or closes it if it is the one in sight.
func (m *Model) toggleLens(l lens) {
	if m.lens.open == l && m.lensInSight() {
		m.closeLens()
		return
	}
	if m.lens.open == noLens {
		m.lens.from = m.focus
	}
	m.lens.open = l
	m.lens.chosen[ledgerLens] = -1 // the best
	m.zoomed = m.zoomed && m.focus == m.lensPlace()
	m.focusOn(m.lensPlace())
	m.sendLook()
	m.scene.Message = scene.Message{}
}

// closeLens brings the charts back and ends what was going on in the lens.
func (m *Model) closeLens() {
	m.lens.audits.stop()
	m.lens.open = noLens
	if m.focus == m.lensPlace() {
		m.focusOn(m.lens.from)
	}
	m.refocus()
	m.sendLook()
}

// sendLook tells the runner what to send for the lens that is open.
func (m *Model) sendLook() { m.desk.Look(m.looking()) }

// replaying is what to say while the iteration under the cursor is computed again
// for the lens, "" while there is nothing to wait for.
func (m *Model) replaying() string {
	if m.scene.Cursor == 0 || m.looking() == nil || m.scene.State.At == m.scene.Cursor {
		return ""
	}
	return fmt.Sprintf("going back to t = %d: computed again up to t = %d", m.scene.Cursor, m.scene.State.Replayed)
}

// lensInSight reports whether the open lens has a place on the screen.
func (m *Model) lensInSight() bool {
	_, shown := m.plan().places[m.lensPlace()]
	return m.lens.open != noLens && shown
}

// lensFocused reports whether keys go to the open lens.
func (m *Model) lensFocused() bool {
	return m.lens.open != noLens && m.focus == m.lensPlace()
}

// ask puts a question to the runner.
func (m *Model) ask(question string, c runner.Command) {
	m.desk.Ask(question, c)
	delete(m.lens.answers, question)
}

// answered files an answer.
func (m *Model) answered(question, answer string) {
	if m.lens.answers == nil {
		m.lens.answers = map[string]string{}
	}
	m.lens.answers[question] = answer
}

// afford asks which alpha reaches the limit within the budget, and shows where the
// answer will stand.
func (m *Model) afford() tea.Cmd {
	if m.lens.open != ledgerLens || !m.lensInSight() {
		m.toggleLens(ledgerLens)
	}
	m.ask(afford, runner.Command{Order: runner.Afford})
	return nil
}

// lensItems is how many lines can be chosen in the open lens.
func (m *Model) lensItems() int {
	switch m.lens.open {
	case ledgerLens:
		return len(m.ledgerTotals())
	case exposureLens:
		if e := m.exposure(); e != nil {
			return len(e.Top)
		}
	case attackLens:
		return len(attacks())
	case sweepLens:
		return m.sweepCurves()
	}
	return 0
}

// lensChosen is the chosen line; the number of lines may have changed since.
func (m *Model) lensChosen() int {
	if m.lens.open == ledgerLens && m.lens.chosen[ledgerLens] < 0 {
		totals := m.ledgerTotals()
		best := bestOf(totals).Name
		return max(0, slices.IndexFunc(totals, func(t account.Total) bool { return t.Name == best }))
	}
	return max(0, min(m.lens.chosen[m.lens.open], m.lensItems()-1))
}

func (m *Model) chooseInLens(n int) {
	m.lens.chosen[m.lens.open] = max(0, min(m.lensChosen()+n, m.lensItems()-1))
}

// sidewaysInLens reports whether ← and → mean something in the lens.
func (m *Model) sidewaysInLens(n int) bool {
	switch m.lens.open {
	case sweepLens:
		m.sweeps.view += n
		return true
	case wireLens:
	default:
		return false
	}
	if all := m.scene.Holders(); all > 0 {
		m.lens.node = ((m.lens.node+n)%all + all) % all
		m.sendLook()
	}
	return true
}

func (m *Model) enterInLens() tea.Cmd {
	switch m.lens.open {
	case ledgerLens:
		return m.afford()
	case exposureLens:
		m.watchChosen()
	case attackLens:
		return m.runAttack()
	case compareLens:
		return m.pickCompanion()
	case sweepLens:
		return m.askSweep()
	}
	return nil
}

// lensPart is the open lens as a part of the screen.
type lensPart struct{ m *Model }

func (l lensPart) Name() string              { return lensTexts[l.m.lens.open].help }
func (l lensPart) Keys() string              { return lensTexts[l.m.lens.open].keys }
func (l lensPart) Value(*scene.Scene) string { return l.m.lensValue() }
func (l lensPart) Words(*scene.Scene) string { return lensTexts[l.m.lens.open].words }

func (l lensPart) Click(*scene.Scene, scene.Click) scene.Wish { return nil }

func (l lensPart) Title(s *scene.Scene) string {
	m := l.m
	title := lensTexts[m.lens.open].title
	switch m.lens.open {
	case wireLens:
		title += ": " + s.HolderName(m.lens.node+1)
	case sweepLens:
		title = m.sweepTitle()
	}
	if s.Cursor > 0 && m.lens.open != attackLens && m.lens.open != sweepLens {
		title += fmt.Sprintf(" at t = %d", s.Cursor)
	}
	return title
}

func (l lensPart) Help(*scene.Scene) (title, lead string) {
	if l.m.lens.open == attackLens {
		chosen := attacks()[l.m.lensChosen()]
		return chosen.name, story(chosen)
	}
	return lensTexts[l.m.lens.open].title, ""
}

func (l lensPart) Draw(_ *scene.Scene, g *grid.Grid) (above, below bool) {
	in := grid.Rect{W: g.Width(), H: g.Height()}
	if in.H < 1 || in.W < 1 {
		return false, false
	}
	if l.m.lens.open == sweepLens {
		l.m.drawSweep(g, in)
		return false, false
	}
	return false, g.Lines(l.m.lensLines(in))
}

func (l lensPart) Key(_ *scene.Scene, key string) (w scene.Wish, known bool) {
	m := l.m
	sideways := map[string]int{"left": -1, "right": 1, "shift+left": -10, "shift+right": 10}
	switch key {
	case "up", "down":
		if m.lensItems() == 0 {
			return nil, false
		}
		m.chooseInLens(map[string]int{"up": -1, "down": 1}[key])
	case "wheel up":
		m.chooseInLens(-1)
	case "wheel down":
		m.chooseInLens(1)
	case "left", "right", "shift+left", "shift+right":
		return nil, m.sidewaysInLens(sideways[key])
	default:
		return nil, false
	}
	return nil, true
}

// lensLines are the lines of the open lens.
func (m *Model) lensLines(in grid.Rect) []grid.Line {
	if wait := m.replaying(); wait != "" {
		return grid.Paragraphs(in.W, m.scene.Theme.Dim, wait)
	}
	switch m.lens.open {
	case ledgerLens:
		return m.ledgerLines(in.W, in.H)
	case exposureLens:
		return m.exposureLines(in.W, in.H)
	case wireLens:
		return m.wireLines(in.W, in.H)
	case attackLens:
		return m.attackLines(in.W, in.H)
	case compareLens:
		return m.compareLines(in.W)
	}
	return nil
}

// lensValue is what stands at the right of the title.
func (m *Model) lensValue() string {
	switch m.lens.open {
	case ledgerLens:
		return scene.Neighbours(m.scene.InForce())
	case exposureLens:
		if e := m.exposure(); e != nil {
			return "largest " + scene.Signed(e.Summary.Max)
		}
	case sweepLens:
		return m.sweepProgress()
	}
	return ""
}
