package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/network"
)

// lab runs a command line as a shell would and returns what it wrote.
func lab(t *testing.T, args ...string) (out, errOut string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = execute(args, &o, &e)
	return o.String(), e.String(), code
}

// quick is a run on 600 people.
func quick(args ...string) []string {
	return append([]string{"run", "--data", "census:600", "--set", "C=60", "--iterations", "4"}, args...)
}

func TestRunWritesTheColumnsScriptsRelyOn(t *testing.T) {
	out, _, code := lab(t, quick()...)
	if code != 0 {
		t.Fatalf("code %d", code)
	}
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != 5 {
		t.Fatalf("%d lines, %v", len(rows), err)
	}
	want := "iteration,method,train_loss,test_loss,test_error,disagreement,epsilon_step,epsilon_total,gradient_norm"
	if got := strings.Join(rows[0][:9], ","); got != want {
		t.Errorf("header %s", got)
	}
	if rows[4][0] != "4" || rows[4][1] != "dvp" || rows[4][7] != "2" {
		t.Errorf("last row %v", rows[4])
	}
}

func TestRunIsTheSameTwiceAndOnOneCore(t *testing.T) {
	first, _, _ := lab(t, quick("--seed", "3")...)
	again, _, _ := lab(t, quick("--seed", "3")...)
	other, _, _ := lab(t, quick("--seed", "4")...)
	cores := runtime.GOMAXPROCS(1)
	alone, _, _ := lab(t, quick("--seed", "3")...)
	runtime.GOMAXPROCS(cores)
	if first != again || first != alone || first == other {
		t.Error("rows must depend on the seed and on nothing else")
	}
}

func TestJSONLinesCarryTheSameNames(t *testing.T) {
	out, _, _ := lab(t, quick("--format", "jsonl", "--set", "method=radmm")...)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 4 {
		t.Fatalf("%d lines", len(lines))
	}
	var row map[string]any
	if err := json.Unmarshal([]byte(lines[1]), &row); err != nil {
		t.Fatal(err)
	}
	for _, name := range sim.Columns {
		if _, ok := row[name]; !ok {
			t.Errorf("%s is missing in %s", name, lines[1])
		}
	}
}

// --out is there whole or not at all.
func TestOutIsWrittenWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "rows.csv")
	if _, errOut, code := lab(t, quick("--out", path)...); code != 0 {
		t.Fatalf("code %d: %s", code, errOut)
	}
	onScreen, _, _ := lab(t, quick()...)
	if text, err := os.ReadFile(path); err != nil || string(text) != onScreen {
		t.Errorf("file differs from standard output: %v", err)
	}
	bad := filepath.Join(dir, "bad.csv")
	_, errOut, code := lab(t, quick("--out", bad, "--data", "csv:/nowhere.csv")...)
	if code != exitError || !strings.Contains(errOut, "/nowhere.csv") {
		t.Errorf("code %d: %s", code, errOut)
	}
	files, _ := os.ReadDir(dir)
	if len(files) != 1 {
		t.Errorf("left behind: %v", files)
	}
	_, errOut, code = lab(t, quick("--out", filepath.Join(dir, "no", "rows.csv"))...)
	if code != exitError || !strings.Contains(errOut, "folder") {
		t.Errorf("code %d: %s", code, errOut)
	}
}

// A later word wins: file, then --data, --iterations, --seed, then --set.
func TestWhatIsSaidLaterWins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.toml")
	text := "data = \"census:600\"\nC = 60\nmethod = \"dvp\"\niterations = 9\nalpha = 0.25\nevents = [\"at 2: alpha = 0.5\"]\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errOut, code := lab(t, "run", path, "--iterations", "5", "--set", "iterations=3")
	if code != 0 || strings.Count(out, "\n") != 4 {
		t.Fatalf("code %d, %d lines: %s", code, strings.Count(out, "\n"), errOut)
	}
	if !strings.Contains(errOut, "t 2: alpha = 0.5") || !strings.Contains(out, "\n3,dvp,") || !strings.Contains(out, ",0.5,1.25,") {
		t.Errorf("the event of the file must count from t = 2: %s%s", out, errOut)
	}
}

func TestMistakesAreOneLineWithAHint(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.toml")
	if err := os.WriteFile(bad, []byte("alpha = 0.5\ngama = 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want []string
	}{
		{quick("--set", "alfa=2"), []string{"--set", "alfa", "did you mean alpha"}},
		{quick("--set", "alpha"), []string{"key=value"}},
		{quick("--set", "alpha=-1"), []string{"--set", "out of range"}},
		{quick("--format", "xml"), []string{"xml", "csv or jsonl"}},
		{quick("--seed", "x"), []string{"--seed", "whole number"}},
		{[]string{"run", bad}, []string{"line 2 of " + bad, "did you mean gamma"}},
		{[]string{"run", "tifs-fig3-dvp-0.55"}, []string{"tifs-fig3-dvp-0.55"}},
		{[]string{"run", "a", "b"}, nil},
		{[]string{"run", "--bogus"}, []string{"--bogus"}},
		{[]string{"run", "--data", "nothing-here"}, []string{"nothing-here", "census"}},
		{[]string{"frobnicate"}, []string{"frobnicate"}},
	} {
		out, errOut, code := lab(t, c.args...)
		if code != exitError || out != "" {
			t.Errorf("%v: code %d, output %q", c.args, code, out)
		}
		if strings.Count(strings.TrimSpace(errOut), "\n") != 0 || strings.Contains(errOut, "goroutine") {
			t.Errorf("%v: not one line: %q", c.args, errOut)
		}
		for _, w := range c.want {
			if !strings.Contains(errOut, w) {
				t.Errorf("%v: %q does not say %q", c.args, errOut, w)
			}
		}
	}
}

func TestAHaltedRunHasACodeOfItsOwn(t *testing.T) {
	out, errOut, code := lab(t, quick("--set", "method=pvp", "--set", "alpha=1e-300")...)
	if code != exitHalted || !strings.Contains(errOut, "likely causes") || !strings.Contains(out, "\n1,pvp,") {
		t.Errorf("code %d: %s%s", code, out, errOut)
	}
}

func TestListsNameEverything(t *testing.T) {
	methods, _, _ := lab(t, "methods")
	for _, s := range admm.Catalogue() {
		if !strings.Contains(methods, s.ID+" ") || !strings.Contains(methods, s.Words) {
			t.Errorf("methods leaves out %s", s.ID)
		}
	}
	topologies, _, _ := lab(t, "topologies")
	for _, k := range network.Kinds() {
		if !strings.Contains(topologies, k.Name+" ") {
			t.Errorf("topologies leaves out %s", k.Name)
		}
	}
	names, _, _ := lab(t, "presets")
	name := strings.Fields(names)[0]
	text, _, code := lab(t, "presets", name)
	if code != 0 {
		t.Fatalf("presets %s: code %d", name, code)
	}
	if _, err := sim.ParseText([]byte(text), name); err != nil {
		t.Errorf("presets %s prints what cannot be read: %v", name, err)
	}
}

func TestPlainIsSentences(t *testing.T) {
	out, _, code := lab(t, "--plain", "--data", "census:600", "--set", "C=60", "--iterations", "40")
	if code != 0 || !strings.Contains(out, "Iteration 40 of 40: train loss ") || !strings.Contains(out, "not for releasing data") {
		t.Errorf("code %d: %s", code, out)
	}
	if n := strings.Count(out, "\n"); n < 15 || n > 25 {
		t.Errorf("%d sentences for 40 iterations", n)
	}
	out, errOut, _ := lab(t, "--data", "census:600", "--set", "C=60", "--iterations", "3")
	if !strings.Contains(errOut, "not a terminal") || !strings.Contains(out, "Iteration 3 of 3") {
		t.Errorf("without a terminal: %s%s", out, errOut)
	}
}

func TestABarePathIsRecognised(t *testing.T) {
	dir := t.TempDir()
	csvPath, svm := filepath.Join(dir, "x.CSV"), filepath.Join(dir, "x.txt")
	for _, p := range []string{csvPath, svm, filepath.Join(dir, "adult.data")} {
		if err := os.WriteFile(p, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for in, want := range map[string]string{
		dir: "adult:" + dir, csvPath: "csv:" + csvPath, svm: "libsvm:" + svm,
		"census:9": "census:9", "census": "census", "libsvm:a:b": "libsvm:a:b",
	} {
		if got := dataKey(in); got != want {
			t.Errorf("%s is read as %s, want %s", in, got, want)
		}
	}
}

func TestCompletionOffersPresetsAndKeys(t *testing.T) {
	out, _, _ := lab(t, "__complete", "run", "tifs")
	if !strings.Contains(out, "tifs-fig3-dvp-0.5") {
		t.Errorf("presets: %s", out)
	}
	out, _, _ = lab(t, "__complete", "run", "--set", "")
	for _, want := range []string{"method=dvp", "alpha=", "topology=ring", "order=jacobi"} {
		if !strings.Contains(out, want) {
			t.Errorf("--set does not offer %s", want)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if out, _, code := lab(t, "completion", shell); code != 0 || len(out) < 200 {
			t.Errorf("completion %s: code %d, %d bytes", shell, code, len(out))
		}
	}
}
