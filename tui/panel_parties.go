package tui

import (
	"fmt"
	"slices"

	"admmlab/tui/chart"
)

// block is one party's columns, counted from 1.
type block struct{ first, last int }

// blocks are the columns of each party on a table of so many columns.
func blocks(cuts []int, columns int) []block {
	if len(cuts) == 0 {
		cuts = []int{columns / 2}
	}
	var list []block
	from := 1
	for _, end := range append(slices.Clone(cuts), columns) {
		list = append(list, block{from, end})
		from = end + 1
	}
	return list
}

// drawParties shows who holds which columns. Lines tie the parties to the sum
// of their messages, which the coordinator compares with z.
func (m *Model) drawParties(g *grid, r rect, t int) {
	columns := m.state.Size.Columns
	if columns == 0 || r.h < 3 || r.w < 16 {
		return
	}
	parties := blocks(m.inForce().Parties, columns)
	pitch := min(max(r.h/len(parties), 1), 3) // lines a party
	shown := min(len(parties), r.h/pitch)
	top := r.y + (r.h-shown*pitch)/2
	bus := r.x + r.w - 6 // column of the line down
	nodes, _ := m.run.nodesAt(t)
	for k := range shown {
		y := top + k*pitch
		label := fmt.Sprintf("%d: col %d–%d", k+1, parties[k].first, parties[k].last)
		if shown < len(parties) && k == shown-1 {
			label = fmt.Sprintf("and %d more", len(parties)-k)
		}
		x := g.text(r.x, y, bus-r.x-1, label, m.theme.text)
		for x++; x < bus; x++ {
			g.set(x, y, '─', m.theme.dim)
		}
		if pitch > 1 && k < len(nodes) {
			g.text(r.x, y+1, bus-r.x-1, "   |x| "+chart.Number(nodes[k].Distance), m.theme.dim)
		}
	}
	m.drawBus(g, bus, top, pitch, shown)
}

// drawBus joins the parties' lines and leads them to the sum in the middle.
func (m *Model) drawBus(g *grid, x, top, pitch, parties int) {
	last := top + (parties-1)*pitch
	middle := (top + last) / 2
	for y := top; y <= last; y++ {
		tied := (y-top)%pitch == 0
		corner := '│'
		switch {
		case y == top && y == last:
			corner = '─'
		case y == top && y == middle:
			corner = '┬'
		case y == top:
			corner = '╮'
		case y == last:
			corner = '╯'
		case tied && y == middle:
			corner = '┼'
		case tied:
			corner = '┤'
		case y == middle:
			corner = '├'
		}
		g.set(x, y, corner, m.theme.dim)
	}
	g.text(x+1, middle, 5, "▸Σ−z", m.theme.accent)
}
