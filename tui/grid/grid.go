package grid

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"admmlab/sim/escape"
)

// cell is one character of the screen.
type cell struct {
	r     rune
	over  int32 // which of the grid's marks are on r, counted from 1; 0 = none
	paint Paint
}

// Grid is the screen: whatever is drawn outside of it is lost, so that no line
// can be wider and no frame higher than the window.
type Grid struct {
	w, h   int
	stride int // cells from a line to the next
	cells  []cell
	marks  *[]string // on letters, such as the hat of α̂; shared by all parts
}

// New is a blank grid.
func New(w, h int) *Grid {
	g := &struct {
		Grid
		marks []string
	}{Grid: Grid{w: max(w, 0), h: max(h, 0), stride: max(w, 0)}}
	g.Grid.marks = &g.marks
	g.cells = make([]cell, g.w*g.h)
	for i := range g.cells {
		g.cells[i].r = ' '
	}
	return &g.Grid
}

// Width is how many cells a line has.
func (g *Grid) Width() int { return g.w }

// Height is how many lines there are.
func (g *Grid) Height() int { return g.h }

// Part is the part of g within r, as a grid of its own: what is drawn there shows in g.
func (g *Grid) Part(r Rect) *Grid {
	x, y := max(r.X, 0), max(r.Y, 0)
	w, h := min(r.X+r.W, g.w)-x, min(r.Y+r.H, g.h)-y
	if w <= 0 || h <= 0 {
		return &Grid{}
	}
	return &Grid{w: w, h: h, stride: g.stride, cells: g.cells[y*g.stride+x:], marks: g.marks}
}

// Set writes one character with its look.
func (g *Grid) Set(x, y int, r rune, paint Paint) {
	if x >= 0 && x < g.w && y >= 0 && y < g.h {
		g.cells[y*g.stride+x] = cell{r: r, paint: paint}
	}
}

// Text writes s from (x, y) on in at most width cells, with … where it was cut,
// and returns the column after it.
func (g *Grid) Text(x, y, width int, s string, paint Paint) int {
	return g.write(x, y, Fit(s, width), paint)
}

// write writes a plain text, each letter with its marks.
func (g *Grid) write(x, y int, s string, paint Paint) int {
	for r, marks := range Letters(s) {
		g.Set(x, y, r, paint)
		if marks != "" && x >= 0 && x < g.w && y >= 0 && y < g.h {
			*g.marks = append(*g.marks, marks)
			g.cells[y*g.stride+x].over = int32(len(*g.marks))
		}
		x++
	}
	return x
}

// over are the marks on a cell.
func (g *Grid) over(c cell) string {
	if c.over == 0 {
		return ""
	}
	return (*g.marks)[c.over-1]
}

// Right writes s so that it ends before column end.
func (g *Grid) Right(end, y, width int, s string, paint Paint) {
	s = Fit(s, width)
	g.Text(end-Cells(s), y, width, s, paint)
}

// Lines writes lines from the top on, and reports whether there are more than fit.
func (g *Grid) Lines(lines []Line) (more bool) {
	for y, l := range lines[:min(len(lines), g.h)] {
		g.Text(0, y, g.w, l.Text, l.Paint)
	}
	return len(lines) > g.h
}

// String is the screen as lines.
// Trailing blanks are kept only where they carry a look.
func (g *Grid) String() string {
	var b strings.Builder
	b.Grow(len(g.cells) * 2)
	for y := range g.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := g.cells[y*g.stride : y*g.stride+g.w]
		end := len(row)
		for end > 0 && row[end-1] == (cell{r: ' '}) {
			end--
		}
		g.writeRow(&b, row[:end])
	}
	return b.String()
}

// writeRow writes cells, each run of one look closed by a full reset.
func (g *Grid) writeRow(b *strings.Builder, row []cell) {
	for len(row) > 0 {
		paint, n := row[0].paint, 0
		if paint != nil {
			b.WriteString(paint.on)
		}
		for ; n < len(row) && row[n].paint == paint; n++ {
			b.WriteRune(row[n].r)
			b.WriteString(g.over(row[n]))
		}
		if paint != nil {
			b.WriteString(ansi.ResetStyle)
		}
		row = row[n:]
	}
}

// ASCIIOnly puts ASCII characters, one for one, in the place of all others, for consoles
// that have nothing else.
func (g *Grid) ASCIIOnly() {
	for i, c := range g.cells {
		g.cells[i].r, g.cells[i].over = escape.Letter(c.r), 0
		// A bound may be reached: = takes the blank behind its sign.
		if next := i + 1; (c.r == '≤' || c.r == '≥') && next%g.stride != 0 && g.cells[next].r == ' ' {
			g.cells[next].r = '='
		}
	}
}
