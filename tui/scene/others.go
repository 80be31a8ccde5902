package scene

import (
	"math"

	"admmlab/sim/config"
	"admmlab/sim/deal"
	"admmlab/sim/runner"
)

// How data differ.
const (
	OtherData  = "other data"
	otherSplit = "other split"
)

// DataWords says how the data of a run of c differ from those of a run of now, "" for the
// same rows to train and to test on: errors on other data say nothing about each other. Who
// holds which part of them does not count.
func DataWords(c, now config.Config) string {
	if c.Data != now.Data && runner.FullPaths(c.Data) != runner.FullPaths(now.Data) {
		return OtherData
	}
	a, b := deal.KeyOf(c), deal.KeyOf(now)
	a.Nodes, a.Split, a.Parties = b.Nodes, b.Split, b.Parties
	if a != b {
		return otherSplit
	}
	return ""
}

// PromiseWords says what the total of a run of c promises otherwise than that of a run of
// now, "" where totals can be compared.
func PromiseWords(c, now config.Config) string {
	switch {
	case config.NeighbourWords(c) != config.NeighbourWords(now):
		return config.NeighbourWords(c)
	case c.Set.Delta != now.Set.Delta:
		return "another δ"
	}
	return ""
}

// Compares reports whether the totals of a run that c began promise what the newest one of
// the run at the keys does.
func (s *Scene) Compares(h *History, c config.Config) bool {
	return !h.Varies() && PromiseWords(h.Under(c, h.Last()), s.ConfigAt(s.Run.Last())) == ""
}

// PastBound is a total of the run before for people; that of another promise is none beside
// those of the run at the keys.
func (s *Scene) PastBound(total float64) string {
	if past := s.Past(); past != nil && !math.IsNaN(total) && !s.Compares(past, past.Config) {
		return "other ε"
	}
	return Reading(total, Bound)
}

// PastName is what the run before, or a pinned one, is called beside the run at the keys.
func (s *Scene) PastName() string {
	name := "previous"
	if s.Ghost.Label != s.Run.Label {
		name = s.Ghost.Label
	}
	if words := DataWords(s.Ghost.Config, s.InForce()); words != "" {
		name += ", " + words
	}
	return name
}
