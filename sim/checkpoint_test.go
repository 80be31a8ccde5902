package sim

import (
	"slices"
	"testing"

	"admmlab/models"
	"admmlab/sim/config"
)

// What one session tells is its own, also where another goes on from the same checkpoint.
func TestSessionsOfOneCheckpointTellTheirOwn(t *testing.T) {
	c := small(t, "iterations = 3", "held_out = 0.1")
	d := load(t, c.Data)
	d.Note, d.Fitted, d.Dropped = "a note", "fitted on all", 3 // as many notices as leave room behind them
	var from *Checkpoint
	step := func(alpha string) []Notice {
		s, err := NewSession(c, d, models.Serial)
		if err != nil {
			t.Fatal(err)
		}
		if from == nil {
			from = s.Save()
		}
		s.Resume(from, []config.Event{{At: 1, Key: "alpha", Value: alpha}})
		_, notices := s.Step()
		return notices
	}
	told := step("0.25")
	as := slices.Clone(told)
	step("0.75")
	for i := range told {
		if told[i].Text != as[i].Text {
			t.Errorf("%q has become %q", as[i].Text, told[i].Text)
		}
	}
}
