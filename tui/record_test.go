package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/archive"
	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/kept"
)

// keeping is a screen whose runs are kept in a folder of the test's.
func keeping(t testing.TB, c config.Config, w, h int) *stage {
	t.Helper()
	s := newStage(t, c, w, h)
	s.keepIn(archive.Open(filepath.Join(t.TempDir(), "runs")))
	return s
}

// keepIn keeps runs in an archive from now on.
func (s *stage) keepIn(runs *archive.Archive) {
	s.runs = runs
	*s.m.records = *kept.New(&s.m.scene, s.m.jobs, runs, nil, kept.Hooks{Wish: s.m.grant, Free: s.m.free, Origin: runner.Origin})
}

// settle carries out what the screen wants to read and write, and all that follows
// from it.
func (s *stage) settle() *stage {
	s.t.Helper()
	for range 100 {
		s.m.records.Tick()
		j := s.m.records.Work()
		if j == nil {
			return s
		}
		<-j.Ended()
		s.m.jobs.Deliver()
	}
	s.t.Fatal("it goes on writing")
	return s
}

// later lets time pass, so that a run under way is due.
func (s *stage) later() *stage {
	s.pass(kept.Every)
	return s.settle()
}

func (s *stage) records() []archive.Record {
	s.t.Helper()
	records, notes, err := s.runs.List(s.t.Context())
	if err != nil || notes != nil {
		s.t.Fatal(notes, err)
	}
	return records
}

// ends are the ends and iterations of all runs kept, the newest first.
func (s *stage) ends() string {
	s.t.Helper()
	var list []string
	for _, r := range s.records() {
		list = append(list, r.Config.Method+" "+string(r.End)+" "+strings.Repeat("|", r.Last.Iteration))
	}
	return strings.Join(list, ", ")
}

func TestARunIsKeptWhileItGoesOnAndWhenItEnds(t *testing.T) {
	c := config.Default()
	c.Iterations = 8
	s := keeping(t, c, 120, 36).begun()
	s.expect("before the first iteration", "")
	s.batch(3).settle()
	s.expect("not due yet", "")
	s.later().expect("due", "dvp left |||")
	s.batch(5).settle().expect("the limit is told at once", "dvp limit ||||||||")
	s.later().later()
	if !s.m.records.Idle() {
		t.Error("it is written again without news")
	}
	s.press("r").begun().batch(2).expect("a reset, not due", "dvp limit ||||||||")
	s.later().expect("and due", "dvp left ||, dvp limit ||||||||")
	s.method("pvp")
	s.later().begun().settle().batch(1).later().expect("another method", "pvp left |, dvp left ||, dvp limit ||||||||")
	s.halted = "the numbers left the finite range"
	s.batch(1).settle().expect("halted", "pvp halted ||, dvp left ||, dvp limit ||||||||")
}

func (s *stage) expect(when, want string) {
	s.t.Helper()
	if got := s.ends(); got != want {
		s.t.Errorf("%s: %q, want %q", when, got, want)
	}
}

// Runs side by side are kept one by one, also when one is taken away.
func TestRunsBesideAreKeptToo(t *testing.T) {
	s := keeping(t, config.Default(), 120, 36)
	s.begun().batch(5)
	pvp := config.Default().WithMethod("pvp")
	s.m.desk.AddBeside(pvp, "")
	s.batch(5).later()
	s.both("two runs", "|||||||||| ||||||||||")
	s.batch(3)
	s.pass(kept.Every)
	s.m.records.Tick() // once: the one after the other, without a wait between
	for j := s.m.records.Work(); j != nil; j = s.m.records.Work() {
		<-j.Ended()
		s.m.jobs.Deliver()
	}
	s.both("three iterations later", "||||||||||||| |||||||||||||")
	s.m.desk.TakeAway(s.m.scene.Companions[0].ID)
	s.batch(2).later().both("one taken away at 13", "||||||||||||||| |||||||||||||")
}

// One that begins anew behind a start that was refused is kept up to there.
func TestARunBesideThatBeginsAnewIsKeptAsItStood(t *testing.T) {
	s := keeping(t, config.Default(), 120, 36).begun().batch(10)
	s.m.desk.AddBeside(config.Default().WithMethod("pvp"), "")
	s.batch(10).later()
	s.batch(5)
	s.m.scene.Companions[0].State.Replay.Iterations = 50 // the limit was turned since
	began := s.m.scene.State.Began
	s.m.desk.Together([]config.Config{config.Default(), config.Default().WithMethod("mradmm")})
	s.frame()
	s.told(began, s.m.desk.Newest(), sim.Notice{Kind: sim.Refused, Text: "no room"})
	if n := s.m.scene.Companions[0].Run.Last(); n != 0 {
		t.Fatalf("it has %d iterations, and does not begin anew", n)
	}
	s.later().both("begun anew", strings.Repeat("|", 25)+" "+strings.Repeat("|", 25))
}

// both fails unless DVP and PVP are kept with so many iterations.
func (s *stage) both(when, want string) {
	s.t.Helper()
	reached := map[string]string{}
	for _, r := range s.records() {
		reached[r.Config.Method] = strings.Repeat("|", r.Last.Iteration)
	}
	if got := reached["dvp"] + " " + reached["pvp"]; got != want {
		s.t.Errorf("%s: kept %s, want %s", when, got, want)
	}
}

func TestTheBudgetIsAnEnd(t *testing.T) {
	s := keeping(t, config.Default(), 120, 36).begun().batch(4)
	s.send(batchMsg{runner.Batch{Generation: 1, Notices: []sim.Notice{{Iteration: 4, Kind: sim.Wall, Text: "the budget"}}, State: runner.State{Iteration: 4, Config: s.config, Replay: s.config, Wall: "the budget"}}, true})
	s.settle().expect("at the wall", "dvp budget ||||")
	s.send(batchMsg{runner.Batch{Generation: 1, State: runner.State{Iteration: 4, Config: s.config, Replay: s.config}}, true})
	if end := s.m.scene.Ending(); end != archive.Left {
		t.Errorf("where the budget was raised it ends by %q", end)
	}
	s.batch(1)
	s.later().expect("beyond it", "dvp left |||||")
}

// What is kept is the whole of what was on the screen.
func TestAKeptRunHasItsChangesAndValues(t *testing.T) {
	s := keeping(t, config.Default(), 120, 36).begun().batch(10)
	s.replay.Events = []config.Event{{At: 11, Key: "alpha", Value: "0.1"}}
	s.batch(5).later()
	r := s.records()[0]
	if want := s.row(15); r.Last.TrainLoss != want.TrainLoss || r.Last.TestError != want.TestError || r.Last.Tight != want.Tight || r.Last.Accountant != "basic" {
		t.Errorf("%+v, want %+v", r.Last, want)
	}
	if r.Changes() != 1 || r.Config.Text() != s.m.scene.State.Replay.Text() {
		t.Errorf("%d changes in\n%s", r.Changes(), r.Config.Text())
	}
	if _, curve, err := s.runs.Curve(r.ID); err != nil || len(curve) != 15 {
		t.Errorf("%d points, %v", len(curve), err)
	}
}

func TestLeavingWritesWhatIsNotWrittenYet(t *testing.T) {
	s := keeping(t, config.Default(), 120, 36).begun().batch(3)
	if err := s.m.records.Last(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.expect("left before it was due", "dvp left |||")
	s.batch(1)
	s.pass(kept.Every)
	if s.m.records.Tick(); !s.m.records.Work().UnderWay() { // a write that the end of the screen overtakes
		t.Fatal("it is not due")
	}
	s.press("r").begun().batch(2)
	if err := s.m.records.Last(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.expect("left in mid-write", "dvp left ||, dvp left ||||")
}

// The run goes on while it is written (and the race detector looks on).
func TestWhatIsKeptIsOfTheMomentItWasDue(t *testing.T) {
	s := keeping(t, config.Default(), 120, 36).begun().batch(20)
	s.pass(kept.Every)
	s.m.records.Tick()
	write := s.m.records.Work()
	if s.m.records.Tick(); s.m.records.Work() != write {
		t.Error("two writes at a time")
	}
	for range 30 {
		s.batch(1)
	}
	s.finish(write)
	if r := s.records()[0]; r.Last.Iteration != 20 {
		t.Errorf("kept at %d, want 20", r.Last.Iteration)
	}
}

// A full disk or a folder that cannot be written costs one message, not one a run.
func TestAFailureIsToldOnceAndTheLaboratoryGoesOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := newStage(t, config.Default(), 250, 36)
	s.keepIn(archive.Open(filepath.Join(file, "runs")))
	s.begun().batch(3).later().shows("runs are not kept", "expected a place that can be written")
	s.press("esc").batch(3).later().press("r").begun().batch(3).later()
	s.hides("runs are not kept")
	if s.m.scene.Run.Last() != 3 {
		t.Errorf("the run stands at %d", s.m.scene.Run.Last())
	}
	s.press("h").settle().shows("expected a place that can be written")
	if err := s.m.records.Last(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "the last state of 2 runs is not kept: ") {
		t.Errorf("told at the end: %v", err)
	}
}

// Of those that are given up as too many the laboratory does not say that they are kept.
func TestRunsThatAreGivenUpAreNotToldToBeKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := newStage(t, config.Default(), 250, 36)
	s.keepIn(archive.Open(filepath.Join(file, "runs")))
	s.begun().batch(1).later()
	for range 52 {
		s.press("r").begun().batch(1).later()
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	s.later().shows("runs are kept again, but not 3 runs made meanwhile")
	if got := len(s.records()); got != 50 {
		t.Errorf("%d runs are kept", got)
	}
}

// What could not be written is, once there is room: no run that has ended is lost.
func TestWhatCouldNotBeWrittenIsTriedAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := newStage(t, config.Default(), 250, 36)
	s.keepIn(archive.Open(filepath.Join(file, "runs")))
	s.begun().batch(3).later().shows("runs are not kept")
	s.batch(2).press("r").begun().batch(4).later()
	s.press("h").settle().hides("no runs yet")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	s.later().shows("runs are kept again")
	s.expect("with room again", "dvp left ||||, dvp left |||||")
	if s.batch(1).later(); !s.m.records.Idle() {
		t.Error("it goes on writing")
	}
	if err := os.WriteFile(file+"2", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s.keepIn(archive.Open(filepath.Join(file+"2", "runs")))
	s.m.records.Begins()
	s.batch(2).later().press("r").begun().batch(1)
	if err := os.Remove(file + "2"); err != nil {
		t.Fatal(err)
	}
	if err := s.m.records.Last(t.Context()); err != nil {
		t.Error(err)
	}
	s.expect("with room at the end", "dvp left |, dvp left |||||||")
}

func TestWithoutAnArchiveNothingIsKeptAndItSaysSo(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3).later()
	s.press("h").shows("no runs are kept but those of sweeps and tuning: it was opened with --no-archive, or as a demo")
	if err := s.m.records.Last(t.Context()); err != nil {
		t.Error(err)
	}
	f := &fake{out: make(chan runner.Batch)}
	s = &stage{t: t, f: f, config: config.Default(), m: newModel(Options{Start: config.Default(), Unkept: os.ErrNotExist}, f)}
	s.now = s.m.scene.Now
	s.clocked().send(tea.WindowSizeMsg{Width: 120, Height: 36})
	s.begun().batch(3).shows("runs are not kept: file does not exist") // the first run does not wipe it away
	s.press("h").shows("no runs are kept: file does not exist")
	s.press("esc", "r").begun().batch(3).later()
	if err := s.m.records.Last(t.Context()); err == nil || err.Error() != "the last state of 2 runs is not kept: file does not exist" {
		t.Errorf("told at the end: %v", err)
	}
}
