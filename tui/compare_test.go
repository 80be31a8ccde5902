package tui

import (
	"math"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/presets"
	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/runner"
	"admmlab/tui/scene"
)

// A copy put beside stays as it is while a knob turns the run at the keys, and
// goes again.
func TestACopyBesideShowsWhatAKnobDoes(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 1_000_000
	s := real(t, c)
	s.until("the first row", func() bool { return s.m.scene.Run.Last() > 3 })
	s.press("space", "c", "enter")
	s.until("the copy", func() bool { return s.done() && s.m.scene.Companions[0].Run.Last() == s.m.scene.Run.Last() })
	for at := 1; at <= s.m.scene.Run.Last(); at++ {
		if a, b := s.m.scene.Run.At(scene.TrainLoss, at), s.m.scene.Companions[0].Run.At(scene.TrainLoss, at); a != b {
			t.Fatalf("in iteration %d the copy says %g, the run %g", at, b, a)
		}
	}
	s.press("c")
	s.shows("Side by side", "Nothing differs")
	s.press("c", "left", "n")
	last := s.m.scene.Run.Last() + 1
	s.until("an iteration under another α", func() bool { return s.done() && s.m.scene.Companions[0].Run.Last() == last })
	if a, b := s.m.scene.Run.At(scene.TrainLoss, last), s.m.scene.Companions[0].Run.At(scene.TrainLoss, last); a == b {
		t.Errorf("both say %g with another α", a)
	}
	s.press("c")
	s.shows("α 0.32", "α 0.5", "what differs", "events")
	s.press("enter", "enter")
	s.until("nobody beside", func() bool { return s.done() && !s.m.scene.Comparing() })
}

// Another value beside is that of the whole run: what was turned on the way would take its
// place, and is left out, which is said where it is typed.
func TestAnotherValueBesideIsThatOfTheWholeRun(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(2)
	s.batch(3, s.changed("alpha = 0.1", 3, true), s.changed("rho = 1", 4, true))
	s.m.scene.Selected = "alpha"
	s.press("c", "down", "enter").shows("leaves out 1 change of it")
	s.press("3", "enter").batch(1)
	if c := s.m.scene.Companions[0].Asked.After(9); c.Set.Alpha[0] != 3 || c.Set.Rho[0] != 1 {
		t.Errorf("beside is α %v and ρ %v, want 3 and 1", c.Set.Alpha, c.Set.Rho)
	}
}

// Another method goes beside with the C in force, also where the session itself turned it on
// the way; with columns at parties there is none.
func TestAnotherMethodBesideHasTheCInForce(t *testing.T) {
	c := config.Default()
	c.Events = []config.Event{{At: 3, Key: "C", Value: "900"}}
	s := newStage(t, c, 120, 36).begun().batch(2)
	s.batch(3, s.changed("C = 900", 3, false))
	s.press("c", "p", "v", "p").shows("C as here")
	s.press("enter").batch(1)
	if c := s.m.scene.Companions[0].Asked; c.Method != "pvp" || c.Set.C[0] != 900 {
		t.Errorf("beside is %s with C %v, want pvp with 900", c.Method, c.Set.C)
	}
	if c := s.m.scene.Base.Set.C[0]; c == 900 {
		t.Errorf("a reset begins with C %g", c)
	}
	sharing := newStage(t, config.Default().WithMethod("sharing"), 120, 36).begun().batch(2)
	sharing.press("c", "p", "v", "p").shows("the parameters of its")
	sharing.hides("C as here")
}

// Names, table and list of differences have as many digits as tell the runs apart.
func TestRunsThatDifferBehindTheThirdDigitAreToldApart(t *testing.T) {
	near := config.Default()
	near.Set.Alpha = []float64{0.5001}
	s := newStage(t, config.Default(), 120, 36).begun().batch(5)
	s.m.desk.AddBeside(near, "")
	s.batch(5).press("c").shows("── α 0.5 ", "╌╌ α 0.5001 ", "α         0.5               0.5001 ", "╌α 0.5001")
}

// A figure opens with its curves side by side, in place of those that were.
func TestAFigureIsStartedSideBySide(t *testing.T) {
	f, err := presets.FindFigure("recycled-fig5")
	if err != nil {
		t.Fatal(err)
	}
	s := withCompanions(newStage(t, config.Default(), 120, 36).begun().batch(5)).batch(1)
	s.m.startFigure(f)
	if text := s.m.scene.Message.Text; !strings.HasPrefix(text, "Here: (a) α = 0.5, 4 of 5 runs, one draw each. Mean and range of 10 draws") {
		t.Errorf("told %q", text)
	}
	s.send(tickMsg(s.now))
	begin, companions := s.f.taken[len(s.f.taken)-2], s.f.last()
	if begin.Order != runner.Start || begin.Config.Method != "dvp" || companions.Order != runner.Accompany || len(companions.Companions) != 3 {
		t.Fatalf("%+v, then %+v", begin, companions)
	}
	if got := companions.Companions[2]; got.Config.Method != "mradmm" || got.ID != 6 {
		t.Errorf("the last beside is %s with ID %d", got.Config.Method, got.ID)
	}
}

// While other data are read the runner tells of nobody beside: they are still there.
func TestRunsBesideStayWhileDataAreRead(t *testing.T) {
	s := withCompanions(newStage(t, config.Default(), 120, 36).begun().batch(5)).batch(1)
	s.send(batchMsg{runner.Batch{Generation: s.generation, State: runner.State{
		Seq: s.m.desk.Newest(), Config: s.config, Replay: s.config, Loading: &sim.Loading{What: "adult.data", Part: 0.5},
	}}, true})
	if len(s.m.scene.Companions) != 3 {
		t.Errorf("%d runs beside", len(s.m.scene.Companions))
	}
}

func TestThreeBesideAreEnough(t *testing.T) {
	s := withCompanions(newStage(t, config.Default(), 120, 36).begun().batch(5)).batch(1)
	s.m.desk.AddBeside(config.Default(), "")
	if len(s.m.scene.Companions) != 3 {
		t.Errorf("%d runs beside", len(s.m.scene.Companions))
	}
	s.frame()
	s.shows("take one away")
}

// Matched runs are calibrated, and the start that a reset repeats is, too.
func TestARaceWithinABudget(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:600", 12, []float64{60}
	c.Events = []config.Event{{At: 6, Key: "eta", Value: "3"}}
	s := real(t, c)
	s.until("the first row", func() bool { return s.m.scene.Run.Last() > 0 })
	s.m.desk.Race("4")
	if text := s.m.scene.Message.Text; !strings.Contains(text, "within a total ε of 4 at δ ≤ 1e-5, one record replaced, by its own noise") || !strings.Contains(text, "changes on the way are left out") {
		t.Errorf("it says only %q", text)
	}
	s.send(tickMsg(s.now))
	finished := func() bool {
		ok := s.done() && s.m.scene.State.Finished && len(s.m.scene.Companions) == 3
		for _, k := range s.m.scene.Companions {
			ok = ok && k.Run.Last() == 12
		}
		return ok
	}
	s.until("the end of the race", finished)
	alpha := s.m.scene.Base.Set.Alpha[0]
	if alpha == 0.5 || alpha != s.m.scene.State.Config.Set.Alpha[0] {
		t.Errorf("a reset starts with α = %g, in force is %g", alpha, s.m.scene.State.Config.Set.Alpha[0])
	}
	if events := s.m.scene.Base.Events; len(events) > 0 {
		t.Errorf("a reset makes the changes %v, which the noise was not chosen for", events)
	}
	for i, h := range s.m.scene.Histories() {
		if e := h.At(scene.Tight, 12); !(e <= 4*(1+1e-9) && e > 2) {
			t.Errorf("run %d spends %g of 4", i, e)
		}
	}
	s.press("r")
	s.until("the race again", func() bool { return s.m.scene.Generation == 3 && finished() })
	if s.m.scene.Base.Set.Alpha[0] != alpha || s.m.scene.Histories()[3].At(scene.Tight, 12) > 4 {
		t.Errorf("the second race starts with α = %g and the last run spends %g", s.m.scene.Base.Set.Alpha[0], s.m.scene.Histories()[3].At(scene.Tight, 12))
	}
}

// The offer of a race names what comes beside, and a run without noise has none to match.
func TestTheOfferOfARaceSaysWhatBegins(t *testing.T) {
	s := newStage(t, config.Default().WithMethod("pvp"), 160, 50).begun().batch(2)
	s.press("c", "m", "a", "t", "c", "h").shows("DVP, M-ADMM, R-ADMM come beside")
	s.press("enter", "enter")
	var beside []string
	for _, c := range s.f.last().Companions {
		beside = append(beside, c.Config.Method)
	}
	if got := strings.Join(beside, " "); got != "dvp madmm radmm" {
		t.Errorf("beside are %s", got)
	}
	c := config.Default()
	c.Set.Private = false
	for words, c := range map[string]config.Config{"ADMM adds no noise that could be matched": config.Default().WithMethod("admm"), "the noise is off": c} {
		s := newStage(t, c, 160, 50).begun().batch(2).press("c", "m", "a", "t", "c", "h", "enter")
		s.shows(words)
		s.hides("Total ε that each run may spend")
	}
}

// A race goes as far as the run before had been let go, for its noise is chosen so, and so
// does a reset of it.
func TestAResetOfARaceGoesAsFar(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:300", 4, []float64{10}
	c.Events = []config.Event{{At: 3, Key: "iterations", Value: "8"}}
	s := real(t, c)
	finished := func() bool { return s.done() && s.m.scene.State.Finished }
	s.until("the end", finished)
	s.m.desk.Race("2")
	s.frame()
	s.until("the race", func() bool { return finished() && s.m.scene.Generation == 2 })
	if of := s.m.scene.Run.Config.Iterations; of != 8 {
		t.Errorf("it is filed as a run of %d iterations, and made 8", of)
	}
	s.press("r")
	s.until("a reset", func() bool { return finished() && s.m.scene.Generation == 3 })
	if last := s.m.scene.Run.Last(); last != 8 {
		t.Errorf("a reset ends at %d, the race at 8", last)
	}
}

// Under the cursor runs are named by what was in force in the iteration that is read, numbers
// of the method or not; live, by what the newest was made with.
func TestNamesUnderTheCursorAreOfTheIterationThatIsRead(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:600", 1000, []float64{60}
	s := paused(t, c)
	s.m.grant(scene.Accompany{Config: s.m.scene.Replay()})
	s.frame()
	s.until("the copy beside", s.done)
	turn := func(at int, key, value string) {
		s.stepTo(at)
		s.m.grant(scene.Turn{Key: key, Value: value})
		s.frame()
		s.until(key, s.done)
	}
	named := func(at int, want ...string) {
		t.Helper()
		s.m.desk.SetCursor(at)
		if got := s.m.scene.Read(); !slices.Equal(got, want) {
			t.Errorf("at %d they are called %q, expected %q", at, got, want)
		}
		s.m.desk.SetCursor(0)
	}
	turn(5, "topology", "complete")
	named(0, "DVP", "DVP")
	turn(9, "topology", "ring")
	named(0, "graph complete", "graph ring")
	turn(12, "accountant", "basic")
	turn(14, "iterations", "900")
	s.stepTo(15)
	named(0, "account basic", "account best")
	named(3, "DVP", "DVP")
	named(8, "graph complete", "graph ring")
	named(12, "DVP", "DVP")
	named(13, "account basic", "account best")
}

// A fork stands where the cursor was, with the same rows up to there; what is
// turned afterwards is its own, and a reset repeats it.
func TestAForkGoesOnFromTheCursor(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 90
	c.Events = []config.Event{{At: 6, Key: "rho", Value: "0.1"}, {At: 85, Key: "rho", Value: "0.5"}}
	s := real(t, c)
	s.press("]", "]")
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	s.m.desk.SetCursor(80)
	s.press("F")
	s.until("the fork", func() bool {
		return s.done() && s.m.scene.Generation == 2 && s.m.scene.Run.Last() == 80 && s.m.scene.ForkAt == 0
	})
	for at := 1; at <= 80; at++ {
		if a, b := s.m.scene.Run.At(scene.TrainLoss, at), s.m.scene.Ghost.At(scene.TrainLoss, at); a != b {
			t.Fatalf("in iteration %d the fork says %g, the run before %g", at, a, b)
		}
	}
	if len(s.m.scene.Run.Marks) != 1 || s.m.scene.Since["rho"] != 6 || len(s.m.scene.Run.Nodes) != 80 || s.m.scene.Run.Regimes[0].From != 1 || s.m.scene.Ghost.Last() != 90 || len(s.m.scene.Ghost.Marks) != 2 {
		t.Errorf("the fork has the marks %v, since %v and %d snapshots, the run before %d iterations and the marks %v",
			s.m.scene.Run.Marks, s.m.scene.Since, len(s.m.scene.Run.Nodes), s.m.scene.Ghost.Last(), s.m.scene.Ghost.Marks)
	}
	s.press("left", "space")
	s.until("its end", func() bool { return s.done() && s.m.scene.State.Finished })
	replay := s.m.scene.State.Replay.Events
	if len(replay) != 2 || replay[0].Value != "0.1" || replay[1].At != 81 || replay[1].Key != "alpha" {
		t.Errorf("what happened: %v", replay)
	}
}

// With a lens open the cursor shows what the lens showed then.
func TestALensLooksBackWithTheCursor(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 30
	s := real(t, c)
	s.press("]", "]", "x")
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished && s.seen() != nil })
	whole := s.seen().Summary
	s.m.desk.SetCursor(5)
	s.frame()
	s.until("iteration 5", func() bool { return s.done() && s.m.scene.State.At == 5 && s.seen() != nil })
	s.shows("at t = 5")
	if s.seen().Summary == whole {
		t.Error("the exposure after 5 iterations is that after 30")
	}
	s.press("end")
	s.until("live", func() bool { return s.done() && s.m.scene.State.At == 30 })
	if s.seen().Summary != whole {
		t.Error("live is not what it was")
	}
}

// The run before is seen whole behind runs side by side, in every chart.
func TestTheRunBeforeFitsTheAxisOfProvedTotals(t *testing.T) {
	s := withCompanions(newStage(t, config.Default(), 120, 36).begun().batch(90))
	s.press("r").begun().batch(10)
	before := s.m.scene.Past()
	if before == nil || before.Last() != 90 {
		t.Fatal("there is no run before")
	}
	if top, e := s.m.chart(scene.PrivacyChart).Options(&s.m.scene, 60, 10).Range.High, before.At(scene.Tight, 90); top < e {
		t.Errorf("the axis ends at %g, the run before at %g", top, e)
	}
}

// The axis of proved totals is of those that are drawn: what a record of the run before really lost, and
// its printed total, are not. The printed total of this run goes as far as the axis.
func TestTheAxisOfProvedTotalsIsOfWhatIsDrawn(t *testing.T) {
	c := config.Default()
	filed := func(total, realised float64) *scene.History {
		h := &scene.History{Config: c, Label: "DVP"}
		for t := 1; t <= 8; t++ {
			h.Add(sim.Row{Iteration: t, EpsilonTotal: 0.5 * float64(t), Tight: total * float64(t), RealisedMax: realised, Set: &c.Set})
		}
		return h
	}
	for _, of := range []struct{ total, least, most float64 }{{math.Inf(1), 0.8, 1.2}, {0.1, 0.8, 1.2}, {0.6, 4.8, 8}} {
		s := newStage(t, c, 120, 36).begun().batch(8)
		s.m.scene.Run, s.m.scene.Ghost = filed(0.1, 0), filed(of.total, 9)
		p := s.m.chart(scene.PrivacyChart)
		top := p.Options(&s.m.scene, 60, 10).Range.High
		if top < of.least || top > of.most {
			t.Errorf("beside totals of %g an iteration the axis ends at %g", of.total, top)
		}
		for _, curve := range p.Series(&s.m.scene) {
			if drawn := min(8, int(top/0.5)+1); curve.Label == "printed" && len(curve.Values) != drawn {
				t.Errorf("up to %g the printed total is drawn over %d iterations, want %d", top, len(curve.Values), drawn)
			}
		}
	}
}

// What the table says of a run, and values of settings, are cut only where there is
// no room for them.
func TestTheTableMakesRoomForWords(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun()
	s.m.desk.AddBeside(config.Default().WithMethod("pvp"), "")
	s.batch(50)
	s.m.scene.Companions[0].State.Halted = "the numbers left the finite range"
	s.press("c").shows("halted at t = 50", "released")
	s.lapsed = 12 // the one at the keys, too
	s.batch(0).shows("lapsed")
}

// A run of other data is put beside on the data of this one, and that is said.
func TestARunOfOtherDataBesideTakesThese(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	other := config.Default()
	other.Data, other.Iterations = "census:3000", 20
	s.m.desk.AddBeside(other, "")
	s.shows("beside, with the data, limit of this run")
	s.m.desk.AddBeside(config.Default().WithMethod("pvp"), "")
	s.shows("PVP beside: the same data, split and draws")
}

// A run that is put beside is named by what it will be made with where the one at the keys stands.
func TestACopyBesideIsNotNamedByWhatItBeganWith(t *testing.T) {
	now, copied := config.Default(), config.Default()
	now.Set.Alpha = admm.PerNode{1}
	copied.Events = []config.Event{{At: 3, Key: "alpha", Value: "1"}}
	s := newStage(t, now, 120, 36).begun().batch(10)
	s.m.desk.AddBeside(copied, "")
	s.shows("DVP beside: the same data, split and draws")
	s.hides("α 0.5 beside")
}

func TestALapsedGuaranteeIsToldInASmallWindowToo(t *testing.T) {
	s := withCompanions(newStage(t, config.Default(), 80, 24).begun())
	s.lapsed = 12
	through(s.batch(20), "c").shows("0.435    17.1       -  lapsed ")
}

func TestNoNumberOfTheTableIsCut(t *testing.T) {
	s := newStage(t, config.Default(), 64, 20).begun()
	s.m.desk.AddBeside(config.Default().WithMethod("pvp"), "")
	through(s.batch(20), "c").shows("loss error % printed       ε ", "0.435    17.1     0.6     0.6 ")
	s.hides("printed  prov")
}

// Help that is asked for before another frame explains what is there by then.
func TestHelpRightBehindANewRunBeside(t *testing.T) {
	for _, lens := range []string{"E", "c"} {
		s := newStage(t, config.Default(), 200, 50).begun().batch(5)
		s.press(lens).frame()
		s.m.focusOn(s.m.lensPlace())
		for i := range s.m.panels {
			s.m.focusOn(i)
			s.frame()
			s.m.desk.AddBeside(config.Default().WithMethod("pvp"), "")
			s.press("?")
			if called := s.m.scene.Called(); len(called) != 2 || called[1] != "PVP" {
				t.Errorf("%s: the runs are called %q", s.m.part(i).Name(), called)
			}
			s.press("esc").frame()
			s.m.desk.TakeAway(s.m.scene.Companions[0].ID)
			s.press("?", "esc")
		}
	}
}

// A fork has what was changed by then. What the run changes later, or would, is left out with
// a word.
func TestAForkTellsThatItLeavesOutLaterChanges(t *testing.T) {
	const without = "without what is changed later"
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.press("F").shows("a fork at t = 3: turn")
	s = newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.replay.Events = []config.Event{{At: 3, Key: "alpha", Value: "1"}}
	s.batch(1).press("F").shows("a fork at t = 4: turn")
	s = newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.replay.Events = []config.Event{{At: 5, Key: "alpha", Value: "1"}}
	s.batch(1).press("F").shows("a fork at t = 4, " + without)
	if start := s.f.last(); len(start.Config.Events) != 0 {
		t.Errorf("it begins with %v", start.Config.Events)
	}
}

// At its limit a fork makes an iteration only once that is raised.
func TestAForkAtTheLimitTellsToRaiseIt(t *testing.T) {
	c := config.Default()
	c.Iterations = 6
	s := newStage(t, c, 120, 36).begun().batch(6).press("F")
	s.shows("a fork at t = 6: raise the limit, turn what you like, then space")
	s = newStage(t, c, 120, 36).begun().batch(6).press(",", "F")
	s.shows("a fork at t = 5: turn what you like, then space")
	c.Iterations, c.Events = 5, []config.Event{{At: 3, Key: "iterations", Value: "9"}}
	s = newStage(t, c, 120, 36).begun().batch(6).press("F")
	s.shows("a fork at t = 6: turn what you like, then space")
}

// Nobody is told to raise the largest limit there is, at it or in a fork of it.
func TestTheLargestLimitIsNotToBeRaised(t *testing.T) {
	c := config.Default()
	c.Iterations = config.MaxIterations
	s := newStage(t, c, 120, 36).begun().batch(6)
	s.m.scene.State.Finished, s.m.scene.State.Running, s.m.scene.State.Iteration = true, false, config.MaxIterations
	s.press("space").shows("limit of 1,000,000 reached: it is the largest there is, press r")
	s.m.scene.Run.Count = config.MaxIterations
	s.m.desk.Fork()
	if text := s.m.scene.Message.Text; !strings.HasPrefix(text, "a fork at t = 1000000: nothing counts behind it, as no limit is larger; ") {
		t.Errorf("it says %q", text)
	}
}

// Also of what could not have happened, after what was turned by hand.
func TestAForkTellsOfALaterChangeThatCannotHappen(t *testing.T) {
	for _, at := range []int{3, 900} {
		c := config.Default().WithMethod("sharing")
		c.Data, c.Iterations, c.Set.Variant = "census:300", 1000, "printed"
		c.Events = []config.Event{{At: at, Key: "b1", Value: "2"}}
		s := paused(t, c)
		s.stepTo(4)
		s.m.grant(scene.Turn{Key: "variant", Value: "isotropic"})
		s.frame()
		s.until("the turn", s.done)
		s.stepTo(6)
		s.m.desk.Fork()
		if text := s.m.scene.Message.Text; strings.Contains(text, "without what is changed later") != (at > 6) {
			t.Errorf("b1 at %d: it says %q", at, text)
		}
	}
}

// What is turned before a fork stands is its own: it began anew from the start, with that
// value in every iteration, and its iterations were gone.
func TestWhatIsTurnedAtOnceChangesTheFork(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 40
	s := real(t, c)
	s.press("]", "]")
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	s.m.desk.SetCursor(30)
	s.m.desk.Later([]config.Assignment{{Key: "seed", Value: "9"}})
	s.press("F")
	s.m.desk.Turn("alpha", "2")
	s.press("space")
	s.until("its end", func() bool { return s.done() && s.m.scene.Generation == 2 && s.m.scene.State.Finished })
	if replay := s.m.scene.State.Replay; replay.Set.Alpha[0] != 0.5 || len(replay.Events) != 1 || replay.Events[0].String() != "at 31: alpha = 2" {
		t.Errorf("the fork begins with α = %g and changes %v", replay.Set.Alpha[0], replay.Events)
	}
	for at := 1; at <= 30; at++ {
		if a, b := s.m.scene.Run.At(scene.TrainLoss, at), s.m.scene.Ghost.At(scene.TrainLoss, at); a != b {
			t.Fatalf("in iteration %d the fork says %g, the run before %g", at, a, b)
		}
	}
	if w := s.m.scene.Pending["seed"]; w.Value != "9" {
		t.Error("the seed that waits for a reset was dropped by the fork")
	}
	s.press("u")
	if w := s.m.scene.Pending["alpha"]; w.Value != "0.5" {
		t.Errorf("u does not take back α but what waits is %v", s.m.scene.Pending)
	}
}

// What is asked for while a run is being set up was not in its start: it waits for the next.
func TestAWishMadeWhileARunBeginsWaitsForTheNext(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 10
	s := real(t, c)
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	s.m.desk.Later([]config.Assignment{{Key: "nodes", Value: "4"}})
	s.press("r")
	s.m.desk.Later([]config.Assignment{{Key: "seed", Value: "9"}})
	s.until("the reset", func() bool { return s.done() && s.m.scene.Generation == 2 && s.m.scene.State.Finished })
	if p := s.m.scene.Pending; len(p) != 1 || p["seed"].Value != "9" || s.m.scene.State.Config.Nodes != 4 {
		t.Fatalf("%d nodes, and what waits is %v", s.m.scene.State.Config.Nodes, p)
	}
	s.press("u")
	if p := s.m.scene.Pending; len(p) != 0 {
		t.Errorf("u leaves %v", p)
	}
	s.m.desk.Later([]config.Assignment{{Key: "seed", Value: "8"}})
	s.press("r")
	s.until("the next", func() bool { return s.done() && s.m.scene.Generation == 3 && s.m.scene.State.Finished })
	if got := s.m.scene.State.Config.Seed; got != 8 {
		t.Errorf("it runs with seed %d", got)
	}
}

// A key pressed again before the runner has heard of the first counts from there: steps were
// counted from the value before a start, and of a graph from the one that is drawn.
func TestEveryStepCountsWhileARunBegins(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 2
	s := real(t, c)
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	s.m.scene.Selected = "alpha"
	s.press("r")
	for range 3 {
		s.late().press("right")
	}
	s.until("the reset", func() bool { return s.done() && s.m.scene.State.Finished })
	if alpha := s.m.scene.State.Replay.Set.Alpha[0]; alpha != 1.8 {
		t.Errorf("three steps of α from 0.5 are %g", alpha)
	}
	s.m.scene.Selected = "nodes"
	s.m.desk.Later([]config.Assignment{{Key: "nodes", Value: "7"}})
	s.press("r").late().press("left", "left")
	s.until("another", func() bool { return s.done() && s.m.scene.State.Finished && s.m.scene.State.Config.Nodes == 7 })
	if p := s.m.scene.Pending; p["nodes"].Value != "5" {
		t.Errorf("two less than 7 wait as %v", p)
	}
	s.m.scene.Selected = "topology"
	kinds := config.TopologyKnob.Choices(s.m.scene.InForce())
	want := kinds[(slices.Index(kinds, "ring")+3)%len(kinds)]
	s.press("right", "right", "right")
	s.until("the graph", s.done)
	s.press("r")
	s.until("the last", func() bool { return s.done() && s.m.scene.State.Finished })
	if got := s.m.scene.State.Config.Topology; got != want {
		t.Errorf("three kinds after ring is %q, want %q", got, want)
	}
}

// What is turned or cut right before a start that is refused counts for the run that goes on,
// and for the next reset.
func TestWhatIsTurnedBeforeAStartThatIsRefusedCounts(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 1_000_000
	s := real(t, c)
	s.until("a row", func() bool { return s.m.scene.Run.Last() > 0 })
	for _, w := range []scene.Wish{
		scene.Turn{Key: "data", Value: "csv:/nowhere.csv"}, scene.Turn{Key: "alpha", Value: "0.4"}, scene.Turn{Key: "alpha", Value: "0.3"},
		scene.Apply{Event: config.Event{Edge: network.Edge{0, 1}}},
	} {
		s.m.grant(w)
	}
	s.press("r")
	s.until("the refusal", func() bool { return s.done() && s.m.scene.Starting == 0 })
	for what, c := range map[string]config.Config{"in force": s.m.scene.State.Config, "what a reset starts": s.m.scene.Base} {
		if c.Set.Alpha[0] != 0.3 || !strings.HasPrefix(c.Topology, "edges:") {
			t.Errorf("%s: α = %g on the graph %s, want 0.3 on a ring that is cut", what, c.Set.Alpha[0], c.Topology)
		}
	}
}

// A change that waits for a fork is made behind a start that is refused: a reset has it, too.
func TestWhatIsTurnedInAForkBeforeAStartThatIsRefusedCounts(t *testing.T) {
	c := config.Default()
	c.Iterations = 1000
	s := real(t, c)
	s.until("some rows", func() bool { return s.m.scene.Run.Last() > 13 })
	s.press("space")
	s.until("it stands", func() bool { return s.done() && !s.m.scene.State.Running })
	s.m.grant(scene.Turn{Key: "data", Value: "csv:/nowhere.csv"})
	s.press("F")
	s.until("the fork", func() bool { return s.m.scene.Generation > 1 && s.m.scene.Starting == 0 })
	s.m.grant(scene.Turn{Key: "alpha", Value: "0.3"})
	s.m.grant(scene.Apply{Event: config.Event{Edge: network.Edge{0, 1}}})
	s.press("r")
	s.until("both changes", func() bool { return len(s.m.scene.State.Replay.Events) > 1 && s.m.scene.Starting == 0 && s.done() })
	for what, c := range map[string]config.Config{"in force": s.m.scene.State.Config, "what a reset starts": s.m.scene.Base} {
		if c.Set.Alpha[0] != 0.3 || !strings.HasPrefix(c.Topology, "edges:") {
			t.Errorf("%s: α = %g on the graph %s, want 0.3 on a ring that is cut", what, c.Set.Alpha[0], c.Topology)
		}
	}
}

// Behind a start that is refused the runs of a race go on with the noise that was chosen for
// them, and a reset begins with it; also where the refusal comes at the heels of the race.
func TestARaceStaysWithItsNoise(t *testing.T) {
	others := func(s *stage, c config.Config) { s.m.prepared([]config.Config{c, scene.OtherMethod(c, "pvp")}, "") }
	alone := func(s *stage, c config.Config) { s.m.grant(scene.Start{Config: c}) }
	for _, of := range []struct {
		what    string
		heard   bool // the race, before the next start is asked for
		refused []func(*stage, config.Config)
	}{
		{"others after it", true, []func(*stage, config.Config){others}},
		{"another run with it", false, []func(*stage, config.Config){alone}},
		{"others with it", false, []func(*stage, config.Config){others}},
		{"another run and others with it", false, []func(*stage, config.Config){alone, others}},
	} {
		c := config.Default()
		c.Data, c.Iterations, c.Set.C = "census:300", 40, []float64{10}
		nowhere := c
		nowhere.Data = "csv:/nowhere.csv"
		s := real(t, c)
		s.until("some rows", func() bool { return s.done() && s.m.scene.Run.Last() > 3 })
		s.m.grant(scene.Race{Budget: "1"})
		s.frame()
		heard := func() {}
		if of.heard {
			s.until("the race", func() bool {
				return s.done() && len(s.m.scene.Companions) == 3 && s.m.scene.Companions[2].Run.Last() > 10
			})
		} else {
			b := <-s.m.desk.Batches()
			for b.Generation < 2 {
				b = <-s.m.desk.Batches()
			}
			heard = func() { s.send(batchMsg{b, true}) }
		}
		for _, start := range of.refused {
			start(s, nowhere)
		}
		heard()
		s.frame()
		s.until("the refusal", func() bool { return s.done() && s.m.scene.Generation == 2 && s.m.scene.Starting == 0 })
		s.until("the end", func() bool {
			ok := s.done() && s.m.scene.State.Finished && len(s.m.scene.Companions) == 3
			for _, k := range s.m.scene.Companions {
				ok = ok && k.Run.Last() == 40
			}
			if !s.m.scene.State.Running && !s.m.scene.State.Finished {
				s.press("space")
			}
			return ok
		})
		for i, h := range s.m.scene.Histories() {
			if e := h.At(scene.Tight, 40); !(e <= 1+1e-9 && e > 0.5) {
				t.Errorf("%s: run %d spends %g of 1", of.what, i, e)
			}
		}
		if got, want := s.m.scene.Anew().Set.Alpha[0], s.m.scene.State.Config.Set.Alpha[0]; got != want {
			t.Errorf("%s: a reset begins with α = %g, in force is %g", of.what, got, want)
		}
	}
}

// Runs beside go on until a start that is to end them begins. Where it is refused they are
// back with what they made meanwhile.
func TestRunsBesideLoseNoRowToAStartThatIsRefused(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun()
	s.m.grant(scene.Accompany{Config: config.Default().WithMethod("pvp")})
	s.batch(5)
	beside := s.m.scene.Companions[0]
	seq := s.m.desk.Newest()
	nowhere := config.Default()
	nowhere.Data = "csv:/nowhere.csv"
	s.m.prepared([]config.Config{nowhere, nowhere}, "")
	b := runner.Batch{Generation: s.generation, Rows: []sim.Row{s.row(6)}, Companions: []runner.Companion{{ID: beside.ID, Asked: beside.Asked, Replay: beside.Asked, Iteration: 6, Rows: []sim.Row{s.row(6)}}}}
	b.State = runner.State{Seq: seq, Config: s.config, Replay: s.replay, Iteration: 6}
	s.send(batchMsg{b, true})
	b.Rows, b.Companions[0].Rows = nil, nil
	b.State.Seq = s.m.desk.Newest()
	b.Notices = []sim.Notice{{Kind: sim.Refused, Text: "no such file"}}
	s.send(batchMsg{b, true})
	if list := s.m.scene.Companions; len(list) != 1 || list[0].ID != beside.ID || list[0].Run.Last() != 6 {
		t.Errorf("beside is %+v, want what was there, at t = 6", list)
	}
}

// The line of a race names the limit and the δ that its runs will have.
func TestARaceIsAskedForAsItWillBe(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:600", 12, []float64{60}
	c.Events = []config.Event{{At: 2, Key: "delta", Value: "0.001"}, {At: 3, Key: "iterations", Value: "14"}}
	s := real(t, c)
	s.until("the end", func() bool { return s.m.scene.State.Finished })
	s.press("c")
	s.send(tea.PasteMsg{Content: "match"})
	s.press("enter").shows("in 14 iterations", "δ = 1e-5")
}

// The run before is not the one that was, where its file has changed since.
func TestTheRunBeforeOnOtherDataIsTold(t *testing.T) {
	for origin, want := range map[string]string{"": "", "those of now": "", "those of then": archive.OtherData} {
		s := newStage(t, tiny(), 120, 36)
		s.origin = "those of now"
		s.begun().batch(3)
		s.m.scene.Ghost = &scene.History{Config: tiny(), Label: "DVP", Origin: origin}
		s.press("c")
		s.send(tea.PasteMsg{Content: "the run before"})
		s.press("enter").batch(1)
		if n := len(s.m.scene.Companions); n != 1 {
			t.Fatalf("%d runs beside", n)
		}
		if text := s.m.scene.Message.Text; strings.Contains(text, "not as it was") != (want != "") || !strings.Contains(text, want) {
			t.Errorf("of data %q it is told %q", origin, text)
		}
	}
}

// Runs that were put beside a start stay beside the one that takes its place: they went to the
// run before, which had no budget to match.
func TestRunsBesideStayWithTheStartThatCounts(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:300", 12, []float64{8}
	s := real(t, c)
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	s.m.desk.Race("2")
	s.m.desk.Reset(false)
	s.frame()
	s.until("the race", func() bool { return s.done() && s.m.scene.State.Finished })
	if n := len(s.m.scene.Companions); n != runner.MaxCompanions {
		t.Fatalf("%d runs are beside", n)
	}
	for i, h := range s.m.scene.Histories() {
		if spent := h.At(scene.Tight, h.Last()); h.Last() != 12 || spent < 1.9 || spent > 2 {
			t.Errorf("run %d ends at t = %d with ε = %g", i, h.Last(), spent)
		}
	}
}

// A start that is refused takes nothing along: what waits for a reset waits on, and those beside
// stay beside. Why it was refused is what is told, also at a wall.
func TestAStartThatIsRefusedLeavesAllAsItWas(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C, c.Budget = "census:300", 1000, []float64{10}, 0.5
	s := real(t, c)
	s.until("the wall", func() bool { return s.done() && s.m.scene.Ending() == archive.Budget })
	s.m.grant(scene.Accompany{Config: scene.OtherMethod(c, "radmm")})
	s.frame()
	s.until("the run beside", func() bool { return s.done() && s.m.scene.Companions[0].Run.Last() > 0 })
	s.m.grant(scene.Turn{Key: "train", Value: "150"})
	nowhere := c
	nowhere.Data = "csv:/nowhere.csv"
	for what, start := range map[string]func(){
		"a kept run": func() { s.m.grant(scene.Start{Config: nowhere, Fresh: true}) },
		"a preset": func() {
			s.m.prepared([]config.Config{nowhere, scene.OtherMethod(nowhere, "mradmm"), scene.OtherMethod(nowhere, "pvp")}, "")
		},
	} {
		s.m.scene.Message = scene.Message{}
		start()
		s.frame()
		s.until("the refusal of "+what, func() bool { return s.done() && s.m.scene.Starting == 0 })
		if w := s.m.scene.Pending["train"]; w.Value != "150" || !w.Reset {
			t.Errorf("%s: waiting is %v", what, s.m.scene.Pending)
		}
		if list := s.m.scene.Companions; len(list) != 1 || list[0].Asked.Method != "radmm" {
			t.Errorf("%s: beside are %d runs", what, len(list))
		}
		if text := s.m.scene.Message.Text; !strings.Contains(text, "nowhere.csv") {
			t.Errorf("%s: told is %q", what, text)
		}
	}
	s.until("the run beside again", func() bool { return s.done() && s.m.scene.Companions[0].State.ID != 0 })
}

// What a list offers, and what goes beside, is of the run that begins, not of the one that is
// left: a kind of graph was counted from the old one, and "this run as it is" was the run before.
func TestListsAndCopiesAreOfTheRunThatBegins(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 2
	s := real(t, c)
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	kinds := config.TopologyKnob.Choices(s.m.scene.InForce())
	want := kinds[(slices.Index(kinds, "ring")+2)%len(kinds)]
	s.press("t", "down", "enter", "t", "down", "enter")
	s.until("the graph", func() bool { return s.done() && s.m.scene.State.Config.Topology == want })

	s.m.scene.Selected = "variant"
	pvp, _ := c.Under("pvp")
	s.m.grant(scene.Start{Config: pvp})
	s.press("enter")
	s.until("the list", func() bool { return s.m.front.dialog != nil })
	s.shows(config.ShortValue(pvp, "variant", "own")) // of PVP alone
	s.press("esc")
	s.press("c", "enter", "enter")
	s.until("two runs", func() bool {
		return s.done() && s.m.scene.State.Finished && len(s.m.scene.Companions) == 1 && s.m.scene.Companions[0].Run.Last() == 2
	})
	if got := s.m.scene.Companions[0].State.Replay.Method; got != "pvp" {
		t.Errorf("a copy of PVP is %s", got)
	}
}

// A copy of the run is of it as it stands when it is chosen, not when the list was opened.
func TestACopyHasAChangeThatIsMadeWhileOneChooses(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3).press("c")
	s.shows("this run as it is")
	s.batch(1, s.changed("alpha = 0.1", 4, true)).press("enter")
	if c := s.f.last(); c.Order != runner.Accompany || len(c.Companions) != 1 || len(c.Companions[0].Config.Events) != 1 {
		t.Errorf("sends %+v", c)
	}
}

// A reset while the noise is chosen for a budget chooses it, too: the run stopped at the
// budget with the noise it had, under words that said otherwise.
func TestAResetOfARunThatIsBeingCalibratedIsCalibrated(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:300", 12, []float64{8}
	s := real(t, c)
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	s.m.desk.Race("2")
	s.press("r")
	s.until("the race", func() bool {
		return s.done() && s.m.scene.State.Finished && s.m.scene.State.Config.Budget == 2
	})
	alpha := s.m.scene.State.Replay.Set.Alpha[0]
	s.m.desk.Race("2")
	s.m.copyCommand()
	s.shows("the noise of this run is being chosen")
	s.m.grant(scene.Accompany{Config: s.m.scene.Replay()})
	s.shows("put a run beside once this one has begun")
	s.m.scene.Selected = "alpha"
	s.late().press("right").shows("α is being chosen for a total ε of 2")
	s.until("the race again", func() bool { return s.done() && s.m.scene.State.Finished })
	if again := s.m.scene.State.Replay.Set.Alpha[0]; again != alpha {
		t.Errorf("turned while it is chosen, α is %g, not %g", again, alpha)
	}
	if base := s.m.scene.Base.Set.Alpha[0]; alpha == 0.5 || base != alpha {
		t.Errorf("it runs with α = %g, and a reset with %g", alpha, base)
	}
	s.press("r")
	s.until("a reset", func() bool { return s.done() && s.m.scene.State.Finished })
	if again := s.m.scene.State.Replay.Set.Alpha[0]; again != alpha {
		t.Errorf("a reset runs with α = %g, the race with %g", again, alpha)
	}
}

// Keys that come faster than the runner answers do what they do when they come slowly: steps
// overtook the u before them, were lost behind a method without the parameter, and were
// missing in the command line copied, the fork, and the copy beside.
func TestFastKeysDoWhatSlowKeysDo(t *testing.T) {
	for _, keys := range [][]string{
		{"right", "right", "right", "u", "u", "left"},
		{"right", "right", "right", "u", "u", "u", "right", "right", "right"},
		{"right", "u", "r"},
		{"m", "down", "down", "down", "down", "down", "down", "enter", "space", "right", "right", "right"}, // of Sharing
		{"m", "up", "enter", "space", "m", "down", "enter", "space", "left"},
		{"right", "right", "F", "left"},
		{"right", "right", "c", "enter", "enter"},
		{"t", "down", "enter", "u", "t", "down", "down", "enter"},
	} {
		ends := func(slowly bool) string {
			c := config.Default()
			c.Data, c.Iterations = "census:300", 20
			s := real(t, c)
			settled := func() bool { return s.done() && s.m.scene.Starting == 0 && len(s.m.ahead.inputs) == 0 }
			s.press("space")
			s.until("the start", settled)
			s.press("n").frame()
			s.until("an iteration", func() bool { return settled() && s.m.scene.Run.Last() > 0 })
			s.m.scene.Selected = "alpha"
			for _, key := range keys {
				s.press(key)
				if slowly {
					s.frame()
					s.until(key, settled)
				}
			}
			s.frame()
			s.until("all", settled)
			words := s.m.scene.Wished().Text()
			for _, beside := range s.m.scene.Companions {
				turned := beside.State.Replay.After(c.Iterations)
				turned.Events = nil // whose iterations are those at which the run was paused
				words += turned.Text()
			}
			return words
		}
		if fast, slow := ends(false), ends(true); fast != slow {
			t.Errorf("%v: fast\n%s\nslowly\n%s", keys, fast, slow)
		}
	}
}

// What is pasted behind keys that wait waits with them, and so does the mouse.
func TestAPasteWaitsBehindKeys(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(5)
	s.press("r", "f")
	s.send(tea.PasteMsg{Content: "2.5"})
	s.send(tea.MouseWheelMsg{X: 1, Y: 1, Button: tea.MouseWheelDown})
	if n := len(s.m.ahead.inputs); n != 3 || s.m.front.dialog != nil {
		t.Fatalf("%d wait behind a start", n)
	}
	for at := s.now; s.now.Sub(at) <= patience; {
		s.frame()
	}
	if s.press("enter"); s.f.last().Order != runner.Afford || s.f.last().Within != 2.5 {
		t.Errorf("it asks for %+v", s.f.last())
	}
}

// A runner that does not answer holds no key for long, however many there are.
func TestKeysAreNotHeldForLong(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(5)
	defer s.exporting()()
	s.press("right")
	for range 200 {
		s.press("u")
	}
	s.press("q")
	if len(s.m.ahead.inputs) != 201 {
		t.Fatalf("%d keys wait for the first step", len(s.m.ahead.inputs))
	}
	for at := s.now; s.now.Sub(at) <= patience; {
		s.frame()
	}
	if len(s.m.ahead.inputs) > 0 || !s.m.front.leaves {
		t.Errorf("%d keys still wait, asked to leave: %v", len(s.m.ahead.inputs), s.m.front.leaves)
	}
}

// c gives the charts back also where the runs beside went with another start.
func TestTheTableOfRunsBesideIsLeftByItsKey(t *testing.T) {
	s := newStage(t, config.Default(), 140, 50).begun().batch(4)
	s.m.desk.AddBeside(config.Default().WithMethod("pvp"), "")
	s.batch(2).press("c").batch(1).shows("c back")
	s.m.desk.Together([]config.Config{config.Default()})
	s.begun().batch(2).press("c")
	if s.m.scene.Lens != "" || s.m.front.dialog != nil {
		t.Errorf("the lens is %q, a dialog is open: %v", s.m.scene.Lens, s.m.front.dialog != nil)
	}
}

// Where no noise keeps the total, a race is refused with why: those that were to come beside it are
// not held against the run that goes on.
func TestARaceThatIsRefusedSaysWhy(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 30 // C is more than the records of a node
	s := real(t, c)
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	s.m.grant(scene.Race{Budget: "4"})
	s.frame()
	s.until("the refusal", func() bool { return s.done() && s.m.scene.Starting == 0 })
	if text := s.m.scene.Message.Text; !strings.Contains(text, "no alpha does") || strings.Contains(text, "beside") {
		t.Errorf("it says %q", text)
	}
	if s.m.scene.Generation != 1 || s.m.scene.Comparing() {
		t.Errorf("run %d goes on with %d beside", s.m.scene.Generation, len(s.m.scene.Companions))
	}
}
