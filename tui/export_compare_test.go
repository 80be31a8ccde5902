package tui

import (
	"bytes"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
)

// sideBySide is a run with three beside it, whose exports go into a folder.
func sideBySide(t *testing.T) (*stage, string) {
	s := beside(newStage(t, sim.Default(), 200, 36).begun().batch(20)).batch(5)
	s.m.exports.folder = t.TempDir()
	return s, s.m.exports.folder
}

func TestRunsSideBySideAreExportedTogether(t *testing.T) {
	letters := func(ending string) []string {
		return []string{"-A-dvp" + ending, "-B-dvp" + ending, "-C-pvp" + ending, "-D-sharing" + ending}
	}
	endings := map[string][]string{
		"report": {".md", "-error.svg", "-loss.svg", "-privacy.svg"}, "csv": letters(".csv"), "jsonl": letters(".jsonl"), "session": letters(".toml"),
		"svg": {"-error.svg", "-loss.svg", "-privacy.svg"}, "png": {"-error.png", "-loss.png", "-privacy.png"},
	}
	for kind, ends := range endings {
		s, dir := sideBySide(t)
		s.press("e").shows("Export 4 runs, into")
		s.press("esc")
		s.send(s.m.startExport(kind)())
		var names []string
		files, _ := os.ReadDir(dir)
		for _, f := range files {
			names = append(names, strings.TrimPrefix(f.Name(), "admmlab-compare-seed7-t25"))
		}
		slices.Sort(ends)
		slices.Sort(names)
		if !slices.Equal(names, ends) {
			t.Errorf("%s: %v, want %v", kind, names, ends)
		}
	}
}

// The legend, the letters of the page and the files of the runs say the same.
func TestTheReportOfAComparisonNamesItsRunsAsItsChartsDo(t *testing.T) {
	s, dir := sideBySide(t)
	s.m.compare.list[1].state.Halted = "the numbers left the finite range"
	s.send(s.m.startExport("report")())
	read := func(ending string) string {
		text, err := os.ReadFile(filepath.Join(dir, "admmlab-compare-seed7-t25"+ending))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	page, picture := read(".md"), read("-loss.svg")
	for i, name := range Names(s.m.configs()) {
		if !strings.Contains(page, "- **"+sim.Letter(i)+"**: "+name) {
			t.Errorf("%s is not named on the page:\n%s", name, page)
		}
		if !strings.Contains(picture, ">"+sim.Letter(i)+": "+name+"<") {
			t.Errorf("%s is not in the legend", name)
		}
	}
	for _, words := range []string{"(<admmlab-compare-seed7-t25-privacy.svg>)", "| `alpha` | 0.5 | 0.05 |", "C, iteration 25: the numbers left the finite range", "| iteration | 25 of 100 | 25 of 100 |"} {
		if !strings.Contains(page, words) {
			t.Errorf("no %q in\n%s", words, page)
		}
	}
}

// Each file has the rows of its own run, and its session runs that again.
func TestEachFileOfAComparisonIsOfItsRun(t *testing.T) {
	s, dir := sideBySide(t)
	for _, kind := range []string{"csv", "session"} {
		s.send(s.m.startExport(kind)())
	}
	for i, h := range s.m.histories() {
		c := s.m.replays()[i]
		base := filepath.Join(dir, "admmlab-compare-seed7-t25-"+sim.Letter(i)+"-"+c.Method)
		text, err := os.ReadFile(base + ".toml")
		again, wrong := sim.ParseText(text, base)
		if err != nil || wrong != nil || len(sim.Differences(again, c)) != 0 {
			t.Errorf("session of run %d: %v, %v\n%s", i, err, wrong, text)
		}
		file, err := os.Open(base + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(file).ReadAll()
		file.Close()
		var want bytes.Buffer
		out, _ := sim.NewWriter(&want, "csv", c.Method)
		_ = out.Write(h.row(25))
		_ = out.Flush()
		if err != nil || len(rows) != 26 || !strings.HasSuffix(want.String(), strings.Join(rows[25], ",")+"\n") {
			t.Errorf("rows of run %d: %v, %d lines, want last %s", i, err, len(rows), want.String())
		}
	}
}

// All runs go on while they are written (and the race detector looks on).
func TestAComparisonIsOfTheMomentItWasAskedFor(t *testing.T) {
	s, _ := sideBySide(t)
	var got bytes.Buffer
	s.m.exports.write = func(path string, write func(io.Writer) error) (string, error) { return path, write(&got) }
	write := s.m.startExport("csv")
	done := make(chan tea.Msg)
	go func() { done <- write() }()
	s.batch(30)
	s.send(<-done)
	if n := strings.Count(got.String(), "\n"); n != 4*26 {
		t.Errorf("%d lines, want four headers and four times 25 rows", n)
	}
}
