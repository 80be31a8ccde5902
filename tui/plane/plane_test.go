package plane

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/baseline"
	"admmlab/sim/config"
	"admmlab/sim/figure"
	"admmlab/sim/level"
	"admmlab/sim/runner"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"

	"github.com/charmbracelet/x/ansi"
)

// history is a run whose iteration t has the total and the error of place t-1; the printed
// total is a hundred times as large, so that whoever draws it is caught.
func history(totals, errors []float64) *scene.History {
	h := &scene.History{Config: config.Default(), Label: "DVP"}
	for i, e := range totals {
		h.Add(sim.Row{Iteration: i + 1, Tight: e, TightDelta: 1e-5, Accountant: "PLD", EpsilonTotal: 100 * e, TestError: errors[i] / 100, TrainLoss: errors[i] / 50})
	}
	return h
}

func stage(h *scene.History) *scene.Scene {
	s := &scene.Scene{Run: h}
	s.Heard, s.State = true, runner.State{Config: config.Default()}
	s.Theme = scene.PlainTheme()
	return s
}

func letter(run int) string { return string(rune('A' + run)) }

var nan, inf = math.NaN(), math.Inf(1)

// However far apart totals end, a run in sight is on the axis, where it ends at least; and no axis of
// errors goes beyond all of them.
func TestEveryRunInSightIsOnTheAxis(t *testing.T) {
	s := stage(history([]float64{0.2, 0.775}, []float64{40, 84}))
	for _, far := range []float64{20, 5000, 352_000} {
		s.Ghost = history([]float64{far / 2, far}, []float64{30, 20})
		v := new(Plane).view(s)
		if v.axis.Low > 0.775 || v.axis.High < far {
			t.Errorf("totals of 0.775 and %g: an axis from %g to %g", far, v.axis.Low, v.axis.High)
		}
		if r := new(Plane).upright(s, v, nil); r.High > 100 {
			t.Errorf("errors up to %g %%", r.High)
		}
	}
}

// A total of 0 has no place on a logarithmic axis: that begins where the others do, and the line
// below says where the iteration that is read has gone.
func TestATotalOfNothingTakesNoRoom(t *testing.T) {
	s, p := stage(history([]float64{0, 20, 79}, []float64{50, 40, 30})), &Plane{}
	s.Cursor = 1
	if all := text(p, s, 120, 24, true); !strings.Contains(all, "◆ t = 1") || strings.Contains(all, "before the axis") {
		t.Errorf("on a linear axis:\n%s", all)
	}
	p.SetLog(true)
	if v := p.view(s); v.axis.Low != 20 || v.axis.High != 100 {
		t.Errorf("an axis from %g to %g", v.axis.Low, v.axis.High)
	}
	for _, width := range []int{120, 64} {
		if all := text(p, s, width, 24, true); !strings.Contains(all, "◆ t = 1 before the axis") {
			t.Errorf("on a logarithmic axis, %d wide:\n%s", width, all)
		}
	}
}

// Beside a run of one point, whose axis has room around it, a curve to compare with is drawn as far as
// that goes.
func TestTheCurveBesideOnePointIsDrawn(t *testing.T) {
	c := chart.Series{Values: []float64{5, 26, 23, 21, 90}}
	within(chart.Range{Low: 23.4, High: 23.4}, &c)
	if v := c.Values; !math.IsNaN(v[0]) || v[1] != 26 || v[2] != 23 || v[3] != 21 || !math.IsNaN(v[4]) {
		t.Errorf("beside 23.4 stand %v", v)
	}
}

// Where all of the curator's curve lies off the axis, an arrow and what it comes to stand for it, as
// for any level.
func TestACuratorOffTheAxisIsToldWithAnArrow(t *testing.T) {
	for arrow, at := range map[string][2]float64{"↓ curator ~16 to 29": {90, 80}, "↑ curator ~16 to 29": {7, 5}, "↓ curator ~0.8 to 1.45": {90, 80}} {
		s := stage(history([]float64{0.1, 10}, at[:]))
		s.Levels = &level.Levels{Majority: baseline.Score{TestError: at[1] / 100}, Curator: []baseline.Private{
			{Epsilon: 0.1, Draws: 20, Mean: baseline.Score{TestError: 0.29, TrainLoss: 1.45}}, {Epsilon: 10, Draws: 20, Mean: baseline.Score{TestError: 0.16, TrainLoss: 0.8}}}}
		p := &Plane{Loss: strings.Contains(arrow, ".")}
		if all := text(p, s, 120, 24, false); !strings.Contains(all, arrow) {
			t.Errorf("no %q:\n%s", arrow, all)
		}
		if s.HideLevels = true; strings.Contains(text(p, s, 120, 24, false), "curator") {
			t.Error("a curator that was dismissed is told")
		}
	}
}

// A point marks where a run stands. What is seen of a kept run, or of the curator's curve, is in its own
// sign, however little it is, and the newest of a kept run that lies off the axis is told with an arrow.
func TestAKeptRunThatEndsOffTheAxisHasNoPointOnIt(t *testing.T) {
	for arrow, values := range map[string][]float64{"↓ kept one 9": {90, 45, 9}, "↑ kept one 81": {9, 45, 81}, "kept one 44": {90, 9, 44}, "↓ kept one 8": {7, 9, 8}} {
		s := stage(history([]float64{1, 2, 3, 4}, []float64{40, 50, 40, 42}))
		s.Kept = []*scene.History{history([]float64{1, 5, 9}, values)}
		s.Kept[0].Label = "kept one"
		s.Levels = &level.Levels{Majority: baseline.Score{TestError: 0.45}, Curator: []baseline.Private{ // one place of it is on the axis
			{Epsilon: 7.9, Draws: 20, Mean: baseline.Score{TestError: 0.98}}, {Epsilon: 8, Draws: 20, Mean: baseline.Score{TestError: 0.45}}, {Epsilon: 8.1, Draws: 20, Mean: baseline.Score{TestError: 0.02}}}}
		all := text(&Plane{}, s, 120, 24, true)
		plot, _, _ := strings.Cut(all, "└")
		points, on := 1, !strings.ContainsAny(arrow, "↓↑")
		if on { // and stands there
			points, arrow = 2, "kept one"
		}
		if strings.Count(plot, "●") != points || !strings.Contains(plot, arrow) || strings.ContainsAny(plot, "↓↑") == on {
			t.Errorf("%q, points %d:\n%s", arrow, points, all)
		}
		if !strings.Contains(plot, "+") {
			t.Errorf("nothing of the curator:\n%s", all)
		}
	}
}

// A run is laid over the smallest valid total: with its first, extreme and newest values in
// the places of their ε, in order.
func TestATrailIsOverTheValidTotal(t *testing.T) {
	h := history([]float64{0.5, 1, 1, 1, 2}, []float64{40, 30, 10, 20, 15})
	w := newWalk(chart.NiceSpread(0, 2, false), chart.Finest)
	list := w.pieces(run{h: h}, scene.TestError)
	if len(list) != 1 {
		t.Fatalf("%d pieces, want 1", len(list))
	}
	at := map[int][]float64{}
	for i, place := range list[0].Places {
		at[place] = append(at[place], list[0].Values[i])
	}
	for place, want := range map[int][]float64{250: {40, 40, 40}, 500: {10, 30, 20}, 1000: {15, 15, 15}} {
		if !slices.Equal(at[place], want) {
			t.Errorf("at place %d stand %v, want least, largest and last %v (all: %v)", place, at[place], want, at)
		}
	}
	if !slices.IsSorted(list[0].Places) {
		t.Errorf("places fall: %v", list[0].Places)
	}
	p := w.point(run{h: h}, scene.TestError, 3)
	if p.Places[0] != 500 || p.Values[0] != 10 || p.Read != 1 {
		t.Errorf("iteration 3 is read at %+v, want 10 at place 500", p)
	}
}

// Where a total falls a new piece begins, and what has no bound stands at the edge.
func TestATrailBreaksWhereItsTotalFallsOrIsLost(t *testing.T) {
	h := history([]float64{1, 2, 0.5, 1, nan, inf, nan}, []float64{1, 2, 3, 4, 5, 6, 7})
	list := newWalk(chart.NiceSpread(0, 2, false), 1200).pieces(run{h: h}, scene.TestError)
	var got [][]int
	for _, s := range list {
		got = append(got, slices.Compact(slices.Clone(s.Places)))
	}
	want := [][]int{{500, 1000}, {250, 500}, {1200}}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("pieces at %v, want %v", got, want)
	}
	if back := newWalk(chart.NiceSpread(0, 2, false), 1200).pieces(run{h: history([]float64{nan, 2}, []float64{1, 2})}, scene.TestError); len(back) != 2 || back[1].Places[0] != chart.Finest {
		t.Errorf("a bound that comes back: %+v", back)
	}
	if edge := list[2].Values; len(edge) != 3 || math.Abs(edge[0]-5) > 1e-9 || math.Abs(edge[1]-7) > 1e-9 || edge[1] != edge[2] {
		t.Errorf("at the edge %v", edge)
	}
}

// What a kept run promised before the others begin lies before the axis, not at its edge.
func TestTheAxisBeginsWhereTheRunsDo(t *testing.T) {
	s := stage(history([]float64{0.5, 1}, []float64{30, 20}))
	s.Kept = []*scene.History{history([]float64{0.001, 0.002, 5}, []float64{30, 25, 20})}
	p := &Plane{}
	v := p.view(s)
	if v.axis.Low != 0.5 || v.axis.High != 5 || !v.axis.Log {
		t.Errorf("axis from %g to %g", v.axis.Low, v.axis.High)
	}
	list := newWalk(v.axis, chart.Finest).pieces(v.runs[1], scene.TestError)
	if len(list) != 1 || list[0].Places[0] != -1 || list[0].Places[3] != chart.Finest {
		t.Errorf("%+v", list)
	}
}

// A run of any length is drawn from bounded room, and none of its extremes is lost.
func TestALongTrailIsSmall(t *testing.T) {
	n := 20000
	totals, errors := make([]float64, n), make([]float64, n)
	for i := range totals {
		totals[i], errors[i] = 1e-3*float64(i+1), 20
	}
	errors[12345] = 90
	h := history(totals, errors)
	list := newWalk(chart.NiceSpread(1e-3, 20, true), chart.Finest).pieces(run{h: h}, scene.TestError)
	if n := len(list[0].Values); n > 3*(chart.Finest+1) {
		t.Errorf("%d values", n)
	}
	if math.Abs(slices.Max(list[0].Values)-90) > 1e-9 {
		t.Error("the peak is gone")
	}
}

// text is what is drawn.
func text(p *Plane, s *scene.Scene, width, height int, table bool) string {
	g := grid.New(width, height)
	p.Draw(s, g, table)
	return ansi.Strip(g.String())
}

func TestRunsInSight(t *testing.T) {
	s := stage(history([]float64{1, 2, 3}, []float64{30, 20, 18}))
	s.Ghost = history([]float64{1, 2, 4}, []float64{30, 25, 22})
	s.Kept = []*scene.History{history([]float64{0.5, 1, 1.2}, []float64{77, 28, 27})}
	s.Kept[0].Label = "kept one"
	s.Levels = &level.Levels{Majority: baseline.Score{TestError: 0.24}, Pooled: &baseline.Score{TestError: 0.15}, Curator: []baseline.Private{
		{Epsilon: 0.1, Draws: 20, Mean: baseline.Score{TestError: 0.29}}, {Epsilon: 10, Draws: 20, Mean: baseline.Score{TestError: 0.16}}}}
	p := &Plane{}
	all := text(p, s, 80, 24, true)
	for _, want := range []string{"DVP 18", "previous", "kept one", "curator", "majority 24", "pooled 15", "one record replaced, δ = 1e-5", "● newest"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q:\n%s", want, all)
		}
	}
	if got := p.Value(s); got != "18 % at ε ≤ 3, δ = 1e-5, one record replaced" {
		t.Errorf("value %q", got)
	}
	s.Cursor = 2
	if all := text(p, s, 80, 24, true); strings.Count(all, "◆") != 3+1 || !strings.Contains(all, "◆ t = 2") {
		t.Errorf("the cursor does not read three runs:\n%s", all)
	}
	if got := p.Value(s); got != "20 % at ε ≤ 2, δ = 1e-5, one record replaced" {
		t.Errorf("value %q", got)
	}
	if strings.Contains(all, "80 ┤") || strings.Contains(all, "↑") {
		t.Errorf("a wild kept run takes the others' room:\n%s", all)
	}
	s.Cursor = 0
	s.Ghost.Config.Data = "census:77"
	if all := text(p, s, 80, 24, true); strings.Contains(all, "previous") {
		t.Errorf("a run on other data is drawn:\n%s", all)
	}
	s.Ghost.Config = config.Default()
	s.Ghost.Config.Set.Delta = 1e-3
	if all := text(p, s, 80, 24, true); !strings.Contains(all, "another δ") {
		t.Errorf("a total at another δ is not marked:\n%s", all)
	}
	s.Ghost.Config = config.Default()
	s.Ghost.Config.Set.Adjacency = "remove"
	for width, want := range map[int]string{80: "-  one record removed", 62: "22        4  one record removed", 50: "other ε        -"} {
		if all := text(p, s, width, 24, true); !strings.Contains(all, want) {
			t.Errorf("%d wide, the total of other neighbours does not stand as %q:\n%s", width, want, all)
		}
	}
	s.HideGhost, s.HideLevels = true, true
	if all := text(p, s, 80, 24, true); strings.Contains(all, "previous") || strings.Contains(all, "kept one") || strings.Contains(all, "pooled") {
		t.Errorf("what was dismissed is there:\n%s", all)
	}
}

// Times C, the curator's loss is with the C of the run at the keys: beside a run of another C it would be
// read as what it is not.
func TestTheCuratorTimesCStandsBesideNoOtherC(t *testing.T) {
	s := stage(history([]float64{1, 2}, []float64{30, 20}))
	s.Ghost = history([]float64{1, 2.5}, []float64{30, 22})
	s.Levels = &level.Levels{Curator: []baseline.Private{{Epsilon: 0.1, Draws: 20, Mean: baseline.Score{TrainLoss: 3, TrainLossC: 41}}, {Epsilon: 10, Draws: 20, Mean: baseline.Score{TrainLoss: 3, TrainLossC: 41}}}}
	of := func(name string) (row string) { // of the table, below the chart
		for line := range strings.SplitSeq(text(&Plane{Loss: true}, s, 80, 24, true), "\n") {
			if strings.Contains(line, name) {
				row = line
			}
		}
		return row
	}
	for _, times := range []bool{false, true} {
		for _, other := range []bool{false, true} {
			s.TimesC, s.Ghost.Config.Set.C = times, s.Run.Config.Set.C
			if other {
				s.Ghost.Config.Set.C = admm.PerNode{5}
			}
			want := "~3"
			if times {
				want = "~41"
			}
			if !strings.Contains(of("DVP"), want) || strings.Contains(of("previous"), want) == (times && other) {
				t.Errorf("times C %t, another C %t:\n%s\n%s", times, other, of("DVP"), of("previous"))
			}
		}
	}
}

// What promises nothing says so in words, alone and beside others.
func TestWithoutABoundARunStandsAtTheEdge(t *testing.T) {
	s := stage(history([]float64{nan, nan}, []float64{30, 20}))
	for _, size := range [][2]int{{80, 24}, {34, 20}} {
		if all := text(&Plane{}, s, size[0], size[1], false); !strings.Contains(all, "no bound") {
			t.Errorf("alone at %v:\n%s", size, all)
		}
	}
	s.Ghost = history([]float64{1, 2, nan}, []float64{30, 20, 18})
	all := text(&Plane{}, s, 80, 24, true)
	if !strings.Contains(all, "previous, no bound") || strings.Count(all, "no bound") < 3 {
		t.Errorf("beside another:\n%s", all)
	}
	s.State.Lapsed = 2
	s.Run = history([]float64{1, nan}, []float64{30, 20})
	if all := text(&Plane{}, s, 80, 24, true); !strings.Contains(all, "no bound from t = 2") {
		t.Errorf("lapsed:\n%s", all)
	}
	if got := (&Plane{Loss: true}).Value(s); got != "0.4, no bound" {
		t.Errorf("value %q", got)
	}
}

// Beside the edge of what has no bound the axis keeps its numbers as far as they leave those words room.
func TestTheEdgeTakesOnlyTheRoomItNeeds(t *testing.T) {
	for _, log := range []bool{false, true} {
		for last, end := range map[float64]string{2.01: "2", 3.48: "2", 5: "5", 99: "10"} {
			s := stage(history([]float64{0.1, last}, []float64{30, 20}))
			s.Ghost = history([]float64{1, nan}, []float64{30, 20})
			p := &Plane{}
			p.SetLog(log)
			for _, width := range []int{34, 40, 54, 64, 80, 100, 140, 200} {
				axis := ""
				for line := range strings.SplitSeq(text(p, s, width, 16, false), "\n") {
					if strings.Contains(line, "no bound") && !strings.ContainsAny(line, "┤│") {
						axis = line
					}
				}
				if numbers := strings.Fields(axis); axis == "" || width >= 64 && !slices.Contains(numbers, end) {
					t.Errorf("log %t, up to %g, %d wide: the axis is %q", log, last, width, axis)
				}
			}
		}
	}
}

// Trails that end at totals that differ by a factor are on a logarithmic axis, which says so.
func TestTheAxisOfEpsilonGoesLogarithmic(t *testing.T) {
	s := stage(history([]float64{0.1, 1}, []float64{30, 20}))
	p := &Plane{}
	if got := p.Title(s); got != "Error % against ε" {
		t.Errorf("title %q", got)
	}
	s.Ghost = history([]float64{0.1, 5}, []float64{30, 20})
	if got := p.Title(s); got != "Error % against ε, ε log" {
		t.Errorf("title %q", got)
	}
	p.SetLog(!p.Log())
	if got := p.Title(s); got != "Error % against ε" {
		t.Errorf("title %q after l", got)
	}
}

// Of one point, too, the axis is logarithmic where that was chosen.
func TestOnePointHasALogarithmicAxis(t *testing.T) {
	s, p := stage(history([]float64{0.695}, []float64{30})), &Plane{}
	p.SetLog(true)
	if v := p.view(s); !v.axis.Log || v.axis.Low != 0.5 || v.axis.High != 1 || p.Title(s) != "Error % against ε, ε log" {
		t.Errorf("%q from %g to %g", p.Title(s), v.axis.Low, v.axis.High)
	}
}

func TestEverySizeIsDrawn(t *testing.T) {
	h := history([]float64{0, 1, 2, 1, nan, inf, 3}, []float64{nan, inf, 1e300, -1, 0, 20, 18})
	for _, ascii := range []bool{false, true} {
		s := stage(h)
		s.Ghost, s.ASCII, s.Cursor = history([]float64{1e-300, 1e300}, []float64{1, 2}), ascii, 3
		for width := 1; width <= 120; width += 7 {
			for height := 1; height <= 40; height += 3 {
				for _, line := range strings.Split(text(&Plane{}, s, width, height, height%2 == 0), "\n") {
					if grid.Cells(line) > width {
						t.Fatalf("%dx%d: %q", width, height, line)
					}
				}
			}
		}
	}
}

// On paper stand the same points: the valid totals, and what has no bound as a level.
func TestThePlaneOnPaper(t *testing.T) {
	s := stage(history([]float64{0.5, 1, 2}, []float64{40, 30, 20}))
	s.Ghost = history([]float64{0.1, nan}, []float64{33, 25})
	f := (&Plane{}).Figure(s, letter)
	if len(f.Series) != 2 || !f.LogX {
		t.Fatalf("%d curves, log %t", len(f.Series), f.LogX)
	}
	if c := f.Series[0]; c.Label != "DVP" || !slices.Equal(c.X, []float64{0.5, 1, 2}) || math.Abs(c.Values[2]-20) > 1e-9 {
		t.Errorf("%+v", c)
	}
	if c := f.Series[1]; !slices.Equal(c.X, []float64{0.1}) {
		t.Errorf("what has no bound has a place: %+v", c)
	}
	if len(f.Rules) != 1 || f.Rules[0].Label != "previous, no bound" || math.Abs(f.Rules[0].Value-25) > 1e-9 {
		t.Errorf("%+v", f.Rules)
	}
}

// What has no bound is on paper whatever it reached, also on the logarithmic axis that there is
// because of it.
func TestOnPaperWhatHasNoBoundIsOnTheAxis(t *testing.T) {
	for _, c := range []struct{ own, linear bool }{{own: true}, {own: true, linear: true}, {own: false}} {
		s := stage(history([]float64{0.5, 1, 2, 4}, []float64{50, 48, 46, 44}))
		if !c.own {
			s.Run = history([]float64{nan, nan}, []float64{50, 44})
		}
		s.Ghost = history([]float64{nan, nan}, []float64{1, 1})
		p := &Plane{}
		if p.Title(s); c.linear {
			p.up.Set(false)
		}
		f := p.Figure(s, letter)
		var svg strings.Builder
		if err := f.Write(&svg, "svg"); err != nil || f.Log == c.linear || !strings.Contains(svg.String(), ">previous, no bound<") {
			t.Errorf("log %t: what has no bound is not on paper: %v", f.Log, err)
		}
		if strings.Contains(svg.String(), "no finite values") {
			t.Errorf("log %t: it says that there is nothing", f.Log)
		}
	}
}

// On paper a trail breaks where it does on the screen: no line leads over iterations without a
// bound, nor back to a smaller total. It is named once.
func TestATrailBreaksOnPaperAsOnTheScreen(t *testing.T) {
	f := (&Plane{}).Figure(stage(history([]float64{1, 2, nan, nan, 3, 1, 2}, []float64{40, 39, 38, 37, 36, 35, 34})), letter)
	var places [][]float64
	var names []string
	for _, c := range f.Series {
		if places = append(places, c.X); c.Label != "" {
			names = append(names, c.Label)
		}
		if len(c.Values) != len(c.X) || c.Style != f.Series[0].Style {
			t.Errorf("%+v", c)
		}
	}
	if want := [][]float64{{1, 2}, {3}, {1, 2}}; !slices.EqualFunc(places, want, slices.Equal) || len(names) != 1 {
		t.Errorf("pieces at %v, want %v, named %q", places, want, names)
	}
}

// Of a run whose total falls again and again the newest pieces are drawn, and its name says so on
// the screen, in the signs and on paper; of eight or fewer none is left out.
func TestATrailThatIsCutSaysSo(t *testing.T) {
	for falls, cut := range map[int]bool{7: false, 8: true} {
		var totals, errors []float64
		for range falls + 1 {
			totals, errors = append(totals, 1, 2), append(errors, 40, 30)
		}
		s, p := stage(history(totals, errors)), &Plane{}
		v := p.view(s)
		curves := p.curves(s, v, 100)
		onScreen, f := curves[len(curves)-1].Label, p.Figure(s, letter)
		onPaper := ""
		for _, c := range f.Series {
			onPaper += c.Label
		}
		for _, words := range []string{onScreen, onPaper, p.Signs(s)[0].Means} {
			if strings.Contains(words, "its newest 8 pieces") != cut {
				t.Errorf("after %d falls: %q", falls, words)
			}
		}
		if len(curves) != 8 || len(f.Series) != 8 {
			t.Errorf("after %d falls %d pieces on the screen and %d on paper, want 8", falls, len(curves), len(f.Series))
		}
	}
}

func TestEverySignOfThePlaneIsExplained(t *testing.T) {
	s := stage(history([]float64{1, 2, 3}, []float64{30, 20, 18}))
	s.Ghost, s.Cursor = history([]float64{1, 2, 4}, []float64{30, 25, 22}), 2
	s.Kept = []*scene.History{history([]float64{1, 2}, []float64{28, 27}), history([]float64{1, 3}, []float64{28, 26})}
	for _, ascii := range []bool{false, true} {
		s.ASCII = ascii
		marks := ""
		for _, sign := range (&Plane{}).Signs(s) {
			marks += sign.Mark
		}
		signs := chart.SignsOf(ascii)
		for _, want := range []string{chart.Stroke(chart.Main, ascii), chart.Stroke(chart.Ghost, ascii), chart.Stroke(chart.Trail, ascii), chart.Stroke(chart.Reference, ascii), signs.Point, signs.Read, signs.Level} {
			if strings.Count(marks, want) != 1 {
				t.Errorf("ASCII %t: %q is explained %d times", ascii, want, strings.Count(marks, want))
			}
		}
	}
}

// In few rows the table says which runs it leaves out, and in fewer it is left out; what ε
// promises stays.
func TestTheTableSaysWhatIsNotThere(t *testing.T) {
	s := stage(history([]float64{1, 2, 3}, []float64{30, 20, 18}))
	names := []string{"DVP"}
	for i := range 5 {
		h := history([]float64{1, 2, 2}, []float64{30, 20, 20 + float64(i)})
		h.Label = "kept" + string(rune('A'+i))
		s.Kept, names = append(s.Kept, h), append(names, h.Label)
	}
	p := &Plane{}
	v := p.view(s)
	for height := -2; height < 12; height++ {
		lines := p.table(s, v, 80, height)
		if len(lines) > max(0, height) || len(lines) == 0 && height > 0 {
			t.Fatalf("%d lines in %d rows", len(lines), height)
		}
		all := ""
		for _, l := range lines {
			all += l.Text + "\n"
		}
		for _, name := range names {
			if len(lines) > 1 && !strings.Contains(all, name) {
				t.Errorf("in %d rows nothing is said of %s:\n%s", height, name, all)
			}
		}
		if more := strings.Contains(all, " more: "); more != (height > 3 && height < 2+len(names)) {
			t.Errorf("in %d rows: counted %v:\n%s", height, more, all)
		}
		if words := strings.Contains(all, "one record replaced, δ = 1e-5"); words != (height > 0) {
			t.Errorf("in %d rows: words below %v:\n%s", height, words, all)
		}
	}
}

// Kept runs that stand at the same numbers are one trail and one line; another number, or
// another length, is another run.
func TestEqualKeptRunsAreListedOnce(t *testing.T) {
	s := stage(history([]float64{1, 2, 3}, []float64{30, 20, 18}))
	add := func(label string, totals, errors []float64) {
		h := history(totals, errors)
		h.Label = label
		s.Kept = append(s.Kept, h)
	}
	add("one", []float64{1, 2}, []float64{30, 20})
	add("again", []float64{1, 2}, []float64{30, 20})
	add("better", []float64{1, 2}, []float64{30, 19})
	add("dearer", []float64{1, 2.5}, []float64{30, 20})
	add("shorter", []float64{2}, []float64{20})
	add("unbound", []float64{1, nan}, []float64{30, 20})
	add("unbound too", []float64{1, nan}, []float64{30, 20})
	add("as the run", []float64{1, 2, 3}, []float64{30, 20, 18})
	var got []string
	for _, r := range runs(s) {
		got = append(got, r.name)
	}
	if want := []string{"DVP", "one", "better", "dearer", "shorter", "unbound", "as the run"}; !slices.Equal(got, want) {
		t.Errorf("in sight are %q, want %q", got, want)
	}
}

// The line below says what the faint trails are, where there is room, and nothing of them
// where there are none.
func TestTheLegendNamesKeptRuns(t *testing.T) {
	s := stage(history([]float64{1, 2, 3}, []float64{30, 20, 18}))
	last := func(width int, table bool) string {
		lines := strings.Split(text(&Plane{}, s, width, 24, table), "\n")
		return strings.TrimSpace(lines[len(lines)-1])
	}
	if got := last(60, true); got != "one record replaced, δ = 1e-5 · ● newest" {
		t.Errorf("alone: %q", got)
	}
	if got := text(&Plane{}, s, 40, 24, false); strings.Contains(got, "kept") || !strings.Contains(got, "one record replaced, δ = 1e-5") {
		t.Errorf("the small one tells of what is not there:\n%s", got)
	}
	s.Kept = []*scene.History{history([]float64{1, 2}, []float64{30, 25})}
	stroke := chart.Stroke(chart.Trail, false)
	for _, c := range []struct {
		width int
		table bool
		want  string
	}{
		{80, true, "one record replaced, δ = 1e-5 · " + stroke + " kept runs, g hides · ● newest of each"},
		{60, true, "one record replaced, δ = 1e-5 · " + stroke + " kept runs, g hides"},
		{40, false, "one record replaced, δ = 1e-5"},
		{25, false, "one record replaced, δ =…"},
	} {
		if got := last(c.width, c.table); got != c.want {
			t.Errorf("in %d cells: %q, want %q", c.width, got, c.want)
		}
	}
	if s.HideGhost = true; strings.Contains(last(80, true), "kept") {
		t.Errorf("hidden ones are named: %q", last(80, true))
	}
}

// The words under the trails are those of the iteration that is read, whatever has been
// turned since, and say that elsewhere something else is promised.
func TestTheWordsAreOfTheTotalThatIsRead(t *testing.T) {
	totals, errors := []float64{1, 1.5, 2, 3}, []float64{30, 28, 25, 20}
	removed := config.Default()
	removed.Set.Adjacency, removed.Set.Delta = "remove", 1e-3
	replaced := config.Default()
	h := &scene.History{Config: removed, Label: "DVP"}
	for i, e := range totals {
		set := &removed.Set
		if i == 3 {
			set = &replaced.Set
		}
		h.Add(sim.Row{Iteration: i + 1, Set: set, Tight: e, TightDelta: set.Delta, Accountant: "PLD", EpsilonTotal: e, TestError: errors[i] / 100})
		if i == 2 { // the next one is to be under others
			s := stage(h)
			s.State.Config = replaced
			if all := text(&Plane{}, s, 80, 24, true); !strings.Contains(all, "one record removed, δ = 0.001") || strings.Contains(all, "throughout") {
				t.Errorf("before the change counts:\n%s", all)
			}
		}
	}
	s := stage(h)
	s.Levels = &level.Levels{Curator: []baseline.Private{{Epsilon: 0.1, Draws: 20, Mean: baseline.Score{TestError: 0.29}}, {Epsilon: 10, Draws: 20, Mean: baseline.Score{TestError: 0.16}}}}
	for cursor, want := range map[int]string{0: "one record replaced, δ = 1e-5, but not throughout", 3: "one record removed, δ = 0.001, but not throughout"} {
		s.Cursor = cursor
		all := text(&Plane{}, s, 120, 24, true)
		if !strings.Contains(all, want) {
			t.Errorf("at %d no %q:\n%s", cursor, want, all)
		}
		if beside := strings.Contains(all, "2        -"); beside != (cursor == 3) {
			t.Errorf("at %d a curator under other neighbours: %v\n%s", cursor, beside, all)
		}
		if _, drawn := (&Plane{}).curator(s, chart.NiceSpread(0, 3, false)); drawn != (cursor == 0) {
			t.Errorf("at %d the curator's curve is drawn: %v", cursor, drawn)
		}
	}
}

// The small plane has no room to say that a total goes with other neighbours or another δ, and
// leaves such a run out; the large one names it. Both say what the axis is of, however low.
func TestNoTotalStandsOnAnAxisOfAnother(t *testing.T) {
	s := stage(history([]float64{1, 2, 3}, []float64{30, 20, 18}))
	s.Ghost = history([]float64{1, 1.5, 2}, []float64{30, 25, 22})
	stroke := chart.Stroke(chart.Ghost, false)
	for height := 5; height < 24; height++ {
		for _, table := range []bool{false, true} {
			for _, same := range []bool{true, false} {
				s.Ghost.Config.Set.Adjacency = "replace"
				if !same {
					s.Ghost.Config.Set.Adjacency = "remove"
				}
				all := text(&Plane{}, s, 80, height, table)
				if !strings.Contains(all, "one record replaced, δ = 1e-5") {
					t.Errorf("%d rows, table %v: nothing says what the axis is of:\n%s", height, table, all)
				}
				above, _, _ := strings.Cut(all, "one record replaced, δ")
				if drawn := strings.Contains(above, stroke); !table && !same && drawn || same && height > 12 && !drawn {
					t.Errorf("%d rows, table %v, the same promise %v: the run before is drawn: %v\n%s", height, table, same, drawn, all)
				}
				if named := strings.Contains(all, "other ε"); height > 12 && table && named == same || same && named {
					t.Errorf("%d rows, table %v, the same promise %v: %v\n%s", height, table, same, named, all)
				}
			}
		}
	}
}

// A kept run that has been within the range of errors before the axis of ε alone is off the axis all the
// same, and told with an arrow.
func TestAKeptRunThatWasNearBeforeTheAxisIsToldWithAnArrow(t *testing.T) {
	s := stage(history([]float64{6, 12, 19}, []float64{35, 20, 16}))
	kept := history([]float64{0.01, 0.02, 0.133}, []float64{34, 30, 62.6})
	kept.Label = "M-ADMM"
	s.Kept = []*scene.History{kept}
	p := new(Plane)
	p.SetLog(true)
	for _, size := range [][2]int{{56, 14}, {100, 30}, {60, 8}} {
		if all := text(p, s, size[0], size[1], true); !strings.Contains(all, "↑") || !strings.Contains(all, "M-ADMM") || !strings.Contains(all, "62.6") {
			t.Errorf("%v: nothing says where it is:\n%s", size, all)
		}
	}
}

// A logarithmic axis of ε has no place for a total of 0: a run that stands there is at its beginning, which
// its name says, on paper as a level, and one of several is not left out.
func TestATotalOfZeroIsTold(t *testing.T) {
	for _, alone := range []bool{true, false} {
		s := stage(history([]float64{0, 0}, []float64{40, 30}))
		kept := history([]float64{0.5, 5}, []float64{38, 31})
		kept.Label = "kept one"
		zero := history([]float64{0}, []float64{35})
		zero.Label = "nothing"
		if !alone {
			s.Kept = []*scene.History{kept, zero}
		}
		p := new(Plane)
		p.SetLog(true)
		all := text(p, s, 100, 24, true)
		want := []string{"DVP, ε 0"}
		if !alone {
			want = append(want, "nothing, ε 0", "kept one")
		} else {
			want = []string{"DVP"} // of no total above 0 there is no logarithmic axis
		}
		for _, w := range want {
			plot, _, _ := strings.Cut(all, "└")
			if !strings.Contains(plot, w) || strings.Count(plot, "●") != len(want) {
				t.Errorf("alone %v: no %q in\n%s", alone, w, all)
			}
		}
		on := fmt.Sprint((p.Figure(s, letter)).Rules)
		if !alone && (!strings.Contains(on, "DVP, ε 0") || !strings.Contains(on, "nothing, ε 0")) {
			t.Errorf("on paper there is %s", on)
		}
	}
}

// A point beyond the axis where a kept run's guarantee ended has no words without a name, and on paper no two
// kept runs have one line.
func TestTrailsOffTheAxisAndOnPaper(t *testing.T) {
	s := stage(history([]float64{0.5, 1, 2}, []float64{40, 35, 30}))
	first := history([]float64{0.5, 1, inf}, []float64{40, 95, 38})
	first.Label = "first"
	second := history([]float64{0.5, 1.5}, []float64{41, 33})
	second.Label = "second"
	s.Kept = []*scene.History{first, second}
	for _, line := range strings.Split(text(&Plane{}, s, 100, 24, true), "\n") {
		if strings.Contains(line, "↑  9") || strings.Contains(line, "↑ 9") {
			t.Errorf("a value without a name: %s", line)
		}
	}
	styles := map[figure.Style]string{}
	for _, c := range (&Plane{}).Figure(s, letter).Series {
		if c.Label == "" {
			continue
		}
		if other, taken := styles[c.Style]; taken {
			t.Errorf("%q and %q are drawn alike", other, c.Label)
		}
		styles[c.Style] = c.Label
	}
	if len(styles) < 3 {
		t.Errorf("on paper there are %v", styles)
	}
}

// No run whose totals go with something else than the axis is drawn without a word of that, however little
// room there is: its name says it, or "other ε", or it is not there.
func TestATotalOfAnotherPromiseHasItsName(t *testing.T) {
	for width := 24; width < 120; width += 4 {
		for height := 5; height < 24; height += 3 {
			s := stage(history([]float64{0.5, 1, 2}, []float64{40, 35, 30}))
			beside := history([]float64{0.4, 0.7, 1.05}, []float64{45, 44, 43})
			beside.Config = beside.Config.WithMethod("radmm")
			beside.Config.Set.Adjacency, beside.Config.Set.Delta = "remove", 0.0123
			s.Companions = []*scene.Companion{{ID: 1, Run: beside, Asked: beside.Config, State: runner.Companion{ID: 1, Config: beside.Config, Replay: beside.Config}}}
			for _, table := range []bool{true, false} {
				all := text(&Plane{}, s, width, height, table)
				if strings.Contains(all, "╌╌") && !strings.Contains(all, "other ε") && !strings.Contains(all, "removed") {
					t.Fatalf("%d x %d, table %v: nothing says that a total is another:\n%s", width, height, table, all)
				}
			}
		}
	}
}
