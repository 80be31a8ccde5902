package network

import (
	"fmt"
	"strconv"
	"strings"

	"admmlab/sim/spell"
)

const edgesPrefix = "edges:"

// Listed reports whether a topology in the text form is a list of edges and not a kind.
func Listed(topology string) bool { return strings.HasPrefix(topology, edgesPrefix) }

// Spelt is a topology as it is written here: case and spaces around it do not matter.
func Spelt(topology string) string { return strings.ToLower(strings.TrimSpace(topology)) }

// String returns the text form that Parse reads back: the name of the kind for a
// graph as New drew it, otherwise the list of its edges, "edges:1-2,2-3".
func (g *Graph) String() string {
	if g.kind != "" {
		return g.kind
	}
	return g.list()
}

// listed is the list of all edges; of 1,000 nodes it can be one of megabytes.
func (g *Graph) listed() string {
	var b strings.Builder
	b.WriteString(edgesPrefix)
	for k, e := range g.Edges() {
		if k > 0 {
			b.WriteByte(',')
		}
		b.WriteString(edgeText(e[0], e[1]))
	}
	return b.String()
}

// Check is the error that Parse would give, without drawing a kind, which takes a while
// for many nodes and fails only where none of many random draws is connected.
func Check(text string, nodes int) error {
	trimmed := Spelt(text)
	if Listed(trimmed) {
		_, err := Parse(text, nodes, 0)
		return err
	}
	if _, err := ParseEdge(strings.Split(trimmed, ",")[0]); err == nil {
		return fmt.Errorf("topology %s: a list of edges starts with %q, as in %s1-2,2-3", quote(text), edgesPrefix, edgesPrefix)
	}
	if _, err := findKind(trimmed); err != nil {
		return err
	}
	return checkNodes(nodes)
}

// Parse builds the graph that a text names: a kind ("ring", drawn as by New), or a
// list of edges between nodes numbered from 1 ("edges:1-2,2-3"; "edges:" alone has none).
// Case and spaces around words do not matter.
func Parse(text string, nodes int, seed uint64) (*Graph, error) {
	trimmed := Spelt(text)
	list, explicit := strings.CutPrefix(trimmed, edgesPrefix)
	if !explicit {
		if err := Check(text, nodes); err != nil {
			return nil, err
		}
		return New(trimmed, nodes, seed)
	}
	var edges []Edge
	if strings.TrimSpace(list) != "" {
		for word := range strings.SplitSeq(list, ",") {
			e, err := ParseEdge(word)
			if err != nil {
				return nil, fmt.Errorf("topology %s: %w", quote(text), err)
			}
			edges = append(edges, e)
		}
	}
	g, err := FromEdges(nodes, edges)
	if err != nil {
		return nil, fmt.Errorf("topology %s: %w", quote(text), err)
	}
	return g, nil
}

// Edge is two different nodes, numbered from 0, in the order in which they were given.
type Edge [2]int

// String shows the edge as people type it, "1-2", which ParseEdge reads back.
func (e Edge) String() string { return strconv.Itoa(e[0]+1) + "-" + strconv.Itoa(e[1]+1) }

// ParseEdge reads "1-2", two different nodes numbered from 1, as the nodes 0 and 1.
// Whether the network has them is for Cut, Join and FromEdges to say.
func ParseEdge(text string) (Edge, error) {
	left, right, _ := strings.Cut(text, "-")
	a, errA := strconv.ParseUint(strings.TrimSpace(left), 10, 31)
	b, errB := strconv.ParseUint(strings.TrimSpace(right), 10, 31)
	if errA != nil || errB != nil || a == 0 || b == 0 {
		return Edge{}, fmt.Errorf("%s is not an edge: write two node numbers from 1 on with a hyphen, as in 1-2", quote(text))
	}
	if a == b {
		return Edge{}, fmt.Errorf("%s is not an edge: it joins node %d to itself; name two different nodes", quote(text), a)
	}
	return Edge{int(a - 1), int(b - 1)}, nil
}

// findKind returns the row of kinds with that name; the error lists all names and
// guesses which one was meant.
func findKind(name string) (*kindRow, error) {
	names := make([]string, len(kinds))
	for i := range kinds {
		names[i] = kinds[i].Name
		if names[i] == name {
			return &kinds[i], nil
		}
	}
	return nil, fmt.Errorf("unknown topology %s%s: choose %s or %s1-2,2-3", quote(name), spell.Hint(name, names), strings.Join(names, ", "), edgesPrefix)
}

func checkNodes(nodes int) error {
	if nodes < 1 || nodes > MaxNodes {
		return fmt.Errorf("a network of %d nodes cannot be built: choose 1 to %d nodes", nodes, MaxNodes)
	}
	return nil
}

func checkPair(nodes, i, j int) error {
	for _, k := range [2]int{i, j} {
		if k < 0 || k >= nodes {
			return fmt.Errorf("the edge %s needs node %d, but the nodes are 1 to %d", edgeText(i, j), k+1, nodes)
		}
	}
	if i == j {
		return fmt.Errorf("the edge %s joins node %d to itself; name two different nodes", edgeText(i, j), i+1)
	}
	return nil
}

// edgeText shows an edge as people type it, the smaller number first.
func edgeText(i, j int) string {
	return strconv.Itoa(min(i, j)+1) + "-" + strconv.Itoa(max(i, j)+1)
}

// nearText lists neighbours for an error sentence, the first few of many.
func nearText(row []int) string {
	const shown = 8
	if len(row) == 0 {
		return "no neighbours"
	}
	words := make([]string, 0, shown)
	for _, j := range row[:min(shown, len(row))] {
		words = append(words, strconv.Itoa(j+1))
	}
	if len(row) > shown {
		return fmt.Sprintf("the neighbours %s and %d more", strings.Join(words, ", "), len(row)-shown)
	}
	return "the neighbours " + strings.Join(words, ", ")
}

// quote keeps an error sentence one line of readable length.
func quote(text string) string {
	const shown = 40
	if r := []rune(text); len(r) > shown {
		text = string(r[:shown]) + "..."
	}
	return strconv.Quote(text)
}
