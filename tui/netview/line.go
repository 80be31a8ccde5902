package netview

// stroke is one cell of a line.
type stroke struct {
	at   point
	rune rune
}

// line appends the cells strictly between a and b. A flat line runs level with rounded
// steps, like the curves of the charts; a steep one has one character per row,
// slanted where it has changed column.
func line(out []stroke, a, b point) []stroke {
	if a.y > b.y {
		// Always from the upper end, so that a line and its mirror image
		// round to mirror images.
		a, b = b, a
	}
	if abs(b.x-a.x) >= 2*(b.y-a.y) {
		return flat(out, a, b)
	}
	return steep(out, a, b)
}

func flat(out []stroke, a, b point) []stroke {
	width, height := abs(b.x-a.x), b.y-a.y
	way, down, on := 1, '╮', '╰'
	if b.x < a.x {
		way, down, on = -1, '╭', '╯'
	}
	y := a.y
	for k := 1; k < width; k++ {
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

func steep(out []stroke, a, b point) []stroke {
	width, height := abs(b.x-a.x), b.y-a.y
	way, slanted := 1, '╲'
	if b.x < a.x {
		way, slanted = -1, '╱'
	}
	before := 0
	for k := 1; k < height; k++ {
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

func abs(x int) int { return max(x, -x) }

// boxes lists the box characters by their arms: up 1, right 2, down 4, left 8.
var boxes = [16]rune{3: '╰', 5: '│', 6: '╭', 7: '├', 9: '╯', 10: '─', 11: '┴', 12: '╮', 13: '┤', 14: '┬', 15: '┼'}

// cross is the character where two lines share a cell.
func cross(old, new rune) rune {
	if old == '╱' && new == '╲' || old == '╲' && new == '╱' {
		return '╳'
	}
	if a, b := arms(old), arms(new); a != 0 && b != 0 {
		return boxes[a|b]
	}
	return new
}

func arms(r rune) int {
	for k, b := range boxes {
		if b == r && b != 0 {
			return k
		}
	}
	return 0
}
