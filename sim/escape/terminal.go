package escape

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Terminal is a text as one line for a terminal, a log or a drawing: what is hidden
// stands there as an escape of Go, such as \x1b, \n or \u202e.
func Terminal(text string) string { return shown(text, "") }

// shown is a text with its hidden characters as escapes, but for those of kept.
func shown(text, kept string) string {
	clear := func(r rune) bool { return !Hidden(r) && r != utf8.RuneError || r != 0 && strings.ContainsRune(kept, r) }
	if strings.IndexFunc(text, func(r rune) bool { return !clear(r) }) < 0 {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case clear(r) || r == utf8.RuneError && size > 1:
			b.WriteString(text[:size])
		case r == utf8.RuneError:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		default:
			quoted := fmt.Sprintf("%+q", r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		text = text[size:]
	}
	return b.String()
}

// Writer shows on To what is hidden in what is written to it, but for ends of lines and
// tabs. Once nothing more comes, Close hands on a character that was begun and not
// ended; it does not close To.
type Writer struct {
	To    io.Writer
	Plain bool   // write ASCII only
	begun []byte // of a character
	err   error
}

// Err is why what was written did not arrive, nil if all of it did: whoever writes many
// lines need not ask after each.
func (w *Writer) Err() error { return w.err }

func (w *Writer) Write(p []byte) (int, error) {
	text := p
	if len(w.begun) > 0 {
		text = append(w.begun, p...)
	}
	whole := len(text)
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if at := len(text) - back; utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				whole = at
			}
			break
		}
	}
	w.begun = bytes.Clone(text[whole:])
	if _, err := io.WriteString(w.To, w.shown(text[:whole], "\n\t")); err != nil {
		w.err = cmp.Or(w.err, err)
		return 0, w.err
	}
	return len(p), nil
}

// Close hands on what is left.
func (w *Writer) Close() error {
	if len(w.begun) == 0 {
		return nil
	}
	_, err := io.WriteString(w.To, w.shown(w.begun, ""))
	w.begun = nil
	return err
}

func (w *Writer) shown(text []byte, kept string) string {
	if w.Plain {
		return ASCII(shown(string(text), kept))
	}
	return shown(string(text), kept)
}
