package sim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// choosing begins what no ε has in it, at the end of a notice.
const choosing = "; choosing when to stop by the "

// Befell is what befell some of many runs: how many, and what was told of it.
type Befell struct {
	Runs  int
	first string
	looks []string // what none of the totals has in it
}

// Add counts a run with what was told of it.
func (b *Befell) Add(text string) {
	b.Runs++
	text, looks, found := strings.Cut(text, choosing)
	b.first = cmp.Or(b.first, text)
	if found && !slices.Contains(b.looks, looks) {
		b.looks = append(b.looks, looks)
	}
}

// Words are what was told of the first, and what no ε of any has in it.
func (b Befell) Words() string {
	words := b.first
	for _, looks := range b.looks {
		words += choosing + looks
	}
	return words
}

// OfRuns is a line that is told of some runs, with how many they are where that is not all.
func OfRuns(line string, some, all int) string {
	if some == all {
		return line
	}
	return fmt.Sprintf("%d of %d runs: %s", some, all, line)
}
