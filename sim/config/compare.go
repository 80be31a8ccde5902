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
