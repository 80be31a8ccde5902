package panel

import (
	"fmt"
	"slices"
	"strings"

	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	graphs "admmlab/sim/network"
	"admmlab/tui/dialog"
	"admmlab/tui/help"
	"admmlab/tui/scene"
)

// typeValue asks for a value of the chosen parameter: from its list if it has
// one.
func typeValue(s *scene.Scene) scene.Wish {
	switch s.Selected {
	case scene.PaceKey:
		return pickPace(s)
	case config.TopologyKnob.Key:
		return PickTopology(s)
	case config.DataKnob.Key:
		return PickData(s)
	}
	k, c, ok := chosenKnob(s)
	if !ok {
		return nil
	}
	key := k.Key
	title := fmt.Sprintf("%s: %s", config.KnobName(k), k.Words)
	if k.Choices != nil {
		var items []dialog.Item
		selected := 0
		var explained []config.Choice
		if k.Explain != nil {
			explained = k.Explain(c)
		}
		for i, choice := range k.Choices(c) {
			item := dialog.Item{Title: config.ShortValue(c, key, choice), Long: k.Turning, Value: choice}
			if i < len(explained) {
				item.Long = explained[i].Words
			}
			if choice == k.Value(c) {
				selected = i
			}
			items = append(items, item)
		}
		return scene.Pick{Title: title, Items: items, Selected: selected, Then: func(v any) scene.Wish { return scene.Turn{Key: key, Value: v.(string)} }}
	}
	label := "counts: " + k.Counts.String()
	if k.Range != "" {
		label = k.Range + " · " + label
	}
	return scene.Entry{
		Title: title, Label: label, Value: k.Value(c), Help: help.Parameter(k, c),
		Check: func(text string) error { return s.CheckTyped(key, strings.TrimSpace(text)) },
		Then:  func(text string) scene.Wish { return scene.Turn{Key: key, Value: text} },
	}
}

func pickPace(s *scene.Scene) scene.Wish {
	var items []dialog.Item
	for i, p := range scene.Paces {
		items = append(items, dialog.Item{Title: scene.PaceWords(p), Value: i})
	}
	return scene.Pick{Title: "Speed", Items: items, Selected: s.Pace, Then: func(v any) scene.Wish { return scene.Pace{Index: v.(int)} }}
}

// topologyKind is the kind of graph that the next change finds, that of before where edges
// have been cut or joined.
func topologyKind(s *scene.Scene) string {
	kind := s.Wished().Topology
	if !slices.ContainsFunc(graphs.Kinds(), func(k graphs.Kind) bool { return k.Name == kind }) {
		return s.Kind.Name
	}
	return kind
}

// askFor goes to a parameter and asks for its value.
func askFor(k *config.Knob) scene.Wish {
	return scene.All{scene.Focus{Name: parametersName}, scene.Select{Key: k.Key}, scene.Press{Key: "enter"}}
}

// PickTopology offers the kinds, the number of nodes, and single edges; parties have no graph,
// but the columns at which they are cut.
func PickTopology(s *scene.Scene) scene.Wish {
	if s.Wished().Spec().Vertical {
		return askFor(config.PartiesKnob)
	}
	var items []dialog.Item
	selected, now, when := 0, topologyKind(s), s.Counts(*config.TopologyKnob).String()
	for i, k := range graphs.Kinds() {
		if k.Name == now {
			selected = i
		}
		items = append(items, dialog.Item{Title: k.Name, Detail: when, Long: k.Words, Value: k.Name})
	}
	items = append(items,
		dialog.Item{Title: "nodes…", Detail: admm.AtReset.String(), Long: "how many nodes share the records", Value: "#nodes"},
		dialog.Item{Title: "cut an edge…", Detail: when, Long: "two neighbours stop hearing each other; a graph in two pieces goes on", Value: "#cut"},
		dialog.Item{Title: "join an edge…", Detail: when, Long: "two nodes begin to hear each other", Value: "#join"},
	)
	return scene.Pick{Title: "Network", Items: items, Selected: selected, Then: func(v any) scene.Wish {
		switch value := v.(string); value {
		case "#nodes":
			return askFor(config.NodesKnob)
		case "#cut", "#join":
			return pickEdge(s, value == "#join")
		default:
			return scene.Turn{Key: config.TopologyKnob.Key, Value: value}
		}
	}}
}

// longList is more edges than anybody scrolls through: then one is typed.
const longList = 200

// pickEdge asks for an edge to cut, or to join.
func pickEdge(s *scene.Scene, join bool) scene.Wish {
	graph := s.NextGraph()
	if graph == nil {
		return scene.Say{Text: "parties have no graph"}
	}
	change := func(edge graphs.Edge) config.Event { return config.Event{Edge: edge, Join: join} }
	verb := change(graphs.Edge{}).Verb()
	check := func(text string) error {
		edge, err := graphs.ParseEdge(text)
		if err != nil {
			return err
		}
		_, err = change(edge).On(graph)
		return err
	}
	edges, few := candidates(graph, join)
	if !few {
		return scene.Entry{Title: verb + " an edge", Label: "two nodes, such as 1-2", Check: check, Then: func(text string) scene.Wish {
			edge, err := graphs.ParseEdge(text)
			if err != nil { // it has been checked
				return nil
			}
			return scene.Apply{Event: change(edge)}
		}}
	}
	if len(edges) == 0 {
		return scene.Say{Text: "there is no edge to " + verb}
	}
	var items []dialog.Item
	for _, e := range edges {
		items = append(items, dialog.Item{Title: e.String(), Value: e, Long: edgeWords(graph, change(e))})
	}
	return scene.Pick{Title: verb + " an edge", Items: items, Then: func(v any) scene.Wish { return scene.Apply{Event: change(v.(graphs.Edge))} }}
}

// candidates are the edges that can be cut or joined; false when there are too
// many for a list.
func candidates(g *graphs.Graph, join bool) ([]graphs.Edge, bool) {
	if !join {
		return g.Edges(), g.EdgeCount() <= longList
	}
	n := g.Nodes()
	if n*(n-1)/2-g.EdgeCount() > longList {
		return nil, false
	}
	var missing []graphs.Edge
	for i := range n {
		for j := i + 1; j < n; j++ {
			if !g.HasEdge(i, j) {
				missing = append(missing, graphs.Edge{i, j})
			}
		}
	}
	return missing, true
}

// edgeWords says what a change of an edge means for the graph.
func edgeWords(g *graphs.Graph, change config.Event) string {
	pieces := g.Components()
	whole := "the graph stays in one piece"
	if len(pieces) > 1 {
		whole = fmt.Sprintf("the graph stays in %d pieces", len(pieces))
	}
	if change.Join {
		within := func(piece []int) bool {
			return slices.Contains(piece, change.Edge[0]) && slices.Contains(piece, change.Edge[1])
		}
		switch {
		case !slices.ContainsFunc(pieces, within):
			return "two pieces become one, and learn from each other"
		case len(pieces) > 1:
			return whole
		}
		return "one more edge never makes the gap smaller: the larger it is, the faster the nodes agree"
	}
	if without, err := change.On(g); err == nil && len(without.Components()) > len(pieces) {
		return "a bridge: without it the graph falls into pieces that no longer learn from each other"
	}
	return whole
}

// PickData offers data sets.
func PickData(s *scene.Scene) scene.Wish {
	now := s.Wished().Data
	var items []dialog.Item
	selected := 0
	for _, kind := range data.Kinds {
		for _, o := range kind.Offers {
			if o.Key == now {
				selected = len(items)
			}
			items = append(items, dialog.Item{Title: o.Title, Detail: o.Detail, Long: o.Long, Value: o.Key})
		}
	}
	return scene.Pick{Title: "Data: counts after a reset (r)", Items: items, Selected: selected, Then: func(v any) scene.Wish {
		value := v.(string)
		if !strings.HasSuffix(value, ":") {
			return scene.Turn{Key: config.DataKnob.Key, Value: value}
		}
		kind, _, _ := data.Find(value)
		return scene.Entry{
			Title: "Data", Label: kind.Asked + " after " + value, Value: value, Begun: true, Help: kind.About,
			Check: func(text string) error { return s.CheckTyped(config.DataKnob.Key, strings.TrimSpace(text)) },
			Then:  func(text string) scene.Wish { return scene.Turn{Key: config.DataKnob.Key, Value: text} },
		}
	}}
}
