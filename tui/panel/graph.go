package panel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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
	graph := changedGraph(s)
	kind := s.Kind.Name
	switch {
	case graph == nil || c.Spec().Vertical || graphs.Check(graphs.Ring, nodes) != nil:
		return nil
	case nodes == s.Base.Nodes:
		return scene.Later{Values: []config.Assignment{{Key: config.NodesKnob.Key, Value: strconv.Itoa(nodes)}, {Key: config.TopologyKnob.Key, Value: s.Base.Topology}}}
	}
	own := graphs.Check(kind, nodes) != nil || strings.HasPrefix(kind, "edges:")
	var items []dialog.Item
	offer := func(title, detail, long string, make func() (*graphs.Graph, error)) {
		items = append(items, dialog.Item{Title: title, Detail: detail, Long: long, Value: make})
	}
	switch {
	case own:
		kind = graphs.Ring
	case !graphs.Seeded(kind) || c.Seed == s.Kind.Seed: // in another draw it is not known what was changed by hand
		offer(kind+" with the changed edges", "cut stays cut", "the kind for the new number of nodes; what was cut stays cut and what was joined stays joined, where those nodes still exist",
			func() (*graphs.Graph, error) { return carried(graph, kind, nodes, c.Seed) })
	}
	offer(kind, "as it is", "nothing is cut and nothing joined", func() (*graphs.Graph, error) { return graphs.New(kind, nodes, c.Seed) })
	same := "every edge stays; the new nodes hear nobody until you join them"
	if nodes < graph.Nodes() {
		same = "the edges between the nodes that stay, and no others"
	}
	offer("the edges of now", "nothing new", same, func() (*graphs.Graph, error) { return between(graph, nodes) })
	items = append(items, dialog.Item{Title: fmt.Sprintf("cancel: %d nodes", s.Base.Nodes), Long: "the number of nodes stays, and so does the graph", Value: nil})
	return scene.Pick{
		Title: fmt.Sprintf("%d nodes: what shall the graph be?", nodes), Items: items,
		Else: func() scene.Wish {
			if len(s.Pending) == 0 {
				return nil
			}
			return AskGraph(s, s.Base.Nodes)
		},
		Then: func(v any) scene.Wish {
			if v == nil {
				return AskGraph(s, s.Base.Nodes)
			}
			g, err := v.(func() (*graphs.Graph, error))()
			if err != nil {
				return scene.Say{Text: err.Error(), Warn: true}
			}
			return scene.Later{Values: []config.Assignment{{Key: config.NodesKnob.Key, Value: strconv.Itoa(nodes)}, {Key: config.TopologyKnob.Key, Value: g.String()}}}
		},
	}
}

// changedGraph is the graph that a reset begins with, and with an edge that is being cut
// or joined; nil where it is of a kind.
func changedGraph(s *scene.Scene) *graphs.Graph {
	c := s.Base
	if p, ok := s.Pending[config.TopologyKnob.Key]; ok && !strings.HasPrefix(p.Value, "edges:") {
		return nil
	}
	if !strings.HasPrefix(c.Topology, "edges:") && len(s.Edges) == 0 {
		return nil
	}
	g, err := graphs.Parse(c.Topology, c.Nodes, c.Seed)
	if err != nil {
		return nil
	}
	return s.Changing(g)
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
