package tui

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/runner"
	"admmlab/tui/scene"
)

// real is a screen with a real runner, driven by hand: no program, no terminal.
func real(t *testing.T, c config.Config) *stage {
	t.Helper()
	h := hosted(t)
	s := &stage{t: t, m: newModel(Options{Host: h, Start: c}, h.NewRunner(t.Context())), now: time.Unix(1_700_000_000, 0)}
	s.clocked()
	s.m.scene.Theme, s.m.chosen = scene.PlainTheme(), true
	s.m.exports.Write, s.m.levels.compute = elsewhere, nil
	s.m.Init()
	s.closeAtTheEnd()
	s.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	s.m.desk.SetPace(len(scene.Paces))
	return s
}

// until takes batches from the runner until ok.
func (s *stage) until(what string, ok func() bool) {
	s.t.Helper()
	deadline := time.After(20 * time.Second)
	for !ok() {
		select {
		case b := <-s.m.desk.Batches():
			s.send(batchMsg{b, true})
			s.frame()
		case <-deadline:
			s.t.Fatalf("%s did not happen:\n%s", what, s.frame())
		}
	}
}

func (s *stage) done() bool {
	return s.m.desk.Settled()
}

func TestATourWithARealRunner(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 1_000_000
	s := real(t, c)
	s.until("the first row", func() bool { return s.m.scene.Run.Last() > 0 })
	s.press("space")
	s.until("the pause", func() bool { return s.done() && !s.m.scene.State.Running })
	paused := s.m.scene.Run.Last()

	s.press("left", "n") // α 0.5 -> 0.32 from the next iteration on
	s.until("one more iteration", func() bool { return s.done() && s.m.scene.Run.Last() == paused+1 })
	s.setsAt(paused, 0.5)
	s.setsAt(paused+1, 0.32)
	s.shows("α 0.5→0.32")

	s.m.desk.Send(config.Event{Edge: network.Edge{0, 1}})
	s.m.desk.Send(config.Event{Edge: network.Edge{2, 3}})
	s.send(tickMsg(s.now))
	s.until("two cuts", func() bool { return s.done() && s.m.scene.State.Graph.EdgeCount() == 3 })
	s.shows("2 pieces")

	s.press("r")
	s.until("the reset", func() bool { return s.m.scene.Generation == 2 && s.done() })
	if got := s.m.scene.Base; got.Topology == "ring" || got.Set.Alpha[0] != 0.32 || got.Seed != 7 {
		t.Errorf("the reset starts with topology %s, α %v, seed %d; want the cut graph, 0.32 and 7", got.Topology, got.Set.Alpha, got.Seed)
	}
	for _, method := range admm.Catalogue() {
		before := s.m.scene.Generation
		s.method(method.ID)
		s.send(tickMsg(s.now))
		s.until(method.Name, func() bool { return s.m.scene.Generation > before && s.m.scene.Run.Last() > 2 })
		s.shows(method.Name)
	}
}

// setsAt fails unless α was the value in iteration t.
func (s *stage) setsAt(t int, alpha float64) {
	s.t.Helper()
	if r, ok := s.m.scene.Run.InForce(t); !ok || r.Set.Alpha[0] != alpha {
		s.t.Errorf("in iteration %d the row says α = %v, want %g", t, r.Set, alpha)
	}
}

func TestFlatOutTheRunnerStillHears(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 1_000_000
	s := real(t, c)
	s.press("]", "]")
	s.until("running flat out", func() bool { return s.done() && s.m.scene.Run.Last() > 20 })
	s.press("left")
	s.until("the change", func() bool { return s.done() && s.m.scene.Since["alpha"] > 0 })
}

func TestATourThroughTheLensesWithARealRunner(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Budget, c.Stop, c.Set.C = "census:2000", 10_000, 1000, false, []float64{100}
	s := real(t, c)
	s.until("the first row", func() bool { return s.m.scene.Run.Last() > 0 })
	s.press("b")
	s.until("the ledger", func() bool {
		return s.bill() != nil && len(s.bill().Totals[s.bill().Adjacency]) > 0 && s.bill().Left >= 0
	})
	s.shows("●replaced", "left")
	s.press("f")
	s.until("an answer", func() bool { return s.m.scene.Questions.Answer("afford") != "" })
	s.press("x")
	s.until("the exposure", func() bool { return s.seen() != nil && s.bill() == nil })
	s.shows("at node", "Not a guarantee")
	s.press("enter")
	s.until("the watched person", func() bool { return s.seen() != nil && s.seen().Watched != nil })
	s.press("w", "right")
	s.until("the wire of node 2", func() bool { return s.overheard() != nil && s.overheard().Node == 2 })
	s.shows("On the wire: node 2", "no noise")
	s.press("a")
	s.method("sharing")
	s.send(tickMsg(s.now))
	s.until("sharing", func() bool { return s.m.scene.InForce().Method == "sharing" && s.m.scene.Run.Last() > 2 })
	s.press("enter")
	s.until("the labels", func() bool {
		return strings.Contains(s.m.scene.Questions.Answer(sim.AttackLabels), "labels read correctly")
	})
	s.press("down", "enter")
	s.until("the column spaces", func() bool { return strings.Contains(s.m.scene.Questions.Answer(sim.AttackColumns), "Undecided") })
	s.press("esc")
	s.until("the end of looking", func() bool {
		return s.done() && s.bill() == nil && s.seen() == nil && s.overheard() == nil
	})
	s.shows("Loss (train)")
}

// A run that its budget has stopped answers space and n with the reason, also after
// a change that does not help; with one that does it goes on.
func TestKeysAtTheWallAreAnswered(t *testing.T) {
	c := config.Default()
	c.Data, c.Budget, c.Set.C = "census:300", 2, []float64{10}
	s := real(t, c)
	s.press("]", "]")
	s.until("the wall", func() bool { return s.done() && s.m.scene.Ending() == archive.Budget })
	wall := s.m.scene.Run.Last()
	answered := func(words string, keys ...string) {
		t.Helper()
		s.m.scene.Message = scene.Message{}
		s.press(keys...)
		s.until(words, func() bool {
			return s.done() && strings.Contains(s.m.scene.Message.Text, "allows no further iteration")
		})
		if !s.m.scene.Message.Warn || s.m.scene.Run.Last() != wall {
			t.Errorf("%s: %+v at t = %d", words, s.m.scene.Message, s.m.scene.Run.Last())
		}
	}
	answered("space", "space")
	answered("n", "n")
	answered("n while looking back", ",", "n")
	s.m.desk.Turn("budget", "2.001")
	answered("space after too small a rise", "space")
	s.m.desk.Turn("budget", "3")
	s.m.scene.Message = scene.Message{}
	s.press("n")
	s.until("one more", func() bool { return s.done() && s.m.scene.Run.Last() == wall+1 })
	s.press("space")
	s.until("the next wall", func() bool { return s.done() && s.m.scene.Run.Last() > wall+1 })
}

// At the limit n says the same as space.
func TestAStepBeyondTheLimitIsAnswered(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(100)
	s.m.scene.Message = scene.Message{}
	s.press("n").shows("limit of 100 reached: raise it, press r, or ask which α keeps a total ε (f)")
}

// The first message of sharing is of zeros, whatever the data, and so is its noise where ε sets
// it: it is not said to be computed from them, or hidden by noise.
func TestTheFirstMessageOfSharingIsZeros(t *testing.T) {
	for _, of := range []struct {
		sigma         float64
		private       bool
		first, second string
	}{
		{0, true, "It is 0 throughout", "hidden by fresh noise"},
		{3, true, "It is noise alone", "hidden by fresh noise"},
		{0, false, "It is 0 throughout", "without any noise"},
	} {
		c := config.Default().WithMethod("sharing")
		c.Data, c.Iterations, c.Set.Sigma, c.Set.Private = "census:300", 3, of.sigma, of.private
		onTheWire(t, c, map[int]string{1: of.first, 2: of.second}, "w", "z")
	}
}

// What the budget withholds is not said to be computed from the data.
func TestAWithheldMessageIsTheLastAgain(t *testing.T) {
	c := config.Default().WithMethod("sharing")
	c.Data, c.Iterations, c.Set.Order, c.Budget = "census:600", 4, "gauss-seidel", 5
	onTheWire(t, c, map[int]string{1: "It is its last message again"}, "w", "z", "right")
}

// onTheWire makes a run of c and looks through the lens at what was sent in some iterations.
func onTheWire(t *testing.T, c config.Config, says map[int]string, keys ...string) {
	t.Helper()
	s := real(t, c)
	s.press("]", "]")
	s.press(keys...)
	s.until("the end", func() bool { return s.done() && s.m.scene.Ending() != archive.Left })
	for at, words := range says {
		s.m.desk.SetCursor(at)
		s.frame()
		s.until("the picture", func() bool { return s.done() && s.m.scene.State.At == at && s.overheard() != nil })
		s.shows(words)
	}
}

// A cut that the runner has not made yet is in the run that a reset begins: the values that
// were turned with it were, and the edge was there again without a word.
func TestAResetKeepsTheCutsThatAreOnTheirWay(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 20
	s := real(t, c)
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	s.m.desk.Send(config.Event{Edge: network.Edge{0, 1}})
	s.m.desk.Send(config.Event{Edge: network.Edge{2, 3}})
	s.m.desk.Turn("alpha", "2")
	s.press("r")
	s.until("the reset", func() bool { return s.done() && s.m.scene.Generation == 2 && s.m.scene.State.Finished })
	if start := s.m.scene.State.Replay; s.m.scene.State.Graph.EdgeCount() != 3 || start.Set.Alpha[0] != 2 {
		t.Errorf("it begins with the graph %s and α = %g", start.Topology, start.Set.Alpha[0])
	}
}

// Where the first start was refused there is no run: what is turned waits for a reset, whatever it
// is, and every key that needs a run is answered.
func TestKeysWithoutARunAreAnsweredAndKept(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "csv:"+filepath.Join(t.TempDir(), "gone.csv"), 100
	s := real(t, c)
	s.until("the refusal", func() bool { return s.done() && s.m.scene.Starting == 0 })
	for what, asked := range map[string]scene.Wish{
		"space": scene.Press{Key: "space"}, "n": scene.Press{Key: "n"}, "a run beside": scene.Accompany{Config: c},
		"a question": scene.Ask{Question: "afford", Command: runner.Command{Order: runner.Afford, Config: c, Within: 2}},
	} {
		s.m.scene.Message = scene.Message{}
		s.m.grant(asked)
		s.frame()
		s.until("an answer to "+what, s.done)
		if text := s.m.scene.Message.Text; !strings.Contains(text, "there is no run: ") || s.m.scene.Questions.Asking() {
			t.Errorf("%s is answered with %q", what, text)
		}
	}

	s.m.scene.Message = scene.Message{}
	s.press("down", "up").shows("counts after a reset (r)")
	s.press("left", "left", "u")
	s.m.grant(scene.Turn{Key: "data", Value: "census:300"})
	s.press("r")
	s.until("a run", func() bool { return s.done() && s.m.scene.Heard })
	if start := s.m.scene.State.Replay; start.Set.Alpha[0] != 0.32 || start.Data != "census:300" {
		t.Errorf("it begins with α = %v on %s", start.Set.Alpha, start.Data)
	}
}

// What is asked for while a start is under way is about its run alone: where that is refused, the
// run before stands as it stood, and goes on from the next key.
func TestKeysOfARefusedStartLeaveTheRunBefore(t *testing.T) {
	for what, asked := range map[string]scene.Wish{
		"space": scene.Press{Key: "space"}, "n": scene.Press{Key: "n"}, "a cut": scene.Apply{Event: config.Event{Edge: network.Edge{0, 1}}},
	} {
		c := config.Default()
		c.Data, c.Iterations = "census:300", 1000
		s := paused(t, c)
		stood := s.m.scene.Run.Last()
		s.m.grant(scene.Turn{Key: "data", Value: "csv:/nowhere.csv"})
		s.press("r").late()
		s.m.grant(asked)
		s.frame()
		s.until("the refusal", func() bool { return s.done() && s.m.scene.Starting == 0 })
		sc := &s.m.scene
		if sc.Run.Last() != stood || sc.State.Running || s.m.desk.Wanted() || len(sc.Edges)+len(sc.State.Replay.Events) > 0 || !strings.Contains(sc.Message.Text, "nowhere.csv") {
			t.Errorf("%s: from t = %d to %d, running %v, wanted %v, changes %v, told %q", what, stood, sc.Run.Last(), sc.State.Running, s.m.desk.Wanted(), sc.State.Replay.Events, sc.Message.Text)
		}
		s.press("n")
		s.until("a step", func() bool { return s.done() && sc.Run.Last() == stood+1 })
	}
}

// What a reset begins with is what runs. It was the run before where anything else was
// refused in the batch that told of a new one, such as a run beside.
func TestAResetBeginsWhatRunsWhateverWasRefused(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:300", 3, []float64{8}
	s := real(t, c)
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	other, bad, gone := c, c, c
	other.Set.Alpha = []float64{2}
	bad.Method, bad.Parties = "sharing", []int{4000}
	gone.Data, gone.Set.Alpha = "csv:"+filepath.Join(t.TempDir(), "gone.csv"), []float64{8}

	agree := func() {
		t.Helper()
		s.frame()
		s.until("the new run", func() bool { return s.done() && s.m.scene.State.Finished })
		sc := &s.m.scene
		if got, want := sc.Base.Text(), sc.State.Config.Text(); got != want {
			t.Errorf("a reset begins with\n%s\nand what runs is\n%s", got, want)
		}
		if got, want := sc.Run.Config.Text(), sc.State.Config.Text(); got != want {
			t.Errorf("the history is of\n%s\nand what runs is\n%s", got, want)
		}
	}
	s.m.desk.Together([]config.Config{other, bad})
	agree()
	s.shows("cannot run beside")
	if runs := s.m.scene.State.Config.Set.Alpha[0]; runs != 2 {
		t.Errorf("the run beside is refused, and the other with α = 2 runs with %g", runs)
	}
	s.m.grant(scene.Start{Config: c})
	s.m.grant(scene.Start{Config: gone})
	agree() // the first has begun, or not, as the second came
	s.m.grant(scene.Start{Config: gone})
	agree()
}

// paused is a run of c that stands after its first rows, at a slow pace.
func paused(t *testing.T, c config.Config) *stage {
	t.Helper()
	s := real(t, c)
	s.m.desk.SetPace(1)
	s.until("rows", func() bool { return s.m.scene.Run.Last() > 0 })
	s.press("space")
	s.until("the pause", s.done)
	return s
}

// stepTo presses n until iteration last is made.
func (s *stage) stepTo(last int) {
	for s.m.scene.Run.Last() < last {
		s.press("n")
		s.until("a step", s.done)
	}
}

// turnAlpha turns it, and waits until that has happened.
func (s *stage) turnAlpha(value string) {
	s.m.grant(scene.Turn{Key: "alpha", Value: value})
	s.frame()
	s.until("the turn", s.done)
}

// A reset behind a fork begins with the values in force, as it does without one: also behind a
// second fork, in a stretch that the runner makes again.
func TestAResetBehindAForkHasTheValuesInForce(t *testing.T) {
	for _, forks := range []int{0, 1, 2} {
		c := config.Default()
		c.Data, c.Iterations, c.Events = "census:300", 1_000_000, []config.Event{{At: 3, Key: "eta", Value: "2"}}
		s := paused(t, c)
		begins := func() {
			s.until("another run", func() bool { return s.done() && s.m.scene.Starting == 0 && s.m.scene.ForkAt == 0 })
		}
		s.stepTo(18)
		s.turnAlpha("0.1")
		s.stepTo(21)
		for range forks {
			s.m.desk.Fork()
			s.frame()
			begins()
			s.stepTo(s.m.scene.Run.Last() + 2)
		}
		s.turnAlpha("0.3")
		s.stepTo(s.m.scene.Run.Last() + 2)
		s.m.desk.Reset(false)
		s.frame()
		begins()
		if got := s.m.scene.State.Replay; got.Set.Alpha[0] != 0.3 || len(got.Events) != 1 || got.Events[0].Key != "eta" {
			t.Errorf("%d forks: it begins with α = %v and has %v", forks, got.Set.Alpha, got.Events)
		}
	}
}

// A change that was taken back has never been, for a reset behind a fork: the session's own change
// happens again, though one by hand was its equal in the same iteration.
func TestAResetBehindAForkHasTheSessionsChangeThatUndoEquals(t *testing.T) {
	for _, undone := range []bool{false, true} {
		c := config.Default()
		c.Data, c.Iterations, c.Events = "census:300", 1_000_000, []config.Event{{At: 3, Key: "alpha", Value: "0.1"}}
		s := paused(t, c)
		begins := func() {
			s.frame()
			s.until("another run", func() bool { return s.done() && s.m.scene.Starting == 0 && s.m.scene.ForkAt == 0 })
		}
		s.stepTo(2)
		if undone {
			s.turnAlpha("0.3")
			s.m.desk.Undo()
			s.frame()
			s.until("the undo", s.done)
		}
		s.stepTo(4)
		for range 2 {
			s.m.desk.Fork()
			begins()
			s.stepTo(s.m.scene.Run.Last() + 1)
		}
		if got := s.m.scene.Anew(); got.Set.Alpha[0] != 0.5 || !slices.Equal(got.Events, c.Events) {
			t.Errorf("taken back before: %v: a reset begins with α = %v and has %v", undone, got.Set.Alpha, got.Events)
		}
		s.turnAlpha("0.7")
		if got := s.m.scene.Anew(); got.Set.Alpha[0] != 0.7 || !slices.Equal(got.Events, c.Events) {
			t.Errorf("taken back before: %v, turned: a reset begins with α = %v and has %v", undone, got.Set.Alpha, got.Events)
		}
	}
}

// A limit that was passed as it was turned is where the run stood, at a reset, too, and where a
// start that was asked for behind it is refused.
func TestAResetHasAPassedLimitWhereTheRunStood(t *testing.T) {
	for _, starts := range []bool{false, true} {
		c := config.Default()
		c.Data, c.Iterations = "census:300", 1000
		s := paused(t, c)
		s.stepTo(6)
		stood := s.m.scene.Run.Last()
		s.m.grant(scene.Turn{Key: "iterations", Value: "2"})
		if starts {
			bad := c
			bad.Data = "csv:/nowhere.csv"
			s.m.grant(scene.Start{Config: bad})
		}
		s.frame()
		s.until("the turn", func() bool { return s.done() && s.m.scene.Starting == 0 })
		if got := s.m.scene.Base.Iterations; got != stood {
			t.Errorf("a refused start behind it %v: a reset ends at %d, want %d", starts, got, stood)
		}
	}
}

// A graph whose edges are all back is that of its name again, at a reset, too.
func TestAResetBehindACutThatIsBackHasTheNamedGraph(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 1000
	s := paused(t, c)
	s.stepTo(3)
	for _, join := range []bool{false, true} {
		s.m.desk.Send(config.Event{Edge: network.Edge{0, 1}, Join: join})
		s.frame()
		s.until("the edge", s.done)
	}
	s.m.desk.Reset(false)
	s.frame()
	s.until("another run", func() bool { return s.done() && s.m.scene.Starting == 0 })
	if got := s.m.scene.State.Replay.Topology; got != "ring" {
		t.Errorf("it begins with %s", got)
	}
}

// A reset begins with the graph as it is by hand: what the run itself cuts and joins on the way it
// does again, behind a fork or not, and also where r comes before the cut is heard of.
func TestAResetCutsByHandAloneFromTheStart(t *testing.T) {
	cut := func(i, j int) config.Event { return config.Event{Edge: network.Edge{i - 1, j - 1}} }
	for _, of := range []struct {
		what  string
		forks bool
		heard bool
	}{{"after a cut", false, true}, {"behind a fork", true, true}, {"at once", false, false}} {
		c := config.Default()
		c.Data, c.Iterations = "census:300", 1000
		c.Events = []config.Event{cut(1, 2)}
		c.Events[0].At = 3
		s := paused(t, c)
		begins := func() {
			s.frame()
			s.until("another run", func() bool { return s.done() && s.m.scene.Starting == 0 && s.m.scene.ForkAt == 0 })
		}
		s.stepTo(4)
		s.m.desk.Send(cut(3, 4))
		if of.heard {
			s.frame()
			s.until("the cut", s.done)
			s.stepTo(6)
		}
		if of.forks {
			s.m.desk.Fork()
			begins()
		}
		s.m.desk.Reset(false)
		begins()
		got := s.m.scene.State.Replay
		if got.Topology != "edges:1-2,1-5,2-3,4-5" || len(got.Events) != 1 || got.Events[0] != c.Events[0] {
			t.Errorf("%s: it begins with %s and has %v", of.what, got.Topology, got.Events)
		}
		if s.m.scene.Kind.Name != "ring" {
			t.Errorf("%s: its graph is of the kind %s", of.what, s.m.scene.Kind.Name)
		}
	}
}

// Edges that are cut by hand behind a topology of the run's own are of that graph alone: a reset
// begins without them, and says so unless they are back.
func TestAResetTellsOfCutsBehindATopologyThatComesAgain(t *testing.T) {
	for _, of := range []struct {
		what               string
		heard, back, forks bool
	}{{what: "at once"}, {"after a cut", true, false, false}, {"behind a fork", true, false, true}, {"back again", true, true, false}} {
		c := config.Default()
		c.Data, c.Iterations = "census:300", 1000
		c.Events = []config.Event{{At: 3, Key: "topology", Value: "complete"}}
		s := paused(t, c)
		s.stepTo(4)
		begins := func() {
			s.frame()
			s.until("another run", func() bool { return s.done() && s.m.scene.Starting == 0 && s.m.scene.ForkAt == 0 })
		}
		hand := func(join bool) {
			s.m.desk.Send(config.Event{Edge: network.Edge{0, 2}, Join: join})
			if of.heard {
				s.frame()
				s.until("the edge", s.done)
			}
		}
		if hand(false); of.back {
			hand(true)
		}
		if of.forks {
			s.stepTo(6)
			s.m.desk.Fork()
			begins()
		}
		s.m.desk.Reset(false)
		begins()
		if got := s.m.scene.State.Replay; got.Topology != "ring" || len(got.Events) != 1 {
			t.Errorf("%s: it begins with %s and has %v", of.what, got.Topology, got.Events)
		}
		words := "at 3: topology = complete happens again, and not what was changed by hand behind it: cut 1-3"
		if told := strings.Contains(s.m.scene.Message.Text, words); told == of.back {
			t.Errorf("%s: it says %q", of.what, s.m.scene.Message.Text)
		}
	}
}

// What is turned by hand stands at a reset, also where a change to come reads only what was turned
// away from: that one is left out, and told, unless it was turned back before.
func TestAResetKeepsWhatIsInForceBeforeAChangeThatCannotHappen(t *testing.T) {
	for _, of := range []struct {
		what   string
		turns  []string
		fork   bool
		events int
	}{{"turned", []string{"isotropic"}, false, 0}, {"turned back", []string{"isotropic", "printed"}, false, 1}, {"behind a fork", []string{"isotropic"}, true, 0}} {
		c := config.Default().WithMethod("sharing")
		c.Data, c.Iterations, c.Set.Variant = "census:300", 1000, "printed"
		c.Events = []config.Event{{At: 3, Key: "b1", Value: "2"}}
		s := paused(t, c)
		if of.fork {
			s.stepTo(4)
		}
		for _, variant := range of.turns {
			s.m.grant(scene.Turn{Key: "variant", Value: variant})
			s.frame()
			s.until("the turn", s.done)
		}
		begins := func() {
			s.frame()
			s.until("another run", func() bool { return s.done() && s.m.scene.Starting == 0 && s.m.scene.ForkAt == 0 })
		}
		if of.fork {
			s.stepTo(5)
			s.m.desk.Fork()
			begins()
		}
		if err := s.m.scene.Check("seed", "9"); err != nil {
			t.Errorf("%s: another seed is refused: %v", of.what, err)
		}
		s.m.desk.Reset(false)
		begins()
		last := of.turns[len(of.turns)-1]
		if got := s.m.scene.State.Replay; got.Set.Variant != last || len(got.Events) != of.events {
			t.Errorf("%s: it begins as %s and has %v, want %s and %d changes", of.what, got.Set.Variant, got.Events, last, of.events)
		}
		s.stepTo(3)
		if told := strings.Contains(s.m.scene.Message.Text, "Sharing does not read b1"); told != (of.events == 0) {
			t.Errorf("%s: it says %q", of.what, s.m.scene.Message.Text)
		}
	}
}

// Until a fork stands, the next change and the command line are of what it will be there.
func TestWhileAForkIsMadeKeysCountFromIt(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Events = "census:300", 1_000_000, []config.Event{{At: 3, Key: "alpha", Value: "0.2"}}
	s := paused(t, c)
	s.stepTo(6)
	s.turnAlpha("0.9")
	s.stepTo(s.m.scene.Run.Last() + 1)
	next, replay := s.m.scene.Next().Text(), s.m.scene.Replay().Text()
	s.m.desk.Fork()
	if got := s.m.scene.Replay().Text(); s.m.scene.Next().Set.Alpha[0] != 0.9 || got != replay {
		t.Errorf("the next change is made to\n%s\nand not to\n%s\nof the run\n%s", s.m.scene.Next().Text(), next, got)
	}
}

// Steps that are asked for before the run has begun are made in the run with what is turned
// behind them, and a question behind them is answered there.
func TestStepsBeforeTheDataAreThereOutliveATurn(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:300", 1000, []float64{20}
	s := real(t, c)
	s.press("n", "n", "n")
	s.m.grant(scene.Ask{Question: "afford", Command: runner.Command{Order: runner.Afford, Config: c, Within: 1000}})
	s.press("left")
	s.frame()
	s.until("the steps", func() bool { return s.done() && s.m.scene.Starting == 0 })
	if last, alpha := s.m.scene.Run.Last(), s.m.scene.State.Config.Set.Alpha[0]; last != 3 || alpha != 0.32 || s.m.scene.State.Running {
		t.Errorf("t = %d with α = %g, running: %v", last, alpha, s.m.scene.State.Running)
	}
	if answer := s.m.scene.Questions.Answer("afford"); !strings.Contains(answer, "from t = 4 on reaches t = 1000") {
		t.Errorf("the question is answered with %q", answer)
	}
}

// What waits for a change on its way does so from the list of actions, too, and however a lens
// calls it.
func TestWhatIsChosenFromTheListOfActionsWaitsAsItsKeyDoes(t *testing.T) {
	paused := func() *stage {
		c := config.Default()
		c.Data, c.Iterations, c.Set.C = "census:300", 1000, []float64{20}
		s := real(t, c)
		s.until("rows", func() bool { return s.m.scene.Run.Last() > 2 })
		s.press("space")
		s.until("the pause", func() bool { return s.done() && !s.m.scene.State.Running })
		return s
	}
	answered := func(s *stage) {
		s.send(tickMsg(s.now))
		s.until("the answer", func() bool { return s.done() && len(s.m.ahead.inputs) == 0 && s.m.scene.Starting == 0 })
	}
	action := func(s *stage, words string) { s.press(":").press(strings.Split(words, "")...).press("enter") }

	s := paused()
	s.press("shift+left")
	action(s, "copy")
	answered(s)
	s.shows("1 change included")

	s = paused()
	s.press("shift+left")
	action(s, "fork")
	answered(s)
	if left := s.m.scene.Ghost; left == nil || len(left.Config.Events) != 1 {
		t.Errorf("the fork leaves a run without the change before it:\n%s", s.frame())
	}

	left := func(meanwhile func(*stage)) []config.Event {
		s := paused()
		s.press("shift+left", "y")
		meanwhile(s)
		s.press("right")
		meanwhile(s)
		action(s, "fork")
		meanwhile(s)
		s.press("right")
		answered(s)
		return s.m.scene.Ghost.Config.Events
	}
	if slowly, atOnce := left(answered), left(func(*stage) {}); slowly[len(slowly)-1].Value != atOnce[len(atOnce)-1].Value {
		t.Errorf("the fork leaves a run with %v; what is typed slowly %v", atOnce, slowly)
	}

	s = paused()
	s.press("c", "enter")
	answered(s)
	s.press("c")
	answered(s)
	s.m.steer()
	s.press("shift+left")
	s.m.focusOn(s.m.lensPlace())
	s.press("enter").press(strings.Split("as it is", "")...).press("enter")
	answered(s)
	beside := s.m.scene.Companions
	if len(beside) != 2 || len(beside[1].Asked.Events) != 1 {
		t.Errorf("the copy beside lacks the change before it:\n%s", s.frame())
	}
}

// raised is a run that has come to its limit, which is 40 now.
func raised(t *testing.T, limit int) *stage {
	t.Helper()
	c := config.Default()
	c.Data, c.Iterations = "census:300", limit
	s := real(t, c)
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	s.m.desk.Turn("iterations", "40")
	s.frame()
	s.until("the limit", func() bool { return s.done() && s.m.scene.State.Config.Iterations == 40 })
	return s
}

// past steps to t, one iteration beyond the limit that u brings back.
func (s *stage) past(t int) *stage {
	s.press("n").frame()
	s.until("one more iteration", func() bool { return s.done() && s.m.scene.Run.Last() == t })
	return s
}

// undo presses u, and waits for the end that the limit before is unless what follows comes soon.
func (s *stage) undo(soon bool) {
	if s.press("u"); !soon {
		s.frame()
		s.until("the undone limit", func() bool { return s.done() && s.m.scene.State.Finished })
	}
}

// Where u has brought the limit back to where a run stands, it has ended: r behind it, however
// soon, begins what it begins once that is seen, and lets it run.
func TestAResetBehindUHearsThatTheRunHasEnded(t *testing.T) {
	for _, soon := range []bool{false, true} {
		s := raised(t, 1)
		s.past(2).undo(soon)
		s.press("r").frame()
		s.until("the run again", func() bool { return s.m.scene.Generation == 2 && s.done() && !s.m.scene.State.Running })
		if last, limit := s.m.scene.Run.Last(), s.m.scene.Base.Iterations; last != 1 || limit != 1 {
			t.Errorf("at once: %v: it stands at %d of %d, expected at its end, 1 of 1", soon, last, limit)
		}
	}
}

// So does the method that a line of its panel begins, by enter or by a click.
func TestAMethodChosenBehindUBeginsWithWhatIsUndone(t *testing.T) {
	for _, soon := range []bool{false, true} {
		for _, click := range []bool{false, true} {
			s := raised(t, 1)
			s.past(2)
			i := s.panel("method")
			r := s.m.plan().places[i]
			second := tea.MouseClickMsg{X: r.X + 3, Y: r.Y + 2, Button: tea.MouseLeft}
			s.send(second) // which picks it; another begins it
			s.undo(soon)
			if click {
				s.send(second)
			} else {
				s.press("enter")
			}
			s.frame()
			s.until("the run", func() bool { return s.m.scene.Generation == 2 && s.done() })
			if limit := s.m.scene.Base.Iterations; limit != 1 {
				t.Errorf("at once: %t, by a click: %t: it begins with the limit %d, expected 1", soon, click, limit)
			}
		}
	}
}

// Who leaves a run behind steps and a turn leaves it with the turn, which is in what is kept of it.
func TestLeavingBehindATurnWaitsForIt(t *testing.T) {
	s := raised(t, 1)
	s.press("n", "n", "n", "right", "p").frame()
	s.until("the presets", func() bool { return strings.Contains(s.m.scene.Message.Text, "presets") })
	if events := s.m.scene.State.Replay.Events; s.m.scene.Run.Last() != 4 || len(events) != 2 || events[1].Key != "alpha" {
		t.Errorf("p: left at t = %d with %v", s.m.scene.Run.Last(), events)
	}
	s = newStage(t, config.Default(), 120, 36).begun().batch(10).press("right")
	if quits(s.send(keyPress("q"))) || len(s.m.ahead.inputs) != 1 {
		t.Error("q does not wait for the turn before it")
	}
	if s.batch(0).frame(); len(s.m.ahead.inputs) > 0 {
		t.Error("q waits for more than the turn")
	}
}

// Each of many undos waits for its own answer: patience is for what is not answered, not for how many.
func TestManyUndosInABurstAllCount(t *testing.T) {
	s := raised(t, 2)
	const many = 24
	for range many {
		s.press("left")
		s.frame()
		s.until("a turn", s.done)
	}
	for range many {
		s.press("u")
	}
	s.press("n").frame()
	s.until("the iteration", func() bool { return s.done() && s.m.scene.Run.Last() == 3 })
	s.setsAt(3, 0.5)
}

// Who leaves a run behind one that is put beside it leaves that one where it has caught up, so that
// both are kept.
func TestLeavingBehindARunPutBesideWaitsForIt(t *testing.T) {
	for _, key := range []string{"F", "r", "q"} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(10).press("c", "enter")
		if len(s.m.scene.Companions) != 1 {
			t.Fatalf("nothing is beside:\n%s", s.frame())
		}
		s.batch(0)
		run := s.m.scene.Companions[0].Run
		all := run.Last()
		s.m.scene.Companions[0].Run = new(scene.History) // it has been heard of, and is still to begin
		if s.press(key); len(s.m.ahead.inputs) != 1 {
			t.Errorf("%s does not wait for the run beside, which is to come to t = %d", key, all)
		}
		s.m.scene.Companions[0].Run = run
		if s.batch(0).frame(); len(s.m.ahead.inputs) > 0 {
			t.Errorf("%s waits for more than the run beside", key)
		}
	}
}

// Where a budget allows no iteration nothing has been sent, and nothing is said to be without a guarantee.
func TestARunWithoutAnIterationHasLostNothing(t *testing.T) {
	for _, method := range []string{"dvp", "pvp", "radmm"} {
		c := config.Default().WithMethod(method)
		c.Data, c.Set.C, c.Iterations, c.Budget = "census:300", []float64{20}, 5, 0.001
		s := real(t, c)
		s.until("the wall", func() bool { return s.done() && s.m.scene.Message.Warn })
		look := func(key, want string, ready func() bool) {
			s.press(key).frame()
			s.until(want, func() bool { return s.done() && ready() })
			s.shows(want)
			s.hides("no guarantee", "no bound")
		}
		look("b", "ε ≤ 0", func() bool { return s.bill() != nil })
		look("x", "Nothing has been sent yet", func() bool { return s.seen() != nil })
		look("E", "one record replaced", func() bool { return true })
	}
}
