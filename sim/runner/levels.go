package runner

import (
	"context"
	"fmt"
	"sync"
	"weak"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/level"
)

// Levels computes beside the runs what a run of c is measured against, the curator at
// level.CuratorTotals, and tells it whenever more is known, on the caller's goroutine. What
// the host has computed before it tells at once. It ends with ctx's error soon after ctx
// ends; other errors are one sentence, and what was told before stays true.
func (h *Host) Levels(ctx context.Context, c config.Config, tell func(*level.Levels)) error {
	defer h.enter()()
	set, err := h.Load(ctx, c.Data, nil)
	if err != nil {
		return err
	}
	key := measured{level.KeyOf(c), weak.Make(set)}
	if known := h.levels.get(key); known != nil {
		tell(known)
		return nil
	}
	last, err := h.measure(ctx, c, set, h.pool.Lane(), models.Serial, level.CuratorTotals, tell)
	if err == nil {
		h.levels.put(key, last)
	}
	return err
}

// LevelsAt is what a run of c is measured against, the curator at one total, NaN for
// none. progress is as in Run. What is known is returned with an error, too, or nil.
func (h *Host) LevelsAt(ctx context.Context, c config.Config, total float64, progress func(sim.Loading)) (*level.Levels, error) {
	defer h.enter()()
	set, err := h.Load(ctx, c.Data, progress)
	if err != nil {
		return nil, err
	}
	var totals []float64
	if total > 0 {
		totals = []float64{total}
	}
	lane := h.pool.Lane()
	return h.measure(ctx, c, set, lane, lane.Each, totals, func(*level.Levels) {})
}

// measure computes levels, one piece a turn of the lane.
func (h *Host) measure(ctx context.Context, c config.Config, set *data.Dataset, lane *Lane, each models.Each, totals []float64, tell func(*level.Levels)) (last *level.Levels, err error) {
	dealt, err := h.deal(ctx, c, set, nil)
	if err != nil {
		return nil, err
	}
	begin := func() bool { return ctx.Err() == nil && lane.Begin(ctx) }
	turn := begin()
	defer func() {
		if turn {
			lane.End()
		}
		switch broken := recover().(type) {
		case nil:
		case stopped:
			err = ctx.Err()
		default:
			err = fmt.Errorf("what the run is measured against failed inside the program: %v; please report this with the session text", broken)
		}
	}()
	if !turn {
		return nil, ctx.Err()
	}
	for known := range level.Of(c, dealt, until(ctx, each), totals) {
		lane.End()
		turn = false
		if known != last {
			last = known
			tell(known)
		}
		if turn = begin(); !turn {
			return last, ctx.Err()
		}
	}
	return last, nil
}

// measured is what tells levels apart: a file that was read again may have changed.
type measured struct {
	level.Key
	set weak.Pointer[data.Dataset]
}

// ladder keeps the levels computed last: some kilobytes each.
type ladder struct {
	mu   sync.Mutex
	made map[measured]*level.Levels
}

// mostLevels bounds a ladder; a full one begins again.
const mostLevels = 64

func (l *ladder) get(key measured) *level.Levels {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.made[key]
}

func (l *ladder) put(key measured, made *level.Levels) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.made == nil || len(l.made) >= mostLevels {
		l.made = map[measured]*level.Levels{}
	}
	l.made[key] = made
}
