package dialog

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"admmlab/tui/grid"
)

// people is a table of names and ages.
func people(order Order) *Table {
	name := func(a, b Row) int { return strings.Compare(a.Cells[0], b.Cells[0]) }
	age := func(a, b Row) int { return cmp.Compare(a.Value.(int), b.Value.(int)) }
	columns := []Column{
		{Title: "name", Compare: name}, {Title: "words", Least: 6, Drop: 1, Compare: name},
		{Title: "nothing", Drop: 4, Compare: name}, {Title: "age", Right: true, Drop: 2, Compare: age}, {Title: "town", Drop: 3, Compare: name},
	}
	var rows []Row
	for i, n := range []string{"Grace", "Ada", "Emmy", "日本"} {
		rows = append(rows, Row{Cells: []string{n, "some words on " + n, "", fmt.Sprint(90 - 20*i), "Town"}, Long: "all of " + n, Value: 90 - 20*i})
	}
	return NewTable("People", "enter chooses", columns, rows, []string{"enter", "x"}, order, Look{})
}

func names(t *Table) string {
	var list []string
	for _, l := range t.lines {
		list = append(list, l.Cells[0])
	}
	return strings.Join(list, " ")
}

func TestATableIsSortedByAnyColumnAndKeepsItsLine(t *testing.T) {
	p := people(Order{})
	p.Select(func(r Row) bool { return r.Value == 50 })
	for _, c := range []struct{ key, want string }{
		{"", "Ada Emmy Grace 日本"}, {"s", "日本 Grace Emmy Ada"}, {"<", "日本 Grace Emmy Ada"}, {"<", "Grace Ada Emmy 日本"}, {"s", "日本 Emmy Ada Grace"}, {">", "Ada Emmy Grace 日本"},
	} {
		if c.key != "" {
			press(p, c.key)
		}
		if _, on, ok := p.Pressed(); names(p) != c.want || !ok || on.Value != 50 {
			t.Errorf("after %q: %s, %v selected", c.key, names(p), on)
		}
	}
	if got := p.Order(); got != (Order{Column: 4}) {
		t.Errorf("order %+v", got)
	}
}

func TestKeysOfATableEndItWithTheLine(t *testing.T) {
	p := people(Order{})
	if press(p, "down", "y", "left") {
		t.Fatal("a key it was not told of ended it")
	}
	if !press(p, "x") {
		t.Fatal("x did not end it")
	}
	if key, on, ok := p.Pressed(); key != "x" || on.Value != 50 || !ok {
		t.Errorf("%q on %v", key, on)
	}
	if neighbour, ok := p.Neighbour(); !ok || neighbour.Value != 90 {
		t.Errorf("beside it is %v", neighbour)
	}
	p = people(Order{})
	if !press(p, "esc") {
		t.Fatal("esc did not end it")
	}
	if key, _, _ := p.Pressed(); key != "" {
		t.Errorf("esc pressed %q", key)
	}
	empty := NewTable("None", "", []Column{{Title: "a", Compare: func(a, b Row) int { return 0 }}}, nil, []string{"enter"}, Order{}, Look{})
	press(empty, "up", "end", "s", ">", "enter")
	if _, _, ok := empty.Pressed(); ok || empty.View(40, 9) == "" {
		t.Error("an empty table has a line")
	}
	if _, ok := empty.Neighbour(); ok {
		t.Error("an empty table has a line beside")
	}
}

// What has no room is cut, then goes, in the order that was asked for; what is empty
// is never there.
func TestColumnsGoInTheirOrder(t *testing.T) {
	for _, c := range []struct {
		width     int
		has, lost string
	}{
		{100, "name words age town Emmy", "nothing …"}, {40, "name words age town …", "nothing"}, {27, "name words age …", "town"},
		{22, "name words …", "age"}, {12, "name Emmy", "words"},
	} {
		view := people(Order{}).View(c.width, 12)
		for _, w := range strings.Fields(c.has) {
			if !strings.Contains(view, w) {
				t.Errorf("at width %d there is no %s:\n%s", c.width, w, view)
			}
		}
		for _, w := range strings.Fields(c.lost) {
			if strings.Contains(view, w) {
				t.Errorf("at width %d there is %s:\n%s", c.width, w, view)
			}
		}
	}
}

func TestTheSelectedLineOfATableIsInSightWithItsWords(t *testing.T) {
	for h := 1; h < 20; h++ {
		p := people(Order{Column: 3})
		for range 5 {
			view := p.View(60, h)
			_, on, _ := p.Pressed()
			if !strings.Contains(view, grid.Fit(on.Cells[0], 60)) || h >= 10 && !strings.Contains(view, grid.Fit(on.Long, 60)) {
				t.Fatalf("at height %d %s is selected and out of sight:\n%s", h, on.Cells[0], view)
			}
			press(p, "down")
		}
	}
}

// Words that have no room end in a sign that there is more of them.
func TestLongWordsOfATableAreCutWithASign(t *testing.T) {
	p := people(Order{})
	for i := range p.lines {
		p.lines[i].Long = strings.Repeat("many words ", 35) + "the end"
	}
	for _, size := range [][2]int{{40, 12}, {60, 16}, {80, 20}} {
		if view := p.View(size[0], size[1]); !strings.Contains(view, p.look.glyphs().more) || strings.Contains(view, "the end") {
			t.Errorf("%v:\n%s", size, view)
		}
	}
	if view := p.View(80, 40); !strings.Contains(view, "the end") {
		t.Errorf("there is room for all:\n%s", view)
	}
}
