package tui

import (
	"fmt"
	"strings"

	"admmlab/sim"
)

// drawMethods lists the methods; the one in force is marked.
func (m *Model) drawMethods(g *grid, r rect) {
	in := m.box(g, methodPanel, r, panelTitle(methodPanel), "")
	now := m.inForce().Method
	first := max(0, min(m.methodLine(now)-in.h+1, len(catalogue)-in.h))
	for y := 0; y < in.h && first+y < len(catalogue); y++ {
		s := catalogue[first+y]
		mark, paint := "  ", m.theme.text
		if s.ID == now {
			mark, paint = "● ", m.theme.accent
		}
		if m.focus == methodPanel && first+y == m.picked {
			mark, paint = "▸ ", m.theme.selected
		}
		x := g.text(in.x, in.y+y, in.w, mark+pad(s.Name, 8)+" ", paint)
		g.text(x, in.y+y, in.x+in.w-x, s.Short, m.theme.dim)
	}
}

// methodLine is the line that must be seen.
func (m *Model) methodLine(now string) int {
	if m.focus == methodPanel {
		return m.picked
	}
	for i, s := range catalogue {
		if s.ID == now {
			return i
		}
	}
	return 0
}

// knobLine is a line of the parameters panel: a row, or a heading.
type knobLine struct {
	heading string
	row     row
}

func (m *Model) knobLines() []knobLine {
	var lines []knobLine
	part := ""
	for _, r := range m.rows() {
		if r.part != part {
			part = r.part
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
		if l.heading == "" && l.row.key == m.selected {
			at = i
		}
	}
	if at >= height {
		first = min(at-height+1, len(lines)-height)
	}
	last := min(len(lines), first+height)
	return lines[first:last], first > 0, last < len(lines)
}

func (m *Model) drawParameters(g *grid, r rect) {
	title := panelTitle(parametersPanel)
	if m.cursor > 0 {
		title = fmt.Sprintf("Parameters at t = %d", m.cursor)
	}
	in := m.box(g, parametersPanel, r, title, "")
	lines, above, below := m.knobWindow(in.h)
	m.drawMore(g, r, above, below)
	now, past := m.inForce(), m.configAt(m.at())
	for i, l := range lines {
		y := in.y + i
		if l.heading != "" {
			rule := "─ " + l.heading + " "
			g.text(in.x, y, in.w, rule+strings.Repeat("─", max(0, in.w-cells(rule))), m.theme.dim)
			continue
		}
		m.drawKnob(g, rect{in.x, y, in.w, 1}, l.row, now, past)
	}
}

// drawKnob is one parameter: name, value, and what became of a change.
func (m *Model) drawKnob(g *grid, r rect, k row, now, past sim.Config) {
	mark, paint := "  ", m.theme.text
	if k.key == m.selected {
		mark, paint = "▸ ", m.theme.title
		if m.focus == parametersPanel {
			paint = m.theme.selected
		}
	}
	if k.key == paceKey {
		m.drawKnobText(g, r, mark, "speed", paceWords(paces[m.pace]), "", paint, paint)
		return
	}
	value, tail, look := short(now, k.key, k.knob.Value(now)), "", paint
	switch w, pending := m.wishes[k.key]; {
	case m.cursor > 0:
		value = short(past, k.key, k.knob.Value(past))
	case pending && w.reset:
		value, tail, look = value+" → "+short(now, k.key, w.value), "press r", m.theme.warn
	case pending:
		value, tail, look = value+" → "+short(now, k.key, w.value), "…", m.theme.warn
	case m.since[k.key] > 0:
		tail = fmt.Sprintf("since t = %d", m.since[k.key])
	}
	m.drawKnobText(g, r, mark, nameOf(k.knob), value, tail, paint, look)
}

func (m *Model) drawKnobText(g *grid, r rect, mark, name, value, tail, paint, look string) {
	x := g.text(r.x, r.y, r.w, mark+pad(name, 7)+" ", paint)
	room := r.x + r.w - x
	if tail == "" && mark != "  " && m.focus == parametersPanel && cells(value)+4 <= room {
		tail = "◂ ▸"
	}
	end := g.text(x, r.y, room, value, look)
	if left := r.x + r.w - end - 1; tail != "" && left >= 3 {
		if cells(tail) > left {
			tail = shorter(tail)
		}
		if cells(tail) <= left {
			g.right(r.x+r.w, r.y, left, tail, m.theme.dim)
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
func (m *Model) drawMore(g *grid, r rect, above, below bool) {
	if above {
		g.text(r.x+r.w-4, r.y, 1, "↑", m.theme.accent)
	}
	if below {
		g.text(r.x+r.w-4, r.y+r.h-1, 1, "↓", m.theme.accent)
	}
}
