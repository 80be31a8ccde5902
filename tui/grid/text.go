package grid

import (
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"admmlab/sim/escape"
)

// mostMarks is how many marks a letter keeps: those of no language have more (Unicode
// Standard Annex 15, section 13). Further ones stand behind it as escapes.
const mostMarks = 30

// alone is what a mark sits on that has no letter before it.
const alone = "◌"

// oneCell is r where it fills one cell, and '?' for what would fill two.
func oneCell(r rune) rune {
	if r >= ' ' && r < 0x7f || ansi.StringWidth(string(r)) == 1 {
		return r
	}
	return '?'
}

// combining reports whether r sits on the character before it and takes no cell. What a
// script writes beside a letter, as the vowels of Hindi, takes one.
func combining(r rune) bool {
	return r > 0x2ff && (unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r))
}

// Plain is s reduced to characters of one cell each and marks on them. What nobody would
// see stands there as an escape.
func Plain(s string) string {
	s = escape.Terminal(s)
	var b strings.Builder
	done, marks := 0, mostMarks // what of s is written; where there is no letter, none has room
	for i, r := range s {
		instead := ""
		switch {
		case !combining(r):
			if marks = 0; oneCell(r) != r {
				instead = "?"
			}
		case marks < mostMarks:
			marks++
		case i == 0:
			instead, marks = alone+string(r), 1
		default:
			instead = strings.Trim(strconv.QuoteRuneToASCII(r), "'")
		}
		if instead != "" {
			b.WriteString(s[done:i])
			b.WriteString(instead)
			done = i + utf8.RuneLen(r)
		}
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// Letters are the characters of a plain text, each with the marks on it.
func Letters(s string) iter.Seq2[rune, string] {
	return func(yield func(r rune, marks string) bool) {
		for s := s; s != ""; {
			r, n := utf8.DecodeRuneInString(s)
			rest := s[n:]
			n = upTo(rest, 0)
			if !yield(r, rest[:n]) {
				return
			}
			s = rest[n:]
		}
	}
}

// Cells is how many cells s takes. Terminals and libraries measure by grapheme clusters,
// each by its own tables; here every character takes one but the marks.
func Cells(s string) int {
	n, asIs := count(s)
	if !asIs {
		n, _ = count(Plain(s))
	}
	return n
}

// count is how many characters of s are no marks, and whether Plain leaves as many.
func count(s string) (n int, asIs bool) {
	asIs = true
	marks := mostMarks
	for _, r := range s {
		switch {
		case r >= ' ' && r < 0x7f:
			marks = 0
			n++
		case !combining(r):
			asIs = asIs && r != utf8.RuneError && !escape.Hidden(r)
			marks = 0
			n++
		default:
			asIs = asIs && marks < mostMarks && !escape.Hidden(r)
			marks++
		}
	}
	return n, asIs
}

// upTo is how many bytes of a plain text its first cells take, marks with their letters.
func upTo(s string, cells int) int {
	for i, r := range s {
		if combining(r) {
			continue
		}
		if cells--; cells < 0 {
			return i
		}
	}
	return len(s)
}

// Fit is s in at most width cells, its end replaced by … when it is longer.
func Fit(s string, width int) string { return Cut(s, width, "…") }

// Cut is s in at most width cells, its end replaced by more, of one cell or none, when it
// is longer.
func Cut(s string, width int, more string) string {
	if width <= 0 {
		return ""
	}
	s = Plain(s)
	if upTo(s, width) == len(s) {
		return s
	}
	return s[:upTo(s, width-Cells(more))] + more
}

// End is the end of s in at most width cells.
func End(s string, width int) string {
	s = Plain(s)
	return s[upTo(s, max(0, Cells(s)-max(0, width))):]
}

// Wrap breaks s into lines of at most width cells, at spaces where possible.
func Wrap(s string, width int) []string {
	if width <= 0 {
		return nil
	}
	var lines []string
	line, taken := "", 0
	end := func() {
		if line != "" {
			lines, line = append(lines, strings.TrimRight(line, " ")), ""
		}
	}
	for word := range strings.SplitSeq(Plain(s), " ") {
		if upTo(word, 0) > 0 { // it sat on a space
			word = Plain(word)
		}
		n, _ := count(word)
		if line != "" && taken+1+n <= width {
			line, taken = line+" "+word, taken+1+n
			continue
		}
		end()
		for ; n > width; n -= width { // a formula without spaces
			at := upTo(word, width)
			lines, word = append(lines, word[:at]), word[at:]
		}
		line, taken = word, n
	}
	end()
	return lines
}

// Fill breaks s into at most so many lines of at most width cells, in the midst of words; the
// last has all that is left.
func Fill(s string, width, lines int) (list []string) {
	rest := Plain(s)
	for width > 0 && len(list) < lines-1 {
		at := upTo(rest, width)
		list = append(list, rest[:at])
		rest = Plain(strings.TrimLeft(rest[at:], " ")) // a mark may have sat on a blank
	}
	return append(list, rest)
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
