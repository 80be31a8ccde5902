package terminal

import (
	"fmt"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// frames is a program whose frames are followed on their way to the terminal. Bubbletea
// works out which cells of one have changed under a lock that every message waits for: in a
// window of many cells, or where others have the processor, it would hear one key a frame.
type frames struct {
	tea.Model
	p *progress
}

// Update ends the program where the model breaks, without the trace that bubbletea writes.
func (f frames) Update(msg tea.Msg) (next tea.Model, cmd tea.Cmd) {
	defer func() {
		if broken := recover(); broken != nil {
			f.p.broken = fmt.Errorf("a mistake in the program, not yours: %v; please report it with what was pressed", broken)
			next, cmd = f, tea.Quit
		}
	}()
	m, cmd := f.Model.Update(msg)
	return frames{m, f.p}, cmd
}

func (f frames) View() tea.View {
	v := f.Model.View()
	f.p.drawn(v.Content, time.Now())
	return v
}

const (
	// soon is within what a frame is written at any rate: bubbletea looks for one 40 times a
	// second.
	soon = 50 * time.Millisecond
	// lost is after what a frame counts as written that changes nothing there is to write.
	lost = time.Second
)

// progress is how far the newest frame has come. It may be used at once, but for broken.
type progress struct {
	broken error // why there is no other; read when the program has ended

	mu    sync.Mutex
	text  string    // the newest frame
	shown string    // what it was when something was last written
	since time.Time // text differs from shown; else zero
	rest  time.Time // until then the keys have their turn
}

// drawn tells of a frame.
func (p *progress) drawn(text string, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if text == p.text {
		return
	}
	p.text = text
	switch {
	case text == p.shown:
		p.since = time.Time{}
	case p.since.IsZero():
		p.since = now
	}
}

// wrote tells that the terminal is sent something: it is followed by as long a rest as the
// frame took.
func (p *progress) wrote(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.since.IsZero() {
		p.rest = now.Add(now.Sub(p.since) - soon)
	}
	p.shown, p.since = p.text, time.Time{}
}

// busy reports whether another frame should wait.
func (p *progress) busy(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.since.IsZero() {
		return now.Before(p.rest)
	}
	under := now.Sub(p.since)
	return under > soon && under < lost
}
