package tui

import (
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
)

// The frame of the lights says that the list goes on, and the chosen light is in sight
// with its name even where its words fill the panel.
func TestTheListOfLightsSaysThatItGoesOn(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.lights = []sim.Light{
		{Name: "|x| ≤ 1"}, {Name: "connected"}, {Name: "B ≥ C"},
		{Name: "converges", State: sim.Note, Told: true, Detail: strings.Repeat("something is known of it ", 40)}, {Name: "solver"},
	}
	s.batch(1)
	s.m.focusOn(s.panel("guarantees"))
	frame := func(end string) (line string) { // the last line that has it
		for l := range strings.SplitSeq(s.frame(), "\n") {
			if strings.Contains(l, end) {
				line = l
			}
		}
		return line
	}
	if strings.Contains(frame("╯"), "↓") {
		t.Errorf("all lights are in sight and the frame says %q", frame("╯"))
	}
	s.press("down", "down", "down").shows("▸○ converges")
	if top, end := frame("Guarantees"), frame("╯"); !strings.Contains(top, "↑") || !strings.Contains(end, "↓") {
		t.Errorf("the frame says %q and %q", top, end)
	}
}
