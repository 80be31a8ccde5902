package escape

import (
	"fmt"
	"strings"
	"unicode"
)

// spelled are the names of things for consoles that have ASCII only: signs by what one
// would type, Greek letters by their names.
var spelled = map[rune]string{
	'α': "alpha", 'β': "beta", 'γ': "gamma", 'δ': "delta", 'ε': "epsilon", 'ζ': "zeta", 'η': "eta", 'θ': "theta", 'κ': "kappa", 'λ': "lambda",
	'μ': "mu", 'ξ': "xi", 'ρ': "rho", 'σ': "sigma", 'τ': "tau", 'φ': "phi", 'ω': "omega", 'Δ': "Delta", 'Σ': "Sum", 'Φ': "Phi",
	'≤': "<=", '≥': ">=", '≻': ">", '⁺': "^+", '≠': "!=", '≈': "~", '×': "x", '∞': "inf", '√': "sqrt", '∝': "~", '‖': "||", '∈': "in", '→': "->", '←': "<-", '…': "...", '′': "'",
	'\u0302': "_hat", '\u0303': "_tilde", '\u0304': "_bar",
	'𝒟': "D", '𝒞': "C", '𝒫': "P", 'ℰ': "E",
}

// letters are the same in one character each: a letter of the name for a Greek one.
var letters = map[rune]rune{
	'α': 'a', 'β': 'b', 'γ': 'g', 'δ': 'd', 'ε': 'e', 'ζ': 'z', 'η': 'h', 'θ': 't', 'κ': 'k', 'λ': 'l', 'μ': 'm', 'ξ': 'x', 'ρ': 'r', 'σ': 's', 'τ': 't', 'φ': 'f', 'ω': 'w',
	'Δ': 'D', 'Σ': 'S', 'Φ': 'F', '𝒟': 'D', '𝒞': 'C', '𝒫': 'P', 'ℰ': 'E',
	'≤': '<', '≥': '>', '≻': '>', '⁺': '+', '≠': '#', '≈': '~', '×': 'x', '∞': '8', '√': 'V', '∝': '~', '‖': '|', '∈': 'E', '′': '\'',
	'→': '>', '←': '<', '↑': '^', '↓': 'v', '▴': '^', '▾': 'v', '▸': '>', '◂': '<', '▶': '>',
	'❚': '|', '■': '#', '●': '*', '○': 'o', '◐': '~', '✕': 'x', '◆': 'O', '◇': 'Q', '◉': '@', '·': '.', '…': '~', '–': '-', '−': '-',
	'─': '-', '━': '-', '═': '-', '╌': '-', '┈': '-', '╴': '-', '╶': '-', '╸': '-', '╺': '-',
	'│': '|', '┃': '|', '║': '|', '┆': ':', '╎': ':', '╵': '|', '╷': '|', '╹': '|', '╻': '|', '╱': '/', '╲': '\\', '╳': 'x',
	'░': '.', '▒': ':', '▓': '%', '█': '#', '▀': '"', '▁': '_', '▂': '_', '▃': '_', '▄': '=', '▅': '=', '▆': '#', '▇': '#',
}

// superscripts and subscripts, each from 0.
const superscripts, subscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"

// digit is what stands raised or lowered; '-' for a minus.
func digit(r rune) (plain rune, raised, ok bool) {
	place := func(list string) int { return len([]rune(list[:max(0, strings.IndexRune(list, r))])) }
	switch {
	case r == '⁻':
		return '-', true, true
	case strings.ContainsRune(superscripts, r):
		return '0' + rune(place(superscripts)), true, true
	case strings.ContainsRune(subscripts, r):
		return '0' + rune(place(subscripts)), false, true
	case r >= '①' && r <= '⑨':
		return '1' + r - '①', false, true
	}
	return 0, false, false
}

// Letter is a character in ASCII, one for one, for drawings: '?' where there is none.
func Letter(r rune) rune {
	if r <= unicode.MaxASCII {
		return r
	}
	if l, known := letters[r]; known {
		return l
	}
	if d, _, ok := digit(r); ok {
		return d
	}
	if r >= '─' && r <= '╿' { // the corners and crossings of boxes
		return '+'
	}
	return '?'
}

// ASCII is a text for a terminal that has nothing else. What has no name in ASCII stands
// there as an escape of Go, such as \u00e9.
func ASCII(text string) string {
	var b strings.Builder
	power := false
	for _, r := range text {
		d, raised, ok := digit(r)
		words, named := spelled[r]
		switch {
		case r <= unicode.MaxASCII:
			b.WriteRune(r)
		case ok:
			if raised && !power {
				b.WriteByte('^')
			}
			b.WriteRune(d)
		case named:
			b.WriteString(words)
		case Letter(r) != '?':
			b.WriteRune(Letter(r))
		default:
			quoted := fmt.Sprintf("%+q", r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		power = raised
	}
	return b.String()
}
