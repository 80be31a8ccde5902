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

// Tally is the lines that are told of many runs, each once. Its zero value has none.
type Tally struct {
	lines []string // in the order in which they came
	runs  map[string]int
}

// Add counts a line for a run of which it is told.
func (t *Tally) Add(line string) {
	if t.runs == nil {
		t.runs = map[string]int{}
	}
	if t.runs[line]++; t.runs[line] == 1 {
		t.lines = append(t.lines, line)
	}
}

// Of are the lines, each with of how many of all runs it is told where that is not of all.
func (t Tally) Of(all int) (list []string) {
	for _, line := range t.lines {
		if some := t.runs[line]; some != all {
			line = fmt.Sprintf("%d of %d runs: %s", some, all, line)
		}
		list = append(list, line)
	}
	return list
}
