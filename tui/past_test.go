package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/tui/scene"
)

// What is read under the cursor is what was in force there, whatever has been turned since:
// neighbours, δ, budget, accountant, who is watched and whether there was noise.
func TestThePastIsReadWithItsOwnSettings(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C, c.Budget, c.Stop = "census:300", 6, []float64{10}, 500, false
	for _, line := range []string{"at 4: adjacency = remove", "at 4: delta = 1e-3", "at 4: budget = 70", "at 4: watch = 299", "at 6: private = false"} {
		e, err := config.ParseEvent(line)
		if err != nil {
			t.Fatal(err)
		}
		c.Events = append(c.Events, e)
	}
	s := real(t, c)
	s.press("]", "]", "b", "z")
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	for at, want := range map[int]string{2: "500 0", 5: "70 299"} {
		if c := s.m.scene.ConfigAt(at); fmt.Sprint(c.Budget, " ", c.Watch) != want {
			t.Errorf("at t = %d the budget is %g and row %d is watched, expected %s", at, c.Budget, c.Watch, want)
		}
	}
	look := func(at int, ready func() bool) {
		t.Helper()
		s.m.desk.SetCursor(at)
		s.frame()
		s.until("the picture", func() bool { return s.done() && s.m.scene.State.At == at && ready() })
	}
	ledger := func() bool { return s.bill() != nil }
	look(2, ledger)
	s.shows("Reported, one record replaced", "of 500 spent")
	s.hides("one record removed", "of 70 spent")
	look(5, ledger)
	s.shows("Reported, one record removed", "of 70 spent")
	s.press("right")
	look(2, func() bool { return s.bill() != nil && s.bill().Curves != nil })
	s.shows("The guarantee, one record replaced", "at δ = 1e-5")
	s.press("x")
	look(2, func() bool { return s.seen() != nil })
	s.shows("Nobody is watched")
	look(5, func() bool { return s.seen() != nil })
	s.hides("Nobody is watched")
	s.press("w")
	look(2, func() bool { return s.overheard() != nil })
	s.shows("hidden by fresh")
	look(6, func() bool { return s.overheard() != nil })
	s.shows("without any noise")
}

// The printed total has a δ of its own, which grows and which a change moves: the cursor reads
// it with that of its iteration.
func TestThePrintedTotalIsReadWithItsOwnDelta(t *testing.T) {
	c := config.Default().WithMethod("radmm")
	c.Data, c.Iterations, c.Set.C, c.Set.Alpha, c.Set.Variant = "census:300", 8, []float64{10}, []float64{1.6}, "gaussian"
	e, err := config.ParseEvent("at 7: delta = 0.2")
	if err != nil {
		t.Fatal(err)
	}
	c.Events = append(c.Events, e)
	s := real(t, c)
	s.send(tea.WindowSizeMsg{Width: 200, Height: 50})
	s.press("]", "]")
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	s.press(",", ",", ",").shows("printed δ 3e-5 ")
	s.press(".", ".").shows("printed δ 0.201 ")
}

// A knob that is turned while the run stands still counts from the next iteration on: the
// report of what was made, and the levels beside it, are of the settings it was made with.
func TestAReportIsOfTheIterationsThatWereMade(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:300", 6, []float64{10}
	s := real(t, c)
	s.press("]", "]")
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	s.m.desk.Turn("adjacency", "remove")
	s.m.desk.Turn("delta", "0.001")
	s.send(tickMsg(s.now))
	s.until("the change", func() bool { return s.done() && s.m.scene.InForce().Set.Delta == 0.001 })
	report := s.rows("report")
	if !strings.Contains(report, "this change: one record replaced") || strings.Contains(report, "one record taken out") {
		t.Errorf("it names neighbours that no total goes with:\n%s", report)
	}
	if delta := s.m.scene.ConfigAt(s.m.scene.Run.Last()).Set.Delta; delta != 1e-5 {
		t.Errorf("δ was %g", delta)
	}
}

// The run before, put beside, is the run that the dotted curve is of, with what was turned in
// it; a kept run's total goes with what its changes had made of its neighbours.
func TestTheRunBeforeIsAsItWasTurned(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:300", 60, []float64{10}
	s := real(t, c)
	s.press("n")
	s.until("the pause", func() bool { return s.done() && !s.m.scene.State.Running && s.m.scene.Run.Last() > 0 })
	s.m.desk.Turn("adjacency", "remove")
	s.press("]", "]", "space")
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	s.press("r")
	s.until("another run", func() bool { return s.m.scene.Generation == 2 && s.done() })
	past := s.m.scene.Past().Config
	if len(past.Events) != 1 || past.Events[0].Words() != "adjacency = remove" || past.Set.Adjacency != "replace" {
		t.Errorf("it is said to have been %s with %v", past.Set.Adjacency, past.Events)
	}
	kept := &scene.History{Config: past}
	if now := kept.Under(past, 60); now.Set.Adjacency != "remove" {
		t.Errorf("its total is said to go with %s", now.Set.Adjacency)
	}
}

// Of a run so long that every second iteration goes, the cursor reads one that is kept: the
// total of the one before it would stand under the neighbours of that one.
func TestTheCursorStaysOnAnIterationThatIsKept(t *testing.T) {
	c := config.Default()
	c.Iterations = 10 * scene.MaxPoints
	s := newStage(t, c, 120, 36).begun()
	for s.m.scene.Run.Last() < scene.MaxPoints {
		s.batch(scene.MaxPoints / 16)
	}
	s.m.desk.SetCursor(scene.MaxPoints - 2)
	if s.m.scene.Cursor != scene.MaxPoints-2 {
		t.Fatalf("the cursor is at %d", s.m.scene.Cursor)
	}
	s.batch(1)
	if at := s.m.scene.At(); s.m.scene.Run.Every != 2 || at != scene.MaxPoints-3 || s.m.scene.Run.Kept(at) != at {
		t.Errorf("the cursor reads %d of every %d", at, s.m.scene.Run.Every)
	}
	s.lapsed, s.reason = scene.MaxPoints+1, "a row is longer than 1"
	s.m.desk.SetCursor(0)
	s.batch(2).shows(fmt.Sprintf("until t = %d", scene.MaxPoints-1))
}

// The newest iteration is there even where it is between two that are kept: the first step back
// goes to the one before it that is.
func TestTheCursorGoesFromOneKeptIterationToTheNext(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36)
	for range scene.MaxPoints + 2 {
		s.m.scene.Run.File(make([]float64, scene.Quantities()))
	}
	newest := scene.MaxPoints + 2
	for _, c := range []struct{ from, by, want int }{
		{0, -1, newest - 1}, {newest, -1, newest - 1}, {0, -2, newest - 3}, {newest - 1, -1, newest - 3},
		{newest - 3, 1, newest - 1}, {newest - 1, 1, 0}, {1, -1, 1}, {0, -newest, 1},
	} {
		s.m.desk.SetCursor(c.from)
		if s.m.desk.MoveCursor(c.by); s.m.scene.Cursor != c.want {
			t.Errorf("from %d by %d the cursor goes to %d, want %d", c.from, c.by, s.m.scene.Cursor, c.want)
		}
	}
}

// A cursor on the newest iteration reads what was in force there, not what was turned since.
func TestTheCursorOnTheNewestIterationReadsWhatWasInForce(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations = "census:300", 100
	s := paused(t, c)
	s.stepTo(6)
	s.m.grant(scene.Turn{Key: "budget", Value: "50"})
	s.frame()
	s.until("the change", s.done)
	if now := s.m.scene.ConfigAt(6).Budget; now != 50 {
		t.Errorf("without a cursor the budget is %g, expected the 50 that the next iteration has", now)
	}
	s.m.desk.SetCursor(6)
	s.frame()
	if then := s.m.scene.ConfigAt(6).Budget; then != 0 {
		t.Errorf("under the cursor the budget of t = 6 is %g, expected none: it was turned behind it", then)
	}
}

// Each graph of the past has its gap, also one that was in force for an iteration only.
func TestTheGapOfAGraphOfThePastIsKnown(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:300", 20, []float64{10}
	for _, line := range []string{"at 10: cut 1-2", "at 11: join 1-3", "at 12: join 1-4"} {
		e, err := config.ParseEvent(line)
		if err != nil {
			t.Fatal(err)
		}
		c.Events = append(c.Events, e)
	}
	s := real(t, c)
	s.until("the end", func() bool { return s.done() && s.m.scene.State.Finished })
	for at := 9; at <= 12; at++ {
		s.m.desk.SetCursor(at)
		for range 2 { // behind the one that may be under way
			s.frame()
			<-s.m.gaps.job.Ended()
		}
		s.frame()
		if _, known := s.m.scene.Gaps[s.m.scene.GraphAt(at)]; !known {
			t.Errorf("the gap of the graph of t = %d is not known", at)
		}
	}
}

// A run that halted is read under the cursor, and a value turned behind it counts after a reset.
func TestARunThatHaltedIsReadAndTurned(t *testing.T) {
	s := newStage(t, config.Default(), 140, 40).begun().batch(10)
	s.halted = "the numbers left the finite range at t = 12"
	s.batch(2)
	s.m.scene.Message = scene.Message{}
	s.shows("the numbers left the finite range")
	s.press(",", ",", ",").shows("t = 9: loss")
	s.press("end").batch(0, s.changed("alpha = 0.1", 13, true)).shows("after a reset")
	s.hides("from t = 13")
}

// Under the cursor no setting is cut: as far as there is room each stands whole, in a line of its own or
// behind the values, and "…" stands for the rest.
func TestASettingUnderTheCursorIsWhole(t *testing.T) {
	left := 0
	for _, spec := range admm.Catalogue() {
		c := config.Default().WithMethod(spec.ID)
		c.Set.Rho = []float64{0.0031622}
		s := newStage(t, c, 200, 36).begun().batch(9)
		s.press(",", ",")
		whole := map[string]bool{"…": true}
		for _, p := range spec.Parameters {
			for _, word := range strings.Fields(p.Symbol + "=" + config.ShortValue(c, p.Key, p.Get(&c.Set).String())) {
				whole[word] = true // "ε=set by σ" has three
			}
		}
		for width := 40; width <= 200; width += 3 {
			s.send(tea.WindowSizeMsg{Width: width, Height: 36})
			lines := strings.Split(ansi.Strip(s.frame()), "\n")
			line := lines[len(lines)-2]
			if _, behind, both := strings.Cut(line, " · "+spec.Parameters[0].Symbol+"="); both {
				line = spec.Parameters[0].Symbol + "=" + behind
			}
			words := strings.Fields(line)
			for _, w := range words {
				if strings.Contains(w, "=") && w != "=" && !whole[w] {
					t.Errorf("%s at %d columns: %q", spec.ID, width, w)
				}
			}
			if words[len(words)-1] == "…" {
				left++
			} else if !whole[words[len(words)-1]] {
				t.Errorf("%s at %d columns ends with %q", spec.ID, width, line)
			}
		}
	}
	if left == 0 {
		t.Error("there was room for all, at every width")
	}
}
