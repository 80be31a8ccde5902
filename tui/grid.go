package tui

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// cell is one character of the screen; paint is the escape sequence that sets
// its look, "" for none.
type cell struct {
	r     rune
	over  rune // combining mark on r, such as the hat of α̂; 0 = none
	paint string
}

// grid is the screen: whatever is drawn outside of it is lost, so that no line
// can be wider and no frame higher than the window.
type grid struct {
	w, h  int
	cells []cell
}

func newGrid(w, h int) *grid {
	g := &grid{w: max(w, 0), h: max(h, 0)}
	g.cells = make([]cell, g.w*g.h)
	for i := range g.cells {
		g.cells[i].r = ' '
	}
	return g
}

func (g *grid) set(x, y int, r rune, paint string) {
	if x >= 0 && x < g.w && y >= 0 && y < g.h {
		g.cells[y*g.w+x] = cell{r: r, paint: paint}
	}
}

// text writes s from (x, y) on in at most width cells, with … where it was cut,
// and returns the column after it.
func (g *grid) text(x, y, width int, s, paint string) int {
	for _, r := range fit(s, width) {
		if combining(r) {
			g.combine(x-1, y, r)
			continue
		}
		g.set(x, y, r, paint)
		x++
	}
	return x
}

func (g *grid) combine(x, y int, r rune) {
	if x >= 0 && x < g.w && y >= 0 && y < g.h {
		g.cells[y*g.w+x].over = r
	}
}

// right writes s so that it ends before column end.
func (g *grid) right(end, y, width int, s, paint string) {
	s = fit(s, width)
	g.text(end-cells(s), y, width, s, paint)
}

// fill blanks a rectangle.
func (g *grid) fill(r rect) {
	for y := r.y; y < r.y+r.h; y++ {
		for x := r.x; x < r.x+r.w; x++ {
			g.set(x, y, ' ', "")
		}
	}
}

// styled writes lines that may carry colour sequences, as dialogs return them.
func (g *grid) styled(r rect, lines string) {
	y := r.y
	for line := range strings.SplitSeq(lines, "\n") {
		if y >= r.y+r.h {
			return
		}
		g.styledLine(r, y, line)
		y++
	}
}

func (g *grid) styledLine(r rect, y int, line string) {
	paint, x := "", r.x
	for len(line) > 0 {
		if rest, ok := strings.CutPrefix(line, "\x1b["); ok {
			end := strings.IndexFunc(rest, func(r rune) bool { return r >= '@' && r <= '~' })
			if end < 0 {
				return
			}
			if rest[end] == 'm' {
				if codes := rest[:end]; codes == "" || codes == "0" {
					paint = ""
				} else {
					paint += "\x1b[" + codes + "m"
				}
			}
			line = rest[end+1:]
			continue
		}
		c, n := utf8.DecodeRuneInString(line)
		line = line[n:]
		if combining(c) {
			g.combine(x-1, y, c)
			continue
		}
		if c = oneCell(c); c == 0 {
			continue
		}
		if x < r.x+r.w {
			g.set(x, y, c, paint)
		}
		x++
	}
}

// String is the screen as lines, each run of one look closed by a full reset.
// Trailing blanks are kept only where they carry a look.
func (g *grid) String() string {
	var b strings.Builder
	b.Grow(len(g.cells) * 2)
	for y := range g.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := g.cells[y*g.w : (y+1)*g.w]
		end := len(row)
		for end > 0 && row[end-1] == (cell{r: ' '}) {
			end--
		}
		paint := ""
		for _, c := range row[:end] {
			if c.paint != paint {
				if paint != "" {
					b.WriteString("\x1b[m")
				}
				b.WriteString(c.paint)
				paint = c.paint
			}
			b.WriteRune(c.r)
			if c.over != 0 {
				b.WriteRune(c.over)
			}
		}
		if paint != "" {
			b.WriteString("\x1b[m")
		}
	}
	return b.String()
}

// asciiOf are replacements, one cell for one, for consoles without box drawing.
// Greek letters and mathematical signs stay: they are the names of things.
var asciiOf = map[rune]rune{
	'▸': '>', '◂': '<', '▶': '>', '❚': '|', '■': '#', '●': '*', '○': 'o', '◐': '~', '✕': 'x', '◆': 'O', '◇': 'Q', '◉': '@',
	'·': '.', '…': '~', '→': '>', '←': '<', '↑': '^', '↓': 'v', '█': '#', '░': '.', '─': '-', '│': '|', '┆': ':',
	'╭': '+', '╮': '+', '╰': '+', '╯': '+', '├': '+', '┤': '+', '┬': '+', '┴': '+', '┼': '+', '–': '-', '−': '-',
}

func (g *grid) asciiOnly() {
	for i, c := range g.cells {
		if r, ok := asciiOf[c.r]; ok {
			g.cells[i].r = r
		}
	}
}

// oneCell is r where it fills one cell; 0 for what fills none (combining marks
// and controls) and '?' for what would fill two.
func oneCell(r rune) rune {
	if r >= ' ' && r < 0x7f {
		return r
	}
	switch ansi.StringWidth(string(r)) {
	case 0:
		return 0
	case 1:
		return r
	}
	return '?'
}

// combining tells whether r sits on the character before it.
func combining(r rune) bool { return r > 0x2ff && unicode.Is(unicode.Mn, r) }

// plain is s reduced to characters of one cell each and marks on them.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		if combining(r) {
			return r
		}
		if c := oneCell(r); c != 0 {
			return c
		}
		return -1
	}, s)
}

// cells is the width of a plain text.
func cells(s string) int {
	n := 0
	for _, r := range s {
		if !combining(r) {
			n++
		}
	}
	return n
}

// cut splits a plain text after so many cells.
func cut(s string, width int) (head, tail string) {
	n := 0
	for i, r := range s {
		if combining(r) {
			continue
		}
		if n == width {
			return s[:i], s[i:]
		}
		n++
	}
	return s, ""
}

// fit is s in at most width cells, its end replaced by … when it is longer.
func fit(s string, width int) string {
	s = plain(s)
	if cells(s) <= width {
		return s
	}
	if width <= 0 {
		return ""
	}
	head, _ := cut(s, width-1)
	return head + "…"
}

// wrap breaks s into lines of at most width cells, at spaces where possible.
func wrap(s string, width int) []string {
	if width <= 0 {
		return nil
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(plain(s)) {
		for cells(word) > width { // a formula without spaces
			if line != "" {
				lines, line = append(lines, line), ""
			}
			head, tail := cut(word, width)
			lines, word = append(lines, head), tail
		}
		switch {
		case line == "":
			line = word
		case cells(line)+1+cells(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
