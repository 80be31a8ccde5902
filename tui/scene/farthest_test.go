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
