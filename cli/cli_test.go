package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"admmlab/presets"
	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/network"
	"admmlab/sim/rows"
	"admmlab/sim/runner"
)

// asProgram makes the test binary the program itself.
const asProgram = "ADMMLAB_TEST_AS_PROGRAM"

// No test reads or writes the archive of whoever runs it, nor leaves anything where temporary files are.
func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(Main(Signals(), os.Args[1:], os.Stdout, os.Stderr))
	}
	folder, err := os.MkdirTemp("", "admmlab")
	if err != nil {
		panic(err)
	}
	os.Setenv("XDG_DATA_HOME", folder)
	os.Setenv("TMPDIR", folder)
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// lab runs a command line as a shell would and returns what it wrote.
func lab(args ...string) (out, errOut string, code int) {
	var o, e bytes.Buffer
	code = Main(context.Background(), args, &o, &e)
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
	t.Parallel()
	out, _, code := lab(quick()...)
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
			out, errOut, code := lab(quick("--seed", seed, "--set", "method="+method)...)
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
	t.Parallel()
	run := func(format string) []string {
		out, _, _ := lab(quick("--format", format, "--set", "method=radmm")...)
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
			value, ok := row[rows.Scripted()[j].Name]
			if text, isText := value.(string); isText && text == cell {
				continue
			}
			if number, err := strconv.ParseFloat(cell, 64); ok && (cell == "" && value == nil || err == nil && value == number) {
				continue
			}
			t.Errorf("line %d: %s is %v in JSON and %q in CSV", i+1, rows.Scripted()[j].Name, value, cell)
		}
	}
}

// Every method and graph is in its list, in order; testdata/script/lists.txtar holds
// the lines that scripts rely on.
func TestListsLeaveNothingOut(t *testing.T) {
	first := func(command string) (words []string) {
		out, _, _ := lab(command)
		for line := range strings.Lines(out) {
			words = append(words, strings.Fields(line)[0])
		}
		return words
	}
	var methods, graphs []string
	for _, s := range admm.Catalogue() {
		methods = append(methods, s.ID)
	}
	for _, k := range network.Kinds() {
		graphs = append(graphs, k.Name)
	}
	if got := first("methods"); !slices.Equal(got, methods) {
		t.Errorf("methods %v, want %v", got, methods)
	}
	if got := first("topologies"); !slices.Equal(got, append(graphs, "edges:1-2,2-3")) {
		t.Errorf("topologies %v, want %v", got, graphs)
	}
}

// A preset that was printed and read back is the same session.
func TestAPrintedPresetIsTheSameSession(t *testing.T) {
	t.Parallel()
	names, _, _ := lab("presets")
	for _, p := range presets.All() {
		if !strings.Contains("\n"+names, "\n"+p.Name+" ") || !strings.Contains(names, p.Config.Title) {
			t.Errorf("presets leaves out %s", p.Name)
		}
	}
	name := presets.All()[1].Name
	text, _, code := lab("presets", name)
	if code != 0 {
		t.Fatalf("code %d", code)
	}
	path := written(t, text)
	small := []string{"--data", "census:600", "--set", "C=60", "--iterations", "3"}
	byName, _, _ := lab(append([]string{"run", name}, small...)...)
	byFile, _, _ := lab(append([]string{"run", path}, small...)...)
	if byName == "" || byName != byFile {
		t.Errorf("%s by name:\n%sby file:\n%s", name, byName, byFile)
	}
}

func TestPlainIsSentences(t *testing.T) {
	t.Parallel()
	out, _, code := lab("--plain", "--data", "census:600", "--set", "C=60", "--iterations", "40")
	if code != 0 || !strings.Contains(out, "Iteration 40 of 40: train loss ") || !strings.Contains(out, "not for releasing data") {
		t.Errorf("code %d: %s", code, out)
	}
	if n := strings.Count(out, "\n"); n < 15 || n > 25 {
		t.Errorf("%d sentences for 40 iterations", n)
	}
	out, errOut, _ := lab("--data", "census:600", "--set", "C=60", "--iterations", "3")
	if !strings.Contains(errOut, "not a terminal") || !strings.Contains(out, "Iteration 3 of 3") {
		t.Errorf("without a terminal: %s%s", out, errOut)
	}
	_, errOut, _ = lab("tifs-fig5", "--plain", "--data", "census:200", "--set", "C=5", "--iterations", "2")
	if !strings.Contains(errOut, "tifs-fig5: sentences are of one curve alone, the first of ") {
		t.Errorf("a figure: %s", errOut)
	}
}

// Only what the noise proves is called ε; the printed total stands beside it, and no bound
// is rounded down.
func TestSentencesPromiseOnlyWhatIsProved(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		row  sim.Row
		want string
	}{
		{sim.Row{EpsilonTotal: 5, Tight: 5}, ", ε ≤ 5 (any outcome at most 149 times as likely)"},
		{sim.Row{EpsilonTotal: 5, Tight: nan, TightDelta: 1e-5, Spent: 4}, ", no guarantee, privacy spent so far 4 at δ = 1e-5"},
		{sim.Row{EpsilonTotal: 5, Tight: 0.6931, TightDelta: 1e-5, Accountant: sim.Filter, Spent: 0.5},
			", ε ≤ 0.694, δ = 1e-5, whatever is drawn, of which 0.5 are spent so far (any outcome at most 2 times as likely, but for a chance of 1e-5), printed 5"},
		{sim.Row{EpsilonTotal: 5, Tight: 0.6931, TightDelta: 1e-5},
			", ε ≤ 0.694, δ = 1e-5 (any outcome at most 2 times as likely, but for a chance of 1e-5), printed 5"},
		{sim.Row{EpsilonTotal: 50, Proved: 96, Tight: 96}, ", ε ≤ 96 (an outcome may be over a million times as likely, this promises nothing), printed 50, but at δ = 0 this noise proves no less than 96"},
		{sim.Row{EpsilonTotal: 50, Proved: 95.93, Tight: 7.78, TightDelta: 1e-5},
			", ε ≤ 7.78, δ = 1e-5 (any outcome at most 2,400 times as likely, but for a chance of 1e-5, hardly a promise)" +
				", printed 50, but at δ = 0 this noise proves no less than 95.9"},
		{sim.Row{EpsilonTotal: 2, Tight: math.Inf(1)}, ", no finite ε (no bound at all, this promises nothing), printed 2"},
		{sim.Row{EpsilonTotal: nan, Tight: nan, Spent: nan}, ", no guarantee"},
	} {
		c.row.Iteration = 1
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

// A total without what it compares is no statement: every table that has one names its
// neighbours, each line its own.
func TestEveryTotalInATableNamesItsNeighbours(t *testing.T) {
	t.Parallel()
	const turned = "C = 60\ndata = \"census:600\"\niterations = 2\nrealised = false\nevents = [\"at 2: adjacency = remove\"]\n"
	for _, c := range []struct {
		args []string
		want []string // how the lines end
	}{
		{[]string{"run", written(t, turned), "--format", "csv"}, []string{"neighbours", "one record replaced", "one record removed"}},
		{[]string{"compare", written(t, turned), written(t, strings.Replace(turned, "remove", "replace", 1)), "--format", "csv"}, []string{"neighbours", "one record removed", "one record replaced"}},
		{[]string{"compare", written(t, "data = \"census:600\"\nmethod = \"admm\"\niterations = 2\n"), "--format", "csv"}, []string{"neighbours", ","}},
		{[]string{"audit", "dvp-printed", "dvp-printed-remove", "--trials", "100", "--format", "csv"}, []string{"neighbours", "one record replaced", "one record removed"}},
		{[]string{"audit", "run", "--set", "adjacency=remove", "--iterations", "1", "--trials", "100", "--format", "csv"}, []string{"neighbours", "one record removed", "one record removed"}},
	} {
		out, errOut, code := lab(c.args...)
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if code != 0 || len(lines) != len(c.want) {
			t.Errorf("%v: code %d, %s%s", c.args, code, out, errOut)
			continue
		}
		for i, end := range c.want {
			if !strings.HasSuffix(lines[i], end) {
				t.Errorf("%v: line %d is %q, expected %q at its end", c.args, i, lines[i], end)
			}
		}
	}
}

// What ends a run is told after the iteration that it ends, and what happens to an iteration
// before it.
func TestSentencesStandInTheOrderOfWhatHappens(t *testing.T) {
	t.Parallel()
	session := "data = \"census:600\"\nC = 60\nrealised = false\niterations = 40\n"
	for _, more := range []string{"budget = 0.95\naccountant = \"basic\"\n", "stop_when = \"epsilon_total > 0.7\"\n"} {
		out, errOut, code := lab("--plain", written(t, session+more+"events = [\"at 2: alpha = 0.3\"]\n"))
		if code != 0 {
			t.Fatal(errOut)
		}
		at := func(words string) int {
			i := strings.Index(out, words)
			if i < 0 {
				t.Errorf("no %q in\n%s", words, out)
			}
			return i
		}
		if change, row, end, cost := at("At iteration 2: alpha = 0.3"), at("Iteration 2 of 40:"), at("At iteration 2: "+map[bool]string{true: "the budget", false: "stopped"}[strings.HasPrefix(more, "budget")]), at("That took"); !(change < row && row < end && end < cost) {
			t.Errorf("the sentences do not follow what happens:\n%s", out)
		}
	}
}
