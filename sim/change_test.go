package sim

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/sim/config"
	"admmlab/sim/network"
)

// A run at the largest limit there is has no later iteration that a change could count from:
// its session text would not be read.
func TestNothingIsTurnedBehindTheLargestLimit(t *testing.T) {
	s := start(t, small(t, "iterations = 9"), models.Serial)
	s.t = config.MaxIterations - 1
	if _, err := s.Apply(config.Event{Key: "rho", Value: "2"}); err != nil {
		t.Errorf("the last iteration takes no change: %v", err)
	}
	s.t = config.MaxIterations
	for _, e := range []config.Event{{Key: "rho", Value: "3"}, {Edge: network.Edge{0, 1}}} {
		if _, err := s.Apply(e); err == nil || !strings.Contains(err.Error(), "nothing counts behind it") {
			t.Errorf("%s behind the largest limit: %v", e.Words(), err)
		}
	}
	if n := len(s.Replay().Events); n != 1 {
		t.Errorf("%d changes, want 1", n)
	}
}

// Thousands of keys turn a knob in one iteration: what replays the run is known behind each of them without a look at
// whether all that was made before could be.
func TestAChangeBehindManyIsReplayedAtOnce(t *testing.T) {
	allocations := func(before int) float64 {
		s := start(t, small(t, "iterations = 9"), models.Serial)
		turn := func() {
			if _, err := s.Apply(config.Event{Key: "rho", Value: "2"}); err != nil {
				t.Fatal(err)
			}
		}
		for range before {
			turn()
		}
		return testing.AllocsPerRun(3, func() {
			turn()
			s.Replay()
		})
	}
	if few, many := allocations(2), allocations(1000); many > few+100 {
		t.Errorf("%g allocations behind 2 changes, %g behind 1,000", few, many)
	}
}

// What else moves is told with the change, and its reverse brings all of it back.
func TestTheReverseOfAChangeBringsBackWhatMovedWithIt(t *testing.T) {
	s := start(t, small(t, `method = "sharing"`, "sigma = 0.5"), models.Serial)
	before := s.Config()
	done, err := s.Apply(config.Event{Key: "epsilon", Value: "2"})
	if err != nil || !done.ByHand || done.After != "2" {
		t.Fatalf("%+v, %v", done, err)
	}
	if want := []config.Move{{Key: "sigma", Before: "0.5", After: "0"}}; !reflect.DeepEqual(done.Moved, want) {
		t.Errorf("moved %v, want %v", done.Moved, want)
	}
	for _, e := range done.Reverse() {
		if _, err := s.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	if d := config.Differences(before, s.Config()); len(d) > 0 {
		t.Errorf("after its reverse there are differences: %v", d)
	}
}

// The session's own changes are told apart from those made by hand.
func TestAChangeSaysWhoAskedForIt(t *testing.T) {
	s := start(t, small(t, `events = ["at 2: eta = 2"]`), models.Serial)
	s.Step()
	_, notices := s.Step()
	if c := notices[0].Change; c == nil || c.ByHand || c.At != 2 || c.Before != "1" || c.After != "2" {
		t.Errorf("told as %+v", c)
	}
	if c, err := s.Apply(config.Event{Key: "eta", Value: "1"}); err != nil || !c.ByHand {
		t.Errorf("by hand: %+v, %v", c, err)
	}
}

// A graph that has come back to its kind is called so again.
// What is due at the place of a change by hand happens before it, and is told before it.
func TestWhatIsDueIsToldBeforeTheChangeByHand(t *testing.T) {
	s := start(t, small(t, "iterations = 9", `events = ["at 3: alpha = 0.1"]`), models.Serial)
	s.Step()
	s.Step()
	var told []string
	for _, n := range s.Change(config.Event{Key: "alpha", Value: "0.7"}) {
		told = append(told, n.Text)
	}
	_, notices := s.Step()
	if !slices.Equal(told, []string{"alpha = 0.1", "alpha = 0.7"}) || len(notices) != 0 || s.Config().Set.Alpha[0] != 0.7 {
		t.Errorf("%q, then %v", told, notices)
	}
}

func TestAnEdgeThatIsBackLeavesNoTrace(t *testing.T) {
	s := start(t, small(t, "topology = \"star\""), models.Serial)
	for _, step := range []struct{ event, called string }{
		{"cut 1-2", "edges:1-3,1-4,1-5"}, {"join 1-2", "star"},
		{"cut 1-3", "edges:1-2,1-4,1-5"}, {"topology = ring", "ring"}, {"cut 1-2", "edges:1-5,2-3,3-4,4-5"}, {"join 1-3", "edges:1-3,1-5,2-3,3-4,4-5"},
		{"join 1-2", "edges:1-2,1-3,1-5,2-3,3-4,4-5"}, {"cut 1-3", "ring"},
	} {
		e, err := config.ParseEvent("at 1: " + step.event)
		if err != nil {
			t.Fatal(err)
		}
		before := s.Config().Topology
		done, err := s.Apply(e)
		if err != nil || s.Config().Topology != step.called {
			t.Errorf("%s: %q, %v, expected %q", step.event, s.Config().Topology, err, step.called)
		}
		after := step.called
		if e.Key == "" { // an edge says it all
			before, after = "", ""
		}
		if done.Before != before || done.After != after || done.Moved != nil || !done.ByHand {
			t.Errorf("%s is told as %+v", step.event, done)
		}
	}
}

// A change by hand has the last word in its iteration, whatever was scheduled for it: what
// is asked at the keys is answered for it, such as which noise reaches the limit.
func TestAChangeByHandComesAfterWhatIsScheduledForItsIteration(t *testing.T) {
	c := small(t, "iterations = 6", `events = ["at 3: alpha = 5", "at 3: adjacency = remove"]`)
	s := start(t, c, models.Serial)
	s.Step()
	s.Step()
	if next := s.Next(); next.Set.Alpha[0] != 5 || s.Config().Set.Alpha[0] == 5 {
		t.Errorf("alpha %v is next, %v in force", next.Set.Alpha, s.Config().Set.Alpha)
	}
	if _, err := s.Apply(config.Event{Key: "alpha", Value: "0.25"}); err != nil {
		t.Fatal(err)
	}
	row, notices := s.Step()
	if row.Set.Alpha[0] != 0.25 || row.Set.Adjacency != "remove" {
		t.Errorf("iteration %d is made with alpha %v and %s", row.Iteration, row.Set.Alpha, row.Set.Adjacency)
	}
	if told := fmt.Sprint(notices); !strings.Contains(told, "alpha = 5") || !strings.Contains(told, "adjacency = remove") {
		t.Errorf("told: %s", told)
	}
	again := start(t, s.Replay(), models.Serial)
	for range 3 {
		row, _ = again.Step()
	}
	if row.Set.Alpha[0] != 0.25 {
		t.Errorf("it is replayed with alpha %v", row.Set.Alpha)
	}
}

// At the limit, too: what is scheduled behind it happens once the limit is moved, and not
// behind what was turned by hand meanwhile. A change that is refused leaves it waiting.
func TestAChangeByHandAtTheLimitComesAfterWhatIsScheduledBehindIt(t *testing.T) {
	s := start(t, small(t, "iterations = 2", `events = ["at 3: alpha = 5", "at 3: adjacency = remove", "at 4: rho = 2"]`), models.Serial)
	finish(s)
	if _, err := s.Apply(config.Event{Key: "alpha", Value: "-1"}); err == nil || s.Config().Set.Alpha[0] == 5 || len(s.Replay().Events) != 3 {
		t.Errorf("refused with %v, alpha %v is in force", err, s.Config().Set.Alpha)
	}
	for _, e := range []config.Event{{Key: "alpha", Value: "0.25"}, {Key: "iterations", Value: "3"}} {
		if _, err := s.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	row, notices := s.Step()
	if told := fmt.Sprint(notices); row.Set.Alpha[0] != 0.25 || row.Set.Adjacency != "remove" || !strings.Contains(told, "alpha = 5") {
		t.Errorf("iteration %d is made with alpha %v and %s, told: %s", row.Iteration, row.Set.Alpha, row.Set.Adjacency, told)
	}
	again := start(t, s.Replay(), models.Serial)
	rows, _ := finish(again)
	if row := rows[len(rows)-1]; row.Iteration != 3 || row.Set.Alpha[0] != 0.25 {
		t.Errorf("it is replayed to iteration %d with alpha %v", row.Iteration, row.Set.Alpha)
	}
}

// A key that a method does not read stands in the way of no change: the nodes of sharing are
// its parties, whatever graph was written for more.
func TestAGraphThatNobodyReadsStandsInNoWay(t *testing.T) {
	c, err := config.Build([]config.Assignment{
		{Key: "data", Value: "census:60"}, {Key: "method", Value: "sharing"}, {Key: "topology", Value: "edges:1-2,2-3,3-4,4-5"}, {Key: "epsilon", Value: "1"},
		{Key: "iterations", Value: "3"}, {Key: "events", Value: "at 2: epsilon = 2"},
	})
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, c, models.Serial)
	if _, notices := finish(s); slices.ContainsFunc(notices, func(n Notice) bool { return n.Kind == Refused }) || s.Config().Set.Epsilon != 2 {
		t.Errorf("ε = %g: %v", s.Config().Set.Epsilon, notices)
	}
	if _, err := config.Build([]config.Assignment{{Key: "method", Value: "sharing"}, {Key: "topology", Value: "edges:1-9"}}); err == nil {
		t.Error("a graph of nodes that are not there is taken, for another method to stumble over")
	}
}

// A graph whose edges are all back has its name again, also where another graph was in force in
// between and the one of before came back as a list of edges.
func TestAGraphThatIsBackBehindAnotherHasItsNameAgain(t *testing.T) {
	for _, topology := range []string{"ring", "random"} {
		s := start(t, small(t, "nodes = 8", "topology = \""+topology+"\""), models.Serial)
		edge := s.graph.Edges()[0]
		var reverse []config.Event
		for _, e := range []config.Event{{Edge: edge}, {Key: "topology", Value: "complete"}} {
			c, err := s.Apply(e)
			if err != nil {
				t.Fatal(err)
			}
			reverse = append(c.Reverse(), reverse...)
		}
		for _, e := range reverse {
			if got := s.Config().Topology; got == topology {
				t.Errorf("%s: it is so called before its edge is back", topology)
			}
			if _, err := s.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
		if got := s.Config().Topology; got != topology {
			t.Errorf("%s: it is called %s", topology, got)
		}
	}
}
