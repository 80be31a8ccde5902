package config

import "slices"

// Difference is a key in which sessions differ, with the value of each, in their
// order and in the text form; "" where a session has no such key.
type Difference struct {
	Key    string
	Values []string
}

// Differences are the keys in which sessions differ, in the order of the text
// form. Their words, title and caption, do not count: sessions without a
// difference give the same rows.
func Differences(configs ...Config) []Difference {
	var list []Difference
	for _, key := range Keys() {
		values := make([]string, len(configs))
		for i, c := range configs {
			if k, _ := KnobOf(c, key); !k.Prose && c.says(k) {
				values[i] = k.Value(c)
			}
		}
		if len(slices.Compact(slices.Clone(values))) > 1 {
			list = append(list, Difference{key, values})
		}
	}
	return list
}

// AsCompanionOf is c as it can run beside main: with the same data, split, rows held out, noise
// draws, loss and limit, so that what differs is what c sets. The limit is from the start the one
// that main ends with.
func (c Config) AsCompanionOf(main Config) Config {
	main.Iterations = main.Limit()
	c = c.Clone()
	for _, k := range Knobs {
		if k.Shared {
			_ = k.Set(&c, k.Value(main)) // main has it, so it is allowed
		}
	}
	c.Events = slices.DeleteFunc(c.Events, func(e Event) bool { return e.Key == IterationsKnob.Key })
	return c
}

// TakenFrom are the names of what c takes from main where it runs beside it.
func (c Config) TakenFrom(main Config) (names []string) {
	for _, d := range Differences(c, c.AsCompanionOf(main)) {
		if k, ok := KnobOf(c, d.Key); ok {
			names = append(names, KnobName(k))
		}
	}
	return names
}
