package scene

import (
	"strconv"
	"testing"
	"time"

	"admmlab/sim"
	"admmlab/sim/config"
)

// Under sharing a value of ε sets σ back: of wishes for both the later counts, whatever
// order they are granted in.
func TestOfWishesThatSetEachOtherBackTheLaterCounts(t *testing.T) {
	for _, asked := range []struct {
		epsilon, sigma int // when
		want           string
	}{{4, 5, "0.3"}, {5, 4, "0"}} {
		var s Scene
		s.Pending = map[string]Pending{"epsilon": {Value: "0.5", Seq: asked.epsilon}, "sigma": {Value: "0.3", Seq: asked.sigma}}
		c := s.Grant(config.Default().WithMethod("sharing"))
		k, _ := config.KnobOf(c, "sigma")
		if got := k.Value(c); got != asked.want {
			t.Errorf("ε asked for as %d and σ as %d: σ = %s, want %s", asked.epsilon, asked.sigma, got, asked.want)
		}
		if first := s.InOrder()[0]; (first == "epsilon") != (asked.epsilon < asked.sigma) {
			t.Errorf("ε asked for as %d and σ as %d: %s is the first", asked.epsilon, asked.sigma, first)
		}
	}
}

// A session may have 600,000 events, and what is wished for is asked for several times a frame.
func TestWishesAreGrantedWithoutALookAtEveryEvent(t *testing.T) {
	allocations := func(events int) float64 {
		s := &Scene{}
		s.Pending = map[string]Pending{"alpha": {Value: "0.2"}, "nodes": {Value: "7"}, config.IterationsKnob.Key: {Value: "50"}}
		c := config.Default()
		for i := range events {
			c.Events = append(c.Events, config.Event{At: 1 + i%c.Iterations, Key: "alpha", Value: "0.3"})
		}
		if got := s.Grant(c); got.Nodes != 7 || got.Iterations != 50 || len(got.Events) != events {
			t.Errorf("%d nodes, %d iterations, %d events", got.Nodes, got.Iterations, len(got.Events))
		}
		s.Base = c
		return testing.AllocsPerRun(3, func() {
			s.Grant(c)
			if err := s.CheckTyped("data", "census:60"); err != nil {
				t.Error(err)
			}
		})
	}
	if few, many := allocations(2), allocations(2000); many > few+100 {
		t.Errorf("%g allocations for 2 events, %g for 2000", few, many)
	}
}

// Thousands of keys turn a knob in one iteration, and each asks what its change finds: every change that was made is
// looked at once for that, where 20,000 of them took 2 s by the square of their number.
func TestWhatAChangeFindsIsKnownAtOnceBehindManyChanges(t *testing.T) {
	s := &Scene{Run: &History{}}
	c := config.Default()
	for i := range 20_000 {
		e := config.Event{At: 8, Key: "alpha", Value: strconv.Itoa(1 + i)}
		c.Events = append(c.Events, e)
		s.Run.Changes = append(s.Run.Changes, config.Change{Event: e})
	}
	s.State.Config, s.State.Replay, s.State.Iteration, s.Heard = config.Default(), c, 7, true
	k, _ := config.KnobOf(c, "alpha")
	start := time.Now()
	if stands, keeps := s.Keeps(k, k.Value(s.Next())); !keeps || stands != k.Value(s.Next()) {
		t.Errorf("%q stands, kept %v", stands, keeps)
	}
	if took := time.Since(start); took > time.Second/4 {
		t.Errorf("it took %v", took)
	}
	s.State.Replay.Events = append(c.Events, config.Event{At: 9, Key: "alpha", Value: "3"})
	if _, keeps := s.Keeps(k, k.Value(s.Next())); keeps {
		t.Error("what the schedule turns is not known")
	}
}

// A limit that is passed is where the run stands: steps that follow count from there, also
// before the run has answered, as does a reset.
func TestALimitThatIsPassedIsWhereTheRunStands(t *testing.T) {
	at := func(iteration, forkAt, starting int, wish string) *Scene {
		c := config.Default()
		c.Iterations = 60
		s := &Scene{}
		s.Base, s.Forked, s.Heard, s.ForkAt, s.Starting = c, c, true, forkAt, starting
		s.State.Config, s.State.Replay, s.State.Iteration = c, c, iteration
		s.Pending = map[string]Pending{config.IterationsKnob.Key: {Value: wish}}
		return s
	}
	for _, c := range []struct {
		s    *Scene
		want int
	}{
		{at(20, 0, 0, "10"), 20}, {at(20, 0, 0, "21"), 21}, {at(20, 7, 3, "1"), 7}, {at(20, 7, 0, "9"), 9}, {at(20, 0, 3, "1"), 1},
	} {
		if got, anew := c.s.Wished().Iterations, c.s.Anew().Iterations; got != c.want || anew != c.want {
			t.Errorf("a wish for %s at t = %d, a fork at %d, a start %d: limit %d, of a run from the start %d, want %d",
				c.s.Pending[config.IterationsKnob.Key].Value, c.s.State.Iteration, c.s.ForkAt, c.s.Starting, got, anew, c.want)
		}
	}
}

// A question behind the command that began a run is about that run.
func TestWhatIsAskedOfARunThatBeginsIsAnswered(t *testing.T) {
	var q Questions
	q.Ask("before", 3)
	q.Ask("of it", 5)
	q.Forget(4)
	if !q.Hear(sim.Notice{Text: "yes", Asked: 5}, 0) || q.Answer("of it") != "yes" || q.Asking() {
		t.Errorf("answered %q, and asking %t", q.Answer("of it"), q.Asking())
	}
}

// An answer is of now until the run goes on, or is changed: also where that change leaves out one
// to come, so that there are as many as before.
func TestAnAnswerIsOfNowUntilTheRunIsChanged(t *testing.T) {
	b1, variant := config.Event{At: 60, Key: "b1", Value: "2"}, config.Event{At: 19, Key: "variant", Value: "isotropic"}
	s := &Scene{Run: &History{}}
	s.State.Iteration, s.State.Replay.Events = 18, []config.Event{b1}
	s.Questions.Ask("afford", 5)
	s.Questions.Hear(sim.Notice{Iteration: 18, Text: "yes", Asked: 5}, len(s.Run.Changes))
	if at := s.Questions.Since("afford", s); at != 0 {
		t.Errorf("asked now, it is of t = %d", at)
	}
	s.State.Replay.Events, s.Run.Changes = []config.Event{variant}, []config.Change{{Event: variant, ByHand: true}}
	if at := s.Questions.Since("afford", s); at != 18 {
		t.Errorf("after a change it is of t = %d, want 18", at)
	}
}

// What is refused beside a question is no answer to it, and one that went with a start that was
// refused is asked no more.
func TestAnAnswerIsToItsOwnQuestion(t *testing.T) {
	var q Questions
	q.Ask("labels", 5)
	q.Ask("columns", 6)
	if q.Hear(sim.Notice{Kind: sim.Refused, Text: "watch = 99999 is beyond the last row"}, 0) || q.Answer("labels") != "" {
		t.Errorf("a refusal of something else is told as %q", q.Answer("labels"))
	}
	if !q.Hear(sim.Notice{Text: "all of it", Asked: 6}, 0) || q.Answer("columns") != "all of it" || q.Answer("labels") != "" {
		t.Errorf("answered %q and %q", q.Answer("labels"), q.Answer("columns"))
	}
	if q.Drop(5); q.Asking() {
		t.Error("a question that is lost is still asked")
	}
}
