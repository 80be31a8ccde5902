package netview

import "admmlab/sim/network"

// mostDrawn is how many nodes are drawn: of more, nobody tells one from the other.
const mostDrawn = 200

// Draw shows the nodes with their numbers (from 1) and the edges. Where room is short, it
// leaves out numbers, then puts words in place of the edges, then gives up the shape of
// the network for rows of nodes, then puts words in place of everything.
func Draw(g *network.Graph, o Options) Canvas {
	p := picture{g: g, o: o}
	p.clear()
	if len(p.cells) == 0 || g.Nodes() <= mostDrawn && (p.shape() || p.rows()) {
		return p.cells
	}
	p.clear()
	words := p.lines(p.phrases(), o.Width)
	p.write(words, (o.Height-len(words))/2)
	return p.cells
}

// shape draws the network in its own shape, with the edges or words in place of them.
func (p *picture) shape() bool {
	if !p.place() {
		return false
	}
	edges := p.drawEdges()
	p.drawNodes()
	if words := p.lines(p.phrases(), p.innerWidth()); !edges && !p.write(words, (p.o.Height-len(words))/2) {
		return false
	}
	p.drawLabels() // behind the words, whose numbers they must not touch
	return true
}

// rows draws the nodes in rows below words, with the edges if there are few.
func (p *picture) rows() bool {
	p.clear()
	p.o.Layout = network.Path
	words := p.lines(p.phrases()[:2], p.o.Width)
	if len(words) == 0 || !p.field(len(words)) {
		return false
	}
	p.drawEdges()
	if !p.write(words, 0) { // an edge goes round there
		p.clear()
		p.write(words, 0)
	}
	p.drawNodes()
	p.drawLabels()
	return true
}
