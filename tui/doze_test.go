package tui

import (
	"context"
	"testing"
	"time"

	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/tui/kept"
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

// A key behind h waits for the table as long where the screen dozes, whose last tick is long ago.
func TestAKeyWaitsAsLongOnAScreenThatDozes(t *testing.T) {
	c := config.Default()
	c.Iterations = 5
	s := newStage(t, c, 120, 36)
	read := make(chan bool)
	defer close(read)
	*s.m.records = *kept.New(&s.m.scene, s.m.jobs, archive.Open(t.TempDir()), nil, kept.Hooks{
		Wish: s.m.grant, Free: s.m.free, Origin: func(context.Context, string) (string, error) { <-read; return "", nil },
	})
	s.origin = "sha256:1"
	s.begun().batch(5)
	s.later()
	pass := func(span time.Duration) {
		s.now = s.now.Add(span)
		s.send(tickMsg(s.now))
	}
	for range 3 {
		pass(dozeAfter)
	}
	if !s.m.doze.on {
		t.Fatal("it is awake")
	}
	s.now = s.now.Add(dozeTime - time.Millisecond)
	s.press("h", "x")
	pass(patience - frameTime)
	if !s.m.records.Awaited() || len(s.m.ahead.inputs) != 1 {
		t.Errorf("the table is awaited: %v, and %d keys wait for it", s.m.records.Awaited(), len(s.m.ahead.inputs))
	}
}
