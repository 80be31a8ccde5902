package sim

import (
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/sim/config"
)

// A budget that is kept allows no iteration of which nothing is promised: what it would
// cost has no bound. The wall stands before it, in the words of what is missing.
func TestABudgetAllowsNothingWithoutAPromise(t *testing.T) {
	for _, c := range []struct {
		lines []string
		at    int
		why   string
	}{
		{[]string{`events = ["at 3: private = false"]`}, 2, "the noise is off"},
		{[]string{`events = ["at 3: C = 500"]`}, 2, "C = 500 exceeds the 106 records"},
		{[]string{`events = ["at 1: C = 500"]`}, 0, "not even the first iteration"},
		{[]string{"private = false"}, 0, "the noise is off"},
		{[]string{`method = "pvp"`, `events = ["at 4: private = false"]`}, 3, "the noise is off"},
		{[]string{`method = "radmm"`, `events = ["at 3: private = false"]`}, 2, "the noise is off"}, // in an even iteration, too
		{[]string{`method = "radmm"`, `variant = "printed"`, "eta = 1", `events = ["at 3: eta = 1e-9", "at 3: rho = 1e-9"]`}, 2, "1.4 of the printed bound"},
		{[]string{`method = "madmm"`, `topology = "path"`, `events = ["at 3: cut 1-2"]`}, 2, "a node without neighbours"},
		{[]string{`method = "sharing"`, `events = ["at 3: private = false"]`}, 2, "the noise is off"},
		{[]string{`method = "sharing"`, `variant = "printed"`}, 0, "(0, 1]"},
	} {
		text := strings.Join(c.lines, ", ")
		s := start(t, small(t, append([]string{"iterations = 6", "budget = 1000"}, c.lines...)...), models.Serial)
		var told []Notice
		for s.Ready() {
			_, notices := s.Step()
			told = append(told, notices...)
		}
		told = append(told, s.News()...)
		if s.t != c.at || len(told) == 0 {
			t.Errorf("%s: ends at t = %d, expected %d: %v", text, s.t, c.at, told)
			continue
		}
		wall := told[len(told)-1]
		if wall.Kind != Wall || !strings.Contains(wall.Text, c.why) || !strings.Contains(wall.Text, "turn stop off") {
			t.Errorf("%s: told %+v", text, wall)
		}
		if from, _ := s.Lapsed(); from != 0 {
			t.Errorf("%s: nothing is promised from t = %d on", text, from)
		}
		if s.Change(eventOf(t, "stop = false")); !s.Ready() {
			t.Errorf("%s: with stop off it does not go on", text)
		}
		s.Step()
		if from, _ := s.Lapsed(); from != c.at+1 {
			t.Errorf("%s: lapsed from %d, expected %d", text, from, c.at+1)
		}
		s.Change(eventOf(t, "stop = true"))
		if s.Ready() || !strings.Contains(s.next.wall, "start anew, or turn stop off") {
			t.Errorf("%s: with stop on again: %q", text, s.next.wall)
		}
	}
}

// eventOf is a change by hand, in the text form.
func eventOf(t *testing.T, text string) config.Event {
	t.Helper()
	e, err := config.ParseEvent("at 1: " + text)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
