package scene

import (
	"fmt"
	"math"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/level"
	"admmlab/sim/network"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/runner"
)

// At is the iteration that is read: the cursor's, or the newest.
func (s *Scene) At() int {
	if s.Cursor > 0 {
		return s.Cursor
	}
	return s.Run.Last()
}

// Past is the ghost while it is shown.
func (s *Scene) Past() *History {
	if s.HideGhost {
		return nil
	}
	return s.Ghost
}

// Against is what the run at the keys is measured against, as it stands in the iteration
// that is read; nil while nobody knows or wants to see it, and where something else was minimised then.
func (s *Scene) Against() []level.Level {
	if s.HideLevels || s.Levels == nil || s.At() == 0 {
		return nil
	}
	if s.At() < s.Run.Last() {
		then, newest := s.ConfigAt(s.At()), s.ConfigAt(s.Run.Last())
		if !newest.Spec().SameObjective(&then.Set, &newest.Set) {
			return nil
		}
	}
	epsilon := report.CuratorTotal(s.Run.At(Tight, s.At()))
	if !s.OfNewest(s.Run, s.At()) {
		epsilon = math.NaN()
	}
	return s.Levels.At(epsilon, s.At())
}

// Lights are those of the iteration that is read.
func (s *Scene) Lights() []sim.Light {
	r, _ := s.Run.InForce(s.At())
	return r.Lights
}

// Configs are what the runs side by side are, the one at the keys first.
func (s *Scene) Configs() []config.Config {
	list := []config.Config{s.InForce()}
	for _, s := range s.Companions {
		c := s.State.Config
		if s.State.ID == 0 { // nothing heard yet
			c = s.Asked.AsCompanionOf(list[0])
		}
		if c.Spec().Vertical {
			c.Nodes = list[0].Nodes // parties are not nodes
		}
		list = append(list, c)
	}
	return list
}

// Replays run again what is side by side, the run at the keys first.
func (s *Scene) Replays() []config.Config {
	list := s.Configs()
	list[0] = s.State.Replay
	for i, s := range s.Companions {
		if s.State.ID != 0 { // heard of
			list[i+1] = s.State.Replay
		}
	}
	return list
}

// Called are the names of the runs side by side, the one at the keys first.
func (s *Scene) Called() []string {
	if s.called == nil {
		return s.Names()
	}
	return s.called
}

// Read are their names in the iteration that is read: what is read under the cursor goes with
// what was in force there.
func (s *Scene) Read() []string {
	switch {
	case s.Cursor == 0:
		return s.Called()
	case s.read == nil:
		return s.names(s.Cursor)
	}
	return s.read
}

// Frame draws a frame: every part of it asks for the names, which are found once. Between
// frames keys and news change what they would be.
func (s *Scene) Frame(draw func()) {
	s.called = s.Names()
	if s.Cursor > 0 {
		s.read = s.names(s.Cursor)
	}
	defer func() { s.called, s.read = nil, nil }()
	draw()
}

// CompanionName is the name of run i, 0 for the one at the keys.
func (s *Scene) CompanionName(i int) string { return s.Names()[i] }

// Names tell the runs side by side apart by what their newest iterations were made with.
func (s *Scene) Names() []string { return s.names(math.MaxInt) }

// names are those by what iteration t was made with, or the newest before it: for a run that is
// still to catch up, by what it will be made with.
func (s *Scene) names(t int) []string {
	list := s.Configs()
	for i, h := range s.Histories() {
		if h.Last() == 0 {
			list[i] = list[i].After(min(t, s.Run.Last()))
			continue
		}
		t := min(t, h.Last())
		list[i] = h.Under(s.knobsAt(i, t, list[i]), t)
	}
	return config.Names(list)
}

// Comparing reports whether there is a run beside.
func (s *Scene) Comparing() bool { return len(s.Companions) > 0 }

// Holders is how many nodes or parties the run has.
func (s *Scene) Holders() int {
	c := s.InForce()
	if c.Spec().Vertical {
		return max(2, len(c.Parties)+1)
	}
	return c.Nodes
}

// Holder is what holds a part of the records.
func (s *Scene) Holder() string {
	if s.InForce().Spec().Vertical {
		return "party"
	}
	return "node"
}

// HolderName is what a node or a party is called.
func (s *Scene) HolderName(number int) string { return fmt.Sprintf("%s %d", s.Holder(), number) }

// SideMarks are the strokes of the runs side by side.
func (s *Scene) SideMarks() [runner.MaxCompanions + 1]string {
	if s.ASCII {
		return sideMarks[1]
	}
	return sideMarks[0]
}

// Histories are the curves side by side, that at the keys first.
func (s *Scene) Histories() []*History {
	list := []*History{s.Run}
	for _, s := range s.Companions {
		list = append(list, s.Run)
	}
	return list
}

// LapsedOf is the iteration from which run i has no guarantee, 0 for none.
func (s *Scene) LapsedOf(i int) int {
	if i == 0 {
		return s.State.Lapsed
	}
	return s.Companions[i-1].State.Lapsed
}

// Standing says where run i is if not with the others, in a column of its own.
func (s *Scene) Standing(i, t int) string {
	last, halted := s.Run.Last(), s.State.Halted
	if i > 0 {
		s := s.Companions[i-1]
		last, halted = s.Run.Last(), s.State.Halted
	}
	switch {
	case halted != "":
		return fmt.Sprintf("  halted at t = %d", last)
	case last < t:
		return fmt.Sprintf("  at t = %d", last)
	}
	return ""
}

// longAxis is the limit up to which the axis shows the whole run from the start;
// a longer run gets an axis that doubles as it goes.
const longAxis = 1000

// LastIteration is the right end of the axis: the largest limit in view.
func (s *Scene) LastIteration() int {
	last := max(s.InForce().Iterations, s.Run.Last())
	if past := s.Past(); past != nil {
		last = max(last, past.Last())
	}
	if last <= longAxis {
		return max(last, 2)
	}
	reached := s.Run.Last()
	if past := s.Past(); past != nil {
		reached = max(reached, past.Last())
	}
	end := longAxis
	for end < reached {
		end *= 2
	}
	return min(end, last)
}

// Apart reports whether the smallest valid total is noticeably another than the
// paper's: smaller, because it adds up better, or larger, because the noise does
// not prove what is printed.
func (s *Scene) Apart(t int) bool {
	return differs(s.Run.At(Epsilon, t), s.Run.At(Tight, t))
}

// Honest is the (ε, δ) that may be put in words: the smallest valid total, or the bound of
// a filter; NaN where nothing is promised.
func (s *Scene) Honest(t int) (epsilon, delta float64) {
	return s.Run.At(Tight, t), s.Run.At(TightDelta, t)
}

// Unbounded reports whether what has been spent by t is no guarantee: charges depend on
// what was drawn, and no budget bounds them.
func (s *Scene) Unbounded(t int) bool {
	return !math.IsNaN(s.Run.At(Spent, t)) && math.IsNaN(s.Run.At(Tight, t))
}

// Filtered reports whether charges depend on what was drawn and a budget bounds them.
func (s *Scene) Filtered(t int) bool {
	r, _ := s.Run.InForce(t)
	return r.Accountant == sim.Filter
}

// SpentWords is what has been spent by t, where that is no guarantee by itself.
func (s *Scene) SpentWords(t int) string {
	words := "spent so far " + Bound(s.Run.At(Spent, t))
	if delta := s.ConfigAt(t).Set.Delta; delta > 0 {
		words += " at δ = " + numeral.AtMost(delta, 3)
	}
	return words
}

// LapsedAt reports whether iteration t has no guarantee any more.
func (s *Scene) LapsedAt(t int) bool { return s.State.Lapsed > 0 && t >= s.State.Lapsed }

// Unpromised reports whether nothing is promised in iteration t: its method has no noise, or
// the guarantee lapsed.
func (s *Scene) Unpromised(t int) bool { return !s.InForce().Spec().Private() || s.LapsedAt(t) }

// Overstated reports whether the noise proves more than the printed total at its δ.
func (s *Scene) Overstated(t int) bool {
	r := s.Run.Row(t)
	return report.Unproved(&r) != ""
}

// Printed is what the paper counts up to iteration t, how it adds up, and what of it the
// noise does not prove, with the iteration that was kept where t was not; "" where there is none.
func (s *Scene) Printed(t int) string {
	r := s.Run.Row(t)
	words := report.Printed(&r)
	if words == "" {
		return ""
	}
	words += fmt.Sprintf(" (%s)", s.InForce().Spec().Adds)
	if kept := s.Run.Kept(t); kept != t {
		words += fmt.Sprintf(" at t = %d", kept)
	}
	if but := report.Unproved(&r); but != "" {
		words += ", but " + but
	}
	return words
}

// Proved are the words of what the noise proves up to iteration t: the headline, by whom,
// and where charges depend on what was drawn what is spent of it.
func (s *Scene) Proved(t int) string {
	by, _ := s.Run.InForce(t)
	switch {
	case math.IsInf(s.Run.At(Tight, t), 1):
		return "this noise proves no bound at all"
	case s.Unbounded(t):
		return s.SpentWords(t) + ", no guarantee: " + s.InForce().Spec().Adaptive.Words
	case s.Filtered(t):
		return s.EpsilonWords(t) + ": the budget, which every release keeps; " + s.SpentWords(t)
	}
	return s.EpsilonWords(t) + " (" + by.Accountant + ")"
}

// Promise is what the noise promises up to iteration t, in words, or why nothing; shorter
// forms follow.
func (s *Scene) Promise(t int) []string {
	spec := s.InForce().Spec()
	e, delta := s.Honest(t)
	switch {
	case !spec.Private():
		return []string{spec.Name + " adds no noise and promises no privacy", "no noise, no privacy"}
	case s.LapsedAt(t):
		from := fmt.Sprintf("no guarantee from t = %d", s.State.Lapsed)
		return []string{from + ": " + s.State.Reason, from}
	case t == 0 || math.IsNaN(s.Run.At(Epsilon, t)):
		return []string{"nothing sent yet"}
	}
	who := config.NeighbourWords(s.ConfigAt(t))
	if math.IsNaN(e) || math.IsInf(e, 1) {
		words := []string{who + ": " + s.Proved(t)}
		if s.Unbounded(t) {
			words = append(words, who+": "+s.SpentWords(t)+", no guarantee")
		}
		return append(words, who+": no guarantee", "no guarantee")
	}
	return []string{who + ": " + numeral.Odds(e, delta), who + ": " + numeral.ShortOdds(e, delta), who}
}

// GraphAt is the graph of iteration t, nil where parties hold columns or nothing is known.
func (s *Scene) GraphAt(t int) *network.Graph {
	if s.Cursor > 0 {
		if r, ok := s.Run.InForce(t); ok {
			return r.Graph
		}
	}
	return s.State.Graph
}

// Staying is the run that is in the charts as a ghost once another has begun.
func (s *Scene) Staying() string {
	if s.Pinned != "" {
		return "the pinned run"
	}
	return "the run before"
}

// Stays says as what that run is in the charts then: a pinned one that is hidden stays so.
func (s *Scene) Stays(as string) string {
	if s.Pinned != "" && s.HideGhost {
		return "the pinned run stays hidden (g shows it)"
	}
	return s.Staying() + " stays " + as
}

// Ending is why the run at the keys makes no further iteration just now.
func (s *Scene) Ending() archive.End {
	switch {
	case s.State.Halted != "":
		return archive.Halted
	case s.State.Finished:
		return archive.Limit
	case s.State.Met != "":
		return archive.Met
	}
	if !s.State.Running && s.State.Wall != "" {
		return archive.Budget
	}
	return archive.Left
}
