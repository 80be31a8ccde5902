package dialog

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"admmlab/tui/grid"
)

// Column is a column of a Table.
type Column struct {
	Title   string
	Right   bool               // numbers end at the right
	Least   int                // cells it may be cut down to, 0 = it is whole or not there
	Drop    int                // where room is short the column with the largest goes first, 0 = it stays
	Compare func(a, b Row) int // the order of two lines
}

// Row is one line of a Table.
type Row struct {
	Cells []string // one for each column
	Long  string   // below the table while the line is selected
	Value any      // for the caller
}

// Order is by which column a table is sorted.
type Order struct {
	Column   int
	Backward bool
}

// Table is a list with columns, sorted by any of them. Keys of its own move and
// sort; those it is told of end it and are handed to the caller with the line.
type Table struct {
	title   string
	foot    string
	columns []Column
	lines   []Row
	keys    []string
	order   Order
	natural []int // widths of the columns, 0 for one in which nothing stands
	at      int   // selected, an index of lines
	page    int   // lines on the screen when last drawn
	first   int   // first of them
	pressed string
	look    Look
}

// NewTable makes a table. keys are those that end it, as tea.KeyPressMsg.String
// names them; foot says what they do.
func NewTable(title, foot string, columns []Column, lines []Row, keys []string, order Order, o Look) *Table {
	t := &Table{title: oneLine(title), foot: foot, columns: columns, natural: make([]int, len(columns)), keys: keys, order: order, page: 1, look: o}
	for _, l := range lines {
		l.Cells = slices.Clone(l.Cells)
		for i, c := range l.Cells {
			l.Cells[i] = oneLine(c)
			t.natural[i] = max(t.natural[i], widest(l.Cells[i]))
		}
		t.lines = append(t.lines, l)
	}
	t.sort()
	t.at = 0
	return t
}

// Select moves to the first line that ok accepts, if there is one.
func (t *Table) Select(ok func(Row) bool) {
	if i := slices.IndexFunc(t.lines, ok); i >= 0 {
		t.at = i
	}
}

// Pressed is the key that ended the table, "" for esc, and the line it was pressed
// on; false where there is no line.
func (t *Table) Pressed() (key string, on Row, ok bool) {
	if len(t.lines) == 0 {
		return t.pressed, Row{}, false
	}
	return t.pressed, t.lines[t.at], true
}

// Neighbour is the line after the selected one, or before the last: what is selected
// when that one has gone.
func (t *Table) Neighbour() (Row, bool) {
	switch {
	case t.at+1 < len(t.lines):
		return t.lines[t.at+1], true
	case t.at > 0:
		return t.lines[t.at-1], true
	}
	return Row{}, false
}

// Order is how it is sorted now.
func (t *Table) Order() Order { return t.order }

// Key moves, sorts or ends.
func (t *Table) Key(msg tea.KeyPressMsg) (done bool) {
	switch key := msg.String(); {
	case key == "esc":
		return true
	case key == "up":
		t.move(-1)
	case key == "down":
		t.move(1)
	case key == "pgup":
		t.move(-t.page)
	case key == "pgdown":
		t.move(t.page)
	case key == "home":
		t.move(-len(t.lines))
	case key == "end":
		t.move(len(t.lines))
	case key == "<":
		t.by(-1)
	case key == ">":
		t.by(1)
	case key == "s":
		t.order.Backward = !t.order.Backward
		t.sort()
	case slices.Contains(t.keys, key):
		t.pressed = key
		return true
	}
	return false
}

// Paste does nothing: a table is for choosing.
func (t *Table) Paste(string) {}

// Typed is false.
func (t *Table) Typed() bool { return false }

func (t *Table) move(by int) { t.at = max(0, min(len(t.lines)-1, t.at+by)) }

// by sorts by the column before (-1) or after (1) in which anything stands.
func (t *Table) by(n int) {
	for range t.columns {
		t.order.Column = (t.order.Column + n + len(t.columns)) % len(t.columns)
		if t.natural[t.order.Column] > 0 {
			break
		}
	}
	t.sort()
}

// sort keeps the selection on its line. Lines that compare the same keep their
// places.
func (t *Table) sort() {
	rank := make([]int, len(t.lines))
	for i := range rank {
		rank[i] = i
	}
	compare := t.columns[t.order.Column].Compare
	slices.SortStableFunc(rank, func(a, b int) int {
		if t.order.Backward {
			a, b = b, a
		}
		return compare(t.lines[a], t.lines[b])
	})
	sorted := make([]Row, len(rank))
	at := 0
	for i, old := range rank {
		sorted[i] = t.lines[old]
		if old == t.at {
			at = i
		}
	}
	t.lines, t.at = sorted, at
}

// longLines is how many lines the selected line's long text gets in a box of so many.
func longLines(height int) int { return min(8, max(3, height/4)) }

// columnGap stands between columns.
const columnGap = 2

// View draws the header and the part of the lines around the selected one.
func (t *Table) View(width, height int) string {
	w, h := inside(width, height)
	if w < 1 || h < 1 {
		return ""
	}
	mark := widest(t.look.glyphs().mark)
	widths := t.widths(w - mark)
	used := mark - columnGap
	for _, n := range widths {
		if n > 0 {
			used += n + columnGap
		}
	}
	width = min(width, max(used, widest(t.title)+2, widest(t.foot)+2, longWidth)+4)
	long := 0
	if h >= 8 {
		long = 1 + longLines(h)
	}
	height = min(height, 2+1+max(1, len(t.lines))+long)
	w, h = inside(width, height)
	var lines []line
	if h > 1 {
		lines = append(lines, line{{strings.Repeat(" ", mark) + t.row(t.heads(), widths), t.look.Dim}})
	}
	t.page = max(1, h-len(lines)-long)
	lines = append(lines, t.body(widths)...)
	if long > 0 && len(t.lines) > 0 {
		lines = append(lines, nil)
		texts := wrap(oneLine(t.lines[t.at].Long), w)
		if most := max(1, long-1); len(texts) > most {
			texts[most-1] = grid.Cut(texts[most-1]+" "+texts[most], w, t.look.glyphs().more)
			texts = texts[:most]
		}
		for _, text := range texts {
			lines = append(lines, line{{text, t.look.Dim}})
		}
	}
	return t.look.box(t.title, t.foot, lines, width, height)
}

// body is the lines in sight, filled up so that what stands below keeps its place.
func (t *Table) body(widths []int) []line {
	t.first = grid.Scroll(t.first, len(t.lines), t.page, t.at, t.at)
	var lines []line
	g := t.look.glyphs()
	for i := t.first; i < min(len(t.lines), t.first+t.page); i++ {
		mark, colour := strings.Repeat(" ", widest(g.mark)), func(s string) string { return s }
		if i == t.at {
			mark, colour = g.mark, t.look.Accent
		}
		lines = append(lines, line{{mark + t.row(t.lines[i].Cells, widths), colour}})
	}
	for len(lines) < t.page {
		lines = append(lines, nil)
	}
	return lines
}

// heads are the titles, the one it is sorted by with its direction.
func (t *Table) heads() []string {
	var heads []string
	for i, c := range t.columns {
		sign := ""
		if i == t.order.Column {
			sign = t.look.glyphs().rising
			if t.order.Backward {
				sign = t.look.glyphs().falling
			}
		}
		heads = append(heads, c.Title+sign)
	}
	return heads
}

// row is one line of cells, each in its width.
func (t *Table) row(cells []string, widths []int) string {
	var b strings.Builder
	for i, n := range widths {
		if n == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(strings.Repeat(" ", columnGap))
		}
		text := grid.Cut(cells[i], n, t.look.glyphs().more)
		blank := strings.Repeat(" ", n-widest(text))
		if t.columns[i].Right {
			text = blank + text
		} else {
			text += blank
		}
		b.WriteString(text)
	}
	return b.String()
}

// widths gives every column its natural width, 0 to one in which nothing stands;
// where that is too much, columns that may be cut are, and if that is not enough
// some go.
func (t *Table) widths(room int) []int {
	widths := slices.Clone(t.natural)
	for i, c := range t.columns {
		if widths[i] > 0 || i == t.order.Column {
			widths[i] = max(widths[i], widest(c.Title)+1) // the sign of its order
		}
	}
	for {
		over, drop := -columnGap-room, -1
		for i, c := range t.columns {
			if widths[i] == 0 {
				continue
			}
			over += widths[i] + columnGap
			if c.Drop > 0 && (drop < 0 || c.Drop > t.columns[drop].Drop) {
				drop = i
			}
		}
		if t.squeeze(widths, over) || drop < 0 {
			return widths
		}
		widths[drop] = 0
	}
}

// squeeze takes what is over out of the columns that may be cut, cell by cell from
// the widest, and reports whether that was possible; if not it leaves them alone.
func (t *Table) squeeze(widths []int, over int) bool {
	cut := slices.Clone(widths)
	for ; over > 0; over-- {
		widest := -1
		for i, c := range t.columns {
			if c.Least > 0 && cut[i] > c.Least && (widest < 0 || cut[i] > cut[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return false
		}
		cut[widest]--
	}
	copy(widths, cut)
	return true
}
