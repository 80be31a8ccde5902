package tui

import (
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
)

// lightMark says the state of a light without colour.
func lightMark(s sim.LightState) string {
	switch s {
	case sim.Good:
		return "●"
	case sim.Note:
		return "○"
	}
	return "✕"
}

func (m *Model) lightPaint(s sim.LightState) string {
	switch s {
	case sim.Good:
		return m.scene.Theme.Good
	case sim.Note:
		return m.scene.Theme.Accent
	}
	return m.scene.Theme.Bad
}

// lightLine is one line of the guarantees panel; light is the index of the light
// it belongs to.
type lightLine struct {
	text, paint string
	light       int
}

// drawLights lists what the theorems ask for; what does not hold is said in
// words, and so is the light that has the focus.
func (m *Model) drawLights(g *grid.Grid, r grid.Rect) {
	in := m.box(g, lightsPanel, r, panelTitle(lightsPanel), "")
	lines, at := m.lightLines(in.W)
	first := 0
	if m.focus == lightsPanel && at >= in.H {
		first = at - in.H + 1
	}
	for y := 0; y < in.H && first+y < len(lines); y++ {
		l := lines[first+y]
		g.Text(in.X, in.Y+y, in.W, l.text, l.paint)
	}
}

// lightLines are all lines and the last one of the chosen light.
func (m *Model) lightLines(width int) (lines []lightLine, at int) {
	lights := m.scene.Lights()
	if len(lights) == 0 {
		return []lightLine{{text: "checked with the first", paint: m.scene.Theme.Dim}, {text: "iteration", paint: m.scene.Theme.Dim}}, 0
	}
	c := m.scene.ConfigAt(m.scene.At())
	certified := c.Set.Repair > 0 && c.Set.Private && !c.Spec().Vertical
	for i, l := range lights {
		focused := m.focus == lightsPanel && i == m.light
		text := lightMark(l.State) + " " + l.Name
		if l.Name == "solver" {
			text += " " + chart.Number(m.scene.Run.GradientAt(m.scene.At()))
			if certified {
				text += " certified"
			}
		}
		paint := m.lightPaint(l.State)
		switch {
		case l.State == sim.Broken:
			text += ": not so"
		case l.State == sim.Note:
			text += ": note"
		}
		if focused {
			text, paint = "▸"+text, m.scene.Theme.Selected
		}
		lines = append(lines, lightLine{text, paint, i})
		if l.State == sim.Broken || focused {
			detail := l.Detail
			if l.Name == "solver" && certified {
				detail += ". Certified: the output noise of ε₂ covers any gradient norm up to 1e-9"
			}
			if l.State == sim.Good && l.Name != "solver" { // details say what is wrong
				detail = "holds. If it did not: " + detail
			}
			for _, w := range grid.Wrap(detail, width-2) {
				lines = append(lines, lightLine{"  " + w, m.scene.Theme.Text, i})
			}
		}
		if focused {
			at = len(lines) - 1
		}
	}
	return append(lines, m.variantLines(c, width, len(lights)-1)...), at
}

// variantLines say what breaks when the run follows the print.
func (m *Model) variantLines(c config.Config, width, light int) []lightLine {
	v, ok := c.Spec().Variant(c.Set.Variant)
	if !ok || v.ID != "printed" || !c.Set.Private {
		return nil
	}
	lines := []lightLine{{"○ variant as printed", m.scene.Theme.Accent, light}}
	for _, w := range grid.Wrap(v.Note, width-2) {
		lines = append(lines, lightLine{"  " + w, m.scene.Theme.Text, light})
	}
	return lines
}
