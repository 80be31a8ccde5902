package chart

import (
	"slices"
	"strconv"

	"admmlab/tui/grid"
)

func (p *picture) anyVisible(marks []Mark) bool {
	f := layout(p.o, false)
	for _, m := range marks {
		if f.shows(m.Iteration) {
			return true
		}
	}
	return false
}

func (p *picture) markLine(m Mark) {
	if p.f.shows(m.Iteration) {
		p.upright(m.Iteration, p.g.mark, MarkLine)
	}
}

func (p *picture) cursorLine() {
	if p.o.Cursor >= 0 && p.f.shows(p.o.Cursor) {
		p.upright(p.o.Cursor, p.g.cursor, CursorLine)
	}
}

func (p *picture) upright(t int, r rune, role Role) {
	x := p.f.left + p.f.column(t)
	for row := range p.f.rows {
		p.set(x, p.y(row), r, role)
	}
}

// cursorPoints mark the value of every series that the cursor reads, that on top last.
func (p *picture) cursorPoints(all []reduced) {
	for _, r := range all {
		at, v, ok := r.read(p.o.Cursor)
		if !ok || !p.f.shows(at) || !isFinite(v) || v < p.scale.low || v > p.scale.high {
			continue
		}
		point := p.g.point
		if r.Places != nil {
			point = p.g.read
		}
		p.set(p.f.left+p.f.column(at), p.y(p.scale.row(v)), point, CursorLine)
	}
}

// inRoom are the levels without the quiet ones where those would crowd the curves.
func (p *picture) inRoom(levels []Level) []Level {
	const rows, width = 6, 20
	if p.f.rows >= rows && p.f.width >= width {
		return levels
	}
	return slices.DeleteFunc(slices.Clone(levels), func(l Level) bool { return l.Quiet })
}

func (p *picture) levelLine(l Level) {
	if !(l.Value >= p.scale.low && l.Value <= p.scale.high) {
		return // said in words by levelLabel
	}
	y := p.y(p.scale.row(l.Value))
	if l.Quiet {
		for x := p.f.left; x < p.right(); x += 3 {
			role, beside := p.At(x, y).Role, p.names[[2]int{x - 1, y}] || p.names[[2]int{x + 1, y}]
			if (role == Blank || role == Band) && !beside {
				p.set(x, y, p.g.level, LevelLine)
			}
		}
		return
	}
	for x, end := p.span(l); x < end; x++ {
		p.set(x, y, p.g.level, LevelLine)
	}
}

// span are the columns of a level, from one and before the other.
func (p *picture) span(l Level) (from, before int) {
	from, before = p.f.left, p.right()
	if l.From > p.f.first {
		from += p.f.column(min(l.From, p.f.last))
	}
	if l.Before != 0 && l.Before <= p.f.last {
		before = p.f.left + p.f.column(max(l.Before, p.f.first))
	}
	return from, before
}

// markLabels writes numbers and words above the marks, newest first: when they
// would overlap, the words and then the numbers of older changes are left out.
func (p *picture) markLabels(marks []Mark) {
	if p.f.field == 0 {
		return
	}
	taken := make([]bool, p.Width)
	numbered := make([]bool, len(marks)) // those whose number is there
	y := 0
	for i := len(marks) - 1; i >= 0; i-- {
		if !p.f.shows(marks[i].Iteration) {
			continue
		}
		number := p.o.text(markNumber(i+1, p.o.ASCII))
		x := min(p.f.left+p.f.column(marks[i].Iteration), p.Width-grid.Cells(number))
		if !isCurve(p.At(x, y).Role) && claim(taken, x, grid.Cells(number), 0, 0, p.f.left) {
			p.write(x, y, number, MarkLabel)
			numbered[i] = true
		}
	}
	if p.f.header == 0 {
		return // words over the curve would hide it
	}
	for i := len(marks) - 1; i >= 0; i-- {
		words := p.o.text(marks[i].Label)
		if words == "" || !numbered[i] {
			continue
		}
		number := grid.Cells(markNumber(i+1, p.o.ASCII))
		x := min(p.f.left+p.f.column(marks[i].Iteration), p.Width-number)
		const own, other = 1, 3 // blanks to its own number, and to others so that it is nobody else's
		wide := grid.Cells(words)
		start := x + number + own
		if !claim(taken, start, wide, own, other, p.f.left) {
			if start = x - own - wide; !claim(taken, start, wide, other, own, p.f.left) {
				continue
			}
		}
		p.write(start, y, words, MarkLabel)
	}
}

// claim takes n cells from x on and says whether they, and so many before and after
// them, were free.
func claim(taken []bool, x, n, before, after, left int) bool {
	if x < left || x+n > len(taken) {
		return false
	}
	for i := max(x-before, 0); i < min(x+n+after, len(taken)); i++ {
		if taken[i] {
			return false
		}
	}
	for i := x; i < x+n; i++ {
		taken[i] = true
	}
	return true
}

// markNumber returns ① to ⑳, plain digits beyond.
func markNumber(n int, ascii bool) string {
	if ascii || n > 20 {
		return strconv.Itoa(n)
	}
	return string(rune('①' + n - 1))
}
