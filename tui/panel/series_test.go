package panel

import (
	"math"
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
	graphs "admmlab/sim/network"
	"admmlab/sim/runner"
	"admmlab/tui/chart"
	"admmlab/tui/scene"
)

// promised is a scene of a run with these totals in two iterations, with printed and realised ones
// of 100 beside.
func promised(totals ...float64) *scene.Scene {
	s := &scene.Scene{Run: &scene.History{Config: config.Default(), Label: "DVP"}}
	s.Heard, s.State, s.Theme = true, runner.State{Config: config.Default()}, scene.PlainTheme()
	for i, total := range totals {
		s.Run.Add(sim.Row{Iteration: i + 1, Tight: total, EpsilonTotal: 100, RealisedMax: 100})
	}
	return s
}

// The axis of errors ends at 100 %, also around one value.
func TestTheAxisOfErrorsEndsWhereTheyDo(t *testing.T) {
	s := promised(1, 2)
	s.Run.Ranges[scene.ErrorChart] = chart.Range{Low: 100, High: 100}
	if r := NewChart(scene.ErrorChart).span(s); r != (chart.Range{Low: 80, High: 100}) {
		t.Errorf("around 100 %%: %v", r)
	}
}

// Errors of 0 in front are on the axis, as those behind are, and so is a run beside one that has no others.
func TestAnErrorOfZeroIsOnTheAxis(t *testing.T) {
	p := NewChart(scene.ErrorChart)
	erring := func(errors ...float64) *scene.Scene {
		s := &scene.Scene{Run: &scene.History{Config: config.Default(), Label: "DVP"}}
		s.Heard, s.State, s.Theme = true, runner.State{Config: config.Default()}, scene.PlainTheme()
		for i, e := range errors {
			s.Run.Add(sim.Row{Iteration: i + 1, TestError: e})
		}
		return s
	}
	if r := p.span(erring(0, 0, 0.05)); r.Low != 0 || r.High < 5 {
		t.Errorf("of 0, 0 and 5 %%: %v", r)
	}
	s := erring(0, 0)
	s.Companions = []*scene.Companion{{Run: erring(0.05, 0.05).Run}}
	if r := p.span(s); r.Low != 0 || r.High < 5 {
		t.Errorf("of 0 %%, and 5 %% beside: %v", r)
	}
}

// A single node has no second eigenvalue.
func TestASingleNodeHasNoSpectralGap(t *testing.T) {
	for nodes, want := range map[int]string{1: "", 3: "gap …"} {
		s := promised()
		s.Run.Config.Nodes, s.State.Config.Nodes = nodes, nodes
		g, err := graphs.New("complete", nodes, 1)
		if err != nil {
			t.Fatal(err)
		}
		s.State.Graph = g
		if got := (&network{}).Value(s); got != want {
			t.Errorf("%d nodes: %q, want %q", nodes, got, want)
		}
	}
}

// The axis of the privacy chart goes as far as what is drawn: printed and realised totals stand
// neither among the few words of a lecture nor beside other runs.
func TestTheAxisOfPrivacyIsOfWhatIsDrawn(t *testing.T) {
	p := NewChart(scene.PrivacyChart)
	for _, totals := range [][]float64{{math.NaN(), math.NaN()}, {30, 40}} {
		s := promised(totals...)
		if high := p.span(s).High; high < 100 {
			t.Errorf("totals %v: the axis ends at %g, with 100 drawn beside them", totals, high)
		}
		for what, set := range map[string]func(*scene.Scene){
			"in the lecture": func(s *scene.Scene) { s.Big = true },
			"beside another": func(s *scene.Scene) { s.Companions = []*scene.Companion{{Run: promised(45, 50).Run}} },
		} {
			s := promised(totals...)
			if set(s); len(p.Series(s)) != 1+len(s.Companions) {
				t.Errorf("%s stand %d curves", what, len(p.Series(s)))
			}
			if high := p.span(s).High; high >= 100 || len(s.Companions) > 0 && high < 50 {
				t.Errorf("%s, totals %v: the axis ends at %g", what, totals, high)
			}
		}
	}
}
