package terminal

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const (
	// takes is how long a terminal may take for what is written before it counts as late.
	takes = 100 * time.Millisecond
	// leaves is how long the end waits for a terminal that is late.
	leaves = 700 * time.Millisecond
	// gives is how long it then waits for what gives back a terminal that is only slow: up to 4 kB that
	// cannot be dropped are before it.
	gives = time.Second
	// piece is how many bytes go to the terminal at once: what has not gone can be dropped.
	piece = 1 << 10
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
	to    io.Writer
	torn  func()          // called when a terminal that missed something takes it again
	sent  func([]byte)    // told of what is written, nil for nobody
	wrote func(time.Time) // told when something is written, nil for nobody
	// discard drops what the system holds for the terminal, some 20 kB for one that is slow, so that
	// what is written next is not behind that; nil where it cannot.
	discard func()
	queued  chan struct{}

	mu     sync.Mutex
	queue  [][]byte      // written and not begun with, each of whole sequences
	now    []byte        // begun with
	at     int           // how much of now has gone, or is on its way
	size   int           // how much has not gone
	idle   chan struct{} // closed when all is written
	late   bool
	missed bool
	closed bool
	away   bool // the screen was left and not come back to
	cut    bool // the rest of the queue is what gives the terminal back
	unsent bool // a text for the clipboard was dropped
	err    error
}

func newOutput(to io.Writer) *output {
	o := &output{to: to, queued: make(chan struct{}, 1), idle: make(chan struct{})}
	close(o.idle)
	go o.drain()
	return o
}

// Write queues p, and waits a little until it is written; where that leaves the screen, as
// long as the end does.
func (o *output) Write(p []byte) (int, error) {
	idle, late, err := o.put(p)
	if err != nil {
		return 0, err
	}
	switch {
	case leaving(p) < 0:
		o.settle()
	case !late && !wait(idle, takes):
		o.mu.Lock()
		o.late = !isClosed(o.idle)
		o.mu.Unlock()
	}
	return len(p), nil
}

// leaving is below 0 where p ends away from the program's screen, above 0 where it ends
// there, and 0 where it says nothing of it.
func leaving(p []byte) int {
	return cmp.Compare(bytes.LastIndex(p, []byte(enterScreen)), bytes.LastIndex(p, []byte(leaveScreen)))
}

func (o *output) put(p []byte) (idle chan struct{}, late bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.err != nil {
		return nil, false, errors.Join(o.err, errFull)
	}
	turn := leaving(p)
	if o.size > 0 && o.size+len(p) > held && turn >= 0 {
		o.missed = true
		return nil, false, errFull
	}
	if o.sent != nil {
		o.sent(p)
	}
	if o.wrote != nil {
		o.wrote(time.Now())
	}
	o.queue = append(o.queue, bytes.Clone(p))
	o.size += len(p)
	o.cut = false
	if turn != 0 {
		o.away = turn < 0
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
		for p := o.next(); p != nil; p = o.next() {
			if _, err := o.to.Write(p); err != nil {
				o.mu.Lock()
				o.err = err
				o.mu.Unlock()
			}
		}
	}
}

// next is what goes to the terminal next, in whole characters; nil for nothing.
func (o *output) next() []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.at == len(o.now) {
		if len(o.queue) == 0 {
			o.caughtUp()
			return nil
		}
		o.now, o.at, o.queue = o.queue[0], 0, o.queue[1:]
	}
	end := min(o.at+piece, len(o.now))
	for end < len(o.now) && end > o.at+1 && !utf8.RuneStart(o.now[end]) {
		end--
	}
	p := o.now[o.at:end]
	o.at, o.size = end, o.size-len(p)
	return p
}

func (o *output) caughtUp() {
	if o.missed && o.torn != nil {
		go o.torn()
	}
	o.now, o.at = nil, 0
	o.late, o.missed, o.cut = false, false, false
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
	o.settle()
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.closed = true
		close(o.queued)
	}
}

// settle waits for what is queued. A terminal that is too slow for that gets no more of it
// than what gives it back as it was.
func (o *output) settle() {
	o.mu.Lock()
	idle, cut := o.idle, o.cut
	o.mu.Unlock()
	if cut || wait(idle, leaves) {
		return
	}
	o.mu.Lock()
	if o.discard != nil {
		o.discard()
	}
	o.shorten()
	o.mu.Unlock()
	wait(idle, gives)
}

// shorten drops what has not gone but what sets the modes and the title of the terminal.
func (o *output) shorten() {
	rest, from := []byte(cancel), o.at
	for _, p := range append([][]byte{o.now}, o.queue...) {
		modes, unsent := modesOf(p, from)
		rest, o.unsent, from = append(rest, modes...), o.unsent || unsent, 0
	}
	o.now, o.at, o.size, o.queue = nil, 0, len(rest), [][]byte{rest}
	o.cut = true
}

// cancel ends a sequence that is not whole, so that nothing comes of it; a terminal that does not
// know CAN inside a text takes it as the end. What is drawn at once is drawn.
const cancel = "\x18\x1b\\" + ansi.ResetModeSynchronizedOutput

// clipboard is what a text for the clipboard begins with (OSC 52), and title what sets a title (OSC 2).
const clipboard, title = "\x1b]52;", "\x1b]2;"

// modesOf is what a terminal has to be sent for p, of which it was sent the first bytes, to be in
// the modes and with the title of after p; unsent is whether a text for the clipboard is not in it.
func modesOf(p []byte, sent int) (modes []byte, unsent bool) {
	for at := 0; at < len(p); {
		_, _, n, _ := ansi.DecodeSequence(p[at:], ansi.NormalState, nil)
		one := p[at : at+n]
		if at += n; at <= sent {
			continue
		}
		if bytes.HasPrefix(one, []byte(title)) || n > 2 && one[0] == ansi.ESC && one[1] == '[' && '<' <= one[2] && one[2] <= '?' {
			modes = append(modes, one...)
		}
		unsent = unsent || bytes.HasPrefix(one, []byte(clipboard))
	}
	return modes, unsent
}

// Unsent reports, once, whether a text for the clipboard was dropped.
func (o *output) Unsent() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer func() { o.unsent = false }()
	return o.unsent
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
