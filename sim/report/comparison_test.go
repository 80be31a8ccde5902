package report

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"admmlab/sim/network"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/baseline"
	"admmlab/sim/config"
	"admmlab/sim/level"
)

func compared(configs ...config.Config) Comparison {
	c := Comparison{Pictures: []Picture{{"Train loss", "compared-loss.svg"}}}
	for i, asked := range configs {
		last := sim.Row{
			Iteration: 80 + i, TrainLoss: 0.4 + float64(i), TestLoss: 0.41, TestError: 0.1834, GradientNorm: 1e-11,
			EpsilonTotal: 24.5, Proved: 24.3, Tight: 2.75, TightDelta: 1e-5, Accountant: "gamma-norm", RealisedMax: math.NaN(),
		}
		if !asked.Spec().Private() {
			last.EpsilonTotal, last.Tight = math.NaN(), math.NaN()
		}
		c.Runs = append(c.Runs, Report{Replay: asked, Now: asked, Last: last})
	}
	return c
}

func written(t *testing.T, c Comparison) string {
	t.Helper()
	var b strings.Builder
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAComparisonIsOnePage(t *testing.T) {
	strict := config.Default()
	strict.Title, strict.Set.Alpha, strict.Events = "strict | and cut", []float64{0.1}, []config.Event{{At: 40, Key: "alpha", Value: "0.2"}, {At: 60, Edge: network.Edge{0, 1}}}
	c := compared(config.Default(), strict, config.Default().WithMethod("admm"))
	c.Runs[1].Notices = []sim.Notice{{Iteration: 60, Kind: sim.Split, Text: "the graph is in 2 pieces"}}
	got := written(t, c)
	const path = "testdata/comparison.golden.md"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the comparison differs from %s (write it anew with -update):\n%s", path, got)
	}
}

// Every line of a table has as many cells as its header, whatever the runs are.
func TestTablesOfAComparisonAreWhole(t *testing.T) {
	var methods []config.Config
	for _, spec := range admm.Catalogue() {
		methods = append(methods, config.Default().WithMethod(spec.ID))
	}
	for _, configs := range [][]config.Config{nil, methods[:1], methods[:2], methods[3:7], {methods[6], methods[0]}} {
		columns := 0
		for _, line := range strings.Split(written(t, compared(configs...)), "\n") {
			n := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
			switch {
			case !strings.HasPrefix(line, "|"):
				columns = 0
			case columns == 0:
				columns = n
			case n != columns:
				t.Errorf("%d runs: %d cells, want %d: %s", len(configs), n, columns, line)
			}
		}
	}
}

func TestAComparisonSaysWhenTotalsAreOfDifferentNeighbours(t *testing.T) {
	removed := config.Default()
	removed.Set.Adjacency = "remove"
	if got := written(t, compared(config.Default(), removed)); !strings.Contains(got, "must not be held against each other") || strings.Contains(got, "totals compare any data") {
		t.Error(got)
	}
	if got := written(t, compared(config.Default(), config.Default())); !strings.Contains(got, "None: the same session.") || !strings.Contains(got, "totals compare any data") {
		t.Error(got)
	}
	if got := written(t, compared(config.Default().WithMethod("admm"))); strings.Contains(got, "totals") {
		t.Error(got)
	}
}

// Under sharing the training loss has the regulariser in it: the axis says so, and beside one without
// the page says that the two do not compare.
func TestAComparisonSaysWhenLossesAreOfTwoKinds(t *testing.T) {
	nodes, parties := config.Default(), config.Default().WithMethod("sharing")
	for unit, runs := range map[string][]config.Config{
		"mean logistic loss":                                    {nodes, nodes},
		"mean logistic loss + λ/(2N)|x|²":                       {parties, parties},
		"mean logistic loss or mean logistic loss + λ/(2N)|x|²": {nodes, parties, nodes},
	} {
		if got := LossUnit(runs); got != unit {
			t.Errorf("unit %q, want %q", got, unit)
		}
		told := compared(runs...).Losses()
		if mixed := len(runs) > 2; mixed != (told == "The train losses are of several kinds, which do not compare. A: mean logistic loss; B: mean logistic loss + λ/(2N)|x|², λ = 1; C: mean logistic loss.") || !mixed && told != "" {
			t.Errorf("%s: %q", unit, told)
		}
	}
	if got := written(t, compared(nodes, parties)); !strings.Contains(got, "\nThe train losses are of several kinds") {
		t.Error(got)
	}
}

// What all runs have the same is said to be so at the start, and the changes that they have
// in common are told.
func TestAComparisonTellsTheChangesThatAllRunsHave(t *testing.T) {
	one := config.Default()
	one.Events = []config.Event{{At: 3, Key: "delta", Value: "0.1"}, {At: 900, Key: "delta", Value: "0.2"}}
	other := one.Clone()
	other.Set.Alpha = []float64{0.1}
	c := compared(one, other)
	got := written(t, c)
	if !strings.Contains(got, "## Settings in common at the start") || !strings.Contains(got, "## Changes in common\n\n- from iteration 3: `delta = 0.1`\n") || strings.Contains(got, "- from iteration 900") {
		t.Error(got)
	}
	c.Runs[1].Replay.Events = nil
	if got := written(t, c); strings.Contains(got, "Changes in common") || !strings.Contains(got, "| `events` | at 3: delta = 0.1") {
		t.Error(got)
	}
}

// Where some runs have been measured against something, the page says that others have not.
func TestAComparisonSaysWhatIsNotComputed(t *testing.T) {
	c := compared(config.Default(), config.Default().WithMethod("pvp"), config.Default().WithMethod("mradmm"))
	known := &level.Levels{Pooled: &baseline.Score{}}
	for _, test := range []struct {
		of   []int
		told string
	}{{nil, ""}, {[]int{0}, "B, C"}, {[]int{0, 2}, "B"}, {[]int{0, 1, 2}, ""}} {
		for i := range c.Runs {
			c.Runs[i].Levels = nil
			if slices.Contains(test.of, i) {
				c.Runs[i].Levels = known
			}
		}
		_, after, _ := strings.Cut(written(t, c), "\nNot computed here is what these are measured against: ")
		if told, _, _ := strings.Cut(after, ". "); told != test.told {
			t.Errorf("with levels of %v: %q, want %q", test.of, told, test.told)
		}
	}
}

// A run that stopped before a change has not made it, though others have.
func TestAChangeIsOfTheRunsThatCameToIt(t *testing.T) {
	c := config.Default()
	c.Events = []config.Event{{At: 4, Key: "delta", Value: "0.1"}, {At: 6, Edge: network.Edge{0, 1}}, {At: 9, Key: "delta", Value: "0.2"}, {At: 12, Key: "delta", Value: "0.3"}}
	runs := compared(c, c, c)
	for i, end := range []int{4, 10, 8} {
		runs.Runs[i].Last.Iteration = end
	}
	want := "## Changes in common\n\n- from iteration 4: `delta = 0.1`\n\n## Changes that not all came to\n\n- B, C, from iteration 6: `cut 1-2`\n- B, from iteration 9: `delta = 0.2`\n\n## Run them again"
	if got := written(t, runs); !strings.Contains(got, want) {
		t.Errorf("no\n%s\nin\n%s", want, got)
	}
	runs.Runs[0].Last.Iteration = 1
	if got := written(t, runs); strings.Contains(got, "Changes in common") || !strings.Contains(got, "- B, C, from iteration 4: `delta = 0.1`\n") {
		t.Error(got)
	}
}

// Each command of the page is the one of its run.
func TestAComparisonCanBeRunAgain(t *testing.T) {
	c := compared(config.Default(), config.Default().WithMethod("pvp"))
	for _, r := range c.Runs {
		if got := written(t, c); !strings.Contains(got, "\n"+r.Replay.Command()+"\n") {
			t.Errorf("%s is not in\n%s", r.Replay.Command(), got)
		}
	}
}

// What tells the runs apart stands before titles that may all be the same.
func TestRunsOfAComparisonAreNamed(t *testing.T) {
	c := compared(config.Default(), config.Default(), config.Default())
	c.Runs[0].Name, c.Runs[1].Name = "DVP", "α 0.1"
	got := written(t, c)
	for _, line := range []string{"- **A**: DVP on census 45222\n", "- **B**: α 0.1: DVP on census 45222\n", "- **C**: DVP on census 45222\n"} {
		if !strings.Contains(got, line) {
			t.Errorf("no %q in\n%s", line, got)
		}
	}
}
