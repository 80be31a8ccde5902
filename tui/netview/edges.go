package netview

import (
	"slices"

	"admmlab/sim/network"
)

// crowded is the number of strokes per cell beyond which edges are only a tangle: in 30 x 12
// cells the complete graph of 8 nodes can still be followed, that of 9 cannot.
const crowded = 1.2

// drawEdges draws every edge, those between selected nodes last; it reports false and leaves
// a part of them when there are too many to be told apart.
func (p *picture) drawEdges() bool {
	budget := int(crowded * float64(p.o.Width*p.o.Height))
	if p.g.EdgeCount() > budget {
		return false
	}
	node := make([]bool, p.o.Width*p.o.Height) // cells that hold a node
	for _, q := range p.at {
		node[q.y*p.o.Width+q.x] = true
	}
	edges := p.g.Edges()
	var buf []stroke
	for _, top := range [2]bool{false, true} {
		for _, e := range edges {
			if p.onTop(e) != top {
				continue
			}
			buf = p.route(buf[:0], p.at[e[0]], p.at[e[1]], node)
			if budget -= len(buf); budget < 0 {
				return false
			}
			for _, s := range buf {
				c := p.cell(s.at)
				*c = Cell{cross(c.Rune, s.rune), Edge, e[0], e[1]}
			}
		}
	}
	return true
}

func (p *picture) onTop(e network.Edge) bool {
	return len(p.o.Selected) > 1 && slices.Contains(p.o.Selected, e[0]) && slices.Contains(p.o.Selected, e[1])
}

// route appends the strokes from a to b: straight, or with one bend beside the middle
// when the straight line would run into another node and seem to end there.
func (p *picture) route(out []stroke, a, b point, node []bool) []stroke {
	free := func(strokes []stroke) bool {
		for _, s := range strokes {
			if !p.inside(s.at) || node[s.at.y*p.o.Width+s.at.x] {
				return false
			}
		}
		return true
	}
	if out = line(out, a, b); free(out) {
		return out
	}
	middle := point{(a.x + b.x) / 2, (a.y + b.y) / 2}
	centre, isFlat := p.centre(), abs(b.x-a.x) >= 2*abs(b.y-a.y)
	for _, away := range [...]int{3, -3, 2, -2, 4, -4, 1, -1} { // positive: towards the centre
		bend, r := middle, '─'
		switch {
		case isFlat && middle.y < centre.y:
			bend.y += away
		case isFlat:
			bend.y -= away
		case middle.x < centre.x:
			bend.x, r = bend.x+2*away, '│'
		default:
			bend.x, r = bend.x-2*away, '│'
		}
		bent := append(line(line(nil, a, bend), bend, b), stroke{bend, r})
		if free(bent) {
			return append(out[:0], bent...)
		}
	}
	return slices.DeleteFunc(out, func(s stroke) bool { return !p.inside(s.at) })
}
