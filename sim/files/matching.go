package files

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Matching are the names in a folder that match one of the patterns, in order; none where
// it cannot be read.
func Matching(folder string, patterns ...string) (list []string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if slices.ContainsFunc(patterns, func(p string) bool { is, _ := filepath.Match(p, e.Name()); return is }) {
			list = append(list, e.Name())
		}
	}
	return list
}

// Older is a sentence on what else there is in a folder under names such as those that were
// just written: it was there before and is of something else. "" for nothing.
func Older(folder string, written []string, patterns ...string) string {
	list := slices.DeleteFunc(Matching(folder, patterns...), func(name string) bool { return slices.Contains(written, name) })
	if len(list) == 0 {
		return ""
	}
	return folder + " also has " + strings.Join(list, ", ") + ", which were there before and are not of this"
}
