package config

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
		turned = TopologyKnob.Key
	}
	for _, k := range KnobsOf(before) {
		was, is := k.Value(before), k.Value(after)
		switch {
		case k.Key == turned:
			c.Before, c.After = was, is
		case was != is:
			c.Moved = append(c.Moved, Move{k.Key, was, is})
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
