package chart

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// glyphs are the characters of a chart.
type glyphs struct {
	curves            map[Role][16]rune // by arms: 1 up, 2 down, 4 left, 8 right
	vertical, tick    rune              // value axis
	corner            rune
	horizontal, tickX rune // iteration axis
	mark, cursor      rune
	level             rune
	point             rune // a value without neighbours, and where the cursor's line reads
	read              rune // what the cursor reads where it has no line
	above, below      rune // a value beyond the edge
	shade             rune // a band
	bars              []rune
}

// All sets are written in the order of the arm bits:
// none, up, down, both, then the same with left, with right, with left and right.
var unicodeGlyphs = glyphs{
	curves: map[Role][16]rune{
		Main:      set(" ╵╷│╴╯╮┤╶╰╭├─┴┬┼"),
		Ghost:     dotted('·'),
		Second:    set(" ╎╎╎╌┘┐┤╌└┌├╌┴┬┼"),
		Third:     set(" ║║║═╝╗╣═╚╔╠═╩╦╬"),
		Fourth:    dotted('×'),
		Reference: dotted('+'),
		Trail:     dotted('.'),
	},
	vertical: '│', tick: '┤', corner: '└', horizontal: '─', tickX: '┬',
	mark: '┆', cursor: '║', level: '┈', point: '●', read: '◆', above: '↑', below: '↓', shade: '░',
	bars: []rune("▁▂▃▄▅▆▇█"),
}

var thickMain = set(" ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋")

var asciiGlyphs = glyphs{
	curves: map[Role][16]rune{
		Main:      set(" |||-'.+-`.+-+++"),
		Ghost:     dotted(':'),
		Second:    dotted('*'),
		Third:     dotted('%'),
		Fourth:    dotted('x'),
		Reference: dotted('='),
		Trail:     dotted('"'),
	},
	vertical: '|', tick: '+', corner: '+', horizontal: '-', tickX: '+',
	mark: '!', cursor: '#', level: '~', point: 'o', read: '@', above: '^', below: 'v', shade: ',',
	bars: []rune("_.:-=+*#"),
}

func (o Options) glyphs() *glyphs {
	if o.ASCII {
		return &asciiGlyphs
	}
	return &unicodeGlyphs
}

// curve returns the line characters of a series.
func (o Options) curve(role Role) [16]rune {
	if o.Thick && !o.ASCII && role == Main {
		return thickMain
	}
	return o.glyphs().curves[role]
}

func set(s string) (chars [16]rune) {
	copy(chars[:], []rune(s))
	return chars
}

func dotted(r rune) [16]rune {
	chars := set(strings.Repeat(string(r), 16))
	chars[0] = ' '
	return chars
}

var transliterate = strings.NewReplacer("∞", "inf", "≤", "<=", "≥", ">=", "→", "->", "×", "x",
	"α", "alpha", "β", "beta", "γ", "gamma", "δ", "delta", "ε", "eps", "η", "eta", "θ", "theta",
	"κ", "kappa", "λ", "lambda", "μ", "mu", "ρ", "rho", "σ", "sigma", "τ", "tau")

// text returns s as runes of one cell each. Runes that take no cell or two, or
// that join with their neighbours (Indic vowels, Hangul, emoji), would shift
// the line: combining and control characters are left out, others become '?'.
func (o Options) text(s string) []rune {
	if o.ASCII {
		s = transliterate.Replace(s)
	}
	out := make([]rune, 0, len(s))
	for _, r := range s {
		switch {
		case r >= ' ' && r < 0x7f:
			out = append(out, r)
		case !unicode.IsPrint(r) || unicode.IsMark(r):
		case !o.ASCII && standsAlone(r) && ansi.StringWidth(string(r)) == 1:
			out = append(out, r)
		default:
			out = append(out, '?')
		}
	}
	return out
}

// standsAlone names the blocks in which no letter joins with the next.
func standsAlone(r rune) bool {
	return r < 0x0530 || // Latin, Greek, Cyrillic
		r >= 0x1d00 && r < 0x2000 || // phonetic, Latin and Greek extensions
		r >= 0x2010 && r < 0x2c00 || // punctuation, sub- and superscripts, arrows, mathematics, shapes
		r >= 0x1d400 && r < 0x1d800 // mathematical letters
}
