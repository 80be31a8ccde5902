package tui

import (
	"fmt"
	"math"
	"strings"
	"time"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// drawStatus is the first line: what runs on the left, how it runs on the right.
func (m *Model) drawStatus(g *grid.Grid, p plan) {
	if p.mode == lineMode {
		m.drawLine(g)
		return
	}
	mark, word, paint := m.running()
	right := []string{mark + " " + word, fmt.Sprintf("t %d/%d", m.run.Last(), m.inForce().Iterations)}
	left := []string{m.methodWords(), m.dataWords(), m.netWords()}
	var optional []string
	if words := m.sweepProgress(); words != "" {
		optional = append(optional, "sweep "+words)
	}
	if _, shown := p.places[lossPanel]; m.bands.shown.underWay() && (!shown || m.lens.open != noLens) { // its bar is out of sight
		optional = append(optional, fmt.Sprintf("draws %d/%d", m.bands.shown.drawn.done, m.bands.shown.want))
	}
	optional = append(optional, m.rateWords(), fmt.Sprintf("seed %d", m.base.Seed))
	used := grid.Cells(strings.Join(left, " · ")) + grid.Cells(strings.Join(right, "  ")) + 4
	for _, o := range optional {
		if used+2+grid.Cells(o) <= m.width {
			right = append(right, o)
			used += 2 + grid.Cells(o)
		}
	}
	x := 1
	if used+10 <= m.width {
		x = g.Text(x, 0, 10, "admmlab   ", m.theme.Dim)
	}
	tail := strings.Join(right, "  ")
	g.Text(x, 0, max(0, m.width-x-grid.Cells(tail)-3), strings.Join(left, " · "), m.theme.Title)
	start := max(0, m.width-1-grid.Cells(tail))
	m.drawDisclaimer(g, x+grid.Cells(strings.Join(left, " · ")), start)
	end := g.Text(start, 0, m.width-start, right[0], paint)
	g.Text(end, 0, m.width-end, strings.TrimPrefix(tail, right[0]), m.theme.Text)
}

// drawDisclaimer says in the middle of the first line, where it has room, what no
// number on the screen says of itself.
func (m *Model) drawDisclaimer(g *grid.Grid, from, to int) {
	for _, words := range []string{"simulation, not for releasing data", "simulation, not for release", "simulation"} {
		if room := to - from - 4; grid.Cells(words) <= room {
			g.Text(from+2+(room-grid.Cells(words))/2, 0, room, words, m.theme.Dim)
			return
		}
	}
}

// silence is how long an iteration takes before it is worth a word.
const silence = 2 * time.Second

// running is the state of the run: a mark, a word and a look.
func (m *Model) running() (mark, word, paint string) {
	switch {
	case m.ended:
		return "✕", "stopped: press q", m.theme.Bad
	case m.starting > 0 && (m.slow() || !m.heard):
		if l := m.state.Loading; l != nil {
			const cellsOfBar = 10
			full := min(max(int(l.Part*cellsOfBar), 0), cellsOfBar)
			return "◐", fmt.Sprintf("%s %s%s %d %%", grid.Fit(l.What, 26), strings.Repeat("█", full), strings.Repeat("░", cellsOfBar-full), int(100*l.Part)), m.theme.Accent
		}
		return "◐", "reading " + grid.Fit(config.DataWords(m.base.Data), 24), m.theme.Accent
	case !m.heard:
		return "✕", "no run", m.theme.Bad
	case m.state.Halted != "":
		return "✕", "halted", m.theme.Bad
	case m.forkAt > 0:
		return "▶", fmt.Sprintf("replaying to %d", m.forkAt), m.theme.Accent
	case m.state.Running && m.now.Sub(m.heardAt) >= silence:
		return "▶", fmt.Sprintf("one iteration, %d s", int(m.now.Sub(m.heardAt).Seconds())), m.theme.Accent
	case m.state.Running:
		return "▶", "running", m.theme.Good
	case m.state.Finished:
		return "■", "finished", m.theme.Accent
	}
	return "❚❚", "paused", m.theme.Warn
}

func (m *Model) methodWords() string {
	name := m.inForce().Spec().Name
	if !m.inForce().Set.Private && m.inForce().Spec().Private() {
		name += " without noise"
	}
	if m.base.Title != "" {
		return m.base.Title + " · " + name
	}
	return name
}

func (m *Model) dataWords() string {
	if n := m.state.Size.Records; m.heard && n > 0 {
		kind := strings.Fields(config.DataWords(m.state.Config.Data))
		name := kind[0]
		if name != "census" && name != "wide" {
			name = strings.Join(kind, " ")
		}
		return name + " " + scene.Groups(fmt.Sprint(n))
	}
	return scene.Groups(config.DataWords(m.base.Data))
}

func (m *Model) netWords() string {
	c := m.inForce()
	if c.Spec().Vertical {
		return fmt.Sprintf("%d parties", max(2, len(c.Parties)+1))
	}
	topology := c.Topology
	if strings.HasPrefix(topology, "edges:") {
		topology = m.kind + " with changed edges"
		if m.kind == "" || strings.HasPrefix(m.kind, "edges:") {
			topology = "own edges"
		}
	}
	return fmt.Sprintf("%d nodes, %s", c.Nodes, topology)
}

// rateWords is the measured rate while it runs, else the speed that is set.
func (m *Model) rateWords() string {
	if m.state.Running && m.state.Rate > 0 {
		if m.state.Rate >= 10 { // whole numbers jump less
			return chart.Number(math.Round(m.state.Rate)) + " it/s"
		}
		return chart.Number(m.state.Rate) + " it/s"
	}
	return scene.PaceWords(scene.Paces[m.pace])
}

// values are the three numbers of iteration t, short.
func (m *Model) values(t int) (loss, errors, private string) {
	loss = chart.Number(m.run.At(scene.TrainLoss, t))
	errors = chart.Number(m.run.At(scene.TestError, t)) + " %"
	return loss, errors, m.epsilonWords(t)
}

// epsilonWords is the total in iteration t as the paper prints it.
func (m *Model) epsilonWords(t int) string {
	spec := m.inForce().Spec()
	switch e := m.run.At(scene.Epsilon, t); {
	case !spec.Private():
		return "no noise"
	case t == 0:
		return "-"
	case math.IsInf(e, 1):
		return "no finite ε"
	case e != e:
		return "no guarantee"
	default:
		return scene.Total(e, m.run.At(scene.Delta, t))
	}
}

// drawLine is all that a tiny window gets; the run goes on.
func (m *Model) drawLine(g *grid.Grid) {
	mark, word, _ := m.running()
	t := m.at()
	loss, errors, private := m.values(t)
	values := fmt.Sprintf("t %d/%d loss %s error %s %s", m.run.Last(), m.inForce().Iterations, loss, whole(errors), whole(private))
	if e := m.run.At(scene.Epsilon, t); e == e {
		values += " " + m.who()
	}
	enlarge := fmt.Sprintf("enlarge to %dx%d", smallWidth, smallHeight)
	head := mark + " " + word + " "
	if grid.Cells(head+values) > m.width {
		head = mark + " "
	}
	lines := []string{head + values + "  " + enlarge}
	if m.height > 1 && grid.Cells(lines[0]) > m.width {
		lines = append(grid.Wrap(head+values, m.width), grid.Wrap(enlarge, m.width)...)
	}
	for y, line := range lines {
		g.Text(0, y, m.width, line, m.theme.Text)
	}
}

// who is what neighbouring data differ in, in one word.
func (m *Model) who() string {
	c := m.inForce()
	return scene.AdjacencyWord(c.Spec().Adjacency[c.Spec().AdjacencyOf(&c.Set)].ID)
}

// whole is a value that no line end shall tear apart.
func whole(s string) string { return strings.ReplaceAll(s, " ", "") }

// drawReadout is the line of the three values in a compact window.
func (m *Model) drawReadout(g *grid.Grid, y int) {
	t := m.at()
	loss, errors, private := m.values(t)
	if e := m.run.At(scene.Tight, t); m.apart(t) && !math.IsInf(e, 0) { // two numbers that must not be taken for each other
		private = fmt.Sprintf("%s, printed %s", scene.Total(e, m.run.At(scene.TightDelta, t)), scene.Bound(m.run.At(scene.Epsilon, t)))
	}
	text := fmt.Sprintf("loss %s · error %s · %s", loss, errors, private)
	if m.cursor > 0 {
		text = fmt.Sprintf("at t = %d: ", t) + text
	} else if e := m.honest(t); e == e && m.inForce().Spec().Private() {
		who := m.who()
		for _, words := range []string{scene.Neighbours(m.inForce()) + ": " + scene.Likely(e), who + ": " + scene.Likely(e), who + ": " + scene.ShortLikely(e), who} {
			if grid.Cells(text)+3+grid.Cells(words) <= m.width-2 {
				text += " · " + words
				break
			}
		}
	}
	g.Text(1, y, m.width-2, text, m.theme.Accent)
}

// drawInfo is the line of news, readings and explanations, with the keys below.
// A message too long for it takes the line of the keys as well.
func (m *Model) drawInfo(g *grid.Grid, p plan) {
	text, paint, news := m.info()
	lines := grid.Wrap(text, m.width-2)
	if news && len(lines) > 1 {
		g.Text(1, p.info, m.width-2, lines[0], paint)
		g.Text(1, p.footer, m.width-2, strings.Join(lines[1:], " "), paint)
		return
	}
	g.Text(1, p.info, m.width-2, text, paint)
	x := 1
	for _, h := range footer(m.keys, m.width-2) {
		x = g.Text(x, p.footer, m.width-x, h.key, m.theme.Accent)
		x = g.Text(x, p.footer, m.width-x, " "+h.word, m.theme.Dim) + 2
	}
}

func (m *Model) info() (text, paint string, news bool) {
	switch {
	case m.message.text != "" && m.message.warn:
		return m.message.text, m.theme.Warn, true
	case m.message.text != "":
		return m.message.text, m.theme.Text, true
	case m.state.Halted != "" && m.starting == 0:
		return m.state.Halted, m.theme.Bad, true
	case m.cursor > 0:
		return m.reading(), m.theme.Text, false
	case m.big:
		return "", "", false // few words
	case m.lensFocused():
		return clauses(lensTexts[m.lens.open].words, m.width-2), m.theme.Dim, false
	case m.focus == parametersPanel:
		return clauses(m.aboutSelected(), m.width-2), m.theme.Dim, false
	case m.focus == networkPanel && m.inForce().Spec().Vertical:
		return "who holds which columns; the sum of their messages is compared with z", m.theme.Dim, false
	case m.base.Caption != "":
		return m.base.Caption, m.theme.Dim, false
	}
	return clauses(panelWords(m.focus), m.width-2), m.theme.Dim, false
}

// clauses is as much of a text as fits the width without a clause cut in two; the
// whole text if not even the first one fits.
func clauses(text string, width int) string {
	for rest := text; ; {
		if grid.Cells(rest) <= width {
			return rest
		}
		at := -1
		for _, end := range []string{"; ", " · ", ", ", ": "} {
			at = max(at, strings.LastIndex(rest, end))
		}
		if at < 0 {
			return text
		}
		rest = rest[:at]
	}
}

// reading is everything exact about the iteration under the cursor.
func (m *Model) reading() string {
	t := m.cursor
	b := fmt.Sprintf("t = %d: loss %.6g · error %.5g %% · ", t, m.run.At(scene.TrainLoss, t), m.run.At(scene.TestError, t))
	if e := m.run.At(scene.Epsilon, t); e == e {
		b += fmt.Sprintf("ε %.6g", e)
	} else {
		b += m.epsilonWords(t)
	}
	c := m.configAt(t)
	b += " ·"
	for _, p := range c.Spec().Parameters {
		b += " " + p.Symbol + " " + scene.ShortNumbers(p.Get(&c.Set).String())
	}
	return b
}

// configAt is the config with the parameters in force in iteration t.
func (m *Model) configAt(t int) config.Config {
	c := m.inForce()
	if r, ok := m.run.InForce(t); ok && r.Set != nil {
		c.Set = *r.Set
		if r.Graph != nil {
			c.Topology = r.Graph.String()
		}
	}
	return c
}

// aboutSelected says what the chosen parameter is and when a change counts.
func (m *Model) aboutSelected() string {
	if m.selected == scene.PaceKey {
		return "speed: iterations a second, also with [ and ]; counts at once"
	}
	c := m.wished()
	k, ok := config.KnobOf(c, m.selected)
	if !ok {
		return ""
	}
	when := "counts from the next iteration"
	if k.Counts == admm.AtReset {
		when = "counts after a reset (r)"
	}
	text := fmt.Sprintf("%s: %s · %s", scene.NameOf(k), k.Words, when)
	if p, declared := c.Spec().Parameter(m.selected); declared {
		if p.Max > 1e100 {
			text += " · above 0"
		} else {
			text += fmt.Sprintf(" · %s to %s", chart.Number(p.Min), chart.Number(p.Max))
		}
	}
	if m.selected == "variant" {
		if v, found := c.Spec().Variant(c.Set.Variant); found {
			text = fmt.Sprintf("%s: %s", v.Words, v.Note)
		}
	}
	return text
}
