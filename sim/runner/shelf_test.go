package runner

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"

	"admmlab/sim"
)

// However many ask at once, a table is made once, and all hear how far it is.
func TestATableIsMadeOnceForAllWhoAsk(t *testing.T) {
	var s shelf[string, [100]int]
	begun, proceed := make(chan struct{}), make(chan struct{})
	made := 0
	first := func(progress func(sim.Loading)) (*[100]int, error) {
		made++
		close(begun)
		<-proceed
		progress(sim.Loading{Part: 0.5})
		return new([100]int), nil
	}
	var tables [4]*[100]int
	var asking sync.WaitGroup
	asking.Go(func() { tables[0], _ = s.take(t.Context(), "a", nil, first) })
	<-begun
	for i := range tables[1:] {
		asking.Go(func() { tables[i+1], _ = s.take(t.Context(), "a", func(sim.Loading) {}, nil) })
	}
	close(proceed)
	asking.Wait()
	for i, table := range tables {
		if table == nil || table != tables[0] {
			t.Errorf("asker %d has another table", i)
		}
	}
	if made != 1 {
		t.Errorf("made %d times", made)
	}
	runtime.KeepAlive(tables)
}

// Who waits need not wait on, and takes over from one who gives up.
func TestWhoWaitsIsNotHeldUpByOneWhoGivesUp(t *testing.T) {
	var s shelf[string, [100]int]
	begun := make(chan struct{})
	quit, end := context.WithCancel(t.Context())
	var asking sync.WaitGroup
	asking.Go(func() {
		_, err := s.take(quit, "a", nil, func(func(sim.Loading)) (*[100]int, error) {
			close(begun)
			<-quit.Done()
			return nil, quit.Err()
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("who gave up: %v", err)
		}
	})
	<-begun
	impatient, now := context.WithCancel(t.Context())
	now()
	if _, err := s.take(impatient, "a", nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("who was impatient: %v", err)
	}
	asking.Go(func() {
		table, err := s.take(t.Context(), "a", nil, func(func(sim.Loading)) (*[100]int, error) { return new([100]int), nil })
		if table == nil || err != nil {
			t.Errorf("who took over: %v", err)
		}
	})
	end()
	asking.Wait()
	broken := errors.New("broken")
	if _, err := s.take(t.Context(), "b", nil, func(func(sim.Loading)) (*[100]int, error) { return nil, broken }); err != broken {
		t.Errorf("%v", err)
	}
	if len(s.making) > 0 || s.made["b"].Value() != nil {
		t.Error("what could not be made is on the shelf")
	}
}
