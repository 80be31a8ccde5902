package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"admmlab/sim/numeral"
	"admmlab/tui/grid"
)

// apartNames is how many columns part a number from the words of another line.
const apartNames = 4

// labels writes what goes into the plot's free cells, the most telling first.
func (p *picture) labels(all []reduced, levels []Level, words string) {
	if words != "" {
		p.centre(words)
		return
	}
	p.endLabels(all)
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
		if text := p.o.text(s); grid.Cells(text) <= p.f.width {
			p.write(p.f.left+(p.f.width-grid.Cells(text))/2, p.y((p.f.rows-1)/2), text, Note)
			return
		}
	}
}

// endLabels name the curves at their ends, that on top first. Where there are several, each
// name but that of the main series begins with a stroke of its curve.
func (p *picture) endLabels(all []reduced) {
	names, of := 0, map[Role]int{}
	for _, r := range all {
		if r.lastColumn >= 0 && (r.Label != "" || r.tellsValue()) {
			names++
			of[r.Role]++
		}
	}
	var placed []endName
	for i := len(all) - 1; i >= 0; i-- { // main series first
		if r := all[i]; r.lastColumn >= 0 {
			if r.alike = of[r.Role] > 1; r.alike {
				r.others = p.ends(all, i)
			}
			placed = p.endLabel(r, p.endForms(r, names > 1), names > 1, placed)
		}
	}
}

// ends are where the other curves of the role of all[i] end, each a column and a row.
func (p *picture) ends(all []reduced, i int) (list [][2]int) {
	for k, r := range all {
		if k != i && r.Role == all[i].Role && r.Ends && r.lastColumn >= 0 {
			list = append(list, [2]int{p.f.left + r.lastColumn, p.y(p.scale.row(r.last))})
		}
	}
	return list
}

// elsewhere reports whether n cells from x on in row y, which are not right behind the end of r, are no farther
// from the end of another curve that looks like it: a name there would be taken for that one's.
func (p *picture) elsewhere(x, n, y int, r reduced) bool {
	away := func(column, row int) int { return max(x-column, column-(x+n-1), 0) + max(y-row, row-y) }
	end, row := p.f.left+r.lastColumn, p.y(p.scale.row(r.last))
	if y == row && x == end+2 {
		return false
	}
	for _, other := range r.others {
		if away(other[0], other[1]) <= away(end, row) {
			return true
		}
	}
	return false
}

// endName is a name that stands at the end of its curve.
type endName struct {
	column, y int     // the end of the curve, the row of the name
	value     float64 // of the end
}

// endForms are what may stand at the end of a curve, the most telling first.
func (p *picture) endForms(r reduced, stroke bool) (forms []string) {
	value := p.endValue(r)
	var words []string
	switch {
	case r.tellsValue():
		words = []string{value}
	case r.Label == "":
		return nil
	case r.Role == Main && stroke:
		words = []string{r.Label + " " + value, r.Label, value}
	case r.Role == Main:
		words = []string{r.Label + " " + value, value}
	case (r.Role == Reference || r.Role == Ghost || r.Role == Trail) && r.End == "":
		words = []string{r.Label}
	default:
		words = []string{r.Label + " " + value, r.Label}
	}
	if r.Brief != "" {
		words = append(words, r.Brief)
	}
	for _, w := range words {
		text := p.o.text(w)
		if stroke && r.Role != Main { // before a number it would be a minus
			text = string(p.o.curve(r.Role)[armLeft|armRight]) + text
		}
		if grid.Cells(text) <= p.f.width/2 {
			forms = append(forms, text)
		}
	}
	return forms
}

// endValue is what is told of the end of a curve.
func (p *picture) endValue(r reduced) string {
	switch {
	case r.End != "":
		return r.End
	case r.beneath:
		return string(p.g.below) + " " + numeral.Short(r.newest)
	case p.o.Bounds:
		return numeral.AtMost(r.last, 3)
	}
	return numeral.Short(r.last)
}

// tellsValue reports whether the end of a curve without a name says its value.
func (r reduced) tellsValue() bool { return r.Label == "" && r.Role == Main && !r.Piece }

// endLabel writes the first of the forms that has room at the end of the line, else, of the
// main series, the last one where it hides least. A curve that does not mean what the others
// do (Brief) is not drawn without its name.
func (p *picture) endLabel(r reduced, forms []string, several bool, placed []endName) []endName {
	role := r.Role
	if role == Main {
		role = EndLabel
	}
	for _, text := range forms {
		if x, y, ok := p.besideEnd(text, r, several, placed); ok {
			p.apart(x, y, text, role)
			return append(placed, endName{r.lastColumn, y, r.last})
		}
	}
	switch {
	case len(forms) == 0 && r.Brief != "":
		p.erase(r.Role)
	case len(forms) == 0:
	case role == EndLabel:
		y := p.leastHarm(forms[len(forms)-1], r)
		placed = append(placed, endName{r.lastColumn, y, r.last})
	case r.alike && r.Brief == "": // along its line it would be along others, too
	case !p.alongLine(forms[len(forms)-1], r) && r.Brief != "":
		p.erase(r.Role)
	}
	return placed
}

// erase takes a curve away, as far as it is seen.
func (p *picture) erase(role Role) {
	for y := range p.f.rows {
		for x := range p.f.width {
			if p.At(p.f.left+x, p.y(y)).Role == role {
				p.set(p.f.left+x, p.y(y), ' ', Blank)
			}
		}
	}
}

// alongLine writes a name right above or below its line, as near to the end as there is room,
// and reports whether there is.
func (p *picture) alongLine(text string, r reduced) bool {
	rows, n := levelRows(r, p.scale), grid.Cells(text)
	for column := r.lastColumn; column >= r.lastColumn*2/3; column-- {
		if rows[column] == noRow || p.At(p.f.left+column, p.y(rows[column])).Role != r.Role {
			continue // nothing of it is seen there
		}
		for _, x := range []int{p.f.left + column, p.f.left + column - n + 1} {
			for _, y := range []int{p.y(rows[column]) - 1, p.y(rows[column]) + 1} {
				if p.free(x, y, n, LevelLine, MarkLine) && !p.misread(text, r, x, y) {
					p.apart(x, y, text, r.Role)
					return true
				}
			}
		}
	}
	return false
}

// apart writes with a blank before: a stroke of the line before a number would be a minus.
func (p *picture) apart(x, y int, text string, role Role) {
	if x > p.f.left {
		p.set(x-1, y, ' ', Blank)
	}
	p.write(x, y, text, role)
	for i := range grid.Cells(text) {
		p.names[[2]int{x + i, y}] = true
	}
}

// besideEnd is a free place behind the end of the line, a row or two off where names share
// the room, or right above or below the end, or on the last stretch of the line itself;
// never with another line in between, which would make it look like that one's name.
func (p *picture) besideEnd(text string, r reduced, several bool, placed []endName) (x, y int, ok bool) {
	end, own, n := p.f.left+r.lastColumn, p.y(p.scale.row(r.last)), grid.Cells(text)
	overs := [][]Role{nil, {LevelLine, MarkLine}}
	if !r.alike { // it lies on its own line alone
		overs = append(overs, []Role{LevelLine, MarkLine, r.Role})
	}
	if r.Ends && (r.Role == Main || r.Role == Second || r.Role == Third || r.Role == Fourth) {
		overs = append(overs, []Role{LevelLine, MarkLine, r.Role, Reference}) // a run comes before what it is held against
	}
	for _, over := range overs {
		for distance := range 3 {
			for _, y := range []int{own - distance, own + distance} {
				starts := []int{end + 2}
				switch {
				case distance == 1 || distance == 2 && !several:
					starts = []int{end + 2, p.right() - n, end - n}
				case distance == 0 && len(over) == 3 && !r.Ends:
					starts = []int{min(end+1, p.right()) - n}
				}
				for _, x := range starts {
					if x <= end+2 && p.free(x, y, n, over...) && !p.misread(text, r, x, y) && !p.elsewhere(x, n, y, r) && !p.crosses(x, n, own, y, r) && inOrder(endName{r.lastColumn, y, r.last}, placed) {
						return x, y, true
					}
				}
			}
		}
	}
	return 0, 0, false
}

// misread reports whether the value of the main series, which no stroke parts from what is before it, would
// stand right behind a name without a value of its own, as if it were that one's.
func (p *picture) misread(text string, r reduced, x, y int) bool {
	if strings.HasSuffix(text, p.o.text(r.Label+" "+p.endValue(r))) {
		return false
	}
	for i := range apartNames {
		if p.At(x+grid.Cells(text)+i, y).Role == EndLabel {
			return true
		}
	}
	return false
}

// inOrder reports whether the names of curves that end together stand in the order of
// their values.
func inOrder(one endName, placed []endName) bool {
	const together = 3 // columns
	for _, other := range placed {
		if max(one.column-other.column, other.column-one.column) > together {
			continue
		}
		if one.value > other.value && one.y > other.y || one.value < other.value && one.y < other.y {
			return false
		}
	}
	return true
}

// crosses says that a curve that may be another one than r runs between rows a and b somewhere
// in the n columns from x on.
func (p *picture) crosses(x, n, a, b int, r reduced) bool {
	for y := min(a, b) + 1; y < max(a, b); y++ {
		for i := x; i < x+n; i++ {
			if role := p.At(i, y).Role; isCurve(role) && (role != r.Role || r.alike) {
				return true
			}
		}
	}
	return false
}

// leastHarm writes the value of the main series at its end, on the nearest row that has
// the fewest characters of curves under it, and returns that row.
func (p *picture) leastHarm(text string, r reduced) int {
	own, n := p.y(p.scale.row(r.last)), grid.Cells(text)
	x, best, bestHarm := max(p.f.left, min(p.f.left+r.lastColumn+2, p.right()-n)), own, math.MaxInt
	for row := range p.f.rows {
		y := p.y(row)
		off := max(y-own, own-y)
		harm := off
		for i := x - 1; i < x+n; i++ {
			if isCurve(p.At(i, y).Role) {
				harm += p.f.rows
			}
		}
		if off <= 1 && harm < bestHarm {
			best, bestHarm = y, harm
		}
	}
	p.apart(x, best, text, EndLabel)
	return best
}

// logNote says how many values a logarithmic axis cannot show.
func (p *picture) logNote(dropped int) {
	rows := make([]int, p.f.rows)
	for row := range rows {
		rows[row] = p.y(row)
	}
	values := numeral.Counted(dropped, "value")
	for _, note := range []string{"log: " + values + " ≤ 0 not drawn", values + " ≤ 0", fmt.Sprintf("%d ≤ 0", dropped)} {
		if p.place(note, Note, rows, p.f.left, p.right()) {
			return
		}
	}
}

// place writes a text into the first of the rows where it hides no curve and no other
// words between two columns, and says whether there was one.
func (p *picture) place(s string, role Role, rows []int, from, before int) bool {
	text := p.o.text(s)
	n := grid.Cells(text)
	right := before - 1 - n
	if right < from {
		return false
	}
	for _, over := range [][]Role{{LevelLine}, {LevelLine, MarkLine}} {
		for _, y := range rows {
			for _, x := range []int{from + 1, right, (from + right) / 2} {
				if p.free(x, y, n, over...) {
					p.write(x, y, text, role)
					return true
				}
			}
		}
	}
	return false
}

// free says that n cells from x on lie in the plot and hold, like the cells
// beside them, nothing but blanks and lines of the roles in over, which the name of a level is none of.
func (p *picture) free(x, y, n int, over ...Role) bool {
	if x < p.f.left || x+n > p.Width || y < p.f.header || y >= p.f.header+p.f.rows {
		return false
	}
	for i := max(x-1, p.f.left); i <= x+n; i++ {
		c := p.At(i, y)
		if c.Role != Blank && c.Role != Band && !slices.Contains(over, c.Role) || p.names[[2]int{i, y}] || c.Role == LevelLine && c.Rune != p.g.level && c.Rune != ' ' {
			return false
		}
	}
	return true
}

func isCurve(r Role) bool {
	return slices.Contains(curveRoles[:], r)
}
