package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/config"
)

// A total is proved for the neighbours that were in force in its iteration: others that
// were chosen since then count from the next one on, and no page names them beside it.
func TestAPageNamesTheNeighboursOfItsTotal(t *testing.T) {
	c, err := config.ParseText([]byte("data = \"census:90\"\nC = 5\nnodes = 3\niterations = 4\nadjacency = \"remove\""), "test")
	if err != nil {
		t.Fatal(err)
	}
	d, err := data.Census(90, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.NewSession(c, d, models.Serial)
	if err != nil {
		t.Fatal(err)
	}
	row, _ := s.Step()
	if notices := s.Change(config.Event{Key: "adjacency", Value: "replace"}); s.Config().Set.Adjacency != "replace" {
		t.Fatal(notices)
	}
	var page strings.Builder
	r := Report{Replay: s.Replay(), Now: s.Config(), Last: row}
	if err := r.Write(&page); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{page.String(), r.Promise()} {
		if !strings.Contains(text, "one record taken out") && !strings.Contains(text, "one record removed") || strings.Contains(text, "one record replaced") {
			t.Errorf("the total of a record removed is told as\n%s", text)
		}
	}
}

// A printed total is of somebody's neighbours, too, where nothing is proved beside it; where there
// is none, none are named.
func TestAPrintedTotalAloneNamesItsNeighbours(t *testing.T) {
	c := config.Default().WithMethod("sharing")
	for _, tight := range []float64{math.NaN(), math.Inf(1)} {
		r := Report{Replay: c, Now: c, Last: sim.Row{Iteration: 3, Tight: tight, Proved: tight, EpsilonTotal: 5, Delta: 4e-5}}
		if got := r.Promise(); !strings.Contains(got, ", one column changed by at most 1; printed 5 at δ = 4e-5") {
			t.Errorf("with %g: %q", tight, got)
		}
		r.Last.EpsilonTotal = math.NaN()
		if got := r.Promise(); strings.Contains(got, "one column") {
			t.Errorf("with %g and nothing printed: %q", tight, got)
		}
	}
}

// A run whose budget allows not even the first iteration has sent nothing, and so it has no total
// and has lost no guarantee.
func TestARunWithoutAnIterationHasLostNoGuarantee(t *testing.T) {
	for _, method := range []string{"dvp", "sharing"} {
		c := config.Default().WithMethod(method)
		none := math.NaN()
		r := Report{Replay: c, Now: c, Last: sim.Row{Tight: none, Proved: none, EpsilonTotal: none, RealisedMax: none, Spent: none}}
		for _, v := range r.values() {
			if (v.name == "ε" || strings.HasPrefix(v.name, "printed")) && v.text != "-" {
				t.Errorf("%s: %s is told as %q", method, v.name, v.text)
			}
		}
		r.Last.Iteration = 1
		if v := r.values(); !slices.Contains(v, value{"ε", "no guarantee"}) {
			t.Errorf("%s: an iteration without a total is told as %v", method, v)
		}
	}
}

// A printed total that is less than what its noise proves is told so that this is seen.
func TestWhatIsOverstatedIsToldInDigitsThatShowIt(t *testing.T) {
	for proved, want := range map[float64][2]string{
		2.5:   {"printed 2.01", "at δ = 0 this noise proves no less than 2.5"},
		2.004: {"printed 2.001", "at δ = 0 this noise proves no less than 2.004"},
		2.001: {"printed 2.01", ""},
	} {
		r := sim.Row{EpsilonTotal: 2.001, Proved: proved}
		if got := [2]string{Printed(&r), Unproved(&r)}; got != want {
			t.Errorf("%g: %q, want %q", proved, got, want)
		}
	}
}
