package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"admmlab/models"
	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/deal"
)

// No test of this package leaves a goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// faulty is an Each whose pieces fail once it is told to.
type faulty struct {
	each   models.Each
	broken atomic.Bool
}

func (f *faulty) Each(n int, do func(i int)) {
	f.each(n, func(i int) {
		if f.broken.Load() {
			var none []int
			_ = none[i]
		}
		do(i)
	})
}

// A panic inside a method, on a worker of the pool, is one notice; the rows stay,
// what stands can still be looked at, and the next start works.
func TestAPanicInAWorkerHaltsTheRunAndTheNextStartWorks(t *testing.T) {
	c := small(t, "iterations = 50")
	atDesk(t, func(d *desk) {
		fault := &faulty{each: d.runner.each}
		d.runner.each = fault.Each // the runner is idle until it is sent a command
		d.send(Command{Order: Start, Config: c})
		for range 3 {
			d.send(Command{Order: Once})
			d.pass(time.Second)
		}
		fault.broken.Store(true)
		d.send(Command{Order: Go})
		d.until(func() bool { return d.last.State.Halted != "" })
		if n := d.notes[len(d.notes)-1]; n.Kind != sim.Failed {
			t.Errorf("notice %+v", n)
		}
		if len(d.rows) != 3 || d.last.State.Running || !strings.Contains(d.last.State.Halted, "t = 4") || !strings.Contains(d.last.State.Halted, "index out of range") {
			t.Errorf("%d rows, %+v", len(d.rows), d.last.State)
		}
		d.send(Command{Order: Go})
		d.send(Command{Order: Once})
		d.send(Command{Order: Look, Look: exposed{}})
		d.pass(time.Second)
		if len(d.rows) != 3 || d.last.State.Running || d.last.State.exposure() == nil {
			t.Errorf("a halted run: %d rows, running %v, exposure %v", len(d.rows), d.last.State.Running, d.last.State.exposure())
		}
		fault.broken.Store(false)
		d.send(Command{Order: Start, Config: c, Run: true})
		d.until(func() bool { return len(d.rows) >= 5 && d.last.State.Halted == "" })
	})
}

// A picture or a question that fails is told, put away, and the run goes on.
func TestAPanicInAPictureOrAnAnswerLeavesTheRunGoing(t *testing.T) {
	c := small(t, "iterations = 100000", "budget = 100000")
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Start, Config: c, Run: true})
		d.send(Command{Order: Once})
		d.pass(time.Second)
		d.runner.set.Labels = nil // an idle runner reads them on a command only, and whoever describes a record falls over it
		d.send(Command{Order: Look, Look: exposed{}})
		d.pass(time.Second)
		told := 0
		for _, n := range d.notes {
			if n.Kind == sim.Failed && strings.Contains(n.Text, "picture") {
				told++
			}
		}
		if told != 1 || d.last.State.Halted != "" {
			t.Errorf("told %d times, halted %q: %v", told, d.last.State.Halted, d.notes)
		}
		n := len(d.rows)
		d.send(Command{Order: Go})
		d.until(func() bool { return len(d.rows) > n+3 })
		three := c
		three.Nodes = 3 // dealt anew
		d.send(Command{Order: Accompany, Companions: []Companion{{ID: 1, Config: three}}})
		if n := d.notes[len(d.notes)-1]; n.Kind != sim.Failed || !strings.Contains(n.Text, "the last command") {
			t.Errorf("notice %+v", n)
		}
		rows := len(d.rows)
		d.until(func() bool { return len(d.rows) > rows+3 })
	})
}

// A look at the past that fails is told and given up, and the next one works.
func TestALookAtThePastThatFailsIsTold(t *testing.T) {
	atDesk(t, func(d *desk) {
		fault := &faulty{each: d.runner.each}
		d.runner.each = fault.Each
		d.send(Command{Order: Start, Config: small(t, "iterations = 20"), Run: true})
		d.until(func() bool { return len(d.rows) == 20 })
		look := func(at int) string {
			d.send(Command{Order: Look, Look: tapped{}, At: at})
			d.pass(time.Second)
			told := ""
			for _, n := range d.notes {
				if n.Kind == sim.Failed {
					told = n.Text
				}
			}
			return told
		}
		if told := look(18); told != "" || d.last.State.At != 18 {
			t.Errorf("looking at t = 18 shows t = %d, told %q", d.last.State.At, told)
		}
		fault.broken.Store(true)
		if told := look(2); !strings.Contains(told, "going back to t = 2: iteration 1 failed inside the program") || d.last.State.At != 20 {
			t.Errorf("failed, it shows t = %d, told %q", d.last.State.At, told)
		}
		fault.broken.Store(false)
		if look(3); d.last.State.At != 3 || d.last.State.Halted != "" {
			t.Errorf("then it shows t = %d, halted %q", d.last.State.At, d.last.State.Halted)
		}
	})
}

// A question that fails has that for its answer, and the run goes on.
func TestAQuestionThatFailsIsAnswered(t *testing.T) {
	c := small(t, "iterations = 3", "budget = 1", "stop = false")
	atDesk(t, func(d *desk) {
		fault := &faulty{each: d.runner.each}
		d.runner.each = fault.Each
		d.send(Command{Order: Start, Config: c, Run: true})
		d.until(func() bool { return len(d.rows) == 3 })
		fault.broken.Store(true)
		d.send(Command{Order: Afford, Config: c, Within: 2}) // asks a run from the start
		if n := d.notes[len(d.notes)-1]; n.Kind != sim.Failed || n.Asked == 0 || n.Asked != d.last.State.Seq {
			t.Errorf("notice %+v, %d is carried out", n, d.last.State.Seq)
		}
		fault.broken.Store(false)
		d.send(Command{Order: Afford, Config: c, Within: 2})
		if n := d.notes[len(d.notes)-1]; n.Kind != sim.Answer || d.last.State.Halted != "" {
			t.Errorf("notice %+v, halted: %q", n, d.last.State.Halted)
		}
	})
}

// A panic without a screen is an error, with the rows before it.
func TestAPanicWithoutAScreenKeepsTheRows(t *testing.T) {
	fault := &faulty{each: models.Serial}
	s := start(t, small(t, "iterations = 9"), fault.Each)
	rows := 0
	var err error
	for s.Ready() && err == nil {
		fault.broken.Store(s.Iteration() == 2)
		if _, _, err = guardedStep(s); err == nil {
			rows++
		}
	}
	if rows != 2 || err == nil || !strings.Contains(err.Error(), "iteration 3 failed") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%d rows, %v", rows, err)
	}
}

// Where it cannot be found out what the next iteration costs, it is not made.
func TestAnIterationThatCouldNotBePreparedIsNotMade(t *testing.T) {
	fault := &faulty{each: models.Serial}
	s := start(t, small(t, "iterations = 9", "budget = 1", `events = ["at 1: alpha = 500"]`), fault.Each)
	fault.broken.Store(true)
	func() {
		defer func() { recover() }()
		s.Ready()
		t.Error("the change at its beginning does not fail")
	}()
	fault.broken.Store(false)
	if s.Ready() || !strings.Contains(s.Halted(), "could not be prepared") || s.Config().Set.Alpha[0] == 500 {
		t.Errorf("halted: %q, %+v", s.Halted(), s.Config().Set.Alpha)
	}
}

// An iteration that nobody waits for any more has not failed: no run beside halts by that.
func TestAnIterationThatIsEndedHasNotFailed(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	s := start(t, small(t, "iterations = 9"), until(ctx, models.Serial))
	var err error
	func() {
		defer unlessStopped(ctx, &err)
		end()
		_, _, err = guardedStep(s)
		t.Errorf("an iteration of a run that is ended came back: %v", err)
	}()
	if !errors.Is(err, context.Canceled) || s.Halted() != "" {
		t.Errorf("%v, halted: %q", err, s.Halted())
	}
}

// Waiting for data that never come can be ended.
func TestReadingANamedPipeCanBeEnded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	c := small(t)
	c.Data = "csv:" + path
	ctx, cancel := context.WithCancel(context.Background())
	before := goleak.IgnoreCurrent()
	ended := make(chan error)
	go func() { ended <- Run(ctx, c, nil, nil) }()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	goleak.VerifyNone(t, before)
}

// A table too wide for its square tables is refused, not a crash without a word.
func TestATableTooWideIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "wide")
	if err := os.WriteFile(path, []byte(strings.Repeat("+1 1:1 1000000:1\n-1 2:1\n", 4)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, of := range [][2]string{{"dvp", "libsvm:" + path}, {"sharing", "libsvm:" + path}, {"dvp", "wide:20x5000"}} {
		method := of[0]
		c := small(t, `method = "`+method+`"`)
		c.Data = of[1]
		d, err := Load(t.Context(), c.Data, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = sim.NewSession(c, d, models.Serial)
		if err == nil || !strings.Contains(err.Error(), "fewer columns") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", method, err)
		}
	}
}

// So is sharing among so many that what they send has no room: 61,919 people train here.
func TestMessagesOfTooManyAreRefused(t *testing.T) {
	var rows strings.Builder
	for i := range 70_000 {
		fmt.Fprintf(&rows, "%+d %d:1\n", 1-i%2*2, i%100+1)
	}
	path := filepath.Join(t.TempDir(), "long")
	if err := os.WriteFile(path, []byte(rows.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var cuts []string
	for cut := 1; cut < 100; cut++ {
		cuts = append(cuts, strconv.Itoa(cut))
	}
	d, err := Load(t.Context(), "libsvm:"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []struct {
		parties int
		refused string
	}{{100, "the messages of 100 parties need about 1.15 GiB"}, {2, ""}} {
		c := small(t, `method = "sharing"`, "parties = ["+strings.Join(cuts[:of.parties-1], ", ")+"]")
		c.Data = "libsvm:" + path
		_, err = sim.NewSession(c, d, models.Serial)
		if (err == nil) != (of.refused == "") || err != nil && (!strings.Contains(err.Error(), of.refused) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%d parties: %v", of.parties, err)
		}
		if over := deal.Tables(c, d) > deal.MostTables; over != (of.refused != "") {
			t.Errorf("%d parties: Tables says %g", of.parties, deal.Tables(c, d))
		}
	}
}

// A mistake in what hears of many runs, or of many that are matched, is that of who asked for them, on
// whichever goroutine it happens: nothing more is told, the others end, and the host goes on.
func TestAPanicOfWhoHearsOfManyRunsIsRaisedWhereTheyWereAskedFor(t *testing.T) {
	short, long, matched := small(t, "iterations = 1"), small(t, "iterations = 1000000"), small(t, "budget = 10", "iterations = 5")
	h := NewHost()
	defer h.Close()
	for what, ask := range map[string]func(wrong func()){
		"Done": func(wrong func()) {
			h.RunAll(t.Context(), []config.Config{short, long, short, long, long}, 2, Watcher{Done: func(int, error) { wrong() }})
		},
		"Begun": func(wrong func()) {
			h.RunAll(t.Context(), []config.Config{long, long, long}, 2, Watcher{Begun: func(i int, _ string) {
				if i == 1 {
					wrong()
				}
			}})
		},
		"alone": func(wrong func()) {
			h.RunAll(t.Context(), []config.Config{short, long}, 1, Watcher{Done: func(int, error) { wrong() }})
		},
		"matched": func(wrong func()) {
			h.MatchAll(t.Context(), []config.Config{matched, matched, matched}, matched, 1, nil, func(int, config.Config, string, error) { wrong() })
		},
	} {
		told := 0
		func() {
			defer func() {
				if broken := recover(); broken != "a mistake" || told != 1 {
					t.Errorf("%s: it ends with %v, told %d times", what, broken, told)
				}
			}()
			ask(func() {
				told++
				panic("a mistake")
			})
		}()
	}
	if err := h.RunAll(t.Context(), []config.Config{short}, 1, Watcher{}); err != nil {
		t.Error(err)
	}
}
