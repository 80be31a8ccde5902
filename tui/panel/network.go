package panel

import (
	"fmt"
	"math"
	"strings"

	"admmlab/sim"
	graphs "admmlab/sim/network"
	"admmlab/sim/numeral"
	"admmlab/tui/grid"
	"admmlab/tui/netview"
	"admmlab/tui/scene"
)

// network is the graph with the state of its nodes, or the parties.
type network struct{}

func (p *network) Name() string              { return "network" }
func (p *network) Place() Place              { return Place{Column: Right} }
func (p *network) Value(*scene.Scene) string { return "" }

func (p *network) Title(s *scene.Scene) string {
	if s.InForce().Spec().Vertical {
		return s.AtCursor("Parties")
	}
	return s.AtCursor("Network")
}

func (p *network) Words(s *scene.Scene) string {
	if s.InForce().Spec().Vertical {
		return "who holds which columns; the sum of their messages is compared with z"
	}
	return unlessCaption(s, "who hears whom; t changes the graph, cuts and joins edges")
}

func (p *network) Help(*scene.Scene) (title, lead string) { return "Network", "" }

func (p *network) Key(*scene.Scene, string) (w scene.Wish, known bool) { return nil, false }

func (p *network) Click(*scene.Scene, scene.Click) scene.Wish { return nil }

func (p *network) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	t := s.At()
	words := p.lines(s, t, g.Width(), g.Height())
	room := g.Height() - len(words)
	for i, line := range words {
		g.Text(0, room+i, g.Width(), line, s.Theme.Text)
	}
	picture := g.Part(grid.Rect{W: g.Width(), H: room})
	if s.InForce().Spec().Vertical {
		drawParties(s, picture, t)
	} else if graph := s.GraphAt(t); graph != nil {
		drawGraph(s, picture, graph, t)
	}
	return false, false
}

func drawGraph(s *scene.Scene, g *grid.Grid, graph *graphs.Graph, t int) {
	nodes, _ := s.Run.NodesAt(t)
	far := average(nodes)
	canvas := netview.Draw(graph, netview.Options{
		Width: g.Width(), Height: g.Height(), Layout: s.Kind, ASCII: s.ASCII,
		State: func(i int) netview.State { return nodeState(s, nodes, i, t) },
	})
	for y, line := range canvas {
		for x, c := range line {
			paint := s.Theme.Dim
			switch c.Kind {
			case netview.Empty:
				continue
			case netview.Node:
				paint = s.Theme.Good
				if c.Node < len(nodes) && beyond(nodes[c.Node], far) {
					c.Rune = farMark(c.Rune)
					paint = s.Theme.Warn
				}
			case netview.Label, netview.Text:
				paint = s.Theme.Text
			}
			g.Set(x, y, c.Rune, paint)
		}
	}
}

// farMark is the mark of a node farther from the mean than the average.
func farMark(r rune) rune {
	switch r {
	case '●':
		return '◆'
	case '○':
		return '◇'
	case 'o':
		return 'O'
	}
	return r
}

func nodeState(s *scene.Scene, nodes []sim.NodeState, i, t int) netview.State {
	switch {
	case i < len(nodes) && (math.IsNaN(nodes[i].Distance) || math.IsInf(nodes[i].Distance, 0)):
		return netview.Diverged
	case s.LapsedAt(t):
		return netview.NoGuarantee
	}
	return netview.OK
}

func average(nodes []sim.NodeState) float64 {
	sum := 0.0
	for _, n := range nodes {
		sum += n.Distance
	}
	return sum / float64(max(1, len(nodes)))
}

// beyond leaves a margin, so that marks do not flicker around the average.
func beyond(n sim.NodeState, average float64) bool { return n.Distance > 1.1*average }

// lines are the numbers below the picture; with a cursor or the focus
// also those of each node.
func (p *network) lines(s *scene.Scene, t, width, height int) []string {
	if height < 4 {
		return nil
	}
	nodes, kept := s.Run.NodesAt(t)
	agree := numeral.Short(s.Run.At(scene.Disagreement, t))
	var lines []string
	if s.InForce().Spec().Vertical {
		lines = grid.Wrap("primal residual "+agree, width)
	} else if graph := s.GraphAt(t); graph != nil {
		if pieces := len(graph.Components()); pieces > 1 {
			lines = append(lines, grid.Wrap(fmt.Sprintf("in %d pieces: they cannot agree", pieces), width)...)
		}
		lines = append(lines, grid.Wrap(fmt.Sprintf("gap %s  disagree %s", gapWords(s, graph), agree), width)...)
		if height >= 9 { // always there, so that the picture keeps its place
			words := "all near the average"
			if far := countFar(nodes); far > 0 {
				words = fmt.Sprintf("%c %d over the average", farRune(s), far)
			}
			lines = append(lines, grid.Wrap(words, width)...)
		}
	}
	if (s.Cursor > 0 || s.HasFocus(p)) && len(nodes) > 0 && height >= 12 && !s.InForce().Spec().Vertical {
		var parts []string
		for i, n := range nodes {
			parts = append(parts, fmt.Sprintf("%d: %s", i+1, numeral.Short(n.Distance)))
		}
		head := "distance "
		if kept != t {
			head = fmt.Sprintf("distance at t = %d ", kept)
		}
		detail := grid.Wrap(head+strings.Join(parts, "  "), width)
		lines = append(lines, detail[:min(len(detail), height/3)]...)
	}
	return lines[:min(len(lines), height/2)]
}

// gapWords are the spectral gap of a graph, once it is known.
func gapWords(s *scene.Scene, graph *graphs.Graph) string {
	gap, known := s.Gaps[graph]
	if !known {
		return "…"
	}
	return numeral.Short(gap)
}

func farRune(s *scene.Scene) rune {
	if s.ASCII {
		return 'O'
	}
	return '◆'
}

func countFar(nodes []sim.NodeState) int {
	far, n := average(nodes), 0
	for _, node := range nodes {
		if beyond(node, far) {
			n++
		}
	}
	return n
}
