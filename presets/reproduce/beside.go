package reproduce

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"admmlab/presets"
	"admmlab/sim/baseline"
	"admmlab/sim/figure"
	"admmlab/sim/rows"
	"admmlab/sim/tradeoff"
)

// baseline is a reference beside the runs: one point for each value varied, one
// for each epoch, or a level.
func (r *runs) baseline(ctx context.Context, p presets.Panel, c presets.Curve, points []presets.Point) (Curve, error) {
	out := Curve{Label: c.Label, Kind: "baseline", Runs: 1}
	for _, point := range points {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		name := c.Baseline + "\n" + key(point.Config)
		scores, known := r.references[name] // panels show the same one in other columns
		if !known {
			err := r.host.Keep(ctx, point.Config.Data, r.options.Loading)
			if err == nil {
				scores, err = r.host.Reference(ctx, point.Config, c.Baseline, r.options.Loading)
			}
			if err != nil {
				return out, err
			}
			r.references[name] = scores
		}
		if p.X != "" {
			scores = scores[len(scores)-1:]
		}
		for k, s := range scores {
			v, err := measure(s, p.Y)
			if err != nil {
				return out, err
			}
			x := point.At
			if p.X == "" {
				x = float64(k + 1)
			}
			out.X, out.Y = append(out.X, x), append(out.Y, v)
		}
	}
	out.level = len(out.X) == 1
	return out, nil
}

func measure(s baseline.Score, column string) (float64, error) {
	switch column {
	case rows.TrainLoss.Name:
		return s.TrainLoss, nil
	case rows.TrainLossC.Name:
		if s.TrainLossC == 0 {
			return 0, fmt.Errorf("no %s by columns, where nobody has a C; expected %s", column, rows.TrainLoss.Name)
		}
		return s.TrainLossC, nil
	case rows.TestLoss.Name:
		return s.TestLoss, nil
	case rows.TestError.Name:
		return s.TestError, nil
	}
	return 0, fmt.Errorf("a baseline has no %s, expected %s, %s, %s or %s", column, rows.TrainLoss.Name, rows.TrainLossC.Name, rows.TestLoss.Name, rows.TestError.Name)
}

// formula is what TIFS 2017, V-C sets beside the measured losses of a panel's first
// curve, over its α:
//
//	L_acc(α) = c4 e^(−c5 α) + c6       c6 = min_t C̄(t) for DVP,
//	                                   (1/81) Σ_{t=20}^{100} C̄(t) for PVP
//	U_priv(α) = ω1 ln(ω2/(ω3 α + ω4 α²))                              (28)
//
// The paper does not say at which α it takes c6: here the least is over all of
// them, and the late mean that of the largest, where e^(−c5 α) has vanished. Of a draw that
// ends before t = 100 it is of the rows from 20 on that there are, or of its last. Where there
// are no rows there is no c6, and the formula has no value.
func (r *runs) formula(p presets.Panel, c presets.Curve, repeats int, before []Curve) (Curve, error) {
	first := p.Curves[0]
	points, err := first.Sessions(r.options.More)
	if err != nil {
		return Curve{}, err
	}
	if len(before) == 0 || first.Vary == "" {
		return Curve{}, fmt.Errorf("a formula needs a curve before it that varies something")
	}
	value, err := r.law(c, p.Y, points, repeats)
	if err != nil {
		return Curve{}, err
	}
	out := Curve{Label: c.Label, Kind: "formula", Runs: 1}
	out.X = figure.Fine(before[0].X, slices.Min(before[0].X) > 0)
	for _, x := range out.X {
		out.Y = append(out.Y, value(x))
	}
	return out, nil
}

// law is the formula of a curve, c6 filled in.
func (r *runs) law(c presets.Curve, column string, points []presets.Point, repeats int) (func(alpha float64) float64, error) {
	n := c.Numbers
	if c.Formula == "privacy utility" && len(n) == 4 {
		return tradeoff.Utility{Omega: [4]float64(n)}.At, nil
	}
	if len(n) != 2 {
		return nil, fmt.Errorf("formula %q with %d numbers, expected c4 and c5, or ω1 to ω4", c.Formula, len(n))
	}
	c6 := 0.0
	if c.Formula == "accuracy, late mean" {
		at := slices.MaxFunc(points, func(a, b presets.Point) int { return cmp.Compare(a.At, b.At) })
		drawn := r.of(at.Config, repeats)
		for i, rows := range drawn { // a condition may end each elsewhere
			from, to := max(1, min(20, len(rows))), max(1, min(100, len(rows)))
			if len(rows) > 0 && to < 100 {
				r.note(fmt.Sprintf("%s: its late mean is of a run that ends at t = %d, and of t = %d to %d there", c.Label, len(rows), from, to))
			}
			for t := from; t <= to; t++ {
				v, _, _ := spread(drawn[i:i+1], column, t-1)
				c6 += v / float64(to-from+1) / float64(len(drawn))
			}
		}
	} else {
		c6 = math.NaN() // where no draw has a row
		for _, point := range points {
			drawn := r.of(point.Config, repeats)
			for t := range point.Config.Limit() {
				if mean, _, _ := spread(drawn, column, t); mean < c6 || math.IsNaN(c6) {
					c6 = mean
				}
			}
		}
	}
	return tradeoff.Curve{C4: n[0], C5: n[1], C6: c6}.At, nil
}
