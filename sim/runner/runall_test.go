package runner

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/deal"
)

// runAll is Host.RunAll for a test that runs nothing beside.
func runAll(ctx context.Context, configs []config.Config, workers int, w Watcher) error {
	h := NewHost()
	defer h.Close()
	return h.RunAll(ctx, configs, workers, w)
}

// Many runs at once give the rows each gives by itself, in order, and every one is
// told done.
func TestManyRunsAreTheSameRuns(t *testing.T) {
	var configs []config.Config
	for _, spec := range admm.Catalogue() {
		configs = append(configs, small(t, `method = "`+spec.ID+`"`, "iterations = 6"))
	}
	absent := small(t)
	absent.Data = "csv:not-there.csv"
	configs = append(configs, absent, small(t, "nodes = 700"))
	for _, workers := range []int{1, 3} {
		rows, ends := make([][]sim.Row, len(configs)), map[int]error{}
		err := runAll(t.Context(), configs, workers, Watcher{
			Row:  func(i int, r sim.Row, _ []sim.Notice) { rows[i] = append(rows[i], r) },
			Done: func(i int, err error) { ends[i] = err },
		})
		if err != nil || len(ends) != len(configs) {
			t.Fatalf("%v, %d of %d runs ended", err, len(ends), len(configs))
		}
		for i, c := range configs[:len(configs)-2] {
			alone, _ := script(t, c)
			sameRows(t, c.Method, alone, rows[i])
			if ends[i] != nil {
				t.Errorf("%s: %v", c.Method, ends[i])
			}
		}
		for i, want := range map[int]string{len(configs) - 2: "not-there.csv", len(configs) - 1: "nodes = 700"} {
			if ends[i] == nil || !strings.Contains(ends[i].Error(), want) {
				t.Errorf("run %d ended with %v, expected a word on %s", i, ends[i], want)
			}
		}
	}
}

func TestManyRunsCanBeCutShort(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	long := small(t, "iterations = 1000000")
	ends := 0
	err := runAll(ctx, []config.Config{long, long, long, long}, 2, Watcher{
		Row:  func(int, sim.Row, []sim.Notice) { stop() },
		Made: func(i int, _ config.Config) { t.Errorf("of run %d, cut short, it is worked out what runs it again", i) },
		Done: func(i int, err error) {
			ends++
			if !errors.Is(err, context.Canceled) {
				t.Errorf("run %d ended with %v", i, err)
			}
		},
	})
	if !errors.Is(err, context.Canceled) || ends > 2 {
		t.Errorf("ended with %v after %d runs", err, ends)
	}
}

// Repeats differ in their noise and in nothing else.
func TestARepeatIsOtherNoiseOnTheSameProblem(t *testing.T) {
	for _, private := range []string{"true", "false"} {
		rows := func(repeat string) []sim.Row {
			r, _ := script(t, small(t, "iterations = 5", `topology = "random"`, "private = "+private, "repeat = "+repeat))
			return r
		}
		same := bits(rows("0")[4]) == bits(rows("1")[4])
		if noiseless := private == "false"; same != noiseless {
			t.Errorf("private = %s: repeats 0 and 1 end in the same row: %t", private, same)
		}
		sameRows(t, "repeat 3 twice", rows("3"), rows("3"))
	}
}

// ending is a context that ends when it has been asked so often whether it has.
type ending struct {
	context.Context
	asked atomic.Int64 // by several workers
	most  int64
}

func (e *ending) Err() error {
	if e.asked.Add(1) > e.most {
		return context.Canceled
	}
	return nil
}

// A run is cut short among its changes, too: there may be a million of one iteration.
func TestARunIsCutShortAmongItsChanges(t *testing.T) {
	c := small(t, "events = [\n"+strings.Repeat("  \"at 2: alpha = 0.25\",\n", 3000)+"]")
	for what, run := range map[string]func(context.Context) error{
		"Run": func(ctx context.Context) error {
			return Run(ctx, c, nil, func(sim.Row, []sim.Notice) error { return nil })
		},
		"RunAll": func(ctx context.Context) (err error) {
			all := runAll(ctx, []config.Config{c}, 1, Watcher{Done: func(_ int, e error) { err = e }})
			return errors.Join(all, err)
		},
	} {
		if ctx := (&ending{Context: t.Context(), most: 2000}); !errors.Is(run(ctx), context.Canceled) || ctx.asked.Load() > 2100 {
			t.Errorf("%s asks its context %d times", what, ctx.asked.Load())
		}
	}
}

// An iteration may take minutes: a run is cut short in the middle of it.
func TestARunIsCutShortInAnIteration(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		c := small(t, `method = "`+spec.ID+`"`)
		asked, rows := int64(0), 0
		run := func(most int64) error {
			ctx := &ending{Context: t.Context(), most: most}
			rows = 0
			return Run(ctx, c, nil, func(sim.Row, []sim.Notice) error {
				if rows++; rows == 1 {
					asked = ctx.asked.Load()
				}
				return nil
			})
		}
		if err := run(math.MaxInt64); err != nil {
			t.Fatal(err)
		}
		if err := run(asked - 1); !errors.Is(err, context.Canceled) || rows != 0 {
			t.Errorf("%s: %d rows, %v", spec.ID, rows, err)
		}
	}
}

// Runs whose square tables have room one at a time only are made one at a time, whoever of
// the host asked for them; one that is ended while it waits leaves its room to others.
func TestWideRunsWaitForEachOther(t *testing.T) {
	c := small(t, "iterations = 2")
	narrow(t, c)
	oneAtATime(t, c)
}

// The same holds of what they are dealt, of which a long table makes more.
func TestLongRunsWaitForEachOther(t *testing.T) {
	c := small(t, "nodes = 1", "iterations = 2")
	c.Data = "census:3000"
	set, err := Load(t.Context(), c.Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := mostTables
	t.Cleanup(func() { mostTables = before })
	if mostTables = int64(1.5 * deal.Dealt(set)); 2*deal.Tables(c, set) > float64(mostTables) {
		t.Fatal("the square tables of two have no room either")
	}
	oneAtATime(t, c)
}

func oneAtATime(t *testing.T, c config.Config) {
	t.Helper()
	h := NewHost()
	defer h.Close()
	ended, end := context.WithCancel(t.Context())
	var active, most, all atomic.Int64
	runs := Watcher{
		Begun: func(int, string) {
			if now := active.Add(1); now > most.Load() {
				most.Store(now)
			}
			if all.Add(1) == 2 {
				end()
			}
		},
		Done: func(int, error) { active.Add(-1) },
	}
	var working sync.WaitGroup
	for _, ctx := range []context.Context{t.Context(), t.Context(), ended} {
		working.Go(func() {
			if err := h.RunAll(ctx, []config.Config{c, c, c, c}, 3, runs); err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
	working.Wait()
	if most.Load() != 1 || all.Load() < 8 {
		t.Errorf("%d at a time, %d in all", most.Load(), all.Load())
	}
}

// narrow leaves room for the square tables of one run of c, and not of two.
func narrow(t *testing.T, c config.Config) {
	t.Helper()
	h := NewHost()
	defer h.Close()
	set, err := h.Load(t.Context(), c.Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := mostTables
	t.Cleanup(func() { mostTables = before })
	mostTables = int64(1.5 * deal.Tables(c, set))
}
