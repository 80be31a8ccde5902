package sweep

import (
	"fmt"
	"io"
	"math"
	"strings"

	"admmlab/sim/admm"
	"admmlab/sim/figure"
	"admmlab/sim/numeral"
)

// The files of drawings.
const (
	lossFile      = "curve-loss.svg"
	errorFile     = "curve-error.svg"
	tradeoffFile  = "tradeoff.svg"
	heatLossFile  = "heat-loss.svg"
	heatErrorFile = "heat-error.svg"
)

// optimumFile is that of curve i, from 0.
func optimumFile(i int) string { return fmt.Sprintf("optimum-%d.svg", i+1) }

// pictured are the title and the files of the metrics that are drawn, by column.
var pictured = map[string]struct{ title, curve, heat string }{
	TrainLoss.Column: {"Loss", lossFile, heatLossFile},
	TestError.Column: {"Error", errorFile, heatErrorFile},
}

// drawings are the files of all that a sweep of p may draw, whatever comes out of it.
func (p Plan) drawings() []string {
	list := []string{tradeoffFile}
	for _, m := range []Metric{TrainLoss, TestError} {
		list = append(list, pictured[m.Column].curve)
		if _, two := p.Down(); two {
			list = append(list, pictured[m.Column].heat)
		}
	}
	if p.Across().Key == admm.AlphaKey {
		for i := range p.Curves() {
			list = append(list, optimumFile(i))
		}
	}
	return list
}

// picture is one drawing of a sweep, with the file it goes to.
type picture struct {
	title, file string
	draw        interface {
		Write(w io.Writer, format string) error
	}
}

// pictures are those the plan allows.
func (r Results) pictures() (list []picture) {
	for _, m := range r.Compared() {
		list = append(list, picture{pictured[m.Column].title + " over " + r.Plan.Across().Key, pictured[m.Column].curve, r.curves(m)})
	}
	if chart, some := r.tradeoff(); some {
		list = append(list, picture{"Error against bound", tradeoffFile, chart})
	}
	if _, two := r.Plan.Down(); two {
		for _, m := range r.Compared() {
			list = append(list, picture{pictured[m.Column].title + ", heat map", pictured[m.Column].heat, r.heat(m)})
		}
	}
	for i, c := range r.Plan.Curves() {
		if chart, ok := r.optimal(c); ok {
			list = append(list, picture{strings.TrimSuffix("Optimal alpha, "+c.Label, ", "), optimumFile(i), chart})
		}
	}
	return list
}

// curves is a metric over the axis across: medians, from quartile to quartile,
// and, where there is one curve only, from the least to the largest.
func (r Results) curves(m Metric) figure.Chart {
	axis, x := r.Plan.Across(), r.Plan.Places()
	curves, drawn, some := r.Plan.drawn()
	chart := figure.Chart{Title: m.Words + " over " + axis.Key + some, Across: axis.Key, Unit: m.Words, LogX: axis.Log()}
	if _, numbers := axis.Numbers(); !numbers {
		chart.Across = axis.title()
		if len(axis.Values) <= mostNamed {
			chart.Names = axis.names()
		}
	}
	for k, i := range drawn {
		all, middle := figure.Series{X: x, Style: figure.Curve(k)}, figure.Series{X: x, Style: figure.Curve(k), Label: r.Plan.legend(i)}
		for _, cell := range curves[i].Cells {
			s := m.Shown(r.Stats(cell, m))
			middle.Values, middle.Low, middle.High = append(middle.Values, s.Median), append(middle.Low, s.Q1), append(middle.High, s.Q3)
			all.Values, all.Low, all.High = append(all.Values, math.NaN()), append(all.Low, s.Min), append(all.High, s.Max)
		}
		if len(curves) == 1 {
			chart.Series = append(chart.Series, all.FromLeft())
		}
		chart.Series = append(chart.Series, middle.FromLeft())
	}
	chart.Log, chart.Most = wide(chart.Series), m.Most()
	return chart
}

// wide is Wide of the medians of all curves.
func wide(curves []figure.Series) bool {
	var medians []float64
	for _, s := range curves {
		medians = append(medians, s.Values...)
	}
	return Wide(medians)
}

// tradeoff is the error against what the noise proves; false where nothing is
// proved anywhere.
func (r Results) tradeoff() (figure.Chart, bool) {
	curves, drawn, many := r.Plan.drawn()
	chart := figure.Chart{Title: "Error against bound" + many, Across: EpsilonTight.Words + " " + r.Promised().Words(), Unit: TestError.Words, Most: TestError.Most(), LogX: true}
	some := false
	for k, i := range drawn {
		s := figure.Series{Style: figure.Curve(k), Label: r.Plan.legend(i)}
		for _, cell := range curves[i].Cells {
			bound, wrong := r.Stats(cell, EpsilonTight).Median, TestError.Shown(r.Stats(cell, TestError))
			if !(bound >= 0) || math.IsInf(bound, 1) {
				continue
			}
			chart.LogX = chart.LogX && bound > 0 // which has no place for 0
			s.X, s.Values = append(s.X, bound), append(s.Values, wrong.Median)
			s.Low, s.High = append(s.Low, wrong.Min), append(s.High, wrong.Max)
			some = true
		}
		if s.X != nil {
			chart.Series = append(chart.Series, s.FromLeft())
		}
	}
	chart.Log = wide(chart.Series)
	return chart, some
}

func (r Results) heat(m Metric) figure.Heat {
	across, h := r.Plan.Across(), figure.Heat{Values: r.Grid(m), Words: m.Text}
	down, _ := r.Plan.Down()
	h.Title, h.X, h.Y, h.Columns, h.Rows = m.Words, across.title(), down.title(), across.names(), down.names()
	return h
}

// drawn are the curves, and those of them that a picture has: as many as can be told apart, spread
// over all; words say how many these are where they are not all.
func (p Plan) drawn() (curves []Curve, some []int, words string) {
	curves = p.Curves()
	n := min(len(curves), figure.Different)
	for k := range n {
		some = append(some, k*(len(curves)-1)/max(n-1, 1))
	}
	if n < len(curves) {
		words = fmt.Sprintf(", %d of %d curves", n, len(curves))
	}
	return curves, some, words
}

// legend is the name of curve i in a picture; "" where it is the only one.
func (p Plan) legend(i int) string {
	if down, two := p.Down(); two {
		return down.named(i)
	}
	return ""
}

// optimal draws loss, fit, utility of privacy and what (28) minimises, as far as there are losses;
// false where nothing can be fitted.
func (r Results) optimal(c Curve) (figure.Chart, bool) {
	o, err := r.Optimum(c)
	if err != nil {
		return figure.Chart{}, false
	}
	x := r.Plan.Places()
	runs := figure.Series{Label: "loss, medians", X: x, Style: figure.Curve(0)}
	for _, cell := range c.Cells {
		s := r.Stats(cell, r.Plan.Loss)
		runs.Values, runs.Low, runs.High = append(runs.Values, s.Median), append(runs.Low, s.Min), append(runs.High, s.Max)
	}
	fit, net := figure.Series{Label: "L_acc, fitted", Style: figure.Main}, figure.Series{Label: "J = L_acc - U_priv", Style: figure.Second}
	for _, a := range figure.Fine(o.Fitted, r.Plan.Across().Log()) {
		fit.X, fit.Values = append(fit.X, a), append(fit.Values, o.Curve.At(a))
		net.X, net.Values = append(net.X, a), append(net.Values, o.J(a))
	}
	chart := figure.Chart{Title: strings.TrimSuffix("Optimal alpha, "+c.Label, ", "), Across: admm.AlphaKey, Unit: r.Plan.Loss.Words, LogX: r.Plan.Across().Log(), Series: []figure.Series{runs.FromLeft(), fit, net}}
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range []figure.Series{fit, net} {
		for _, v := range s.Values {
			low, high = math.Min(low, v), math.Max(high, v)
		}
	}
	for _, at := range []struct {
		x     float64
		label string
		style figure.Style
	}{{o.Stationary, "stationary minimum", figure.Level(1)}, {o.Alpha, "minimum under the constraints", figure.Level(0)}} {
		if !math.IsNaN(at.x) {
			chart.Series = append(chart.Series, figure.Series{Label: at.label + ", " + numeral.Exact(at.x, 4), X: []float64{at.x, at.x}, Values: []float64{low, high}, Style: at.style})
		}
	}
	return chart, true
}

// Wide reports whether medians differ so much that only a logarithmic axis shows all; never where
// one has no place on that.
func Wide(medians []float64) bool {
	low, high := math.Inf(1), 0.0
	for _, v := range medians {
		if v <= 0 {
			return false
		}
		if !math.IsNaN(v) && !math.IsInf(v, 1) {
			low, high = math.Min(low, v), math.Max(high, v)
		}
	}
	return high >= 100*low
}
