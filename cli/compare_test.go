package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"admmlab/cli/input"
	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/files"
	"admmlab/sim/report"
	"admmlab/sim/rows"
	"admmlab/sim/runner"
)

// shrunken is a comparison on 600 people.
func shrunken(args ...string) []string {
	return append([]string{"compare", "--data", "census:600", "--set", "C=60", "--iterations", "4"}, args...)
}

// lastRows are the rows of a table as CSV, without its header.
func lastRows(t *testing.T, out string) [][]string {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || !slices.Equal(lines[0], slices.Concat([]string{"run", "name"}, rows.Names(sideColumns), levelColumns(nil), rows.Names(rows.Costs), []string{"train_loss_c", "neighbours"})) {
		t.Fatalf("%v in %s", err, out)
	}
	return lines[1:]
}

// Of two that write into one folder at once, each would leave some of the files.
func TestTwoComparisonsDoNotWriteIntoOneFolder(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip("no links here: ", err)
	}
	release, taken := files.Hold(dir)
	if taken {
		t.Fatal("somebody has a new folder")
	}
	if _, again := files.Hold(dir); !again {
		t.Skip("no locks here")
	}
	out, errOut, code := lab(shrunken("tifs-fig3-dvp-0.1", "--out", link)...)
	if left, err := os.ReadDir(dir); code != exitError || out != "" || err != nil || len(left) > 0 || errOut != "admmlab: another comparison is writing to "+link+"; wait for it, or choose another folder\n" {
		t.Errorf("code %d: %q%s, %v %v", code, out, errOut, left, err)
	}
	release()
	if _, errOut, code := lab(shrunken("tifs-fig3-dvp-0.1", "--out", link)...); code != 0 {
		t.Errorf("code %d: %s", code, errOut)
	}
}

// Where .. follows a linked folder, that is where the folder really is, for what is read and
// for what is written.
func TestAFolderAboveALinkedOneIsTheRealOne(t *testing.T) {
	near := t.TempDir()
	far := filepath.Join(near, "far")
	if err := errors.Join(os.MkdirAll(filepath.Join(far, "sub"), 0o700), os.WriteFile(filepath.Join(near, "report.md"), []byte("mine"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("far", "sub"), filepath.Join(near, "link")); err != nil {
		t.Skip("no links here: ", err)
	}
	t.Chdir(near)
	out, errOut, code := lab(shrunken("tifs-fig3-dvp-0.1", "--out", "link/..")...)
	if text, err := os.ReadFile("report.md"); code != 0 || err != nil || string(text) != "mine" || !strings.Contains(errOut, filepath.Join("far", "report.md")) {
		t.Errorf("code %d: %s%s, %q %v", code, out, errOut, text, err)
	}
	if got, want := runner.Files("adult:link/.."), filepath.Join("far", "adult.data"); got[0] != want {
		t.Errorf("%s is read, want %s", got, want)
	}
	t.Chdir("link")
	t.Setenv("PWD", filepath.Join(near, "link"))
	want, err := filepath.EvalSymlinks(far)
	if got := runner.FullPaths("csv:../x.csv"); err != nil || got != "csv:"+filepath.Join(want, "x.csv") {
		t.Errorf("%s in full, want %s, %v", got, want, err)
	}
}

// A preset, a file and a kept run: each has the rows that `run` makes of its session.
func TestAComparisonIsOfTheRunsItNames(t *testing.T) {
	a := shelf(t)
	kept := config.Default().WithMethod("mradmm")
	if err := a.Save(archive.Record{ID: "42", Name: "mine", Began: time.Unix(1e9, 0), Config: kept, End: archive.Limit, Last: sim.Row{Iteration: 3}}, nil); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "new", "race")
	out, errOut, code := lab(shrunken("tifs-fig3-dvp-0.1", written(t, "method = \"pvp\"\n"), "mine", "42", "--format", "csv", "--out", dir)...)
	if code != 0 || errOut != "The totals compare any data with the same data after this change: one record replaced by another (the papers' Hamming distance 1).\n"+filepath.Join(dir, "report.md")+" tells more\n" {
		t.Fatalf("code %d: %s", code, errOut)
	}
	list, _ := os.ReadDir(dir)
	var names []string
	for _, f := range list {
		names = append(names, f.Name())
	}
	want := "A-dvp.csv A-dvp.toml B-pvp.csv B-pvp.toml C-mradmm.csv C-mradmm.toml D-mradmm.csv D-mradmm.toml error.svg loss.svg privacy.svg report.md"
	if strings.Join(names, " ") != want {
		t.Errorf("files %v", names)
	}
	for i, row := range lastRows(t, out) {
		for k := range levelColumns(nil) {
			if v, err := strconv.ParseFloat(row[2+len(sideColumns)+k], 64); err != nil || !(v > 0 && v < 1) {
				t.Errorf("%s: levels %q", row[1], row[2+len(sideColumns):])
			}
		}
		base := filepath.Join(dir, report.Letter(i)+"-"+row[2])
		rows, err := os.ReadFile(base + ".csv")
		alone, errOut, code := lab("run", base+".toml")
		if err != nil || code != 0 || alone != string(rows) {
			t.Errorf("%s: run gives other rows: %v, code %d: %s", base, err, code, errOut)
		}
		lines := strings.Split(strings.TrimSpace(alone), "\n")
		if last := strings.Split(lines[len(lines)-1], ","); last[0] != row[3] || last[2] != row[4] || last[7] != row[7] || last[9] != row[8] || last[10] != row[9] {
			t.Errorf("%s: last row %v, table %v", base, last, row)
		}
	}
	page, _ := os.ReadFile(filepath.Join(dir, "report.md"))
	for _, words := range []string{"## What A is measured against", "| pooled optimum |", "| trusted curator |", "| majority class |", "# 4 runs side by side", "- **B**: PVP", "(<loss.svg>)", "(<privacy.svg>)", "| `method` | dvp | pvp | mradmm | mradmm |"} {
		if !strings.Contains(string(page), words) {
			t.Errorf("no %q in\n%s", words, page)
		}
	}
	if picture, _ := os.ReadFile(filepath.Join(dir, "error.svg")); !strings.Contains(string(picture), ">B: PVP<") || !strings.Contains(string(picture), ">A: pooled ") {
		t.Error("no legend, or no level, in error.svg")
	}
}

// Every budget that was in force on the way is named in the chart of the totals, those beyond its axis with
// an arrow: no mark of a change says there what a line is.
func TestEveryWallOfAComparisonIsNamed(t *testing.T) {
	dir := t.TempDir()
	session := written(t, "data = \"census:200\"\nC = 20\niterations = 16\nstop = false\nbudget = 0.5\nevents = [\"at 6: budget = 100\", \"at 9: budget = 0\", \"at 12: budget = 1\"]\n")
	if _, errOut, code := lab("compare", session, "--out", dir, "--charts", "svg"); code != 0 {
		t.Fatal(errOut)
	}
	picture, err := os.ReadFile(filepath.Join(dir, "privacy.svg"))
	for _, name := range []string{">budget 0.5<", ">↑ budget 100<", ">budget 1<"} {
		if err != nil || !strings.Contains(string(picture), name) {
			t.Errorf("no %q: %v", name, err)
		}
	}
}

// One session alone has a report of its own, with charts.
func TestOneSessionAloneHasItsReport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out, errOut, code := lab(shrunken("tifs-fig3-dvp-0.1", "--format", "csv", "--out", dir)...)
	if code != 0 || len(lastRows(t, out)) != 1 {
		t.Fatalf("code %d: %s%s", code, out, errOut)
	}
	page, err := os.ReadFile(filepath.Join(dir, "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"# TIFS Fig. 3(b)", "![Train loss, DVP, seed 7](<loss.svg>)", "## Settings at the start"} {
		if !strings.Contains(string(page), words) {
			t.Errorf("no %q in\n%s", words, page)
		}
	}
}

// What a run that its budget allows no iteration comes to is none, in every cell.
func TestARunWithoutAnIterationComesToNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if out, errOut, code := lab(shrunken("tifs-fig3-dvp-0.1", "--set", "budget=0.001", "--out", dir)...); code != 0 {
		t.Fatalf("code %d: %s%s", code, out, errOut)
	}
	page, err := os.ReadFile(filepath.Join(dir, "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	if s := string(page); !strings.Contains(s, "| this run | none | none | none |") || strings.Contains(s, "none %") {
		t.Error(s)
	}
}

// What a caption tells of is the run of its preset: over another one it is not said, nor is a
// figure's, which is of several, over one of them.
func TestNoCaptionStandsOverAnotherRun(t *testing.T) {
	t.Parallel()
	page := func(args ...string) string {
		dir := t.TempDir()
		if out, errOut, code := lab(shrunken(append(args, "--out", dir)...)...); code != 0 {
			t.Fatalf("code %d: %s%s", code, out, errOut)
		}
		page, err := os.ReadFile(filepath.Join(dir, "report.md"))
		if err != nil {
			t.Fatal(err)
		}
		return string(page)
	}
	const with = "ith other settings than its caption tells of"
	alone, figure, beside := page("tifs-fig3-dvp-0.1"), page("recycled-fig5"), page("tifs-fig3-dvp-0.1", "tifs-fig3-admm")
	for _, words := range []string{"# TIFS Fig. 3(b)", "\n\nW" + with + ".\n\n"} {
		if !strings.Contains(alone, words) {
			t.Errorf("no %q in\n%s", words, alone)
		}
	}
	for _, words := range []string{"four private algorithms", "10 draws"} {
		if strings.Contains(figure, words) {
			t.Errorf("%q over one run\n%s", words, figure)
		}
	}
	if n := strings.Count(beside, ", w"+with+"\n"); n != 2 {
		t.Errorf("%d of two runs stray:\n%s", n, beside)
	}
}

// Data, split, rows held out, draws, loss and limit are those of the first, also where it changed
// its limit on the way, and it is told; help says so.
func TestAllRunOnTheDrawsOfTheFirst(t *testing.T) {
	t.Parallel()
	first := written(t, "data = \"census:600\"\nC = 60\nseed = 9\niterations = 3\nevents = [\"at 2: iterations = 5\"]\n")
	second := written(t, "data = \"census:500\"\nC = 60\nseed = 8\nrepeat = 2\niterations = 7\nloss = \"huber\"\nheld_out = 0.2\n")
	if help := compareCommand().Long; !strings.Contains(help, "data, split, rows held out, draws, loss and limit of the first") {
		t.Error(help)
	}
	out, errOut, code := lab("compare", first, second, "--format", "csv")
	if code != 0 || !strings.Contains(errOut, "B, "+second+", as "+first+" has it: data, held_out, loss, h, seed, repeat, iterations\n") {
		t.Fatalf("code %d: %s", code, errOut)
	}
	rows := lastRows(t, out)
	if len(rows) != 2 || rows[0][3] != "5" || !slices.Equal(rows[0][3:], rows[1][3:]) {
		t.Errorf("the same session on the same draws: %v", rows)
	}
}

// A comparison ends where the session alone ends, whenever its limit is moved: also after
// one that was passed, or too late.
func TestAComparisonEndsWhereTheRunEnds(t *testing.T) {
	t.Parallel()
	for _, events := range []string{
		`"at 7: iterations = 12", "at 3: iterations = 15"`, `"at 3: iterations = 6", "at 9: iterations = 15"`, `"at 8: iterations = 3"`,
		`"at 8: iterations = 3", "at 8: iterations = 9"`, `"at 11: iterations = 13"`, `"at 12: iterations = 13"`,
	} {
		text := written(t, "data = \"census:60\"\nC = 6\niterations = 10\nevents = ["+events+"]\n")
		alone, errOut, code := lab("run", text, "--format", "csv")
		if code != 0 {
			t.Fatal(errOut)
		}
		out, errOut, code := lab("compare", text, "--format", "csv")
		if code != 0 {
			t.Fatal(errOut)
		}
		lines := strings.Split(strings.TrimSpace(alone), "\n")
		ended, _, _ := strings.Cut(lines[len(lines)-1], ",")
		if row := lastRows(t, out)[0]; row[3] != ended {
			t.Errorf("%s: alone it ends at %s, compared at %s", events, ended, row[3])
		}
		if told := strings.Contains(errOut, "A, "+text+": iterations = "+ended+" from the start"); !told {
			t.Errorf("%s: standard error says only %q", events, errOut)
		}
	}
}

// Within a budget every run spends it, by its own noise; by a stricter accountant of the
// first, all spend less of what is proved.
func TestRunsAreMatchedToABudget(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	proved := func(args ...string) (list []float64) {
		out, errOut, code := lab(append(shrunken("lesson-pvp-released", "tifs-fig3-dvp-0.1", "--budget", "3", "--format", "csv", "--out", dir, "--charts", "png"), args...)...)
		if code != 0 || strings.Contains(errOut, "budget") {
			t.Fatalf("code %d: %s", code, errOut)
		}
		for _, row := range lastRows(t, out) {
			v, err := strconv.ParseFloat(row[8], 64)
			if err != nil || row[3] != "4" {
				t.Fatalf("%v, %v", row, err)
			}
			list = append(list, v)
		}
		return list
	}
	best, basic := proved(), proved("--set", "accountant=basic")
	for i, spent := range best {
		if spent > 3*(1+1e-9) || spent < 2.9 || basic[i] >= spent {
			t.Errorf("run %d spends %g of 3, by the sum of its steps %g", i, spent, basic[i])
		}
	}
	page, _ := os.ReadFile(filepath.Join(dir, "report.md"))
	if !strings.Contains(string(page), "| `budget` | 3 |") || !strings.Contains(string(page), "| `accountant` | basic |") {
		t.Errorf("%s", page)
	}
	if picture, err := os.ReadFile(filepath.Join(dir, "loss.png")); err != nil || !bytes.HasPrefix(picture, []byte("\x89PNG")) {
		t.Errorf("loss.png: %v", err)
	}
}

// Noise that is a guess, as under a schedule over many iterations, is told of each run.
func TestGuessedNoiseIsTold(t *testing.T) {
	t.Parallel()
	_, errOut, code := lab(append(shrunken("tifs-fig3-dvp-0.1", "tifs-fig3-dvp-0.5", "--budget", "3", "--format", "csv"), "--iterations", "129", "--set", "schedule=geometric:0.9999", "--set", "realised=false")...)
	for _, run := range []string{"A", "B"} {
		if want := run + ": its noise is a guess: every iteration"; code != 0 || !strings.Contains(errOut, want) {
			t.Errorf("code %d: %s\nwant %q", code, errOut, want)
		}
	}
}

// A link in the folder to a kept run would cost that run, whichever is compared: all are read.
func TestAComparisonDoesNotWriteOverAKeptRun(t *testing.T) {
	a := shelf(t)
	before := map[string][]byte{}
	for _, r := range []archive.Record{{ID: "42", Name: "mine"}, {ID: "43"}} {
		r.Began, r.Config, r.End, r.Last = time.Unix(1e9, 0), config.Default(), archive.Limit, sim.Row{Iteration: 3}
		err := a.Save(r, nil)
		if before[r.ID], _ = os.ReadFile(a.Path(r.ID)); err != nil || before[r.ID] == nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"42", "mine", "43"} {
		for _, file := range []string{"A-dvp.toml", "A-dvp.csv", "report.md"} {
			dir := t.TempDir()
			if err := os.Symlink(a.Path("42"), filepath.Join(dir, file)); err != nil {
				t.Skip(err)
			}
			if out, errOut, code := lab(shrunken(name, "--out", dir)...); code != exitError || out != "" || !strings.Contains(errOut, "what lies in that folder is read") {
				t.Errorf("%s over %s: exit code %d, %s%s", name, file, code, out, errOut)
			}
		}
	}
	folder := filepath.Dir(a.Path("42"))
	kept, _ := os.ReadDir(folder)
	_, errOut, code := lab("compare", "mine", "--out", filepath.Join(folder, "new", "below"))
	if left, _ := os.ReadDir(folder); code != exitError || !strings.Contains(errOut, "what lies in that folder is read") || len(left) != len(kept) {
		t.Errorf("exit code %d, there is now among the kept runs %v: %s", code, left, errOut)
	}
	for id, text := range before {
		if after, err := os.ReadFile(a.Path(id)); err != nil || !bytes.Equal(after, text) {
			t.Errorf("the kept run %s is now %q, %v", id, after, err)
		}
	}
}

// What a signal does: it cancels the context of the command, here in mid-run.
func TestAnInterruptedComparisonLeavesNoFile(t *testing.T) {
	t.Parallel()
	mine := t.TempDir()
	dir := filepath.Join(mine, "race")
	more := []config.Assignment{{Key: "data", Value: "census:600"}, {Key: "C", Value: "60"}}
	events := written(t, "method = \"pvp\"\nevents = [\"at 2: rho = 0.25\"]\n")
	asked, err := input.SideBySide(t.Context(), []string{"tifs-fig3-dvp-0.1", events}, more, &bytes.Buffer{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	errOut := &canceller{word: "B t 2: ", cancel: cancel}
	var out bytes.Buffer
	err = (&comparison{asked: asked, format: "table", dir: dir, picture: "svg"}).run(ctx, &out, errOut)
	left, _ := os.ReadDir(mine) // nor the folder that was made for them
	if !errors.Is(err, context.Canceled) || out.Len() != 0 || len(left) != 0 || !strings.Contains(errOut.String(), "nothing is written") {
		t.Errorf("%v, left behind %v: %s%s", err, left, out.String(), errOut.String())
	}
}

// A PNG of many curves that jump takes seconds: whoever ends a comparison while its charts are
// drawn does not wait for them, and finds nothing.
func TestAComparisonInterruptedAtItsChartsLeavesNoFile(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "race")
	asked, err := input.SideBySide(t.Context(), []string{"tifs-fig3-dvp-0.1"}, []config.Assignment{{Key: "data", Value: "census:600"}}, &bytes.Buffer{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	sides := newSides(asked.Configs, nil)
	made := func([]*report.Writer) error {
		cancel()
		return nil
	}
	if err := (&comparison{asked: asked, dir: dir, picture: "png"}).fill(ctx, made, &sides); !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("a folder is left behind")
	}
}

// Rows go into their files while the runs are made: a disk that is full ends all of them, and
// nothing of the comparison is there.
func TestAComparisonEndsWhereItsRowsHaveNoRoom(t *testing.T) {
	t.Parallel()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell here")
	}
	dir := t.TempDir()
	cmd := program(t, nil, "compare", "tifs-fig3-dvp-0.1", written(t, "method = \"pvp\"\n"), "--data", "census:200", "--set", "C=1", "--iterations", "1000", "--out", dir)
	cmd.Path, cmd.Args = sh, append([]string{"sh", "-c", `ulimit -f 40; exec "$@"`, "sh"}, append([]string{cmd.Path}, cmd.Args[1:]...)...)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err = cmd.Run()
	left, _ := os.ReadDir(dir)
	if err == nil || cmd.ProcessState.ExitCode() != exitError || out.Len() != 0 || len(left) != 0 || !strings.Contains(errOut.String(), "file too large") || strings.Contains(errOut.String(), "canceled") {
		t.Errorf("%v, left behind %v: %s%s", err, left, &out, &errOut)
	}
}

// Neither a table that nobody takes nor a folder without room costs the other.
func TestAFinishedComparisonIsWrittenWhereThereIsRoom(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full on this system")
	}
	small := []string{"compare", "tifs-fig3-dvp-0.1", "--data", "census:100", "--set", "C=1", "--set", "nodes=2", "--iterations", "2", "--out"}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	dir := t.TempDir()
	var errOut bytes.Buffer
	if code := Main(t.Context(), append(small, dir), full, &errOut); code != exitError || !strings.Contains(errOut.String(), "writing to standard output: no space left") {
		t.Errorf("exit code %d: %s", code, errOut.String())
	}
	if left := files.Matching(dir, "*"); len(left) != 6 {
		t.Errorf("%v is left of it", left)
	}
	dir = t.TempDir()
	if err := os.Symlink("/dev/full", filepath.Join(dir, "privacy.svg")); err != nil {
		t.Fatal(err)
	}
	out, told, code := lab(append(small, dir, "--format", "csv")...)
	if code != exitError || !strings.Contains(told, "privacy.svg: no space left") || len(lastRows(t, out)) != 1 {
		t.Errorf("exit code %d: %s%s", code, out, told)
	}
	// What was filled by then, the rows above all, is kept.
	kept := files.Matching(dir, "*.kept")
	if left := files.Matching(dir, "*"); len(kept) != 5 || len(left) != 1+len(kept) {
		t.Errorf("%v is there of a comparison without one of its charts", left)
	}
}

// Rows, sessions, charts and page are of one comparison, also where there is room for some
// files of the next only.
func TestNoComparisonIsLeftInPart(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full on this system")
	}
	dir := t.TempDir()
	small := []string{"compare", "tifs-fig3-dvp-0.1", "--data", "census:100", "--set", "C=1", "--set", "nodes=2", "--out", dir, "--iterations"}
	if _, errOut, code := lab(append(small, "2")...); code != 0 {
		t.Fatal(errOut)
	}
	chart := filepath.Join(dir, "error.svg")
	if err := os.Remove(chart); err != nil {
		t.Fatal(err)
	}
	before := contents(t, dir)
	if err := os.Symlink("/dev/full", chart); err != nil {
		t.Fatal(err)
	}
	_, errOut, code := lab(append(small, "3")...)
	if code != exitError || !strings.Contains(errOut, "error.svg: no space left") {
		t.Errorf("exit code %d: %s", code, errOut)
	}
	rows := 0 // that were filled are kept
	kept, _ := filepath.Glob(filepath.Join(dir, "*.kept"))
	for _, path := range kept {
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(errOut, filepath.Base(path)) || os.Remove(path) != nil {
			t.Errorf("%s is not told: %s%v", path, errOut, err)
		}
		if strings.HasPrefix(string(text), "iteration,") && strings.Count(string(text), "\n") == 4 {
			rows++
		}
	}
	if rows != 1 {
		t.Errorf("%d of %q have the rows", rows, kept)
	}
	if err := os.Remove(chart); err != nil {
		t.Fatal(err)
	}
	if after := contents(t, dir); !maps.Equal(before, after) {
		t.Error("some of its files are those of the next")
	}
}

// What befalls the file of one run's rows costs those of no other, whichever comes first.
func TestRowsThatHaveNoRoomCostNoOthers(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full on this system")
	}
	for _, name := range []string{"A-dvp.csv", "B-dvp.csv"} {
		dir := t.TempDir()
		if err := os.Symlink("/dev/full", filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		out, errOut, code := lab(shrunken("tifs-fig3-dvp-0.1", "tifs-fig3-dvp-0.1", "--out", dir, "--format", "csv")...)
		kept := files.Matching(dir, "*.kept")
		if code != exitError || len(lastRows(t, out)) != 2 || !strings.Contains(errOut, name+": no space left") || len(kept) != 7 || strings.Count(errOut, ".kept") != 8 {
			t.Errorf("%s, code %d, kept %q: %s", name, code, kept, errOut)
		}
	}
}

// Files of an earlier comparison may be under the letters of this one.
func TestAComparisonTellsOfFilesThatAreNotItsOwn(t *testing.T) {
	t.Parallel()
	dir, pvp := t.TempDir(), written(t, "method = \"pvp\"\n")
	small := []string{"--data", "census:100", "--set", "C=1", "--set", "nodes=2", "--iterations", "2", "--out", dir}
	first := append([]string{"compare", "tifs-fig3-dvp-0.1", pvp}, small...)
	if _, errOut, code := lab(first...); code != 0 || strings.Contains(errOut, "also has") {
		t.Fatalf("code %d: %s", code, errOut)
	}
	if _, errOut, _ := lab(first...); strings.Contains(errOut, "also has") {
		t.Errorf("the same again: %s", errOut)
	}
	_, errOut, _ := lab(append([]string{"compare", pvp, "--charts", "png"}, small...)...)
	if want := dir + " also has A-dvp.csv, A-dvp.toml, B-pvp.csv, B-pvp.toml, error.svg, loss.svg, privacy.svg, which were there before"; !strings.Contains(errOut, want) {
		t.Errorf("%s\nwant %s", errOut, want)
	}
}

func TestCompletionOffersSessionsToCompare(t *testing.T) {
	a := shelf(t)
	if err := a.Save(archive.Record{ID: "42", Name: "mine", Began: time.Unix(1e9, 0), Config: config.Default(), End: archive.Limit, Last: sim.Row{Iteration: 3}}, nil); err != nil {
		t.Fatal(err)
	}
	if out, _, _ := lab("__complete", "compare", "mine", "42", ""); !strings.Contains(out, "tifs-fig3-dvp-0.1\t") || !strings.Contains(out, "\nmine\n") {
		t.Errorf("sessions: %s", out)
	}
	if out, _, _ := lab("__complete", "compare", "a", "b", "c", "d", ""); strings.Contains(out, "mine") {
		t.Errorf("a fifth: %s", out)
	}
	if out, _, _ := lab("__complete", "compare", "--charts", ""); !strings.Contains(out, "pdf") {
		t.Errorf("charts: %s", out)
	}
}

// What only sharing is measured against has columns where a run is one, empty for others.
func TestAComparisonWithSharingHasWhatSharingIsMeasuredAgainst(t *testing.T) {
	out, errOut, code := lab(shrunken(written(t, "method = \"dvp\"\n"), written(t, "method = \"sharing\"\nsgd_step = 1\n"), "--format", "csv")...)
	lines, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || code != 0 || len(lines) != 3 {
		t.Fatalf("%v, code %d: %s%s", err, code, out, errOut)
	}
	for _, name := range []string{"party_1_error", "sgd_error"} {
		k := slices.Index(lines[0], name)
		if k < 0 {
			t.Fatalf("no %s in %q", name, lines[0])
		}
		if v, err := strconv.ParseFloat(lines[2][k], 64); lines[1][k] != "" || err != nil || !(v > 0 && v < 1) {
			t.Errorf("%s: %q and %q", name, lines[1][k], lines[2][k])
		}
	}
}

// The axis of a privacy chart names what its totals go with: no neighbours and no delta of a
// run, or of iterations, without one. What is spent where no total is proved stands in a row
// of its own in the report.
func TestTheAxisNamesWhatTotalsGoWith(t *testing.T) {
	t.Parallel()
	const of = "data = \"census:60\"\nnodes = 2\niterations = 4\n"
	const removed = of + "C = 5\nadjacency = \"remove\"\ndelta = 1e-9\n"
	const sharing = "data = \"census:60\"\nmethod = \"sharing\"\nsigma = 1\niterations = 4\n"
	for _, c := range []struct{ other, want string }{
		{of + "C = 4\n", "ε at δ ≤ 1e-5, one record removed or one record replaced"},
		{of + "C = 5\nmethod = \"admm\"\n", "ε at δ ≤ 1e-9, one record removed"},
		{of + "C = 5\nprivate = false\n", "ε at δ ≤ 1e-9, one record removed"},
		{of + "C = 560\nbudget = 1\nstop = true\n", "ε at δ ≤ 1e-9, one record removed"}, // makes no iteration
		{of + "C = 560\n", "ε at δ ≤ 1e-9, one record removed"},
		{of + "C = 5\nevents = [\"at 3: adjacency = remove\"]\n", "ε at δ ≤ 1e-5, one record removed or one record replaced"},
		{of + "C = 5\nadjacency = \"remove\"\nevents = [\"at 2: private = false\", \"at 3: adjacency = replace\"]\n", "ε at δ ≤ 1e-5, one record removed"},
		{sharing, "ε at δ ≤ 1e-9, one record removed"},
		{sharing + "budget = 5000\nstop = true\nevents = [\"at 3: adjacency = person\"]\n", "ε at δ ≤ 1e-5, one record removed or one column changed by at most 1"},
	} {
		dir := t.TempDir()
		_, errOut, code := lab("compare", written(t, removed), written(t, c.other), "--out", dir)
		if code != 0 {
			t.Fatalf("%s: %s", c.other, errOut)
		}
		chart, err := os.ReadFile(filepath.Join(dir, "privacy.svg"))
		if err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(string(chart), ">ε at")
		if got, _, _ := strings.Cut("ε at"+after, "<"); got != c.want {
			t.Errorf("%s beside one record removed at 1e-9: %q, want %q", c.other, got, c.want)
		}
		page, err := os.ReadFile(filepath.Join(dir, "report.md"))
		if err != nil {
			t.Fatal(err)
		}
		if c.other == sharing && (!strings.Contains(string(page), "| spent so far, which depends on what was drawn | none | ") || !strings.Contains(string(page), "what the noise proves at its δ | 1 | none |")) {
			t.Errorf("the report mixes up what is proved and what is spent:\n%s", page)
		}
	}
}

// Runs are named by the graph that their last iterations had, edges cut and joined on the way
// included: one and the same graph has one name, however it came about.
func TestRunsAreNamedByTheGraphTheyEndOn(t *testing.T) {
	t.Parallel()
	events := func(text string) string { return written(t, "events = ["+text+"]\n") }
	names := func(sessions ...string) (list []string) {
		out, errOut, code := lab(shrunken(append(sessions, "--format", "csv")...)...)
		if code != 0 {
			t.Fatalf("code %d: %s", code, errOut)
		}
		for _, row := range lastRows(t, out) {
			list = append(list, row[1])
		}
		return list
	}
	ring, cut, listed := events(""), events(`"at 3: cut 1-2"`), events(`"at 3: topology = edges:1-5,2-3,3-4,4-5"`)
	for _, test := range []struct{ sessions, want []string }{
		{[]string{ring, cut, listed}, []string{"graph ring", "graph 4 edges", "graph 4 edges"}},
		{[]string{ring, events(`"at 2: cut 1-2", "at 3: join 1-2"`)}, []string{"DVP", "DVP"}},
		{[]string{ring, events(`"at 5: cut 1-2"`)}, []string{"DVP", "DVP"}}, // after the last
		{[]string{cut, events(`"at 2: cut 1-2", "at 3: topology = ring"`)}, []string{"graph 4 edges", "graph ring"}},
	} {
		if got := names(test.sessions...); !slices.Equal(got, test.want) {
			t.Errorf("named %q, expected %q", got, test.want)
		}
	}
}

// A change that a run refuses has changed nothing: it is told, and stands in no name, no
// change of the report and no session.
func TestARefusedChangeIsNoneOfTheRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	asked := written(t, `events = ["at 2: watch = 99999999", "at 2: cut 1-3", "at 3: alpha = 0.3", "at 4: join 1-2", "at 9: cut 1-2"]`)
	out, errOut, code := lab(shrunken(written(t, `events = ["at 3: alpha = 0.3"]`), asked, "--format", "csv", "--out", dir)...)
	if code != 0 || strings.Count(errOut, "B t 2: ") != 2 || !strings.Contains(errOut, "beyond the last row of the data") {
		t.Fatalf("code %d: %s", code, errOut)
	}
	for _, row := range lastRows(t, out) {
		if row[1] != "DVP" {
			t.Errorf("%s is named %q", row[0], row[1])
		}
	}
	if session := contents(t, dir)["B-dvp.toml"]; !strings.Contains(session, "events = [\n  \"at 3: alpha = 0.3\",\n  \"at 9: cut 1-2\",\n]") {
		t.Errorf("its session has another change than those that happened or are to come:\n%s", session)
	}
	if _, errOut, code := lab(shrunken(asked, "--out", dir)...); code != 0 {
		t.Fatalf("code %d: %s", code, errOut)
	}
	page := contents(t, dir)["report.md"]
	_, after, _ := strings.Cut(page, "## Changes\n\n")
	if changes, told, _ := strings.Cut(after, "\n## What happened"); changes != "- from iteration 3: `alpha = 0.3`\n" || !strings.Contains(told, "iteration 2: watch = 99999999 is beyond") {
		t.Errorf("the report has it among the changes, or does not tell of it:\n%s", page)
	}
}

// contents are the texts of the files of a folder, by their names.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, name := range files.Matching(dir, "*", ".*") {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	return texts
}

// What befalls the folder or one of its files while the runs are made costs no row: all that was
// filled is kept under names that the error tells.
func TestAComparisonWithoutItsPlacesKeepsItsRows(t *testing.T) {
	asked := config.Default()
	asked.Data, asked.Iterations, asked.Set.C = "census:300", 5, []float64{5}
	for name, meanwhile := range map[string]func(dir string) error{
		"a folder that is moved":  func(dir string) error { return os.Rename(dir, dir+" since") },
		"a session made a folder": func(dir string) error { return os.Mkdir(filepath.Join(dir, "A-dvp.toml"), 0o700) },
		"a chart of somebody":     func(dir string) error { return os.WriteFile(filepath.Join(dir, "loss.svg"), nil, 0o600) },
	} {
		dir := filepath.Join(t.TempDir(), "race")
		c := comparison{asked: input.Sides{Configs: []config.Config{asked}}, dir: dir, picture: "svg"}
		var sides []side
		err := c.fill(t.Context(), func(rows []*report.Writer) (err error) {
			sides, err = c.sides(t.Context(), io.Discard, rows)
			return errors.Join(err, meanwhile(dir))
		}, &sides)
		kept, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), "race*", "*.kept"))
		if err == nil || len(kept) != len(c.files()) {
			t.Fatalf("%s: kept %q, and told %v", name, kept, err)
		}
		rows := 0
		for _, path := range kept {
			text, readErr := os.ReadFile(path)
			if readErr != nil || !strings.Contains(err.Error(), filepath.Base(path)) {
				t.Errorf("%s: %s is not told: %v, %v", name, path, err, readErr)
			}
			if strings.HasPrefix(string(text), "iteration,") && strings.Count(string(text), "\n") == 6 {
				rows++
			}
		}
		if rows != 1 {
			t.Errorf("%s: %d files of %q have the rows", name, rows, kept)
		}
	}
}
