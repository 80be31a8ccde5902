package job

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// lab is a list and what was delivered from it.
type lab struct {
	*List
	told   []int
	ended  []string
	failed []error
}

func newLab(t *testing.T) *lab { return &lab{List: NewList(t.Context())} }

// counting is a task that tells 1, 2, ... of so many whenever it is let.
func (l *lab) counting(to int, let <-chan bool) Task[int, string] {
	return Task[int, string]{
		Name: "the count",
		Work: func(ctx context.Context, tell func(int)) (string, error) {
			for n := 1; n <= to; n++ {
				select {
				case <-let:
					tell(n)
				case <-ctx.Done():
					return "so far", ctx.Err()
				}
			}
			return "all", nil
		},
		Progress: func(n int) { l.told = append(l.told, n) },
		Part:     func(n int) float64 { return float64(n) / float64(to) },
		Done: func(r string, err error) tea.Cmd {
			l.ended, l.failed = append(l.ended, r), append(l.failed, err)
			return nil
		},
	}
}

func (l *lab) deliver(t *testing.T, want bool) {
	t.Helper()
	synctest.Wait()
	if _, fresh := l.Deliver(); fresh != want {
		t.Errorf("news: %v, want %v", fresh, want)
	}
}

func closed(t *testing.T, l *List) {
	t.Helper()
	if err := l.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestNewsIsMergedAndTheEndComesLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, let := newLab(t), make(chan bool)
		j := Start(l.List, l.counting(4, let))
		if l.deliver(t, false); !l.Busy() || !j.UnderWay() {
			t.Error("it is not under way")
		}
		if _, ok := l.Part(); ok {
			t.Error("it knows how far it is before it has told anything")
		}
		let <- true
		let <- true
		l.deliver(t, true)
		if part, ok := l.Part(); !slices.Equal(l.told, []int{2}) || part != 0.5 || !ok {
			t.Errorf("told %v, a part of %g", l.told, part)
		}
		l.deliver(t, false)
		let <- true
		let <- true
		if l.deliver(t, true); !slices.Equal(l.told, []int{2, 4}) || !slices.Equal(l.ended, []string{"all"}) || l.failed[0] != nil {
			t.Errorf("told %v, ended %v, %v", l.told, l.ended, l.failed)
		}
		if _, ok := l.Part(); l.Busy() || j.UnderWay() || ok {
			t.Error("it is still under way")
		}
		l.deliver(t, false)
		closed(t, l.List)
	})
}

func TestWhatIsStoppedTellsHowItEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLab(t)
		j := Start(l.List, l.counting(3, nil))
		j.Stop()
		j.Stop()
		if l.deliver(t, true); !slices.Equal(l.ended, []string{"so far"}) || !errors.Is(l.failed[0], context.Canceled) {
			t.Errorf("ended %v, %v", l.ended, l.failed)
		}
		closed(t, l.List)
	})
}

func TestNothingIsHeardOfWhatIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, let := newLab(t), make(chan bool)
		old := Start(l.List, l.counting(3, let))
		let <- true
		synctest.Wait() // its news waits to be fetched
		if !old.Drop() || old.Drop() || l.Busy() {
			t.Error("it was not dropped")
		}
		Start(l.List, l.counting(1, let))
		let <- true
		if l.deliver(t, true); !slices.Equal(l.told, []int{1}) || len(l.ended) != 1 {
			t.Errorf("told %v, ended %v", l.told, l.ended)
		}
		closed(t, l.List)
	})
}

func TestAPanicIsASentence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLab(t)
		task := l.counting(3, nil)
		task.Work = func(context.Context, func(int)) (string, error) { panic("out of range") }
		Start(l.List, task)
		l.deliver(t, true)
		const want = "the count failed inside the program: out of range"
		if _, broke := errors.AsType[*Panic](l.failed[0]); !broke || l.failed[0].Error() != want {
			t.Errorf("%v, want %s", l.failed, want)
		}
		closed(t, l.List)
	})
}

// What is delivered may start the next, and drop itself and others.
func TestWhatIsDeliveredMayStartAndDrop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, let := newLab(t), make(chan bool)
		close(let)
		var first, second *Job
		task := l.counting(1, let)
		task.Done = func(string, error) tea.Cmd {
			second.Drop()
			Start(l.List, l.counting(1, let))
			return tea.Quit
		}
		Start(l.List, task)
		second = Start(l.List, l.counting(2, let))
		if l.deliver(t, true); !slices.Equal(l.told, []int{1}) || l.ended != nil || !l.Busy() {
			t.Errorf("told %v, ended %v", l.told, l.ended)
		}
		l.deliver(t, true)
		task.Progress = func(int) { first.Drop() }
		first = Start(l.List, task)
		if l.deliver(t, true); !slices.Equal(l.told, []int{1, 1}) || len(l.ended) != 1 || l.Busy() {
			t.Errorf("told %v, ended %v", l.told, l.ended)
		}
		closed(t, l.List)
	})
}

func TestCloseWaitsForAllWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLab(t)
		var over atomic.Int32
		slow := l.counting(3, nil)
		slow.Work = func(ctx context.Context, _ func(int)) (string, error) {
			<-ctx.Done()
			time.Sleep(time.Second)
			over.Add(1)
			return "", nil
		}
		Start(l.List, slow)
		Start(l.List, slow).Drop()
		begun := time.Now()
		if closed(t, l.List); over.Load() != 2 || time.Since(begun) != time.Second {
			t.Errorf("%d of 2 jobs had ended after %v", over.Load(), time.Since(begun))
		}
		late := Start(l.List, slow)
		<-late.Ended()
		if late.UnderWay() || over.Load() != 2 {
			t.Error("work was begun after the end")
		}
	})
}

func TestCloseNamesWhatDoesNotEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, hung := newLab(t), make(chan bool)
		task := l.counting(3, nil)
		task.Work = func(context.Context, func(int)) (string, error) { <-hung; return "", nil }
		Start(l.List, task)
		patience, done := context.WithTimeout(t.Context(), time.Second)
		defer done()
		const want = "closing the laboratory: the count did not end in time"
		if err := l.Close(patience); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		close(hung)
		closed(t, l.List)
	})
}

func TestTheEndOfTheContextEndsTheWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &lab{}
		ctx, end := context.WithCancel(t.Context())
		l.List = NewList(ctx)
		j := Start(l.List, l.counting(3, nil))
		end()
		<-j.Ended()
		l.deliver(t, true)
		closed(t, l.List)
	})
}

func TestNoJobIsNotUnderWay(t *testing.T) {
	var none *Job
	none.Stop()
	if none.UnderWay() || none.Drop() {
		t.Error("it is under way")
	}
}
