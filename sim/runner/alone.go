package runner

import (
	"context"

	"admmlab/sim"
	"admmlab/sim/baseline"
	"admmlab/sim/config"
)

// Run is Host.Run for a process that does nothing beside.
func Run(ctx context.Context, c config.Config, progress func(sim.Loading), show func(sim.Row, []sim.Notice) error) error {
	h := NewHost()
	defer h.Close()
	return h.Run(ctx, c, progress, show)
}

// RunAll is Host.RunAll for a process that does nothing beside.
func RunAll(ctx context.Context, configs []config.Config, workers int, w Watcher) error {
	h := NewHost()
	defer h.Close()
	return h.RunAll(ctx, configs, workers, w)
}

// Reference is Host.Reference for a process that does nothing beside.
func Reference(ctx context.Context, c config.Config, name string, progress func(sim.Loading)) ([]baseline.Score, error) {
	h := NewHost()
	defer h.Close()
	return h.Reference(ctx, c, name, progress)
}
