package dialog

import (
	"strings"
	"unicode/utf8"

	"admmlab/sim/escape"
	"admmlab/tui/grid"
)

// glyphs are the characters of a look.
type glyphs struct {
	corners            [4]string // from the upper left, clockwise
	across, down       string
	more, mark, cursor string
	arrows, back       string
	rising, falling    string
}

var (
	drawn = glyphs{[4]string{"╭", "╮", "╯", "╰"}, "─", "│", "…", "▸ ", "│", "↑↓", "←", "▴", "▾"}
	ascii = glyphs{[4]string{"+", "+", "+", "+"}, "-", "|", "~", "> ", "|", "arrows", "<-", "^", "v"}
)

func (o Look) glyphs() glyphs {
	if o.ASCII {
		return ascii
	}
	return drawn
}

// paint is s in a colour, if there is one and something to colour.
func paint(colour func(string) string, s string) string {
	if colour == nil || s == "" {
		return s
	}
	return colour(s)
}

// piece is a part of a line with its colour.
type piece struct {
	text   string
	colour func(string) string
}

// line is one line inside a box.
type line []piece

func plain(text string) line { return line{{text: text}} }

// fit is the line in exactly width cells, cut with the sign for more.
func (l line) fit(width int, more string) string {
	var b strings.Builder
	left := width
	for i, p := range l {
		rest := 0
		for _, q := range l[i+1:] {
			rest += grid.Cells(q.text)
		}
		text := p.text
		if grid.Cells(text) == left && rest > 0 {
			text += " "
		}
		text = grid.Cut(text, left, more)
		b.WriteString(paint(p.colour, text))
		left -= grid.Cells(text)
	}
	return b.String() + strings.Repeat(" ", max(0, left))
}

// smallest box that still gets a border.
const (
	borderWidth  = 5 // one cell of text between blanks and borders
	borderHeight = 3
)

// inside is the room that a box of the given size leaves for text.
func inside(width, height int) (w, h int) {
	if width < borderWidth || height < borderHeight {
		return width, height
	}
	return width - 4, height - 2
}

// box draws lines in a frame of exactly width x height, or without one where
// there is no room for it. Title stands in the upper border, foot in the lower.
func (o Look) box(title, foot string, lines []line, width, height int) string {
	if width < 1 || height < 1 {
		return ""
	}
	g := o.glyphs()
	w, h := inside(width, height)
	framed := w < width
	rows := make([]string, 0, height)
	if framed {
		rows = append(rows, o.border(g.corners[0], g.corners[1], title, o.Accent, width))
	}
	side := paint(o.Dim, g.down)
	for i := range h {
		var l line
		if i < len(lines) {
			l = lines[i]
		}
		row := l.fit(w, g.more)
		if framed {
			row = side + " " + row + " " + side
		}
		rows = append(rows, row)
	}
	if framed {
		rows = append(rows, o.border(g.corners[3], g.corners[2], hints(foot, width-6, g.more), o.Dim, width))
	}
	return strings.Join(rows, "\n")
}

// hints are as many of the hints, which two blanks part, as fit the width; the sign
// for more stands for the others.
func hints(text string, width int, more string) string {
	const gap = "  "
	for rest := text; grid.Cells(text) > width; text = rest + gap + more {
		at := strings.LastIndex(rest, gap)
		if at < 0 {
			return text // border cuts it
		}
		rest = rest[:at]
	}
	return text
}

// border is a border line with words in it.
func (o Look) border(left, right, words string, colour func(string) string, width int) string {
	g := o.glyphs()
	words = grid.Cut(words, width-6, g.more)
	if words == "" {
		return paint(o.Dim, left+strings.Repeat(g.across, width-2)+right)
	}
	rest := width - 5 - grid.Cells(words)
	return paint(o.Dim, left+g.across) + " " + paint(colour, words) + " " +
		paint(o.Dim, strings.Repeat(g.across, rest)+right)
}

// wrap breaks text into lines of at most width cells. A line that begins with
// blanks keeps them on its continuation lines; one with a tab is a line of a table, whose
// second column stays one where there is room.
func wrap(text string, width int) []string {
	var out []string
	for paragraph := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		name, words, table := strings.Cut(paragraph, "\t")
		name, words = clean(name), clean(words)
		first := strings.TrimLeft(name, " ")
		indent := min(len(name)-len(first), width/2)
		body := strings.TrimRight(first, " ")
		lead := strings.Repeat(" ", indent)
		begin := lead
		if column := grid.Cells(name) + 1; table && column <= width/3 {
			begin, lead, indent, body = name+" ", strings.Repeat(" ", column), column, words
		} else if table {
			body += "  " + words
		}
		parts := grid.Wrap(body, max(1, width-indent))
		if len(parts) == 0 {
			parts = []string{""}
		}
		for _, part := range parts {
			out = append(out, grid.Cut(strings.TrimRight(begin+part, " "), width, ""))
			begin = lead
		}
	}
	return out
}

// clean is text as it is shown: what nobody would see, and what would break the box, stands
// there as an escape; tabs become blanks.
func clean(text string) string {
	if strings.IndexFunc(text, escape.Hidden) < 0 && utf8.ValidString(text) {
		return text
	}
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\t", "    ").Replace(text), "\n")
	for i, l := range lines {
		lines[i] = escape.Terminal(l)
	}
	return strings.Join(lines, "\n")
}

// oneLine is text as it is shown in one line: its ends of lines, too, stand there as escapes.
func oneLine(text string) string { return escape.Terminal(text) }

// widest is the width of the widest text.
func widest(texts ...string) int {
	w := 0
	for _, t := range texts {
		w = max(w, grid.Cells(t))
	}
	return w
}
