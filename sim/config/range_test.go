package config

import (
	"strings"
	"testing"

	"admmlab/sim/admm"
)

// What a knob says may be typed is what it tells who typed something else.
func TestARefusalTellsTheRangeThatTheHintTells(t *testing.T) {
	told := 0
	for _, spec := range admm.Catalogue() {
		c := Default().WithMethod(spec.ID)
		for _, k := range KnobsOf(c) {
			if k.Range == "" || !k.Reads(c) {
				continue
			}
			told++
			if _, err := k.Assign(c, "-1e400"); err == nil || !strings.Contains(err.Error(), k.Range) {
				t.Errorf("%s, %s: %q is refused with %v", spec.ID, k.Key, k.Range, err)
			}
		}
	}
	if told < 50 {
		t.Errorf("%d knobs tell a range", told)
	}
}
