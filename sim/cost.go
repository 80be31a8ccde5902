package sim

import (
	"admmlab/sim/admm"
	"admmlab/sim/deal"
	"admmlab/sim/network"
	"admmlab/sim/rows"
)

// cost is what the iterations so far took and sent, in whole numbers: a session that goes
// on from a checkpoint has the same.
type cost struct {
	minimisations, visits, messages, numbers, needed int64
	iterations                                       int
	graphs                                           [2]*network.Graph // of the last two iterations, the newest first
}

// add books an iteration that was made on graph.
func (c *cost) add(w admm.Work, graph *network.Graph) {
	// Who has heard a neighbour for two iterations knows what both knew at the even step
	// before; all know what they began with.
	for _, before := range c.graphs[:min(c.iterations, len(c.graphs))] {
		if !before.Equal(graph) { // an event may have made the same again
			w.Needed = w.Numbers
		}
	}
	c.graphs[0], c.graphs[1] = graph, c.graphs[0]
	c.iterations++
	c.minimisations += int64(w.Minimisations)
	c.visits += int64(w.Visits)
	c.messages += int64(w.Messages)
	c.numbers += int64(w.Numbers)
	c.needed += int64(w.Needed)
}

// of is the cost of a row, on what was dealt.
func (c *cost) of(dealt *deal.Deal) rows.Cost {
	read := dealt.Size.Train * max(1, len(dealt.Blocks)) // by all, in a pass
	return rows.Cost{
		Minimisations: float64(c.minimisations) / float64(dealt.Holders()), Passes: float64(c.visits) / float64(read),
		Messages: float64(c.messages), Bytes: float64(8 * c.numbers), Needed: float64(8 * c.needed),
	}
}
