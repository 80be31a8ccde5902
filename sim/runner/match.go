package runner

import (
	"context"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/config"
)

// MatchAll is sim.Matched of many, workers at a time, each on one core. loading hears how
// the data of main are read; done hears of each what came of it, a call at a time and in
// any order; a mistake there panics here. It ends early with ctx's error, or with why there are no
// data.
func (h *Host) MatchAll(ctx context.Context, configs []config.Config, main config.Config, workers int, loading func(sim.Loading), done func(i int, fit config.Config, doubt string, err error)) error {
	defer h.enter()()
	set, err := h.Load(ctx, main.Data, loading)
	if err != nil {
		return err
	}
	crew := newCrew(max(1, min(workers, len(configs))))
	defer crew.dismiss()
	for i, c := range configs {
		if !crew.hand(ctx, func() {
			lane := h.pool.Lane()
			if !lane.Begin(ctx) {
				return
			}
			fit, doubt, err := Matched(ctx, c, main, set)
			lane.End()
			crew.tell(func() { done(i, fit, doubt, err) })
		}) {
			break
		}
	}
	return ctx.Err()
}

// Matched is sim.Matched until ctx ends, with a panic turned into an error.
func Matched(ctx context.Context, c, main config.Config, set *data.Dataset) (fit config.Config, doubt string, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = broke(broken, "matching "+c.Method, "please report this with the session text")
		}
	}()
	return sim.Matched(c, main, set, until(ctx, models.Serial))
}
