package config

import (
	"fmt"
	"strings"

	"admmlab/models/data"
	"admmlab/sim/spell"
)

// DataKind takes a data key apart and checks it, without opening anything. The
// argument is "" for the usual size of what is drawn.
func DataKind(key string) (kind data.Kind, argument string, err error) {
	kind, argument, known := data.Find(key)
	switch {
	case !known:
		var names []string
		for _, k := range data.Kinds {
			names = append(names, k.Name)
		}
		name, _, _ := strings.Cut(key, ":")
		return kind, "", fmt.Errorf("data = %q is unknown, expected %s%s", key, oneOf(data.Forms()), spell.Hint(name, names))
	case argument == "" && (!kind.Alone || strings.HasSuffix(key, ":")):
		return kind, "", fmt.Errorf("data = %q names no %s, expected %s", key, kind.Asked, oneOf(kind.Forms()))
	case argument != "" && kind.Check != nil:
		if err := kind.Check(argument); err != nil {
			return kind, "", fmt.Errorf("data = %q: %w", key, err)
		}
	}
	return kind, argument, nil
}

// oneOf lists words with "or" before the last.
func oneOf(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// DataWords says what a data key stands for, without its folders: its name, and
// the size of what is drawn.
func DataWords(key string) string {
	name, size := dataWords(key)
	return strings.TrimSpace(name + " " + size)
}

// DataName is DataWords without the size.
func DataName(key string) string {
	name, _ := dataWords(key)
	return name
}

func dataWords(key string) (name, size string) {
	kind, argument, known := data.Find(key)
	if !known {
		return key, ""
	}
	return kind.Words(argument)
}
