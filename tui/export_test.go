package tui

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/files"
	"admmlab/sim/runner"
	"admmlab/tui/dialog"
	"admmlab/tui/export"
	"admmlab/tui/lens/many"
	"admmlab/tui/scene"
)

// nowhere takes what an export writes and keeps no file.
func nowhere(path string, write func(io.Writer) error) (string, error) {
	return path, write(io.Discard)
}

// elsewhere writes what a test exports, but nothing beside the sources.
func elsewhere(path string, write func(io.Writer) error) (string, error) {
	if here, err := os.Getwd(); err != nil || filepath.Dir(path) == here {
		return nowhere(path, write)
	}
	return files.WriteNew(path, write)
}

// rows are what an export of the run at the keys writes.
func (s *stage) rows(format string) string {
	s.t.Helper()
	var got strings.Builder
	before := s.m.exports.Write
	s.m.exports.Write = func(path string, write func(io.Writer) error) (string, error) { return path, write(&got) }
	s.m.exports.Start(format)
	s.finish(s.m.exports.Job)
	s.m.exports.Write = before
	return got.String()
}

// While the next run is being set up, the one that stands is exported, and told in the
// header, as what it is; so are those beside it.
func TestARunIsExportedUnderItsOwnNameWhileTheNextOneIsSetUp(t *testing.T) {
	of := func(name string) config.Config {
		c := config.Default()
		c.Title, c.Caption = name, "The caption of "+name
		return c
	}
	other := of("The other")
	for what, next := range map[string]func(s *stage){
		"another seed":       func(s *stage) { s.press("R") },
		"another experiment": func(s *stage) { s.m.grant(scene.Start{Config: other}) },
		"another method":     func(s *stage) { s.method("sharing") },
		"a race":             func(s *stage) { s.m.grant(scene.Race{Budget: "10"}) },
		"others beside":      func(s *stage) { s.m.prepared([]config.Config{other, other.WithMethod("pvp")}, "") },
		"nobody beside":      func(s *stage) { s.m.prepared([]config.Config{other}, "") },
	} {
		for _, beside := range []bool{false, true} {
			s := newStage(t, of("This one"), 250, 50).begun()
			if beside {
				s.m.grant(scene.Accompany{Config: of("").WithMethod("radmm")})
			}
			s.batch(20)
			kinds := []string{"report", "svg", "csv", "session"}
			var before []string
			for _, kind := range kinds {
				before = append(before, s.rows(kind))
			}
			next(s)
			if s.m.scene.Starting == 0 {
				t.Fatalf("%s is not being set up", what)
			}
			s.m.scene.Message.Text = ""
			s.shows("This one · ", "seed 7")
			s.hides("The other")
			for i, kind := range kinds {
				if after := s.rows(kind); after != before[i] {
					t.Errorf("%s is being set up, %t: the %s is\n%.300s\nand was\n%.300s", what, beside, kind, after, before[i])
				}
			}
		}
	}
}

func TestEveryExportIsWrittenAndSaysWhere(t *testing.T) {
	endings := map[string][]string{
		"report": {"-loss.svg", "-error.svg", "-privacy.svg", "-plane.svg", ".md"}, "csv": {".csv"}, "jsonl": {".jsonl"}, "session": {".toml"},
		"svg": {"-loss.svg", "-error.svg", "-privacy.svg", "-plane.svg"}, "png": {"-loss.png", "-error.png", "-privacy.png", "-plane.png"},
		"screen": {"-screen.svg"}, "model-csv": {"-model-at-t19.csv"}, "model-json": {"-model-at-t19.json"}, // where the cursor stands
	}
	for i, kind := range export.Kinds {
		s := states()["ghost and cursor"](t, 250, 36)
		dir := t.TempDir()
		s.m.exports.Folder = dir
		s.press("e")
		for range i {
			s.press("down")
		}
		gate := make(chan bool)
		write := s.m.exports.Write
		s.m.exports.Write = func(path string, w func(io.Writer) error) (string, error) { <-gate; return write(path, w) }
		s.press("enter")
		if !s.m.exports.Job.UnderWay() {
			t.Fatalf("%s is not written", kind.ID)
		}
		s.press("e").shows("still being written")
		close(gate)
		s.finish(s.m.exports.Job)
		for _, ending := range endings[kind.ID] {
			name := "admmlab-dvp-seed7-t30" + ending
			s.shows("written to "+dir, name)
			if strings.HasPrefix(kind.ID, "model") {
				s.shows(name + " (under ε ≤ 0.5, one record replaced)") // the promise, beside the name
			}
			if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() < 50 {
				t.Errorf("%s: %v", name, err)
			}
		}
		if files, _ := os.ReadDir(dir); len(files) != len(endings[kind.ID]) {
			t.Errorf("%s left %d files, want %d", kind.ID, len(files), len(endings[kind.ID]))
		}
	}
}

// A report is of the newest iteration, whatever has been turned since.
func TestTheReportIsOfTheNewestIteration(t *testing.T) {
	c := config.Default()
	c.Set.Adjacency = "remove"
	s := newStage(t, c, 120, 36).begun().batch(3)
	s.batch(0, s.changed("adjacency = replace", 4, true), s.changed("private = false", 4, true))
	got := s.rows("report")
	for want, there := range map[string]bool{"one record taken out": true, "one record removed": true, "replaced": false, "DVP without noise": false} {
		if strings.Contains(got, want) != there {
			t.Errorf("%q is there: %v, in\n%s", want, !there, got)
		}
	}
}

// What a realised loss compares stands with its curve: the ε of the axis is of other neighbours.
func TestTheCurveOfRealisedLossesOnPaperSaysWhatTheyCompare(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	labels := ""
	for _, c := range s.m.exports.Figure(scene.PrivacyChart).Series {
		labels += c.Label + "\n"
	}
	if !strings.Contains(labels, "realised, one record removed\n") {
		t.Error(labels)
	}
}

// The axis of a chart on paper knows what the runs in it promised: the run before, where that is
// something else, has no total over iterations.
func TestTheAxisOnPaperKnowsTheRunBefore(t *testing.T) {
	c := config.Default()
	c.Set.Adjacency = "remove"
	s := newStage(t, c, 120, 36).begun().batch(3)
	s.m.scene.Pending["adjacency"] = scene.Pending{Value: "replace", Reset: true}
	s.press("r").begun().batch(3)
	if s.m.scene.Past() == nil {
		t.Fatal("no run before")
	}
	for want, f := range map[string]string{
		"ε at δ ≤ 1e-5, one record replaced": s.m.exports.Figure(scene.PrivacyChart).Unit, "ε at δ ≤ 1e-5, one record replaced or one record removed": s.m.exports.Plane().Across,
	} {
		if f != want {
			t.Errorf("%q, want %q", f, want)
		}
	}
}

func TestNothingIsExportedBeforeTheFirstIteration(t *testing.T) {
	newStage(t, config.Default(), 120, 36).begun().press("e").shows("nothing to export yet")
}

func TestAnotherFolderIsTyped(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	dir := t.TempDir()
	s.press("e", "end", "enter").shows("Folder for exports")
	s.send(tea.PasteMsg{Content: dir})
	s.press("enter").shows("Export, into")
	if s.m.exports.Folder != dir {
		t.Errorf("folder %q, want %q", s.m.exports.Folder, dir)
	}
}

func TestAnExportThatFailsIsOneLineAndLosesNothing(t *testing.T) {
	full := errors.New("no space left on device")
	for name, write := range map[string]func(string, func(io.Writer) error) (string, error){
		"full":   func(string, func(io.Writer) error) (string, error) { return "", full },
		"panics": func(string, func(io.Writer) error) (string, error) { panic("broken") },
		"nowhere": func(_ string, w func(io.Writer) error) (string, error) {
			return files.WriteNew("/no/such/folder/x", w)
		},
	} {
		s := newStage(t, config.Default(), 250, 36).begun().batch(3)
		s.m.exports.Write = write
		s.m.exports.Start("csv")
		s.finish(s.m.exports.Job).shows(map[string]string{"full": "no space left", "panics": "failed inside the program: broken", "nowhere": "expected a folder that can be written"}[name])
		if s.m.exports.Job.UnderWay() || s.m.scene.Run.Last() != 3 {
			t.Errorf("%s: under way %t after %d iterations", name, s.m.exports.Job.UnderWay(), s.m.scene.Run.Last())
		}
	}
}

// exporting has an export under way until end is called.
func (s *stage) exporting() (end func() tea.Cmd) {
	return s.exportingWith(nil)
}

// exportingWith is exporting for an export that fails, unless failure is nil.
func (s *stage) exportingWith(failure error) (end func() tea.Cmd) {
	gate := make(chan bool)
	s.m.exports.Write = func(path string, _ func(io.Writer) error) (string, error) { <-gate; return path, failure }
	s.m.exports.Start("csv")
	return func() tea.Cmd {
		close(gate)
		<-s.m.exports.Job.Ended()
		cmd, _ := s.m.jobs.Deliver()
		return cmd
	}
}

func TestQuitAsksWhileAnExportIsWritten(t *testing.T) {
	start := func() (*stage, func() tea.Cmd) {
		s := newStage(t, config.Default(), 120, 36).begun().batch(3)
		return s, s.exporting()
	}
	s, end := start()
	if quits(s.send(keyPress("q"))) {
		t.Fatal("q quits at once")
	}
	s.shows("Under way: the export")
	if quits(s.send(keyPress("enter"))) || !quits(end()) {
		t.Error("it does not quit when it is written")
	}
	s, end = start()
	if quits(s.press("q", "y").send(keyPress("enter"))) || !quits(end()) {
		t.Error("y does not choose to quit when it is written")
	}
	s, end = start()
	s.press("q", "down")
	if !quits(s.send(keyPress("enter"))) {
		t.Error("it does not quit now")
	}
	end()
	s, end = start()
	s.press("q", "esc")
	if quits(end()) {
		t.Error("it quits though esc left the question")
	}
	s, end = start()
	s.press("q", "n", "o").shows("go on")
	if now, later := quits(s.send(keyPress("enter"))), quits(end()); now || later {
		t.Error("it quits behind the answer no")
	}
	s, end = start()
	s.press("q", "n", "o")
	end()
	s.frame()
	s.shows("Ended: the export")
	if quits(s.send(keyPress("enter"))) {
		t.Error("the answer no quits when it is written")
	}
	for _, before := range [][]string{nil, {"y"}, {"down"}, {"j", "u", "s", "t"}, {"d", "o", "n", "e"}} {
		s, end = start()
		s.press("q").press(before...)
		end()
		s.frame()
		s.hides("Under way")
		s.shows("Ended: the export")
		if !quits(s.send(keyPress("enter"))) {
			t.Errorf("%q, then it is written: the answer does not quit", before)
		}
	}
	s, end = start()
	s.press("q")
	if !quits(s.send(keyPress("ctrl+c"))) {
		t.Error("ctrl+c does not quit")
	}
	end()
}

// Quit's question, asked again, takes back that it was answered to quit once the export is written.
func TestWhoeverGoesOnIsNotPutOutByAnEarlierAnswer(t *testing.T) {
	for _, c := range []struct {
		again []string // behind q
		quits bool
	}{{[]string{"esc"}, false}, {[]string{"n", "o", "enter"}, false}, {nil, false}, {[]string{"enter"}, true}} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(3)
		end := s.exporting()
		s.press("q", "enter", "q").press(c.again...)
		if got := quits(end()); got != c.quits {
			t.Errorf("asked again, then %q: quits when it is written: %v", c.again, got)
		}
	}
}

// What has begun since the answer is asked about before the laboratory quits.
func TestQuitAsksAboutWhatHasBegunSinceTheAnswer(t *testing.T) {
	s := newStage(t, tiny(), 120, 36).begun().batch(3)
	s.underWay()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	end := s.exporting()
	s.press("q", "enter")
	s.m.grant(lensOf[*many.Sweep](s).Start(&s.m.scene))
	if quits(end()) {
		t.Error("it quits, and the sweep with it")
	}
	s.frame()
	s.shows("Under way: the sweep", "quit: finished runs are kept")
	if !quits(s.press("end").send(keyPress("enter"))) {
		t.Error("it does not quit though that is answered")
	}
}

// What was typed before ctrl+c, and waits for an iteration that is being made, does not answer what that
// asks: it does what it does for whoever stays.
func TestKeysFromBeforeAQuestionDoNotAnswerIt(t *testing.T) {
	for _, key := range []string{"enter", "esc", "down"} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(5)
		end := s.exporting()
		s.press("n", key, "?", "ctrl+c")
		s.batch(1).frame()
		s.shows("Under way: the export")
		if item, ok := s.m.front.dialog.(*dialog.Pick).Chosen(); ok {
			t.Errorf("%s: %q is answered", key, item.Title)
		}
		if s.press("esc").frame(); s.m.front.leaves || s.m.front.dialog == nil {
			t.Errorf("%s: the ? from before is lost", key)
		}
		end()
	}
}

// The question comes over what is open, which whoever stays has again, with its keys.
func TestWhoeverStaysHasTheDialogBehindTheQuestionAgain(t *testing.T) {
	for _, failure := range []error{nil, errors.New("no space left on device")} {
		s := opened(three(t, 120, 36))
		end := s.exportingWith(failure)
		s.press("ctrl+c").shows("Under way: the export")
		if failure != nil { // which is asked about in turn
			end()
			s.shows("Failed: the export")
		}
		s.press("esc").shows("3 runs tried")
		s.press("esc", "h", "x").settle().frame()
		s.settle().shows("2 runs tried")
		if n := len(s.records()); n != 2 {
			t.Errorf("%d runs are kept", n)
		}
		if failure == nil {
			end()
		}
	}
}

// Whoever meant to leave once the export is written stays where it fails, whenever that comes,
// and hears why; who wants to leave all the same says so.
func TestWhereAnExportFailsBeforeTheAnswerItStaysAndSaysWhy(t *testing.T) {
	for _, sweeps := range []bool{false, true} {
		for _, c := range []struct {
			before, after []string // the failure
			quits         bool
		}{
			{nil, nil, false}, {[]string{"y"}, nil, false}, {nil, []string{"y"}, false}, {[]string{"down"}, nil, false},
			{nil, []string{"n"}, false}, {nil, []string{"q"}, true}, {[]string{"y"}, []string{"end"}, true},
		} {
			s := newStage(t, tiny(), 120, 36).begun().batch(3)
			if sweeps {
				s.underWay()
				t.Setenv("XDG_DATA_HOME", t.TempDir())
				s.m.grant(lensOf[*many.Sweep](s).Start(&s.m.scene))
			}
			end := s.exportingWith(errors.New("no space left on device"))
			s.press("q").press(c.before...)
			if quits(end()) {
				t.Errorf("%q, then it fails: it quits", c.before)
			}
			s.shows("Failed: the export", "no space left on device")
			s.m.scene.Message = scene.Message{} // it has been there for long
			if got := quits(s.press(c.after...).send(keyPress("enter"))); got != c.quits {
				t.Errorf("%q, then it fails, then %q: quits %v", c.before, c.after, got)
			}
			if s.m.front.dialog != nil {
				t.Errorf("%q, then it fails, then %q: it asks on", c.before, c.after)
			}
			if !c.quits && len(c.after) == 0 {
				s.shows("no space left on device")
			}
		}
	}
}

// Of a sweep and an export it asks once: return answers for both.
func TestQuitAsksOnceForAllThatIsUnderWay(t *testing.T) {
	for _, c := range []struct {
		name     string
		keys     []string
		now, end bool // it quits at once, or when the export is written
	}{
		{"return", nil, false, false},
		{"yes", []string{"y"}, false, true},
		{"no", []string{"n"}, false, false},
		{"the second", []string{"down"}, false, true},
		{"the last", []string{"end"}, true, false},
	} {
		under := func() (s *stage, l *many.Sweep, end func() tea.Cmd) {
			s = newStage(t, tiny(), 40, 12).begun().batch(3)
			s.underWay()
			t.Setenv("XDG_DATA_HOME", t.TempDir())
			l = lensOf[*many.Sweep](s)
			s.m.grant(l.Start(&s.m.scene))
			end = s.exporting()
			s.press("q").shows("Under way: the sweep, the export", "go on", "quit when the export is done", "just quit: finished runs are kept")
			return s, l, end
		}
		s, _, end := under()
		if now := quits(s.press(c.keys...).send(keyPress("enter"))); now != c.now {
			t.Errorf("%s: quits at once: %v", c.name, now)
		}
		if s.m.front.dialog != nil {
			t.Errorf("%s: it asks again", c.name)
		}
		if later := quits(end()); later != c.end {
			t.Errorf("%s: quits when it is written: %v", c.name, later)
		}

		// The sweep ends before the answer: what was meant stays chosen.
		s, l, end := under()
		s.press(c.keys...)
		l.Job.Stop()
		s.finish(l.Job).shows("Under way: the export")
		if now, later := quits(s.send(keyPress("enter"))), quits(end()); now != c.now || later != c.end {
			t.Errorf("%s, the sweep ends: quits at once %v, when it is written %v", c.name, now, later)
		}

		// The export is written before the answer.
		s, _, end = under()
		s.press(c.keys...)
		end()
		s.frame()
		s.shows("Under way: the sweep", "quit: finished runs are kept")
		if now := quits(s.send(keyPress("enter"))); now != (c.now || c.end) {
			t.Errorf("%s, the export is written: quits %v", c.name, now)
		}

		// Both do.
		s, l, end = under()
		s.press(c.keys...)
		l.Job.Stop()
		<-l.Job.Ended()
		end()
		s.frame()
		s.shows("Ended: the sweep, the export")
		if now := quits(s.send(keyPress("enter"))); now != (c.now || c.end) {
			t.Errorf("%s, both end: quits %v", c.name, now)
		}
	}
}

func TestARunOfWildNumbersIsExported(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun()
	b := runner.Batch{Generation: 1, State: runner.State{Seq: 2, Config: s.config, Replay: s.config, Graph: s.graph, Running: true}}
	for i, v := range []float64{1e300, -1e300, math.Inf(1), math.Inf(-1), math.NaN(), 0, 5e-324, math.NaN()} {
		b.Rows = append(b.Rows, sim.Row{Iteration: i + 1, TrainLoss: v, TestError: v, EpsilonTotal: v, Tight: v, Delta: v, Disagreement: v, GradientNorm: v})
	}
	s.send(batchMsg{b, true})
	for _, log := range []bool{false, true} {
		for which := range 3 {
			s.m.chart(which).SetLog(log)
		}
		for _, kind := range export.Kinds {
			s.m.exports.Write = nowhere
			s.m.exports.Start(kind.ID)
			if s.finish(s.m.exports.Job); s.m.scene.Message.Warn || !strings.Contains(s.m.scene.Message.Text, "written to") {
				t.Errorf("%s: %s", kind.ID, s.m.scene.Message.Text)
			}
		}
	}
}

// writtenMeanwhile is what an export of rows writes while the run goes on by 30
// iterations (and the race detector looks on).
func writtenMeanwhile(t *testing.T, s *stage) string {
	t.Helper()
	var got bytes.Buffer
	gate := make(chan bool)
	s.m.exports.Write = func(path string, write func(io.Writer) error) (string, error) { <-gate; return path, write(&got) }
	s.m.exports.Start("csv")
	s.batch(15)
	close(gate)
	s.batch(15)
	s.finish(s.m.exports.Job)
	return got.String()
}

func TestAnExportIsOfTheMomentItWasAskedFor(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(20)
	if n := strings.Count(writtenMeanwhile(t, s), "\n"); n != 21 {
		t.Errorf("%d lines, want a header and 20 rows", n)
	}
}

// A run so long that its history is thinned has the rows and points that are kept, each
// at its own iteration, and the newest.
func TestALongRunIsExportedAsFarAsItIsKept(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	const last = scene.MaxPoints + 2
	for at := s.m.scene.Run.Last() + 1; at <= last; at++ {
		s.m.scene.Run.Add(sim.Row{Iteration: at, TrainLoss: float64(at)})
	}
	rows, err := csv.NewReader(strings.NewReader(s.rows("csv"))).ReadAll()
	if err != nil || len(rows) != 1+scene.MaxPoints/2+2 {
		t.Fatalf("%d lines, %v", len(rows), err)
	}
	for _, row := range rows[3:] { // without the header and the made-up first
		if row[0] != row[2] {
			t.Fatalf("iteration %s has the loss of %s", row[0], row[2])
		}
	}
	if end := rows[len(rows)-1][0]; end != strconv.Itoa(last) {
		t.Errorf("the last row is of iteration %s, want %d", end, last)
	}
	if curve := s.m.exports.Figure(scene.LossChart).Series[0]; curve.X[1000] != 2001 || curve.Values[1000] != 2001 {
		t.Errorf("at iteration %g a loss of %g", curve.X[1000], curve.Values[1000])
	} else if end := len(curve.X) - 1; curve.X[end] != last || len(curve.Values) != end+1 || curve.Values[end] != last {
		t.Errorf("the curve ends at iteration %g, want %d", curve.X[end], last)
	}
}

// In a small window the page of a report is named, whatever lies beside it.
func TestTheNamesOfManyFilesDoNotHideTheReport(t *testing.T) {
	files := []string{"admmlab-compare-seed7-t100-loss.svg", "admmlab-compare-seed7-t100-error.svg", "admmlab-compare-seed7-t100-privacy.svg", "admmlab-compare-seed7-t100-plane.svg", "admmlab-compare-seed7-t100.md"}
	for width, want := range map[int]string{80: "written to /tmp/here: admmlab-compare-seed7-t100.md and 4 more", 200: "written to /tmp/here: " + strings.Join(files, ", ")} {
		s := newStage(t, config.Default(), width, 30).begun().batch(5)
		s.m.grant(s.m.exports.Written("/tmp/here", files, nil))
		if s.m.scene.Message.Text != want {
			t.Errorf("in %d columns %q", width, s.m.scene.Message.Text)
		}
	}
}

// A model is of the data of its run, or there is none: a file may have been replaced since.
func TestAModelIsOfTheDataOfItsRun(t *testing.T) {
	s, got := newStage(t, config.Default(), 120, 36), ""
	s.origin = "of then"
	s.begun().batch(3)
	s.m.exports.Model = func(_ context.Context, _ config.Config, _ int, origin string, _ func(sim.Loading), _ func(sim.Row, []sim.Notice) error) (*sim.Model, error) {
		got = origin
		return nil, errors.New("its data are not those of then")
	}
	s.m.exports.Start("model-csv")
	s.finish(s.m.exports.Job)
	if s.shows("its data are not those of then"); got != s.origin {
		t.Errorf("asked for on data of origin %q, want %q", got, s.origin)
	}
}

// The model is that of the iteration that is looked at, made again from the text of the
// run, changes included.
func TestAModelIsOfTheIterationThatIsLookedAt(t *testing.T) {
	c := config.Default()
	c.Data, c.Iterations, c.Set.C = "census:300", 8, []float64{20}
	s := newStage(t, c, 120, 36).begun().batch(6)
	s.m.scene.State.Replay.Events = []config.Event{{At: 3, Key: "alpha", Value: "0.1"}}
	s.m.exports.Model = s.m.options.Host.Model
	model := func(keys ...string) (iteration int, wrong float64) {
		s.press(keys...)
		var m struct {
			Iteration int
			Error     float64 `json:"test_error"`
			Session   string
		}
		if err := json.Unmarshal([]byte(s.rows("model-json")), &m); err != nil {
			t.Fatal(err)
		}
		if again, err := config.ParseText([]byte(m.Session), "the session of the model"); err != nil || !again.Realised {
			t.Errorf("%v: the model is of another session than that of the run\n%s", err, m.Session)
		}
		return m.Iteration, m.Error
	}
	want := map[int]float64{}
	replay := s.m.scene.State.Replay
	if err := s.m.options.Host.Run(t.Context(), replay, nil, func(r sim.Row, _ []sim.Notice) error { want[r.Iteration] = r.TestError; return nil }); err != nil {
		t.Fatal(err)
	}
	for i, keys := range [][]string{{}, {"end", ",", ","}} { // now, and where the cursor stands
		at := []int{6, 4}[i]
		if got, wrong := model(keys...); got != at || wrong != want[at] {
			t.Errorf("after %v a model of iteration %d with error %g, want %d and %g", keys, got, wrong, at, want[at])
		}
	}
}
