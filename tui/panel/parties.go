package panel

import (
	"fmt"
	"slices"

	"admmlab/sim/numeral"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
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
// of their scores, which is compared with the centre's z.
func drawParties(s *scene.Scene, g *grid.Grid, t int) {
	columns, r := s.State.Size.Columns, grid.Rect{W: g.Width(), H: g.Height()}
	if columns == 0 || r.H < 3 || r.W < 16 {
		return
	}
	parties := blocks(s.InForce().Parties, columns)
	pitch := min(max(r.H/len(parties), 1), 3) // lines a party
	shown := min(len(parties), r.H/pitch)
	top := r.Y + (r.H-shown*pitch)/2
	bus := r.X + r.W - 6 // column of the line down
	nodes := s.Run.NodesAt(t).Nodes
	for k := range shown {
		y := top + k*pitch
		label := fmt.Sprintf("party %d: columns %d–%d", k+1, parties[k].first, parties[k].last)
		if grid.Cells(label) > bus-r.X-3 {
			label = fmt.Sprintf("%d: col %d–%d", k+1, parties[k].first, parties[k].last)
		}
		if shown < len(parties) && k == shown-1 {
			label = fmt.Sprintf("and %d more", len(parties)-k)
		}
		x := g.Text(r.X, y, bus-r.X-1, label, s.Theme.Text)
		for x++; x < bus; x++ {
			g.Set(x, y, '─', s.Theme.Dim)
		}
		if pitch > 1 && k < len(nodes) {
			g.Text(r.X, y+1, bus-r.X-1, "   |x| "+numeral.Short(nodes[k].Distance), s.Theme.Dim)
		}
	}
	drawBus(s, g, bus, top, pitch, shown)
}

// drawBus joins the parties' lines and leads them to the sum in the middle.
func drawBus(s *scene.Scene, g *grid.Grid, x, top, pitch, parties int) {
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
		g.Set(x, y, corner, s.Theme.Dim)
	}
	g.Text(x+1, middle, 5, "▸Σ−z", s.Theme.Accent)
}
