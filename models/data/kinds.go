package data

import "strings"

// Kinds are all kinds of data, in the order in which they are listed. Nothing else
// lists them. Only a test may write to it, before anything reads it.
var Kinds = []Kind{censusKind, wideKind, adultKind, libsvmKind, csvKind}

// Find takes a data key apart: the kind it names, and what follows its colon.
// known is false if no kind has the name.
func Find(key string) (kind Kind, argument string, known bool) {
	name, argument, _ := strings.Cut(key, ":")
	for _, k := range Kinds {
		if k.Name == name {
			return k, argument, true
		}
	}
	return Kind{}, "", false
}

// Forms are how a data key may be written, kind by kind.
func Forms() []string {
	var all []string
	for _, k := range Kinds {
		all = append(all, k.Forms()...)
	}
	return all
}
