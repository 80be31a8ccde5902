package tui

import (
	"slices"
	"testing"

	"admmlab/models/data"
	"admmlab/sim/config"
)

// The list of data sets offers a kind that only this file knows, and asks for its
// argument in its own words.
func TestTheListOfDataKnowsEveryKind(t *testing.T) {
	kinds := data.Kinds
	t.Cleanup(func() { data.Kinds = kinds })
	data.Kinds = append(slices.Clone(kinds), data.Kind{
		Name: "coins", Argument: "N", Asked: "number", Alone: true,
		Offers: []data.Offer{
			{Key: "coins", Title: "coins", Detail: "6 coins", Long: "heads or tails"},
			{Key: "coins:", Title: "More coins…", Detail: "a number", Long: "coins:N, as many as you like"},
		},
		Words: func(argument string) (name, size string) { return "coin", argument },
		Draw:  func(string, data.Progress) (*data.Dataset, error) { return nil, nil },
	})
	s := newStage(t, config.Default(), 120, 36).begun()
	s.press("d")
	for _, k := range data.Kinds {
		for _, o := range k.Offers {
			s.shows(o.Title, o.Detail)
		}
	}
	s.press("end").shows("coins:N, as many as you like")
	s.press("enter").shows("number after coins:")
	s.press("enter").shows("names no number, expected coins or")
	s.press("4", "2", "enter").shows("coin 42")
	if got := s.m.scene.Wished().Data; got != "coins:42" {
		t.Errorf("the wish is %s", got)
	}
	s.press("d", "end", "up", "enter")
	if got := s.m.scene.Wished().Data; got != "coins" {
		t.Errorf("the wish is %s", got)
	}
}
