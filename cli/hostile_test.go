package cli

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/escape"
)

// hostile is a name as somebody else may have given it: controls, a sequence that clears
// the screen, marks of direction, nothing wide, formulas, and in Markdown an image, a
// link, code and a tag.
const hostile = "=cmd()|a,=1+1;@x a@b.cd\x1b[2J\a\u0085\u202e\u200b\r\x7f![x](http://evil) www.evil `x` <b>"

// stage is a folder with everything a name can be in.
type stage struct{ dir, data, session, plan, steps, run string }

func hostileStage(t *testing.T) stage {
	t.Helper()
	a := shelf(t)
	file := strings.ReplaceAll(hostile, "/", "")
	s := stage{dir: filepath.Join(t.TempDir(), file)}
	if err := os.Mkdir(s.dir, 0o700); err != nil {
		t.Skip("no such names here: ", err)
	}
	put := func(name, text string) string {
		path := filepath.Join(s.dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var rows strings.Builder
	fmt.Fprintf(&rows, "%q,b,label\n", strings.NewReplacer("\r", "", "`", "").Replace(hostile))
	for i := range 60 {
		fmt.Fprintf(&rows, "%s%d,%d,%d\n", []string{"=x\x1b", "y\u202e"}[i%2], i%3, i*7%11, i%2)
	}
	s.data = put("data"+file+".csv", rows.String())
	text := fmt.Sprintf("title = %[1]s\ncaption = %[1]s\ndata = %[2]s\nC = 6\nnodes = 2\ntopology = \"complete\"\niterations = 3\n", config.Quote(hostile), config.Quote("csv:"+s.data))
	s.session = put("session"+file+".toml", text+"events = [\"at 2: alpha = 0.25\"]\n")
	s.plan = put("plan"+file, fmt.Sprintf("%s[sweep]\ndata = [%s, \"census:300\"]\nalpha = \"0.1,0.2,0.3\"\nrepeats = 1\n", text, config.Quote("csv:"+s.data)))
	s.steps = put("steps"+file, hostile+"\n")
	s.run = "id" + file
	c, err := config.ParseText([]byte(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	r := archive.Record{ID: s.run, Name: hostile, Began: time.Unix(1e9, 0), Config: c, End: hostile, Last: sim.Row{Iteration: 3}}
	if err := errors.Join(a.Save(r, nil), os.WriteFile(filepath.Join(a.Folder(), "damaged"+file+".run"), []byte(hostile), 0o600)); err != nil {
		t.Fatal(err)
	}
	return s
}

// lines are command lines with hostile names wherever one can stand.
func (s stage) lines() [][]string {
	out := func(name string) string { return filepath.Join(s.dir, name) }
	small := []string{"--data", "census:300", "--set", "C=30", "--iterations", "2"}
	list := [][]string{
		{"--plain", s.session}, {hostile}, {"--" + hostile}, {"-" + hostile}, {"help", hostile}, {"run", "--help"},
		{"run", s.session}, {"run", hostile}, {"run", s.data}, {"run", s.session, "--out", out("rows"), "--model", out("model.csv"), "--set", "split=skewed:1:b"}, {"run", s.session, "--out", s.data}, {"run", s.session, "--out", out("no") + "/x"},
		{"run", "--format", hostile}, {"run", "--data", hostile}, {"run", "--data", "csv:" + hostile}, {"run", "--data", "wide:" + hostile}, {"run", "--data", "libsvm:" + s.data},
		{"run", "--seed", hostile}, {"run", "--set", hostile}, {"run", "--set", hostile + "=1"}, {"run", "--set", "title=" + hostile, "--data", hostile}, {"run", hostile, hostile},
		{"compare", s.session, s.run}, {"compare", s.session, hostile}, {"compare", hostile + "!"}, {"compare", s.session, s.session, "--format", "csv"}, {"compare", s.session, "--format", "jsonl"},
		{"compare", s.session, s.run, "--out", out("compared"), "--set", "alpha=0.1"}, {"compare", s.session, "--charts", hostile}, {"compare", s.session, "--budget", hostile},
		{"sweep", s.plan, "--out", out("swept")}, {"sweep", s.plan, "--out", s.data}, {"sweep", hostile, "--out", out("swept")}, {"sweep", s.session, "--out", out("swept")},
		{"tune", s.session, "--budget", "20", "--over", "eta", "--methods", "dvp", "--repeats", "1", "--set", "title=" + hostile, "--out", out("tuned"), "--format", "csv"}, {"tune", s.session, "--budget", "2", "--out", s.data}, {"tune", hostile, "--budget", "2"},
		{"tune", "--budget", hostile}, {"tune", "--budget", "2", "--over", hostile}, {"tune", "--budget", "2", "--methods", hostile}, {"tune", "--budget", "2", "--choose-on", hostile}, {"tune", "--budget", "2", "--repeats", hostile},
		{"tune", hostile, "--budget", "4"}, {"tune", "--budget", hostile},
		{"tune", "--budget", "4", "--over", hostile}, {"tune", "--budget", "4", "--methods", hostile}, {"tune", s.session, "--budget", "4", "--out", s.data}, {"tune", "--choose-on", hostile},
		{"audit", hostile}, {"audit", "--trials", hostile}, append([]string{"audit", "labels", "--set", "title=" + hostile}, small...), {"audit", "columns", hostile}, {"audit", "printed-dvp", hostile},
		{"audit", "run", s.session, "--trials", "32", "--points", "--format", "csv"}, {"audit", "run", hostile}, {"audit", "run", s.session, "--trials", hostile}, {"audit", "run", s.session, "--set", "title=" + hostile, "--set", "variant=" + hostile},
		{"account", hostile}, {"account", "--file", s.steps}, {"account", "--file", hostile}, {"account", "pure=1", "--delta", hostile},
		{"bound", s.session, "--format", "csv"}, {"bound", hostile}, {"bound", "--excess", hostile}, {"bound", "--chance", hostile}, {"bound", "--norm", hostile}, {"bound", "--format", hostile},
		{"figure", hostile}, {"figure", "tifs-fig3", "--out", hostile}, {"figure", "tifs-fig3", "--out", out("f.csv"), "--data", hostile}, {"figure", "--list"},
		{"demo", hostile}, {"demo", s.session}, {"demo", s.data, "--plain"}, {"demo", "--size", hostile}, {"demo", "--picture", s.data, s.data}, {"demo", "--cast", hostile, "--" + hostile}, {"demo", "--print"},
		{"runs"}, {"runs", "--format", "csv"}, {"runs", "--format", "jsonl"}, {"runs", hostile}, {"runs", s.run}, {"runs", hostile + "!"}, {"runs", "--format", hostile},
		{"presets"}, {"presets", hostile}, {"methods"}, {"methods", hostile}, {"topologies"}, {"topologies", hostile}, {"version"}, {"version", hostile},
		{"completion", "bash"}, {"completion", hostile}, {"__complete", "runs", ""}, {"__complete", "run", "--data", hostile}, {"__complete", hostile, ""},
	}
	for _, key := range config.Keys() {
		list = append(list, append([]string{"run", "--set", key + "=" + hostile}, small...), []string{"run", "--set", "events=at 1: " + key + " = " + hostile})
	}
	return append(list, []string{"run", "--set", "events=at 1: " + hostile + " = 1"}, []string{"run", "--set", "events=" + hostile})
}

// Whatever names there are, nothing hidden leaves the program, no cell is a formula and
// no page has a link, an image or a tag of somebody else's.
func TestHostileNamesAreOnlyShown(t *testing.T) {
	s := hostileStage(t)
	walked := map[string]bool{}
	for _, args := range s.lines() {
		out, errOut, code := lab(args...)
		what := fmt.Sprintf("%.200q", args)
		if code == exitError && strings.Count(errOut, "\n") < 1 {
			t.Errorf("%s is refused without a word", what)
		}
		if code == exitError && !strings.HasPrefix(lastLine(errOut), "admmlab: ") {
			t.Errorf("%s is not refused in a line: %q", what, errOut)
		}
		hidesNothing(t, what, out)
		hidesNothing(t, what+", standard error", errOut)
		if slices.Contains(args, "csv") {
			noFormulas(t, what, out)
		}
		if cmd, _, err := rootCommand().Find(args); err == nil {
			walked[cmd.CommandPath()] = true
		}
	}
	for commands := rootCommand().Commands(); len(commands) > 0; commands = commands[1:] {
		commands = append(commands, commands[0].Commands()...)
		if path := commands[0].CommandPath(); !walked[path] {
			t.Errorf("%s was not tried", path)
		}
	}
	kinds := map[string]int{}
	err := filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Dir(path) == s.dir && d.Name() != "rows" && d.Name() != "model.csv" {
			return err
		}
		text, err := os.ReadFile(path)
		name := strings.TrimPrefix(path, s.dir)
		hidesNothing(t, name, string(text))
		switch kinds[filepath.Ext(name)]++; filepath.Ext(name) {
		case ".csv":
			noFormulas(t, name, string(text))
		case ".md":
			onlyOwnLinks(t, name, string(text))
		}
		return err
	})
	if err != nil || kinds[".md"] != 2 || kinds[""] != 1 || kinds[".csv"] < 5 || kinds[".svg"] < 5 || kinds[".toml"] < 3 {
		t.Errorf("written: %v, %v", kinds, err)
	}
}

// A sentence quotes what is wrong, but not a whole file.
func TestASentenceHasALength(t *testing.T) {
	_, errOut, code := lab("run", written(t, strings.Repeat("a\u202e", 1<<18)+" = 1\n"))
	if code != exitError || len(errOut) > 5000 || !strings.HasSuffix(errOut, "\n") {
		t.Errorf("code %d, %d bytes", code, len(errOut))
	}
	_, errOut, code = lab("run", "--seed", strings.Repeat("é", 1<<14))
	if code != exitError || len(errOut) > 5000 || !strings.HasSuffix(errOut, "expected a whole number from 0 to 18446744073709551615\n") {
		t.Errorf("code %d: %s", code, errOut)
	}
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	return lines[len(lines)-1]
}

func hidesNothing(t *testing.T, what, text string) {
	t.Helper()
	at := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && escape.Hidden(r) })
	if at >= 0 {
		t.Errorf("%s: %q", what, text[max(0, at-60):min(len(text), at+20)])
	}
}

func noFormulas(t *testing.T, what, text string) {
	t.Helper()
	for _, separator := range ",;" { // as programs of other countries have it
		r := csv.NewReader(strings.NewReader(text))
		r.Comma, r.FieldsPerRecord, r.LazyQuotes = separator, -1, true
		lines, err := r.ReadAll()
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		for _, line := range lines {
			for _, cell := range line {
				if _, err := strconv.ParseFloat(cell, 64); err != nil && cell != "" && strings.Contains("=+-@", cell[:1]) {
					t.Errorf("%s: the cell %q", what, cell)
				}
			}
		}
	}
}

// What the library that reads the command line says of one to complete goes to standard error
// itself, past what escapes there.
func TestCompletionHidesNothing(t *testing.T) {
	own, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	was := os.Stderr
	os.Stderr = own
	defer func() { os.Stderr = was }()
	for _, command := range []string{"__complete", "__completeNoDesc"} {
		for _, args := range [][]string{{"--bo" + hostile, ""}, {"--set", hostile, "--zz", ""}, {"--set", "x\nforged", "--zz\nforged", ""}} {
			lab(append([]string{command, "run"}, args...)...)
		}
	}
	told, err := os.ReadFile(own.Name())
	if err != nil || !strings.Contains(string(told), "unknown flag") || strings.Contains(string(told), "\nforged") {
		t.Errorf("%v: %q", err, told)
	}
	hidesNothing(t, "completion", string(told))
}

// code is what Markdown does not read: blocks and spans of code, and escapes.
var code = regexp.MustCompile("(?s)\n(`{3,})[a-z]*\n.*?\n`{3,}\n|``.*?``|`[^`\n]*`|\\\\[!-/:-@[-`{-~]")

func onlyOwnLinks(t *testing.T, what, text string) {
	t.Helper()
	if !strings.Contains(text, "cmd()") {
		t.Errorf("%s names nothing hostile:\n%s", what, text)
	}
	rest := regexp.MustCompile(`(?m)^!\[[^\]\n]*\]\(<?[a-z0-9-]+\.svg>?\)$`).ReplaceAllString(code.ReplaceAllString(text, ""), "")
	if found := regexp.MustCompile(`\]\(|\w@\w|://|www\.|<[a-z/]|!\[|\x60`).FindString(rest); found != "" {
		t.Errorf("%s has %s:\n%s", what, found, text)
	}
}

// A name with a line end in it begins no line of its own among what the program tells.
func TestANameForgesNoLine(t *testing.T) {
	const forged = "x\nforged"
	c, err := config.ParseText([]byte("data = \"census:60\"\nC = 1\nnodes = 2\niterations = 1\n"), "test")
	if err != nil {
		t.Fatal(err)
	}
	if err := shelf(t).Save(archive.Record{ID: forged, Config: c, Origin: "other data", Last: sim.Row{Iteration: 1}}, nil); err != nil {
		t.Skip("no such names here: ", err)
	}
	dir := filepath.Join(t.TempDir(), forged)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Skip("no such names here: ", err)
	}
	plan := filepath.Join(dir, "plan.toml")
	swept, tuned, compared := filepath.Join(dir, "swept"), filepath.Join(dir, "tuned"), filepath.Join(dir, "compared")
	put := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(plan, "data = \"census:60\"\nC = 1\nnodes = 2\niterations = 1\nvariant = \"own\"\ntitle = \"b\\nforged\"\n[sweep]\nmethod = [\"dvp\", \"pvp\"]\nrepeats = 1\n")
	small := []string{"--data", "census:60", "--set", "C=1", "--set", "nodes=2", "--iterations", "1"}
	lines := [][]string{
		{"sweep", plan, "--out", swept}, {"sweep", plan, "--out", swept}, {"runs", forged}, {"compare", forged, "recycled-fig5-dvp"},
		append([]string{"tune", "--budget", "1", "--over", "rho", "--repeats", "1", "--out", tuned}, small...),
		append([]string{"compare", "recycled-fig5-dvp", "--out", compared}, small...), append([]string{"compare", "recycled-fig5-dvp", "recycled-fig5-mradmm", "--out", compared}, small...), append([]string{"compare", "recycled-fig5-dvp", "--out", compared}, small...),
	}
	for i, args := range lines {
		if i == 1 { // as left behind by a kill, with a picture of another plan
			put(filepath.Join(swept, "runs.jsonl"), "torn")
			put(filepath.Join(swept, "tradeoff.svg"), "")
			put(filepath.Join(swept, "heat-loss.svg"), "")
		}
		out, errOut, code := lab(args...)
		if code != 0 || strings.Contains("\n"+out+"\n"+errOut, "\nforged") {
			t.Errorf("%q: exit code %d\n%s\n%s", args, code, out, errOut)
		}
	}
}
