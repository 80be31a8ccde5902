package baseline

import (
	"fmt"
	"math"
	"slices"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/numeral"
)

// Pool is everybody's data in one hand: one table and one minimiser, for as many
// problems as asked. It belongs to one caller at a time.
//
//	minimise  weight sum_n v_n L(r_n.f) + r/2 |f|^2,   r_n = y_n x_n,   0 <= v_n <= 1
type Pool struct {
	local  *models.Local // which has the v_n
	weight float64       // of the summed loss
	r      float64
	reach  float64 // no |x_n| is longer
	test   *models.Held

	parts []int     // records of each node: a loss is the mean of their means
	costs []float64 // C of each node; nil for parties, who have none
	ridge float64   // ridge/2 |f|^2 belongs to the loss that a run shows
	whole []float64 // all columns of the test rows: f, and 0 elsewhere
	first int       // column of f[0] in whole

	f, linear []float64
	work      []float64
}

func newPool(rows data.Rows, loss models.Loss, weight, r float64, test *models.Held) *Pool {
	local := models.NewLocal(rows).Under(loss)
	if newton(rows.Len(), rows.Dim, len(rows.Value)) > longest {
		local.Lean()
	}
	return &Pool{
		local: local, weight: weight, r: r, reach: 1, test: test,
		parts: []int{rows.Len()}, whole: make([]float64, rows.Dim),
		f: make([]float64, rows.Dim), linear: make([]float64, rows.Dim), work: make([]float64, rows.Len()),
	}
}

// Share lets idle cores help, as models.Local.Share.
func (p *Pool) Share(each models.Each) *Pool {
	p.local.Share(each)
	return p
}

// Handy reports whether a table of so many rows, columns and entries can be minimised in
// one hand beside a run, again and again: in megabytes and seconds, not in gigabytes and
// minutes.
func Handy(rows, columns, entries int) bool {
	return Once(rows, entries) && newton(rows, columns, entries) <= longest
}

// Once reports whether a table of so many rows and entries can be minimised in one hand beside
// a run a few times: however many columns it has, it takes no factor (see newPool).
func Once(rows, entries int) bool {
	return float64(12*float64(entries))+float64(16*float64(rows)) <= largest
}

// newton is how many multiplications a Newton step takes that factors its Hessian.
func newton(rows, columns, entries int) float64 {
	n, d, e := float64(rows), float64(columns), float64(entries)
	return float64(e*e)/float64(2*n) + float64(d*d*d)/3
}

const (
	largest = 1 << 28 // bytes of a pooled table
	longest = 5e9     // multiplications
)

// Optimum is the minimiser.
func (p *Pool) Optimum() Score {
	clear(p.linear)
	return p.minimise(0)
}

// minimise is the minimiser with more/2 |f|^2 and linear.f added, warm started at the
// last one.
func (p *Pool) minimise(more float64) Score {
	found := p.local.Minimise(p.f, models.Subproblem{Weight: p.weight, Curvature: p.r + more, Linear: p.linear})
	s := p.Score(p.f)
	s.GradientNorm = found.GradientNorm
	return s
}

// OfNorm is the best model of that length: the minimiser with the regulariser that makes
// it so long. It is an error where even next to none leaves it shorter: on rows that a plane
// separates there are models of every length, but beyond some the gradient is too small to
// tell the best of them. pause is called between its minimisations.
func (p *Pool) OfNorm(length float64, pause func()) (Score, error) {
	clear(p.linear)
	at := func(r float64) Score { pause(); return p.minimise(float64(r) - p.r) }
	low, high := float64(p.weight*leastRidge), float64(p.weight*float64(len(p.work))) // |f| is below 1/r' times the summed slopes
	for longest := at(low); !(longest.Norm >= length); {
		next := longest
		if low /= 10; low*longest.Norm >= 1000*models.Tolerance {
			next = at(low)
		}
		if !(next.Norm > longest.Norm*(1+1e-6)) {
			return next, fmt.Errorf("no classifier of norm %s is found: with the least regulariser that is tried the best has norm %s", numeral.Given(length), numeral.Exact(next.Norm, 4))
		}
		longest = next
	}
	for at(high).Norm > length {
		high = float64(2 * high)
	}
	for high > low*(1+1e-6) {
		if middle := float64(math.Sqrt(low) * math.Sqrt(high)); at(middle).Norm > length {
			low = middle
		} else {
			high = middle
		}
	}
	return at(high), nil
}

// leastRidge is the regulariser that OfNorm begins with, in units of one record's weight: it
// goes below only for a model that is longer still.
const leastRidge = 1e-3

// Score measures the model f on training and test rows.
func (p *Pool) Score(f []float64) Score {
	p.local.MeanLoss(f) // its margins are those of f from here on
	margins, square := p.local.Margins(), 0.0
	for _, v := range f {
		square += float64(v * v)
	}
	s := Score{TrainLoss: p.ridge / 2 * square}
	for i, n := range p.parts {
		part := models.SumLoss(p.local.Loss(), margins[:n], p.work[:n]) / (float64(n) * float64(len(p.parts)))
		s.TrainLoss += part
		if p.costs != nil {
			s.TrainLossC += float64(p.costs[i] * part)
		}
		margins = margins[n:]
	}
	s.Norm = math.Sqrt(square)
	copy(p.whole[p.first:], f)
	s.TestLoss, s.TestError = p.test.Measure(p.whole)
	return s
}

// Pool is one holder of all rows, who minimises what the network does, sum_i O_i, divided
// by the number of nodes N:
//
//	weight sum_n v_n L(y_n f.x_n) + R/2 |f|^2,   weight v_n = C_i/(N B_i) at node i
//
// with R the mean of R_i and the largest v_n 1: no record pulls harder than weight. With
// one C and as many records everywhere every v_n is 1 and weight C over all records.
func (p Rows) Pool() *Pool {
	all, n := pool(p.Records), len(p.Records)
	weights, parts := make([]float64, n), make([]int, n)
	for i, records := range p.Records {
		weights[i], parts[i] = p.C[i]/float64(n*records.Len()), records.Len()
	}
	out := newPool(all, p.Loss, slices.Max(weights), mean(p.R), p.Test)
	out.parts, out.costs = parts, p.C
	if out.weight != slices.Min(weights) {
		values := make([]float64, 0, all.Len())
		for i, w := range weights {
			values = append(values, slices.Repeat([]float64{w / out.weight}, parts[i])...)
		}
		out.local = out.local.Valued(values)
	}
	return out
}

// mean is that of numbers, which is theirs where all are one.
func mean(v []float64) float64 {
	if slices.Max(v) == slices.Min(v) {
		return v[0]
	}
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// pool is all rows in one table.
func pool(tables []data.Rows) data.Rows {
	rows, entries := 0, 0
	for _, t := range tables {
		rows, entries = rows+t.Len(), entries+len(t.Value)
	}
	if slices.ContainsFunc(tables, func(t data.Rows) bool { return t.Dense }) {
		out := data.NewDense(tables[0].Dim, rows)
		i := 0
		for _, t := range tables {
			for k := range t.Len() {
				fill(out, i, 0, t, k, 1)
				i++
			}
		}
		return out
	}
	out := data.Rows{Dim: tables[0].Dim, Start: append(make([]int, 0, rows+1), 0), Index: make([]int32, 0, entries), Value: make([]float64, 0, entries)}
	for _, t := range tables {
		for i := range t.Len() {
			out.Append(t.Row(i))
		}
	}
	return out
}

// fill writes row k of from, times factor, into row i of the dense table to, from column
// first on.
func fill(to data.Rows, i, first int, from data.Rows, k int, factor float64) {
	_, row := to.Row(i)
	index, value := from.Row(k)
	for n, j := range index {
		row[first+int(j)] = factor * value[n]
	}
}

// Pool is one holder of all columns. Its rows have a unit norm for each party.
func (p Columns) Pool() *Pool {
	out := p.pool(0, len(p.Blocks))
	out.reach = math.Sqrt(float64(len(p.Blocks)))
	return out
}

// Party is party m with its own columns and the labels, without the others:
//
//	x_m = argmin sum_i L(Y_i D_m^i x) + lambda/2 |x|^2
func (p Columns) Party(m int) *Pool { return p.pool(m, m+1) }

// pool is the holder of the columns of the parties from..to-1.
func (p Columns) pool(from, to int) *Pool {
	out := newPool(p.signed(from, to), p.Loss, 1, p.Lambda, p.Test)
	width := func(blocks []data.Rows) (columns int) {
		for _, block := range blocks {
			columns += block.Dim
		}
		return columns
	}
	out.whole, out.first = make([]float64, width(p.Blocks)), width(p.Blocks[:from])
	out.ridge = p.Lambda / float64(len(p.Labels))
	return out
}
