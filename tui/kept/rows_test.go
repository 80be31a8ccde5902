package kept

import (
	"math"
	"strings"
	"testing"

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
