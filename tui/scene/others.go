package scene

import (
	"math"
	"slices"
	"strings"

	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/deal"
	"admmlab/sim/numeral"
	"admmlab/sim/runner"
)

// How data differ.
const (
	OtherData  = "other data"
	otherSplit = "other split"
)

// OtherLosses is said where the runs side by side have training losses of several kinds.
const OtherLosses = "Losses of several kinds do not compare; errors do."

// OtherEpsilon stands for a total that goes with other neighbours or another δ.
const OtherEpsilon = "other ε"

// DataWords says how the data of a run of c differ from those of a run of now, which are of
// that size, "" for the same rows to train and to test on: errors on other data say nothing
// about each other. Who holds which part of them does not count.
func DataWords(c, now config.Config, size deal.Size) string {
	switch {
	case c.Data != now.Data && fullPaths(c.Data, now, size) != fullPaths(now.Data, now, size):
		return OtherData
	case !deal.SameRows(c, now, size):
		return otherSplit
	}
	return ""
}

// FullPaths is a data key in full: as the files were read where it is that of the run at the keys,
// since when they may have gone.
func (s *Scene) FullPaths(key string) string {
	return fullPaths(key, s.State.Replay, s.State.Size)
}

// fullPaths is a data key in full beside a run of now, which are of that size.
func fullPaths(key string, now config.Config, size deal.Size) string {
	if size.Key != "" && (key == now.Data || key == size.Key) {
		return size.Key
	}
	return runner.FullPaths(key)
}

// SameOrigin reports whether data of one name were the same: a file may have changed since.
// What is not known is taken for the same.
func SameOrigin(a, b string) bool { return a == "" || b == "" || a == b }

// DataWords says how the data of a run that is over differ from those of the run at the keys,
// as DataWords does, and by what was read of them.
func (s *Scene) DataWords(h *History) string {
	if !SameOrigin(h.Origin, s.State.Size.Origin) {
		return OtherData
	}
	return DataWords(h.Config, s.InForce(), s.State.Size)
}

// OtherLoss reports whether the training loss of a run is of another kind than that of the one at the
// keys, in some iteration that either has made: λ of sharing may have been turned in one of them, or, where
// it goes on, will be. One that has ended is read at its end beside what the other makes since.
// Losses of two kinds do not compare, errors do.
func (s *Scene) OtherLoss(h *History) bool {
	now := s.InForce()
	if alike := h.Config.LossesAlike(now); !alike || !now.Spec().Vertical {
		return !alike
	}
	replay, to := now, h.Config
	if s.Heard {
		replay = s.State.Replay
	}
	to.Events = nil // of the run before nothing is to come
	for _, beside := range s.Companions {
		if beside.Run == h && beside.Ending() == archive.Left {
			to = beside.State.Replay
		}
	}
	own := replay
	if s.Ending() != archive.Left {
		own.Events = nil
	}
	return !config.SameWeights(h.weights(h.Config, to), s.Run.weights(replay, own), max(1, h.Last(), s.Run.Last()))
}

// weights are those of a run of c in what it has made, and of to in what is to come. A kept run, which has
// curves alone, has those of c.
func (h *History) weights(c, to config.Config) (list []config.Weight) {
	for i, r := range h.Regimes {
		if (i == 0 || r.Loss) && r.Set != nil {
			list = append(list, config.Weight{From: r.From, Lambda: r.Set.Lambda})
		}
	}
	last := max(1, h.Last())
	if list == nil {
		list = slices.DeleteFunc(c.Weights(0), func(w config.Weight) bool { return w.From > last })
	}
	return append(list, to.Weights(last)...)
}

// LossesDiffer reports whether the training losses of the runs side by side are of several kinds.
func (s *Scene) LossesDiffer() bool { return slices.ContainsFunc(s.Histories()[1:], s.OtherLoss) }

// LossTitle is the title of what has these losses, which says so.
func (s *Scene) LossTitle(title string) string {
	if s.LossesDiffer() {
		title += ", kinds differ"
	}
	return title
}

// PromiseWords says what the total of a run of c promises otherwise than that of a run of
// now, "" where totals can be compared.
func PromiseWords(c, now config.Config) string {
	words := ""
	if who := config.NeighbourWords(c); who != config.NeighbourWords(now) {
		words = who + ", "
	}
	if c.Set.Delta != now.Set.Delta {
		words += "another δ"
	}
	return strings.TrimSuffix(words, ", ")
}

// OtherTotal says what the total of a run in iteration t goes with where the one of the run at
// the keys, in the iteration that is read, goes with something else; "" where they can be
// compared.
func (s *Scene) OtherTotal(h *History, t int) string {
	return PromiseWords(h.Under(h.Config, h.Kept(t)), s.ConfigAt(s.At()))
}

// OfNewest reports whether the total of a run in iteration t goes with what the newest of the
// run at the keys does, as the trusted curator's totals do.
func (s *Scene) OfNewest(h *History, t int) bool {
	return PromiseWords(h.Under(h.Config, h.Kept(t)), s.ConfigAt(s.Run.Last())) == ""
}

// Compares reports whether the totals of a run promise, in every iteration and at the end,
// what those of the run at the keys do: only then is its curve of them on the same axis.
func (s *Scene) Compares(h *History) bool {
	other := func(t, own int) bool {
		return PromiseWords(h.Under(h.Config, min(t, h.Last())), s.Run.Under(s.InForce(), min(own, s.Run.Last()))) != ""
	}
	if h.Mixed || other(h.Last(), s.Run.Last()) {
		return false
	}
	for _, regimes := range [][]regime{h.Regimes, s.Run.Regimes} {
		for i, r := range regimes {
			if (i == 0 || r.Promises) && other(r.From, r.From) {
				return false
			}
		}
	}
	return true
}

// TotalReading is a total of a run in iteration t for people: one that promises something else
// than that of the run at the keys is none beside it, unless the run's name is there and says so.
func (s *Scene) TotalReading(total Quantity, h *History, t int, named bool) string {
	v := h.At(total, t)
	if !named && !math.IsNaN(v) && s.OtherTotal(h, t) != "" {
		return OtherEpsilon
	}
	return Reading(v, Bound)
}

// EndReading is what stands at the end of the curve of a run's totals in place of the last of them,
// "" for that one. Names tell what the newest iterations go with: where something else is read, as
// under the cursor before a change, or the last total came before a change, none tells of it.
func (s *Scene) EndReading(h *History) string {
	last := h.LastTotal()
	then, newest := h.Under(h.Config, last), h.Under(h.Config, h.Last())
	if named := s.OfNewest(s.Run, s.At()) && PromiseWords(then, newest) == ""; !named && s.OtherTotal(h, last) != "" {
		return OtherEpsilon
	}
	return ""
}

// GoWith is what the totals of the runs side by side go with at the iteration that is read: the
// largest δ, and the neighbours of all. The names tell which of them a total goes with.
func (s *Scene) GoWith() string {
	var all config.Promise
	for _, h := range s.Histories() {
		t := h.Kept(min(s.At(), h.Last()))
		if math.IsNaN(h.At(Tight, t)) {
			continue
		}
		c := h.Under(h.Config, t)
		if h == s.Run {
			c = s.ConfigAt(t)
		}
		p := config.Promise{Neighbours: []string{config.NeighbourWords(c)}}
		if d := h.At(TightDelta, t); d > 0 {
			p.Delta = d
		}
		all = all.And(p)
	}
	who := strings.Join(all.Neighbours, " or ")
	switch {
	case who == "":
		return ""
	case all.Delta > 0:
		return "ε at δ ≤ " + numeral.AtMost(all.Delta, 3) + ", " + who
	default:
		return "ε: " + who
	}
}

// PastName is what the run before, or a pinned one, is called beside the run at the keys.
func (s *Scene) PastName() string {
	name := "previous"
	if s.Pinned != "" {
		name = "pinned"
	}
	if s.Ghost.Label != s.Run.Label {
		name = s.Ghost.Label
	}
	if words := s.DataWords(s.Ghost); words != "" {
		name += ", " + words
	}
	return name
}
