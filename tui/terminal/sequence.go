package terminal

import (
	"bytes"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/parser"
)

// takeLetter collects a character of several bytes. What is no UTF-8 is dropped: no key
// sends it but those of terminals with eight-bit controls, which the decoder gets wrong.
func (g *guard) takeLetter(c byte) bool {
	if utf8.RuneStart(c) {
		g.drop()
		return false
	}
	g.add(c)
	return g.whole()
}

func (g *guard) whole() bool {
	if !utf8.FullRune(g.token) {
		return true
	}
	if r, _ := utf8.DecodeRune(g.token); r == utf8.RuneError {
		return g.drop()
	}
	return g.finish()
}

func (g *guard) takeEscape(c byte, now time.Time) bool {
	switch {
	case c == '[':
		g.state = csi
	case g.paste:
		return g.breakOff()
	case c == 'O':
		g.state = ss3
	case c == 'P' || c == ']' || c == '_' || c == '^' || c == 'X':
		g.state = text
	case c == ansi.ESC && g.sent == 0: // the decoder would take both for alt and what follows
		g.send(escKey...)
		g.several, g.since = true, now
		return true
	case g.several: // nobody presses alt behind esc so soon
		g.reset()
		g.send(escKey...)
		return false
	default: // alt and a key, or esc and then a key
		return g.breakOff()
	}
	g.add(c)
	return true
}

// escKey is esc as terminals write it that tell it from alt.
var escKey = []byte("\x1b[27u")

func (g *guard) takeCSI(c byte) bool {
	switch {
	case parameter(c) || intermediate(c):
		g.add(c)
		return true
	case c < '@' || c > '~':
		return g.breakOff()
	}
	g.add(c)
	if c == 'M' && len(g.token) == 3 && !g.paste {
		g.state = oldMouse
		return true
	}
	return g.finishCSI()
}

// finishCSI lets a whole sequence go on if the decoder can hold it, and begins and ends
// pastes.
func (g *guard) finishCSI() bool {
	number, ok := bounded(g.token)
	switch {
	case g.spoilt || !ok:
		return g.drop()
	case number == 200 && !g.paste:
		g.token = append(g.token[:0], pasteStart...)
		g.sent = min(g.sent, 2)
		g.finish()
		g.paste, g.pasted = true, 0
		return true
	case number == 201 && g.paste:
		g.reset()
		g.endPaste()
		return true
	case number == 201 || g.paste:
		return g.drop()
	}
	return g.finish()
}

func (g *guard) endPaste() {
	g.paste, g.run = false, run{}
	g.out = append(g.out, pasteEnd...)
}

// bounded reports whether a whole CSI sequence is well formed and small enough, with the
// number of the key for one that ends with ~.
func bounded(token []byte) (number int, ok bool) {
	body, final := token[2:len(token)-1], token[len(token)-1]
	if final == '_' || final == 't' {
		// Keys of Windows' console, which can stand for 65,535 presses each, and sizes of
		// windows. Nobody asks for them, and the kernel knows the size.
		return 0, false
	}
	prefixed := len(body) > 0 && body[0] >= '<'
	if prefixed {
		body = body[1:]
	}
	body = bytes.TrimRightFunc(body, func(r rune) bool { return intermediate(byte(r)) })
	digits, separators := 0, 0
	for _, c := range body {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c == ';' || c == ':':
			digits = 0
			separators++
		default:
			return 0, false
		}
		if digits > 7 || separators >= parser.MaxParamsSize-1 {
			return 0, false
		}
	}
	if final == '~' && !prefixed && len(body) == len(token)-3 {
		first, _, _ := bytes.Cut(bytes.ReplaceAll(body, []byte(":"), []byte(";")), []byte(";"))
		number, _ = strconv.Atoi(string(first)) // 0 for none
	}
	return number, true
}

func parameter(c byte) bool    { return c >= '0' && c <= '?' }
func intermediate(c byte) bool { return c >= ' ' && c <= '/' }

// urxvt reports whether a sequence is a key of urxvt with shift: ESC [ number $.
func urxvt(token []byte) bool {
	number, ok := bytes.CutSuffix(token[2:], []byte("$"))
	_, err := strconv.ParseUint(string(number), 10, 8)
	return ok && err == nil
}

// takeMouse collects the three bytes of a report of the mouse in the oldest form. Beyond
// column 95 they are no characters, and the decoder may take them for the beginning of a
// sequence.
func (g *guard) takeMouse(c byte) bool {
	if c < ' ' || c == ansi.DEL {
		return g.breakOff()
	}
	g.spoilt = g.spoilt || c >= utf8.RuneSelf
	g.add(c)
	if len(g.token) < 6 {
		return true
	}
	return g.finish()
}

func (g *guard) takeSS3(c byte) bool {
	if c <= ' ' || c > '~' {
		return g.breakOff()
	}
	g.add(c)
	if c >= '0' && c <= '9' {
		return true
	}
	g.spoilt = g.spoilt || len(g.token) > 10
	return g.finish()
}

// takeText collects a string. Only answers are of use: OSC and DCS.
func (g *guard) takeText(c byte) bool {
	switch {
	case c == ansi.ESC && len(g.token) == 2: // alt and a key, and then esc
		return g.breakOff()
	case c == ansi.ESC:
		g.add(c)
		g.state = textEnd
	case c == ansi.BEL && g.token[1] == ']':
		g.add(c)
		return g.finish()
	case c == ansi.CAN || c == ansi.SUB:
		return g.drop()
	case c == ';' || c == ':':
		g.add(c)
		g.spoilt = g.spoilt || bytes.Count(g.token, []byte{';'})+bytes.Count(g.token, []byte{':'}) >= parser.MaxParamsSize-1
	case c >= ' ' && c <= '~':
		g.add(c)
	default:
		g.spoilt = true
	}
	return true
}

func (g *guard) takeTextEnd(c byte) bool {
	if c == '\\' {
		g.add(c)
		g.spoilt = g.spoilt || g.token[1] != ']' && g.token[1] != 'P'
		return g.finish()
	}
	since := g.since
	g.reset()
	g.begin(escape, ansi.ESC, since)
	return false
}

// run watches all that goes on for what must never reach the decoder, wherever it begins
// to read: an introducer and more parameters than it has room for. With whole sequences
// only keys typed, or pasted by a terminal without bracketed paste, after an ESC that was
// a key could make one.
type run struct {
	state      runState
	separators int
}

type runState int

const (
	outside runState = iota
	escaped
	inside
)

// admits reports whether a byte may go on.
func (r *run) admits(c byte) bool {
	switch {
	case c == ansi.ESC:
		r.state = escaped
	case r.state == escaped && intermediate(c):
	case r.state == escaped && (c == '[' || c == 'P'), c == ansi.CSI, c == ansi.DCS:
		r.state, r.separators = inside, 0
	case r.state == inside && (c == ';' || c == ':'):
		r.separators++
		return r.separators < parser.MaxParamsSize-1
	case r.state == inside && parameter(c):
	default:
		r.state = outside
	}
	return true
}
