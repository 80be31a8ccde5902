package sim

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/deal"
	"admmlab/sim/network"
)

// small is a config on 600 census people with the given keys, as a person would
// write them.
func small(t *testing.T, lines ...string) config.Config {
	t.Helper()
	text := "data = \"census:600\"\nC = 60\n" + strings.Join(lines, "\n")
	c, err := config.ParseText([]byte(text), "test.toml")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return c
}

// load makes the embedded census, or wide data: the core reads no file.
func load(t *testing.T, key string) *data.Dataset {
	t.Helper()
	kind, size, err := config.DataKind(key)
	if err != nil {
		t.Fatal(err)
	}
	d, err := kind.Draw(size, nil)
	if err != nil {
		t.Fatal(err)
	}
	d.Name = key
	return d
}

func start(t *testing.T, c config.Config, each models.Each) *Session {
	t.Helper()
	s, err := NewSession(c, load(t, c.Data), each)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// serial leaves out, with -short, a test in which nothing runs at once: under the race
// detector it takes ten times as long and there is no race to be found.
func serial(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("nothing runs at once here")
	}
}

// script runs a session to its limit and returns all rows and notices.
func script(t *testing.T, c config.Config) ([]Row, []Notice) {
	t.Helper()
	return finish(start(t, c, models.Serial))
}

func finish(s *Session) ([]Row, []Notice) {
	var rows []Row
	var notices []Notice
	for s.Ready() {
		row, n := s.Step()
		rows, notices = append(rows, row), append(notices, n...)
	}
	return rows, notices
}

// sameRows compares every number bit for bit.
func sameRows(t *testing.T, what string, a, b []Row) {
	t.Helper()
	if len(a) != len(b) {
		t.Fatalf("%s: %d and %d rows", what, len(a), len(b))
	}
	for i := range a {
		if x, y := bits(a[i]), bits(b[i]); x != y {
			t.Fatalf("%s: row %d differs:\n%s\n%s", what, i+1, x, y)
		}
	}
}

func bits(r Row) string {
	var b strings.Builder
	for _, v := range []float64{r.TrainLoss, r.TestLoss, r.TestError, r.Disagreement, r.EpsilonStep, r.EpsilonTotal, r.Tight, r.Delta, r.RealisedMax} {
		fmt.Fprintf(&b, "%x ", math.Float64bits(v))
	}
	for _, n := range r.Nodes {
		fmt.Fprintf(&b, "%x %x %x ", math.Float64bits(n.Loss), math.Float64bits(n.Distance), math.Float64bits(n.Epsilon))
	}
	return b.String()
}

func kinds(notices []Notice) []NoticeKind {
	var k []NoticeKind
	for _, n := range notices {
		k = append(k, n.Kind)
	}
	return k
}

func TestTheSameSeedReplaysAndAnotherDoesNot(t *testing.T) {
	a, _ := script(t, small(t, "iterations = 10", "seed = 5"))
	b, _ := script(t, small(t, "iterations = 10", "seed = 5"))
	c, _ := script(t, small(t, "iterations = 10", "seed = 6"))
	sameRows(t, "seed 5 twice", a, b)
	if bits(a[9]) == bits(c[9]) {
		t.Error("seeds 5 and 6 give the same rows")
	}
}

// "two runs that differ in alpha share their draws": the first perturbation is
// the same vector, longer.
func TestAChangeInAlphaKeepsTheDraws(t *testing.T) {
	models := func(alpha string) []float64 {
		s := start(t, small(t, `method = "pvp"`, "alpha = "+alpha, "iterations = 3"), models.Serial)
		round := s.method.Step(admm.Step{Iteration: 1, Graph: s.graph, Set: s.set, Noise: s.source})
		d := make([]float64, len(round.Models[2]))
		for k := range d {
			d[k] = round.Broadcast[2][k] - round.Models[2][k]
		}
		return d
	}
	one, two := models("1"), models("2")
	for k := range one {
		if math.Abs(one[k]-2*two[k]) > 1e-12*math.Abs(one[k]) {
			t.Fatalf("column %d: noise %g at alpha 1 and %g at alpha 2", k, one[k], two[k])
		}
	}
}

// A text with events, a live run that makes the same changes by hand, and the
// replay of that live run are one and the same run.
func TestEventsInTheTextAndChangesByHandAreTheSameRun(t *testing.T) {
	lines := []string{"iterations = 30", `topology = "ring"`}
	written, notices := script(t, small(t, append(lines,
		`events = ["at 8: alpha = 0.1", "at 12: cut 1-2", "at 12: cut 3-4", "at 20: join 1-2", "at 25: eta = 2"]`)...))

	s := start(t, small(t, lines...), models.Serial)
	byHand := map[int][]config.Event{
		8: {{Key: "alpha", Value: "0.1"}}, 12: {{Edge: network.Edge{0, 1}}, {Edge: network.Edge{2, 3}}},
		20: {{Edge: network.Edge{0, 1}, Join: true}}, 25: {{Key: "eta", Value: "2"}},
	}
	var live []Row
	for !s.Finished() {
		for _, e := range byHand[s.Iteration()+1] {
			if _, err := s.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
		row, _ := s.Step()
		live = append(live, row)
	}
	sameRows(t, "by hand", written, live)

	again, err := config.ParseText([]byte(s.Replay().Text()), "replay.toml")
	if err != nil {
		t.Fatal(err)
	}
	replayed, _ := script(t, again)
	sameRows(t, "replayed from its text", live, replayed)

	want := []NoticeKind{Changed, Changed, Changed, Split, Changed, Changed, Finished}
	if got := kinds(notices); !reflect.DeepEqual(got, want) {
		t.Errorf("notices %v, want %v: %v", got, want, notices)
	}
	if written[6].Set.Alpha[0] != 0.5 || written[7].Set.Alpha[0] != 0.1 {
		t.Errorf("rows keep the settings they were made with: %v, %v", written[6].Set.Alpha, written[7].Set.Alpha)
	}
	if written[7].EpsilonStep != 0.1 || written[6].EpsilonStep != 0.5 {
		t.Errorf("alpha must count from t = 8 on: %g, %g", written[6].EpsilonStep, written[7].EpsilonStep)
	}
}

// Pieces are announced of the graph that an iteration is made with: from the start, and not of one
// that another change before the same iteration mends.
func TestPiecesAreAnnouncedOfTheGraphThatIsRunOn(t *testing.T) {
	for _, c := range []struct {
		lines []string
		at    []int
	}{
		{[]string{`topology = "path"`, `events = ["at 3: cut 1-2", "at 3: join 1-2"]`}, nil},
		{[]string{`topology = "path"`, `events = ["at 3: cut 2-3", "at 3: join 1-5"]`}, nil},
		{[]string{`topology = "path"`, `events = ["at 3: cut 1-2", "at 3: cut 1-2"]`}, []int{3}},
		{[]string{`topology = "path"`, `events = ["at 3: cut 1-2", "at 4: cut 2-3", "at 5: join 1-2"]`}, []int{3, 4, 5}},
		{[]string{`topology = "edges:1-2"`}, []int{1}},
		{[]string{`topology = "edges:"`, "nodes = 1"}, nil},
		{[]string{`topology = "edges:1-2"`, `events = ["at 1: topology = ring"]`}, nil},
	} {
		_, notices := script(t, small(t, append(c.lines, "iterations = 5")...))
		var at []int
		for _, n := range notices {
			if n.Kind == Split {
				at = append(at, n.Iteration)
			}
		}
		if !reflect.DeepEqual(at, c.at) {
			t.Errorf("%q: announced at %v, want %v: %v", c.lines, at, c.at, notices)
		}
	}

	s := start(t, small(t, `topology = "path"`, "iterations = 5"), models.Serial)
	cut, join := config.Event{Edge: network.Edge{0, 1}}, config.Event{Edge: network.Edge{0, 1}, Join: true}
	told := append(append(s.Change(cut), s.Change(join)...), s.Change(cut)...)
	if got := kinds(told); !reflect.DeepEqual(got, []NoticeKind{Changed, Changed, Changed}) {
		t.Errorf("by hand: %v", told)
	}
	if _, made := s.Step(); !slices.Contains(kinds(made), Split) {
		t.Errorf("the iteration tells %v", made)
	}
}

// "a graph in two pieces is announced, the run goes on".
func TestAGraphInPiecesIsAnnouncedAndTheRunGoesOn(t *testing.T) {
	rows, notices := script(t, small(t, "iterations = 12", `topology = "path"`, `events = ["at 5: cut 2-3"]`))
	if len(rows) != 12 {
		t.Fatalf("%d rows", len(rows))
	}
	if notices[1].Kind != Split || notices[1].Iteration != 5 {
		t.Errorf("notices %v", notices)
	}
	if light(rows[3], "connected").State != Good || light(rows[4], "connected").State != Broken {
		t.Error("the light must go out at t = 5")
	}
	if math.IsNaN(rows[11].EpsilonTotal) {
		t.Error("a cut graph breaks agreement, not privacy")
	}
}

func light(r Row, name string) Light {
	for _, l := range r.Lights {
		if l.Name == name {
			return l
		}
	}
	return Light{Name: "missing " + name, State: -1}
}

// "If a change leaves the theorem's conditions, the privacy panel says 'no
// guarantee from t = 38' and stops counting."
func TestTheGuaranteeLapsesWhenAConditionIsGone(t *testing.T) {
	for name, event := range map[string]string{"C above B": "C = 500", "noise off": "private = false"} {
		rows, notices := script(t, small(t, "iterations = 9", `events = ["at 4: `+event+`", "at 7: C = 60", "at 7: private = true"]`))
		if rows[2].EpsilonTotal != 1.5 || !math.IsNaN(rows[3].EpsilonTotal) || !math.IsNaN(rows[8].EpsilonTotal) {
			t.Errorf("%s: totals %g, %g, %g", name, rows[2].EpsilonTotal, rows[3].EpsilonTotal, rows[8].EpsilonTotal)
		}
		told := false
		for _, n := range notices {
			told = told || (n.Kind == NoGuarantee && strings.HasPrefix(n.Text, "no guarantee from t = 4: "))
		}
		if !told {
			t.Errorf("%s: notices %v", name, notices)
		}
	}
}

// C above the records of some node says which C would do, and that one does.
func TestCAboveBComesWithTheCThatWouldDo(t *testing.T) {
	for _, method := range []string{"dvp", "pvp", "radmm", "mradmm", "madmm", "admm"} {
		c := small(t, `method = "`+method+`"`, "iterations = 1")
		c.Set.C = []float64{500}
		rows, notices := script(t, c)
		l := light(rows[0], "B ≥ C")
		if l.State != Broken || l.Mend.Key != "C" || l.Detail != "C = 500 exceeds the "+l.Mend.Value+" records of node 1; the theorems assume C ≤ B_i, so C = "+l.Mend.Value+" would do" {
			t.Fatalf("%s: %+v", method, l)
		}
		if told := slices.ContainsFunc(notices, func(n Notice) bool { return n.Kind == NoGuarantee && strings.HasSuffix(n.Text, "would do") }); told != c.Spec().Private() {
			t.Errorf("%s: told %v", method, notices)
		}
		for by, want := range []LightState{Good, Broken} {
			most, err := strconv.Atoi(l.Mend.Value)
			if err != nil {
				t.Fatal(err)
			}
			c.Set.C = []float64{float64(most + by)}
			rows, _ := script(t, c)
			if got := light(rows[0], "B ≥ C"); got.State != want || want == Good && (got.Mend.Key != "" || got.Detail != "C exceeds the number of records of a node; the theorems assume C ≤ B_i") {
				t.Errorf("%s: with C = %g %+v", method, c.Set.C[0], got)
			}
		}
	}
}

// Of C per node the node with the largest C_i/B_i is told, and what mends it leaves the
// others as they are.
func TestCAboveBAtOneNodeIsMendedThere(t *testing.T) {
	c := small(t, "iterations = 1")
	c.Set.C = []float64{20, 500, 30, 100, 106}
	rows, _ := script(t, c)
	l := light(rows[0], "B ≥ C")
	if l.State != Broken || l.Mend.Value != "20,106,30,100,106" || !strings.HasPrefix(l.Detail, "C_2 = 500 exceeds the 106 records of node 2;") {
		t.Fatalf("%+v", l)
	}
	k, _ := config.KnobOf(c, l.Mend.Key)
	c, err := k.Assign(c, l.Mend.Value)
	if err != nil {
		t.Fatal(err)
	}
	if rows, _ := script(t, c); light(rows[0], "B ≥ C").State != Good {
		t.Errorf("mended, it is %+v", light(rows[0], "B ≥ C"))
	}
}

// Where C is above B at several nodes, what is told would do does: it is of all of them.
func TestCAboveBAtSeveralNodesIsToldOfAll(t *testing.T) {
	c := small(t, "iterations = 1")
	c.Set.C = []float64{400, 500, 30, 110, 106}
	rows, _ := script(t, c)
	l := light(rows[0], "B ≥ C")
	if want := "C_2 = 500 exceeds the 106 records of node 2, and at 2 more nodes it is so, too; the theorems assume C ≤ B_i, so C = 106,106,30,106,106 would do"; l.Detail != want || l.Mend.Value != "106,106,30,106,106" {
		t.Errorf("told %q, which %+v mends, want %q", l.Detail, l.Mend, want)
	}
}

// Every node has its own rho and C, and is charged for them: TIFS17 Algorithm 2 with
// (B_p/C_p)(rho_p + 2 eta N_p), of which the printed variant takes zeta = alphaHat.
func TestEveryNodeIsChargedForItsOwnRhoAndC(t *testing.T) {
	c := small(t, "iterations = 1", `variant = "printed"`, "rho = [0.3, 0.1, 0.5, 0.2, 0.4]", "alpha = 0.9")
	c.Set.C = []float64{40, 30, 50, 20, 60}
	s := start(t, c, models.Serial)
	for i, charge := range s.price(&s.terms, 0).Charges {
		x := c.Set.C[i] / 106 * 0.25 / (c.Set.Rho[i] + 2*2)
		zeta := 0.9 - 2*math.Log1p(x)
		if want := 2*zeta + math.Log1p(x); math.Abs(charge.Cost[0].Pure-want) > 1e-12 || charge.Node != i {
			t.Errorf("node %d costs %+v, want %g", i+1, charge, want)
		}
	}
	if err := func() error { _, err := config.ParseText([]byte("nodes = 3\nrho = [1, 2]"), "x.toml"); return err }(); err == nil || !strings.Contains(err.Error(), "rho has 2 values, expected one for all nodes or one for each of the 3") {
		t.Errorf("two values for three nodes: %v", err)
	}
}

// start is drawn from the seed: another one for each node, the same whatever its size,
// repeat and method, and no bound knows of it.
func TestTheStartIsDrawnFromTheSeed(t *testing.T) {
	begin := func(lines ...string) [][]float64 {
		c := small(t, lines...)
		return start(t, c, models.Serial).deal.Starts(c)
	}
	f := begin("start = 0.5")
	if begin() != nil || begin("start = 0.5", `method = "sharing"`) != nil {
		t.Error("at 0, and under sharing, there is a start")
	}
	for i, g := range begin("start = 1", "repeat = 3", `method = "pvp"`) {
		for j, v := range g {
			if v != 2*f[i][j] {
				t.Fatalf("start = 1 gives %g where 0.5 gives %g", v, f[i][j])
			}
		}
	}
	if slices.Equal(f[0], f[1]) || slices.Equal(f[0], begin("start = 0.5", "seed = \"8\"")[0]) {
		t.Error("two nodes, or two seeds, start alike")
	}
	sum := 0.0
	for _, g := range f {
		for _, v := range g {
			sum += v * v
		}
	}
	// 525 squares of N(0, 1/4): outside of 0.25 +- 0.06 once in 10^4 seeds.
	if mean := sum / float64(len(f)*len(f[0])); math.Abs(mean-0.25) > 0.06 {
		t.Errorf("the mean square is %g, want 0.25", mean)
	}
	for _, method := range []string{"dvp", "pvp", "mradmm", "madmm"} {
		at0, _ := script(t, small(t, `method = "`+method+`"`, "iterations = 4"))
		away, _ := script(t, small(t, `method = "`+method+`"`, "iterations = 4", "start = 3"))
		for k := range at0 {
			if at0[k].Tight != away[k].Tight || at0[k].EpsilonTotal != away[k].EpsilonTotal || at0[k].TrainLoss == away[k].TrainLoss {
				t.Errorf("%s: at 0 %+v, away %+v", method, at0[k], away[k])
			}
		}
	}
}

// Without noise the network ends at the same model from wherever it starts, but the first
// iterations know where that was: f_p(0) enters (10).
func TestTheStartDecidesTheWayNotTheEnd(t *testing.T) {
	for _, method := range []string{"dvp", "pvp", "radmm", "mradmm", "madmm", "admm"} {
		lines := []string{`method = "` + method + `"`, "iterations = 400", "rho = 0.5"}
		c := small(t, lines...)
		c.Set.Private, c.Realised, c.Set.Growth = false, false, []float64{1}
		near, _ := script(t, c)
		c.Start = 2
		far, _ := script(t, c)
		if !(far[0].TrainLoss > near[0].TrainLoss+0.01) || math.Abs(far[399].TrainLoss-near[399].TrainLoss) > 1e-6 {
			t.Errorf("%s: at t = 1 %g and %g, at the end %g and %g", method, near[0].TrainLoss, far[0].TrainLoss, near[399].TrainLoss, far[399].TrainLoss)
		}
	}
}

func TestThePrintedRecycledBoundNeedsItsCondition(t *testing.T) {
	// x = (C/B) c1 / (rho/N + 2 eta V) = (60/106)(.25)/(0.0002 + 0.04) > 1/2
	base := []string{`method = "mradmm"`, "iterations = 3", "eta = 0.01", "rho = 0.001"}
	printed, _ := script(t, small(t, append(base, `variant = "printed"`)...))
	tight, _ := script(t, small(t, append(base, `variant = "tight"`)...))
	if !math.IsNaN(printed[0].EpsilonTotal) {
		t.Error("1.4 is valid under 2 c1 < (B/C)(rho/N + 2 eta V) only")
	}
	if math.IsNaN(tight[0].EpsilonTotal) {
		t.Error("ln(1+x) needs no condition")
	}
}

func TestTotalsByHand(t *testing.T) {
	dvp, _ := script(t, small(t, "iterations = 6", "alpha = [0.1, 0.2, 0.3, 0.2, 0.1]"))
	if got := dvp[5].EpsilonTotal; math.Abs(got-1.8) > 1e-12 {
		t.Errorf("DVP: sum of alpha_p(t), max over nodes: %g, want 1.8", got)
	}
	sharing, _ := script(t, small(t, `method = "sharing"`, `variant = "printed"`, "iterations = 20", "epsilon = 1"))
	if got := sharing[19].EpsilonTotal; math.Abs(got-55.825297) > 1e-5 {
		t.Errorf("sharing: Corollary 1 at T = 20 gives %g, want 55.825297", got)
	}
	if got := sharing[19].Delta; math.Abs(got-21e-5) > 1e-12 {
		t.Errorf("sharing: T delta + delta' = %g, want 21e-5", got)
	}
}

// Test metrics against a second way to count them.
func TestMetricsOfTheMeanModel(t *testing.T) {
	c := small(t, "iterations = 2")
	d := load(t, c.Data)
	s := start(t, c, models.Serial)
	row, _ := s.Step()
	_, test, err := data.Split(d, 0, s.source.Shuffle(d.Len()))
	if err != nil {
		t.Fatal(err)
	}
	round := s.method.Step(admm.Step{Iteration: 2, Graph: s.graph, Set: s.set, Noise: s.source})
	second, _ := s.test.Measure(round.Mean)
	loss := 0.0
	for _, i := range test {
		loss += math.Log(1+math.Exp(-d.Labels[i]*d.Rows.Dot(i, round.Mean))) / float64(len(test))
	}
	if math.Abs(loss-second) > 1e-12 {
		t.Errorf("test loss %g, by hand %g", second, loss)
	}
	if s.deal.Size.Train != 530 || s.deal.Size.Test != 70 {
		t.Errorf("600 people split into %d and %d, want the papers' share 530 and 70", s.deal.Size.Train, s.deal.Size.Test)
	}
	if row.TestError < 0 || row.TestError > 1 {
		t.Errorf("error rate %g", row.TestError)
	}
}

// broken is a method whose numbers leave the finite range at iteration 3.
type broken struct{ admm.Method }

func (b broken) Step(in admm.Step) admm.Round {
	r := b.Method.Step(in)
	if in.Iteration == 3 {
		r.TrainLoss = math.Inf(1)
	}
	return r
}

func TestANonFiniteRunHaltsAndNamesLikelyCauses(t *testing.T) {
	for want, c := range map[string][]string{
		"too much noise, or a run that does not converge at this ρ and η.":               {"private = true"},
		"causes: a run that does not converge at this ρ and η.":                          {"private = false"},
		"causes: an η that grows without bound, or a run that does not converge at this": {`method = "madmm"`, "private = false", "growth = 1.5"},
		"causes: too much noise. Take":                                                   {`topology = "edges:"`}, // nodes alone minimise alone
		"causes: what nodes of a piece had to do with others before, which stays in λ, or a run that does not converge at this ρ and η and γ. Take": {`method = "radmm"`, "private = false", `events = ["at 2: cut 1-2", "at 2: cut 1-5"]`},
		"causes: a run that does not converge at this ρ. Take":            {`method = "admm"`, `topology = "edges:"`},
		"causes: a run that does not converge at this ρ and λ and order.": {`method = "sharing"`, "private = false"},
	} {
		s := start(t, small(t, append(c, "iterations = 50")...), models.Serial)
		s.method = broken{s.method}
		if finish(s); !strings.Contains(s.Halted(), want) {
			t.Errorf("%v: %s", c, s.Halted())
		}
	}
	s := start(t, small(t, "iterations = 50"), models.Serial)
	s.method = broken{s.method}
	rows, notices := finish(s)
	if len(rows) != 3 || notices[len(notices)-1].Kind != Diverged || !strings.Contains(s.Halted(), "likely causes") {
		t.Errorf("%d rows, notices %v", len(rows), notices)
	}
}

// Noise so large that a subproblem cannot be written in float64 any more.
func TestOverflowInASubproblemHaltsTheRun(t *testing.T) {
	rows, notices := script(t, small(t, `method = "pvp"`, "alpha = 1e-300", "iterations = 50"))
	if len(rows) == 50 || notices[len(notices)-1].Kind != Diverged {
		t.Errorf("%d rows, notices %v", len(rows), notices)
	}
}

// At q = 2 η leaves float64 within 1,024 times that it grows. Where nobody reads it that is nothing.
func TestAPenaltyThatPullsOnNothingMayGrowForEver(t *testing.T) {
	for _, lines := range [][]string{
		{`method = "madmm"`, "nodes = 1", "private = false", "iterations = 1100"},
		{`method = "madmm"`, "nodes = 2", `topology = "edges:"`, "iterations = 1100"},
		{`method = "mradmm"`, "nodes = 1", "alpha = 0.01", "iterations = 2100"},
		{`method = "mradmm"`, "nodes = 1", `dual_step = "common"`, `variant = "gaussian"`, "iterations = 2100"},
		{`method = "mradmm"`, "nodes = 1", "repair = 0.1", "iterations = 2100"},
	} {
		lines = append(lines, "realised = false")
		still, _ := script(t, small(t, append(lines, "growth = 1")...))
		grown, _ := script(t, small(t, append(lines, "growth = 2")...))
		sameRows(t, strings.Join(lines, ", "), still, grown)
	}
}

// Nor does a γ whose inverse no float64 holds count where nothing was heard that it could damp.
func TestTheSmallestDampingOfNothingIsNothing(t *testing.T) {
	for _, lines := range []string{"nodes = 1", `topology = "edges:"`, "nodes = 3\ntopology = \"edges:1-2\""} {
		usual, _ := script(t, small(t, `method = "radmm"`, lines, "iterations = 4", "gamma = 1e-300"))
		least, _ := script(t, small(t, `method = "radmm"`, lines, "iterations = 4", "gamma = 1e-310"))
		sameRows(t, lines, usual, least)
	}
}

// A change by hand may make impossible what is still to come: the text of the run has that no
// more, and is read, and once it is possible again it has it.
func TestTheTextOfARunHasNoChangeThatCannotHappen(t *testing.T) {
	s := start(t, small(t, `method = "sharing"`, `variant = "printed"`, "iterations = 9", `events = ["at 2: epsilon = 2", "at 5: b1 = 2", "at 6: epsilon = 3"]`), models.Serial)
	texts := func(want ...string) {
		t.Helper()
		var events []string
		c, err := config.ParseText([]byte(s.Replay().Text()), "the run")
		for _, e := range c.Events {
			events = append(events, e.String())
		}
		if err != nil || !slices.Equal(events, want) {
			t.Errorf("%q, want %q, %v", events, want, err)
		}
	}
	by := func(value string) {
		t.Helper()
		if _, err := s.Apply(config.Event{Key: "variant", Value: value}); err != nil {
			t.Fatal(err)
		}
	}
	s.Step()
	texts("at 2: epsilon = 2", "at 5: b1 = 2", "at 6: epsilon = 3")
	by("isotropic")
	texts("at 2: epsilon = 2", "at 2: variant = isotropic", "at 6: epsilon = 3")
	s.Step()
	by("printed")
	texts("at 2: epsilon = 2", "at 2: variant = isotropic", "at 3: variant = printed", "at 5: b1 = 2", "at 6: epsilon = 3")
	by("isotropic")
	finish(s)
	texts("at 2: epsilon = 2", "at 2: variant = isotropic", "at 3: variant = printed", "at 3: variant = isotropic", "at 6: epsilon = 3")
}

// The parallel sweep of Sharing (6) has no convergence guarantee; with a small
// rho it runs away, and the lab says so while the numbers are still finite.
func TestARunawaySweepIsTold(t *testing.T) {
	c := []string{`method = "sharing"`, "private = false", "iterations = 300", "rho = 0.01", "lambda = 0.001"}
	_, notices := script(t, small(t, c...))
	told := 0
	for _, n := range notices {
		if n.Kind == Growing {
			told++
		}
	}
	if told != 1 {
		t.Errorf("told %d times: %v", told, notices)
	}
	_, notices = script(t, small(t, append(c, `order = "gauss-seidel"`)...))
	for _, n := range notices {
		if n.Kind == Growing {
			t.Errorf("one after the other converges, yet: %v", n)
		}
	}
}

// A loss that grows where the run is proved to end at the optimum is told as one that does:
// a small ρ taken in mid-run first throws the sweep far.
func TestALossThatGrowsOnTheWayToTheOptimumIsToldToEndThere(t *testing.T) {
	_, notices := script(t, small(t, `method = "sharing"`, "private = false", "iterations = 40", "lambda = 0.01", `events = ["at 10: rho = 1e-6"]`))
	told := ""
	for _, n := range notices {
		if n.Kind == Growing {
			told = n.Text
		}
	}
	if !strings.Contains(told, "If nothing is changed the run ends at the optimum all the same") {
		t.Errorf("told %q", told)
	}
}

// A loss that grows as what is minimised has been changed has not run away: it comes to rest at another optimum.
func TestALossThatGrowsToTheOptimumOfAnotherObjectiveIsNotTold(t *testing.T) {
	for _, c := range [][]string{
		{`method = "admm"`, "rho = 1e-6", "eta = 0.05", `events = ["at 100: rho = 1000"]`},
		{`method = "admm"`, "rho = 1e-6", "eta = 0.05", `events = ["at 100: C = 1e-6", "at 100: rho = 1"]`},
		{`method = "sharing"`, `order = "gauss-seidel"`, "private = false", "rho = 1", "lambda = 1e-9", `events = ["at 100: lambda = 10000"]`},
	} {
		of := small(t, append(c, "iterations = 200")...)
		of.Data = "wide:60x100" // which a hyperplane separates
		rows, notices := script(t, of)
		if before, after := rows[98].TrainLoss, rows[199].TrainLoss; !(after > 10*before) {
			t.Errorf("%v: the loss goes from %g to %g", c, before, after)
		}
		for _, n := range notices {
			if n.Kind == Growing {
				t.Errorf("%v: told %v", c, n)
			}
		}
	}
}

// Nodes that first learn by themselves fit their few rows, and come to what all of them agree on from
// below: that is no run that has run away, and nothing that passes.
func TestALossThatGrowsFromThatOfNodesByThemselvesIsNotTold(t *testing.T) {
	joined := []string{`topology = "edges:"`, `events = ["at 3: topology = complete"]`}
	for _, c := range [][]string{
		append(joined, `method = "radmm"`, "private = false", "eta = 1e-4", "rho = 1e-4"),
		append(joined, `method = "dvp"`, "private = false", "eta = 1e-4", "rho = 1e-4"),
		append(joined, `method = "dvp"`, "alpha = 1e9", "eta = 0.01", "rho = 1e-8"),
		{`method = "radmm"`, `topology = "star"`, "private = false", "eta = 1e-4", "rho = 1e-4"},
	} {
		of := small(t, append(c, "train = 500", "nodes = 50", "realised = false", "iterations = 300")...)
		of.Set.C = admm.PerNode{10}
		rows, notices := script(t, of)
		least := slices.MinFunc(rows, func(a, b Row) int { return cmp.Compare(a.TrainLoss, b.TrainLoss) }).TrainLoss
		if last := rows[299].TrainLoss; !(last > 10*least && last < math.Ln2) {
			t.Errorf("%v: the loss goes from %g to %g", c, least, last)
		}
		for _, n := range notices {
			if n.Kind == Growing {
				t.Errorf("%v: told %v", c, n)
			}
		}
	}
}

// What the noise did is not told of a loss that falls since it is off.
func TestALossThatFallsSinceTheNoiseIsOffHasNotGrownWithoutIt(t *testing.T) {
	for _, c := range [][]string{
		{`method = "mradmm"`, "alpha = 1000", `events = ["at 3: alpha = 0.01", "at 5: private = false"]`},
		{"alpha = 100", `events = ["at 3: alpha = 0.0001", "at 4: private = false"]`},
	} {
		rows, notices := script(t, small(t, append(c, "iterations = 8")...))
		if off := rows[4].TrainLoss; !(off > 10*rows[1].TrainLoss && rows[7].TrainLoss <= off) {
			t.Errorf("%v: the loss goes to %g and %g", c, off, rows[7].TrainLoss)
		}
		for _, n := range notices {
			if n.Kind == Growing {
				t.Errorf("%v: told %v", c, n)
			}
		}
	}
}

// The likely causes of a loss that grows are told of what the method reads: sharing has no η, and no
// other an order.
func TestTheCausesOfALossThatGrowsAreOfWhatItsMethodReads(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		s := start(t, small(t, `method = "`+spec.ID+`"`), models.Serial)
		s.Step()
		row, _ := s.Step()
		for _, private := range []bool{true, false} {
			set := row.Set.Clone()
			set.Private = private
			s.growing, s.best = false, row.TrainLoss
			told := s.runaway(&Row{Set: &admm.Settings{}}, Row{Set: &set, TrainLoss: 1e5 * row.TrainLoss})
			if len(told) != 1 {
				t.Fatalf("%s: told %v", spec.ID, told)
			}
			why := told[0].Text
			for words, want := range map[string]bool{
				"too much noise": private && spec.Private(), "ρ": true, "η": !spec.Vertical, "order": spec.Vertical,
			} {
				if strings.Contains(why, words) != want {
					t.Errorf("%s: %s", spec.ID, why)
				}
			}
		}
	}
}

func TestEveryMethodRunsOnEveryTopologyAndSize(t *testing.T) {
	serial(t)
	for _, spec := range admm.Catalogue() {
		for _, nodes := range []string{"1", "2", "3", "20"} {
			for _, topology := range []string{"ring", "path", "star", "complete", "grid", "small-world", "random"} {
				if spec.Vertical && (topology != "ring" || nodes != "1") {
					continue
				}
				c := small(t, `method = "`+spec.ID+`"`, "nodes = "+nodes, `topology = "`+topology+`"`, "iterations = 4")
				c.Data = "census:200"
				rows, _ := script(t, c)
				if len(rows) != 4 {
					t.Errorf("%s, %s of %s: %d rows", spec.ID, topology, nodes, len(rows))
				}
			}
		}
	}
}

func TestMoreNodesThanRowsIsRefusedInWords(t *testing.T) {
	c := small(t, "nodes = 600")
	d := load(t, c.Data)
	if _, err := NewSession(c, d, models.Serial); err == nil || !strings.Contains(err.Error(), "fewer nodes") {
		t.Errorf("error %v", err)
	}
}

// The floor of admm's promise: no method keeps a reference to what it was given.
func TestSessionsShareADataSet(t *testing.T) {
	c := small(t, "iterations = 5")
	d := load(t, c.Data)
	first, _ := NewSession(c, d, models.Serial)
	a, _ := finish(first)
	second, _ := NewSession(c, d, models.Serial)
	b, _ := finish(second)
	sameRows(t, "two sessions on one data set", a, b)
}

// Who holds what is the same in every run of a seed, is told, counts in the pooled optimum
// and in every node's charge, and goes with the run.
func TestTheSplitDecidesWhoHoldsWhat(t *testing.T) {
	c := small(t, `split = "sizes:5,1,2,1,1 skewed:0.8"`, "iterations = 3", `method = "pvp"`)
	c.Set.C = []float64{20}
	s := start(t, c, models.Serial)
	var records []int
	positive := 0
	for i, h := range s.Size().Nodes {
		records, positive = append(records, h.Records), positive+h.Positive
		if h.Records != s.deal.Locals[i].Records() || h.Records != len(s.deal.Rows[i]) {
			t.Errorf("node %d is said to hold %d records", i+1, h.Records)
		}
	}
	if !slices.Equal(records, []int{265, 53, 106, 53, 53}) {
		t.Errorf("the nodes hold %v of 530", records)
	}
	first, last := s.Size().Nodes[0], s.Size().Nodes[4]
	if a, b := float64(first.Positive)/float64(first.Records), float64(last.Positive)/float64(last.Records); !(a < 0.1 && b > 0.7) {
		t.Errorf("of node 1 %g are +1, of node 5 %g", a, b)
	}
	again := start(t, small(t, `split = "sizes:5,1,2,1,1 skewed:0.8"`, `method = "dvp"`, "repeat = 2"), models.Serial)
	other := start(t, small(t, `split = "sizes:5,1,2,1,1 skewed:0.8"`, `seed = "9"`, "shuffle = false"), models.Serial)
	unlike := start(t, small(t, `split = "sizes:5,1,2,1,1 skewed:0.8"`, `seed = "10"`, "shuffle = false"), models.Serial)
	if !reflect.DeepEqual(s.deal.Rows, again.deal.Rows) || reflect.DeepEqual(other.deal.Rows, unlike.deal.Rows) || deal.KeyOf(other.start) == deal.KeyOf(unlike.start) {
		t.Error("the same seed splits otherwise, or another one the same way")
	}
	// PVP as released: zeta = alpha B_p (rho + 2 eta N_p)/(2C), and f moves by 2 C/B_p over
	// that curvature: the step costs alpha, whoever holds how much.
	for i, charge := range s.price(&s.terms, 0).Charges {
		if want := c.Set.Alpha[0]; math.Abs(charge.Cost[0].Pure-want) > 1e-12 {
			t.Errorf("node %d with %d records costs %g, want %g", i+1, records[i], charge.Cost[0].Pure, want)
		}
	}
	c.Method, c.Set.Alpha = "mradmm", []float64{1}
	c.Set.Variant = "tight"
	for i, charge := range start(t, c, models.Serial).price(&start(t, c, models.Serial).terms, 0).Charges {
		k := 20 / float64(records[i])
		eta := c.Set.Eta[0] * c.Set.Growth[0]
		if want := 2*k + math.Log1p(k*0.25/(c.Set.Rho[0]/5+2*eta*2)); math.Abs(charge.Cost[0].Pure-want) > 1e-12 {
			t.Errorf("node %d with %d records costs %g, want %g", i+1, records[i], charge.Cost[0].Pure, want)
		}
	}
	_, notices := script(t, c)
	if !slices.ContainsFunc(notices, func(n Notice) bool {
		return n.Iteration == 0 && strings.HasPrefix(n.Text, "nodes 1 to 5 hold 265 / 53 / 106 / 53 / 53 records, of which ") && strings.HasSuffix(n.Text, "is in no ε")
	}) {
		t.Errorf("nobody is told who holds what: %v", notices)
	}
	for line, want := range map[string]string{
		`split = "skewed:1:sexx"`:        `census:600 has no column and no group of columns called "sexx", expected label, or one such as workclass (did you mean sex?)`,
		`split = "sizes:1,1,1,1,100000"`: "leaves node 1 without any of 530 training rows",
	} {
		if _, err := NewSession(small(t, line), load(t, "census:600"), models.Serial); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
	if _, err := config.ParseText([]byte("nodes = 4\nsplit = \"sizes:1,2\""), "x"); err == nil || !strings.Contains(err.Error(), "names 2 sizes, expected one for each of the 4 nodes") {
		t.Errorf("two sizes for four nodes: %v", err)
	}
	shared := small(t, `method = "sharing"`, `split = "sizes:1,2"`)
	if a, b := deal.KeyOf(shared), deal.KeyOf(small(t, `method = "sharing"`)); a != b {
		t.Errorf("sharing reads the split: %+v and %+v", a, b)
	}
}

// Skewed labels or not, without noise the network ends at the optimum of the sum of its
// nodes' objectives, which is what the level says.
func TestASkewedNetworkEndsAtItsPooledOptimum(t *testing.T) {
	for _, method := range []string{"dvp", "mradmm"} {
		c := small(t, `method = "`+method+`"`, `split = "sizes:5,1,2,1,1 skewed:0.9:sex"`, "iterations = 1500", "rho = [0.5, 0.3, 0.4, 0.6, 0.5]", "eta = 0.5", "start = 1")
		c.Set.C, c.Set.Private, c.Realised, c.Set.Growth = []float64{20, 5, 8, 3, 10}, false, false, []float64{1}
		rows, _ := script(t, c)
		end, pooled := rows[len(rows)-1], levels(t, c).Pooled
		if math.Abs(end.TrainLoss-pooled.TrainLoss) > 1e-6 || math.Abs(end.TestLoss-pooled.TestLoss) > 1e-6 {
			t.Errorf("%s: the network ends at %g and %g, the pooled optimum is %g and %g", method, end.TrainLoss, end.TestLoss, pooled.TrainLoss, pooled.TestLoss)
		}
	}
}
