package chart

import (
	"strings"
	"unicode"

	"admmlab/tui/grid"
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

var transliterate = strings.NewReplacer("∞", "inf", "≤", "<=", "≥", ">=", "→", "->", "×", "x", "…", "~",
	"α", "alpha", "β", "beta", "γ", "gamma", "δ", "delta", "ε", "eps", "η", "eta", "θ", "theta",
	"κ", "kappa", "λ", "lambda", "μ", "mu", "ρ", "rho", "σ", "sigma", "τ", "tau")

// text is s as it stands in cells, as the rest of the screen writes it.
func (o Options) text(s string) string {
	s = grid.Plain(s)
	if !o.ASCII {
		return s
	}
	var b strings.Builder
	for r := range grid.Letters(transliterate.Replace(s)) {
		if r > unicode.MaxASCII {
			r = '?'
		}
		b.WriteRune(r)
	}
	return b.String()
}
