package panel

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strconv"

	"admmlab/sim/config"
	"admmlab/sim/level"
	"admmlab/sim/numeral"
	"admmlab/sim/rows"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// Series are the curves. The privacy of every run is its smallest valid total; the printed
// one stands beside that of the run at the keys alone, for printed ones promise different
// things.
func (p *Chart) Series(s *scene.Scene) []chart.Series {
	q := scene.Measured[s.Measure(p.which)]
	var list []chart.Series
	if past := p.past(s); past != nil {
		list = append(list, past.Series(q, s.PastName(), chart.Ghost))
	}
	if band, ok := p.band(s); ok {
		list = append(list, band)
	}
	if s.Comparing() {
		return p.sideBySide(s, list)
	}
	main := s.Run.Series(q, "", chart.Main)
	if len(list) > 0 { // its number would be taken for that of the name beside it
		main.Label = s.Called()[0]
	}
	if p.which == scene.PrivacyChart {
		main.Label, main.End = "ε", s.EndReading(s.Run)
		if p.alone(s) {
			return append(list, main)
		}
		if s.Apart(s.Run.Last()) {
			list = append(list, p.printed(s))
		}
		if v := s.Run.At(scene.RealisedMax, s.Run.Last()); !math.IsNaN(v) && !math.IsInf(v, 0) {
			list = append(list, s.Run.Series(scene.RealisedMax, "realised", chart.Reference))
		}
	}
	return append(list, main)
}

// alone reports whether the totals of the run stand without the printed and realised ones: beside
// other runs, whose are not there either, and among few words.
func (p *Chart) alone(s *scene.Scene) bool { return s.Big || s.Comparing() }

// printedName is what the printed total of iteration t is called.
func printedName(s *scene.Scene, t int) string {
	if delta := s.Run.At(scene.Delta, t); delta > s.Run.At(scene.TightDelta, t) { // it is true at no less
		return "printed δ " + numeral.AtMost(delta, 3)
	}
	return "printed"
}

// printed is the curve of the printed total with its last value, up to where it leaves the
// axis: the headlines' curves decide how far that goes.
func (p *Chart) printed(s *scene.Scene) chart.Series {
	last := s.Run.Last()
	c := s.Run.Series(scene.Epsilon, printedName(s, last), chart.Third)
	c.End = s.EndReading(s.Run)
	high := p.span(s).High
	if out := sort.Search(len(c.Values), func(i int) bool { return c.Values[i] > high }); !p.logarithmic(s) && out < len(c.Values) {
		c.Values, c.NewestAt, c.End = c.Values[:out+1], 0, cmp.Or(c.End, scene.Bound(s.Run.At(scene.Epsilon, last)))
	}
	return c
}

// sideBySide are the curves of all runs side by side, over list.
func (p *Chart) sideBySide(s *scene.Scene, list []chart.Series) []chart.Series {
	q, called := scene.Measured[s.Measure(p.which)], s.Called()
	for i, beside := range s.Companions {
		c := beside.Run.Series(q, called[i+1], scene.SideRoles[i+1])
		if p.which == scene.PrivacyChart {
			c.End = s.EndReading(beside.Run)
			if !s.Compares(beside.Run) { // its name says what it goes with, if there is room
				c.Brief = scene.OtherEpsilon
			}
		}
		list = append(list, c)
	}
	main := s.Run.Series(q, called[0], chart.Main)
	if p.which == scene.PrivacyChart {
		main.End = s.EndReading(s.Run)
	}
	return append(list, main)
}

// band is the band of repeats, if there is one.
func (p *Chart) band(s *scene.Scene) (chart.Series, bool) {
	b := s.Band.Series[s.Measure(p.which)]
	return b, len(b.Values) > 0
}

// columns are those of what charts show, which conditions name.
var columns = [scene.Measures]*rows.Column{scene.LossChart: rows.TrainLoss, scene.ErrorChart: rows.TestError, scene.PrivacyChart: rows.Tight, scene.LossTimesC: rows.TrainLossC}

// limits are the lines of a knob in a run of c that has made so many iterations, as it was in
// each; label is that of the one in force. of is NaN where a value of the knob has no line
// in this chart.
func limits(c config.Config, made int, k *config.Knob, label func(float64) string, of func(value string) float64) (list []chart.Level) {
	before := 0
	for _, one := range slices.Backward(c.Stretches(k, made+1)) {
		if l := (chart.Level{Value: of(one.Value), From: one.From, Before: before}); !math.IsNaN(l.Value) {
			if before == 0 {
				l.Label = label(l.Value)
			}
			list = append(list, l)
		}
		before = one.From
	}
	return list
}

// Limits are where a run of c that has made so many iterations is to stop, and the wall of the
// privacy chart, if there is one.
func (p *Chart) Limits(s *scene.Scene, c config.Config, made int) []chart.Level {
	list := limits(c, made, config.StopWhenKnob, func(v float64) string { return "until " + numeral.Short(v) }, func(value string) float64 {
		until, err := rows.ParseCondition(value)
		if err != nil || until.Column != columns[s.Measure(p.which)] {
			return math.NaN()
		}
		return until.Column.Shown(until.Than)
	})
	if p.which != scene.PrivacyChart {
		return list
	}
	return append(list, limits(c, made, config.BudgetKnob, numeral.Budget, func(value string) float64 {
		if budget, err := strconv.ParseFloat(value, 64); err == nil && budget > 0 {
			return budget
		}
		return math.NaN()
	})...)
}

// Levels are the limits of the run at the keys, and what it is measured against in the charts of
// loss and error.
func (p *Chart) Levels(s *scene.Scene) []chart.Level {
	c := s.State.Replay
	if c.Method == "" { // nothing has been heard
		c = s.InForce()
	}
	list := p.Limits(s, c, s.Run.Last())
	if p.which != scene.PrivacyChart {
		for _, l := range s.Against() {
			value := p.level(s, l)
			list = append(list, chart.Level{Value: value, Label: l.Named(numeral.Short(value)), Quiet: true})
		}
	}
	return list
}

// past is the run before while it can be held against the one at the keys: loss and error
// on other data cannot, nor a total of other neighbours or another δ.
func (p *Chart) past(s *scene.Scene) *scene.History {
	past := s.Past()
	switch {
	case past == nil:
	case p.which == scene.PrivacyChart && !s.Compares(past), p.which != scene.PrivacyChart && s.DataWords(past) == scene.OtherData,
		p.which == scene.LossChart && s.OtherLoss(past):
		return nil
	}
	return past
}

// Sight are the runs in sight, the one at the keys first.
func (p *Chart) Sight(s *scene.Scene) []*scene.History {
	list := s.Histories()
	if past := p.past(s); past != nil {
		list = append(list, past)
	}
	return list
}

// Options are the axes; the horizontal one is shared by all charts.
func (p *Chart) Options(s *scene.Scene, width, height int) chart.Options {
	o := chart.Options{
		Width: width, Height: height, First: 1, Last: s.LastIteration(), Names: p.names(s),
		ASCII: s.ASCII, Thick: s.Big, Log: p.logarithmic(s), Cursor: chart.NoCursor, Bounds: p.which == scene.PrivacyChart,
	}
	if s.Cursor > 0 {
		o.Cursor = s.Cursor
	}
	switch p.which {
	case scene.PrivacyChart:
		o.Without = "nothing is promised"
	case scene.ErrorChart:
		o.Most = scene.MostError
	}
	if o.Log {
		o.Range = p.deep(s)
		return o
	}
	o.Range = p.span(s)
	return o
}

// span is a linear axis: that of the run, with what is drawn of others and lies no further than
// leaves it some height.
func (p *Chart) span(s *scene.Scene) chart.Range {
	which := s.Measure(p.which)
	all := s.Run.Ranges[which]
	if p.which == scene.PrivacyChart && !p.alone(s) {
		all = s.Run.Whole
	}
	near := func(high float64) bool { return all.High == 0 || high <= scene.FarCurve*all.High }
	for _, h := range p.Sight(s)[1:] {
		if r := h.Ranges[which]; r != (chart.Range{}) && near(r.High) {
			all = all.Grow(r.Low, r.High)
		}
	}
	if band, ok := p.band(s); ok {
		low, _ := chart.Extent(chart.Series{Values: band.Low})
		if _, high := chart.Extent(chart.Series{Values: band.High}); near(high) {
			all = all.Grow(low, high)
		}
	}
	return p.reach(s, all)
}

// names is how many columns the names of runs side by side take at the right of a chart.
func (p *Chart) names(s *scene.Scene) int {
	if !s.Comparing() {
		return 0
	}
	const stroke, value, most = 2, 6, 20
	longest := 0
	for _, name := range s.Called() {
		longest = max(longest, grid.Cells(name))
	}
	return min(stroke+longest+1+value, most)
}

// tooFar is by which factor values differ that no linear axis shows together: losses and
// errors in one chart, and the totals at which runs end.
var tooFar = [...]float64{scene.LossChart: 10, scene.ErrorChart: 20, scene.PrivacyChart: 10}

// reaches is what the runs in sight reach: all their values, or where their totals end, for
// a total grows from nothing.
func (p *Chart) reaches(s *scene.Scene) (all scene.Extent) {
	for _, h := range p.Sight(s) {
		e := h.Extents[s.Measure(p.which)]
		switch {
		case h.Last() == 0:
		case p.which != scene.PrivacyChart:
			all = all.With(e)
		case e.Most > 0:
			all = all.With(scene.Extent{Least: e.Most, Most: e.Most, Any: true})
		}
	}
	return all
}

// logarithmic reports whether the axis is logarithmic, by itself or because it was chosen.
func (p *Chart) logarithmic(s *scene.Scene) bool {
	return p.axis.Log(p.reaches(s).Times(), tooFar[p.which])
}

// deep is a logarithmic axis over all runs in sight, with the levels that lie near; so many
// decades at most that a run that left every bound leaves the others some room.
func (p *Chart) deep(s *scene.Scene) chart.Range {
	const deepest, near = 1e9, 3
	var all scene.Extent
	for _, h := range p.Sight(s) {
		if h.Last() > 0 {
			all = all.With(h.Extents[s.Measure(p.which)])
		}
	}
	if !(all.Least > 0) {
		return chart.Range{} // of what can be drawn
	}
	least, most := all.Least, math.Min(all.Most, deepest*all.Least)
	r := chart.Range{Low: least, High: most}
	if p.which != scene.PrivacyChart {
		for _, l := range s.Against() {
			if v := p.level(s, l); l.Name != level.CuratorName && l.Name != level.GradientName && v >= least/near && v <= most*near {
				r.Low, r.High = math.Min(r.Low, v), math.Max(r.High, v)
			}
		}
	}
	return r
}

// level is the value of a level in this chart.
func (p *Chart) level(s *scene.Scene, l level.Level) float64 {
	if p.which == scene.ErrorChart {
		return 100 * l.TestError
	}
	return s.LevelLoss(l)
}

// reach is the axis with the levels that lie near it, so that it grows by half at most.
// Those that move with the run leave it alone.
func (p *Chart) reach(s *scene.Scene, r chart.Range) chart.Range {
	switch {
	case p.which == scene.PrivacyChart:
		return r
	case !(r.High > r.Low): // of one value, which no level is near
		return scene.Limited(s.Measure(p.which), r)
	}
	least, most := r.High-1.5*(r.High-r.Low), r.Low+1.5*(r.High-r.Low)
	for _, l := range s.Against() {
		v := p.level(s, l)
		if l.Name != level.CuratorName && l.Name != level.GradientName && v >= least && v <= most {
			r.Low, r.High = math.Min(r.Low, v), math.Max(r.High, v)
		}
	}
	return scene.Limited(s.Measure(p.which), r)
}
