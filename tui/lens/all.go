package lens

import "admmlab/sim/runner"

// All are the lenses, in the order of the table of keys. What they compute in the
// background they compute on the host.
func All(h *runner.Host) []Lens {
	attacks := NewAttacks(h)
	return []Lens{&Ledger{audits: &attacks.Audits}, &Exposure{}, &Wire{}, attacks, &Compare{}, &Plane{}, NewSweep(h), NewTune(h), NewRecords(h)}
}
