package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/config"
	"admmlab/sim/figure"
	"admmlab/tui/chart"
	"admmlab/tui/kept"
	"admmlab/tui/scene"
)

// The plane is a lens at every size, and a panel from 160 columns on; a window that becomes
// smaller takes the keys from it.
func TestThePlaneIsALensAndAPanel(t *testing.T) {
	s := newStage(t, config.Default(), 159, 45).begun().batch(20)
	s.hides("against ε")
	s.press("E").shows("▸Error % against ε", "17.1 % at ε ≤ 0.6", "DVP", "● newest")
	s.press("enter").shows("▸Loss against ε")
	s.press("l").shows("ε log")
	s.press(",").shows("◆ t = 19", "at ε ≤ 0.57")
	s.press("E").hides("against ε")
	s.send(tea.WindowSizeMsg{Width: 160, Height: 45})
	s.shows("Error % against ε", "Loss (train)", "Privacy")
	s.m.focusOn(s.panel("trails"))
	s.press("enter", "l").shows("▸Loss against ε, ε log")
	s.press("z").shows("▸Loss against ε, ε log")
	s.hides("╮╭ Privacy ")
	s.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	s.hides("against ε")
	s.shows("Loss (train)", "▸Parameters")
	for range 12 { // tab leaves it out
		s.press("tab").hides("against ε")
	}
}

func TestThePlaneAtEverySize(t *testing.T) {
	for _, id := range []string{"dvp", "admm", "sharing"} {
		s := newStage(t, config.Default().WithMethod(id), 120, 36)
		s.begun().batch(30)
		s.method("pvp")
		s.begun().batch(10).press("E", ",")
		for _, ascii := range []bool{false, true} {
			s.m.scene.ASCII = ascii
			for _, size := range [][2]int{{20, 5}, {40, 12}, {60, 18}, {80, 24}, {100, 30}, {160, 30}, {200, 50}, {250, 80}} {
				s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				frame := s.m.View().Content
				checkFrame(t, id, frame, size[0], size[1])
				if size[0] >= 80 && !strings.Contains(frame, "against") {
					t.Errorf("%s at %v: no plane:\n%s", id, size, frame)
				}
				if bad := strings.IndexFunc(frame, func(r rune) bool { return r > 126 }); ascii && bad >= 0 {
					t.Fatalf("%s at %v: not ASCII: %q", id, size, frame[bad:min(len(frame), bad+9)])
				}
			}
		}
	}
}

// Kept runs leave trails if they can be held against the run at the keys: of the same data
// and split, with the same neighbours and δ, each once, and not those on the screen. They
// are read while the plane is in sight, once for each run.
func TestKeptRunsLeaveTrails(t *testing.T) {
	s := keeping(t, config.Default(), 120, 36)
	again := func(turn func(c *config.Config)) {
		c := config.Default()
		turn(&c)
		s.m.desk.Renew(c)
		s.begun().batch(12).later()
	}
	for _, turn := range []func(c *config.Config){
		func(c *config.Config) { c.Set.Alpha = []float64{0.1} },
		func(c *config.Config) { c.Set.Alpha = []float64{0.1} }, // the same again
		func(c *config.Config) { c.Data = "census:500" },
		func(c *config.Config) { c.Seed = 99 }, // another split
		func(c *config.Config) { c.Set.Delta = 1e-3 },
		func(c *config.Config) { c.Nodes, c.Topology = 7, "path" },
		func(c *config.Config) { c.Set.Alpha = []float64{0.3} }, // stays as the run before
		func(c *config.Config) { c.Set.Rho = []float64{1} },
	} {
		again(turn)
	}
	s.frame()
	s.settle()
	if s.m.scene.Kept != nil {
		t.Errorf("read while nobody looks: %d", len(s.m.scene.Kept))
	}
	s.press("E")
	s.frame()
	s.settle()
	var names []string
	for _, h := range s.m.scene.Kept {
		names = append(names, h.Label)
	}
	if len(names) != 2 || !strings.Contains(names[0], "α 0.1") || !strings.Contains(names[1], "nodes 7") {
		t.Errorf("trails of %q, want α 0.1 and seven nodes", names)
	}
	s.shows("α 0.1", "previous")
	if at := s.m.scene.Kept[0].Last(); at != 12 {
		t.Errorf("the trail has %d iterations", at)
	}
	s.press("g").hides("α 0.1", "previous")
	s.press("g")
	before := fmt.Sprintf("%p", s.m.scene.Kept[0])
	s.batch(3).later().frame()
	s.settle()
	if fmt.Sprintf("%p", s.m.scene.Kept[0]) != before {
		t.Error("read again for the same run")
	}
	other := s.m.scene.Base.Clone()
	other.Data = "census:500"
	s.m.grant(scene.Start{Config: other})
	s.begun().frame()
	if n := len(s.m.scene.Kept); n != 0 {
		t.Errorf("%d trails on other data before the first iteration, want none", n)
	}
	again(func(c *config.Config) { c.Data = "census:500" })
	s.pass(kept.Every)
	s.frame()
	s.settle()
	if n := len(s.m.scene.Kept); n != 0 { // that of before is the same run
		t.Errorf("%d trails on other data, want none", n)
	}
}

// What is done to a kept run is seen in the plane: one that is pinned is there once, as that, one
// that is named has its name, and one that is deleted is gone until it is brought back.
func TestTrailsAreOfTheRunsThatAreKept(t *testing.T) {
	s := keeping(t, config.Default(), 120, 36).begun().batch(12).later()
	for _, alpha := range []float64{0.1, 0.3} {
		c := config.Default()
		c.Set.Alpha = []float64{alpha}
		s.m.desk.Renew(c)
		s.begun().batch(12).later()
	}
	s.press("E")
	trails := func(when string, want ...string) {
		t.Helper()
		s.frame()
		s.settle().frame()
		var names []string
		for _, h := range s.m.scene.Kept {
			names = append(names, h.Label)
		}
		if len(names) != len(want) || len(want) > 0 && !strings.Contains(names[0], want[0]) {
			t.Errorf("%s there are trails of %q, want %q", when, names, want)
		}
	}
	trails("at first", "DVP") // of α 0.1 is the run before
	opened(s).press("down", "down", "n", "Z", "Z", "enter").settle().press("esc")
	trails("named", "ZZ")
	opened(s).press("x").settle().press("esc")
	trails("deleted")
	opened(s).press("u").settle().press("esc")
	trails("brought back", "ZZ")
	opened(s).press("home", "down", "down", "g").settle()
	trails("pinned", "α 0.1") // whose place as the run before it takes
}

// A run is in the plane once, also where one without an iteration came behind it.
func TestTheRunBeforeIsNoTrailBesides(t *testing.T) {
	s := keeping(t, config.Default(), 120, 36).begun().batch(8).later()
	s.press("r").begun()
	other := s.m.scene.Base.Clone()
	other.Set.Alpha = []float64{0.2}
	s.m.desk.Renew(other)
	s.begun().batch(5).later()
	s.press("E").frame()
	s.settle().frame()
	if s.m.scene.Past() == nil || len(s.m.scene.Kept) > 0 {
		t.Errorf("%d trails beside the run before, expected none: there is no other run", len(s.m.scene.Kept))
	}
}

// A kept run of data that have changed under their name is in no trail, and its loss and error
// in no chart when it is pinned, on the screen or on paper.
func TestARunOfDataThatChangedIsHeldAgainstNothing(t *testing.T) {
	for _, origin := range []string{"old", "new"} {
		s := keeping(t, config.Default(), 200, 50)
		again := func(alpha float64) {
			c := config.Default()
			c.Set.Alpha = []float64{alpha}
			s.m.desk.Renew(c)
			s.begun().batch(12).later()
			s.frame()
			s.settle()
		}
		s.origin = "old"
		again(0.1)
		again(0.2)
		s.origin = origin
		again(0.3)
		again(0.4)
		s.press("E")
		s.frame()
		s.settle()
		if trail := strings.Contains(s.frame(), "α 0.1"); trail != (origin == "old") {
			t.Errorf("%s: a trail of the run of the old records: %v", origin, trail)
		}
		s.press("E", "h").settle().press("down", "down", "down", "g").settle()
		ghost := s.m.scene.Ghost
		if ghost.Config.Set.Alpha[0] != 0.1 {
			t.Fatalf("pinned is α = %v", ghost.Config.Set.Alpha)
		}
		if got := strings.Contains(s.frame(), "of privacy alone: its data are others"); got != (origin == "new") {
			t.Errorf("%s: that its data are others is told: %v", origin, got)
		}
		s.press("esc")
		for which, drawn := range map[int]bool{scene.LossChart: origin == "old", scene.ErrorChart: origin == "old", scene.PrivacyChart: true} {
			if got := slices.ContainsFunc(s.m.chart(which).Series(&s.m.scene), func(c chart.Series) bool { return c.Role == chart.Ghost }); got != drawn {
				t.Errorf("%s: chart %d has it: %v", origin, which, got)
			}
			if got := slices.ContainsFunc(s.m.exports.Figure(which).Series, func(c figure.Series) bool { return c.Style == figure.Ghost }); got != drawn {
				t.Errorf("%s: chart %d on paper has it: %v", origin, which, got)
			}
		}
		if got := strings.Contains(s.m.scene.PastName(), "other data"); got != (origin == "new") {
			t.Errorf("%s: it is called %q", origin, s.m.scene.PastName())
		}
		if got := slices.ContainsFunc(s.m.exports.Plane().Series, func(c figure.Series) bool { return c.Style == figure.Ghost }); got != (origin == "old") {
			t.Errorf("%s: the plane on paper has it: %v", origin, got)
		}
	}
}
