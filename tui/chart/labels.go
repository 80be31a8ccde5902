package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"admmlab/sim/numeral"
)

// labels writes what goes into the plot's free cells, the most telling first.
func (p *picture) labels(all []reduced, levels []Level, words string) {
	if words != "" {
		p.centre(words)
		return
	}
	for i := len(all) - 1; i >= 0; i-- { // main series first
		p.endLabel(all[i])
	}
	for _, l := range levels {
		if l.Quiet { // beneath all that is there
			p.levelLine(l)
		}
	}
	for _, l := range levels {
		p.levelLabel(l)
	}
	dropped := 0
	for _, r := range all {
		dropped += r.dropped
	}
	if dropped > 0 {
		p.logNote(dropped)
	}
}

// centre writes words in the middle of the plot, where there is no curve.
func (p *picture) centre(words string) {
	for _, s := range []string{words, "no data", "-"} {
		if text := p.o.text(s); len(text) <= p.f.width {
			p.write(p.f.left+(p.f.width-len(text))/2, p.y((p.f.rows-1)/2), text, Note)
			return
		}
	}
}

// endLabel writes the last value behind the end of the line, or above or below
// it when the line reaches the right edge.
func (p *picture) endLabel(r reduced) {
	if r.lastColumn < 0 {
		return
	}
	label, role := r.Label, r.Role
	if role == Main || role == Second {
		if label != "" {
			label += " "
		}
		if p.o.Bounds {
			label += numeral.AtMost(r.last, 3)
		} else {
			label += numeral.Short(r.last)
		}
	}
	if role == Main {
		role = EndLabel
	}
	text := p.o.text(label)
	if len(text) == 0 || len(text) > p.f.width/2 {
		return
	}
	if !p.placeAtEnd(text, r, role) && role == EndLabel {
		p.leastHarm(text, p.y(p.scale.row(r.last)), role)
	}
}

// placeAtEnd tries the cells behind, above and below the end of the line; first
// without other lines in between, which would make it look like their label.
func (p *picture) placeAtEnd(text []rune, r reduced, role Role) bool {
	end, y, n := p.f.left+r.lastColumn, p.y(p.scale.row(r.last)), len(text)
	for _, try := range []struct {
		crossing bool
		over     []Role
	}{{false, nil}, {false, []Role{LevelLine, MarkLine}}, {true, []Role{LevelLine, MarkLine}}} {
		for distance := range 4 {
			for _, at := range []int{y - distance, y + distance} {
				for _, x := range []int{end + 2, p.Width - n, end - n} {
					if x <= end+2 && p.free(x, at, n, try.over...) && (try.crossing || !p.crosses(x, n, y, at, r.Role)) {
						p.write(x, at, text, role)
						return true
					}
				}
			}
		}
	}
	return false
}

// crosses says that a curve of another role runs between rows a and b somewhere
// in the n columns from x on.
func (p *picture) crosses(x, n, a, b int, own Role) bool {
	for y := min(a, b) + 1; y < max(a, b); y++ {
		for i := x; i < x+n; i++ {
			if role := p.At(i, y).Role; isCurve(role) && role != own {
				return true
			}
		}
	}
	return false
}

// leastHarm writes text at the right edge, on the nearest row that has the
// fewest characters of curves under it.
func (p *picture) leastHarm(text []rune, y int, role Role) {
	x, best, bestHarm := p.Width-len(text), y, math.MaxInt
	for row := range p.f.rows {
		at := p.y(row)
		harm := max(at-y, y-at)
		for i := x - 1; i < p.Width; i++ {
			if isCurve(p.At(i, at).Role) {
				harm += p.f.rows
			}
		}
		if harm < bestHarm {
			best, bestHarm = at, harm
		}
	}
	p.write(x, best, text, role)
}

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
		name, _, _ := strings.Cut(l.Label, " ")
		if !p.placeRight(label, rows) && len(rows) == 1 && !p.placeRight(" "+name+" ", rows) {
			p.placeRight(label, []int{y + 1, y - 1}) // a curve lies on its line
		}
		return
	}
	p.place(label, LevelLine, rows)
}

// placeRight writes the name of a quiet level into the first of the rows where it hides
// nothing, as far right as that goes, and says whether there was one.
func (p *picture) placeRight(s string, rows []int) bool {
	text := p.o.text(s)
	for _, y := range rows {
		for x := p.Width - len(text); x > p.f.left; x-- {
			if p.free(x, y, len(text), LevelLine) && !p.named(x, y, len(text)) {
				p.write(x, y, text, LevelLine)
				return true
			}
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

// logNote says how many values a logarithmic axis cannot show.
func (p *picture) logNote(dropped int) {
	rows := make([]int, p.f.rows)
	for row := range rows {
		rows[row] = p.y(row)
	}
	for _, note := range []string{"log: %d values ≤ 0 not drawn", "%d values ≤ 0", "%d ≤ 0"} {
		if p.place(fmt.Sprintf(note, dropped), Note, rows) {
			return
		}
	}
}

// place writes a text that belongs to no column into the first of the rows where
// it hides no curve and no other words, and says whether there was one.
func (p *picture) place(s string, role Role, rows []int) bool {
	text := p.o.text(s)
	right := p.Width - 1 - len(text)
	for _, over := range [][]Role{{LevelLine}, {LevelLine, MarkLine}} {
		for _, y := range rows {
			for _, x := range []int{p.f.left + 1, right, (p.f.left + right) / 2} {
				if p.free(x, y, len(text), over...) {
					p.write(x, y, text, role)
					return true
				}
			}
		}
	}
	return false
}

// free says that n cells from x on lie in the plot and hold, like the cells
// beside them, nothing but blanks and lines of the roles in over.
func (p *picture) free(x, y, n int, over ...Role) bool {
	if x < p.f.left || x+n > p.Width || y < p.f.header || y >= p.f.header+p.f.rows {
		return false
	}
	for i := max(x-1, p.f.left); i <= x+n; i++ {
		if role := p.At(i, y).Role; role != Blank && role != Band && !slices.Contains(over, role) {
			return false
		}
	}
	return true
}

func isCurve(r Role) bool {
	return slices.Contains(curveRoles[:], r)
}
