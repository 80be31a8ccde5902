package tui

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/network"
	"admmlab/sim/report"
	"admmlab/sim/runner"
	"admmlab/tui/lens"
)

func TestThePaletteRunsWhatIsChosen(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(10)
	s.press(":", "n", "e", "w", "space", "s", "e", "e", "d", "enter")
	if c := s.f.last(); c.Order != runner.Start || c.Config.Seed == 7 {
		t.Errorf("command %+v, want a start with a new seed", c)
	}
	s.begun().batch(3)
	s.press(":", "k", "space", "a", "space", "m", "e", "t", "enter").shows("starts a new run") // from a dialog into a dialog
	s.press("esc").hides("starts a new run")
}

func TestThePaletteHasEveryAction(t *testing.T) {
	s := newStage(t, config.Default(), 120, 200).begun().batch(10).press(":")
	frame := s.frame()
	for _, b := range bindings(lens.All(nil)) {
		if b.label != ":" && !strings.Contains(frame, b.label) {
			t.Errorf("the palette leaves out %q", b.label)
		}
	}
}

func TestNothingIsCopiedBeforeARun(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36)
	if cmd := s.send(keyPress("y")); cmd != nil {
		t.Error("something is copied")
	}
	s.shows("nothing to copy")
}

// copied is the text that a command hands to the clipboard, before it says that it did.
func copied(cmd tea.Cmd) string {
	inTurn := reflect.ValueOf(cmd()) // of tea.Sequence, whose message has no name
	return fmt.Sprint(inTurn.Index(0).Interface().(tea.Cmd)())
}

// What y copies is on its way to the terminal when q comes right behind it: the program ends
// when it is there, and not before.
func TestQuittingWaitsForWhatIsCopied(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.send(keyPress("y"))
	if quits(s.send(keyPress("q"))) {
		t.Error("it quits before the text is on the clipboard")
	}
	if !quits(s.send(copiedMsg{})) {
		t.Error("it does not quit when the text is on the clipboard")
	}
}

// What a terminal was too slow for is told once it is heard of, and not again.
func TestWhatIsNotCopiedIsTold(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	dropped := true
	s.m.unsent = func() bool { defer func() { dropped = false }(); return dropped }
	s.send(tickMsg(s.now))
	s.shows("not be on the clipboard")
	s.m.scene.Say("something else")
	s.send(tickMsg(s.now))
	s.shows("something else")
}

// A shell reads the copied line as the words that make the same run.
func TestTheCopiedCommandLineGivesTheSameRowsBitForBit(t *testing.T) {
	c := config.Default().WithMethod("pvp")
	c.Data, c.Iterations, c.Set.C = "census:300", 6, []float64{30}
	s := real(t, c)
	s.until("the end", func() bool { return s.m.scene.State.Finished })
	s.m.desk.Turn("iterations", "12") // after its end: the replay must go on there, too
	s.m.desk.Send(config.Event{Edge: network.Edge{0, 1}})
	s.m.desk.Turn("alpha", "0.3")
	s.send(tickMsg(s.now))
	s.until("the changes", s.done)
	s.press("space")
	s.until("the end again", func() bool { return s.m.scene.State.Finished && s.m.scene.Run.Last() == 12 })
	cmd := s.send(keyPress("y"))
	if cmd == nil {
		t.Fatal("nothing is copied")
	}
	text := copied(cmd)
	if line := s.m.scene.State.Replay.Command(); text != line {
		t.Errorf("copied %q, want %q", text, line)
	}
	s.shows("3 changes included")

	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell here")
	}
	out, err := exec.Command(shell, "-c", `admmlab() { printf '%s\0' "$@"; }; `+text).Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []config.Assignment
	words := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	for i := 1; i < len(words); i += 2 {
		if words[i] != "--set" {
			t.Fatalf("word %d is %q", i, words[i])
		}
		key, value, _ := strings.Cut(words[i+1], "=")
		list = append(list, config.Assignment{Key: key, Value: value})
	}
	again, err := config.Build(list)
	if err != nil {
		t.Fatal(err)
	}
	sameRows(t, s, again)
}

// sameRows fails unless a run of c without a screen gives the rows of the screen's
// run, as the export writes them.
func sameRows(t *testing.T, s *stage, c config.Config) {
	t.Helper()
	for _, format := range []string{"csv", "jsonl"} {
		var want strings.Builder
		w, err := report.NewWriter(&want, format, c.Method)
		if err != nil {
			t.Fatal(err)
		}
		if err := runner.Run(context.Background(), c, nil, func(r sim.Row, _ []sim.Notice) error { return w.Write(r) }); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if got := s.rows(format); got != want.String() {
			t.Errorf("%s: the lab's rows are\n%s\nwant\n%s", format, got, want.String())
		}
	}
}

func TestAnExportedSessionGivesTheSameRowsBitForBit(t *testing.T) {
	c := config.Default().WithMethod("sharing")
	c.Data, c.Iterations = "census:200", 5
	s := real(t, c)
	s.m.exports.Folder = t.TempDir()
	s.until("the end", func() bool { return s.m.scene.State.Finished })
	s.m.exports.Start("session")
	s.finish(s.m.exports.Job)
	files, _ := filepath.Glob(filepath.Join(s.m.exports.Folder, "*"))
	if len(files) != 1 {
		t.Fatalf("files %v, want one", files)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	again, err := config.ParseText(text, files[0])
	if err != nil {
		t.Fatal(err)
	}
	sameRows(t, s, again)
}
