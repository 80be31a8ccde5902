// Package cast records what a terminal is sent, as asciinema's players read it: the
// asciicast format, version 2 (https://docs.asciinema.org/manual/asciicast/v2), one line
// of JSON for the beginning and one for every piece of output and every new size.
//
// Lines are written whole and one after the other, so that what is there can be read at
// any time, also after a kill. Nobody waits for the file: what cannot be written ends the
// recording, never what is recorded. The package opens nothing and knows no program.
package cast

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"admmlab/sim/escape"
)

const (
	// Most is how long a recording gets, in bytes: hours of a laboratory that is looked
	// at, and an end to one that is forgotten.
	Most = 100 << 20
	// waiting is how much is kept for a file that is slow.
	waiting = 8 << 20
	// patience is how long the end waits for such a file.
	patience = 2 * time.Second
)

// ErrLong is why a recording of the greatest length ends.
var ErrLong = fmt.Errorf("it has %d MB, the most that is recorded", Most>>20)

// errSlow is why a recording ends whose file takes nothing.
var errSlow = errors.New("the file takes nothing")

// Cast is a recording.
type Cast struct {
	to     io.Writer
	begun  time.Time
	ended  func(error) // called once, if the recording ends before Close
	queued chan struct{}
	done   chan struct{} // closed when nothing will be written any more

	mu      sync.Mutex // over all below
	queue   []string   // lines
	size    int        // bytes in the queue
	written int        // bytes of all lines so far
	rest    []byte     // of a character that is not whole yet
	closed  bool
	err     error
}

// New begins a recording of a terminal of that size, called term by its environment; ended
// is called once if it ends before Close, and must not wait.
func New(to io.Writer, columns, rows int, term string, ended func(error)) *Cast {
	c := &Cast{to: to, begun: time.Now(), ended: ended, queued: make(chan struct{}, 1), done: make(chan struct{})}
	go c.drain()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.put(fmt.Sprintf(`{"version": 2, "width": %d, "height": %d, "timestamp": %d, "title": "admmlab", "env": {"TERM": %s}}`,
		columns, rows, c.begun.Unix(), escape.JSON(term)))
	return c
}

// Output records what the terminal was sent.
func (c *Cast) Output(p []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := append(c.rest, p...)
	whole := len(text)
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ { // a character may come in two writes
		if at := len(text) - back; utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				whole = at
			}
			break
		}
	}
	if whole > 0 {
		c.event("o", strings.ToValidUTF8(string(text[:whole]), "\ufffd"))
	}
	c.rest = append([]byte(nil), text[whole:]...)
}

// Resize records a new size of the terminal.
func (c *Cast) Resize(columns, rows int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.event("r", fmt.Sprintf("%dx%d", columns, rows))
}

func (c *Cast) event(code, data string) {
	c.put(fmt.Sprintf(`[%.3f, "%s", %s]`, time.Since(c.begun).Seconds(), code, escape.JSON(data)))
}

// put queues a line.
func (c *Cast) put(line string) {
	line += "\n"
	switch {
	case c.closed || c.err != nil:
		return
	case c.written+len(line) > Most:
		c.fail(ErrLong)
		return
	case c.size+len(line) > waiting:
		c.fail(errSlow)
		return
	}
	c.queue = append(c.queue, line)
	c.size += len(line)
	c.written += len(line)
	c.wake()
}

// fail ends the recording: an output that is missing would spoil all that follow.
func (c *Cast) fail(err error) {
	if c.err == nil {
		c.err = err
		if !c.closed {
			c.ended(err)
		}
	}
}

func (c *Cast) wake() {
	select {
	case c.queued <- struct{}{}:
	default:
	}
}

// drain writes what is queued, line by line, until the recording is closed or fails.
func (c *Cast) drain() {
	defer close(c.done)
	for range c.queued {
		for {
			line, over := c.next()
			if over {
				return
			}
			if line == "" {
				break
			}
			if _, err := io.WriteString(c.to, line); err != nil {
				c.mu.Lock()
				c.fail(err)
				c.mu.Unlock()
				return
			}
		}
	}
}

// next is the line to be written, "" if there is none yet.
func (c *Cast) next() (line string, over bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.queue) == 0 {
		return "", c.closed || c.err != nil
	}
	line, c.queue = c.queue[0], c.queue[1:]
	c.size -= len(line)
	return line, false
}

// Close waits for what is queued, but not for a file that takes nothing, and returns why
// something of the recording is missing.
func (c *Cast) Close() error {
	c.mu.Lock()
	c.closed = true
	c.wake()
	c.mu.Unlock()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-c.done:
	case <-timer.C:
		c.mu.Lock()
		defer c.mu.Unlock()
		return cmp.Or(c.err, errSlow)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}
