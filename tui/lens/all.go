package lens

import "admmlab/sim/runner"

// All are the lenses, in the order of the table of keys. What they compute in the
// background they compute on the host.
func All(h *runner.Host) []Lens {
	return []Lens{&Ledger{}, &Exposure{}, &Wire{}, NewAttacks(h), &Compare{}, NewSweep(h), NewTune(h)}
}
