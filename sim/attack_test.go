package sim

import (
	"testing"

	"admmlab/models"
	"admmlab/sim/config"
)

// What was sent is read with the rho that it was sent under, not with one that is turned for the
// iteration to come.
func TestLabelsAreReadWithTheRhoOfTheirIteration(t *testing.T) {
	s := start(t, small(t, `method = "sharing"`, "iterations = 6", "rho = 1000", "sigma = 60"), models.Serial)
	for range 5 {
		s.Step()
	}
	before, err := s.Attack(AttackLabels)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Apply(config.Event{Key: "rho", Value: "0.001"}); err != nil {
		t.Fatal(err)
	}
	if now, err := s.Attack(AttackLabels); err != nil || now != before {
		t.Errorf("%v: before rho is turned\n%s\nand behind that\n%s", err, before, now)
	}
}
