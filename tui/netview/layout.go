package netview

import (
	"math"

	"admmlab/sim/network"
)

// place gives every node a cell, and reports whether they are far enough apart to be
// told from each other.
func (p *picture) place() bool {
	n := p.g.Nodes()
	switch {
	case p.o.Layout == network.Path:
		p.at = p.lattice(n, p.pathColumns(n), true, p.margin(), 0)
	case p.o.Layout == network.Grid:
		p.at = p.lattice(n, network.GridColumns(n), false, p.margin(), 0)
	case p.o.Layout == network.Star && n > 2:
		p.at = append([]point{p.centre()}, p.ellipse(n-1)...)
	default:
		p.at = p.ellipse(n)
	}
	return p.apart()
}

// margin is the room left and right for a number and a space.
func (p *picture) margin() int {
	m := 2
	for k := p.g.Nodes(); k >= 10; k /= 10 {
		m++
	}
	return min(m, (p.o.Width-1)/4)
}

func (p *picture) centre() point { return point{(p.o.Width - 1) / 2, p.o.Height / 2} }

// ellipse spreads n nodes clockwise with a flat top, the first at its left end: a
// regular polygon stretched to fill the height.
func (p *picture) ellipse(n int) []point {
	if n == 1 {
		return []point{p.centre()}
	}
	// An even distance between the outer columns leaves one in the middle.
	width, height := p.o.Width-1-2*p.margin(), p.o.Height-1
	width -= width % 2
	if n <= 12 {
		// Few nodes look best near a circle; cells are about twice as high as wide.
		width = min(width, (5*height+4)/4*2)
	}
	angle := func(i int) float64 { return math.Pi * (float64(2*i-1)/float64(n) - 0.5) }
	top, bottom, side := -1.0, 1.0, 1.0
	if n > 2 {
		top, bottom, side = math.Sin(angle(1)), math.Sin(angle((n+1)/2)), 0
		for i := 1; i <= (n+1)/2; i++ {
			side = max(side, math.Cos(angle(i)))
		}
	}
	at := make([]point, n)
	middle := p.centre().x
	// The right half, from the top, and its mirror image: rounding both would not keep them alike.
	for i := 1; i <= (n+1)/2; i++ {
		x := int(math.Round(float64(width) / 2 * math.Cos(angle(i)) / side))
		y := int(math.Round(float64(height) * (math.Sin(angle(i)) - top) / (bottom - top)))
		at[i%n] = point{middle + x, y}
		at[(n+1-i)%n] = point{middle - x, y}
	}
	return at
}

// pathColumns is n when the path fits in one row, else the width of a snake with rows as
// equal as possible.
func (p *picture) pathColumns(n int) int {
	const step = 4 // columns from node to node, for an edge that can be seen
	columns := max(1, min(n, (p.o.Width-1-2*p.margin())/step+1))
	rows := (n + columns - 1) / columns
	return (n + rows - 1) / rows
}

// field spreads the nodes over rows below the first top ones, as far apart as there is room,
// and reports whether there is any.
func (p *picture) field(top int) bool {
	n, best, columns, margin := p.g.Nodes(), 0, 0, p.margin()
	if n > (p.o.Width-2*margin)/2*(p.o.Height-top) { // the numbers go first
		margin = 0
	}
	for rows := 1; rows <= p.o.Height-top; rows++ {
		c := (n + rows - 1) / rows
		near := p.o.Width // cells to the next node, those up and down counted twice
		if c > 1 {
			near = (p.o.Width - 1 - 2*margin) / (c - 1)
		}
		if rows > 1 {
			near = min(near, 2*((p.o.Height-top-1)/(rows-1)))
		}
		if near > best {
			best, columns = near, c
		}
	}
	if best < 2 { // they would touch
		return false
	}
	p.at = p.lattice(n, columns, true, margin, top)
	return p.apart()
}

// lattice fills rows of the given number of columns, between margins left and right and
// below the first top rows; in a snake every other row runs backwards, so that consecutive
// nodes are neighbours.
func (p *picture) lattice(n, columns int, snake bool, margin, top int) []point {
	const farX, farY = 12, 4 // longer edges only pull the picture apart
	rows := (n + columns - 1) / columns
	stepX, stepY := 0, 0
	if columns > 1 {
		stepX = min((p.o.Width-1-2*margin)/(columns-1), farX)
	}
	if rows > 1 {
		stepY = min((p.o.Height-top-1)/(rows-1), farY)
	}
	left := (p.o.Width - 1 - stepX*(columns-1)) / 2
	top += (p.o.Height - top - stepY*(rows-1)) / 2
	at := make([]point, n)
	for i := range at {
		row, column := i/columns, i%columns
		if snake && row%2 == 1 {
			column = columns - 1 - column
		}
		at[i] = point{left + column*stepX, top + row*stepY}
	}
	return at
}

// apart: every node inside, no two in the same cell or side by side.
func (p *picture) apart() bool {
	taken := make([]bool, p.o.Width*p.o.Height)
	for _, q := range p.at {
		if !p.inside(q) {
			return false
		}
		for x := max(0, q.x-1); x <= min(p.o.Width-1, q.x+1); x++ {
			if taken[q.y*p.o.Width+x] {
				return false
			}
		}
		taken[q.y*p.o.Width+q.x] = true
	}
	return true
}
