package kept

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
)

// A run may have a million changes: its line in the table tells of the first.
func TestTheWordsOfARunAreFewHoweverManyItsChanges(t *testing.T) {
	r := archive.Record{Config: config.Default(), Last: sim.Row{Iteration: 5}}
	for i := range 30 {
		r.Config.Events = append(r.Config.Events, config.Event{At: 2 + i/29*7, Key: "alpha", Value: "0.25"})
	}
	words := runLister{}.words(r, "")
	if n := strings.Count(words, "α = 0.25"); n != mostChanges || !strings.Contains(words, "and 9 more changes") {
		t.Errorf("%d changes are told: %s", n, words)
	}
}

// What the total is of stands first: the end may have no room.
func TestTheWordsOfARunBeginWithItsTotal(t *testing.T) {
	r := archive.Record{Config: config.Default(), Last: sim.Row{Iteration: 5, EpsilonTotal: 3, Tight: 2, TightDelta: 1e-5, Accountant: "PLD"}}
	if words := (runLister{}).words(r, "C 5"); !strings.HasPrefix(words, "ε ≤ 2, δ = 1e-5 (PLD, one record replaced), printed") {
		t.Error(words)
	}
	r.Last.Tight = math.NaN()
	if words := (runLister{}).words(r, "C 5"); !strings.HasPrefix(words, "no guarantee, one record replaced: printed 3") {
		t.Error(words)
	}
}

// Every key goes over the lines: what is not seen of a long text is not in them.
func TestALineIsShortHoweverLongItsTexts(t *testing.T) {
	r := archive.Record{Config: config.Default(), Name: strings.Repeat("é", 20_000), Last: sim.Row{Iteration: 5}}
	r.Config.Data = "csv:" + strings.Repeat("x", 20_000)
	row := runLister{}.rows([]archive.Record{r})[0]
	for i, text := range append(row.Cells, row.Long) {
		if n := utf8.RuneCountInString(text); n > mostOfWords+1 || i < len(row.Cells) && n > mostOfCell+1 {
			t.Errorf("text %d has %d characters", i, n)
		}
	}
	if name := row.Cells[1]; name != strings.Repeat("é", mostOfCell)+"…" {
		t.Errorf("the name is %q", name)
	}
}
