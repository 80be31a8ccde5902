package netview

import (
	"admmlab/sim/network"
)

// Draw shows the nodes with their numbers (from 1) and the edges. Where room is short, it
// leaves out numbers, then puts words in place of the edges, then in place of everything.
func Draw(g *network.Graph, o Options) Canvas {
	p := picture{g: g, o: o}
	p.clear()
	if len(p.cells) == 0 {
		return p.cells
	}
	drawn := p.place()
	if drawn {
		edges := p.drawEdges()
		if !edges {
			p.clear()
		}
		p.drawNodes()
		p.drawLabels()
		drawn = edges || p.write(p.summary(p.innerWidth()))
	}
	if !drawn {
		p.clear()
		p.write(p.summary(o.Width))
	}
	if o.ASCII {
		p.toASCII()
	}
	return p.cells
}
