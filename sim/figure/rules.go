package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Together are the rules of several runs in one chart, each once: as it is where all runs have
// it, else with the names of those that have it before its own.
func Together(runs [][]Rule, name func(run int) string) (list []Rule) {
	var whose [][]string
	for i, rules := range runs {
		for _, r := range rules {
			k := slices.Index(list, r)
			if k < 0 {
				k, list, whose = len(list), append(list, r), append(whose, nil)
			}
			whose[k] = append(whose[k], name(i))
		}
	}
	for k, names := range whose {
		if len(names) < len(runs) && list[k].Label != "" {
			list[k].Label = strings.Join(names, ", ") + ": " + list[k].Label
		}
	}
	return list
}

// reach is the range of the values with the rules that lie near it: no farther than half
// of it or a tenth of the highest value, on a logarithmic axis no farther than threefold.
func (c Chart) reach(low, high float64) (float64, float64) {
	near := math.Max(high-low, math.Abs(high)/5) / 2
	least, most := low-near, high+near
	if c.Log {
		least, most = low/3, high*3
	}
	for _, r := range c.Rules {
		if c.shows(r.Value) && r.Value >= least && r.Value <= most {
			low, high = math.Min(low, r.Value), math.Max(high, r.Value)
		}
	}
	return low, high
}

// rules draws the horizontal lines, and returns what is to be written on them, from below, and of
// those beyond the axis at its end, with an arrow.
func (c Chart) rules(p *plot.Plot) (names []name) {
	list := slices.Clone(c.Rules)
	slices.SortStableFunc(list, func(a, b Rule) int { return cmp.Compare(a.Value, b.Value) })
	for _, r := range list {
		from, to := p.X.Min, p.X.Max
		if r.From != 0 {
			from = math.Min(math.Max(from, float64(r.From)), to)
		}
		if r.Before != 0 {
			to = math.Max(math.Min(to, float64(r.Before)), from)
		}
		n := name{at: plotter.XY{X: p.X.Max, Y: r.Value}, words: r.Label, on: r.Limit}
		if r.Limit {
			n.at.X = from
		}
		switch {
		case math.IsNaN(r.Value):
			continue
		case r.Value < p.Y.Min:
			n.at.Y, n.words, n.inwards = p.Y.Min, "↓ "+r.Label, 1
		case r.Value > p.Y.Max:
			n.at.Y, n.words, n.inwards = p.Y.Max, "↑ "+r.Label, -1
		default:
			style := draw.LineStyle{Color: color.Gray{90}, Width: vg.Points(0.8), Dashes: dots}
			if r.Limit {
				style = draw.LineStyle{Color: color.Gray{40}, Width: vg.Points(1)}
			}
			addKeepingAxes(p, &plotter.Line{XYs: plotter.XYs{{X: from, Y: r.Value}, {X: to, Y: r.Value}}, LineStyle: style})
		}
		if r.Label != "" {
			names = append(names, n)
		}
	}
	return names
}
