package netview

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"admmlab/sim/network"
	"admmlab/sim/numeral"
)

func parse(t testing.TB, text string, nodes int) *network.Graph {
	t.Helper()
	g, err := network.Parse(text, nodes, 7)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// checkCanvas: exactly width x height, every node once if any, every edge cell of a real edge,
// and a number reads as its own node: not as one with the words beside it, nor, above or below its
// own node, as that of another.
func checkCanvas(t *testing.T, name string, g *network.Graph, o Options, c Canvas) {
	t.Helper()
	if len(c) != max(o.Height, 0) && o.Width > 0 {
		t.Fatalf("%s: %d rows, want %d", name, len(c), o.Height)
	}
	nodes, rows := map[int]int{}, map[int]int{}
	for y, row := range c {
		for _, cell := range row {
			if cell.Kind == Node {
				rows[cell.Node] = y
			}
		}
	}
	for y, row := range c {
		if len(row) != o.Width {
			t.Fatalf("%s: a row of %d cells, want %d", name, len(row), o.Width)
		}
		digits := map[int]string{}
		for x, cell := range row {
			switch cell.Kind {
			case Node:
				nodes[cell.Node]++
			case Edge:
				if !g.HasEdge(cell.Node, cell.To) || cell.Node >= cell.To {
					t.Fatalf("%s: a cell of the edge %d-%d, which does not exist", name, cell.Node, cell.To)
				}
			case Label:
				digits[cell.Node] += string(cell.Rune)
				for _, over := range c[max(y-1, 0):min(y+2, len(c))] {
					if rows[cell.Node] != y && over[x].Kind == Node && over[x].Node != cell.Node {
						t.Fatalf("%s: the number of node %d stands at node %d\n%s", name, cell.Node+1, over[x].Node+1, c)
					}
				}
				for _, beside := range row[max(x-1, 0):min(x+2, len(row))] {
					if beside.Kind == Text && beside.Rune != ' ' {
						t.Fatalf("%s: the number of node %d touches the words\n%s", name, cell.Node+1, c)
					}
				}
			case Empty:
				if cell.Rune != ' ' {
					t.Fatalf("%s: an empty cell with %q", name, cell.Rune)
				}
			}
			if cell.Rune < ' ' || o.ASCII && cell.Rune > '~' {
				t.Fatalf("%s: character %q", name, cell.Rune)
			}
		}
		for node, number := range digits {
			if number != strconv.Itoa(node+1) {
				t.Fatalf("%s: node %d is numbered %s\n%s", name, node+1, number, c)
			}
		}
	}
	if len(nodes) != 0 && len(nodes) != g.Nodes() {
		t.Fatalf("%s: %d of %d nodes drawn\n%s", name, len(nodes), g.Nodes(), c)
	}
	for node, times := range nodes {
		if times != 1 {
			t.Fatalf("%s: node %d drawn %d times\n%s", name, node+1, times, c)
		}
	}
}

func TestNoDrawingLeavesItsSize(t *testing.T) {
	layouts := []string{network.Ring, network.Path, network.Star, network.Grid, "edges:"}
	draw := func(g *network.Graph, width, height int) {
		for _, layout := range layouts {
			o := Options{Width: width, Height: height, Layout: layout, ASCII: width%2 == 0}
			name := fmt.Sprintf("%d nodes, %d edges as %s at %dx%d", g.Nodes(), g.EdgeCount(), layout, width, height)
			checkCanvas(t, name, g, o, Draw(g, o))
		}
	}
	var small []*network.Graph
	for _, kind := range network.Kinds() {
		for _, n := range []int{1, 2, 3, 4, 5, 9, 12, 20} {
			small = append(small, parse(t, kind.Name, n))
		}
	}
	small = append(small, parse(t, "edges:", 6), parse(t, "edges:1-6,2-5", 7))
	for width := -1; width <= 42; width += 1 + width/12 {
		for height := -1; height <= 20; height += 1 + height/8 {
			for _, g := range small {
				draw(g, width, height)
			}
		}
	}
	for _, kind := range network.Kinds() {
		for _, n := range []int{100, network.MaxNodes} {
			g := parse(t, kind.Name, n)
			for _, size := range [][2]int{{1, 1}, {24, 8}, {80, 24}, {250, 80}} {
				draw(g, size[0], size[1])
			}
		}
	}
}

// Beside the words in or over a network, the number of a node does not change theirs.
func TestANumberDoesNotTouchTheWords(t *testing.T) {
	for _, c := range []struct {
		nodes, width, height int
		want                 string
	}{{16, 35, 5, "16 nodes, 16 edges"}, {9, 9, 5, "9 edges"}} {
		g, o := parse(t, network.Ring, c.nodes), Options{Width: c.width, Height: c.height, Layout: network.Ring}
		drawn := Draw(g, o)
		checkCanvas(t, fmt.Sprintf("ring of %d", c.nodes), g, o, drawn)
		if !strings.Contains(drawn.String(), c.want) {
			t.Errorf("the words are not %q:\n%s", c.want, drawn)
		}
	}
	for width := 20; width <= 60; width++ {
		for height := 5; height <= 12; height++ {
			g, o := parse(t, network.Ring, 30), Options{Width: width, Height: height, Layout: network.Ring}
			checkCanvas(t, fmt.Sprintf("ring of 30 at %dx%d", width, height), g, o, Draw(g, o))
		}
	}
}

// Between two rows of nodes a number is of one node alone.
func TestANumberAboveOrBelowANodeIsOfThatNode(t *testing.T) {
	for width := 9; width <= 40; width++ {
		for height := 4; height <= 16; height++ {
			for layout, n := range map[string]int{network.Path: 13, network.Ring: 9, network.Grid: 12} {
				g, o := parse(t, layout, n), Options{Width: width, Height: height, Layout: layout}
				checkCanvas(t, fmt.Sprintf("%s of %d at %dx%d", layout, n, width, height), g, o, Draw(g, o))
			}
		}
	}
}

func TestAPanelShowsEveryNodeEdgeAndNumberOfTheUsualNetworks(t *testing.T) {
	for _, kind := range network.Kinds() {
		for n := 2; n <= 6; n++ {
			g := parse(t, kind.Name, n)
			o := Options{Width: 24, Height: 8, Layout: kind.Name}
			c := Draw(g, o)
			nodes, numbers, edges := map[int]bool{}, map[int]bool{}, map[[2]int]bool{}
			for _, row := range c {
				for _, cell := range row {
					switch cell.Kind {
					case Node:
						nodes[cell.Node] = true
					case Label:
						numbers[cell.Node] = true
					case Edge:
						edges[[2]int{cell.Node, cell.To}] = true
					}
				}
			}
			if len(nodes) != n || len(numbers) != n || len(edges) != g.EdgeCount() {
				t.Errorf("%s of %d: %d nodes, %d numbers and %d of %d edges can be seen\n%s",
					kind.Name, n, len(nodes), len(numbers), len(edges), g.EdgeCount(), c)
			}
		}
	}
}

func TestLeftAndRightOfARingAreMirrorImages(t *testing.T) {
	mirror := strings.NewReplacer("╱", "╲", "╲", "╱", "╭", "╮", "╮", "╭", "╰", "╯", "╯", "╰",
		"▘", "▝", "▝", "▘", "▖", "▗", "▗", "▖", "▌", "▐", "▐", "▌", "▞", "▚", "▚", "▞", "▛", "▜", "▜", "▛", "▙", "▟", "▟", "▙")
	for n := 3; n <= 16; n++ {
		for _, size := range [][2]int{{24, 8}, {30, 12}, {25, 9}, {40, 15}} {
			p := picture{g: parse(t, network.Ring, n), o: Options{Width: size[0], Height: size[1]}}
			p.clear()
			p.place()
			if !p.drawEdges() {
				t.Fatalf("the ring of %d is too crowded for %v", n, size)
			}
			p.drawNodes()
			middle := p.centre().x
			for y, row := range p.cells {
				for d := 1; d <= min(middle, size[0]-1-middle); d++ {
					left, right := string(row[middle-d].Rune), string(row[middle+d].Rune)
					if mirror.Replace(left) != right {
						t.Fatalf("ring of %d at %v, row %d: %q left, %q right of the middle\n%s", n, size, y, left, right, p.cells)
					}
				}
			}
		}
	}
}

func TestCuttingAnEdgeLeavesTheNodesInPlace(t *testing.T) {
	ring := parse(t, network.Ring, 5)
	cut, err := ring.Cut(0, 1)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Width: 24, Height: 8, Layout: network.Ring}
	before, after := Draw(ring, o), Draw(cut, o)
	for y, row := range before {
		for x, cell := range row {
			if (cell.Kind == Node || after[y][x].Kind == Node) && cell != after[y][x] {
				t.Errorf("column %d, row %d: %+v, after the cut %+v", x, y, cell, after[y][x])
			}
		}
	}
}

func TestAnEdgeBesideOtherNodesDoesNotRunThroughThem(t *testing.T) {
	// 1-5 joins the ends of a path drawn in one row.
	for _, size := range [][2]int{{24, 8}, {30, 12}, {40, 10}} {
		g := parse(t, "edges:1-2,2-3,3-4,4-5,1-5", 5)
		c := Draw(g, Options{Width: size[0], Height: size[1], Layout: network.Path})
		bridge := 0
		for y, row := range c {
			for _, cell := range row {
				if cell.Kind == Edge && cell.Node == 0 && cell.To == 4 && y != size[1]/2 {
					bridge++
				}
			}
		}
		if bridge == 0 {
			t.Errorf("the edge 1-5 cannot be told from the path at %v\n%s", size, c)
		}
	}
}

// Fifty nodes are there one by one, as an enlarged panel has room for them and as the panel
// itself has, on every kind of graph.
func TestFiftyNodesAreDrawn(t *testing.T) {
	for _, kind := range append(network.Kinds(), network.Kind{Name: "edges:1-2,4-9,9-40,40-50"}) {
		for _, size := range [][2]int{{24, 10}, {24, 11}, {20, 8}, {38, 7}, {78, 19}, {118, 31}, {198, 45}} {
			g := parse(t, kind.Name, 50)
			o := Options{Width: size[0], Height: size[1], Layout: kind.Name}
			c := Draw(g, o)
			checkCanvas(t, kind.Name, g, o, c)
			nodes, edges := 0, map[[2]int]bool{}
			for _, row := range c {
				for _, cell := range row {
					switch cell.Kind {
					case Node:
						nodes++
					case Edge:
						edges[[2]int{cell.Node, cell.To}] = true
					}
				}
			}
			if nodes != 50 {
				t.Errorf("%s at %v: %d nodes\n%s", kind.Name, size, nodes, c)
			}
			if len(edges) == 0 && !strings.Contains(c.String(), fmt.Sprintf("%s edges", numeral.Group(g.EdgeCount()))) {
				t.Errorf("%s at %v: edges neither in lines nor in words\n%s", kind.Name, size, c)
			}
		}
	}
}

// A slanted line has no gaps: each of its cells touches the next one, and those at its ends
// the nodes.
func TestALineInQuartersHasNoGaps(t *testing.T) {
	for _, b := range []point{{9, 1}, {9, 4}, {9, 8}, {2, 9}, {-7, 3}, {-3, 8}, {5, 0}, {0, 6}, {1, 1}} {
		strokes := pen(quarters).line(nil, point{}, b)
		at := point{}
		for _, s := range strokes {
			if abs(s.at.x-at.x) > 1 || abs(s.at.y-at.y) > 1 {
				t.Fatalf("to %v: from %v to %v in %v", b, at, s.at, strokes)
			}
			at = s.at
		}
		if at != b && (abs(b.x-at.x) > 1 || abs(b.y-at.y) > 1) {
			t.Errorf("to %v: ends at %v", b, at)
		}
	}
}

// Edges are drawn as thick as they can be told apart, then thin, then in words, whatever
// room is left beside the picture.
func TestManyEdgesAreDrawnThin(t *testing.T) {
	for _, c := range []struct {
		nodes, width, height int
		want                 string
	}{
		{6, 24, 11, "thick"}, {7, 24, 11, "thin"}, {6, 60, 11, "thick"}, {7, 60, 11, "thin"}, {7, 38, 18, "thick"},
		{8, 30, 12, "thin"}, {9, 30, 12, "words"}, {9, 90, 12, "words"}, {12, 118, 31, "thin"},
	} {
		drawn := Draw(parse(t, network.Complete, c.nodes), Options{Width: c.width, Height: c.height}).String()
		got := "words"
		switch {
		case strings.ContainsAny(drawn, "▚▞"):
			got = "thick"
		case strings.ContainsAny(drawn, "╲╱"):
			got = "thin"
		}
		if got != c.want {
			t.Errorf("the complete graph of %d at %dx%d is drawn in %s, want %s\n%s", c.nodes, c.width, c.height, got, c.want, drawn)
		}
	}
}

func TestWhatIsTooLargeToDrawIsSaidInWords(t *testing.T) {
	ring := parse(t, network.Ring, 1000)
	pieces := parse(t, "edges:1-2,3-4", 1000)
	for name, c := range map[string]struct {
		got  Canvas
		want []string
	}{
		"ring":           {Draw(ring, Options{Width: 24, Height: 8}), []string{"1,000 nodes, 1,000 edges", "degree 2"}},
		"enlarged":       {Draw(ring, Options{Width: 198, Height: 45}), []string{"1,000 nodes, 1,000 edges, degree 2"}},
		"pieces":         {Draw(pieces, Options{Width: 24, Height: 8}), []string{"1,000 nodes, 2 edges", "degree 0..1", "in 998 pieces"}},
		"nodes only":     {Draw(parse(t, network.Complete, 20), Options{Width: 30, Height: 12}), []string{"● 2", "190 edges", "degree 19", "● 11"}},
		"one short line": {Draw(ring, Options{Width: 12, Height: 1}), []string{"1,000 nodes"}},
	} {
		for _, part := range c.want {
			if !strings.Contains(c.got.String(), part) {
				t.Errorf("%s: no %q in\n%s", name, part, c.got)
			}
		}
	}
	// Half a number would be a wrong one.
	if c := Draw(ring, Options{Width: 7, Height: 3}).String(); strings.TrimSpace(c) != "" {
		t.Errorf("7 cells cannot hold a phrase, but show %q", c)
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, c := range []struct {
		kind          string
		n             int
		width, height int
	}{{network.Ring, 20, 30, 12}, {network.SmallWorld, 20, 30, 12}, {network.Complete, 1000, 30, 12}, {network.Complete, 100, 250, 80}} {
		b.Run(fmt.Sprintf("%s-%d-%dx%d", c.kind, c.n, c.width, c.height), func(b *testing.B) {
			g := parse(b, c.kind, c.n)
			for b.Loop() {
				Draw(g, Options{Width: c.width, Height: c.height, Layout: c.kind})
			}
		})
	}
}
