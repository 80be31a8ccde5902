package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"admmlab/cli/input"
	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
)

// A name that several runs have, or a preset too, never gives another run without a word.
func TestANameThatMeansSeveralRunsIsNotGuessed(t *testing.T) {
	a := shelf(t)
	for i, name := range []string{"base", "base", "lesson-turn-alpha"} {
		c := config.Default()
		c.Data, c.Iterations, c.Set.C, c.Seed = "census:200", 2, []float64{5}, uint64(i+1)
		if err := a.Save(archive.Record{ID: strings.Repeat("x", i+1), Name: name, Began: time.Unix(1e9, 0), Config: c, End: archive.Limit, Last: sim.Row{Iteration: 2}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"runs", "base"}, {"compare", "base"}} {
		out, errOut, code := lab(args...)
		if code != exitError || out != "" || !strings.Contains(errOut, `2 runs are called "base": say which by its ID, x`) && !strings.Contains(errOut, `2 runs are called "base": say which by its ID, xx`) {
			t.Errorf("%q: code %d, %q, %q", args, code, out, errOut)
		}
	}
	if out, _, code := lab("runs", "xx"); code != 0 || !strings.Contains(out, `seed = "2"`) {
		t.Errorf("by its ID: code %d, %s", code, out)
	}
	_, errOut, code := lab(shrunken("lesson-turn-alpha")...)
	if code != 0 || !strings.Contains(errOut, "lesson-turn-alpha is taken as the preset or file, not as the kept run of that name") {
		t.Errorf("code %d, %s", code, errOut)
	}
}

// A preset comes before a file of its name, and that is told.
func TestAFileThatHasTheNameOfAPreset(t *testing.T) {
	const told = "lesson-turn-alpha is taken as the preset, not as the file of that name: ./lesson-turn-alpha means that one"
	t.Chdir(t.TempDir())
	if err := os.WriteFile("lesson-turn-alpha", []byte("method = \"admm\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, method string
		told         bool
	}{{"lesson-turn-alpha", "dvp", true}, {"./lesson-turn-alpha", "admm", false}} {
		out, errOut, code := lab("run", c.name, "--data", "census:300", "--set", "C=5", "--iterations", "1")
		if code != 0 || !strings.Contains(out, "\n1,"+c.method+",") || strings.Contains(errOut, told) != c.told {
			t.Errorf("%s: code %d, %s%s", c.name, code, out, errOut)
		}
		_, errOut, code = lab("compare", c.name, "--data", "census:300", "--set", "C=5", "--iterations", "1")
		if code != 0 || strings.Contains(errOut, told) != c.told {
			t.Errorf("compare %s: code %d, %s", c.name, code, errOut)
		}
	}
}

// Drawn data come before a file or folder of their name, and that is told; the name of a kind of
// files is a file's like any other.
func TestAFileThatHasTheNameOfData(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"census:60", "libsvm", "adult"} {
		if err := os.WriteFile(name, []byte(strings.Repeat("+1 1:1\n-1 2:1\n", 30)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const told = "census:60 is taken as the data that are drawn, not as what has that name here: ./census:60 means that"
	for _, c := range []struct {
		flags []string
		told  bool
	}{
		{[]string{"--data", "census:60"}, true}, {[]string{"--data", "./census:60"}, false}, {[]string{"--set", "data=census:60"}, false},
		{[]string{"--data", "libsvm"}, false}, {[]string{"--data", "adult"}, false},
	} {
		for _, command := range [][]string{{"run"}, {"compare", "lesson-turn-alpha"}} {
			_, errOut, code := lab(append(append(command, c.flags...), "--set", "C=1", "--set", "nodes=2", "--iterations", "1")...)
			if code != 0 || strings.Contains(errOut, told) != c.told {
				t.Errorf("%s %q: code %d, %s", command, c.flags, code, errOut)
			}
		}
	}
}

// A folder of a run's name is no session file: compare writes its own there.
func TestAFolderIsNoSessionOfAKeptName(t *testing.T) {
	a := shelf(t)
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:600", 2, []float64{60}
	if err := a.Save(archive.Record{ID: "old", Name: "baseline", Config: c, Last: sim.Row{Iteration: 2}}, nil); err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for range 2 {
		if _, errOut, code := lab("compare", "baseline", "--out", "baseline"); code != 0 {
			t.Errorf("code %d: %s", code, errOut)
		}
	}
}

// shelf is an archive for this process, in a folder of the test's.
func shelf(t *testing.T) *archive.Archive {
	t.Helper()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	a, err := input.OpenArchive()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestRunsAreListedAndPrintedAsSessions(t *testing.T) {
	a := shelf(t)
	if out, _, code := lab("runs"); code != 0 || strings.Count(out, "\n") != 1 {
		t.Errorf("without any: code %d, %q", code, out)
	}
	for i, id := range []string{"old", "new"} {
		c := config.Default()
		c.Data, c.Iterations, c.Set.C, c.Set.Alpha = "census:600", 3, []float64{60}, []float64{0.1}
		c.Events = []config.Event{{At: 2, Key: "adjacency", Value: "remove"}, {At: 4, Key: "adjacency", Value: "replace"}}
		r := archive.Record{ID: id, Name: []string{"base\x1b[2J", ""}[i], Began: time.Unix(int64(1e9*(1+i)), 0), Config: c, End: archive.Limit, Last: sim.Row{Iteration: 3, TrainLoss: 0.123456, Tight: 0.5, TightDelta: 1e-5, Accountant: "PLD"}}
		if err := a.Save(r, nil); err != nil {
			t.Fatal(err)
		}
	}
	out, _, code := lab("runs")
	lines := strings.Split(out, "\n")
	if code != 0 || len(lines) != 4 || !strings.HasPrefix(lines[1], "new") || !strings.Contains(lines[2], `base\x1b[2J`) || !strings.Contains(lines[1], "alpha=0.1") {
		t.Errorf("code %d:\n%q", code, out)
	}
	if out, _, _ := lab("runs", "--format", "csv"); !strings.Contains(out, "new,2033-05-18T03:33:20Z,,dvp,data=census:600 alpha=0.1 C=60,0.123456,") {
		t.Errorf("CSV:\n%s", out)
	} else if !strings.Contains(out, ",0.5,1e-05,one record removed,") { // what the total goes with at its end
		t.Errorf("neighbours and δ:\n%s", out)
	}
	session, _, code := lab("runs", "old")
	if code != 0 {
		t.Fatal(code)
	}
	path := written(t, session)
	if rows, errOut, code := lab("run", path); code != 0 || strings.Count(rows, "\n") != 4 {
		t.Errorf("run again: code %d, %s%s", code, rows, errOut)
	}
	if named, _, _ := lab("runs", "base\x1b[2J"); named != session {
		t.Errorf("by name:\n%s", named)
	}
	if _, errOut, code := lab("runs", "odl"); code != exitError || !strings.Contains(errOut, `no run is called "odl"`) {
		t.Errorf("code %d: %s", code, errOut)
	}
	if err := os.WriteFile(filepath.Join(a.Folder(), "bad.run"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, errOut, code := lab("compare", "lesson-cut-the-ring-private", "--iterations", "1"); code != 0 || strings.Contains(errOut, "bad") {
		t.Errorf("which names a preset: code %d: %s", code, errOut)
	}
	if out, _, _ := lab("__complete", "runs", ""); strings.Contains(out, "bad") {
		t.Errorf("offered:\n%s", out)
	}
	for _, args := range [][]string{{"runs"}, {"compare", "old", "--iterations", "1"}} { // completion and a preset have left it where it was
		if out, errOut, code := lab(args...); code != 0 || !strings.Contains(errOut, "bad.run is damaged") {
			t.Errorf("%v: code %d: %s%s", args, code, out, errOut)
		}
		if err := os.WriteFile(filepath.Join(a.Folder(), "bad.run"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// kept is what the data folder of a laboratory holds, such as "pvp left, dvp limit".
func kept(t *testing.T, data string) string {
	t.Helper()
	records, notes, err := archive.Open(filepath.Join(data, "admmlab", "runs")).List(t.Context())
	if err != nil || notes != nil {
		t.Fatal(err, notes)
	}
	var list []string
	for _, r := range records {
		list = append(list, r.Config.Method+" "+string(r.End))
	}
	return strings.Join(list, ", ")
}

// kill -9 takes the last seconds of the run under way, and no other.
func TestKilledItHasKeptWhatWasTried(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	c := inTerminal(t, append(quiet, "XDG_DATA_HOME="+data), 120, 36, "--data", "census:600", "--set", "C=60", "--iterations", "80")
	c.types("]")
	c.until("the finished run on disk", func(string, string) bool { return kept(t, data) == "dvp limit" })
	c.types("[m\x1b[B\r") // the next method, slowly
	c.until("the second run on disk", func(string, string) bool { return kept(t, data) == "pvp left, dvp limit" })
	c.signal(syscall.SIGKILL)
	ends(t, c.cmd)
	if got := kept(t, data); got != "pvp left, dvp limit" {
		t.Error(got)
	}
}

// However it is left, the run on the screen is written before the program ends.
func TestLeavingKeepsTheRunUnderWay(t *testing.T) {
	for name, leave := range map[string]func(c *console){
		"q":       func(c *console) { c.types("q") },
		"SIGTERM": func(c *console) { c.signal(syscall.SIGTERM) },
		"SIGHUP":  func(c *console) { c.signal(syscall.SIGHUP) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			c := inTerminal(t, append(quiet, "XDG_DATA_HOME="+data), 120, 36, lab600...)
			c.running()
			leave(c)
			c.restored()
			ends(t, c.cmd)
			if got := kept(t, data); got != "dvp left" {
				t.Error(got)
			}
		})
	}
}

func TestWithoutAHomeItSaysOnceThatRunsAreNotKept(t *testing.T) {
	t.Parallel()
	c := inTerminal(t, []string{"TERM=xterm-256color", "HOME=", "XDG_DATA_HOME="}, 200, 36, lab600...)
	c.until("the message", func(_, view string) bool {
		return strings.Contains(view, "runs are not kept: finding the folder for runs")
	})
	c.running()
	c.types("q")
	c.until("what is lost", func(_, view string) bool {
		return strings.Contains(view, "the last state of 1 run is not kept: finding the folder for runs")
	})
	if code := ends(t, c.cmd); code != exitError {
		t.Errorf("exit code %d", code)
	}
	c.restored()
}

// The flag keeps nothing, and a folder that cannot be made is a message.
func TestNothingIsKeptWhereThatIsAsked(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	c := inTerminal(t, append(quiet, "XDG_DATA_HOME="+data), 120, 36, append(lab600, "--no-archive")...)
	c.running()
	c.types("h")
	c.until("the message", func(_, view string) bool { return strings.Contains(view, "no runs are kept") })
	c.types("q")
	ends(t, c.cmd)
	if left, err := os.ReadDir(data); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

func TestAFolderThatCannotBeWrittenIsAMessage(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := inTerminal(t, append(quiet, "XDG_DATA_HOME="+file), 200, 36, lab600...)
	c.until("the message", func(_, view string) bool { return strings.Contains(view, "runs are not kept: ") })
	c.running()
	c.types("q")
	if code := ends(t, c.cmd); code != exitError {
		t.Errorf("exit code %d", code)
	}
	c.until("what is lost", func(_, view string) bool { return strings.Contains(view, "the last state of 1 run is not kept: ") })
}

// A run kept says when its file of data is not that of then, and so does the laboratory.
func TestAKeptRunBelongsToItsData(t *testing.T) {
	t.Parallel()
	data, path := t.TempDir(), filepath.Join(t.TempDir(), "people.svm")
	env := append(quiet, "XDG_DATA_HOME="+data)
	table := func(turn string) {
		t.Helper()
		text := strings.Repeat("+1 1:0."+turn+" 2:0.3\n-1 1:0.2 2:0."+turn+"\n", 60)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	table("1")
	c := inTerminal(t, env, 120, 36, "--data", path, "--set", "C=10", "--iterations", "30")
	c.until("the finished run on disk", func(string, string) bool { return kept(t, data) == "dvp limit" })
	c.types("q")
	ends(t, c.cmd)
	says := func(words ...string) {
		t.Helper()
		out, err := program(t, env, "runs", "--format", "csv").Output()
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		if err != nil || len(lines) != 2 || !strings.HasSuffix(lines[1], ","+strings.Join(words, "")) {
			t.Errorf("%v: %s, want %q", err, out, words)
		}
	}
	says()
	table("4")
	says("its data are not those of then")
	files, err := filepath.Glob(filepath.Join(data, "admmlab", "runs", "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	id, _, _ := strings.Cut(filepath.Base(files[0]), ".")
	dir := t.TempDir()
	if out, err := program(t, env, "compare", id, "tifs-fig3-admm", "--out", dir).CombinedOutput(); err != nil || !strings.Contains(string(out), "would not be the same again: its data are not those of then") {
		t.Errorf("%v: %s", err, out)
	}
	page, err := os.ReadFile(filepath.Join(dir, "report.md"))
	if err != nil || !strings.Contains(string(page), "- A, iteration 0: the run "+id+" would not be the same again: its data are not those of then\n") {
		t.Errorf("the report does not say so, %v:\n%s", err, page)
	}
	c = inTerminal(t, append(env, "HOME=/nonexistent"), 120, 36, "--data", path, "--set", "C=10", "--iterations", "30")
	c.running()
	c.types("h")
	c.until("the table", func(_, view string) bool { return strings.Contains(view, "2 runs tried") })
	c.types("\x1b[B") // the one of before
	c.until("the words", func(_, view string) bool { return strings.Contains(view, "not those of then") })
	c.types("\r")
	c.until("the same words again", func(_, view string) bool { return strings.Contains(view, "again, but not as it was") })
	c.types("q")
	ends(t, c.cmd)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	out, err := program(t, env, "runs").Output()
	if err != nil || strings.Count(string(out), "its data cannot be read any more") < 2 {
		t.Errorf("%v: %s", err, out)
	}
}

// What ends the command ends the reading of kept runs, however long their sessions are.
func TestTheListOfRunsEndsWithTheCommand(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	c := config.Default()
	for i := range 20_000 {
		c.Events = append(c.Events, config.Event{At: 2 + i, Key: "alpha", Value: "0.1"})
	}
	r := archive.Record{ID: archive.NewID(time.Now()), Began: time.Now(), Config: c, End: archive.Left, Last: sim.Row{Iteration: 3}}
	if err := archive.Open(filepath.Join(data, "admmlab", "runs")).Save(r, nil); err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	for _, args := range [][]string{{"runs"}, {"runs", r.ID}} {
		root := rootCommand()
		root.SetArgs(args)
		root.SetOut(io.Discard)
		root.SetErr(io.Discard)
		if err := root.ExecuteContext(ended); !errors.Is(err, context.Canceled) {
			t.Errorf("%v ends with %v", args, err)
		}
	}
}
