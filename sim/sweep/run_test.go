package sweep

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/files"
	"admmlab/sim/report"
	"admmlab/sim/rows"
	"admmlab/sim/runner"
)

const plan6 = small + "[sweep]\nalpha = [0.5, 1, 2]\nrepeats = 2\n"

// hosted is a host for one test.
func hosted(t *testing.T) *runner.Host {
	h := runner.NewHost()
	t.Cleanup(h.Close)
	return h
}

func run(t *testing.T, p Plan, dir string) Results {
	t.Helper()
	r, err := p.Run(t.Context(), hosted(t), dir, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// opened is a folder of results for one test.
func opened(t *testing.T, dir string) *Folder {
	t.Helper()
	f, _, err := Open(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// contents are the files of a folder by their names.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	list, err := os.ReadDir(dir)
	all := map[string]string{}
	for _, file := range list {
		text, wrong := os.ReadFile(filepath.Join(dir, file.Name()))
		all[file.Name()], err = string(text), errors.Join(err, wrong)
	}
	if err != nil {
		t.Error(err)
	}
	return all
}

// Every run of a sweep is the run of its text, bit for bit.
func TestASweepIsItsRuns(t *testing.T) {
	p := parse(t, small+"[sweep]\nmethod = [\"dvp\", \"pvp\", \"radmm\", \"admm\"]\nrepeats = 2")
	r := run(t, p, t.TempDir())
	for _, cell := range p.Cells {
		for k := range cell.runs {
			got, ok := r.At(cell, k)
			c, err := config.ParseText([]byte(got.Session), "session")
			if !ok || err != nil {
				t.Fatal(ok, err)
			}
			var last sim.Row
			if err := runner.Run(t.Context(), c, nil, func(row sim.Row, _ []sim.Notice) error { last = row; return nil }); err != nil {
				t.Fatal(err)
			}
			for _, n := range []struct {
				got  report.Number
				want float64
			}{{got.TrainLoss, last.TrainLoss}, {got.TestError, last.TestError}, {got.EpsilonTotal, last.EpsilonTotal}, {got.EpsilonTight, last.Tight}, {got.Delta, rows.TightDelta.Value(&last)}} {
				if math.Float64bits(float64(n.got)) != math.Float64bits(n.want) && !(math.IsNaN(n.want) && math.IsNaN(float64(n.got))) {
					t.Errorf("%v repeat %d: %g, its session alone ends at %g", cell.Values, k, n.got, n.want)
				}
			}
			if got.Iteration != 4 || got.End != Limit {
				t.Errorf("%+v", got)
			}
		}
	}
}

// Interrupted anywhere and taken up again, a sweep ends in the same files, and no
// run is made twice.
func TestAnInterruptedSweepGoesOn(t *testing.T) {
	p, whole, dir := parse(t, plan6), t.TempDir(), t.TempDir()
	run(t, p, whole)
	for enough := 1; enough <= 6; enough += 2 {
		ctx, stop := context.WithCancel(t.Context())
		_, err := p.Run(ctx, hosted(t), dir, 1, func(at Progress) {
			if at.Done >= enough {
				stop()
			}
		})
		if left := strings.Count(read(t, dir, RunsFile), "\n"); !errors.Is(err, context.Canceled) || left != enough {
			t.Errorf("interrupted after %d runs: %v, %d runs kept", enough, err, left)
		}
		if lines := strings.Count(read(t, dir, ResultsFile), "\n"); lines != 1+enough {
			t.Errorf("interrupted after %d runs, %s has %d lines", enough, ResultsFile, lines)
		}
	}
	run(t, p, dir)
	if page, err := os.ReadFile(filepath.Join(dir, PageFile)); err != nil || !strings.Contains(string(page), "choosing by these numbers looks at the data and is in no ε") {
		t.Errorf("the page does not say that choosing is in no ε: %v", err)
	}
	for _, name := range []string{ResultsFile, SummaryFile, PlanFile, PageFile, "curve-error.svg"} {
		if read(t, dir, name) != read(t, whole, name) {
			t.Errorf("%s differs from that of a sweep in one go", name)
		}
	}
	if n := strings.Count(read(t, dir, RunsFile), "\n"); n != 6 {
		t.Errorf("%d runs were made for a plan of 6", n)
	}
}

// Progress never falls and ends with every run done and no time left.
func TestProgress(t *testing.T) {
	dir, last, times := t.TempDir(), Progress{}, 0
	p := parse(t, plan6)
	_, err := p.Run(t.Context(), hosted(t), dir, 2, func(at Progress) {
		if at.Loading == nil && at.Left >= 0 {
			times++
		}
		if at.Done < last.Done || at.Runs != 6 {
			t.Errorf("%d of %d runs after %d", at.Done, at.Runs, last.Done)
		}
		last = at
	})
	if err != nil || last.Done != 6 || last.Kept != 0 || last.Left != 0 || times < 6 {
		t.Errorf("%v, in the end %d done, %d kept, %v left, told %d times", err, last.Done, last.Kept, last.Left, times)
	}
	if _, err := p.Run(t.Context(), hosted(t), dir, 2, func(at Progress) { last = at }); err != nil || last.Kept != 6 || last.Done != 6 {
		t.Errorf("%v, %d kept of 6", err, last.Kept)
	}
}

// What is kept is found by the text of its session: a changed plan takes what it
// shares and nothing else.
func TestAChangedPlanNeverMixesResults(t *testing.T) {
	dir := t.TempDir()
	run(t, parse(t, plan6), dir)
	for _, c := range []struct {
		text string
		kept int
	}{
		{strings.Replace(plan6, "[0.5, 1, 2]", "[1, 2, 3]", 1), 4},
		{strings.Replace(plan6, "repeats = 2", "repeats = 3", 1), 6},
		{"title = \"other words\"\n" + plan6, 6},
		{strings.Replace(plan6, "C = 30", "C = 31", 1), 0},
		{"seed = 8\n" + plan6, 0},
	} {
		kept := -1
		p := parse(t, c.text)
		r, err := p.Run(t.Context(), hosted(t), dir, 2, func(at Progress) { kept = at.Kept })
		if err != nil || kept != c.kept || r.Finished() != p.Runs() {
			t.Errorf("%v, %d runs kept, expected %d of\n%s", err, kept, c.kept, c.text)
		}
		for i, session := range p.sessions {
			if r.runs[session].Session != p.runs[i].Text() {
				t.Errorf("run %d has the result of\n%s", i, r.runs[session].Session)
			}
		}
	}
}

// A plan over one key has no heat map: that of an earlier one is not of it, and it says so.
func TestPicturesOfAnEarlierPlanAreTold(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a[b")
	two := parse(t, small+"[sweep]\nrepeats = 1\nrho = [0.1, 0.2]\neta = [1, 2]\n")
	if r := run(t, two, dir); r.Note != "" {
		t.Error(r.Note)
	}
	one := parse(t, small+"[sweep]\nrepeats = 1\nrho = [0.1, 0.2]\n")
	if r, want := run(t, one, dir), dir+" also has heat-error.svg, heat-loss.svg, which were there before and are not of this"; r.Note != want {
		t.Errorf("%s\nwant %s", r.Note, want)
	}
}

// A program that is killed while it writes leaves a line without its end.
func TestATornLineIsSetAside(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	p := parse(t, plan6)
	run(t, p, whole)
	lines := strings.SplitAfter(read(t, whole, RunsFile), "\n")
	const theirs = "somebody's own"
	if err := os.WriteFile(filepath.Join(dir, tornFile), []byte(theirs), 0o644); err != nil {
		t.Fatal(err)
	}
	for i, cut := range []int{1, len(lines[1]) / 2, len(lines[1]) - 1} {
		aside := fmt.Sprintf("runs-%d.torn", i+2)
		torn := lines[1][:cut]
		if err := os.WriteFile(filepath.Join(dir, RunsFile), []byte(lines[0]+torn), 0o644); err != nil {
			t.Fatal(err)
		}
		r := run(t, p, dir)
		if !strings.Contains(r.Note, "torn") || !strings.Contains(r.Note, aside) || read(t, dir, aside) != torn || read(t, dir, tornFile) != theirs {
			t.Errorf("cut after %d characters: note %q", cut, r.Note)
		}
		if read(t, dir, ResultsFile) != read(t, whole, ResultsFile) || !strings.HasPrefix(read(t, dir, RunsFile), lines[0]+"{") {
			t.Errorf("cut after %d characters: the results differ", cut)
		}
	}
}

// What is interrupted has the plan, the tables and the page of what is there, also where the
// folder had another plan, or one of its files leads to a device.
func TestAChangedPlanThatIsInterruptedIsWritten(t *testing.T) {
	dir := t.TempDir()
	run(t, parse(t, small+"[sweep]\nalpha = [0.1]\nrepeats = 1\n"), dir)
	if summary := filepath.Join(dir, SummaryFile); os.Remove(summary) != nil || os.Symlink(os.DevNull, summary) != nil {
		t.Skip("no links here")
	}
	p := parse(t, small+"[sweep]\nrho = [0.1, 0.2, 0.3]\nrepeats = 20\n")
	ctx, stop := context.WithCancel(t.Context())
	_, err := p.Run(ctx, hosted(t), dir, 1, func(at Progress) {
		if at.Done > 0 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) || !strings.Contains(read(t, dir, PlanFile), "rho") || !strings.Contains(read(t, dir, ResultsFile), "rho") || !strings.Contains(read(t, dir, PageFile), "of 60 runs finished") {
		t.Errorf("%v:\n%s\n%s", err, read(t, dir, PlanFile), read(t, dir, PageFile))
	}
}

// Whoever writes a plan of their own into the folder while another is swept keeps it, and is
// told; the runs are kept as well.
func TestAPlanThatIsEditedDuringTheSweepIsNotReplaced(t *testing.T) {
	dir := t.TempDir()
	run(t, parse(t, small+"[sweep]\nalpha = [0.1]\nrepeats = 1\n"), dir)
	p, mine := parse(t, small+"[sweep]\nalpha = [0.1, 0.2]\nrepeats = 1\n"), "# mine\n"
	_, err := p.Run(t.Context(), hosted(t), dir, 1, func(at Progress) {
		if err := os.WriteFile(filepath.Join(dir, PlanFile), []byte(mine), 0o644); err != nil {
			t.Error(err)
		}
	})
	if err == nil || !strings.Contains(err.Error(), "was written or edited by hand") || read(t, dir, PlanFile) != mine || strings.Count(read(t, dir, RunsFile), "\n") != 2 {
		t.Errorf("%v, and the plan is\n%s", err, read(t, dir, PlanFile))
	}
}

// old is the text of finished runs as it was before lines had a checksum.
func old(text string) string {
	return regexp.MustCompile(`,"crc32":"[0-9a-f]{8}"`).ReplaceAllString(text, "")
}

// A line that is damaged, and still JSON, is no result: without one of its columns, with a text
// for a number or a number that no run comes to, another end, another session.
func TestADamagedLineIsRefused(t *testing.T) {
	dir := t.TempDir()
	p := parse(t, plan6)
	run(t, p, dir)
	name, text := filepath.Join(dir, RunsFile), read(t, dir, RunsFile)
	lines := strings.SplitAfter(text, "\n")
	refused := func(what, line string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(lines[0]+line+strings.Join(lines[2:], "")), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := p.Run(t.Context(), hosted(t), dir, 1, nil)
		if err == nil || !strings.Contains(err.Error(), "line 2 of "+name+" is not a finished run: it") {
			t.Errorf("%s: %v", what, err)
		}
	}
	column := func(key string) *regexp.Regexp { return regexp.MustCompile(`,"` + key + `":("[^"]*"|[^,}]+)`) }
	without := func(key, line string) string { return column(key).ReplaceAllString(line, "") }
	for _, key := range []string{"data", "iteration", "train_loss", "train_loss_c", "test_error", "held_error", "epsilon_total", "epsilon_tight", "delta", "end"} {
		refused("without "+key, without(key, lines[1]))
	}
	refused("another session", strings.Replace(lines[1], "alpha = ", "alpha = 1", 1))
	refused("another checksum", column("crc32").ReplaceAllString(lines[1], `,"crc32":"00000000"`))
	refused("no checksum in its place", column("crc32").ReplaceAllString(lines[1], `,"crc32":7`))
	for _, key := range []string{"iteration", "train_loss", "test_error", "epsilon_total", "epsilon_tight", "delta", "end"} {
		refused("old, without "+key, without(key, old(lines[1])))
		for _, value := range []string{"-3", `"1"`, `"7"`, "1e999", "[]"} {
			refused("old, "+key+" "+value, column(key).ReplaceAllString(old(lines[1]), `,"`+key+`":`+value))
		}
	}
	for _, key := range []string{"test_error", "held_error", "delta"} {
		refused("old, "+key+" 7", column(key).ReplaceAllString(old(lines[1]), `,"`+key+`":7`))
	}
	refused("old, as upper case", strings.Replace(old(lines[1]), "test_error", "Test_Error", 1))
	refused("old, twice", strings.Replace(old(lines[1]), `,"delta":`, `,"delta":0,"delta":`, 1))

	before := read(t, dir, ResultsFile)
	for _, whole := range []string{text, old(text), without("held_error", old(text)), without("held_error", without("train_loss_c", old(text)))} {
		if err := os.WriteFile(name, []byte(whole), 0o644); err != nil {
			t.Fatal(err)
		}
		if r := run(t, p, dir); r.Finished() != p.Runs() || r.Note != "" || read(t, dir, RunsFile) != whole {
			t.Errorf("whole, and runs are made again: %q", r.Note)
		}
		if whole == text && read(t, dir, ResultsFile) != before {
			t.Error("the results are others")
		}
	}
}

// What somebody puts in the place of the finished runs, or takes away, ends the sweep: the
// runs to come would be stored where nobody finds them.
func TestFinishedRunsThatAreReplacedEndTheSweep(t *testing.T) {
	p := parse(t, plan6)
	const gone, written = "runs.jsonl was replaced or removed", "somebody else wrote into"
	for what, c := range map[string]struct {
		meanwhile func(name string) error
		told      string
	}{
		"removed": {os.Remove, gone},
		"replaced": {func(name string) error {
			text, err := os.ReadFile(name)
			return errors.Join(err, os.WriteFile(name+"~", text, 0o644), os.Rename(name+"~", name))
		}, gone},
		"emptied":   {func(name string) error { return os.Truncate(name, 0) }, written},
		"shortened": {func(name string) error { return os.Truncate(name, 10) }, written},
	} {
		dir, done := t.TempDir(), false
		_, err := p.Run(t.Context(), hosted(t), dir, 1, func(at Progress) {
			if at.Done == 2 && !done {
				done = true
				if err := c.meanwhile(filepath.Join(dir, RunsFile)); err != nil {
					t.Error(err)
				}
			}
		})
		if err == nil || !strings.Contains(err.Error(), c.told) {
			t.Errorf("%s: %v", what, err)
		}
		if _, err := os.Stat(filepath.Join(dir, ResultsFile)); err == nil {
			t.Errorf("%s: the results are written", what)
		}
		if r := run(t, p, dir); r.Finished() != p.Runs() || strings.Count(read(t, dir, RunsFile), "\n") != p.Runs() {
			t.Errorf("%s: the same sweep does not go on", what)
		}
	}
}

// Where the folder is moved away and another sweep has taken its name, that one's files stay as they
// are, whether runs are under way or all are there already, and nobody is told that runs are kept there.
func TestASweepWritesNothingIntoAFolderThatTookTheNameOfItsOwn(t *testing.T) {
	for what, finished := range map[string]bool{"interrupted": false, "finished before": true} {
		p, theirs, dir := parse(t, plan6), parse(t, small+"[sweep]\nrho = [0.1, 0.2]\nrepeats = 1\n"), filepath.Join(t.TempDir(), "out")
		if finished {
			run(t, p, dir)
		}
		ctx, stop := context.WithCancel(t.Context())
		var before map[string]string
		_, err := p.Run(ctx, hosted(t), dir, 1, func(at Progress) {
			if at.Done == 0 || before != nil {
				return
			}
			err := os.Rename(dir, dir+".old")
			if err == nil {
				_, err = theirs.Run(t.Context(), hosted(t), dir, 1, nil)
			}
			if err != nil {
				t.Error(err)
			}
			before = contents(t, dir)
			if !finished {
				stop()
			}
		})
		stop()
		if err == nil || errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "runs.jsonl was replaced or removed") {
			t.Errorf("%s: %v", what, err)
		}
		if after := contents(t, dir); len(before) == 0 || !maps.Equal(after, before) {
			t.Errorf("%s: the files of the other sweep are %q, were %q", what, after, before)
		}
	}
}

// Whatever is to be written asks for that, at the last moment.
func TestAFolderThatIsAnotherNowTakesNoFile(t *testing.T) {
	r, dir := made(t, plan6, func(Cell, int) float64 { return 1 }), filepath.Join(t.TempDir(), "out")
	f := opened(t, dir)
	if err := errors.Join(os.Rename(dir, dir+".old"), os.Mkdir(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	for what, err := range map[string]error{
		"results": r.Write(t.Context(), f),
		"plan":    r.Plan.keep(t.Context(), f),
		"list":    f.Author(t.Context(), "any", nil),
	} {
		if err == nil || !strings.Contains(err.Error(), "runs.jsonl was replaced or removed") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if there := contents(t, dir); len(there) > 0 {
		t.Errorf("written: %q", there)
	}
}

// What somebody puts into the folder while the runs are made is not written over; tables and pictures of
// before are.
func TestAFolderTakesThePlaceOfNothingNewer(t *testing.T) {
	for name, put := range map[string]bool{"of before": false, "newer": true} {
		r, dir := made(t, plan6, func(Cell, int) float64 { return 1 }), t.TempDir()
		path := filepath.Join(dir, SummaryFile)
		write := func() {
			if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if !put {
			write()
		}
		f, _, err := Open(t.Context(), dir, nil, r.Plan.writes()...)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if put {
			write()
		}
		err = r.Write(t.Context(), f)
		text, readErr := os.ReadFile(path)
		if refused := err != nil && strings.Contains(err.Error(), SummaryFile+": it is no longer what it was"); readErr != nil || refused != put || (string(text) == "mine") != put || err != nil && !put {
			t.Errorf("%s: %v, and there is %q, %v", name, err, text, readErr)
		}
	}
}

// Nor is the file of the runs, to which somebody has made a name of the folder lead meanwhile.
func TestNoFileOfAFolderIsWrittenOverItsRuns(t *testing.T) {
	for _, name := range []string{ResultsFile, PlanFile, AuthoredFile} {
		r, dir := made(t, plan6, func(Cell, int) float64 { return 1 }), t.TempDir()
		f, _, err := Open(t.Context(), dir, nil, r.Plan.writes()...)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := os.Symlink(RunsFile, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
		err = cmp.Or(r.Plan.keep(t.Context(), f), r.Write(t.Context(), f))
		if info, statErr := os.Stat(filepath.Join(dir, RunsFile)); err == nil || statErr != nil || info.Size() > 0 {
			t.Errorf("%s: %v, and %d bytes stand in the place of the runs", name, err, info.Size())
		}
	}
}

// What a killed program left of a file is taken away by the next that works there.
func TestASweepTidiesItsFolder(t *testing.T) {
	dir := t.TempDir()
	left := filepath.Join(dir, ".admmlab-00000000000000000001.tmp")
	long := time.Now().Add(-2 * time.Hour)
	if err := errors.Join(os.WriteFile(left, nil, 0o600), os.Chtimes(left, long, long)); err != nil {
		t.Fatal(err)
	}
	run(t, parse(t, plan6), dir)
	if _, err := os.Stat(left); err == nil {
		t.Error("it is there")
	}
}

func TestAFolderThatIsNoneIsRefused(t *testing.T) {
	p, dir := parse(t, plan6), t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	foreign, taken := filepath.Join(dir, "foreign"), filepath.Join(dir, "taken")
	for _, folder := range []string{foreign, taken, filepath.Join(dir, "odd", RunsFile)} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(foreign, RunsFile), []byte("{\"session\": \"x\"}\nmine\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	held, _, err := Open(t.Context(), taken, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	for folder, want := range map[string]string{
		filepath.Join(file, "below"): "a folder that can be written",
		foreign:                      "line 1 of",
		filepath.Join(dir, "odd"):    "not an ordinary file",
		taken:                        "another sweep",
	} {
		if _, err := p.Run(t.Context(), hosted(t), folder, 1, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", folder, err, want)
		}
	}
	if read(t, foreign, RunsFile) != "{\"session\": \"x\"}\nmine\n" {
		t.Error("a file that is not ours was changed")
	}
}

// What is refused leaves no folder where there was none.
func TestARefusedFolderIsNotMade(t *testing.T) {
	dir := t.TempDir()
	if _, _, err := Open(t.Context(), filepath.Join(dir, "new", "below"), []string{dir}); err == nil || !strings.Contains(err.Error(), "what lies in that folder is read") {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

// Nor does what fails before anything has come into it; what was there stays, and so does a file
// beside it.
func TestAFolderThatNothingCameIntoGoes(t *testing.T) {
	for _, c := range []struct {
		there bool
		file  string // that is made in it
		stays int
	}{{false, "", 0}, {true, "", 1}, {false, "notes", 1}} {
		dir := t.TempDir()
		folder := filepath.Join(dir, "new", "below")
		if c.there {
			if err := os.MkdirAll(folder, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		f, _, err := Open(t.Context(), folder, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.file != "" {
			if err := os.WriteFile(filepath.Join(folder, c.file), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != c.stays {
			t.Errorf("%+v: left %v, %v", c, left, err)
		}
	}
}

// Nor is a file of runs removed that somebody else has put there meanwhile.
func TestAFolderKeepsTheRunsThatOthersPutThere(t *testing.T) {
	for what, put := range map[string]func(name string) error{
		"copied": func(name string) error { return os.WriteFile(name, []byte("theirs\n"), 0o600) },
		"moved": func(name string) error {
			return errors.Join(os.WriteFile(name+"~", []byte("theirs\n"), 0o600), os.Rename(name+"~", name))
		},
		"moved, empty": func(name string) error {
			return errors.Join(os.WriteFile(name+"~", nil, 0o600), os.Rename(name+"~", name))
		},
	} {
		folder := filepath.Join(t.TempDir(), "new")
		f, _, err := Open(t.Context(), folder, nil)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(folder, RunsFile)
		if err := put(name); err != nil {
			t.Fatal(err)
		}
		if err := f.add(Run{}); err == nil || !strings.Contains(err.Error(), "goes on with the runs that are in it now") {
			t.Errorf("%s: %v", what, err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(name); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Who is to end hears of it while the finished runs are read, however many they are.
func TestTheEndIsHeardWhileFinishedRunsAreRead(t *testing.T) {
	dir := t.TempDir()
	p := parse(t, plan6)
	run(t, p, dir)
	before := read(t, dir, RunsFile)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := Open(ctx, dir, nil); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	r, err := p.Run(ctx, hosted(t), dir, 1, nil)
	if !errors.Is(err, context.Canceled) || r.Kept() != "finished runs" || read(t, dir, RunsFile) != before {
		t.Errorf("%v, %q", err, r.Kept())
	}
	if r, err := p.Run(t.Context(), hosted(t), dir, 1, nil); err != nil || r.Kept() != "6 of 6 runs" {
		t.Errorf("%v, %q", err, r.Kept())
	}
}

// Finished runs of many plans would not fit into memory: they take four times their text.
func TestAFolderOfTooManyRunsIsRefused(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, RunsFile)
	if err := errors.Join(os.WriteFile(name, nil, 0o600), os.Truncate(name, 257<<20)); err != nil {
		t.Fatal(err)
	}
	if _, err := parse(t, plan6).Run(t.Context(), hosted(t), dir, 1, nil); err == nil || !strings.Contains(err.Error(), "larger than 256 MiB") {
		t.Errorf("%v", err)
	}
}

// What is stored can be read again: a folder takes no more than that.
func TestAFolderThatIsFullTakesNoRun(t *testing.T) {
	dir := t.TempDir()
	f, _, err := Open(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.end = files.MostRuns - 100
	if err := f.file.Truncate(f.end); err != nil {
		t.Fatal(err)
	}
	if err := f.add(Run{Session: "x", End: Limit}); err == nil || !strings.Contains(err.Error(), "would be larger than 256 MiB") {
		t.Errorf("%v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, RunsFile)); err != nil || info.Size() != files.MostRuns-100 {
		t.Errorf("%v, %v", info, err)
	}
}

// Signs that a page of HTML would take for its own stand as they are; lines of before have
// them as escapes, and stay.
func TestAFinishedRunIsReadWithEitherFormOfASign(t *testing.T) {
	r := Run{Session: "split = \"skewed:0.5:<&>\"\n", End: Limit, Why: "1 < 2"}
	line, err := r.text()
	if err != nil || !bytes.Contains(line, []byte("<&>")) {
		t.Fatalf("%s%v", line, err)
	}
	before, err := json.Marshal(r)
	if err != nil || !bytes.Contains(before, []byte(`\u003c\u0026\u003e`)) {
		t.Fatalf("%s, %v", before, err)
	}
	for _, line := range [][]byte{line, seal(before), append(before, '\n')} {
		if read, err := parseRun(line); err != nil || read.Session != r.Session || read.Why != r.Why {
			t.Errorf("%s%q, %v", line, read.Session, err)
		}
	}
}

// One run that cannot be made does not take the others along, and is not stored
// as if it were a result.
func TestRunsThatCannotBeMadeDoNotHoldUpTheOthers(t *testing.T) {
	dir := t.TempDir()
	p := parse(t, small+"[sweep]\nnodes = [3, 900]\nrepeats = 2")
	r, err := p.Run(t.Context(), hosted(t), dir, 2, nil)
	if err == nil || !strings.Contains(err.Error(), "2 of 4 runs could not be made, the first: ") || r.Finished() != 2 {
		t.Errorf("%v, %d finished", err, r.Finished())
	}
	if text := read(t, dir, ResultsFile); strings.Count(text, "failed,") != 2 || strings.Count(text, "limit,") != 2 {
		t.Error(text)
	}
}

// Runs that leave the finite range are results, but in no mean.
func TestDivergedRunsAreCountedAndLeftOut(t *testing.T) {
	p := parse(t, small+"method = \"pvp\"\n[sweep]\nalpha = [1e-300, 1]\nrepeats = 2")
	dir := t.TempDir()
	r := run(t, p, dir)
	if r.Diverged() != 2 {
		t.Fatalf("%d diverged", r.Diverged())
	}
	if s := r.Stats(p.Cells[0], TrainLoss); s.N != 0 || !math.IsNaN(s.Median) {
		t.Errorf("%+v of runs that diverged", s)
	}
	if text := read(t, dir, SummaryFile); !strings.Contains(text, "\n1e-300,2,2,,") {
		t.Error(text)
	}
	run(t, p, dir) // what was stored is read back
}

// The first draw of every cell comes before the second of any, and a data set is
// read once.
func TestTheWholePictureComesEarly(t *testing.T) {
	p := parse(t, "C = 30\niterations = 1\n[sweep]\ndata = [\"census:300\", \"census:400\"]\nalpha = [1, 2]\nrepeats = 2")
	var got []string
	for _, i := range p.order() {
		c := p.runs[i]
		got = append(got, strings.TrimPrefix(c.Data, "census:")+" "+c.Set.Alpha.String()+" "+strconv.Itoa(c.Repeat))
	}
	if want := "300 1 0, 300 2 0, 300 1 1, 300 2 1, 400 1 0, 400 2 0, 400 1 1, 400 2 1"; strings.Join(got, ", ") != want {
		t.Errorf("%s\nexpected %s", strings.Join(got, ", "), want)
	}
}

// Results are computed from raw data: where nobody chose their folder, nobody else reads it.
func TestTheLaboratorysOwnResultsAreNobodyElsesToRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("has no such modes")
	}
	home := t.TempDir()
	t.Setenv("XDG_DATA_HOME", home)
	for path, others := range map[string]os.FileMode{filepath.Join(home, "admmlab", "tunes", "a"): 0, filepath.Join(home, "mine"): 0o055} {
		f, _, err := Open(t.Context(), path, nil)
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if f.Close(); err != nil || info.Mode().Perm()&0o077&^others != 0 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

// A plan of which nothing gets finished leaves plan and results of another as they are, by
// whatever it ends; a folder of nobody has them.
func TestAPlanWithoutAFinishedRunReplacesNoResults(t *testing.T) {
	const text = "data = \"census:60\"\nC = 2\nnodes = 2\niterations = 2\nrealised = false\n[sweep]\nalpha = [0.5, 1]\nrepeats = 1\n"
	dir := t.TempDir()
	run(t, parse(t, text), dir)
	names := []string{RunsFile, PlanFile, ResultsFile, SummaryFile, PageFile, "curve-error.svg"}
	before := map[string]string{}
	for _, name := range names {
		before[name] = read(t, dir, name)
	}
	failing := strings.Replace(text, "census:60", "csv:"+filepath.Join(dir, "missing.csv"), 1)
	for name, test := range map[string]struct {
		text string
		ends bool // with its first iteration
	}{"fails": {failing, false}, "interrupted": {strings.Replace(text, "nodes = 2", "nodes = 3", 1), true}} {
		p := parse(t, test.text)
		ctx, stop := context.WithCancel(t.Context())
		r, err := p.Run(ctx, hosted(t), dir, 1, func(Progress) {
			if test.ends {
				stop()
			}
		})
		stop()
		if err == nil || r.Finished() != 0 || !strings.Contains(r.Note, "no run of this plan is finished") {
			t.Errorf("%s: %v, %d runs, %q", name, err, r.Finished(), r.Note)
		}
		for _, name := range names {
			if read(t, dir, name) != before[name] {
				t.Errorf("%s is another one", name)
			}
		}
	}
	p, empty := parse(t, failing), t.TempDir()
	if _, err := p.Run(t.Context(), hosted(t), empty, 1, nil); err == nil || !strings.Contains(read(t, empty, PageFile), "0 of 2 runs finished") {
		t.Errorf("%v", err)
	}
	run(t, parse(t, strings.Replace(text, "nodes = 2", "nodes = 3", 1)), dir) // finished, it does
	if read(t, dir, PlanFile) == before[PlanFile] || read(t, dir, ResultsFile) == before[ResultsFile] {
		t.Error("plan and results are those of before")
	}
}

// Results whose finished runs are elsewhere, or lost, stay as they are, too.
func TestResultsWithoutTheirRunsAreNotEmptied(t *testing.T) {
	dir := t.TempDir()
	run(t, parse(t, plan6), dir)
	if err := os.Remove(filepath.Join(dir, RunsFile)); err != nil {
		t.Fatal(err)
	}
	names := []string{PlanFile, ResultsFile, SummaryFile, PageFile, "curve-error.svg"}
	before := map[string]string{}
	for _, name := range names {
		before[name] = read(t, dir, name)
	}
	for what, text := range map[string]string{"the same plan": plan6, "another": strings.Replace(plan6, "0.5", "0.4", 1)} {
		ctx, stop := context.WithCancel(t.Context())
		r, err := parse(t, text).Run(ctx, hosted(t), dir, 1, func(Progress) { stop() })
		stop()
		if !errors.Is(err, context.Canceled) || r.Finished() != 0 || !strings.Contains(r.Note, "no run of this plan is finished") {
			t.Errorf("%s: %v, %d runs, %q", what, err, r.Finished(), r.Note)
		}
		for _, name := range names {
			if read(t, dir, name) != before[name] {
				t.Errorf("%s: %s is another one", what, name)
			}
		}
	}
}

// Tables, pictures and page are of one plan, also where one of them has no room.
func TestTheResultsOfASweepAreReplacedTogether(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full on this system")
	}
	const text = "data = \"census:60\"\nC = 2\nnodes = 2\niterations = 2\n[sweep]\nalpha = [0.5, 1]\nrepeats = 1\n"
	dir := t.TempDir()
	run(t, parse(t, text), dir)
	results, summary := read(t, dir, ResultsFile), read(t, dir, SummaryFile)
	page := filepath.Join(dir, PageFile)
	if err := errors.Join(os.Remove(page), os.Symlink("/dev/full", page)); err != nil {
		t.Fatal(err)
	}
	_, err := parse(t, strings.Replace(text, "= 2", "= 3", 1)).Run(t.Context(), hosted(t), dir, 1, nil)
	if !errors.Is(err, syscall.ENOSPC) || read(t, dir, ResultsFile) != results || read(t, dir, SummaryFile) != summary {
		t.Errorf("%v, and the tables are of the next plan", err)
	}
}

// What must stay as it is, such as the session that a laboratory was opened with or its
// recording, is written over by no file of a sweep, through whichever kind of link.
func TestASweepDoesNotWriteOverWhatItsHostSpares(t *testing.T) {
	for name, link := range map[string]func(string, string) error{
		RunsFile: os.Link, AuthoredFile: os.Symlink, PlanFile: os.Symlink, ResultsFile: os.Symlink, PageFile: os.Link, lossFile: os.Symlink,
	} {
		path, dir := filepath.Join(t.TempDir(), "mine.toml"), t.TempDir()
		if err := os.WriteFile(path, []byte("C = 10"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := link(path, filepath.Join(dir, name)); err != nil {
			t.Skip("no links here: ", err)
		}
		h := hosted(t)
		h.Spare(path)
		_, err := parse(t, plan6).Run(t.Context(), h, dir, 2, nil)
		if after, gone := os.ReadFile(path); err == nil || string(after) != "C = 10" || gone != nil {
			t.Errorf("%s: %v, what was spared is %.40q, %v", name, err, after, gone)
		}
	}
}

// A list whose last line an editor left without its end has every line of its own.
func TestTheListOfWhatWasWrittenKeepsItsLinesApart(t *testing.T) {
	dir := t.TempDir()
	before := strings.TrimSuffix(string(authoredLine(PlanFile, []byte("a"))), "\n")
	if err := os.WriteFile(filepath.Join(dir, AuthoredFile), []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	f, _, err := Open(t.Context(), dir, nil, ResultsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Author(t.Context(), ResultsFile, []byte("b")); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile(filepath.Join(dir, AuthoredFile))
	if want := before + "\n" + string(authoredLine(ResultsFile, []byte("b"))); err != nil || string(list) != want {
		t.Errorf("%v, and the list is %q, want %q", err, list, want)
	}
}

// The list of what the program wrote goes over nothing that its name comes to lead to.
func TestTheListOfWhatWasWrittenIsWrittenOverNothingElse(t *testing.T) {
	dir, data := t.TempDir(), filepath.Join(t.TempDir(), "data.csv")
	if err := os.WriteFile(data, []byte("a,label\n1,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, _, err := Open(t.Context(), dir, []string{data}, ResultsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list := filepath.Join(dir, AuthoredFile)
	for _, name := range []string{"a", "b"} { // its own lines are none of somebody else
		if err := f.Author(t.Context(), name, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, to := range []string{data, filepath.Join(dir, "somebody's")} {
		if err := os.WriteFile(filepath.Join(dir, "somebody's"), []byte("a,label\n1,1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.Remove(list), os.Symlink(to, list)); err != nil {
			t.Skip("no links here: ", err)
		}
		err := f.Author(t.Context(), "c", nil)
		if text, _ := os.ReadFile(to); err == nil || string(text) != "a,label\n1,1\n" {
			t.Errorf("%v, and %s is %q", err, to, text)
		}
	}
}
