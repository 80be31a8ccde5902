package tui

import (
	"strconv"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/runner"
	"admmlab/tui/scene"
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
	s.press("u").shows("nothing to undo: no change made by hand stands")
	if len(s.f.taken) != before {
		t.Errorf("command %+v for nothing", s.f.last())
	}
}

// A change is confirmed while a start is under way behind the u that takes it back: it is not
// taken back in the run that begins, which does not have it.
func TestUndoDoesNotReachIntoTheRunThatBegins(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.press("left")
	s.m.desk.Undo()
	s.m.desk.Reset(false)
	s.m.desk.Flush()
	begins := s.f.last()
	b := runner.Batch{Generation: s.generation, State: s.m.scene.State, Notices: []sim.Notice{s.changed("alpha = 0.32", 11, true)}}
	b.State.Seq = begins.Seq - 1
	s.send(batchMsg{b, true})
	s.m.desk.Flush()
	if c := s.f.last(); begins.Order != runner.Start || c.Seq != begins.Seq {
		t.Errorf("command %+v follows the start %+v", c, begins)
	}
	s.begun().press("u").shows("nothing to undo")
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

// The last that was asked for is taken back first, also where the change before it is
// confirmed only then.
func TestUndoGoesByTheOrderInWhichItWasAskedFor(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.press("left")
	s.m.desk.Turn("nodes", "7")
	s.press("left", "u").batch(1, s.changed("alpha = 0.32", 11, true), s.changed("alpha = 0.18", 11, true)).frame()
	s.asked("alpha", "0.32")
	s.confirm("alpha = 0.32", 12)
	s.press("u").shows("undone: nodes back to 5")
	s.press("u").asked("alpha", "0.5")
}

// What waits for a reset is one wish, however often it is asked for.
func TestUndoTakesBackAWishThatWasAskedForTwice(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	for range 2 {
		s.m.grant(scene.Turn{Key: "nodes", Value: "7"})
		s.shows("nodes 7 counts after a reset")
	}
	if s.press("u").shows("undone: nodes back to 5"); len(s.m.scene.Pending) > 0 {
		t.Errorf("it still waits: %v", s.m.scene.Pending)
	}
}

// What an answer does is asked for with it: before what is turned then, in its own order.
func TestUndoTakesBackWhatAnAnswerDidInItsOrder(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.press("f").press("backspace", "3", "enter")
	offer := sim.Offer{Within: 3, Events: []config.Event{{Key: "alpha", Value: "0.2"}, {Key: "budget", Value: "3"}}}
	s.batch(0, sim.Notice{Iteration: 10, Kind: sim.Answer, Text: "alpha = 0.2 does: enter sets it", Offer: &offer})
	s.press("enter")
	alpha, budget := s.changed("alpha = 0.2", 11, true), s.changed("budget = 3", 11, true)
	alpha.Asked, budget.Asked = s.m.desk.Newest(), s.m.desk.Newest()
	s.batch(0, alpha, budget, sim.Notice{Iteration: 10, Kind: sim.Answer, Text: "alpha = 0.2 from t = 11 on"})
	s.m.desk.Turn("eta", "2")
	s.frame()
	s.confirm("eta = 2", 11)
	s.press("u").asked("eta", "1")
	s.confirm("eta = 1", 11)
	s.press("u").asked("budget", "0")
	s.confirm("budget = 0", 11)
	s.press("u").asked("alpha", "0.5")
}

// Where a start is refused, what was turned for it and what was wished for behind that are taken
// back in their order.
func TestUndoGoesByTheOrderWhereAStartIsRefused(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	began := s.m.scene.State.Began
	c := s.m.scene.Base
	c.Data = "missing.csv"
	s.m.grant(scene.Start{Config: c})
	s.m.desk.Turn("alpha", "0.3")
	s.m.desk.Turn("loss", "huber")
	s.frame()
	s.told(began, s.m.scene.Starting, sim.Notice{Kind: sim.Refused, Text: "no such data"})
	s.press("u").shows("undone: loss back to")
	s.press("u").shows("undone: α back to")
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

// No cuts are two halves: a wish as any other.
func TestUndoBringsAWishForHalvesBack(t *testing.T) {
	c := config.Default().WithMethod("sharing")
	c.Parties = []int{66}
	s := newStage(t, c, 120, 36).begun().batch(10)
	s.m.desk.Turn("parties", "")
	s.m.desk.Turn("parties", "40")
	s.press("u").shows("undone: cuts back to halves")
	if !s.m.scene.Pending["parties"].Reset {
		t.Error("halves wait no more")
	}
	s.press("u").shows("undone: cuts back to 66")
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
	c.Data, c.Iterations, c.Set.C = "census:300", 1_000_000, []float64{30}
	s := real(t, c)
	s.until("the first row", func() bool { return s.m.scene.Run.Last() > 0 })
	s.press("left", "u")
	s.until("the undo", func() bool { return s.done() && len(s.m.scene.State.Replay.Events) == 2 })
	if e := s.m.scene.State.Replay.Events; e[0].Words() != "alpha = 0.32" || e[1].Words() != "alpha = 0.5" {
		t.Errorf("changes %v, want α down and back", e)
	}
}

// A fork has what was changed by hand before it, whether it takes those iterations over or makes
// them again, and a second fork has it, too: u takes it back, but not what was taken back there.
func TestUndoTakesBackWhatWasChangedBeforeAFork(t *testing.T) {
	for _, forks := range []int{1, 2} {
		c := config.Default()
		c.Data, c.Iterations, c.Events = "census:300", 1_000_000, []config.Event{{At: 3, Key: "eta", Value: "2"}}
		s := paused(t, c)
		undo := func() {
			s.m.desk.Undo()
			s.frame()
			s.until("the undo", func() bool { return s.done() && s.m.scene.Starting == 0 && s.m.scene.ForkAt == 0 })
		}
		s.stepTo(18)
		s.turnAlpha("0.1")
		s.stepTo(21)
		s.turnAlpha("0.3")
		undo()
		s.stepTo(24)
		for range forks {
			s.m.desk.Fork()
			s.frame()
			s.until("the fork", func() bool { return s.done() && s.m.scene.Starting == 0 && s.m.scene.ForkAt == 0 })
		}
		undo()
		if got := s.m.scene.State.Config.Set.Alpha[0]; got != 0.5 || s.m.scene.Anew().Set.Alpha[0] != 0.5 {
			t.Errorf("%d forks: undone, α = %g, and %g behind a reset", forks, got, s.m.scene.Anew().Set.Alpha[0])
		}
		if undo(); !strings.Contains(s.m.scene.Message.Text, "nothing to undo") {
			t.Errorf("%d forks: again, it says %q", forks, s.m.scene.Message.Text)
		}
	}
}

// typed are the keys of a text.
func typed(text string) []string {
	var keys []string
	for _, r := range text {
		if r == ' ' {
			keys = append(keys, "space")
			continue
		}
		keys = append(keys, string(r))
	}
	return keys
}

// nodesAfterACut is a stage whose run has had the edge 1-2 of its ring cut by hand.
func nodesAfterACut(t *testing.T) *stage {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.m.grant(scene.Apply{Event: config.Event{Edge: network.Edge{0, 1}}})
	return s.confirm("cut 1-2", 11)
}

// What the graph shall be is asked where nodes are changed after a cut, wherever they are
// changed, and what was chosen counts together with them.
func TestNodesAfterACutAskWhatTheGraphShallBe(t *testing.T) {
	ways := map[string]func(s *stage, nodes string){
		"turned": func(s *stage, nodes string) { s.m.grant(scene.Turn{Key: "nodes", Value: nodes}) },
		"typed": func(s *stage, nodes string) {
			s.m.scene.Selected = "nodes"
			s.press("enter")
			for range 5 {
				s.press("backspace")
			}
			s.press(nodes, "enter")
		},
	}
	for name, way := range ways {
		for _, c := range []struct{ nodes, choice, want string }{
			{"7", "cut stays cut", "edges:1-7,2-3,3-4,4-5,5-6,6-7"},
			{"7", "as it is", "ring"},
			{"7", "nothing new", "edges:1-5,2-3,3-4,4-5"},
			{"3", "cut stays cut", "edges:1-3,2-3"},
			{"3", "nothing new", "edges:2-3"},
		} {
			s := nodesAfterACut(t)
			way(s, c.nodes)
			s.shows(c.nodes + " nodes: what shall the graph be?")
			s.press(typed(c.choice)...).press("enter").shows("press r")
			if got := s.m.scene.Grant(s.m.scene.Base); strconv.Itoa(got.Nodes) != c.nodes || got.Topology != c.want {
				t.Errorf("%s, %s: a reset begins with %d nodes and %s, want %s", name, c.choice, got.Nodes, got.Topology, c.want)
			}
			s.press("u")
			if got := s.m.scene.Grant(s.m.scene.Base); got.Nodes != 5 || got.Topology != "edges:1-5,2-3,3-4,4-5" {
				t.Errorf("%s, %s, undone: a reset begins with %d nodes and %s", name, c.choice, got.Nodes, got.Topology)
			}
		}
		for _, leave := range [][]string{{"esc"}, {"c", "a", "n", "c", "e", "l", "enter"}} {
			s := nodesAfterACut(t)
			way(s, "7")
			s.press(leave...)
			if got := s.m.scene.Grant(s.m.scene.Base); got.Nodes != 5 || got.Topology != "edges:1-5,2-3,3-4,4-5" {
				t.Errorf("%s, left by %v: a reset begins with %d nodes and %s", name, leave, got.Nodes, got.Topology)
			}
		}
	}
}

// A number of nodes that does not go with what else is set is refused with a sentence, after a
// cut, too; and where it came to be so only since, by the reset, which loses no wish.
func TestNodesThatDoNotFitAreRefusedWithASentence(t *testing.T) {
	const alpha, why = "0.1,0.2,0.3,0.4,0.5", "alpha has 5 values"
	c := config.Default()
	c.Set.Alpha = []float64{0.1, 0.2, 0.3, 0.4, 0.5}
	s := newStage(t, c, 120, 36).begun().batch(10)
	s.m.grant(scene.Apply{Event: config.Event{Edge: network.Edge{0, 1}}})
	s.confirm("cut 1-2", 11)
	s.m.grant(scene.Turn{Key: "nodes", Value: "6"})
	s.shows(why)
	s.hides("what shall the graph be?")

	s = newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.m.grant(scene.Turn{Key: "nodes", Value: "6"})
	s.batch(1, s.changed("alpha = "+alpha, 11, true))
	generation := s.m.scene.Starting
	s.press("r").shows(why)
	if s.m.scene.Starting != generation || s.m.scene.Pending["nodes"].Value != "6" {
		t.Errorf("start %d, waiting %v", s.m.scene.Starting, s.m.scene.Pending)
	}
	s.press("u", "r")
	if s.m.scene.Starting == generation {
		t.Error("undone, r starts nothing")
	}
}

// So it is where the cut comes after the nodes were chosen, and not where there is no cut.
// A list of edges is named after the kind that it was made from, and not after another that
// stood on the screen.
func TestAGraphIsNamedAfterTheKindItsEdgesWereChangedIn(t *testing.T) {
	changed := func(s *stage, words ...string) {
		for _, w := range words {
			s.batch(1, s.changed(w, s.m.scene.Run.Last()+1, true))
		}
	}
	ofRing := "edges:1-5,2-3,3-4,4-5"
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	changed(s, "cut 1-2")
	s.shows("5 nodes, ring with changed edges")
	changed(s, "topology = star", "topology = "+ofRing)
	s.shows("5 nodes, ring with changed edges")
	s.press("r").begun().batch(3)
	s.shows("5 nodes, ring with changed edges")
	changed(s, "topology = star", "cut 1-2")
	s.shows("5 nodes, star with changed edges")
	s.m.scene.Selected = "nodes"
	s.press("right").shows("▸ star with the changed edges")
	s.press("enter", "r").begun().batch(3)
	s.shows("6 nodes, star with changed edges")

	c := config.Default()
	c.Topology = "star"
	s = newStage(t, c, 120, 36).begun().batch(3)
	c.Topology = "edges:1-2,2-3,3-4,4-5"
	s.m.grant(scene.Start{Config: c, Fresh: true})
	s.begun().batch(3).shows("5 nodes, own edges")
	s.press("r").begun().batch(3).shows("5 nodes, own edges")
	changed(s, "cut 1-2", "topology = ring", "topology = edges:2-3,3-4,4-5")
	s.shows("5 nodes, own edges")
}

// With another seed these kinds are another graph: which edges were cut by hand is not known
// in it, and guessing would cut and join others.
func TestWhatWasCutIsNotCarriedIntoAnotherDraw(t *testing.T) {
	for _, c := range []struct {
		topology string
		seed     func(s *stage)
		offered  bool
	}{
		{"random", func(*stage) {}, true},
		{"random", func(s *stage) { s.press("R").begun().batch(2) }, false},
		{"small-world", func(s *stage) { s.m.grant(scene.Turn{Key: "seed", Value: "99"}) }, false},
		{"star", func(s *stage) { s.press("R").begun().batch(2) }, true},
	} {
		start := config.Default()
		start.Topology, start.Nodes = c.topology, 8
		s := newStage(t, start, 120, 36).begun().batch(3)
		s.m.grant(scene.Apply{Event: config.Event{Edge: s.graph.Edges()[0]}})
		s.batch(1, s.changed("cut "+s.graph.Edges()[0].String(), 4, true))
		c.seed(s)
		s.m.grant(scene.Turn{Key: "nodes", Value: "9"})
		s.shows("9 nodes: what shall the graph be?", "▸ "+c.topology, "the edges of now")
		if got := strings.Contains(s.frame(), c.topology+" with the changed edges"); got != c.offered {
			t.Errorf("%s: it offers to carry the edges: %t, want %t", c.topology, got, c.offered)
		}
	}
}

func TestACutAfterTheNodesWereChosenAsksToo(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.m.grant(scene.Turn{Key: "nodes", Value: "7"})
	s.hides("what shall the graph be?")
	s.press("t", "c", "u", "t", "enter", "enter").shows("7 nodes: what shall the graph be?")
	s.press("enter").confirm("cut 1-2", 11)
	if got := s.m.scene.Grant(s.m.scene.Base); got.Nodes != 7 || got.Topology != "edges:1-7,2-3,3-4,4-5,5-6,6-7" {
		t.Errorf("a reset begins with %d nodes and %s", got.Nodes, got.Topology)
	}
	s.press("t", "c", "u", "t", "enter", "enter").shows("7 nodes: what shall the graph be?")
	s.press("esc").confirm("cut 2-3", 12)
	if got := s.m.scene.Grant(s.m.scene.Base); got.Nodes != 5 || got.Topology != "edges:1-5,3-4,4-5" {
		t.Errorf("left, a reset begins with %d nodes and %s", got.Nodes, got.Topology)
	}
	s.m.grant(scene.Turn{Key: "nodes", Value: "5"})
	if got := s.m.scene.Grant(s.m.scene.Base); got.Nodes != 5 || got.Topology != "edges:1-5,3-4,4-5" || len(s.m.scene.Pending) != 0 {
		t.Errorf("back at 5 nodes a reset begins with %d and %s", got.Nodes, got.Topology)
	}
}

// What u takes back has never been, for a reset: it begins as without the change, also where what
// comes back is a change of the session's own, which the run makes again in its time.
func TestAResetBehindUndoBeginsAsWithoutTheChange(t *testing.T) {
	for _, of := range []struct{ own, turned, back string }{
		{"alpha = 0.1", "alpha = 0.3", "alpha = 0.1"},
		{"private = false", "private = true", "private = false"},
		{"topology = complete", "topology = star", "topology = complete"},
		{"cut 2-3", "cut 1-2", "join 1-2"},
		{"eta = 2", "alpha = 0.3", "alpha = 0.5"},
	} {
		c := config.Default()
		own, err := config.ParseEvent("at 5: " + of.own)
		if err != nil {
			t.Fatal(err)
		}
		c.Events = []config.Event{own}
		s := newStage(t, c, 120, 36).begun().batch(4)
		s.batch(1, s.changed(of.own, 5, false))
		s.batch(0, s.changed("budget = 3", 6, true))
		turned, err := config.ParseEvent("at 6: " + of.turned)
		if err != nil {
			t.Fatal(err)
		}
		turned.At = 0
		want := s.m.scene.Anew().Text()
		s.m.desk.Send(turned)
		s.frame()
		s.confirm(of.turned, 6)
		s.press("u").confirm(of.back, 7)
		if got := s.m.scene.Anew().Text(); got != want {
			t.Errorf("%s, %s, undone: a reset begins with\n%s\nwant\n%s", of.own, of.turned, got, want)
		}
	}
}

// What a graph shall be is asked of the graph that a reset begins with, whatever the session's own
// changes have made of it by now.
func TestTheGraphAskedForIsThatOfTheReset(t *testing.T) {
	for _, of := range []struct{ choice, topology string }{
		{"as it is", "ring"}, {"cut stays cut", "edges:1-6,2-3,3-4,4-5,5-6"}, {"nothing new", "edges:1-5,2-3,3-4,4-5"},
	} {
		c := config.Default()
		c.Events = []config.Event{{At: 6, Key: "topology", Value: "complete"}}
		s := newStage(t, c, 120, 36).begun()
		s.batch(0, s.changed("cut 1-2", 1, true)).batch(5)
		s.batch(1, s.changed("topology = complete", 6, false))
		s.m.grant(scene.Turn{Key: "nodes", Value: "6"})
		s.shows("ring with the changed edges")
		s.press(typed(of.choice)...).press("enter")
		if got := s.m.scene.Anew(); got.Nodes != 6 || got.Topology != of.topology {
			t.Errorf("%s: a reset begins with %d nodes and %s, want %s", of.choice, got.Nodes, got.Topology, of.topology)
		}
		s.m.desk.Turn("loss", "huber")
		s.m.grant(scene.Turn{Key: "nodes", Value: "7"})
		s.press("esc")
		if got := s.m.scene.Anew(); got.Nodes != 5 || got.Topology != "edges:1-5,2-3,3-4,4-5" || len(s.m.scene.Pending) != 1 {
			t.Errorf("%s, left: a reset begins with %d nodes and %s, and %v waits", of.choice, got.Nodes, got.Topology, s.m.scene.Pending)
		}
	}
}

// The graph that was chosen with a number of nodes goes where that is turned back, whatever was
// chosen: what was cut is cut.
func TestNodesTurnedBackHaveTheCutGraphAgain(t *testing.T) {
	for _, choice := range []string{"as it is", "cut stays cut", "nothing new"} {
		s := nodesAfterACut(t)
		s.m.grant(scene.Turn{Key: "nodes", Value: "6"})
		s.press(typed(choice)...).press("enter")
		s.m.grant(scene.Turn{Key: "nodes", Value: "5"})
		if got := s.m.scene.Anew(); got.Nodes != 5 || got.Topology != "edges:1-5,2-3,3-4,4-5" || len(s.m.scene.Pending) > 0 {
			t.Errorf("%s: a reset begins with %d nodes and %s, and %v waits", choice, got.Nodes, got.Topology, s.m.scene.Pending)
		}
	}
}

// An edge is cut and then the number of nodes changed: what the graph shall be is asked wherever
// the cut waits, in the run, for one that is to begin, or for a reset, and a cancel leaves both.
func TestNodesAfterACutThatWaitsAskToo(t *testing.T) {
	cut := scene.Apply{Event: config.Event{Edge: network.Edge{0, 1}}}
	refused := sim.Notice{Kind: sim.Refused, Text: "no such data"}
	for where, prepare := range map[string]func(s *stage){
		"no run": func(s *stage) {
			s.told(0, s.m.scene.Starting, refused)
			s.m.grant(cut)
		},
		"the first begins": func(s *stage) { s.m.grant(cut) },
		"another begins": func(s *stage) {
			s.begun().batch(3).press("r")
			s.m.grant(cut)
		},
		"one was refused": func(s *stage) {
			s.begun().batch(3)
			began := s.m.scene.State.Began
			s.press("r").late()
			s.m.grant(cut)
			s.told(began, s.m.scene.Starting, refused)
		},
	} {
		for _, way := range []struct {
			keys     []string
			topology string
		}{
			{append(typed("cut stays cut"), "enter"), "edges:1-8,2-3,3-4,4-5,5-6,6-7,7-8"},
			{append(typed("as it is"), "enter"), "ring"},
			{append(typed("nothing new"), "enter"), "edges:1-5,2-3,3-4,4-5"},
			{[]string{"esc"}, "edges:1-5,2-3,3-4,4-5"},
		} {
			s := newStage(t, config.Default(), 120, 36)
			prepare(s)
			s.m.grant(scene.Turn{Key: "nodes", Value: "8"})
			s.shows("8 nodes: what shall the graph be?", "ring with the changed edges")
			s.press(way.keys...)
			nodes := 8
			if way.keys[0] == "esc" {
				nodes = 5
			}
			if got := s.m.scene.Anew(); got.Nodes != nodes || got.Topology != way.topology {
				t.Errorf("%s, %v: a reset begins with %d nodes and %s, want %d and %s", where, way.keys, got.Nodes, got.Topology, nodes, way.topology)
			}
		}
	}
}

// Of keys that set each other back the later counts also where there is no run and both wait for
// a reset; u brings the earlier one back.
func TestWithoutARunTheLaterOfTwoThatSetEachOtherBackCounts(t *testing.T) {
	sigma, epsilon, same := config.Assignment{Key: "sigma", Value: "0.5"}, config.Assignment{Key: "epsilon", Value: "2"}, config.Assignment{Key: "epsilon", Value: "1"}
	for _, of := range []struct {
		starts         float64 // with this σ
		asked          []config.Assignment
		epsilon, sigma float64
	}{
		{0, []config.Assignment{sigma, epsilon}, 2, 0},
		{0, []config.Assignment{epsilon, sigma}, 2, 0.5},
		{0, []config.Assignment{sigma, same}, 1, 0},
		{3, []config.Assignment{same}, 1, 0},
		{0, []config.Assignment{sigma, epsilon, sigma}, 2, 0.5},
	} {
		c := config.Default().WithMethod("sharing")
		c.Set.Epsilon, c.Set.Sigma = 1, of.starts
		s := newStage(t, c, 120, 36)
		s.told(0, s.m.scene.Starting, sim.Notice{Kind: sim.Refused, Text: "no such data"})
		var before []string
		for _, v := range of.asked {
			before = append(before, s.m.scene.Anew().Text())
			s.m.grant(scene.Turn{Key: v.Key, Value: v.Value})
		}
		if got := s.m.scene.Anew().Set; got.Epsilon != of.epsilon || got.Sigma != of.sigma {
			t.Errorf("%v: a reset begins with ε %v and σ %v", of.asked, got.Epsilon, got.Sigma)
		}
		for i := len(before) - 1; i >= 0; i-- {
			s.press("u")
			if got := s.m.scene.Anew().Text(); got != before[i] {
				t.Errorf("%v, undone from %d: a reset begins with\n%s\nwant\n%s", of.asked, i, got, before[i])
			}
		}
	}
}

// A cut that waits for a reset, as the start that it was made for was refused, is not the last: an
// edge cut in the run in force is cut in what waits, too, also where r comes at once, and u joins
// it there again.
func TestACutBehindOneThatWaitsIsMadeInWhatWaits(t *testing.T) {
	for _, heard := range []bool{false, true} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(3)
		began := s.m.scene.State.Began
		s.press("r").late()
		s.m.grant(scene.Apply{Event: config.Event{Edge: network.Edge{0, 1}}})
		s.told(began, s.m.scene.Starting, sim.Notice{Kind: sim.Refused, Text: "no such data"})
		s.m.grant(scene.Apply{Event: config.Event{Edge: network.Edge{2, 3}}})
		s.frame()
		if heard {
			s.confirm("cut 3-4", 4)
			s.press("u").confirm("join 3-4", 5)
			if got := s.m.scene.Anew().Topology; got != "edges:1-5,2-3,3-4,4-5" {
				t.Errorf("undone: a reset begins with %s", got)
			}
			s.m.grant(scene.Apply{Event: config.Event{Edge: network.Edge{2, 3}}})
			s.frame()
			s.confirm("cut 3-4", 6)
		}
		if got := s.m.scene.Anew().Topology; got != "edges:1-5,2-3,4-5" {
			t.Errorf("heard of: %v: a reset begins with %s", heard, got)
		}
		s.batch(0).press("r").begun().batch(1).shows("5 nodes, ring with changed edges")
	}
}

// A graph chosen in mid-run takes the place of the one that was asked for with the nodes: where it
// is taken back, or refused, that one waits again.
func TestUndoOfAChangeBringsTheWishBackThatItTookThePlaceOf(t *testing.T) {
	for _, refused := range []bool{false, true} {
		s := nodesAfterACut(t)
		s.m.grant(scene.Turn{Key: "nodes", Value: "6"})
		s.press(typed("cut stays cut")...).press("enter")
		s.m.grant(scene.Turn{Key: "topology", Value: "complete"})
		s.frame()
		if refused {
			s.batch(1, sim.Notice{Iteration: 12, Kind: sim.Refused, Text: "not to be had"})
		} else {
			s.confirm("topology = complete", 12)
			if got := s.m.scene.Anew(); got.Nodes != 6 || got.Topology != "complete" {
				t.Errorf("turned: a reset begins with %d nodes and %s", got.Nodes, got.Topology)
			}
			s.press("u").asked("topology", "edges:1-5,2-3,3-4,4-5")
			s.confirm("topology = edges:1-5,2-3,3-4,4-5", 13)
		}
		if got := s.m.scene.Anew(); got.Nodes != 6 || got.Topology != "edges:1-6,2-3,3-4,4-5,5-6" {
			t.Errorf("refused: %v: a reset begins with %d nodes and %s", refused, got.Nodes, got.Topology)
		}
		s.m.grant(scene.Turn{Key: "nodes", Value: "5"})
		if got := s.m.scene.Anew(); got.Nodes != 5 || got.Topology != "edges:1-5,2-3,3-4,4-5" || len(s.m.scene.Pending) > 0 {
			t.Errorf("refused: %v, nodes turned back: a reset begins with %d nodes and %s", refused, got.Nodes, got.Topology)
		}
	}
}
