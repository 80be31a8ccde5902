package netview

import "slices"

// The number of strokes per cell of the picture beyond which edges are only a tangle. Of the
// quarters, which are thick, in 24 x 11 cells the complete graph of 6 nodes can still be
// followed and that of 7 cannot; of thin lines, in 30 x 12 cells that of 8 can and that of 9
// cannot.
const (
	thickest = 0.75
	thinnest = 1.15
)

// drawEdges draws every edge, as thick as can be; it reports false when there are too many
// to be told apart.
func (p *picture) drawEdges() bool {
	return !p.o.ASCII && p.drawWith(quarters, thickest) || p.drawWith(hair, thinnest)
}

// drawWith reports false, with nothing drawn, where it takes more strokes per cell than
// crowded.
func (p *picture) drawWith(draw pen, crowded float64) bool {
	budget := int(crowded * float64(p.area()))
	if p.g.EdgeCount() > budget || p.least() > budget {
		return false
	}
	node := make([]bool, p.o.Width*p.o.Height) // cells that hold a node
	for _, q := range p.at {
		node[q.y*p.o.Width+q.x] = true
	}
	var buf []stroke
	for _, e := range p.g.Edges() {
		buf = p.route(draw, buf[:0], p.at[e[0]], p.at[e[1]], node)
		if budget -= len(buf); budget < 0 {
			p.clear()
			return false
		}
		for _, s := range buf {
			c := p.cell(s.at)
			*c = Cell{cross(c.Rune, s.rune), Edge, e[0], e[1]}
		}
	}
	if p.o.ASCII {
		for _, row := range p.cells {
			for x := range row {
				row[x].Rune = ascii(row[x].Rune)
			}
		}
	}
	return true
}

// area is that of the rectangle of the nodes with a cell around it.
func (p *picture) area() int {
	low, high := p.at[0], p.at[0]
	for _, q := range p.at {
		low = point{min(low.x, q.x), min(low.y, q.y)}
		high = point{max(high.x, q.x), max(high.y, q.y)}
	}
	return (high.x - low.x + 3) * (high.y - low.y + 3)
}

// least is a number of strokes that the edges take at least.
func (p *picture) least() int {
	sum := 0
	for i, a := range p.at {
		for _, j := range p.g.Neighbours(i) {
			if i < j {
				sum += max(abs(p.at[j].x-a.x), abs(p.at[j].y-a.y)) - 1
			}
		}
	}
	return sum
}

// route appends the strokes between a and b: straight, or with one bend beside the middle
// when the straight line would run into another node and seem to end there.
func (p *picture) route(draw pen, out []stroke, a, b point, node []bool) []stroke {
	between := func(strokes []stroke) []stroke {
		return slices.DeleteFunc(strokes, func(s stroke) bool { return s.at == a || s.at == b })
	}
	free := func(strokes []stroke) bool {
		for _, s := range strokes {
			if !p.inside(s.at) || node[s.at.y*p.o.Width+s.at.x] {
				return false
			}
		}
		return true
	}
	if out = between(draw.line(out, a, b)); free(out) {
		return out
	}
	middle := point{(a.x + b.x) / 2, (a.y + b.y) / 2}
	centre, isFlat := p.centre(), abs(b.x-a.x) >= 2*abs(b.y-a.y)
	for _, away := range [...]int{3, -3, 2, -2, 4, -4, 1, -1} { // positive: towards the centre
		bend := middle
		switch {
		case isFlat && middle.y < centre.y:
			bend.y += away
		case isFlat:
			bend.y -= away
		case middle.x < centre.x:
			bend.x += 2 * away
		default:
			bend.x -= 2 * away
		}
		if bent := between(draw.line(draw.line(nil, a, bend), bend, b)); free(bent) {
			return append(out[:0], bent...)
		}
	}
	return slices.DeleteFunc(out, func(s stroke) bool { return !p.inside(s.at) || node[s.at.y*p.o.Width+s.at.x] })
}
