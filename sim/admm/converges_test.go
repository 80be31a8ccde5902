package admm

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/linear"
	"admmlab/sim/convergence"
	"admmlab/sim/network"
	"admmlab/sim/numeral"
)

// ending is the condition "converges" of a Round.
func (l *lab) ending(r Round) Condition {
	l.t.Helper()
	for _, c := range r.Conditions {
		if c.Name == Converges {
			return c
		}
	}
	l.t.Fatalf("%s says nothing of where it ends", l.spec.ID)
	return Condition{}
}

// What is said of where a run ends, by what decides it: + proved, o not known, - elsewhere.
func TestWhatIsSaidOfTheEnd(t *testing.T) {
	for _, c := range []struct {
		method, topology string
		turn             func(*Settings)
		state            string
		words            string
		mend             Mend
	}{
		{"admm", "ring", func(*Settings) {}, "+", "1/(1+δ)", Mend{}},
		{"admm", "star", func(*Settings) {}, "+", "1/(1+δ)", Mend{}},
		{"dvp", "ring", func(*Settings) {}, "+", "1/(1+δ)", Mend{}},
		{"pvp", "path", func(*Settings) {}, "+", "1/(1+δ)", Mend{}},
		{"dvp", "ring", func(s *Settings) { s.Private = true }, "o", "the noise is on", Mend{}},
		{"madmm", "ring", func(s *Settings) { s.Growth = PerNode{1} }, "+", "1/(1+δ)", Mend{}},
		{"madmm", "ring", func(*Settings) {}, "o", "grows without bound", Mend{Key: "growth", Value: "1"}},
		{"madmm", "ring", func(s *Settings) { s.Growth, s.Eta = PerNode{1}, PerNode{1, 2, 1, 1, 1} }, "o", "nothing is proved for unequal", Mend{}},
		{"madmm", "ring", func(s *Settings) { s.Private = true }, "o", "Without noise, certificate not available: η grows", Mend{}},
		{"madmm", "ring", func(s *Settings) { s.Eta = PerNode{1, 2, 1, 1, 1} }, "o", "grows without bound", Mend{}},
		{"radmm", "ring", func(s *Settings) { s.Gamma, s.Private = 1, true }, "o", "suffices", Mend{}},
		{"radmm", "ring", func(s *Settings) { s.Gamma = 1e4 }, "+", "proved by Theorem 1", Mend{}},
		{"radmm", "star", func(s *Settings) { s.Gamma = 1e4 }, "o", "certificate not available: on a bipartite graph", Mend{}},
		{"radmm", "ring", func(s *Settings) { s.Gamma, s.Private = 1e4, true }, "o", "Without noise, proved by Theorem 1", Mend{}},
		{"mradmm", "ring", func(s *Settings) { s.Gamma = 1e4 }, "o", "grows without bound", Mend{Key: "growth", Value: "1"}},
		{"mradmm", "ring", func(s *Settings) { s.Gamma = 1 }, "o", "grows without bound", Mend{}},
		{"mradmm", "star", func(s *Settings) { s.Gamma = 1e4 }, "o", "grows without bound", Mend{}},
		{"mradmm", "ring", func(s *Settings) { s.Gamma, s.Growth = 1e4, PerNode{1} }, "+", "proved by Theorem 1", Mend{}},
		{"mradmm", "ring", func(s *Settings) { s.Growth, s.Eta, s.DualStep = PerNode{1}, PerNode{1, 2, 1, 1, 1}, "own" }, "-", "at that of Σ O_i/η_i", Mend{Key: "dual_step", Value: "common", Anew: true}},
		{"mradmm", "ring", func(s *Settings) {
			s.Growth, s.Eta, s.DualStep, s.Private = PerNode{1}, PerNode{1, 2, 1, 1, 1}, "own", true
		}, "-", "at that of Σ O_i/η_i", Mend{Key: "dual_step", Value: "common", Anew: true}},
		{"mradmm", "ring", func(s *Settings) { s.Eta, s.DualStep = PerNode{1, 2, 1, 1, 1}, "own" }, "-", "grows without bound. The steps shrink", Mend{}},
		{"mradmm", "ring", func(s *Settings) { s.Growth, s.Eta = PerNode{1}, PerNode{1, 2, 1, 1, 1} }, "o", "nothing is proved for unequal", Mend{}},
	} {
		l := newLab(t, c.method, c.topology, 5)
		c.turn(&l.set)
		got := l.ending(l.run(3))
		state := map[[2]bool]string{{true, false}: "+", {false, true}: "o", {false, false}: "-"}[[2]bool{got.Holds, got.Open}]
		if state != c.state || !strings.Contains(got.Detail, c.words) || got.Mend != c.mend || got.Privacy || strings.Contains(got.Detail, " diverges") && c.state != "o" {
			t.Errorf("%s on a %s: %q, %q, mend %+v; expected %q, %q and %+v", c.method, c.topology, state, got.Detail, got.Mend, c.state, c.words, c.mend)
		}
	}
}

// A run freezes while η grows, whatever else is out beside it: no model is told that it would end at, and
// nothing is offered, as nothing lights the light. Only unequal η_i, once constant, lead to Σ O_i/η_i.
func TestARunThatFreezesIsToldNoOtherEnd(t *testing.T) {
	const own = "own"
	unequal, ring, halves := PerNode{1, 2, 1, 1, 1}, "ring", "edges:1-2,3-4"
	for _, c := range []struct {
		eta, growth     PerNode
		first, step, at string // dual steps, and the graph, from the fourth iteration on
		besides         string
	}{
		{unequal, PerNode{1.5}, own, own, ring, "without growth a run from the start ends at the minimiser of Σ O_i/η_i"},
		{PerNode{1}, PerNode{1.01, 1.02, 1.03, 1.02, 1.01}, own, own, ring, "The dual steps are unequal besides: Σλ drifts"},
		{unequal, PerNode{1.5}, own, commonStep, ring, "Unequal dual steps have moved Σλ away from 0 besides"},
		{unequal, PerNode{1.5}, own, own, halves, "The graph is in pieces besides"},
		{PerNode{1}, PerNode{1.5}, commonStep, commonStep, halves, "The graph is in pieces besides"},
	} {
		l := newLab(t, "mradmm", ring, 5)
		l.set.Eta, l.set.Growth, l.set.DualStep = c.eta, c.growth, c.first
		l.run(4)
		l.set.DualStep = c.step
		var err error
		if l.graph, err = network.Parse(c.at, 5, 0); err != nil {
			t.Fatal(err)
		}
		got := l.ending(l.run(3))
		if got.Holds || got.Open || got.Mend != (Mend{}) || !strings.HasPrefix(got.Detail, "η grows without bound") || !strings.Contains(got.Detail, c.besides) ||
			strings.Contains(got.Detail, "minimiser") != strings.Contains(c.besides, "minimiser") {
			t.Errorf("η = %v, q = %v, %s then %s on %s: %+v", c.eta, c.growth, c.first, c.step, c.at, got)
		}
	}
}

// A dual step far above the penalty of a node makes a run diverge, also where all penalties grow, whose slow
// growth stops it late: no light says that it freezes near anything, nor that nothing says it diverges. With
// the least η at node 1 it is above none.
func TestADualStepAboveAPenaltyMayDiverge(t *testing.T) {
	for _, growth := range []float64{1, 1.001} {
		for _, c := range []struct {
			eta      PerNode
			diverges bool
		}{
			{PerNode{20, 0.05, 20, 20, 20}, true},
			{PerNode{0.05, 20, 20, 20, 20}, false},
		} {
			l := newLab(t, "madmm", "ring", 5)
			l.set.Eta, l.set.Growth = c.eta, PerNode{growth}
			first := linear.Norm(l.run(10).Mean)
			end := l.run(60)
			if ran := linear.Norm(end.Mean) > 1e6*first; ran != c.diverges {
				t.Errorf("η = %v, q = %g: the mean grows from %g to %g, expected divergence %v", c.eta, growth, first, linear.Norm(end.Mean), c.diverges)
			}
			if got := l.ending(end); strings.Contains(got.Detail, "may diverge") != c.diverges || strings.Contains(got.Detail, "nothing says") && c.diverges || !got.Open || strings.Contains(got.Detail, "grows without bound") != (growth > 1) {
				t.Errorf("η = %v, q = %g: %+v", c.eta, growth, got)
			}
		}
	}
	for _, c := range []struct { // no η that stays outgrows the dual step
		eta, growth PerNode
		says        string
		diverges    bool
	}{
		{PerNode{3, 1, 1, 1, 1}, PerNode{1, 1, 1, 1, 1.05}, "above that of one where it stays: where it is far above, a run may diverge, and else it ends", true},
		{PerNode{20, 0.05, 20, 20, 20}, PerNode{1.1, 1, 1.1, 1.1, 1.1}, "above that of one where it stays: where it is far above, a run may diverge, and else it ends", true},
		{PerNode{2, 1, 2, 2, 2}, PerNode{1, 1.5, 1, 1, 1}, "until every η has outgrown it, and ends", false},
		{PerNode{1, 1, 2, 2, 2}, PerNode{1, 1.1, 1, 1, 1}, "a run ends away from the optimum, the farther off", false},
	} {
		l := newLab(t, "madmm", "ring", 5)
		l.set.Eta, l.set.Growth = c.eta, c.growth
		first := linear.Norm(l.run(10).Mean)
		end := l.run(400)
		if ran := linear.Norm(end.Mean) > 1e6*first; ran != c.diverges {
			t.Errorf("η = %v, q = %v: the mean grows from %g to %g, expected divergence %v", c.eta, c.growth, first, linear.Norm(end.Mean), c.diverges)
		}
		if got := l.ending(end); !got.Open || !strings.HasPrefix(got.Detail, "certificate not available: η grows without bound at some nodes") || !strings.Contains(got.Detail, c.says) || strings.Contains(got.Detail, "1/η") {
			t.Errorf("η = %v, q = %v: %+v", c.eta, c.growth, got)
		}
	}
	l := newLab(t, "madmm", "ring", 5) // what is outgrown when the growth is stopped is above nothing
	l.set.Eta, l.set.Growth = PerNode{2, 1, 1, 1, 1}, PerNode{1, 2, 2, 2, 2}
	l.run(4)
	l.set.Growth = PerNode{1}
	if got := l.ending(l.step()); strings.Contains(got.Detail, "may diverge") || !strings.Contains(got.Detail, "nothing is proved for unequal") {
		t.Errorf("%+v", got)
	}
}

// Growth that is stopped in mid-run leaves η as it has grown, and a run from the start without any has
// the one that is set: an end to it is offered where the end of the run is proved at both.
func TestAnEndToTheGrowthIsOfferedWhereItIsProvedAtEveryPenalty(t *testing.T) {
	for _, c := range []struct {
		method                string
		eta, growth           PerNode
		now, atStart, offered bool
	}{
		{"mradmm", PerNode{1}, PerNode{2}, true, false, false},
		{"mradmm", PerNode{50}, PerNode{2}, true, true, true},
		{"madmm", PerNode{1, 2, 1, 1, 1}, PerNode{2, 1, 2, 2, 2}, true, false, false}, // of one value after an iteration
		{"madmm", PerNode{1}, PerNode{2}, true, true, true},
	} {
		l := newLab(t, c.method, "complete", 5)
		l.set.Gamma, l.set.Eta, l.set.Growth = 0.1, c.eta, c.growth
		iterations := 1
		if c.eta.Equal() {
			iterations = 12
		}
		offer := l.ending(l.run(iterations)).Mend.Key == growthKey
		l.set.Growth = PerNode{1}
		now := l.ending(l.step()).Holds
		l.method, l.at = l.spec.New(Problem{Locals: l.locals, Each: models.Serial}), 0
		if atStart := l.ending(l.step()).Holds; now != c.now || atStart != c.atStart || offer != c.offered {
			t.Errorf("%s, η = %v: proved now %v, from the start %v, offered %v", c.method, c.eta, now, atStart, offer)
		}
	}
}

// Unequal q that are stopped in mid-run lead elsewhere where every node's dual step is its own, which is
// no default, and the help of q says under which: not to the minimiser of Σ O_i/η_i either, as
// Σ λ_i/η_i is not 0 with the η_i that they have grown to.
func TestUnequalGrowthLeadsElsewhereUnderOwnDualStepsAlone(t *testing.T) {
	for step, elsewhere := range map[string]bool{commonStep: false, "own": true} {
		l := newLab(t, "mradmm", "ring", 5)
		l.set.Growth, l.set.DualStep = PerNode{1.3, 1, 1, 1.1, 1}, step
		l.run(5)
		l.set.Growth = PerNode{1}
		end := l.run(6000)
		got := l.ending(end)
		if strings.Contains(got.Detail, "another model") != elsewhere || strings.Contains(got.Detail, "constant from the start, at that of Σ O_i/η_i") != elsewhere {
			t.Errorf("dual_step = %s: %s", step, got.Detail)
		}
		weights := ones(5)
		for i, eta := range l.method.(*radmm).eta {
			weights[i] = 1 / eta
		}
		r := l.set.Rho[0] / 5
		if far, weighted := distance(end.Mean, l.optimum(r, ones(5))), distance(end.Mean, l.optimum(r, weights)); far > 1e-3 != elsewhere || weighted < 1e-3 {
			t.Errorf("dual_step = %s: ends %g from the minimiser of Σ O_i, %g from that of Σ O_i/η_i", step, far, weighted)
		}
		help := growth(1).Turning
		if told := strings.Contains(help, "Unequal q under "+DualStepKey+" = "+step); told != elsewhere || strings.Contains(help, "converge to another model") {
			t.Errorf("dual_step = %s: the help says %q", step, help)
		}
	}
}

// A graph in pieces ends at an optimum for each.
func TestPiecesDoNotConverge(t *testing.T) {
	l := newLab(t, "admm", "ring", 5)
	var err error
	if l.graph, err = network.Parse("edges:1-2,2-3,4-5", 5, 0); err != nil {
		t.Fatal(err)
	}
	if got := l.ending(l.step()); got.Holds || got.Open || !strings.Contains(got.Detail, "in pieces") {
		t.Errorf("%+v", got)
	}
}

// No penalty pulls on a node that has no neighbour, however its η grows.
func TestNodesAloneDoNotFreeze(t *testing.T) {
	for _, c := range []struct {
		method, edges string
		growth        PerNode
		freezes       bool
	}{
		{"mradmm", "", PerNode{1.5}, false},
		{"mradmm", "1-2,3-4", PerNode{1, 1, 1, 1, 1.5}, false},
		{"madmm", "1-2,3-4", PerNode{1, 1, 1, 1, 1.5}, false},
		{"mradmm", "1-2,3-4", PerNode{1, 1, 1, 1.5, 1}, true},
		{"mradmm", "1-2,3-4", PerNode{1.5}, true},
	} {
		l := newLab(t, c.method, "ring", 5)
		l.set.Growth = c.growth
		for _, e := range l.graph.Edges() {
			if strings.Contains(c.edges, fmt.Sprintf("%d-%d", e[0]+1, e[1]+1)) {
				continue
			}
			var err error
			if l.graph, err = l.graph.Cut(e[0], e[1]); err != nil {
				t.Fatal(err)
			}
		}
		got := l.ending(l.step())
		if got.Holds || got.Open || strings.HasPrefix(got.Detail, "η grows without bound") != c.freezes || strings.HasPrefix(got.Detail, "the graph is in pieces") == c.freezes {
			t.Errorf("%s on %q, q = %v: %+v", c.method, c.edges, c.growth, got)
		}
	}
}

// Whatever is proved is of a run without noise, and is told so while the noise is on.
func TestWhereARunEndsIsToldWithItsNoise(t *testing.T) {
	for _, edges := range []string{"ring", "edges:1-2,3-4"} {
		for _, growth := range []float64{1, 1.5} {
			for _, private := range []bool{false, true} {
				l := newLab(t, "mradmm", "ring", 5)
				l.set.Private, l.set.Growth = private, PerNode{growth}
				var err error
				if l.graph, err = network.Parse(edges, 5, 0); err != nil {
					t.Fatal(err)
				}
				if got := l.ending(l.step()); strings.Contains(got.Detail, "the noise is on: nothing is proved of whether models settle") != private {
					t.Errorf("%s, q = %g, private %t: %s", edges, growth, private, got.Detail)
				}
			}
		}
	}
}

// A piece ends at the optimum of its own where it was alone from the start. What was joined to others
// before has their pull in its λ for good, and ends elsewhere: at the minimiser of Σ (O_i + 2λ_i·f).
func TestAPieceThatWasJoinedBeforeEndsElsewhere(t *testing.T) {
	for _, method := range []string{"admm", "dvp", "pvp", "madmm", "radmm"} {
		for _, before := range []int{0, 40} {
			l := newLab(t, method, "path", 2)
			l.set.Growth = PerNode{1}
			l.run(before)
			var err error
			if l.graph, err = l.graph.Cut(0, 1); err != nil {
				t.Fatal(err)
			}
			end := l.run(400)
			r := l.set.Rho[0]
			if l.spec.SharedRho {
				r /= 2
			}
			own := math.Max(distance(end.Models[0], l.optimum(r, []float64{1, 0})), distance(end.Models[1], l.optimum(r, []float64{0, 1})))
			got := l.ending(end)
			if elsewhere := strings.Contains(got.Detail, "not at an optimum of its own"); got.Holds || got.Open || elsewhere != (before > 0) || elsewhere != (own > 1e-3) {
				t.Errorf("%s, joined for %d iterations, ends %g from its own optimum: %s", method, before, own, got.Detail)
			}
		}
	}
}

// More nodes than the eigenvalues are worked out for are told so, on an odd ring too.
func TestManyNodesAreNotWorkedOut(t *testing.T) {
	l := newLab(t, "radmm", "ring", convergence.Largest+1)
	if got := l.ending(l.step()); got.Holds || !got.Open || !strings.Contains(got.Detail, "not worked out") {
		t.Errorf("%+v", got)
	}
	l = newLab(t, "admm", "ring", convergence.Largest+1)
	if got := l.ending(l.step()); !got.Holds {
		t.Errorf("%+v", got)
	}
}

// In three digits no smaller γ suffices than the one that is offered, whatever C.
func TestTheOfferedGammaIsTheSmallestOfItsDigits(t *testing.T) {
	for weight := 10.0; weight <= 60; weight += 2 {
		l := newLab(t, "radmm", "ring", 3)
		l.set.C = PerNode{weight}
		gamma, err := strconv.ParseFloat(l.ending(l.step()).Mend.Value, 64)
		if err != nil {
			t.Fatalf("C = %g: %v", weight, err)
		}
		if l.set.Gamma = numeral.RoundDown(0.9999*gamma, 3); l.ending(l.step()).Holds {
			t.Errorf("C = %g: %g suffices, and %g is offered", weight, l.set.Gamma, gamma)
		}
	}
}

// The γ that is offered is the smallest: with it the run is certified and ends at the pooled
// optimum, with one in its third digit less it is not.
func TestTheOfferedGammaSuffices(t *testing.T) {
	for _, topology := range []string{"ring", "complete"} {
		l := newLab(t, "radmm", topology, 5)
		l.set.C = PerNode{60}
		offer := l.ending(l.step()).Mend
		gamma, err := strconv.ParseFloat(offer.Value, 64)
		if offer.Key != "gamma" || err != nil {
			t.Fatalf("%s: offers %+v", topology, offer)
		}
		l.set.Gamma = numeral.RoundDown(0.9999*gamma, 3)
		if got := l.ending(l.step()); got.Holds {
			t.Errorf("%s: %g suffices, and %g is offered", topology, l.set.Gamma, gamma)
		}
		l.set.Gamma = gamma
		if got := l.ending(l.step()); !got.Holds {
			t.Errorf("%s at γ = %g: %s", topology, gamma, got.Detail)
		}
		l.near(topology, l.run(6000).Mean, l.optimum(l.set.Rho[0]/5, ones(5)), 1e-8)
	}
}

// M_i is C c1 + ρ/N: |x| ≤ 1 and 0 ≤ L” ≤ c1 (RADMM, Assumption 4 and section V).
func TestTheLipschitzConstantIsThatOfTheObjective(t *testing.T) {
	l := newLab(t, "radmm", "ring", 5)
	l.step()
	m := l.method.(*radmm)
	for _, got := range m.ending.lipschitz {
		if want := 6.0/4 + 0.5/5; math.Abs(got-want) > 1e-12 {
			t.Errorf("M_i = %g, by hand %g", got, want)
		}
	}
}

// After unequal dual steps equal ones leave Σλ where it is: the run still ends elsewhere,
// and a run from the start is offered.
func TestADriftIsNotForgotten(t *testing.T) {
	l := newLab(t, "mradmm", "ring", 5)
	l.set.Growth, l.set.Eta, l.set.DualStep = PerNode{1}, PerNode{0.3, 1, 2, 0.5, 1.5}, "own"
	l.run(100)
	l.set.DualStep = "common"
	saved := Save(l.method)
	l.method = l.spec.New(Problem{Locals: l.locals, Each: models.Serial})
	Resume(l.method, saved)
	end := l.run(6000)
	got := l.ending(end)
	if got.Holds || got.Open || !strings.Contains(got.Detail, "have moved Σλ") || !got.Mend.Anew {
		t.Errorf("%+v", got)
	}
	if d := distance(end.Mean, l.optimum(l.set.Rho[0]/5, ones(5))); d < 1e-3 {
		t.Errorf("the run ends %g from the optimum", d)
	}
}

// Rounding moves Σλ as well, by the last digits of what is added to it. That is no drift, however
// large the penalty has grown and however little there is in λ besides.
func TestRoundingIsNoDrift(t *testing.T) {
	grown := newLab(t, "mradmm", "ring", 5)
	grown.set.Growth = PerNode{2}
	grown.run(60)
	for range 140 {
		if got := grown.ending(grown.step()); !strings.Contains(got.Detail, "grows without bound") || strings.Contains(got.Detail, "Σλ") {
			t.Errorf("t = %d: %s", grown.at, got.Detail)
			break
		}
	}
	for person := range 9 { // the same one at every node, more often at some
		l := newLab(t, "radmm", "complete", 3)
		rows, labels := traceRows(9, 5, 2)
		for i := range l.locals {
			l.locals[i] = models.NewLocal(rows.SelectSigned(slices.Repeat([]int{person}, 2+i), labels))
		}
		l.set.C, l.set.Gamma = PerNode{1}, 1e4
		l.method = l.spec.New(Problem{Locals: l.locals, Each: models.Serial})
		for range 200 {
			if got := l.ending(l.step()); !got.Holds {
				t.Errorf("person %d, t = %d: %s", person, l.at, got.Detail)
				break
			}
		}
	}
}

// Large noise leaves its rounding in λ when it is off and λ is small again. That is no drift either: equal
// dual steps move Σλ nowhere, and no other step would bring anything back.
func TestWhatLargeNoiseLeftIsNoDrift(t *testing.T) {
	for method, alpha := range map[string]float64{"pvp": 1e-9, "madmm": 1e-9, "mradmm": 1e-10} {
		l := newLab(t, method, "ring", 5)
		l.set.Private, l.set.Alpha, l.set.Growth = true, PerNode{alpha}, PerNode{1}
		l.run(60)
		l.set.Private = false
		got := l.ending(l.run(1500))
		if !got.Holds && !got.Open || strings.Contains(got.Detail, "Σλ") || got.Mend.Key == DualStepKey {
			t.Errorf("%s: %+v", method, got)
		}
	}
}

// A run without noise on logistic loss keeps the rate that its condition tells, in every
// iteration: E = η e'(D+A)e + (a − a*)'(D−A)⁺(a − a*)/η, a = 2λ and a* = −∇O(f*).
func TestRealRunsKeepTheProvedRate(t *testing.T) {
	for _, topology := range []string{"ring", "star", "complete"} {
		l := newLab(t, "admm", topology, 5)
		l.set.Eta = PerNode{0.4}
		m := l.method.(*plain)
		l.run(6000)
		best, rest := copies(m.primal), copies(m.dual)
		l.at = 0
		l.method = l.spec.New(Problem{Locals: l.locals, Each: models.Serial})
		m = l.method.(*plain)
		rate := convergence.Linear(l.graph, 0.4, l.set.Rho[0], 6.0/4+l.set.Rho[0])
		laplacian := linear.Square(5, make([]float64, 25))
		for i := range 5 {
			laplacian.Row(i)[i] = float64(l.graph.Degree(i))
			for _, j := range l.graph.Neighbours(i) {
				laplacian.Row(i)[j] = -1
			}
		}
		values, _ := linear.Eigen(laplacian, models.Serial) // its rows are eigenvectors now
		energy := func() float64 {
			e := 0.0
			for k := range m.mean {
				for _, edge := range l.graph.Edges() {
					both := m.primal[edge[0]][k] - best[edge[0]][k] + m.primal[edge[1]][k] - best[edge[1]][k]
					e += 0.4 * both * both
				}
				for v := 1; v < 5; v++ {
					along := 0.0
					for i := range 5 {
						along += laplacian.Row(v)[i] * 2 * (m.dual[i][k] - rest[i][k])
					}
					e += along * along / values[v] / 0.4
				}
			}
			return e
		}
		before := energy()
		start := before
		for range 60 {
			l.step()
			after := energy()
			if before > 1e-12*start && after*(1+rate.Delta) > before*(1+1e-6) {
				t.Errorf("%s, t = %d: E falls by %g, proved is %g", topology, l.at, before/after-1, rate.Delta)
			}
			before = after
		}
	}
}

func copies(v [][]float64) [][]float64 {
	c := vectors(len(v), len(v[0]))
	for i := range v {
		copy(c[i], v[i])
	}
	return c
}

// Sharing: λ above the bound is proved, with the ρ that is offered too, and one party is
// plain ADMM.
func TestWhatIsSaidOfTheSweep(t *testing.T) {
	spec, _ := Find("sharing")
	rows, labels := traceRows(40, 7, 1)
	for _, c := range []struct {
		cuts        []int
		order       string
		lambda, rho float64
		private     bool
		holds       bool
		words       string
	}{
		{[]int{0, 7}, "jacobi", 1, 1, false, true, "two blocks"},
		{[]int{0, 3, 7}, "jacobi", 1, 1, false, false, "2(M−1)ρN = 80"},
		{[]int{0, 3, 7}, "jacobi", 81, 1, false, true, "2(M−1)ρN = 80"},
		{[]int{0, 3, 7}, "jacobi", 120.005, 1.5001, false, false, "λ above 2(M−1)ρN = 121 would do, λ is 120.005"}, // what is told would do
		{[]int{0, 3, 7}, "jacobi", 120.01, 1.5001, false, true, "λ = 120.01 is above 2(M−1)ρN = 120.008"},
		{[]int{0, 3, 7}, "gauss-seidel", 61, 1, false, true, "= 60"},
		{[]int{0, 3, 7}, "gauss-seidel", 59, 1, false, false, "= 60"},
		{[]int{0, 3, 7}, "jacobi", 81, 1, true, false, "the noise is on"},
		{[]int{0, 3, 7}, "jacobi", 1, 1, true, false, "suffices"}, // and with the noise on it would light nothing
	} {
		set := spec.Defaults()
		set.Private, set.Order, set.Lambda, set.Rho = c.private, c.order, c.lambda, PerNode{c.rho}
		p := Problem{Labels: labels, Loss: models.Logistic{}, Each: models.Serial}
		for m := 1; m < len(c.cuts); m++ {
			p.Blocks = append(p.Blocks, models.NewBlock(rows.Block(all(rows), c.cuts[m-1], c.cuts[m], true)))
		}
		l := &lab{t: t, spec: spec, method: spec.New(p), set: set, noise: newLab(t, "admm", "ring", 3).noise}
		got := l.ending(l.step())
		if got.Holds != c.holds || got.Open == c.holds || !strings.Contains(got.Detail, c.words) {
			t.Errorf("%v %s λ=%g: %+v", c.cuts, c.order, c.lambda, got)
		}
		if got.Mend.Key == "" {
			continue
		}
		rho, err := strconv.ParseFloat(got.Mend.Value, 64)
		if l.set.Rho = (PerNode{rho}); err != nil || got.Mend.Key != "rho" {
			t.Fatalf("offers %+v", got.Mend)
		}
		if got := l.ending(l.step()); !got.Holds {
			t.Errorf("with the offered ρ = %g: %s", rho, got.Detail)
		}
	}
}

// What is proved of randomised labels is proved of those: the pooled optimum is that of the
// true ones.
func TestRandomisedLabelsHaveAnOptimumOfTheirOwn(t *testing.T) {
	spec, _ := Find("sharing")
	rows, labels := traceRows(40, 7, 1)
	const own = "ends at the optimum of the labels that it learns from, which are randomised"
	for _, cuts := range [][]int{{0, 7}, {0, 3, 7}} {
		for _, private := range []bool{false, true} {
			for _, epsilon := range []float64{0, 1} {
				set := spec.Defaults()
				set.Private, set.Lambda, set.Rho, set.Labels = private, 81, PerNode{1}, epsilon
				p := Problem{Labels: labels, Loss: models.Logistic{}, Each: models.Serial}
				for m := 1; m < len(cuts); m++ {
					p.Blocks = append(p.Blocks, models.NewBlock(rows.Block(all(rows), cuts[m-1], cuts[m], true)))
				}
				l := &lab{t: t, spec: spec, method: spec.New(p), set: set, noise: newLab(t, "admm", "ring", 3).noise}
				if got := l.ending(l.step()); got.Holds == private || !strings.Contains(got.Detail, "ends at the optimum") || strings.Contains(got.Detail, own) != (epsilon > 0) {
					t.Errorf("%v, private %v, labels = %g: %+v", cuts, private, epsilon, got)
				}
			}
		}
	}
}
