package runner

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/sim"
	"admmlab/sim/config"
)

// wideRun is sharing on a small wide table between two parties, dense at both.
func wideRun(t *testing.T, more ...config.Assignment) config.Config {
	t.Helper()
	c, err := config.Build(append([]config.Assignment{
		{Key: "data", Value: "wide:150x700"}, {Key: "method", Value: "sharing"}, {Key: "parties", Value: "400"},
	}, more...))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Setting up tells how far it is, from the first tile to the last, and never goes
// back.
// How far a start is is told of the run that is known: a batch of one that begins says first
// what it takes over.
func TestProgressIsToldOfTheRunThatIsKnown(t *testing.T) {
	r := &Runner{batches: make(chan Batch), outbox: outbox{generation: 3, heard: 2}}
	told := make(chan Batch)
	go func() { told <- <-r.batches }()
	for {
		r.loading(sim.Loading{})
		select {
		case b := <-told:
			if b.Generation != 2 || b.State.Loading == nil {
				t.Errorf("told of run %d, want 2", b.Generation)
			}
			return
		default:
			runtime.Gosched()
		}
	}
}

func TestSettingUpTellsHowFarItIs(t *testing.T) {
	c := wideRun(t, config.Assignment{Key: "iterations", Value: "1"})
	var words []string
	parts := map[string][]float64{}
	err := Run(context.Background(), c, func(l sim.Loading) {
		words = append(words, l.What)
		parts[l.What] = append(parts[l.What], l.Part)
	}, func(sim.Row, []sim.Notice) error { return nil })
	if words = slices.Compact(words); err != nil || strings.Join(words, ", ") != "drawing wide data, preparing wide 150 x 700" {
		t.Fatalf("told %q, %v", words, err)
	}
	for what, p := range parts {
		if !slices.IsSorted(p) || p[len(p)-1] > 1 {
			t.Errorf("%s: %v", what, p)
		}
	}
	if p := parts[words[1]]; len(p) < 4 || p[len(p)-1] < 1-1e-9 {
		t.Errorf("preparing ends at %v", p)
	}
}

// Whoever stops while the tables are made does not wait for them.
func TestSettingUpCanBeStopped(t *testing.T) {
	c := wideRun(t)
	ctx, stop := context.WithCancel(context.Background())
	err := Run(ctx, c, func(l sim.Loading) {
		if strings.HasPrefix(l.What, "preparing") {
			stop()
		}
	}, func(sim.Row, []sim.Notice) error { t.Error("a row after the stop"); return nil })
	if err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// A start whose deal is at hand, for a run that needs less, is refused for its size before anything
// makes room: the run in force stays.
func TestATooLargeStartEndsNoRun(t *testing.T) {
	h := NewHost()
	defer h.Close()
	wide := small(t, `method = "sharing"`, "iterations = 2")
	wide.Data, wide.Parties = "wide:20x5000", []int{1}
	set, err := h.Load(t.Context(), wide.Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	dealt, err := h.deal(t.Context(), wide, set, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, small(t, `method = "sharing"`, "iterations = 2"), models.Serial)
	r := &Runner{ctx: t.Context(), host: h, session: s, each: models.Serial}
	wide.Set.Variant = "printed"
	if _, err := r.prepare(Command{Config: wide}); err == nil || !strings.Contains(err.Error(), "1.12 GiB") || s.Halted() != "" {
		t.Errorf("%v; the run in force: %q", err, s.Halted())
	}
	runtime.KeepAlive(dealt)
}

// Tables of another deal come in the place of the old ones, not beside them. Whatever
// is asked of a run that has made room is answered, and it goes on no more.
func TestAnotherDealMakesRoom(t *testing.T) {
	r := hosted(t)
	c := small(t, `method = "sharing"`, "iterations = 20")
	r.commands <- Command{Seq: 1, Order: Pace, Speed: 0}
	r.commands <- Command{Seq: 2, Order: Start, Config: c, Run: true}
	r.commands <- Command{Seq: 3, Order: Accompany, Companions: []Companion{{ID: 1, Config: c}}}
	r.commands <- Command{Seq: 4, Order: Look, Look: billed{}, At: 7}
	gather(t, r, abreast(20, 1))
	c.Seed = 99
	r.commands <- Command{Seq: 5, Order: Start, Config: c, Run: true}
	rows, companions := gather(t, r, func(b Batch) bool { return b.Generation == 2 && abreast(20, 1)(b) })
	alone, _ := script(t, c)
	sameRows(t, "the next run", alone, rows[len(rows)-20:])
	sameRows(t, "beside it", alone, companions[1][len(companions[1])-20:])

	s := start(t, c, models.Serial)
	s.Step()
	bare := &Runner{host: r.host, session: s, companions: []*companion{{session: s}}, past: &rewound{session: s}}
	bare.makeRoom()
	for _, p := range []Picture{nil, billed{}, exposed{}, tapped{}} {
		bare.view.wanted = p
		if state := bare.state(); !strings.Contains(state.Halted, "room") || s.Ready() || bare.past.late() || bare.behind() {
			t.Errorf("after it has made room: %+v", state)
		}
	}
	bare.rewind(1)
	for _, event := range []config.Event{{Key: "watch", Value: "3"}, {Key: "rho", Value: "2"}} {
		bare.change(event)
	}
	var told []string
	for _, n := range bare.outbox.pending.Notices {
		told = append(told, n.Text)
	}
	if len(told) < 3 || !strings.Contains(told[0], "going back to t = 1: the next run could not be set up") || !strings.HasPrefix(told[1], "watch = 3") || !strings.HasPrefix(told[2], "rho = 2") {
		t.Errorf("a look back and two changes after it has made room tell %q", told)
	}
	for _, name := range sim.Attacks {
		if _, err := s.Attack(name); err == nil {
			t.Errorf("the attack %s has an answer without a run", name)
		}
	}
}

// Where the first start was refused, what is about a run is answered with why there is none.
func TestWithoutARunItIsSaidWhy(t *testing.T) {
	gone := small(t, "iterations = 10")
	gone.Data = "csv:/nowhere.csv"
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Start, Config: gone})
		for what, c := range map[string]Command{
			"a change": {Order: Apply, Event: config.Event{Key: "alpha", Value: "2"}},
			"a step":   {Order: Once}, "to go on": {Order: Go},
			"a question": {Order: Afford, Config: gone}, "an attack": {Order: Attack, Attack: sim.AttackLabels},
			"a run beside": {Order: Accompany, Companions: []Companion{{ID: 1, Config: gone}}},
		} {
			d.notes = nil
			d.send(c)
			if len(d.notes) != 1 || d.notes[0].Kind != sim.Refused || !strings.HasPrefix(d.notes[0].Text, "there is no run: ") || !strings.Contains(d.notes[0].Text, "nowhere.csv") {
				t.Errorf("%s is answered with %+v", what, d.notes)
			}
			if asks := c.Order == Afford || c.Order == Attack; asks && d.notes[0].Asked != d.seq {
				t.Errorf("%s is not what is answered", what)
			}
		}
		d.notes = nil
		for _, c := range []Command{{Order: Pace, Speed: 5}, {Order: Look}, {Order: Accompany}} {
			if d.send(c); d.notes != nil {
				t.Errorf("order %d, which needs no run, is answered with %+v", c.Order, d.notes)
			}
		}
	})
}

// What is about the run of a Start that was refused is not done to the one before, which goes on or
// stands as it did; a question about it is answered with why.
func TestWhatIsAboutARefusedRunLeavesTheOneBefore(t *testing.T) {
	c := small(t, "iterations = 1000")
	gone := c
	gone.Data = "csv:/nowhere.csv"
	for _, running := range []bool{false, true} {
		atDesk(t, func(d *desk) {
			d.send(Command{Order: Start, Config: c})
			d.send(Command{Order: Once})
			if running {
				d.send(Command{Order: Go})
			}
			d.send(Command{Order: Start, Config: gone, Run: true})
			refused, stands := d.seq, d.last.State.Iteration
			d.notes = nil
			for _, c := range []Command{
				{Order: Once}, {Order: Go}, {Order: Pause}, {Order: Apply, Event: config.Event{Key: "alpha", Value: "2"}},
				{Order: Accompany, Companions: []Companion{{ID: 1, Config: c}}}, {Order: Accompany, Companions: []Companion{{ID: 2, Config: c}}, Match: true},
				{Order: Afford, Config: c, Within: 2, Do: true},
			} {
				c.For = refused
				d.send(c)
				if running != d.last.State.Running || !running && d.last.State.Iteration != stands || len(d.last.State.Replay.Events) > 0 {
					t.Errorf("running %v, order %d: running %v at t = %d, with %v", running, c.Order, d.last.State.Running, d.last.State.Iteration, d.last.State.Replay.Events)
				}
			}
			if len(d.notes) != 1 || d.notes[0].Asked != d.seq || !strings.Contains(d.notes[0].Text, "nowhere.csv") {
				t.Errorf("told is %+v", d.notes)
			}
		})
	}
}
