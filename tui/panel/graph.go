package panel

import (
	"fmt"
	"slices"
	"strconv"

	"admmlab/sim/config"
	graphs "admmlab/sim/network"
	"admmlab/tui/dialog"
	"admmlab/tui/scene"
)

// AskGraph asks what the graph of so many nodes shall be where edges were cut or joined
// by hand, or are a list of somebody's own: what a reset would make of them is not for
// the program to guess. It is nil where there is nothing to ask.
func AskGraph(s *scene.Scene, nodes int) scene.Wish {
	c := s.Grant(s.Base)
	graph, from := changedGraph(s)
	switch {
	case graph == nil || c.Spec().Vertical || graphs.Check(graphs.Ring, nodes) != nil:
		return nil
	case nodes == from.Nodes:
		return scene.Later{Values: []config.Assignment{{Key: config.NodesKnob.Key, Value: strconv.Itoa(nodes)}, {Key: config.TopologyKnob.Key, Value: from.Topology}}}
	}
	made := s.KindOf(from.Topology, from.Seed)
	kind := made.Name
	own := graphs.Check(kind, nodes) != nil || graphs.Listed(kind)
	var items []dialog.Item
	offer := func(title, detail, long string, make func() (*graphs.Graph, error)) {
		items = append(items, dialog.Item{Title: title, Detail: detail, Long: long, Value: make})
	}
	switch {
	case own:
		kind = graphs.Ring
	case !graphs.Seeded(kind, nodes) || c.Seed == made.Seed: // in another draw it is not known what was changed by hand
		offer(kind+" with the changed edges", "cut stays cut", "the kind for the new number of nodes; what was cut stays cut and what was joined stays joined, where those nodes still exist",
			func() (*graphs.Graph, error) { return carried(graph, kind, nodes, c.Seed) })
	}
	offer(kind, "as it is", "nothing is cut and nothing joined", func() (*graphs.Graph, error) { return graphs.New(kind, nodes, c.Seed) })
	same := "every edge that a reset begins with now stays; the new nodes hear nobody until you join them"
	if nodes < graph.Nodes() {
		same = "the edges that a reset begins with now, between the nodes that stay, and no others"
	}
	offer("the edges of now", "nothing new", same, func() (*graphs.Graph, error) { return between(graph, nodes) })
	items = append(items, dialog.Item{Title: fmt.Sprintf("cancel: %d nodes", from.Nodes), Long: "the number of nodes stays, and so does the graph", Value: nil})
	return scene.Pick{
		Title: fmt.Sprintf("%d nodes: what shall the graph be?", nodes), Items: items,
		Else: func() scene.Wish {
			if len(s.Pending) == 0 {
				return nil
			}
			return AskGraph(s, from.Nodes)
		},
		Then: func(v any) scene.Wish {
			if v == nil {
				return AskGraph(s, from.Nodes)
			}
			g, err := v.(func() (*graphs.Graph, error))()
			if err != nil {
				return scene.Say{Text: err.Error(), Warn: true}
			}
			return scene.Later{Values: []config.Assignment{{Key: config.NodesKnob.Key, Value: strconv.Itoa(nodes)}, {Key: config.TopologyKnob.Key, Value: g.String()}}}
		},
	}
}

// changedGraph is the graph that a reset begins with, and with an edge that is being cut or joined,
// and the config that it is of; nil where it is of a kind. Where edges were changed in the run and
// the graph was chosen with a number of nodes, it is the graph of before, which other nodes come
// back to.
func changedGraph(s *scene.Scene) (*graphs.Graph, config.Config) {
	from := s.Base
	byHand := graphs.Listed(from.Topology) || len(s.Edges) > 0
	wish, waits := s.Pending[config.TopologyKnob.Key]
	nodes, more := s.Pending[config.NodesKnob.Key]
	switch {
	case waits && byHand && more && nodes.Seq == wish.Seq: // chosen together
	case waits && graphs.Listed(wish.Value):
		from = s.Grant(from)
	case waits || !byHand:
		return nil, from
	}
	g, err := graphs.Parse(from.Topology, from.Nodes, from.Seed)
	if err != nil {
		return nil, from
	}
	return s.Changing(g), from
}

// carried is the graph of a kind with another number of nodes, with the edges cut that g
// lacks and those joined that it has beyond its kind, where their nodes exist.
func carried(g *graphs.Graph, kind string, nodes int, seed uint64) (*graphs.Graph, error) {
	before, err := graphs.New(kind, g.Nodes(), seed)
	if err != nil {
		return nil, err
	}
	next, err := graphs.New(kind, nodes, seed)
	if err != nil {
		return nil, err
	}
	edges := slices.DeleteFunc(next.Edges(), func(e graphs.Edge) bool { return before.HasEdge(e[0], e[1]) && !g.HasEdge(e[0], e[1]) })
	for _, e := range g.Edges() {
		if !before.HasEdge(e[0], e[1]) && max(e[0], e[1]) < nodes && !next.HasEdge(e[0], e[1]) {
			edges = append(edges, e)
		}
	}
	if slices.Equal(edges, next.Edges()) {
		return next, nil
	}
	return graphs.FromEdges(nodes, edges)
}

// between is the graph of so many nodes with those edges of g that they have.
func between(g *graphs.Graph, nodes int) (*graphs.Graph, error) {
	return graphs.FromEdges(nodes, slices.DeleteFunc(g.Edges(), func(e graphs.Edge) bool { return max(e[0], e[1]) >= nodes }))
}
