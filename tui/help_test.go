package tui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/presets"
	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/files"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/panel"
	"admmlab/tui/scene"
)

// One page says what is going on, in the window most people have; the next is on what
// has the focus.
func TestTheFirstPageOfHelpFitsASmallWindowWithEveryMethod(t *testing.T) {
	for _, spec := range admm.Catalogue() {
		for _, private := range []bool{true, false} {
			c := config.Default().WithMethod(spec.ID)
			c.Set.Private = private && spec.Private()
			s := newStage(t, c, 80, 24).begun().batch(3).press("?")
			s.shows("In short: who learns what (1 of", "more than", spec.Name+" ", "Loss (train)", "Error (test)", "Privacy ", "space    run or pause", "the next page of help", "tab: ")
			s.hides("space scroll")
		}
	}
}

// Keys that come together with the one that opens a page turn it as they do slowly.
func TestKeysRightBehindHelpTurnItsPages(t *testing.T) {
	for _, key := range []string{"end", "down", "pgdown"} {
		var frames []string
		for _, slowly := range []bool{true, false} {
			s := newStage(t, config.Default(), 80, 24).begun().batch(3)
			for _, k := range []string{"tab", "?", "left", key} {
				s.press(k)
				if slowly {
					s.frame()
				}
			}
			frames = append(frames, s.frame())
			s.hides(": 1-") // it is not at its beginning
		}
		if frames[0] != frames[1] {
			t.Errorf("%s: slowly\n%s\nat once\n%s", key, frames[0], frames[1])
		}
	}
}

func TestHelpGoesFromPageToPage(t *testing.T) {
	c := config.Default()
	c.Title, c.Caption = "A lesson", "Look at the wall."
	s := newStage(t, c, 80, 24).begun().batch(3, sim.Notice{Iteration: 2, Kind: sim.Growing, Text: "the loss runs away"})
	pages := []string{"In short: who learns what (1 of 6)", "α, privacy parameter of one iteration (2 of 6)", "Parameters (3 of 6)", "Parameters: the signs (4 of 6)", "This run (5 of 6)", "All keys (6 of 6)"}
	s.press("?")
	for i, page := range pages {
		s.shows(page)
		s.press([]string{"tab", "right"}[i%2])
	}
	s.shows(pages[0]) // round
	s.press("left").shows(pages[5])
	s.press("shift+tab").shows("t = 2: the loss runs away", "A lesson", "Look at the wall.")
	s.press("?", "?")
	if s.m.front.dialog != nil {
		t.Error("? after the last page does not leave")
	}
	s.press("?").shows(pages[0]) // the same key, the same page
	s.press("enter").hides("(1 of")
}

// Of very many notices the oldest are not kept, and the page of this run says so.
func TestTheOldestNoticesAreCountedWhereTheyAreLeftOut(t *testing.T) {
	s := newStage(t, config.Default(), 80, 24).begun()
	for at := 1; at <= 60; at++ {
		s.batch(1, sim.Notice{Iteration: at, Kind: sim.Split, Text: "in pieces"})
	}
	text := s.m.toldSoFar()
	if want := "What happened\n  left out: 10 earlier notices\n  t = 11: in pieces\n  t = 12: in pieces"; !strings.HasPrefix(text, want) {
		t.Errorf("it says\n%s\nwant\n%s", text, want)
	}
	s.m.exports.Folder, s.m.exports.Write = t.TempDir(), files.WriteNew
	s.m.exports.Start("report")
	s.finish(s.m.exports.Job)
	pages, _ := filepath.Glob(filepath.Join(s.m.exports.Folder, "*.md"))
	page, err := os.ReadFile(strings.Join(pages, ""))
	if want := "## What happened\n\n- left out: 10 earlier notices\n- iteration 11: in pieces\n"; err != nil || !strings.Contains(string(page), want) {
		t.Errorf("%v, no\n%s\nin\n%s", err, want, page)
	}
}

// The page of this run does not claim what its preset's caption tells of another one.
func TestARunThatStraysFromItsPresetHasNotItsCaption(t *testing.T) {
	p, err := presets.Find("tifs-fig3-dvp-0.5")
	if err != nil {
		t.Fatal(err)
	}
	const with = "With other settings than its caption tells of."
	if text := newStage(t, p.Config, 80, 24).begun().batch(3).m.toldSoFar(); text != p.Config.Title+"\n"+p.Config.Caption {
		t.Errorf("as it is: %q", text)
	}
	p.Config.Set.Alpha = []float64{5}
	if text := newStage(t, p.Config, 80, 24).begun().batch(3).m.toldSoFar(); text != p.Config.Title+"\n"+with {
		t.Errorf("at another α: %q", text)
	}
}

// Nor does the line above the keys, whatever made it another run, until it is the one that the
// caption tells of again.
func TestTheFootOfAStrayingRunHasNotItsCaption(t *testing.T) {
	p, err := presets.Find("tifs-fig3-dvp-0.5")
	if err != nil {
		t.Fatal(err)
	}
	caption, with := p.Config.Caption[:40], "With other settings than its caption tells of."
	s := newStage(t, p.Config, 120, 36)
	s.m.view.focus = s.panel("loss") // leaves the line to the caption
	foot := func(shows, hides string) { t.Helper(); s.shows(shows); s.hides(hides) }
	s.begun().batch(3)
	foot(caption, with)
	turned, _ := config.ParseEvent("at 3: alpha = 5")
	s.replay.Events = append(s.replay.Events, turned)
	said := sim.Notice{Kind: sim.Data, Text: ""} // something happened, and no message stands over the foot
	s.batch(1, said)
	foot(with, caption)
	s.replay.Events = nil
	s.batch(1, said)
	foot(caption, with)

	p.Config.Set.Alpha = []float64{5}
	s = newStage(t, p.Config, 120, 36)
	s.m.view.focus = s.panel("loss")
	foot(with, caption) // before anything is told of it
	s.begun().batch(3)
	foot(with, caption)
}

// Nor do the files of its charts, on which no sentence stands, and the first line have its title.
func TestNoChartOfAStrayingRunHasItsTitle(t *testing.T) {
	p, err := presets.Find("tifs-fig3-dvp-0.5")
	if err != nil {
		t.Fatal(err)
	}
	for alpha, words := range map[float64]string{0.5: p.Config.Title + " · DVP", 5: "DVP"} {
		p.Config.Set.Alpha = []float64{alpha}
		s := newStage(t, p.Config, 160, 36).begun().batch(3)
		s.shows("admmlab   " + words + " · ")
		got := []string{s.m.exports.Figure(scene.LossChart).Title, s.m.exports.Plane().Title}
		if want := []string{"Train loss, " + words + ", seed 7", "Test error against ε, " + words + ", seed 7"}; !slices.Equal(got, want) {
			t.Errorf("at α = %g: %q, want %q", alpha, got, want)
		}
	}
}

func TestEveryPageOfHelpIsLegibleInATinyWindow(t *testing.T) {
	s := newStage(t, config.Default(), 40, 12).begun().batch(3).press("?")
	for range 4 {
		frame := s.frame()
		checkFrame(t, "help", frame, 40, 12)
		if !strings.Contains(frame, "tab: ") || !strings.Contains(frame, "esc closes") {
			t.Errorf("the foot does not say how to go on:\n%s", frame)
		}
		s.press("space", "tab")
	}
}

func TestTheWheelScrollsAPage(t *testing.T) {
	s := newStage(t, config.Default(), 80, 24).begun().batch(3).press("?", "?")
	s.shows("1-20 of")
	for range 3 {
		s.send(tea.MouseWheelMsg{X: 40, Y: 12, Button: tea.MouseWheelDown})
	}
	s.shows("4-23 of")
	s.send(tea.MouseWheelMsg{X: 40, Y: 12, Button: tea.MouseWheelUp})
	s.shows("3-22 of")
	s.send(tea.MouseClickMsg{X: 1, Y: 1, Button: tea.MouseLeft})
	s.press("M").shows("3-22 of") // a key of the page, which has no M
}

func TestEnterExplainsTheChosenLight(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun().batch(3)
	s.m.focusOn(s.panel("guarantees"))
	s.press("down", "enter").shows("connected (2 of", "a way from every node to every other")
}

// Every stroke and mark that a chart draws stands among its signs, in all characters and in
// ASCII only.
func TestEverySignOfAChartIsExplained(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		s := newStage(t, config.Default(), 120, 50).begun().batch(30).press("r").begun()
		s.batch(9).press("left").batch(10, s.changed("alpha = 0.32", 10, true))
		s.m.scene.ASCII = ascii
		for _, name := range []string{"loss", "error", "privacy"} {
			p := s.m.panels[s.panel(name)].(*panel.Chart)
			explained := ""
			for _, sign := range p.Signs(&s.m.scene) {
				if sign.Means == "" || sign.Means == "printed" || sign.Means == "ε" || sign.Means == "realised" || sign.Means == "previous" {
					t.Errorf("%s: %q is explained by %q", name, sign.Mark, sign.Means)
				}
				explained += sign.Mark
			}
			for _, r := range p.Series(&s.m.scene) {
				if stroke := chart.Stroke(r.Role, ascii); !strings.Contains(explained, stroke) {
					t.Errorf("%s, ASCII %v: nothing says what %q is, the curve %q", name, ascii, stroke, r.Label)
				}
			}
			drawn := chart.Draw(p.Series(&s.m.scene), s.m.scene.Run.Marks, p.Levels(&s.m.scene), p.Options(&s.m.scene, 80, 20))
			for y := range drawn.Height {
				for x := range drawn.Width {
					c := drawn.At(x, y)
					if role := c.Role; (role == chart.MarkLine || role == chart.CursorLine) && !strings.ContainsRune(explained, c.Rune) {
						t.Errorf("%s, ASCII %v: nothing says what %q is", name, ascii, c.Rune)
					}
				}
			}
		}
	}
}

func TestTheRunBeforeIsExplainedUnderItsMethodsName(t *testing.T) {
	s := newStage(t, config.Default(), 80, 24).begun().batch(9)
	s.method("pvp")
	s.begun().batch(3).press("tab", "?", "?", "?").shows("Loss (train): the signs", "DVP, the run before (g takes it away)")
}

// A page of signs explains each, in a few words.
func TestEveryPageOfSignsIsWhole(t *testing.T) {
	for _, name := range []string{"side by side table", "sharing", "lapsed", "sweep, grid", "sweep, heat map", "ledger", "exposure", "no noise", "before the data"} {
		for _, ascii := range []bool{false, true} {
			s := states()[name](t, 120, 36)
			s.m.scene.ASCII = ascii
			for i := range s.m.panels {
				one, ok := s.m.part(i).(scene.Signer)
				if !ok {
					continue
				}
				for _, sign := range one.Signs(&s.m.scene) {
					if n := grid.Cells(sign.Mark); n < 1 || n > 6 || sign.Means == "" || grid.Cells(sign.Means) > 80 {
						t.Errorf("%s of %s: %q means %q", s.m.part(i).Name(), name, sign.Mark, sign.Means)
					}
				}
			}
		}
	}
}

func TestTheLightsHaveALegendWhereThereIsRoom(t *testing.T) {
	s := newStage(t, config.Default(), 200, 50).begun().batch(3)
	s.shows("● holds  ○ worth knowing", "✕ does not hold")
	s.m.focusOn(s.panel("guarantees"))
	s.press("?", "?", "?", "?").shows("Guarantees: the signs", "worth knowing")
}
