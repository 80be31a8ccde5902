package sim

import (
	"testing"

	"admmlab/models"
	"admmlab/sim/config"
)

// The closing step of PVP's own reading hides a state whose shape nobody knows, but for a
// node without neighbours, whose noise is that of any step: what is left until the limit
// takes the dearer of the two for all, whatever the accountant.
func TestWhatIsLeftReachesThroughAClosingStepOfUnknownShape(t *testing.T) {
	for _, accountant := range []string{"best", "PLD", "basic"} {
		c, err := config.Build([]config.Assignment{
			{Key: "method", Value: "pvp"}, {Key: "variant", Value: "own"}, {Key: "data", Value: "census:60"}, {Key: "C", Value: "2"}, {Key: "nodes", Value: "5"},
			{Key: "topology", Value: "edges:1-2,2-3,3-4"}, {Key: "train", Value: "40"}, {Key: "iterations", Value: "3"}, {Key: "realised", Value: "false"},
			{Key: "alpha", Value: "0.1"}, {Key: "repair", Value: "0.3"}, {Key: "budget", Value: "0.3"}, {Key: "accountant", Value: accountant},
		})
		if err != nil {
			t.Fatal(err)
		}
		s, err := NewSession(c, wallData(), models.Serial)
		if err != nil {
			t.Fatal(err)
		}
		left, _, _ := s.Left()
		for s.Ready() {
			s.Step()
		}
		if s.t < min(left, c.Iterations) || s.t == c.Iterations {
			t.Errorf("%s: stopped at %d of %d, and %d were left", accountant, s.t, c.Iterations, left)
		}
	}
}
