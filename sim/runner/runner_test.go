package runner

import (
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/network"
)

// desk is a person at a runner in virtual time: it sends commands and reads
// what comes back.
type desk struct {
	t      *testing.T
	runner *Runner
	seq    int
	rows   []sim.Row
	notes  []sim.Notice
	last   Batch
}

func atDesk(t *testing.T, do func(*desk)) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHost()
		defer h.Close()
		d := &desk{t: t, runner: h.NewRunner(t.Context())}
		do(d)
		d.runner.Close()
		for range d.runner.Batches() {
		}
	})
}

// send waits until the runner takes the command, as the outbox does by offering
// again.
func (d *desk) send(c Command) {
	d.seq++
	c.Seq = d.seq
	for !d.runner.Offer(c) {
		time.Sleep(time.Millisecond) // virtual time
	}
	d.until(func() bool { return d.last.State.Seq >= c.Seq })
}

// until reads batches until a condition holds; the deadline is virtual.
func (d *desk) until(done func() bool) {
	d.t.Helper()
	deadline := time.After(time.Minute)
	for !done() {
		select {
		case b := <-d.runner.Batches():
			if b.Generation != d.last.Generation {
				d.rows, d.notes = nil, nil
			}
			d.last = b
			d.rows, d.notes = append(d.rows, b.Rows...), append(d.notes, b.Notices...)
		case <-deadline:
			d.t.Fatalf("nothing happened for a minute; last state %+v", d.last.State)
		}
	}
}

// pass reads for a span of virtual time.
func (d *desk) pass(span time.Duration) {
	end := time.Now().Add(span)
	for {
		select {
		case b := <-d.runner.Batches():
			d.last = b
			d.rows, d.notes = append(d.rows, b.Rows...), append(d.notes, b.Notices...)
		case <-time.After(time.Until(end)):
			return
		}
	}
}

func TestRunnerKeepsItsPace(t *testing.T) {
	c := small(t, "iterations = 1000")
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Pace, Speed: 5})
		d.send(Command{Order: Start, Config: c, Run: true})
		d.pass(10 * time.Second)
		if n := len(d.rows); n < 49 || n > 51 {
			t.Errorf("%d iterations in 10 s at 5 a second", n)
		}
		if r := d.last.State.Rate; math.Abs(r-5) > 0.5 {
			t.Errorf("measured %g a second", r)
		}
		d.send(Command{Order: Pause})
		n := len(d.rows)
		d.pass(5 * time.Second)
		if len(d.rows) != n || d.last.State.Running {
			t.Errorf("paused, yet %d more rows", len(d.rows)-n)
		}
		d.send(Command{Order: Once})
		d.pass(time.Second)
		if len(d.rows) != n+1 {
			t.Errorf("one step gave %d rows", len(d.rows)-n)
		}
	})
}

// A fork that goes on does so at once, however long its replay was.
func TestAForkKeepsItsPaceFromWhereItStands(t *testing.T) {
	c := small(t, "iterations = 1000")
	for _, goes := range []bool{false, true} {
		atDesk(t, func(d *desk) {
			d.send(Command{Order: Pace, Speed: 0})
			d.send(Command{Order: Start, Config: c, Run: true})
			d.until(func() bool { return d.last.State.Iteration >= 15 })
			d.send(Command{Order: Pause})
			d.send(Command{Order: Pace, Speed: 1})
			d.send(Command{Order: Start, Config: c, Until: 15, Run: !goes})
			if goes {
				d.send(Command{Order: Go})
			}
			began := time.Now()
			d.until(func() bool { return d.last.State.Iteration > 15 })
			if waited := time.Since(began); waited > 1100*time.Millisecond {
				t.Errorf("told to go behind it: %v; it goes on after %v at one iteration a second", goes, waited)
			}
		})
	}
}

// Steps and what is turned between them count in the order in which they were asked for,
// however fast that was; a step is confirmed with its row.
func TestStepsAndTurnsKeepTheirOrder(t *testing.T) {
	c := small(t, "iterations = 9")
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Start, Config: c})
		order := func(c Command) { // without waiting for what comes of it
			d.seq++
			c.Seq = d.seq
			for !d.runner.Offer(c) {
				select {
				case b := <-d.runner.Batches():
					d.last, d.rows = b, append(d.rows, b.Rows...)
				case <-time.After(time.Millisecond): // virtual time
				}
				if made := d.last.State.Seq - 1; d.last.State.Seq%2 == 0 && len(d.rows) < made/2+1 {
					t.Errorf("step %d is confirmed with %d rows", made/2+1, len(d.rows))
				}
			}
		}
		turned := []string{"0.4", "0.3", "0.2"}
		for _, alpha := range turned {
			order(Command{Order: Once})
			order(Command{Order: Apply, Event: config.Event{Key: "alpha", Value: alpha}})
		}
		order(Command{Order: Once})
		d.until(func() bool { return d.last.State.Seq == d.seq })
		if len(d.rows) != 4 || d.last.State.Running {
			t.Errorf("four steps gave %d rows", len(d.rows))
		}
		for i, e := range d.last.State.Replay.Events {
			if i >= len(turned) || e.At != i+2 || e.Value != turned[i] {
				t.Errorf("change %d is %v, want alpha = %s at %d", i, e, turned[min(i, 2)], i+2)
			}
		}
		if n := len(d.last.State.Replay.Events); n != 3 {
			t.Errorf("%d changes, want 3", n)
		}
	})
}

// A step that waits for runs beside is made whatever is heard meanwhile of the speed, or of a
// start that is refused, and all of it is confirmed with its row.
func TestAStepCountsAlsoWhereTheSpeedIsChangedBehindIt(t *testing.T) {
	c := small(t, "iterations = 1000")
	nowhere := c
	nowhere.Data = "csv:/nowhere.csv"
	beside := small(t, `method = "pvp"`)
	for name, behind := range map[string]Command{"the speed": {Order: Pace, Speed: 0}, "a start that is refused": {Order: Start, Config: nowhere}} {
		atDesk(t, func(d *desk) {
			d.send(Command{Order: Pace, Speed: 0})
			d.send(Command{Order: Start, Config: c, Run: true})
			d.until(func() bool { return d.last.State.Iteration >= 100 })
			d.send(Command{Order: Pause})
			at := d.last.State.Iteration
			d.send(Command{Order: Accompany, Companions: []Companion{{ID: 1, Config: beside}}})
			d.seq += 2
			behind.Seq = d.seq
			d.runner.commands <- Command{Seq: d.seq - 1, Order: Once}
			d.runner.commands <- behind
			d.until(func() bool { return d.last.State.Seq == d.seq })
			if s := d.last.State; s.Iteration != at+1 || s.Running {
				t.Errorf("%s behind a step at t = %d: confirmed at t = %d", name, at, s.Iteration)
			}
			d.pass(time.Second)
			if s := d.last.State; s.Iteration != at+1 {
				t.Errorf("%s behind a step at t = %d: it stands at t = %d", name, at, s.Iteration)
			}
		})
	}
}

// A change that waits, for a fork or for a second step, is not confirmed before it is made: not
// by the speed either, nor by a start that is refused, which wait for nothing.
func TestAChangeThatWaitsIsConfirmedWhenItIsMade(t *testing.T) {
	c := small(t, "iterations = 1000")
	nowhere := c
	nowhere.Data = "csv:/nowhere.csv"
	for name, behind := range map[string]Command{"the speed": {Order: Pace, Speed: 5}, "a start that is refused": {Order: Start, Config: nowhere}} {
		for what, before := range map[string][]Command{
			"a fork":    {{Order: Start, Config: c, Until: 95}},
			"two steps": {{Order: Accompany, Companions: []Companion{{ID: 1, Config: small(t, `method = "pvp"`)}}}, {Order: Once}, {Order: Once}},
		} {
			atDesk(t, func(d *desk) {
				d.send(Command{Order: Pace, Speed: 0})
				d.send(Command{Order: Start, Config: c, Run: true})
				d.until(func() bool { return d.last.State.Iteration >= 100 })
				d.send(Command{Order: Pause})
				for _, next := range append(before, Command{Order: Apply, Event: config.Event{Key: "alpha", Value: "0.25"}}, behind) {
					d.seq++
					next.Seq = d.seq
					d.runner.commands <- next
				}
				d.until(func() bool { return d.last.State.Seq >= d.seq-1 })
				if s := d.last.State; len(s.Replay.Events) != 1 || s.Seq != d.seq {
					t.Errorf("behind %s, before %s: command %d of %d is confirmed at t = %d with the changes %v", what, name, s.Seq, d.seq, s.Iteration, s.Replay.Events)
				}
			})
		}
	}
}

// A step that waits is one of the run that is left where another begins.
func TestAStepIsNotMadeInTheRunThatBeginsBehindIt(t *testing.T) {
	c := small(t, "iterations = 1000")
	beside := small(t, `method = "pvp"`)
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Pace, Speed: 0})
		d.send(Command{Order: Start, Config: c, Run: true})
		d.until(func() bool { return d.last.State.Iteration >= 100 })
		d.send(Command{Order: Pause})
		d.send(Command{Order: Accompany, Companions: []Companion{{ID: 1, Config: beside}}})
		d.seq += 2
		d.runner.commands <- Command{Seq: d.seq - 1, Order: Once}
		d.runner.commands <- Command{Seq: d.seq, Order: Start, Config: c}
		d.until(func() bool { return d.last.State.Began == d.seq })
		d.pass(time.Second)
		if s := d.last.State; s.Iteration != 0 || s.Seq != d.seq {
			t.Errorf("it stands at t = %d, command %d of %d", s.Iteration, s.Seq, d.seq)
		}
	})
}

// A pause takes back the steps and the go that wait for a fork, and no change.
func TestAPauseTakesBackWhatWaitsForAFork(t *testing.T) {
	c := small(t, "iterations = 1000")
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Start, Config: c})
		d.seq += 6
		for i, order := range []Command{
			{Order: Start, Config: c, Until: 600}, {Order: Once}, {Order: Apply, Event: config.Event{Key: "eta", Value: "3"}}, {Order: Once}, {Order: Go}, {Order: Pause},
		} {
			order.Seq = d.seq - 5 + i
			d.runner.commands <- order
		}
		d.until(func() bool { return d.last.State.Seq == d.seq && d.last.State.Iteration >= 600 })
		d.pass(time.Second)
		if s := d.last.State; s.Iteration != 600 || s.Running || s.Config.Set.Eta.String() != "3" {
			t.Errorf("it stands at t = %d, running %v, with eta %v", s.Iteration, s.Running, s.Config.Set.Eta)
		}
	})
}

// A step at the limit is not made once that is raised.
func TestAStepThatCannotBeMadeIsForgotten(t *testing.T) {
	c := small(t, "iterations = 3")
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Pace, Speed: 0})
		d.send(Command{Order: Start, Config: c, Run: true})
		d.until(func() bool { return d.last.State.Finished })
		d.send(Command{Order: Once})
		d.send(Command{Order: Apply, Event: config.Event{Key: "iterations", Value: "9"}})
		d.pass(time.Second)
		if n := d.last.State.Iteration; n != 3 {
			t.Errorf("it went on to t = %d by itself", n)
		}
	})
}

// A start is heard while a fork is on its way, also where a change waits for that.
func TestAStartDoesNotWaitForAFork(t *testing.T) {
	c := small(t, "iterations = 100000")
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Pace, Speed: 0})
		d.send(Command{Order: Start, Config: c})
		r := d.runner
		d.seq += 3
		r.commands <- Command{Seq: d.seq - 2, Order: Start, Config: c, Until: 99_000}
		r.commands <- Command{Seq: d.seq - 1, Order: Apply, Event: config.Event{Key: "alpha", Value: "0.3"}}
		r.commands <- Command{Seq: d.seq, Order: Start, Config: c}
		d.until(func() bool { return d.last.State.Began == d.seq })
		if s := d.last.State; s.Iteration != 0 || len(s.Replay.Events) > 0 || s.Seq != d.seq {
			t.Errorf("the run that was to begin stands at t = %d with %v, command %d of %d", s.Iteration, s.Replay.Events, s.Seq, d.seq)
		}
	})
}

// The pace is of whatever runs: it waits for no fork, and is not lost with one.
func TestThePaceWaitsForNothing(t *testing.T) {
	c := small(t, "iterations = 100000")
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Pace, Speed: 20})
		d.send(Command{Order: Start, Config: c})
		d.seq += 4
		for _, next := range []Command{
			{Seq: d.seq - 3, Order: Start, Config: c, Until: 99_000},
			{Seq: d.seq - 2, Order: Apply, Event: config.Event{Key: "alpha", Value: "0.3"}},
			{Seq: d.seq - 1, Order: Pace, Speed: 0},
			{Seq: d.seq, Order: Start, Config: c},
		} {
			d.runner.commands <- next
		}
		d.until(func() bool { return d.last.State.Began == d.seq })
		if s := d.last.State; s.Speed != 0 {
			t.Errorf("it makes %g iterations a second, want as many as it can", s.Speed)
		}
	})
}

// A change that waits for a fork is made also where a start between them was refused.
func TestAStartThatIsRefusedDropsNothingThatWaits(t *testing.T) {
	c := small(t, "iterations = 600")
	nowhere := c
	nowhere.Data = "csv:/nowhere.csv"
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Pace, Speed: 0})
		d.send(Command{Order: Start, Config: c})
		d.seq += 3
		for _, next := range []Command{
			{Seq: d.seq - 2, Order: Start, Config: c, Until: 400},
			{Seq: d.seq - 1, Order: Apply, Event: config.Event{Key: "alpha", Value: "0.3"}},
			{Seq: d.seq, Order: Start, Config: nowhere},
		} {
			d.runner.commands <- next
		}
		d.until(func() bool { return len(d.last.State.Replay.Events) > 0 })
		if s := d.last.State; s.Replay.Events[0].At != 401 || s.Seq != d.seq {
			t.Errorf("the change is %v, command %d of %d", s.Replay.Events, s.Seq, d.seq)
		}
	})
}

// What is asked for while a fork is on its way is about the fork where it stands: the step is
// the first behind it, and the noise that keeps a budget counts from there on.
func TestStepsAndQuestionsWaitForTheFork(t *testing.T) {
	c := small(t, "iterations = 30")
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Pace, Speed: 0})
		d.send(Command{Order: Start, Config: c, Run: true})
		d.until(func() bool { return d.last.State.Finished })
		for _, next := range []Command{{Order: Once}, {Order: Afford, Within: 50, Do: true}} {
			d.seq += 2
			next.Seq = d.seq
			d.runner.commands <- Command{Seq: d.seq - 1, Order: Start, Config: c, Until: 20}
			d.runner.commands <- next
			d.until(func() bool { return d.last.State.Seq == d.seq && d.last.State.Iteration >= 20 })
			switch s := d.last.State; {
			case next.Order == Once && s.Iteration != 21:
				t.Errorf("the step behind a fork at t = 20 ends at t = %d", s.Iteration)
			case next.Order == Afford && (len(s.Replay.Events) == 0 || s.Replay.Events[0].At != 21):
				t.Errorf("the noise behind a fork at t = 20 is changed by %v", s.Replay.Events)
			}
		}
	})
}

func TestRunnerStopsAtTheLimitAndGoesOnWhenItIsRaised(t *testing.T) {
	c := small(t, "iterations = 7")
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Pace, Speed: 0})
		d.send(Command{Order: Start, Config: c, Run: true})
		d.until(func() bool { return d.last.State.Finished })
		if len(d.rows) != 7 || d.last.State.Running {
			t.Fatalf("%d rows, state %+v", len(d.rows), d.last.State)
		}
		d.send(Command{Order: Once})
		d.pass(time.Second)
		if len(d.rows) != 7 {
			t.Errorf("a step beyond the limit: %d rows", len(d.rows))
		}
		d.send(Command{Order: Apply, Event: config.Event{Key: "iterations", Value: "9"}})
		d.send(Command{Order: Go})
		d.until(func() bool { return d.last.State.Finished && len(d.rows) == 9 })
	})
}

func TestRunnerReportsEveryCommandAndKeepsTheRunWhenAStartFails(t *testing.T) {
	c := small(t, "iterations = 100")
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Start, Config: c, Run: true})
		d.until(func() bool { return len(d.rows) > 3 })
		generation := d.last.Generation
		bad := c
		bad.Data = "csv:/nowhere/at/all.csv"
		d.send(Command{Order: Start, Config: bad, Run: true})
		n := d.notes[len(d.notes)-1]
		if n.Kind != sim.Refused || !strings.Contains(n.Text, "/nowhere/at/all.csv") || strings.Contains(n.Text, "\n") {
			t.Errorf("notice %+v", n)
		}
		if d.last.Generation != generation || !d.last.State.Running {
			t.Errorf("the old run must go on: %+v", d.last.State)
		}
		d.send(Command{Order: Apply, Event: config.Event{Edge: network.Edge{0, 2}}})
		if n := d.notes[len(d.notes)-1]; n.Kind != sim.Refused {
			t.Errorf("a ring of five has no edge 1-3: %+v", n)
		}
		d.send(Command{Order: Start, Config: c})
		if d.last.Generation != generation+1 || d.last.State.Running || d.last.State.Iteration != 0 {
			t.Errorf("a new session: generation %d, %+v", d.last.Generation, d.last.State)
		}
	})
}

// "a full batch stops computing (back-pressure)": nobody reads, so no more rows
// than one batch holds are made.
func TestRunnerWaitsForASlowReader(t *testing.T) {
	c, err := config.Build([]config.Assignment{{Key: "data", Value: "census:40"}, {Key: "train", Value: "20"},
		{Key: "nodes", Value: "1"}, {Key: "C", Value: "1"}, {Key: "iterations", Value: "1000000"}, {Key: "realised", Value: "false"}})
	if err != nil {
		t.Fatal(err)
	}
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Pace, Speed: 0})
		d.send(Command{Order: Start, Config: c, Run: true})
		synctest.Wait()
		b := <-d.runner.Batches()
		if len(b.Rows) != full {
			t.Errorf("%d rows waited, want %d", len(b.Rows), full)
		}
	})
}

// A record that is watched by hand before the first iteration has no hidden state to go back to.
func TestAForkBehindARecordThatIsWatchedByHand(t *testing.T) {
	for _, watch := range []string{"watch = 0", "watch = 9"} {
		c := small(t, "iterations = 60", `method = "pvp"`, watch)
		atDesk(t, func(d *desk) {
			d.send(Command{Order: Start, Config: c})
			d.send(Command{Order: Apply, Event: config.Event{Key: "watch", Value: "5"}})
			d.send(Command{Order: Pace})
			d.send(Command{Order: Go})
			d.until(func() bool { return d.last.State.Iteration >= 12 })
			d.send(Command{Order: Pause})
			d.send(Command{Order: Start, Config: d.last.State.Replay, Until: 8})
			d.until(func() bool { return d.last.State.Iteration == 8 || d.last.State.Halted != "" })
			if d.last.State.Halted != "" {
				t.Errorf("%s: %s", watch, d.last.State.Halted)
			}
		})
	}
}

// What is offered for a larger total raises a budget before it turns the noise, so that the run
// meets no wall that does not stand.
func TestAnOfferRaisesTheBudgetFirst(t *testing.T) {
	c := small(t, "iterations = 400", "alpha = 0.02")
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Pace, Speed: 1})
		d.send(Command{Order: Start, Config: c, Run: true})
		d.pass(3 * time.Second)
		d.send(Command{Order: Apply, Event: config.Event{Key: "budget", Value: "0.1"}})
		d.send(Command{Order: Afford, Config: c, Within: 40, Do: true})
		if !d.last.State.Running || d.last.State.Wall != "" || d.last.State.Config.Budget != 40 {
			t.Errorf("running: %v, wall %q, budget %g", d.last.State.Running, d.last.State.Wall, d.last.State.Config.Budget)
		}
	})
}
