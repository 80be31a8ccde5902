package lens

import (
	"fmt"
	"math"
	"strings"

	"admmlab/sim"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy/account"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// The ledger has the table and two curves of the run's account.
const (
	tableView = iota
	deltaView
	tradeoffView
	ledgerViews
)

// curvesOf are nil until they have come, and where nothing is proved.
func curvesOf(s *scene.Scene) *sim.Curves {
	if b := billOf(s); b != nil {
		return b.Curves
	}
	return nil
}

// drawCurves draws the view in sight over its words; without room for both, the words.
func (l *Ledger) drawCurves(s *scene.Scene, g *grid.Grid, c *sim.Curves) {
	const leastChart = 6
	words, draw := l.deltaWords(s, c, g.Width()), drawDelta
	if l.view == tradeoffView {
		words, draw = l.tradeoffWords(s, c, g.Width()), l.drawTradeoff
	}
	for len(words) > 1 && g.Height()-len(words) < leastChart {
		words = words[:len(words)-1] // the guarantee comes first
	}
	top := g.Height() - len(words)
	if top < leastChart {
		g.Lines(words)
		return
	}
	g.Part(grid.Rect{Y: top, W: g.Width(), H: len(words)}).Lines(words)
	draw(s, g, grid.Rect{W: g.Width(), H: top}, c)
}

// guaranteeWords are the point that is reported.
func guaranteeWords(s *scene.Scene, c *sim.Curves) string {
	return reportedNow(s, "The guarantee") + scene.Total(c.Total.Epsilon, c.Total.Delta)
}

func (l *Ledger) deltaWords(s *scene.Scene, c *sim.Curves, width int) []grid.Line {
	lines := grid.Paragraphs(width, s.Theme.Accent, guaranteeWords(s, c)+". It is one point of what is proved: for every ε the least δ.")
	var groups []string
	for _, g := range c.Groups {
		if math.IsInf(g.Epsilon, 1) {
			groups = append(groups, fmt.Sprintf("%d: nothing", g.Records))
		} else {
			groups = append(groups, fmt.Sprintf("%d: ε ≤ %s", g.Records, scene.Bound(g.Epsilon)))
		}
	}
	return append(lines, grid.Paragraphs(width, s.Theme.Text, fmt.Sprintf("So many such changes at once, at δ = %s: %s.",
		numeral.AtMost(billedUnder(s).Set.Delta, 3), strings.Join(groups, " · ")))...)
}

// drawDelta draws the least delta over epsilon, with the guarantee marked.
func drawDelta(s *scene.Scene, g *grid.Grid, in grid.Rect, c *sim.Curves) {
	last := c.Points[len(c.Points)-1].Epsilon
	a := chart.NewSpread([]float64{0, c.Total.Epsilon / 2, c.Total.Epsilon, last}, false)
	a.Label = scene.Bound
	var points []chart.Spot
	for _, p := range c.Points {
		y := p.Delta
		if !(y > 0) {
			y = math.NaN()
		}
		points = append(points, chart.Spot{X: p.Epsilon, Y: y})
	}
	series := []chart.Series{a.Line(points).As("δ", chart.Main)}
	marks := []chart.Mark{{Iteration: a.At(c.Total.Epsilon), Label: "ε ≤ " + scene.Bound(c.Total.Epsilon)}}
	levels := []chart.Level{{Value: c.Total.Delta, Label: "δ " + numeral.AtMost(c.Total.Delta, 3)}}
	o := a.Options(in.W, in.H, s.ASCII, true)
	o.Bounds = true
	s.Paint(g.Part(in), chart.Draw(series, marks, levels, o))
}

func (l *Ledger) tradeoffWords(s *scene.Scene, c *sim.Curves, width int) []grid.Line {
	lines := grid.Paragraphs(width, s.Theme.Accent, guaranteeWords(s, c)+". The lower line is what it allows alone.")
	lines = append(lines, grid.Paragraphs(width, s.Theme.Text, "Whoever tells the two data sets apart with so many false alarms (across) misses at least so many (up), whatever they compute.")...)
	if len(l.measuredOf(s, c)) > 0 {
		return append(lines, grid.Paragraphs(width, s.Theme.Text, "Dots: measured by the audit of whole runs as this one.")...)
	}
	return append(lines, grid.Paragraphs(width, s.Theme.Dim, "A audits whole runs; what it measures of runs as this one, on its own data, is drawn here.")...)
}

// measuredOf are the places that an audit has measured of whole runs as the one in sight, as far
// as it is read: false alarms across, misses up. Of another run, that on small data among them,
// the noise may hide less at the same total.
func (l *Ledger) measuredOf(s *scene.Scene, c *sim.Curves) []chart.Spot {
	if l.audits == nil {
		return nil
	}
	run, adjacency := auditedRun(s), billOf(s).Adjacency
	var spots []chart.Spot
	for name, found := range l.audits.Found {
		if of, begun := l.audits.of[name]; !begun || len(of.unlike(run)) > 0 {
			continue
		}
		for _, r := range found.Results {
			t := r.Target
			if t.Small || t.Iterations != s.State.At || t.Adjacency != adjacency || t.Epsilon != c.Total.Epsilon || t.Delta != c.Total.Delta {
				continue
			}
			for _, p := range r.Points {
				if p.Known() {
					spots = append(spots, chart.Spot{X: p.Alarm.Measured, Y: p.Miss.Measured})
				}
			}
		}
	}
	return spots
}

// drawTradeoff draws misses over false alarms: what is proved, what the guarantee alone
// allows, what guessing does and what was measured.
func (l *Ledger) drawTradeoff(s *scene.Scene, g *grid.Grid, in grid.Rect, c *sim.Curves) {
	a := chart.NewSpread([]float64{0, 0.25, 0.5, 0.75, 1}, false)
	var guess, alone, all []chart.Spot
	for i := range 201 {
		x := float64(i) / 200
		guess = append(guess, chart.Spot{X: x, Y: 1 - x})
		alone = append(alone, chart.Spot{X: x, Y: account.Misses([]account.Point{c.Total}, x)})
		all = append(all, chart.Spot{X: x, Y: account.Misses(c.Points, x)})
	}
	series := []chart.Series{a.Line(guess).As("guessing", chart.Ghost), a.Line(alone).As("", chart.Reference), a.Line(all).As("", chart.Main)}
	if dots := l.measuredOf(s, c); len(dots) > 0 {
		series = append(series, a.Dots(dots).As("", chart.Second))
	}
	o := a.Options(in.W, in.H, s.ASCII, false)
	o.Range = chart.Range{Low: 0, High: 1}
	s.Paint(g.Part(in), chart.Draw(series, nil, nil, o))
}
