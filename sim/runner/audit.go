package runner

import (
	"context"

	"admmlab/models"
	"admmlab/sim"
	"admmlab/sim/audit"
	"admmlab/sim/config"
)

// Audit prepares the audit of the first most iterations of runs of c on the data it names, see sim.NewAudit;
// progress, which may be nil, hears how they are read.
func (h *Host) Audit(ctx context.Context, c config.Config, most int, progress func(sim.Loading), trials int, seed uint64, confidence float64) (a *audit.Audit, on string, err error) {
	defer h.enter()()
	defer unlessStopped(ctx, &err)
	set, err := h.Load(ctx, c.Data, progress)
	if err != nil {
		return nil, "", err
	}
	dealt, err := h.deal(ctx, c, set, nil)
	if err != nil {
		return nil, "", err
	}
	return sim.NewAudit(c, most, dealt, until(ctx, models.Serial), trials, seed, confidence)
}
