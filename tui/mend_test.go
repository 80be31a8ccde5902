package tui

import (
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/runner"
)

// A light that is out and knows the number that lights it again is chosen, names it, and
// enter sets it: where the guarantee is lost in a run from the start.
func TestEnterOnALightThatIsOutMendsIt(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.lights = []sim.Light{{Name: "|x| ≤ 1"}, {Name: "B ≥ C", State: sim.Broken, Detail: "C = 1750 exceeds the 530 records of node 4; so C = 530 would do", Mend: admm.Mend{Key: "C", Value: "530"}}}
	s.lapsed, s.reason = 4, "C = 1750 exceeds"
	s.batch(1, sim.Notice{Iteration: 4, Kind: sim.NoGuarantee, Text: "no guarantee from t = 4: so C = 530 would do"})
	if text := s.m.scene.Message.Text; !strings.HasSuffix(text, "C = 530 would do: tab to the guarantees, enter") {
		t.Errorf("told %q", text)
	}
	s.m.focusOn(s.panel("guarantees"))
	s.shows("▸✕ B ≥ C", "enter: C = 530 and a")
	if c := s.press("enter").f.last(); c.Order != runner.Start || c.Config.Set.C != 530 || !c.Run {
		t.Errorf("enter sends %+v", c)
	}
	s.lights[1].Mend.Value = "60"
	s.begun().batch(2).press("up", "down") // without a guarantee that could be lost
	s.shows("enter: C = 60 from the")
	s.press("enter").asked("C", "60")
	s.lights = s.lights[:1]
	s.batch(1).press("up", "enter").shows("|x| ≤ 1: holds")
}
