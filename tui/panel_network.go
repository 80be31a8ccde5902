package tui

import (
	"fmt"
	"math"
	"strings"

	"admmlab/sim"
	"admmlab/sim/network"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/netview"
	"admmlab/tui/scene"
)

// drawNetwork is the graph with the state of its nodes, or the parties.
func (m *Model) drawNetwork(g *grid.Grid, r grid.Rect) {
	t := m.scene.At()
	title := panelTitle(networkPanel)
	if m.scene.InForce().Spec().Vertical {
		title = "Parties"
	}
	if m.scene.Cursor > 0 {
		title += fmt.Sprintf(" at t = %d", m.scene.Cursor)
	}
	in := m.box(g, networkPanel, r, title, "")
	words := m.networkLines(t, in.W, in.H)
	picture := grid.Rect{X: in.X, Y: in.Y, W: in.W, H: in.H - len(words)}
	for i, line := range words {
		g.Text(in.X, picture.Y+picture.H+i, in.W, line, m.scene.Theme.Text)
	}
	if m.scene.InForce().Spec().Vertical {
		m.drawParties(g, picture, t)
		return
	}
	if graph := m.scene.GraphAt(t); graph != nil {
		m.drawGraph(g, picture, graph, t)
	}
}

func (m *Model) drawGraph(g *grid.Grid, r grid.Rect, graph *network.Graph, t int) {
	nodes, _ := m.scene.Run.NodesAt(t)
	far := average(nodes)
	canvas := netview.Draw(graph, netview.Options{
		Width: r.W, Height: r.H, Layout: m.scene.Kind, ASCII: m.scene.ASCII,
		State: func(i int) netview.State { return m.nodeState(nodes, i, t) },
	})
	for y, line := range canvas {
		for x, c := range line {
			paint := m.scene.Theme.Dim
			switch c.Kind {
			case netview.Empty:
				continue
			case netview.Node:
				paint = m.scene.Theme.Good
				if c.Node < len(nodes) && beyond(nodes[c.Node], far) {
					c.Rune = farMark(c.Rune)
					paint = m.scene.Theme.Warn
				}
			case netview.Label, netview.Text:
				paint = m.scene.Theme.Text
			}
			g.Set(r.X+x, r.Y+y, c.Rune, paint)
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

func (m *Model) nodeState(nodes []sim.NodeState, i, t int) netview.State {
	switch {
	case i < len(nodes) && (math.IsNaN(nodes[i].Distance) || math.IsInf(nodes[i].Distance, 0)):
		return netview.Diverged
	case m.scene.LapsedAt(t):
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

// networkLines are the numbers below the picture; with a cursor or the focus
// also those of each node.
func (m *Model) networkLines(t, width, height int) []string {
	if height < 4 {
		return nil
	}
	nodes, kept := m.scene.Run.NodesAt(t)
	agree := chart.Number(m.scene.Run.At(scene.Disagreement, t))
	var lines []string
	if m.scene.InForce().Spec().Vertical {
		lines = grid.Wrap("primal residual "+agree, width)
	} else if graph := m.scene.GraphAt(t); graph != nil {
		if pieces := len(graph.Components()); pieces > 1 {
			lines = append(lines, grid.Wrap(fmt.Sprintf("in %d pieces: they cannot agree", pieces), width)...)
		}
		lines = append(lines, grid.Wrap(fmt.Sprintf("gap %s  disagree %s", m.gaps.words(graph), agree), width)...)
		if height >= 9 { // always there, so that the picture keeps its place
			words := "all near the average"
			if far := countFar(nodes); far > 0 {
				words = fmt.Sprintf("%c %d over the average", m.farRune(), far)
			}
			lines = append(lines, grid.Wrap(words, width)...)
		}
	}
	if (m.scene.Cursor > 0 || m.focus == networkPanel) && len(nodes) > 0 && height >= 12 && !m.scene.InForce().Spec().Vertical {
		var parts []string
		for i, n := range nodes {
			parts = append(parts, fmt.Sprintf("%d: %s", i+1, chart.Number(n.Distance)))
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

func (m *Model) farRune() rune {
	if m.scene.ASCII {
		return 'O'
	}
	return '◆'
}

func countFar(nodes []sim.NodeState) int {
	far, n := average(nodes), 0
	for _, s := range nodes {
		if beyond(s, far) {
			n++
		}
	}
	return n
}
