package runner

import (
	"context"

	"admmlab/sim"
	"admmlab/sim/config"
)

// Run is Host.Run for a process that does nothing beside.
func Run(ctx context.Context, c config.Config, progress func(sim.Loading), show func(sim.Row, []sim.Notice) error) error {
	h := NewHost()
	defer h.Close()
	return h.Run(ctx, c, progress, show)
}
