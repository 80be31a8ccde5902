package tui

import (
	"slices"

	"admmlab/tui/frame"
	"admmlab/tui/grid"
	"admmlab/tui/panel"
)

// mode is how much of the laboratory a window can hold.
type mode int

const (
	lineMode    mode = iota // below 40x12: one line
	tinyMode                // one panel
	compactMode             // one column of parameters and one panel
	fullMode                // everything, from 100x30 on
	bigMode                 // projector: large charts
)

const (
	fullWidth, fullHeight   = 100, 30
	smallWidth, smallHeight = 61, 19
	tinyWidth, tinyHeight   = 40, 12
)

// plan says where everything stands; a panel without a place is not shown.
type plan struct {
	mode    mode
	readout int               // line of the three values, -1 = none
	info    int               // line of messages and explanations
	footer  int               // line of keys
	band    grid.Rect         // the words of the projector look, empty = none
	places  map[int]grid.Rect // by number of the panel
}

// foot is the first row below the panels that is for values, news and explanations.
func (p plan) foot() int {
	if p.readout >= 0 {
		return p.readout
	}
	return p.info
}

func modeOf(w, h int, big bool) mode {
	switch {
	case w < tinyWidth || h < tinyHeight:
		return lineMode
	case big:
		return bigMode
	case w < smallWidth || h < smallHeight:
		return tinyMode
	case w < fullWidth || h < fullHeight:
		return compactMode
	}
	return fullMode
}

// arrange divides the window among panels. zoomed gives the body to the focused panel;
// shown is the one panel of small windows.
func arrange(w, h int, big, zoomed bool, focus, shown int, panels []panel.Place) plan {
	p := plan{mode: modeOf(w, h, big), readout: -1, info: h - 2, footer: h - 1, places: map[int]grid.Rect{}}
	body := grid.Rect{X: 0, Y: 1, W: w, H: h - 3}
	switch p.mode {
	case lineMode:
		p.info, p.footer = -1, -1
		return p
	case bigMode:
		p.lecture(body, zoomed, shown, panels)
		return p
	case tinyMode, compactMode:
		p.readout = h - 3
		body.H--
	}
	switch {
	case zoomed:
		p.places[focus] = body
	case p.mode == tinyMode:
		p.places[shown] = body
	case p.mode == compactMode:
		left := min(30, w/3)
		p.places[staying(panels)] = grid.Rect{X: 0, Y: body.Y, W: left, H: body.H}
		p.places[shown] = grid.Rect{X: left, Y: body.Y, W: w - left, H: body.H}
	default:
		p.full(body, panels)
	}
	return p
}

// lecture puts the charts of the projector look side by side, or one below the other, or
// shows one where there is no room; anything else, which is a lens, has all of it.
func (p *plan) lecture(body grid.Rect, zoomed bool, shown int, panels []panel.Place) {
	if !panels[shown].Far {
		p.places[shown] = body
		return
	}
	rows := frame.BandRows(body.W, body.H+3)
	body.H -= rows
	p.band = grid.Rect{X: body.X, Y: body.Y + body.H, W: body.W, H: rows}
	var far []int
	for i, one := range panels {
		if one.Far {
			far = append(far, i)
		}
	}
	n := len(far)
	switch {
	case zoomed || body.W/n < 34 && body.H/n < 10:
		p.readout = body.Y + body.H + rows - 1 // of the charts that are not in sight
		p.band.Y--
		body.H--
		p.places[shown] = body
	case body.W/n < 34:
		for k, i := range far {
			from, to := body.H*k/n, body.H*(k+1)/n
			p.places[i] = grid.Rect{X: body.X, Y: body.Y + from, W: body.W, H: to - from}
		}
	default:
		for k, i := range far {
			from, to := body.W*k/n, body.W*(k+1)/n
			p.places[i] = grid.Rect{X: body.X + from, Y: body.Y, W: to - from, H: body.H}
		}
	}
}

// staying is the panel that small windows show beside another.
func staying(panels []panel.Place) int {
	return max(0, slices.IndexFunc(panels, func(p panel.Place) bool { return p.Stays }))
}

// inColumn are the panels of a column.
func inColumn(c panel.Column, panels []panel.Place) []int {
	var list []int
	for i, p := range panels {
		if p.Column == c {
			list = append(list, i)
		}
	}
	return list
}

// full is the screen of three columns: what one turns, what one sees, and what
// holds.
func (p *plan) full(body grid.Rect, panels []panel.Place) {
	left, right := 28, 26
	if body.W < 112 {
		left, right = 26, 22
	}
	if extra := body.W - 150; extra > 0 {
		right += min(extra/3, 14)
		left += min(extra/6, 8)
	}
	centre := body.W - left - right
	p.stack(grid.Rect{X: 0, Y: body.Y, W: left, H: body.H}, inColumn(panel.Left, panels), panels)
	p.stack(grid.Rect{X: left + centre, Y: body.Y, W: right, H: body.H}, inColumn(panel.Right, panels), panels)
	p.middle(grid.Rect{X: left, Y: body.Y, W: centre, H: body.H}, inColumn(panel.Centre, panels))
}

// stack puts panels one below the other: those that ask for lines get them, up to a third
// of the column, and the others share the rest.
func (p *plan) stack(r grid.Rect, list []int, panels []panel.Place) {
	var sharing []int
	for _, i := range list {
		rows := panels[i].Rows
		if rows == 0 {
			sharing = append(sharing, i)
			continue
		}
		h := min(rows+2, r.H/3)
		p.places[i] = grid.Rect{X: r.X, Y: r.Y, W: r.W, H: h}
		r.Y, r.H = r.Y+h, r.H-h
	}
	for k, i := range sharing {
		from, to := r.H*k/len(sharing), r.H*(k+1)/len(sharing)
		p.places[i] = grid.Rect{X: r.X, Y: r.Y + from, W: r.W, H: to - from}
	}
}

// middle gives the first panel the upper half and puts the others side by side.
func (p *plan) middle(r grid.Rect, list []int) {
	if len(list) == 0 {
		return
	}
	top := r
	if len(list) > 1 {
		top.H = r.H / 2
	}
	p.places[list[0]] = top
	for k, i := range list[1:] {
		n := len(list) - 1
		from, to := r.W*k/n, r.W*(k+1)/n
		p.places[i] = grid.Rect{X: r.X + from, Y: r.Y + top.H, W: to - from, H: r.H - top.H}
	}
}

func (m *Model) plan() plan {
	return arrange(m.scene.Width, m.scene.Height, m.scene.Big, m.view.zoomed, m.view.focus, m.shown(), m.panelPlaces())
}

// shown is the one panel of small windows, in the projector look one that it has or the open lens.
func (m *Model) shown() int {
	if !m.scene.Big || m.lens.open != nil && m.view.shown == m.lensPlace() || m.panels[m.view.shown].Place().Far {
		return m.view.shown
	}
	return max(0, slices.IndexFunc(m.panels, func(p panel.Panel) bool { return p.Place().Far }))
}

// resettle gives the keys to the panel that always stays if the one that had them has no
// place any more. Beside that panel another is shown.
func (m *Model) resettle() {
	places := m.panelPlaces()
	if places[m.view.shown].Column == panel.Nowhere || m.view.shown == staying(places) && m.mode() != tinyMode {
		m.view.shown = m.lensPlace()
	}
	if places[m.view.focus].Column == panel.Nowhere {
		m.setZoom(false)
		m.steer()
	}
}

func (m *Model) panelPlaces() []panel.Place {
	list := make([]panel.Place, len(m.panels))
	for i, p := range m.panels {
		if list[i] = p.Place(); list[i].From > m.scene.Width || list[i].High > m.scene.Height {
			list[i].Column = panel.Nowhere
		}
	}
	return list
}

// mode is that of the window.
func (m *Model) mode() mode { return modeOf(m.scene.Width, m.scene.Height, m.scene.Big) }

// oneChart reports whether the window shows one chart at a time.
func (m *Model) oneChart() bool { return m.mode() == tinyMode || m.mode() == compactMode }
