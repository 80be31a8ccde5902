package tui

import (
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
)

// One page says what is going on, in the window most people have; the next is on what
// has the focus.
func TestTheFirstPageOfHelpFitsASmallWindowWithEveryMethod(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		for _, private := range []bool{true, false} {
			c := config.Default().WithMethod(spec.ID)
			c.Set.Private = private && spec.Private()
			s := newStage(t, c, 80, 24).begun().batch(3).press("?")
			s.shows("In short: who learns what (1 of", "more than", spec.Name+" ", "Loss (train)", "Error (test)", "Privacy so far", "space    run or pause", "the next page of this help", "tab: ")
			s.hides("space scroll")
		}
	}
}

func TestHelpGoesFromPageToPage(t *testing.T) {
	c := config.Default()
	c.Title, c.Caption = "A lesson", "Look at the wall."
	s := newStage(t, c, 80, 24).begun().batch(3, sim.Notice{Iteration: 2, Kind: sim.Growing, Text: "the loss runs away"})
	pages := []string{"In short: who learns what (1 of 5)", "α, privacy parameter of one iteration (2 of 5)", "Parameters (3 of 5)", "This run (4 of 5)", "All keys (5 of 5)"}
	s.press("?")
	for i, page := range pages {
		s.shows(page)
		s.press([]string{"tab", "right", "?"}[i%3])
	}
	s.shows(pages[0]) // round
	s.press("left").shows(pages[4])
	s.press("shift+tab").shows("t = 2: the loss runs away", "A lesson", "Look at the wall.")
	s.press("?", "?")
	if s.m.front.dialog != nil {
		t.Error("? after the last page does not leave")
	}
	s.press("?").shows(pages[0]) // the same key, the same page
	s.press("enter").hides("(1 of")
}

func TestEveryPageOfHelpIsLegibleInATinyWindow(t *testing.T) {
	s := newStage(t, config.Default(), 40, 12).begun().batch(3).press("?")
	for range 4 {
		frame := s.frame()
		checkFrame(t, "help", frame, 40, 12)
		if !strings.Contains(frame, "tab: ") || !strings.Contains(frame, "esc closes") {
			t.Errorf("the foot does not say how to go on:\n%s", frame)
		}
		s.press("space", "tab")
	}
}

func TestEnterExplainsTheChosenLight(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.m.focusOn(s.panel("guarantees"))
	s.press("down", "enter").shows("connected (2 of", "a way from every node to every other")
}
