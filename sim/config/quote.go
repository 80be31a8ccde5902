package config

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"admmlab/sim/escape"
)

// Quote is text as a basic string of TOML 1.0, on one line. What nobody would see is
// written as an escape; bytes that are not UTF-8, which TOML has no form for, as
// U+FFFD.
func Quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch short := strings.IndexRune("\b\t\n\f\r\"\\", r); {
		case short >= 0:
			b.WriteByte('\\')
			b.WriteByte(`btnfr"\`[short])
		case !escape.Hidden(r):
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// checkUTF8 refuses a value that a session text cannot hold.
func checkUTF8(key, value string) error {
	if !utf8.ValidString(value) {
		return fmt.Errorf("%s = %q is not UTF-8, and a session text can hold nothing else; expected text in UTF-8, for a path that is not a link whose name is", key, value)
	}
	return nil
}
