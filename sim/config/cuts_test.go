package config

import (
	"strings"
	"testing"
)

// Data of a single column cannot be cut among parties, whatever is asked for, and the refusal speaks of
// the data: no boundary would do.
func TestOneColumnIsNotForParties(t *testing.T) {
	for _, parties := range [][]int{nil, {1}} {
		c := Default()
		c.Parties = parties
		if _, err := c.Cuts(1); err == nil || !strings.Contains(err.Error(), "the data have 1, expected at least 2") {
			t.Errorf("parties %v: %v", parties, err)
		}
		if cuts, err := c.Cuts(2); err != nil || len(cuts) != 3 || cuts[1] != 1 {
			t.Errorf("parties %v: %v, %v", parties, cuts, err)
		}
	}
}
