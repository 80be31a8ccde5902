package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"admmlab/sim/config"
	"admmlab/sim/runner"
)

// --out is there whole or not at all.
func TestOutIsWrittenWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "rows.csv")
	if _, errOut, code := lab(quick("--out", path)...); code != 0 {
		t.Fatalf("code %d: %s", code, errOut)
	}
	onScreen, _, _ := lab(quick()...)
	if text, err := os.ReadFile(path); err != nil || string(text) != onScreen {
		t.Errorf("file differs from standard output: %v", err)
	}
	bad := filepath.Join(dir, "bad.csv")
	_, errOut, code := lab(quick("--out", bad, "--data", "csv:/nowhere.csv")...)
	if code != exitError || !strings.Contains(errOut, "/nowhere.csv") {
		t.Errorf("code %d: %s", code, errOut)
	}
	files, _ := os.ReadDir(dir)
	if len(files) != 1 {
		t.Errorf("left behind: %v", files)
	}
	before := "keep me"
	if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	lab(quick("--out", path, "--data", "csv:/nowhere.csv")...)
	if text, _ := os.ReadFile(path); string(text) != before {
		t.Error("a run that failed has touched the file that was there")
	}
	if _, errOut, code = lab(quick("--out", dir)...); code != exitError || !strings.Contains(errOut, "not an ordinary file") {
		t.Errorf("--out on a folder: code %d: %s", code, errOut)
	}
	_, errOut, code = lab(quick("--out", filepath.Join(dir, "no", "rows.csv"))...)
	if code != exitError || !strings.Contains(errOut, "folder") {
		t.Errorf("code %d: %s", code, errOut)
	}
}

// That a run left the finite range does not hide that its rows could not be kept.
func TestWhatHaltedAndCouldNotBeWrittenIsTold(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	r := rowRun{ctx: t.Context()}
	err := r.writeRows(filepath.Join(dir, "rows.csv"), nil, func(io.Writer) error {
		return errors.Join(os.RemoveAll(dir), errHalted)
	})
	if err == nil || errors.Is(err, errHalted) {
		t.Errorf("%v", err)
	}
}

// Rows whose folder is moved away meanwhile are kept in it, and stand in nobody's way: the model is
// written.
func TestRowsWithoutAPlaceCostNoModel(t *testing.T) {
	c, err := config.ParseText([]byte("data = \"census:600\"\nC = 60\niterations = 2\n"), "test")
	if err != nil {
		t.Fatal(err)
	}
	above := t.TempDir()
	folder, since, model := filepath.Join(above, "a"), filepath.Join(above, "b"), filepath.Join(above, "model.csv")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	var errOut bytes.Buffer
	r := rowRun{ctx: t.Context(), config: c, format: "csv", errOut: &errOut, host: runner.NewHost(), keeps: true}
	defer r.host.Close()
	rows := filepath.Join(folder, "rows.csv")
	err = r.writeModel(model, rows, nil, func() error {
		return r.writeRows(rows, nil, func(w io.Writer) error { return errors.Join(r.write(w), os.Rename(folder, since)) })
	})
	text, modelErr := os.ReadFile(model)
	left, _ := os.ReadDir(since)
	if err == nil || len(left) != 1 || !strings.Contains(err.Error(), left[0].Name()) || modelErr != nil || len(text) == 0 {
		t.Errorf("told %v; the folder holds %v, and the model is %q, %v", err, left, text, modelErr)
	}
}

// canceller ends a run when it reads a word.
type canceller struct {
	bytes.Buffer
	word   string
	cancel func()
}

func (c *canceller) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte(c.word)) {
		c.cancel()
	}
	return c.Buffer.Write(b)
}

// What a signal does: it cancels the context of the command.
func TestAnInterruptedRunLeavesTheRowsSoFar(t *testing.T) {
	c, err := config.ParseText([]byte("data = \"census:600\"\nC = 60\nevents = [\"at 2: alpha = 0.25\"]\n"), "test")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	errOut := &canceller{word: "t 2: ", cancel: cancel}
	var out bytes.Buffer
	run := func(out io.Writer) error {
		r := rowRun{ctx: ctx, config: c, format: "csv", errOut: errOut, host: runner.NewHost()}
		defer r.host.Close()
		return r.write(out)
	}
	err = run(&out)
	if !errors.Is(err, context.Canceled) || strings.Count(out.String(), "\n") != 3 || !strings.Contains(errOut.String(), "interrupted after iteration 2 of 100") {
		t.Errorf("%v\n%s%s", err, out.String(), errOut.String())
	}
	out.Reset()
	if err = run(&out); !errors.Is(err, context.Canceled) || out.Len() != 0 {
		t.Errorf("interrupted before it began: %v, %q", err, out.String())
	}
	path := filepath.Join(t.TempDir(), "rows.csv")
	r := rowRun{ctx: ctx}
	err = r.writeRows(path, nil, run)
	if left, _ := os.ReadDir(filepath.Dir(path)); !errors.Is(err, context.Canceled) || len(left) != 0 {
		t.Errorf("an interrupted --out leaves %v: %v", left, err)
	}
}

// The weights of a wide table at many nodes are gigabytes: a signal ends their writing, too.
func TestAnInterruptedModelIsNotWritten(t *testing.T) {
	c, err := config.ParseText([]byte("data = \"census:600\"\nC = 60\niterations = 2\n"), "test")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"model.csv", "model.json"} {
		ctx, cancel := context.WithCancel(t.Context())
		var out, errOut bytes.Buffer
		r := rowRun{ctx: ctx, config: c, format: "csv", errOut: &errOut, host: runner.NewHost(), keeps: true}
		defer r.host.Close()
		path := filepath.Join(t.TempDir(), name)
		err := r.writeModel(path, "", nil, func() error {
			defer cancel()
			return r.write(&out)
		})
		left, _ := os.ReadDir(filepath.Dir(path))
		if !errors.Is(err, context.Canceled) || len(left) != 0 || strings.Count(out.String(), "\n") != 3 || !strings.Contains(errOut.String(), "interrupted: all rows are written, and the model is not") {
			t.Errorf("%s: %v, %v\n%s%s", name, err, left, out.String(), errOut.String())
		}
	}
}

// What a run is measured against is told after its rows, on standard error.
func TestARunIsMeasured(t *testing.T) {
	t.Parallel()
	for _, v := range []struct {
		args    []string
		want    []string
		without []string
	}{
		{nil, []string{"after iteration 4", "this run", "majority class", "trusted curator", "pooled optimum", "at the same total, ε = ", "δ = 1e-5"}, []string{"party 1"}},
		{[]string{"--set", "method=admm"}, []string{"majority class", "pooled optimum", "no trusted curator: the run ends without noise", "will it converge: proved: it ends at the optimum"}, nil},
		{[]string{"--set", "private=false"}, []string{"no trusted curator: the run ends without noise"}, nil},
		{[]string{"--set", "C=1000"}, []string{"no trusted curator: the run has no total"}, nil},
		{[]string{"--set", "method=sharing"}, []string{"party 1 alone", "gradient method", "4 passes", "no trusted curator: noise in the objective hides a row"}, nil},
		{[]string{"--set", "method=sharing", "--set", "adjacency=person", "--set", "sgd_batch=5"}, []string{"no trusted curator: the run has no total"}, nil}, // sigma is set
		{[]string{"--set", "method=sharing", "--set", "adjacency=person", "--set", "sgd_batch=5", "--set", "epsilon=2", "--set", "sigma=0", "--set", "lambda=1e4"}, []string{"trusted curator", "a person's whole row and label", "5 samples a batch"}, nil},
		{[]string{"--set", "alpha=1e-300"}, []string{"majority class"}, nil}, // it left the finite range
	} {
		out, errOut, code := lab(quick(v.args...)...)
		if code != 0 && !slices.Contains(v.args, "alpha=1e-300") {
			t.Errorf("%v: code %d: %s", v.args, code, errOut)
		}
		for _, words := range v.want {
			if !strings.Contains(errOut, words) || strings.Contains(out, words) {
				t.Errorf("%v: no %q in\n%s", v.args, words, errOut)
			}
		}
		for _, words := range v.without {
			if strings.Contains(errOut, words) {
				t.Errorf("%v: %q in\n%s", v.args, words, errOut)
			}
		}
	}
}

// Whoever does not wait for it has all rows.
func TestAnInterruptedMeasureLosesNoRow(t *testing.T) {
	c, err := config.ParseText([]byte("data = \"census:600\"\nC = 60\niterations = 3\n"), "test")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var out, errOut bytes.Buffer
	r := rowRun{ctx: ctx, config: c, format: "csv", errOut: &errOut, host: runner.NewHost()}
	defer r.host.Close()
	if err := r.write(&out); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := r.measure(); err != nil || !strings.Contains(errOut.String(), "all rows are written") {
		t.Errorf("%v: %s", err, errOut.String())
	}
}

func TestAPanicIsOneLine(t *testing.T) {
	var errOut bytes.Buffer
	code := Main(t.Context(), []string{"methods"}, panicking{}, &errOut)
	if code != exitError || strings.Count(errOut.String(), "\n") != 1 || !strings.Contains(errOut.String(), "report") {
		t.Errorf("code %d: %s", code, errOut.String())
	}
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("the pen broke") }

// Where rows that have no place are kept is told, too, where a signal ends the model, and of a run that left the
// finite range that it has none.
func TestRowsWithoutAPlaceAreToldWhereTheModelEnds(t *testing.T) {
	c, err := config.ParseText([]byte("data = \"census:600\"\nC = 60\niterations = 2\n"), "test")
	if err != nil {
		t.Fatal(err)
	}
	for words, halted := range map[string]bool{"interrupted: the model is not written\n": false, "the model is not written: its numbers left the finite range\n": true} {
		ctx, signal := context.WithCancel(t.Context())
		defer signal()
		var errOut bytes.Buffer
		r := rowRun{ctx: ctx, config: c, format: "csv", errOut: &errOut, host: runner.NewHost(), keeps: true}
		defer r.host.Close()
		dir := t.TempDir()
		rows := filepath.Join(dir, "rows.csv")
		err = r.writeModel(filepath.Join(dir, "model.csv"), rows, nil, func() error {
			defer signal()
			return r.writeRows(rows, nil, func(w io.Writer) error {
				err := errors.Join(r.write(w), os.WriteFile(rows, nil, 0o600))
				if r.halted = halted; halted {
					err = errors.Join(err, errHalted)
				}
				return err
			})
		})
		kept, _ := filepath.Glob(filepath.Join(dir, "*.kept"))
		if err == nil || errors.Is(err, context.Canceled) || len(kept) != 1 || !strings.Contains(err.Error(), filepath.Base(kept[0])) || !strings.HasSuffix(errOut.String(), words) {
			t.Errorf("halted %t: %v, kept %q\n%s", halted, err, kept, &errOut)
		}
	}
}
