package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	err := drawFigure(ctx, f, []config.Assignment{{Key: "data", Value: "census:600"}}, filepath.Join(dir, "x.svg"), &bytes.Buffer{})
	if left, _ := os.ReadDir(dir); !errors.Is(err, context.Canceled) || len(left) != 0 {
		t.Errorf("%v, left behind: %v", err, left)
	}
}
