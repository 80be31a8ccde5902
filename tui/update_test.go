package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/runner"
	"admmlab/tui/scene"
)

func TestItStartsAtOnceWithTheConfigItWasGiven(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36)
	if len(s.f.taken) != 2 || s.f.taken[0].Order != runner.Start || !s.f.taken[0].Run || s.f.taken[0].Config.Method != "dvp" {
		t.Fatalf("commands %+v, want a Start that runs", s.f.taken)
	}
	if s.f.taken[1].Order != runner.Pace || s.f.taken[1].Speed != 20 {
		t.Errorf("second command %+v, want the pace of 20", s.f.taken[1])
	}
	s.shows("Loss (train)", "reading census") // the first frame does not wait for the data
}

func TestAChangeIsPendingUntilTheRunnerConfirmsIt(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.f.deaf = true
	s.press("left", "left")
	s.shows("0.5 → 0.18") // both values; α steps by quarter decades
	s.f.deaf = false
	s.frame()
	if c := s.f.last(); c.Order != runner.Apply || c.Event.Key != "alpha" || c.Event.Value != "0.18" {
		t.Fatalf("command %+v, want alpha = 0.18 only: the newest value wins", c)
	}
	s.confirm("alpha = 0.18", 11)
	s.shows("since t = 11", "① α 0.5→0.18")
	s.hides("0.5 → 0.18")
	if n := strings.Count(s.frame(), "①"); n != 3 {
		t.Errorf("the mark is in %d charts, want 3", n)
	}
}

func TestARefusedChangeLeavesTheValueAndSaysWhy(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.press("left")
	s.batch(1, sim.Notice{Iteration: 11, Kind: sim.Refused, Text: "alpha is not to be had"})
	s.shows("alpha is not to be had", "0.5")
	s.hides(" → 0.")
}

func TestAKnobThatCountsAfterAResetWaitsForIt(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.m.scene.Selected = "nodes"
	s.press("right", "right")
	s.shows("5 → 7", "press r")
	if s.f.last().Order == runner.Apply {
		t.Errorf("the runner was asked for %+v in mid-run", s.f.last())
	}
	s.batch(5)
	s.shows("5 → 7") // still waiting
	s.press("r")
	if c := s.f.last(); c.Order != runner.Start || c.Config.Nodes != 7 || c.Config.Seed != 7 {
		t.Fatalf("command %+v, want a start with 7 nodes and the same seed", c)
	}
	s.begun()
	s.hides("5 → 7")
	s.shows("7 nodes")
}

// Data that never come do not keep others waiting: the runner hears of these before it takes
// their start.
func TestARunnerThatReadsHearsOfOtherData(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(2)
	s.f.deaf = true
	s.m.desk.Later([]config.Assignment{{Key: "data", Value: "census:60"}})
	if s.f.expected != "census" {
		t.Errorf("%q is expected before a reset", s.f.expected)
	}
	if s.press("r"); s.f.expected != "census:60" {
		t.Errorf("%q is expected after a reset", s.f.expected)
	}
}

// What was answered about a run says nothing of the next.
func TestAnAnswerEndsWithItsRun(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(5)
	s.batch(2, sim.Notice{Iteration: 5, Kind: sim.Answer, Text: "no alpha does"}).shows("no α does")
	s.press("r").begun().batch(1).hides("no α does")
}

func TestAResetKeepsTheSeedAndCapitalRTakesAnother(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10).press("r")
	if got := s.f.last().Config.Seed; got != 7 {
		t.Errorf("seed %d after r, want 7", got)
	}
	s.begun().press("R")
	first := s.f.last().Config.Seed
	s.begun().press("R")
	if second := s.f.last().Config.Seed; first == 7 || second == first {
		t.Errorf("seeds 7, %d, %d, want three different ones", first, second)
	}
}

// From these the first step of the generator leads back to where it began.
func TestCapitalRTakesAnotherSeedAlsoFromAFixedPoint(t *testing.T) {
	for _, seed := range []uint64{372893, 818424} {
		c := config.Default()
		c.Seed = seed
		s := newStage(t, c, 120, 36).begun().batch(10).press("R")
		if got := s.f.last().Config.Seed; got == seed || got >= 1<<20 {
			t.Errorf("seed %d after R, want one of few digits that is not %d", got, seed)
		}
	}
}

func TestAResetKeepsChangesMadeByHandButNotThoseOfAPreset(t *testing.T) {
	c := config.Default()
	c.Events = []config.Event{{At: 5, Key: "eta", Value: "3"}}
	s := newStage(t, c, 120, 36).begun().batch(10)
	s.press("left")
	s.batch(1, s.changed("eta = 3", 5, false), s.changed("alpha = 0.32", 11, true))
	s.press("r")
	got := s.f.last().Config
	if got.Set.Alpha[0] != 0.32 || got.Set.Eta[0] != 1 || len(got.Events) != 1 {
		t.Errorf("alpha %v, eta %v, events %v; want 0.32, 1 and the preset's event to happen again", got.Set.Alpha, got.Set.Eta, got.Events)
	}
}

func TestThePreviousRunStaysAsAGhostUntilDismissed(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(60).press("r").begun().batch(5)
	s.shows("previous")
	s.press("g")
	s.hides("previous")
	s.press("m", "down", "enter") // DVP -> PVP
	s.begun().batch(5)
	if s.m.scene.Ghost == nil || s.m.scene.Ghost.Label != "DVP" || s.m.scene.Past() == nil {
		t.Errorf("ghost %+v, want the DVP run, shown", s.m.scene.Ghost)
	}
}

func TestBatchesOfAnOldGenerationAreDropped(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().begun().batch(5)
	old := runner.Batch{Generation: 1, Rows: []sim.Row{s.row(6)}, State: runner.State{Iteration: 99}}
	s.send(batchMsg{old, true})
	if s.m.scene.Run.Last() != 5 || s.m.scene.State.Iteration == 99 {
		t.Errorf("an old batch was filed: %d rows, state %+v", s.m.scene.Run.Last(), s.m.scene.State)
	}
}

func TestAtMostOneBatchIsAskedForAtATime(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36) // Init waits
	s.send(tickMsg(s.now))
	s.begun()
	if s.m.waiting {
		t.Fatal("a delivered batch is still waited for")
	}
	s.send(tickMsg(s.now.Add(frameTime)))
	if !s.m.waiting {
		t.Error("nobody waits for the next batch")
	}
}

func TestTheCursorReadsWhatWasTrueThen(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.batch(10, s.changed("alpha = 0.1", 11, true))
	s.press("home")
	s.shows("t = 1: loss 0.726", "α=0.5", "Parameters at t = 1", "Network at t = 1")
	s.press("end", ",")
	if s.m.scene.Cursor != 19 {
		t.Errorf("cursor %d, want 19: one before the newest", s.m.scene.Cursor)
	}
	s.shows("t = 19", "α=0.1")
	s.press(".", ".")
	if s.m.scene.Cursor != 0 {
		t.Errorf("cursor %d, want live after the newest", s.m.scene.Cursor)
	}
}

func TestLossOfTheGuaranteeIsSaidInWords(t *testing.T) {
	s := states()["lapsed"](t, 120, 36)
	s.shows("no guarantee from t = 38", "✕ B ≥ C: violated")
	s.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.shows("no guarantee")
}

func TestADivergedRunIsHaltedMarkedAndExplained(t *testing.T) {
	s := states()["diverged"](t, 120, 36)
	s.shows("✕ halted", "diverged", "likely causes")
	s.press("space")
	if s.f.last().Order == runner.Go {
		t.Error("a halted run was asked to go on")
	}
}

func TestAGraphInTwoPiecesIsAnnouncedAndTheRunGoesOn(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	g, err := network.Parse("edges:1-2,3-4", 5, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.graph = g
	s.batch(1, s.changed("cut 1-5", 11, true), sim.Notice{Iteration: 11, Kind: sim.Split, Text: "the graph is in 3 pieces"})
	s.shows("the graph is in 3 pieces", "3 pieces: they drift", "▶ running", "① cut 1-5")
	if s.graph, err = network.Parse("ring", 5, 0); err != nil {
		t.Fatal(err)
	}
	s.batch(1, s.changed("join 1-5", 12, true))
	s.send(tickMsg(s.now))
	s.hides("pieces") // joined again
	s.shows("join 1-5, ")
}

func TestCutAnEdgeFromThePicker(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.press("t").shows("cut an edge…")
	s.press("c", "u", "t", "enter").shows("1-2")
	s.press("enter")
	if c := s.f.last(); c.Order != runner.Apply || c.Event != (config.Event{Edge: network.Edge{0, 1}}) {
		t.Errorf("command %+v, want cut 1-2", c)
	}
}

// Parties have no graph: the key of the network asks for their cuts, which lie folded away.
func TestTheKeyOfTheNetworkAsksForTheCutsOfParties(t *testing.T) {
	s := newStage(t, config.Default().WithMethod("sharing"), 120, 36).begun().batch(10)
	s.press("t").shows("columns at which the parties are cut")
	s.press("ctrl+u", "4", "0", ",", "8", "0", "enter").shows("halves → 40,80")
	if got := s.m.scene.Pending["parties"].Value; got != "40,80" {
		t.Errorf("the cuts that wait are %q", got)
	}
}

// The changes before may still be on their way: keys come faster than the run answers.
func TestTheEdgesOfferedAreThoseOfTheGraphAsItWillBe(t *testing.T) {
	choose := func(s *stage, words string) { s.press("t").press(strings.Split(words, "")...).press("enter") }
	for _, c := range []struct{ first, then, want string }{
		{"cut", "cut", "cut 1-5"},
		{"cut", "join", "join 1-2"},
		{"complete", "cut", "cut 1-2"},
		{"complete", "join", ""},
		{"star", "join", "join 2-3"},
	} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(10)
		if choose(s, c.first); c.first == "cut" {
			s.press("enter")
		}
		before := len(s.f.taken)
		if choose(s, c.then); c.want == "" {
			s.shows("there is no edge to join")
			continue
		}
		s.press("enter")
		if sent := s.f.taken[before:]; len(sent) != 1 || sent[0].Event.Words() != c.want {
			t.Errorf("%s, then %s: commands %+v, want %s", c.first, c.then, sent, c.want)
		}
	}
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	choose(s, "cut")
	s.press("enter")
	choose(s, "complete")
	choose(s, "cut")
	s.press("enter")
	if c := s.f.last(); c.Event.Words() != "cut 1-2" {
		t.Errorf("cut, complete, cut: command %+v, want cut 1-2, which the complete graph has again", c)
	}
}

func TestOnlyKnobsTheMethodReadsAreShown(t *testing.T) {
	for _, method := range admm.Catalogue() {
		s := newStage(t, config.Default().WithMethod(method.ID), 120, 36)
		for _, r := range s.m.scene.Rows() {
			if r.Key != scene.PaceKey && !r.Knob.Reads(s.m.scene.Base) {
				t.Errorf("%s shows %s, which it does not read", method.Name, r.Key)
			}
		}
	}
}

func TestValuesForEachNodeCanBeTyped(t *testing.T) {
	s := newStage(t, config.Default().WithMethod("mradmm"), 120, 36).begun().batch(3)
	s.m.desk.Turn("eta", "1,1.03,1.02,0.8,1.01")
	s.frame()
	if c := s.f.last(); c.Event.Value != "1,1.03,1.02,0.8,1.01" {
		t.Errorf("command %+v", c)
	}
	if err := s.m.scene.Check("eta", "1,2"); err == nil {
		t.Error("two values for five nodes were accepted")
	}
}

func TestSpaceSpeedAndStep(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	for _, step := range []struct {
		key  string
		want runner.Command
	}{
		{"space", runner.Command{Order: runner.Pause}}, {"space", runner.Command{Order: runner.Go}},
		{"]", runner.Command{Order: runner.Pace, Speed: 60}}, {"]", runner.Command{Order: runner.Pace, Speed: 0}}, {"[", runner.Command{Order: runner.Pace, Speed: 60}},
		{"n", runner.Command{Order: runner.Once}},
	} {
		s.press(step.key)
		if got := s.f.last(); got.Order != step.want.Order || got.Speed != step.want.Speed {
			t.Errorf("%s: command %+v, want %+v", step.key, got, step.want)
		}
	}
}

func TestRightIsAStepOnlyWhenNoParameterHasTheFocus(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	if s.press("right"); s.f.last().Order != runner.Apply {
		t.Errorf("with the parameters in focus: %+v", s.f.last())
	}
	if s.press("tab", "right"); s.f.last().Order != runner.Once {
		t.Errorf("with a chart in focus: %+v", s.f.last())
	}
}

func TestASlowDataSetShowsItsProgress(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36)
	s.now = s.now.Add(time.Second)
	s.send(tickMsg(s.now))
	s.send(batchMsg{runner.Batch{State: runner.State{Loading: &sim.Loading{What: "reading adult.data", Part: 0.43}}}, true})
	s.shows("reading adult.data", "43 %")
	if s.m.View().ProgressBar == nil {
		t.Error("the terminal is not told of the progress")
	}
}

// What is turned while data are read asks for them anew: they are awaited from the first time on.
func TestATurnWhileDataAreReadStillAwaitsThem(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	if s.press("r").pass(time.Second); !s.m.scene.Awaited() {
		t.Fatal("a start is under way for a second, and nothing says so")
	}
	s.press("right").shows("reading census")
	if s.f.last().Order != runner.Start {
		t.Errorf("a turn meanwhile: %+v", s.f.last())
	}
}

func TestTheMouseChoosesParametersAndReadsCharts(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(50)
	p := s.m.plan()
	in := p.places[s.panel("parameters")].Inside()
	s.send(tea.MouseClickMsg{X: in.X + 3, Y: in.Y + 2, Button: tea.MouseLeft})
	if s.m.scene.Selected != "eta" {
		t.Errorf("the third line chose %q", s.m.scene.Selected)
	}
	in = p.places[s.panel("loss")].Inside()
	s.send(tea.MouseClickMsg{X: in.X + 8, Y: in.Y + 3, Button: tea.MouseLeft})
	if s.m.scene.Cursor != 1 || s.m.scene.Focus != "loss" {
		t.Errorf("cursor %d, focus %s: want iteration 1 of the loss", s.m.scene.Cursor, s.m.scene.Focus)
	}
	s.send(tea.MouseWheelMsg{X: in.X + 8, Y: in.Y + 3, Button: tea.MouseWheelDown})
	if s.m.scene.Cursor != 2 {
		t.Errorf("cursor %d after the wheel, want 2", s.m.scene.Cursor)
	}
	if s.press("M"); s.m.View().MouseMode != tea.MouseModeNone {
		t.Error("M leaves the mouse on")
	}
}

func TestNodeStatesAreThinnedButCurvesAreNot(t *testing.T) {
	h := &scene.History{}
	nodes := make([]sim.NodeState, 1000)
	for i := 1; i <= 5000; i++ {
		h.Add(sim.Row{Iteration: i, TrainLoss: float64(i), Nodes: nodes})
	}
	if h.Last() != 5000 || h.At(scene.TrainLoss, 4321) != 4321 {
		t.Errorf("the curve has %d iterations", h.Last())
	}
	if len(h.Nodes)*1000 > scene.MaxNodeStates {
		t.Errorf("%d snapshots of 1000 nodes are kept", len(h.Nodes))
	}
	if got := h.NodesAt(4000); got.Nodes == nil || got.Iteration > 4000 || 4000-got.Iteration >= h.Stride {
		t.Errorf("the nodes at 4000 are those of %d, stride %d", got.Iteration, h.Stride)
	}
}

// The newest state is there whatever is thinned, until it is another: in a fork it is the one
// kept before, which is not told as its own.
func TestTheNewestNodeStateIsThere(t *testing.T) {
	h := &scene.History{}
	for i := 1; i <= 5000; i++ {
		nodes := make([]sim.NodeState, 1000)
		nodes[0].Distance = float64(i)
		h.Add(sim.Row{Iteration: i, Nodes: nodes, MeanNorm: 1})
		if got := h.NodesAt(i); got.Iteration != i || got.Nodes[0].Distance != float64(i) {
			t.Fatalf("the nodes at the newest, %d, are those of %d", i, got.Iteration)
		}
	}
	if h.Stride == 1 || (5000-1)%h.Stride == 0 {
		t.Fatalf("every one is kept, or the newest is, stride %d", h.Stride)
	}
	if again := h.Until(5000, config.Default(), sim.Row{}).NodesAt(5000); again.Iteration != 5000 {
		t.Errorf("behind a fork at the newest the nodes are those of %d", again.Iteration)
	}
	if before := h.Until(4999, config.Default(), sim.Row{}).NodesAt(5000); before.Iteration == 5000 {
		t.Error("a fork has the nodes of what it has left")
	}
}

// What stands under an iteration whose states are not kept says which iteration it is of.
func TestPartiesOfAnEarlierIterationAreDated(t *testing.T) {
	s := newStage(t, config.Default().WithMethod("sharing"), 120, 36).begun().batch(9)
	s.m.scene.Run.Nodes = slices.DeleteFunc(s.m.scene.Run.Nodes, func(n scene.Snapshot) bool { return n.Iteration%4 != 1 })
	s.m.view.focus = s.panel("loss")
	s.press("left", "left", "left")
	if s.shows("|x| length of its model", "at t = 5"); s.m.scene.Cursor != 6 {
		t.Errorf("cursor %d, want 6", s.m.scene.Cursor)
	}
}

func BenchmarkDraw(b *testing.B) {
	s := states()["ghost and cursor"](b, 250, 80)
	s.m.scene.Theme = scene.DarkTheme()
	for b.Loop() {
		s.m.draw()
	}
}

// Two runs as long as a history is kept whole, with the plane beside the charts.
func BenchmarkDrawLong(b *testing.B) {
	c := config.Default()
	c.Iterations = scene.MaxPoints
	s := newStage(b, c, 160, 50).begun()
	for range 120 {
		s.batch(1000)
	}
	before := *s.m.scene.Run
	s.m.scene.Ghost = &before
	for b.Loop() {
		s.m.draw()
	}
}

func TestWordsFollowTheNoiseWhenItProvesLessThanThePaperSays(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(1)
	now := s.m.scene.Run.Newest
	now[scene.Epsilon], now[scene.Proved], now[scene.Tight], now[scene.TightDelta] = 1, 2, 2, 0
	s.m.scene.Dirty = true
	s.shows("╭ Privacy ─────────────── ε ≤ 2 ", "printed 1 (basic)", "at most 7.4 times", "this noise proves no less than") // e^2, not e^1
}

func TestANewMethodsParametersHaveAChosenOne(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3) // α is chosen, which sharing does not read
	s.method("sharing")
	s.begun()
	if s.m.scene.Selected != "epsilon" {
		t.Errorf("chosen %q, want the first of sharing's own", s.m.scene.Selected)
	}
}

// An iteration that takes seconds, as where a wide table is prepared anew, is told.
func TestALongIterationIsTold(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(5)
	s.shows("running")
	s.now = s.now.Add(6 * time.Second)
	s.send(tickMsg(s.now))
	s.shows("one iteration, 6 s")
	s.batch(1).shows("running")
}

// While the data are awaited every key that runs, stops or leaves answers: with what will be
// once they are there, or what else there is to do. It is gone when they come.
func TestKeysAnswerWhileTheDataAreAwaited(t *testing.T) {
	const other = "; d takes other data"
	s := newStage(t, config.Default(), 120, 36)
	for _, k := range []struct{ key, want string }{
		{"space", "the run stands at its start once the data are there, until space is pressed again" + other},
		{"space", "the run begins once the data are there" + other},
		{"n", "one iteration is made once the data are there" + other},
		{"esc", "the data are awaited" + other},
	} {
		s.m.scene.Message = scene.Message{}
		if s.press(k.key); s.m.scene.Message.Text != k.want {
			t.Errorf("%s is answered by %q, expected %q", k.key, s.m.scene.Message.Text, k.want)
		}
		s.shows(k.want)
	}
	s.begun().batch(1)
	s.hides("awaited")
	s.m.scene.Message = scene.Message{}
	if s.press("space"); s.m.scene.Message.Text != "" {
		t.Errorf("a run with its data answers %q", s.m.scene.Message.Text)
	}
	// A start from data that are there is too short for words.
	if s.press("r", "space"); strings.Contains(s.m.scene.Message.Text, "once") {
		t.Errorf("a short start answers %q", s.m.scene.Message.Text)
	}
}

// What the run in force was asked for before a start that is refused it does, however soon the start
// was asked for: a pause and a step let it stand meanwhile, a step and a question come again.
func TestARefusedStartTakesNothingFromTheRunBefore(t *testing.T) {
	pause := scene.Press{Key: "space"}
	ask := scene.Ask{Question: "afford", Command: runner.Command{Order: runner.Afford, Within: 2}}
	for what, of := range map[string]struct {
		asked        scene.Wish
		meant, again []runner.Order
	}{
		"a pause":    {pause, []runner.Order{runner.Apply, runner.Pause, runner.Start}, nil},
		"a step":     {scene.Press{Key: "n"}, []runner.Order{runner.Apply, runner.Pause, runner.Start}, []runner.Order{runner.Once}},
		"a question": {ask, []runner.Order{runner.Apply, runner.Start}, []runner.Order{runner.Afford}},
	} {
		orders := func(list []runner.Command) (orders []runner.Order) {
			for _, c := range list {
				orders = append(orders, c.Order)
			}
			return orders
		}
		s := newStage(t, config.Default(), 120, 36).begun().batch(3)
		began, before := s.m.scene.State.Began, len(s.f.taken)
		s.f.deaf = true
		s.press("left")
		s.m.grant(of.asked)
		s.m.desk.Reset(false)
		s.f.deaf = false
		s.frame()
		if got := orders(s.f.taken[before:]); !slices.Equal(got, of.meant) {
			t.Errorf("%s: handed over are %v, want %v", what, got, of.meant)
		}
		before = len(s.f.taken)
		s.m.scene.State.Running = what == "a question"
		s.told(began, s.m.scene.Starting, sim.Notice{Kind: sim.Refused, Text: "no such data"})
		if got := orders(s.f.taken[before:]); !slices.Equal(got, of.again) || s.m.desk.Wanted() != s.m.scene.State.Running {
			t.Errorf("%s: behind the refusal %v come again, want %v; wanted %t", what, got, of.again, s.m.desk.Wanted())
		}
		if asking := s.m.scene.Questions.Asking(); asking != (what == "a question") {
			t.Errorf("%s: a question waits %t", what, asking)
		}
		s.told(began, s.m.desk.Newest(), sim.Notice{Kind: sim.Answer, Text: "alpha 0.1", Asked: s.m.desk.Newest()})
		if answered := s.m.scene.Questions.Answer("afford") != ""; answered != (what == "a question") {
			t.Errorf("%s: a question is answered %t", what, answered)
		}
	}
}

// told delivers a report of a run that the start of a number began, up to a command.
func (s *stage) told(began, seq int, notices ...sim.Notice) {
	b := runner.Batch{Generation: s.generation, Notices: notices, State: s.m.scene.State}
	b.State.Seq, b.State.Began = seq, began
	s.send(batchMsg{b, true})
}

// R takes another seed than the one that was asked for, but only where it begins.
func TestTheSeedThatWaitedIsBackWhereCapitalRIsRefused(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.m.grant(scene.Turn{Key: "seed", Value: "99"})
	s.press("R")
	if w, waits := s.m.scene.Pending["seed"]; waits || s.f.last().Config.Seed == 99 {
		t.Errorf("R begins with seed %d, and %v waits", s.f.last().Config.Seed, w)
	}
	s.told(s.m.scene.State.Began, s.m.scene.Starting, sim.Notice{Kind: sim.Refused, Text: "no such data"})
	if w := s.m.scene.Pending["seed"]; w.Value != "99" || !w.Reset {
		t.Errorf("after the refusal %+v waits, want seed 99", w)
	}
	if s.press("r"); s.f.last().Config.Seed != 99 {
		t.Errorf("the next reset begins with seed %d, want 99", s.f.last().Config.Seed)
	}
}

// What is turned by hand stands at a reset, whatever the run's own schedule makes of it behind, and
// however many iterations come at once.
func TestAResetHasWhatWasTurnedWhateverComesInOneBatch(t *testing.T) {
	for _, atOnce := range []bool{false, true} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(10)
		s.m.grant(scene.Turn{Key: "alpha", Value: "0.2"})
		if hand := s.changed("alpha = 0.2", 11, true); atOnce {
			s.batch(5, hand, s.changed("alpha = 0.1", 12, false))
		} else {
			s.batch(1, hand).batch(4, s.changed("alpha = 0.1", 12, false))
		}
		if got := s.m.scene.Base.Set.Alpha[0]; got != 0.2 {
			t.Errorf("at once %v: a reset begins with α = %g", atOnce, got)
		}
	}
}

// A turn that the run refuses leaves a reset as it was, whatever the run's own schedule has made of
// the value.
func TestAResetIsAsItWasWhereATurnIsRefused(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.m.grant(scene.Turn{Key: "alpha", Value: "0.2"})
	s.batch(5, s.changed("alpha = 0.1", 11, false), sim.Notice{Kind: sim.Refused, Text: "not now"})
	if got := s.m.scene.Base.Set.Alpha[0]; got != 0.5 {
		t.Errorf("a reset begins with α = %g", got)
	}
}

// What is turned for a run that is refused waits for the next reset, and u takes it back; where
// the run to begin has read what the one in force does not, it goes.
func TestWhatIsTurnedForARefusedRunWaits(t *testing.T) {
	refusal := sim.Notice{Kind: sim.Refused, Text: "no such data"}
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	began := s.m.scene.State.Began
	s.m.grant(scene.Turn{Key: "data", Value: "csv:bad.csv"})
	s.press("r").late()
	for _, alpha := range []string{"0.4", "0.3"} {
		s.m.grant(scene.Turn{Key: "alpha", Value: alpha})
	}
	s.told(began, s.m.scene.Starting, refusal)
	for _, want := range []string{"0.3", "0.4"} {
		if w := s.m.scene.Pending["alpha"]; w.Value != want || !w.Reset {
			t.Errorf("α waits as %+v, want %s", w, want)
		}
		s.press("u")
	}
	if w, waits := s.m.scene.Pending["alpha"]; waits {
		t.Errorf("taken back twice, α waits as %+v", w)
	}

	s = newStage(t, config.Default(), 120, 36).begun().batch(10)
	began = s.m.scene.State.Began
	s.method("sharing")
	s.late()
	s.m.grant(scene.Turn{Key: "b1", Value: "2"})
	s.told(began, s.m.scene.Starting, refusal)
	if len(s.m.scene.Pending) > 0 {
		t.Errorf("of sharing waits %v", s.m.scene.Pending)
	}
	if err := s.m.scene.Unfit(); err != nil {
		t.Error(err)
	}
}

// An edge cut for a run that is refused waits for the next reset as a value does, alone, behind a
// value and before another topology, which counts; u takes them back one by one.
func TestAnEdgeCutForARefusedRunWaits(t *testing.T) {
	const without = "edges:1-5,2-3,3-4,4-5"
	cut := scene.Apply{Event: config.Event{Edge: network.Edge{0, 1}}}
	star, alpha := scene.Turn{Key: "topology", Value: "star"}, scene.Turn{Key: "alpha", Value: "0.3"}
	for what, of := range map[string]struct {
		asked []scene.Wish
		waits []string // at first, and after each u
	}{
		"alone": {[]scene.Wish{cut}, []string{without, ""}}, "before α": {[]scene.Wish{cut, alpha}, []string{without, without, ""}},
		"before a star": {[]scene.Wish{cut, star}, []string{"star", without, ""}}, "twice": {[]scene.Wish{cut, cut}, []string{without, ""}},
	} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(10)
		began := s.m.scene.State.Began
		s.m.grant(scene.Turn{Key: "data", Value: "csv:bad.csv"})
		s.press("r").late()
		for _, w := range of.asked {
			s.m.grant(w)
		}
		if start := s.m.scene.Base.Topology; start != of.waits[0] {
			t.Errorf("%s: the run is to begin with %s", what, start)
		}
		s.told(began, s.m.scene.Starting, sim.Notice{Kind: sim.Refused, Text: "no such data"})
		for i, want := range of.waits {
			if i > 0 {
				s.press("u")
			}
			if got := s.m.scene.Pending["topology"]; got.Value != want || got.Reset != (want != "") {
				t.Errorf("%s: after %d u the topology waits as %+v, want %q", what, i, got, want)
			}
		}
	}
}

// Where the first start was refused an edge is cut for the reset, as all that is turned there counts.
func TestWithoutARunAnEdgeIsCutForTheReset(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36)
	s.told(0, s.m.scene.Starting, sim.Notice{Kind: sim.Refused, Text: "no such data"})
	s.press("enter").hides("counts: next")
	s.press("esc")
	s.frame()
	s.press("?", "tab", "end").shows("Counts: after a reset")
	s.press("esc")
	s.press("t").hides("next iteration")
	for range len(network.Kinds()) + 1 {
		s.press("down")
	}
	s.press("enter").shows("1-2")
	s.press("enter").shows("counts after a reset: press r")
	s.press("r")
	if got := s.m.scene.Base.Topology; got != "edges:1-5,2-3,3-4,4-5" {
		t.Errorf("a reset begins with %s", got)
	}
}

// A wish that waits for a reset waits on where the start that was to be made with it, or
// without it, is refused: unless the run that began meanwhile was made with it.
func TestAWishIsBackWithARefusedStart(t *testing.T) {
	nowhere := scene.Start{Config: config.Default(), Fresh: true}
	refusal := sim.Notice{Kind: sim.Refused, Text: "no such data"}
	seven := scene.Turn{Key: "nodes", Value: "7"}
	for what, of := range map[string]struct {
		do    func(s *stage) (began int)
		waits bool
	}{
		"alone": {func(s *stage) int { s.m.grant(seven); return s.m.scene.State.Began }, true},
		"behind a fork": {func(s *stage) int {
			s.m.grant(seven)
			s.m.desk.Fork()
			return s.begun().m.scene.State.Began
		}, true},
		"behind a fork that begins after the start was asked for": {func(s *stage) int {
			s.m.grant(seven)
			s.m.desk.Fork()
			return s.m.scene.Starting
		}, true},
		"made while a reset is set up, which begins after the start was asked for": {func(s *stage) int {
			s.press("R").late()
			s.m.grant(seven)
			return s.m.scene.Starting
		}, true},
		"made while a reset is set up, which begins after the next was asked for": {func(s *stage) int {
			s.press("R").late()
			s.m.grant(seven)
			begins := s.m.scene.Starting
			s.press("r").late() // with the wish
			s.generation++
			s.told(begins, begins)
			return begins
		}, true},
		"in the reset that begins after the start was asked for": {func(s *stage) int {
			s.m.grant(seven)
			s.press("R").late()
			return s.m.scene.Starting
		}, false},
	} {
		s := newStage(t, config.Default(), 200, 50).begun().batch(20)
		began := of.do(s)
		s.m.grant(nowhere)
		if began != s.m.scene.State.Began {
			s.generation++
			s.told(began, began)
		}
		s.told(began, s.m.desk.Newest(), refusal)
		if w, waits := s.m.scene.Pending["nodes"]; waits != of.waits || waits && (w.Value != "7" || !w.Reset) {
			t.Errorf("%s: the wish waits, %t, as %+v, want %t", what, waits, w, of.waits)
		}
	}
}

// A fork that begins while a later start is under way is filed as what it is, not as that.
func TestAForkIsFiledUnderItsOwnSettings(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(20)
	s.m.desk.Fork()
	fork := s.m.scene.Starting
	s.method("sharing")
	s.generation++
	b := runner.Batch{Generation: s.generation, Taken: 20, State: s.m.scene.State}
	b.State.Seq, b.State.Began = fork, fork
	s.send(batchMsg{b, true})
	if h := s.m.scene.Run; h.Config.Method != "dvp" || h.Last() != 20 {
		t.Errorf("a fork of DVP at 20 is filed as %s with %d iterations", h.Config.Method, h.Last())
	}
}

// Behind a start that is refused a fork is still on its way where it was: what is turned next, and a
// reset, are of what it will be where it stands.
func TestAForkIsOnItsWayBehindARefusedStart(t *testing.T) {
	for _, late := range []bool{false, true} { // the start, which comes once the fork has begun
		s := newStage(t, config.Default(), 120, 36).begun().batch(5)
		s.batch(1, s.changed("alpha = 0.3", 6, true)).batch(14)
		before := s.config
		s.batch(1, s.changed("alpha = 0.1", 21, true)).batch(2)
		s.m.desk.Fork()
		fork := s.m.scene.Starting
		s.generation++
		replays := func(seq, at int, n ...sim.Notice) {
			b := runner.Batch{Generation: s.generation, Taken: 20, Notices: n, State: s.m.scene.State}
			b.State.Began, b.State.Seq, b.State.Iteration, b.State.Config = fork, seq, at, before
			s.send(batchMsg{b, true})
		}
		if late {
			replays(fork, 20)
		}
		s.m.grant(scene.Start{Config: config.Default()})
		replays(s.m.desk.Newest(), 20, sim.Notice{Kind: sim.Refused, Text: "no such data"})
		sc := &s.m.scene
		if next, anew := sc.Next().Set.Alpha[0], sc.Anew().Set.Alpha[0]; sc.ForkAt != 23 || next != 0.1 || anew != 0.1 {
			t.Errorf("late %t: forking at %d, the next change is made to α = %g and a reset begins with %g", late, sc.ForkAt, next, anew)
		}
		s.shows("replaying to 23")
		if replays(s.m.desk.Newest(), 23); sc.ForkAt != 0 {
			t.Errorf("late %t: it stands, and is forking at %d", late, sc.ForkAt)
		}
	}
}

// What is asked while another run is set up is of that one, in its own words; what lights tell
// is of the run that stands, and mends nothing in the other.
func TestWhatIsAskedWhileAnotherRunIsSetUp(t *testing.T) {
	next := config.Default().WithMethod("sharing")
	next.Iterations, next.Set.Delta = 77, 0.01
	for _, anew := range []bool{false, true} {
		s := newStage(t, config.Default(), 200, 50).begun()
		s.lights = []sim.Light{{Name: "B ≥ C", State: sim.Broken, Detail: "C is too large", Mend: admm.Mend{Key: "C", Value: "9", Anew: anew}}}
		s.batch(20)
		s.m.grant(scene.Start{Config: next})
		s.late()
		starting := s.m.scene.Starting
		s.m.focusOn(s.panel("guarantees"))
		s.press("enter").pass(patience)
		s.frame()
		s.shows("this is of the run that stands")
		if s.m.scene.Starting != starting || s.f.last().Order != runner.Start || len(s.m.scene.Pending) > 0 {
			t.Errorf("anew %t: enter on a light sends %v", anew, s.f.last())
		}
		s.press("f").shows("reaches t = 77", "δ = 0.01", "one column changed")
	}
}

// What a run that is to begin was asked for is asked of it again, in its order, where it begins with
// something turned behind that; an answer that was accepted is done, unless it is what was turned.
func TestWhatARunThatBeginsWasAskedForOutlivesATurn(t *testing.T) {
	for key, does := range map[string]bool{"eta": true, "alpha": false} {
		s := newStage(t, config.Default(), 200, 50).begun().batch(20)
		s.m.grant(scene.Turn{Key: "data", Value: "census:300"})
		s.press("r").late().press("n")
		s.m.grant(scene.Ask{Question: sim.AttackLabels, Command: runner.Command{Order: runner.Attack, Attack: sim.AttackLabels}})
		s.press("n")
		s.m.grant(scene.Ask{Question: "afford", Command: runner.Command{Order: runner.Afford, Config: s.m.scene.Anew(), Within: 2, Do: true},
			Turns: []config.Event{{Key: "alpha", Value: "0.2"}}})
		for range 2 { // what is turned anew takes the place of that, too
			s.m.grant(scene.Turn{Key: key, Value: "0.3"})
		}
		s.frame()
		i := slices.IndexFunc(s.f.taken, func(c runner.Command) bool { return c.Seq == s.m.scene.Starting })
		var orders []runner.Order
		for _, c := range s.f.taken[i:] {
			if orders = append(orders, c.Order); c.Order != runner.Start && c.For != s.m.scene.Starting {
				t.Errorf("%s is turned: %+v is asked of another run", key, c)
			}
		}
		if want := []runner.Order{runner.Start, runner.Once, runner.Attack, runner.Once, runner.Afford}; !slices.Equal(orders, want) {
			t.Fatalf("%s is turned: handed over are %v, want %v", key, orders, want)
		}
		asked := s.f.last()
		if asked.Do != does || asked.Within != 2 || asked.Config.Text() != s.m.scene.Anew().Text() {
			t.Errorf("%s is turned: %+v, done: want %t", key, asked, does)
		}
		if _, pending := s.m.scene.Pending["alpha"]; pending != does {
			t.Errorf("%s is turned: what was accepted is on its way: %t", key, pending)
		}
		s.begun().batch(2, sim.Notice{Kind: sim.Answer, Text: "alpha 0.1", Asked: asked.Seq})
		if got := s.m.scene.Questions.Answer("afford"); got != "alpha 0.1" {
			t.Errorf("%s is turned: the answer is %q", key, got)
		}
	}
}

// A parameter in sight that the run which begins has not is not turned, and that is told.
func TestWhatTheNextRunHasNotIsNotTurned(t *testing.T) {
	s := newStage(t, config.Default(), 200, 50).begun().batch(20)
	s.m.grant(scene.Select{Key: "alpha"})
	s.method("sharing")
	s.late()
	starting := s.m.scene.Starting
	s.press("right").shows("Sharing has no α: turn what it has once it has begun")
	s.m.grant(scene.Select{Key: "rho"})
	if s.m.scene.Starting != starting {
		t.Errorf("a turn of alpha begins sharing anew: start %d, not %d", s.m.scene.Starting, starting)
	}
	if s.press("right"); s.m.scene.Starting == starting {
		t.Error("a turn of rho, which sharing has, is not made")
	}
}

// What is told as a run opens stands before what its first iterations tell.
func TestWhatIsToldAsARunOpensStandsBeforeWhatItsFirstIterationsTell(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36)
	s.m.scene.Announce("gamma is not read")
	s.begun().batch(1, sim.Notice{Iteration: 0, Kind: sim.Data, Text: "columns of words"}, sim.Notice{Iteration: 1, Kind: sim.NoGuarantee, Text: "no guarantee from t = 1"})
	s.shows("gamma is not read; columns of words; no guarantee from t = 1")
	s.press("esc")
	s.hides("gamma is not read")
	s.batch(3, sim.Notice{Iteration: 4, Kind: sim.NoGuarantee, Text: "no guarantee from t = 4"})
	s.shows("no guarantee from t = 4")
	s.hides("columns of words")
}

// What is told nowhere else has its time on the screen, whatever takes its place meanwhile; esc
// says that it is read.
func TestWhatIsAnnouncedIsToldInTheEnd(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36)
	pass := func(span time.Duration) {
		s.now = s.now.Add(span)
		s.send(tickMsg(s.now))
	}
	s.m.scene.Announce("gamma is not read")
	s.m.scene.Announce("a run is damaged")
	s.begun().batch(3)
	s.m.scene.Warn("another warning")
	pass(time.Second)
	s.shows("another warning")
	for _, words := range []string{"gamma is not read", "a run is damaged"} {
		pass(13 * time.Second)
		s.shows(words)
		s.m.scene.Say("something")
		s.press("esc")
		pass(time.Second)
		s.shows(words)
	}
	s.press("esc")
	for range 3 {
		pass(13 * time.Second)
		s.hides("is damaged")
		s.hides("is not read")
	}
}

// What is told of the settings that the program was started with goes as soon as one is turned, and
// does not come back.
func TestWhatIsToldOfTheStartGoesWithTheFirstTurn(t *testing.T) {
	for _, turn := range []scene.Turn{{Key: "budget", Value: "20"}, {Key: "nodes", Value: "4"}} {
		s := newStage(t, config.Default(), 120, 36)
		s.m.scene.AnnounceWhile(s.m.untouched, "accountant=basic changes nothing while budget = 0")
		s.begun().batch(3)
		s.shows("changes nothing")
		s.m.grant(turn)
		if turn.Key == "budget" {
			s.batch(1, s.changed("budget = 20", 4, true))
			s.shows("budget none→20")
		}
		for range 3 {
			s.now = s.now.Add(7 * time.Second)
			s.send(tickMsg(s.now))
			s.hides("changes nothing")
		}
	}
}

// A new seed of a run in which nothing is drawn is told to change nothing.
func TestANewSeedWithoutChanceIsTold(t *testing.T) {
	for says, text := range map[string]string{"changes nothing while nothing is drawn": "method = \"admm\"\nshuffle = false\niterations = 3\n", "": "method = \"admm\"\n"} {
		c, err := config.ParseText([]byte(text), "")
		if err != nil {
			t.Fatal(err)
		}
		s := newStage(t, c, 120, 36).begun().batch(3)
		before := s.m.scene.Base.Seed
		s.press("R").begun().batch(2)
		if says != "" {
			s.batch(1, sim.Notice{Kind: sim.Finished, Text: "limit of 3 reached"}).shows("nothing is drawn; limit of 3 reached")
			s.press("R").begun()
			s.batch(1, sim.Notice{Iteration: 1, Kind: sim.NoGuarantee, Text: "no guarantee from here on"}).shows("nothing is drawn; no guarantee from here on")
		}
		if after := s.m.scene.Base.Seed; after == before || s.m.scene.Message.Text != says && !strings.HasPrefix(s.m.scene.Message.Text, fmt.Sprintf("seed %d %s", after, says)) {
			t.Errorf("%s: from seed %d to %d, told %q", text, before, after, s.m.scene.Message.Text)
		}
	}
}

// A new seed that a run beside draws by changes something.
func TestANewSeedOfTheRunsBesideIsNotIdle(t *testing.T) {
	c := config.Default().WithMethod("admm")
	c.Shuffle = false
	s := newStage(t, c, 120, 36).begun().batch(3)
	s.m.desk.AddBeside(config.Default(), "")
	s.batch(3)
	s.press("R").begun().batch(2)
	if text := s.m.scene.Message.Text; strings.Contains(text, "changes nothing") {
		t.Errorf("told %q", text)
	}
}
