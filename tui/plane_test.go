package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/config"
	"admmlab/tui/kept"
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
	again(func(c *config.Config) { c.Data = "census:500" })
	s.m.scene.Now = s.m.scene.Now.Add(kept.Every)
	s.frame()
	s.settle()
	if n := len(s.m.scene.Kept); n != 0 { // that of before is the same run
		t.Errorf("%d trails on other data, want none", n)
	}
}
