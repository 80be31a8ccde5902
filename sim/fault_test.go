package sim

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"admmlab/models/data"
	"admmlab/sim/admm"
)

// No test of this package leaves a goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// failing breaks one method call after another: Method.Step from iteration `at` on.
type failing struct {
	admm.Method
	at int
}

func (f failing) Step(in admm.Step) admm.Round {
	if in.Iteration >= f.at {
		var none []int
		_ = none[in.Iteration]
	}
	return f.Method.Step(in)
}

// A panic inside a method, on a worker of the pool, is one notice; the rows stay,
// what stands can still be looked at, and the next start works.
func TestAPanicInAWorkerHaltsTheRunAndTheNextStartWorks(t *testing.T) {
	c := small(t, "iterations = 50")
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Start, Config: c})
		s := d.runner.session
		s.method = failing{Method: s.method, at: 4}
		d.runner.session.each = d.runner.pool.Each
		d.send(Command{Order: Go})
		d.until(func() bool { return d.last.State.Halted != "" })
		if len(d.rows) != 3 || d.last.State.Running || !strings.Contains(d.last.State.Halted, "t = 4") || !strings.Contains(d.last.State.Halted, "index out of range") {
			t.Errorf("%d rows, %+v", len(d.rows), d.last.State)
		}
		d.send(Command{Order: Go})
		d.send(Command{Order: Once})
		d.send(Command{Order: Look, Look: LookExposure})
		d.pass(time.Second)
		if len(d.rows) != 3 || d.last.State.Running || d.last.State.Exposure == nil {
			t.Errorf("a halted run: %d rows, running %v, exposure %v", len(d.rows), d.last.State.Running, d.last.State.Exposure)
		}
		d.send(Command{Order: Start, Config: c, Run: true})
		d.until(func() bool { return len(d.rows) >= 5 && d.last.State.Halted == "" })
	})
}

// A picture or a question that fails is told, put away, and the run goes on.
func TestAPanicInAPictureOrAnAnswerLeavesTheRunGoing(t *testing.T) {
	c := small(t, "iterations = 100000", "budget = 100000")
	atDesk(t, func(d *desk) {
		d.send(Command{Order: Start, Config: c, Run: true})
		d.send(Command{Order: Pause})
		d.runner.session.meter.records[0] = nil // whoever draws the picture falls over it
		d.send(Command{Order: Look, Look: LookExposure})
		d.pass(time.Second)
		told := 0
		for _, n := range d.notes {
			if n.Kind == Failed && strings.Contains(n.Text, "picture") {
				told++
			}
		}
		if told != 1 || d.last.State.Halted != "" {
			t.Errorf("told %d times, halted %q: %v", told, d.last.State.Halted, d.notes)
		}
		d.runner.session.meter = nil
		n := len(d.rows)
		d.send(Command{Order: Go})
		d.until(func() bool { return len(d.rows) > n+3 })
		d.send(Command{Order: Pause})         // an idle runner reads its session on a command only
		d.runner.session.spec.Vertical = true // and now an attack that finds no dual
		d.runner.session.last.Dual = []float64{1}
		d.send(Command{Order: Attack, Attack: AttackColumns})
		if n := d.notes[len(d.notes)-1]; n.Kind != Failed || !strings.Contains(n.Text, "the last command") {
			t.Errorf("notice %+v", n)
		}
		d.runner.session.spec.Vertical = false
		d.send(Command{Order: Go})
		rows := len(d.rows)
		d.until(func() bool { return len(d.rows) > rows+3 })
	})
}

// A panic without a screen is an error, with the rows before it.
func TestAPanicWithoutAScreenKeepsTheRows(t *testing.T) {
	s := start(t, small(t, "iterations = 9"), admm.Serial)
	s.method = failing{Method: s.method, at: 3}
	rows := 0
	var err error
	for s.Ready() && err == nil {
		if _, _, err = s.guardedStep(); err == nil {
			rows++
		}
	}
	if rows != 2 || err == nil || !strings.Contains(err.Error(), "iteration 3 failed") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%d rows, %v", rows, err)
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
	ended := make(chan error)
	go func() { ended <- Run(ctx, c, nil, nil) }()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	// Let the reader that was left behind go: goleak is watching.
	pipe, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	pipe.Close()
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
		d, err := Load(c.Data, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = NewSession(c, d, admm.Serial)
		if err == nil || !strings.Contains(err.Error(), "fewer columns") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", method, err)
		}
	}
}

// Nodes of a thousand neighbours, and a thousand nodes that hang by a thread.
func TestAThousandNodes(t *testing.T) {
	serial(t)
	d, err := Load("census:1600", nil)
	if err != nil {
		t.Fatal(err)
	}
	for topology, methods := range map[string][]string{"star": {"dvp", "mradmm"}, "complete": {"dvp"}, "path": {"mradmm"}, "edges:": {"dvp"}} {
		for _, method := range methods {
			c := small(t, `method = "`+method+`"`, "nodes = 1000", `topology = "`+topology+`"`, "iterations = 2", "realised = false")
			c.Set.C = 1
			s, err := NewSession(c, d, admm.Serial)
			if err != nil {
				t.Fatal(err)
			}
			rows, notices := finish(s)
			last := rows[len(rows)-1]
			if len(rows) != 2 || !last.finite() || math.IsNaN(last.EpsilonTotal) || len(last.Nodes) != 1000 {
				t.Errorf("%s on %s: %d rows, %v", method, topology, len(rows), notices)
			}
			if g := rows[0].GradientNorm; !(g <= 1e-9) {
				t.Errorf("%s on %s: a minimiser was left with gradient norm %g", method, topology, g)
			}
		}
	}
}

// Tables with nothing to learn in some corner still end at the pooled optimum of
// everybody's objective: sum_p O_p(f), noise off, on the complete graph.
func TestDegenerateTablesEndAtThePooledOptimum(t *testing.T) {
	for name, text := range map[string]string{
		"constant columns":           "3,0,1,0\n3,0,2,1\n3,0,5,0\n3,0,4,1\n3,0,6,1\n3,0,7,0\n3,0,9,1\n3,0,8,1\n",
		"one class at a node":        "1,2,0\n1,3,1\n2,2,0\n2,3,1\n5,2,0\n1,9,1\n4,1,0\n1,1,1\n", // two nodes: evens and odds
		"the same row over and over": strings.Repeat("1,2,0\n1,2,1\n", 6),
		"rows of zeros":              "0,0,0\n0,0,1\n0,0,0\n0,0,1\n1,2,0\n2,1,1\n0,0,1\n0,0,0\n",
		"huge beside tiny":           "1e300,1e-300,0\n-1e300,1e-300,1\n1e299,0,0\n0,1e-300,1\n1e300,0,1\n1e-300,1e-300,0\n1,1,1\n2,2,0\n",
	} {
		d, err := data.CSV(strings.NewReader(text), name, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		c := small(t, `method = "admm"`, "nodes = 2", `topology = "complete"`, "shuffle = false", "rho = 0.5", "eta = 0.4", "iterations = 400", "train = 6")
		c.Set.C = 1
		s, err := NewSession(c, d, admm.Serial)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		rows, _ := finish(s)
		f := s.last.Mean
		gradient := make([]float64, d.Rows.Dim) // of sum_p (C/B_p) sum L + rho/2 |f|^2
		for _, records := range data.Deal([]int{0, 1, 2, 3, 4, 5}, 2) {
			for _, i := range records {
				index, value := d.Rows.Row(i)
				slope := -d.Labels[i] / (1 + math.Exp(d.Labels[i]*d.Rows.Dot(i, f)))
				for k, j := range index {
					gradient[j] += slope * value[k] / float64(len(records))
				}
			}
		}
		for j := range gradient {
			gradient[j] += 2 * 0.5 * f[j]
		}
		if g := norm(gradient); g > 1e-7 || rows[len(rows)-1].Disagreement > 1e-7 {
			t.Errorf("%s: pooled gradient %g, disagreement %g", name, g, rows[len(rows)-1].Disagreement)
		}
	}
}

// The noise at alpha = 1e300 is no noise: the run of the same method without.
func TestNoNoiseAtTheLargestAlpha(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		if !spec.Private() || spec.Vertical {
			continue
		}
		loud, _ := script(t, small(t, `method = "`+spec.ID+`"`, "iterations = 9", "alpha = 1e300", "realised = false"))
		still, _ := script(t, small(t, `method = "`+spec.ID+`"`, "iterations = 9", "private = false", "realised = false"))
		for i := range still {
			if math.Abs(loud[i].TrainLoss-still[i].TrainLoss) > 1e-9 {
				t.Errorf("%s t=%d: train loss %g at alpha = 1e300, %g without noise", spec.ID, i+1, loud[i].TrainLoss, still[i].TrainLoss)
			}
			if !(loud[i].EpsilonTotal > 1e290) {
				t.Errorf("%s t=%d: total %g", spec.ID, i+1, loud[i].EpsilonTotal)
			}
		}
	}
}

// A node that would be empty is refused at the start.
func TestAnEmptyNodeIsRefused(t *testing.T) {
	d, err := data.CSV(strings.NewReader("1,0\n2,1\n3,0\n4,1\n"), "four", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewSession(small(t, "nodes = 4", "train = 3"), d, admm.Serial); err == nil || !strings.Contains(err.Error(), "fewer nodes") {
		t.Errorf("%v", err)
	}
}
