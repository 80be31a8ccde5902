package many

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"admmlab/sim/config"
	"admmlab/sim/figure"
	"admmlab/sim/numeral"
	"admmlab/sim/sweep"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// sweepView is one way to look at a sweep.
type sweepView struct {
	name   string
	metric sweep.Metric
	draw   func(l *Sweep, s *scene.Scene, g *grid.Grid, r grid.Rect, v sweepView) (above, below bool)
}

// sweepViews are those the newest sweep allows.
func (l *Sweep) sweepViews(s *scene.Scene) []sweepView {
	p := l.Picture
	if p == nil {
		return nil
	}
	plan := p.Results.Plan
	loss, called := sweep.TrainLoss, "loss"+s.FactorWords()
	if s.Factor() {
		loss = sweep.TrainLossC
	}
	list := []sweepView{{"error %", sweep.TestError, (*Sweep).drawSweepCurve}}
	if p.oneLoss {
		list = append(list, sweepView{called, loss, (*Sweep).drawSweepCurve})
	}
	curves := list
	list = append(list, sweepView{"error % against bound", sweep.TestError, (*Sweep).drawTradeoff})
	if _, two := plan.Down(); two {
		for _, v := range curves {
			list = append(list, sweepView{v.name + ", heat map", v.metric, (*Sweep).drawSweepHeat})
		}
	}
	if p.fits != nil {
		list = append(list, sweepView{"optimal α", plan.Loss, (*Sweep).drawOptimum})
	}
	return list
}

// sweepNow is the view in sight.
func (l *Sweep) sweepNow(s *scene.Scene) (sweepView, bool) {
	views := l.sweepViews(s)
	if len(views) == 0 {
		return sweepView{}, false
	}
	return views[(l.view%len(views)+len(views))%len(views)], true
}

// sweepTitle is what the lens shows.
func (l *Sweep) sweepTitle(s *scene.Scene) string {
	v, ok := l.sweepNow(s)
	if !ok {
		return "Sweep"
	}
	plan := l.Picture.Results.Plan
	title := "Sweep" + ": " + v.name
	if !strings.Contains(v.name, "against") && !strings.Contains(v.name, "α") {
		title += " over " + l.axisName(s, plan.Across())
	}
	if down, two := plan.Down(); two && strings.Contains(v.name, "heat") {
		return title + " and " + l.axisName(s, down)
	} else if two {
		title += ", " + l.axisName(s, down) + " = " + down.Values[l.curve()]
	}
	return title
}

func (l *Sweep) axisName(s *scene.Scene, a sweep.Axis) string {
	k, ok := config.KnobOf(s.InForce(), a.Key)
	if !ok {
		return a.Key
	}
	return config.KnobName(k)
}

// sweepCurves is how many curves there are to choose from.
func (l *Sweep) sweepCurves() int {
	if p := l.Picture; p != nil {
		return len(p.Results.Plan.Curves())
	}
	return 0
}

// sweepRows is how many rows of a table over names the keys move through: of a single curve, as of several
// they choose one.
func (l *Sweep) sweepRows() int {
	if l.sweepCurves() != 1 {
		return 0
	}
	across := l.Picture.Results.Plan.Across()
	if _, numbers := across.Numbers(); numbers {
		return 0
	}
	return len(across.Values)
}

// curve is the chosen one.
func (l *Sweep) curve() int { return l.In(l.sweepCurves()) }

// drawSweep draws the view in sight.
func (l *Sweep) drawSweep(s *scene.Scene, g *grid.Grid, in grid.Rect) (above, below bool) {
	v, ok := l.sweepNow(s)
	switch {
	case !ok && l.Job.UnderWay():
		l.sweepWords(s, g, in, s.Theme.Dim, "The sweep begins …")
	case !ok:
		l.sweepWords(s, g, in, s.Theme.Dim, "No sweep yet: enter asks for one.")
	case l.nothing() != "":
		l.sweepWords(s, g, in, s.Theme.Dim, l.nothing())
	default:
		return v.draw(l, s, g, in, v)
	}
	return above, below
}

// nothing says why there is nothing to draw yet, or at all; "" where there is something.
func (l *Sweep) nothing() string {
	p := l.Picture
	done, lost := p.Results.Finished(), p.Results.Diverged()
	switch {
	case done > lost:
		return ""
	case done > 0 && done == p.Runs:
		return fmt.Sprintf("All %d runs left the finite range: there is nothing to draw. Enter asks for another sweep.", done)
	case l.Job.UnderWay() && done > 0:
		return fmt.Sprintf("%d of %d runs are made, and all of them left the finite range; what comes of the others is drawn here.", done, p.Runs)
	case l.Job.UnderWay():
		return fmt.Sprintf("No run is finished yet: %s are under way, and what comes of them is drawn here.", scene.NumberedOf(p.Runs, "run"))
	case done > 0:
		return fmt.Sprintf("%d of %d runs were made, and all of them left the finite range; enter asks for the others or for another sweep.", done, p.Runs)
	}
	return fmt.Sprintf("None of %s is finished: enter asks for the same again, which goes on with what is missing, or for another.", scene.NumberedOf(p.Runs, "run"))
}

func (l *Sweep) sweepWords(s *scene.Scene, g *grid.Grid, in grid.Rect, paint grid.Paint, texts ...string) {
	for y, l := range grid.Paragraphs(in.W, paint, texts...) {
		if y < in.H {
			g.Text(in.X, in.Y+y, in.W, l.Text, l.Paint)
		}
	}
}

// drawTold draws what befell the runs at the bottom of in: as many sentences, in their order, as
// leave the lines above that the view needs, which it gives.
func (l *Sweep) drawTold(s *scene.Scene, g *grid.Grid, in grid.Rect, needs int) (above grid.Rect) {
	var lines []grid.Line
	for _, words := range l.Picture.told {
		next := grid.Paragraphs(in.W, s.Theme.Dim, words)
		if needs+len(lines)+len(next) > in.H {
			break
		}
		lines = append(lines, next...)
	}
	in.H -= len(lines)
	for y, l := range lines {
		g.Text(in.X, in.Y+in.H+y, in.W, l.Text, l.Paint)
	}
	return in
}

// leastChart is how high a chart is at least that has words below it.
const leastChart = 6

// drawSweepCurve is a metric over the axis across: the chosen curve with the band
// from its least to its largest value, the others beside it.
func (l *Sweep) drawSweepCurve(s *scene.Scene, g *grid.Grid, in grid.Rect, v sweepView) (above, below bool) {
	r := l.Picture.Results
	axis := r.Plan.Across()
	if _, numbers := axis.Numbers(); !numbers {
		return l.drawSweepTable(s, g, in, v)
	}
	in = l.drawTold(s, g, in, leastChart)
	var curves [][]chart.Spot
	places := r.Plan.Places()
	for _, c := range r.Plan.Curves() {
		var spots []chart.Spot
		for i, cell := range c.Cells {
			s := v.metric.Shown(r.Stats(cell, v.metric))
			spots = append(spots, chart.Spot{X: places[i], Y: s.Median, Low: s.Min, High: s.Max})
		}
		curves = append(curves, spots)
	}
	l.drawSpots(s, g, in, v.metric, curves, chart.NewSpread(places, axis.Log()))
	return above, below
}

// leastName is how much of a name is shown at least.
const leastName = 8

// drawSweepTable draws a metric over names: a row each, as many as there is room for, around the chosen one
// where there is a single curve.
func (l *Sweep) drawSweepTable(s *scene.Scene, g *grid.Grid, in grid.Rect, v sweepView) (above, below bool) {
	rows := l.sweepTable(v, in.W)
	words := grid.Paragraphs(in.W, s.Theme.Text, "medians, and from the least to the largest of the draws that count")
	in = l.drawTold(s, g, in, len(rows)+len(words))
	room := in.H
	if room > len(words)+1 {
		room = min(len(rows), room-len(words))
		for y, line := range words {
			g.Text(in.X, in.Y+room+y, in.W, line.Text, line.Paint)
		}
	}
	moved := l.sweepRows()
	chosen := l.In(moved)
	first, last := l.Window(len(rows), room, chosen)
	for i := first; i < last; i++ {
		paint := s.Theme.Text
		if moved > room && i == chosen && s.HasFocus(l) {
			paint = s.Theme.Selected
		}
		g.Text(in.X, in.Y+i-first, in.W, rows[i], paint)
	}
	return first > 0, last < len(rows)
}

// sweepTable is a metric over names, which are cut where that leaves room for the numbers beside them.
func (l *Sweep) sweepTable(v sweepView, width int) []string {
	r := l.Picture.Results
	names := r.Plan.Across().Values
	var numbers []string
	widest, rest := 0, 0
	for i, cell := range r.Plan.Curves()[l.curve()].Cells {
		s := v.metric.Shown(r.Stats(cell, v.metric))
		numbers = append(numbers, fmt.Sprintf("  %s, from %s to %s", v.metric.Text(s.Median), v.metric.Text(s.Min), v.metric.Text(s.Max)))
		widest, rest = max(widest, grid.Cells(names[i])), max(rest, grid.Cells(numbers[i]))
	}
	widest = min(widest, max(leastName, width-rest))
	for i := range numbers {
		numbers[i] = grid.Pad(grid.Fit(names[i], widest), widest) + numbers[i]
	}
	return numbers
}

// leastTradeoff is how high the picture of error against bound is at least.
const leastTradeoff = 4

// drawTradeoff is the error against what the noise proves.
func (l *Sweep) drawTradeoff(s *scene.Scene, g *grid.Grid, in grid.Rect, v sweepView) (above, below bool) {
	r := l.Picture.Results
	var curves [][]chart.Spot
	var ticks []float64
	for _, c := range r.Plan.Curves() {
		var spots []chart.Spot
		for _, cell := range c.Cells {
			s, bound := v.metric.Shown(r.Stats(cell, v.metric)), r.Stats(cell, sweep.EpsilonTight).Median
			if bound >= 0 && !math.IsInf(bound, 1) {
				spots = append(spots, chart.Spot{X: bound, Y: s.Median, Low: s.Min, High: s.Max})
				ticks = append(ticks, bound)
			}
		}
		curves = append(curves, spots)
	}
	if len(ticks) == 0 {
		l.sweepWords(s, g, in, s.Theme.Dim, slices.Concat([]string{"Nothing is proved for any of these runs, so there is no bound to hold the error against."}, l.Picture.told)...)
		return false, false
	}
	words := "across: " + l.Picture.unit
	across := len(grid.Paragraphs(in.W, s.Theme.Dim, words))
	in = l.drawTold(s, g, in, leastChart+across)
	if in.H -= across; in.H < leastTradeoff {
		l.sweepWords(s, g, grid.Rect{X: in.X, Y: in.Y, W: in.W, H: g.Height()}, s.Theme.Dim, "The picture needs more room: z makes the lens larger.")
		return false, false
	}
	l.sweepWords(s, g, grid.Rect{X: in.X, Y: in.Y + in.H, W: in.W, H: g.Height()}, s.Theme.Dim, words)
	a := chart.NewSpread(ticks, slices.Min(ticks) > 0)
	a.Label = scene.Bound
	l.drawSpots(s, g, in, sweep.TestError, curves, a)
	return above, below
}

// drawSweepHeat is the heat map in characters.
func (l *Sweep) drawSweepHeat(s *scene.Scene, g *grid.Grid, in grid.Rect, v sweepView) (above, below bool) {
	shades := sweep.Shades
	if s.ASCII {
		shades = sweep.ASCIIShades
	}
	lines := l.Picture.Results.HeatMap(v.metric, in.W, shades)
	if lines == nil {
		l.sweepWords(s, g, in, s.Theme.Dim, "The heat map needs more room: z makes the lens larger.")
		return false, false
	}
	in = l.drawTold(s, g, in, len(lines))
	for y, line := range lines[:min(len(lines), in.H)] {
		g.Text(in.X, in.Y+y, in.W, line, s.Theme.Text)
	}
	return false, len(lines) > in.H
}

// drawOptimum is the fit, what (28) minimises, and where its minimum lies.
func (l *Sweep) drawOptimum(s *scene.Scene, g *grid.Grid, in grid.Rect, v sweepView) (above, below bool) {
	p := l.Picture
	chosen := min(l.curve(), len(p.fits)-1)
	fit := p.fits[chosen]
	words := grid.Paragraphs(in.W, s.Theme.Text, fit.words...)
	if !fit.ok || in.H < len(words)+leastChart {
		l.sweepWords(s, g, in, s.Theme.Text, slices.Concat(fit.words, p.told)...)
		return false, false
	}
	in = l.drawTold(s, g, in, len(words)+leastChart)
	l.sweepWords(s, g, grid.Rect{X: in.X, Y: in.Y + in.H - len(words), W: in.W, H: len(words)}, s.Theme.Text, fit.words...)
	in.H -= len(words)
	places, log := p.Results.Plan.Places(), p.Results.Plan.Across().Log()
	a := chart.NewSpread(places, log)
	var loss []chart.Spot
	for i, cell := range p.Results.Plan.Curves()[chosen].Cells {
		loss = append(loss, chart.Spot{X: places[i], Y: p.Results.Stats(cell, v.metric).Median})
	}
	var curve, net []chart.Spot
	for _, x := range figure.Fine(fit.Fitted, log) {
		curve, net = append(curve, chart.Spot{X: x, Y: fit.Curve.At(x)}), append(net, chart.Spot{X: x, Y: fit.J(x)})
	}
	series := []chart.Series{a.Line(net).As("J", chart.Ghost), a.Line(curve).As("L_acc", chart.Main), a.Dots(loss).As("", chart.Second)}
	var marks []chart.Mark
	if at := fit.Alpha; !math.IsNaN(at) {
		marks = append(marks, chart.Mark{Iteration: a.At(at), Label: "α* " + numeral.Short(at)})
	} else if at := fit.Stationary; at >= a.Low && at <= a.High {
		marks = append(marks, chart.Mark{Iteration: a.At(at), Label: "stationary " + numeral.Short(at)})
	}
	s.Paint(g.Part(in), chart.Draw(series, marks, nil, a.Options(in.W, in.H, s.ASCII, wide(loss))))
	return above, below
}

// drawSpots draws curves of a metric over the same axis.
func (l *Sweep) drawSpots(s *scene.Scene, g *grid.Grid, in grid.Rect, m sweep.Metric, curves [][]chart.Spot, a chart.Spread) {
	if in.W < 1 || in.H < 1 {
		return
	}
	chosen := min(l.curve(), len(curves)-1)
	var series []chart.Series
	for i, c := range curves {
		if i != chosen {
			series = append(series, a.Line(c).As("", chart.Reference))
		}
	}
	main := a.Banded(curves[chosen]).As("", chart.Main)
	series = append(series, main)
	o := a.Options(in.W, in.H, s.ASCII, wide(curves...))
	if !o.Log {
		o.Range = o.Range.Grow(chart.Extent(append(series, chart.Series{Values: main.Low}, chart.Series{Values: main.High})...))
		if m.Most() == scene.MostError {
			o.Range = scene.Limited(scene.ErrorChart, o.Range)
		}
	}
	s.Paint(g.Part(in), chart.Draw(series, nil, nil, o))
}

// wide reports whether the spots of curves ask for a logarithmic axis.
func wide(curves ...[]chart.Spot) bool {
	var medians []float64
	for _, s := range slices.Concat(curves...) {
		medians = append(medians, s.Y)
	}
	return sweep.Wide(medians)
}
