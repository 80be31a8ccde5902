package cli

import (
	"context"
	"io"
	"os"
	"sync/atomic"
	"time"

	"admmlab/sim/escape"
)

// outlet is a way out of the program, which may be blocked: a pipe that nobody empties,
// a terminal that was stopped.
type outlet struct {
	to           io.Writer
	begun, ended atomic.Int64 // writes
}

func (o *outlet) Write(p []byte) (int, error) {
	o.begun.Add(1)
	defer o.ended.Add(1)
	return o.to.Write(p)
}

// stalled is how long a write may take once the program is to end.
const stalled = 2 * time.Second

// endBlocked ends the program, as the signals that end ctx ask for, where a write to one
// of the outlets does not come back to hear of them. The function it returns calls it off.
func endBlocked(ctx context.Context, outlets ...*outlet) (over func()) {
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		for {
			before := make([]int64, len(outlets))
			for i, o := range outlets {
				before[i] = o.begun.Load()
			}
			select {
			case <-done:
				return
			case <-time.After(stalled):
			}
			for i, o := range outlets {
				if n := o.begun.Load(); n == before[i] && n > o.ended.Load() {
					os.Exit(exitInterrupted)
				}
			}
		}
	})
	return func() {
		stop()
		close(done)
	}
}

// beneath is what a writer of text writes to, down to the file.
func beneath(w any) any {
	switch w := w.(type) {
	case *escape.Writer:
		return beneath(w.To)
	case *outlet:
		return w.to
	}
	return w
}

// closed is a standard output that was closed when the program began.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, os.ErrClosed }
