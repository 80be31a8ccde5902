package tui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/tui/scene"
)

// told is an ε with its number, as the screen writes it: a knob's symbol has more blanks
// behind it, or an equals sign.
var told = regexp.MustCompile(`ε (?:≤ |= |of )?([0-9][0-9.]*(?:e-?[0-9]+)?[kM]?)`)

// One run has one ε, at every size, for every method, live and under the cursor: whatever
// is called so is the smallest valid total, and whatever is the paper's is called printed.
func TestARunHasOneEpsilonAtEverySize(t *testing.T) {
	const printed = 61.73
	sizes := [][2]int{{200, 50}, {160, 45}, {120, 36}, {100, 30}, {80, 24}, {60, 18}, {40, 12}, {30, 8}, {20, 5}}
	for _, spec := range admm.Catalogue() {
		if !spec.Private() {
			continue
		}
		s := newStage(t, config.Default().WithMethod(spec.ID), 120, 36).begun().batch(9)
		run := s.m.scene.Run
		for i := range 9 { // 0.1, 0.2, ... 0.9 as headline
			run.Values[scene.Tight][i], run.Values[scene.TightDelta][i], run.Values[scene.Epsilon][i] = 0.1*float64(i+1), 1e-5, printed
		}
		run.Newest[scene.Tight], run.Newest[scene.TightDelta], run.Newest[scene.Epsilon] = 0.9, 1e-5, printed
		seen := 0
		for _, cursor := range []int{0, 4} {
			s.m.scene.Cursor = cursor
			want, end := numeral.AtMost(run.At(scene.Tight, s.m.scene.At()), 3), "0.9" // the latter at the curve's end
			for _, big := range []bool{false, true} {
				s.m.scene.Big = big
				for _, shown := range []int{1, 2, 3} { // the panels of a small window
					s.m.view.shown = shown
					for _, size := range sizes {
						s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
						frame := s.frame()
						if totals := strings.Contains(frame, "ε ≤ ") || strings.Contains(frame, "ε≤"); cursor == 0 && totals && (!strings.Contains(frame, "1e-5") || !strings.Contains(frame, s.m.scene.Who())) {
							t.Fatalf("%s, %dx%d, big %v: δ or neighbours are not there\n%s", spec.Name, size[0], size[1], big, frame)
						}
						for _, line := range strings.Split(frame, "\n") {
							where := fmt.Sprintf("%s, %dx%d, big %v, cursor %d: %q", spec.Name, size[0], size[1], big, cursor, line)
							for _, m := range told.FindAllStringSubmatch(line, -1) {
								if seen++; m[1] != want && (m[1] != end || !strings.Contains(line, "┤")) {
									t.Fatalf("ε is %s, want %s: %s", m[1], want, where)
								}
							}
							for rest := line; strings.Contains(rest, "61."); {
								at := strings.Index(rest, "61.")
								if !strings.HasSuffix(rest[:at], "printed ") {
									t.Fatalf("the printed total is not called so: %s", where)
								}
								rest = rest[at+1:]
							}
						}
					}
				}
			}
		}
		if seen < 100 {
			t.Errorf("%s: %d ε on all screens", spec.Name, seen)
		}
	}
}
