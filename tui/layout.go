package tui

// rect is a rectangle of cells.
type rect struct{ x, y, w, h int }

func (r rect) contains(x, y int) bool {
	return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h
}

// inside is the rectangle within the frame of a panel.
func (r rect) inside() rect {
	return rect{r.x + 1, r.y + 1, max(r.w-2, 0), max(r.h-2, 0)}
}

// panel is a part of the screen that can have the focus.
type panel int

const (
	methodPanel panel = iota
	parametersPanel
	lossPanel
	errorPanel
	privacyPanel
	networkPanel
	lightsPanel
)

// focusOrder is the order of tab.
var focusOrder = []panel{parametersPanel, lossPanel, errorPanel, privacyPanel, networkPanel, lightsPanel, methodPanel}

// The charts, as indices of ranges and scales.
const (
	lossChart = iota
	errorChart
	privacyChart
)

// chart is the chart of a panel, if it has one.
func (p panel) chart() (int, bool) {
	switch p {
	case lossPanel:
		return lossChart, true
	case errorPanel:
		return errorChart, true
	case privacyPanel:
		return privacyChart, true
	}
	return 0, false
}

// mode is how much of the laboratory a window can hold.
type mode int

const (
	lineMode    mode = iota // below 60x18: one line
	compactMode             // one column of parameters and one panel
	fullMode                // everything, from 100x30 on
	bigMode                 // projector: one chart
)

const (
	fullWidth, fullHeight   = 100, 30
	smallWidth, smallHeight = 60, 18
)

// plan says where everything stands; a panel without a place is not shown.
type plan struct {
	mode    mode
	readout int // line of the three values, -1 = none
	info    int // line of messages and explanations
	footer  int // line of keys
	places  map[panel]rect
}

func modeOf(w, h int, big bool) mode {
	switch {
	case w < smallWidth || h < smallHeight:
		return lineMode
	case big:
		return bigMode
	case w < fullWidth || h < fullHeight:
		return compactMode
	}
	return fullMode
}

// arrange divides the window. zoomed gives the body to the focused panel; shown
// is the one panel of small windows; methods is how many there are to list.
func arrange(w, h int, big, zoomed bool, focus, shown panel, methods int) plan {
	p := plan{mode: modeOf(w, h, big), readout: -1, info: h - 2, footer: h - 1, places: map[panel]rect{}}
	body := rect{0, 1, w, h - 3}
	switch p.mode {
	case lineMode:
		p.info, p.footer = -1, -1
	case bigMode:
		p.places[shown] = rect{1, 2, w - 2, h - 5}
	case compactMode:
		p.readout = h - 3
		body.h--
		if zoomed {
			p.places[focus] = body
			break
		}
		left := min(30, w/3)
		p.places[parametersPanel] = rect{0, body.y, left, body.h}
		p.places[shown] = rect{left, body.y, w - left, body.h}
	case fullMode:
		if zoomed {
			p.places[focus] = body
			break
		}
		p.full(body, methods)
	}
	return p
}

// full is the screen of three columns: what one turns, what one sees, and what
// holds.
func (p *plan) full(body rect, methods int) {
	left, right := 28, 26
	if body.w < 112 {
		left, right = 26, 22
	}
	if extra := body.w - 150; extra > 0 {
		right += min(extra/3, 14)
		left += min(extra/6, 8)
	}
	centre := body.w - left - right

	top := min(methods+2, body.h/3)
	p.places[methodPanel] = rect{0, body.y, left, top}
	p.places[parametersPanel] = rect{0, body.y + top, left, body.h - top}

	loss := body.h / 2
	p.places[lossPanel] = rect{left, body.y, centre, loss}
	half := centre / 2
	p.places[errorPanel] = rect{left, body.y + loss, half, body.h - loss}
	p.places[privacyPanel] = rect{left + half, body.y + loss, centre - half, body.h - loss}

	p.places[networkPanel] = rect{left + centre, body.y, right, loss}
	p.places[lightsPanel] = rect{left + centre, body.y + loss, right, body.h - loss}
}

func (m *Model) plan() plan {
	return arrange(m.width, m.height, m.big, m.zoomed, m.focus, m.shown, len(catalogue))
}

func (m *Model) compact() bool {
	return modeOf(m.width, m.height, m.big) == compactMode
}
