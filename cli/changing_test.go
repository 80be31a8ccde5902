package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/report"
)

// changing is a session whose limit, neighbours, budget and delta are others at its end than
// at its start.
const changing = `data = "census:60"
nodes = 3
C = 6
iterations = 4
adjacency = "replace"
delta = 1e-9
budget = 500
stop = false
events = ["at 3: iterations = 8", "at 5: adjacency = remove", "at 6: budget = 0.5", "at 7: delta = 1e-5"]
`

// What is told of a run that changes on the way is what its changes make of it, whatever
// its start says.
func TestARunIsToldWithTheLimitAndTheNeighboursThatItsChangesMake(t *testing.T) {
	t.Parallel()
	out, errOut, code := lab("--plain", written(t, changing))
	if code != 0 {
		t.Fatal(errOut)
	}
	for _, want := range []string{"8 iterations, seed", "Iteration 1 of 8", "Iteration 8 of 8", "Privacy compares any data with the same data after this change: one record replaced", "From iteration 5 on privacy compares any data with the same data after this change: one record taken out"} {
		if !strings.Contains(out, want) {
			t.Errorf("no word of %q in\n%s", want, out)
		}
	}
	if strings.Contains(out, "of 4") {
		t.Errorf("a limit is told that the run does not end at:\n%s", out)
	}
	if out, _, _ = lab("--plain", written(t, strings.Replace(changing, "at 5:", "at 1:", 1))); strings.Contains(out, "one record replaced") {
		t.Errorf("neighbours are told that no total goes with:\n%s", out)
	}
}

// The budget in the chart of a comparison is the one that its totals stand against.
func TestAComparisonDrawsTheBudgetInForce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := written(t, changing)
	if _, errOut, code := lab("compare", text, text, "--out", dir); code != 0 {
		t.Fatal(errOut)
	}
	for name, want := range map[string]string{"privacy.svg": "budget 0.5<", "report.md": "| iteration | 8 of 8 | 8 of 8 |"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s has no %q (%v)", name, want, err)
		}
	}
}

// A budget that is turned just before the iteration it forbids is the one that stopped the run,
// in its chart as among its changes.
func TestAComparisonDrawsTheBudgetThatStoppedARun(t *testing.T) {
	t.Parallel()
	c := config.Default()
	c.Budget, c.Events = 0.7, []config.Event{{At: 5, Key: "budget", Value: "0.42"}, {At: 6, Key: "budget", Value: "0.5"}}
	one := side{name: "DVP", report: report.Ended(c, sim.Row{Iteration: 4})}
	one.curves[2] = []float64{0.1, 0.2, 0.3, 0.4}
	for want, notices := range map[string][]sim.Notice{
		"budget 0.42, budget 0.7": {{Iteration: 4, Kind: sim.Wall}}, // the last that was in force comes first
		"budget 0.7":              nil,                              // it was left before
	} {
		one.report.Notices = notices
		var named []string
		for _, r := range sideChart(2, []side{one}).Rules {
			named = append(named, r.Label)
		}
		if strings.Join(named, ", ") != want {
			t.Errorf("the walls are %q, want %q", named, want)
		}
	}
}

// The walls of all runs are drawn, each with the letters of those that have it, on an axis that
// reaches them.
func TestAComparisonDrawsTheBudgetOfEveryRun(t *testing.T) {
	t.Parallel()
	of := func(budget float64, totals ...float64) side {
		c := config.Default()
		c.Budget = budget
		s := side{report: report.Ended(c, sim.Row{Iteration: len(totals)})}
		s.curves[2] = totals
		return s
	}
	for want, sides := range map[string][]side{
		"A: budget 4, B: budget 1.2":    {of(4, 1, 2, 3), of(1.2, 1, 1.1)},
		"B: budget 1.2":                 {of(0, 0.5, 1), of(1.2, 1, 1.1)},
		"budget 4":                      {of(4, 1, 2, 3), of(4, 2, 3)},
		"A, C: budget 4, B: budget 3.5": {of(4, 1, 2, 3), of(3.5, 2, 3), of(4, 2)},
		"B: budget 0.02":                {of(0, 1, 2), of(0.02, 0.01, 0.019)}, // on a logarithmic axis
	} {
		var walls []string
		f := sideChart(2, sides)
		for _, r := range f.Rules {
			walls = append(walls, r.Label)
			if !f.Log && f.High < r.Value {
				t.Errorf("%s lies above an axis that ends at %g", r.Label, f.High)
			}
		}
		if got := strings.Join(walls, ", "); got != want {
			t.Errorf("the walls are %q, want %q", got, want)
		}
	}
}

// PVP's closing step is the last of the limit that changes have moved: the iteration before
// it is measured. An audit takes the first ten iterations also of a run whose limit moves.
func TestTheLimitThatChangesMakeIsTheLimit(t *testing.T) {
	t.Parallel()
	pvp := written(t, "method = \"pvp\"\ndata = \"census:600\"\nC = 60\niterations = 4\nevents = [\"at 3: iterations = 7\"]\n")
	if _, errOut, code := lab("bound", pvp); code != 0 || !strings.Contains(errOut, "At t = 6 the worst") {
		t.Errorf("exit code %d: %s", code, errOut)
	}
	out, errOut, code := lab("audit", "run", written(t, "data = \"census:60\"\nC = 6\nevents = [\"at 3: iterations = 30\"]\n"), "--trials", "32")
	if code != 0 || !strings.Contains(out, "run of 10 iterations") {
		t.Errorf("exit code %d: %s%s", code, out, errOut)
	}
	out, errOut, code = lab("audit", "run", "--data", "census:60", "--set", "C=1", "--set", "nodes=2", "--set", "iterations=12", "--trials", "32")
	if code != 0 || !strings.Contains(out, "run of 12 iterations") {
		t.Errorf("a limit set by hand: exit code %d: %s%s", code, out, errOut)
	}
}

// Within a budget runs do not change on the way, and that is said.
func TestAComparisonWithinABudgetSaysThatChangesAreLeftOut(t *testing.T) {
	t.Parallel()
	text := written(t, changing)
	for _, c := range []struct {
		more []string
		told bool
	}{{nil, false}, {[]string{"--budget", "3"}, true}} {
		_, errOut, code := lab(append([]string{"compare", text}, c.more...)...)
		if code != 0 || strings.Contains(errOut, "(events) are left out") != c.told {
			t.Errorf("%v: exit code %d, told %s", c.more, code, errOut)
		}
	}
}

// What a split tells about the records stands wherever a total does.
func TestASplitIsToldWhereverATotalIs(t *testing.T) {
	t.Parallel()
	const told = "who holds which record is taken as public, and is in no ε"
	text := "data = \"census:60\"\nnodes = 3\nC = 6\nsplit = \"skewed:1\"\niterations = 2\n"
	for by, sorted := range map[string]bool{"age": true, "sex": false} { // a group has no order of its own
		if _, errOut, code := lab("run", written(t, strings.Replace(text, "skewed:1", "skewed:1:"+by, 1))); code != 0 || strings.Contains(errOut, ", sorted by "+by+" as the scaled records have it: who holds") != sorted {
			t.Errorf("skewed by %s: code %d: %s", by, code, errOut)
		}
	}
	model, dir := filepath.Join(t.TempDir(), "m.csv"), t.TempDir()
	if _, errOut, code := lab("run", written(t, text), "--model", model); code != 0 {
		t.Fatal(errOut)
	}
	_, swept, code := lab("sweep", written(t, text+"[sweep]\nalpha = [1, 2]\nrepeats = 1\n"), "--out", dir)
	if code != 0 || strings.Count(swept, told) != 1 {
		t.Errorf("code %d: %s", code, swept)
	}
	if _, tuned, code := lab("tune", written(t, text), "--budget", "1", "--over", "rho", "--repeats", "1", "--out", t.TempDir()); code != 0 || strings.Count(tuned, told) != 1 {
		t.Errorf("code %d: %s", code, tuned)
	}
	for _, name := range []string{model, filepath.Join(dir, "sweep.md")} {
		if got, err := os.ReadFile(name); err != nil || strings.Count(string(got), told) != 1 {
			t.Errorf("%s does not tell it (%v):\n%s", filepath.Base(name), err, got)
		}
	}
}

// Where nothing is promised nothing is said of what totals compare; matched runs are told
// which settings of the first they take.
func TestAComparisonSpeaksOfTotalsThereAre(t *testing.T) {
	t.Parallel()
	bare := written(t, "data = \"census:60\"\nnodes = 3\nC = 6\niterations = 2\nprivate = false\n")
	if _, errOut, code := lab("compare", bare); code != 0 || strings.Contains(errOut, "totals") {
		t.Errorf("code %d: %s", code, errOut)
	}
	a, b := written(t, strings.Split(changing, "events")[0]), written(t, strings.Split(changing, "adjacency")[0]+"delta = 0.1\naccountant = \"basic\"\n")
	if _, errOut, code := lab("compare", a, b, "--budget", "1"); code != 0 || !strings.Contains(errOut, "B, as A has it, by which the budget is matched: delta, accountant\n") {
		t.Errorf("code %d: %s", code, errOut)
	}
}
