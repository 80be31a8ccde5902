package config

import (
	"slices"

	"admmlab/sim/admm"
)

// Taken is what became of settings under another method: keys with their values, in the
// order of the text form.
type Taken struct {
	Kept    []Move // chosen before, and as they were
	Moved   []Move // read before and after, and now as the method starts
	Dropped []Move // chosen before, and not read or not taken by the method; After is ""
	Events  int    // changes in mid-run that it cannot take
}

// Under is c with another method that keeps what was chosen, which is what differs from
// how a method starts, where the new one reads and takes it. The method that c has already
// starts as it does, with nothing kept.
func (c Config) Under(method string) (Config, Taken) {
	var taken Taken
	next := c.WithMethod(method)
	if _, known := admm.Find(method); !known {
		return c, taken
	}
	chosen := Differences(c, c.WithMethod(c.Method))
	for _, d := range chosen {
		k, _ := KnobOf(next, d.Key)
		switch {
		case d.Key == EventsKnob.Key:
		case method != c.Method && k.Reads(next) && k.Set(&next, d.Values[0]) == nil:
			taken.Kept = append(taken.Kept, Move{d.Key, d.Values[0], d.Values[0]})
		case method != c.Method:
			taken.Dropped = append(taken.Dropped, Move{Key: d.Key, Before: d.Values[0]})
		}
	}
	if method != c.Method {
		next.Events = slices.Clone(c.Events)
	}
	next.DropEvents()
	taken.Events = len(c.Events) - len(next.Events)
	for _, d := range Differences(c, next) {
		k, _ := KnobOf(c, d.Key)
		now, _ := KnobOf(next, d.Key)
		gone := slices.ContainsFunc(taken.Dropped, func(m Move) bool { return m.Key == d.Key })
		if d.Key != MethodKnob.Key && d.Key != EventsKnob.Key && !gone && k.Reads(c) && now.Reads(next) {
			taken.Moved = append(taken.Moved, Move{d.Key, d.Values[0], d.Values[1]})
		}
	}
	return next, taken
}
