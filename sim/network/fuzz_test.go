package network

import (
	"strings"
	"testing"
)

// Any topology is refused in one line, or is a sound graph whose text reads back
// as the same graph, also after every edge has been cut and joined again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"ring", " Star ", "edges:", "edges:1-2,2-3", "edges:1-2,2-1", "edges:1 - 2 , 3-4", "1-2,2-3", "edges:0-1", "edges:1-1", "small-world", "random",
		"grid", "rin", "edges:1-2147483648", "edges:1-2-3", "edges:,", "complete", "path", "EDGES:4-5", "edges:1-99999999999999999999",
	} {
		f.Add(text, 5, uint64(7))
	}
	f.Add("random", 2, uint64(0))
	f.Add("ring", 0, uint64(0))
	f.Add("complete", 1001, uint64(0))
	f.Fuzz(func(t *testing.T, text string, nodes int, seed uint64) {
		if nodes > 12 && nodes <= MaxNodes {
			nodes = 1 + nodes%12 // large ones are slow, not another case
		}
		g, err := Parse(text, nodes, seed)
		if checked := Check(text, nodes); (checked == nil) != (err == nil) || err != nil && checked.Error() != err.Error() {
			t.Fatalf("checked: %v, parsed: %v", checked, err)
		}
		if err != nil {
			refused(t, err)
			return
		}
		same(t, g, nodes, seed)
		for _, e := range g.Edges() {
			less, err := g.Cut(e[0], e[1])
			if err != nil {
				t.Fatalf("%s: %v", g, err)
			}
			more, err := less.Join(e[1], e[0])
			if err != nil || more.EdgeCount() != g.EdgeCount() || less.EdgeCount() != g.EdgeCount()-1 {
				t.Fatalf("%s: cut and joined %v: %d edges, %v", g, e, more.EdgeCount(), err)
			}
			same(t, less, nodes, seed)
		}
	})
}

// same: symmetric, and its text gives the same edges.
func same(t *testing.T, g *Graph, nodes int, seed uint64) {
	t.Helper()
	again, err := Parse(g.String(), nodes, seed)
	if err != nil {
		t.Fatalf("its own text %q is refused: %v", g, err)
	}
	if len(again.Edges()) != len(g.Edges()) || g.Nodes() != nodes {
		t.Fatalf("%q reads back with %d edges, not %d", g, again.EdgeCount(), g.EdgeCount())
	}
	degrees := 0
	for i := range nodes {
		degrees += g.Degree(i)
	}
	for k, e := range g.Edges() {
		if again.Edges()[k] != e || !g.HasEdge(e[1], e[0]) {
			t.Fatalf("%q: edge %v", g, e)
		}
	}
	if gap := g.SpectralGap(); degrees != 2*g.EdgeCount() || !(gap >= 0 && gap <= float64(nodes)+1e-9) || (gap > 1e-9) != (g.Connected() && nodes > 1) {
		t.Fatalf("%q: degrees %d, %d edges, gap %g, connected %v", g, degrees, g.EdgeCount(), gap, g.Connected())
	}
}

func refused(t *testing.T, err error) {
	t.Helper()
	if text := err.Error(); len(text) < 10 || strings.ContainsAny(text, "\r\n") {
		t.Errorf("refused with %q", text)
	}
}

// Any pair is refused in one line or is two nodes.
func FuzzParseEdge(f *testing.F) {
	for _, text := range []string{"1-2", " 3 - 1", "0-1", "1-1", "-", "1--2", "+1-2", "1-2147483648", "١-٢", "1-2\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ParseEdge(text)
		if err != nil {
			refused(t, err)
			return
		}
		if e[0] < 0 || e[1] < 0 || e[0] == e[1] {
			t.Fatalf("%q is the edge %v", text, e)
		}
		if again, err := ParseEdge(e.String()); err != nil || again != e {
			t.Fatalf("%q is the edge %v, which reads back as %v, %v", text, e, again, err)
		}
	})
}
