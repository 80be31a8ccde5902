package chart

import (
	"cmp"
	"fmt"
	"math"

	"admmlab/tui/grid"
)

// picture is a chart being drawn.
type picture struct {
	Canvas
	o     Options
	g     *glyphs
	f     frame
	scale scale
	names map[[2]int]bool // cells of the names of curves
}

// curveRoles are the roles of series, from the bottom layer to the top.
var curveRoles = [...]Role{Trail, Reference, Ghost, Fourth, Third, Second, Main}

// layers reduces the series and sorts them from the bottom layer to the top.
func layers(series []Series, f frame, log bool) []reduced {
	all := make([]reduced, 0, len(series))
	for _, role := range curveRoles {
		for _, s := range series {
			if seriesRole(s) == role {
				s.Role = role
				all = append(all, reduce(s, f, log))
			}
		}
	}
	return all
}

func seriesRole(s Series) Role {
	if isCurve(s.Role) {
		return s.Role
	}
	return Main
}

// words returns what the chart has to say about its data as a whole, if anything.
func (p *picture) words(all []reduced) string {
	iterations, dropped, finite, infinite := 0, 0, false, false
	for _, r := range all {
		iterations += r.iterations
		dropped += r.dropped
		for _, c := range r.columns {
			if c.state == drawn {
				finite = finite || isFinite(c.min) || isFinite(c.max)
				infinite = true
			}
		}
	}
	switch {
	case iterations == 0:
		return "no iterations yet"
	case finite:
		return ""
	case dropped > 0 && !infinite:
		return "no positive values"
	}
	return cmp.Or(p.o.Without, "no finite values")
}

// axes draws both axes; values is false when there is nothing to measure.
func (p *picture) axes(values bool) {
	if p.f.left == 0 {
		return
	}
	x := p.f.left - 1
	for y := p.f.header; y < p.f.header+p.f.rows; y++ {
		p.set(x, y, p.g.vertical, Axis)
	}
	if values {
		p.valueTicks(x)
	}
	if p.f.axisRows > 0 {
		p.iterationAxis()
	}
}

func (p *picture) valueTicks(x int) {
	before, taken := "", p.f.rows
	for _, t := range p.scale.ticks(p.o, p.f.field) {
		row := p.scale.row(t.value)
		// Two ticks with one label would claim that different heights are equal.
		if row == taken || t.label == before && t.label != "" {
			continue
		}
		before, taken = t.label, row
		y := p.y(row)
		p.set(x, y, p.g.tick, Axis)
		label := p.o.text(t.label)
		pad := p.f.field - grid.Cells(label)
		if pad > 0 {
			pad-- // a blank before the axis, where there is room
		}
		if p.f.field > 0 {
			p.write(pad, y, label, Tick)
		}
	}
}

// iterationAxis draws the bottom line: numbers under ticks, or numbers within
// the line when there is only one row.
func (p *picture) iterationAxis() {
	y := p.f.header + p.f.rows
	p.set(p.f.left-1, y, p.g.corner, Axis)
	for x := p.f.left; x < p.right(); x++ {
		p.set(x, y, p.g.horizontal, Axis)
	}
	free := p.f.left // first column not taken by a number
	for _, t := range p.places() {
		text := p.o.text(t.Label)
		x := p.f.left + p.f.column(t.At)
		start := min(max(x-grid.Cells(text)/2, p.f.left), p.right()-grid.Cells(text))
		if start < free || start < 0 {
			continue
		}
		free = start + grid.Cells(text) + 2
		if p.f.axisRows > 1 {
			p.set(x, y, p.g.tickX, Axis)
		}
		p.write(start, y+p.f.axisRows-1, text, Tick)
	}
}

// places are the ticks of the horizontal axis that lie on it.
func (p *picture) places() []Place {
	var list []Place
	if p.o.Places == nil {
		for _, t := range p.f.iterationTicks() {
			list = append(list, Place{t, fmt.Sprint(t)})
		}
	}
	for _, t := range p.o.Places {
		if p.f.shows(t.At) {
			list = append(list, t)
		}
	}
	return list
}

// iterationTicks returns two to five iterations, the first and the last among them.
func (f frame) iterationTicks() []int {
	if f.first >= f.last {
		return []int{f.first}
	}
	digits := max(len(fmt.Sprint(f.first)), len(fmt.Sprint(f.last)))
	most := min(max(f.width/(digits+4), 2), 5)
	ticks := []int{f.first}
	every := tickDistance((f.last-f.first)/(most-1) + 1)
	if (f.last-f.first)%(most-1) == 0 {
		every = tickDistance((f.last - f.first) / (most - 1))
	}
	room := float64(digits + 2)
	for t := floorTo(f.first, every) + every; t < f.last; t += every {
		if float64(t-f.first)*f.ratio >= room && float64(f.last-t)*f.ratio >= room {
			ticks = append(ticks, t)
		}
	}
	return append(ticks, f.last)
}

func floorTo(t, every int) int { return int(math.Floor(float64(t)/float64(every))) * every }

// tickDistance returns the least of 1, 2, 5, 10, 20, 25, 50, 100, 200, 250, ...
// that is not below distance.
func tickDistance(distance int) int {
	for _, d := range []int{1, 2, 5} {
		if d >= distance {
			return d
		}
	}
	for ten := 10; ; ten *= 10 {
		for _, d := range []int{ten, 2 * ten, 5 * ten / 2, 5 * ten} {
			if d >= distance {
				return d
			}
		}
	}
}

// curve draws one series, its lone points and what lies beyond the edges.
func (p *picture) curve(r reduced) {
	arms := trace(levelRows(r, p.scale), p.f.rows)
	addSpans(arms, r.columns, p.scale)
	chars, lone := p.o.curve(r.Role), p.g.point
	if r.Role == Reference || r.Role == Trail { // of what is only there to be compared with, parts may be left out
		lone = chars[armLeft|armRight]
	}
	for i, a := range arms {
		if a != 0 {
			p.set(p.f.left+i%p.f.width, p.f.header+i/p.f.width, chars[a], r.Role)
		}
	}
	for i, c := range r.columns {
		if c.state != drawn {
			continue
		}
		x := p.f.left + i
		if r.lone(i) && c.min == c.max {
			p.set(x, p.y(p.scale.row(c.last)), lone, r.Role)
		}
		if c.max > p.scale.high {
			p.set(x, p.y(p.f.rows-1), p.g.above, r.Role)
		}
		if c.min < p.scale.low {
			p.set(x, p.y(0), p.g.below, r.Role)
		}
	}
}

// end marks the end of a series that asks for it.
func (p *picture) end(r reduced) {
	if r.Ends && r.lastColumn >= 0 {
		p.set(p.f.left+r.lastColumn, p.y(p.scale.row(r.last)), p.g.point, r.Role)
	}
}

// lone says that the line neither comes to column i nor leaves it.
func (r reduced) lone(i int) bool {
	return !r.joined(i, -1) && !r.joined(i, 1)
}

func (r reduced) joined(i, direction int) bool {
	for i += direction; i >= 0 && i < len(r.columns); i += direction {
		if r.columns[i].state != empty {
			return r.columns[i].state == drawn
		}
	}
	return false
}

// right is the column behind the plot.
func (p *picture) right() int { return p.f.left + p.f.width }

// y returns the canvas row of a plot row counted from the bottom.
func (p *picture) y(row int) int { return p.f.header + p.f.rows - 1 - row }
