package tui

import (
	"testing"

	"admmlab/sim/config"
)

// While the parameters are large all of them are in sight, and afterwards folded as before.
func TestLargeParametersAreUnfolded(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.m.focusOn(s.panel("parameters"))
	for _, back := range []string{"z", "esc"} {
		s.shows("─ accounting ─", " more│")
		s.press("z").shows("seed", "─ accounting ─")
		s.hides(" more│")
		s.press(back)
	}
	s.shows("─ accounting ─", " more│")
}

// The footer says what space does now.
func TestSpaceSaysWhatItDoes(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	for _, running := range []bool{true, false, true} {
		s.m.scene.State.Running = running
		s.m.draw()
		if running {
			s.shows("space pause")
			s.hides("space run")
		} else {
			s.shows("space run")
			s.hides("space pause")
		}
	}
}
