package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/tui/scene"
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

// A small window has its chart back when the projector look ends.
func TestTheProjectorLookGivesTheChartBack(t *testing.T) {
	s := newStage(t, config.Default(), 80, 24).begun().batch(9)
	for _, keys := range [][]string{{"L", "L"}, {"L", "esc"}, {"L", "b", "esc", "L"}} {
		s.shows("Loss (train)")
		for _, key := range keys {
			through(s, key)
		}
		s.shows("Loss (train)")
		s.hides("Error (test)")
	}
}

// Where nodes differ in their noise and there is no room for all of it, a sign says that it goes
// on: a number that is cut is another number.
func TestTheProjectorLookSaysThatTheNoiseGoesOn(t *testing.T) {
	c := config.Default()
	c.Set.Alpha = []float64{0.5, 0.25, 0.75, 0.125, 0.625}
	const all = "α=0.5,0.25,0.75,0.125,0.625"
	s := newStage(t, c, 120, 36).begun().batch(9).press("L")
	for width := 40; width <= 120; width++ {
		s.send(tea.WindowSizeMsg{Width: width, Height: 18})
		frame := s.frame()
		_, noise, _ := strings.Cut(frame, "α=")
		noise, _, _ = strings.Cut("α="+noise, " ")
		if begun, cut := strings.CutSuffix(noise, "…"); noise != all && (!cut || !strings.HasPrefix(all, begun)) {
			t.Errorf("%d columns: the noise is %q in\n%s", width, noise, frame)
		}
	}
	s.lapsed, s.reason = 10, "the noise is off"
	s.batch(1)
	s.send(tea.WindowSizeMsg{Width: 120, Height: 18})
	s.shows(all, "no guarantee from t = 10")
}

// Neither error nor ε shows that the graph is in pieces: the projector look says so, at
// every size, and where there is room how far the farthest node is.
func TestTheProjectorLookSaysThatTheGraphIsInPieces(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(9).press("L")
	s.hides("pieces")
	g, err := network.Parse("edges:1-2,3-4,4-5", 5, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.graph = g
	s.batch(1)
	for _, size := range [][2]int{{40, 12}, {45, 60}, {60, 18}, {80, 24}, {120, 36}, {250, 80}} {
		s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		checkFrame(t, fmt.Sprint(size), s.frame(), size[0], size[1])
		switch {
		case size[0] >= 120:
			s.shows("2 pieces: they no longer learn from each other; farthest node 5: 0.358 of the average's length")
		case size[0] >= 60:
			s.shows("2 pieces: they no longer learn from each other")
		default:
			s.shows("2 pieces: they do not learn together")
		}
	}
}

// News of several lines over the band takes whole sentences away, not the ends of some.
func TestTheProjectorLookCutsNoSentence(t *testing.T) {
	s := newStage(t, config.Default(), 40, 12).begun().batch(9).press("L")
	s.shows("one record replaced: at most")
	s.batch(1, sim.Notice{Iteration: 10, Kind: sim.Wall, Text: "the budget of 0.3 is spent and no further iteration fits into it"})
	s.m.scene.Message.While = nil
	s.shows("loss", "ε≤0.3 replaced")
	s.hides("one record replaced")
}

// Where not all of the values fit the promise stays and the loss goes; what the numbers are
// stands in the first line from 80 columns on, whatever lesson is on and whatever runs.
func TestThePromiseAndTheDisclaimerComeFirst(t *testing.T) {
	s := newStage(t, config.Default(), 40, 12).begun()
	s.lapsed, s.reason = 3, "C exceeds the number of records of a node"
	s.batch(9)
	s.m.scene.Message.Text = ""
	s.shows("no guarantee", "19.7 %")
	s.send(tea.WindowSizeMsg{Width: 60, Height: 18})
	s.shows("no guarantee")
	for _, width := range []int{80, 100, 120, 200} {
		s := newStage(t, config.Default(), width, 24).begun().batch(9)
		s.m.scene.Base.Title = "Lesson 3: what a neighbour learns from messages"
		s.m.scene.Band.Want, s.m.scene.Dirty = 20, true
		s.shows("simulation", "DVP")
	}
}

// A lens that is open out of sight is in nobody's way: the projector look has its charts, and the
// lens when it is asked for.
func TestTheProjectorLookHasItsChartsWhereALensIsOutOfSight(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		for _, name := range []string{"network", "guarantees", "method"} {
			s := newStage(t, config.Default(), size[0], size[1]).begun().batch(9)
			through(s, "b")
			s.m.focusOn(s.panel(name))
			s.press("L").shows("Error (test)", "Privacy", "one record replaced")
			s.hides("Ledger & budget")
			through(s, "b").shows("Ledger & budget")
			s.hides("Error (test)")
			s.press("esc").shows("Error (test)", "Privacy")
		}
	}
}

// A key for the axis is about the chart that has the focus, or the only one in sight; where both
// charts of the projector look are and none has it, it is about all.
func TestTheAxisOfTheProjectorLookThatIsTurned(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(9)
	turned := func(keys ...string) (names string) {
		s.t.Helper()
		for _, which := range []int{scene.LossChart, scene.ErrorChart, scene.PrivacyChart} {
			s.m.chart(which).SetLog(false)
		}
		s.press(keys...)
		for _, name := range []string{"loss", "error", "privacy"} {
			if s.m.panels[s.panel(name)].(scaled).Log() {
				names += name + " "
			}
		}
		return names
	}
	for _, c := range []struct{ keys, want string }{
		{"l", "loss error privacy "}, {"L l", "loss error privacy "}, {"tab l", "privacy "}, {"z l", "privacy "}, {"esc tab l", "error "},
	} {
		if got := turned(strings.Fields(c.keys)...); got != c.want {
			t.Errorf("%s turns %q, want %q", c.keys, got, c.want)
		}
	}
	s.press("esc") // the look
	s.m.focusOn(s.panel("loss"))
	if got := turned("L", "l"); got != "loss error privacy " {
		t.Errorf("with the focus on the loss, which is out of sight, it turns %q", got)
	}
	s.send(tea.WindowSizeMsg{Width: 40, Height: 12})
	if got := turned("l"); got != "error " {
		t.Errorf("where the error alone is in sight it turns %q", got)
	}
}
