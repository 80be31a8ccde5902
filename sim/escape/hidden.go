package escape

import "unicode"

// Hidden reports whether a character steers its reader instead of being seen: controls,
// marks of direction, characters of no width, separators of lines, and what Unicode
// has given no meaning.
func Hidden(r rune) bool {
	if r >= ' ' && r < 0x7f {
		return false
	}
	return !unicode.IsGraphic(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
