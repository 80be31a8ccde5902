package config

import (
	"cmp"
	"slices"
)

// After is c with its knobs as they were in iteration t, when those of its events had
// happened that turn any.
func (c Config) After(t int) Config {
	c = c.Clone()
	c.turn(0, t, func(int, int) {})
	return c
}

// turn lets the events happen that turn a knob, those behind one iteration and up to another. It
// tells of the iterations from behind on in which c is the same: from one on, and before another.
func (c *Config) turn(behind, upTo int, during func(from, to int)) {
	due := slices.DeleteFunc(slices.Clone(c.Events), func(e Event) bool { return e.At <= behind || e.At > upTo || e.Key == "" })
	slices.SortStableFunc(due, func(a, b Event) int { return cmp.Compare(a.At, b.At) })
	knobs := map[string]Knob{} // which take long to make: there may be many events
	from := behind
	for _, e := range due {
		if e.At > from {
			during(from, e.At)
			from = e.At
		}
		k, made := knobs[e.Key]
		if !made {
			k, _ = KnobOf(*c, e.Key)
			knobs[e.Key] = k
		}
		if k.Set != nil {
			_ = k.Set(c, e.Value) // one that is refused has changed nothing in the run either
		}
	}
	during(from, upTo+1)
}

// ever reports whether something holds of c in an iteration up to a limit.
func (c Config) ever(limit int, holds func(*Config) bool) (some bool) {
	now := c.After(min(1, limit))
	now.turn(1, limit, func(int, int) { some = some || holds(&now) })
	return some
}

// Limit is the iteration that a run of c ends with where nothing else ends it: a run at its
// limit stands, so that an event counts only if it comes in time to move the limit, and one
// to a limit that is passed ends the run where it stands.
func (c Config) Limit() int {
	var moves []Event
	for _, e := range c.Events { // there may be many, of other knobs
		if e.Key == IterationsKnob.Key {
			moves = append(moves, e)
		}
	}
	slices.SortStableFunc(moves, func(a, b Event) int { return cmp.Compare(a.At, b.At) })
	for _, e := range moves {
		if e.At > c.Iterations+1 {
			break
		}
		moved := Config{}
		if err := IterationsKnob.Set(&moved, e.Value); err == nil {
			c.Iterations = max(moved.Iterations, e.At-1)
		}
	}
	return c.Iterations
}

// Stretch is what a knob has from an iteration on.
type Stretch struct {
	From  int
	Value string // in the text form
}

// Stretches are what a knob has in the iterations up to t, one after the other, by the events
// that turn it and it alone.
func (c Config) Stretches(k *Knob, t int) []Stretch {
	list := []Stretch{{1, k.Value(c)}}
	var turns []Event
	for _, e := range c.Events { // there may be many, of other knobs
		if e.Key == k.Key && e.At <= t {
			turns = append(turns, e)
		}
	}
	slices.SortStableFunc(turns, func(a, b Event) int { return cmp.Compare(a.At, b.At) })
	for _, e := range turns {
		turned := Config{}
		if err := k.Set(&turned, e.Value); err != nil {
			continue // one that is refused has changed nothing in the run either
		}
		if last := &list[len(list)-1]; last.From == e.At {
			last.Value = k.Value(turned)
		} else if value := k.Value(turned); value != last.Value {
			list = append(list, Stretch{e.At, value})
		}
	}
	return list
}

// Conditions are the Stretches of the condition to stop that a row of the iterations up to t is held
// against: a row by what counts next, so that one replaced from the second iteration on is of none.
func (c Config) Conditions(t int) []Stretch {
	list := c.Stretches(StopWhenKnob, t)
	if len(list) > 1 && list[1].From == 2 {
		list = list[1:]
	}
	return list
}

// HasNoise reports whether any iteration up to t has noise: without, no guarantee can be lost.
func (c Config) HasNoise(t int) bool {
	on := func(s Stretch) bool { return s.Value == "true" }
	return c.Spec().Private() && slices.ContainsFunc(c.Stretches(PrivateKnob, t), on)
}
