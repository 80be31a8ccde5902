package plane

import (
	"slices"

	"admmlab/sim/figure"
	"admmlab/tui/chart"
	"admmlab/tui/scene"
)

// Figure is the plane for paper, without title and words at its axes. What has no bound is
// a level there, named so. Runs side by side have their letters before their names.
func (p *Plane) Figure(s *scene.Scene, letter func(run int) string) figure.Chart {
	v := p.view(s)
	f := figure.Chart{Log: v.log, LogX: v.axis.Log}
	if !p.Loss {
		f.Most = scene.MostError
	}
	if !v.log {
		r := p.upright(s, v, p.levels(s))
		f.Low, f.High = r.Low, r.High
	}
	w := newWalk(v.axis, chart.Finest)
	kept := len(s.Histories())
	for i, r := range v.runs {
		style, name := figure.Ghost, r.called(s)
		if side := slices.Index(scene.SideRoles[:], r.role); side >= 0 && s.Comparing() {
			style, name = figure.Side(side), letter(side)+": "+name
		} else if i == 0 {
			style = figure.Main
		} else if r.role == chart.Trail { // their names stand in the legend alone
			style, kept = figure.Curve(kept), kept+1
		}
		var pieces []figure.Series // as on the screen
		var at spot
		for t := 1; t <= r.h.Last(); t++ {
			if r.h.Kept(t) != t {
				continue
			}
			e, ok := r.promised(t)
			if breaks := w.to(&at, e); !ok {
				continue
			} else if breaks || len(pieces) == 0 {
				pieces = append(pieces, figure.Series{Style: style})
			}
			last := &pieces[len(pieces)-1]
			last.X, last.Values = append(last.X, e), append(last.Values, r.h.At(p.quantity(s), t))
		}
		pieces, but := newest(pieces)
		if n := len(pieces); n > 0 {
			pieces[n-1].Label = name + but
			f.Series = append(f.Series, pieces...)
		}
		if e, ok := r.promised(r.h.Last()); r.h.Last() > 0 && (!ok || v.axis.Log && e <= 0) {
			why := r.unbound()
			if ok { // a logarithmic axis has no place for it
				why = "ε " + scene.Bound(e)
			}
			f.Rules = append(f.Rules, figure.Rule{Value: r.h.At(p.quantity(s), r.h.Last()), Label: name + ", " + why, Run: true})
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
