package cli

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/report"
	"admmlab/sim/runner"
)

// modelFile is what --model writes as JSON.
type modelFile struct {
	Verdict         string
	Method, Promise string
	Iteration       int
	About           []string
	UnderPromise    []string `json:"under_promise"`
	UnderNoPromise  []string `json:"under_no_promise"`
	Classes         []string
	TestError       float64 `json:"test_error"`
	Columns         []map[string]any
}

// people is a table with words and numbers whose names are a nuisance, and its text.
func people() (lines [][]string, text string) {
	state := uint64(1)
	next := func(n uint64) uint64 { state = state*6364136223846793005 + 1442695040888963407; return state >> 33 % n }
	for range 240 {
		age, score, job := 18+next(60), int(next(2000))-1000, next(3)
		label := "no"
		if float64(age)/40+float64(score)/900+float64(job)+float64(next(100))/100 > 3 {
			label = "yes"
		}
		lines = append(lines, []string{fmt.Sprint(age), fmt.Sprint(score), []string{"=clerk", "farmer", "nurse, head"}[job], label})
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{"age", "#score", "@job", "label"})
	w.WriteAll(lines)
	return lines, b.String()
}

// scored is the share of lines from which the weights, used as the file says, tell wrong:
// from raw numbers and words, and with nothing of the program but the file.
func (m modelFile) scored(weight string, lines [][]string) float64 {
	wrong := 0
	for _, line := range lines {
		sums, squares := map[any]float64{}, map[any]float64{}
		for _, c := range m.Columns {
			name, x := c["column"].(string), 0.0
			for k, header := range []string{"age", "#score", "@job"} {
				if name == header {
					x, _ = strconv.ParseFloat(line[k], 64)
				} else if name == header+"="+line[k] {
					x = 1
				}
			}
			x /= c["divide_by"].(float64)
			squares[c["party"]] += x * x
			sums[c["party"]] += x * c[weight].(float64)
		}
		score := 0.0
		for party, sum := range sums {
			score += sum / math.Sqrt(squares[party])
		}
		said := m.Classes[0]
		if score > 0 {
			said = m.Classes[1]
		}
		if said != line[3] {
			wrong++
		}
	}
	return float64(wrong) / float64(len(lines))
}

// The weights in the file make the test error of the row, from the raw table; JSON and CSV
// hold the same numbers, and no name is a formula.
func TestTheWeightsInTheFileMakeTheErrorOfTheRow(t *testing.T) {
	t.Parallel()
	lines, text := people()
	dir := t.TempDir()
	table, object, list := filepath.Join(dir, "people.csv"), filepath.Join(dir, "m.json"), filepath.Join(dir, "m.csv")
	if err := os.WriteFile(table, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, spec := range admm.Catalogue() {
		args := func(model string) []string {
			return []string{"run", "--data", "csv:" + table, "--set", "method=" + spec.ID, "--set", "shuffle=false", "--set", "train=180", "--set", "C=20", "--set", "parties=3", "--iterations", "5", "--format", "jsonl", "--model", model}
		}
		out, errOut, code := lab(args(object)...)
		rows := strings.Split(strings.TrimSpace(out), "\n")
		var m modelFile
		var row struct {
			Error float64 `json:"test_error"`
		}
		content, _ := os.ReadFile(object)
		if err := json.Unmarshal(content, &m); err != nil || code != 0 {
			t.Fatalf("%s: code %d, %v\n%s\n%s", spec.ID, code, err, errOut, content)
		}
		if err := json.Unmarshal([]byte(rows[len(rows)-1]), &row); err != nil {
			t.Fatal(err)
		}
		if got := m.scored("weight", lines[180:]); got != row.Error || m.TestError != row.Error || m.Iteration != 5 || m.Method != spec.ID {
			t.Errorf("%s: the weights are wrong on %g of the lines, the row says %g, the file %g", spec.ID, got, row.Error, m.TestError)
		}
		if row.Error > 0.45 && !spec.Private() {
			t.Errorf("%s learned nothing: %g", spec.ID, row.Error)
		}
		if _, _, code := lab(args(list)...); code != 0 {
			t.Fatal(code)
		}
		content, _ = os.ReadFile(list)
		label, body, _ := strings.Cut(string(content), "number,")
		if !strings.HasPrefix(label, "# Verdict of a simulation: ") {
			t.Errorf("%s: the CSV begins with %.60q", spec.ID, label)
		}
		// The columns of these data are made by looking at them, which is under no promise.
		extreme := strings.Contains(label, "the largest value of a column is somebody's value, and is in no ε")
		if !extreme || strings.Contains(m.Verdict, "column, divide_by under no promise.") != (len(m.UnderPromise) > 0) || !slices.Contains(m.UnderNoPromise, "column") || !slices.Contains(m.UnderNoPromise, "divide_by") {
			t.Errorf("%s: the label says of divide_by %t, the verdict is %q", spec.ID, extreme, m.Verdict)
		}
		c, err := config.Build([]config.Assignment{{Key: "data", Value: "csv:" + table}, {Key: "method", Value: spec.ID}, {Key: "shuffle", Value: "false"}, {Key: "train", Value: "180"}, {Key: "C", Value: "20"}, {Key: "parties", Value: "3"}, {Key: "iterations", Value: "5"}})
		if err != nil {
			t.Fatal(err)
		}
		model, err := runner.NewHost().Model(t.Context(), c, 0, "", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if words := report.PromiseOfModel(model); len(m.UnderPromise) > 0 && "Verdict of a simulation: "+words+"." != strings.Replace(m.Verdict, " may be looked at", "", 1) {
			t.Errorf("%s: the laboratory says %q, the file %q", spec.ID, words, m.Verdict)
		}
		for _, sentence := range m.About {
			if !strings.Contains(label, "# "+sentence+"\n") {
				t.Errorf("%s: the label of the CSV lacks %q", spec.ID, sentence)
			}
		}
		cells, err := csv.NewReader(strings.NewReader("number," + body)).ReadAll()
		if err != nil || len(cells) != 1+len(m.Columns) {
			t.Fatalf("%s: %d lines, %v", spec.ID, len(cells), err)
		}
		for i, line := range cells[1:] {
			for k, cell := range line {
				name, want := cells[0][k], m.Columns[i][cells[0][k]]
				if number, isNumber := want.(float64); isNumber {
					if got, err := strconv.ParseFloat(cell, 64); err != nil || got != number {
						t.Errorf("%s: %s of line %d is %s, in JSON %v", spec.ID, name, i+1, cell, number)
					}
				} else if strings.TrimPrefix(cell, "'") != want || strings.HasPrefix(cell, "@") {
					t.Errorf("%s: %s of line %d is %s, in JSON %v", spec.ID, name, i+1, cell, want)
				}
			}
		}
	}
}

// Which weights are under the promise is what was sent; the promise is the headline of the
// run, word for word.
func TestTheModelSaysUnderWhichPromiseItIs(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "m.json")
	for _, c := range []struct {
		set            []string
		promise, none  string
		label, without string
	}{
		{[]string{"method=dvp"}, "weight, node_1 to node_5", "", "ε ≤ ", "Under no promise"},
		{[]string{"method=madmm"}, "weight, node_1 to node_5", "", "ε ≤ ", "Under no promise"},
		{[]string{"method=radmm"}, "weight, node_1 to node_5", "", "ε ≤ ", "Under no promise"},
		{[]string{"method=mradmm"}, "weight, node_1 to node_5", "", "ε ≤ ", "Under no promise"},
		// PVP's last step sends f itself; before that only V is sent.
		{[]string{"method=pvp"}, "weight, node_1 to node_5", "", "ε ≤ ", "sent_mean"},
		{[]string{"method=pvp", "stop_when=train_loss > 0"}, "sent_mean, sent_1 to sent_5", "weight, node_1 to node_5", "They come from the data and were not sent: only sent_1 to sent_5 were", ""},
		{[]string{"method=admm"}, "", "weight, node_1 to node_5", "ADMM adds no noise, so that nothing is promised", "ε ≤"},
		{[]string{"method=dvp", "private=false"}, "", "weight, node_1 to node_5", "No guarantee from t = 1: the noise is off", "ε ≤"},
		{[]string{"method=dvp", "C=500"}, "", "weight, node_1 to node_5", "No guarantee from t = 1: C = 500 exceeds the", "ε ≤"},
		{[]string{"method=sharing"}, "", "weight", "A party keeps its weights and sends scores, one a person. The promise of these scores: no guarantee from t = 1: σ does not follow |w|, so that", "ε ≤"},
		{[]string{"method=sharing", "budget=50", "events=at 2: stop = false"}, "", "weight", "The promise of these scores: no guarantee from t = 2: σ does not follow |w|, so that", "ε ≤"},
		{[]string{"method=sharing", "variant=printed", "epsilon=0.5"}, "", "weight", "The promise of these scores: no finite ε", ""},
	} {
		args := quick("--model", path)
		for _, s := range c.set {
			args = append(args, "--set", s)
		}
		_, errOut, code := lab(args...)
		content, _ := os.ReadFile(path)
		var m modelFile
		if err := json.Unmarshal(content, &m); err != nil || code != 0 {
			t.Fatalf("%v: code %d, %v\n%s", c.set, code, err, errOut)
		}
		label := strings.Join(m.About, "\n")
		said := func(lead, names string) bool { return names == "" || strings.Contains(label, lead+names+". ") }
		if !said("up to this iteration: ", c.promise) || !said("Under no promise: ", c.none) || (len(m.UnderPromise) == 0) != (c.promise == "") || (len(m.UnderNoPromise) == 1) != (c.none == "") || !slices.Contains(m.UnderNoPromise, "test_error") {
			t.Errorf("%v: under a promise %v, under none %v\n%s", c.set, m.UnderPromise, m.UnderNoPromise, label)
		}
		if !strings.Contains(label, c.label) || c.without != "" && strings.Contains(label, c.without) {
			t.Errorf("%v: want %q and not %q in\n%s", c.set, c.label, c.without, label)
		}
		first, _, _ := strings.Cut(m.Promise, " (") // the total
		verdict := "Verdict of a simulation: these weights are under no promise; show them only to those who may see the data."
		if c.promise != "" {
			verdict = "Verdict of a simulation: " + c.promise + " may be looked at under " + first + ", one record replaced"
			if c.none != "" {
				verdict += "; " + c.none + " under no promise"
			}
			verdict += "."
		}
		if m.Verdict != verdict || m.About[0] != verdict || !strings.HasPrefix(string(content), `{"verdict":`) {
			t.Errorf("%v: the verdict is %q, the first line %q, want %q", c.set, m.Verdict, m.About[0], verdict)
		}
		if (c.promise != "") != strings.Contains(label, m.Promise) && c.none == "" || c.promise != "" && !strings.Contains(errOut, "\n"+m.Promise+"\n") {
			t.Errorf("%v: the promise %q is not that of the run:\n%s", c.set, m.Promise, errOut)
		}
		if !strings.Contains(label, "its noise protects nobody") {
			t.Errorf("%v: the label does not say that it is a simulation", c.set)
		}
	}
}

// A model is there whole or not at all, and costs no run where it cannot be written.
func TestAModelIsWrittenWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rows := filepath.Join(dir, "rows.csv")
	for _, c := range []struct {
		model, want string
		args        []string
		code        int
	}{
		{"", "ends in .csv or .json", nil, exitError},
		{filepath.Join(dir, "m.txt"), "ends in .csv or .json", nil, exitError},
		{filepath.Join(dir, "no", "m.csv"), "folder", nil, exitError},
		{rows, "that is where the rows go", []string{"--out", rows}, exitError},
		{filepath.Join(dir, "m.csv"), "the run made no iteration", []string{"--set", "budget=1e-9"}, exitError},
		{filepath.Join(dir, "m.csv"), "the model is not written: its numbers left the finite range", []string{"--set", "method=pvp", "--set", "alpha=1e-300"}, exitHalted},
		{filepath.Join(dir, "m.csv"), "/nowhere.csv", []string{"--data", "csv:/nowhere.csv"}, exitError},
	} {
		_, errOut, code := lab(append(quick("--model", c.model), c.args...)...)
		if code != c.code || !strings.Contains(errOut, c.want) {
			t.Errorf("%s %v: code %d, want %d and %q: %s", c.model, c.args, code, c.code, c.want, errOut)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s %v leaves %v", c.model, c.args, left)
		}
	}
	if _, errOut, code := lab(quick("--out", rows, "--model", filepath.Join(dir, "m.csv"))...); code != 0 {
		t.Errorf("code %d: %s", code, errOut)
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("rows and model are %v", left)
	}
}

// A model does not go into the midst of the rows, nor a figure's title behind its numbers, by
// whatever name standard output is written.
func TestNothingElseGoesWhereStandardOutputIsWrittenByAnotherName(t *testing.T) {
	t.Parallel()
	link := filepath.Join(t.TempDir(), "link.csv")
	if err := os.Symlink("/dev/stdout", link); err != nil {
		t.Skip("no links here: ", err)
	}
	if _, err := os.Stat("/dev/stdout"); err != nil {
		t.Skip("not here: ", err)
	}
	said := func(args ...string) (out, errOut string, code int) {
		cmd := program(t, nil, args...)
		var o, e strings.Builder
		cmd.Stdout, cmd.Stderr = &o, &e
		cmd.Run() // the code says how it ended
		return o.String(), e.String(), cmd.ProcessState.ExitCode()
	}
	if out, errOut, code := said(quick("--model", link)...); code != exitError || out != "" || !strings.Contains(errOut, "that is where the rows go") {
		t.Errorf("a model: code %d, %q: %s", code, errOut, out)
	}
	out, errOut, code := said(shrunkenFigure("sharing-fig1", "--out", link)...)
	if lines, err := csv.NewReader(strings.NewReader(out)).ReadAll(); code != 0 || err != nil || len(lines) < 2 || !strings.Contains(errOut, "Sharing Fig. 1") {
		t.Errorf("a figure: code %d, %v, %q: %s", code, err, errOut, out)
	}
}

// The promise is that of the rows, not of a change that is due where the budget ends the
// run: the total was proved for the neighbours that were in force.
func TestTheLabelNamesTheNeighboursOfItsTotal(t *testing.T) {
	t.Parallel()
	session := written(t, "data = \"census:200\"\nC = 5\nalpha = 2\niterations = 20\nadjacency = \"remove\"\nbudget = 1\nevents = [\"at 4: adjacency = replace\"]\n")
	path := filepath.Join(t.TempDir(), "weights.json")
	_, errOut, code := lab("run", session, "--model", path)
	text, err := os.ReadFile(path)
	if code != 0 || err != nil || !strings.Contains(errOut, "one record removed: any") {
		t.Fatalf("exit %d, %v: %s", code, err, errOut)
	}
	var m modelFile
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	if m.Iteration != 3 || !strings.Contains(m.Promise, "one record removed: any") {
		t.Errorf("after %d iterations: %s", m.Iteration, m.Promise)
	}
}

// A limit that comes when it is passed ends a run where it stands, and the model says so.
func TestAModelNamesTheLimitThatItsRunEndedWith(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ events, want string }{
		{"at 4: iterations = 2", "after iteration 3 of 3."},
		{"at 4: iterations = 5", "after iteration 5 of 5."},
		{"at 3: iterations = 1", "after iteration 2 of 2."},
	} {
		path := filepath.Join(t.TempDir(), "m.csv")
		_, errOut, code := lab(quick("--iterations", "3", "--set", "events="+c.events, "--model", path)...)
		text, err := os.ReadFile(path)
		if code != 0 || err != nil || !strings.Contains(string(text), c.want) {
			t.Errorf("%s: code %d, %v: %s%s", c.events, code, err, errOut, text)
		}
	}
	// The laboratory's is cut where its run stands, and a limit may be moved right behind.
	c := config.Default()
	c.Data, c.Set.C, c.Iterations = "census:60", []float64{5}, 4
	c.Events = []config.Event{{At: 4, Key: "iterations", Value: "9"}}
	h := runner.NewHost()
	defer h.Close()
	m, err := h.Model(t.Context(), c, 3, "", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := report.WriteModel(t.Context(), &text, "csv", m); err != nil || !strings.Contains(text.String(), "after iteration 3 of 9.") {
		t.Errorf("%v: %s", err, text.String())
	}
}
