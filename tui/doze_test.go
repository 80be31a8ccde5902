package tui

import (
	"testing"
	"time"

	"admmlab/sim/config"
)

// A screen on which nothing happens ticks slowly; a key wakes it at once, and the slow
// tick that was on its way then counts no more.
func TestAQuietScreenDozes(t *testing.T) {
	c := config.Default()
	c.Iterations = 5
	s := newStage(t, c, 120, 36).begun().batch(3)
	pass := func(span time.Duration) {
		s.now = s.now.Add(span)
		s.send(tickMsg(s.now))
	}
	pass(2 * dozeAfter)
	if s.m.doze.on {
		t.Fatal("it dozes while the run goes on")
	}
	s.batch(2) // to the limit
	pass(dozeAfter / 2)
	if s.m.doze.on {
		t.Fatal("it dozes at once")
	}
	pass(dozeAfter)
	if !s.m.doze.on {
		t.Fatal("it stays awake")
	}
	old := dozeMsg{s.now, s.m.doze.count}
	s.press("z")
	if s.m.doze.on || s.send(old) != nil {
		t.Fatal("a key does not wake it, or the slow tick still counts")
	}
	pass(2 * dozeAfter)
	if cmd := s.send(dozeMsg{s.now.Add(dozeTime), s.m.doze.count}); cmd == nil || !s.m.doze.on {
		t.Error("a slow tick is not followed by another")
	}
}
