package netview

import "strings"

// stroke is one cell of a line.
type stroke struct {
	at   point
	rune rune
}

// A pen appends the cells of a line from the middle of a to the middle of b, both
// included; a is not below b.
type pen func(out []stroke, a, b point) []stroke

// line draws from a to b, always from the upper end, so that a line and its mirror image
// round to mirror images.
func (draw pen) line(out []stroke, a, b point) []stroke {
	if a.y > b.y {
		a, b = b, a
	}
	return draw(out, a, b)
}

const (
	level   = '━'
	upright = '┃'
	both    = '╋'
)

// quadrants lists the characters by the quarters they fill: upper left 1, upper right 2,
// lower left 4, lower right 8.
var quadrants = [16]rune{' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'}

// quarters is a pen for a slanted line in quarters of a cell, so that it has no corners, and
// for a level or upright one in the middle of its cells.
func quarters(out []stroke, a, b point) []stroke {
	width, height := abs(b.x-a.x), b.y-a.y
	way := 1
	if b.x < a.x {
		way = -1
	}
	switch {
	case height == 0:
		for k := range width + 1 {
			out = append(out, stroke{point{a.x + way*k, a.y}, level})
		}
		return out
	case width == 0:
		for k := range height + 1 {
			out = append(out, stroke{point{a.x, a.y + k}, upright})
		}
		return out
	}
	long := 2 * max(width, height)
	first := len(out)
	for k := range long {
		// Quarters gone sideways and down, at the middle of this one.
		x, y := (2*k+1)*width/long, (2*k+1)*height/long
		column, row := 2*a.x+1+x, 2*a.y+1+y
		if way < 0 {
			column = 2*a.x - x
		}
		s := stroke{point{column >> 1, row >> 1}, quadrants[1<<(column&1+2*(row&1))]}
		if last := len(out) - 1; last >= first && out[last].at == s.at {
			out[last].rune = cross(out[last].rune, s.rune)
			continue
		}
		out = append(out, s)
	}
	return out
}

// hair is a thin pen, for many lines and for ASCII: a flat line runs level with steps, like
// the curves of the charts; a steep one has one character per row, slanted where it has
// changed column.
func hair(out []stroke, a, b point) []stroke {
	width, height := abs(b.x-a.x), b.y-a.y
	if width >= 2*height {
		return flat(out, a, b)
	}
	way, slanted := 1, '╲'
	if b.x < a.x {
		way, slanted = -1, '╱'
	}
	before := 0
	for k := range height + 1 {
		column := (2*width*k + height) / (2 * height) // rounded
		r := slanted
		if column == before {
			r = '│'
		}
		out = append(out, stroke{point{a.x + way*column, a.y + k}, r})
		before = column
	}
	return out
}

func flat(out []stroke, a, b point) []stroke {
	width, height := abs(b.x-a.x), b.y-a.y
	way, down, on := 1, '╮', '╰'
	if b.x < a.x {
		way, down, on = -1, '╭', '╯'
	}
	y := a.y
	for k := range width + 1 {
		q := point{a.x + way*k, y}
		// Step number s of the height is at (2s+1)/(2 height) of the width.
		if s := y - a.y; s < height && k == (width*(2*s+1)+height)/(2*height) {
			y++
			out = append(out, stroke{q, down}, stroke{point{q.x, y}, on})
			continue
		}
		out = append(out, stroke{q, '─'})
	}
	return out
}

// boxes lists the box characters by their arms: up 1, right 2, down 4, left 8.
var boxes = [16]rune{3: '╰', 5: '│', 6: '╭', 7: '├', 9: '╯', 10: '─', 11: '┴', 12: '╮', 13: '┤', 14: '┬', 15: '┼'}

// cross is the character where two lines of one pen share a cell.
func cross(old, new rune) rune {
	switch {
	case old == new || old == ' ':
		return new
	case old == level || old == upright || old == both:
		if new == level || new == upright {
			return both
		}
		return new // a slanted line lies on top
	case new == level || new == upright:
		return old
	case old == '╱' && new == '╲' || old == '╲' && new == '╱' || old == '╳' && strings.ContainsRune("╱╲", new):
		return '╳'
	}
	if a, b := indexOf(quadrants[:], old), indexOf(quadrants[:], new); a > 0 && b > 0 {
		return quadrants[a|b]
	}
	if a, b := indexOf(boxes[:], old), indexOf(boxes[:], new); a > 0 && b > 0 {
		return boxes[a|b]
	}
	return new
}

// indexOf is where a character stands in a list, 0 for nowhere.
func indexOf(list []rune, r rune) int {
	for k, other := range list {
		if other == r && k > 0 {
			return k
		}
	}
	return 0
}

// ascii is a character of the thin pen in ASCII.
func ascii(r rune) rune {
	switch r {
	case '─':
		return '-'
	case '│':
		return '|'
	case '╱':
		return '/'
	case '╲':
		return '\\'
	case '╳':
		return 'X'
	case '╭', '╮':
		return '.'
	case '╰':
		return '`'
	case '╯':
		return '\''
	case '├', '┤', '┬', '┴', '┼':
		return '+'
	}
	return r
}

func abs(x int) int { return max(x, -x) }
