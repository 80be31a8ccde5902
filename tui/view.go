package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"admmlab/tui/dialog"
	"admmlab/tui/grid"
	"admmlab/tui/panel"
	"admmlab/tui/scene"
)

// draw rebuilds the frame. It reads the model and changes nothing but what is seen.
func (m *Model) draw() {
	m.scene.Dirty = false
	if m.scene.Width <= 0 || m.scene.Height <= 0 {
		m.frame = ""
		return
	}
	m.present()
	g := grid.New(m.scene.Width, m.scene.Height)
	p := m.plan()
	m.drawStatus(g, p)
	for i, r := range p.places {
		m.drawPart(g, i, r)
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

// present brings what work in the background has come to into the scene.
func (m *Model) present() {
	m.scene.Band, m.scene.Gaps = m.bands.shown.shownAs(), m.gaps.known
}

// part is what stands in the place of panel i: the panel, or the open lens.
func (m *Model) part(i int) scene.Part {
	if m.lens.open != nil && i == m.lensPlace() {
		return m.lens.open
	}
	return m.panels[i]
}

// lensPlace is the panel that gives its place to an open lens.
func (m *Model) lensPlace() int { return inColumn(panel.Centre, m.panelPlaces())[0] }

// inside is where the part in place i draws.
func (m *Model) inside(i int, r grid.Rect) grid.Rect {
	if _, lens := m.part(i).(scene.Lens); m.scene.Big && !lens {
		return grid.Rect{X: r.X, Y: r.Y + 2, W: r.W, H: max(0, r.H-2)}
	}
	if r.W < 2 || r.H < 2 {
		return grid.Rect{X: r.X, Y: r.Y}
	}
	return r.Inside()
}

// drawPart draws what stands in place i.
func (m *Model) drawPart(g *grid.Grid, i int, r grid.Rect) {
	s, part, in := &m.scene, m.part(i), m.inside(i, r)
	lens, open := part.(scene.Lens)
	if s.Big && !open {
		title := part.Title(s) + "   " + part.Value(s)
		g.Text(r.X+(r.W-grid.Cells(title))/2, r.Y, r.W, title, s.Theme.Title)
		part.Draw(s, g.Part(in))
		return
	}
	m.box(g, r, i == m.focus, part.Title(s), part.Value(s))
	if open && in.H >= 4 {
		in.H--
		g.Text(in.X, in.Y+in.H, in.W, lens.Keys(), s.Theme.Dim)
	}
	above, below := part.Draw(s, g.Part(in))
	if above {
		g.Text(r.X+r.W-4, r.Y, 1, "↑", s.Theme.Accent)
	}
	if below {
		g.Text(r.X+r.W-4, r.Y+r.H-1, 1, "↓", s.Theme.Accent)
	}
}

// box draws the frame of a part with its title and, at the right, its value.
func (m *Model) box(g *grid.Grid, r grid.Rect, focused bool, title, value string) {
	if r.W < 2 || r.H < 2 {
		return
	}
	paint, head := m.scene.Theme.Dim, m.scene.Theme.Title
	if focused {
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
		wide = max(wide, ansi.StringWidth(line))
	}
	wide, high := min(wide, w), min(len(lines), h)
	r := grid.Rect{X: (m.scene.Width - wide) / 2, Y: max(0, (m.scene.Height-high)/2), W: wide, H: high}
	g.Compose(r, text)
}
