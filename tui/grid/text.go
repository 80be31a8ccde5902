package grid

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"admmlab/sim/escape"
)

// oneCell is r where it fills one cell; 0 for what fills none (combining marks
// and controls) and '?' for what would fill two.
func oneCell(r rune) rune {
	if r >= ' ' && r < 0x7f {
		return r
	}
	switch ansi.StringWidth(string(r)) {
	case 0:
		return 0
	case 1:
		return r
	}
	return '?'
}

// combining reports whether r sits on the character before it.
func combining(r rune) bool { return r > 0x2ff && unicode.Is(unicode.Mn, r) }

// plain is s reduced to characters of one cell each and marks on them. What nobody would
// see stands there as an escape.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if combining(r) {
			return r
		}
		if c := oneCell(r); c != 0 {
			return c
		}
		return -1
	}, escape.Terminal(s))
}

// Cells is the width of a plain text; ansi.StringWidth looks for grapheme clusters and
// escape sequences, which takes ten times as long.
func Cells(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case escape.Hidden(r):
			return Cells(plain(s))
		case !combining(r):
			n++
		}
	}
	return n
}

// Fit is s in at most width cells, its end replaced by … when it is longer.
func Fit(s string, width int) string {
	if width <= 0 {
		return ""
	}
	if s = plain(s); Cells(s) <= width {
		return s
	}
	return ansi.Truncate(s, width, "…")
}

// Wrap breaks s into lines of at most width cells, at spaces where possible.
func Wrap(s string, width int) []string {
	if width <= 0 {
		return nil
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(plain(s)) {
		for Cells(word) > width { // a formula without spaces
			if line != "" {
				lines, line = append(lines, line), ""
			}
			head := ansi.Truncate(word, width, "")
			lines, word = append(lines, head), word[len(head):]
		}
		switch {
		case line == "":
			line = word
		case Cells(line)+1+Cells(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// Pad is s filled with blanks to a width.
func Pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-Cells(s)))
}

// PadLeft is s at the right end of a width, cut if it is longer.
func PadLeft(s string, width int) string {
	s = Fit(s, width)
	return strings.Repeat(" ", max(0, width-Cells(s))) + s
}
