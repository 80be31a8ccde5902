package tui

import (
	"fmt"
	"strings"

	"admmlab/tui/dialog"
	"admmlab/tui/frame"
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
	m.scene.Frame(m.compose)
}

// compose draws the frame from what is in the scene.
func (m *Model) compose() {
	defer m.survive("the picture")
	g := grid.New(m.scene.Width, m.scene.Height)
	p := m.plan()
	if p.mode == lineMode {
		frame.Line(&m.scene, g, grid.Rect{W: tinyWidth, H: tinyHeight})
	} else {
		frame.Status(&m.scene, g, m.notes(p)...)
	}
	for i, r := range p.places {
		m.drawPart(g, i, r)
	}
	if p.info >= 0 {
		first := m.drawInfo(g, p)
		if p.readout >= 0 { // above a message of several lines
			first = max(0, min(p.readout, first-1))
			frame.Readout(&m.scene, g.Part(grid.Rect{Y: first, W: m.scene.Width, H: 1}))
		}
		m.covered = p.foot() - first
		if p.band.H = min(p.band.H, first-p.band.Y); p.band.H > 0 {
			frame.Band(&m.scene, g.Part(p.band))
		}
		frame.Keys(&m.scene, g, p.footer, footer(m.keys, m.scene.State.Running, m.scene.Width-2))
	}
	m.drawDialog(g)
	if m.scene.ASCII {
		g.ASCIIOnly()
	}
	m.frame = g.String()
}

// drawInfo is the line above the keys: news, readings, the words of the part that has the
// focus, or its own line where it is out of sight. It returns the row where that begins.
func (m *Model) drawInfo(g *grid.Grid, p plan) int {
	part := m.part(m.view.focus)
	_, seen := p.places[m.view.focus]
	if one, ok := part.(scene.Liner); ok && p.mode == tinyMode && !seen && m.scene.Message.Text == "" && m.scene.Cursor == 0 {
		one.Line(&m.scene, g.Part(grid.Rect{Y: p.info, W: m.scene.Width, H: 1}))
		return p.info
	}
	words := part.Words(&m.scene)
	if m.scene.Cursor > 0 {
		exact := ""
		if p.readout < 0 {
			exact = frame.Exact(&m.scene, m.scene.Width-2) + " · "
		}
		words = exact + frame.Settings(&m.scene, m.scene.Width-2-grid.Cells(exact))
	}
	return frame.Info(&m.scene, g, p.info, words)
}

// picture is the screen as SVG, as it is now.
func (m *Model) picture() string {
	m.draw()
	g := grid.New(m.scene.Width, m.scene.Height)
	g.Compose(grid.Rect{W: m.scene.Width, H: m.scene.Height}, m.frame)
	return g.SVG(m.scene.Theme.Paper())
}

// notes are what is under way out of sight.
func (m *Model) notes(p plan) []string {
	var notes []string
	for _, l := range m.lens.all {
		if one, ok := l.(scene.Reporter); ok && one.Progress() != "" {
			notes = append(notes, l.Name()+" "+one.Progress())
		}
	}
	if _, shown := p.places[m.lensPlace()]; m.scene.Band.Want > 0 && (!shown || m.lens.open != nil) { // its bar is out of sight
		notes = append(notes, fmt.Sprintf("draws %d/%d", m.scene.Band.Done, m.scene.Band.Want))
	}
	return notes
}

// present brings what work in the background has come to into the scene.
func (m *Model) present() {
	m.scene.Band, m.scene.Gaps, m.scene.Levels = m.bands.Scene(), m.gaps.known, m.levels.known
}

// chart is the panel of a chart, with what work in the background has come to.
func (m *Model) chart(which int) *panel.Chart {
	m.present()
	for _, p := range m.panels {
		if c, ok := p.(*panel.Chart); ok && c.Which() == which {
			return c
		}
	}
	return panel.NewChart(which)
}

// part is what stands in the place of panel i: the panel, or the open lens.
func (m *Model) part(i int) scene.Part {
	if m.lens.open != nil && i == m.lensPlace() {
		return m.lens.open
	}
	return m.panels[i]
}

// recalls reports whether kept runs are to be seen.
func (m *Model) recalls() bool {
	for i := range m.plan().places {
		if _, ok := m.part(i).(scene.Recaller); ok {
			return true
		}
	}
	return false
}

// lensPlace is the panel that gives its place to an open lens.
func (m *Model) lensPlace() int { return inColumn(panel.Centre, m.panelPlaces())[0] }

// inside is where the part in place i draws, and the line of keys below that, which a lens has
// where there is room for it.
func (m *Model) inside(i int, r grid.Rect) (in, keys grid.Rect) {
	_, lens := m.part(i).(scene.Lens)
	switch {
	case m.mode() == tinyMode:
		in = grid.Rect{X: r.X, Y: r.Y + 1, W: r.W, H: max(0, r.H-1)}
	case m.scene.Big && !lens:
		head := frame.HeadRows(r.H)
		in = grid.Rect{X: r.X + 1, Y: r.Y + head, W: max(0, r.W-2), H: max(0, r.H-head)}
	case r.W < 2 || r.H < 2:
		in = grid.Rect{X: r.X, Y: r.Y}
	default:
		in = r.Inside()
	}
	if lens && in.H >= 4 {
		in.H--
		keys = grid.Rect{X: in.X, Y: in.Y + in.H, W: in.W, H: 1}
	}
	return in, keys
}

// drawPart draws what stands in place i.
func (m *Model) drawPart(g *grid.Grid, i int, r grid.Rect) {
	s, part := &m.scene, m.part(i)
	in, keys := m.inside(i, r)
	defer m.survive("the picture of " + part.Name())
	lens, open := part.(scene.Lens)
	if s.Big && !open {
		frame.Head(s, g.Part(r), part.Title(s), part.Value(s), i == m.view.focus)
		part.Draw(s, g.Part(in))
		return
	}
	if m.mode() == tinyMode {
		r.H = 1
	}
	frame.Box(s, g, r, i == m.view.focus, part.Title(s), part.Value(s))
	if keys.H > 0 {
		g.Text(keys.X, keys.Y, keys.W, lens.Keys(s), s.Theme.Dim)
	}
	above, below := part.Draw(s, g.Part(in))
	if above { // behind the value
		g.Text(r.X+r.W-2, r.Y, 1, "↑", s.Theme.Accent)
	}
	switch {
	case below && r.H == 1:
		g.Text(r.X+r.W-1, r.Y, 1, "↓", s.Theme.Accent)
	case below:
		g.Text(r.X+r.W-4, r.Y+r.H-1, 1, "↓", s.Theme.Accent)
	}
}

// dialogRoom is where a dialog may be, at most.
func (m *Model) dialogRoom(d dialog.Dialog) grid.Rect {
	if m.scene.Width < smallWidth || m.scene.Height < smallHeight {
		return grid.Rect{W: m.scene.Width, H: m.scene.Height}
	}
	most := 84 // wider lines are hard to read, but for a table's or a list's
	end := m.scene.Height - 1
	switch d.(type) {
	case *dialog.Table: // whose keys are answered in the news below it
		most, end = m.scene.Width, m.plan().foot()-m.covered
	case *dialog.Pick:
		most = 100
	}
	w := min(m.scene.Width-4, most)
	return grid.Rect{X: (m.scene.Width - w) / 2, Y: 1, W: w, H: max(1, end-1)}
}

// drawDialog lays the open dialog over the middle of the screen, as far as its room goes.
func (m *Model) drawDialog(g *grid.Grid) {
	if m.front.dialog == nil {
		return
	}
	room := m.dialogRoom(m.front.dialog)
	text := strings.TrimRight(m.front.dialog.View(room.W, room.H), "\n")
	wide, high := grid.Size(text)
	wide, high = min(wide, room.W), min(high, room.H)
	y := min((m.scene.Height-high)/2, room.Y+room.H-high)
	g.Compose(grid.Rect{X: (m.scene.Width - wide) / 2, Y: y, W: wide, H: high}, text)
}
