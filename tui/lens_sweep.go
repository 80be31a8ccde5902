package tui

import (
	"fmt"
	"math"
	"strings"

	"admmlab/sim/config"
	"admmlab/sim/figure"
	"admmlab/sim/sweep"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// sweepView is one way to look at a sweep.
type sweepView struct {
	name   string
	metric sweep.Metric
	draw   func(m *Model, g *grid.Grid, r grid.Rect, v sweepView)
}

// sweepViews are those the newest sweep allows.
func (m *Model) sweepViews() []sweepView {
	p := m.sweeps.picture
	if p == nil {
		return nil
	}
	plan := p.Results.Plan
	list := []sweepView{
		{"error %", sweep.TestError, (*Model).drawSweepCurve},
		{"loss", sweep.TrainLoss, (*Model).drawSweepCurve},
		{"error % against bound", sweep.TestError, (*Model).drawTradeoff},
	}
	if _, two := plan.Down(); two {
		list = append(list, sweepView{"error %, heat map", sweep.TestError, (*Model).drawSweepHeat},
			sweepView{"loss, heat map", sweep.TrainLoss, (*Model).drawSweepHeat})
	}
	if p.fits != nil {
		list = append(list, sweepView{"optimal α", sweep.TrainLoss, (*Model).drawOptimum})
	}
	return list
}

// sweepNow is the view in sight.
func (m *Model) sweepNow() (sweepView, bool) {
	views := m.sweepViews()
	if len(views) == 0 {
		return sweepView{}, false
	}
	return views[(m.sweeps.view%len(views)+len(views))%len(views)], true
}

// sweepTitle is what the lens shows.
func (m *Model) sweepTitle() string {
	v, ok := m.sweepNow()
	if !ok {
		return lensTexts[sweepLens].title
	}
	plan := m.sweeps.picture.Results.Plan
	title := lensTexts[sweepLens].title + ": " + v.name
	if !strings.Contains(v.name, "against") && !strings.Contains(v.name, "α") {
		title += " over " + m.axisName(plan.Across())
	}
	if down, two := plan.Down(); two && strings.Contains(v.name, "heat") {
		return title + " and " + m.axisName(down)
	} else if two {
		title += ", " + m.axisName(down) + " = " + down.Values[m.lensChosen()]
	}
	return title
}

func (m *Model) axisName(a sweep.Axis) string {
	k, ok := config.KnobOf(m.scene.InForce(), a.Key)
	if !ok {
		return a.Key
	}
	return scene.NameOf(k)
}

// sweepCurves is how many curves there are to choose from.
func (m *Model) sweepCurves() int {
	if p := m.sweeps.picture; p != nil {
		return len(p.Results.Plan.Curves())
	}
	return 0
}

// drawSweep draws the view in sight.
func (m *Model) drawSweep(g *grid.Grid, in grid.Rect) {
	v, ok := m.sweepNow()
	switch {
	case !ok && m.sweeps.job.UnderWay():
		m.sweepWords(g, in, m.scene.Theme.Dim, "The sweep begins …")
	case !ok:
		m.sweepWords(g, in, m.scene.Theme.Dim, "No sweep yet: enter asks for one.")
	default:
		v.draw(m, g, in, v)
	}
}

func (m *Model) sweepWords(g *grid.Grid, in grid.Rect, paint string, texts ...string) {
	for y, l := range grid.Paragraphs(in.W, paint, texts...) {
		if y < in.H {
			g.Text(in.X, in.Y+y, in.W, l.Text, l.Paint)
		}
	}
}

// spot is a point of a curve with its band.
type spot struct{ x, y, low, high float64 }

// drawSweepCurve is a metric over the axis across: the chosen curve with the band
// from its least to its largest value, the others beside it.
func (m *Model) drawSweepCurve(g *grid.Grid, in grid.Rect, v sweepView) {
	r := m.sweeps.picture.Results
	axis := r.Plan.Across()
	if _, numbers := axis.Numbers(); !numbers {
		m.sweepWords(g, in, m.scene.Theme.Text, m.sweepTable(v)...)
		return
	}
	var curves [][]spot
	places := r.Plan.Places()
	for _, c := range r.Plan.Curves() {
		var spots []spot
		for i, cell := range c.Cells {
			s := v.metric.Shown(r.Stats(cell, v.metric))
			spots = append(spots, spot{places[i], s.Median, s.Min, s.Max})
		}
		curves = append(curves, spots)
	}
	m.drawSpots(g, in, curves, newSpread(places, axis.Log()))
}

// sweepTable is a metric over names.
func (m *Model) sweepTable(v sweepView) []string {
	r := m.sweeps.picture.Results
	var lines []string
	for i, cell := range r.Plan.Curves()[m.lensChosen()].Cells {
		s := v.metric.Shown(r.Stats(cell, v.metric))
		lines = append(lines, fmt.Sprintf("%s  %s, from %s to %s", grid.Pad(r.Plan.Across().Values[i], 14), v.metric.Text(s.Median), v.metric.Text(s.Min), v.metric.Text(s.Max)))
	}
	return append(lines, "medians, and from the least to the largest of all draws")
}

// drawTradeoff is the error against what the noise proves.
func (m *Model) drawTradeoff(g *grid.Grid, in grid.Rect, v sweepView) {
	r := m.sweeps.picture.Results
	var curves [][]spot
	var ticks []float64
	for _, c := range r.Plan.Curves() {
		var spots []spot
		for _, cell := range c.Cells {
			s, bound := v.metric.Shown(r.Stats(cell, v.metric)), r.Stats(cell, sweep.EpsilonTight).Median
			if bound > 0 && !math.IsInf(bound, 1) {
				spots = append(spots, spot{bound, s.Median, s.Min, s.Max})
				ticks = append(ticks, bound)
			}
		}
		curves = append(curves, spots)
	}
	if len(ticks) == 0 {
		m.sweepWords(g, in, m.scene.Theme.Dim, "Nothing is proved for any of these runs, so there is no bound to hold the error against.")
		return
	}
	if in.H > 6 {
		m.sweepWords(g, grid.Rect{X: in.X, Y: in.Y + in.H - 1, W: in.W, H: 1}, m.scene.Theme.Dim, "across: ε that the noise proves")
		in.H--
	}
	a := newSpread(ticks, true)
	a.label = scene.Bound
	m.drawSpots(g, in, curves, a)
}

// drawSweepHeat is the heat map in characters.
func (m *Model) drawSweepHeat(g *grid.Grid, in grid.Rect, v sweepView) {
	shades := sweep.Shades
	if m.scene.ASCII {
		shades = sweep.ASCIIShades
	}
	lines := m.sweeps.picture.Results.HeatMap(v.metric, in.W, shades)
	if lines == nil {
		m.sweepWords(g, in, m.scene.Theme.Dim, "The heat map needs more room: z makes the lens larger.")
		return
	}
	for y, line := range lines[:min(len(lines), in.H)] {
		g.Text(in.X, in.Y+y, in.W, line, m.scene.Theme.Text)
	}
	if len(lines) > in.H {
		g.Text(in.X+in.W-1, in.Y+in.H-1, 1, "↓", m.scene.Theme.Accent)
	}
}

// drawOptimum is the fit, what (28) minimises, and where its minimum lies.
func (m *Model) drawOptimum(g *grid.Grid, in grid.Rect, v sweepView) {
	p := m.sweeps.picture
	chosen := min(m.lensChosen(), len(p.fits)-1)
	fit := p.fits[chosen]
	words := grid.Paragraphs(in.W, m.scene.Theme.Text, fit.words...)
	const leastChart = 6
	if !fit.ok || in.H < len(words)+leastChart {
		m.sweepWords(g, in, m.scene.Theme.Text, fit.words...)
		return
	}
	m.sweepWords(g, grid.Rect{X: in.X, Y: in.Y + in.H - len(words), W: in.W, H: len(words)}, m.scene.Theme.Text, fit.words...)
	in.H -= len(words)
	places, log := p.Results.Plan.Places(), p.Results.Plan.Across().Log()
	a := newSpread(places, log)
	var loss []spot
	for i, cell := range p.Results.Plan.Curves()[chosen].Cells {
		loss = append(loss, spot{x: places[i], y: p.Results.Stats(cell, v.metric).Median})
	}
	var curve, net []spot
	for _, x := range figure.Fine(places, log) {
		curve, net = append(curve, spot{x: x, y: fit.Curve.At(x)}), append(net, spot{x: x, y: fit.J(x)})
	}
	value := func(s spot) float64 { return s.y }
	series := []chart.Series{
		{Label: "J", Values: a.line(net, value), Role: chart.Ghost},
		{Label: "L_acc", Values: a.line(curve, value), Role: chart.Main},
		{Values: a.dots(loss), Role: chart.Second},
	}
	var marks []chart.Mark
	if at := fit.Alpha; !math.IsNaN(at) {
		marks = append(marks, chart.Mark{Iteration: a.at(at), Label: "α* " + chart.Number(at)})
	} else if at := fit.Stationary; at >= a.low && at <= a.high {
		marks = append(marks, chart.Mark{Iteration: a.at(at), Label: "stationary " + chart.Number(at)})
	}
	m.scene.Paint(g.Part(in), chart.Draw(series, marks, nil, a.options(in, m.scene.ASCII, manyTimes(loss))))
}

// drawSpots draws curves over the same axis.
func (m *Model) drawSpots(g *grid.Grid, in grid.Rect, curves [][]spot, a spread) {
	if in.W < 1 || in.H < 1 {
		return
	}
	chosen := min(m.lensChosen(), len(curves)-1)
	middle := func(s spot) float64 { return s.y }
	var series []chart.Series
	for i, c := range curves {
		if i != chosen {
			series = append(series, chart.Series{Values: a.line(c, middle), Role: chart.Reference})
		}
	}
	main := chart.Series{
		Values: a.line(curves[chosen], middle), Role: chart.Main,
		Low:  a.line(curves[chosen], func(s spot) float64 { return s.low }),
		High: a.line(curves[chosen], func(s spot) float64 { return s.high }),
	}
	series = append(series, main)
	o := a.options(in, m.scene.ASCII, manyTimes(curves[chosen]))
	if !o.Log {
		o.Range = o.Range.Grow(chart.Extent(append(series, chart.Series{Values: main.Low}, chart.Series{Values: main.High})...))
	}
	m.scene.Paint(g.Part(in), chart.Draw(series, nil, nil, o))
}

// manyTimes reports whether values differ so much that only a logarithmic axis shows
// all of them.
func manyTimes(spots []spot) bool {
	low, high := math.Inf(1), 0.0
	for _, s := range spots {
		if s.y > 0 && !math.IsInf(s.y, 1) {
			low, high = math.Min(low, s.y), math.Max(high, s.y)
		}
	}
	return high >= 100*low
}
