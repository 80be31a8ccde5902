package panel

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/tui/grid"
	"admmlab/tui/help"
	"admmlab/tui/scene"
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

func lightPaint(t scene.Theme, s sim.LightState) grid.Paint {
	switch s {
	case sim.Good:
		return t.Good
	case sim.Note:
		return t.Accent
	}
	return t.Bad
}

// lightWords say behind its name what a light that is not good says.
func lightWords(l sim.Light) string {
	switch {
	case l.State == sim.Broken && l.Told:
		return ": elsewhere"
	case l.State == sim.Broken:
		return ": violated"
	case l.State == sim.Note && l.Told:
		return ": not proved"
	case l.State == sim.Note:
		return ": note"
	}
	return ""
}

// lightLine is one line of the guarantees panel; light is the index of the light
// it belongs to.
type lightLine struct {
	text  string
	paint grid.Paint
	light int
}

// guarantees list what the theorems ask for; what does not hold is said in words, and so
// is the light that is chosen.
type guarantees struct {
	light string // chosen, by its name: others come before it and go while the run goes on
	place int    // where it stood then
}

// ToLight is the wish to go to a light.
func ToLight(name string) scene.Focus { return scene.Focus{Name: guaranteesName, Item: name} }

const guaranteesName = "guarantees"

func (p *guarantees) Name() string              { return guaranteesName }
func (p *guarantees) Place() Place              { return Place{Column: Right} }
func (p *guarantees) Title(*scene.Scene) string { return "Guarantees" }
func (p *guarantees) Value(*scene.Scene) string { return "" }
func (p *guarantees) Begins(*scene.Scene)       { p.choose(nil, 0) }
func (p *guarantees) Words(s *scene.Scene) string {
	return unlessCaption(s, "what the theorems ask for, checked on the numbers in force; ↑↓ choose, enter mends or explains")
}

func (p *guarantees) Help(s *scene.Scene) (title, lead string) { return p.Title(s), "" }

// Chosen is the chosen light.
func (p *guarantees) Chosen(s *scene.Scene) (name, title, text string) {
	l, ok := p.chosen(s)
	if !ok {
		return "", "", ""
	}
	return l.Name, l.Name, help.Light(l)
}

// Signs are the states of a light.
func (p *guarantees) Signs(*scene.Scene) []scene.Sign {
	return []scene.Sign{
		{Mark: lightMark(sim.Good), Means: "holds"}, {Mark: lightMark(sim.Note), Means: "worth knowing"},
		{Mark: lightMark(sim.Broken), Means: "does not hold"},
	}
}

// choose chooses the light in a place, the last if there are not so many, and the first of
// those to come where there is none.
func (p *guarantees) choose(lights []sim.Light, place int) {
	p.light, p.place = "", max(0, min(place, len(lights)-1))
	if len(lights) > 0 {
		p.light = lights[p.place].Name
	}
}

// at is the place of the chosen light, or of the nearest where it is not there any more.
func (p *guarantees) at(lights []sim.Light) int {
	at := max(0, min(p.place, len(lights)-1))
	if at < len(lights) && lights[at].Name == p.light {
		return at
	}
	if named := slices.IndexFunc(lights, func(l sim.Light) bool { return l.Name == p.light }); named >= 0 {
		return named
	}
	return at
}

// chosen is the light that is chosen; false while there is none at all.
func (p *guarantees) chosen(s *scene.Scene) (sim.Light, bool) {
	lights := s.Lights()
	if len(lights) == 0 {
		return sim.Light{}, false
	}
	return lights[p.at(lights)], true
}

// Draw draws the lights. The one that it marks is chosen from then on, also where that is the
// nearest: enter is for the one that was in sight, whatever light comes before it.
func (p *guarantees) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	if lights := s.Lights(); s.HasFocus(p) {
		p.choose(lights, p.at(lights))
	}
	lines, first := p.window(s, g.Width(), g.Height())
	var legend []string
	for _, sign := range p.Signs(s) {
		legend = append(legend, sign.Mark+" "+sign.Means)
	}
	if foot, _ := flow([][]string{legend}, g.Width(), g.Height()); len(lines)+1+len(foot) <= g.Height() {
		for i, text := range foot {
			g.Text(0, g.Height()-len(foot)+i, g.Width(), text, s.Theme.Dim)
		}
	}
	for y := 0; y < g.Height() && first+y < len(lines); y++ {
		g.Text(0, y, g.Width(), lines[first+y].text, lines[first+y].paint)
	}
	return first > 0, first+g.Height() < len(lines)
}

// Focused chooses the light whose mend brings the promise back, or else the first that is out.
func (p *guarantees) Focused(s *scene.Scene) {
	lights := s.Lights()
	at := slices.IndexFunc(lights, sim.Light.Restores)
	if at < 0 {
		at = slices.IndexFunc(lights, func(l sim.Light) bool { return l.State == sim.Broken })
	}
	p.choose(lights, at)
}

// Point chooses a light.
func (p *guarantees) Point(s *scene.Scene, light string) {
	lights := s.Lights()
	if at := slices.IndexFunc(lights, func(l sim.Light) bool { return l.Name == light }); at >= 0 {
		p.choose(lights, at)
	}
}

// window are all lines, and the first that is in sight: the chosen light as far as it
// fits, from its name on.
func (p *guarantees) window(s *scene.Scene, width, height int) (lines []lightLine, first int) {
	lines, at := p.lines(s, width)
	if s.HasFocus(p) && at >= height {
		chosen := p.at(s.Lights())
		name := slices.IndexFunc(lines, func(l lightLine) bool { return l.light == chosen })
		first = min(at-height+1, name)
	}
	return lines, first
}

func (p *guarantees) Key(s *scene.Scene, key string) (w scene.Wish, known bool) {
	lights := s.Lights()
	switch key {
	case "up":
		p.choose(lights, p.at(lights)-1)
	case "down":
		p.choose(lights, p.at(lights)+1)
	case "enter":
		if l, ok := p.chosen(s); ok && l.Mend.Key != "" && s.Cursor == 0 {
			return mend(s, l), true
		}
		return scene.Explain{}, true
	default:
		return nil, false
	}
	return nil, true
}

func (p *guarantees) Click(s *scene.Scene, c scene.Click) scene.Wish {
	lines, first := p.window(s, c.Width, c.Height)
	if line := first + c.Y; c.Y >= 0 && c.Y < c.Height && line < len(lines) {
		p.choose(s.Lights(), lines[line].light)
	}
	return nil
}

// lines are all lines and the last one of the chosen light.
func (p *guarantees) lines(s *scene.Scene, width int) (lines []lightLine, at int) {
	lights := s.Lights()
	if len(lights) == 0 {
		return []lightLine{{text: "checked with the first", paint: s.Theme.Dim}, {text: "iteration", paint: s.Theme.Dim}}, 0
	}
	marked := -1
	if s.HasFocus(p) {
		marked = p.at(lights)
	}
	c := s.ConfigAt(s.At())
	covered := c.Spec().Certified(&c.Set)
	for i, l := range lights {
		focused := i == marked
		left := s.Run.At(scene.Gradient, s.At()) // an iteration that minimises nothing has none
		// ε₂ covers the gradient norm that the lab promises, and no other.
		certified := covered && l.Measured && l.State == sim.Good && !math.IsNaN(left)
		text := lightMark(l.State) + " " + l.Name
		if l.Measured {
			text += " " + numeral.Short(left)
			if certified {
				text += " certified"
			}
		}
		paint := lightPaint(s.Theme, l.State)
		if words := lightWords(l); grid.Cells(text+words) < width { // else its sign says it, and the legend
			text += words
		}
		if focused {
			text, paint = "▸"+text, s.Theme.Selected
		}
		lines = append(lines, lightLine{text, paint, i})
		if l.State == sim.Broken || focused {
			detail := l.Detail
			if certified {
				detail += ". Certified: the output noise of ε₂ covers any gradient norm up to 1e-9"
			}
			if l.State == sim.Good && !l.Measured && !l.Told { // details say what is wrong
				detail = "holds. If it did not: " + detail
			}
			for _, w := range grid.Wrap(detail, width-2) {
				lines = append(lines, lightLine{"  " + w, s.Theme.Text, i})
			}
			if words := mendWords(s, l); focused && words != "" {
				for _, w := range grid.Wrap(words, width-2) {
					lines = append(lines, lightLine{"  " + w, s.Theme.Accent, i})
				}
			}
		}
		if focused {
			at = len(lines) - 1
		}
	}
	return append(lines, variantLines(s.Theme, c, width, len(lights)-1)...), at
}

// anew reports whether what lights a light again does so only in a run from the start:
// what was sent without a guarantee cannot be taken back, and a run at its limit, or one that
// halted, makes no iteration any more.
func anew(s *scene.Scene, l sim.Light) bool {
	return l.Mend.Anew || l.Privacy && s.State.Lapsed > 0 || s.State.Finished || s.State.Halted != ""
}

// mend turns the knob that lights a light again, or at least makes it not proved, if need be with a run from the start, in
// which no scheduled change turns that knob again.
func mend(s *scene.Scene, l sim.Light) scene.Wish {
	if s.Starting > 0 {
		return scene.Say{Text: "this is of the run that stands: what holds in the next is told once that has begun", Warn: true}
	}
	if !anew(s, l) {
		return scene.Turn{Key: l.Mend.Key, Value: l.Mend.Value}
	}
	list := mends(s, l)
	if words := elsewhere(s, list); words != "" {
		return scene.Say{Text: words + ": press r, or turn it back", Warn: true}
	}
	c, dropped := s.Anew(), ""
	for _, m := range list {
		k, _ := config.KnobOf(c, m.Key)
		next, left, err := k.Throughout(c, m.Value)
		if err != nil {
			return scene.Say{Text: err.Error(), Warn: true}
		}
		if c = next; len(left) > 0 {
			dropped += fmt.Sprintf("; dropped %s of %s", scene.NumberedOf(len(left), "scheduled change"), config.KnobName(k))
		}
	}
	then := ", in a run from the start" + vain(s, l)
	if l.Privacy && sim.StaysOut(s.Lights()) == "" {
		then = ", and counting begins anew"
	}
	return scene.All{scene.Start{Config: c}, scene.Say{Text: mended(s, " ", list...) + then + dropped}}
}

// vain is told of a light that the promise rests on where lighting it brings no promise back.
func vain(s *scene.Scene, l sim.Light) string {
	out := sim.StaysOut(s.Lights())
	if !l.Privacy || out == "" {
		return ""
	}
	return ", where nothing would be promised either: " + out + " stays out"
}

// mends are what a run from the start is given for a light to be lit again: with one that brings the
// promise back what mends the others that it rests on, too.
func mends(s *scene.Scene, l sim.Light) []admm.Mend {
	list := []admm.Mend{l.Mend}
	for _, o := range s.Lights() {
		known := slices.ContainsFunc(list, func(m admm.Mend) bool { return m.Key == o.Mend.Key })
		if l.Restores() && o.Restores() && !known {
			list = append(list, o.Mend)
		}
	}
	return list
}

// elsewhere says why a number that is worked out for the run in force need not do in one from the
// start: something that waits for a reset makes it another; "" where nothing does.
func elsewhere(s *scene.Scene, list []admm.Mend) string {
	i := slices.IndexFunc(list, func(m admm.Mend) bool {
		k, _ := config.KnobOf(s.InForce(), m.Key)
		return k.Choices == nil
	})
	if i < 0 { // no number
		return ""
	}
	for _, key := range s.InOrder() {
		wish, _ := config.KnobOf(s.InForce(), key)
		known := slices.ContainsFunc(list, func(m admm.Mend) bool { return m.Key == key })
		if s.Pending[key].Reset && !known && wish.Part != config.Accounting { // that changes no model
			return fmt.Sprintf("%s is for the run in force, and %s waits for r", mended(s, " = ", list[i]), config.KnobName(wish))
		}
	}
	return ""
}

// mendWords say what enter does about a light that is out, "" where nothing in particular
// helps.
func mendWords(s *scene.Scene, l sim.Light) string {
	switch {
	case l.Mend.Key == "" || s.Cursor > 0:
		return ""
	case anew(s, l):
		list := mends(s, l)
		if words := elsewhere(s, list); words != "" {
			return words
		}
		return fmt.Sprintf("enter: %s and a run from the start%s", mended(s, " = ", list...), vain(s, l))
	default:
		return fmt.Sprintf("enter: %s from the next iteration on", mended(s, " = ", l.Mend))
	}
}

// mended says what knobs are turned to, with a sign between each and its value.
func mended(s *scene.Scene, sign string, list ...admm.Mend) string {
	words := make([]string, len(list))
	for i, m := range list {
		k, _ := config.KnobOf(s.InForce(), m.Key)
		words[i] = config.KnobName(k) + sign + mendValue(s, k, m)
	}
	return strings.Join(words, ", ")
}

// mendValue is what a knob is turned to, to its last digit, as the panel of parameters
// calls it.
func mendValue(s *scene.Scene, k config.Knob, m admm.Mend) string {
	if k.Say != nil {
		if words := k.Say(s.InForce(), m.Value, config.Exact); words != "" {
			return words
		}
	}
	return m.Value
}

// variantLines say what breaks when the run follows the print.
func variantLines(t scene.Theme, c config.Config, width, light int) []lightLine {
	v, ok := c.Spec().Variant(c.Set.Variant)
	if !ok || v.ID != admm.Printed || !c.Set.Private {
		return nil
	}
	lines := []lightLine{{"○ variant as printed", t.Accent, light}}
	for _, w := range grid.Wrap(v.Note, width-2) {
		lines = append(lines, lightLine{"  " + w, t.Text, light})
	}
	return lines
}
