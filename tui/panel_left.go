package tui

import (
	"fmt"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// drawMethods lists the methods; the one in force is marked.
func (m *Model) drawMethods(g *grid.Grid, r grid.Rect) {
	in := m.box(g, methodPanel, r, panelTitle(methodPanel), "")
	now := m.scene.InForce().Method
	first := max(0, min(m.methodLine(now)-in.H+1, len(admm.Catalogue())-in.H))
	for y := 0; y < in.H && first+y < len(admm.Catalogue()); y++ {
		s := admm.Catalogue()[first+y]
		mark, paint := "  ", m.scene.Theme.Text
		if s.ID == now {
			mark, paint = "● ", m.scene.Theme.Accent
		}
		if m.focus == methodPanel && first+y == m.picked {
			mark, paint = "▸ ", m.scene.Theme.Selected
		}
		x := g.Text(in.X, in.Y+y, in.W, mark+grid.Pad(s.Name, 8)+" ", paint)
		g.Text(x, in.Y+y, in.X+in.W-x, s.Short, m.scene.Theme.Dim)
	}
}

// methodLine is the line that must be seen.
func (m *Model) methodLine(now string) int {
	if m.focus == methodPanel {
		return m.picked
	}
	for i, s := range admm.Catalogue() {
		if s.ID == now {
			return i
		}
	}
	return 0
}

// knobLine is a line of the parameters panel: a row, or a heading.
type knobLine struct {
	heading string
	row     scene.Row
}

func (m *Model) knobLines() []knobLine {
	var lines []knobLine
	part := ""
	for _, r := range m.scene.Rows() {
		if r.Part != part {
			part = r.Part
			lines = append(lines, knobLine{heading: part})
		}
		lines = append(lines, knobLine{row: r})
	}
	return lines
}

// knobWindow is the lines that fit, the chosen one always among them, and
// whether there are more above and below.
func (m *Model) knobWindow(height int) (shown []knobLine, above, below bool) {
	lines, first := m.knobLines(), 0
	if height <= 0 {
		return nil, false, false
	}
	at := 0
	for i, l := range lines {
		if l.heading == "" && l.row.Key == m.scene.Selected {
			at = i
		}
	}
	if at >= height {
		first = min(at-height+1, len(lines)-height)
	}
	last := min(len(lines), first+height)
	return lines[first:last], first > 0, last < len(lines)
}

func (m *Model) drawParameters(g *grid.Grid, r grid.Rect) {
	title := panelTitle(parametersPanel)
	if m.scene.Cursor > 0 {
		title = fmt.Sprintf("Parameters at t = %d", m.scene.Cursor)
	}
	in := m.box(g, parametersPanel, r, title, "")
	lines, above, below := m.knobWindow(in.H)
	m.drawMore(g, r, above, below)
	now, past := m.scene.InForce(), m.scene.ConfigAt(m.scene.At())
	for i, l := range lines {
		y := in.Y + i
		if l.heading != "" {
			rule := "─ " + l.heading + " "
			g.Text(in.X, y, in.W, rule+strings.Repeat("─", max(0, in.W-grid.Cells(rule))), m.scene.Theme.Dim)
			continue
		}
		m.drawKnob(g, grid.Rect{X: in.X, Y: y, W: in.W, H: 1}, l.row, now, past)
	}
}

// drawKnob is one parameter: name, value, and what became of a change.
func (m *Model) drawKnob(g *grid.Grid, r grid.Rect, k scene.Row, now, past config.Config) {
	mark, paint := "  ", m.scene.Theme.Text
	if k.Key == m.scene.Selected {
		mark, paint = "▸ ", m.scene.Theme.Title
		if m.focus == parametersPanel {
			paint = m.scene.Theme.Selected
		}
	}
	if k.Key == scene.PaceKey {
		m.drawKnobText(g, r, mark, "speed", scene.PaceWords(scene.Paces[m.scene.Pace]), "", paint, paint)
		return
	}
	value, tail, look := scene.Short(now, k.Key, k.Knob.Value(now)), "", paint
	w, pending := m.scene.Pending[k.Key]
	asked := scene.Short(now, k.Key, w.Value)
	if k.Key == config.TopologyKnob.Key && m.edge.seq > w.Seq {
		pending, asked = true, m.edge.event.Words()
	}
	switch {
	case m.scene.Cursor > 0:
		value = scene.Short(past, k.Key, k.Knob.Value(past))
	case pending && w.Reset:
		value, tail, look = value+" → "+asked, "press r", m.scene.Theme.Warn
	case pending:
		value, tail, look = value+" → "+asked, "…", m.scene.Theme.Warn
	case m.scene.Since[k.Key] > 0:
		tail = fmt.Sprintf("since t = %d", m.scene.Since[k.Key])
	}
	m.drawKnobText(g, r, mark, scene.NameOf(k.Knob), value, tail, paint, look)
}

func (m *Model) drawKnobText(g *grid.Grid, r grid.Rect, mark, name, value, tail, paint, look string) {
	x := g.Text(r.X, r.Y, r.W, mark+grid.Pad(name, 7)+" ", paint)
	room := r.X + r.W - x
	if tail == "" && mark != "  " && m.focus == parametersPanel && grid.Cells(value)+4 <= room {
		tail = "◂ ▸"
	}
	end := g.Text(x, r.Y, room, value, look)
	if left := r.X + r.W - end - 1; tail != "" && left >= 3 {
		if grid.Cells(tail) > left {
			tail = shorter(tail)
		}
		if grid.Cells(tail) <= left {
			g.Right(r.X+r.W, r.Y, left, tail, m.scene.Theme.Dim)
		}
	}
}

// shorter is a tail for a narrow column: "since t = 38" as "t 38".
func shorter(tail string) string {
	var t int
	if _, err := fmt.Sscanf(tail, "since t = %d", &t); err == nil {
		return fmt.Sprintf("t %d", t)
	}
	if tail == "press r" {
		return "r"
	}
	return tail
}

// drawMore marks on the frame that a list goes on above or below.
func (m *Model) drawMore(g *grid.Grid, r grid.Rect, above, below bool) {
	if above {
		g.Text(r.X+r.W-4, r.Y, 1, "↑", m.scene.Theme.Accent)
	}
	if below {
		g.Text(r.X+r.W-4, r.Y+r.H-1, 1, "↓", m.scene.Theme.Accent)
	}
}
