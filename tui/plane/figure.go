package plane

import (
	"slices"

	"admmlab/sim/figure"
	"admmlab/tui/scene"
)

// Figure is the plane for paper, without title and words at its axes. What has no bound is
// a level there, named so.
func (p *Plane) Figure(s *scene.Scene) figure.Chart {
	v := p.view(s)
	f := figure.Chart{Log: v.log, LogX: v.axis.Log}
	if !v.log {
		r := p.upright(s, v, p.levels(s))
		f.Low, f.High = r.Low, r.High
	}
	for i, r := range v.runs {
		style := figure.Ghost
		if side := slices.Index(scene.SideRoles[:], r.role); side >= 0 && s.Comparing() {
			style = figure.Side(side)
		} else if i == 0 {
			style = figure.Main
		}
		curve := figure.Series{Label: r.called(s), Style: style}
		for t := 1; t <= r.h.Last(); t++ {
			if r.h.Kept(t) != t {
				continue
			}
			if e, ok := r.promised(t); ok {
				curve.X, curve.Values = append(curve.X, e), append(curve.Values, r.h.At(p.quantity(s), t))
			}
		}
		if len(curve.X) > 0 {
			f.Series = append(f.Series, curve)
		}
		if _, ok := r.promised(r.h.Last()); !ok && r.h.Last() > 0 {
			f.Rules = append(f.Rules, figure.Rule{Value: r.h.At(p.quantity(s), r.h.Last()), Label: r.name + ", " + r.unbound(), Run: true})
		}
	}
	if c, ok := p.curator(s, v.axis); ok {
		curve := figure.Series{Label: "trusted curator", Style: figure.Third}
		for i, value := range c.Values {
			curve.X, curve.Values = append(curve.X, v.axis.Number(float64(i*c.Every))), append(curve.Values, value)
		}
		f.Series = append(f.Series, curve)
	}
	for _, l := range p.levels(s) {
		f.Rules = append(f.Rules, figure.Rule{Value: l.Value, Label: l.Label})
	}
	return f
}
