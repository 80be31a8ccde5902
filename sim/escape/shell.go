package escape

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Shell is s as one word of any POSIX shell. What would be hidden, and could do something else
// on the way through a terminal, and bytes that are no character, printf makes of their octal
// form; the ends of lines, which events have, are harmless between quotes.
func Shell(s string) string {
	if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && Hidden(r) }) {
		body := strings.TrimRight(s, "\n") // a shell drops what ends a substitution
		word := `"$(printf '` + octal(body) + `')"`
		if body == s {
			return word
		}
		return word + quoted(s[len(body):])
	}
	if strings.ContainsAny(s, " \t\n'\"\\$`*?;&|<>()[]{}!#~") {
		return quoted(s)
	}
	return s
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// octal is a format of printf that gives s, without a byte that is hidden or means something to
// a shell, wherever it stands, or to printf.
func octal(s string) string {
	var b strings.Builder
	for i, r := range s {
		size := utf8.RuneLen(r)
		invalid := r == utf8.RuneError && !strings.HasPrefix(s[i:], string(r))
		if invalid {
			size = 1
		}
		if invalid || Hidden(r) || strings.ContainsRune("'\"\\$`!%", r) || i == 0 && r == '-' {
			for _, c := range []byte(s[i : i+size]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
			continue
		}
		b.WriteString(s[i : i+size])
	}
	return b.String()
}
