package sim

import (
	"testing"

	"admmlab/models"
	"admmlab/sim/config"
)

// An iteration with its metrics, accounts and lights allocates nothing once
// warm. What is left is paid for in advance or seldom: room for the node states
// of 64 coming rows, a list of lights when one changes, longer tables of an
// account now and then; and a charge never seen before, as every iteration makes
// it where a penalty grows or a sensitivity follows the data, is remembered with
// its moments by each of the accounts.
func TestAnIterationAllocatesNothing(t *testing.T) {
	serial(t)
	newCharge := map[string]float64{"mradmm": 10, "madmm": 10, "sharing": 10}
	for _, method := range []string{"admm", "dvp", "pvp", "radmm", "mradmm", "madmm", "sharing"} {
		c, err := config.Build([]config.Assignment{
			{Key: "data", Value: "census:600"}, {Key: "method", Value: method},
			{Key: "realised", Value: "false"}, {Key: "iterations", Value: "1000000"},
		})
		if err != nil {
			t.Fatal(err)
		}
		s := start(t, c, models.Serial)
		for range 40 {
			s.Step()
		}
		if n := testing.AllocsPerRun(100, func() { s.Step() }); n >= 1+newCharge[method] {
			t.Errorf("%s: %g allocations in an iteration", method, n)
		}
	}
}
