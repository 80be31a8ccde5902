package sim

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/sim/config"
)

// stops are the notices of a condition that is met.
func stops(notices []Notice) []Notice {
	return slices.DeleteFunc(slices.Clone(notices), func(n Notice) bool { return n.Kind != Met })
}

// The run stands where its row first meets the condition, with the rows of one that has
// none; another condition lets it go on, and the text of all that happened ends at the
// same row, bit for bit.
func TestAConditionStopsTheRunAndAnotherLetsItGoOn(t *testing.T) {
	whole, _ := script(t, small(t, "iterations = 40", "seed = 3"))
	first := func(wrong float64) int {
		return 1 + slices.IndexFunc(whole, func(r Row) bool { return r.TestError < wrong })
	}
	easy, hard := 0.25, 0.0
	for _, r := range whole { // the lowest error after the easy condition is met
		if r.Iteration > first(easy) && (hard == 0 || r.TestError < hard) {
			hard = r.TestError
		}
	}
	hard += 1e-9
	if n := first(easy); n < 1 || n >= first(hard) {
		t.Fatalf("conditions are met at t = %d and %d: the test needs others", n, first(hard))
	}
	s := start(t, small(t, "iterations = 40", "seed = 3", `stop_when = "test_error < 0.25"`), models.Serial)
	rows, notices := finish(s)
	told := stops(notices)
	if len(told) != 1 || told[0].Iteration != first(easy) || !strings.HasPrefix(told[0].Text, "stopped: test_error 0.") ||
		!strings.HasSuffix(told[0].Text, " < 0.25; choosing when to stop by the test rows is in no ε") {
		t.Fatalf("told %v, expected once at t = %d", told, first(easy))
	}
	sameRows(t, "stopped", rows, whole[:first(easy)])
	if s.Finished() || s.Halted() != "" || s.Met() == "" || s.News() != nil {
		t.Errorf("finished %v, halted %q, met %q", s.Finished(), s.Halted(), s.Met())
	}
	again, _ := script(t, s.Replay())
	sameRows(t, "the replay of the stop", again, rows)

	// What does not change the condition does not let it go on.
	if n := s.Change(config.Event{Key: "watch", Value: "3"}); s.Ready() || len(stops(n)) != 0 {
		t.Errorf("it goes on, or is told twice: %v", n)
	}
	s.Change(config.Event{Key: "stop_when", Value: "test_error < " + exactly(hard)})
	if s.Met() != "" {
		t.Fatalf("it still stands: %s", s.Met())
	}
	more, notices := finish(s)
	if told := stops(notices); len(told) != 1 || told[0].Iteration != first(hard) {
		t.Errorf("told %v, expected once at t = %d", told, first(hard))
	}
	rows = append(rows, more...)
	sameRows(t, "stopped again", rows, whole[:first(hard)])
	c, err := config.ParseText([]byte(s.Replay().Text()), "replay.toml")
	if err != nil {
		t.Fatal(err)
	}
	again, _ = script(t, c)
	sameRows(t, "the replay of both", again, rows)

	s.Change(config.Event{Key: "stop_when", Value: "none"})
	rest, notices := finish(s)
	if len(stops(notices)) != 0 || !s.Finished() {
		t.Errorf("without a condition: %v", notices)
	}
	sameRows(t, "to the limit", append(rows, rest...), whole)
}

func exactly(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// A condition that holds already when it is asked for stops the run there; at the limit
// both are told; a session resumed from a checkpoint stands where it stood.
func TestAConditionThatHoldsAlready(t *testing.T) {
	s := start(t, small(t, "iterations = 3"), models.Serial)
	s.Step()
	n := stops(s.Change(config.Event{Key: "stop_when", Value: "epsilon_total > 0"}))
	if len(n) != 1 || n[0].Iteration != 1 || n[0].Text != "stopped: epsilon_total 0.5 > 0" || s.Ready() {
		t.Errorf("told %v, ready %v", n, s.Ready())
	}
	kept := s.Save()
	if s.Change(config.Event{Key: "stop_when", Value: ""}); !s.Ready() {
		t.Error("without a condition it still stands")
	}
	finish(s)
	if s.Resume(kept, kept.changes); s.Ready() || s.Met() != "epsilon_total 0.5 > 0" {
		t.Errorf("resumed it does not stand: %q", s.Met())
	}

	_, notices := script(t, small(t, "iterations = 3", `stop_when = "epsilon_total > 1.2"`))
	if got := kinds(notices); !slices.Equal(got, []NoticeKind{Finished, Met}) {
		t.Errorf("at the limit it tells %v", notices)
	}
	// A number that is not there meets nothing.
	for _, of := range []string{"epsilon_step", "epsilon_total", "epsilon_total_delta", "epsilon_total_proved", "epsilon_spent", "epsilon_tight", "delta"} {
		rows, notices := script(t, small(t, "iterations = 3", `method = "admm"`, `stop_when = "`+of+` >= 0"`))
		if len(rows) != 3 || len(stops(notices)) != 0 {
			t.Errorf("%s: %d rows, %v", of, len(rows), notices)
		}
	}
}

// What is computed from no noise is in no ε anyhow, and what settings decide looks at
// nothing: neither is told of.
func TestTheSentenceOnChoosingIsToldWhereItIsTrue(t *testing.T) {
	for _, k := range []struct {
		lines []string
		told  bool
	}{
		{[]string{`stop_when = "train_loss > 0"`}, true}, {[]string{`stop_when = "disagreement >= 0"`}, true}, {[]string{`stop_when = "epsilon_tight > 0"`}, false},
		{[]string{`stop_when = "train_loss > 0"`, "private = false"}, false}, {[]string{`stop_when = "train_loss > 0"`, `method = "admm"`}, false},
		{[]string{`stop_when = "train_loss > 0"`, `events = ["at 2: private = false"]`}, true}, {[]string{`stop_when = "train_loss > 0"`, "private = false", `events = ["at 2: private = true"]`}, false},
	} {
		_, notices := script(t, small(t, append(k.lines, "iterations = 9")...))
		if told := stops(notices); len(told) != 1 || told[0].Iteration != 1 || strings.Contains(told[0].Text, "in no ε") != k.told {
			t.Errorf("%v: %v", k.lines, told)
		}
	}
}

// A total that is no number meets no condition: who asked for a stop hears that there was
// none, once, where the run ends.
func TestAConditionOnNoNumberIsTold(t *testing.T) {
	for _, k := range []struct {
		lines []string
		told  bool
	}{
		{[]string{`stop_when = "epsilon_tight > 1"`, "private = false"}, true}, {[]string{`stop_when = "realised_max > 1"`, "realised = false"}, true},
		{[]string{`stop_when = "train_loss_c > 1"`, `method = "sharing"`}, true}, {[]string{`stop_when = "test_error < 0"`}, false}, {[]string{"private = false"}, false},
	} {
		for _, limit := range []string{"iterations = 4", "iterations = 9\nevents = [\"at 5: iterations = 4\"]", "iterations = 9\nevents = [\"at 5: iterations = 2\"]"} {
			_, notices := script(t, small(t, append(k.lines, limit)...))
			told := slices.DeleteFunc(notices, func(n Notice) bool { return n.Kind != Unheld })
			if (len(told) == 1) != k.told || k.told && (told[0].Iteration != 4 || !strings.Contains(told[0].Text, "this row has no ")) {
				t.Errorf("%v, %s: %v", k.lines, limit, told)
			}
		}
	}
}

// An audit claims the total of a number of iterations that no data decide.
func TestNoAuditOfARunThatItsDataEnd(t *testing.T) {
	for line, want := range map[string]bool{
		`stop_when = "test_error < 0.1"`: true, `events = ["at 2: stop_when = train_loss < 0.1"]`: true, `stop_when = "epsilon_total > 1"`: false, `events = ["at 2: stop_when = none"]`: false,
	} {
		err := auditable(small(t, line), 100)
		if refused := err != nil && strings.Contains(err.Error(), "stop_when"); refused != want {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// Passes over the rows are as many as minimisers need, which the data say, but under sharing, whose
// settings decide them.
func TestPassesLookAtTheDataWhereMinimisersDo(t *testing.T) {
	for method, want := range map[string]bool{"dvp": true, "sharing": false} {
		_, notices := finish(start(t, small(t, "iterations = 5", fmt.Sprintf("method = %q", method), `stop_when = "passes > 3"`), models.Serial))
		if told := stops(notices); len(told) != 1 || strings.HasSuffix(told[0].Text, "; choosing when to stop by the training rows is in no ε") != want {
			t.Errorf("%s: told %v", method, told)
		}
	}
}
