package terminal

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
)

const (
	// takes is how long a terminal may take for what is written before it counts as late.
	takes = 100 * time.Millisecond
	// leaves is how long the end waits for a terminal that is late.
	leaves = time.Second
	// held is how much is kept for a terminal that is late. Nothing is drawn for one, so
	// that only questions and resizes add to it.
	held = 1 << 20
)

// What bubbletea enters and leaves the program's screen with.
const enterScreen, leaveScreen = ansi.SetModeAltScreenSaveCursor, ansi.ResetModeAltScreenSaveCursor

// errFull is what a write ends with that a late terminal has no more room for.
var errFull = errors.New("the terminal takes nothing")

// output writes to a terminal without waiting for one that takes nothing: bubbletea holds
// a lock while it writes, and would hear neither a key nor a signal.
type output struct {
	to     io.Writer
	torn   func()          // called when a terminal that missed something takes it again
	sent   func([]byte)    // told of what is written, nil for nobody
	wrote  func(time.Time) // told when something is written, nil for nobody
	queued chan struct{}

	mu     sync.Mutex
	queue  []byte
	idle   chan struct{} // closed when all is written
	late   bool
	missed bool
	closed bool
	away   bool // the screen was left and not come back to
	err    error
}

func newOutput(to io.Writer) *output {
	o := &output{to: to, queued: make(chan struct{}, 1), idle: make(chan struct{})}
	close(o.idle)
	go o.drain()
	return o
}

// Write queues p, and waits a little until it is written.
func (o *output) Write(p []byte) (int, error) {
	idle, late, err := o.put(p)
	if err != nil {
		return 0, err
	}
	if !late && !wait(idle, takes) {
		o.mu.Lock()
		o.late = !isClosed(o.idle)
		o.mu.Unlock()
	}
	return len(p), nil
}

func (o *output) put(p []byte) (idle chan struct{}, late bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.err != nil {
		return nil, false, errors.Join(o.err, errFull)
	}
	if len(o.queue)+len(p) > held && len(o.queue) > 0 {
		o.missed = true
		return nil, false, errFull
	}
	if o.sent != nil {
		o.sent(p)
	}
	if o.wrote != nil {
		o.wrote(time.Now())
	}
	o.queue = append(o.queue, p...)
	if left, back := bytes.LastIndex(p, []byte(leaveScreen)), bytes.LastIndex(p, []byte(enterScreen)); left != back {
		o.away = left > back
	}
	if isClosed(o.idle) {
		o.idle = make(chan struct{})
	}
	select {
	case o.queued <- struct{}{}:
	default:
	}
	return o.idle, o.late, nil
}

// drain writes what is queued until the output is closed.
func (o *output) drain() {
	for range o.queued {
		for {
			o.mu.Lock()
			p := o.queue
			o.queue = nil
			if len(p) == 0 {
				o.caughtUp()
				o.mu.Unlock()
				break
			}
			o.mu.Unlock()
			if _, err := o.to.Write(p); err != nil {
				o.mu.Lock()
				o.err = err
				o.mu.Unlock()
			}
		}
	}
}

func (o *output) caughtUp() {
	if o.missed && o.torn != nil {
		go o.torn()
	}
	o.late, o.missed = false, false
	if !isClosed(o.idle) {
		close(o.idle)
	}
}

// Late reports whether the terminal does not take what it is sent.
func (o *output) Late() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.late
}

// Away reports whether the terminal was sent the end of the program's screen, and not its
// beginning since.
func (o *output) Away() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.away
}

// Close waits for what is queued, but not for a terminal that takes nothing.
func (o *output) Close() {
	o.mu.Lock()
	idle := o.idle
	if !o.closed {
		o.closed = true
		close(o.queued)
	}
	o.mu.Unlock()
	wait(idle, leaves)
}

func wait(done <-chan struct{}, most time.Duration) bool {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
