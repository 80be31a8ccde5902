package frame

import (
	"testing"

	"admmlab/sim/config"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// Every large character has three rows of one width, in both fonts, which have the same
// characters; text with any other is written small.
func TestLargeCharactersAreWhole(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		font, other := large, largeASCII
		if ascii {
			font, other = other, font
		}
		for r, rows := range font {
			if _, ok := other[r]; !ok {
				t.Errorf("%q is in one font alone", r)
			}
			for y, row := range rows {
				if grid.Cells(row) != grid.Cells(rows[0]) {
					t.Errorf("%q, ASCII %v: row %d has another width", r, ascii, y)
				}
			}
		}
		if rows, ok := enlarged("ε ≤ 2.33", ascii); !ok || grid.Cells(rows[0]) != grid.Cells(rows[2]) {
			t.Errorf("ε ≤ 2.33 as %q", rows)
		}
		if _, ok := enlarged("no guarantee", ascii); ok {
			t.Error("letters are large")
		}
	}
}

// The large number beside the promise is the noise of the iteration, with its schedule.
func TestTheNoiseIsThatOfItsIteration(t *testing.T) {
	c := config.Default()
	c.Schedule = config.Schedule{Factor: 0.1, Until: 5}
	for at, want := range map[int]string{0: "α=0.5", 1: "α=0.5", 9: "α=0.05"} {
		var s scene.Scene
		s.Base, s.Run = c, &scene.History{Count: at}
		if got := noiseWords(&s); got != want {
			t.Errorf("at t = %d it is %q, expected %q", at, got, want)
		}
	}
}
