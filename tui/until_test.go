package tui

import (
	"strings"
	"testing"

	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/rows"
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
	s.press("r")
	s.until("a run without a condition", func() bool { return s.m.scene.Generation == 2 && s.done() && s.m.scene.Ending() == archive.Limit })
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
