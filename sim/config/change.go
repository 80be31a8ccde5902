package config

import (
	"slices"

	"admmlab/sim/admm"
)

// Change is an event as it happened.
type Change struct {
	Event
	ByHand        bool   // somebody asked for it while it ran; false: the session's own schedule
	Before, After string // the knob's value in the text form, "" for an edge, which says it all
	Undone        int    // first iteration without it, of a change taken back and of the one that does it; 0 = it stands
	Moved         []Move // every other knob that changed its value with it, in the order of the text form
}

// Move is a knob that goes from one value to another, both in the text form.
type Move struct{ Key, Before, After string }

// NewChange is e as it happened, when before was in force until then and after is
// from then on.
func NewChange(e Event, before, after Config) Change {
	c := Change{Event: e}
	if e.Key == "" {
		return c
	}
	moved := func(key, was, is string) {
		switch {
		case key == e.Key:
			c.Before, c.After = was, is
		case was != is:
			c.Moved = append(c.Moved, Move{key, was, is})
		}
	}
	spec := before.Spec()
	for _, k := range Knobs {
		if k != numbersHere {
			moved(k.Key, k.Value(before), k.Value(after))
			continue
		}
		// Without their knobs, which take long to make: there may be many changes.
		for _, key := range admm.ParameterKeys() {
			p, ok := spec.Parameter(key)
			if !ok {
				p, _ = admm.FindParameter(key)
			}
			if was, is := p.Get(&before.Set), p.Get(&after.Set); key == e.Key || !slices.Equal(was, is) {
				moved(key, was.String(), is.String())
			}
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
