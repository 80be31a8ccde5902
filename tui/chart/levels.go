package chart

import (
	"math"
	"strings"

	"admmlab/tui/grid"
)

// levelLabel writes the label on the level's own line, or with an arrow near
// the edge when the level lies off the axis.
func (p *picture) levelLabel(l Level) {
	if math.IsNaN(l.Value) || l.Label == "" {
		return
	}
	label, y := " "+l.Label+" ", p.y(p.scale.row(l.Value))
	rows := []int{y}
	switch {
	case l.Value > p.scale.high:
		label, rows = string(p.g.above)+label, []int{y, y + 1, y + 2}
	case l.Value < p.scale.low:
		label, rows = string(p.g.below)+label, []int{y, y - 1, y - 2}
	}
	if l.Quiet {
		name := l.Label[:max(0, strings.LastIndex(l.Label, " "))] // without its value: beside a curve's it would be taken for that one's
		if !p.placeRight(label, apartNames, rows) && len(rows) == 1 && !p.placeRight(" "+name+" ", p.Width, rows) {
			p.placeRight(label, apartNames, []int{y + 1, y - 1}) // a curve lies on its line
		}
		return
	}
	if from, before := p.span(l); !p.place(label, LevelLine, rows, from, before) {
		p.place(label, LevelLine, rows, p.f.left, p.right())
	}
}

// placeRight writes the name of a quiet level into the first of the rows where it hides
// nothing and stands so many columns apart from the names and values of curves, as far
// right as that goes, and says whether there was one.
func (p *picture) placeRight(s string, apart int, rows []int) bool {
	text := p.o.text(s)
	n := grid.Cells(text)
	for _, y := range rows {
		for x := p.right() - n; x > p.f.left; x-- {
			if p.free(x, y, n, LevelLine) && !p.named(x-1, y, n+2) && // two blanks between names
				!p.curveNamed(x-apart, y, n+2*apart) {
				p.write(x, y, text, LevelLine)
				return true
			}
		}
	}
	return false
}

// curveNamed reports whether the name or the value of a curve stands in the n cells from x on.
func (p *picture) curveNamed(x, y, n int) bool {
	for i := x; i < x+n; i++ {
		if p.names[[2]int{i, y}] {
			return true
		}
	}
	return false
}

// named reports whether the name of a level stands in the n cells from x on.
func (p *picture) named(x, y, n int) bool {
	for i := x; i < x+n; i++ {
		if c := p.At(i, y); c.Rune != ' ' && c.Rune != p.g.level {
			return true
		}
	}
	return false
}
