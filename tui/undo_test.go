package tui

import (
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/runner"
)

// confirm lets the fake runner carry a change out that was asked for by hand.
func (s *stage) confirm(words string, at int) *stage {
	s.t.Helper()
	return s.batch(1, s.changed(words, at, true))
}

// asked fails unless the newest command is the change of key to value.
func (s *stage) asked(key, value string) {
	s.t.Helper()
	if c := s.f.last(); c.Order != runner.Apply || c.Event.Key != key || c.Event.Value != value {
		s.t.Fatalf("command %+v, want %s = %s", c, key, value)
	}
}

func TestUndoSendsTheOppositeChangeAndGoesFurtherBack(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.press("left").confirm("alpha = 0.32", 11)
	s.press("left").confirm("alpha = 0.18", 12)
	s.press("u").asked("alpha", "0.32")
	s.confirm("alpha = 0.32", 13)
	s.shows("undone: α 0.18→0.32, since t = 13")
	s.press("u").asked("alpha", "0.5")
	s.shows("undone: α back to 0.5")
	s.confirm("alpha = 0.5", 14)
	before := len(s.f.taken)
	s.press("u").shows("nothing to undo")
	if len(s.f.taken) != before {
		t.Errorf("command %+v for nothing", s.f.last())
	}
}

func TestUndoOfACutJoinsTheEdgeAgain(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.m.desk.Send(config.Event{Edge: network.Edge{0, 1}})
	s.confirm("cut 1-2", 11)
	s.press("u")
	if c := s.f.last(); c.Order != runner.Apply || c.Event != (config.Event{Edge: network.Edge{0, 1}, Join: true}) {
		t.Fatalf("command %+v, want join 1-2", c)
	}
	s.shows("undone: edge 1-2 is back")
	s.confirm("join 1-2", 12)
	s.shows("undone: edge 1-2 is back, since t = 12")
	s.press("u").shows("nothing to undo")
}

func TestUndoOfATopologyBringsBackTheGraphWithItsCut(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.m.desk.Send(config.Event{Edge: network.Edge{0, 1}})
	s.confirm("cut 1-2", 11)
	s.m.desk.Turn("topology", "star")
	s.send(tickMsg(s.now))
	s.confirm("topology = star", 12)
	s.press("u").asked("topology", "edges:1-5,2-3,3-4,4-5")
}

func TestUndoTakesAWishForAResetBack(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.m.scene.Selected = "nodes"
	s.press("right", "right").shows("5 → 7")
	s.press("u").shows("undone: nodes back to 6", "5 → 6")
	s.press("u").shows("undone: nodes back to 5")
	s.hides("5 → ")
	s.press("u").shows("nothing to undo")
}

func TestUndoWaitsForTheChangeItMeans(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.press("left", "u") // not confirmed yet: nobody knows what was before
	s.asked("alpha", "0.32")
	s.confirm("alpha = 0.32", 11)
	s.asked("alpha", "0.5")
}

func TestUndoLeavesThePresetsOwnChangesAlone(t *testing.T) {
	c := config.Default()
	c.Events = []config.Event{{At: 5, Key: "alpha", Value: "0.1"}}
	s := newStage(t, c, 120, 36).begun().batch(4)
	s.batch(1, s.changed("alpha = 0.1", 5, false))
	s.press("u").shows("nothing to undo")
}

func TestARefusedUndoIsForgotten(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.press("left").confirm("alpha = 0.32", 11)
	s.press("u").batch(1, sim.Notice{Iteration: 12, Kind: sim.Refused, Text: "not to be had"})
	s.shows("not to be had")
	s.press("right").confirm("alpha = 0.5", 13) // it is no longer waited for: this is by hand
	s.shows("since t = 13")
	s.hides("undone")
}

func TestUndoWithARealRunner(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:300", 1_000_000, 30
	s := real(t, c)
	s.until("the first row", func() bool { return s.m.scene.Run.Last() > 0 })
	s.press("left", "u")
	s.until("the undo", func() bool { return s.done() && len(s.m.scene.State.Replay.Events) == 2 })
	if e := s.m.scene.State.Replay.Events; e[0].Words() != "alpha = 0.32" || e[1].Words() != "alpha = 0.5" {
		t.Errorf("changes %v, want α down and back", e)
	}
}
