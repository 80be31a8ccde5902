package tui

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/audit"
	"admmlab/sim/config"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
	"admmlab/sim/runner"
	"admmlab/tui/help"
	"admmlab/tui/lens"
	"admmlab/tui/lens/many"
	"admmlab/tui/scene"
)

// looked is the newest Look the runner took.
func (s *stage) looked() (runner.Command, bool) {
	for i := len(s.f.taken) - 1; i >= 0; i-- {
		if s.f.taken[i].Order == runner.Look {
			return s.f.taken[i], true
		}
	}
	return runner.Command{}, false
}

func TestALensTakesTheChartsPlaceAndItsKeyGivesItBack(t *testing.T) {
	for key, want := range map[string]struct {
		title string
		look  string
	}{
		"b": {"Ledger & budget", "bill"}, "x": {"Exposure", "losses"}, "w": {"On the wire", "node 1"}, "a": {"Attacks", "nothing"},
	} {
		for _, size := range [][2]int{{120, 36}, {80, 24}} {
			s := newStage(t, config.Default(), size[0], size[1]).begun().batch(9)
			for _, back := range []string{key, "esc"} {
				through(s, key).shows(want.title)
				s.hides("Loss (train)")
				if c, _ := s.looked(); wanted(c.Look) != want.look {
					t.Errorf("%s asks for %s, want %s", key, wanted(c.Look), want.look)
				}
				s.batch(5) // the run goes on
				s.press(back).shows("Loss (train)")
				s.hides(want.title)
				if c, _ := s.looked(); c.Look != nil {
					t.Errorf("after %s the runner still makes %T", back, c.Look)
				}
			}
		}
	}
}

func TestALensKeyBringsAHiddenLensToSight(t *testing.T) {
	s := newStage(t, config.Default(), 80, 24).begun().batch(9)
	through(s, "b").press("tab")
	s.hides("Ledger & budget") // a small window shows the error chart now
	s.press("b").shows("Ledger & budget")
}

func TestParametersCanBeTurnedWhileALensIsOpen(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(9)
	through(s, "b").press("shift+tab", "left")
	if c := s.f.last(); c.Order != runner.Apply || c.Event.Key != "alpha" {
		t.Errorf("command %+v, want a change of alpha", c)
	}
	s.shows("Ledger & budget")
}

func TestLedgerShowsBothAdjacenciesAndWhatIsReported(t *testing.T) {
	s := states()["ledger"](t, 120, 36).press("z")
	s.shows("gamma-norm is valid", "●replaced", "removed", "one record replaced", "gamma-norm, the smallest valid", "Printed 1.11 (basic)",
		"(1.39)", // advanced: true, but not at the δ asked for
		"Budget: ε 0.278 of 10 spent (best) · 37 iterations left")
	s.press("down", "down")
	s.shows("Gaussian is not valid here: 37 of 37 steps")
	s.press("up", "up", "up", "up")
	s.shows("with an ε and a δ") // Greek in the reason
}

// While other neighbours or another δ wait for the next iteration, which may never come, what is
// reported is the total of the last one, in the table and over the curves.
func TestATotalThatHasYetToCountIsNotReported(t *testing.T) {
	for _, test := range []struct{ turned, title, counting string }{
		{"adjacency = replace", "one record replaced from t = 9", "Counting from t = 9, one record replaced: ε ≤ "},
		{"delta = 1e-3", "δ = 0.001 from t = 9", "Counting from t = 9, one record removed: ε ≤ "},
	} {
		c := config.Default()
		c.Data, c.Iterations, c.Set.C, c.Set.Adjacency = "census:300", 8, []float64{10}, "remove"
		s := real(t, c)
		s.press("b", "z")
		s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished && s.bill() != nil })
		now := "one record removed: " + s.m.scene.Proved(8)
		s.shows("Reported, one record removed: "+s.m.scene.EpsilonWords(8), "●removed")
		key, value, _ := strings.Cut(test.turned, " = ")
		s.m.desk.Turn(key, value)
		s.frame()
		s.until("the bill", func() bool {
			return s.done() && s.bill() != nil && config.NeighbourWords(s.bill().Config)+fmt.Sprint(s.bill().Config.Set.Delta) != "one record removed1e-05"
		})
		s.shows("Reported, "+now+". "+test.counting, test.title, "○")
		s.hides("Reported, one record replaced", "●re")
		s.press("right").frame()
		s.until("the curves", func() bool { return s.done() && s.bill() != nil && s.bill().Curves != nil })
		s.shows("The guarantee, "+now, test.counting)
		s.press("x").frame()
		s.until("the losses", func() bool { return s.done() && s.seen() != nil })
		s.shows("one record removed: ε ≤ ")
	}
}

// Where the runner gives up going back, the cursor is let go, and why stays on the screen.
func TestAPastThatCannotBeComputedAgainIsLetGo(t *testing.T) {
	s := states()["ledger"](t, 120, 36)
	s.m.grant(scene.Cursor{At: 9})
	s.frame()
	now := s.m.scene.State
	now.Seq, now.At = s.m.desk.Newest(), now.Iteration
	s.send(batchMsg{runner.Batch{Generation: s.generation, State: now, Notices: []sim.Notice{{Iteration: now.Iteration, Kind: sim.Failed, Text: "going back to t = 9: it failed"}}}, true})
	if s.shows("going back to t = 9: it failed"); s.m.scene.Cursor != 0 || s.f.last().Order != runner.Look || s.f.last().At != 0 {
		t.Errorf("the cursor is at t = %d, and the last command is %+v", s.m.scene.Cursor, s.f.last())
	}
}

// Every number of a lens that looks back is of the iteration under the cursor.
func TestALensThatLooksBackTellsTheTotalsOfThen(t *testing.T) {
	s := states()["ledger"](t, 120, 36).press("<").batch(0)
	s.shows("at t = 27", "Reported, one record replaced: ε ≤ 0.203", "Printed 0.81 (basic).")
	s.press("x").batch(0)
	s.shows("at t = 27", "; printed 0.81 ")
}

func TestNoFiniteTotalIsSaidInWords(t *testing.T) {
	s := states()["ledger, no budget, infinite"](t, 120, 36).press("z")
	s.shows("no bound at all, this promises nothing", "No budget.")
}

// Where the accountant proves no total of what comes next, or nothing is promised of it, no budget
// and no noise helps.
func TestTheLedgerNamesWhatHelpsAtTheWall(t *testing.T) {
	for _, of := range []struct {
		accountant    string
		budget, alpha float64
		c             float64
		want          string
	}{
		{"Gaussian", 0.1, 0.5, 10, "fits: Gaussian would prove no total; take"},
		{"basic", 0.1, 0.5, 10, "fits: raise the budget, turn stop off, or ask"},
		{"basic", config.MaxBudget, 1e6, 10, "largest budget there is, 1e6; take more noise"}, // there is no larger one
		{"best", 5, 0.5, 1000, "fits: nothing would be promised, as C = 1000"},
	} {
		c := config.Default()
		c.Data, c.Accountant, c.Budget, c.Stop, c.Set.Alpha = "census:300", of.accountant, of.budget, true, []float64{of.alpha}
		c.Set.C = []float64{of.c}
		s := real(t, c)
		s.until("the wall", func() bool { return s.m.scene.State.Wall != "" })
		s.press("b")
		s.until("the bill", func() bool { return s.m.scene.State.Picture != nil })
		s.press("z").shows(of.want)
	}
}

func TestTheReverseQuestionIsAskedAndAnswered(t *testing.T) {
	s := states()["ledger"](t, 120, 36)
	s.press("enter")
	if c := s.f.last(); c.Order != runner.Afford {
		t.Fatalf("command %+v, want the question", c)
	}
	s.batch(1, sim.Notice{Iteration: 38, Kind: sim.Answer, Text: "alpha = 0.012 reaches t = 100 within ε = 10 (best, δ = 1e-05)"})
	s.shows("▸ α = 0.012 reaches t = 100")
	if s.m.scene.Questions.Offer("afford") != nil {
		t.Error("an offer that nobody made")
	}
	if !strings.Contains(s.m.scene.Message.Text, "α = 0.012") || s.m.scene.Message.Warn {
		t.Errorf("message %+v", s.m.scene.Message)
	}
	s.press("esc", "f") // from anywhere
	if c := s.f.last(); c.Order != runner.Afford || s.m.scene.Lens != "ledger" {
		t.Errorf("f sends %+v", c)
	}
	s.batch(1, sim.Notice{Iteration: 39, Kind: sim.Refused, Text: "no budget is set: choose budget among the parameters, then ask which alpha lasts to the limit"})
	s.shows("no budget is set: choose budget")
}

// That space goes on is said of a run that stands where it was asked.
func TestAnAnswerSaysThatSpaceGoesOnWhileTheRunStands(t *testing.T) {
	s := states()["ledger"](t, 120, 36)
	s.press("enter")
	s.batch(0, sim.Notice{Iteration: 38, Kind: sim.Answer, Text: "alpha = 0.012 from t = 39 on" + runner.GoesOn})
	s.m.scene.State.Running = false
	s.press("?", "esc").shows("0.012 from t = 39 on: space goes on")
	s.batch(1) // which runs
	s.send(tickMsg(s.now))
	s.shows("0.012 from t = 39 on")
	s.hides("space goes on")
}

// f and A, from anywhere, give the keys to the lens of the answer, so that enter does what it says.
func TestALensThatIsAskedFromElsewhereTakesTheKeys(t *testing.T) {
	for key, lens := range map[string]string{"f": "b", "A": "a"} {
		s := states()["ledger"](t, 120, 36).press("esc", lens, "shift+tab").batch(0)
		if open := s.m.scene.Lens; s.m.scene.Focus == open {
			t.Fatalf("%s has the keys", open)
		}
		if s.press(key); s.m.scene.Focus != s.m.scene.Lens {
			t.Errorf("after %s the keys are with %s", key, s.m.scene.Focus)
		}
	}
}

// What is offered with the answer enter does: in this run, or with another; without a
// budget f asks within what.
func TestWhatIsOfferedIsDone(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(5)
	s.press("f").shows("Which α reaches t = 100?", "within a total ε above 0, at δ = 1e-5, one record replaced")
	s.press("backspace", "0", "enter").shows("expected a total ε above 0")
	s.press("backspace", "3", "enter")
	if c := s.f.last(); c.Order != runner.Afford || c.Within != 3 || c.Do || c.Config.Method != "dvp" || s.m.scene.Lens != "ledger" {
		t.Fatalf("asked %+v", c)
	}
	offer := sim.Offer{Within: 3, Events: []config.Event{{Key: "alpha", Value: "0.2"}, {Key: "budget", Value: "3"}}}
	s.batch(0, sim.Notice{Iteration: 5, Kind: sim.Answer, Text: "alpha = 0.2 does: enter sets it", Offer: &offer}).hides("works it out anew")
	s.batch(2).shows("asked at t = 5: enter works it out anew")
	s.press("enter")
	if c := s.f.last(); c.Order != runner.Afford || c.Within != 3 || !c.Do {
		t.Fatalf("enter asks %+v", c)
	}
	s.shows("0.5 → 0.2")
	changed := s.changed("alpha = 0.2", 8, true)
	if s.batch(0, changed, sim.Notice{Iteration: 7, Kind: sim.Answer, Text: "alpha = 0.2 from t = 6 on"}); s.m.scene.Base.Set.Alpha[0] != 0.2 {
		t.Errorf("a reset starts with %v", s.m.scene.Base.Set.Alpha)
	}
	s.batch(2).hides("the run was changed since")
	s.batch(1, s.changed("alpha = 0.4", 10, true)).shows("That was at t = 7, and the run was changed since: enter asks")

	anew := s.m.scene.Base
	offer.Anew = &anew
	s.press("enter")
	s.batch(0, sim.Notice{Iteration: 5, Kind: sim.Answer, Text: "alpha = 0.2 does from the start", Offer: &offer})
	s.m.scene.Pending["seed"] = scene.Pending{Value: "8", Reset: true}
	if c := s.press("enter").f.last(); c.Order != runner.Afford || c.Config.Seed != 8 || c.Do {
		t.Errorf("with another seed waiting enter sends %+v", c)
	}
	delete(s.m.scene.Pending, "seed")
	s.batch(0, sim.Notice{Iteration: 5, Kind: sim.Answer, Text: "alpha = 0.2 does from the start", Offer: &offer})
	if c := s.press("enter").f.last(); c.Order != runner.Start || !c.Run || c.Config.Set.Alpha[0] != 0.2 || c.Config.Budget != 3 {
		t.Errorf("enter starts %+v", c)
	}
}

// Where the cursor was set says nothing of the run that begins: its lens is live.
func TestALensIsLiveWhenARunBegins(t *testing.T) {
	s := states()["ledger"](t, 120, 36).press("r")
	s.m.desk.SetCursor(2)
	s.frame()
	if c, _ := s.looked(); c.At != 2 {
		t.Fatalf("the lens reads t = %d, want 2", c.At)
	}
	s.begun().batch(1).frame()
	if c, _ := s.looked(); c.At != 0 {
		t.Errorf("the lens of the run that has begun reads t = %d", c.At)
	}
}

func TestALensOutlivesAReset(t *testing.T) {
	s := states()["ledger"](t, 120, 36)
	s.press("enter").batch(0, sim.Notice{Kind: sim.Answer, Text: "alpha = 0.012 reaches t = 100"})
	s.f.deaf = true
	s.press("x", "r") // both wait: the Start must not swallow the Look
	s.f.deaf = false
	s.frame()
	if c, _ := s.looked(); wanted(c.Look) != "losses" {
		t.Errorf("the runner makes %T, want the exposure", c.Look)
	}
	s.begun().batch(3).shows("Exposure", "40,000 records")
	s.press("b").batch(1)
	s.hides("0.012") // that was said of the run before
}

// Infinite losses are in no bar of the histogram: how many there are is told.
func TestExposureTellsHowManyLossesAreInfinite(t *testing.T) {
	s := states()["exposure"](t, 120, 36).press("z")
	s.hides("∞")
	s.seen().Infinite = 1353
	s.m.scene.Dirty = true
	s.shows("40,000 records, 1,353 at ∞, beyond the axis")
}

func TestExposureWatchesTheChosenPerson(t *testing.T) {
	s := states()["exposure"](t, 120, 36).press("z")
	s.shows("largest +0.15", "40,000 records", "Bound, one record replaced: ε ≤ 1.11", "not a guarantee", "itself private",
		"row 100 at node 1: age 30", "Watched: -0.0123 row 12 at node 2")
	s.shows("e^−loss 0.998 (E = 1)")
	s.seen().Summary.Martingale = 0.376 // as it may be in one run: its records share their noise
	s.m.scene.Dirty = true
	s.shows("e^−loss 0.376 (E = 1)")
	s.press("down", "enter")
	if c := s.f.last(); c.Order != runner.Apply || c.Event.Key != "watch" || c.Event.Value != "101" {
		t.Errorf("command %+v, want watch = 101", c)
	}
	states()["exposure of sharing"](t, 120, 36).shows("Columns: relationship=Own-child +9.29", "Nobody is watched", "row 100: age 30")
	off := states()["exposure off"](t, 120, 36)
	off.shows("measure (realised) is off", "press r", "z larger · x back")
	off.hides("enter watch")
	pvp := newStage(t, config.Default().WithMethod("pvp"), 120, 36).begun().with("variant", "own").batch(9)
	through(pvp, "x").shows("common f(t)")
	pvp.hides("largest +", "Exact for this run", "(E = 1)") // the largest is not known
	late := through(newStage(t, config.Default().WithMethod("pvp"), 200, 50).begun().with("variant", "own").watch("12").batch(9), "x")
	late.shows("─ watched -0.00299", "Watched: -0.00299 row 12")
	late.seen().Steps = true
	late.send(tea.WindowSizeMsg{Width: 201, Height: 50}) // nobody has followed it
	late.m.scene.Dirty = true
	late.shows("Watched: -0.00299 by single steps alone, r follows it: row 12")
	late.hides("─ watched")
	newton := through(newStage(t, config.Default().WithMethod("pvp"), 120, 36).begun().batch(9), "x")
	newton.shows("Exact for this run.")
	for off, words := range map[float64]string{0.0123: "at most 0.0123 off", 0.10049: "at most 0.101 off", math.Inf(1): "no telling how far off", math.NaN(): "no telling how far off"} {
		newton.seen().Certificate = off
		newton.m.scene.Dirty = true
		newton.shows("One Newton step, " + words + ".")
	}
	bare := through(newStage(t, config.Default(), 120, 36).begun().batch(9), "x")
	bare.seen().Bare = true
	bare.send(tea.WindowSizeMsg{Width: 121, Height: 36})
	bare.shows("without noise", "is infinite")
}

func TestWireGoesFromNodeToNode(t *testing.T) {
	s := states()["wire"](t, 120, 36)
	s.shows("On the wire: node 1", "without noise", "hidden by fresh noise", "what is sent 2.5, what the noise changed in it 1.2", "in the dual variable")
	s.press("right")
	if c := s.f.last(); c.Order != runner.Look || wanted(c.Look) != "node 2" {
		t.Errorf("command %+v, want a look at the second node", c)
	}
	s.shows("Nothing sent by node 2") // until the runner has heard it
	s.batch(1).shows("On the wire: node 2", "without noise")
	s.press("left", "left")
	if c := s.f.last(); wanted(c.Look) != "node 5" {
		t.Errorf("node %d, want round to the last", c.Look)
	}
	s.press("m", "enter") // DVP again, of fewer nodes
	s.m.scene.Base.Nodes = 2
	s.begun()
	if c := s.f.last(); c.Order != runner.Look || wanted(c.Look) != "node 1" {
		t.Errorf("command %+v, want a look at a node there is", c)
	}
	last := newStage(t, config.Default(), 120, 36).begun().batch(100)
	last.press("w")
	last.press("z").shows("Nothing sent by node 1 since the lens looks at it: the run is over; , looks back")
	halted := newStage(t, config.Default(), 120, 36).begun().batch(10)
	halted.halted = "the numbers left the finite range at t = 12"
	halted.batch(1).press("w", "z")
	halted.shows("Nothing sent by node 1 since the lens looks at it: the run is over; , looks back")
	still := newStage(t, config.Default(), 120, 36).begun().batch(10).press("w", "z")
	still.m.scene.State.Running = false
	still.shows("looks at it: , looks back at what was sent")
	for _, why := range []*string{&still.m.scene.State.Wall, &still.m.scene.State.Met} {
		*why = "the run stands"
		still.m.scene.Dirty = true
		still.shows("looks at it: the run stands still, space says why; , looks back")
		*why = ""
	}
	states()["wire, even iteration"](t, 120, 36).shows("no data are touched and nothing is paid")
	states()["wire of sharing"](t, 120, 36).press("z").shows("On the wire: party 1", "100 % of the true labels")
}

func TestAttacksOnTheRunAreAskedOfTheRunner(t *testing.T) {
	s := through(newStage(t, config.Default().WithMethod("sharing"), 120, 36).begun().batch(4), "a")
	for i, attack := range []string{sim.AttackLabels, sim.AttackColumns} {
		s.press("enter")
		if c := s.f.last(); c.Order != runner.Attack || c.Attack != attack {
			t.Fatalf("attack %d sends %+v", i, c)
		}
		s.batch(1, sim.Notice{Iteration: 5 + i, Kind: sim.Answer, Text: "found: " + attack})
		s.shows("▸ found: "+attack, "What ends it")
		s.press("down")
	}
	s.press("up", "up").shows("found: labels", "ε_Y (labels)")
	at := s.m.scene.Run.Last()
	s.batch(1).shows(fmt.Sprintf("of t = %d", at), fmt.Sprintf("That was at t = %d; ", at-1))
}

// An answer is of the iteration that it was given at, also where it comes with later ones.
func TestAnAnswerIsDatedByItsIteration(t *testing.T) {
	s := through(newStage(t, config.Default().WithMethod("sharing"), 120, 36).begun().batch(4), "a").press("enter")
	s.batch(5, sim.Notice{Iteration: 6, Kind: sim.Answer, Text: "found: labels"}).shows("That was at t = 6; ")
}

// The lens opens on the first attack on the method in force; a choice of one's own stays, but
// where another method comes into force that it is not on.
func TestTheLensOpensOnAnAttackOnTheMethod(t *testing.T) {
	const labels, pair, whole = "Sharing: labels read out of y", "DVP: the record pair that refutes ζ = α̂", "Audit: whole runs of what is set now"
	chosen := func(s *stage, when, want string) {
		t.Helper()
		if _, got, _ := lensOf[*lens.Attacks](s).Chosen(&s.m.scene); got != want {
			t.Errorf("%s: %q is chosen, want %q", when, got, want)
		}
	}
	for _, spec := range admm.Catalogue() {
		want := whole
		switch {
		case spec.Vertical:
			want = labels
		case spec.ID == "dvp":
			want = pair
		}
		s := through(newStage(t, config.Default().WithMethod(spec.ID), 120, 36).begun().batch(4), "a")
		s.frame()
		chosen(s, spec.ID, want)
	}
	s := through(newStage(t, config.Default(), 120, 36).begun().batch(4), "a")
	s.press("up", "a", "a")
	chosen(s, "after a move and another look", "Sharing: whose column space is it")
	s.press("A")
	chosen(s, "after A", whole)
}

// What the run refuses to attack is no answer, and nobody waits for one that fails.
func TestARefusedAttackIsNotAnswered(t *testing.T) {
	s := through(newStage(t, config.Default(), 120, 36).begun().batch(4), "a").press("up", "up", "enter")
	s.batch(1, sim.Notice{Kind: sim.Refused, Text: "rho is not to be had"}).hides("refused") // is no answer
	s.batch(1, sim.Notice{Kind: sim.Refused, Text: "the labels attack needs vertical sharing", Asked: s.m.desk.Newest()})
	if frame := s.frame(); strings.Contains(frame, "answered") || !strings.Contains(frame, "refused") || strings.Contains(frame, "▸ the labels attack") {
		t.Errorf("a refusal:\n%s", frame)
	}
	s.press("enter").batch(1, sim.Notice{Iteration: 7, Kind: sim.Answer, Text: "found: labels"})
	if frame := s.frame(); !strings.Contains(frame, "answered") {
		t.Errorf("an answer after it:\n%s", frame)
	}
	s.press("enter").batch(1, sim.Notice{Kind: sim.Failed, Text: "the last command failed", Asked: s.m.desk.Newest()})
	if s.m.scene.Questions.Asking() {
		t.Error("a question that failed is waited for")
	}
}

func TestTheWorstRecordPairBreaksThePrintedRateOnly(t *testing.T) {
	s := states()["attack by a pair"](t, 120, 36)
	frame := s.frame()
	for _, want := range []string{"e^0.766 of e^1  not broken", "e^1.526 of e^1  BROKEN", "e^0.763 of e^1  kept"} {
		if !strings.Contains(frame, want) {
			t.Errorf("the frame lacks %q:\n%s", want, frame)
		}
	}
	if frame := states()["attack by a pair"](t, 40, 12).frame(); !strings.Contains(frame, "refuted") {
		t.Errorf("a small window has no verdict:\n%s", frame)
	}
	if frame := states()["attack by a pair"](t, 80, 24).press("z").frame(); strings.Count(frame, "kept")+strings.Count(strings.ToUpper(frame), "BROKEN") != 6 || !strings.Contains(frame, "BROKEN") {
		t.Errorf("enlarged, it lacks verdicts:\n%s", frame)
	}
	if frame := states()["attack by a pair"](t, 50, 28).press("z").frame(); strings.Count(frame, "kept")+strings.Count(strings.ToUpper(frame), "BROKEN") != 6 {
		t.Errorf("in a narrow window it lacks verdicts:\n%s", frame)
	}
}

func TestHelpOfALensTellsItsLesson(t *testing.T) {
	for name, want := range map[string]string{"ledger": "accountants", "exposure": "not a guarantee", "wire": "neighbour sees", "attacks": "dual variable"} {
		s := states()[name](t, 120, 36)
		s.m.grant(scene.Explain{})
		if name == "attacks" {
			s.press("tab") // over the chosen one
		}
		if !strings.Contains(s.m.front.dialog.View(100, 200), want) {
			t.Errorf("the help of %s does not speak of %q", name, want)
		}
	}
}

func TestNoticesCanBeReadAgainInTheHelp(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3, sim.Notice{Iteration: 1, Kind: sim.Data, Text: "12 rows were left out"},
		sim.Notice{Iteration: 3, Kind: sim.Growing, Text: "the loss runs away"}, sim.Notice{Iteration: 3, Kind: sim.SolverMissed, Text: "a minimiser stopped early"})
	s.press("?", "shift+tab", "shift+tab")
	page := s.m.front.dialog.View(100, 400)
	for _, want := range []string{"t = 1: 12 rows were left out", "t = 3: the loss runs away", "t = 3: a minimiser stopped early"} {
		if !strings.Contains(page, want) {
			t.Errorf("the help lacks %q", want)
		}
	}
}

func TestAPrintedVariantSaysWhatBreaks(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().with("variant", "printed")
	s.set.Variant = "printed"
	s.batch(3).shows("variant as printed", "sets ζ")
}

func TestTheRepairCertifiesTheSolver(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(1)
	s.hides("certified")
	set := *s.set
	set.Repair = 0.001
	s.set = &set
	s.batch(1).shows("solver 3e-11 certified")
}

// The noise of ε₂ covers the gradient norm that is promised: one beyond it is not certified, and the
// light has room for its word.
func TestTheRepairCertifiesNoMinimiserBeyondThePromise(t *testing.T) {
	s := newStage(t, config.Default(), 170, 55).begun()
	set := *s.set
	set.Repair = 0.1
	s.set = &set
	solver := &s.lights[len(s.lights)-1]
	solver.State = sim.Broken
	s.batch(1).shows("✕ solver 3e-11: violated")
	s.m.focusOn(s.panel("guarantees"))
	s.press("down", "down", "down").shows("▸✕ solver")
	s.hides("ertified")
	s.lights = slices.Clone(s.lights)
	s.lights[len(s.lights)-1].State = sim.Good
	s.batch(1).shows("Certified: the output")
}

// The light "solver" is of the iteration that is read, and so is its number: beside the state of one that
// minimises nothing, such as an even one of R-ADMM, stands none of the iteration before.
func TestTheSolverHasTheNumberOfItsIteration(t *testing.T) {
	s := newStage(t, config.Default().WithMethod("radmm"), 170, 55).begun()
	s.set.Repair = 0.1
	s.lights[len(s.lights)-1].State = sim.Broken
	s.batch(1).shows("✕ solver 3e-11: violated")
	s.lights, s.minimised = slices.Clone(s.lights), math.NaN()
	s.lights[len(s.lights)-1].State = sim.Good
	s.batch(1).shows("● solver -")
	s.hides("certified", "3e-11")
	s.press(",").shows("✕ solver 3e-11: violated")
}

// Of what was sent with the noise of ε₂ on it no loss is known, and lens x tells none; lens w
// counts that noise, too.
func TestTheLensesKnowOfTheRepair(t *testing.T) {
	s := through(newStage(t, config.Default(), 120, 36).begun().batch(3), "x")
	*s.seen() = sim.Exposure{Covered: true}
	s.m.scene.Dirty = true
	s.shows("is unknown: with ε₂")
	s.hides("row 101", "e^−loss")
	s = through(newStage(t, config.Default(), 120, 36).begun().batch(3), "w")
	s.hides("ε₂")
	s.overheard().Cover = 7.5
	s.m.scene.Dirty = true
	s.shows("that of ε₂ 7.5", "of ε₂ (repair) sits on the model")
}

func TestAdjacencyStandsBesideTheNumberInSmallWindowsToo(t *testing.T) {
	newStage(t, config.Default(), 80, 24).begun().batch(37).shows("replaced: at most 3.1× as likely")
	newStage(t, config.Default(), 60, 18).begun().batch(37).shows("replaced")
}

func TestEveryLensSurvivesWildNumbers(t *testing.T) {
	for _, key := range []string{"b", "x", "w"} {
		s := through(newStage(t, config.Default(), 120, 36).begun().batch(5), key)
		for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, 0} {
			if l := s.bill(); l != nil {
				l.Totals[0][0].Epsilon, l.Totals[0][0].Delta = v, v
				s.m.scene.State.Config.Budget = 1e-300
			}
			if e := s.seen(); e != nil {
				e.Summary.Max, e.Summary.Mean, e.Low, e.High, e.Top[0].Total = v, v, v, v, v
				e.Bins[0] = math.MaxInt
			}
			if w := s.overheard(); w != nil {
				w.Sent[0], w.Before[0], w.Norm = v, v, v
			}
			for _, size := range [][2]int{{120, 36}, {60, 18}, {100, 30}} {
				s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				checkFrame(t, key, s.frame(), size[0], size[1])
			}
		}
	}
}

// With unequal nodes the smallest total of the node worst off can be below every line of
// the table: it is then not called the smallest of them.
func TestTheReportedTotalIsNotCalledALineThatItIsNot(t *testing.T) {
	s := through(newStage(t, config.Default(), 120, 36).begun().batch(5), "b")
	s.shows("the smallest valid)")
	s.bill().Best[0].Epsilon /= 2
	s.send(tea.WindowSizeMsg{Width: 121, Height: 36})
	s.hides("the smallest valid)")
	s.shows("node by node)")
}

// ε is told rounded up, wherever it stands: 0.3942 is not "at most 0.394".
func TestNoBoundIsFlattered(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(9)
	s.m.scene.Run.Newest[scene.Tight], s.m.scene.Run.Newest[scene.Epsilon] = 0.3942, 0.7221
	s.m.scene.Run.Values[scene.Tight][8] = 0.3942
	s.shows("ε ≤ 0.395", "printed 0.723", "ε 0.395") // the last behind the curve
}

// DVP as printed promises 50 without δ. At δ = 1e-5 less is proved, and the noise proves
// more only where both are held against each other at δ = 0.
func TestAPrintedTotalIsHeldAgainstWhatIsProvedAtItsDelta(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(9)
	now := s.m.scene.Run.Newest
	now[scene.Epsilon], now[scene.Delta], now[scene.Proved], now[scene.Tight], now[scene.TightDelta] = 50, 0, 95.93, 7.78, 1e-5
	s.shows("printed 50 (basic), but at δ =", "0 this noise proves no less", "ε ≤ 7.78, δ = 1e-5 (", "hardly a")
	s.hides("ε ≤ 50")
	through(s, "b").shows("Printed 50 (basic)", "proves no less than 95.9")
}

// The total of the last iteration before a lapse is a bound only where the noise proves it.
func TestAfterALapseOnlyWhatWasProvedStands(t *testing.T) {
	for _, infinite := range []bool{false, true} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(9)
		tight := 2.5
		if infinite {
			tight = math.Inf(1)
		}
		for q, v := range map[scene.Quantity]float64{scene.Epsilon: 32.4, scene.Proved: tight, scene.Tight: tight, scene.TightDelta: 1e-5} {
			s.m.scene.Run.Newest[q], s.m.scene.Run.Values[q][8] = v, v
		}
		s.lapsed, s.reason = 10, "a row is longer than 1"
		s.batch(1)
		if s.hides("until then ε ≤ 32.4"); infinite {
			s.hides("until then")
		} else {
			s.shows("until then ε ≤ 2.5, δ = 1e-5")
		}
	}
}

// Where one chooses by results it says that no ε has that choice in it.
func TestWhereOneChoosesItSaysThatItIsInNoEpsilon(t *testing.T) {
	for _, name := range []string{"compare", "sweep", "tune", "ledger"} {
		if !strings.Contains(help.Panel(name, config.Default()), "in no ε") {
			t.Errorf("the help of %s does not say it", name)
		}
	}
	for _, l := range []scene.Lens{&many.Sweep{}, &lens.Compare{}} {
		if words := l.Words(nil); !strings.Contains(words, "choosing by these numbers looks at the data and is in no ε") {
			t.Errorf("%s says %q", l.Name(), words)
		}
	}
}

// Where not all sentences fit, the neighbours that a total speaks of are still named.
func TestTheNeighboursAreNamedWhereOtherWordsDoNotFit(t *testing.T) {
	s := newStage(t, config.Default(), 100, 30).begun().batch(9)
	now := s.m.scene.Run.Newest
	now[scene.Epsilon], now[scene.Proved], now[scene.Tight], now[scene.TightDelta] = 30, 57.6, 3.4, 1e-5
	s.m.scene.Dirty = true
	s.shows("printed 30: not proved", "one record replaced")
}

// The ledger's curves: the guarantee marked on each, groups, and what stands where no
// bound is proved.
func TestLedgerDrawsItsCurves(t *testing.T) {
	s := states()["ledger"](t, 120, 36).press("z", "right").batch(0)
	s.shows("Ledger: δ over ε", "The guarantee, one record replaced: ε ≤ 0.278", "ε ≤ 0.278", "2: ε ≤ 0.694", "10: nothing", "δ 1e-5", "←→ view")
	s.press("right").batch(0)
	s.shows("Ledger: misses over false alarms", "misses at least so many", "guessing", "A audits whole runs")
	s.press("right").shows("gamma-norm is valid")
	s.press("left").batch(0).shows("Ledger: misses over false alarms")
	s.press("enter").shows("Ledger & budget") // the answer stands in the table
	none := states()["ledger, no budget, infinite"](t, 120, 36).press("z", "right").batch(0)
	none.shows("There is no curve to draw: no finite ε is proved")
	bill := *none.m.scene.State.Picture.(*lens.Bill)
	for a := range bill.Best {
		bill.Best[a].Epsilon, bill.Best[a].Delta = 0, 0.25
	}
	none.m.scene.State.Picture, none.m.scene.Dirty = &bill, true
	none.shows("at δ = 0.25 the total is 0 already")
	for a := range bill.Totals {
		bill.Totals[a] = []account.Total{{Name: "basic", Valid: true}}
	}
	none.m.scene.Dirty = true
	none.shows("nothing is lost so far")
	lapsed := states()["ledger lapsed"](t, 120, 36).press("z", "right").batch(0)
	lapsed.shows("no guarantee from t =")
}

// Points that an audit of whole runs measured are drawn where it was of this run, as far as it is
// read: others may have the same total, and hide less.
func TestMeasuredPointsStandOnTheTradeOffCurve(t *testing.T) {
	for what, c := range map[string]struct {
		other func(*audit.Target)
		turn  string // a change by hand behind the audit
		drawn bool
	}{
		"of this run":             {drawn: true},
		"at another total":        {other: func(t *audit.Target) { t.Epsilon *= 2 }},
		"on small data":           {other: func(t *audit.Target) { t.Small = true }},
		"of fewer":                {other: func(t *audit.Target) { t.Iterations-- }},
		"of another kind":         {other: func(t *audit.Target) { t.Adjacency = privacy.Remove }},
		"of another run":          {turn: "rho = 0.3"},
		"of a run that is longer": {turn: "iterations = 500", drawn: true},
	} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(10)
		s.press("b", "z", "right", "right").batch(0).shows("A audits whole runs")
		bill := s.bill()
		of := audit.Target{Iterations: 10, Adjacency: bill.Adjacency, Epsilon: bill.Curves.Total.Epsilon, Delta: bill.Curves.Total.Delta}
		if c.other != nil {
			c.other(&of)
		}
		attacks := lensOf[*lens.Attacks](s)
		attacks.Audits.Run = func(context.Context, lens.Making, func(lens.Found)) (lens.Found, error) {
			r := audit.Result{Trials: 8, Done: 8, Target: of}
			r.Points[0] = audit.Point{Alarm: audit.Rate{Measured: .5, High: .6}, Miss: audit.Rate{Measured: .45, High: .5}}
			return lens.Found{Results: []audit.Result{r}}, nil
		}
		s.press("A").finish(attacks.Audits.Job).press("b").batch(0)
		if c.turn != "" {
			s.batch(0, s.changed(c.turn, 10, true))
		}
		if drawn := strings.Contains(s.frame(), "Dots: measured by the audit"); drawn != c.drawn {
			t.Errorf("%s: drawn %v", what, drawn)
		}
	}
}

// A lens that is closed gives the keys to a panel that has a place, whatever became of the
// window meanwhile.
func TestALensGivesTheKeysToAPanelInSight(t *testing.T) {
	s := newStage(t, config.Default(), 200, 50).begun().batch(3)
	for i, p := range s.m.panels {
		if p.Place().From > 120 {
			s.m.focusOn(i)
		}
	}
	s.press("b").batch(0)
	s.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	s.press("b").batch(0)
	if _, seen := s.m.plan().places[s.m.view.focus]; !seen {
		t.Errorf("the keys go to %s, which has no place", s.m.scene.Focus)
	}
}
