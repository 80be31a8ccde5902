package tui

import (
	"strings"

	"admmlab/tui/dialog"
	"admmlab/tui/grid"
)

// draw rebuilds the frame. It reads the model and changes nothing but the frame.
func (m *Model) draw() {
	m.scene.Dirty = false
	if m.scene.Width <= 0 || m.scene.Height <= 0 {
		m.frame = ""
		return
	}
	g := grid.New(m.scene.Width, m.scene.Height)
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
	if m.scene.ASCII {
		g.ASCIIOnly()
	}
	m.frame = g.String()
}

func (m *Model) drawPanel(g *grid.Grid, p panel, r grid.Rect) {
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
func (m *Model) box(g *grid.Grid, p panel, r grid.Rect, title, value string) grid.Rect {
	if r.W < 2 || r.H < 2 {
		return grid.Rect{X: r.X, Y: r.Y, W: 0, H: 0}
	}
	paint, head := m.scene.Theme.Dim, m.scene.Theme.Title
	if p == m.focus {
		paint, head = m.scene.Theme.Selected, m.scene.Theme.Selected
		title = "▸" + title
	}
	across, down := '─', '│'
	corners := [4]rune{'╭', '╮', '╰', '╯'}
	for x := r.X; x < r.X+r.W; x++ {
		g.Set(x, r.Y, across, paint)
		g.Set(x, r.Y+r.H-1, across, paint)
	}
	for y := r.Y; y < r.Y+r.H; y++ {
		g.Set(r.X, y, down, paint)
		g.Set(r.X+r.W-1, y, down, paint)
	}
	g.Set(r.X, r.Y, corners[0], paint)
	g.Set(r.X+r.W-1, r.Y, corners[1], paint)
	g.Set(r.X, r.Y+r.H-1, corners[2], paint)
	g.Set(r.X+r.W-1, r.Y+r.H-1, corners[3], paint)
	end := g.Text(r.X+1, r.Y, r.W-2, " "+grid.Fit(title, r.W-4)+" ", head)
	if room := r.X + r.W - 1 - end; value != "" && grid.Cells(value)+2 <= room {
		g.Right(r.X+r.W-1, r.Y, room, " "+value+" ", m.scene.Theme.Accent)
	}
	return r.Inside()
}

// drawDialog lays the open dialog over the middle of the screen.
func (m *Model) drawDialog(g *grid.Grid) {
	if m.dialog == nil {
		return
	}
	most := 84 // wider lines are hard to read, but for a table's
	if _, wide := m.dialog.(*dialog.Table); wide {
		most = m.scene.Width
	}
	w, h := max(1, min(m.scene.Width-4, most)), max(1, m.scene.Height-2)
	if m.scene.Width < smallWidth || m.scene.Height < smallHeight {
		w, h = m.scene.Width, m.scene.Height
	}
	text := strings.TrimRight(m.dialog.View(w, h), "\n")
	lines := strings.Split(text, "\n")
	wide := 0
	for _, line := range lines {
		wide = max(wide, grid.Cells(grid.Plain(grid.Stripped(line))))
	}
	wide, high := min(wide, w), min(len(lines), h)
	r := grid.Rect{X: (m.scene.Width - wide) / 2, Y: max(0, (m.scene.Height-high)/2), W: wide, H: high}
	g.Fill(r)
	g.Styled(r, text)
}
