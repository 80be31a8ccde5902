package escape

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Shell is s as one word of a shell. What would be hidden, and could do something
// else on the way through a terminal, and bytes that are no character, are written as bytes
// in the form of bash, zsh, ksh and POSIX of 2024; the ends of lines, which events have, are harmless between quotes.
func Shell(s string) string {
	if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && Hidden(r) }) {
		var b strings.Builder
		for len(s) > 0 {
			r, size := utf8.DecodeRuneInString(s)
			switch {
			case Hidden(r) || r == utf8.RuneError && size == 1:
				for _, c := range []byte(s[:size]) {
					fmt.Fprintf(&b, `\%03o`, c)
				}
			case r == '\'' || r == '\\':
				b.WriteString(`\` + s[:size])
			default:
				b.WriteString(s[:size])
			}
			s = s[size:]
		}
		return "$'" + b.String() + "'"
	}
	if strings.ContainsAny(s, " \t\n'\"\\$`*?;&|<>()[]{}!#~") {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}
