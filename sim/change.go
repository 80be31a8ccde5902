package sim

import (
	"fmt"
	"slices"

	"admmlab/sim/admm"
	"admmlab/sim/network"
)

// Apply makes a change that counts from the next iteration on and returns it as
// it happened. What cannot change in mid-run is refused and nothing happens.
func (s *Session) Apply(e Event) (Event, error) {
	e.At = s.t + 1
	if err := e.check(s.now); err != nil {
		return e, err
	}
	if e.Key == "cut" || e.Key == "join" {
		i, j, err := network.ParseEdge(e.Value)
		if err != nil {
			return e, err
		}
		g, err := s.edge(e.Key, i, j)
		if err != nil {
			return e, err
		}
		s.graph = g
		s.now.Topology = s.topologyOf(g)
		s.changes = append(s.changes, e)
		return e, nil
	}
	next, err := knobs[e.Key].Assign(s.now, e.Value)
	if err != nil {
		return e, err
	}
	if e.Key == "topology" {
		if s.graph, err = network.Parse(next.Topology, next.Nodes, next.Seed); err != nil {
			return e, err
		}
	}
	s.now = next
	s.keep(next.Set)
	s.changes = append(s.changes, e)
	s.wall() // the budget, or what an iteration costs, may be another now
	return e, nil
}

// keep puts settings in force; rows of the past keep the ones they were made with.
func (s *Session) keep(set admm.Settings) {
	set = cloneSettings(set)
	s.set = &set
}

func (s *Session) edge(verb string, i, j int) (*network.Graph, error) {
	if verb == "cut" {
		return s.graph.Cut(i, j)
	}
	return s.graph.Join(i, j)
}

// topologyOf is g in words: the topology that was asked for last, where an edge has
// come back to it, or the list of edges.
func (s *Session) topologyOf(g *network.Graph) string {
	asked := s.start.Topology
	for _, e := range s.changes {
		if e.Key == "topology" {
			asked = e.Value
		}
	}
	if whole, err := network.Parse(asked, s.now.Nodes, s.now.Seed); err == nil && slices.Equal(whole.Edges(), g.Edges()) {
		return asked
	}
	return g.String()
}

// change applies an event and tells of it.
func (s *Session) change(e Event) []Notice {
	before := s.graph
	done, err := s.Apply(e)
	if err != nil {
		return []Notice{{s.t + 1, Refused, err.Error()}}
	}
	notices := []Notice{{done.At, Changed, done.Words()}}
	if s.graph != nil && s.graph != before {
		if was, is := len(before.Components()), len(s.graph.Components()); is > 1 && is != was {
			notices = append(notices, Notice{done.At, Split, fmt.Sprintf("the graph is in %d pieces: each goes on learning, but not from the others", is)})
		}
	}
	return notices
}

// reprieve makes the changes that are due now if one of them may let a run go on
// that has stopped: it was made by hand at this place, and a replay must not end
// before it.
func (s *Session) reprieve() {
	due := 0
	for due < len(s.schedule) && s.schedule[due].At <= s.t+1 {
		due++
	}
	longer := slices.ContainsFunc(s.schedule[:due], func(e Event) bool { return e.Key == "iterations" })
	if s.Finished() && !longer {
		return
	}
	for range due {
		e := s.schedule[0]
		s.schedule = s.schedule[1:]
		s.opening = append(s.opening, s.change(e)...)
	}
}
