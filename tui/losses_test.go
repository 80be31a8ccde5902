package tui

import (
	"strings"
	"testing"

	"admmlab/sim/config"
)

// The training loss of sharing has λ in it, which can be turned on the way: that of a run beside is of
// another kind as soon as it is turned in one of the two, and for good, which chart and table say.
func TestLossesUnderAnotherLambdaAreOfAnotherKind(t *testing.T) {
	sharing := config.Default().WithMethod("sharing")
	s := newStage(t, sharing, 120, 36).begun()
	s.m.desk.AddBeside(sharing, "")
	told := func(yes bool) {
		t.Helper()
		s.m.scene.Dirty = true
		for _, words := range []string{"Loss (train), kinds differ", "Losses of several kinds do not compare"} { // chart, then table
			if strings.Contains(s.frame(), words) != yes {
				t.Errorf("%q told: %v, expected %v", words, !yes, yes)
			}
			s.press("c")
		}
	}
	s.batch(5)
	told(false)
	s.batch(5, s.changed("lambda = 2", 6, true))
	told(true)
	s.batch(5, s.changed("lambda = 1", 11, true))
	told(true)

	own, beside := s.m.scene.Run, s.m.scene.Companions[0].Run
	beside.Regimes = own.Regimes // turned in the same iterations, too
	told(false)
	beside.Regimes = own.Regimes[:2] // but not back
	told(true)
}

// Losses of two methods are told apart, too.
func TestLossesOfSharingBesideOthersAreOfAnotherKind(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun()
	s.m.desk.AddBeside(config.Default().WithMethod("pvp"), "")
	s.batch(5).press("c").hides("of several kinds")
	s.m.desk.AddBeside(config.Default().WithMethod("sharing"), "")
	s.batch(5).shows("of several kinds")
}
