package network

import (
	"fmt"
	"slices"
	"sync"
)

// MaxNodes is the largest network that can be built.
const MaxNodes = 1000

// Graph is an immutable undirected graph without loops or multiple edges.
// All methods are safe for concurrent use.
type Graph struct {
	kind      string         // name of the kind that drew it; empty for a list of edges
	near      [][]int        // near[i]: neighbours of i, ascending; never written after construction
	edges     int            // number of edges
	piece     []int          // piece[i]: connected component of i, numbered in order of the smallest node
	pieces    int            // number of connected components
	bipartite bool           // see Bipartite
	gap       func() float64 // algebraic connectivity, computed at the first call and kept
	beyond    func() int     // see Beyond, likewise
	list      func() string  // of its edges, as text, likewise
}

// FromEdges builds the graph of the nodes 0..nodes-1 (1 <= nodes <= MaxNodes) with
// the given edges. It need not be connected. An edge outside the nodes, from a
// node to itself, or given twice (in either direction) is an error.
func FromEdges(nodes int, edges []Edge) (*Graph, error) {
	if err := checkNodes(nodes); err != nil {
		return nil, err
	}
	near := make([][]int, nodes)
	for _, e := range edges {
		i, j := e[0], e[1]
		if err := checkPair(nodes, i, j); err != nil {
			return nil, err
		}
		near[i] = append(near[i], j)
		near[j] = append(near[j], i)
	}
	for i := range near {
		slices.Sort(near[i])
		for k := 1; k < len(near[i]); k++ {
			if near[i][k] == near[i][k-1] {
				return nil, fmt.Errorf("the edge %s is given twice; list every edge once", edgeText(i, near[i][k]))
			}
		}
	}
	return build("", near), nil
}

// build takes ownership of near, whose rows must be sorted and symmetric.
func build(kind string, near [][]int) *Graph {
	g := &Graph{kind: kind, near: near, piece: make([]int, len(near))}
	for i := range near {
		g.edges += len(near[i])
		g.piece[i] = -1
	}
	g.edges /= 2
	stack := make([]int, 0, len(near))
	for root := range near {
		if g.piece[root] >= 0 {
			continue
		}
		g.piece[root] = g.pieces
		stack = append(stack, root)
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, j := range near[i] {
				if g.piece[j] < 0 {
					g.piece[j] = g.pieces
					stack = append(stack, j)
				}
			}
		}
		g.pieces++
	}
	g.bipartite = g.hasTwoSides()
	g.gap = sync.OnceValue(func() float64 { return algebraicConnectivity(near, g.pieces) })
	g.beyond = sync.OnceValue(g.countBeyond)
	g.list = sync.OnceValue(g.listed)
	return g
}

// Beyond is how many of the ways (i, m) from a node to its neighbour lead to one who does
// not hear every neighbour of i: of these m cannot follow what i computes from what it hears.
func (g *Graph) Beyond() int { return g.beyond() }

func (g *Graph) countBeyond() int {
	count := 0
	for i, of := range g.near {
		for _, m := range of {
			if !g.hearsAll(m, i) {
				count++
			}
		}
	}
	return count
}

// hearsAll reports whether m, a neighbour of i, hears all neighbours of i but itself.
func (g *Graph) hearsAll(m, i int) bool {
	if len(g.near[m]) == len(g.near)-1 {
		return true
	}
	if len(g.near[i]) > len(g.near[m]) { // i itself m hears, too
		return false
	}
	for _, j := range g.near[i] {
		if j != m && !g.HasEdge(j, m) {
			return false
		}
	}
	return true
}

// Nodes returns the number of nodes.
func (g *Graph) Nodes() int { return len(g.near) }

// EdgeCount returns the number of edges.
func (g *Graph) EdgeCount() int { return g.edges }

// Degree returns the number of neighbours of node i, 0 <= i < Nodes().
func (g *Graph) Degree(i int) int { return len(g.near[i]) }

// Neighbours returns the neighbours of node i in ascending order, 0 <= i < Nodes().
// The slice is shared by all callers: read it only.
func (g *Graph) Neighbours(i int) []int { return g.near[i] }

// Edges returns all edges with the smaller node first, in ascending order, in a fresh slice.
func (g *Graph) Edges() []Edge {
	out := make([]Edge, 0, g.edges)
	for i, row := range g.near {
		for _, j := range row {
			if i < j {
				out = append(out, Edge{i, j})
			}
		}
	}
	return out
}

// Equal reports whether both have the same nodes and edges, of whatever kind they are.
func (g *Graph) Equal(o *Graph) bool {
	return g == o || g.edges == o.edges && slices.EqualFunc(g.near, o.near, slices.Equal[[]int])
}

// HasEdge reports whether i and j are neighbours; numbers that are not nodes have none.
func (g *Graph) HasEdge(i, j int) bool {
	if i < 0 || i >= len(g.near) {
		return false
	}
	_, found := slices.BinarySearch(g.near[i], j)
	return found
}

// Cut returns the graph without the edge between i and j, which must exist.
func (g *Graph) Cut(i, j int) (*Graph, error) {
	if err := checkPair(len(g.near), i, j); err != nil {
		return nil, fmt.Errorf("cannot cut: %w", err)
	}
	if !g.HasEdge(i, j) {
		return nil, fmt.Errorf("cannot cut %s: there is no such edge; node %d has %s", edgeText(i, j), i+1, nearText(g.near[i]))
	}
	near := slices.Clone(g.near) // rows are never written, so untouched ones are shared
	near[i] = without(g.near[i], j)
	near[j] = without(g.near[j], i)
	return build("", near), nil
}

// Join returns the graph with one more edge, between i and j, which must not exist yet.
func (g *Graph) Join(i, j int) (*Graph, error) {
	if err := checkPair(len(g.near), i, j); err != nil {
		return nil, fmt.Errorf("cannot join: %w", err)
	}
	if g.HasEdge(i, j) {
		return nil, fmt.Errorf("cannot join %s: this edge exists already; choose two nodes that are not neighbours", edgeText(i, j))
	}
	near := slices.Clone(g.near)
	near[i] = with(g.near[i], j)
	near[j] = with(g.near[j], i)
	return build("", near), nil
}

func without(row []int, x int) []int {
	k, _ := slices.BinarySearch(row, x)
	out := make([]int, 0, len(row)-1)
	return append(append(out, row[:k]...), row[k+1:]...)
}

func with(row []int, x int) []int {
	k, _ := slices.BinarySearch(row, x)
	out := make([]int, 0, len(row)+1)
	return append(append(append(out, row[:k]...), x), row[k:]...)
}

// Components returns the connected pieces, each ascending, ordered by their
// smallest node, in fresh slices.
func (g *Graph) Components() [][]int {
	out := make([][]int, g.pieces)
	for i, c := range g.piece {
		out[c] = append(out[c], i)
	}
	return out
}

// Connected reports whether every node can reach every other; one node alone is connected.
func (g *Graph) Connected() bool { return g.pieces == 1 }

// Bipartite reports whether the nodes split into two groups with edges between the
// groups only, that is, whether there is no cycle of odd length.
func (g *Graph) Bipartite() bool { return g.bipartite }

// hasTwoSides computes Bipartite.
func (g *Graph) hasTwoSides() bool {
	side := make([]int8, len(g.near))
	stack := make([]int, 0, len(g.near))
	for root := range g.near {
		if side[root] != 0 {
			continue
		}
		side[root] = 1
		stack = append(stack, root)
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, j := range g.near[i] {
				if side[j] == side[i] {
					return false
				}
				if side[j] == 0 {
					side[j] = -side[i]
					stack = append(stack, j)
				}
			}
		}
	}
	return true
}

// SpectralGap returns the algebraic connectivity: the second smallest eigenvalue
// of the Laplacian D - A (D degrees, A adjacency; not normalised), with
// multiplicity. It is 0 when the graph is in pieces, and 0 by convention for a
// single node. The larger it is, the faster the nodes agree; it is at most n, reached
// by the complete graph. Computed at the first call (milliseconds up to 200 nodes, about a
// tenth of a second for 1,000) and kept with the graph.
//
// M. Fiedler, Algebraic connectivity of graphs, Czechoslovak Math. J. 23 (1973).
func (g *Graph) SpectralGap() float64 { return g.gap() }
