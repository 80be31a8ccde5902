package tui

import (
	"fmt"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/tui/scene"
)

// choose goes down to a line from the top of the parameters.
func (s *stage) choose(key string) *stage {
	s.t.Helper()
	for range 40 {
		s.press("up")
	}
	for range 40 {
		if s.m.scene.Selected == key {
			return s
		}
		s.press("down")
	}
	s.t.Fatalf("down does not reach %q", key)
	return s
}

func TestWhatIsAsTheMethodStartsIsFolded(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		for _, size := range [][2]int{{200, 50}, {120, 36}, {80, 24}, {60, 18}} {
			s := newStage(t, config.Default().WithMethod(spec.ID), size[0], size[1]).begun().batch(3)
			folded, open := 0, 0
			for _, l := range s.m.scene.Lines() {
				switch {
				case l.Fold != nil:
					folded += l.Hidden
				case l.Part >= config.Accounting:
					t.Errorf("%s opens with %s", spec.Name, l.Key)
				default:
					open++
				}
			}
			if all := len(s.m.scene.Rows()); folded+open != all || folded < 5 {
				t.Errorf("%s: %d folded and %d in sight of %d", spec.Name, folded, open, all)
			}
			s.choose("part setup").shows("after reset (r): enter unfolds")
			s.press("enter", "down").hides("after reset (r): enter")
			if k, ok := config.KnobOf(s.config, s.m.scene.Selected); !ok || k.Part != config.Setup {
				t.Errorf("%s: below the heading stands %q", spec.Name, s.m.scene.Selected)
			}
		}
	}
}

func TestEnterAndTheArrowsUnfoldAndFold(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.hides("δ       1e-5")
	s.shows("─ accounting ", "9 more", "─ after reset (r) ", "10 more")
	s.choose("part accounting").press("enter").shows("▸ accounting", "δ       1e-5", "watch   nobody", "10 more")
	s.press("enter").shows("▸ accounting", "9 more")
	s.press("right", "right").shows("watch   nobody")
	s.press("left").hides("watch   nobody")
	s.press("shift+right").shows("watch   nobody")
	if len(s.f.taken) > 2 { // start and pace
		t.Errorf("folding asks the runner for %+v", s.f.last())
	}
	s.choose("delta").method("admm") // has no account: the line is gone, and with it the choice
	s.begun().batch(3).shows("accounting", "until   none")
	if s.m.scene.Selected != s.m.scene.Rows()[0].Key {
		t.Errorf("%q is chosen where there is no such line", s.m.scene.Selected)
	}
	s.method("pvp")
	s.begun().batch(3).shows("watch   nobody") // unfolded stays unfolded
}

func TestTheMouseUnfolds(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	for _, want := range []bool{true, false, true} {
		in, _ := s.m.inside(s.panel("parameters"), s.m.plan().places[s.panel("parameters")])
		line := slices.IndexFunc(s.m.scene.Lines(), func(l scene.Line) bool { return l.Key == "part accounting" })
		s.send(tea.MouseClickMsg{X: in.X + 3, Y: in.Y + line, Button: tea.MouseLeft})
		if s.m.scene.Unfolded[config.Accounting] != want || s.m.scene.Selected != "part accounting" {
			t.Fatalf("after a click on the heading it is unfolded: %v, and %s is chosen", !want, s.m.scene.Selected)
		}
	}
}

// What is not as the method starts with it is never folded away: set before, turned
// back and forth, waiting, refused or found by a search.
func TestAParameterThatMattersIsNeverFolded(t *testing.T) {
	c := config.Default()
	c.Budget, c.Nodes = 3, 20
	s := newStage(t, c, 120, 36).begun().batch(3)
	s.shows("budget  3", "8 more", "nodes   20", "9 more")

	s.m.scene.Selected = "budget"
	s.press("left").asked("budget", "2.5")
	s.press("up").shows("3 → 2.5")
	s.confirm("budget = 0", 4).shows("budget  none", "t = 4") // as the method starts, but touched in this run

	s.m.grant(scene.Turn{Key: "seed", Value: "8"}) // by somebody who is not the panel
	s.shows("seed    7 → 8", "shuffle yes")        // turned unseen: its part unfolds
	s.press("u").shows("seed    7")
	s.m.grant(scene.Unfold{Part: config.Setup})
	s.hides("seed    7")

	s.m.grant(scene.Turn{Key: "delta", Value: "2"})
	s.shows("delta = 2 is out of range", "δ       1e-5")
	s.m.grant(scene.Unfold{Part: config.Accounting})
	s.hides("δ       1e-5")
	s.batch(1, s.changed("delta = 1e-06", 5, false)).shows("δ       1e-6", "t = 5") // an event of the session
}

func TestAChangeCountsFromAnIterationUntilItIsMade(t *testing.T) {
	s := newStage(t, config.Default(), 200, 50).begun().batch(10)
	s.press("left").batch(0, s.changed("alpha = 0.32", 11, true))
	s.shows("α 0.5→0.32, from t = 11", "0.32         from t = 11")
	s.batch(1).shows("α 0.5→0.32, since t = 11", "0.32        since t = 11")
	s.press("left").batch(1, s.changed("alpha = 0.18", 12, true))
	s.shows("α 0.32→0.18, since t = 12")
}

func TestThePaletteLeadsToParameters(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		s := newStage(t, config.Default(), size[0], size[1]).begun().batch(3).press("tab")
		s.press(":", "a", "d", "j", "a", "c").shows("versus: which data sets")
		s.press("enter").shows("▸ versus  replace", "measure on", "which data sets count as neighbours")
		if s.m.scene.Focus != "parameters" {
			t.Errorf("the keys go to %s", s.m.scene.Focus)
		}
		s.press("right").asked("adjacency", "remove")
	}
}

func TestUnfoldedPartsFitEveryWindow(t *testing.T) {
	s := newStage(t, config.Default().WithMethod("mradmm"), 120, 36).begun().batch(3)
	s.choose("part setup").press("enter", "up", "enter")
	for w := 1; w <= 130; w += 4 {
		for h := 1; h <= 40; h += 3 {
			s.send(tea.WindowSizeMsg{Width: w, Height: h})
			checkFrame(t, fmt.Sprint("unfolded, ", w, h), s.m.View().Content, w, h)
		}
	}
}

// Where one line stands for the list, what unfolding did is said in it.
func TestUnfoldingIsSeenInOneLine(t *testing.T) {
	s := newStage(t, config.Default(), 40, 12).begun().batch(3)
	for _, l := range s.m.scene.Lines() {
		if l.Fold != nil {
			s.m.scene.Selected = l.Key
			break
		}
	}
	s.shows("▸ accounting")
	s.press("enter").shows("▸ accounting: ↓ steps in, enter folds")
}

// The panel has what is read with another loss as soon as that is chosen.
func TestTheListHasWhatALossReads(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	for loss, want := range map[string]bool{"huber": true, "logistic": false} {
		s.m.grant(scene.Turn{Key: "loss", Value: loss})
		if got := s.m.scene.HasRow("h"); got != want {
			t.Errorf("with %s there is a row of h: %v, expected %v", loss, got, want)
		}
	}
}
