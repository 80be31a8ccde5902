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

// What is promised, and of whom, stands before what the end may have no room for.
func TestTheWordsOfARunBeginWithItsPromise(t *testing.T) {
	none, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		method         string
		tight, printed float64
		want           string
	}{
		{"dvp", 2, 3, "ε ≤ 2, δ = 1e-5 (PLD), one record replaced: any outcome at most 7.4 times as likely"},
		{"dvp", none, 3, "no guarantee, one record replaced; printed 3"},
		{"dvp", none, none, "no guarantee · "},
		{"sharing", none, inf, "no guarantee · "},
		{"sharing", 50, inf, "ε ≤ 50, δ = 1e-5 (PLD), one column changed by at most 1: an outcome"},
		{"admm", none, none, "no noise · "},
	} {
		r := archive.Record{ID: "r", Config: config.Default().WithMethod(c.method), Last: sim.Row{Iteration: 5, EpsilonTotal: c.printed, Tight: c.tight, TightDelta: 1e-5, Proved: none, Accountant: "PLD"}}
		if words := (runLister{}).words(r, "C 5"); !strings.HasPrefix(words, c.want) {
			t.Errorf("%s, ε %g, printed %g: %s", c.method, c.tight, c.printed, words)
		}
		r.Doubt = archive.OtherData
		if words := (runLister{onScreen: "r"}).words(r, "C 5"); !strings.HasPrefix(words, "the run on the screen · "+archive.OtherData+" · "+c.want) {
			t.Errorf("%s, doubted: %s", c.method, words)
		}
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

// What is on the screen has not been left yet.
func TestTheRunOnTheScreenIsNotLeft(t *testing.T) {
	r := archive.Record{ID: "r", Config: config.Default(), Last: sim.Row{Iteration: 3}, End: archive.Left}
	if words := (runLister{onScreen: "r"}).words(r, ""); !strings.Contains(words, "t 3 of 100, so far") || strings.Contains(words, "left") {
		t.Errorf("the run on the screen is told as %q", words)
	}
	if words := (runLister{}).words(r, ""); !strings.Contains(words, "t 3 of 100, left") {
		t.Errorf("another is told as %q", words)
	}
}
