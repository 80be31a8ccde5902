package sweep

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/runner"
)

// table writes a LIBSVM file whose values depend on turn.
func table(t *testing.T, path string, turn int) {
	t.Helper()
	var b strings.Builder
	for i := range 80 {
		fmt.Fprintf(&b, "%+d 1:0.%d 2:0.%d\n", 1-2*(i%2), 1+(i*7+turn)%9, 1+(i*5)%9)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A sweep that goes on after its file of data changed mixes nothing: the runs of before
// stay in the folder, and those of now are made.
func TestRunsBelongToTheirData(t *testing.T) {
	path, dir := filepath.Join(t.TempDir(), "people.svm"), t.TempDir()
	p := parse(t, "data = \"libsvm:"+path+"\"\nC = 10\nnodes = 3\niterations = 3\nrealised = false\n[sweep]\nalpha = [0.5, 1]\nrepeats = 2\n")
	table(t, path, 0)
	first := run(t, p, dir)
	again := run(t, p, dir)
	lines := strings.Count(read(t, dir, RunsFile), "\n")
	if again.Note != "" || lines != 4 {
		t.Fatalf("%q, %d runs", again.Note, lines)
	}
	before := read(t, dir, ResultsFile)

	table(t, path, 1)
	changed := run(t, p, dir)
	if !strings.Contains(changed.Note, "4 finished runs") || !strings.Contains(changed.Note, "other data") {
		t.Errorf("%q", changed.Note)
	}
	alone := run(t, p, t.TempDir())
	for _, cell := range p.Cells {
		for k := range cell.runs {
			a, _ := first.At(cell, k)
			b, _ := changed.At(cell, k)
			c, _ := alone.At(cell, k)
			if a.TrainLoss == b.TrainLoss || b.TrainLoss != c.TrainLoss {
				t.Errorf("%v, %d: %v of other data became %v, alone %v", cell.Values, k, a.TrainLoss, b.TrainLoss, c.TrainLoss)
			}
		}
	}

	table(t, path, 0) // as it was: nothing is to be made
	back := run(t, p, dir)
	if lines := strings.Count(read(t, dir, RunsFile), "\n"); back.Note != "" || lines != 8 || read(t, dir, ResultsFile) != before {
		t.Errorf("back again: %q, %d runs", back.Note, lines)
	}

	if err := os.Remove(path); err != nil { // what is finished can be summed up all the same
		t.Fatal(err)
	}
	if r := run(t, p, dir); r.Finished() != 4 || !strings.Contains(r.Note, path+" cannot be read: the runs count that the folder has of it") {
		t.Errorf("without the file %d runs, %q", r.Finished(), r.Note)
	}
}

// A folder goes on by whichever path its data are named: the full one, or one of before.
func TestRunsOfATableAreKnownByEveryPathOfIt(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	table(t, "people.svm", 0)
	named := func(path string) Plan {
		return parse(t, "data = \"libsvm:"+path+"\"\nC = 10\nnodes = 3\niterations = 2\nrealised = false\n[sweep]\nalpha = [0.5, 1]\nrepeats = 1\n")
	}
	paths := []string{"people.svm", filepath.Join(here, "people.svm")}
	for i, first := range paths {
		dir := t.TempDir()
		run(t, named(first), dir)
		if r := run(t, named(paths[1-i]), dir); r.Note != "" || r.Finished() != 2 || strings.Count(read(t, dir, RunsFile), "\n") != 2 {
			t.Errorf("%s, then %s: %q, %d runs\n%s", first, paths[1-i], r.Note, r.Finished(), read(t, dir, RunsFile))
		}
	}
}

// versioned is what a finished run notes of the version of its rows.
var versioned = fmt.Sprintf(`"rows_version":%d,`, sim.RowsVersion)

// A sweep that goes on in a folder of another version of the program mixes nothing: the runs of
// that stay in the folder, and those of now are made.
func TestRunsBelongToAVersionOfRows(t *testing.T) {
	dir, alone := t.TempDir(), t.TempDir()
	p := parse(t, plan6)
	run(t, parse(t, strings.Replace(plan6, "repeats = 2", "repeats = 1", 1)), dir)
	other := strings.ReplaceAll(old(read(t, dir, RunsFile)), versioned, `"rows_version":99,`)
	other = regexp.MustCompile(`"train_loss":[^,]+`).ReplaceAllString(other, `"train_loss":9`)
	if err := os.WriteFile(filepath.Join(dir, RunsFile), []byte(other), 0o644); err != nil {
		t.Fatal(err)
	}
	run(t, p, alone)
	changed := run(t, p, dir)
	if !strings.Contains(changed.Note, "3 finished runs") || !strings.Contains(changed.Note, "version of the program whose rows are others") {
		t.Errorf("%q", changed.Note)
	}
	if read(t, dir, ResultsFile) != read(t, alone, ResultsFile) {
		t.Error("runs of another version are among the results")
	}
	text := read(t, dir, RunsFile)
	if again := run(t, p, dir); again.Note != "" || !strings.HasPrefix(text, other) || read(t, dir, RunsFile) != text {
		t.Errorf("again: %q, %s", again.Note, text)
	}
}

// Of two data that cannot be read each is told, and of two that have changed, too.
func TestAllDataThatAreNotThoseOfThenAreTold(t *testing.T) {
	one, two, dir := filepath.Join(t.TempDir(), "one.svm"), filepath.Join(t.TempDir(), "two.svm"), t.TempDir()
	table(t, one, 0)
	table(t, two, 1)
	p := parse(t, "C = 10\nnodes = 3\niterations = 2\nrealised = false\n[sweep]\ndata = [\"libsvm:"+one+"\", \"libsvm:"+two+"\"]\nrepeats = 1\n")
	host := runner.NewHost()
	defer host.Close()
	if r, err := p.Run(t.Context(), host, dir, 2, nil); err != nil || r.Finished() != 2 {
		t.Fatalf("%d runs, %q, %v", r.Finished(), r.Note, err)
	}
	for _, key := range []string{"libsvm:" + one, "libsvm:" + two} {
		if err := host.Keep(t.Context(), key, nil); err != nil {
			t.Fatal(err)
		}
	}
	table(t, one, 2)
	table(t, two, 3)
	r, err := p.Run(t.Context(), host, dir, 2, nil)
	if err != nil || strings.Count(r.Note, "has changed since it was read") != 2 {
		t.Errorf("%q, %v", r.Note, err)
	}
	if err := errors.Join(os.Remove(one), os.Remove(two)); err != nil {
		t.Fatal(err)
	}
	if r := run(t, p, dir); r.Finished() != 2 || strings.Count(r.Note, "cannot be read: the runs count") != 2 {
		t.Errorf("without the files %d runs, %q", r.Finished(), r.Note)
	}
}

// Where nobody can tell which data there are now, results are of one and the same all the
// same: that of the newest run.
func TestRunsOfTwoOriginsAreNotMixedWithoutTheirFile(t *testing.T) {
	path, dir := filepath.Join(t.TempDir(), "people.svm"), t.TempDir()
	base := "data = \"libsvm:" + path + "\"\nC = 10\nnodes = 3\niterations = 3\nrealised = false\n"
	p := parse(t, base+"[sweep]\nalpha = [0.5, 1, 2]\nrepeats = 1\n")
	table(t, path, 0)
	run(t, p, dir)
	if err := os.Remove(filepath.Join(dir, PlanFile)); err != nil {
		t.Fatal(err)
	}
	table(t, path, 1) // and then it is interrupted
	run(t, parse(t, base+"[sweep]\nalpha = [1]\nrepeats = 1\n"), dir)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(t.Context(), hosted(t), dir, 2, nil)
	if err == nil || r.Finished() != 1 || len(r.Failed) != 2 || !strings.Contains(r.Note, "the newest of them") {
		t.Errorf("%d runs, %d failed, %v, %q", r.Finished(), len(r.Failed), err, r.Note)
	}
	if a, _ := r.At(p.Cells[1], 0); a.Iteration != 3 {
		t.Error("the run of the newest data does not count")
	}
	lines := strings.SplitAfter(old(read(t, dir, RunsFile)), "\n")
	lines[3] = strings.Replace(lines[3], versioned, `"rows_version":99,`, 1) // and where that is of other rows, it does not
	if err := os.WriteFile(filepath.Join(dir, RunsFile), []byte(strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := run(t, p, dir); r.Finished() != 3 {
		t.Errorf("of the newest data that have runs of now %d count", r.Finished())
	}
}

// The file changes while the sweep runs: what was made of the new one is not mixed in.
func TestDataThatChangeMeanwhileAreNotMixedIn(t *testing.T) {
	path, dir := filepath.Join(t.TempDir(), "people.svm"), t.TempDir()
	table(t, path, 0)
	p := parse(t, "data = \"libsvm:"+path+"\"\nC = 10\nnodes = 3\niterations = 3\n[sweep]\nalpha = [0.5, 1]\nrepeats = 1\n")
	turned := false
	_, err := p.Run(t.Context(), hosted(t), dir, 1, func(Progress) {
		if !turned { // before any is read for the runs
			turned = true
			table(t, path, 1)
		}
	})
	if err == nil || !strings.Contains(err.Error(), "changed while its runs were made") {
		t.Fatal(err)
	}
	if r := run(t, p, dir); r.Finished() != 2 || r.Note != "" {
		t.Errorf("%d runs, %q", r.Finished(), r.Note)
	}
}

// Folders of before origins were noted are read as they always were, and those of before versions
// of rows were, too, which is told.
func TestFoldersWithoutOrigins(t *testing.T) {
	dir := t.TempDir()
	p := parse(t, plan6)
	run(t, p, dir)
	name := filepath.Join(dir, RunsFile)
	text := read(t, dir, RunsFile)
	if !strings.Contains(text, `"data":"census, version 1",`) {
		t.Fatal(text)
	}
	if err := os.WriteFile(name, []byte(strings.ReplaceAll(old(text), `"data":"census, version 1",`, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := run(t, p, dir); r.Note != "" || strings.Count(read(t, dir, RunsFile), "\n") != 6 {
		t.Errorf("%q, and runs were made again", r.Note)
	}
	if err := os.WriteFile(name, []byte(strings.ReplaceAll(old(text), versioned, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	want := "6 finished runs in " + dir + " do not say which version of the program made them: they count"
	if r := run(t, p, dir); r.Note != want || strings.Count(read(t, dir, RunsFile), "\n") != 6 {
		t.Errorf("%q, and runs were made again", r.Note)
	}
}

func TestOrigins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "people.svm")
	table(t, path, 0)
	var got []string
	for _, key := range []string{"census:600", "census:700", "wide:700x500", "libsvm:" + path} {
		o, err := runner.Origin(t.Context(), key)
		set, loadErr := runner.Load(t.Context(), key, nil)
		if err := errors.Join(err, loadErr); err != nil || o == "" || set.Origin != o {
			t.Errorf("%s: %q, loaded %q, %v", key, o, set.Origin, err)
		}
		got = append(got, o)
	}
	if got[0] != got[1] || len(slices.Compact(got)) != 3 {
		t.Errorf("%q", got)
	}
}

// A host that holds data as they were before their file changed, for a run of its own, makes
// the runs of a sweep on the data of now.
func TestASweepIsOfTheDataOfNow(t *testing.T) {
	path, host := filepath.Join(t.TempDir(), "people.svm"), hosted(t)
	p := parse(t, "data = \"libsvm:"+path+"\"\nC = 10\nnodes = 3\niterations = 3\nrealised = false\n[sweep]\nalpha = [0.5, 1]\nrepeats = 1\n")
	table(t, path, 0)
	held, err := host.Load(t.Context(), "libsvm:"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	table(t, path, 1)
	dir, alone := t.TempDir(), t.TempDir()
	if r, err := p.Run(t.Context(), host, dir, 2, nil); err != nil || r.Finished() != 2 || !strings.Contains(r.Note, "has changed since it was read") {
		t.Fatalf("%d runs, %v, %q", r.Finished(), err, r.Note)
	}
	run(t, p, alone)
	if read(t, dir, ResultsFile) != read(t, alone, ResultsFile) {
		t.Error("the runs are of the data of before")
	}
	runtime.KeepAlive(held)
}
