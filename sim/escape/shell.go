package escape

import (
	"fmt"
	"strings"
)

// Shell is s as one word of a shell. What would be hidden, and could do something
// else on the way through a terminal, is written as bytes in the form of bash, zsh, ksh
// and POSIX of 2024; the ends of lines, which events have, are harmless between quotes.
func Shell(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && Hidden(r) }) {
		var b strings.Builder
		for _, r := range s {
			switch {
			case Hidden(r):
				for _, c := range []byte(string(r)) {
					fmt.Fprintf(&b, `\%03o`, c)
				}
			case r == '\'' || r == '\\':
				b.WriteString(`\` + string(r))
			default:
				b.WriteRune(r)
			}
		}
		return "$'" + b.String() + "'"
	}
	if strings.ContainsAny(s, " \t\n'\"\\$`*?;&|<>()[]{}!#~") {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}
