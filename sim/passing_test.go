package sim

import (
	"testing"

	"admmlab/models"
	"admmlab/sim/config"
)

// What is asked for in passing, a value that is turned away from again before the iteration is
// made, is in no total: after many different laws of the noise, whose shifts are then rounded
// up, the text of what happened has the same totals, bit for bit.
func TestAValueInPassingIsInNoTotal(t *testing.T) {
	serial(t)
	s := start(t, small(t, `method = "madmm"`, "alpha = 20", "growth = 1.0001", "iterations = 530", "budget = 100000", "delta = 1e-14", "realised = false"), models.Serial)
	var rows []Row
	for s.Ready() {
		if s.t == 100 {
			for _, alpha := range []string{"21", "20"} {
				if _, err := s.Apply(config.Event{Key: "alpha", Value: alpha}); err != nil || !s.Ready() {
					t.Fatal(err)
				}
			}
			if _, _, err := s.Affordable(50000, 4); err != nil {
				t.Fatal(err)
			}
		}
		row, _ := s.Step()
		rows = append(rows, row)
	}
	again, _ := finish(start(t, s.Replay(), models.Serial))
	if len(again) != 530 {
		t.Fatalf("%d rows again", len(again))
	}
	for i, r := range again {
		if r.Tight != rows[i].Tight || r.Accountant != "gamma-norm" {
			t.Fatalf("t=%d: %v by %s, again %v by %s", r.Iteration, rows[i].Tight, rows[i].Accountant, r.Tight, r.Accountant)
		}
	}
}
