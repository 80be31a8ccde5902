package scene

import (
	"fmt"
	"math"

	"admmlab/sim/numeral"
)

// Farthest is the node, from 0, that is farthest from the average model, and how far; -1
// where none has a finite model.
func (now Snapshot) Farthest() (node int, distance float64) {
	node = -1
	for i, n := range now.Nodes {
		if !math.IsNaN(n.Distance) && !math.IsInf(n.Distance, 0) && (node < 0 || n.Distance > distance) {
			node, distance = i, n.Distance
		}
	}
	return node, distance
}

// LengthWords are a distance of so many lengths of the average model in words, the longest
// first.
func LengthWords(lengths float64) []string {
	far := numeral.Short(lengths)
	of := far + " of "
	if lengths > 1 {
		of = far + " times "
	}
	return []string{of + "the average model's length", of + "the average's length", of + "the average", far + " × the average"}
}

// Pieces is in how many pieces the graph of iteration t is, 0 where there is none. Where that is to be with
// the next iteration only, from says so.
func (s *Scene) Pieces(t int) (n int, from string) {
	g := s.GraphAt(t)
	if g == nil {
		return 0, ""
	}
	n = len(g.Components())
	if made, ok := s.Run.InForce(t); ok && made.Graph != nil && made.Graph != g && len(made.Graph.Components()) != n {
		from = " " + s.CountsFrom(t+1)
	}
	return n, from
}

// PiecesWords say in how many pieces the graph of iteration t is and what follows, the
// longest first; none where it is whole. How far apart the nodes are is left out of an iteration
// whose states are not kept.
func (s *Scene) PiecesWords(t int) []string {
	pieces, from := s.Pieces(t)
	if pieces < 2 {
		return nil
	}
	n := numeral.Group(pieces)
	if from != "" {
		n += " pieces" + from
		return []string{n + ": they will no longer learn from each other", n}
	}
	words := []string{n + " pieces: they no longer learn from each other", n + " pieces: they do not learn together"}
	now := s.Run.NodesAt(t)
	if k, most := now.Farthest(); k >= 0 && now.MeanNorm > 0 && now.Iteration == t {
		far := fmt.Sprintf("; farthest node %d: %s", k+1, LengthWords(most / now.MeanNorm)[1])
		return append([]string{words[0] + far}, words...)
	}
	return words
}
