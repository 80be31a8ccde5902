package sim

import (
	"fmt"
	"slices"
	"strings"
)

// choosing begins what no ε has in it, at the end of a notice.
const choosing = "choosing when to stop by the "

// Befell is what befell some of many runs: how many, and what was told of it.
type Befell struct {
	Runs   int
	first  string
	others []string // what none of the totals of others has in it, but for what is told of the first
}

// Add counts a run with what was told of it.
func (b *Befell) Add(text string) {
	if b.Runs++; b.Runs == 1 {
		b.first = text
	}
	_, looks, found := strings.Cut(text, "; "+choosing)
	if found && !strings.HasSuffix(b.first, choosing+looks) && !slices.Contains(b.others, looks) {
		b.others = append(b.others, looks)
	}
}

// Words are what was told of the first, and what no ε of others has in it beside that.
func (b Befell) Words() string {
	words := b.first
	for _, looks := range b.others {
		words += "; in others " + choosing + looks
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
