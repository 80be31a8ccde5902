package tui

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/figure"
	"admmlab/sim/numeral"
	"admmlab/sim/rows"
	"admmlab/sim/runner"
	"admmlab/sim/sweep"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/lens/many"
	"admmlab/tui/scene"

	"github.com/charmbracelet/x/ansi"
)

// The cursor reads every run in sight by its name: in each chart and in the table.
func TestTheCursorReadsEveryRunInSight(t *testing.T) {
	s := newStage(t, config.Default(), 160, 50)
	s.begun().batch(30)
	s.method("pvp")
	s = withCompanions(s.begun().batch(20))
	s.batch(20)
	s.m.scene.Cursor = 25
	at := func(h *scene.History, q scene.Quantity) string { return numeral.Short(h.At(q, 25)) }
	beside := s.m.scene.Companions[0]
	name := s.m.scene.CompanionName(1)
	var want []string
	for _, q := range []scene.Quantity{scene.TrainLoss, scene.TestError} {
		want = append(want, "· DVP "+at(s.m.scene.Ghost, q), "╌ "+name+" "+at(beside.Run, q))
	}
	want = append(want, "· DVP 0.75", "╌ "+name+" "+scene.Bound(beside.Run.At(scene.Tight, 25)))
	s.m.scene.Dirty = true
	s.shows(want...)
	s.press("c").shows("··", at(s.m.scene.Ghost, scene.TrainLoss), scene.Bound(beside.Run.At(scene.Tight, 25)))
	s.m.scene.Cursor = 35
	s.m.scene.Dirty = true
	s.shows("ended at t = 30")

	thin := *s.m.scene.Ghost // as a kept run is: of every third iteration
	thin.Every, thin.Values = 3, slices.Clone(thin.Values)
	for q, all := range thin.Values {
		thin.Values[q] = nil
		for t := 0; t < len(all); t += thin.Every {
			thin.Values[q] = append(thin.Values[q], all[t])
		}
	}
	s.m.scene.Ghost, s.m.scene.Cursor, s.m.scene.Dirty = &thin, 24, true
	s.shows("DVP at t = 22 "+numeral.Short(thin.At(scene.TestError, 22)), "  at t = 22")
	s.press("E")
	if frame := s.frame(); !regexp.MustCompile(`·· DVP +22 `).MatchString(frame) {
		t.Errorf("of a run that keeps t = 22 and t = 25, at t = 24:\n%s", frame)
	}
	s.press("c", "g").hides("at t = 22")
}

// A run beside that has ended before the cursor says where.
func TestARunBesideThatEndedSaysWhere(t *testing.T) {
	s := withCompanions(newStage(t, config.Default(), 160, 50).begun().batch(20))
	s.batch(20).press("c")
	beside := s.m.scene.Companions[0]
	beside.Run = beside.Run.Until(7, beside.Asked, sim.Row{})
	s.m.scene.Cursor, s.m.scene.Dirty = 11, true
	s.shows("Side by side at t = 11", "  at t = 7")
}

// The run before is gone from loss and error on other data, and says so where its total can
// still be compared.
func TestAGhostOfOtherDataIsMarkedOrGone(t *testing.T) {
	s := newStage(t, config.Default(), 160, 50).begun().batch(30)
	c := config.Default()
	c.Data = "census:1000"
	s.m.desk.Renew(c)
	s.begun().batch(20)
	for which, want := range map[int]bool{scene.LossChart: false, scene.ErrorChart: false, scene.PrivacyChart: true} {
		found := false
		for _, curve := range s.m.chart(which).Series(&s.m.scene) {
			found = found || curve.Label == "previous, other data"
			if curve.Label == "previous" {
				t.Errorf("chart %d has a run on other data that does not say so", which)
			}
		}
		if found != want {
			t.Errorf("chart %d: the run on other data is there: %t, want %t", which, found, want)
		}
	}
	c.Seed++ // another split of the same data
	s.m.desk.Renew(c)
	s.begun().batch(20)
	if label := s.m.chart(scene.LossChart).Series(&s.m.scene)[0].Label; label != "previous, other split" {
		t.Errorf("a run on another split is called %q", label)
	}
}

// Losses of two kinds do not compare, errors do: the run before is gone from the loss chart and
// the plane of losses, and its loss from the table.
func TestAGhostOfAnotherLossIsNotHeldAgainstThisOne(t *testing.T) {
	s := newStage(t, config.Default(), 160, 50).begun().batch(30)
	c := config.Default()
	c.Loss = "huber"
	s.m.desk.Renew(c)
	s.begun().batch(20)
	for which, want := range map[int]int{scene.LossChart: 1, scene.ErrorChart: 2} {
		if n := len(s.m.chart(which).Series(&s.m.scene)); n != want {
			t.Errorf("chart %d has %d curves, want %d", which, n, want)
		}
	}
	s.press("E")
	before := strings.Count(s.frame(), "·· previous")
	if s.press("enter"); before != 1 || strings.Contains(s.frame(), "·· previous") {
		t.Errorf("on the plane of errors it stands %d times, and in that of losses:\n%s", before, s.frame())
	}
}

// Whatever has a total of another run says so where that goes with other neighbours or another δ
// than the total of the run at the keys, and only there: run before, pinned run, trail and run
// beside.
func TestATotalOfAnotherPromiseSaysSoEverywhere(t *testing.T) {
	removed := func(c *config.Config) { c.Set.Adjacency = "remove" }
	same := func(*config.Config) {}
	for _, test := range []struct {
		name          string
		before        func(*config.Config)
		turnedBefore  string // on the way, in the run before
		turned        string // and in the one at the keys
		other         bool   // at the end
		otherAtCursor bool   // in iteration 3, before anything was turned
	}{
		{name: "the same", before: same},
		{name: "other neighbours", before: removed, other: true, otherAtCursor: true},
		{name: "another δ", before: func(c *config.Config) { c.Set.Delta = 0.1 }, other: true, otherAtCursor: true},
		{name: "other neighbours on the way", before: same, turnedBefore: "adjacency = remove", other: true},
		{name: "back on the way", before: removed, turnedBefore: "adjacency = replace", otherAtCursor: true},
		{name: "another δ in this one on the way", before: same, turned: "delta = 0.01", other: true},
		{name: "both alike on the way", before: same, turnedBefore: "adjacency = remove", turned: "adjacency = remove"},
	} {
		t.Run(test.name, func(t *testing.T) {
			run := func(s *stage, turned string) *stage {
				s.begun().batch(9)
				if turned == "" {
					return s.batch(11)
				}
				return s.batch(11, s.changed(turned, 10, true))
			}
			c := config.Default()
			test.before(&c)
			s := run(newStage(t, c, 240, 66), test.turnedBefore)
			s.m.desk.Renew(config.Default())
			run(s, test.turned)
			apart := test.other || test.otherAtCursor || test.turned != test.turnedBefore
			labels := func(list []chart.Series) (all []string) {
				for _, curve := range list {
					all = append(all, curve.Label)
				}
				return all
			}
			for _, cursor := range []int{0, 3} {
				s.m.scene.Cursor = cursor
				other := test.other
				if cursor > 0 {
					other = test.otherAtCursor
				}
				if drawn := slices.Contains(labels(s.m.chart(scene.PrivacyChart).Series(&s.m.scene)), "previous"); drawn == apart {
					t.Errorf("at %d: in the privacy chart: %v", cursor, drawn)
				}
				if !slices.Contains(labels(s.m.chart(scene.LossChart).Series(&s.m.scene)), "previous") {
					t.Errorf("at %d: not in the loss chart", cursor)
				}
				for name, words := range map[string]string{"values": s.rowOf("values", "· previous"), "compare": s.rowOf("compare", "·· previous"), "plane": s.rowOf("plane", "·· previous")} {
					marked := strings.Contains(words, "other ε") || strings.Contains(words, "one record re") || strings.Contains(words, "another δ")
					if words == "" || marked != other || strings.Contains(strings.ReplaceAll(words, " other ε", ""), "other ε") {
						t.Errorf("at %d: %s has %q", cursor, name, words)
					}
				}
			}
			paper := s.m.exports.Plane()
			marked := slices.ContainsFunc(paper.Series, func(f figure.Series) bool { return f.Label == "previous, other ε" })
			if marked != apart {
				t.Errorf("the plane on paper: %+v", paper.Series)
			}
			if f := s.m.exports.Figure(scene.PrivacyChart); slices.ContainsFunc(f.Series, func(f figure.Series) bool { return f.Label == "previous" }) == apart {
				t.Errorf("privacy on paper: %+v", f.Series)
			}
			c = config.Default().WithMethod("pvp")
			test.before(&c)
			s.m.scene.Cursor = 0
			s.m.desk.AddBeside(c, "")
			s.batch(1)
			if name := s.m.scene.CompanionName(1); config.NeighbourWords(c) != config.NeighbourWords(s.config) && !strings.Contains(name, ", re") || c.Set.Delta != s.config.Set.Delta && !strings.Contains(name, "δ") {
				t.Errorf("a run beside is called %q", name)
			}
			other := config.NeighbourWords(c) != config.NeighbourWords(s.config) || c.Set.Delta != s.config.Set.Delta
			for _, curve := range s.m.chart(scene.PrivacyChart).Series(&s.m.scene) {
				if curve.Role == scene.SideRoles[1] && (curve.Brief == scene.OtherEpsilon) != (other || test.turned != "") {
					t.Errorf("where there is little room the run beside is called %q", curve.Brief)
				}
			}
		})
	}
}

// What the cursor reads of a run beside goes with what was in force there: its name says what
// that was, not what it is at the end, and where the name has no room the total is none.
func TestTheCursorNamesWhatWasInForce(t *testing.T) {
	s := newStage(t, config.Default(), 200, 50).begun()
	s.m.desk.AddBeside(config.Default().WithMethod("pvp"), "")
	s.batch(20)
	h := s.m.scene.Companions[0].Run
	before := *h.Regimes[0].Set
	before.Adjacency, before.Delta = "remove", 0.1
	later := h.Regimes[0]
	later.From, later.Promises = 10, true
	h.Regimes[0].Set = &before
	h.Regimes = append(h.Regimes[:1:1], later)
	for cursor, want := range map[int]string{0: "PVP", 5: "PVP δ 0.1, removed", 15: "PVP"} {
		s.m.scene.Cursor, s.m.scene.Dirty = cursor, true
		total := scene.Bound(h.At(scene.Tight, s.m.scene.At()))
		if row := s.rowOf("compare", "╌╌ "); !strings.HasPrefix(row, "╌╌ "+want+" ") || !strings.Contains(row, total) || strings.Contains(row, scene.OtherEpsilon) {
			t.Errorf("at %d: compare has %q, want %s with %s", cursor, row, want, total)
		}
		if with := s.m.scene.GoWith(); with != map[bool]string{false: "ε: one record replaced", true: "ε: one record replaced or one record removed"}[cursor == 5] {
			t.Errorf("at %d: the totals go with %q", cursor, with)
		}
		if cursor > 0 {
			s.shows("╌ " + want + " " + total)
		}
		if end := s.m.chart(scene.PrivacyChart).Series(&s.m.scene)[0].Label; end != "PVP" {
			t.Errorf("at %d: the end of the curve is called %q", cursor, end)
		}
		g := grid.New(38, 12)
		s.m.panels[s.panel("values")].Draw(&s.m.scene, g)
		if cut := strings.Contains(g.String(), scene.OtherEpsilon); cut != (cursor == 5) {
			t.Errorf("at %d: with little room: %t in %s", cursor, cut, g.String())
		}
	}
}

// rowOf is the line of a panel or lens that begins with words, "" for none.
func (s *stage) rowOf(name, words string) string {
	s.t.Helper()
	g := grid.New(100, 30)
	if i := s.panel(name); i >= 0 {
		s.m.panels[i].Draw(&s.m.scene, g)
	} else {
		for _, l := range s.m.lens.all {
			if l.Name() == name {
				l.Draw(&s.m.scene, g)
			}
		}
	}
	for _, line := range strings.Split(ansi.Strip(g.String()), "\n") {
		if strings.HasPrefix(line, words) {
			return line
		}
	}
	return ""
}

// An axis goes logarithmic by itself where runs differ by a factor, says so, comes back, and
// l has the last word.
func TestAnAxisGoesLogarithmicWhereRunsDiffer(t *testing.T) {
	s := newStage(t, config.Default(), 160, 50).begun().batch(30)
	s.hides(", log")
	far := *s.m.scene.Run
	s.m.scene.Ghost = &far
	for which := range far.Extents {
		far.Extents[which].Most *= 30
	}
	s.m.scene.Dirty = true
	s.shows("Loss (train), log", "Error (test) %, log", "Privacy, log")
	s.m.focusOn(s.panel("loss"))
	s.press("l").shows("Loss (train) ", "Error (test) %, log")
	s.press("l").shows("Loss (train), log")
	s.press("g").hides(", log")
	s.press("g").shows("Loss (train), log")
	far.Extents[scene.LossChart].Least = 0 // there is what a logarithmic axis cannot show
	s.m.scene.Dirty = true
	s.hides("Loss (train), log")
}

// Among all charts l goes by the first in sight: in the projector look the loss is not.
func TestAKeyTurnsTheAxesThatAreInSight(t *testing.T) {
	s := newStage(t, config.Default(), 160, 50).begun().batch(30)
	far := *s.m.scene.Run
	s.m.scene.Ghost = &far
	far.Extents[scene.LossChart].Most *= 30
	s.m.scene.Dirty = true
	s.shows("Loss (train), log")
	s.press("L").hides(", log")
	s.press("l").shows("Error (test) %, log", "Privacy, log")
	s.press("l").hides(", log")
	s.press("L").hides(", log")
}

// A run that leaves the axis it had by a factor is still to be seen whole.
func TestARunThatLeavesItsAxisIsSeenWhole(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	wild := runner.Batch{Generation: 1, State: runner.State{Seq: 2, Config: s.config, Graph: s.graph, Running: true}}
	for i := range 20 {
		r := s.row(11 + i)
		r.TrainLoss = 0.4 * float64(i*i+1)
		wild.Rows = append(wild.Rows, r)
	}
	s.send(batchMsg{wild, true})
	s.shows("Loss (train), log", "145")
	frame, _, _ := strings.Cut(s.frame(), "Guarantees")
	if frame = strings.ReplaceAll(frame, "η ↑", "η grows"); strings.Contains(frame, "↑") { // a method's words
		t.Errorf("it leaves the axis:\n%s", frame)
	}
}

// Before the first run of a sweep is finished the lens says what there is instead of curves.
func TestASweepWithoutRunsSaysSo(t *testing.T) {
	s := newStage(t, tiny(), 120, 36).begun().batch(3)
	l := lensOf[*many.Sweep](s)
	l.Form.Repeats = 2
	l.Form.Axes[0] = overAlpha
	told, gate := make(chan bool), make(chan bool)
	l.Run = func(ctx context.Context, text, dir string, tell func(sweep.Progress)) (sweep.Results, error) {
		plan, err := sweep.Parse([]byte(text), "", nil)
		if err != nil {
			return sweep.Results{}, err
		}
		nothing := sweep.Results{Plan: plan}
		tell(sweep.Progress{Made: sweep.Made{Runs: plan.Runs(), Left: -1}, Results: nothing})
		close(told)
		<-gate
		return nothing, context.Canceled
	}
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	s.m.grant(l.Start(&s.m.scene))
	s.m.grant(scene.Show{Lens: l.Name()})
	<-told
	s.shows("No run is finished yet: 10 runs are under way")
	s.hides("no finite values")
	for range 3 {
		s.press("right").hides("no finite values", "Nothing is proved")
	}
	close(gate)
	s.finish(l.Job)
	s.shows("None of 10 runs is finished")
}

// Without a promise the privacy chart says so, not that numbers are missing.
func TestAChartWithoutAPromiseSaysSo(t *testing.T) {
	s := newStage(t, config.Default().WithMethod("admm"), 120, 36).begun()
	b := runner.Batch{Generation: 1, State: runner.State{Seq: 2, Config: s.config, Graph: s.graph, Running: true}}
	for i := range 5 {
		r := rows.NoRow()
		r.Iteration, r.TrainLoss, r.TestError = i+1, 0.4, 0.2
		b.Rows = append(b.Rows, r)
	}
	s.send(batchMsg{b, true})
	s.shows("nothing is promised")
	s.hides("no finite values")
}
