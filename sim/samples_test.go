package sim

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/linear"
	"admmlab/sim/baseline"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/noise"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy"
	"admmlab/sim/samples"
)

// pause is nobody who waits.
func pause() {}

// runTo makes the iterations of a run of c but for a closing step.
func runTo(t *testing.T, c config.Config) *Session {
	t.Helper()
	s := start(t, c, models.Serial)
	for s.Iteration() < Alike(c, c.Limit()) && s.Ready() {
		s.Step()
	}
	return s
}

// slopes adds grad Z_p(f) = (C/B) sum_i L'(m_i) y_i x_i + r f of a node to sum.
func slopes(sum []float64, p *models.Local, c, r float64, f []float64) {
	p.MeanLoss(f)
	rows := p.Rows()
	for i, m := range p.Margins() {
		index, value := rows.Row(i)
		for k, j := range index {
			sum[j] += c / float64(p.Records()) * p.Loss().Slope(m) * value[k]
		}
	}
	linear.AddScaled(sum, r, f)
}

// What a run ends at with its noise held, against the stationary point that the bound of
// sim/samples is made for: DVP sum_p (grad Z_p(f) + (C/B) eps_p) = 0 (Z^dual of TIFS section
// IV), R-ADMM sum_i (grad O_i(f) + eps_i) = 0 (O^new of Recycled VI-B), and PVP sum_p grad
// Z_p(V - eps_p) = kappa eta sum_p N_p eps_p, which is not the minimiser of Z^prim.
func TestWhereARunEndsWithItsNoiseHeld(t *testing.T) {
	for _, v := range []struct {
		lines   string
		purpose noise.Purpose
		kappa   float64
	}{
		{`method = "dvp"`, noise.Dual, 0},
		{`method = "radmm"`, noise.Dual, 0},
		{`method = "mradmm"`, noise.Dual, 0},
		{"method = \"pvp\"\nvariant = \"printed\"", noise.Primal, 0},
		{"method = \"pvp\"\nvariant = \"own\"", noise.Primal, 1},
		{"method = \"pvp\"\nvariant = \"released\"", noise.Primal, 2},
	} {
		c := small(t, v.lines, "rho = 5", "eta = 2", "alpha = 8", "iterations = 10")
		s := runTo(t, c)
		e := &Excess{}
		f := s.held(e, s.newest.Graph.Components(), pause)[0]
		if !e.Rest {
			t.Errorf("%s: still moving by %g after %d iterations", v.lines, e.Moved, e.Held)
		}
		r, outside := c.Set.Rho[0], strings.Contains(v.lines, "pvp")
		if c.Spec().SharedRho {
			r /= float64(c.Nodes)
		}
		sum, noises, parts := make([]float64, len(f)), make([]float64, len(f)), 0.0
		for i, p := range s.deal.Locals {
			node := privacy.Node{Weight: c.Set.C[0] / float64(p.Records()), C1: p.Loss().C1(), Regulariser: r, Penalty: 2 * 2}
			rate, scale, at := 8.0, 1.0, s.t-(s.t-1)%c.Spec().Turn
			switch {
			case outside:
				rate, scale = privacy.PVPRate(c.Set.Variant, 8, node), -v.kappa*node.Penalty
			case c.Method == "dvp":
				rate, scale = privacy.CalibrateDVP(c.Set.Variant, 8, node).Zeta, node.Weight
			}
			eps := make([]float64, len(f))
			s.source.GammaNorm(eps, v.purpose, i, at, rate)
			linear.AddScaled(noises, scale, eps)
			model := slices.Clone(f)
			if outside {
				linear.AddScaled(model, -1, eps)
			}
			own := make([]float64, len(f))
			slopes(own, p.Twin(), c.Set.C[0], r, model)
			linear.AddScaled(sum, 1, own)
			parts += linear.Norm(own)
		}
		linear.AddScaled(sum, 1, noises)
		if got := linear.Norm(sum); !(got < 1e-4*parts) {
			t.Errorf("%s: the sum of slopes and noise is %g, of parts of %g", v.lines, got, parts)
		}
	}
}

// Small steps are no rest: a large penalty, given or grown, holds every model where it is, and
// a small one lets nodes stay where they are alone. What a run moves is told of the iterations in
// which it does, those of a turn of its algorithm.
func TestARunThatCreepsIsNotAtRest(t *testing.T) {
	for _, v := range []struct {
		lines []string
		per   string
	}{
		{[]string{`method = "admm"`, "eta = 1e6", "iterations = 6"}, "an iteration"},
		{[]string{`method = "admm"`, "eta = 1e-6", "iterations = 6"}, "an iteration"},
		{[]string{`method = "mradmm"`, "private = false", "growth = 2", "iterations = 60"}, "every 2 iterations"},
	} {
		c := small(t, append(v.lines, "rho = 5")...)
		c.Set.C[0] = 1
		s := runTo(t, c)
		e := &Excess{Held: mostHeld - 4}
		s.held(e, s.newest.Graph.Components(), pause)
		if words := strings.Join(e.Words(samples.Question{}, nil, false), " "); !(e.Moved < heldStill) || e.Rest || !strings.Contains(words, "still moving by "+numeral.Short(e.Moved)+" of 1 + |f| "+v.per) {
			t.Errorf("%v: moving by %g: %s", v.lines, e.Moved, words)
		}
	}
}

// A penalty that has grown until rounding hides every step freezes a run where nothing tells rest, however
// far the sum of all slopes is from none.
func TestAFrozenRunIsNotAtRest(t *testing.T) {
	for _, v := range []struct {
		growth float64
		rest   bool
	}{{1, true}, {2, false}} {
		c := small(t, `method = "mradmm"`, "private = false", "rho = 5", "iterations = 120", fmt.Sprintf("growth = %g", v.growth))
		e, err := runTo(t, c).Excess(0, pause)
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Join(e.Words(samples.Question{}, nil, false), " ")
		if e.Rest != v.rest || strings.Contains(words, "too slowly to be told from rest") == v.rest {
			t.Errorf("growth %g: %s", v.growth, words)
		}
	}
}

// Measuring takes nothing away: the run goes on with the same bits.
func TestARunGoesOnAfterItWasMeasured(t *testing.T) {
	for _, method := range []string{"dvp", "pvp", "mradmm"} {
		c := small(t, `method = "`+method+`"`, "iterations = 14", "rho = 1")
		plain, _ := finish(start(t, c, models.Serial))
		s := start(t, c, models.Serial)
		for range 8 {
			s.Step()
		}
		if _, err := s.Excess(0, pause); err != nil {
			t.Fatal(err)
		}
		rest, _ := finish(s)
		for k, row := range rest {
			if want := plain[8+k]; row.TrainLoss != want.TrainLoss || row.Disagreement != want.Disagreement || row.EpsilonTotal != want.EpsilonTotal {
				t.Fatalf("%s, t = %d: loss %g, without measuring %g", method, row.Iteration, row.TrainLoss, want.TrainLoss)
			}
		}
	}
}

// Without noise the run ends at the pooled optimum: nothing is lost, and Delta(t) is what
// the worst node still lacks.
func TestWithoutNoiseTheEndIsTheReference(t *testing.T) {
	e, err := runTo(t, small(t, `method = "admm"`, "rho = 5", "iterations = 3")).Excess(0, pause)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(e.Limit) > 1e-6 || !(e.Train > 1e-3) || math.Abs(e.Gap-(e.Test-e.Limit)) > 1e-15 || e.Private {
		t.Errorf("%+v", e)
	}
	if want := 530 / 5; e.Run.Records != want {
		t.Errorf("%d records at the smallest node, want %d", e.Run.Records, want)
	}
}

// A reference of a given norm is the best of that norm: longer ones have less loss, until
// none is so long.
func TestTheReferenceOfANorm(t *testing.T) {
	c := small(t, `method = "admm"`, "rho = 5", "iterations = 2")
	before := math.Inf(1)
	for _, norm := range []float64{0.5, 2, 8} {
		e, err := runTo(t, c).Excess(norm, pause)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(e.Reference.Norm-norm) > 1e-4*norm || !(e.Reference.TrainLoss < before) {
			t.Errorf("norm %g, asked for %g, loss %g after %g", e.Reference.Norm, norm, e.Reference.TrainLoss, before)
		}
		before = e.Reference.TrainLoss
	}
	if _, err := runTo(t, c).Excess(1e9, pause); err == nil || !strings.Contains(err.Error(), "no classifier of norm 1e9") {
		t.Error(err)
	}
}

// The bound against what runs do: at the records there are, the end of the run with its
// noise held is no worse than promised, for a reference that is really better. The promise
// holds but for a chance of 0.1 a draw, of the expected loss; of 6 draws more than 4
// would break it with a chance of 6e-5.
func TestRunsKeepWithinThePromise(t *testing.T) {
	for _, method := range []string{"dvp", "pvp", "radmm"} {
		broken, worst, least := 0, math.Inf(-1), 0.0
		for repeat := range 6 {
			c := small(t, `method = "`+method+`"`, "rho = 60", "eta = 2", "alpha = 30", "iterations = 4")
			c.Repeat = repeat
			e, err := runTo(t, c).Excess(1.5, pause)
			if err != nil {
				t.Fatal(err)
			}
			q := samples.Question{Excess: 1, Chance: 0.05, Norm: e.Reference.Norm, Run: e.Run}
			asks := e.Theory.Asks(q, e.Private)
			limit := asks[len(asks)-1]
			if limit.Fails != 2 {
				t.Fatalf("%+v", limit)
			}
			if e.Limit > limit.Promise {
				broken++
			}
			worst, least = math.Max(worst, e.Limit), limit.Promise
		}
		if broken > 4 || !(worst > 0) {
			t.Errorf("%s: %d of 6 draws beyond a promise of %g, the worst at %g", method, broken, least, worst)
		}
	}
}

// A penalty that grows without bound freezes a run before the minimum that a limit is proved of. What
// is measured is the end of the run whose penalty is held like its noise, and is told as that.
func TestAPenaltyThatGrowsHasNoLimit(t *testing.T) {
	const held = " and with η held, which would else grow and freeze the run before, the "
	for _, c := range []struct {
		lines []string
		grows bool
	}{
		{[]string{`method = "mradmm"`, "growth = 1.5"}, true},
		{[]string{`method = "mradmm"`, "growth = 1.5", "private = false"}, true},
		{[]string{`method = "mradmm"`, "growth = [1,1,1,1.5,1]"}, true},
		{[]string{`method = "mradmm"`, "growth = 1.5", `dual_step = "own"`, "eta = [1,2,1,1,1]"}, true},
		{[]string{`method = "mradmm"`, "growth = 1"}, false},
		{[]string{`method = "mradmm"`, "growth = 1.5", `events = ["at 4: growth = 1"]`}, false},
		{[]string{`method = "mradmm"`, "growth = 1", `events = ["at 4: growth = 1.5"]`}, true},
		{[]string{`method = "mradmm"`, "growth = 1.5", "nodes = 1"}, false},                     // no other pulls on it
		{[]string{`method = "mradmm"`, "growth = 1.5", `topology = "edges:1-2,2-3,4-5"`}, true}, // and no piece of it ends before
		{[]string{`method = "radmm"`}, false},
		{[]string{`method = "dvp"`}, false},
	} {
		e, err := runTo(t, small(t, append(c.lines, "rho = 5", "iterations = 6")...)).Excess(0, pause)
		if err != nil {
			t.Fatal(err)
		}
		q := samples.Question{Excess: 1, Chance: 0.05, Norm: e.Reference.Norm, Run: e.Run}
		asks := e.Theory.Asks(q, e.Private)
		limit, words := asks[len(asks)-1], strings.Join(e.Words(q, asks, false), " ")
		if strings.Contains(limit.None, "grows without bound") != c.grows || math.IsNaN(limit.Promise) != c.grows ||
			strings.Contains(words, held) != c.grows || strings.Contains(words, "is proved of that end") == c.grows {
			t.Errorf("%v: limit %+v\n%s", c.lines, limit, words)
		}
	}
}

// No penalty pulls on a node that has no neighbour left: each stands at a minimum of its own, however η grows.
func TestNodesAloneFreezeNothing(t *testing.T) {
	e, err := runTo(t, small(t, `method = "mradmm"`, "growth = 1.5", "nodes = 2", "rho = 5", "iterations = 6", `events = ["at 2: cut 1-2"]`)).Excess(0, pause)
	if err != nil || e.Growing || !strings.HasPrefix(e.Run.NoLimit, "the graph is in pieces") {
		t.Errorf("growing %t, %q, %v", e.Growing, e.Run.NoLimit, err)
	}
}

// Every piece ends by itself: what a node has more than the end is of that of its own, and nothing where it
// is alone, without noise or with it.
func TestAPieceIsMeasuredAgainstItsOwnEnd(t *testing.T) {
	for _, c := range []struct {
		lines       []string
		least, most float64 // of |Delta(t)|
	}{
		{[]string{`method = "radmm"`, "private = false", "iterations = 40", "rho = 0.003", `topology = "edges:"`}, 0, 1e-6},
		{[]string{`method = "dvp"`, "iterations = 1", "rho = 0.003", `topology = "edges:"`}, 0, 1e-6},
		{[]string{`method = "dvp"`, "iterations = 3", "rho = 5", "eta = 2", "alpha = 8", `topology = "edges:1-2,2-3,4-5"`}, 1e-3, 1},
	} {
		e, err := runTo(t, small(t, append(c.lines, "train = 500")...)).Excess(0, pause)
		if err != nil || !e.Rest || math.Abs(e.Gap) < c.least || math.Abs(e.Gap) > c.most {
			t.Errorf("%q: at rest %t, Δ(t) = %g, %v", c.lines, e.Rest, e.Gap, err)
			continue
		}
		if words := strings.Join(e.Words(samples.Question{}, nil, false), " "); !strings.Contains(words, "the worst piece of the network ends at "+beyond(numeral.Short(e.Limit), "")) {
			t.Error(words)
		}
	}
}

// How the end of a run compares with the reference is told by what is measured, whatever excess
// was asked about.
func TestTheEndOfARunIsComparedWithTheReference(t *testing.T) {
	asks := []samples.Ask{{Reading: samples.Limit, Promise: 2e6, Fails: 1}}
	for _, c := range []struct {
		limit, excess float64
		want          string
	}{
		{158, 1e9, ": 13k times what is measured."},
		{158, 1e-3, ": 13k times what is measured."},
		{3e7, 1e9, ": the test rows show more"},
		{-0.1, 1e-3, "; on the test rows it is as good as the reference."},
		{1e-8, 1e-6, "; on the test rows it is as good as the reference."},
	} {
		e := Excess{Limit: c.limit, Rest: true, Reference: baseline.Score{TestLoss: 0.3}}
		words := e.Words(samples.Question{Excess: c.excess, Chance: 0.1}, asks, false)
		if last := words[len(words)-1]; !strings.Contains(last, c.want) {
			t.Errorf("%g more, asked about %g: %s", c.limit, c.excess, last)
		}
		e.Rest = false // nor is it an end, that anything could be compared with
		words = e.Words(samples.Question{Excess: c.excess, Chance: 0.1}, asks, false)
		if last := words[len(words)-1]; !strings.Contains(last, "that end, but for a chance of 0.1, which is not reached: nothing is measured of it.") || !strings.Contains(words[2], "the run has come to") || !strings.Contains(words[2], "Δ(t) is not measured") || e.Delta() != 0 {
			t.Errorf("%g more, still moving: %q", c.limit, words)
		}
	}
}

// Whether the measured excess is beyond the one that is asked about can be read from the two.
func TestAnExcessIsToldOnItsSideOfTheOneAskedAbout(t *testing.T) {
	for test, want := range map[float64]string{
		0.12:     "beyond the excess of 0.05 that is asked about, 0.12 more loss",
		0.05004:  "beyond the excess of 0.05 that is asked about, 0.0501 more loss",
		0.04996:  "within the excess of 0.05 that is asked about, 0.04996 more loss",
		-0.01239: "within the excess of 0.05 that is asked about, 0.0123 less loss",
	} {
		e := Excess{Test: test}
		if words := e.Words(samples.Question{Excess: 0.05}, nil, false)[1]; !strings.Contains(words, want) {
			t.Errorf("%g: %s", test, words)
		}
	}
}

// The theorems on the number of records, or why there is none, are every method's.
func TestEveryMethodHasTheoremsOrSaysWhyNot(t *testing.T) {
	for method, none := range map[string]string{"sharing": "proves nothing of the expected loss", "madmm": "No paper here has a theorem"} {
		c := small(t, `method = "`+method+`"`, "iterations = 1")
		s := start(t, c, models.Serial)
		s.Step()
		if _, err := s.Excess(0, pause); err == nil || !strings.Contains(err.Error(), none) {
			t.Errorf("%s: %v", method, err)
		}
	}
	if _, err := start(t, small(t), models.Serial).Excess(0, pause); err == nil {
		t.Error("measured before the first iteration")
	}
	c := small(t, `method = "mradmm"`, `variant = "gaussian"`, "iterations = 1")
	if none := NoTheorem(c); !strings.Contains(none, "noise in the objective") {
		t.Error(none)
	}
	if c.Set.Private = false; NoTheorem(c) != "" {
		t.Error(NoTheorem(c))
	}
	for method, want := range map[string]bool{"dvp": true, "radmm": true, "mradmm": true, "pvp": false, "admm": false} { // PVP's closing step alone has that noise
		repaired := small(t, `method = "`+method+`"`)
		repaired.Set.Repair = 0.1
		if none := NoTheorem(repaired); strings.Contains(none, "repair (ε₂)") != want {
			t.Errorf("%s: %q", method, none)
		}
		if repaired.Set.Private = false; NoTheorem(repaired) != "" {
			t.Error(NoTheorem(repaired))
		}
	}
	if none := NoTheorem(small(t, `split = "skewed"`)); !strings.Contains(none, "Assumption 7") {
		t.Error(none)
	}
	sized := small(t, `method = "dvp"`, `split = "sizes:5,3,1,1,1"`, "rho = 1", "iterations = 2")
	if e, err := runTo(t, sized).Excess(0, pause); err != nil || e.Run.Records != 530/11 {
		t.Errorf("%+v, %v", e, err)
	}
	c = small(t, "rho = [1,2,1,1,1]", "iterations = 1")
	if none := NoTheorem(c); !strings.Contains(none, "differ from node to node") {
		t.Error(none)
	}
	c = small(t, `method = "mradmm"`, `dual_step = "own"`, "eta = [1,2,1,1,1]", "iterations = 3")
	e, err := runTo(t, c).Excess(0, pause)
	if err != nil || e.Run.NoLimit == "" || len(e.Run.Nodes) != 2 || e.Run.Nodes[0].Count != 4 {
		t.Errorf("%+v, %v", e, err)
	}
	for _, lines := range [][]string{ // what was unequal before has moved the end for good
		{"eta = [0.2,5,0.2,5,0.2]", `events = ["at 4: dual_step = common"]`},
		{"growth = [1.1,1,1,1,1]", `events = ["at 4: growth = 1"]`},
	} {
		moved := small(t, append(lines, `method = "mradmm"`, `dual_step = "own"`, "iterations = 6")...)
		if e, err := runTo(t, moved).Excess(0, pause); err != nil || e.Run.NoLimit == "" {
			t.Errorf("%v: %+v, %v", lines, e, err)
		}
	}
}

// A graph that is whole again before the next iteration has no end elsewhere: it was the graph, and not the
// dual steps.
func TestAnEdgeThatIsBackHasMovedNothing(t *testing.T) {
	s := start(t, small(t, `method = "admm"`, "iterations = 30", `topology = "path"`, `events = ["at 5: cut 2-3"]`), models.Serial)
	for range 10 {
		s.Step()
	}
	if _, err := s.Apply(config.Event{Join: true, Edge: network.Edge{1, 2}}); err != nil {
		t.Fatal(err)
	}
	if r := SampleRun(s.Config(), s.Graph(), s.deal.Data.Rows.Dim, s.deal.Size.Least, s.Newest().Lights); r.NoLimit != "" {
		t.Error(r.NoLimit)
	}
}

// R-ADMM draws in odd iterations, and an even one goes on with that; PVP's last is a step of
// DVP, and what is asked of PVP is of the one before.
func TestWhichIterationDrewTheNoise(t *testing.T) {
	for _, v := range []struct {
		lines    []string
		at, drew int
	}{
		{[]string{`method = "dvp"`}, 10, 10},
		{[]string{`method = "radmm"`}, 9, 9},
		{[]string{`method = "radmm"`}, 10, 9},
		{[]string{`method = "mradmm"`}, 2, 1},
		{[]string{`method = "pvp"`}, 9, 9},
		{[]string{`method = "pvp"`}, 10, 9},
		{[]string{`method = "pvp"`, `events = ["at 10: iterations = 12"]`}, 10, 10},
		{[]string{`method = "pvp"`, `events = ["at 11: iterations = 12"]`}, 10, 9}, // it has gone on behind its closing step
		{[]string{`method = "pvp"`, `events = ["at 10: iterations = 5"]`}, 9, 9},   // a limit that was moved before it
		{[]string{`method = "dvp"`}, 0, 1},
	} {
		if drew := Drawn(small(t, append(v.lines, "iterations = 10")...), v.at); drew != v.drew {
			t.Errorf("%v: the noise of iteration %d was drawn in %d, not in %d", v.lines, v.at, drew, v.drew)
		}
	}
}

// What is measured is the newest iteration as it was made, with the noise that a schedule
// gave it: not what is due next, and not the knob without its schedule.
func TestTheIterationThatIsMeasuredIsTheOneThatWasMade(t *testing.T) {
	for _, c := range []struct{ as, like []string }{
		{[]string{"alpha = 2", `schedule = "linear:0.25@3"`, "iterations = 3"}, []string{"alpha = 2", `events = ["at 2: alpha = 1.25", "at 3: alpha = 0.5"]`, "iterations = 3"}},
		{[]string{`method = "radmm"`, "alpha = 2", `schedule = "linear:0.25@4"`, "iterations = 4"}, []string{`method = "radmm"`, "alpha = 2", `events = ["at 3: alpha = 1"]`, "iterations = 4"}},
		// 1.0 is spent, and the wall stands before what is due next.
		{[]string{"alpha = 0.5", `accountant = "basic"`, "adjacency = \"remove\"", "budget = 1", "iterations = 9", `events = ["at 3: alpha = 5", "at 3: cut 1-2"]`}, []string{"alpha = 0.5", "iterations = 2"}},
	} {
		got, want := excessOf(t, c.as...), excessOf(t, c.like...)
		if got.Iteration != want.Iteration || got.Limit != want.Limit || got.Gap != want.Gap || !reflect.DeepEqual(got.Run, want.Run) {
			t.Errorf("%q:\n%+v, as if it had been made with\n%+v", c.as, got, want)
		}
	}
}

// What is turned in an even iteration of R-ADMM is of no noise yet: what is measured has the
// noise that was drawn before, and the theorems are asked with the knobs in force.
func TestTheoremsAreAskedWithTheKnobsInForce(t *testing.T) {
	for _, c := range []struct{ method, key, drawn, now string }{
		{"radmm", "alpha", "2", "0.1"},
		{"mradmm", "alpha", "2", "20"},
		{"mradmm", "private", "true", "false"},
	} {
		run := func(value string, more ...string) *Excess {
			return excessOf(t, append(more, fmt.Sprintf("method = %q", c.method), c.key+" = "+value, "iterations = 4")...)
		}
		got, noise, asked := run(c.drawn, fmt.Sprintf("events = [\"at 4: %s = %s\"]", c.key, c.now)), run(c.drawn), run(c.now)
		if got.Limit != noise.Limit || got.Gap != noise.Gap || got.Noisy != noise.Noisy {
			t.Errorf("%s, %s %s: measured %+v, with the noise that was drawn %+v", c.method, c.key, c.now, got, noise)
		}
		if !reflect.DeepEqual(got.Run, asked.Run) || got.Private != asked.Private {
			t.Errorf("%s, %s %s: asked with %+v, in force is %+v", c.method, c.key, c.now, got.Run, asked.Run)
		}
	}
	// Noise on the models moves what the run ends at, also where the next would be another.
	moved := runTo(t, small(t, `method = "mradmm"`, `variant = "gaussian"`, "iterations = 4", `events = ["at 4: private = false"]`))
	if e, err := moved.Excess(0, pause); err == nil || !strings.Contains(err.Error(), "noise in the objective") {
		t.Errorf("%+v, %v", e, err)
	}
}

// excessOf is what is measured of a small run to its end.
func excessOf(t *testing.T, lines ...string) *Excess {
	t.Helper()
	e, err := runTo(t, small(t, append(lines, "rho = 5")...)).Excess(0, pause)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
