package cli

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"admmlab/sim/numeral"
	"admmlab/sim/sweep"
)

// gridText is a plan of twelve runs of some hundredths of a second.
const gridText = `
data = "census:600"
C = 60
iterations = 100
realised = false
[sweep]
alpha = "0.5..2 log 4"
repeats = 3
`

// finished waits for at least n whole lines of finished runs.
func finished(t *testing.T, dir string, n int) string {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		text, _ := os.ReadFile(filepath.Join(dir, sweep.RunsFile))
		if bytes.Count(text, []byte("\n")) >= n {
			return string(text)
		}
	}
	t.Fatal("no run is finished")
	return ""
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// kill -9 in mid-sweep loses no finished run, twice in a row, and what comes out
// in the end is what a sweep in one go gives.
func TestAKilledSweepLosesNoFinishedRun(t *testing.T) {
	t.Parallel()
	plan, whole, dir := written(t, gridText), t.TempDir(), t.TempDir()
	if _, errOut, code := lab("sweep", plan, "--out", whole); code != 0 {
		t.Fatal(errOut)
	}
	var before string
	for _, enough := range []int{1, 4} {
		cmd := program(t, nil, "sweep", plan, "--out", dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		seen := finished(t, dir, enough)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal("the sweep was over before it could be killed: ", err)
		}
		ends(t, cmd)
		after := read(t, dir, sweep.RunsFile)
		if !strings.HasPrefix(seen, before) || !strings.HasPrefix(after, seen) {
			t.Fatalf("killed after %d runs, these are gone:\n%s", enough, seen)
		}
		before = after[:strings.LastIndexByte(after, '\n')+1]
	}
	if n := strings.Count(before, "\n"); n >= 12 {
		t.Fatalf("%d runs were finished before the sweep was killed: it proves nothing", n)
	}
	if _, errOut, code := lab("sweep", plan, "--out", dir); code != 0 || !strings.Contains(errOut, "were there already") {
		t.Fatalf("code %d: %s", code, errOut)
	}
	if after := read(t, dir, sweep.RunsFile); !strings.HasPrefix(after, before) || strings.Count(after, "\n") != 12 {
		t.Errorf("%d runs for a plan of 12", strings.Count(after, "\n"))
	}
	for _, name := range []string{sweep.ResultsFile, sweep.SummaryFile, sweep.PageFile} {
		if read(t, dir, name) != read(t, whole, name) {
			t.Errorf("%s differs from that of a sweep in one go", name)
		}
	}
}

// Over runs of different losses standard output has errors alone, and standard error says why.
func TestASweepOverLossesPrintsErrors(t *testing.T) {
	t.Parallel()
	plan := written(t, "data = \"census:300\"\nC = 20\niterations = 2\nrealised = false\n[sweep]\nloss = [\"logistic\", \"huber\"]\nrepeats = 1\n")
	out, errOut, code := lab("sweep", plan, "--out", t.TempDir())
	if code != 0 || strings.Contains(out, "loss (train)") || !strings.HasPrefix(out, "error (test) %, medians, loss across\n") || !strings.Contains(errOut, "the runs are of different losses, which do not compare") {
		t.Errorf("code %d: %s\n%s", code, errOut, out)
	}
}

// A signal ends it as it ends a run, with the files of what is there.
func TestSignalsToASweep(t *testing.T) {
	t.Parallel()
	plan := written(t, strings.Replace(gridText, "100", "400", 1))
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		dir := t.TempDir()
		cmd := program(t, nil, "sweep", plan, "--out", dir, "--set", "alpha=3")
		var errOut bytes.Buffer
		cmd.Stderr = &errOut
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		finished(t, dir, 1)
		cmd.Process.Signal(s)
		code, kept := ends(t, cmd), strings.Count(read(t, dir, sweep.RunsFile), "\n")
		if lines := strings.Count(read(t, dir, sweep.ResultsFile), "\n"); code != exitInterrupted || kept == 12 || lines != 1+kept ||
			!strings.Contains(errOut.String(), "runs are kept in") {
			t.Errorf("%v: code %d, %d runs, %d lines: %s", s, code, kept, lines, errOut.String())
		}
	}
}

// A disk that is full in mid-sweep: one line, and what was stored before is whole.
func TestASweepOnAFullDisk(t *testing.T) {
	t.Parallel()
	plan, dir := written(t, strings.Replace(gridText, "100", "40", 1)), t.TempDir()
	for _, c := range []struct{ name, script, want string }{
		{"a small disk", `unshare -rm sh -c 'mount -t tmpfs -o size=12k none "$DIR" && { "$@"; code=$?; cp "$DIR"/runs.jsonl "$KEEP"; exit $code; }' sh "$@" || exit $?`, "no space left"},
		{"a limit on files", `ulimit -f 4; "$@"; code=$?; cp "$DIR"/runs.jsonl "$KEEP"; exit $code`, "file too large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			keep := filepath.Join(t.TempDir(), "kept")
			cmd := program(t, []string{"DIR=" + dir, "KEEP=" + keep}, "sweep", plan, "--out", dir)
			cmd.Args = append([]string{"sh", "-c", c.script, "sh"}, append([]string{cmd.Path}, cmd.Args[1:]...)...)
			cmd.Path = "/bin/sh"
			var errOut bytes.Buffer
			cmd.Stderr = &errOut
			if err := cmd.Start(); err != nil {
				t.Skip("no shell here: ", err)
			}
			code := ends(t, cmd)
			if strings.Contains(errOut.String(), "unshare") || strings.Contains(errOut.String(), "mount") {
				t.Skip("no disk of its own can be made here: ", errOut.String())
			}
			if code != exitError || !strings.Contains(errOut.String(), c.want) || strings.Count(errOut.String(), "\n") != 1 {
				t.Fatalf("code %d: %s", code, errOut.String())
			}
			text, err := os.ReadFile(keep)
			if n := strings.Count(string(text), "\n"); err != nil || n < 1 || n >= 12 || !bytes.HasSuffix(text, []byte("}\n")) {
				t.Errorf("%v, kept: %q", err, text)
			} else if said := "what was stored before is kept: " + numeral.Counted(n, "run"); !strings.Contains(errOut.String(), said) {
				t.Errorf("it does not say that %s: %s", said, errOut.String())
			}
		})
	}
}

// The plan the reference shows, with fewer people and iterations.
func TestTheReferencesPlanRuns(t *testing.T) {
	t.Parallel()
	text, err := fs.ReadFile(repository, "docs/reference.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "## Sweeps")
	_, rest, _ = strings.Cut(rest, "```toml\n")
	plan, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("docs/reference.md shows no plan under Sweeps")
	}
	dir := t.TempDir()
	out, errOut, code := lab("sweep", written(t, plan), "--out", dir, "--data", "census:300", "--set", "C=30", "--iterations", "2")
	if code != 0 || !strings.Contains(out, "stationary") || !strings.Contains(read(t, dir, sweep.PageFile), "optimum-1.svg") {
		t.Errorf("code %d: %s%s", code, out, errOut)
	}
	help, _, _ := lab("sweep", "--help")
	for _, name := range []string{sweep.RunsFile, sweep.ResultsFile, sweep.SummaryFile, sweep.PageFile} {
		if read(t, dir, name) == "" || !strings.Contains(help, name) {
			t.Errorf("%s is empty, or the help does not name it:\n%s", name, help)
		}
	}
}

// A sweep of the laboratory, too, ends in order: terminal as it was, finished runs
// in the user's folder, and the files of what is there.
func TestASignalEndsASweepOfTheLaboratory(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	c := inTerminal(t, append(quiet, "XDG_DATA_HOME="+data), 120, 36, "--data", "census:600", "--set", "C=60", "--iterations", "400")
	c.running()
	c.types("S")
	c.until("the form of a sweep", func(_, view string) bool { return strings.Contains(view, "45 runs of 400 iterations") })
	c.types("\r")
	var dirs []string
	c.until("a finished run", func(_, view string) bool {
		dirs, _ = filepath.Glob(filepath.Join(data, "admmlab", "sweeps", "dvp-alpha-*"))
		if len(dirs) != 1 {
			return false
		}
		text, _ := os.ReadFile(filepath.Join(dirs[0], sweep.RunsFile))
		return bytes.Contains(text, []byte("\n")) && strings.Contains(view, "Sweep: error % over α")
	})
	c.types("q")
	c.until("the question", func(_, view string) bool { return strings.Contains(view, "Under way: the sweep") })
	c.signal(syscall.SIGTERM)
	c.restored()
	if code := ends(t, c.cmd); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
	runs, lines := read(t, dirs[0], sweep.RunsFile), read(t, dirs[0], sweep.ResultsFile)
	if n := strings.Count(runs, "\n"); !strings.HasSuffix(runs, "}\n") || n == 45 || strings.Count(lines, "\n") != 1+n {
		t.Errorf("%d runs, %d lines of results", n, strings.Count(lines, "\n"))
	}
}
