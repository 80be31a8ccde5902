package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// toyLens shows how many records there are, as the runner's side counts them.
type toyLens struct{ presses, opened int }

// counted asks for a number that no other lens wants.
type counted struct{}

func (counted) Needs() (tap int, realised bool) { return -1, false }
func (counted) Paint(from *sim.Session) any     { return from.Size().Records }

func (l *toyLens) Name() string                           { return "toy" }
func (l *toyLens) Title(*scene.Scene) string              { return "A toy" }
func (l *toyLens) Value(*scene.Scene) string              { return fmt.Sprintf("%d times", l.presses) }
func (l *toyLens) Words(*scene.Scene) string              { return "enter counts" }
func (l *toyLens) Keys(*scene.Scene) string               { return "enter count · V back" }
func (l *toyLens) Help(*scene.Scene) (title, lead string) { return "Of toys", "It counts." }
func (l *toyLens) Looks(*scene.Scene) runner.Picture      { return counted{} }
func (l *toyLens) Opened()                                { l.opened++ }

func (l *toyLens) Bindings() []scene.Binding {
	return []scene.Binding{{Key: "V", Words: "a toy in place of the loss chart"}}
}

func (l *toyLens) Key(_ *scene.Scene, key string) (w scene.Wish, known bool) {
	switch key {
	case "enter":
		l.presses++
		return scene.Say{Text: "counted"}, true
	case "wheel up":
		l.presses += 10
		return nil, true
	}
	return nil, false
}

func (l *toyLens) Click(*scene.Scene, scene.Click) scene.Wish { return scene.Say{Text: "clicked"} }

func (l *toyLens) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	n, _ := s.State.Picture.(int)
	return false, g.Lines([]grid.Line{{Text: fmt.Sprintf("of %d records", n)}, {Text: strings.Repeat("wide ", 100)}})
}

// withLens is a laboratory with a lens more.
func (s *stage) withLens(l scene.Lens) *stage {
	s.m.lens.all = append(s.m.lens.all, l)
	s.m.keys = bindings(s.m.lens.all)
	return s
}

// together is the one hint in the footer for all lenses without a word of their own.
func (s *stage) together() string {
	var opened []string
	for _, l := range s.m.lens.all {
		if b := l.Bindings()[0]; b.Short == "" {
			opened = append(opened, b.Key)
		}
	}
	hint := ""
	for _, b := range s.m.keys {
		if slices.Contains(opened, b.label) {
			hint += b.label
		}
	}
	return hint + " lens"
}

// A lens is a file and a line in a list: key, title, help, footer, palette, the runner,
// the mouse and every window know it. This one says all its help in Help; those in the
// list have a section in help/texts/lenses.txt, too.
func TestANewLensIsKnownEverywhere(t *testing.T) {
	toy := &toyLens{}
	s := newStage(t, config.Default(), 120, 36).withLens(toy).begun().batch(3)
	if hint := s.together(); !strings.Contains(hint, "V") {
		t.Errorf("the lenses are opened by %q", hint)
	}
	s.shows(s.together())
	s.press("V").batch(0)
	if c, _ := s.looked(); c.Look != (counted{}) || toy.opened != 1 {
		t.Errorf("the runner is asked for %T, the lens was opened %d times", c.Look, toy.opened)
	}
	s.shows("▸A toy", "0 times", "of 0 records", "enter count · V back", "enter counts")
	s.hides("Loss (train)")
	s.press("enter", "enter").shows("2 times", "counted")
	s.press("?", "?").shows("Of toys", "It counts.")
	s.press("esc", ":")
	for _, letter := range "place of the loss" {
		s.send(tea.KeyPressMsg{Code: letter, Text: string(letter)})
	}
	s.shows("a toy in place")
	s.press("esc")
	r := s.m.plan().places[s.m.lensPlace()]
	s.send(tea.MouseWheelMsg{X: r.X + 3, Y: r.Y + 2, Button: tea.MouseWheelUp})
	s.shows("12 times")
	s.send(tea.MouseClickMsg{X: r.X + 3, Y: r.Y + 2, Button: tea.MouseLeft})
	s.shows("clicked")
	for w := 20; w < 140; w += 7 {
		for h := 5; h < 50; h += 3 {
			s.send(tea.WindowSizeMsg{Width: w, Height: h})
			checkFrame(t, "with a toy", s.m.View().Content, w, h)
		}
	}
	s.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.shows("▸A toy", "12 times")
	s.press("esc").shows("Loss (train)")
	if c, _ := s.looked(); c.Look != nil {
		t.Errorf("afterwards the runner is asked for %T", c.Look)
	}
}

// What a lens asks for is painted by the runner.
func TestTheRunnerPaintsWhatANewLensAsksFor(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 1_000_000
	s := real(t, c).withLens(&toyLens{})
	s.until("the first row", func() bool { return s.m.scene.Run.Last() > 0 })
	s.press("V")
	s.until("the picture", func() bool { return s.m.scene.State.Picture == s.m.scene.State.Size.Records })
	s.shows(fmt.Sprintf("of %d records", s.m.scene.State.Size.Records))
}
