package baseline

import (
	"iter"
	"math"
	"math/rand/v2"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/noise"
)

// SGD is the gradient method over distributed features that the sharing paper
// compares with: Hu, Niu, Yang and Zhou, FDML, KDD 2019, with linear local models.
//
//	1  every party m starts at random x_m
//	2  for every batch b of samples:
//	3    party m pushes D_m^i x_m for the samples i of b
//	4    centre: s_i = sum_m D_m^i x_m, and back to all l'_i = Y_i L'(Y_i s_i)
//	5    party m: x_m <- x_m - step_t (1/|b| sum_{i in b} l'_i D_m^i + lambda/N x_m)
//	6    step_t = Step/sqrt(t), t counts batches
//
// for the objective (1/N) sum l_i + lambda/(2N) |x|^2, that of the sharing lab
// divided by N.
//
// Neither step, batch nor start stand in the sharing paper, which only says "random
// numbers": Step/sqrt(t) is the rate of FDML's theorem, the start is N(0, 0.01^2).
// FDML is asynchronous; here nobody is ever late. FDML's noise is left out, so that
// nothing is private: line 3 sends scores as they are, and l'_i of line 4 has the
// sign of the label turned round.
type SGD struct {
	Step  float64 // > 0
	Batch int     // samples a step, >= 1
	Seed  uint64  // of start and order
}

// start is the standard deviation of line 1.
const start = 0.01

// SGD is the score after each pass over the samples, without end. The pool is that of
// Columns.
func (p *Pool) SGD(o SGD) iter.Seq[Score] {
	return func(yield func(Score) bool) {
		rows := p.local.Rows()
		n, x, sum := rows.Len(), make([]float64, rows.Dim), make([]float64, rows.Dim)
		source := noise.New(o.Seed)
		source.Gaussian(x, noise.Descent, 0, 0, start)
		steps := 0
		for epoch := 1; ; epoch++ {
			stream := source.Stream(noise.Descent, 0, epoch)
			order := rand.New(&stream).Perm(n)
			for first := 0; first < n; first += o.Batch {
				batch := order[first:min(first+o.Batch, n)]
				steps++
				step := o.Step / math.Sqrt(float64(steps))
				slope(sum, p.local.Loss(), rows, batch, x)
				for j := range x {
					x[j] -= float64(step * (sum[j]/float64(len(batch)) + float64(p.r/float64(n)*x[j])))
				}
			}
			if !yield(p.Score(x)) {
				return
			}
		}
	}
}

// slope writes sum_{i in batch} l'_i D^i into sum: with the label multiplied into
// row r_i = Y_i D^i, l'_i D^i = L'(r_i.x) r_i; for the logistic loss L'(m) = -1/(1 + e^m).
func slope(sum []float64, loss models.Loss, rows data.Rows, batch []int, x []float64) {
	clear(sum)
	for _, i := range batch {
		pull := loss.Slope(rows.Dot(i, x))
		index, value := rows.Row(i)
		for k, j := range index {
			sum[j] += float64(pull * value[k])
		}
	}
}
