package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"admmlab/cli/input"
	"admmlab/presets"
	"admmlab/sim/config"
)

// shrunkenFigure is a figure on 600 people.
func shrunkenFigure(name string, args ...string) []string {
	return append([]string{"figure", name, "--data", "census:600", "--iterations", "3"}, args...)
}

func TestAFigureIsWrittenInEveryFormat(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for ending, head := range map[string]string{"svg": "<?xml", "png": "\x89PNG", "PDF": "%PDF", "csv": "panel,curve,kind"} {
		path := filepath.Join(dir, "fig."+ending)
		out, errOut, code := lab(shrunkenFigure("sharing-fig1", "--out", path)...)
		if code != 0 || errOut != "" || !strings.Contains(out, "Sharing Fig. 1") {
			t.Errorf("%s: code %d: %s%s", ending, code, out, errOut)
		}
		if text, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(text), head) {
			t.Errorf("%s begins with %.20q, %v", ending, text, err)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 4 {
		t.Errorf("left behind: %v", left)
	}
}

// Baselines are lines of the CSV, with a kind of their own; a seed and a --set go to
// every run.
func TestFlagsGoToEveryRunOfAFigure(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	numbers := func(args ...string) (text string, kinds map[string]int) {
		path := filepath.Join(dir, "fig.csv")
		if _, errOut, code := lab(shrunkenFigure("sharing-fig1", append(args, "--out", path)...)...); code != 0 {
			t.Fatalf("code %d: %s", code, errOut)
		}
		b, _ := os.ReadFile(path)
		lines, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		kinds = map[string]int{}
		for _, l := range lines[1:] {
			kinds[l[2]]++
		}
		return string(b), kinds
	}
	text, kinds := numbers()
	if kinds["run"] != 6 || kinds["baseline"] != 6 { // 2 panels of 3 iterations
		t.Errorf("%v", kinds)
	}
	if again, _ := numbers(); again != text {
		t.Error("the same command gives other numbers")
	}
	for _, args := range [][]string{{"--seed", "8"}, {"--set", "lambda=5"}} {
		if other, _ := numbers(args...); other == text {
			t.Errorf("%v changes nothing", args)
		}
		// Titles and curves are named after the figure's own settings.
		if other, _ := numbers(args...); !strings.Contains(other, ", drawn with ") || !strings.Contains(other, args[1]+"\",") {
			t.Errorf("%v is not told: %.200s", args, other)
		}
	}
}

// ctrl+c cancels the context of the command: nothing is left of the file.
func TestAnInterruptedFigureLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	f, _ := presets.FindFigure("recycled-fig4")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := drawFigure(ctx, f, []config.Assignment{{Key: "data", Value: "census:600"}}, filepath.Join(dir, "x.svg"), &bytes.Buffer{})
	if left, _ := os.ReadDir(dir); !errors.Is(err, context.Canceled) || len(left) != 0 {
		t.Errorf("%v, left behind: %v", err, left)
	}
}

// What befell the runs of a figure, and what there is to know of their data, is told; what
// every curve that reads it varies is not set, and the drawing does not say so.
func TestAFigureTellsOfItsRuns(t *testing.T) {
	dir := t.TempDir()
	table, out := filepath.Join(dir, "t.csv"), filepath.Join(dir, "f.csv")
	if err := os.WriteFile(table, []byte("a,b,label\n"+strings.Repeat("1,2,yes\n2,1,no\n", 12)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		code int
		args []string
		says []string
	}{
		{exitHalted, []string{"tifs-fig3", "--data", "census:60", "--set", "C=5", "--set", "nodes=2", "--set", "method=pvp", "--set", "variant=own", "--set", "alpha=1e-300"},
			[]string{"runs, one of them: no guarantee from t = 2", "runs, one of them: the numbers left the finite range"}},
		{0, []string{"tifs-fig4", "--data", "csv:" + table, "--set", "C=1", "--set", "nodes=3", "--set", "split=skewed:1"},
			[]string{"columns are made of the words found in them", "who holds which record is taken as public"}},
		{0, []string{"aisec-fig2", "--data", "csv:" + table, "--set", "C=1", "--set", "nodes=2"}, []string{"\ncolumns are made of the words found in them"}},
		{0, []string{"tifs-fig4", "--data", "census:60", "--set", "C=5", "--set", "nodes=2", "--stop-when", "test_error <= 1"}, []string{"choosing when to stop by the test rows is in no ε"}},
		{0, []string{"tifs-table2", "--data", "census:60", "--set", "C=5", "--set", "nodes=2", "--set", "rho=0.5"}, []string{"--set rho=0.5 changes nothing: every curve that reads it varies it"}},
		{0, []string{"tifs-fig5", "--data", "census:60", "--set", "C=5", "--set", "nodes=2", "--set", "alpha=0.3"}, []string{"--set alpha=0.3 changes nothing: every curve that reads it varies it"}},
		{0, []string{"tifs-fig5", "--data", "census:60", "--set", "C=5", "--set", "nodes=2", "--set", "eta=0.5"}, nil},
	} {
		_, errOut, code := lab(append(append([]string{"figure"}, c.args...), "--iterations", "2", "--out", out)...)
		text, err := os.ReadFile(out)
		if code != c.code || err != nil || strings.Contains(string(text), "rho=0.5") || strings.Contains(string(text), "alpha=0.3") || c.says == nil && !strings.Contains(string(text), "eta=0.5") {
			t.Errorf("%v ends with %d, %v:\n%.300s", c.args, code, err, text)
		}
		for _, words := range c.says {
			if strings.Count("\n"+errOut, words) != 1 {
				t.Errorf("%v: want %q once in\n%s", c.args, words, errOut)
			}
		}
	}
}

// What is asked of records says which of them were left out, as every other command does.
func TestBoundTellsOfItsData(t *testing.T) {
	t.Parallel()
	table := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(table, []byte("a,y\n?,yes\n"+strings.Repeat("1,yes\n-2,no\n3,yes\n-1,no\n", 8)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, errOut, code := lab("bound", "--data", "csv:"+table, "--set", "C=1", "--set", "nodes=2", "--iterations", "2")
	if code != 0 || !strings.Contains(errOut, "1 row with missing values left out\n") || strings.Count(errOut, "that looks at all records") != 1 {
		t.Errorf("exit %d, %s", code, errOut)
	}
}

// However little α is, there is a number of records that is enough for it, and it is told.
func TestBoundFindsANumberForALittleAlpha(t *testing.T) {
	out, _, code := lab("bound", "--data", "census:200", "--set", "nodes=3", "--set", "C=5", "--iterations", "1", "--set", "alpha=1e-100", "--format", "csv")
	if code != 0 || strings.Contains(out, "no number") || strings.Contains(out, "+Inf") {
		t.Errorf("code %d:\n%s", code, out)
	}
}

// A measured run that ends before its limit says so.
func TestBoundTellsOfARunThatEndedEarly(t *testing.T) {
	for budget, told := range map[string]bool{"0.2": true, "0": false} {
		_, errOut, code := lab("bound", "--data", "census:200", "--set", "C=5", "--iterations", "3", "--set", "budget="+budget)
		if code != 0 || strings.Contains(errOut, "the run ended at t = 1 of 3") != told {
			t.Errorf("budget %s: code %d: %s", budget, code, errOut)
		}
	}
}

// What befalls a measured run is told as `run` tells it.
func TestBoundTellsWhatBefallsItsRun(t *testing.T) {
	t.Parallel()
	small := []string{"--data", "census:600", "--set", "C=60", "--iterations", "3"}
	for _, test := range []struct {
		more  []string
		tells string
	}{
		{[]string{"--stop-when", "test_error < 0.43"}, "t 1: stopped: test_error 0.429 < 0.43; choosing when to stop by the test rows is in no ε\n"},
		{[]string{"--set", "events=at 2: C = 50"}, "t 2: "},
		{[]string{"--set", "events=at 2: private = false"}, "no guarantee from here on"},
		{[]string{"--set", "method=admm", "--set", "eta=1e6", "--set", "start=1000"}, "the models from here on are not exact"},
	} {
		_, ran, _ := lab(slices.Concat([]string{"run"}, small, test.more)...)
		_, errOut, code := lab(slices.Concat([]string{"bound"}, small, test.more)...)
		if code != 0 || strings.Count(ran, test.tells) != 1 || strings.Count(errOut, test.tells) != 1 {
			t.Errorf("%v: exit code %d, want %q once in both\n%s\n%s", test.more, code, test.tells, errOut, ran)
		}
	}
}

// One node has no split, so that no split keeps it from its theorems.
func TestOneNodeIsBoundWhateverItsSplit(t *testing.T) {
	args := []string{"bound", "--data", "census:200", "--set", "nodes=1", "--set", "C=60", "--iterations", "3"}
	want, _, _ := lab(args...)
	out, errOut, code := lab(append(args, "--set", "split=skewed")...)
	if code != 0 || out != want || want == "" {
		t.Errorf("code %d: %s\n%s", code, errOut, out)
	}
}

// What a flag makes alike of a figure's curves stands once, and none is left out for it; the
// session of every command is the first of these.
func TestTheCurvesOfAFigureThatAFlagMakesAlike(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"recycled-fig4", "--set", "growth=1.02"}, {"recycled-fig3", "--set", "gamma=0.5"}, {"tifs-fig4", "--set", "alpha=0.5"}, {"tifs-fig4"}, {"recycled-fig4", "--set", "growth=1"}, {"recycled-fig5", "--set", "private=false"}, {"tifs-table2", "--set", "method=pvp", "--set", "title=mine"}} {
		var o input.Source
		cmd := &cobra.Command{Use: "x"}
		o.Flags(cmd)
		if err := cmd.ParseFlags(args); err != nil {
			t.Fatal(err)
		}
		cmd.SetContext(t.Context())
		c, err := o.Config(cmd, args[:1])
		if err != nil {
			t.Fatal(err)
		}
		beside, err := o.Together(args[:1])
		if err != nil {
			t.Fatal(err)
		}
		f, err := presets.FindFigure(args[0])
		if err != nil {
			t.Fatal(err)
		}
		points, err := f.Together(4, o.Over)
		if err != nil || len(points) != 1+len(beside) {
			t.Fatal(len(points), err)
		}
		for i, got := range append([]config.Config{c}, beside...) {
			if d := config.Differences(got, points[i].Config); len(d) > 0 {
				t.Errorf("%v: curve %d differs from that of the figure: %v", args, i+1, d)
			}
		}
	}
}

// ρ in force is the one given, to its last digit, also where every node carries a part of it.
func TestBoundHasTheRhoThatWasGiven(t *testing.T) {
	out, _, code := lab("bound", "--data", "census:200", "--set", "method=radmm", "--set", "C=5", "--set", "rho=0.22", "--iterations", "2", "--format", "csv")
	if limit := out[strings.LastIndex(out, "\nlimit,")+1:]; code != 0 || !strings.Contains(limit, ",0.22,") {
		t.Errorf("code %d:\n%s", code, out)
	}
}
