package scene

import (
	"slices"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/network"
	"admmlab/sim/runner"
)

// How far apart the nodes are is said of an iteration whose states are there, and of no other in
// its place.
func TestTheFarthestNodeIsOfTheIterationThatIsShown(t *testing.T) {
	pieces, err := network.Parse("edges:1-2,3-4", 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := &Scene{Run: &History{}, Told: Told{State: runner.State{Graph: pieces}}}
	for i := 1; i <= 8; i++ {
		nodes := make([]sim.NodeState, 4)
		nodes[i%4].Distance = 1
		s.Run.Add(sim.Row{Iteration: i, Graph: pieces, Nodes: nodes, MeanNorm: 1})
	}
	s.Run.Nodes = slices.DeleteFunc(s.Run.Nodes, func(n Snapshot) bool { return n.Iteration%4 != 1 })
	for at, want := range map[int]string{5: "farthest node 2", 6: "", 8: "farthest node 1"} {
		words := s.PiecesWords(at)
		if got := words[0]; !strings.Contains(got, want) || want == "" && strings.Contains(got, "farthest") {
			t.Errorf("t = %d: %q, want %q", at, got, want)
		}
	}
}

// A cut that is to count with the next iteration is no cause of what the newest one shows, and is told from
// when on it counts.
func TestPiecesToBeAreToldAsSuch(t *testing.T) {
	whole, err := network.Parse("edges:1-2,2-3", 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	cut, err := network.Parse("edges:1-2", 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := &Scene{Run: &History{}, Told: Told{State: runner.State{Graph: cut}}}
	add := func(g *network.Graph) {
		s.Run.Add(sim.Row{Iteration: s.Run.Last() + 1, Graph: g, Nodes: make([]sim.NodeState, 3), MeanNorm: 1})
	}
	add(whole)
	for _, words := range s.PiecesWords(1) {
		if !strings.HasPrefix(words, "2 pieces from t = 2") || strings.Contains(words, "farthest") {
			t.Errorf("before the cut counts: %q", words)
		}
	}
	if add(cut); !strings.HasPrefix(s.PiecesWords(2)[0], "2 pieces: they no longer") {
		t.Errorf("once it counts: %q", s.PiecesWords(2))
	}
	if s.Cursor = 1; s.PiecesWords(1) != nil {
		t.Errorf("where it did not: %q", s.PiecesWords(1))
	}
}
