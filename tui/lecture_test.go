package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/admm"
	"admmlab/sim/config"
)

// The projector look has a chart, the promise in words and the keys, with every method at
// every size that has room for a chart; esc leaves a lens for it and then the look.
func TestTheProjectorLookWorksAtEverySizeWithEveryMethod(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		s := newStage(t, config.Default().WithMethod(spec.ID), 120, 36).begun().batch(9).press("L")
		for _, size := range [][2]int{{40, 12}, {45, 60}, {60, 18}, {68, 19}, {80, 24}, {100, 30}, {120, 36}, {200, 50}, {250, 80}} {
			s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			frame := s.frame()
			checkFrame(t, fmt.Sprint(spec.Name, size), frame, size[0], size[1])
			begins := strings.Join(strings.Fields(s.m.scene.Promise(9)[0])[:2], " ")
			if !strings.Contains(frame, begins) || !strings.Contains(frame, "Error (test)") || !strings.Contains(frame, "q quit") {
				t.Errorf("%s, %v: no %q, error or keys:\n%s", spec.Name, size, begins, frame)
			}
		}
		if !strings.Contains(s.frame(), "█") {
			t.Errorf("%s: no large digits", spec.Name)
		}
	}
	s := newStage(t, config.Default(), 80, 24).begun().batch(9).press("L")
	s.shows("Error (test)", "Privacy")
	through(s, "b").shows("Ledger & budget")
	s.hides("Error (test)")
	s.press("esc").shows("Error (test)", "Privacy")
	s.press("tab", "z").shows("Privacy")
	s.hides("Error (test)")
	s.press("esc", "esc").shows("Parameters", "Privacy")
}
