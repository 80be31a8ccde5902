package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/config"
	"admmlab/tui/grid"
	"admmlab/tui/panel"
	"admmlab/tui/scene"
)

// toyPanel counts how often v was pressed.
type toyPanel struct {
	presses, begun, clicked int
	focused                 bool
}

func (p *toyPanel) Name() string              { return "toy" }
func (p *toyPanel) Place() panel.Place        { return panel.Place{Column: panel.Right} }
func (p *toyPanel) Title(*scene.Scene) string { return "Toy" }
func (p *toyPanel) Value(*scene.Scene) string { return "worth it" }
func (p *toyPanel) Words(*scene.Scene) string { return "v counts" }
func (p *toyPanel) Focused(*scene.Scene)      { p.focused = true }
func (p *toyPanel) Begins(*scene.Scene)       { p.begun++ }
func (p *toyPanel) Help(*scene.Scene) (title, lead string) {
	return "A toy", "Nothing is promised of it."
}

func (p *toyPanel) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	return false, g.Lines([]grid.Line{{Text: strings.Repeat("v", p.presses)}, {Text: strings.Repeat("wide ", 100)}})
}

func (p *toyPanel) Key(_ *scene.Scene, key string) (w scene.Wish, known bool) {
	switch key {
	case "v":
		p.presses++
		return nil, true
	case "enter":
		return scene.Turn{Key: "alpha", Value: "0.25"}, true
	}
	return nil, false
}

func (p *toyPanel) Click(_ *scene.Scene, c scene.Click) scene.Wish {
	p.clicked = 10*c.X + c.Y
	return scene.Say{Text: "clicked"}
}

// A panel is a file and a line in a list: focus, title, keys, help, mouse, zoom and layout
// know it. This one says all its help in Help; those in the list have a section in
// help/texts/panels.txt, too.
func TestANewPanelIsKnownEverywhere(t *testing.T) {
	toy := &toyPanel{}
	s := newStage(t, config.Default(), 120, 36)
	s.m.panels = append(s.m.panels, toy)
	s.begun().batch(3)
	if s.shows("Toy", "worth it", "Network", "Guarantees"); toy.begun != 1 {
		t.Errorf("it was told of %d runs", toy.begun)
	}
	s.press("shift+tab").shows("▸Toy", "v counts")
	if !toy.focused || s.m.scene.Focus != "toy" {
		t.Errorf("the focus is on %s", s.m.scene.Focus)
	}
	s.press("v", "v", "v").shows("vvv")
	s.press("enter")
	if c := s.f.last(); c.Event.Key != "alpha" || c.Event.Value != "0.25" {
		t.Errorf("its wish came to %+v", c)
	}
	s.press("?", "tab").shows("A toy", "Nothing is promised of it.")
	s.press("esc", "z").shows("▸Toy")
	s.hides("Guarantees")
	s.press("z", "shift+tab").hides("▸Toy")
	r := s.m.plan().places[s.panel("toy")]
	s.send(tea.MouseClickMsg{X: r.X + 3, Y: r.Y + 2, Button: tea.MouseLeft})
	s.frame()
	s.pass(patience) // what enter turned is never answered
	s.frame()
	if s.shows("▸Toy", "clicked"); toy.clicked != 21 {
		t.Errorf("clicked at %d", toy.clicked)
	}
	s.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.shows("▸Toy", "Parameters")
	for w := 20; w < 140; w += 7 {
		for h := 5; h < 50; h += 3 {
			s.send(tea.WindowSizeMsg{Width: w, Height: h})
			checkFrame(t, "with a toy", s.m.View().Content, w, h)
		}
	}
}
