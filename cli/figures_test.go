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
	"admmlab/presets/reproduce"
	"admmlab/sim/config"
)

// shrunkenFigure is a figure on 600 people.
func shrunkenFigure(name string, args ...string) []string {
	return append([]string{"figure", name, "--data", "census:600", "--iterations", "3"}, args...)
}

func TestAFigureIsWrittenInEveryFormat(t *testing.T) {
	dir := t.TempDir()
	for ending, head := range map[string]string{"svg": "<?xml", "png": "\x89PNG", "PDF": "%PDF", "csv": "panel,curve,kind"} {
		path := filepath.Join(dir, "fig."+ending)
		out, errOut, code := lab(t, shrunkenFigure("sharing-fig1", "--out", path)...)
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
	dir := t.TempDir()
	numbers := func(args ...string) (text string, kinds map[string]int) {
		path := filepath.Join(dir, "fig.csv")
		if _, errOut, code := lab(t, shrunkenFigure("sharing-fig1", append(args, "--out", path)...)...); code != 0 {
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
	}
}

func TestWithoutOutAFigureIsExplained(t *testing.T) {
	f, _ := presets.FindFigure("recycled-fig5")
	out, _, code := lab(t, "figure", f.Name)
	if code != 0 || !strings.Contains(out, f.Caption) || !strings.Contains(out, f.Panels[6].Title) {
		t.Errorf("code %d: %s", code, out)
	}
}

func TestFiguresAreListedAsRecorded(t *testing.T) {
	want, err := os.ReadFile(filepath.Join("testdata", "figures.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if got, _, code := lab(t, "figure", "--list"); code != 0 || got != string(want) {
		t.Errorf("admmlab figure --list, code %d:\n%s\nrecorded:\n%s", code, got, want)
	}
}

func TestMistakesInFiguresAreOneLine(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "x.svg")
	for _, c := range []struct{ args, want string }{
		{"figure", "--list"},
		{"figure recycled-fig55", "did you mean recycled-fig5?"},
		{"figure tifs-fig1 --out " + out, "illustration"},
		{"figure tifs-fig1", "illustration"},
		{"figure sharing-fig1 --out " + filepath.Join(dir, "x.gif"), ".svg, .png, .pdf, .csv"},
		{"figure sharing-fig1 --out " + filepath.Join(dir, "x"), ".svg"},
		{"figure sharing-fig1 --out=", ".svg"},
		{"figure sharing-fig1 --out " + filepath.Join(dir, "no", "x.svg"), "folder"},
		{"figure sharing-fig1 --set lambda=-1 --out " + out, "lambda"},
		{"figure sharing-fig1 --set lambda --out " + out, "key=value"},
		{"figure sharing-fig1 --data csv:/nowhere.csv --out " + out, "/nowhere.csv"},
		{"figure a b", "one name at most"},
	} {
		got, errOut, code := lab(t, strings.Fields(c.args)...)
		if code != exitError || got != "" || strings.Count(errOut, "\n") != 1 || !strings.Contains(errOut, c.want) {
			t.Errorf("%s: code %d: %s%s, expected %q", c.args, code, got, errOut, c.want)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
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

func TestCompletionOffersFigures(t *testing.T) {
	out, _, _ := lab(t, "__complete", "figure", "")
	if !strings.Contains(out, "recycled-fig5\t") || strings.Contains(out, "tifs-fig1\t") {
		t.Errorf("figures: %s", out)
	}
	if out, _, _ = lab(t, "figure", "--help"); !strings.Contains(out, "."+strings.Join(reproduce.Formats[:2], ", .")) {
		t.Errorf("help: %s", out)
	}
}

// Wherever a session is asked for, an illustration is refused as what it is.
func TestAnIllustrationIsNoSession(t *testing.T) {
	shelf(t)
	for _, args := range [][]string{{"run", "tifs-fig1"}, {"compare", "tifs-fig1"}, {"presets", "tifs-fig1"}} {
		_, errOut, code := lab(t, args...)
		if code != 1 || !strings.Contains(errOut, "it is an illustration of the algorithms") || strings.Contains(errOut, "no file of that name") {
			t.Errorf("%v: code %d, %s", args, code, errOut)
		}
	}
}
