package tui

import (
	"testing"

	"admmlab/sim/config"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// A mistake in a key or in a panel is told: the laboratory goes on.
func TestAMistakeInTheProgramIsTold(t *testing.T) {
	survives = true
	defer func() { survives = false }()
	s := newStage(t, config.Default(), 120, 36)
	toy := &brokenPanel{}
	s.m.panels = append(s.m.panels, toy)
	s.begun().batch(3).shows("Broken", "Network")
	s.m.grant(scene.Focus{Name: toy.Name()})
	s.press("v").shows("what was typed failed inside the program: of a key", "Network")
	toy.draws, s.m.scene.Dirty = true, true
	s.frame()
	s.shows("the picture of broken failed inside the program: of a picture", "Network")
	toy.draws = false
	if !quits(s.send(keyPress("q"))) {
		t.Error("q does not leave")
	}
}

// brokenPanel breaks at v, and when it is drawn.
type brokenPanel struct {
	toyPanel
	draws bool
}

func (p *brokenPanel) Name() string              { return "broken" }
func (p *brokenPanel) Title(*scene.Scene) string { return "Broken" }

func (p *brokenPanel) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	if p.draws {
		panic("of a picture")
	}
	return p.toyPanel.Draw(s, g)
}

func (p *brokenPanel) Key(_ *scene.Scene, key string) (w scene.Wish, known bool) {
	if key == "v" {
		panic("of a key")
	}
	return nil, false
}
