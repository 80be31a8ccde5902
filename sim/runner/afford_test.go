package runner

import (
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
)

// The reverse question has an answer in mid-run, at the wall and at the end, and doing
// what it offers reaches the limit within what was asked for.
func TestTheReverseQuestionIsAnsweredAtAnyTime(t *testing.T) {
	atDesk(t, func(d *desk) {
		c := small(t, "alpha = 0.5", "iterations = 40")
		ask := func(start config.Config, within float64, do bool) sim.Notice {
			t.Helper()
			told := len(d.notes)
			d.send(Command{Order: Afford, Config: start, Within: within, Do: do})
			n := d.notes[len(d.notes)-1]
			if len(d.notes) == told || n.Kind != sim.Answer && n.Kind != sim.Refused || n.Asked != d.last.State.Seq {
				t.Fatalf("told %v", d.notes[told:])
			}
			return n
		}
		d.send(Command{Order: Start, Config: c})
		for k := range 5 {
			d.send(Command{Order: Once})
			d.until(func() bool { return d.last.State.Iteration == k+1 })
		}
		// In mid-run, without a budget: the noise from here on, and the budget with it.
		n := ask(c, 3, false)
		if n.Offer == nil || n.Offer.Anew != nil || len(n.Offer.Events) != 2 || n.Offer.Events[1].Words() != "budget = 3" ||
			!strings.Contains(n.Text, " from t = 6 on reaches t = 40 within a total ε of 3 (best, δ = 1e-5, one record replaced): enter sets it and that budget") {
			t.Fatalf("in mid-run: %+v %+v", n, n.Offer)
		}
		if n = ask(c, 3, true); n.Offer != nil || !strings.HasSuffix(n.Text, ": space goes on") || d.last.State.Config.Budget != 3 || d.last.State.Config.Set.Alpha[0] == 0.5 {
			t.Errorf("done: %+v, α %v", n, d.last.State.Config.Set.Alpha)
		}
		d.send(Command{Order: Go})
		d.until(func() bool { return d.last.State.Finished })
		if last := d.rows[len(d.rows)-1]; last.Iteration != 40 || last.Tight > 3 || last.Tight < 2.7 {
			t.Errorf("at the end ε = %g of 3 is spent after %d iterations", last.Tight, last.Iteration)
		}
		// At the end: a run from the start, with what has been turned by then.
		start, err := config.BudgetKnob.Assign(c, "2")
		if err != nil {
			t.Fatal(err)
		}
		n = ask(start, 0, false)
		if n.Offer == nil || n.Offer.Anew == nil || len(n.Offer.Events) != 1 || !strings.HasPrefix(n.Text, "no iterations are left; a run from the start with alpha = ") || !strings.HasSuffix(n.Text, " reaches t = 40 within a total ε of 2 (best, δ = 1e-5, one record replaced): enter starts it with that") {
			t.Fatalf("at the end: %+v %+v", n, n.Offer)
		}
		k, _ := config.KnobOf(start, "alpha")
		next, err := k.Assign(start, n.Offer.Events[0].Value)
		if err != nil {
			t.Fatal(err)
		}
		if n = ask(start, 0, true); n.Offer == nil || d.last.State.Iteration != 40 {
			t.Errorf("what counts from the start is not done here: %+v", n)
		}
		d.rows = nil
		d.send(Command{Order: Start, Config: next, Run: true})
		d.until(func() bool { return d.last.State.Finished })
		if last := d.rows[len(d.rows)-1]; last.Iteration != 40 || last.Tight > 2 || last.Tight < 1.9 {
			t.Errorf("from the start ε = %g of 2 is spent after %d iterations", last.Tight, last.Iteration)
		}
		// At the wall, with next to nothing left: the rest of the run, or another.
		wall := small(t, "alpha = 2", "iterations = 40", "budget = 2")
		d.send(Command{Order: Start, Config: wall, Run: true})
		d.until(func() bool { return d.last.State.Iteration > 0 && !d.last.State.Running })
		n = ask(wall, 0, false)
		if n.Kind != sim.Answer || n.Offer == nil || !strings.Contains(n.Text, "reaches t = 40 within a total ε of 2") {
			t.Errorf("at the wall: %+v", n)
		}
		if n = ask(wall, 0.01, false); n.Kind != sim.Answer || n.Offer == nil || n.Offer.Anew == nil || !strings.HasPrefix(n.Text, "no alpha makes ") {
			t.Errorf("less than is spent: %+v", n)
		}
		// After the guarantee is lost: a run from the start, unless that would lose it, too.
		d.send(Command{Order: Start, Config: c})
		d.send(Command{Order: Apply, Event: config.Event{Key: "private", Value: "false"}})
		d.send(Command{Order: Once})
		d.until(func() bool { return d.last.State.Lapsed == 1 })
		n = ask(c, 2, false)
		if n.Kind != sim.Answer || n.Offer == nil || n.Offer.Anew == nil || !strings.HasPrefix(n.Text, "no guarantee stands since t = 1 (the noise is off); a run from the start with alpha = ") {
			t.Errorf("after a lost guarantee: %+v", n)
		}
		large := c.Clone()
		large.Set.C = []float64{1e6}
		if n = ask(large, 2, false); n.Kind != sim.Refused || !strings.Contains(n.Text, "from the start: no alpha does, as nothing is promised where ") {
			t.Errorf("where the start has no guarantee: %+v", n)
		}
		other := wall
		other.Data = "census:500"
		if n = ask(other, 0.01, false); n.Kind != sim.Refused || !strings.Contains(n.Text, "other data wait for the reset") {
			t.Errorf("on other data: %+v", n)
		}
	})
}

// The answer is of the iterations to come, and says so: at the delta, by the accountant,
// within the budget and up to the limit that they begin with.
func TestTheReverseQuestionSpeaksOfWhatIsDueNext(t *testing.T) {
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Start, Config: small(t, "alpha = 0.5", "iterations = 20", "budget = 50",
			`events = ["at 3: delta = 0.001234", "at 3: adjacency = remove", "at 3: budget = 2", "at 3: iterations = 30", "at 3: accountant = PLD"]`)})
		for k := range 2 {
			d.send(Command{Order: Once})
			d.until(func() bool { return d.last.State.Iteration == k+1 })
		}
		d.send(Command{Order: Afford})
		n := d.notes[len(d.notes)-1]
		if n.Offer == nil || len(n.Offer.Events) != 1 || !strings.Contains(n.Text, " from t = 3 on reaches t = 30 within a total ε of 2 (PLD, δ = 0.00124, one record removed): enter sets it") {
			t.Errorf("%+v %+v", n, n.Offer)
		}
	})
}
