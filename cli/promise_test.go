package cli

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Wherever a total leaves the program, what it goes with stands there: the neighbours and the
// δ of the iteration that it is of, and of no other.
func TestEveryTotalThatIsWrittenStandsWithItsOwnPromise(t *testing.T) {
	const removed, replaced = "one record removed", "one record replaced"
	const head = "data = \"census:200\"\nC = 5\nnodes = 2\nalpha = 2\nrealised = false\niterations = 5\n"
	const column, person = "one column changed by at most 1", "one row at one party, not the label"
	const sharing = "data = \"census:200\"\nmethod = \"sharing\"\nepsilon = 0.5\nsigma = 0\nrealised = false\niterations = 4\n"
	next := regexp.MustCompile("the next would take [^)]*[)]") // a total that no run has, and its own promise
	for name, c := range map[string]struct {
		session, who, other, delta string // of the last total; other is named nowhere but in the settings
		both                       bool   // an earlier total is of the other
	}{
		"as it began":              {head, replaced, removed, "1e-5", false},
		"turned before any":        {head + "events = [\"at 1: adjacency = remove\", \"at 1: delta = 0.003\"]\n", removed, replaced, "0.003", false},
		"turned on the way":        {head + "events = [\"at 3: adjacency = remove\", \"at 4: delta = 0.003\"]\n", removed, replaced, "0.003", true},
		"turned at the end":        {head + "events = [\"at 5: adjacency = remove\", \"at 5: delta = 0.003\"]\n", removed, replaced, "0.003", true},
		"turned behind the limit":  {head + "events = [\"at 6: adjacency = remove\", \"at 6: delta = 0.003\"]\n", replaced, removed, "1e-5", false},
		"a wall before the change": {head + "budget = 1.6\nevents = [\"at 4: adjacency = remove\", \"at 4: delta = 1e-9\", \"at 4: budget = 0.1\"]\n", replaced, removed, "1e-5", false},
		"a condition before it":    {head + "stop_when = \"epsilon_tight > 1\"\nevents = [\"at 4: adjacency = remove\", \"at 4: delta = 0.003\"]\n", replaced, removed, "1e-5", false},
		"by columns, then persons": {sharing + "events = [\"at 3: adjacency = person\"]\n", person, column, "1e-5", true},
		"by persons, then columns": {sharing + "adjacency = \"person\"\nevents = [\"at 3: adjacency = column\", \"at 3: delta = 0.003\"]\n", column, person, "0.003", true},
	} {
		dir := t.TempDir()
		path := func(name string) string { return filepath.Join(dir, name) }
		read := func(name string) string {
			text, err := os.ReadFile(path(name))
			if err != nil {
				t.Fatal(err)
			}
			return html.UnescapeString(string(text))
		}
		for file, text := range map[string]string{"s.toml": c.session, "p.toml": c.session + "[sweep]\nseed = [\"7\", \"8\"]\nrepeats = 1\n"} {
			if err := os.WriteFile(path(file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		made := func(args ...string) (out, errOut string) {
			t.Helper()
			out, errOut, code := lab(args...)
			if code != 0 {
				t.Fatalf("%s, %q: exit code %d, %s", name, args, code, errOut)
			}
			return out, errOut
		}
		rows, told := made("run", path("s.toml"), "--format", "jsonl", "--model", path("m.json"))
		lines := strings.Split(strings.TrimSpace(rows), "\n")
		var last struct {
			Tight      float64 `json:"epsilon_tight"`
			Delta      float64 `json:"delta"`
			Neighbours string  `json:"neighbours"`
		}
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || last.Neighbours != c.who || fmt.Sprintf("%.3g", last.Delta) != strings.Replace(c.delta, "e-5", "e-05", 1) || !(last.Tight > 0) {
			t.Fatalf("%s: the last row is %s, %v", name, lines[len(lines)-1], err)
		}
		promise := ""
		for line := range strings.SplitSeq(told, "\n") {
			if strings.HasPrefix(line, "ε ≤ ") {
				promise = line
			}
		}
		var model struct{ Verdict, Promise string }
		if err := json.Unmarshal([]byte(read("m.json")), &model); err != nil {
			t.Fatal(err)
		}
		made("run", path("s.toml"), "--model", path("m.csv"), "--out", path("rows.csv"))
		label, _, _ := strings.Cut(read("m.csv"), "\nnumber,")
		table, compared := made("compare", path("s.toml"), path("s.toml"), "--out", path("c"), "--format", "csv")
		page := read("c/report.md")
		_, values, _ := strings.Cut(page, "## After the last iteration")
		values, _, _ = strings.Cut(values, "\n## ")
		made("sweep", path("p.toml"), "--out", path("w"))
		_, proves, _ := strings.Cut(read("w/sweep.md"), "it proves ")
		proves, _, _ = strings.Cut(proves, "\n")
		sentences, _ := made("--plain", path("s.toml"))
		_, spoken, _ := strings.Cut(sentences[max(0, strings.LastIndex(sentences, "after this change: ")):], ": ")
		long := func(text string) string { // of the sentences that say what a change is, in short
			for short, words := range map[string]string{replaced: "one record replaced by", removed: "one record taken out, C/B kept", column: "one feature column of one party changed", person: "one person's row replaced at one party"} {
				text = strings.ReplaceAll(text, words, short+" ")
			}
			return text
		}
		for where, text := range map[string]string{
			"standard error of run": promise, "the model's promise": model.Promise, "the model's label": label, "the table of compare": table, "standard error of compare": long(compared),
			"report.md": long(values), "sweep.md": proves, "results.csv": read("w/results.csv"), "summary.csv": read("w/summary.csv"), "tradeoff.svg": read("w/tradeoff.svg"), "sentences": long(spoken),
			"privacy.svg": read("c/privacy.svg"),
		} {
			text = next.ReplaceAllString(text, "")
			both := c.both && where == "privacy.svg" // it has the totals of all iterations
			if !strings.Contains(text, c.who) || strings.Contains(text, c.other) != both {
				t.Errorf("%s, %s names other neighbours than %s:\n%s", name, where, c.who, text)
			}
			if where != "standard error of compare" && !strings.Contains(text, c.delta) && !strings.Contains(text, strings.Replace(c.delta, "e-5", "e-05", 1)) {
				t.Errorf("%s, %s does not name δ = %s:\n%s", name, where, c.delta, text)
			}
		}
		if model.Promise != promise || !strings.HasPrefix(c.session, sharing) && !strings.Contains(model.Verdict, c.who) {
			t.Errorf("%s: the model has %q, %q, standard error %q", name, model.Verdict, model.Promise, promise)
		}
	}
}

// Where the noise proves no bound in any iteration, the axis of ε names no δ and no neighbours.
func TestACompareWithoutABoundNamesNoPromise(t *testing.T) {
	dir := t.TempDir()
	session, out := filepath.Join(dir, "s.toml"), filepath.Join(dir, "c")
	if err := os.WriteFile(session, []byte("data = \"census:200\"\nmethod = \"sharing\"\nvariant = \"printed\"\nepsilon = 0.5\nsigma = 0\nrealised = false\niterations = 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, errOut, code := lab("compare", session, session, "--out", out); code != 0 {
		t.Fatalf("exit code %d, %s", code, errOut)
	}
	chart, err := os.ReadFile(filepath.Join(out, "privacy.svg"))
	if text := string(chart); err != nil || !strings.Contains(text, "no finite values") || strings.Contains(text, "δ ≤") || strings.Contains(text, "one column") {
		t.Errorf("%v: %s", err, chart)
	}
}
