package runner

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"admmlab/sim"
	"admmlab/sim/config"
)

// lab is a runner with somebody who reads what it sends.
type lab struct {
	*Runner
	last    Batch
	changed int // changes told
}

// await reads until ok.
func (l *lab) await(t *testing.T, what string, within time.Duration, ok func() bool) {
	t.Helper()
	deadline := time.After(within)
	for !ok() {
		select {
		case l.last = <-l.Batches():
			for _, n := range l.last.Notices {
				if n.Kind == sim.Changed {
					l.changed++
				}
			}
		case <-deadline:
			t.Fatalf("%s: not within %v, at t = %d", what, within, l.last.State.Iteration)
		}
	}
}

// order hands a command over as soon as the one before it is taken.
func (l *lab) order(t *testing.T, c Command) {
	t.Helper()
	for !l.Offer(c) {
		seq := l.last.State.Seq
		l.await(t, "an order", time.Minute, func() bool { return l.last.State.Seq > seq })
	}
}

// opened are so many labs on h, each with a run of its own on the same data.
func opened(t *testing.T, h *Host, data string, n, iterations int) []*lab {
	t.Helper()
	var labs []*lab
	for i := range n {
		l := &lab{Runner: h.NewRunner(context.Background())}
		labs = append(labs, l)
		c := config.Default()
		c.Data, c.Iterations, c.Set.C, c.Set.Alpha = data, iterations, []float64{100}, []float64{float64(i + 1)}
		l.order(t, Command{Seq: 1, Order: Pace, Speed: 0})
		l.order(t, Command{Seq: 2, Order: Start, Config: c, Run: true})
	}
	for _, l := range labs {
		l.await(t, "the limit", time.Minute, func() bool { return l.last.State.Finished })
	}
	return labs
}

func inUse() uint64 {
	runtime.GC()
	runtime.GC() // what the first has let go
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// A further lab on the same data costs what it computes with: its minimisers' work
// space, its realised losses and its checkpoints, not the table.
func TestAFurtherLabCostsLittle(t *testing.T) {
	serial(t)
	before := goleak.IgnoreCurrent()
	h := NewHost()
	some := opened(t, h, "census", 2, 20)
	few := inUse()
	more := opened(t, h, "census", 6, 20)
	cost := float64(inUse()-few) / float64(len(more)) / (1 << 20)
	t.Logf("%.1f MB a lab, %.1f MB for the first %d", cost, float64(few)/(1<<20), len(some))
	if cost > 10 {
		t.Errorf("a further lab costs %.1f MB, expected less than 10", cost)
	}
	h.Close()
	goleak.VerifyNone(t, before)
	if inUse(); len(h.sets.made)+len(h.deals.made) > 0 {
		t.Errorf("%d data sets and %d deals are kept, and nobody uses them", len(h.sets.made), len(h.deals.made))
	}
	runtime.KeepAlive(h)
}

// With other data in between a changed file is read anew, at once and not when the garbage
// collector happens to come; where others still work on what was read it is theirs, and that
// is told. The file that was chosen last stays as it was read.
func TestOtherDataInBetweenReadAChangedFileAnew(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, people int) (key string) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("x,y\n"+strings.Repeat("1,0\n2,1\n", people/2)), 0o600); err != nil {
			t.Fatal(err)
		}
		return "csv:" + path
	}
	h := NewHost()
	defer h.Close()
	l := &lab{Runner: h.NewRunner(t.Context())}
	seq := 0
	records := func(key string) int {
		seq++
		c := config.Default()
		c.Data = key
		l.order(t, Command{Seq: seq, Order: Start, Config: c})
		l.await(t, "a start", time.Minute, func() bool { return l.last.State.Began == seq })
		return l.last.State.Size.Records
	}
	expect := func(what, key string, people int, told string) {
		t.Helper()
		if got := records(key); got != people {
			t.Errorf("%s: %d records, want %d", what, got, people)
		}
		if got := l.last.State.Outdated; got != told {
			t.Errorf("%s: told %q, want %q", what, got, told)
		}
	}
	a, b := write("a.csv", 600), write("b.csv", 400)
	expect("the first", a, 600, "")
	expect("the other", b, 400, "")
	write("a.csv", 1000)
	expect("changed, with others in between", a, 1000, "")
	write("a.csv", 800)
	expect("changed, and chosen again", a, 1000, "")

	others := h.Held(a)
	expect("the other again", b, 400, "")
	expect("changed, while others work on it", a, 1000, a+" has changed since it was read: this run is of the data of then, on which a sweep, a tune or the like in the background still works")
	expect("the other once more", b, 400, "")
	write("a.csv", 1000)
	expect("as it was, while others work on it", a, 1000, "")
	runtime.KeepAlive(others)
}

// A file that was read is the same under whatever path names it: neither what it has become nor,
// of a pipe, what never comes is read.
func TestAFileIsReadOnceHoweverItsPathIsSpelt(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(people int) {
		if err := os.WriteFile("a.csv", []byte("x,y\n"+strings.Repeat("1,0\n2,1\n", people/2)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h := NewHost()
	defer h.Close()
	l := &lab{Runner: h.NewRunner(t.Context())}
	write(600)
	for seq, key := range []string{"csv:a.csv", "csv:" + filepath.Join(dir, "a.csv"), "csv:./a.csv", "csv:../" + filepath.Base(dir) + "/a.csv"} {
		c := config.Default()
		c.Data = key
		l.order(t, Command{Seq: seq + 1, Order: Start, Config: c})
		l.await(t, "a start", time.Minute, func() bool { return l.last.State.Began == seq+1 })
		if got := l.last.State.Size.Records; got != 600 || h.Held(key) == nil || l.last.State.Replay.Data != key {
			t.Errorf("%s: %d records of %s", key, got, l.last.State.Replay.Data)
		}
		write(1000 + 2*seq)
	}
}

// Twenty labs that all compute answer a key each: a lab's command waits for one
// iteration of its own, and that for its turn behind one of every other lab, which is
// a round. A machine that others use too may keep one thread waiting for a second
// while the next makes many short rounds: an answer may take either.
func TestTwentyRunningLabsAnswer(t *testing.T) {
	const (
		labs, iterations = 20, 8
		rounds           = 6 // one until it is heard, one for the answer; readers take their time as well
		patience         = 2 * time.Second
	)
	h := NewHost()
	list := opened(t, h, "census:2000", labs, iterations)
	for _, l := range list {
		l.order(t, Command{Seq: 3, Order: Apply, Event: config.Event{Key: "iterations", Value: strconv.Itoa(config.MaxIterations)}})
		l.order(t, Command{Seq: 4, Order: Go})
		l.await(t, "going on", time.Minute, func() bool { return l.last.State.Seq == 4 && l.last.State.Iteration > iterations })
	}
	// The rest is read by others, and counted.
	var made atomic.Int64
	var reading sync.WaitGroup
	some, rest := list[:4], list[4:]
	for _, l := range rest {
		reading.Go(func() {
			for b := range l.Batches() {
				made.Add(int64(len(b.Rows)))
			}
		})
	}
	for i, l := range some {
		at, before, told := time.Now(), made.Load(), l.changed
		l.order(t, Command{Seq: 5, Order: Apply, Event: config.Event{Key: "eta", Value: "2"}})
		l.await(t, "an answer", time.Minute, func() bool { return l.last.State.Seq == 5 && l.changed > told })
		if took := float64(made.Load()-before) / float64(len(rest)); took > rounds && time.Since(at) > patience {
			t.Errorf("lab %d answered after %v and %.1f rounds, expected at most %d rounds", i, time.Since(at), took, rounds)
		}
	}
	h.Close()
	reading.Wait()
}

// A run may be started again from another folder.
func TestDataAreFoundFromAnywhere(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	if err := os.WriteFile("odd:name", nil, 0o600); err != nil {
		t.Skip("no such file names here: ", err)
	}
	for key, full := range map[string]string{
		"census": "census", "census:600": "census:600", "csv:x.csv": "csv:HERE/x.csv", "adult:.": "adult:HERE", "csv:/x.csv": "csv:/x.csv",
		"libsvm:a9a": "libsvm:HERE/a9a", "libsvm:a9a:a9a.t": "libsvm:HERE/a9a:HERE/a9a.t", "libsvm:odd:name": "libsvm:HERE/odd:name",
	} {
		if got, want := FullPaths(key), strings.ReplaceAll(full, "HERE", here); got != want {
			t.Errorf("%s is %s in full, want %s", key, got, want)
		}
	}
}

// What was read keeps the key of the files that were read, and is at hand by it, though the files
// have gone since, and a colon in a name cannot be told from one between two any more.
func TestFilesThatHaveGoneKeepTheirKey(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	if err := os.WriteFile("odd:name", []byte("+1 1:1\n-1 2:1\n+1 1:0.5\n-1 2:0.5\n"), 0o600); err != nil {
		t.Skip("no such file names here: ", err)
	}
	h := NewHost()
	defer h.Close()
	const key = "libsvm:odd:name"
	full := "libsvm:" + filepath.Join(here, "odd:name")
	set, err := h.Load(t.Context(), key, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove("odd:name"); err != nil {
		t.Fatal(err)
	}
	if set.Key != full || h.Held(key) != set || h.Held(full) != set {
		t.Errorf("its key is %q, want %q; at hand by name %v, by key %v", set.Key, full, h.Held(key) == set, h.Held(full) == set)
	}
	if again, err := h.Load(t.Context(), key, nil); again != set || err != nil || h.FullPaths(key) != full {
		t.Errorf("read again: %v, by the key %q", err, h.FullPaths(key))
	}
	c := config.Default() // its model tells of a session that may be run from another folder
	c.Data, c.Nodes, c.Topology, c.Iterations, c.Set.C = key, 2, "ring", 1, []float64{1}
	if m, err := h.Model(t.Context(), c, 0, "", nil, nil); err != nil || m.Replay.Data != full {
		t.Errorf("the model's session: %v, %v", m, err)
	}
}

// What makes a run again does so on its data, not on those that its file was replaced by.
func TestARunIsMadeAgainOnItsDataAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "people.csv")
	write := func(rows int) {
		if err := os.WriteFile(path, []byte("a,b,label\n"+strings.Repeat("0.3,1,0\n0.2,0.1,1\n0.9,0.4,1\n", rows)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "csv:"+path, 2, []float64{5}
	h := NewHost()
	defer h.Close()
	write(50)
	then, err := h.Origin(t.Context(), c.Data)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := h.Model(t.Context(), c, 1, then, nil, nil); m == nil || err != nil {
		t.Fatal(m, err)
	}
	write(80)
	runtime.GC()
	runtime.GC() // what nobody holds is read again
	if m, err := h.Model(t.Context(), c, 1, then, nil, nil); m != nil || err == nil || !strings.Contains(err.Error(), "its data are not those of then") {
		t.Errorf("%v, %v", m, err)
	}
}
