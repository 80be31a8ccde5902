package sim

import (
	"fmt"
	"slices"

	"admmlab/sim/admm"
	"admmlab/sim/network"
)

// Change is an event as it happened.
type Change struct {
	Event
	ByHand        bool   // somebody asked for it while it ran; false: the session's own schedule
	Before, After string // the knob's value, for an edge the topology, in the text form
	Moved         []Move // every other knob that changed its value with it, in the order of the text form
}

// Move is a knob that goes from one value to another, both in the text form.
type Move struct{ Key, Before, After string }

// NewChange is e as it happened, when before was in force until then and after is
// from then on.
func NewChange(e Event, before, after Config) Change {
	c := Change{Event: e}
	turned := e.Key
	if turned == "" {
		turned = "topology"
	}
	for _, key := range order {
		was, is := knobs[key].get(before), knobs[key].get(after)
		switch {
		case key == turned:
			c.Before, c.After = was, is
		case was != is:
			c.Moved = append(c.Moved, Move{key, was, is})
		}
	}
	return c
}

// Reverse are the events that bring back what was before.
func (c Change) Reverse() []Event {
	if c.Key == "" {
		return []Event{{Edge: c.Edge, Join: !c.Join}}
	}
	events := []Event{{Key: c.Key, Value: c.Before}}
	for _, m := range c.Moved {
		events = append(events, Event{Key: m.Key, Value: m.Before})
	}
	return events
}

// Apply makes a change that was asked for by hand, which counts from the next
// iteration on, and returns it as it happened. What cannot change in mid-run is
// refused and nothing happens.
func (s *Session) Apply(e Event) (Change, error) {
	done, err := s.apply(e)
	done.ByHand = true
	return done, err
}

func (s *Session) apply(e Event) (Change, error) {
	e.At = s.t + 1
	if err := e.check(s.now); err != nil {
		return Change{}, err
	}
	before, next, graph := s.now, s.now.clone(), s.graph
	var err error
	switch e.Key {
	case "":
		if graph, err = e.On(s.graph); err == nil {
			next.Topology = s.topologyOf(graph)
		}
	case "topology":
		if next, err = knobs[e.Key].Assign(s.now, e.Value); err == nil {
			graph, err = network.Parse(next.Topology, next.Nodes, next.Seed)
		}
	default:
		next, err = knobs[e.Key].Assign(s.now, e.Value)
	}
	if err != nil {
		return Change{}, err
	}
	s.now, s.graph = next, graph
	s.changes = append(s.changes, e)
	if e.Key != "" {
		s.keep(next.Set)
		s.wall() // the budget, or what an iteration costs, may be another now
	}
	return NewChange(e, before, next), nil
}

// keep puts settings in force; rows of the past keep the ones they were made with.
func (s *Session) keep(set admm.Settings) {
	set = cloneSettings(set)
	s.set = &set
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

// change applies an event with apply and tells of it.
func (s *Session) change(e Event, apply func(Event) (Change, error)) []Notice {
	before := s.graph
	done, err := apply(e)
	if err != nil {
		return []Notice{{Iteration: s.t + 1, Kind: Refused, Text: err.Error()}}
	}
	notices := []Notice{{Iteration: done.At, Kind: Changed, Text: done.Words(), Change: &done}}
	if s.graph != nil && s.graph != before {
		if was, is := len(before.Components()), len(s.graph.Components()); is > 1 && is != was {
			notices = append(notices, Notice{Iteration: done.At, Kind: Split, Text: fmt.Sprintf("the graph is in %d pieces: each goes on learning, but not from the others", is)})
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
		s.opening = append(s.opening, s.scheduled()...)
	}
}

// scheduled makes the first change of the schedule.
func (s *Session) scheduled() []Notice {
	e := s.schedule[0]
	s.schedule = s.schedule[1:]
	return s.change(e, s.apply)
}
