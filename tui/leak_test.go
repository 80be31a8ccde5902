package tui

import (
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"go.uber.org/goleak"

	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/job"
	"admmlab/tui/lens"
	"admmlab/tui/lens/many"
	"admmlab/tui/scene"
)

// Nothing is left running when the laboratory is left.
func TestNoGoroutineIsLeft(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	c := config.Default()
	c.Data, c.Set.C = "census:300", []float64{30}
	for range 3 {
		h := runner.NewHost()
		r := h.NewRunner(t.Context())
		m := newModel(Options{Host: h, Start: c}, r)
		m.Init()
		m.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
		for m.scene.Run.Last() < 3 {
			m.Update(batchMsg{<-r.Batches(), true})
		}
		r.Close()
		for range r.Batches() {
		}
		h.Close()
	}
}

// All that is under way in the background ends when the laboratory is left.
func TestNoWorkIsLeft(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	before := goleak.IgnoreCurrent()
	c := tiny()
	c.Iterations = 1_000_000
	h := runner.NewHost()
	m := newModel(Options{Host: h, Start: c}, h.NewRunner(t.Context()))
	s := (&stage{t: t, m: m, now: m.scene.Now}).clocked()
	m.Init()
	s.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	s.until("the first rows", func() bool { return m.scene.Run.Last() > 3 })
	m.exports.Write = nowhere
	s.press("K", "enter", "a", "down", "enter", "S", "enter", "e", "enter")
	audits, sweeps := lensOf[*lens.Attacks](s), lensOf[*many.Sweep](s)
	for name, j := range map[string]*job.Job{"band": m.bands.Shown.Job, "audit": audits.Audits.Job, "sweep": sweeps.Job, "export": m.exports.Job} {
		if !j.UnderWay() {
			t.Errorf("no %s is under way", name)
		}
	}
	if err := m.leave(); err != nil {
		t.Error(err)
	}
	m.desk.Close()
	h.Close()
	goleak.VerifyNone(t, before)
}

// A paused laboratory does nothing: no batch, no new frame.
func TestAPausedLaboratoryIsIdle(t *testing.T) {
	seated(t, "dvp", func(s *seat) {
		s.pass(time.Second)
		s.send(keyPress("space"))
		s.pass(30 * time.Second) // until messages have faded
		if s.m.scene.State.Running || s.m.scene.Run.Last() == 0 {
			t.Fatalf("running %v after %d iterations", s.m.scene.State.Running, s.m.scene.Run.Last())
		}
		frame, seq := s.frame, s.m.scene.State.Seq
		draws := testing.AllocsPerRun(100, func() { s.pass(frameTime) })
		if s.frame != frame || s.m.scene.State.Seq != seq || s.m.scene.Dirty || !s.m.waiting {
			t.Errorf("something happened in a paused laboratory: dirty %v, waiting %v", s.m.scene.Dirty, s.m.waiting)
		}
		if draws > 100 { // a frame takes thousands
			t.Errorf("%g allocations a tick in a paused laboratory", draws)
		}
		s.leave()
	})
}

// A long run flat out, with the screen taking every row: memory does not grow but
// for the numbers of the curves.
//
//	ADMMLAB_ENDURANCE=300000 go test ./tui -run Endurance -v -timeout 30m
func TestEndurance(t *testing.T) {
	iterations := 8_000
	if testing.Short() {
		t.Skip("memory says nothing under the race detector")
	}
	if long := os.Getenv("ADMMLAB_ENDURANCE"); long != "" {
		n, err := strconv.Atoi(long)
		if err != nil {
			t.Fatal(err)
		}
		iterations = n
	}
	curves := 8 * scene.Quantities() // bytes an iteration that history keeps, up to maxPoints
	seated(t, "dvp", func(s *seat) {
		c := config.Default()
		c.Data, c.Nodes, c.Set.C, c.Iterations, c.Realised = "census:60", 2, []float64{20}, config.MaxIterations, false
		s.m.desk.Renew(c)
		s.send(keyPress("]"))
		s.send(keyPress("]"))
		// History and checkpoints lose every second one when they are full: twice as
		// many iterations later they are as full as before.
		var at []int
		var heap []int
		for next := iterations / 4; next <= iterations; next *= 2 {
			for s.m.scene.Run.Last() < next {
				s.pass(frameTime)
				if s.m.scene.State.Halted != "" {
					t.Fatal(s.m.scene.State.Halted)
				}
			}
			runtime.GC()
			runtime.GC()
			var stats runtime.MemStats
			runtime.ReadMemStats(&stats)
			at, heap = append(at, s.m.scene.Run.Last()), append(heap, int(stats.HeapAlloc))
			t.Logf("t = %d: heap %.1f MB", s.m.scene.Run.Last(), float64(stats.HeapAlloc)/1e6)
		}
		// Slices double as they grow; beyond maxPoints nothing does.
		last := len(heap) - 1
		grown := heap[last] - heap[0]
		allowed := (2*curves+2*24*2+128)*max(0, min(at[last], scene.MaxPoints)-at[0]) + 8<<20
		if grown > allowed {
			t.Errorf("the heap grew by %d bytes over %d iterations, expected at most %d", grown, at[last]-at[0], allowed)
		}
		s.send(keyPress("space"))
		s.leave()
	})
}

// looped is a screen in a loop like tea's: one message after the other.
type looped struct {
	m     *Model
	inbox chan tea.Msg
	done  chan struct{}
}

func newLoop(tb testing.TB, h *runner.Host, c config.Config) *looped {
	l := &looped{newModel(Options{Host: h, Start: c}, h.NewRunner(tb.Context())), make(chan tea.Msg), make(chan struct{})}
	l.run(l.m.Init())
	l.handle(tea.WindowSizeMsg{Width: 120, Height: 36})
	l.handle(keyPress("]"))
	l.handle(keyPress("]"))
	return l
}

// run carries a command out in a goroutine of its own.
func (l *looped) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		msg := cmd()
		if list, ok := msg.(tea.BatchMsg); ok {
			for _, c := range list {
				l.run(c)
			}
			return
		}
		select {
		case l.inbox <- msg:
		case <-l.done:
		}
	}()
}

func (l *looped) handle(msg tea.Msg) {
	_, cmd := l.m.Update(msg)
	l.run(cmd)
}

// until handles messages until ok, or false after so long.
func (l *looped) until(within time.Duration, ok func() bool) bool {
	deadline := time.After(within)
	for !ok() {
		select {
		case msg := <-l.inbox:
			l.handle(msg)
		case <-deadline:
			return false
		}
	}
	return true
}

// Twenty laboratories in one process: each draws, each answers a key while all run, and
// nothing of any is left. A key waits for an iteration of its own lab, and that for its
// turn behind one of every other, which is a round. A machine that others use too may keep
// one thread waiting for a second while the next makes many short rounds: an answer may
// take either.
func TestTwentyLaboratoriesInOneProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("under the race detector twenty screens are drawn all the time, and nothing else gets done")
	}
	const labs, rounds = 20, 10
	before := goleak.IgnoreCurrent()
	var made atomic.Int64 // iterations of all
	h := runner.NewHost()
	var sitting, leaving sync.WaitGroup
	sitting.Add(labs)
	everybody := make(chan struct{})
	for i := range labs {
		leaving.Go(func() {
			c := flatOut("census:600")
			c.Set.Alpha = []float64{float64(i + 1)}
			l := newLoop(t, h, c)
			defer func() {
				close(l.done)
				if err := l.m.leave(); err != nil {
					t.Error(err)
				}
				l.m.desk.Close()
			}()
			counted := 0
			count := func() {
				made.Add(int64(l.m.scene.Run.Last() - counted))
				counted = l.m.scene.Run.Last()
			}
			warm := l.until(time.Minute, func() bool { count(); return counted >= 20 })
			sitting.Done()
			all := func() bool {
				count()
				select {
				case <-everybody:
					return true
				default:
					return false
				}
			}
			if !warm || !l.until(time.Minute, all) {
				t.Errorf("lab %d: %d iterations in a minute", i, l.m.scene.Run.Last())
				return
			}
			l.handle(keyPress("right"))
			at, from := time.Now(), made.Load()
			answered := l.until(time.Minute, func() bool {
				count()
				return len(l.m.scene.Pending) == 0 && l.m.scene.State.Config.Set.Alpha[0] != c.Set.Alpha[0]
			})
			if took := made.Load() - from; !answered || took > rounds*labs && time.Since(at) > 2*time.Second {
				t.Errorf("lab %d: a key was answered %v after %v and %d iterations of %d labs, expected at most %d", i, answered, time.Since(at), took, labs, rounds*labs)
			}
			if view := l.m.View().Content; !strings.Contains(view, "Parameters") {
				t.Errorf("lab %d shows\n%s", i, view)
			}
		})
	}
	sitting.Wait()
	close(everybody)
	leaving.Wait()
	h.Close()
	goleak.VerifyNone(t, before)
}

// answers is how long each of n presses of m and esc took to show in View while a run goes
// flat out, in real time.
func answers(tb testing.TB, c config.Config, n int) []time.Duration {
	h := runner.NewHost()
	defer h.Close()
	l := newLoop(tb, h, c)
	defer close(l.done)
	m, inbox, handle := l.m, l.inbox, l.handle
	for m.scene.Run.Last() < 200 || m.scene.Starting > 0 {
		handle(<-inbox)
	}
	var times []time.Duration
	open := func() bool { return strings.Contains(m.View().Content, "starts a new run") } // the list of methods
	for len(times) < n {
		pressed := make(chan time.Time, 1)
		want, key := !open(), "m"
		if !want {
			key = "esc"
		}
		go func() { // as tea's reader does, it waits for its turn
			now := time.Now()
			inbox <- keyPress(key)
			pressed <- now
		}()
		for open() != want {
			handle(<-inbox)
		}
		times = append(times, time.Since(<-pressed))
		// a key held down comes 30 times a second
		for pause := time.Now().Add(time.Duration(30+5*(len(times)%7)) * time.Millisecond); time.Now().Before(pause); {
			handle(<-inbox)
		}
	}
	return times
}

func quantile(times []time.Duration, q float64) time.Duration {
	times = slices.Sorted(slices.Values(times))
	return times[int(q*float64(len(times)-1))]
}

func flatOut(data string) config.Config {
	c := config.Default()
	c.Data, c.Iterations = data, config.MaxIterations
	if data != "census" {
		c.Set.C = []float64{8}
	}
	return c
}

// The bound is generous, because others may use the machine; see the benchmark.
func TestAKeyIsAnsweredWhileTheRunGoesFlatOut(t *testing.T) {
	times := answers(t, flatOut("census:60"), 20)
	if m := quantile(times, 0.5); m > 150*time.Millisecond {
		t.Errorf("half of the keys took more than %v", m)
	}
}

func BenchmarkKeyToViewFlatOut(b *testing.B) {
	for _, data := range []string{"census:60", "census"} {
		b.Run(data, func(b *testing.B) {
			times := answers(b, flatOut(data), max(b.N, 300))
			b.ReportMetric(float64(quantile(times, 0.5).Microseconds())/1e3, "ms-p50")
			b.ReportMetric(float64(quantile(times, 0.99).Microseconds())/1e3, "ms-p99")
			b.ReportMetric(float64(quantile(times, 1).Microseconds())/1e3, "ms-max")
		})
	}
}
