package runner

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"admmlab/models"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/level"
)

// What is told grows, ends with all, and is at hand when it is asked for again.
func TestLevelsAreToldAsTheyAreKnownAndKept(t *testing.T) {
	all := level.CuratorTotals
	defer func() { level.CuratorTotals = all }()
	level.CuratorTotals = all[:4]
	h := NewHost()
	defer h.Close()
	c := small(t)
	set, err := h.Load(t.Context(), c.Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.KeepAlive(set) // as a run does
	var told []*level.Levels
	if err := h.Levels(t.Context(), c, func(l *level.Levels) { told = append(told, l) }); err != nil {
		t.Fatal(err)
	}
	last := told[len(told)-1]
	if len(told) != 2+len(level.CuratorTotals) || told[0].Pooled != nil || len(last.Curator) != len(level.CuratorTotals) {
		t.Errorf("told %d times: %+v", len(told), last)
	}
	for i, p := range last.Curator[1:] {
		if !(p.Epsilon > last.Curator[i].Epsilon) {
			t.Errorf("the totals do not rise: %g after %g", p.Epsilon, last.Curator[i].Epsilon)
		}
	}
	c.Set.Alpha[0] = 3 // no level depends on it
	var again []*level.Levels
	if err := h.Levels(t.Context(), c, func(l *level.Levels) { again = append(again, l) }); err != nil || len(again) != 1 || again[0] != last {
		t.Errorf("told again: %v, %v", again, err)
	}
}

// A run of the host goes on beside, and whoever stops waits for one piece at most.
func TestLevelsCanBeStopped(t *testing.T) {
	h := NewHost()
	defer h.Close()
	for stop := 1; stop <= 4; stop++ {
		ctx, cancel := context.WithCancel(t.Context())
		pieces := 0
		err := h.Levels(ctx, small(t), func(*level.Levels) {
			if pieces++; pieces == stop {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) || pieces != stop {
			t.Errorf("stopped at %d: %v after %d pieces", stop, err, pieces)
		}
		cancel()
	}
	if err := h.Run(t.Context(), small(t), nil, func(sim.Row, []sim.Notice) error { return nil }); err != nil {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for range 2 * h.pool.cores { // a turn that was kept would be missed by the last
		if err := h.Levels(ended, small(t), func(*level.Levels) {}); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped before it began: %v", err)
		}
	}
	if h.pool.turns != 0 {
		t.Errorf("%d turns are kept", h.pool.turns)
	}
}

// A pass over the rows is not begun for nobody.
func TestAnEachEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	each := until(ctx, models.Serial)
	done := 0
	each(3, func(int) { done++ })
	cancel()
	defer func() {
		if _, ok := recover().(stopped); !ok || done != 3 {
			t.Errorf("%d pieces, and no end", done)
		}
	}()
	each(3, func(int) { done++ })
}

// Of one total, exactly there.
func TestLevelsAtOneTotal(t *testing.T) {
	h := NewHost()
	defer h.Close()
	l, err := h.LevelsAt(t.Context(), small(t), 2.5, nil)
	if err != nil || len(l.Curator) != 1 || l.Curator[0].Epsilon != 2.5 {
		t.Errorf("%+v, %v", l, err)
	}
	if _, err := h.LevelsAt(t.Context(), config.Config{Data: "nonsense"}, 1, nil); err == nil {
		t.Error("no such data, no error")
	}
}

// Within a piece that takes long it ends at the next pass over the rows.
func TestLevelsEndWithinAPiece(t *testing.T) {
	h := NewHost()
	defer h.Close()
	c := small(t)
	c.Data = "census:20000" // several pieces of rows
	set, err := h.Load(t.Context(), c.Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	passes := 0
	each := func(n int, do func(i int)) {
		passes++
		cancel()
		models.Serial(n, do)
	}
	last, err := h.measure(ctx, c, set, h.Lane(), each, level.CuratorTotals, func(*level.Levels) {})
	if !errors.Is(err, context.Canceled) || passes != 1 || last == nil || last.Pooled != nil || h.pool.turns != 0 {
		t.Errorf("%d passes, %+v, %v, %d turns are kept", passes, last, err, h.pool.turns)
	}
}

// What ends a command ends its baselines, between two passes of the gradient method.
func TestABaselineEndsWithItsContext(t *testing.T) {
	c := small(t, `method = "sharing"`, "iterations = 1000000")
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, stop)
	h := NewHost()
	defer h.Close()
	if list, err := h.Reference(ctx, c, "sgd", nil); err != context.Canceled || list != nil {
		t.Errorf("%d scores, %v", len(list), err)
	}
}
