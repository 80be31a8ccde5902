package tui

import (
	"admmlab/sim/admm"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

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

// chart is the chart of a panel, if it has one.
func (p panel) chart() (int, bool) {
	switch p {
	case lossPanel:
		return scene.LossChart, true
	case errorPanel:
		return scene.ErrorChart, true
	case privacyPanel:
		return scene.PrivacyChart, true
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
	places  map[panel]grid.Rect
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
	p := plan{mode: modeOf(w, h, big), readout: -1, info: h - 2, footer: h - 1, places: map[panel]grid.Rect{}}
	body := grid.Rect{X: 0, Y: 1, W: w, H: h - 3}
	switch p.mode {
	case lineMode:
		p.info, p.footer = -1, -1
	case bigMode:
		p.places[shown] = grid.Rect{X: 1, Y: 2, W: w - 2, H: h - 5}
	case compactMode:
		p.readout = h - 3
		body.H--
		if zoomed {
			p.places[focus] = body
			break
		}
		left := min(30, w/3)
		p.places[parametersPanel] = grid.Rect{X: 0, Y: body.Y, W: left, H: body.H}
		p.places[shown] = grid.Rect{X: left, Y: body.Y, W: w - left, H: body.H}
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
func (p *plan) full(body grid.Rect, methods int) {
	left, right := 28, 26
	if body.W < 112 {
		left, right = 26, 22
	}
	if extra := body.W - 150; extra > 0 {
		right += min(extra/3, 14)
		left += min(extra/6, 8)
	}
	centre := body.W - left - right

	top := min(methods+2, body.H/3)
	p.places[methodPanel] = grid.Rect{X: 0, Y: body.Y, W: left, H: top}
	p.places[parametersPanel] = grid.Rect{X: 0, Y: body.Y + top, W: left, H: body.H - top}

	loss := body.H / 2
	p.places[lossPanel] = grid.Rect{X: left, Y: body.Y, W: centre, H: loss}
	half := centre / 2
	p.places[errorPanel] = grid.Rect{X: left, Y: body.Y + loss, W: half, H: body.H - loss}
	p.places[privacyPanel] = grid.Rect{X: left + half, Y: body.Y + loss, W: centre - half, H: body.H - loss}

	p.places[networkPanel] = grid.Rect{X: left + centre, Y: body.Y, W: right, H: loss}
	p.places[lightsPanel] = grid.Rect{X: left + centre, Y: body.Y + loss, W: right, H: body.H - loss}
}

func (m *Model) plan() plan {
	return arrange(m.scene.Width, m.scene.Height, m.scene.Big, m.zoomed, m.focus, m.shown, len(admm.Catalogue()))
}

func (m *Model) compact() bool {
	return modeOf(m.scene.Width, m.scene.Height, m.scene.Big) == compactMode
}
