package tui

import (
	"fmt"
	"math"
	"strings"
	"time"

	"admmlab/sim/config"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/lens"
	"admmlab/tui/scene"
)

// drawStatus is the first line: what runs on the left, how it runs on the right.
func (m *Model) drawStatus(g *grid.Grid, p plan) {
	if p.mode == lineMode {
		m.drawLine(g)
		return
	}
	mark, word, paint := m.running()
	right := []string{mark + " " + word, fmt.Sprintf("t %d/%d", m.scene.Run.Last(), m.scene.InForce().Iterations)}
	left := []string{m.scene.MethodWords(), m.dataWords(), m.netWords()}
	var optional []string
	for _, l := range m.lens.all {
		if one, ok := l.(lens.Reporter); ok && one.Progress() != "" {
			optional = append(optional, l.Name()+" "+one.Progress())
		}
	}
	if _, shown := p.places[m.lensPlace()]; m.scene.Band.Want > 0 && (!shown || m.lens.open != nil) { // its bar is out of sight
		optional = append(optional, fmt.Sprintf("draws %d/%d", m.scene.Band.Done, m.scene.Band.Want))
	}
	optional = append(optional, m.rateWords(), fmt.Sprintf("seed %d", m.scene.Base.Seed))
	used := grid.Cells(strings.Join(left, " · ")) + grid.Cells(strings.Join(right, "  ")) + 4
	for _, o := range optional {
		if used+2+grid.Cells(o) <= m.scene.Width {
			right = append(right, o)
			used += 2 + grid.Cells(o)
		}
	}
	x := 1
	if used+10 <= m.scene.Width {
		x = g.Text(x, 0, 10, "admmlab   ", m.scene.Theme.Dim)
	}
	tail := strings.Join(right, "  ")
	g.Text(x, 0, max(0, m.scene.Width-x-grid.Cells(tail)-3), strings.Join(left, " · "), m.scene.Theme.Title)
	start := max(0, m.scene.Width-1-grid.Cells(tail))
	m.drawDisclaimer(g, x+grid.Cells(strings.Join(left, " · ")), start)
	end := g.Text(start, 0, m.scene.Width-start, right[0], paint)
	g.Text(end, 0, m.scene.Width-end, strings.TrimPrefix(tail, right[0]), m.scene.Theme.Text)
}

// drawDisclaimer says in the middle of the first line, where it has room, what no
// number on the screen says of itself.
func (m *Model) drawDisclaimer(g *grid.Grid, from, to int) {
	for _, words := range []string{"simulation, not for releasing data", "simulation, not for release", "simulation"} {
		if room := to - from - 4; grid.Cells(words) <= room {
			g.Text(from+2+(room-grid.Cells(words))/2, 0, room, words, m.scene.Theme.Dim)
			return
		}
	}
}

// silence is how long an iteration takes before it is worth a word.
const silence = 2 * time.Second

// running is the state of the run: a mark, a word and a look.
func (m *Model) running() (mark, word, paint string) {
	switch {
	case m.scene.Ended:
		return "✕", "stopped: press q", m.scene.Theme.Bad
	case m.scene.Starting > 0 && (m.scene.Slow() || !m.scene.Heard):
		if l := m.scene.State.Loading; l != nil {
			const cellsOfBar = 10
			full := min(max(int(l.Part*cellsOfBar), 0), cellsOfBar)
			return "◐", fmt.Sprintf("%s %s%s %d %%", grid.Fit(l.What, 26), strings.Repeat("█", full), strings.Repeat("░", cellsOfBar-full), int(100*l.Part)), m.scene.Theme.Accent
		}
		return "◐", "reading " + grid.Fit(config.DataWords(m.scene.Base.Data), 24), m.scene.Theme.Accent
	case !m.scene.Heard:
		return "✕", "no run", m.scene.Theme.Bad
	case m.scene.State.Halted != "":
		return "✕", "halted", m.scene.Theme.Bad
	case m.scene.ForkAt > 0:
		return "▶", fmt.Sprintf("replaying to %d", m.scene.ForkAt), m.scene.Theme.Accent
	case m.scene.State.Running && m.scene.Now.Sub(m.scene.HeardAt) >= silence:
		return "▶", fmt.Sprintf("one iteration, %d s", int(m.scene.Now.Sub(m.scene.HeardAt).Seconds())), m.scene.Theme.Accent
	case m.scene.State.Running:
		return "▶", "running", m.scene.Theme.Good
	case m.scene.State.Finished:
		return "■", "finished", m.scene.Theme.Accent
	}
	return "❚❚", "paused", m.scene.Theme.Warn
}

func (m *Model) dataWords() string {
	if n := m.scene.State.Size.Records; m.scene.Heard && n > 0 {
		return config.DataName(m.scene.State.Config.Data) + " " + scene.Groups(fmt.Sprint(n))
	}
	return scene.Groups(config.DataWords(m.scene.Base.Data))
}

func (m *Model) netWords() string {
	c := m.scene.InForce()
	if c.Spec().Vertical {
		return fmt.Sprintf("%d parties", max(2, len(c.Parties)+1))
	}
	topology := c.Topology
	if strings.HasPrefix(topology, "edges:") {
		topology = m.scene.Kind + " with changed edges"
		if m.scene.Kind == "" || strings.HasPrefix(m.scene.Kind, "edges:") {
			topology = "own edges"
		}
	}
	return fmt.Sprintf("%d nodes, %s", c.Nodes, topology)
}

// rateWords is the measured rate while it runs, else the speed that is set.
func (m *Model) rateWords() string {
	if m.scene.State.Running && m.scene.State.Rate > 0 {
		if m.scene.State.Rate >= 10 { // whole numbers jump less
			return chart.Number(math.Round(m.scene.State.Rate)) + " it/s"
		}
		return chart.Number(m.scene.State.Rate) + " it/s"
	}
	return scene.PaceWords(scene.Paces[m.scene.Pace])
}

// drawLine is all that a tiny window gets; the run goes on.
func (m *Model) drawLine(g *grid.Grid) {
	mark, word, _ := m.running()
	t := m.scene.At()
	loss, errors, private := m.scene.Values(t)
	values := fmt.Sprintf("t %d/%d loss %s error %s %s", m.scene.Run.Last(), m.scene.InForce().Iterations, loss, whole(errors), whole(private))
	if e := m.scene.Run.At(scene.Epsilon, t); e == e {
		values += " " + m.scene.Who()
	}
	enlarge := fmt.Sprintf("enlarge to %dx%d", smallWidth, smallHeight)
	head := mark + " " + word + " "
	if grid.Cells(head+values) > m.scene.Width {
		head = mark + " "
	}
	lines := []string{head + values + "  " + enlarge}
	if m.scene.Height > 1 && grid.Cells(lines[0]) > m.scene.Width {
		lines = append(grid.Wrap(head+values, m.scene.Width), grid.Wrap(enlarge, m.scene.Width)...)
	}
	for y, line := range lines {
		g.Text(0, y, m.scene.Width, line, m.scene.Theme.Text)
	}
}

// whole is a value that no line end shall tear apart.
func whole(s string) string { return strings.ReplaceAll(s, " ", "") }

// drawReadout is the line of the three values in a compact window.
func (m *Model) drawReadout(g *grid.Grid, y int) {
	t := m.scene.At()
	loss, errors, private := m.scene.Values(t)
	if e := m.scene.Run.At(scene.Tight, t); m.scene.Apart(t) && !math.IsInf(e, 0) { // two numbers that must not be taken for each other
		private = fmt.Sprintf("%s, printed %s", scene.Total(e, m.scene.Run.At(scene.TightDelta, t)), scene.Bound(m.scene.Run.At(scene.Epsilon, t)))
	}
	text := fmt.Sprintf("loss %s · error %s · %s", loss, errors, private)
	if m.scene.Cursor > 0 {
		text = fmt.Sprintf("at t = %d: ", t) + text
	} else if e := m.scene.Honest(t); e == e && m.scene.InForce().Spec().Private() {
		who := m.scene.Who()
		for _, words := range []string{scene.Neighbours(m.scene.InForce()) + ": " + scene.Likely(e), who + ": " + scene.Likely(e), who + ": " + scene.ShortLikely(e), who} {
			if grid.Cells(text)+3+grid.Cells(words) <= m.scene.Width-2 {
				text += " · " + words
				break
			}
		}
	}
	g.Text(1, y, m.scene.Width-2, text, m.scene.Theme.Accent)
}

// drawInfo is the line of news, readings and explanations, with the keys below.
// A message too long for it takes the line of the keys as well.
func (m *Model) drawInfo(g *grid.Grid, p plan) {
	text, paint, news := m.info()
	lines := grid.Wrap(text, m.scene.Width-2)
	if news && len(lines) > 1 {
		g.Text(1, p.info, m.scene.Width-2, lines[0], paint)
		g.Text(1, p.footer, m.scene.Width-2, strings.Join(lines[1:], " "), paint)
		return
	}
	g.Text(1, p.info, m.scene.Width-2, text, paint)
	x := 1
	for _, h := range footer(m.keys, m.scene.Width-2) {
		x = g.Text(x, p.footer, m.scene.Width-x, h.key, m.scene.Theme.Accent)
		x = g.Text(x, p.footer, m.scene.Width-x, " "+h.word, m.scene.Theme.Dim) + 2
	}
}

func (m *Model) info() (text, paint string, news bool) {
	switch {
	case m.scene.Message.Text != "" && m.scene.Message.Warn:
		return m.scene.Message.Text, m.scene.Theme.Warn, true
	case m.scene.Message.Text != "":
		return m.scene.Message.Text, m.scene.Theme.Text, true
	case m.scene.State.Halted != "" && m.scene.Starting == 0:
		return m.scene.State.Halted, m.scene.Theme.Bad, true
	case m.scene.Cursor > 0:
		return m.reading(), m.scene.Theme.Text, false
	case m.scene.Big:
		return "", "", false // few words
	}
	if words := m.part(m.focus).Words(&m.scene); words != "" {
		return clauses(words, m.scene.Width-2), m.scene.Theme.Dim, false
	}
	return m.scene.Base.Caption, m.scene.Theme.Dim, false
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
	t := m.scene.Cursor
	b := fmt.Sprintf("t = %d: loss %.6g · error %.5g %% · ", t, m.scene.Run.At(scene.TrainLoss, t), m.scene.Run.At(scene.TestError, t))
	if e := m.scene.Run.At(scene.Epsilon, t); e == e {
		b += fmt.Sprintf("ε %.6g", e)
	} else {
		b += m.scene.EpsilonWords(t)
	}
	c := m.scene.ConfigAt(t)
	b += " ·"
	for _, p := range c.Spec().Parameters {
		b += " " + p.Symbol + " " + scene.ShortNumbers(p.Get(&c.Set).String())
	}
	return b
}
