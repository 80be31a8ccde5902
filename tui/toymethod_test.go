package tui

import (
	"slices"
	"testing"

	"admmlab/models"
	"admmlab/sim/admm"
	"admmlab/sim/audit"
	"admmlab/sim/config"
	"admmlab/sim/runner"
)

// with makes the catalogue longer by one method while the test runs.
func with(t *testing.T, spec admm.Spec) {
	t.Helper()
	t.Cleanup(admm.Use(append(slices.Clone(admm.Catalogue()), spec)...))
}

// A method is its Spec: the screen lists it, starts it by m, explains it, and says what
// it refuses in its own words.
func TestAMethodIsKnownToTheScreen(t *testing.T) {
	toy, _ := admm.Find("madmm")
	toy.ID, toy.Name, toy.Short, toy.Citation = "toy", "Toy", "a toy", "nobody, nowhere"
	toy.Realised = admm.Measure{None: "nobody has derived it"}
	toy.Audit = admm.Audit{None: "a toy claims nothing"}
	with(t, toy)

	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.shows("Toy      a toy")
	s.press("m")
	for range len(admm.Catalogue()) {
		s.press("down")
	}
	s.press("enter")
	if c := s.f.last(); c.Order != runner.Start || c.Config.Method != "toy" {
		t.Fatalf("command %+v, want a start of the toy", c)
	}
	s.begun().batch(3)
	s.shows("Toy ·", "● Toy")
	s.press("x")
	s.shows("not measured under Toy: nobody", "has derived it.")
	s.press("a")
	for range 4 + len(audit.Targets(models.Logistic{})) + len(audit.Refusals(models.Logistic{})) {
		s.press("down")
	}
	s.shows("No audit: Toy", "No audit attacks Toy: a toy claims nothing.")
	s.press("a")
	s.m.view.focus = s.panel("method")
	s.press("?", "tab").shows("nobody, nowhere")
}
