package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/tune"
	"admmlab/tui/grid"
	"admmlab/tui/lens/many"
)

// find is the cell where words stand on the screen, false if they do not.
func (s *stage) find(words string) (x, y int, ok bool) {
	s.t.Helper()
	for y, line := range strings.Split(ansi.Strip(s.frame()), "\n") {
		if before, _, found := strings.Cut(line, words); found {
			return grid.Cells(before), y, true
		}
	}
	return 0, 0, false
}

// click presses the left button on words that stand on the screen.
func (s *stage) click(words string) *stage {
	s.t.Helper()
	x, y, ok := s.find(words)
	if !ok {
		s.t.Fatalf("no %q to click on:\n%s", words, s.m.View().Content)
	}
	s.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	return s
}

// In a list that is longer than its place a click chooses the line under it, whatever the
// height; the line of keys below is no line of the list.
func TestAClickInALensChoosesWhatIsUnderIt(t *testing.T) {
	theorems := []string{"TIFS 10, 11 printed", "AISec 3 printed", "both proved", "this run's limit"}
	for height := 12; height <= 24; height++ {
		for _, name := range theorems {
			s := recordsStage(t, "dvp", 80, height)
			if _, _, seen := s.find("  " + name); !seen {
				continue
			}
			s.click("  " + name).shows("▸ " + name)
			before := s.frame()
			if s.click("↑↓ line · ←→ turn"); s.frame() != before {
				t.Errorf("at 80x%d a click on the line of keys below %q changes\n%s\nto\n%s", height, name, before, s.frame())
			}
		}
	}
	s := newStage(t, config.Default(), 100, 30).begun().batch(3)
	l := lensOf[*many.Tune](s)
	c := config.Default()
	c.Budget = 2
	plan, err := tune.New([]config.Config{c}, []string{"eta"}, 1, false)
	if err != nil {
		t.Fatal(err)
	}
	l.Picture = &tune.Progress{Results: tune.Results{Plan: plan, Whole: true}}
	for i := range 30 {
		l.Picture.Results.Lines = append(l.Picture.Results.Lines, tune.Line{Rank: i + 1, Config: c, Values: []string{fmt.Sprintf("0.%d", 100+i)}, Noise: "0.5", Runs: 1})
	}
	s.press("o")
	for range 40 {
		s.press("down")
	}
	s.click("0.128")
	if l.Line != 28 {
		t.Errorf("line %d is chosen:\n%s", l.Line, s.frame())
	}
	if s.click("↑↓ setting"); l.Line != 28 {
		t.Errorf("the line of keys chooses line %d", l.Line)
	}
}

// A click on a light is read in the lines as they are on the screen, though the panel chooses and
// unfolds one by itself when it gets the focus.
func TestAClickOnALightChoosesIt(t *testing.T) {
	for _, name := range []string{"|x| ≤ 1", "connected", "B ≥ C", "solver"} {
		s := newStage(t, config.Default(), 120, 36).begun().batch(3)
		s.click("● " + name).shows("▸● " + name)
	}
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.lights[2].State = sim.Broken
	s.batch(1).click("Guarantees").shows("▸Guarantees", "▸✕ B ≥ C") // nothing was clicked that it could choose
}

// A list that goes on above and below stays where it is when a line in sight is chosen: a second
// click in the same place is on the same line.
func TestASecondClickIsOnTheSameLine(t *testing.T) {
	s := newStage(t, config.Default(), 80, 20).begun().batch(3)
	s.choose("part setup").press("right")
	for range 40 {
		s.press("down")
	}
	in, _ := s.m.inside(s.panel("parameters"), s.m.plan().places[s.panel("parameters")])
	if s.shows("  shuffle"); s.m.scene.Selected == "shuffle" {
		t.Fatal("it is chosen already")
	}
	_, y, _ := s.find("  shuffle ")
	click := tea.MouseClickMsg{X: in.X + 3, Y: y, Button: tea.MouseLeft}
	s.send(click)
	if _, now, _ := s.find("▸ shuffle "); now != y || s.m.scene.Selected != "shuffle" {
		t.Errorf("%s is chosen, shuffle is in row %d and was in %d:\n%s", s.m.scene.Selected, now, y, s.frame())
	}
	if s.send(click); s.m.front.dialog == nil || s.m.scene.Selected != "shuffle" {
		t.Errorf("the second click opens nothing, %s is chosen:\n%s", s.m.scene.Selected, s.frame())
	}
}

// Where a message, or the line of values that it moves, covers a panel, a click and the wheel do
// nothing; what is covered is there again when the message goes.
func TestAClickOnAMessageChoosesNothingBehindIt(t *testing.T) {
	s := newStage(t, config.Default(), 80, 20).begun().batch(3)
	s.choose("part accounting").press("right")
	s.choose("part setup").press("right", "up")
	chosen := s.m.scene.Selected
	s.m.scene.Say("%s", strings.Repeat("a message that is long ", 9))
	for _, words := range []string{" loss 0.", "a message that is long"} {
		x, y, _ := s.find(words)
		for range 2 {
			s.send(tea.MouseClickMsg{X: x + 5, Y: y, Button: tea.MouseLeft})
			s.send(tea.MouseWheelMsg{X: x + 5, Y: y, Button: tea.MouseWheelDown})
		}
		if s.m.scene.Selected != chosen || s.m.front.dialog != nil {
			t.Errorf("a click on %q chooses %s:\n%s", words, s.m.scene.Selected, s.frame())
		}
	}
	_, y, _ := s.find("a message that is long")
	s.m.scene.Say("")
	s.frame()
	if s.send(tea.MouseClickMsg{X: 5, Y: y - 2, Button: tea.MouseLeft}); s.m.scene.Selected == chosen {
		t.Errorf("nothing is chosen where the message was:\n%s", s.frame())
	}
}

// A click in a plot or on its axis sets the cursor. On the frame and its title, and on the words
// below a chart, it only gives the focus.
func TestAClickBesideThePlotSetsNoCursor(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(50)
	for _, name := range []string{"loss", "error", "privacy"} {
		r := s.m.plan().places[s.panel(name)]
		at := func(y int) int {
			s.m.scene.Cursor = 0
			s.frame()
			s.send(tea.MouseClickMsg{X: r.X + 12, Y: y, Button: tea.MouseLeft})
			if s.m.scene.Focus != name {
				t.Errorf("a click on row %d of %s gives the focus to %s", y-r.Y, name, s.m.scene.Focus)
			}
			return s.m.scene.Cursor
		}
		if at(r.Y) > 0 || at(r.Y+r.H-1) > 0 {
			t.Errorf("%s: a click on the frame reads an iteration", name)
		}
		if at(r.Y+1) == 0 || at(r.Y+3) == 0 {
			t.Errorf("%s: a click in the plot reads none", name)
		}
		if last := at(r.Y + r.H - 2); (last == 0) != (name == "privacy") { // has sentences there
			t.Errorf("%s: a click on the last row within the frame reads %d", name, last)
		}
	}
}

// The wheel over a panel takes the focus from none: it moves in the list that has it.
func TestTheWheelLeavesTheFocus(t *testing.T) {
	s := newStage(t, config.Default(), 200, 50).begun().batch(9)
	for i, r := range s.m.plan().places {
		s.m.focusOn(i)
		focus, chosen := s.m.scene.Focus, s.m.scene.Selected
		for _, button := range []tea.MouseButton{tea.MouseWheelDown, tea.MouseWheelUp, tea.MouseWheelDown} {
			s.send(tea.MouseWheelMsg{X: r.X + r.W/2, Y: r.Y + r.H/2, Button: button})
		}
		if s.m.scene.Focus != focus {
			t.Errorf("the wheel over %s gives the focus to %s", focus, s.m.scene.Focus)
		}
		if moved := s.m.scene.Selected != chosen; moved != (focus == "parameters") {
			t.Errorf("the wheel over %s goes from %s to %s", focus, chosen, s.m.scene.Selected)
		}
	}
}
