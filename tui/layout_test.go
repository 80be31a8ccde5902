package tui

import (
	"maps"
	"testing"

	"admmlab/tui/grid"
	"admmlab/tui/panel"
)

// some panels: one that stays, three in the middle, two at the right, one that asks for
// lines.
var some = []panel.Place{
	{Column: panel.Left, Stays: true},
	{Column: panel.Centre}, {Column: panel.Centre, Far: true}, {Column: panel.Centre, Far: true},
	{Column: panel.Right}, {Column: panel.Right},
	{Column: panel.Left, Rows: 7},
}

func TestPlaces(t *testing.T) {
	at := func(x, y, w, h int) grid.Rect { return grid.Rect{X: x, Y: y, W: w, H: h} }
	for _, c := range []struct {
		what         string
		w, h         int
		big, zoomed  bool
		focus, shown int
		want         map[int]grid.Rect
	}{
		{"the full screen", 120, 36, false, false, 0, 1, map[int]grid.Rect{
			6: at(0, 1, 28, 9), 0: at(0, 10, 28, 24),
			1: at(28, 1, 66, 16), 2: at(28, 17, 33, 17), 3: at(61, 17, 33, 17),
			4: at(94, 1, 26, 16), 5: at(94, 17, 26, 17),
		}},
		{"a list that asks for more than a third", 100, 30, false, false, 0, 1, map[int]grid.Rect{
			6: at(0, 1, 26, 9), 0: at(0, 10, 26, 18),
			1: at(26, 1, 52, 13), 2: at(26, 14, 26, 14), 3: at(52, 14, 26, 14),
			4: at(78, 1, 22, 13), 5: at(78, 14, 22, 14),
		}},
		{"a small window", 80, 24, false, false, 0, 5, map[int]grid.Rect{0: at(0, 1, 26, 20), 5: at(26, 1, 54, 20)}},
		{"one enlarged", 120, 36, false, true, 4, 4, map[int]grid.Rect{4: at(0, 1, 120, 33)}},
		{"one enlarged in a small window", 80, 24, false, true, 4, 4, map[int]grid.Rect{4: at(0, 1, 80, 20)}},
		{"the projector look", 80, 24, true, false, 0, 2, map[int]grid.Rect{2: at(0, 1, 40, 17), 3: at(40, 1, 40, 17)}},
		{"narrow and high", 60, 40, true, false, 0, 2, map[int]grid.Rect{2: at(0, 1, 60, 16), 3: at(0, 17, 60, 17)}},
		{"small", 40, 12, true, false, 0, 3, map[int]grid.Rect{3: at(0, 1, 40, 6)}},
		{"a lens in it", 80, 24, true, false, 1, 1, map[int]grid.Rect{1: at(0, 1, 80, 21)}},
		{"one panel", 40, 12, false, false, 0, 2, map[int]grid.Rect{2: at(0, 1, 40, 8)}},
		{"the list in the place of the panel", 60, 18, false, true, 0, 2, map[int]grid.Rect{0: at(0, 1, 60, 14)}},
		{"a line", 39, 12, false, false, 0, 1, map[int]grid.Rect{}},
	} {
		if p := arrange(c.w, c.h, c.big, c.zoomed, c.focus, c.shown, some); !maps.Equal(p.places, c.want) {
			t.Errorf("%s: places %v, want %v", c.what, p.places, c.want)
		}
	}
}

// One more shares with those of its column, and nobody else moves.
func TestOneMorePanelSharesItsColumn(t *testing.T) {
	before := arrange(120, 36, false, false, 0, 1, some).places
	after := arrange(120, 36, false, false, 0, 1, append(some, panel.Place{Column: panel.Right})).places
	height := 0
	for _, i := range []int{4, 5, 7} {
		height += after[i].H
		if after[i].W != 26 || after[i].H != 11 {
			t.Errorf("panel %d has %+v, want a third of the column", i, after[i])
		}
	}
	if height != 33 {
		t.Errorf("they fill %d lines of 33", height)
	}
	for _, i := range []int{0, 1, 2, 3, 6} {
		if before[i] != after[i] {
			t.Errorf("panel %d moves from %+v to %+v", i, before[i], after[i])
		}
	}
}
