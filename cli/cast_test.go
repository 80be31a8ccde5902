package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"

	"admmlab/presets/demo"
	"admmlab/sim/report"
	"admmlab/sim/sweep"
	"admmlab/sim/tune"
)

// replayed is the screen at the end of a recording, as a player shows it, and how long
// it took; see sees all before.
func replayed(t *testing.T, text string, see ...func(view string)) (view string, seconds float64) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var header struct{ Version, Width, Height int }
	if err := json.Unmarshal([]byte(lines[0]), &header); err != nil || header.Version != 2 {
		t.Fatalf("%q: %v", lines[0], err)
	}
	screen := vt10x.New(vt10x.WithSize(header.Width, header.Height), vt10x.WithWriter(io.Discard))
	for _, line := range lines[1:] {
		var e [3]any
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if seconds > e[0].(float64) {
			t.Fatalf("back in time: %s", line)
		}
		seconds = e[0].(float64)
		switch data := e[2].(string); e[1] {
		case "o":
			screen.Write([]byte(data))
		case "r":
			var w, h int
			if _, err := fmt.Sscanf(data, "%dx%d", &w, &h); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			screen.Resize(w, h)
		default:
			t.Fatalf("an event of another kind: %s", line)
		}
		for _, f := range see {
			f(screen.String())
		}
	}
	return screen.String(), seconds
}

// What is recorded is what was seen, also of a window that changes and a program that is
// killed.
func TestARecordingShowsWhatWasSeen(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lab.cast")
	c := inTerminal(t, quiet, 120, 36, "--cast", path, "--data", "census:600", "--set", "C=60", "--iterations", "30")
	c.running()
	c.mu.Lock() // nothing is drawn for another size meanwhile
	c.view.Resize(100, 30)
	err := pty.Setsize(c.file, &pty.Winsize{Cols: 100, Rows: 30})
	c.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	c.types("b")
	shown := ""
	defer func() {
		if t.Failed() {
			t.Logf("the recording shows\n%s", shown)
		}
	}()
	c.until("the ledger of the whole run, recorded", func(_, view string) bool {
		text, err := os.ReadFile(path)
		if err != nil || !strings.HasSuffix(string(text), "\n") || !strings.Contains(view, "finished") || !strings.Contains(view, "Reported") || !strings.Contains(string(text), `"r", "100x30"`) {
			return false
		}
		shown, _ = replayed(t, string(text))
		return shown == view
	})
	if err := c.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	ends(t, c.cmd)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if shown, _ = replayed(t, string(text)); !strings.Contains(shown, "Reported") {
		t.Errorf("after a kill:\n%s", shown)
	}
}

// A disk that is full is told once, the laboratory goes on, and the end says it again.
func TestARecordingOnAFullDisk(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	c := inTerminal(t, quiet, 120, 36, append([]string{"--cast", "/dev/full"}, lab600...)...)
	c.until("the message", func(_, view string) bool {
		return strings.Contains(view, "the recording ends here: writing /dev/full: no space left on device")
	})
	c.running()
	c.types("q")
	if code := ends(t, c.cmd); code != exitError {
		t.Errorf("exit code %d", code)
	}
	c.until("the reason after the end", func(raw, _ string) bool { return strings.Contains(raw, "admmlab: the recording ends early") })
}

// Nor does a reader of standard error that goes end the laboratory, and leave the terminal to
// it.
func TestARecordingWhoseReaderGoes(t *testing.T) {
	t.Parallel()
	const into = "/dev/stderr"
	if _, err := os.Stat(into); err != nil {
		t.Skip("not here: ", err)
	}
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := program(t, quiet, append([]string{"--cast", into}, lab600...)...)
	cmd.Stderr = to
	c := startInTerminal(t, cmd, 120, 36)
	to.Close()
	begun := make([]byte, 100)
	if _, err := io.ReadFull(from, begun); err != nil {
		t.Fatal(err)
	}
	from.Close()
	c.until("the message", func(_, view string) bool {
		return strings.Contains(view, "the recording ends here: writing /dev/stderr: broken pipe")
	})
	c.running()
	c.types("q")
	if code := ends(t, c.cmd); code != exitError {
		t.Errorf("exit code %d", code)
	}
	c.restored()
}

// The runs that are kept are read by the laboratory: none is written over.
func TestARecordingOverAKeptRunIsRefused(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	run := filepath.Join(data, "admmlab", "runs", "20260101-000000-00000000.run")
	if err := errors.Join(os.MkdirAll(filepath.Dir(run), 0o700), os.WriteFile(run, []byte("kept"), 0o600)); err != nil {
		t.Fatal(err)
	}
	c := inTerminal(t, append(quiet, "XDG_DATA_HOME="+data), 200, 36, append([]string{"--cast", run}, lab600...)...)
	if code := ends(t, c.cmd); code != exitError {
		t.Errorf("exit code %d", code)
	}
	c.until("the reason", func(raw, _ string) bool { return strings.Contains(raw, "where the laboratory keeps its own") })
	if text, err := os.ReadFile(run); err != nil || string(text) != "kept" {
		t.Errorf("%v, the run has become %q", err, text)
	}
}

// A demonstration in a terminal goes on until a key is pressed, and the laboratory stays.
func TestADemoInATerminal(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "short.txt")
	script := "start data=census:600 C=60 iterations=1000000\nsay Six hundred people.\npress b\nwait 600"
	if err := os.WriteFile(path, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	c := inTerminal(t, quiet, 100, 36, "demo", path)
	c.until("caption and ledger", func(_, view string) bool {
		return strings.Contains(view, "┃ Six hundred people.") && strings.Contains(view, "Ledger") && strings.Contains(view, "any other key takes over")
	})
	c.types("R")
	c.until("the laboratory alone", func(_, view string) bool {
		return strings.Contains(view, "the laboratory stays as it stands, and is yours") && strings.Contains(view, "Ledger") && !strings.Contains(view, "Six hundred") && strings.Contains(view, "seed 7")
	})
	c.types("q")
	c.restored()
	if code := ends(t, c.cmd); code != 0 {
		t.Errorf("exit code %d after q", code)
	}
}

// What a script begins with is read, as is what it types the name of, and a comparison names the data of all its sessions,
// though only those of the first are read: neither is written over.
func TestDataThatASessionNamesAreNotWrittenOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	table := "a,b,label\n" + strings.Repeat("1,2,yes\n2,1,no\n", 6)
	path := filepath.Join(dir, "B-dvp.csv")
	if err := os.WriteFile(path, []byte(table), 0o644); err != nil {
		t.Fatal(err)
	}
	script := written(t, "start data=csv:"+path+" C=1 nodes=2 iterations=3\nuntil finished\npicture\n")
	typing := written(t, "start data=census:600 C=60 iterations=2\npress d\nwait 0.5\ntype csv file\npress enter\nwait 0.5\ntype "+path+"\npress space enter\nwait 0.5\npress r\nuntil finished\n")
	first, second := written(t, "data = \"census:60\"\nC = 6\niterations = 2\n"), written(t, "data = \"csv:"+path+"\"\nC = 1\niterations = 2\n")
	for _, args := range [][]string{
		{"demo", script, "--picture", path}, {"demo", script, "--size", "80x24", "--cast", path}, {"demo", typing, "--size", "80x24", "--cast", path}, {"compare", first, second, "--out", dir},
	} {
		_, errOut, code := lab(args...)
		after, err := os.ReadFile(path)
		if code != exitError || !strings.Contains(errOut, "the same file is in use") || err != nil || string(after) != table {
			t.Errorf("%v ends with %d and says %q; the table is\n%s", args, code, errOut, after)
		}
	}
}

// A script plays as --print writes it, also one whose lines end in carriage returns, and one
// with a hidden character, which its caption shows as an escape anyhow.
func TestAPrintedScriptPlaysAsTheOneItWasMadeOf(t *testing.T) {
	t.Parallel()
	script := written(t, "# mine\r\nstart data=census:300 iterations=3\r\nsay a\u200db \r\nwait 1\r")
	out, errOut, code := lab("demo", "--print", script)
	if want := "# mine\nstart data=census:300 iterations=3\nsay a\\u200db\nwait 1\n"; code != 0 || out != want {
		t.Errorf("code %d, %q: %s", code, out, errOut)
	}
	ours, _, _ := lab("demo", "--plain", script)
	if again, errOut, code := lab("demo", "--plain", written(t, out)); code != 0 || ours == "" || again != ours {
		t.Errorf("code %d, %q, expected %q: %s", code, again, ours, errOut)
	}
}

// Nor does a recording go where sweeps and tuning keep what they read, whichever way leads
// there: links to the folder or its kinds, links into it, other names of its files.
func TestARecordingKeepsOutOfTheLaboratorysOwnFolder(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	t.Setenv("XDG_DATA_HOME", at("home"))
	run := at("far/admmlab/runs/20260101-000000-00000000.run")
	runs := at("kinds/sweeps/dvp-alpha-1/runs.jsonl")
	for _, name := range []string{run, runs} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte("kept"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{
		"home": at("far"), "far/admmlab/sweeps": at("kinds/sweeps"),
		"link": runs, "new": at("home/admmlab/sweeps/dvp-alpha-1/results.csv"), "folder": filepath.Dir(runs),
	} {
		if err := os.Symlink(to, at(name)); err != nil {
			t.Skip("no links here: ", err)
		}
	}
	if err := errors.Join(os.Link(runs, at("hard")), os.Link(run, at("kept"))); err != nil {
		t.Skip("no files of several names here: ", err)
	}
	script := written(t, "start data=census:60 C=6 iterations=1\nuntil finished\npicture\n")
	for _, to := range []string{
		runs, run, at("home/admmlab/sweeps/dvp-alpha-1/runs.jsonl"), at("home/admmlab/runs/20260101-000000-00000000.run"),
		at("link"), at("new"), at("hard"), at("kept"), at("folder/new.cast"), at("home/admmlab/sweeps/dvp-alpha-1/new.cast"), at("far/admmlab/tunes/new.cast"),
	} {
		for _, flag := range []string{"--cast", "--picture"} {
			if _, errOut, code := lab("demo", script, "--size", "80x24", flag, to); code != exitError || !strings.Contains(errOut, "where the laboratory keeps its own") {
				t.Errorf("%s %s: code %d, %s", flag, to, code, errOut)
			}
		}
	}
	for _, name := range []string{run, runs} {
		if text, err := os.ReadFile(name); err != nil || string(text) != "kept" {
			t.Errorf("%s has become %q, %v", name, text, err)
		}
	}
	if report.Own(at("far/admmlabs/x")) || report.Own(at("x")) {
		t.Error("what lies beside it is said to be in it")
	}
}

// What the laboratory writes by itself goes through no link into what it was opened with or is
// recorded into.
func TestTheLaboratoryDoesNotWriteOverWhatItWasOpenedWith(t *testing.T) {
	home, session := t.TempDir(), "data = \"census:60\"\nC = 6\niterations = 2\n"
	t.Setenv("XDG_DATA_HOME", home)
	script := written(t, "start data=census:60 C=6 iterations=2\nuntil finished\npress S enter\nuntil quiet\npress o enter\nuntil quiet\n")
	play := func(cast string) {
		t.Helper()
		if _, errOut, code := lab("demo", script, "--size", "200x40", "--cast", cast); code != 0 {
			t.Fatal(errOut)
		}
	}
	play(filepath.Join(t.TempDir(), "first.cast"))
	var own []string
	for _, name := range []string{"sweeps/*/" + sweep.PageFile, "tunes/*/" + tune.TableFile} {
		found, err := filepath.Glob(filepath.Join(home, "admmlab", name))
		if len(found) != 1 {
			t.Fatalf("%s: %v, %v", name, found, err)
		}
		own = append(own, found...)
	}
	leadTo := func(paths ...string) {
		t.Helper()
		for i, name := range own {
			if err := errors.Join(os.Remove(name), os.Symlink(paths[i], name)); err != nil {
				t.Skip("no links here: ", err)
			}
		}
	}
	before, cast := read(t, filepath.Dir(script), filepath.Base(script)), filepath.Join(t.TempDir(), "lab.cast")
	leadTo(script, cast)
	play(cast)
	if after := read(t, filepath.Dir(script), filepath.Base(script)); after != before {
		t.Errorf("the script has become %.80q", after)
	}
	told := false
	replayed(t, read(t, filepath.Dir(cast), filepath.Base(cast)), func(view string) {
		told = told || strings.Contains(view, "the same file is in use")
	})
	if !told {
		t.Error("nothing is told")
	}
	opened := written(t, session)
	leadTo(opened, opened)
	c := inTerminal(t, append(quiet, "XDG_DATA_HOME="+home), 200, 40, opened)
	c.until("the end of the run", func(_, view string) bool { return strings.Contains(view, "finished") })
	c.types("S")
	c.until("the form", func(_, view string) bool { return strings.Contains(view, "45 runs of 2 iterations") })
	c.types("\r")
	c.until("the reason", func(_, view string) bool { return strings.Contains(view, "the same file is in use") })
	c.types("q")
	ends(t, c.cmd)
	if after := read(t, filepath.Dir(opened), filepath.Base(opened)); after != session {
		t.Errorf("the session has become %.80q", after)
	}
}

// What a script exports is not lost to the picture of it, which is moved to its place later.
func TestAPictureTakesThePlaceOfNoExport(t *testing.T) {
	t.Chdir(t.TempDir())
	script := written(t, "start data=census:60 C=6 iterations=2 seed=1\nuntil finished\npress e\nwait 0.2\ntype session\nwait 0.2\npress enter\nwait 0.5\nuntil quiet\npicture\n")
	const export = "admmlab-dvp-seed1-t2.toml"
	_, errOut, code := lab("demo", script, "--size", "100x30", "--picture", export)
	text, err := os.ReadFile(export)
	if code != exitError || !strings.Contains(errOut, "the same file is in use") || err != nil || strings.HasPrefix(string(text), "<svg") {
		t.Errorf("code %d, %s, %.80q, %v", code, errOut, text, err)
	}
}

// A picture or a recording on standard output has that for itself.
func TestSentencesKeepOutOfAPictureAndARecording(t *testing.T) {
	t.Parallel()
	script := written(t, "start data=census:600 C=60 iterations=3\nsay Hello there.\nuntil finished\npicture\n")
	for flag, begin := range map[string]string{"--picture": "<svg ", "--cast": `{"version":`} {
		var out, errOut bytes.Buffer
		cmd := program(t, quiet, "demo", script, "--plain", flag, "/dev/stdout")
		cmd.Stdout, cmd.Stderr = &out, &errOut
		if err := cmd.Run(); err != nil || !strings.HasPrefix(out.String(), begin) || strings.Contains(out.String(), "\nHello there.") || !strings.HasPrefix(errOut.String(), "Hello there.\n") {
			t.Errorf("%s: %v, %.200s; %s", flag, err, out.String(), errOut.String())
		}
	}
}

// Sentences that cannot be written end a demonstration with the reason, whichever stream they go
// to and whatever is made beside them.
func TestADemoWhoseSentencesAreLostFails(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here: ", err)
	}
	defer full.Close()
	dir := t.TempDir()
	script := written(t, "start data=census:60 C=6 iterations=2\nsay one\nuntil finished\npicture\n")
	var errOut bytes.Buffer
	if code := Main(t.Context(), []string{"demo", script, "--plain", "--picture", filepath.Join(dir, "lab.svg")}, full, &errOut); code != exitError || errOut.String() != "admmlab: writing to standard output: no space left on device\n" {
		t.Errorf("code %d: %s", code, errOut.String())
	}
	cmd := program(t, quiet, "demo", script, "--plain", "--cast", "/dev/stdout")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, full
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if code := ends(t, cmd); code != exitError {
		t.Errorf("code %d, recorded is %.100q", code, out.String())
	}
}

// A recording that ends early takes no picture with it.
func TestARecordingThatFailsLeavesThePicture(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	path := filepath.Join(t.TempDir(), "lab.svg")
	script := written(t, "start data=census:60 C=6 iterations=2\nuntil finished\npicture\n")
	_, errOut, code := lab("demo", script, "--size", "80x24", "--picture", path, "--cast", "/dev/full")
	if text, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(text), "<svg ") || code != exitError || !strings.Contains(errOut, "the recording ends early: writing /dev/full: no space left on device") {
		t.Errorf("code %d, %s, %.80q, %v", code, errOut, text, err)
	}
}

// The picture and the recording in docs/ are what the commands beside them make today: in
// their form, and of the script of today. Their numbers are not compared, as screens change.
func TestThePictureAndTheRecordingAreOfToday(t *testing.T) {
	read := func(name string, most int) string {
		text, err := fs.ReadFile(repository, name)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) > most {
			t.Errorf("%s has %d bytes, more than %d", name, len(text), most)
		}
		return string(text)
	}
	out, errOut, code := lab("demo", "--print")
	if code != 0 || out != demo.Text {
		t.Fatal(errOut)
	}
	for _, play := range [][]string{{"--picture", "lab.svg"}, {"--ascii"}} { // a key in other letters is none
		if out, errOut, code := lab(append([]string{"demo", "--print"}, play...)...); code != 1 || out != "" || !strings.Contains(errOut, "expected it without "+play[0]) {
			t.Errorf("--print with %s ends with %d and says %q", play[0], code, errOut)
		}
	}
	script, err := demo.Parse(demo.Text, "demo.txt")
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{}
	for _, step := range script.Steps {
		if step.Kind == demo.Say {
			missing[step.Text] = true
		}
	}
	_, seconds := replayed(t, read("docs/demo.cast", 1<<20), func(view string) {
		for caption := range missing {
			if strings.Contains(view, "┃ "+caption) {
				delete(missing, caption)
			}
		}
	})
	if len(missing) > 0 || seconds < 120 || seconds > 240 {
		t.Errorf("docs/demo.cast takes %.0f s and does not say %v; admmlab demo --cast docs/demo.cast --size 120x36 makes it anew", seconds, missing)
	}
	now := filepath.Join(t.TempDir(), "lab.svg")
	short := filepath.Join(t.TempDir(), "short.txt")
	if err := os.WriteFile(short, []byte("start data=census:60 C=8 iterations=2\nuntil finished\npicture"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, errOut, code := lab("demo", short, "--picture", now, "--cast", filepath.Join(filepath.Dir(now), ".", filepath.Base(now))); code != exitError || !strings.Contains(errOut, "records into the same file") {
		t.Errorf("code %d: %s", code, errOut)
	}
	if _, errOut, code := lab("demo", short, "--picture", now); code != 0 {
		t.Fatal(errOut)
	}
	made, err := os.ReadFile(now)
	if err != nil {
		t.Fatal(err)
	}
	head := func(svg string) string {
		lines := strings.SplitN(svg, "\n", 4)
		return strings.Join(lines[:3], "\n")
	}
	if drawn := read("docs/lab.svg", 1<<17); head(drawn) != head(string(made)) {
		t.Errorf("docs/lab.svg begins with\n%s\nand not with\n%s\n; admmlab demo --picture docs/lab.svg makes it anew", head(drawn), head(string(made)))
	}
}

// What the keys of a script open as data is as little written over as what it begins with.
func TestAPictureIsNotWrittenOverDataThatItsKeysOpened(t *testing.T) {
	t.Parallel()
	dir, table := t.TempDir(), strings.Repeat("1 1:1 2:1\n0 1:1 2:2\n", 6)
	path := filepath.Join(dir, "d.svg")
	if err := os.WriteFile(path, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	keys := "start method=admm data=census:60 C=8 nodes=2 iterations=3\npress d\ntype LIB\npress enter\ntype d.svg\npress enter r\nwait 1\nuntil finished\npicture\n"
	cmd := program(t, quiet, "demo", written(t, keys), "--picture", path)
	cmd.Dir = dir
	told, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != exitError || !strings.Contains(string(told), "d.svg: the same file is in use") {
		t.Errorf("%v: %s", err, told)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != table {
		t.Errorf("the data are %.60q, %v", text, err)
	}
}

// Nor does what a demo says go behind the finished runs of a sweep that its keys go on with.
func TestADemoSaysNothingIntoTheLaboratorysOwnFolder(t *testing.T) {
	home := t.TempDir()
	runs := filepath.Join(home, "admmlab", "sweeps", "dvp-alpha-1", "runs.jsonl")
	if err := errors.Join(os.MkdirAll(filepath.Dir(runs), 0o700), os.WriteFile(runs, []byte("kept"), 0o600)); err != nil {
		t.Fatal(err)
	}
	out, err := os.OpenFile(runs, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if info, err := os.Stat(standardOutput); err != nil || info.IsDir() {
		t.Skip("standard output has no name here: ", err)
	}
	cmd := program(t, []string{"XDG_DATA_HOME=" + home}, "demo", written(t, "start data=census:60 C=6 iterations=1\nuntil finished\n"), "--plain")
	var errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = out, &errOut
	err = cmd.Run()
	if text, _ := os.ReadFile(runs); err == nil || string(text) != "kept" || !strings.Contains(errOut.String(), "where the laboratory keeps its own") {
		t.Errorf("%v, %q: %s", err, text, &errOut)
	}
}
