package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/rows"
	"admmlab/sim/runner"
	"admmlab/tui/panel"
	"admmlab/tui/scene"
)

// A condition stops the run on the screen, which says by which number, once; space does
// not go on and says why, and with another condition, or none, it does.
func TestAConditionStopsTheScreen(t *testing.T) {
	c := config.Default()
	c.Data, c.Set.C, c.Iterations = "census:300", []float64{10}, 20
	c.StopWhen = rows.Condition{Column: rows.EpsilonTotal, Op: ">=", Than: 2}
	s := real(t, c)
	s.press("]", "]")
	s.until("the stop", func() bool { return s.done() && s.m.scene.Ending() == archive.Met })
	s.shows("■ stopped: epsilon_total 2 >= 2", "t 4/20", "until   printed ε >=", "stopped: epsilon_total 2 >= 2; change until to go on")
	for _, key := range []string{"space", "n"} {
		s.m.scene.Message = scene.Message{}
		s.press(key)
		s.until("an answer to "+key, func() bool {
			return s.done() && strings.Contains(s.m.scene.Message.Text, "give until, among the parameters, another condition or none")
		})
	}
	s.press("down", "left")
	s.until("the change", s.done)
	for _, quick := range []bool{false, true} { // the change waits, which lets nothing go on
		s.m.scene.Message = scene.Message{}
		if quick {
			s.press("left")
		}
		s.press("n")
		s.until("an answer to n behind a change", func() bool {
			return s.done() && strings.Contains(s.m.scene.Message.Text, "give until, among the parameters, another condition or none")
		})
	}
	s.m.desk.Turn("stop_when", "test_eror < 3")
	if text := s.m.scene.Message.Text; !strings.Contains(text, "did you mean test_error?") {
		t.Errorf("told %q", text)
	}
	s.m.desk.Turn("stop_when", "epsilon_total >= 3")
	s.press("space")
	s.until("the next stop", func() bool { return s.done() && s.m.scene.Run.Last() == 6 && s.m.scene.Ending() == archive.Met })
	s.m.desk.Turn("stop_when", "none")
	s.m.scene.Message = scene.Message{}
	s.press("space")
	s.until("the limit", func() bool { return s.done() && s.m.scene.Ending() == archive.Limit })
	if marks := s.m.scene.Run.Marks; !strings.HasSuffix(marks[len(marks)-1].Label, ">= 3→none") {
		t.Errorf("marked as %q", marks[len(marks)-1].Label)
	}
	s.press("r")
	s.until("a run without a condition", func() bool { return s.m.scene.Generation == 2 && s.done() && s.m.scene.Ending() == archive.Limit })
}

// That a run has met its condition is its own affair, told before another is asked for or behind
// that: space stops the one that is to begin.
func TestAConditionThatIsMetSaysNothingOfTheRunThatBegins(t *testing.T) {
	for _, late := range []bool{false, true} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(3)
		b := runner.Batch{Generation: s.generation, State: s.m.scene.State}
		b.Notices = []sim.Notice{{Iteration: 3, Kind: sim.Met, Text: "stopped: minimisations 30 >= 30"}}
		b.State.Met, b.State.Running = "minimisations 30 >= 30", false
		if !late {
			s.send(batchMsg{b, true})
		}
		s.m.grant(scene.Turn{Key: "data", Value: "census:300"})
		s.press("r").late()
		said := s.m.scene.Message.Text
		if late {
			s.send(batchMsg{b, true})
		}
		if text := s.m.scene.Message.Text; text != said || !s.m.desk.Wanted() {
			t.Errorf("behind the key %t: told %q behind %q, wanted %t", late, text, said, s.m.desk.Wanted())
		}
		if len(s.m.scene.Run.News) == 0 {
			t.Errorf("behind the key %t: it is not in the news of its run", late)
		}
		if s.press("space"); s.f.last().Order != runner.Pause || s.m.desk.Wanted() {
			t.Errorf("behind the key %t: space sends %v, wanted %t", late, s.f.last().Order, s.m.desk.Wanted())
		}
	}
}

// At a wall space and n say why it stands, which is not always that the total is too large.
func TestAWallSaysWhyItStands(t *testing.T) {
	c := config.Default()
	c.Data, c.Set.C, c.Set.Private, c.Budget = "census:300", []float64{10}, false, 5
	s := real(t, c)
	s.until("the wall", func() bool { return s.done() && s.m.scene.Ending() == archive.Budget })
	for _, key := range []string{"space", "n"} {
		s.m.scene.Message = scene.Message{}
		s.press(key)
		s.until("an answer to "+key, func() bool {
			return s.done() && strings.Contains(s.m.scene.Message.Text, "as the noise is off; change that, or turn stop off")
		})
	}
}

// Where the run is to stop is a level in the chart that shows the number.
func TestAConditionIsALevel(t *testing.T) {
	for text, want := range map[string]string{"test_error < 0.16": "until 16", "train_loss < 0.45": "until 0.45", "epsilon_tight > 0.5": "until 0.5", "disagreement < 1": ""} {
		c := config.Default()
		var err error
		if c.StopWhen, err = rows.ParseCondition(text); err != nil {
			t.Fatal(err)
		}
		s := newStage(t, c, 200, 50).begun().batch(20)
		if want != "" {
			s.shows(want)
		} else {
			s.hides("until 1")
		}
	}
}

// The lines of budget and condition are those that each iteration had: what was changed on
// the way moves nothing behind it, on the screen and on paper.
func TestTheLinesOfLimitsAreThoseOfTheirIterations(t *testing.T) {
	c := config.Default()
	c.Data, c.Set.C, c.Iterations, c.Budget, c.Stop = "census:300", []float64{10}, 12, 40, false
	c.StopWhen, _ = rows.ParseCondition("epsilon_tight > 30")
	for _, line := range []string{"at 4: budget = 10", "at 6: stop_when = train_loss < 0.001", "at 8: budget = 0", "at 10: budget = 20"} {
		e, err := config.ParseEvent(line)
		if err != nil {
			t.Fatal(err)
		}
		c.Events = append(c.Events, e)
	}
	s := real(t, c)
	s.until("the end", func() bool { return s.done() && s.m.scene.Run.Last() == 12 })
	var got []string
	for _, which := range []int{scene.LossChart, scene.PrivacyChart} {
		for _, l := range panel.NewChart(which).Levels(&s.m.scene) {
			if !l.Quiet {
				got = append(got, fmt.Sprintf("%g from %d before %d %q", l.Value, l.From, l.Before, l.Label))
			}
		}
	}
	want := []string{
		`0.001 from 6 before 0 "until 0.001"`,
		`30 from 1 before 6 ""`,
		`20 from 10 before 0 "budget 20"`, `10 from 4 before 8 ""`, `40 from 1 before 4 ""`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("lines\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for k, r := range s.m.exports.Figure(scene.PrivacyChart).Rules[1:] {
		if on := fmt.Sprintf("%g from %d before %d %q", r.Value, r.From, r.Before, r.Label); on != want[2+k] {
			t.Errorf("on paper %s, expected %s", on, want[2+k])
		}
	}
}

// A reset goes on by itself where its budget has stopped the run; where that has been raised
// since, a run that is paused stays so.
func TestAResetOfARunThatWasStoppedGoesOn(t *testing.T) {
	for _, raised := range []bool{false, true} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(10)
		state := s.m.scene.State
		state.Running, state.Wall = false, "the budget"
		s.send(batchMsg{runner.Batch{Generation: s.generation, Notices: []sim.Notice{{Iteration: 10, Kind: sim.Wall, Text: "the budget"}}, State: state}, true})
		if raised {
			s.batch(5, s.changed("budget = 100", 11, true)).press("space")
		}
		s.press("r").pass(patience)
		if s.frame(); s.f.last().Order != runner.Start || s.f.last().Run == raised {
			t.Errorf("the budget raised %v: a reset asks for order %v, run %v", raised, s.f.last().Order, s.f.last().Run)
		}
	}
}
