package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
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

const (
	ruleApart = 0.035 // of the height: what two names above each other take
	ruleWide  = 0.17  // of the width: what a name takes
)

// rules draws the horizontal lines and returns their names. Names that would lie over each other
// stand beside each other.
func (c Chart) rules(p *plot.Plot) (names []*plotter.Labels) {
	list := slices.Clone(c.Rules)
	slices.SortStableFunc(list, func(a, b Rule) int { return cmp.Compare(a.Value, b.Value) })
	last, beside := math.Inf(-1), 0
	limit, begins, after := math.Inf(-1), 0, 0
	for _, r := range list {
		if !c.shows(r.Value) || r.Value < p.Y.Min || r.Value > p.Y.Max {
			continue
		}
		style := draw.LineStyle{Color: color.Gray{90}, Width: vg.Points(0.8), Dashes: dots}
		if r.Limit {
			style = draw.LineStyle{Color: color.Gray{40}, Width: vg.Points(1)}
		}
		from, to := p.X.Min, p.X.Max
		if r.From != 0 {
			from = math.Min(math.Max(from, float64(r.From)), to)
		}
		if r.Before != 0 {
			to = math.Max(math.Min(to, float64(r.Before)), from)
		}
		addKeepingAxes(p, &plotter.Line{XYs: plotter.XYs{{X: from, Y: r.Value}, {X: to, Y: r.Value}}, LineStyle: style})
		if r.Limit {
			if r.Label == "" {
				continue
			}
			if after++; p.Y.Norm(r.Value)-limit >= ruleApart || r.From != begins {
				limit, begins, after = p.Y.Norm(r.Value), r.From, 0
			}
			from += ruleWide * float64(after) * (p.X.Max - p.X.Min)
			names = append(names, c.words(p, plotter.XY{X: from, Y: r.Value}, r.Label, text.XLeft))
			continue
		}
		y := p.Y.Norm(r.Value)
		if beside++; y-last >= ruleApart {
			last, beside = y, 0
		}
		x := p.X.Max - ruleWide*float64(beside)*(p.X.Max-p.X.Min)
		if c.LogX {
			x = p.X.Max * math.Pow(p.X.Min/p.X.Max, ruleWide*float64(beside))
		}
		names = append(names, c.words(p, plotter.XY{X: x, Y: r.Value}, r.Label, text.XRight))
	}
	return names
}
