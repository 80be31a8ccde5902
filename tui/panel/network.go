package panel

import (
	"fmt"
	"slices"

	graphs "admmlab/sim/network"
	"admmlab/sim/numeral"
	"admmlab/tui/grid"
	"admmlab/tui/netview"
	"admmlab/tui/scene"
)

// network is the graph with the state of its nodes, or the parties.
type network struct {
	drawn struct { // the graph as it was drawn last, which stays while runs go on
		graph   *graphs.Graph
		options netview.Options
		canvas  netview.Canvas
	}
}

func (p *network) Name() string { return "network" }
func (p *network) Place() Place { return Place{Column: Right} }

// Value is the spectral gap of the graph, once it is known; a single node has no second eigenvalue.
func (p *network) Value(s *scene.Scene) string {
	graph := s.GraphAt(s.At())
	if graph == nil || s.InForce().Spec().Vertical || graph.Nodes() == 1 {
		return ""
	}
	gap, known := s.Gaps[graph]
	if !known {
		return "gap …"
	}
	return "gap " + numeral.Short(gap)
}

func (p *network) Title(s *scene.Scene) string {
	if s.InForce().Spec().Vertical {
		return s.AtCursor("Parties")
	}
	return s.AtCursor("Network")
}

func (p *network) Words(s *scene.Scene) string {
	if s.InForce().Spec().Vertical {
		return "who holds which columns; the sum of their scores D_m x_m, without their noise, is compared with z"
	}
	return unlessCaption(s, "who hears whom, and how far each is from the average model; t changes the graph")
}

func (p *network) Help(*scene.Scene) (title, lead string) { return "Network", "" }

func (p *network) Key(*scene.Scene, string) (w scene.Wish, known bool) { return nil, false }

func (p *network) Click(*scene.Scene, scene.Click) scene.Wish { return nil }

func (p *network) Draw(s *scene.Scene, g *grid.Grid) (above, below bool) {
	t := s.At()
	words, room := p.words(s, t, g.Width(), g.Height())
	for i, line := range words {
		g.Text(0, room+i, g.Width(), line, s.Theme.Text)
	}
	picture := g.Part(grid.Rect{W: g.Width(), H: room})
	if s.InForce().Spec().Vertical {
		drawParties(s, picture, t)
	} else if graph := s.GraphAt(t); graph != nil {
		p.drawGraph(s, picture, graph, t)
	}
	return false, false
}

// canvas is the drawing of a graph, without the state of its nodes.
func (p *network) canvas(graph *graphs.Graph, o netview.Options) netview.Canvas {
	if p.drawn.graph != graph || p.drawn.options != o {
		p.drawn.graph, p.drawn.options, p.drawn.canvas = graph, o, netview.Draw(graph, o)
	}
	return p.drawn.canvas
}

func (p *network) drawGraph(s *scene.Scene, g *grid.Grid, graph *graphs.Graph, t int) {
	now, hollow := s.Run.NodesAt(t), s.Unpromised(t)
	canvas := p.canvas(graph, netview.Options{Width: g.Width(), Height: g.Height(), Layout: s.Kind.Name, ASCII: s.ASCII})
	for y, line := range canvas {
		for x, c := range line {
			paint := s.Theme.Dim
			switch c.Kind {
			case netview.Empty:
				continue
			case netview.Node:
				k := near
				if c.Node < len(now.Nodes) {
					k = signOf(now.Nodes[c.Node].Distance, now.MeanNorm)
				}
				c.Rune, paint = mark(s, k, hollow), paintOf(s.Theme, k)
			case netview.Label, netview.Text:
				paint = s.Theme.Text
			}
			g.Set(x, y, c.Rune, paint)
		}
	}
}

// words are what stands below the picture, which has room lines: the same number whatever
// there is to say, so that the picture keeps its place. With the focus or a cursor they
// have more, for every node.
func (p *network) words(s *scene.Scene, t, width, height int) (lines []string, room int) {
	const usually = 160 // cells that all there is to say takes
	now := s.Run.NodesAt(t)
	most := min((height+1)/3, 2+usually/max(width, 1))
	held := holdings(s)
	all := 10*len(now.Nodes) + 20*len(held.each) // cells for the distances of all nodes, and for what they hold
	asked := (s.Cursor > 0 || s.HasFocus(p)) && all <= height/2*width
	if asked {
		most = min((height+1)/2, 2+(usually+all)/max(width, 1))
	}
	if height < 4 {
		most = 0
	}
	disagreement := numeral.Short(s.Run.At(scene.Disagreement, t))
	if s.InForce().Spec().Vertical {
		groups := [][]string{{"primal residual " + disagreement, "r.m.s. of Σ D_m x_m − z"}, {"|x| length of its model"}}
		if len(now.Nodes) > 0 && now.Iteration != t { // the first to have room: no |x| is taken for that of t
			groups = [][]string{{fmt.Sprintf("|x| length of its model at t = %d", now.Iteration)}, groups[0]}
		}
		for _, cost := range costForms(s, t) {
			whole := false
			if lines, whole = flow(slices.Concat(groups, [][]string{cost}), width, most); whole {
				break
			}
		}
		return lines, height - most
	}
	var groups [][]string
	if pieces, from := s.Pieces(t); pieces > 1 {
		groups = append(groups, []string{numeral.Group(pieces) + " pieces" + from + ": they drift"})
	}
	if len(now.Nodes) > 0 {
		apart, hollow := spreadOf(now), s.Unpromised(t)
		if now.Iteration != t {
			groups = append(groups, []string{fmt.Sprintf("nodes at t = %d:", now.Iteration)})
		}
		with := func(full bool, cost []string) [][]string {
			list := slices.Concat(groups, [][]string{{farthestWords(apart, width)}}, held.words, legend(s, apart, hollow, full), [][]string{{"disagreement " + disagreement}})
			if asked {
				list = append(list, each(now), held.each)
			}
			return append(list, cost)
		}
		costs := costForms(s, t)
		forms := [][][]string{with(true, costs[0]), with(false, costs[0]), with(false, costs[1])}
		groups = forms[2]
		for _, form := range forms[:2] {
			if _, fits := flow(form, width, most); fits {
				groups = form
				break
			}
		}
	}
	lines, _ = flow(groups, width, most)
	return lines, height - most
}

// held is who holds how many records.
type held struct {
	words [][]string // in short, for an uneven split
	each  []string   // of every node, likewise; for an even one of all
}

// holdings are those of the run at the keys.
func holdings(s *scene.Scene) (h held) {
	nodes, c := s.State.Size.Nodes, s.InForce()
	if len(nodes) == 0 || c.Spec().Vertical {
		return h
	}
	few, many, low, high := nodes[0].Records, nodes[0].Records, 1.0, 0.0
	for _, n := range nodes {
		share := float64(n.Positive) / float64(n.Records)
		few, many, low, high = min(few, n.Records), max(many, n.Records), min(low, share), max(high, share)
	}
	records := numeral.Counted(few, "record")
	switch {
	case few != many:
		records = numeral.Group(few) + " to " + numeral.Group(many) + " records"
	case len(nodes) > 1:
		records += " each"
	}
	if c.Split.Even() || len(nodes) == 1 {
		h.each = []string{records}
		return h
	}
	h.words = [][]string{{records, fmt.Sprintf("%.0f to %.0f %% are +1", 100*low, 100*high)}}
	for i, n := range nodes {
		h.each = append(h.each, fmt.Sprintf("%d: %s records, %.0f %% +1", i+1, numeral.Group(n.Records), 100*float64(n.Positive)/float64(n.Records)))
	}
	return h
}

// costForms are what the run has read for its models and sent up to iteration t, in full
// and in short; nothing before the first.
func costForms(s *scene.Scene, t int) [2][]string {
	if t == 0 {
		return [2][]string{}
	}
	c := s.Run.Row(t).Cost
	passes, bytes := numeral.Amount(c.Passes, "pass", "passes"), numeral.Bytes(c.Bytes)
	full := []string{"so far " + passes, numeral.Amount(c.Messages, "message", "messages"), bytes}
	if c.Needed < c.Bytes {
		full = append(full, numeral.Bytes(c.Needed)+" needed")
	}
	return [2][]string{full, {passes, bytes}}
}
