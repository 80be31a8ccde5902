package tui

import (
	"fmt"
	"math"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/runner"
	"admmlab/tui/grid"
	"admmlab/tui/panel"
)

// beside puts a strict copy, PVP and sharing beside.
func withCompanions(s *stage) *stage {
	strict := config.Default()
	strict.Set.Alpha = []float64{0.05}
	s.m.desk.AddBeside(strict, "")
	s.m.desk.AddBeside(config.Default().WithMethod("pvp"), "")
	s.m.desk.AddBeside(config.Default().WithMethod("sharing"), "")
	return s
}

// states are screens worth testing, ready to be drawn.
func states() map[string]func(testing.TB, int, int) *stage {
	begin := func(t testing.TB, w, h int, method string) *stage {
		return newStage(t, config.Default().WithMethod(method), w, h).begun()
	}
	return map[string]func(testing.TB, int, int) *stage{
		"before the data": func(t testing.TB, w, h int) *stage { return newStage(t, config.Default(), w, h) },
		"running": func(t testing.TB, w, h int) *stage {
			turned := config.Change{Event: config.Event{At: 20, Key: "alpha", Value: "0.1"}, ByHand: true, Before: "0.5", After: "0.1"}
			return begin(t, w, h, "dvp").batch(37, sim.Notice{Iteration: 20, Kind: sim.Changed, Change: &turned})
		},
		"losses with their factor C": func(t testing.TB, w, h int) *stage {
			return withCompanions(begin(t, w, h, "dvp").batch(5)).batch(30).press("C", "E", "enter")
		},
		"ghost and cursor": func(t testing.TB, w, h int) *stage {
			return begin(t, w, h, "dvp").batch(60).press("r").begun().batch(30).press(",", "<")
		},
		"lapsed": func(t testing.TB, w, h int) *stage {
			s := begin(t, w, h, "dvp").batch(37)
			s.lapsed, s.reason = 38, "C exceeds the number of records of a node; the theorems assume C ≤ B_i"
			s.lights = append([]sim.Light{{Name: "B ≥ C", State: sim.Broken, Detail: s.reason}}, s.lights...)
			return s.batch(5, sim.Notice{Iteration: 38, Kind: sim.NoGuarantee, Text: "no guarantee from t = 38: " + s.reason})
		},
		"diverged": func(t testing.TB, w, h int) *stage {
			s := begin(t, w, h, "sharing").batch(11)
			s.halted = "the numbers left the finite range at t = 12; likely causes: too much noise"
			return s.batch(0, sim.Notice{Iteration: 12, Kind: sim.Diverged, Text: s.halted})
		},
		"no noise":  func(t testing.TB, w, h int) *stage { return begin(t, w, h, "admm").batch(10) },
		"sharing":   func(t testing.TB, w, h int) *stage { return begin(t, w, h, "sharing").batch(10) },
		"zoomed":    func(t testing.TB, w, h int) *stage { return begin(t, w, h, "dvp").batch(10).press("tab", "z") },
		"projector": func(t testing.TB, w, h int) *stage { return begin(t, w, h, "dvp").batch(10).press("L") },
		"pending": func(t testing.TB, w, h int) *stage {
			s := begin(t, w, h, "dvp").batch(10)
			s.m.scene.Selected = "nodes"
			return s.press("right", "l")
		},
		"dialog":  func(t testing.TB, w, h int) *stage { return begin(t, w, h, "dvp").batch(10).press("m") },
		"palette": func(t testing.TB, w, h int) *stage { return begin(t, w, h, "dvp").batch(10).press(":") },
		"palette narrowed": func(t testing.TB, w, h int) *stage {
			return begin(t, w, h, "dvp").batch(10).press(":", "r", "e", "s", "e", "t")
		},
		"export":        func(t testing.TB, w, h int) *stage { return begin(t, w, h, "dvp").batch(10).press("e") },
		"export folder": func(t testing.TB, w, h int) *stage { return begin(t, w, h, "dvp").batch(10).press("e", "end", "enter") },
		"runs":          func(t testing.TB, w, h int) *stage { return opened(three(t, w, h)) },
		"help":          func(t testing.TB, w, h int) *stage { return begin(t, w, h, "dvp").batch(10).press("?") },
		"side by side":  func(t testing.TB, w, h int) *stage { return withCompanions(begin(t, w, h, "dvp").batch(40)).batch(10) },
		"side by side table": func(t testing.TB, w, h int) *stage {
			return withCompanions(begin(t, w, h, "dvp").batch(40)).batch(10).press("c", ",")
		},
		"side by side menu": func(t testing.TB, w, h int) *stage {
			return withCompanions(begin(t, w, h, "dvp").batch(40)).batch(10).press("c", "enter")
		},
		"nothing beside": func(t testing.TB, w, h int) *stage { return begin(t, w, h, "dvp").batch(10).press("c") },
		"fork":           func(t testing.TB, w, h int) *stage { return begin(t, w, h, "dvp").batch(40).press(",", "<", "F") },
		"looking back":   func(t testing.TB, w, h int) *stage { return begin(t, w, h, "dvp").batch(40).press("b", ",", "<") },
		"plane": func(t testing.TB, w, h int) *stage {
			return withCompanions(begin(t, w, h, "dvp").batch(40)).batch(10).press("E", ",")
		},
		"ledger": func(t testing.TB, w, h int) *stage { return through(begin(t, w, h, "dvp").budget("10").batch(37), "b") },
		"ledger before the data": func(t testing.TB, w, h int) *stage {
			return newStage(t, config.Default(), w, h).press("b")
		},
		"ledger, no budget, infinite": func(t testing.TB, w, h int) *stage {
			s := begin(t, w, h, "sharing").batch(5)
			s.infinite = true
			return through(s, "b")
		},
		"ledger lapsed": func(t testing.TB, w, h int) *stage {
			s := begin(t, w, h, "dvp").batch(37)
			s.lapsed, s.reason = 38, "C exceeds the number of records of a node; the theorems assume C ≤ B_i"
			return through(s.batch(1), "b")
		},
		"ledger without noise": func(t testing.TB, w, h int) *stage { return through(begin(t, w, h, "admm").batch(5), "b") },
		"exposure":             func(t testing.TB, w, h int) *stage { return through(begin(t, w, h, "dvp").watch("12").batch(37), "x") },
		"exposure of sharing":  func(t testing.TB, w, h int) *stage { return through(begin(t, w, h, "sharing").batch(5), "x") },
		"exposure off": func(t testing.TB, w, h int) *stage {
			c := config.Default()
			c.Realised = false
			return through(newStage(t, c, w, h).begun().batch(3), "x")
		},
		"exposure before the data": func(t testing.TB, w, h int) *stage { return newStage(t, config.Default(), w, h).press("x") },
		"wire":                     func(t testing.TB, w, h int) *stage { return through(begin(t, w, h, "dvp").batch(37), "w") },
		"wire of sharing":          func(t testing.TB, w, h int) *stage { return through(begin(t, w, h, "sharing").batch(4), "w") },
		"wire, even iteration":     func(t testing.TB, w, h int) *stage { return through(begin(t, w, h, "radmm").batch(4), "w") },
		"wire, nothing sent":       func(t testing.TB, w, h int) *stage { return begin(t, w, h, "dvp").batch(4).press("w") },
		"attacks": func(t testing.TB, w, h int) *stage {
			s := through(begin(t, w, h, "sharing").batch(4), "a")
			return s.press("enter").batch(0, sim.Notice{Iteration: 4, Kind: sim.Answer, Text: "40000 of 40000 labels read correctly out of the dual variable (100.0 %)."})
		},
		"attack by a pair": func(t testing.TB, w, h int) *stage {
			return through(begin(t, w, h, "dvp").batch(4), "a").press("enter")
		},
		"lens enlarged":              func(t testing.TB, w, h int) *stage { return through(begin(t, w, h, "dvp").batch(37), "x").press("z") },
		"lens in the projector look": func(t testing.TB, w, h int) *stage { return through(begin(t, w, h, "dvp").batch(37), "b").press("L") },
		"sweep form":                 func(t testing.TB, w, h int) *stage { return begin(t, w, h, "dvp").batch(10).press("S") },
		"sweep, error":               func(t testing.TB, w, h int) *stage { return sweptStage(t, w, h, overAlpha) },
		"sweep, against bound":       func(t testing.TB, w, h int) *stage { return sweptStage(t, w, h, overAlpha).press("right", "right") },
		"sweep, optimum":             func(t testing.TB, w, h int) *stage { return sweptStage(t, w, h, overAlpha).press("left") },
		"sweep, grid":                func(t testing.TB, w, h int) *stage { return sweptStage(t, w, h, overAlpha, overRho) },
		"sweep, heat map": func(t testing.TB, w, h int) *stage {
			return sweptStage(t, w, h, overAlpha, overRho).press("right", "right", "right", "z")
		},
		"sweep over names": func(t testing.TB, w, h int) *stage { return sweptStage(t, w, h, ofVariant) },
		"records needed":   func(t testing.TB, w, h int) *stage { return recordsStage(t, "pvp", w, h).press("down", "down", "down") },
		"many nodes": func(t testing.TB, w, h int) *stage {
			c := config.Default()
			c.Nodes = 200
			return newStage(t, c, w, h).begun().batch(3)
		},
	}
}

// through opens a lens and delivers what it asks for.
func through(s *stage, key string) *stage { return s.press(key).batch(0) }

func checkFrame(t testing.TB, name, frame string, w, h int) {
	t.Helper()
	lines := strings.Split(frame, "\n")
	if len(lines) > h {
		t.Fatalf("%s at %dx%d: %d lines", name, w, h, len(lines))
	}
	for i, line := range lines {
		if n := grid.Cells(ansi.Strip(line)); n > w {
			t.Fatalf("%s at %dx%d: line %d is %d cells wide: %s", name, w, h, i, n, line)
		}
	}
}

func TestNoSizeIsOverstepped(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs at once here")
	}
	widths := []int{20, 33, 40, 59, 60, 80, 99, 100, 121, 149, 250}
	heights := []int{5, 12, 17, 18, 24, 29, 30, 37, 80}
	for name, prepare := range states() {
		s := prepare(t, 120, 36)
		for _, w := range widths { // on one screen, so that it is resized all the time
			for _, h := range heights {
				s.send(tea.WindowSizeMsg{Width: w, Height: h})
				checkFrame(t, name, s.m.View().Content, w, h)
			}
		}
	}
}

func TestEveryWidthAndHeightOfOneScreen(t *testing.T) {
	s := states()["ghost and cursor"](t, 120, 36)
	for w := 1; w <= 130; w += 3 {
		for h := 1; h <= 40; h += 3 {
			s.send(tea.WindowSizeMsg{Width: w, Height: h})
			checkFrame(t, "ghost and cursor", s.m.View().Content, w, h)
		}
	}
}

func TestPlacesOfALayoutDoNotOverlapAndStayInTheWindow(t *testing.T) {
	var places []panel.Place
	for _, p := range panel.All() {
		places = append(places, p.Place())
	}
	for w := smallWidth; w <= 250; w += 5 {
		for h := smallHeight; h <= 80; h += 3 {
			for _, zoomed := range []bool{false, true} {
				p := arrange(w, h, false, zoomed, 1, 1, places)
				used := make([]bool, w*h)
				for name, r := range p.places {
					for y := r.Y; y < r.Y+r.H; y++ {
						for x := r.X; x < r.X+r.W; x++ {
							if x >= w || y >= h-2 || used[y*w+x] {
								t.Fatalf("%dx%d: panel %d at %+v overlaps or leaves the window", w, h, name, r)
							}
							used[y*w+x] = true
						}
					}
				}
			}
		}
	}
}

func TestWildNumbersDoNotBreakTheScreen(t *testing.T) {
	s := newStage(t, config.Default(), 120, 36).begun()
	b := runner.Batch{Generation: 1, State: runner.State{Seq: 2, Config: s.config, Graph: s.graph, Running: true}}
	for i, v := range []float64{1e300, -1e300, math.Inf(1), math.Inf(-1), math.NaN(), 0, 5e-324} {
		b.Rows = append(b.Rows, sim.Row{Iteration: i + 1, TrainLoss: v, TestError: v, EpsilonTotal: v, Tight: v, Delta: v, Disagreement: v, GradientNorm: v, Nodes: []sim.NodeState{{Distance: v}}})
		s.send(batchMsg{b, true})
		checkFrame(t, fmt.Sprint(v), s.frame(), 120, 36)
	}
}

// The line of explanation ends with a clause, in every lens.
func TestExplanationsAreNotCutInTheirWords(t *testing.T) {
	for _, key := range []string{"b", "x", "w", "a"} {
		s := through(newStage(t, config.Default(), 80, 24).begun().batch(9), key)
		lines := strings.Split(s.frame(), "\n")
		if words := lines[len(lines)-2]; strings.Contains(words, "…") {
			t.Errorf("%s: %q", key, words)
		}
	}
}

// Keys in the last line that just fit it end without the sign for more.
func TestTheLastLineIsNotMarkedAsCut(t *testing.T) {
	for width := smallWidth; width <= 160; width++ {
		s := newStage(t, config.Default(), width, 30).begun().batch(5)
		lines := strings.Split(s.frame(), "\n")
		if last := strings.TrimRight(lines[len(lines)-1], " "); !strings.HasSuffix(last, "q quit") {
			t.Errorf("width %d: %q", width, last)
		}
	}
}
