// Package baseline computes what the methods are measured against: the minimiser
// over everybody's data pooled, without noise and by a trusted curator with it, the
// class that most labels have, the models of parties that keep to themselves, and the
// gradient method over distributed features that the sharing paper compares with. A
// baseline is a level to read a curve by, never an offer to the parties. The package
// never starts a goroutine, reads a clock or opens a file.
package baseline

import (
	"slices"

	"admmlab/models"
	"admmlab/models/data"
)

// Score is how one reference model measures, by the same yardsticks as a row of a
// run.
type Score struct {
	TrainLoss    float64 // as the run's: mean over nodes; by columns mean loss + lambda/(2N) |x|^2
	TrainLossC   float64 // as the run's: mean over nodes of C times the loss; 0 by columns, where nobody has a C
	TestLoss     float64 // mean loss on the test rows
	TestError    float64 // share of test rows it gets wrong
	GradientNorm float64 // left by the minimiser; 0 where nothing is minimised
	Norm         float64 // |f| of the model; 0 of a mean of scores
}

// Rows is a problem dealt by rows: node i holds Records[i], labels multiplied in,
// and pays
//
//	O_i(f) = (C_i/B_i) sum_n L(y_n f.x_n) + R_i/2 |f|^2
type Rows struct {
	Records []data.Rows
	Loss    models.Loss
	C, R    []float64    // of each node
	Test    *models.Held // by the same Loss
}

// Local is every node on its own: it minimises its O_i and hears of nobody. The
// score is the mean of the nodes' scores; a mean of their models would already be
// an exchange. A node is a piece of each.
func (p Rows) Local(each models.Each) Score {
	var s Score
	n := float64(len(p.Records))
	for i, records := range p.Records {
		each(1, func(int) {
			f, found := models.Optimum(records, p.Loss, p.C[i]/float64(records.Len()), p.R[i])
			loss, wrong := p.Test.Measure(f)
			own := models.NewLocal(records).Under(p.Loss).MeanLoss(f) / n
			s.TrainLoss += own
			s.TrainLossC += float64(p.C[i] * own)
			s.TestLoss += loss / n
			s.TestError += wrong / n
			s.GradientNorm = max(s.GradientNorm, found.GradientNorm)
		})
	}
	return s
}

// Columns is a problem dealt by columns: party m holds Blocks[m] of every sample,
// and together they minimise
//
//	sum_i L(Y_i sum_m D_m^i x_m) + lambda/2 sum_m |x_m|^2
type Columns struct {
	Blocks []data.Rows
	Labels []float64 // +1 or -1, one a sample
	Loss   models.Loss
	Lambda float64
	Test   *models.Held // of all columns, by the same Loss
}

// signed joins the columns of the parties from..to-1 and multiplies the labels in.
func (p Columns) signed(from, to int) data.Rows {
	dim := 0
	for _, block := range p.Blocks[from:to] {
		dim += block.Dim
	}
	if slices.ContainsFunc(p.Blocks, func(b data.Rows) bool { return b.Dense }) {
		return p.dense(from, to, dim)
	}
	out := data.NewRows(dim, len(p.Labels), 0)
	var index []int32
	var value []float64
	for i, y := range p.Labels {
		index, value = index[:0], value[:0]
		first := int32(0)
		for _, block := range p.Blocks[from:to] {
			columns, entries := block.Row(i)
			for k, j := range columns {
				index, value = append(index, first+j), append(value, y*entries[k])
			}
			first += int32(block.Dim)
		}
		out.Append(index, value)
	}
	return out
}

// dense is signed for dense blocks: no table of places beside the entries.
func (p Columns) dense(from, to, dim int) data.Rows {
	out := data.NewDense(dim, len(p.Labels))
	for i, y := range p.Labels {
		first := 0
		for _, block := range p.Blocks[from:to] {
			fill(out, i, first, block, i, y)
			first += block.Dim
		}
	}
	return out
}
