package network

import (
	"reflect"
	"strings"
	"testing"
)

func TestTextFormsRoundTrip(t *testing.T) {
	for _, text := range []string{"ring", "path", "star", "complete", "grid", "small-world", "random", "edges:1-2,2-3", "edges:"} {
		g := must(t)(Parse(text, 6, 9))
		if g.String() != text {
			t.Errorf("%q reads back as %q", text, g)
		}
		again := must(t)(Parse(g.String(), 6, 9))
		if !reflect.DeepEqual(g.Edges(), again.Edges()) {
			t.Errorf("%q: edges %v, then %v", text, g.Edges(), again.Edges())
		}
	}
}

// The text of a graph is asked for in every frame, and has megabytes where a list gives all
// edges of 1,000 nodes: it is made once.
func TestTheTextOfAGraphIsMadeOnce(t *testing.T) {
	g, err := FromEdges(3, []Edge{{0, 1}, {1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(10, func() { _ = g.String() }); n != 0 {
		t.Errorf("it takes %v allocations, want 0", n)
	}
}

func TestParseForgivesCaseSpacesAndOrder(t *testing.T) {
	for text, want := range map[string]string{
		" Ring ":              "ring",
		"SMALL-WORLD":         "small-world",
		"edges: 2-1 , 3 - 2 ": "edges:1-2,2-3",
		"Edges:4-3,1-2":       "edges:1-2,3-4",
	} {
		if g := must(t)(Parse(text, 5, 0)); g.String() != want {
			t.Errorf("%q reads as %q, want %q", text, g, want)
		}
	}
}

func TestParseErrorsNameWhatIsAllowedAndGuess(t *testing.T) {
	for text, want := range map[string][]string{
		"rign":                     {`unknown topology "rign" (did you mean ring?)`, "ring, path, star, complete, grid, small-world, random or edges:1-2,2-3"},
		"smallworld":               {"did you mean small-world?"},
		"Complet":                  {"did you mean complete?"},
		"hypercube":                {`unknown topology "hypercube": choose`},
		"":                         {`unknown topology "": choose`},
		"1-2,2-3":                  {`a list of edges starts with "edges:"`},
		"edges:1-2,":               {`"" is not an edge`, "as in 1-2"},
		"edges:1-2;2-3":            {`"1-2;2-3" is not an edge`},
		"edges:0-1":                {`"0-1" is not an edge`},
		"edges:1--2":               {"is not an edge"},
		"edges:1-+2":               {"is not an edge"},
		"edges:1-99999999999":      {"is not an edge"},
		"edges:2-2":                {"joins node 2 to itself"},
		"edges:1-6":                {"needs node 6, but the nodes are 1 to 5"},
		"edges:1-2,2-1":            {"1-2 is given twice"},
		strings.Repeat("ring", 99): {`ringring...": choose`},
	} {
		_, err := Parse(text, 5, 0)
		if err == nil {
			t.Errorf("%q was accepted", text)
			continue
		}
		for _, part := range want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q: %v\nwant ... %s ...", text, err, part)
			}
		}
		if strings.Contains(err.Error(), "\n") || len(err.Error()) > 250 {
			t.Errorf("%q: not one short line: %v", text, err)
		}
	}
}

func TestParseEdgeCountsFromOne(t *testing.T) {
	e, err := ParseEdge(" 3-1 ")
	if e != (Edge{2, 0}) || e.String() != "3-1" || err != nil {
		t.Errorf("3-1 is %v, %v", e, err)
	}
}
