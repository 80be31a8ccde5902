package sim

import (
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

// Any table, any graph, any numbers the keys allow: a run gives finite rows or
// halts in words, never panics, and its bills keep their promises.
//
//	go test ./sim -run Rapid -rapid.checks=20000    a longer search
//	go test ./sim -run Rapid -rapid.seed=N          the same search again

// tableOf draws a small table as a person might bring one: constant columns,
// columns of zeros, tiny and huge numbers, rows that are all the same, rows of
// zeros, and labels that leave a node with one class only.
func tableOf(t *rapid.T) *data.Dataset {
	n := rapid.IntRange(4, 28).Draw(t, "rows")
	d := rapid.IntRange(2, 6).Draw(t, "columns")
	kinds := rapid.SliceOfN(rapid.SampledFrom([]string{"free", "constant", "zero", "tiny", "huge", "yes or no"}), d, d).Draw(t, "kinds")
	twins := rapid.Bool().Draw(t, "twins")
	lines := make([]string, 0, n)
	for i := range n {
		var cells []string
		for _, kind := range kinds {
			v := rapid.Float64Range(-1, 1).Draw(t, "cell")
			switch kind {
			case "constant":
				v = 3
			case "zero":
				v = 0
			case "tiny":
				v *= 1e-300
			case "huge":
				v *= 1e300
			case "yes or no":
				v = math.Round(math.Abs(v))
			}
			cells = append(cells, strconv.FormatFloat(v, 'g', -1, 64))
		}
		line := strings.Join(cells, ",")
		if twins && i > 0 {
			line = lines[0][:strings.LastIndexByte(lines[0], ',')]
		}
		label := i % 2 // by turns: with two nodes and no shuffle each has one class
		if i > 1 && rapid.Bool().Draw(t, "flip") {
			label = 1 - label
		}
		lines = append(lines, line+","+strconv.Itoa(label))
	}
	set, err := data.CSV(data.File{Name: "drawn", Reader: strings.NewReader(strings.Join(lines, "\n") + "\n")})
	if err != nil {
		t.Fatalf("the table is refused: %v\n%s", err, strings.Join(lines, "\n"))
	}
	return set
}

// decades draws a number from 10^lo to 10^hi.
func decades(lo, hi float64) *rapid.Generator[float64] {
	return rapid.Map(rapid.Float64Range(lo, hi), func(e float64) float64 { return math.Pow(10, e) })
}

// graphOf draws a kind, or a list of edges that may leave pieces and lonely nodes.
func graphOf(t *rapid.T, nodes int) string {
	var names []string
	for _, k := range network.Kinds() {
		names = append(names, k.Name)
	}
	name := rapid.SampledFrom(append(names, "edges")).Draw(t, "graph")
	if name != "edges" {
		return name
	}
	var edges []string
	for i := 1; i <= nodes; i++ {
		for j := i + 1; j <= nodes; j++ {
			if rapid.IntRange(0, 3).Draw(t, "edge") == 0 {
				edges = append(edges, fmt.Sprintf("%d-%d", i, j))
			}
		}
	}
	return "edges:" + strings.Join(edges, ",")
}

// ruleOf draws a schedule, none half of the time.
func ruleOf(t *rapid.T) string {
	return rapid.SampledFrom([]string{"constant", "constant", "constant", "geometric:0.5", "geometric:0.93", "geometric:1.1", "linear:0.01@9", "linear:8@6"}).Draw(t, "schedule")
}

// splitOf draws who holds what: even, by sizes, by labels or groups, or both.
func splitOf(t *rapid.T, nodes int) string {
	split := "even"
	if rapid.IntRange(0, 2).Draw(t, "sizes") == 0 {
		sizes := rapid.SliceOfN(rapid.IntRange(1, 4), nodes, nodes).Draw(t, "size")
		split = "sizes:" + strings.Trim(strings.ReplaceAll(fmt.Sprint(sizes), " ", ","), "[]")
	}
	if rapid.IntRange(0, 1).Draw(t, "skewed") == 0 {
		split = strings.TrimPrefix(split+" skewed:"+rapid.SampledFrom([]string{"0", "0.3", "1", "0.6:label"}).Draw(t, "skew"), "even ")
	}
	return split
}

// settingsOf draws the keys a method reads, wild half of the time.
func settingsOf(t *rapid.T, spec admm.Spec, nodes int) []config.Assignment {
	wild := rapid.Bool().Draw(t, "wild")
	var list []config.Assignment
	put := func(key, value string) { list = append(list, config.Assignment{Key: key, Value: value}) }
	for _, p := range spec.Parameters {
		if rapid.Bool().Draw(t, p.Key+" default") && p.Key != "C" {
			continue
		}
		draw := rapid.Float64Range(p.Min, math.Min(p.Max, p.Min+2))
		if p.Step == 0 {
			lo, hi := math.Log10(p.Min), math.Log10(p.Max)
			if !wild {
				lo, hi = math.Max(lo, -2), math.Min(hi, 1)
			}
			draw = decades(lo, hi)
		} else if wild {
			draw = rapid.Float64Range(p.Min, p.Max)
		}
		values := admm.PerNode{draw.Draw(t, p.Key)}
		for p.EachNode && wild && len(values) < nodes {
			values = append(values, draw.Draw(t, p.Key))
		}
		for i := range values {
			values[i] = math.Min(p.Max, math.Max(p.Min, values[i]))
		}
		put(p.Key, values.String())
	}
	if spec.Private() {
		var variants []string
		for _, v := range spec.Variants {
			variants = append(variants, v.ID)
		}
		put("variant", rapid.SampledFrom(variants).Draw(t, "variant"))
		put("adjacency", rapid.SampledFrom([]string{spec.Adjacency[0].ID, spec.Adjacency[1].ID}).Draw(t, "adjacency"))
		put("budget", rapid.SampledFrom([]string{"0", "0.1", "10"}).Draw(t, "budget"))
		put("accountant", rapid.SampledFrom(append([]string{account.Best}, account.Names()...)).Draw(t, "accountant"))
	}
	if spec.DualSteps != nil {
		put("dual_step", rapid.SampledFrom(spec.DualSteps).Draw(t, "dual step"))
	}
	put("split", splitOf(t, nodes))
	put("schedule", ruleOf(t))
	put("start", rapid.SampledFrom([]string{"0", "0", "1", "1000"}).Draw(t, "start"))
	if spec.Vertical {
		put("order", rapid.SampledFrom([]string{"jacobi", "gauss-seidel"}).Draw(t, "order"))
	}
	return list
}

// drawn is a session on a drawn table with drawn settings.
func drawn(t *rapid.T, spec admm.Spec) (*Session, *data.Dataset) {
	set := tableOf(t)
	nodes := rapid.IntRange(1, 5).Draw(t, "nodes")
	list := append(settingsOf(t, spec, nodes),
		config.Assignment{Key: "method", Value: spec.ID}, config.Assignment{Key: "nodes", Value: strconv.Itoa(nodes)},
		config.Assignment{Key: "topology", Value: graphOf(t, nodes)},
		config.Assignment{Key: "shuffle", Value: strconv.FormatBool(rapid.Bool().Draw(t, "shuffle"))},
		config.Assignment{Key: "iterations", Value: strconv.Itoa(rapid.IntRange(2, 7).Draw(t, "iterations"))},
		config.Assignment{Key: "watch", Value: strconv.Itoa(rapid.IntRange(0, 3).Draw(t, "watch"))},
	)
	c, err := config.Build(list)
	if err != nil {
		t.Fatalf("%v\n%v", err, list)
	}
	s, err := NewSession(c, set, models.Serial)
	if err != nil {
		if !strings.Contains(err.Error(), "nodes") && !strings.Contains(err.Error(), "without any") {
			t.Fatalf("refused with %v, which names no nodes", err)
		}
		t.Skip("more nodes than rows")
	}
	return s, set
}

// eachNode draws one value for all nodes, or one for each.
func eachNode(t *rapid.T, c config.Config, g *rapid.Generator[float64], key string) string {
	v := admm.PerNode{g.Draw(t, key)}
	if p, ok := c.Spec().Parameter(key); ok && p.EachNode && rapid.IntRange(0, 2).Draw(t, key+" of each") == 0 {
		for len(v) < c.Nodes {
			v = append(v, g.Draw(t, key))
		}
	}
	return v.String()
}

// changeOf draws a change in mid-run; many are refused, which must be in words.
func changeOf(t *rapid.T, s *Session) config.Event {
	each := func(g *rapid.Generator[float64], key string) string { return eachNode(t, s.Config(), g, key) }
	switch c := s.Config(); rapid.SampledFrom([]string{"alpha", "eta", "edge", "private", "variant", "C", "epsilon", "stop_when"}).Draw(t, "change") {
	case "alpha":
		return config.Event{Key: "alpha", Value: each(decades(-300, 300), "alpha")}
	case "eta":
		return config.Event{Key: "eta", Value: admm.PerNode{decades(-9, 6).Draw(t, "eta")}.String()}
	case "private":
		return config.Event{Key: "private", Value: strconv.FormatBool(rapid.Bool().Draw(t, "on"))}
	case "variant":
		return config.Event{Key: "variant", Value: config.VariantKnob.Nudge(c, 1)}
	case "C":
		return config.Event{Key: "C", Value: each(decades(-3, 3), "C")}
	case "stop_when":
		return config.Event{Key: "stop_when", Value: rapid.SampledFrom([]string{"none", "train_loss < 0.5", "epsilon_total > 2", "disagreement >= 0", "test_error"}).Draw(t, "condition")}
	case "epsilon":
		return config.Event{Key: "epsilon", Value: admm.PerNode{decades(-6, 6).Draw(t, "epsilon")}.String()}
	}
	edge := network.Edge{rapid.IntRange(0, 4).Draw(t, "i"), rapid.IntRange(0, 4).Draw(t, "j")}
	return config.Event{Edge: edge, Join: rapid.Bool().Draw(t, "join")}
}

// quickly keeps the everyday search short, and failures out of the tree: the
// message names the seed.
func quickly(t *testing.T, checks string) {
	t.Helper()
	if !checksAsked() {
		before := flag.Lookup("rapid.checks").Value.String()
		t.Cleanup(func() { flag.Set("rapid.checks", before) })
		flag.Set("rapid.checks", checks)
	}
	flag.Set("rapid.nofailfile", "true")
}

// checksAsked reports whether the command line says how many checks; what quickly sets
// looks as if it did, so that it is asked once.
var checksAsked = sync.OnceValue(func() (asked bool) {
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	return asked
})

func TestRapidRuns(t *testing.T) {
	serial(t)
	quickly(t, "8")
	for _, spec := range admm.Catalogue() {
		t.Run(spec.ID, rapid.MakeCheck(func(t *rapid.T) {
			s, set := drawn(t, spec)
			s.Tap(rapid.IntRange(-1, 4).Draw(t, "tap"))
			var rows []Row
			at, saved := rapid.IntRange(0, 8).Draw(t, "checkpoint"), s.Save()
			last := Row{EpsilonTotal: 0, Tight: 0}
			for s.Ready() {
				changed := rapid.IntRange(0, 4).Draw(t, "change now") == 0
				if changed {
					if _, err := s.Apply(changeOf(t, s)); err != nil && strings.Contains(err.Error(), "\n") {
						t.Fatalf("refused in more than a line: %v", err)
					}
					if !s.Ready() {
						break // the budget, or a condition, stops the changed run here
					}
				}
				row, notices := s.Step()
				rows = append(rows, row)
				checkRow(t, s, row, notices)
				if !changed {
					checkBills(t, s, last, row)
				}
				last = row
				look(t, s)
				if s.t == at && s.halted == "" {
					saved = s.Save()
				}
			}
			replay(t, s, set, rows)
			resume(t, s, set, saved, rows)
		}))
	}
}

// checkRow: finite, or halted with a notice.
func checkRow(t *rapid.T, s *Session, row Row, notices []Notice) {
	told := map[NoticeKind]bool{}
	for _, n := range notices {
		told[n.Kind] = true
		if n.Text == "" || strings.Contains(n.Text, "\n") || strings.Contains(n.Text, "NaN") || strings.Contains(n.Text, "%!") {
			t.Fatalf("notice %+v is not a sentence", n)
		}
	}
	if !row.Finite() {
		if s.Halted() == "" || !told[Diverged] {
			t.Fatalf("t=%d: %+v is not finite and the run goes on", row.Iteration, row)
		}
		return
	}
	for i, n := range row.Nodes {
		if bad := n.Distance; math.IsNaN(bad) || math.IsInf(bad, 0) || (!s.spec.Vertical && !(n.Loss >= 0)) {
			t.Fatalf("t=%d node %d: %+v in a finite row", row.Iteration, i+1, n)
		}
	}
	if row.TestError < 0 || row.TestError > 1 || row.Disagreement < 0 {
		t.Fatalf("t=%d: %+v", row.Iteration, row)
	}
	even := strings.HasSuffix(s.spec.ID, "radmm") && row.Iteration%2 == 0
	if even && (row.EpsilonStep > 0 || !math.IsNaN(row.GradientNorm)) {
		t.Fatalf("t=%d: an even iteration of %s is charged %g", row.Iteration, s.spec.ID, row.EpsilonStep)
	}
}

// checkBills: totals never fall, the tight total is below the printed one where
// that is claimed, and nobody's realised loss is above the pure bound.
func checkBills(t *rapid.T, s *Session, before, row Row) {
	if math.IsNaN(row.EpsilonTotal) {
		if from, why := s.Lapsed(); s.set.Private && s.spec.Private() && (from == 0 || why == "") {
			t.Fatalf("t=%d: no total, and no lapse that says why", row.Iteration)
		}
		return
	}
	if row.EpsilonStep < 0 || row.EpsilonTotal < before.EpsilonTotal || row.Tight < before.Tight*(1-1e-6) { // of an integral
		t.Fatalf("t=%d: the bill falls: step %g, total %g after %g, tight %g after %g", row.Iteration,
			row.EpsilonStep, row.EpsilonTotal, before.EpsilonTotal, row.Tight, before.Tight)
	}
	if s.spec.Vertical || len(s.changes) > 0 {
		return
	}
	limit := row.EpsilonTotal
	if s.set.Variant == "printed" && (s.spec.ID == "dvp" || s.spec.ID == "pvp") || s.set.Variant == "own" {
		limit *= 2 // DVP's printed noise proves twice its alpha, and PVP closes with it
		if s.spec.ID == "pvp" && row.Iteration == s.now.Iterations {
			limit = math.Inf(1) // the hidden own term enters the closing step
		}
	}
	if (s.spec.ID == "pvp" || s.set.Variant == "output") && s.set.Repair > 0 {
		limit = math.Inf(1) // the slack of inexact minimisers comes on top
	}
	if row.EpsilonTotal > 1e139 || s.set.Variant == "gaussian" { // which is printed at another delta
		limit = math.Inf(1) // a cost above 1e140 promises nothing in the accounts, and here it may be several times what is printed
	}
	if row.Tight > limit*(1+1e-9) {
		t.Fatalf("t=%d: tight %g (%s) above printed %g", row.Iteration, row.Tight, row.Accountant, row.EpsilonTotal)
	}
	pure := 0.0
	if s.set.Variant == "gaussian" {
		pure = math.Inf(1) // losses have no bound
	}
	for _, class := range s.totals.classes {
		for _, total := range class[privacy.Remove].Totals() {
			if total.Name == account.Basic {
				pure = math.Max(pure, total.Epsilon)
			}
		}
	}
	if row.RealisedMax > pure*(1+1e-6)+1e-6 {
		t.Fatalf("t=%d: somebody lost %g, and the bound for a record removed is %g", row.Iteration, row.RealisedMax, pure)
	}
}

// look takes every picture the screen can ask for.
func look(t *rapid.T, s *Session) {
	for a, totals := range s.Ledger().Totals {
		for _, total := range totals {
			if math.IsNaN(total.Epsilon) || total.Epsilon < 0 || total.Why == "" {
				t.Fatalf("ledger %d: %+v", a, total)
			}
		}
	}
	if left, _, ok := s.Left(); ok && (left < 0 || left > config.MaxIterations) {
		t.Fatalf("%d iterations are left", left)
	}
	if rapid.IntRange(0, 3).Draw(t, "reverse question") == 0 { // it takes longer than all the others
		if v, _, err := s.Affordable(0, 0); err == nil && !(v > 0) {
			t.Fatalf("affordable: %g", v)
		}
	}
	if e := s.Exposure(8, 3); e != nil {
		n := 0
		for _, b := range e.Bins {
			n += b
		}
		if n > e.Summary.Records {
			t.Fatalf("%d records in the bins of %d", n, e.Summary.Records)
		}
	}
	for _, name := range Attacks {
		if words, err := s.Attack(name); err == nil && words == "" {
			t.Fatalf("the attack %s says nothing", name)
		}
	}
	s.Wire()
}

// replay runs the text form of what happened: the same rows, bit for bit.
func replay(t *rapid.T, s *Session, set *data.Dataset, rows []Row) {
	c, err := config.ParseText([]byte(s.Replay().Text()), "replay")
	if err != nil {
		t.Fatalf("%v\n%s", err, s.Replay().Text())
	}
	again, err := NewSession(c, set, models.Serial)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		row, _ := again.Step()
		if a, b := bits(rows[i]), bits(row); a != b {
			t.Fatalf("t=%d replays as another row\n%s\n%s\n%s", i+1, a, b, s.Replay().Text())
		}
	}
}

// resume lets another session go on from a checkpoint: the same rows and pictures.
func resume(t *rapid.T, s *Session, set *data.Dataset, saved *Checkpoint, rows []Row) {
	again, err := NewSession(s.start, set, models.Serial)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // a checkpoint is not used up
		again.Resume(saved, s.Replay().Events)
		for i := saved.Iteration(); i < len(rows); i++ {
			row, _ := again.Step()
			if a, b := bits(rows[i]), bits(row); a != b {
				t.Fatalf("t=%d differs after a checkpoint at t=%d\n%s\n%s\n%s", i+1, saved.Iteration(), a, b, s.Replay().Text())
			}
		}
		if a, b := pictures(s), pictures(again); a != b && len(again.schedule) == 0 { // all that happened counts
			t.Fatalf("after a checkpoint at t=%d the pictures are\n%s\nand not\n%s", saved.Iteration(), b, a)
		}
	}
}

func pictures(s *Session) string {
	left, guess, ok := s.Left()
	exposure := s.Exposure(8, 3)
	if exposure == nil {
		exposure = &Exposure{}
	}
	watched := fmt.Sprint(exposure.Watched)
	if exposure.Watched != nil {
		watched, exposure.Watched = fmt.Sprint(*exposure.Watched), nil
	}
	return fmt.Sprintln(s.Ledger(), left, guess, ok, *exposure, watched, s.Replay().Text())
}
