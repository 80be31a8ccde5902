package tui

import (
	"strings"

	"admmlab/sim/admm"
	"admmlab/tui/dialog"
)

// catalogue is the list of methods, in the order of the screen.
var catalogue = admm.Catalogue()

// draw rebuilds the frame. It reads the model and changes nothing but the frame.
func (m *Model) draw() {
	m.dirty = false
	if m.width <= 0 || m.height <= 0 {
		m.frame = ""
		return
	}
	g := newGrid(m.width, m.height)
	p := m.plan()
	m.drawStatus(g, p)
	for place, r := range p.places {
		m.drawPanel(g, place, r)
	}
	if p.readout >= 0 {
		m.drawReadout(g, p.readout)
	}
	if p.info >= 0 {
		m.drawInfo(g, p)
	}
	m.drawDialog(g)
	if m.options.ASCII {
		g.asciiOnly()
	}
	m.frame = g.String()
}

func (m *Model) drawPanel(g *grid, p panel, r rect) {
	switch p {
	case methodPanel:
		m.drawMethods(g, r)
	case parametersPanel:
		m.drawParameters(g, r)
	case lossPanel, errorPanel, privacyPanel:
		if p == lossPanel && m.lens.open != noLens {
			m.drawLens(g, r)
			return
		}
		m.drawChart(g, p, r)
	case networkPanel:
		m.drawNetwork(g, r)
	case lightsPanel:
		m.drawLights(g, r)
	}
}

// box draws the frame of a panel with its title and, at the right, its value.
func (m *Model) box(g *grid, p panel, r rect, title, value string) rect {
	if r.w < 2 || r.h < 2 {
		return rect{r.x, r.y, 0, 0}
	}
	paint, head := m.theme.dim, m.theme.title
	if p == m.focus {
		paint, head = m.theme.selected, m.theme.selected
		title = "▸" + title
	}
	across, down := '─', '│'
	corners := [4]rune{'╭', '╮', '╰', '╯'}
	for x := r.x; x < r.x+r.w; x++ {
		g.set(x, r.y, across, paint)
		g.set(x, r.y+r.h-1, across, paint)
	}
	for y := r.y; y < r.y+r.h; y++ {
		g.set(r.x, y, down, paint)
		g.set(r.x+r.w-1, y, down, paint)
	}
	g.set(r.x, r.y, corners[0], paint)
	g.set(r.x+r.w-1, r.y, corners[1], paint)
	g.set(r.x, r.y+r.h-1, corners[2], paint)
	g.set(r.x+r.w-1, r.y+r.h-1, corners[3], paint)
	end := g.text(r.x+1, r.y, r.w-2, " "+fit(title, r.w-4)+" ", head)
	if room := r.x + r.w - 1 - end; value != "" && cells(value)+2 <= room {
		g.right(r.x+r.w-1, r.y, room, " "+value+" ", m.theme.accent)
	}
	return r.inside()
}

// drawDialog lays the open dialog over the middle of the screen.
func (m *Model) drawDialog(g *grid) {
	if m.dialog == nil {
		return
	}
	most := 84 // wider lines are hard to read, but for a table's
	if _, wide := m.dialog.(*dialog.Table); wide {
		most = m.width
	}
	w, h := max(1, min(m.width-4, most)), max(1, m.height-2)
	if m.width < smallWidth || m.height < smallHeight {
		w, h = m.width, m.height
	}
	text := strings.TrimRight(m.dialog.View(w, h), "\n")
	lines := strings.Split(text, "\n")
	wide := 0
	for _, line := range lines {
		wide = max(wide, cells(plain(stripped(line))))
	}
	wide, high := min(wide, w), min(len(lines), h)
	r := rect{(m.width - wide) / 2, max(0, (m.height-high)/2), wide, high}
	g.fill(r)
	g.styled(r, text)
}
