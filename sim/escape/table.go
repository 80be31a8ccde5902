package escape

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// signs begin a formula: as they are, as wide as East Asian keyboards write them, and small.
const signs = "=+-@＝＋－＠﹦﹢﹣﹫"

// between may stand before a sign without making it a text.
func between(r rune) bool { return unicode.IsSpace(r) || r == '\'' || r == '"' }

// Cell is a text in a cell of CSV, before commas and quotes are seen to. Programs for
// tables take what begins with = + - or @ for a formula: an apostrophe in front makes it
// a text again, also behind a semicolon, where some of them begin a cell. Numbers stay as
// they are.
func Cell(text string) string {
	text = texts(Terminal(text), ";")
	if first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(text, between)); !strings.ContainsRune(signs, first) {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}

// Comment is a text in a line above a table of CSV: programs for tables take it apart like
// the lines below.
func Comment(text string) string { return texts(Terminal(text), ",;") }

// texts is text with an apostrophe before what would be a formula behind one of the
// separators, blanks and quotes between.
func texts(text, separators string) string {
	var b strings.Builder
	begins := false
	for _, r := range text {
		switch {
		case strings.ContainsRune(separators, r):
			begins = true
		case begins && strings.ContainsRune(signs, r):
			b.WriteByte('\'')
			begins = false
		case !between(r):
			begins = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// JSON is a text as a string of JSON: nothing in it is hidden, and all of it is there. A byte
// that is not UTF-8, which JSON has no form for, stands there as on a terminal.
func JSON(text string) string {
	quoted, err := json.Marshal(inUTF8(text))
	if err != nil {
		return strconv.Quote(text) // cannot happen: a string always has a JSON form
	}
	var b strings.Builder
	for _, r := range string(quoted) {
		switch {
		case !Hidden(r):
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		}
	}
	return b.String()
}

// inUTF8 is a text with bytes that are not UTF-8 as escapes.
func inUTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && size == 1 {
			b.WriteString(Terminal(text[:1]))
		} else {
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}
