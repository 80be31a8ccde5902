package panel

import (
	"math"

	"admmlab/sim"
	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/tui/chart"
	"admmlab/tui/scene"
)

// Series are the curves.
func (p *Chart) Series(s *scene.Scene) []chart.Series {
	q := [...]scene.Quantity{scene.TrainLoss, scene.TestError, scene.Epsilon}[p.which]
	var list []chart.Series
	if past := s.Past(); past != nil {
		label := "previous"
		if past.Label != s.Run.Label {
			label = past.Label
		}
		list = append(list, past.Series(q, label, chart.Ghost))
	}
	if band, ok := p.band(s); ok && !(p.which == scene.PrivacyChart && s.Comparing()) {
		list = append(list, band)
	}
	main := s.Run.Series(q, "", chart.Main)
	if s.Comparing() {
		return p.sideBySide(s, list)
	}
	if p.which == scene.PrivacyChart {
		main.Label = "ε"
		if s.Apart(s.Run.Last()) {
			list = append(list, s.Run.Series(scene.Tight, "tight", chart.Second))
		}
		if v := s.Run.At(scene.RealisedMax, s.Run.Last()); !math.IsNaN(v) && !math.IsInf(v, 0) {
			list = append(list, s.Run.Series(scene.RealisedMax, "realised", chart.Reference))
		}
	}
	return append(list, main)
}

// sideBySide are the curves of all runs side by side, over list. Their privacy is
// the smallest valid total: printed ones promise different things.
func (p *Chart) sideBySide(s *scene.Scene, list []chart.Series) []chart.Series {
	q := [...]scene.Quantity{scene.TrainLoss, scene.TestError, scene.Tight}[p.which]
	if past := s.Past(); past != nil && p.which == scene.PrivacyChart {
		list[0] = past.Series(scene.Tight, list[0].Label, chart.Ghost) // it comes first
	}
	called := config.Names(s.Configs())
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
	if s.Comparing() && p.which == scene.PrivacyChart {
		o.Range = provedRange(s)
	} else if !o.Log {
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

// provedRange is the axis of the smallest valid totals, p.which never fall.
func provedRange(s *scene.Scene) chart.Range {
	r := chart.Range{}.Grow(0, s.Run.At(scene.Tight, s.Run.Last()))
	others := s.Histories()[1:]
	if past := s.Past(); past != nil {
		others = append(others, past)
	}
	for _, h := range others {
		if e := h.At(scene.Tight, h.Last()); e <= scene.FarCurve*r.High || r.High == 0 {
			r = r.Grow(0, e)
		}
	}
	if r.High == 0 {
		r.High = 1
	}
	return r
}
