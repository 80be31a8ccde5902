package cli

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"admmlab/presets"
	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/network"
	"admmlab/sim/report"
	"admmlab/sim/runner"
)

// lab runs a command line as a shell would and returns what it wrote.
func lab(t *testing.T, args ...string) (out, errOut string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = Main(args, &o, &e)
	return o.String(), e.String(), code
}

// quick is a run on 600 people.
func quick(args ...string) []string {
	return append([]string{"run", "--data", "census:600", "--set", "C=60", "--iterations", "4"}, args...)
}

// written is a session, a plan or steps in a file.
func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mine.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRunWritesTheColumnsScriptsRelyOn(t *testing.T) {
	out, _, code := lab(t, quick()...)
	if code != 0 {
		t.Fatalf("code %d", code)
	}
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != 5 {
		t.Fatalf("%d lines, %v", len(rows), err)
	}
	want := "iteration,method,train_loss,test_loss,test_error,disagreement,epsilon_step,epsilon_total,gradient_norm"
	if got := strings.Join(rows[0][:9], ","); got != want {
		t.Errorf("header %s", got)
	}
	if rows[4][0] != "4" || rows[4][1] != "dvp" || rows[4][7] != "2" {
		t.Errorf("last row %v", rows[4])
	}
}

func TestRunIsTheSameTwiceAndOnAnyNumberOfCores(t *testing.T) {
	for _, method := range []string{"dvp", "sharing"} {
		on := func(cores int, seed string) string {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
			out, errOut, code := lab(t, quick("--seed", seed, "--set", "method="+method)...)
			if code != 0 {
				t.Fatalf("%s: code %d: %s", method, code, errOut)
			}
			return out
		}
		two, again, one, other := on(2, "3"), on(2, "3"), on(1, "3"), on(2, "4")
		if two != again || two != one || two == other {
			t.Errorf("%s: rows must depend on the seed and on nothing else", method)
		}
	}
}

// Every line is an object with the names of the CSV header; what CSV leaves
// empty is null.
func TestJSONLinesSayWhatCSVSays(t *testing.T) {
	run := func(format string) []string {
		out, _, _ := lab(t, quick("--format", format, "--set", "method=radmm")...)
		return strings.Split(strings.TrimSpace(out), "\n")
	}
	lines, table := run("jsonl"), run("csv")
	if len(lines) != 4 || len(table) != 5 {
		t.Fatalf("%d lines, %d CSV lines", len(lines), len(table))
	}
	for i, line := range lines {
		var row map[string]any
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		for j, cell := range strings.Split(table[i+1], ",") {
			value, ok := row[report.Scripted()[j].Name]
			if text, isText := value.(string); isText && text == cell {
				continue
			}
			if number, err := strconv.ParseFloat(cell, 64); ok && (cell == "" && value == nil || err == nil && value == number) {
				continue
			}
			t.Errorf("line %d: %s is %v in JSON and %q in CSV", i+1, report.Scripted()[j].Name, value, cell)
		}
	}
}

// A later word wins: file, then --data, --iterations, --seed, then --set.
func TestWhatIsSaidLaterWins(t *testing.T) {
	path := written(t, "data = \"census:600\"\nC = 60\nmethod = \"dvp\"\niterations = 9\nalpha = 0.25\nevents = [\"at 2: alpha = 0.5\"]\n")
	out, errOut, code := lab(t, "run", path, "--iterations", "5", "--set", "iterations=3")
	if code != 0 || strings.Count(out, "\n") != 4 {
		t.Fatalf("code %d, %d lines: %s", code, strings.Count(out, "\n"), errOut)
	}
	if !strings.Contains(errOut, "t 2: alpha = 0.5") || !strings.Contains(out, "\n3,dvp,") || !strings.Contains(out, ",0.5,1.25,") {
		t.Errorf("the event of the file must count from t = 2: %s%s", out, errOut)
	}
}

func TestMistakesAreOneLineWithAHint(t *testing.T) {
	bad := written(t, "alpha = 0.5\ngama = 2\n")
	for _, c := range []struct {
		args []string
		want []string
	}{
		{quick("--set", "alfa=2"), []string{"--set", "alfa", "did you mean alpha"}},
		{quick("--set", "alpha"), []string{"key=value"}},
		{quick("--set", "alpha=-1"), []string{"--set", "out of range"}},
		{quick("--format", "xml"), []string{"xml", "csv or jsonl"}},
		{quick("--seed", "x"), []string{"--seed", "whole number"}},
		{quick("--seed", ""), []string{"--seed", "whole number"}},
		{quick("--iterations", "x"), []string{"--iterations", "\"x\""}},
		{quick("--iterations", "0"), []string{"--iterations", "1 to"}},
		{quick("--out", ""), []string{"writing"}},
		{quick("--data", ""), []string{"--data", "census"}},
		{quick("--data", "csv:"+bad), []string{bad, "line 1"}},
		{quick("--set", "topology=rnig"), []string{"--set", "did you mean ring"}},
		{quick("--set", "method=dpv"), []string{"--set", "did you mean dvp"}},
		{[]string{"run", bad}, []string{"line 2 of " + bad, "did you mean gamma"}},
		{[]string{"run", "tifs-fig3-dvp-0.55"}, []string{"tifs-fig3-dvp-0.55"}},
		{[]string{"run", bad + "/x"}, []string{bad}},
		{[]string{"run", "a", "b"}, []string{"at most", "a b"}},
		{[]string{"methods", "dvp"}, []string{"dvp"}},
		{[]string{"presets", "tifs-fig3-dvp-0.55"}, []string{"tifs-fig3-dvp-0.55"}},
		{[]string{"run", "--bogus"}, []string{"--bogus", "run --help"}},
		{[]string{"run", "--data", "nothing-here"}, []string{"nothing-here", "census"}},
		{[]string{"frobnicate"}, []string{"frobnicate"}},
	} {
		out, errOut, code := lab(t, c.args...)
		if code != exitError || out != "" {
			t.Errorf("%v: code %d, output %q", c.args, code, out)
		}
		if strings.Count(strings.TrimSpace(errOut), "\n") != 0 || strings.Contains(errOut, "goroutine") {
			t.Errorf("%v: not one line: %q", c.args, errOut)
		}
		for _, w := range c.want {
			if !strings.Contains(errOut, w) {
				t.Errorf("%v: %q does not say %q", c.args, errOut, w)
			}
		}
	}
}

// Scripts read the first word of a line. To take over new words:
// go run . methods > cli/testdata/methods.txt, and topologies alike.
func TestListsAreAsRecorded(t *testing.T) {
	for _, name := range []string{"methods", "topologies"} {
		want, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		if got, _, code := lab(t, name); code != 0 || got != string(want) {
			t.Errorf("admmlab %s, code %d:\n%s\nrecorded:\n%s", name, code, got, want)
		}
	}
	for _, s := range admm.Catalogue() {
		if out, _, _ := lab(t, "methods"); !strings.Contains("\n"+out, "\n"+s.ID+" ") {
			t.Errorf("methods leaves out %s", s.ID)
		}
	}
	for _, k := range network.Kinds() {
		if out, _, _ := lab(t, "topologies"); !strings.Contains("\n"+out, "\n"+k.Name+" ") {
			t.Errorf("topologies leaves out %s", k.Name)
		}
	}
}

// A preset that was printed and read back is the same session.
func TestAPrintedPresetIsTheSameSession(t *testing.T) {
	names, _, _ := lab(t, "presets")
	for _, p := range presets.All() {
		if !strings.Contains("\n"+names, "\n"+p.Name+" ") || !strings.Contains(names, p.Config.Title) {
			t.Errorf("presets leaves out %s", p.Name)
		}
	}
	name := presets.All()[1].Name
	text, _, code := lab(t, "presets", name)
	if code != 0 {
		t.Fatalf("code %d", code)
	}
	path := written(t, text)
	small := []string{"--data", "census:600", "--set", "C=60", "--iterations", "3"}
	byName, _, _ := lab(t, append([]string{"run", name}, small...)...)
	byFile, _, _ := lab(t, append([]string{"run", path}, small...)...)
	if byName == "" || byName != byFile {
		t.Errorf("%s by name:\n%sby file:\n%s", name, byName, byFile)
	}
}

func TestPlainIsSentences(t *testing.T) {
	out, _, code := lab(t, "--plain", "--data", "census:600", "--set", "C=60", "--iterations", "40")
	if code != 0 || !strings.Contains(out, "Iteration 40 of 40: train loss ") || !strings.Contains(out, "not for releasing data") {
		t.Errorf("code %d: %s", code, out)
	}
	if n := strings.Count(out, "\n"); n < 15 || n > 25 {
		t.Errorf("%d sentences for 40 iterations", n)
	}
	out, errOut, _ := lab(t, "--data", "census:600", "--set", "C=60", "--iterations", "3")
	if !strings.Contains(errOut, "not a terminal") || !strings.Contains(out, "Iteration 3 of 3") {
		t.Errorf("without a terminal: %s%s", out, errOut)
	}
}

// Only what the noise proves is called "at most"; what the paper counts stands
// beside it, and no bound is rounded down.
func TestSentencesPromiseOnlyWhatIsProved(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		row  sim.Row
		want string
	}{
		{sim.Row{EpsilonTotal: 5, Tight: 5}, ", privacy so far at most 5 (the odds of anything sent change by at most 149 times)"},
		{sim.Row{EpsilonTotal: 5, Tight: nan}, ", privacy so far at most 5 (the odds of anything sent change by at most 149 times)"},
		{sim.Row{EpsilonTotal: 5, Tight: 0.6931, TightDelta: 1e-5},
			", privacy so far at most 0.694 with δ = 1e-5, where the paper counts 5 (the odds of anything sent change by at most 2 times)"},
		{sim.Row{EpsilonTotal: 50, Tight: 96}, ", privacy so far at most 96, where the paper counts 50 (which promises next to nothing)"},
		{sim.Row{EpsilonTotal: 2, Tight: math.Inf(1)}, ", privacy: this noise proves no bound at all, where the paper counts 2"},
		{sim.Row{EpsilonTotal: nan, Tight: nan}, ", no privacy guarantee"},
	} {
		if got := privacySentence(c.row, true); got != c.want {
			t.Errorf("%g, tight %g:\n%s\nwant\n%s", c.row.EpsilonTotal, c.row.Tight, got, c.want)
		}
	}
	if got := privacySentence(sim.Row{EpsilonTotal: 5}, false); got != "" {
		t.Errorf("a method without noise says %q", got)
	}
}

func TestABarePathIsRecognised(t *testing.T) {
	dir := t.TempDir()
	csvPath, svm := filepath.Join(dir, "x.CSV"), filepath.Join(dir, "x.txt")
	for _, p := range []string{csvPath, svm, filepath.Join(dir, "adult.data")} {
		if err := os.WriteFile(p, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for in, want := range map[string]string{
		dir: "adult:" + dir, csvPath: "csv:" + csvPath, svm: "libsvm:" + svm,
		"census:9": "census:9", "census": "census", "libsvm:a:b": "libsvm:a:b",
	} {
		if got := runner.DataKey(in); got != want {
			t.Errorf("%s is read as %s, want %s", in, got, want)
		}
	}
}

func TestVersionAndHelp(t *testing.T) {
	if out, _, code := lab(t, "--version"); code != 0 || !strings.HasPrefix(out, "admmlab version ") {
		t.Errorf("code %d: %s", code, out)
	}
	out, _, code := lab(t, "run", "--help")
	for _, flag := range []string{"--set", "--iterations", "--seed", "--data", "--format", "--out", "130"} {
		if code != 0 || !strings.Contains(out, flag) {
			t.Errorf("run --help does not name %s", flag)
		}
	}
}

// What help says of a command fits 80 columns, and no word is missing from it.
func TestHelpFitsATerminal(t *testing.T) {
	commands := []*cobra.Command{rootCommand()}
	for len(commands) > 0 {
		cmd := commands[0]
		commands = append(commands[1:], cmd.Commands()...)
		for _, line := range strings.Split(cmd.Long, "\n") {
			words := strings.TrimLeft(line, " ")
			if utf8.RuneCountInString(line) > 80 || words == line && strings.Contains(line, "  ") || strings.Contains(line, ", ,") || strings.Contains(line+" ", " . ") {
				t.Errorf("%s --help: %q", cmd.CommandPath(), line)
			}
		}
	}
}

func TestCompletionOffersPresetsAndKeys(t *testing.T) {
	out, _, _ := lab(t, "__complete", "run", "tifs")
	if !strings.Contains(out, "tifs-fig3-dvp-0.5") {
		t.Errorf("presets: %s", out)
	}
	out, _, _ = lab(t, "__complete", "run", "--set", "")
	for _, want := range []string{"method=dvp", "alpha=", "topology=ring", "order=jacobi"} {
		if !strings.Contains(out, want) {
			t.Errorf("--set does not offer %s", want)
		}
	}
	out, _, _ = lab(t, "__complete", "run", "--format", "")
	if !strings.Contains(out, "jsonl") {
		t.Errorf("--format: %s", out)
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if out, _, code := lab(t, "completion", shell); code != 0 || len(out) < 200 {
			t.Errorf("completion %s: code %d, %d bytes", shell, code, len(out))
		}
	}
}

// refused fails unless a command line is refused in one sentence with these words.
func refused(t *testing.T, args, want []string) {
	t.Helper()
	out, errOut, code := lab(t, args...)
	if code != exitError || out != "" || strings.Count(strings.TrimSpace(errOut), "\n") != 0 {
		t.Errorf("%v: code %d, output %q, error %q", args, code, out, errOut)
	}
	for _, w := range want {
		if !strings.Contains(errOut, w) {
			t.Errorf("%v: %q does not say %q", args, errOut, w)
		}
	}
}
