package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"testing"

	"admmlab/cli/output"
	"admmlab/models"
	"admmlab/sim/audit"
)

// One false claim and its repair; the verdict is wrong with probability 1e-6.
func TestAuditTellsAFalseClaimFromATrueOne(t *testing.T) {
	t.Parallel()
	out, errOut, code := lab("audit", "dvp-printed", "dvp-proved", "--trials", "4000", "--format", "csv")
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if code != 0 || err != nil || len(rows) != 3 || errOut != "" {
		t.Fatalf("code %d, %v: %s%s", code, err, out, errOut)
	}
	if got := strings.Join(rows[0], ","); got != "target,epsilon,delta,trials,tpr,fpr,lower_bound,ceiling,verdict,exact_loss,delta_needed,neighbours" {
		t.Errorf("header %s", got)
	}
	for i, want := range []string{"refutes", "does not refute"} {
		if rows[i+1][8] != want || rows[i+1][3] != "4000" {
			t.Errorf("%v, want %s", rows[i+1], want)
		}
	}
	seeded := func(seed string) string {
		out, _, _ := lab("audit", "dvp-printed", "dvp-proved", "--trials", "400", "--format", "csv", "--seed", seed)
		return out
	}
	if once := seeded("7"); once == "" || once != seeded("7") || once == seeded("8") {
		t.Error("an audit must depend on its seed and on nothing else")
	}
}

// Verdicts are data: too few runs are no error, either. A rounded lower bound is
// never above the exact one.
func TestAuditCoversEveryTarget(t *testing.T) {
	t.Parallel()
	table, _, code := lab("audit", "--trials", "32")
	lines := strings.Split(strings.TrimSpace(table), "\n")
	if text, err := fs.ReadFile(repository, "docs/privacy.md"); err != nil || !strings.Contains(string(text), fmt.Sprintf("Of %d claims these four fall", len(audit.Targets(models.Logistic{})))) {
		t.Errorf("docs/privacy.md counts other claims (%v)", err)
	}
	if n := len(audit.Targets(models.Logistic{})); code != 0 || len(lines) != n+3 || !strings.Contains(lines[len(lines)-1], "0.999999") {
		t.Errorf("code %d, %d targets:\n%s", code, n, table)
	}
	for _, target := range audit.Targets(models.Logistic{}) {
		if !strings.Contains(table, "\n"+target.ID()+" ") {
			t.Errorf("%s is left out", target.ID())
		}
	}
	exact, _, _ := lab("audit", "dvp-printed", "--trials", "2000", "--format", "csv")
	shown, _, _ := lab("audit", "dvp-printed", "--trials", "2000")
	bound, err := strconv.ParseFloat(strings.Split(strings.Split(exact, "\n")[1], ",")[6], 64)
	if err != nil {
		t.Fatal(err)
	}
	words := output.DownTo(bound, 4)
	if v, _ := strconv.ParseFloat(words, 64); v > bound || v < bound*0.999 || !strings.Contains(shown, " "+words+" ") {
		t.Errorf("%s for %.9g in\n%s", words, bound, shown)
	}
}

// A row that refutes has the number that does: the bound, or what the exact odds show.
func TestAVerdictStandsBesideItsNumber(t *testing.T) {
	t.Parallel()
	out, _, code := lab("audit", "dvp-printed", "dvp-proved", "pvp-printed-remove-closing", "sharing-printed", "radmm-gaussian", "--trials", "300", "--format", "csv")
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if code != 0 || err != nil || len(rows) != 6 {
		t.Fatalf("code %d, %v: %s", code, err, out)
	}
	for _, row := range rows[1:] {
		number := func(k int) float64 {
			v, err := strconv.ParseFloat(row[k], 64)
			if err != nil {
				t.Fatalf("%v: %v", row, err)
			}
			return v
		}
		more, claimed, other := 9, number(1), 10
		if number(2) > 0 {
			more, claimed, other = 10, number(2), 9
		}
		refuted := number(6) > number(1) || number(more) > claimed
		if refuted != (row[8] == "refutes") || row[other] != "" {
			t.Errorf("%v", row)
		}
	}
}

func TestAnInterruptedAuditTellsWhatItFound(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	p := output.NewProgress(io.Discard, 0)
	targets := audit.Targets(models.Logistic{})[:2]
	cancel()
	if results, _, err := runAudits(ctx, targets, 4000, 7, 0.999999, p); !errors.Is(err, context.Canceled) || len(results) != 0 {
		t.Errorf("interrupted before it began: %d results, %v", len(results), err)
	}
	const first = 4000 / 16
	for after, want := range map[int][]string{
		first + 10: {"4000", "160"},
		first:      {"4000"}, // the second has no run yet
	} {
		looks := &ending{Context: context.Background(), after: after}
		var out, errOut bytes.Buffer
		err := auditRequest{trials: "4000", seed: "7", confidence: "0.999999", format: "csv"}.run(looks, targets, &out, &errOut)
		rows, csvErr := csv.NewReader(&out).ReadAll()
		var trials []string
		for _, row := range rows[min(1, len(rows)):] {
			trials = append(trials, row[3])
			if row[3] == "160" && row[4] != "" {
				t.Errorf("so few runs have %v", row)
			}
		}
		if !errors.Is(err, context.Canceled) || csvErr != nil || !slices.Equal(trials, want) {
			t.Errorf("%v, %v: %v", err, csvErr, rows)
		}
		if !strings.Contains(errOut.String(), "interrupted in audit 2 of 2") {
			t.Errorf("after %v runs standard error has %q", trials, errOut.String())
		}
	}
}

// The points have no column that says how many runs they are of.
func TestAnInterruptedAuditOfARunSaysHowFarItCame(t *testing.T) {
	t.Parallel()
	for _, points := range []string{"--points=true", "--points=false"} {
		root := rootCommand()
		var out, errOut bytes.Buffer
		root.SetOut(&out)
		root.SetErr(&errOut)
		root.SetArgs([]string{"audit", "run", "--data", "census:60", "--set", "nodes=1", "--set", "C=1", "--iterations", "1", "--trials", "20000", points})
		err := root.ExecuteContext(&ending{Context: context.Background(), after: 25})
		if !errors.Is(err, context.Canceled) || out.Len() == 0 || !strings.Contains(errOut.String(), "of 20000 runs\n") || strings.Contains(errOut.String(), "after 0 of") {
			t.Errorf("%s: %v: %s%s", points, err, out.String(), errOut.String())
		}
	}
}

// The settings you name are attacked as they are: the printed DVP falls, the default
// stands, and a run that promises nothing is refused in a sentence.
func TestAuditRunAttacksTheSettingsThatAreNamed(t *testing.T) {
	t.Parallel()
	small := []string{"audit", "run", "--data", "census:600", "--set", "C=100", "--set", "nodes=2", "--set", "topology=path", "--set", "alpha=2", "--iterations", "2", "--trials", "800"}
	table := func(more ...string) [][]string {
		out, errOut, code := lab(append(append(slices.Clone(small), "--format", "csv"), more...)...)
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		if code != 0 || err != nil || !strings.Contains(errOut, "Small data") {
			t.Fatalf("%v: code %d, %v: %s%s", more, code, err, out, errOut)
		}
		return rows
	}
	rows := table("--set", "variant=printed")
	if len(rows) != 3 || rows[0][0] != "claim" || rows[1][8] == "refutes" || rows[2][0] != audit.Paper || rows[2][1] != "4" || rows[2][8] != "refutes" {
		t.Errorf("printed: %v", rows)
	}
	if rows := table(); len(rows) != 3 || rows[1][8] == "refutes" || rows[2][8] == "refutes" {
		t.Errorf("proved: %v", rows)
	}
	for i, row := range table("--points") {
		if i == 0 && strings.Join(row, ",") != "alarm,alarm_low,alarm_high,miss,miss_low,miss_high,least" || i > audit.Places {
			t.Errorf("points: line %d %v", i, row)
		}
	}
	_, told, _ := lab("audit", "run", "--data", "census:60", "--set", "C=1", "--set", "nodes=2", "--iterations", "2", "--set", "adjacency=remove", "--trials", "32", "--points")
	if !strings.Contains(told, "least is what this claim leaves: the whole run of 2 iterations costs ε = ") || !strings.Contains(told, "δ = 1e-5 (by what its noise proves, PLD), one record removed\n") {
		t.Errorf("points stand without their claim: %s", told)
	}
	exact := audit.Result{Target: audit.Target{Epsilon: 1}, Points: [audit.Places]audit.Point{{Alarm: audit.Rate{Measured: 0.02, Low: 0.01999, High: 0.022001}, Miss: audit.Rate{Measured: 0.5, Low: 0.45009, High: 0.55001}}}}
	var text bytes.Buffer
	if err := output.WriteTable(&text, "table", []string{"a", "b", "c", "d", "e", "f", "g"}, pointRows(exact)); err != nil || !strings.Contains(text.String(), "0.0200  0.0199  0.0221  0.5000  0.4500  0.5501") {
		t.Errorf("limits rounded to the other side: %v\n%s", err, text.String())
	}
	words, _, _ := lab(append(slices.Clone(small), "--set", "adjacency=remove")...)
	if !strings.Contains(strings.Join(strings.Fields(words), " "), "DVP, as proved (removed), a run of 2 on small data: 800 runs of each data set") {
		t.Errorf("in words: %s", words)
	}
	for _, said := range [][]string{nil, {"--iterations", "3"}} { // which the event sets aside, and so decides nothing
		out, told, code := lab(append(said, "audit", "run", "--data", "census:60", "--set", "C=1", "--set", "nodes=2", "--trials", "32", "--set", "events=at 1: iterations = 12", "--format", "csv")...)
		if code != 0 || !strings.Contains(out, "\nthe paper,5,") || // of 10 iterations
			strings.Contains(told, "changes nothing") != (said != nil) {
			t.Errorf("%v: code %d: %s%s", said, code, out, told)
		}
	}
	if _, errOut, code := lab("audit", "run", "--set", "method=admm"); code != exitError || !strings.Contains(errOut, "adds no noise") {
		t.Errorf("code %d: %s", code, errOut)
	}
}

// ending is a context that is cancelled after so many questions.
type ending struct {
	context.Context
	after int
}

func (e *ending) Err() error {
	if e.after--; e.after < 0 {
		return context.Canceled
	}
	return nil
}

// Each story ends with what happened, once where the attack works and once where
// it does not.
func TestAttacksTellWhatHappened(t *testing.T) {
	t.Parallel()
	small := []string{"--data", "census:600"}
	for _, c := range []struct {
		args []string
		want []string
	}{
		{append([]string{"labels"}, small...), []string{"(100.0 %)", "flipped once"}},
		{append([]string{"columns"}, small...), []string{"Certain", "Undecided"}},
		{[]string{"printed-dvp"}, []string{"|f| = 0 ", "|f| = 3 ", "|f| = 100 ", "breaks", "e^1.526", "e^0.763"}},
	} {
		out, errOut, code := lab(append([]string{"audit"}, c.args...)...)
		if code != 0 {
			t.Errorf("%v: code %d: %s", c.args, code, errOut)
		}
		words := strings.Join(strings.Fields(out), " ")
		for _, w := range c.want {
			if !strings.Contains(words, w) {
				t.Errorf("%v does not say %q:\n%s", c.args, w, out)
			}
		}
	}
}

// A verdict stands under the setting that was in force: changes of it on the way are left out,
// which is told, and where it counts at no time there are no two to tell apart.
func TestAnAttackIsTriedUnderTheSettingsItNames(t *testing.T) {
	small := []string{"audit", "columns", "--data", "census:200", "--set", "train=150"}
	want, _, code := lab(small...)
	if code != 0 || want == "" {
		t.Fatalf("exit code %d", code)
	}
	out, errOut, code := lab(append(small, "--set", "events=at 1: variant = isotropic")...)
	if code != 0 || out != want || strings.Count(errOut, "the attack is tried with each of two throughout, and leaves out: at 1: variant = isotropic\n") != 1 {
		t.Errorf("exit code %d, %q\n%s\nwithout the change:\n%s", code, errOut, out, want)
	}
	for _, bare := range []string{"private=false", "events=at 1: private = false"} {
		out, errOut, code = lab(append(small, "--set", bare)...)
		if code != 1 || out != "" || errOut != "admmlab: admmlab audit columns tries two values of variant, and variant changes nothing while private = false\n" {
			t.Errorf("%q: exit code %d, %q, %q", bare, code, errOut, out)
		}
	}
}

// An attack on sharing names what stands in its way, not what nobody typed.
func TestAnAttackOnSharingSaysWhyItIsNotMade(t *testing.T) {
	for set, want := range map[string]string{
		"method=dvp": "admmlab audit columns attacks vertical sharing, and method = dvp is DVP",
		"budget=3":   "nothing has been sent yet; the budget of ε = 3 allows not even the first iteration",
	} {
		out, errOut, code := lab("audit", "columns", "--data", "census:200", "--set", set)
		if code != 1 || strings.Contains(out, "(--set variant=") || !strings.Contains(errOut, want) {
			t.Errorf("%s: exit code %d, %q, %q", set, code, errOut, out)
		}
	}
}

// What counts is the iteration whose message is attacked, the last that the run makes, whatever
// the noise was before it or would have been behind it.
func TestNoVerdictOnNoiseStandsOverAMessageWithoutAny(t *testing.T) {
	for _, v := range []struct {
		more []string
		bare string // the iteration without noise
	}{
		{[]string{"events=at 2: private = false"}, "t = 2"},
		{[]string{"private=false", "events=at 2: private = true", "stop_when=train_loss<1e9"}, "t = 1"},
		{[]string{"events=at 2: private = false", "stop_when=train_loss<1e9"}, ""},
		{[]string{"private=false", "events=at 2: private = true"}, ""},
	} {
		args := []string{"audit", "columns", "--data", "census:200", "--iterations", "2", "--set", "train=150"}
		for _, set := range v.more {
			args = append(args, "--set", set)
		}
		out, errOut, code := lab(args...)
		verdicts, refusal := strings.Count(out, "(--set variant="), "variant changes nothing while private = false, as at "+v.bare+", whose message is attacked\n"
		if refused := v.bare != ""; refused != (code == 1) || refused != (verdicts == 0) || refused != strings.HasSuffix(errOut, refusal) {
			t.Errorf("%q: exit code %d, %d verdicts, %q", v.more, code, verdicts, errOut)
		}
	}
}
