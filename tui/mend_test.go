package tui

import (
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/scene"
)

// A light that is out and knows the number that lights it again is chosen, names it, and
// enter sets it: where the guarantee is lost in a run from the start.
func TestEnterOnALightThatIsOutMendsIt(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.lights = []sim.Light{{Name: "|x| ≤ 1"}, {Name: "B ≥ C", State: sim.Broken, Detail: "C = 1750 exceeds the 530 records of node 4; so C = 530 would do", Privacy: true, Mend: admm.Mend{Key: "C", Value: "530"}}}
	s.lapsed, s.reason = 4, "C = 1750 exceeds"
	s.batch(1, sim.Notice{Iteration: 4, Kind: sim.NoGuarantee, Text: "no guarantee from t = 4: so C = 530 would do"})
	if text := s.m.scene.Message.Text; !strings.HasSuffix(text, "C = 530 would do: tab to the guarantees, enter") {
		t.Errorf("told %q", text)
	}
	s.m.focusOn(s.panel("guarantees"))
	s.shows("▸✕ B ≥ C", "enter: C = 530 and a")
	if c := s.press("enter").f.last(); c.Order != runner.Start || c.Config.Set.C[0] != 530 || !c.Run {
		t.Errorf("enter sends %+v", c)
	}
	s.m.scene.Base.Events = []config.Event{{At: 4, Key: "C", Value: "1750"}, {At: 5, Key: "alpha", Value: "0.1"}}
	s.begun()
	s.lapsed = 4
	s.batch(4).press("up", "down", "enter").shows("C 530, and counting begins anew; dropped 1 scheduled change of C")
	if c := s.f.last(); c.Order != runner.Start || len(c.Config.Events) != 1 || c.Config.Events[0].Key != "alpha" {
		t.Errorf("enter sends %+v", c)
	}
	s.lights[1].Mend.Value = "60"
	s.begun().batch(2).press("up", "down") // without a guarantee that could be lost
	s.shows("enter: C = 60 from the")
	s.press("enter").asked("C", "60")
	s.lights = s.lights[:1]
	s.batch(1).press("up", "enter").shows("|x| ≤ 1: holds")
}

// Where another light that the promise rests on stays out whatever is turned, no mend brings the
// promise back, and nobody says so.
func TestAMendBesideALightThatStaysOutPromisesNothing(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.lights = []sim.Light{
		{Name: "B ≥ C", State: sim.Broken, Detail: "so C = 530 would do", Privacy: true, Mend: admm.Mend{Key: "C", Value: "530"}},
		{Name: "no node is alone", State: sim.Broken, Detail: "a node without neighbours adds none", Privacy: true},
	}
	s.lapsed, s.reason = 4, "C = 1750 exceeds"
	s.batch(1, sim.Notice{Iteration: 4, Kind: sim.NoGuarantee, Text: "no guarantee from t = 4: so C = 530 would do"})
	if text := s.m.scene.Message.Text; !strings.HasSuffix(text, "C = 530 would do") {
		t.Errorf("told %q", text)
	}
	s.m.focusOn(s.panel("guarantees"))
	if offer := strings.Join(strings.Fields(s.frame()), " "); !strings.Contains(offer, "enter: C = 530") || !strings.Contains(offer, "either: no") {
		t.Errorf("the offer does not say that it is in vain:\n%s", s.frame())
	}
	s.press("enter").shows("C 530, in a run from the start, where nothing would be promised either", "no node is alone stays out")
}

// The number that lights a light is worked out for the data as they are dealt in the run in force:
// another deal that waits for a reset would begin with it, too, and may be without a guarantee from
// the start. So nothing begins until that is granted or taken back; what is no number holds for any.
func TestANumberOfTheRunInForceMendsNoOtherDeal(t *testing.T) {
	s := newStage(t, config.Default(), 170, 55).begun().batch(3)
	s.lights = []sim.Light{{Name: "B ≥ C", State: sim.Broken, Detail: "so C = 8000 would do", Privacy: true, Mend: admm.Mend{Key: "C", Value: "8000"}}}
	s.lapsed = 4
	s.batch(1)
	s.m.grant(scene.Later{Values: []config.Assignment{{Key: "nodes", Value: "20"}}})
	s.m.focusOn(s.panel("guarantees"))
	s.shows("C = 8000 is for the run in", "and nodes waits for r")
	s.hides("enter: C = 8000")
	s.m.grant(scene.Turn{Key: "rho", Value: "0.7"}) // behind which u takes back something else
	s.batch(1, s.changed("rho = 0.7", 4, true))
	s.press("enter").shows("C = 8000 is for the run in force, and nodes waits for r: press r, or turn it back")
	if s.m.scene.Starting > 0 || s.m.scene.Pending["nodes"].Value != "20" {
		t.Fatalf("a run is on its way: %v, and %v waits", s.m.scene.Starting > 0, s.m.scene.Pending)
	}
	s.m.grant(scene.Turn{Key: "nodes", Value: "5"})
	s.m.grant(scene.Later{Values: []config.Assignment{{Key: "realised", Value: "false"}}}) // no model is another for it
	s.shows("enter: C = 8000 and a")
	s.m.grant(scene.Later{Values: []config.Assignment{{Key: "nodes", Value: "20"}}})
	s.lights = []sim.Light{{Name: sim.NoiseLight, State: sim.Broken, Detail: "the noise is off", Privacy: true, Mend: admm.Mend{Key: "private", Value: "true"}}}
	if c := s.batch(1).press("enter").f.last(); c.Order != runner.Start || !c.Config.Set.Private || c.Config.Nodes != 20 {
		t.Errorf("enter sends %+v", c)
	}
}

// Where several lights are out, tab chooses the one whose mend brings the promise back: the sentence
// on its loss advises that.
func TestTheLightThatBringsThePromiseBackIsChosen(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.lights = []sim.Light{
		{Name: "connected", State: sim.Broken, Detail: "the graph is in pieces"},
		{Name: "B ≥ C", State: sim.Broken, Detail: "so C = 530 would do", Privacy: true, Mend: admm.Mend{Key: "C", Value: "530"}},
	}
	s.lapsed, s.reason = 4, "C = 1750 exceeds"
	s.batch(1, sim.Notice{Iteration: 4, Kind: sim.NoGuarantee, Text: "no guarantee from t = 4: so C = 530 would do"})
	s.shows("tab to the guarantees, enter")
	s.m.focusOn(s.panel("guarantees"))
	if c := s.press("enter").f.last(); c.Order != runner.Start || c.Config.Set.C[0] != 530 {
		t.Errorf("enter sends %+v", c)
	}
}

// Where several lights are out that the promise rests on, one alone would not bring it back: enter
// on any of them begins a run with what lights them all, and nothing else.
func TestThePromiseIsBroughtBackByAllThatMendIt(t *testing.T) {
	c := config.Default()
	c.Set.Private, c.Set.C = false, []float64{9000}
	c.Events = []config.Event{{At: 40, Key: "private", Value: "false"}, {At: 50, Key: "C", Value: "9100"}}
	s := newStage(t, c, 120, 36).begun().batch(3)
	s.lights = []sim.Light{
		{Name: sim.NoiseLight, State: sim.Broken, Detail: "the noise is off", Privacy: true, Mend: admm.Mend{Key: "private", Value: "true"}},
		{Name: "converges", State: sim.Broken, Mend: admm.Mend{Key: "rho", Value: "0.7"}},
		{Name: "B ≥ C", State: sim.Broken, Detail: "so C = 530 would do", Privacy: true, Mend: admm.Mend{Key: "C", Value: "530"}},
	}
	s.lapsed, s.reason = 1, "the noise is off"
	s.batch(1)
	s.m.focusOn(s.panel("guarantees"))
	for _, words := range []string{"enter: noise = on, C =", "enter: C = 530, noise"} {
		s.shows(words)
		sent := len(s.f.taken)
		s.press("enter").frame()
		if c := s.f.last(); len(s.f.taken) != sent+1 || c.Order != runner.Start || !c.Config.Set.Private || c.Config.Set.C[0] != 530 || c.Config.Set.Rho[0] == 0.7 || len(c.Config.Events) != 0 {
			t.Errorf("%s: enter sends %+v", words, c)
		}
		s.begun()
		s.lapsed = 1
		s.batch(1).press("down", "down")
	}
}

// The chosen light stays chosen while others come before it: enter is for the one that was in
// sight. Where it goes, the nearest is chosen, and the arrows go on from there.
func TestTheChosenLightStaysChosenWhereOthersComeAndGo(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	good := s.lights
	off := append([]sim.Light{{Name: sim.NoiseLight, State: sim.Broken, Detail: "the noise is off", Privacy: true, Mend: admm.Mend{Key: "private", Value: "true"}}}, good...)
	s.m.focusOn(s.panel("guarantees"))
	s.frame()
	s.lights = off
	s.batch(1) // and no frame before the key
	sent := len(s.f.taken)
	if s.press("enter").shows("|x| ≤ 1: holds"); len(s.f.taken) > sent {
		t.Errorf("enter on |x| ≤ 1 sends %+v", s.f.last())
	}
	s.press("esc", "down", "down").shows("▸● B ≥ C")
	s.lights = good
	s.batch(1).shows("▸● B ≥ C")
	s.lights = off
	s.batch(1).shows("▸● B ≥ C")
	s.press(",").shows("▸● B ≥ C")
	s.press("esc", "down", "down").shows("▸● solver")
	s.lights = good[:2]
	s.batch(1).shows("▸● connected")
	s.press("up").shows("▸● |x| ≤ 1")
}

// A light that no promise rests on is mended in mid-run whatever is lost, unless only a run
// from the start mends it; what it knows is told in every state.
func TestALightOfConvergenceIsMendedInMidRun(t *testing.T) {
	c := config.Default().WithMethod("radmm")
	c.Set.Private = false
	s := newStage(t, c, 120, 36).begun().batch(3)
	light := sim.Light{Name: "converges", State: sim.Note, Detail: "certificate not available; γ = 1740 suffices", Numbers: "(iii) 1 < 2\n(iv) 3 < 4", Told: true, Mend: admm.Mend{Key: "gamma", Value: "1740"}}
	s.lights = []sim.Light{{Name: "|x| ≤ 1"}, light}
	s.lapsed, s.reason = 4, "the noise is off"
	s.batch(1, sim.Notice{Iteration: 4, Kind: sim.NoGuarantee, Text: "no guarantee from t = 4: the noise is off"})
	if text := s.m.scene.Message.Text; strings.Contains(text, "enter") {
		t.Errorf("told %q: no key brings that back", text)
	}
	s.m.focusOn(s.panel("guarantees"))
	s.press("down").shows("▸○ converges: not proved", "enter: γ = 1740 from")
	s.press("enter").asked("gamma", "1740")
	s.press("?", "tab").shows("(iii) 1 < 2", "(iv) 3 < 4")
	s.press("esc")
	light.State, light.Mend = sim.Good, admm.Mend{}
	s.lights = []sim.Light{{Name: "|x| ≤ 1"}, light}
	s.batch(1).shows("▸● converges")
	s.press("enter").shows("(iii) 1 < 2")
	s.press("esc")
	light.State, light.Mend = sim.Broken, admm.Mend{Key: "rho", Value: "0.5", Anew: true}
	s.lights = []sim.Light{{Name: "|x| ≤ 1"}, light}
	s.lapsed = 0
	s.batch(1).shows("enter: ρ = 0.5 and a")
	if c := s.press("enter").f.last(); c.Order != runner.Start || c.Config.Set.Rho[0] != 0.5 {
		t.Errorf("enter sends %+v", c)
	}
}

// A run that halted makes no iteration any more: what lights a light again does so in a run from the
// start.
func TestALightOfARunThatHaltedIsMendedInARunFromTheStart(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.lights = []sim.Light{{Name: "converges", State: sim.Note, Detail: "ρ = 0.5 suffices", Told: true, Mend: admm.Mend{Key: "rho", Value: "0.5"}}}
	s.halted = "the numbers left the finite range at t = 4"
	s.batch(1)
	s.m.focusOn(s.panel("guarantees"))
	s.frame()
	s.shows("enter: ρ = 0.5 and a")
	if c := s.press("enter").f.last(); c.Order != runner.Start || c.Config.Set.Rho[0] != 0.5 {
		t.Errorf("enter sends %+v", c)
	}
}

// m keeps what was chosen and says in one message what became of the settings; the method
// in force picked again starts as its paper has it.
func TestAnotherMethodKeepsWhatWasChosen(t *testing.T) {
	c := config.Default().WithMethod("mradmm")
	for _, set := range []config.Event{{Key: "alpha", Value: "0.3"}, {Key: "gamma", Value: "5"}} {
		k, _ := config.KnobOf(c, set.Key)
		c, _ = k.Assign(c, set.Value)
	}
	c.Events = []config.Event{{At: 9, Key: "gamma", Value: "6"}, {At: 9, Key: "alpha", Value: "0.2"}}
	s := newStage(t, c, 200, 50).begun().batch(3)
	s.press("m", "home", "enter")
	if got := s.f.last().Config; got.Method != "dvp" || got.Set.Alpha[0] != 0.3 || len(got.Events) != 1 {
		t.Errorf("started %+v", got)
	}
	s.shows("DVP: kept α 0.3; dropped γ 5; dropped 1 scheduled change; as its paper has it: variant as proved, ρ 0.00316")
	s.begun().press("m", "enter")
	if got := s.f.last().Config; got.Set.Alpha[0] != 0.5 || len(got.Events) != 0 {
		t.Errorf("started again %+v", got)
	}
	s.shows("; as its paper has it: α 0.5")
}

// Sharing's noise is set by ε or by σ, and who turns one is told that the other gives way.
func TestTurningEpsilonSaysThatSigmaGivesWay(t *testing.T) {
	s := newStage(t, config.Default().WithMethod("sharing"), 120, 36).begun().batch(3)
	s.batch(1, s.changed("epsilon = 0.5", 4, true))
	if text := s.m.scene.Message.Text; !strings.HasPrefix(text, "ε 1→0.5, since t = 4; σ gives way, 1→") {
		t.Errorf("told %q", text)
	}
	s.batch(1, s.changed("sigma = 0.3", 5, true))
	if text := s.m.scene.Message.Text; text != "σ 0→0.3, since t = 5; ε gives way, σ counts in its place" {
		t.Errorf("told %q", text)
	}
	s.batch(1, s.changed("sigma = 0.4", 6, true)) // as it does already
	if text := s.m.scene.Message.Text; text != "σ 0.3→0.4, since t = 6" {
		t.Errorf("told %q", text)
	}
	s.batch(1, s.changed("sigma = 0", 7, true))
	if text := s.m.scene.Message.Text; !strings.HasSuffix(text, "; ε counts again") {
		t.Errorf("told %q", text)
	}
	s.batch(1, s.changed("lambda = 2", 8, true))
	if text := s.m.scene.Message.Text; strings.Contains(text, "gives way") {
		t.Errorf("told %q", text)
	}
}

// A knob that is turned to the value it has is no change: none is sent, and it is told that it stays.
func TestAValueThatStandsAlreadyIsNoChange(t *testing.T) {
	s := newStage(t, config.Default().WithMethod("sharing"), 120, 36).begun().batch(3)
	sent := func(key, value string) bool {
		before := s.m.desk.Newest()
		s.m.grant(scene.Turn{Key: key, Value: value})
		return s.m.desk.Newest() > before
	}
	if sent("sigma", "1") || s.m.scene.Message.Text != "σ stays 1" {
		t.Errorf("told %q", s.m.scene.Message.Text)
	}
	if !sent("epsilon", "1") {
		t.Error("ε sets σ back, which is a change though ε stays")
	}
	if sent("epsilon", "1") {
		t.Error("the second time it is none")
	}
	if !sent("sigma", "1") || sent("sigma", "1") {
		t.Error("σ is 0 by now, and then 1")
	}
	s.batch(1, s.changed("epsilon = 1", 4, true), s.changed("sigma = 1", 4, true))
	if !sent("rho", "0.3") || !sent("rho", "1") || sent("rho", "1.0") {
		t.Error("what is on its way is there already")
	}
	s.batch(1, s.changed("rho = 0.3", 5, true), s.changed("rho = 1", 5, true)) // counts from the next on
	if sent("rho", "1") || s.m.scene.Message.Text != "ρ stays 1" {
		t.Errorf("told %q", s.m.scene.Message.Text)
	}
	if sent("iterations", "0100") || s.m.scene.Message.Text != "limit stays 100" {
		t.Errorf("told %q", s.m.scene.Message.Text)
	}
	if !sent("iterations", "3") || sent("iterations", "2") || s.m.scene.Message.Text != "limit stays 5" {
		t.Errorf("told %q", s.m.scene.Message.Text)
	}
	if s.m.grant(scene.Turn{Key: "seed", Value: "007"}); s.m.scene.Pending["seed"].Value != "" && s.m.scene.Pending["seed"].Value != "7" {
		t.Errorf("the seed is %q", s.m.scene.Pending["seed"].Value)
	}
	s = newStage(t, config.Default(), 120, 36)
	s.m.scene.Base.Events = []config.Event{{At: 9, Key: "alpha", Value: "0.1"}}
	if s.begun().batch(3); !sent("alpha", "0.5") {
		t.Error("the schedule turns it, and may have done so by now")
	}
	if sent("rho", s.m.scene.InForce().Set.Rho.String()) {
		t.Error("of another knob that does not matter")
	}
	if sent("topology", "ring") || !sent("topology", "star") {
		t.Error("the graph is a ring")
	}
	s.m.desk.Change(config.Event{Edge: [2]int{0, 1}})
	if !sent("topology", "star") {
		t.Error("an edge of the star is being cut, and it brings that back")
	}
}

// A start that would leave out what waits for a reset is refused, as r is: nothing is dropped
// without a word.
func TestAStartThatLeavesOutAWishIsRefused(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.m.grant(scene.Turn{Key: "nodes", Value: "4"})
	s.m.grant(scene.Turn{Key: "alpha", Value: "0.3,0.1,0.5,0.2,0.4"})
	s.batch(1, s.changed("alpha = 0.3,0.1,0.5,0.2,0.4", 4, true))
	s.press("m", "down", "enter").shows("alpha has 5 values")
	if w, waits := s.m.scene.Pending["nodes"]; !waits || w.Value != "4" || s.m.scene.Starting > 0 {
		t.Errorf("a run is on its way: %v, and %v waits, expected the 4 nodes", s.m.scene.Starting > 0, s.m.scene.Pending)
	}
}

// So is all else that begins with what a reset begins with: a race, a sweep, a tune, the question
// which noise lasts.
func TestWhatBeginsAsAResetLeavesOutNoWish(t *testing.T) {
	for what, ask := range map[string]func(*stage){
		"a race":          func(s *stage) { s.m.grant(scene.Race{Budget: "4"}) },
		"match a budget":  func(s *stage) { s.press("c", "m", "a", "t", "c", "h", "enter") },
		"a sweep":         func(s *stage) { s.press("S", "enter") },
		"the form of one": func(s *stage) { s.press("S").shows("not yet: alpha has 5 values") },
		"a tune":          func(s *stage) { s.press("o", "enter") },
		"which noise":     func(s *stage) { s.press("f") },
	} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(3)
		s.m.grant(scene.Turn{Key: "nodes", Value: "4"})
		s.m.grant(scene.Turn{Key: "alpha", Value: "0.3,0.1,0.5,0.2,0.4"})
		s.batch(1, s.changed("alpha = 0.3,0.1,0.5,0.2,0.4", 4, true))
		s.m.scene.Message = scene.Message{}
		ask(s)
		if s.shows("alpha has 5 values"); s.m.scene.Starting > 0 || s.m.jobs.Busy() || s.m.scene.Pending["nodes"].Value != "4" {
			t.Errorf("%s: a run is on its way, and %v waits, expected the 4 nodes", what, s.m.scene.Pending)
		}
	}
}

// A change to come that cannot happen any more after a turn by hand refuses nothing that is asked
// about something else: it is refused when its time comes, or left out with the others.
func TestAChangeThatCannotHappenRefusesNothingElse(t *testing.T) {
	rho := []config.Event{{Key: "rho", Value: "0.7"}}
	for what, ask := range map[string]func(*stage){
		"turned while a run begins": func(s *stage) {
			s.press("r").late()
			s.m.grant(scene.Turn{Key: "rho", Value: "0.7"})
		},
		"mended": func(s *stage) {
			s.m.focusOn(s.panel("guarantees"))
			s.frame()
			s.press("enter")
		},
		"offered": func(s *stage) {
			s.press("f", "enter")
			start := s.m.scene.Anew()
			s.batch(0, sim.Notice{Iteration: 2, Kind: sim.Answer, Text: "rho = 0.7 does from the start", Offer: &sim.Offer{Events: rho, Anew: &start}})
			s.press("enter")
		},
		"raced": func(s *stage) { s.m.grant(scene.Race{Budget: "4"}) },
		"tuned": func(s *stage) { s.press("o").shows("at most", "runs of 100 iterations") },
	} {
		c := config.Default().WithMethod("sharing")
		c.Set.Variant, c.Events = "printed", []config.Event{{At: 30, Key: "b1", Value: "2"}}
		s := newStage(t, c, 120, 36)
		s.lights = []sim.Light{{Name: "ρ", State: sim.Broken, Mend: admm.Mend{Key: "rho", Value: "0.7", Anew: true}}}
		s.begun().batch(2)
		s.config.Events = nil
		s.batch(1, s.changed("variant = isotropic", 3, true))
		ask(s)
		if s.m.scene.Message.Warn {
			t.Errorf("%s: %s", what, s.m.scene.Message.Text)
		}
		if what == "tuned" {
			continue
		}
		s.frame()
		var start runner.Command
		for _, c := range s.f.taken {
			if c.Order == runner.Start {
				start = c
			}
		}
		if c := start.Config; c.Set.Variant != "isotropic" || what == "raced" && c.Budget != 4 || what != "raced" && c.Set.Rho[0] != 0.7 {
			t.Errorf("%s: it starts %s with ρ = %v and budget %g", what, c.Set.Variant, c.Set.Rho, c.Budget)
		}
	}
}
