package tui

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/figure"
	"admmlab/sim/files"
	"admmlab/sim/report"
	"admmlab/tui/band"
	"admmlab/tui/export"
	"admmlab/tui/scene"
)

// sideBySide is a run with three beside it, whose exports go into a folder.
func sideBySide(t *testing.T) (*stage, string) {
	s := withCompanions(newStage(t, config.Default(), 200, 36).begun().batch(20)).batch(5)
	s.m.exports.Folder = t.TempDir()
	return s, s.m.exports.Folder
}

func TestRunsSideBySideAreExportedTogether(t *testing.T) {
	letters := func(ending string) []string {
		return []string{"-A-dvp" + ending, "-B-dvp" + ending, "-C-pvp" + ending, "-D-sharing" + ending}
	}
	endings := map[string][]string{
		"report": {".md", "-error.svg", "-loss.svg", "-plane.svg", "-privacy.svg"}, "csv": letters(".csv"), "jsonl": letters(".jsonl"), "session": letters(".toml"), "model-csv": letters("-model.csv"), "model-json": letters("-model.json"),
		"svg": {"-error.svg", "-loss.svg", "-plane.svg", "-privacy.svg"}, "png": {"-error.png", "-loss.png", "-plane.png", "-privacy.png"},
	}
	for kind, ends := range endings {
		s, dir := sideBySide(t)
		s.press("e").shows("Export 4 runs, into")
		s.press("esc")
		s.m.exports.Start(kind)
		s.finish(s.m.exports.Job)
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

// A run that has no weights to write, as its budget allowed no iteration, holds up no other;
// what is there is named also where a file could not be written.
func TestARunWithoutAModelHoldsUpNoOther(t *testing.T) {
	for _, test := range []struct {
		broken string // the file that cannot be written
		there  []string
		told   []string
	}{
		{"", []string{"A-dvp", "B-dvp", "D-sharing"}, []string{"C: writing the model: the run made no iteration, so that there is none; written to "}},
		{"D-sharing", []string{"A-dvp", "B-dvp"}, []string{"no space left; written to "}},
	} {
		s, dir := sideBySide(t)
		model, write := s.m.exports.Model, s.m.exports.Write
		s.m.exports.Model = func(ctx context.Context, c config.Config, at int, origin string, progress func(sim.Loading), show func(sim.Row, []sim.Notice) error) (*sim.Model, error) {
			if c.Method == "pvp" {
				return nil, nil
			}
			return model(ctx, c, at, origin, progress, show)
		}
		s.m.exports.Write = func(path string, content func(io.Writer) error) (string, error) {
			if test.broken != "" && strings.Contains(path, test.broken) {
				return "", errors.New("no space left")
			}
			return write(path, content)
		}
		s.m.exports.Start("model-json")
		s.finish(s.m.exports.Job)
		told := s.m.scene.Message
		if !told.Warn {
			t.Errorf("%+v is no warning", told)
		}
		files, _ := os.ReadDir(dir)
		if len(files) != len(test.there) {
			t.Errorf("%d files, want %d", len(files), len(test.there))
		}
		for i, part := range test.there {
			name := "admmlab-compare-seed7-t25-" + part + "-model.json"
			if i >= len(files) || files[i].Name() != name {
				t.Errorf("no %s among %v", name, files)
			}
		}
		for _, words := range append(test.told, "-"+test.there[len(test.there)-1]+"-model.json (") {
			if !strings.Contains(told.Text, words) {
				t.Errorf("%q does not say %q", told.Text, words)
			}
		}
	}
}

// A run at the keys that made no iteration, as its budget allows none, does not keep those
// beside it from being written.
func TestRunsBesideOneWithoutAnIterationAreExported(t *testing.T) {
	for _, kind := range export.Kinds {
		s, dir := sideBySide(t)
		s.m.scene.Run = &scene.History{Config: s.m.scene.Base, Label: "DVP"}
		s.press("e").shows("Export 4 runs")
		s.press("esc")
		s.m.exports.Start(kind.ID)
		s.finish(s.m.exports.Job)
		if told := s.m.scene.Message.Text; !strings.Contains(told, "written to "+dir) {
			t.Errorf("%s: %s", kind.ID, told)
		}
	}
}

// That a run is not what it was stands in the report, too, of one alone as of one beside.
func TestAReportSaysWhatIsNotAsItWas(t *testing.T) {
	s := newStage(t, config.Default(), 200, 36).begun().batch(4)
	s.origin = "of now"
	s.m.grant(scene.Start{Config: config.Default(), Origin: "of then"})
	s.begun().batch(4)
	for _, want := range [][]string{
		{"- iteration 0: a kept run again, but not as it was: its data are not those of then\n"},
		{"- A, iteration 0: a kept run again, but not as it was: its data are not those of then\n", "- B, iteration 0: not as it was: its data are not those of then\n"},
	} {
		s.m.exports.Folder = t.TempDir()
		s.m.exports.Start("report")
		s.finish(s.m.exports.Job)
		pages, _ := filepath.Glob(filepath.Join(s.m.exports.Folder, "*.md"))
		if len(pages) != 1 {
			t.Fatal(pages)
		}
		page, err := os.ReadFile(pages[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, words := range want {
			if strings.Count(string(page), words) != 1 {
				t.Errorf("no %q, or several, in\n%s", words, page)
			}
		}
		s.m.grant(scene.Accompany{Config: config.Default().WithMethod("pvp"), Origin: "of then"})
		s.batch(2)
	}
}

// The legend, the letters of the page and the files of the runs say the same.
func TestTheReportOfAComparisonNamesItsRunsAsItsChartsDo(t *testing.T) {
	s, dir := sideBySide(t)
	s.m.scene.Companions[1].State.Halted = "the numbers left the finite range"
	s.m.exports.Start("report")
	s.finish(s.m.exports.Job)
	read := func(ending string) string {
		text, err := os.ReadFile(filepath.Join(dir, "admmlab-compare-seed7-t25"+ending))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	page, picture := read(".md"), read("-loss.svg")
	for i, name := range config.Names(s.m.scene.Configs()) {
		if !strings.Contains(page, "- **"+report.Letter(i)+"**: "+name) {
			t.Errorf("%s is not named on the page:\n%s", name, page)
		}
		if !strings.Contains(picture, ">"+report.Letter(i)+": "+name+"<") {
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
		s.m.exports.Start(kind)
		s.finish(s.m.exports.Job)
	}
	for i, h := range s.m.scene.Histories() {
		c := s.m.scene.Replays()[i]
		base := filepath.Join(dir, "admmlab-compare-seed7-t25-"+report.Letter(i)+"-"+c.Method)
		text, err := os.ReadFile(base + ".toml")
		again, wrong := config.ParseText(text, base)
		if err != nil || wrong != nil || len(config.Differences(again, c)) != 0 {
			t.Errorf("session of run %d: %v, %v\n%s", i, err, wrong, text)
		}
		file, err := os.Open(base + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(file).ReadAll()
		file.Close()
		var want bytes.Buffer
		out, _ := report.NewWriter(&want, "csv", c.Method)
		_ = out.Write(h.Row(25))
		_ = out.Flush()
		if err != nil || len(rows) != 26 || !strings.HasSuffix(want.String(), strings.Join(rows[25], ",")+"\n") {
			t.Errorf("rows of run %d: %v, %d lines, want last %s", i, err, len(rows), want.String())
		}
	}
}

func TestAComparisonIsOfTheMomentItWasAskedFor(t *testing.T) {
	s, _ := sideBySide(t)
	if n := strings.Count(writtenMeanwhile(t, s), "\n"); n != 4*26 {
		t.Errorf("%d lines, want four headers and four times 25 rows", n)
	}
}

// On paper runs side by side are equals with letters, the run before and the band are
// of the run at the keys, and what shades the screen shades the page.
func TestAChartOfAComparisonHasEveryCurveOfTheScreen(t *testing.T) {
	s := withCompanions(newStage(t, config.Default(), 200, 36).begun().batch(20).press("r").begun()).batch(5)
	s.m.bands.Shown = band.Of(s.m.scene.State.Replay, 2)
	s.m.bands.Shown.Take(band.Drawn{Done: 2, Stats: [scene.Measures][]report.Stats{scene.LossChart: {report.StatsOf([]float64{0.4, 0.6})}}})
	for which, want := range []string{
		"A: α 0.5|B: α 0.05|C: PVP|D: Sharing, column|A: previous|A: mean of 2", "A: α 0.5|B: α 0.05|C: PVP|D: Sharing, column|A: previous", "A: α 0.5|B: α 0.05|C: PVP|D: Sharing, column|A: previous",
	} {
		f := s.m.exports.Figure(which)
		var labels []string
		styles := map[figure.Style]bool{}
		for _, curve := range f.Series {
			labels, styles[curve.Style] = append(labels, curve.Label), true
		}
		if got := strings.ReplaceAll(strings.Join(labels, "|"), "DVP ", ""); got != want || len(styles) != len(labels) {
			t.Errorf("%s: %s in %d styles, want %s", f.Title, got, len(styles), want)
		}
	}
	loss, privacy := s.m.exports.Figure(scene.LossChart), s.m.exports.Figure(scene.PrivacyChart)
	if shade := loss.Series[5]; len(shade.Low) != 1 || shade.Low[0] != 0.4 || shade.High[0] != 0.6 {
		t.Errorf("the band is %+v", shade)
	}
	if b := privacy.Series[1].Values[4]; b != s.m.scene.Companions[0].Run.At(scene.Tight, 5) || privacy.Title != "Privacy, 4 runs side by side, seed 7" {
		t.Errorf("%s: B ends at %g", privacy.Title, b)
	}
	s.press("l")
	if loss := s.m.exports.Figure(scene.LossChart); !loss.Log || loss.Title != "Train loss, log scale, 4 runs side by side, seed 7" {
		t.Errorf("a logarithmic axis: %t, %q", loss.Log, loss.Title)
	}
}

// On paper the limits of every run side by side are drawn, and what is not of all of them is
// named after those it is of.
func TestTheLinesOfAComparisonSayWhose(t *testing.T) {
	c := config.Default()
	c.Budget, c.Stop = 4, false
	s := measured(t, c, 200, 36)
	other := c.Clone()
	other.Budget, other.Events = 1.2, []config.Event{{At: 3, Key: "budget", Value: "1.5"}, {At: 90, Key: "budget", Value: "1"}}
	lines := func(which int) string {
		var list []string
		for _, r := range s.m.exports.Figure(which).Rules {
			if r.Label != "" {
				list = append(list, r.Label)
			}
		}
		return strings.Join(list, ", ")
	}
	for _, want := range []struct{ privacy, loss string }{
		{"budget 4", "majority 0.561, curator ~0.382, pooled 0.321"},
		{"A: budget 4, B: budget 1.5", "A: majority 0.561, A: curator ~0.38, A: pooled 0.321"},
	} {
		if privacy, loss := lines(scene.PrivacyChart), lines(scene.LossChart); privacy != want.privacy || loss != want.loss {
			t.Errorf("%s; %s\nwant %s; %s", privacy, loss, want.privacy, want.loss)
		}
		s.m.grant(scene.Accompany{Config: other})
		s.batch(5)
	}
}

// What happened in a run beside stands in the report as in that of admmlab compare, and a run
// that its budget stopped is kept as one: neither was told.
func TestWhatHappenedBesideIsReportedAndKept(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C, c.Set.Alpha = "census:300", 12, []float64{8}, []float64{2}
	s := real(t, c)
	s.m.exports.Folder = t.TempDir()
	s.m.exports.Write = files.WriteNew
	walled, met := c.Clone(), c.Clone()
	walled.Budget, walled.Stop = 1.5, true
	if err := config.StopWhenKnob.Set(&met, "epsilon_tight > 1"); err != nil {
		t.Fatal(err)
	}
	met.Set.Alpha = []float64{1.5}
	s.m.desk.AddBeside(walled, "")
	s.m.desk.AddBeside(met, "")
	s.until("the end", func() bool {
		return s.done() && s.m.scene.State.Finished && len(s.m.scene.Companions) == 2 && s.m.scene.Companions[0].Run.Last() > 1 && s.m.scene.Companions[1].Run.Last() > 1
	})
	for i, want := range []archive.End{archive.Budget, archive.Met} {
		if got := s.m.scene.Companions[i].Ending(); got != want {
			t.Errorf("run %d beside ends %q, want %q", i+1, got, want)
		}
	}
	s.m.exports.Start("report")
	s.finish(s.m.exports.Job)
	pages, _ := filepath.Glob(filepath.Join(s.m.exports.Folder, "*.md"))
	if len(pages) != 1 {
		t.Fatalf("the pages %v", pages)
	}
	text, err := os.ReadFile(pages[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"- B, iteration ", "the budget of ε = 1.5 allows no further iteration", "- C, iteration ", "stopped: "} {
		if !strings.Contains(string(text), words) {
			t.Errorf("the report does not say %q:\n%s", words, text)
		}
	}
}

// The letters of the report name the runs on the plane as well.
func TestTheLettersStandOnThePlane(t *testing.T) {
	s, _ := sideBySide(t)
	f := s.m.exports.Plane()
	said := map[string]bool{}
	for _, c := range f.Series {
		said[c.Label] = true
	}
	for _, r := range f.Rules {
		said[r.Label] = true
	}
	for i, name := range s.m.scene.Called() {
		found := false
		for label := range said {
			found = found || strings.HasPrefix(label, report.Letter(i)+": "+name)
		}
		if !found {
			t.Errorf("no %s: %s among %v", report.Letter(i), name, said)
		}
	}
}
