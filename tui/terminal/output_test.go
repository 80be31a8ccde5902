package terminal

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// tap is a terminal that takes something only when it is open.
type tap struct {
	mu    sync.Mutex
	open  chan struct{}
	taken strings.Builder
}

func (w *tap) Write(p []byte) (int, error) {
	<-w.open
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.taken.Write(p)
}

// What a terminal that takes nothing is sent is kept for it, up to a limit, and nobody
// waits but for the first of it.
func TestALateTerminalKeepsNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to := &tap{open: make(chan struct{})}
		o := newOutput(to)
		torn := make(chan struct{})
		o.torn = func() { close(torn) }
		start := time.Now()
		for range 3 {
			o.Write([]byte("frame "))
		}
		if waited := time.Since(start); waited != takes || !o.Late() {
			t.Errorf("three frames took %v, late %v", waited, o.Late())
		}
		big := make([]byte, held/2)
		for n := range 3 {
			if _, err := o.Write(big); (err != nil) != (n > 0) {
				t.Errorf("half of what is held, time %d: %v", n, err)
			}
		}
		close(to.open)
		<-torn // something was missed: the screen is to be drawn anew
		synctest.Wait()
		if to.taken.Len() != 18+len(big) || o.Late() {
			t.Errorf("%d bytes arrived, late %v", to.taken.Len(), o.Late())
		}
		if _, err := o.Write([]byte("on time")); err != nil || !strings.HasSuffix(to.taken.String(), "on time") {
			t.Errorf("afterwards: %v", err)
		}
		o.Close()
		if _, err := o.Write([]byte("x")); err == nil {
			t.Error("a closed output takes more")
		}
	})
}

func TestTheEndWaitsForALateTerminalOnlyALittle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to := &tap{open: make(chan struct{})}
		o := newOutput(to)
		o.Write([]byte("last"))
		start := time.Now()
		o.Close()
		if waited := time.Since(start); waited != leaves {
			t.Errorf("closing took %v", waited)
		}
		close(to.open)
	})
}
