package escape

import "unicode"

// Hidden reports whether a character steers its reader instead of being seen: controls,
// marks of direction, characters of no width, separators of lines, letters and symbols
// without ink, and what Unicode has given no meaning.
func Hidden(r rune) bool {
	if r >= ' ' && r < 0x7f {
		return false
	}
	return !unicode.IsGraphic(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, inkless)
}

// inkless are those that count as letters, marks and symbols and draw nothing by themselves:
// the blank pattern of Braille, the mirror and the blanks of Egyptian, the filler of Khitan, the
// null notehead of music (The Unicode Standard 15.0, chapters 11.4, 18.12, 21.1 and 21.2), the
// joiners of Tifinagh and of Brahmi's numbers (19.3, 14.1), the selector of thick letters in Duployan
// (21.6), and what stacks the letters of dead
// scripts (Invisible_Stacker in its IndicSyllabicCategory.txt: Kharoshthi, Dives Akuru, Zanabazar
// Square, Soyombo, Kawi). What stacks those of a living script, as in Khmer and Burmese, is a part
// of how its words are spelled, and shows by them.
var inkless = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x2800, Hi: 0x2800, Stride: 1},
		{Lo: 0x2d7f, Hi: 0x2d7f, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x10a3f, Hi: 0x10a3f, Stride: 1},
		{Lo: 0x1107f, Hi: 0x1107f, Stride: 1},
		{Lo: 0x1193e, Hi: 0x1193e, Stride: 1},
		{Lo: 0x11a47, Hi: 0x11a47, Stride: 1},
		{Lo: 0x11a99, Hi: 0x11a99, Stride: 1},
		{Lo: 0x11f42, Hi: 0x11f42, Stride: 1},
		{Lo: 0x13440, Hi: 0x13442, Stride: 1},
		{Lo: 0x16fe4, Hi: 0x16fe4, Stride: 1},
		{Lo: 0x1bc9d, Hi: 0x1bc9d, Stride: 1},
		{Lo: 0x1d159, Hi: 0x1d159, Stride: 1},
	},
}
