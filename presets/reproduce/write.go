package reproduce

import (
	"io"
	"math"
	"slices"
	"strings"

	"admmlab/sim/config"
	"admmlab/sim/figure"
	"admmlab/sim/numeral"
	"admmlab/sim/report"
	"admmlab/sim/rows"
)

// Formats are what Write can write.
var Formats = append(slices.Clone(figure.Formats), "csv")

// Write writes the figure as a drawing, or as CSV the numbers behind it.
func (r Result) Write(w io.Writer, format string) error {
	if format == "csv" {
		return r.numbers(w)
	}
	return r.sheet().Write(w, format)
}

func (r Result) sheet() figure.Sheet {
	s := figure.Sheet{Title: r.Figure.Title + r.with, Columns: r.Figure.Columns}
	style := map[string]figure.Style{} // one label, one style in all panels
	for _, p := range r.Panels {
		y, _ := rows.Find(p.Y) // a figure that names another is refused when it is read
		x, across := rows.Find(p.X)
		by := 1.0
		if across {
			by = x.Shown(1)
		}
		c := figure.Chart{Title: p.Title, Unit: p.words(y), Across: p.axis(), Log: strings.Contains(p.Log, "y"), LogX: strings.Contains(p.Log, "x")}
		p.styles(style)
		for _, line := range p.Curves {
			c.Series = append(c.Series, figure.Series{
				Label: line.Label, X: times(line.X, by), Values: times(line.Y, y.Shown(1)),
				Low: times(line.Low, y.Shown(1)), High: times(line.High, y.Shown(1)), Style: style[line.Label],
			})
		}
		s.Panels = append(s.Panels, c)
	}
	return s
}

// styles gives every label without a style the first that is free in this panel.
func (p Panel) styles(style map[string]figure.Style) {
	taken := map[figure.Style]bool{}
	for _, line := range p.Curves {
		if s, known := style[line.Label]; known {
			taken[s] = true
		}
	}
	for _, line := range p.Curves {
		if _, known := style[line.Label]; known {
			continue
		}
		kind := figure.Curve
		if line.level && line.Kind != "run" || line.Kind == "formula" {
			kind = figure.Level
		}
		k := 0
		for taken[kind(k)] && k < len(p.Curves) {
			k++
		}
		style[line.Label] = kind(k)
		taken[kind(k)] = true
	}
}

// axis is what stands at the horizontal axis.
func (p Panel) axis() string {
	if x, column := rows.Find(p.X); column {
		return p.words(x)
	}
	if k, ok := config.KnobOf(config.Default(), p.X); ok {
		return k.Symbol
	}
	return ""
}

// words are what is at the axis of a column: of a printed total with the δ that goes with it,
// if there is one.
func (p Panel) words(c *rows.Column) string {
	delta := 0.0
	for _, line := range p.Curves {
		delta = max(delta, line.delta)
	}
	if c != rows.EpsilonTotal || delta == 0 {
		return c.Words
	}
	return c.Words + " at δ ≤ " + numeral.AtMost(delta, 3)
}

func times(values []float64, by float64) []float64 {
	var out []float64
	for _, v := range values {
		out = append(out, v*by)
	}
	return out
}

// numbers writes one line a point: which panel and curve, what kind it is and of
// how many runs, then the point with its range. What is not there is empty.
func (r Result) numbers(w io.Writer) error {
	out, err := report.NewTable(w, "csv", []string{"panel", "curve", "kind", "runs", "x_is", "x", "y_is", "y", "low", "high"})
	if err != nil {
		return err
	}
	for _, p := range r.Panels {
		title, across := p.Title+r.with, p.X
		for _, column := range []string{p.X, p.Y} {
			if c, ok := rows.Find(column); ok && p.words(c) != c.Words {
				title += ", " + p.words(c)
			}
		}
		if across == "" {
			across = "iteration"
		}
		for _, c := range p.Curves {
			for k := range c.X {
				low, high := math.NaN(), math.NaN()
				if c.Low != nil {
					low, high = c.Low[k], c.High[k]
				}
				if err := out.Write(title, c.Label, c.Kind, c.Runs, across, c.X[k], p.Y, c.Y[k], low, high); err != nil {
					return err
				}
			}
		}
	}
	return out.Flush()
}
