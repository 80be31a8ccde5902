package models

import "admmlab/models/data"

// Optimum is the pooled reference: the minimiser, from f = 0, of
//
//	weight * sum_i L(y_i x_i.f) + q/2 |f|^2
//
// over signed rows, for weight > 0 and q > 0, with how well it was found.
// For N nodes of B records each, the consensus optimum of sum_i O_i has
// weight C/B and q = N r over all rows together.
func Optimum(rows data.Rows, loss Loss, weight, q float64) ([]float64, Solution) {
	f := make([]float64, rows.Dim)
	out := newLocal(newForm(rows), loss).Minimise(f, Subproblem{
		Weight: weight, Curvature: q, Linear: make([]float64, rows.Dim),
	})
	return f, out
}
