package tui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"admmlab/sim"
	"admmlab/sim/config"
)

// In a tiny window one chart, the values, a parameter and the keys are in sight. What a key
// opens takes the chart's place, and esc brings it back.
func TestATinyWindowShowsOneThingAtATime(t *testing.T) {
	s := newStage(t, config.Default(), 40, 12).begun().batch(37)
	s.shows("Loss (train)", "┤", "loss 0.362 · 16.2 % · ε≤1.11 replaced", "▸ α       0.5", "q quit")
	s.press("down").shows("▸ ρ ", "Loss (train)")
	s.press("right")
	if c := s.f.last(); c.Event.Key != "rho" {
		t.Errorf("→ turns %q, want rho, whose line is in sight", c.Event.Key)
	}
	through(s, "b").shows("Ledger & budget", "q quit")
	s.press("esc").shows("Loss (train)")
	s.hides("Ledger")
	for _, title := range []string{"Error (test)", "Privacy", "Network", "Guarantees", "Method", "Parameters", "Loss (train)"} {
		s.press("tab").shows("─ ▸" + title)
	}
	for range 4 { // the network
		s.press("tab")
	}
	s.press("esc").shows("─ Loss (train)", "▸ ρ ")
	s.press("z").shows("▸Parameters", "  η ")
	s.press("esc").shows("Loss (train)")
}

// Where no panel has room a lens opens unseen, and esc closes it all the same.
func TestALensThatHasNoRoomIsLeftByEsc(t *testing.T) {
	for _, size := range [][2]int{{20, 5}, {30, 8}, {39, 12}, {40, 11}} {
		for _, key := range []string{"E", "b", "x", "w", "N"} {
			s := newStage(t, config.Default(), size[0], size[1]).begun().batch(5)
			if s.press(key); s.m.lens.open == nil {
				t.Fatalf("%v: %s opens nothing", size, key)
			}
			if s.press("esc"); s.m.lens.open != nil {
				t.Errorf("%v: the lens of %s is still open", size, key)
			}
		}
	}
}

// The keys are in sight at every size, whatever is told, and so is all of a message that
// takes three lines at most.
func TestTheKeysNeverVanish(t *testing.T) {
	const long = "the numbers left the finite range at t = 54; likely causes: too much noise for this ρ"
	for _, size := range [][2]int{{40, 12}, {60, 18}, {61, 19}, {80, 24}, {100, 30}, {120, 36}, {200, 50}} {
		s := newStage(t, config.Default(), size[0], size[1]).begun().batch(5, sim.Notice{Iteration: 5, Kind: sim.NoGuarantee, Text: long})
		s.press("n") // a key redraws
		lines := strings.Split(s.frame(), "\n")
		if last := strings.TrimRight(lines[len(lines)-1], " "); !strings.HasSuffix(last, "q quit") {
			t.Errorf("%v: the last line is %q", size, last)
		}
		if told := strings.Join(strings.Fields(strings.Join(lines[len(lines)-4:], " ")), " "); !strings.Contains(told, long) {
			t.Errorf("%v: the message is cut: %q", size, told)
		}
	}
}

// A message is there no longer than what it says is true.
func TestAMessageGoesWhenItIsNoLongerTrue(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun()
	limit := func() bool { return slices.Contains(strings.Fields(s.m.scene.Message.Text), "limit") }
	s.m.scene.State.Finished, s.m.scene.State.Iteration = true, 100
	s.press("space")
	if !limit() {
		t.Fatal("it does not say that the limit is reached")
	}
	s.send(tickMsg(s.now.Add(time.Second)))
	if !limit() {
		t.Fatal("it says so no longer after a second")
	}
	s.m.scene.State.Finished = false // it goes on
	s.send(tickMsg(s.now.Add(2 * time.Second)))
	if s.m.scene.Message.Text != "" {
		t.Errorf("it still says %q", s.m.scene.Message.Text)
	}
	s.press("g").shows("no earlier run yet")
}

// A message of several lines leaves the values in sight.
func TestAMessageLeavesTheValuesInSight(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {60, 18}, {80, 24}} {
		s := newStage(t, config.Default(), size[0], size[1]).begun().batch(3)
		s.m.scene.Warn("%s", strings.Repeat("what went wrong and what to do ", 5))
		s.frame()
		s.shows("what went wrong", " loss 0.", " % · ε")
	}
}

// Less than a tiny window has one line: it names the iteration that its values are of.
func TestTheOneLineIsOfTheCursorsIteration(t *testing.T) {
	s := newStage(t, config.Default(), 60, 11).begun().batch(30)
	s.shows("t 30/100")
	s.press("home").shows("at t 1 ")
	s.hides("30/100")
}
