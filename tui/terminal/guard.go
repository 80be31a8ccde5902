package terminal

import (
	"bytes"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const (
	// escTimeout is how long the guard, and behind it the decoder, waits for the rest of what
	// may be a key.
	escTimeout = 50 * time.Millisecond
	// longest is how long a sequence may be. The longest that the laboratory asks for, the
	// colour of the background, has about 30 bytes.
	longest = 256
	// patience is how long a sequence may take to arrive: what has begun and not ended by
	// then is dropped, so that it swallows no keys. In a paste, a pause of that length
	// lets esc and ctrl+c end it, should its end have been lost.
	patience = time.Second
	// pasteMost is how many bytes of one paste go through. The laboratory reads lines.
	pasteMost = 1 << 20

	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// A state is where in a sequence the guard stands.
type state int

const (
	between  state = iota // between sequences
	letter                // in a character of several bytes
	escape                // after ESC
	csi                   // after ESC [
	oldMouse              // after ESC [ M, which three bytes follow
	ss3                   // after ESC O
	text                  // in a string: ESC and one of P ] _ ^ X
	textEnd               // after ESC in a string
)

// guard passes on what a terminal sends: characters, control characters and sequences that
// are whole and within bounds, each at one go. What alt+[ may be goes on at once, whatever
// may follow it. ESC at the end of a chunk waits for alone or for more: behind the guard two
// of them could meet, and the decoder takes any number for alt and the key after them.
type guard struct {
	state   state
	token   []byte    // what has come of the character or sequence under way
	sent    int       // how many bytes of it have gone on already
	spoilt  bool      // it is too long or holds what it may not
	several bool      // of ESC have come together, all but one of which have gone on
	since   time.Time // when it began
	last    time.Time // when something last came

	paste  bool
	pasted int // bytes of the paste that have gone on

	run  run
	out  []byte
	tail byte // the last that has gone on, pastes left out
}

// pass returns what of a chunk, and of what was held before it, goes on; more says that what
// comes behind the chunk is there already. The result is good until the next call.
func (g *guard) pass(chunk []byte, more bool, now time.Time) []byte {
	g.out = g.out[:0]
	if g.paste {
		g.lostEnd(chunk, now)
	} else {
		g.age(chunk, now)
	}
	for _, c := range chunk {
		for !g.take(c, now) {
		}
	}
	if !g.paste && !more {
		g.hurry()
	}
	g.last = now
	return g.out
}

// late takes the time since the last chunk for none: what comes now had come by then, and it is
// the laboratory that was behind.
func (g *guard) late(now time.Time) {
	g.since, g.last = g.since.Add(now.Sub(g.last)), now
}

// age looks at what time has made of the sequence under way before chunk goes on with it.
func (g *guard) age(chunk []byte, now time.Time) {
	expired := now.Sub(g.last) >= escTimeout // the decoder has taken what it had for keys
	switch {
	case len(g.token) == 0:
	case g.sent < len(g.token) && now.Sub(g.since) >= patience:
		g.reset()
	case !expired:
	case g.sent == len(g.token) && !goesOn(g.token, chunk):
		g.reset()
	default:
		g.sent = 0 // send it again, as a whole
	}
}

// goesOn reports whether token, which alone could be a key, and chunk begin with a whole
// sequence that nobody types: ESC [, parameters, a letter.
func goesOn(token, chunk []byte) bool {
	rest, ok := bytes.CutPrefix(append(bytes.Clone(token), chunk...), []byte("\x1b["))
	n := 0
	for n < len(rest) && parameter(rest[n]) {
		n++
	}
	return ok && n > 0 && n < len(rest) && rest[n] >= '@' && rest[n] <= '~'
}

// lostEnd ends a paste whose end does not come: after a pause, for esc, ctrl+c and any
// key that begins with ESC.
func (g *guard) lostEnd(chunk []byte, now time.Time) {
	if len(chunk) == 0 || now.Sub(g.last) < patience {
		return
	}
	begun := min(len(chunk), len(pasteEnd))
	marker := begun > 1 && string(chunk[:begun]) == pasteEnd[:begun]
	if chunk[0] == ansi.ETX || chunk[0] == ansi.ESC && !marker {
		g.reset()
		g.endPaste()
	}
}

// take takes a byte; false if it is to be looked at again, in another state.
func (g *guard) take(c byte, now time.Time) bool {
	switch g.state {
	case letter:
		return g.takeLetter(c)
	case escape:
		return g.takeEscape(c, now)
	case csi:
		return g.takeCSI(c)
	case oldMouse:
		return g.takeMouse(c)
	case ss3:
		return g.takeSS3(c)
	case text:
		return g.takeText(c)
	case textEnd:
		return g.takeTextEnd(c)
	}
	switch {
	case c == ansi.ESC:
		g.begin(escape, c, now)
	case c >= utf8.RuneSelf:
		g.begin(letter, c, now)
	default:
		g.send(c)
	}
	return true
}

func (g *guard) begin(s state, c byte, now time.Time) {
	g.state, g.since = s, now
	g.token = append(g.token[:0], c)
}

func (g *guard) reset() {
	g.state, g.token, g.sent, g.spoilt, g.several = between, g.token[:0], 0, false, false
}

// add adds a byte to the sequence, if it has room.
func (g *guard) add(c byte) {
	if len(g.token) >= longest {
		g.spoilt = true
		return
	}
	g.token = append(g.token, c)
}

// finish ends a sequence: it goes on.
func (g *guard) finish() bool {
	if !g.spoilt {
		g.send(g.token[g.sent:]...)
	}
	g.reset()
	return true
}

// drop ends a character or sequence: what has not gone on yet never does. What follows must
// not go on with what has, ESC or more: the decoder waits for the rest of it.
func (g *guard) drop() bool {
	open := g.sent > 1 || g.state == letter && g.tail == ansi.ESC
	g.reset()
	if open {
		g.send(ansi.CAN)
	}
	return true
}

// breakOff ends a sequence for a byte that does not belong to it. ESC alone was a key.
func (g *guard) breakOff() bool {
	if len(g.token) == 1 && !g.paste {
		g.finish()
	}
	g.drop()
	return false
}

// send lets bytes go on.
func (g *guard) send(bytes ...byte) {
	for _, c := range bytes {
		switch {
		case !g.paste:
			if g.run.admits(c) {
				g.out, g.tail = append(g.out, c), c
			}
		case g.pasted < pasteMost && (c >= ' ' && c != ansi.DEL || c == '\t' || c == '\n' || c == '\r'):
			g.pasted++
			g.out = append(g.out, c)
		}
	}
}

// waits reports whether all that has come of a sequence is ESC, which has not gone on.
func (g *guard) waits() bool { return g.state == escape && g.sent == 0 && !g.paste }

// alone returns what goes on where ESC waits and nothing has come behind it for escTimeout:
// it was a key. The result is good until the next call.
func (g *guard) alone() []byte {
	g.out = g.out[:0]
	if g.waits() {
		g.send(escKey...)
		g.sent = len(g.token)
		g.last = g.last.Add(-escTimeout) // it is over, whatever a clock says
	}
	return g.out
}

// hurry lets go on, at the end of a chunk, what may be a key with alt.
func (g *guard) hurry() {
	switch {
	case g.state == csi && urxvt(g.token):
		g.finish()
	case g.state >= escape && len(g.token) == 2:
		g.send(g.token[g.sent:]...)
		g.sent = len(g.token)
	}
}
