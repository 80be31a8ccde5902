package grid

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"admmlab/sim/escape"
)

// Paper is what a picture of a screen is drawn on.
type Paper struct{ Back, Ink color.Color }

// The size of a cell in a picture, and of its letters: in all common fonts of one width a
// letter takes 0.6 of its size.
const (
	cellWide, cellHigh = 8.0, 17.0
	letterSize         = 13.3
	baseline           = 13.0 // of letters, below the top of a cell
	margin             = 8.0
	apart              = 1.5 // each of a double line from its middle
)

// SVG is a picture of the screen. Letters are text in a font of one width, each run of
// them as wide as its cells, whatever font the reader has; lines and blocks are drawn, so
// that they meet without gaps.
func (g *Grid) SVG(p Paper) string {
	d := drawing{Grid: g, paper: p, strokes: map[string]*strings.Builder{}, fills: map[string]*strings.Builder{}}
	for y := range g.h {
		d.row(g.cells[y*g.stride:y*g.stride+g.w], y)
	}
	var b strings.Builder
	w, h := float64(g.w)*cellWide+2*margin, float64(g.h)*cellHigh+2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" role="img" aria-label="a screen of %d by %d characters">`+"\n", w, h, w, h, g.w, g.h)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="6" fill="%s"/>`+"\n", hex(p.Back))
	fmt.Fprintf(&b, `<g transform="translate(%g %g)" stroke-linecap="square" font-family="ui-monospace,'SFMono-Regular','Cascadia Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace" font-size="%g" xml:space="preserve" style="white-space:pre">`+"\n", margin+0.5, margin, letterSize) // half a point: upright lines fill whole ones
	for _, fill := range sorted(d.fills) {
		fmt.Fprintf(&b, `<path fill="%s" d="%s"/>`+"\n", fill, d.fills[fill])
	}
	for _, stroke := range sorted(d.strokes) {
		fmt.Fprintf(&b, `<path fill="none" stroke="%s" d="%s"/>`+"\n", stroke, d.strokes[stroke])
	}
	b.WriteString(d.letters.String())
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// drawing gathers lines and blocks by their looks.
type drawing struct {
	*Grid
	paper          Paper
	letters        strings.Builder
	strokes, fills map[string]*strings.Builder
}

// row draws a line of the screen.
func (d *drawing) row(row []cell, y int) {
	for x := 0; x < len(row); {
		c := row[x]
		n := 1
		switch {
		case c.over != 0:
			n = d.text(row, x, y)
		case c.r == ' ':
		case c.r == '─':
			for x+n < len(row) && row[x+n].r == '─' && row[x+n].over == 0 && row[x+n].paint == c.paint {
				n++
			}
			d.line(c.paint, "", float64(x), float64(y)+0.5, float64(x+n), float64(y)+0.5)
		case d.mark(c, float64(x), float64(y)):
		default:
			n = d.text(row, x, y)
		}
		x += n
	}
}

// text writes letters of one look from x on and returns how many.
func (d *drawing) text(row []cell, x, y int) int {
	end := x + 1
	if plainLetter(row[x].r) {
		for end < len(row) && row[end].paint == row[x].paint && (plainLetter(row[end].r) || row[end].r == ' ' && end+1 < len(row) && plainLetter(row[end+1].r) && row[end+1].paint == row[x].paint) {
			end++
		}
	}
	var text strings.Builder
	for _, c := range row[x:end] {
		text.WriteRune(c.r)
		text.WriteString(d.over(c))
	}
	weight := ""
	if paint := row[x].paint; paint != nil && paint.GetBold() {
		weight = ` font-weight="bold"`
	}
	fmt.Fprintf(&d.letters, `<text x="%g" y="%g" textLength="%g" lengthAdjust="spacingAndGlyphs" fill="%s"%s>%s</text>`+"\n",
		float64(x)*cellWide, float64(y)*cellHigh+baseline, float64(end-x)*cellWide, d.colour(row[x].paint), weight, escape.XML(text.String()))
	return end - x
}

// plainLetter reports whether every font of one width has r as one of its letters; others
// stand alone, as they may come from another font.
func plainLetter(r rune) bool { return r > ' ' && r < 0x2190 }

// arms are the lines of box drawing, from the middle of a cell to its sides; in capitals
// those that are heavy, and behind = those that are double.
var arms = map[rune]string{
	'─': "lr", '│': "ud", '┌': "rd", '┐': "ld", '└': "ru", '┘': "lu", '├': "rud", '┤': "lud", '┬': "lrd", '┴': "lru", '┼': "lrud",
	'╴': "l", '╵': "u", '╶': "r", '╷': "d",
	'━': "LR", '┃': "UD", '┏': "RD", '┓': "LD", '┗': "RU", '┛': "LU", '┣': "RUD", '┫': "LUD", '┳': "LRD", '┻': "LRU", '╋': "LRUD",
	'╸': "L", '╹': "U", '╺': "R", '╻': "D",
	'═': "=lr", '║': "=ud", '╔': "=rd", '╗': "=ld", '╚': "=ru", '╝': "=lu", '╠': "=rud", '╣': "=lud", '╦': "=lrd", '╩': "=lru", '╬': "=lrud",
}

// dashes are lines that are drawn in so many pieces.
var dashes = map[rune]struct {
	pieces int
	down   bool
}{'┈': {4, false}, '┄': {3, false}, '╌': {2, false}, '┊': {4, true}, '┆': {3, true}, '╎': {2, true}}

// slanted lines go from (x, y) to (X, Y), in cells.
var slants = map[rune][][4]float64{'╱': {{0, 1, 1, 0}}, '╲': {{0, 0, 1, 1}}, '╳': {{0, 1, 1, 0}, {0, 0, 1, 1}}}

// corners are rounded ones, by the sides they join.
var corners = map[rune]string{'╭': "rd", '╮': "ld", '╰': "ru", '╯': "lu"}

// quadrants are the quarters of a cell that are filled: upper left, upper right, lower
// left, lower right.
var quadrants = map[rune]string{'▖': "  x ", '▗': "   x", '▘': "x   ", '▙': "x xx", '▚': "x  x", '▛': "xxx ", '▜': "xx x", '▝': " x  ", '▞': " xx ", '▟': " xxx", '▀': "xx  ", '▐': " x x"}

var sides = map[rune][2]float64{'l': {0, 0.5}, 'r': {1, 0.5}, 'u': {0.5, 0}, 'd': {0.5, 1}}

// mark draws what is drawn and not written, if c is such a character.
func (d *drawing) mark(c cell, x, y float64) bool {
	if list, ok := arms[c.r]; ok {
		list, double := strings.CutPrefix(list, "=")
		for _, arm := range list {
			width := ""
			if arm < 'a' {
				arm, width = arm+'a'-'A', heavy
			}
			to := sides[arm]
			if !double {
				d.line(c.paint, width, x+0.5, y+0.5, x+to[0], y+to[1])
				continue
			}
			for _, off := range []float64{-apart, apart} { // beside the line, in cells
				ox, oy := off/cellWide, 0.0
				if to[1] == 0.5 {
					ox, oy = 0, off/cellHigh
				}
				d.line(c.paint, "", x+0.5+ox, y+0.5+oy, x+to[0]+ox, y+to[1]+oy)
			}
		}
		return true
	}
	if dash, ok := dashes[c.r]; ok {
		for i := range dash.pieces {
			from, to := (float64(i)+0.2)/float64(dash.pieces), (float64(i)+0.8)/float64(dash.pieces)
			if dash.down {
				d.line(c.paint, short, x+0.5, y+from, x+0.5, y+to)
			} else {
				d.line(c.paint, short, x+from, y+0.5, x+to, y+0.5)
			}
		}
		return true
	}
	for _, l := range slants[c.r] {
		d.line(c.paint, "", x+l[0], y+l[1], x+l[2], y+l[3])
	}
	if to, ok := corners[c.r]; ok {
		a, b := sides[rune(to[0])], sides[rune(to[1])]
		fmt.Fprintf(d.of(d.strokes, d.colour(c.paint)), "M%g %gQ%g %g %g %g", (x+a[0])*cellWide, (y+a[1])*cellHigh,
			(x+0.5)*cellWide, (y+0.5)*cellHigh, (x+b[0])*cellWide, (y+b[1])*cellHigh)
		return true
	}
	return slants[c.r] != nil || d.block(c, x, y)
}

// block draws what fills parts of a cell.
func (d *drawing) block(c cell, x, y float64) bool {
	switch {
	case c.r >= '▁' && c.r <= '█':
		part := float64(c.r-'▁'+1) / 8
		d.fill(c.paint, "", x, y+1-part, 1, part)
	case c.r >= '▉' && c.r <= '▏':
		d.fill(c.paint, "", x, y, float64('▏'-c.r+1)/8, 1)
	case c.r >= '░' && c.r <= '▓':
		d.fill(c.paint, [...]string{"40", "80", "c0"}[c.r-'░'], x, y, 1, 1)
	default:
		list, ok := quadrants[c.r]
		for i, q := range list {
			if q == 'x' {
				d.fill(c.paint, "", x+float64(i%2)/2, y+float64(i/2)/2, 0.5, 0.5)
			}
		}
		return ok
	}
	return true
}

// How a line may differ from others.
const (
	heavy = ` stroke-width="2.4"`
	short = ` stroke-linecap="butt"` // a dash, which ends where it ends
)

// line draws from one place to another, in cells, with what is different in it.
func (d *drawing) line(paint Paint, different string, x, y, toX, toY float64) {
	look := d.colour(paint)
	if different != "" {
		look += `"` + strings.TrimSuffix(different, `"`)
	}
	fmt.Fprintf(d.of(d.strokes, look), "M%g %gL%g %g", x*cellWide, y*cellHigh, toX*cellWide, toY*cellHigh)
}

// fill fills a rectangle, in cells; shade is how dense it is, "" for full.
func (d *drawing) fill(paint Paint, shade string, x, y, w, h float64) {
	fmt.Fprintf(d.of(d.fills, d.colour(paint)+shade), "M%g %gh%gv%gh%gz", x*cellWide, y*cellHigh, w*cellWide, h*cellHigh, -w*cellWide)
}

func (d *drawing) of(paths map[string]*strings.Builder, look string) *strings.Builder {
	if paths[look] == nil {
		paths[look] = &strings.Builder{}
	}
	return paths[look]
}

func (d *drawing) colour(paint Paint) string {
	if paint != nil {
		if c := paint.GetForeground(); c != nil && c != (lipgloss.NoColor{}) {
			return hex(c)
		}
	}
	return hex(d.paper.Ink)
}

func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

func sorted(paths map[string]*strings.Builder) []string {
	var list []string
	for look := range paths {
		list = append(list, look)
	}
	slices.SortFunc(list, cmp.Compare)
	return list
}
