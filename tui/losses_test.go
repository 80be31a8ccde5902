package tui

import (
	"strings"
	"testing"

	"admmlab/sim/config"
	"admmlab/tui/scene"
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

// The run before, and a pinned one, of the same session is of the same kind in each iteration, though λ
// is turned in it later than where the run at the keys stands; one without that turn is not.
func TestLossesOfTheSameSessionAreOfOneKind(t *testing.T) {
	c := config.Default().WithMethod("sharing")
	c.Events = []config.Event{{At: 6, Key: "lambda", Value: "2"}}
	s := newStage(t, c, 120, 36).begun()
	s.batch(5).batch(5, s.changed("lambda = 2", 6, false)).press("r").begun().batch(3)
	before, s0 := s.m.scene.Ghost, &s.m.scene
	kept := &scene.History{Config: before.Config, Count: before.Count, Every: 1} // which has curves alone
	if len(before.Regimes) < 2 {
		t.Fatalf("the run before has %d regimes", len(before.Regimes))
	}
	for name, h := range map[string]*scene.History{"the run before": before, "a pinned one": kept} {
		if s0.OtherLoss(h) {
			t.Errorf("%s is of another kind", name)
		}
	}
	s.replay.Events = nil
	s.batch(1)
	for name, h := range map[string]*scene.History{"the run before": before, "a pinned one": kept} {
		if !s0.OtherLoss(h) {
			t.Errorf("without the turn %s is of the same kind", name)
		}
	}
}

// A run that ended before λ was turned in the one at the keys is read at its end, beside what that makes
// under another λ; one that is to turn it, too, and is behind, is of the same kind all along.
func TestALossThatEndedBeforeIsOfAnotherKind(t *testing.T) {
	c := config.Default().WithMethod("sharing")
	s := newStage(t, c, 120, 36).begun()
	s.batch(5).press("r").begun().batch(7).batch(5, s.changed("lambda = 2", 8, true))
	if before := s.m.scene.Ghost; before.Last() != 5 || !s.m.scene.OtherLoss(before) {
		t.Errorf("the run before, which ended at t = %d under λ 1, is of the same kind", before.Last())
	}

	c.Events = []config.Event{{At: 6, Key: "lambda", Value: "2"}}
	s.m.desk.AddBeside(c, "")
	s.batch(5)
	s.m.scene.Companions[0].State.Replay = c
	beside := *s.m.scene.Run
	beside.Count, beside.Regimes = 5, beside.Regimes[:1]
	s.m.scene.Companions[0].Run = &beside
	own := c.Clone()
	own.Events[0].At = 8
	if !s.m.scene.OtherLoss(&beside) {
		t.Error("a run beside that turns λ two iterations before is of the same kind")
	}
	s.m.scene.Companions[0].State.Replay = own
	if s.m.scene.OtherLoss(&beside) {
		t.Error("a run beside that is behind, and is to turn λ as the one at the keys did, is of another kind")
	}
	s.m.scene.Companions[0].State.Met = "passes 5 >= 5"
	if !s.m.scene.OtherLoss(&beside) {
		t.Error("a run beside that stopped before it turned λ is of the same kind")
	}
	if kept := (scene.History{Config: own, Count: 5, Every: 1}); !s.m.scene.OtherLoss(&kept) {
		t.Error("a pinned run that was left before it turned λ is of the same kind")
	}
}

// Losses of two methods are told apart, too.
func TestLossesOfSharingBesideOthersAreOfAnotherKind(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun()
	s.m.desk.AddBeside(config.Default().WithMethod("pvp"), "")
	s.batch(5).press("c").hides("of several kinds")
	s.m.desk.AddBeside(config.Default().WithMethod("sharing"), "")
	s.batch(5).shows("of several kinds")
	s.press("c", "E", "enter").shows("Loss against ε, kinds differ")
}
