package netview

import (
	"strconv"

	"admmlab/sim/network"
)

// drawLabels writes the number of each node beside it, where it hides least; a
// number that would touch another or the words, or could be read as another node's is left out.
func (p *picture) drawLabels() {
	const refused = 100
	var places [10]point
	leftOf := p.centre().x // nodes left of it have their outer side on the left
	if p.o.Layout == network.Path || p.o.Layout == network.Grid {
		leftOf = p.at[0].x + 1 // only the first column; inside, all numbers stand alike
	}
	for i, at := range p.at {
		number := strconv.Itoa(i + 1)
		w := len(number)
		// Outer side first, then inner side, then above and below.
		outer, inner := at.x+1, at.x-w
		gap := 1
		if at.x < leftOf {
			outer, inner, gap = inner, outer, -1
		}
		places = [...]point{
			{outer + gap, at.y}, {outer, at.y}, {inner - gap, at.y}, {inner, at.y},
			{at.x - (w-1)/2, at.y - 1}, {at.x - (w-1)/2, at.y + 1},
			{outer, at.y - 1}, {outer, at.y + 1}, {inner, at.y - 1}, {inner, at.y + 1},
		}
		best, cost := point{}, refused
		for k, q := range places {
			if x := p.hidden(q, w, i); x*10+k < cost {
				best, cost = q, x*10+k
			}
		}
		if cost == refused {
			continue
		}
		for k, r := range number {
			*p.cell(point{best.x + k, best.y}) = Cell{r, Label, i, -1}
		}
	}
}

// hidden counts the edge cells under a number of w digits at q; very many when it must not
// stand there.
func (p *picture) hidden(q point, w, node int) int {
	const never = 1000
	if !p.inside(q) || !p.inside(point{q.x + w - 1, q.y}) {
		return never
	}
	count := 0
	for x := max(q.x-1, 0); x <= min(q.x+w, p.o.Width-1); x++ {
		under := x >= q.x && x < q.x+w
		switch c := p.cell(point{x, q.y}); {
		case c.Kind == Label, c.Kind == Text && (under || c.Rune != ' '), c.Kind == Node && (under || c.Node != node):
			return never
		case c.Kind == Edge && under:
			count++
		}
		for _, y := range []int{q.y - 1, q.y + 1} { // in its own row a number has its node before or behind it
			if at := (point{x, y}); under && q.y != p.at[node].y && p.inside(at) && p.cell(at).Kind == Node && p.cell(at).Node != node {
				return never
			}
		}
	}
	return count
}
