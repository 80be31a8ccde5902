package sim

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"admmlab/sim/admm"
	"admmlab/sim/network"
)

// desk is a person at a runner in virtual time: it sends commands and reads
// what comes back.
type desk struct {
	t      *testing.T
	runner *Runner
	seq    int
	rows   []Row
	notes  []Notice
	last   Batch
}

func atDesk(t *testing.T, do func(*desk)) {
	synctest.Test(t, func(t *testing.T) {
		d := &desk{t: t, runner: NewRunner()}
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
		d.send(Command{Order: Apply, Event: Event{Key: "iterations", Value: "9"}})
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
		if n.Kind != Refused || !strings.Contains(n.Text, "/nowhere/at/all.csv") || strings.Contains(n.Text, "\n") {
			t.Errorf("notice %+v", n)
		}
		if d.last.Generation != generation || !d.last.State.Running {
			t.Errorf("the old run must go on: %+v", d.last.State)
		}
		d.send(Command{Order: Apply, Event: Event{Edge: network.Edge{0, 2}}})
		if n := d.notes[len(d.notes)-1]; n.Kind != Refused {
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
	c, err := Build([]Assignment{{Key: "data", Value: "census:40"}, {Key: "train", Value: "20"},
		{Key: "nodes", Value: "1"}, {Key: "C", Value: "1"}, {Key: "iterations", Value: "1000000"}})
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

func TestRunnerTurnsAPanicIntoANotice(t *testing.T) {
	c := small(t, "iterations = 50")
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Start, Config: c})
		// The runner is idle and only reads its session on a command.
		d.runner.session.method = broken{Method: d.runner.session.method, panics: true}
		d.send(Command{Order: Go})
		d.until(func() bool { return d.last.State.Halted != "" })
		n := d.notes[len(d.notes)-1]
		if n.Kind != Failed || len(d.rows) != 2 {
			t.Errorf("%d rows, notice %+v", len(d.rows), n)
		}
	})
}

func TestPoolPassesAPanicOn(t *testing.T) {
	p := NewPool(3)
	defer p.Close()
	defer func() {
		if recover() == nil {
			t.Error("the panic of a worker is lost")
		}
		done := make([]bool, 10)
		p.Each(10, func(i int) { done[i] = true })
		for i, d := range done {
			if !d {
				t.Errorf("piece %d is left out after a panic", i)
			}
		}
	}()
	p.Each(5, func(i int) {
		if i == 3 {
			panic("here")
		}
	})
}

func TestWriterHasExactlyTheColumnsScriptsRelyOn(t *testing.T) {
	rows, _ := script(t, small(t, `method = "radmm"`, "iterations = 4"))
	var text bytes.Buffer
	w, err := NewWriter(&text, "csv", "radmm")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(&text).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := "iteration,method,train_loss,test_loss,test_error,disagreement,epsilon_step,epsilon_total,gradient_norm"
	if got := strings.Join(table[0][:9], ","); got != want {
		t.Errorf("columns %s", got)
	}
	if table[2][0] != "2" || table[2][1] != "radmm" || table[2][6] != "0" || table[2][8] != "" {
		t.Errorf("even row %v: no charge, no minimisation", table[2])
	}
}

func TestJSONLinesAreJSON(t *testing.T) {
	var text bytes.Buffer
	w, _ := NewWriter(&text, "jsonl", "dvp")
	if err := w.Write(Row{Iteration: 3, EpsilonStep: math.NaN(), EpsilonTotal: math.Inf(1)}); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(text.Bytes(), &v); err != nil {
		t.Fatalf("%v: %s", err, text.String())
	}
	if v["iteration"] != 3.0 || v["epsilon_step"] != nil || v["epsilon_total"] != "+Inf" || v["method"] != "dvp" {
		t.Errorf("%v", v)
	}
	if _, err := NewWriter(&text, "xml", "dvp"); err == nil {
		t.Error("xml is accepted")
	}
}

func TestLoadNamesFileLineAndWhatWasExpected(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for key, want := range map[string]string{
		"libsvm:" + write("bad.txt", "+1 1:0.5\n-1 2:x\n"): "line 2",
		"csv:" + write("bad.csv", "a,b\n1,2\n3\n"):         "line 3",
		"adult:" + dir:       "adult.data",
		"libsvm:" + dir:      "folder",
		"csv:" + dir + "/no": "no such file",
		"census:900000000":   "census",
	} {
		_, err := Load(key, nil)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v does not say %q in one line", key, err, want)
		}
	}
	parts := 0.0
	good := write("good.txt", strings.Repeat("+1 1:0.5 3:1\n-1 2:1\n", 9000))
	d, err := Load("libsvm:"+good, func(l Loading) { parts = l.Part })
	if err != nil || d.Len() != 18000 || parts <= 0 || parts > 1 {
		t.Errorf("%v rows, progress ends at %g, %v", d, parts, err)
	}
}

// The floor of admm's promise: no method keeps a reference to what it was given.
func TestSessionsShareADataSet(t *testing.T) {
	c := small(t, "iterations = 5")
	d, _ := Load(c.Data, nil)
	first, _ := NewSession(c, d, admm.Serial)
	a, _ := finish(first)
	second, _ := NewSession(c, d, admm.Serial)
	b, _ := finish(second)
	sameRows(t, "two sessions on one data set", a, b)
}
