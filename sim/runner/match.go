package runner

import (
	"context"
	"sync"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/config"
)

// MatchAll is sim.Matched of many, workers at a time, each on one core. loading hears how
// the data of main are read; done hears of each what came of it, a call at a time and in
// any order. It ends early with ctx's error, or with why there are no data.
func (h *Host) MatchAll(ctx context.Context, configs []config.Config, main config.Config, workers int, loading func(sim.Loading), done func(i int, fit config.Config, guess string, err error)) error {
	defer h.enter()()
	set, err := h.Load(ctx, main.Data, loading)
	if err != nil {
		return err
	}
	var hearing sync.Mutex
	var working sync.WaitGroup
	begin := make(chan int)
	for range max(1, min(workers, len(configs))) {
		working.Go(func() {
			lane := h.pool.Lane()
			for i := range begin {
				if !lane.Begin(ctx) {
					continue
				}
				fit, guess, err := Matched(ctx, configs[i], main, set)
				lane.End()
				hearing.Lock()
				done(i, fit, guess, err)
				hearing.Unlock()
			}
		})
	}
	for i := range configs {
		select {
		case begin <- i:
		case <-ctx.Done():
		}
	}
	close(begin)
	working.Wait()
	return ctx.Err()
}

// Matched is sim.Matched until ctx ends, with a panic turned into an error.
func Matched(ctx context.Context, c, main config.Config, set *data.Dataset) (fit config.Config, guess string, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = broke(broken, "matching "+c.Method, "please report this with the session text")
		}
	}()
	return sim.Matched(c, main, set, until(ctx, models.Serial))
}
