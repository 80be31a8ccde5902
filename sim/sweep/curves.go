package sweep

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"admmlab/sim/admm"
	"admmlab/sim/tradeoff"
)

// Curve is a row of cells along the axis that runs across.
type Curve struct {
	Label string // the other axis' value, "" without one
	Cells []Cell
}

// Across is the axis that runs across: alpha, or else the one with the most
// values, numbers before names.
func (p Plan) Across() Axis { return p.Axes[p.across()] }

func (p Plan) across() int {
	best, weight := 0, -1
	for i, a := range p.Axes {
		w := len(a.Values)
		if _, numbers := a.Numbers(); numbers {
			w += mostPoints
		}
		if a.Key == admm.AlphaKey {
			w += 2 * mostPoints
		}
		if w > weight {
			best, weight = i, w
		}
	}
	return best
}

// Down is the other axis; false without one.
func (p Plan) Down() (Axis, bool) {
	if len(p.Axes) < 2 {
		return Axis{}, false
	}
	return p.Axes[1-p.across()], true
}

// Places are where the values of the axis across stand: the numbers themselves,
// or 1, 2, 3... for names.
func (p Plan) Places() []float64 {
	axis := p.Across()
	if x, ok := axis.Numbers(); ok {
		return x
	}
	x := make([]float64, len(axis.Values))
	for i := range x {
		x[i] = float64(i + 1)
	}
	return x
}

// Curves are the cells by the axis down.
func (p Plan) Curves() []Curve {
	across := len(p.Across().Values)
	down, two := p.Down()
	if !two {
		return []Curve{{Cells: p.Cells}}
	}
	list, first := make([]Curve, len(down.Values)), p.across() == 0
	for i, value := range down.Values {
		list[i].Label = down.Key + " = " + value
		for j := range across {
			at := i*across + j
			if first {
				at = j*len(down.Values) + i
			}
			list[i].Cells = append(list[i].Cells, p.Cells[at])
		}
	}
	return list
}

// Grid are the medians of a metric as people read them, a row for each curve.
func (r Results) Grid(m Metric) [][]float64 {
	var rows [][]float64
	for _, c := range r.Plan.Curves() {
		var row []float64
		for _, cell := range c.Cells {
			row = append(row, m.Shown(r.Stats(cell, m)).Median)
		}
		rows = append(rows, row)
	}
	return rows
}

// Fit is the optimal alpha of a curve and what it is fitted to.
type Fit struct {
	tradeoff.Optimum
	Fitted []float64 // the alpha of every run whose loss it takes
	Off    float64   // what the losses are off the fit, as the root mean square
}

// fit is what Optimum came to.
type fit struct {
	Fit
	err error
}

// fitAll fits every curve over alpha once: there may be thousands. Those that are left when
// ctx ends are not.
func (r *Results) fitAll(ctx context.Context) {
	fits := map[string]fit{}
	for _, c := range r.Plan.Curves() {
		var f fit
		if f.err = ctx.Err(); f.err != nil {
			f.err = errors.New("not sought, as the sweep was interrupted; the same command goes on")
		} else {
			f.Fit, f.err = r.Optimum(c)
		}
		fits[c.Label] = f
	}
	r.fits = fits
}

// Optimum fits c4, c5 and c6 to the training losses of a curve over alpha, those that the
// plan weighs, and solves problem (28) of TIFS 2017. alpha_U is the largest alpha that the fit has
// a loss of unless the plan says otherwise: beyond it nothing is known.
func (r Results) Optimum(c Curve) (Fit, error) {
	if f, done := r.fits[c.Label]; done {
		return f.Fit, f.err
	}
	if r.Plan.Across().Key != admm.AlphaKey {
		return Fit{}, errors.New("the optimal alpha needs a sweep over alpha")
	}
	if _, numbers := r.Plan.Across().Numbers(); !numbers {
		return Fit{}, errors.New("the optimal alpha is one of all nodes, and this sweep has values of alpha that are a list, one for each")
	}
	var f Fit
	var loss []float64
	places := r.Plan.Places()
	for i, cell := range c.Cells {
		for k := range cell.runs {
			if run, ok := r.At(cell, k); ok && run.End != Diverged {
				v := r.Plan.Loss.Of(run)
				if run.End == Budget && run.Iteration == 0 { // it allowed none
					continue
				}
				if math.IsNaN(v) {
					return Fit{}, fmt.Errorf("a run has no %s: parties have no C, and folders of earlier versions do not hold it; expected loss = %q, or another folder", r.Plan.Loss.Column, TrainLoss.Column)
				}
				f.Fitted, loss = append(f.Fitted, places[i]), append(loss, v)
			}
		}
	}
	curve, off, err := tradeoff.Fit(f.Fitted, loss)
	if err != nil {
		return Fit{}, err
	}
	u := r.Plan.Optimum
	if u.MostAlpha == 0 {
		u.MostAlpha = slices.Max(f.Fitted)
	}
	f.Optimum, f.Off = tradeoff.Solve(curve, u), off
	return f, nil
}
