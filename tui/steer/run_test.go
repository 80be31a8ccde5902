package steer

import (
	"testing"

	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/tui/scene"
)

// Each cut makes another list of edges, of megabytes in a large network: what all of them were made
// from is known, and only that a run has begun with is held.
func TestCutsByHandHoldOneListOfEdges(t *testing.T) {
	c := config.Default()
	c.Nodes, c.Topology = 8, "complete"
	s := &scene.Scene{Run: &scene.History{Config: c}}
	s.Heard, s.Base, s.State.Config, s.Since = true, c, c, map[string]int{}
	d := New(s, nil, Hooks{})
	for to := 1; to < 6; to++ {
		e := config.Event{At: 1, Edge: network.Edge{0, to}}
		d.changed(config.Change{Event: e, ByHand: true}, 0)
		if made := d.kindOf(s.Base.Topology, c.Seed); made.Name != "complete" {
			t.Errorf("after %s: %s was made from %q", e, s.Base.Topology, made.Name)
		}
	}
	if len(d.kinds) > 0 {
		t.Errorf("%d lists are held: %v", len(d.kinds), d.kinds)
	}
	if d.holdNewest(); d.kinds[s.Base.Topology].Name != "complete" {
		t.Errorf("of a run that begins with it %v is held", d.kinds)
	}
}
