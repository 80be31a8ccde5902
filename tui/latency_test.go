package tui

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
)

// answers is how long each of n presses of m and esc took to show in View while a run goes
// flat out, in real time with a loop like tea's: one message after the other.
func answers(tb testing.TB, c sim.Config, n int) []time.Duration {
	r := sim.NewRunner()
	defer r.Close()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	spareCore()
	m := newModel(Options{Start: c}, r)
	inbox, done := make(chan tea.Msg), make(chan struct{})
	defer close(done)
	var run func(tea.Cmd)
	run = func(cmd tea.Cmd) {
		if cmd == nil {
			return
		}
		go func() {
			msg := cmd()
			if list, ok := msg.(tea.BatchMsg); ok {
				for _, c := range list {
					run(c)
				}
				return
			}
			select {
			case inbox <- msg:
			case <-done:
			}
		}()
	}
	handle := func(msg tea.Msg) {
		_, cmd := m.Update(msg)
		run(cmd)
	}
	run(m.Init())
	handle(tea.WindowSizeMsg{Width: 120, Height: 36})
	handle(keyPress("]"))
	handle(keyPress("]"))
	for m.run.last() < 200 || m.starting > 0 {
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

func flatOut(data string) sim.Config {
	c := sim.Default()
	c.Data, c.Iterations = data, sim.MaxIterations
	if data != "census" {
		c.Set.C = 8
	}
	return c
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
