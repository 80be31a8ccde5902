package tui

import (
	"strconv"
	"strings"
	"testing"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/tui/help"
)

// withDozens adds a knob: the record to watch, counted in dozens.
func withDozens(t *testing.T) *config.Knob {
	dozens := &config.Knob{
		Declaration: admm.Declaration{
			Key: "dozens", Symbol: "doz", Name: "dozen", Words: "record to watch, in dozens", Counts: admm.NextIteration,
			Turning: "Turns twelve at a time.",
		},
		Part:  config.Running,
		Reads: func(config.Config) bool { return true },
		Value: func(c config.Config) string { return strconv.Itoa(c.Watch / 12) },
		Set: func(c *config.Config, v string) error {
			n, err := strconv.Atoi(v)
			c.Watch = 12 * n
			return err
		},
		Nudge: func(c config.Config, n int) string { return strconv.Itoa(c.Watch/12 + n) },
		Say:   func(_ config.Config, v string, _ int) string { return v + " doz." },
	}
	config.Knobs = append(config.Knobs, dozens)
	t.Cleanup(func() { config.Knobs = config.Knobs[:len(config.Knobs)-1] })
	return dozens
}

// A knob is its declaration and its place in the list: nothing else names it.
func TestAKnobIsOneDeclaration(t *testing.T) {
	k := withDozens(t)

	c, err := config.Build([]config.Assignment{{Key: "dozens", Value: "3", Where: "--set"}})
	if err != nil || c.Watch != 36 {
		t.Fatalf("watch %d, %v", c.Watch, err)
	}
	if !strings.Contains(c.Text(), "dozens = 3\n") || !strings.Contains(c.Command(), "--set dozens=3") {
		t.Errorf("text\n%s\ncommand %s", c.Text(), c.Command())
	}
	if back, err := config.ParseText([]byte("dozens = 4\nevents = [\"at 2: dozens = 5\"]\n"), "x"); err != nil || back.Watch != 48 || len(back.Events) != 1 {
		t.Errorf("watch %d, events %v, %v", back.Watch, back.Events, err)
	}
	if _, err := config.Build([]config.Assignment{{Key: "dozen", Value: "3", Where: "--set"}}); err == nil || !strings.Contains(err.Error(), "dozens") {
		t.Errorf("the error gives no hint: %v", err)
	}

	s := newStage(t, c, 120, 36).begun().batch(10)
	s.m.scene.Selected = "dozens"
	s.shows("dozen   3 doz.", "dozen: record to watch, in dozens")
	s.press("right").asked("dozens", "4")
	s.shows("3 doz. → 4 doz.")
	s.confirm("dozens = 4", 11)
	s.shows("dozen 3 doz.→4 doz.")
	s.press("u")
	if undo := s.f.taken[len(s.f.taken)-2:]; undo[0].Event != (config.Event{Key: "dozens", Value: "3"}) || undo[1].Event != (config.Event{Key: "watch", Value: "36"}) {
		t.Errorf("undo asks for %v and %v, want dozens and the watch that moved with it back", undo[0].Event, undo[1].Event)
	}
	if text := help.Parameter(*k, s.m.scene.InForce()); !strings.Contains(text, "Turns twelve at a time") || !strings.Contains(text, "Now 4 doz.") {
		t.Errorf("help:\n%s", text)
	}
}
