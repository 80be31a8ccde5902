package panel

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"admmlab/sim"
	"admmlab/sim/config"
	graphs "admmlab/sim/network"
	"admmlab/sim/numeral"
	"admmlab/tui/grid"
	"admmlab/tui/help"
	"admmlab/tui/netview"
	"admmlab/tui/scene"
)

// A node is judged by the length of the average model, whatever the others are like.
func TestNearIsMeasuredByTheAverageModel(t *testing.T) {
	for _, c := range []struct {
		distance, length float64
		want             nearness
	}{
		{0, 1, near}, {0, 0, near}, {0.1, 1, near}, {38.7, 387, near}, {0.11, 1, apart},
		{387, 387, apart}, {388, 387, far}, {1e-9, 0, far}, {26.8, 31.1, apart},
		{math.NaN(), 1, lost}, {math.Inf(1), 1, lost},
	} {
		if got := signOf(c.distance, c.length); got != c.want {
			t.Errorf("%g from a model of length %g is %s, want %s", c.distance, c.length, signs[got].word, signs[c.want].word)
		}
	}
}

func TestTheFarthestNodeIsToldInAverageModels(t *testing.T) {
	for _, c := range []struct {
		distances []float64
		length    float64
		width     int
		want      string
	}{
		{[]float64{1, 2, 6, 3}, 50, 60, "farthest node 3: 0.12 of the average model's length"},
		{[]float64{1, 2, 6, 3}, 50, 24, "farthest node 3: 0.12 of the average's length"},
		{[]float64{1, 2, 6, 3}, 50, 20, "farthest node 3: 0.12 of the average"},
		{[]float64{1, 2, 6, 3}, 5, 22, "farthest node 3: 1.2 times the average"},
		{[]float64{1, 2, 6, 3}, 5, 12, "farthest node 3: 1.2 × the average"},
		{[]float64{100, 2, 3}, 50, 60, "farthest node 1: 2 times the average model's length"},
		{[]float64{0, 0}, 50, 60, "all nodes have the same model"},
		{[]float64{0}, 50, 60, "one node, with nobody to agree with"},
		{[]float64{5, 5}, 0, 60, "farthest node 1: 5, and the average model is 0"},
		{[]float64{math.NaN(), 10}, 50, 60, "farthest node 2: 0.2 of the average model's length"},
		{[]float64{math.NaN(), math.Inf(1)}, math.NaN(), 60, "no node has a finite model"},
	} {
		now := scene.Snapshot{Iteration: 1, MeanNorm: c.length}
		for _, d := range c.distances {
			now.Nodes = append(now.Nodes, sim.NodeState{Distance: d})
		}
		if got := farthestWords(spreadOf(now), c.width); got != c.want {
			t.Errorf("%v of %g at %d: %q, want %q", c.distances, c.length, c.width, got, c.want)
		}
	}
}

// The legend counts every node once, under the sign that it is drawn with.
func TestTheLegendCountsEveryNode(t *testing.T) {
	now := scene.Snapshot{MeanNorm: 10}
	for _, d := range []float64{0.5, 2, 3, 40, math.NaN()} {
		now.Nodes = append(now.Nodes, sim.NodeState{Distance: d})
	}
	for _, c := range []struct {
		ascii, hollow, full bool
		want                string
	}{
		{false, false, false, "● 1 near, ◆ 2 apart, ▲ 1 far, ✕ 1 not finite"},
		{true, false, false, "o 1 near, O 2 apart, A 1 far, x 1 not finite"},
		{false, true, false, "○ 1 near, ◇ 2 apart, △ 1 far, ✕ 1 not finite, hollow: no guarantee"},
		{true, true, false, "o 1 near, O 2 apart, A 1 far, x 1 not finite, no guarantee"},
		{false, false, true, "● 1 near: within 0.1, ◆ 2 apart: within 1, ▲ 1 far: beyond, ✕ 1 not finite, hollow: no guarantee"},
	} {
		s := &scene.Scene{}
		s.ASCII = c.ascii
		if got := strings.Join(slices.Concat(legend(s, spreadOf(now), c.hollow, c.full)...), ", "); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
		for k := range signs {
			if r := mark(s, nearness(k), c.hollow); c.ascii && r > '~' {
				t.Errorf("%c is no ASCII", r)
			}
		}
	}
}

// The page of signs tells every mark that a node can have, and both thresholds; the
// page of the panel tells what is measured.
func TestTheHelpTellsTheSigns(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		s := &scene.Scene{}
		s.Base, s.ASCII = config.Default(), ascii
		marks, words := "", ""
		for _, sign := range (&network{}).Signs(s) {
			marks, words = marks+sign.Mark, words+sign.Means+"\n"
		}
		for k := range signs {
			for _, hollow := range []bool{false, true} {
				if r := mark(s, nearness(k), hollow); !strings.ContainsRune(marks, r) {
					t.Errorf("the signs %s lack %c", marks, r)
				}
			}
		}
		for _, threshold := range []float64{nearby, afar} {
			if !strings.Contains(words, "within "+numeral.Short(threshold)) {
				t.Errorf("the signs do not tell the threshold %g:\n%s", threshold, words)
			}
		}
	}
	if text := help.Panel("network", config.Default()); !strings.Contains(text, "|f_i − mean f| / |mean f|") {
		t.Errorf("the help does not say what is measured:\n%s", text)
	}
}

// Under sharing the number is of the parties' scores without their noise, as the reference has it.
func TestThePrimalResidualIsOfScoresWithoutNoise(t *testing.T) {
	s := &scene.Scene{}
	s.Base, s.Run = config.Default().WithMethod("sharing"), &scene.History{}
	p, texts := &network{}, map[string]string{"help": help.Panel("network", s.Base)}
	texts["panel"] = p.Words(s)
	for _, sign := range p.Signs(s) {
		if sign.Mark == "▸Σ−z" {
			texts["sign"] = sign.Means
		}
	}
	for _, where := range []string{"panel", "sign", "help"} {
		if text := texts[where]; !strings.Contains(text, "without their noise") {
			t.Errorf("%s: %q", where, text)
		}
	}
	lines, _ := p.words(s, 0, 60, 20)
	if below := strings.Join(lines, "\n"); !strings.Contains(below, "r.m.s. of Σ D_m x_m − z") {
		t.Errorf("below the picture: %q", below)
	}
}

// Parties have no model of a node and no mean model, and their loss has the regulariser in it.
func TestTheChartsSayWhatTheyMeasureOfParties(t *testing.T) {
	s := &scene.Scene{}
	s.Base = config.Default().WithMethod("sharing")
	for which, want := range map[int]string{scene.LossChart: "λ/(2N)|x|²", scene.ErrorChart: "the parties' models together"} {
		if words := NewChart(which).Words(s); !strings.Contains(words, want) || strings.Contains(words, "node") || strings.Contains(words, "mean model") {
			t.Errorf("%q", words)
		}
	}
}

func TestGroupsFlowWholeOrNotAtAll(t *testing.T) {
	groups := [][]string{{"one two three"}, {"a", "b", "c"}, {"long words that need two lines"}, {"d"}}
	for _, c := range []struct {
		width, most int
		want        []string
		whole       bool
	}{
		{80, 1, []string{"one two three  a  b  c  long words that need two lines  d"}, true},
		{16, 2, []string{"one two three  a", "b  c  d"}, false},
		{16, 4, []string{"one two three  a", "b  c", "long words that", "need two lines"}, false},
		{16, 0, nil, false},
	} {
		got, whole := flow(groups, c.width, c.most)
		if !slices.Equal(got, c.want) || whole != c.whole {
			t.Errorf("%d lines of %d: %q, %v", c.most, c.width, got, whole)
		}
		for _, l := range got {
			if grid.Cells(l) > c.width {
				t.Errorf("%q is wider than %d", l, c.width)
			}
		}
	}
}

// The drawing is made anew where graph or size are others, and only there.
func TestAGraphIsDrawnOnce(t *testing.T) {
	ring, err := graphs.New(graphs.Ring, 5, 7)
	if err != nil {
		t.Fatal(err)
	}
	cut, err := ring.Cut(0, 1)
	if err != nil {
		t.Fatal(err)
	}
	p, o := &network{}, netview.Options{Width: 24, Height: 8, Layout: graphs.Ring}
	first := p.canvas(ring, o)
	if again := p.canvas(ring, o); &again[0] != &first[0] {
		t.Error("the same drawing was made twice")
	}
	if other := p.canvas(cut, o); !reflect.DeepEqual(other, netview.Draw(cut, o)) {
		t.Error("after the cut the drawing is that of before")
	}
	o.Width = 30
	if wide := p.canvas(cut, o); len(wide[0]) != 30 {
		t.Errorf("in 30 cells the drawing has %d", len(wide[0]))
	}
}

// Whether a graph falls apart, comes together or stays as it is, is told of graphs in pieces, too.
func TestAChangeOfAnEdgeSaysWhatBecomesOfThePieces(t *testing.T) {
	for _, c := range []struct {
		topology, edge string
		join           bool
		want           string
	}{
		{"ring", "1-2", false, "the graph stays in one piece"},
		{"path", "1-2", false, "a bridge"},
		{"edges:1-2,2-3,1-3", "1-2", false, "the graph stays in 3 pieces"},
		{"edges:1-2,2-3", "1-2", false, "a bridge"},
		{"star", "2-3", true, "never makes the gap smaller"},
		{"edges:1-2,2-3", "1-3", true, "the graph stays in 3 pieces"},
		{"edges:1-2,2-3", "3-4", true, "two pieces become one"},
	} {
		g, err := graphs.Parse(c.topology, 5, 0)
		if err != nil {
			t.Fatal(err)
		}
		edge, err := graphs.ParseEdge(c.edge)
		if err != nil {
			t.Fatal(err)
		}
		if got := edgeWords(g, config.Event{Edge: edge, Join: c.join}); !strings.Contains(got, c.want) {
			t.Errorf("%s, %s, join %v: %q, want %q", c.topology, c.edge, c.join, got, c.want)
		}
	}
}
