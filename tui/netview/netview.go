// Package netview draws a network in characters, for the network panel.
//
// Draw is a pure function from a graph and a size to a grid of cells that never exceeds
// that size. A cell says what it shows (which node, which edge), so that the caller can
// colour it; the package itself knows no colours, styles, keys or terminal, and nothing
// of a run: a node is a dot, in whose place the caller may put another mark.
package netview

import "admmlab/sim/network"

// CellKind says what a cell shows.
type CellKind uint8

const (
	Empty CellKind = iota
	Edge           // a piece of the edge between Node and To
	Node           // the mark of Node
	Label          // a digit of the number of Node
	Text           // words that stand in for edges or for the whole drawing
)

// Cell is one character position.
type Cell struct {
	Rune rune     // one column wide
	Kind CellKind //
	Node int      // the node, from 0 (Node, Label), or the smaller end (Edge); otherwise -1
	To   int      // the larger end (Edge); otherwise -1
}

// Canvas is a grid of cells: Canvas[y][x], Height rows of Width cells, y downwards.
type Canvas [][]Cell

// Options of a drawing.
type Options struct {
	Width, Height int // cells; an empty canvas when either is below 1

	// Layout is the kind of network whose shape is used (network.Ring, ...; any other
	// text means ring). It need not be the kind of the graph: keep it while
	// edges are cut and joined, and the nodes stay where they are.
	Layout string
	ASCII  bool // characters of ASCII only
}

// picture is a drawing under way.
type picture struct {
	g     *network.Graph
	o     Options
	cells Canvas
	at    []point // cell of each node
}

type point struct{ x, y int }

func (p *picture) clear() {
	w, h := p.o.Width, p.o.Height
	if w < 1 || h < 1 {
		p.cells = Canvas{}
		return
	}
	all := make([]Cell, w*h)
	for i := range all {
		all[i] = Cell{' ', Empty, -1, -1}
	}
	p.cells = make(Canvas, h)
	for y := range p.cells {
		p.cells[y] = all[y*w : (y+1)*w : (y+1)*w]
	}
}

func (p *picture) inside(q point) bool {
	return q.x >= 0 && q.x < p.o.Width && q.y >= 0 && q.y < p.o.Height
}

func (p *picture) cell(q point) *Cell { return &p.cells[q.y][q.x] }

func (p *picture) drawNodes() {
	mark := '●'
	if p.o.ASCII {
		mark = 'o'
	}
	for i, at := range p.at {
		*p.cell(at) = Cell{mark, Node, i, -1}
	}
}
