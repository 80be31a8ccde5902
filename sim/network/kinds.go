package network

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"admmlab/models/elementary"
)

// Kind is a family of graphs that New can build.
type Kind struct {
	Name  string // as typed and printed: "small-world"
	Words string // one line for people
}

// The names of the kinds.
const (
	Ring       = "ring"
	Path       = "path"
	Star       = "star"
	Complete   = "complete"
	Grid       = "grid"
	SmallWorld = "small-world"
	Random     = "random"
)

// kindRow is a kind with its drawing rule, which must give a connected graph for
// every n >= 1, except that a random one may fail and is then drawn again.
type kindRow struct {
	Kind
	draw   func(n int, rng *rand.Rand) edgeSet
	random int // nodes from which on it depends on the seed, 0 = it does not
}

var kinds = [...]kindRow{
	{Kind{Ring, "every node talks to the next one, and the last to the first"}, ring, 0},
	{Kind{Path, "a chain: every node talks to the next one"}, path, 0},
	{Kind{Star, "node 1 in the centre talks to everybody, the others only to node 1"}, star, 0},
	{Kind{Complete, "everybody talks to everybody"}, complete, 0},
	{Kind{Grid, "rows and columns, near square; nodes talk to those beside, above and below"}, grid, 0},
	{Kind{SmallWorld, "a ring with links to the two nearest on each side, one link in ten moved to a random node"}, smallWorld, 6},
	{Kind{Random, "every pair talks with the same chance, just enough that all are connected"}, random, 3},
}

// Kinds returns all kinds in the order in which they are offered, in a fresh slice.
func Kinds() []Kind {
	out := make([]Kind, len(kinds))
	for i, k := range kinds {
		out[i] = k.Kind
	}
	return out
}

// New builds the connected graph of the given kind with 1 <= nodes <= MaxNodes.
// The seed matters for small-world and random only. Definitions:
//
//	ring         i - i+1 mod n (two nodes: one edge)
//	path         i - i+1
//	star         0 - i for i >= 1
//	complete     all pairs
//	grid         ceil(sqrt n) columns filled row after row; the last row may be short
//	small-world  Watts and Strogatz, Nature 393 (1998): i - i+1 and i - i+2 mod n, then the far
//	             end of each edge moves with probability 0.1 to a uniform node not yet adjacent
//	random       Erdos-Renyi G(n, p) with p = min(1, 2 ln n / n), twice the connectivity threshold
//
// The two last are redrawn from the next sub-seed until connected.
func New(kind string, nodes int, seed uint64) (*Graph, error) {
	k, err := findKind(kind)
	if err != nil {
		return nil, err
	}
	if err := checkNodes(nodes); err != nil {
		return nil, err
	}
	// Disconnected draws are rare (for random about 1 in n, at worst 3 in 10 at
	// small n): the limit only guards against an endless loop.
	const attempts = 1000
	for attempt := range uint64(attempts) {
		var rng *rand.Rand
		if k.random > 0 {
			rng = subSeed(seed, k.Name, attempt)
		}
		if g := build(k.Name, k.draw(nodes, rng).sorted()); g.Connected() {
			return g, nil
		}
	}
	return nil, fmt.Errorf("cannot draw a %s network of %d nodes: none of %d draws was connected; choose another seed or kind", kind, nodes, attempts)
}

// Seeded reports whether the graph of a kind with so many nodes depends on the seed.
func Seeded(kind string, nodes int) bool {
	k, err := findKind(kind)
	return err == nil && k.random > 0 && nodes >= k.random
}

// subSeed keys one draw. ChaCha8 because its key takes all coordinates unmixed and
// its output is fixed by its specification.
func subSeed(seed uint64, kind string, attempt uint64) *rand.Rand {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], seed)
	binary.LittleEndian.PutUint64(key[8:], attempt)
	copy(key[16:], kind)
	return rand.New(rand.NewChaCha8(key))
}

// edgeSet is a graph under construction: row i holds the neighbours of i, unsorted.
type edgeSet [][]int

func (s edgeSet) has(i, j int) bool { return slices.Contains(s[i], j) }

func (s edgeSet) add(i, j int) {
	s[i] = append(s[i], j)
	s[j] = append(s[j], i)
}

func (s edgeSet) remove(i, j int) {
	s[i] = slices.Delete(s[i], slices.Index(s[i], j), slices.Index(s[i], j)+1)
	s[j] = slices.Delete(s[j], slices.Index(s[j], i), slices.Index(s[j], i)+1)
}

func (s edgeSet) sorted() [][]int {
	for _, row := range s {
		slices.Sort(row)
	}
	return s
}

func path(n int, _ *rand.Rand) edgeSet {
	s := make(edgeSet, n)
	for i := 1; i < n; i++ {
		s.add(i-1, i)
	}
	return s
}

func ring(n int, _ *rand.Rand) edgeSet {
	s := path(n, nil)
	if n > 2 {
		s.add(n-1, 0)
	}
	return s
}

func star(n int, _ *rand.Rand) edgeSet {
	s := make(edgeSet, n)
	for i := 1; i < n; i++ {
		s.add(0, i)
	}
	return s
}

func complete(n int, _ *rand.Rand) edgeSet {
	s := make(edgeSet, n)
	for i := range n {
		s[i] = make([]int, 0, n-1)
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			s.add(i, j)
		}
	}
	return s
}

// GridColumns is the number of columns of the grid kind with n nodes: node i stands in
// row i / columns and column i mod columns.
func GridColumns(n int) int { return int(math.Ceil(math.Sqrt(float64(n)))) }

func grid(n int, _ *rand.Rand) edgeSet {
	s := make(edgeSet, n)
	columns := GridColumns(n)
	for i := range n {
		if right := i + 1; right < n && right%columns != 0 {
			s.add(i, right)
		}
		if below := i + columns; below < n {
			s.add(i, below)
		}
	}
	return s
}

func smallWorld(n int, rng *rand.Rand) edgeSet {
	const (
		reach  = 2   // links to each side: k = 4 neighbours
		rewire = 0.1 // probability that a link moves
	)
	s := make(edgeSet, n)
	for hop := 1; hop <= reach; hop++ {
		for i := range n {
			if j := (i + hop) % n; j != i && !s.has(i, j) {
				s.add(i, j)
			}
		}
	}
	for hop := 1; hop <= reach; hop++ {
		for i := range n {
			j := (i + hop) % n
			// An earlier move may have taken this link, and a node that has
			// everybody as neighbour leaves no place to move to.
			if !s.has(i, j) || len(s[i]) == n-1 || rng.Float64() >= rewire {
				continue
			}
			to := rng.IntN(n)
			for to == i || s.has(i, to) {
				to = rng.IntN(n)
			}
			s.remove(i, j)
			s.add(i, to)
		}
	}
	return s
}

func random(n int, rng *rand.Rand) edgeSet {
	s := make(edgeSet, n)
	p := min(1, 2*elementary.Log(float64(n))/float64(n))
	for i := range n {
		for j := i + 1; j < n; j++ {
			if rng.Float64() < p {
				s.add(i, j)
			}
		}
	}
	return s
}
