package report

import (
	"math"
	"strings"
	"testing"

	"admmlab/sim/config"
	"admmlab/sim/rows"
)

func TestStatsByHand(t *testing.T) {
	values := []float64{4, 1, 3, 2, 10}
	if got, want := StatsOf(values), (Stats{5, 4, 1, 2, 3, 4, 10}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if values[0] != 4 {
		t.Error("the values were sorted")
	}
	if s := StatsOf([]float64{1, 2}); s.Q1 != 1.25 || s.Median != 1.5 || s.Q3 != 1.75 {
		t.Errorf("%+v, want quartiles 1.25, 1.5 and 1.75", s)
	}
	if s := StatsOf([]float64{2, math.Inf(1), math.Inf(1)}); s.Median != math.Inf(1) || s.Q3 != math.Inf(1) || s.Min != 2 {
		t.Errorf("with two infinite ones %+v", s)
	}
	if s := StatsOf([]float64{2, math.NaN()}); !math.IsNaN(s.Mean) || !math.IsNaN(s.Min) || s.Max != 2 {
		t.Errorf("with one that is none %+v", s)
	}
	if s := StatsOf([]float64{0.055, 0.055, 0.055, 0.055, 0.055}); s.Mean != 0.055 {
		t.Errorf("the mean of one number is %v", s.Mean)
	}
	if s := StatsOf(nil); s.N != 0 || !math.IsNaN(s.Mean) || !math.IsNaN(s.Max) {
		t.Errorf("of nothing %+v", s)
	}
}

func TestOneMinimisationIsOne(t *testing.T) {
	var r rows.Row
	for made, want := range map[float64]string{1: "1 minimisation at each node, ", 2: "2 minimisations at each node, "} {
		r.Cost.Minimisations = made
		if words := Cost(config.Default(), &r); !strings.HasPrefix(words, want) {
			t.Error(words)
		}
	}
	alone := config.Default()
	alone.Nodes = 1
	if words := Cost(alone, &r); strings.Contains(words, "node") {
		t.Error(words)
	}
}
