package panel

import (
	"math"
	"sort"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/tui/chart"
	"admmlab/tui/scene"
)

// quantities are what the charts show of every run.
var quantities = [...]scene.Quantity{scene.LossChart: scene.TrainLoss, scene.ErrorChart: scene.TestError, scene.PrivacyChart: scene.Tight}

// Series are the curves. The privacy of every run is its smallest valid total; the printed
// one stands beside that of the run at the keys alone, for printed ones promise different
// things.
func (p *Chart) Series(s *scene.Scene) []chart.Series {
	q := quantities[p.which]
	var list []chart.Series
	if past := s.Past(); past != nil {
		label := "previous"
		if past.Label != s.Run.Label {
			label = past.Label
		}
		list = append(list, past.Series(q, label, chart.Ghost))
	}
	if band, ok := p.band(s); ok {
		list = append(list, band)
	}
	main := s.Run.Series(q, "", chart.Main)
	if s.Comparing() {
		return p.sideBySide(s, list)
	}
	if p.which == scene.PrivacyChart {
		main.Label = "ε"
		if s.Apart(s.Run.Last()) {
			list = append(list, p.printed(s))
		}
		if v := s.Run.At(scene.RealisedMax, s.Run.Last()); !math.IsNaN(v) && !math.IsInf(v, 0) {
			list = append(list, s.Run.Series(scene.RealisedMax, "realised", chart.Reference))
		}
	}
	return append(list, main)
}

// printed is the curve of the printed total with its last value, up to where it leaves the
// axis: the headline's curve decides how far that goes.
func (p *Chart) printed(s *scene.Scene) chart.Series {
	c := s.Run.Series(scene.Epsilon, "printed", chart.Third)
	high := s.Run.Ranges[p.which].High
	if out := sort.Search(len(c.Values), func(i int) bool { return c.Values[i] > high }); !p.log && out < len(c.Values) {
		c.Values, c.End = c.Values[:out+1], scene.Bound(s.Run.At(scene.Epsilon, s.Run.Last()))
	}
	return c
}

// sideBySide are the curves of all runs side by side, over list.
func (p *Chart) sideBySide(s *scene.Scene, list []chart.Series) []chart.Series {
	q, called := quantities[p.which], config.Names(s.Configs())
	for i, s := range s.Companions {
		list = append(list, s.Run.Series(q, called[i+1], scene.SideRoles[i+1]))
	}
	return append(list, s.Run.Series(q, called[0], chart.Main))
}

// band is the band of repeats, if there is one.
func (p *Chart) band(s *scene.Scene) (chart.Series, bool) {
	b := s.Band.Series[p.which]
	return b, len(b.Values) > 0
}

// Levels are the wall of the privacy chart, if there is one, and what the run is measured
// against in the others.
func (p *Chart) Levels(s *scene.Scene) (list []chart.Level) {
	if p.which != scene.PrivacyChart {
		for _, l := range s.Against() {
			value := p.level(l)
			words := numeral.Short(value)
			if l.About {
				words = "~" + words
			}
			list = append(list, chart.Level{Value: value, Label: l.Short + " " + words, Quiet: true})
		}
		return list
	}
	if budget := s.InForce().Budget; p.which == scene.PrivacyChart && budget > 0 {
		return []chart.Level{{Value: budget, Label: "budget " + numeral.Short(budget)}}
	}
	return nil
}

// Options are the axes; the horizontal one is shared by all charts.
func (p *Chart) Options(s *scene.Scene, width, height int) chart.Options {
	o := chart.Options{
		Width: width, Height: height, First: 1, Last: s.LastIteration(),
		ASCII: s.ASCII, Thick: s.Big, Log: p.log, Cursor: chart.NoCursor, Bounds: p.which == scene.PrivacyChart,
	}
	if !o.Log {
		o.Range = s.Run.Ranges[p.which]
		if past := s.Past(); past != nil {
			r := past.Ranges[p.which]
			switch {
			case s.Run.Last() == 0:
				o.Range = r
			case r.High <= scene.FarCurve*o.Range.High:
				o.Range = o.Range.Grow(r.Low, r.High)
			}
		}
		if band, ok := p.band(s); ok {
			low, _ := chart.Extent(chart.Series{Values: band.Low})
			if _, high := chart.Extent(chart.Series{Values: band.High}); high <= scene.FarCurve*o.Range.High {
				o.Range = o.Range.Grow(low, high)
			}
		}
		for _, s := range s.Companions {
			r := s.Run.Ranges[p.which]
			if s.Run.Last() > 0 && r.High <= scene.FarCurve*o.Range.High {
				o.Range = o.Range.Grow(r.Low, r.High)
			}
		}
	}
	if s.Cursor > 0 {
		o.Cursor = s.Cursor
	}
	if !o.Log {
		o.Range = p.reach(s, o.Range)
	}
	return o
}

// level is the value of a level in this chart.
func (p *Chart) level(l sim.Level) float64 {
	if p.which == scene.ErrorChart {
		return 100 * l.TestError
	}
	return l.TrainLoss
}

// reach is the axis with the levels that lie near it, so that it grows by half at most.
// Those that move with the run leave it alone.
func (p *Chart) reach(s *scene.Scene, r chart.Range) chart.Range {
	if p.which == scene.PrivacyChart || !(r.High > r.Low) {
		return r
	}
	least, most := r.High-1.5*(r.High-r.Low), r.Low+1.5*(r.High-r.Low)
	for _, l := range s.Against() {
		v := p.level(l)
		if l.Name != sim.CuratorName && l.Name != sim.GradientName && v >= least && v <= most {
			r.Low, r.High = math.Min(r.Low, v), math.Max(r.High, v)
		}
	}
	return r
}
