package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/config"
)

// While the parameters are large all of them that the window has room for are in sight, and
// afterwards folded as before.
func TestLargeParametersAreUnfolded(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {90, 40}} {
		s := newStage(t, config.Default(), size[0], size[1]).begun().batch(3)
		s.m.focusOn(s.panel("parameters"))
		for _, back := range []string{"z", "esc"} {
			s.shows("─ accounting ─", " more│")
			s.press("z").shows("seed", "─ accounting ─")
			s.hides(" more│")
			s.press(back)
		}
		s.shows("─ accounting ─", " more│")
	}
}

// The panel with the focus is the one that becomes large, in every window.
func TestTheFocusedPanelBecomesLarge(t *testing.T) {
	for _, size := range [][2]int{{200, 50}, {120, 36}, {120, 20}, {90, 30}, {80, 24}, {60, 20}, {40, 12}} {
		s := newStage(t, config.Default(), size[0], size[1]).begun().batch(3)
		for range 7 {
			focus := s.m.view.focus
			s.press("z")
			if got := s.m.plan().places; len(got) != 1 || got[focus].W != size[0] || s.m.view.focus != focus {
				t.Errorf("%v: with the focus on %s, z gives %v and the focus to %s", size, s.m.part(focus).Name(), got, s.m.scene.Focus)
			}
			s.press("z", "tab")
		}
	}
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

// The large panel is the one with the focus: the parameters are unfolded as soon as they are large,
// and folded as before when another is.
func TestParametersThatBecomeLargeByTabAreUnfolded(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.press("tab", "z").shows("▸Loss (train)")
	s.press("shift+tab").shows("▸Parameters", "─ accounting ─", "seed")
	s.hides(" more│")
	s.press("tab").shows("▸Loss (train)")
	s.press("esc").shows("Parameters", " more│")
}

// Where tab goes to the parameters in a window that shows one panel at a time, they take its place
// and are not enlarged: a larger window shows the others, too.
func TestTabInATinyWindowEnlargesNothing(t *testing.T) {
	size := func(s *stage, w, h int) { s.send(tea.WindowSizeMsg{Width: w, Height: h}) }
	for _, large := range [][2]int{{80, 24}, {120, 36}} {
		s := newStage(t, config.Default(), 50, 15).begun().batch(3)
		for s.m.cycle(1); s.m.scene.Focus != "parameters"; s.m.cycle(1) {
		}
		s.shows("▸Parameters")
		s.hides("Method", "(test)")
		size(s, large[0], large[1])
		s.shows("▸Parameters", "Loss (train)", " more│")
		size(s, 50, 15)
		s.shows("─ Loss (train)")
		s.press("tab", "shift+tab", "shift+tab").shows("▸Parameters")
		s.press("esc").shows("─ Loss (train)")
	}
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.m.focusOn(s.panel("parameters"))
	s.press("z").shows("─ accounting ─", "seed")
	size(s, 50, 15)
	s.press("tab")
	size(s, 120, 36)
	s.shows("Parameters", "Loss (train)", " more│")
}
