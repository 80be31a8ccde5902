package runner

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"admmlab/models"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/network"
)

// gather takes batches until ok, all rows of the run and of those beside it by ID.
func gather(t *testing.T, r *Runner, ok func(Batch) bool) (rows []sim.Row, companions map[int][]sim.Row) {
	t.Helper()
	companions = map[int][]sim.Row{}
	deadline := time.After(20 * time.Second)
	for {
		select {
		case b := <-r.Batches():
			rows = append(rows, b.Rows...)
			for _, c := range b.Companions {
				companions[c.ID] = append(companions[c.ID], c.Rows...)
			}
			for _, n := range b.Notices {
				t.Log(n)
			}
			if ok(b) {
				return rows, companions
			}
		case <-deadline:
			t.Fatalf("not in time: %d rows", len(rows))
		}
	}
}

// abreast reports whether all runs stand at iteration t, so many of them beside.
func abreast(t, companions int) func(Batch) bool {
	return func(b Batch) bool {
		same := len(b.Companions) == companions && b.State.Iteration == t
		for _, c := range b.Companions {
			same = same && c.Iteration == t
		}
		return same
	}
}

// Runs beside the one at the keys catch up with it, go on in step, give the rows
// each would give by itself on the same data and draws, and begin again with it.
func TestRunsBesideAreTheSameRunsInStep(t *testing.T) {
	r := hosted(t)
	main := small(t, "iterations = 30", "seed = 11")
	r.commands <- Command{Seq: 1, Order: Pace, Speed: 0}
	r.commands <- Command{Seq: 2, Order: Start, Config: main, Run: true}
	rows, _ := gather(t, r, abreast(30, 0))
	other, pvp := small(t, "alpha = 0.05", "seed = 99"), small(t, `method = "pvp"`, "iterations = 7")
	r.commands <- Command{Seq: 3, Order: Accompany, Companions: []Companion{{ID: 4, Config: other}, {ID: 5, Config: pvp}}}
	_, companions := gather(t, r, abreast(30, 2))
	alone, _ := script(t, main)
	sameRows(t, "at the keys", alone, rows)
	for id, c := range map[int]config.Config{4: other, 5: pvp} {
		c.Seed, c.Iterations = 11, 30
		want, _ := script(t, c)
		sameRows(t, c.Method+" beside", want, companions[id])
	}

	r.commands <- Command{Seq: 4, Order: Accompany, Companions: []Companion{{ID: 5}}}
	gather(t, r, func(b Batch) bool { return b.State.Seq == 4 && len(b.Companions) == 1 && b.Companions[0].ID == 5 })
	main.Seed = 12
	r.commands <- Command{Seq: 5, Order: Start, Config: main, Run: true}
	generation := 0
	_, companions = gather(t, r, func(b Batch) bool { generation = b.Generation; return generation == 2 && abreast(30, 1)(b) })
	pvp.Seed, pvp.Iterations = 12, 30
	want, _ := script(t, pvp)
	again := companions[5]
	sameRows(t, "after a reset", want, again[len(again)-30:])
}

func TestARunThatCannotGoBesideIsRefusedAndTheOthersGoOn(t *testing.T) {
	r := hosted(t)
	r.commands <- Command{Seq: 1, Order: Start, Config: small(t, "iterations = 5"), Run: true}
	bad := small(t, `method = "sharing"`)
	bad.Parties = []int{4000}
	r.commands <- Command{Seq: 2, Order: Accompany, Companions: []Companion{{ID: 1, Config: bad}, {ID: 2, Config: small(t, "rho = 1")}}}
	refused := false
	gather(t, r, func(b Batch) bool {
		for _, n := range b.Notices {
			refused = refused || n.Kind == sim.Refused
		}
		return refused && abreast(5, 1)(b) && b.Companions[0].ID == 2
	})
}

// A Start with Until replays flat out to that iteration and stays there.
func TestAForkStandsWhereItWasAskedFor(t *testing.T) {
	r := hosted(t)
	c := small(t, "iterations = 60", `events = ["at 4: alpha = 0.2"]`)
	r.commands <- Command{Seq: 1, Order: Pace, Speed: 1}
	r.commands <- Command{Seq: 2, Order: Start, Config: c, Until: 25}
	rows, _ := gather(t, r, func(b Batch) bool { return b.State.Iteration == 25 && !b.State.Running })
	alone, _ := script(t, c)
	sameRows(t, "the fork", alone[:25], rows)
	r.commands <- Command{Seq: 3, Order: Once}
	gather(t, r, func(b Batch) bool { return b.State.Iteration == 26 })
}

// What was refused in a run beside is no change that has happened: its fork makes none again.
func TestBesideAForkNoChangeIsMadeTwice(t *testing.T) {
	r := hosted(t)
	c := small(t, "iterations = 40")
	radmm := small(t, `method = "radmm"`, "iterations = 40", `topology = "ring"`, `events = ["at 2: cut 1-3", "at 5: topology = complete"]`)
	r.commands <- Command{Seq: 1, Order: Pace, Speed: 0}
	r.commands <- Command{Seq: 2, Order: Start, Config: c}
	r.commands <- Command{Seq: 3, Order: Accompany, Companions: []Companion{{ID: 1, Config: radmm}}}
	r.commands <- Command{Seq: 4, Order: Go}
	var before, after config.Config
	gather(t, r, func(b Batch) bool {
		if abreast(40, 1)(b) {
			before = b.Companions[0].Replay
			return true
		}
		return false
	})
	r.commands <- Command{Seq: 5, Order: Start, Config: c, Until: 30}
	r.commands <- Command{Seq: 6, Order: Go}
	gather(t, r, func(b Batch) bool {
		if b.Generation == 2 && abreast(40, 1)(b) {
			after = b.Companions[0].Replay
			return true
		}
		return false
	})
	if before.Text() != after.Text() {
		t.Errorf("the fork is\n%s\nof\n%s", after.Text(), before.Text())
	}
}

// A fork takes back a limit that was turned, or moves it again: the runs beside begin with the
// limit that their session text has, and have its rows.
func TestBesideAForkIsTheLimitOfNow(t *testing.T) {
	for _, limits := range [][2]int{{60, 80}, {80, 60}} {
		r := hosted(t)
		begun, turned := limits[0], limits[1]
		c := small(t, fmt.Sprintf("iterations = %d", begun), fmt.Sprintf(`events = ["at 50: iterations = %d"]`, turned))
		pvp := small(t, `method = "pvp"`, fmt.Sprintf("iterations = %d", turned))
		r.commands <- Command{Seq: 1, Order: Pace, Speed: 0}
		r.commands <- Command{Seq: 2, Order: Start, Config: c}
		r.commands <- Command{Seq: 3, Order: Accompany, Companions: []Companion{{ID: 1, Config: pvp}}}
		r.commands <- Command{Seq: 4, Order: Go}
		gather(t, r, abreast(turned, 1))
		c.Events = nil // as of t = 40
		r.commands <- Command{Seq: 5, Order: Start, Config: c, Until: 40}
		r.commands <- Command{Seq: 6, Order: Go}
		_, companions := gather(t, r, func(b Batch) bool { return b.Generation == 2 && abreast(begun, 1)(b) })
		pvp.Iterations = begun
		alone, _ := script(t, pvp)
		sameRows(t, "beside the fork", alone, companions[1][len(companions[1])-begun:])
	}
}

// A fork of the run at hand takes over what is before its last checkpoint; the rest
// comes again, to the same bits, and so do the runs beside.
func TestAForkTakesOverWhatIsThere(t *testing.T) {
	r := hosted(t)
	c := small(t, "iterations = 80", `events = ["at 60: alpha = 0.2"]`)
	pvp := small(t, `method = "pvp"`, "iterations = 80")
	r.commands <- Command{Seq: 1, Order: Pace, Speed: 0}
	r.commands <- Command{Seq: 2, Order: Start, Config: c}
	r.commands <- Command{Seq: 3, Order: Accompany, Companions: []Companion{{ID: 1, Config: pvp}}}
	r.commands <- Command{Seq: 4, Order: Go}
	rows, companions := gather(t, r, abreast(80, 1))
	c.Events = nil // as of t = 50
	taken, takenCompanions := 0, 0
	var stood, stoodCompanions []sim.Row
	r.commands <- Command{Seq: 5, Order: Start, Config: c, Until: 50}
	r.commands <- Command{Seq: 6, Order: Apply, Event: config.Event{Key: "rho", Value: "0.5"}} // at once, and meant for the fork
	again, companionsAgain := gather(t, r, func(b Batch) bool {
		if taken = max(taken, b.Taken); b.Taken > 0 {
			stood = append(stood, b.Stood)
		}
		for _, c := range b.Companions {
			if takenCompanions = max(takenCompanions, c.Taken); c.Taken > 0 {
				stoodCompanions = append(stoodCompanions, c.Stood)
			}
		}
		return b.Generation == 2 && abreast(50, 1)(b)
	})
	if taken != 48 || taken != takenCompanions {
		t.Fatalf("%d and %d iterations are taken over, expected those up to the checkpoint", taken, takenCompanions)
	}
	behind, besideIt := rows[taken-1], companions[1][taken-1]
	behind.Nodes, besideIt.Nodes = nil, nil
	sameRows(t, "what the fork begins behind", []sim.Row{behind}, stood)
	sameRows(t, "what is beside it begins behind", []sim.Row{besideIt}, stoodCompanions)
	sameRows(t, "the fork", rows[taken:50], again)
	sameRows(t, "beside it", companions[1][taken:50], companionsAgain[1])
	r.commands <- Command{Seq: 7, Order: Go}
	on, _ := gather(t, r, abreast(80, 1))
	c.Events = []config.Event{{At: 51, Key: "rho", Value: "0.5"}}
	alone, _ := script(t, c)
	sameRows(t, "after the fork", alone[50:], on)
}

// Pictures of the past are those that were there then, wherever the last checkpoint
// before them stands.
func TestLookingBackShowsWhatWasThere(t *testing.T) {
	for _, method := range []string{"dvp", "pvp", "mradmm", "sharing"} {
		c := small(t, `method = "`+method+`"`, "iterations = 60", `events = ["at 36: rho = 0.5"]`, "budget = 1000", "stop = false")
		then := start(t, c, models.Serial)
		then.Tap(1)
		for range 44 {
			then.Step()
		}
		earlier := *then.Exposure(48, 5)
		then.Step()
		r := hosted(t)
		r.commands <- Command{Seq: 1, Order: Pace, Speed: 0}
		r.commands <- Command{Seq: 2, Order: Start, Config: c, Run: true}
		gather(t, r, abreast(60, 0))
		seq := 2
		look := func(p Picture, at int) (got State) {
			seq++
			from := firstEvery * ((at - 1) / firstEvery)
			r.commands <- Command{Seq: seq, Order: Look, Look: p, At: at}
			gather(t, r, func(b Batch) bool {
				got = b.State
				if got.Seq == seq && at > 40 && got.Replayed > 0 && got.Replayed < from {
					t.Errorf("%s: t = %d is computed again from t = %d, and there is a checkpoint at %d", method, at, got.Replayed, from)
				}
				return got.Seq == seq && (got.ledger() != nil || got.exposure() != nil || got.wire() != nil)
			})
			return got
		}
		look(tapped{1}, 3)
		if s := look(tapped{1}, 45); s.At != 45 || s.wire() == nil || s.wire().Iteration != 45 || s.wire().Sent[0] != then.Wire().Sent[0] {
			t.Errorf("%s: the wire at t = %d: %+v, want %+v", method, s.At, s.wire(), then.Wire())
		}
		if s := look(billed{}, 45); len(s.ledger().Totals[0]) > 0 && s.ledger().Totals[0][0].Epsilon != then.Ledger().Totals[0][0].Epsilon {
			t.Errorf("%s: the ledger says %v, then %v", method, s.ledger().Totals[0][0], then.Ledger().Totals[0][0])
		}
		if s := look(exposed{}, 45); s.exposure().Summary != then.Exposure(48, 5).Summary {
			t.Errorf("%s: exposure %v, then %v", method, s.exposure().Summary, then.Exposure(48, 5).Summary)
		}
		if s := look(exposed{}, 44); s.At != 44 || s.exposure().Summary != earlier.Summary {
			t.Errorf("%s: exposure at t = %d is %v, then %v", method, s.At, s.exposure().Summary, earlier.Summary)
		}
		if s := look(exposed{}, 44); s.At != 44 || s.exposure().Summary != earlier.Summary {
			t.Errorf("%s: exposure at t = %d is %v, then %v", method, s.At, s.exposure().Summary, earlier.Summary)
		}
		if s := look(exposed{}, 0); s.At != 60 {
			t.Errorf("%s: live is t = %d", method, s.At)
		}
		r.Close()
	}
}

// What is left of the budget is counted with what is due next, and with what is turned while one
// looks at the newest iteration under the cursor.
func TestThePictureUnderTheCursorCountsWhatIsTurnedSince(t *testing.T) {
	c := small(t, `method = "radmm"`, "iterations = 100000", "budget = 20", "stop = true", "alpha = 0.05", "rho = 0.01")
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Start, Config: c})
		for range 3 {
			d.send(Command{Order: Once})
		}
		look := func(at int) any {
			d.send(Command{Order: Look, Look: left{}, At: at})
			d.until(func() bool { return d.last.State.At == 3 && d.last.State.Picture != nil })
			return d.last.State.Picture
		}
		before := look(3)
		for k := range 4 {
			d.send(Command{Order: Apply, Event: config.Event{Edge: network.Edge{k, k + 1}}})
		}
		d.until(func() bool { return d.last.State.Picture != nil })
		shown := d.last.State.Picture
		if again, live := look(3), look(0); shown != live || again != live || live == before {
			t.Errorf("under the cursor %v are left, %v asked again, live %v; before the cuts %v", shown, again, live, before)
		}
	})
}

// Matched runs spend at most the budget, and those whose every iteration costs the
// same spend all of it.
func TestMatchedRunsSpendTheBudgetAndNoMore(t *testing.T) {
	r := hosted(t)
	c := small(t, "iterations = 8", "budget = 5", "nodes = 3")
	r.commands <- Command{Seq: 1, Order: Pace, Speed: 0}
	r.commands <- Command{Seq: 2, Order: Start, Config: c, Match: true, Run: true}
	var companions []Companion
	for i, method := range []string{"pvp", "mradmm", "sharing"} {
		companions = append(companions, Companion{ID: i + 1, Config: small(t, `method = "`+method+`"`)})
	}
	r.commands <- Command{Seq: 3, Order: Accompany, Companions: companions, Match: true}
	var last Batch
	rows, others := gather(t, r, func(b Batch) bool { last = b; return abreast(8, 3)(b) })
	for id, rows := range map[int][]sim.Row{0: rows, 1: others[1], 2: others[2], 3: others[3]} {
		if spent := rows[len(rows)-1].Tight; len(rows) != 8 || !(spent <= 5*(1+1e-9)) || spent < 4.5 {
			t.Errorf("run %d spends %g of 5 in %d iterations", id, spent, len(rows))
		}
	}
	if last.Companions[2].Config.Set.Epsilon == 0 || last.State.Config.Set.Alpha[0] == 0.5 || !last.State.Config.Realised {
		t.Errorf("not calibrated: %+v", last.State.Config.Set)
	}
}

// Noise that is a guess, as under a schedule over many iterations, is told of each run.
func TestMatchedRunsSayWhereTheirNoiseIsAGuess(t *testing.T) {
	r := hosted(t)
	c := small(t, "iterations = 129", "budget = 5", "nodes = 2", `schedule = "geometric:0.9999"`, "realised = false")
	r.commands <- Command{Seq: 1, Order: Start, Config: c, Match: true}
	r.commands <- Command{Seq: 2, Order: Accompany, Companions: []Companion{{ID: 1, Config: c}}, Match: true}
	var told []string
	gather(t, r, func(b Batch) bool {
		for _, n := range b.Notices {
			if n.Kind == sim.Doubted {
				told = append(told, n.Text)
			}
		}
		return b.State.Seq == 2
	})
	if len(told) != 2 || !strings.HasPrefix(told[0], "its noise is a guess: every iteration") || !strings.HasPrefix(told[1], "DVP beside: its noise is a guess: ") {
		t.Errorf("%q is told", told)
	}
}

// A run beside ends where the one at the keys does, whose limit may have been moved before
// it came.
func TestARunBesideEndsWhereTheOneAtTheKeysDoes(t *testing.T) {
	r := hosted(t)
	r.commands <- Command{Seq: 1, Order: Pace, Speed: 0}
	r.commands <- Command{Seq: 2, Order: Start, Config: small(t, "iterations = 6", `events = ["at 5: iterations = 9"]`), Run: true}
	gather(t, r, abreast(9, 0))
	r.commands <- Command{Seq: 3, Order: Accompany, Companions: []Companion{{ID: 4, Config: small(t, "alpha = 0.05")}}}
	if _, beside := gather(t, r, abreast(9, 1)); len(beside[4]) != 9 {
		t.Errorf("it has %d iterations, expected 9", len(beside[4]))
	}
}

// Four runs side by side have the memory of one.
func TestARunTooWideIsNotPutBeside(t *testing.T) {
	main := small(t)
	narrow(t, main)
	r := hosted(t)
	r.commands <- Command{Seq: 1, Order: Start, Config: main}
	r.commands <- Command{Seq: 2, Order: Accompany, Companions: []Companion{{ID: 4, Config: main}}}
	deadline := time.After(20 * time.Second)
	for {
		select {
		case b := <-r.Batches():
			for _, n := range b.Notices {
				if n.Kind == sim.Refused && strings.Contains(n.Text, "DVP cannot run beside: the data, 600 records of 105 columns, need about 0.00") {
					return
				}
			}
		case <-deadline:
			t.Fatal("it was not refused")
		}
	}
}

// Beside a fork nothing is told again that was told up to where it takes over: neither of the data
// nor what was refused, nor why the run stands. What begins anew tells all of its own.
func TestBesideAForkNothingIsToldTwice(t *testing.T) {
	const end = 40
	main := small(t, `method = "admm"`, `split = "skewed:0.5"`, fmt.Sprint("iterations = ", end))
	refused := `events = ["at 3: cut 1-3", "at 3: cut 1-4", "at 18: cut 2-4", "at 30: cut 2-5"]`
	for _, beside := range []config.Config{
		small(t, `method = "mradmm"`, refused),
		small(t, "alpha = 0.5", `accountant = "basic"`, "budget = 7.6", "stop = true", refused), // its wall is at a checkpoint
	} {
		r, seq, taken := hosted(t), 0, 0
		send := func(c Command) {
			seq++
			c.Seq = seq
			r.commands <- c
		}
		toEnd := func(generation int) (told []sim.Notice) {
			send(Command{Order: Go})
			gather(t, r, func(b Batch) bool {
				if b.Generation < generation {
					return false
				}
				for _, c := range b.Companions {
					taken, told = max(taken, c.Taken), append(told, c.Notices...)
				}
				return b.State.Iteration == end && len(b.Companions) == 1 && (b.Companions[0].Iteration == end || b.Companions[0].Wall != "")
			})
			return told
		}
		dated := func(list []sim.Notice) string {
			words := ""
			for _, n := range list {
				words += n.Dated() + "\n"
			}
			return words
		}
		send(Command{Order: Pace, Speed: 0})
		send(Command{Order: Start, Config: main})
		send(Command{Order: Accompany, Companions: []Companion{{ID: 1, Config: beside}}})
		all := toEnd(1)
		for i, until := range []int{end, 25, 17, 4} {
			taken = 0
			send(Command{Order: Start, Config: main, Until: until})
			again := toEnd(2 + i)
			before := slices.DeleteFunc(slices.Clone(all), func(n sim.Notice) bool { return taken == 0 || n.Iteration > taken })
			if got := dated(before) + dated(again); got != dated(all) {
				t.Errorf("until %d, %d taken over:\n%swant\n%s", until, taken, got, dated(all))
			}
		}
	}
}

// Beside a start nothing is told of the run that went, which nobody has heard yet.
func TestBesideAStartTheRunBeforeTellsNothing(t *testing.T) {
	main := small(t, "iterations = 5")
	r := hosted(t)
	r.commands <- Command{Seq: 1, Order: Start, Config: main}
	r.commands <- Command{Seq: 2, Order: Accompany, Companions: []Companion{{ID: 1, Config: small(t, "budget = 0.01", "stop = true")}}}
	r.commands <- Command{Seq: 3, Order: Start, Config: main}
	var told []sim.Notice
	gather(t, r, func(b Batch) bool {
		for _, c := range b.Companions {
			told = append(told, c.Notices...)
		}
		return b.State.Seq == 3
	})
	if len(told) != 1 || told[0].Kind != sim.Wall {
		t.Errorf("%v is told, want the wall once", told)
	}
}
