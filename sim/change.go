package sim

import (
	"fmt"
	"slices"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/network"
)

// Apply makes a change that was asked for by hand, which counts from the next
// iteration on, and returns it as it happened. What cannot change in mid-run is
// refused and nothing happens.
func (s *Session) Apply(e config.Event) (config.Change, error) {
	if s.halted == "" {
		s.prepare()
		s.commit() // what was due happens before it: whoever is at the keys has the last word
	}
	stood, schedule := s.standing, s.schedule
	if s.Finished() { // what waits for a later limit would come behind it
		s.happen(s.waiting())
		s.commit()
	}
	done, err := s.apply(e)
	done.ByHand = true
	if err != nil {
		s.standing, s.schedule = stood, schedule
	}
	if err == nil && s.t == 0 && s.meter != nil && e.Key == config.WatchKnob.Key {
		s.meter.watch(s.now.Watch - 1)
	}
	s.totals.restate(s.set.Delta)
	s.barred, s.next.made = nil, false
	return done, err
}

func (s *Session) apply(e config.Event) (config.Change, error) {
	if e.At = s.t + 1; e.At > config.MaxIterations {
		return config.Change{}, fmt.Errorf("%s: the run is at the largest limit there is, %d iterations, and nothing counts behind it; press r", e.Words(), config.MaxIterations)
	}
	if err := e.Check(s.now); err != nil {
		return config.Change{}, err
	}
	before, next, whole, graph := s.now, s.now.Clone(), s.whole, s.graph
	knob, turned := config.KnobOf(s.now, e.Key)
	var err error
	if turned {
		next, err = knob.Assign(s.now, e.Value)
	} else if graph, err = e.On(s.graph); err == nil {
		if i := slices.IndexFunc(s.named, func(n named) bool { return n.graph.Equal(graph) }); i >= 0 && network.Listed(next.Topology) {
			next.Topology, whole = s.named[i].topology, s.named[i].graph
		}
		if graph.Equal(whole) {
			graph = whole // with its name again
		}
	}
	next.Iterations = max(next.Iterations, s.t) // a limit that is passed is where the run stands
	if err == nil && e.Key == config.TopologyKnob.Key {
		before = s.config()
		whole, err = network.Parse(next.Topology, next.Nodes, next.Seed)
		graph = whole
	}
	if err == nil {
		err = s.deal.Takes(next)
	}
	if err != nil {
		return config.Change{}, err
	}
	s.now, s.whole, s.graph = next, whole, graph
	if e.Key == config.TopologyKnob.Key {
		s.name()
	}
	s.changes = append(s.changes, e)
	if e.Key != "" {
		s.keep(next.Set)
	}
	return config.NewChange(e, before, next), nil
}

// name remembers the graph of the topology in force by its name, if it has one.
func (t *terms) name() {
	has := func(n named) bool { return n.topology == t.now.Topology }
	if !network.Listed(t.now.Topology) && !slices.ContainsFunc(t.named, has) {
		t.named = append(slices.Clip(t.named), named{t.now.Topology, t.whole})
	}
}

// keep puts settings in force; rows of the past keep the ones they were made with.
func (s *Session) keep(set admm.Settings) {
	set = s.spec.InForce(set)
	s.set = &set
}

// Change is Apply that tells what happened, or why nothing did, and what News there is.
func (s *Session) Change(e config.Event) []Notice {
	before := len(s.opening)
	notices := s.tell(e, s.Apply)
	notices = append(slices.Clone(s.opening[before:]), notices...) // what was due happened first
	s.opening = s.opening[:before:before]
	return append(notices, s.News()...)
}

// tell applies an event with apply and tells of it.
func (s *Session) tell(e config.Event, apply func(config.Event) (config.Change, error)) []Notice {
	done, err := apply(e)
	if err != nil {
		return []Notice{{Iteration: s.t + 1, Kind: Refused, Text: err.Error()}}
	}
	return []Notice{{Iteration: done.At, Kind: Changed, Text: done.Words(), Change: &done}}
}

// split tells of a graph in pieces that the iteration is made with: of several changes before one,
// what comes out of all.
func (s *Session) split() (notices []Notice) {
	before := s.parted
	if s.parted = s.graph; s.graph == before {
		return nil
	}
	was, is := 1, len(s.graph.Components())
	if before != nil {
		was = len(before.Components())
	}
	if is > 1 && is != was {
		notices = []Notice{{Iteration: s.t, Kind: Split, Text: fmt.Sprintf("the graph is in %d pieces: each goes on learning, but not from the others", is)}}
	}
	return notices
}
