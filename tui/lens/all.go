package lens

import (
	"admmlab/sim/runner"
	"admmlab/tui/lens/many"
	"admmlab/tui/scene"
)

// All are the lenses, in the order of the table of keys. What they compute in the
// background they compute on the host.
func All(h *runner.Host) []scene.Lens {
	attacks := NewAttacks(h)
	return []scene.Lens{&Ledger{audits: &attacks.Audits}, &Exposure{}, &Wire{}, attacks, &Compare{}, &Plane{}, many.NewSweep(h), many.NewTune(h), NewRecords(h)}
}
