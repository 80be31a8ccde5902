package chart

import (
	"strings"

	"admmlab/tui/grid"
)

// Role says what a cell shows. The caller maps roles to colours; the
// characters already differ, so a chart stays legible without colour.
type Role uint8

// The roles of cells. Those from Main to Trail are also the roles of series;
// a series with any other role is drawn as Main.
const (
	Blank      Role = iota
	Main            // the curve of this run
	Ghost           // the previous run, dotted, under all other curves but references
	Second          // another curve of this run or the run compared with
	Third           // a further run compared with
	Fourth          // and one more
	Reference       // a curve to measure against, such as the non-private run
	Trail           // one of many of which none counts by itself, under all others
	Band            // between Low and High of a series
	Axis            // frame lines
	Tick            // tick labels of both axes
	MarkLine        // vertical line of a change
	MarkLabel       // number and words of a change
	CursorLine      // vertical line of the cursor and the dot it reads
	LevelLine       // horizontal line and its label
	EndLabel        // last value of the main series
	Note            // words about the data: nothing yet, values not drawn
)

// Cell is one character and what it stands for. Its rune is one column wide.
type Cell struct {
	Rune rune
	Role Role
}

// Canvas is a finished chart of Height rows of Width cells.
type Canvas struct {
	Width, Height int
	cells         []Cell         // row by row, from the top
	marks         map[int]string // on the characters of cells, nil where none has any
}

func newCanvas(width, height int) Canvas {
	c := Canvas{Width: width, Height: height, cells: make([]Cell, width*height)}
	for i := range c.cells {
		c.cells[i].Rune = ' '
	}
	return c
}

// At returns the cell in column x of row y, counted from the top left; outside
// the canvas it is blank.
func (c Canvas) At(x, y int) Cell {
	if !c.inside(x, y) {
		return Cell{Rune: ' '}
	}
	return c.cells[y*c.Width+x]
}

// Marks are those on the character in column x of row y, such as the accent of an é in two
// characters; mostly none.
func (c Canvas) Marks(x, y int) string {
	if len(c.marks) == 0 || !c.inside(x, y) {
		return ""
	}
	return c.marks[y*c.Width+x]
}

// Lines returns the chart as plain text: Height lines of exactly Width cells.
func (c Canvas) Lines() []string {
	lines := make([]string, c.Height)
	var b strings.Builder
	for y := range lines {
		b.Reset()
		for x, cell := range c.cells[y*c.Width : (y+1)*c.Width] {
			b.WriteRune(cell.Rune)
			b.WriteString(c.Marks(x, y))
		}
		lines[y] = b.String()
	}
	return lines
}

// Render returns the chart as Height lines joined by newlines. paint is called
// once for each run of equal role within a line and returns it coloured; blank
// runs are copied as they are. paint must not change the width of its text.
func (c Canvas) Render(paint func(role Role, text string) string) string {
	var out, run strings.Builder
	for y := range c.Height {
		if y > 0 {
			out.WriteByte('\n')
		}
		row := c.cells[y*c.Width : (y+1)*c.Width]
		for start := 0; start < len(row); {
			role, end := row[start].Role, start
			run.Reset()
			for ; end < len(row) && row[end].Role == role; end++ {
				run.WriteRune(row[end].Rune)
				run.WriteString(c.Marks(end, y))
			}
			if role == Blank {
				out.WriteString(run.String())
			} else {
				out.WriteString(paint(role, run.String()))
			}
			start = end
		}
	}
	return out.String()
}

func (c Canvas) inside(x, y int) bool {
	return x >= 0 && x < c.Width && y >= 0 && y < c.Height
}

func (c Canvas) set(x, y int, r rune, role Role) {
	if c.inside(x, y) {
		c.cells[y*c.Width+x] = Cell{r, role}
		if len(c.marks) > 0 {
			delete(c.marks, y*c.Width+x)
		}
	}
}

// write puts text on row y from column x on; what lies outside is cut off.
func (c *Canvas) write(x, y int, text string, role Role) {
	for r, marks := range grid.Letters(text) {
		c.set(x, y, r, role)
		if marks != "" && c.inside(x, y) {
			if c.marks == nil {
				c.marks = map[int]string{}
			}
			c.marks[y*c.Width+x] = marks
		}
		x++
	}
}
