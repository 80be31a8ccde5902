package cli

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf16"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/runner"
)

// readers are the command lines that read a file, "FILE" being its name.
var readers = map[string][]string{
	"session": {"run", "FILE"}, "session in sentences": {"--plain", "FILE"}, "sessions side by side": {"compare", "tifs-fig3-admm", "FILE"},
	"plan": {"sweep", "FILE", "--out", "DIR"}, "session to tune": {"tune", "FILE", "--budget", "4", "--out", "DIR"}, "steps": {"account", "--file", "FILE"},
	"CSV": {"run", "--data", "csv:FILE"}, "LIBSVM": {"compare", "tifs-fig3-admm", "--data", "libsvm:FILE"}, "CSV of a figure": {"figure", "tifs-fig3", "--data", "csv:FILE", "--out", "DIR/f.svg"}, "script of a demo": {"demo", "FILE", "--plain"},
}

func with(args []string, file, dir string) (list []string) {
	for _, a := range args {
		list = append(list, strings.ReplaceAll(strings.ReplaceAll(a, "FILE", file), "DIR", dir))
	}
	return list
}

// Whatever is read from a pipe, a signal ends it: whether nobody writes or somebody
// keeps silent in mid-text.
func TestSignalsWhileAnythingIsRead(t *testing.T) {
	signals := []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT}
	n := 0
	for what, args := range readers {
		s := signals[n%len(signals)]
		n++
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "pipe")
			if err := syscall.Mkfifo(path, 0o600); err != nil {
				t.Skip("no named pipes here: ", err)
			}
			cmd := program(t, quiet, with(args, path, t.TempDir())...)
			var errOut bytes.Buffer
			cmd.Stderr = &errOut
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			writer, err := os.OpenFile(path, os.O_WRONLY, 0) // returns when the program reads
			if err != nil {
				t.Fatal(err)
			}
			defer writer.Close()
			if _, err := writer.WriteString("1"); err != nil {
				t.Error(err)
			}
			cmd.Process.Signal(s)
			if code := ends(t, cmd); code != exitInterrupted {
				t.Errorf("%v: code %d: %s", s, code, errOut.String())
			}
		})
	}
}

// A session that is typed is read to its end, and a signal ends the wait for it.
func TestASessionIsReadFromATerminal(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/stdin"); err != nil {
		t.Skip("no /dev/stdin here")
	}
	c := inTerminal(t, quiet, 80, 24, "run", "/dev/stdin")
	c.types("iterations = 1\ndata = \"census:600\"\nC = 60\n\x04")
	c.until("a row", func(raw, _ string) bool { return strings.Contains(raw, "1,dvp,") })
	if code := ends(t, c.cmd); code != 0 {
		t.Errorf("code %d", code)
	}
	c = inTerminal(t, quiet, 80, 24, "account", "--file", "/dev/stdin")
	c.types("# a line, and no end\n")
	fds := fmt.Sprintf("/proc/%d/fd", c.cmd.Process.Pid)
	if _, err := os.Stat(fds); err != nil {
		t.Skip("no list of open files here")
	}
	c.until("the terminal is read", func(string, string) bool {
		list, _ := os.ReadDir(fds)
		return slices.ContainsFunc(list, func(e os.DirEntry) bool {
			to, _ := os.Readlink(filepath.Join(fds, e.Name()))
			return !strings.Contains("012", e.Name()) && strings.HasPrefix(to, "/dev/pts/")
		})
	})
	c.signal(syscall.SIGTERM)
	if code := ends(t, c.cmd); code != exitInterrupted {
		t.Errorf("code %d", code)
	}
}

// What has no end, or is too large to be meant, is refused before it fills the memory.
func TestReadingHasALimitThatIsNamed(t *testing.T) {
	a := shelf(t)
	dir := t.TempDir()
	huge := filepath.Join(dir, "huge")
	for _, path := range []string{huge, filepath.Join(a.Folder(), "huge.run")} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, 3<<30)); err != nil {
			t.Skip("no sparse files here: ", err)
		}
	}
	for what, args := range readers {
		for _, path := range []string{huge, "/dev/zero"} {
			if _, err := os.Stat(path); err != nil {
				continue
			}
			out, errOut, code := lab(with(args, path, t.TempDir())...)
			limit := "is larger than 16 MiB"
			if what == "script of a demo" {
				limit = "is larger than 1 MiB"
			}
			if strings.Contains(what, "CSV") || what == "LIBSVM" {
				if limit = "is larger than 1 GiB"; path != huge {
					limit = "longer than" // a line is, long before
				}
			}
			if code != exitError || out != "" || !strings.Contains(errOut, limit) || strings.Count(errOut, "\n") != 1 {
				t.Errorf("%s from %s: code %d, %q%s", what, path, code, out, errOut)
			}
		}
	}
	if out, errOut, code := lab("runs"); code != 0 || strings.Count(out, "\n") != 1 || !strings.Contains(errOut, "huge.run is larger than 64 MiB") {
		t.Errorf("a kept run: code %d, %q%s", code, out, errOut)
	}
}

// refusesItsOwnOutput runs cmd with its standard output opened into path, by flag, which it
// reads: it is to say so, in what it told, and the file is to be the text that it was.
func refusesItsOwnOutput(t *testing.T, cmd *exec.Cmd, path string, flag int, text string) (told string) {
	t.Helper()
	out, err := os.OpenFile(path, flag, 0)
	if err != nil {
		t.Fatal(err)
	}
	var errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = out, &errOut
	cmd.Run()
	out.Close()
	if now, err := os.ReadFile(path); cmd.ProcessState.ExitCode() != exitError || err != nil || string(now) != text || !strings.Contains(errOut.String(), "standard output goes into "+path+" itself") {
		t.Errorf("%q: code %d: %s%q", cmd.Args[1:], cmd.ProcessState.ExitCode(), errOut.String(), now)
	}
	return errOut.String()
}

// What goes to standard output would be read back, or stand in what is read next time.
func TestStandardOutputDoesNotGoIntoWhatIsRead(t *testing.T) {
	t.Parallel()
	session := "data = \"census:600\"\nC = 60\niterations = 2\n"
	texts := map[string]string{
		"session": session, "session in sentences": session, "sessions side by side": session, "session to tune": session, "plan": session + "[sweep]\nalpha = \"0.1\"\nrepeats = 1\n",
		"steps": "pure=1\n", "CSV": "a,label\n" + strings.Repeat("1,0\n2,1\n", 40), "LIBSVM": strings.Repeat("+1 1:1 2:1\n-1 1:2\n", 40), "CSV of a figure": "a,label\n1,0\n2,1\n",
		"script of a demo": "start data=census:600 C=60 iterations=5\nuntil finished\n",
	}
	for what, args := range readers {
		path := written(t, texts[what])
		for _, flag := range []int{os.O_APPEND | os.O_WRONLY, os.O_RDWR} { // as >> and as <>
			refusesItsOwnOutput(t, program(t, quiet, with(args, path, t.TempDir())...), path, flag, texts[what])
		}
	}
}

// Nor does standard error, in which nothing can say so: also where both go there.
func TestStandardErrorDoesNotGoIntoWhatIsRead(t *testing.T) {
	t.Parallel()
	text := "a,label\n" + strings.Repeat("1,0\n2,1\n", 40)
	data := written(t, text)
	session := written(t, "data = \"csv:"+data+"\"\n")
	other := written(t, "seed = 9\nevents = [\"at 3: alpha = 0.3\"]\n") // of which something is told
	for _, args := range [][]string{{"run", "--data", "csv:" + data}, {"run", session}, {"compare", session, "--set", "C=60"}, {"compare", session, other, "--budget", "1"}, {"tune", other, "--budget", "1", "--data", "csv:" + data, "--out", t.TempDir()}, {"--plain", "--data", "csv:" + data}, {"audit", "labels", "--data", "csv:" + data}, {"run", "--data", data}} {
		for _, both := range []bool{false, true} {
			to, err := os.OpenFile(data, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			cmd := program(t, quiet, args...)
			var out bytes.Buffer
			if cmd.Stderr, cmd.Stdout = to, &out; both {
				cmd.Stdout = to
			}
			cmd.Run()
			to.Close()
			if now, err := os.ReadFile(data); cmd.ProcessState.ExitCode() != exitError || err != nil || string(now) != text || out.Len() > 0 {
				t.Errorf("%q: code %d, %v: %q%q", args, cmd.ProcessState.ExitCode(), err, now[len(text):], out.String())
			}
		}
	}
}

// Nor into what a sweep writes, or has written.
func TestStandardErrorDoesNotGoIntoWhatIsWritten(t *testing.T) {
	t.Parallel()
	plan := written(t, "data = \"census:60\"\nC = 5\nnodes = 2\niterations = 1\n[sweep]\nalpha = [0.5, 1]\nrepeats = 1\n")
	dir := filepath.Join(t.TempDir(), "swept")
	if _, errOut, code := lab("sweep", plan, "--out", dir); code != 0 {
		t.Fatal(errOut)
	}
	for _, name := range []string{"runs.jsonl", "plan.toml", "written.sha256", "results.csv"} {
		path := filepath.Join(dir, name)
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		to, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		cmd := program(t, quiet, "sweep", plan, "--out", dir)
		cmd.Stderr = to
		cmd.Run()
		to.Close()
		if now, err := os.ReadFile(path); cmd.ProcessState.ExitCode() != exitError || err != nil || string(now) != string(before) {
			t.Errorf("%s: code %d, %v, %q behind it", name, cmd.ProcessState.ExitCode(), err, now[len(before):])
		}
	}
}

// What is told before data are read would stand in them.
func TestSentencesDoNotGoIntoTheDataTheyAreOf(t *testing.T) {
	t.Parallel()
	text := "a,label\n" + strings.Repeat("1,0\n2,1\n", 40)
	data := written(t, text)
	script := written(t, "start data=csv:"+data+"\nsay Hello\nuntil finished\n")
	session := written(t, "data = \"csv:"+data+"\"\n")
	for _, args := range [][]string{{"--data", "csv:" + data, "--plain"}, {"--data", "csv:" + data}, {session, "--plain"}, {"demo", script, "--plain"}, {"audit", "labels", "--data", "csv:" + data}, {"audit", "columns", "--data", "csv:" + data}} {
		refusesItsOwnOutput(t, program(t, quiet, args...), data, os.O_APPEND|os.O_WRONLY, text)
	}
}

// Nor does what is told of kept runs go into one of them.
func TestTheTableOfRunsDoesNotGoIntoOneOfThem(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	folder := filepath.Join(home, "admmlab", "runs")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	run := filepath.Join(folder, "20260102-030405-0a0b0c0d.run")
	if err := os.WriteFile(run, []byte("a run\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"runs"}, {"runs", "other"}, {"runs", "--format", "csv"}, {"compare", "other"}, {"compare", "tifs-fig3-dvp-0.1", "--data", "census:600", "--set", "C=60", "--iterations", "1"}} {
		refusesItsOwnOutput(t, program(t, append(quiet, "XDG_DATA_HOME="+home), args...), run, os.O_APPEND|os.O_WRONLY, "a run\n")
	}
}

// A pipe gives what it gives once: whoever names it twice would have it counted once.
func TestAPipeIsReadOnce(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"account", "--file", "/dev/stdin", "--file", "/dev/fd/0"}, {"compare", "/dev/stdin", "/dev/stdin"}} {
		cmd := program(t, quiet, args...)
		cmd.Stdin = io.MultiReader(strings.NewReader("pure=1\n")) // by a pipe
		told, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != exitError || !strings.Contains(string(told), "it is named twice, and what it gives it gives once") {
			t.Errorf("%q: code %d: %s", args, cmd.ProcessState.ExitCode(), told)
		}
	}
}

// A byte order mark, as some editors put in front, is no part of any text, and what it tells
// of is what is read: each is the text that it is without.
func TestAByteOrderMarkIsAcceptedEverywhere(t *testing.T) {
	each := func(text string, as func(r rune) []byte) string {
		var b strings.Builder
		for _, r := range "\ufeff" + text {
			b.Write(as(r))
		}
		return b.String()
	}
	wide := func(as func(b []byte, v uint32) []byte) func(rune) []byte {
		return func(r rune) []byte { return as(nil, uint32(r)) }
	}
	narrow := func(as func(b []byte, v uint16) []byte) func(rune) []byte {
		return func(r rune) (b []byte) {
			for _, half := range utf16.AppendRune(nil, r) {
				b = as(b, half)
			}
			return b
		}
	}
	encodings := map[string]func(rune) []byte{
		"UTF-8":    func(r rune) []byte { return []byte(string(r)) },
		"UTF-16LE": narrow(binary.LittleEndian.AppendUint16), "UTF-16BE": narrow(binary.BigEndian.AppendUint16),
		"UTF-32LE": wide(binary.LittleEndian.AppendUint32), "UTF-32BE": wide(binary.BigEndian.AppendUint32),
	}
	session := "data = \"census:600\"\nC = 60\niterations = 2\n"
	for what, text := range map[string]string{
		"session": session, "session in sentences": session, "plan": session + "[sweep]\nalpha = \"0.1\"\nrepeats = 1\n", "steps": "pure=1\n",
		"CSV": "alter 😀 ä,label\n" + strings.Repeat("1,0\n2,1\n", 4000), "LIBSVM": strings.Repeat("+1 1:1 2:1\n-1 1:2\n", 4000),
	} {
		dir := t.TempDir()
		want, errOut, code := lab(append(with(readers[what], written(t, text), dir), few(what)...)...)
		if code != 0 {
			t.Fatalf("%s: code %d: %s", what, code, errOut)
		}
		for name, encoding := range encodings {
			again := t.TempDir()
			out, errOut, code := lab(append(with(readers[what], written(t, each(text, encoding)), again), few(what)...)...)
			if code != 0 || strings.ReplaceAll(out, again, dir) != want {
				t.Errorf("%s in %s with a mark: code %d: %s%s, expected\n%s", what, name, code, errOut, out, want)
			}
		}
	}
}

// few makes little of a command line.
func few(what string) []string {
	if what == "CSV" || what == "LIBSVM" {
		return []string{"--iterations", "1"}
	}
	return nil
}

// Who takes the files of a comparison from pipes reads one after the other: none is waited for before its turn.
func TestAComparisonIsTakenFromPipesOneAfterTheOther(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	names := []string{"A-dvp.csv", "B-dvp.csv", "A-dvp.toml", "loss.svg", "report.md"}
	for _, name := range names {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Skip("no named pipes here: ", err)
		}
	}
	taken := make(chan string)
	go func() {
		defer close(taken)
		for _, name := range names {
			text, err := os.ReadFile(filepath.Join(dir, name))
			taken <- fmt.Sprintf("%.9s %v", text, err)
		}
	}()
	done := make(chan int)
	go func() {
		_, _, code := lab(shrunken("tifs-fig3-dvp-0.1", "tifs-fig3-dvp-0.1", "--out", dir)...)
		done <- code
	}()
	for _, want := range []string{"iteration <nil>", "iteration <nil>", "title = ", "<?xml", "# "} {
		select {
		case got := <-taken:
			if !strings.HasPrefix(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%q is waited for", want)
		}
	}
	if code := <-done; code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// What a sweep or tune writes goes into a pipe of its name, too, which holds nothing to be looked at before; what
// tells later what is its own does not.
func TestTheFilesOfATuneAreTakenFromPipes(t *testing.T) {
	t.Parallel()
	plan := filepath.Join(t.TempDir(), "plan.toml")
	if err := os.WriteFile(plan, []byte("data = \"census:60\"\nC = 1\nnodes = 2\niterations = 1\n[sweep]\nalpha = [0.5, 1]\nrepeats = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"best.toml": {"tune", "--budget", "4", "--over", "eta", "--data", "census:60", "--set", "C=1", "--set", "nodes=2", "--iterations", "1", "--repeats", "1"},
		"plan.toml": {"sweep", plan},
	} {
		dir := t.TempDir()
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Skip("no named pipes here: ", err)
		}
		taken := make(chan string, 1)
		go func() {
			text, _ := os.ReadFile(filepath.Join(dir, name))
			taken <- string(text)
		}()
		if _, errOut, code := lab(append(args, "--out", dir)...); code != 0 {
			t.Fatalf("%s: code %d: %s", name, code, errOut)
		}
		if text := <-taken; !strings.Contains(text, "census:60") {
			t.Errorf("%s: %q is taken", name, text)
		}
		dir = t.TempDir()
		if err := syscall.Mkfifo(filepath.Join(dir, "written.sha256"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, errOut, code := lab(append(args, "--out", dir)...); code != 1 || !strings.Contains(errOut, "written.sha256 is a pipe or device") {
			t.Errorf("%s: code %d: %s", name, code, errOut)
		}
	}
}

// An attack under two settings is on the same data, which are read once.
func TestAnAttackTakesItsDataFromAPipe(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	for _, attack := range []string{"labels", "columns"} {
		go os.WriteFile(path, []byte("a,b,label\n"+strings.Repeat("1,3,0\n2,1,1\n4,1,0\n", 90)), 0)
		out, errOut, code := lab("audit", attack, "--data", "csv:"+path, "--set", "train=200", "--set", "parties=1")
		if code != 0 || !strings.Contains(out, "(--set ") {
			t.Errorf("%s, code %d: %s%s", attack, code, out, errOut)
		}
	}
}

// What is wrong with a pipe is told by whoever reads it once, and nobody waits for it again.
func TestAPipeThatIsRefusedSaysWhy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, plan := filepath.Join(dir, "pipe"), filepath.Join(dir, "plan.toml")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	if err := os.WriteFile(plan, []byte("data = \"csv:"+path+"\"\n[sweep]\nalpha = [0.5, 1]\nrepeats = 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const why = "line 3: expected 3 cells as in the first line, found 2"
	for _, args := range [][]string{{"sweep", plan}, {"tune", "--budget", "4", "--data", "csv:" + path}} {
		go os.WriteFile(path, []byte("a,b,label\n1,2,1\n1,x2\n"), 0)
		cmd := program(t, quiet, append(args, "--out", filepath.Join(dir, args[0]))...)
		var errOut bytes.Buffer
		cmd.Stderr = &errOut
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if code := ends(t, cmd); code != exitError || !strings.Contains(errOut.String(), why) {
			t.Errorf("%s, code %d: %s", args[0], code, errOut.String())
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "sweep", "results.csv")); err != nil || strings.Count(string(text), why) != 4 {
		t.Errorf("%v: %s", err, text)
	}
}

// A tune that is ended while it waits for one says that nothing is kept, and leaves nothing, unless
// there are runs of before.
func TestATuneEndedBeforeItsFirstRun(t *testing.T) {
	t.Parallel()
	const nothing = "interrupted before the first run: nothing is kept\n"
	for folder, c := range map[string]struct {
		before func(dir string) error
		told   string
		left   bool
	}{
		"new":   {func(string) error { return nil }, nothing, false},
		"empty": {func(dir string) error { return os.Mkdir(dir, 0o700) }, nothing, true},
		"of runs": {func(dir string) error {
			_, errOut, code := lab("tune", "--budget", "4", "--over", "eta", "--data", "census:60", "--set", "C=1", "--set", "nodes=2", "--iterations", "1", "--repeats", "1", "--out", dir)
			if code != 0 {
				return errors.New(errOut)
			}
			return nil
		}, "interrupted: finished runs are kept in ", true},
	} {
		dir := t.TempDir()
		path, out := filepath.Join(dir, "pipe"), filepath.Join(dir, folder)
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Skip("no named pipes here: ", err)
		}
		if err := c.before(out); err != nil {
			t.Fatal(err)
		}
		cmd := program(t, quiet, "tune", "--budget", "4", "--data", "csv:"+path, "--out", out)
		var errOut bytes.Buffer
		cmd.Stderr = &errOut
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		pipe, err := os.OpenFile(path, os.O_WRONLY, 0) // returns when it is read
		if err != nil {
			t.Fatal(err)
		}
		defer pipe.Close()
		cmd.Process.Signal(syscall.SIGTERM)
		if code := ends(t, cmd); code != exitInterrupted || !strings.Contains(errOut.String(), c.told) {
			t.Errorf("a folder that is %s: code %d: %s", folder, code, errOut.String())
		}
		if _, err := os.Stat(out); errors.Is(err, fs.ErrNotExist) == c.left {
			t.Errorf("a folder that is %s: %v", folder, err)
		}
	}
}

// Package time would wait for a pipe that TZ names, deaf to every signal.
func TestAPipeIsNoTimeZone(t *testing.T) {
	pipe, zone := filepath.Join(t.TempDir(), "pipe"), filepath.Join(t.TempDir(), "zone")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	if err := os.WriteFile(zone, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for given, want := range map[string]string{pipe: "UTC", ":" + pipe: "UTC", "../../.." + pipe: "UTC", zone: zone, "Europe/Berlin": "Europe/Berlin", "": ""} {
		t.Setenv("TZ", given)
		if settleZone(); os.Getenv("TZ") != want {
			t.Errorf("TZ=%s became %q", given, os.Getenv("TZ"))
		}
	}
}

// Nor into their data, which are read for whether they are those of then. What was set aside by
// then is told all the same.
func TestTheTableOfRunsDoesNotGoIntoTheirData(t *testing.T) {
	t.Parallel()
	text := "a,label\n" + strings.Repeat("1,0\n2,1\n", 40)
	home, path := t.TempDir(), written(t, text)
	c := config.Default()
	c.Data = "csv:" + path
	origin, err := runner.Origin(t.Context(), c.Data)
	if err != nil {
		t.Fatal(err)
	}
	a := archive.Open(filepath.Join(home, "admmlab", "runs"))
	if err := a.Save(archive.Record{ID: "old", Config: c, Origin: origin, Last: sim.Row{Iteration: 1}}, nil); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"runs"}, {"runs", "old"}, {"runs", "--format", "csv"}, {"compare", "old"}} {
		if err := os.WriteFile(a.Path("torn"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if told := refusesItsOwnOutput(t, program(t, append(quiet, "XDG_DATA_HOME="+home), args...), path, os.O_APPEND|os.O_WRONLY, text); !strings.Contains(told, "torn.run is damaged") {
			t.Errorf("%q set a file aside and told %q", args, told)
		}
	}
}

// Nor does what came out of a sweep go into its data, also where all runs are there.
func TestAFinishedSweepDoesNotGoIntoItsData(t *testing.T) {
	t.Parallel()
	text := "a,label\n" + strings.Repeat("1,0\n2,1\n", 40)
	data, dir := written(t, text), filepath.Join(t.TempDir(), "out")
	plan := written(t, "data = \"csv:"+data+"\"\nC = 1\nnodes = 2\niterations = 2\n[sweep]\nalpha = \"0.1\"\nrepeats = 1\n")
	if _, errOut, code := lab("sweep", plan, "--out", dir); code != 0 {
		t.Fatal(errOut)
	}
	refusesItsOwnOutput(t, program(t, quiet, "sweep", plan, "--out", dir), data, os.O_APPEND|os.O_WRONLY, text)
}
