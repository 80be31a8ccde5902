package models

import (
	"math"
	"math/rand/v2"
	"testing"

	"admmlab/models/data"
	"admmlab/models/linear"

	"gonum.org/v1/gonum/mat"
)

// twoForms is one table of unit rows as a dense and as a sparse one.
func twoForms(n, d int, rng *rand.Rand) (full, sparse data.Rows) {
	full, sparse = data.NewDense(d, n), data.NewRows(d, n, d)
	for i := range n {
		index, row := full.Row(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		length := linear.Norm(row)
		for j := range row {
			row[j] /= length
		}
		sparse.Append(index, row)
	}
	return full, sparse
}

func closeTo(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, expected %d", what, len(got), len(want))
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= 1e-12*math.Max(1, math.Abs(want[i]))) {
			t.Fatalf("%s: number %d is %.17g, the other form says %.17g", what, i, got[i], want[i])
		}
	}
}

// What a table is held as changes nothing: block step, message, D'D, leverage and
// test loss agree to 1e-12, at sizes around those of tiles and blocks of rows.
func TestDenseAndSparseFormsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for _, size := range [][2]int{{3, 2}, {130, 70}, {129, 131}, {1100, 261}, {50, 390}} {
		n, d := size[0], size[1]
		full, sparse := twoForms(n, d, rng)
		a, b := NewBlock(full), NewBlock(sparse)
		a.Share(backwards)
		if a.compact != nil || b.compact != nil {
			t.Fatal("a table of numbers has no compact form")
		}
		for i := range d {
			closeTo(t, "D'D", a.Gram()[i*d+i:(i+1)*d], b.Gram()[i*d+i:(i+1)*d])
		}
		x, y := make([]float64, d), make([]float64, d)
		u, v := make([]float64, n), make([]float64, n)
		for _, kappa := range []float64{1, 30} {
			target := vector(n, 1, rng)
			a.Solve(x, target, kappa)
			b.Solve(y, target, kappa)
			closeTo(t, "block step", x, y)
			a.Apply(u, x)
			b.Apply(v, y)
			closeTo(t, "message", u, v)
			l, ok := a.Leverage(kappa)
			other, also := b.Leverage(kappa)
			if !ok || !also {
				t.Fatal("no factor")
			}
			closeTo(t, "G_jj", l.Diagonal, other.Diagonal)
			closeTo(t, "|D G e|^2", l.Column, other.Column)
			closeTo(t, "d'G d", l.Row, other.Row)
			closeTo(t, "|D G d|^2", l.Reach, other.Reach)
		}
		labels := make([]float64, n)
		for i := range labels {
			labels[i] = float64(1 - 2*(i%2))
		}
		loss, wrong := NewHeld(full, labels).Measure(x)
		want, also := NewHeld(sparse, labels).Measure(x)
		closeTo(t, "test loss and error", []float64{loss, wrong}, []float64{want, also})
		closeTo(t, "pooled optimum", first(Optimum(full, Logistic{}, 1, 1)), first(Optimum(sparse, Logistic{}, 1, 1)))
	}
}

func first(f []float64, _ Solution) []float64 { return f }

// backwards does the last piece first.
func backwards(n int, do func(i int)) {
	for i := n - 1; i >= 0; i-- {
		do(i)
	}
}

// G e_j and G d_i by solving for each: the definitions of Leverage.
func TestLeverageIsWhatItSays(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	full, sparse := twoForms(40, 9, rng)
	for _, rows := range []data.Rows{full, sparse, oneHot(70, rng), table(6, 15, 4, 1, rng)} {
		n, d := rows.Len(), rows.Dim
		b, m := NewBlock(rows), dense(rows)
		for _, kappa := range []float64{0.3, 7, 1e4} {
			l, ok := b.Leverage(kappa)
			if !ok {
				t.Fatal("no factor")
			}
			image, x := make([]float64, n), make([]float64, d)
			for i := range n { // G d_i = G D'e_i, a block step
				unit := make([]float64, n)
				unit[i] = 1
				b.Solve(x, unit, kappa)
				b.Apply(image, x)
				near(t, "d'G d", l.Row[i], image[i], 1e-12)
				near(t, "|D G d|^2", l.Reach[i], linear.Dot(image, image), 1e-12/kappa)
			}
			for j := range d { // kappa G e_j = e_j - G D'D e_j
				column := make([]float64, n)
				for i := range column {
					column[i] = m.At(i, j)
				}
				b.Solve(x, column, kappa)
				for k := range x {
					x[k] = -x[k] / kappa
				}
				x[j] += 1 / kappa
				b.Apply(image, x)
				near(t, "G_jj", l.Diagonal[j], x[j], 1e-12)
				near(t, "|D G e|^2", l.Column[j], linear.Dot(image, image), 1e-11/kappa)
			}
		}
	}
}

// The noise of (10) has the covariance (D'D)^-1: with R the map of InverseRoot,
// D'D R R' is the unit matrix, for wide blocks, too. One with dependent columns
// takes the way of the eigenvalues, where it is a projection.
func TestTheRootOfAWideBlock(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 4))
	rows, _ := twoForms(700, 300, rng)
	b := NewBlock(rows)
	if !b.Regular() {
		t.Fatal("a regular table is not")
	}
	d := b.Dim()
	root, g := mat.NewDense(d, d, nil), make([]float64, d)
	column := make([]float64, d)
	for j := range d {
		clear(g)
		g[j] = 1
		b.InverseRoot(column, g)
		root.SetCol(j, column)
	}
	var square, unit mat.Dense
	square.Mul(root, root.T())
	unit.Mul(gram(b), &square)
	for i := range d {
		for j := range d {
			want := 0.0
			if i == j {
				want = 1
			}
			near(t, "D'D R R'", unit.At(i, j), want, 1e-10)
		}
	}
	for i := range rows.Len() {
		_, row := rows.Row(i)
		row[7] = row[5] + row[6]
	}
	if b := NewBlock(rows); b.Regular() || b.Spectrum().Rank != d-1 {
		t.Errorf("dependent columns: regular %v, rank %d", b.Regular(), b.Spectrum().Rank)
	}
	if NewBlock(data.NewRows(3, 0, 0)).Regular() {
		t.Error("narrow blocks are left to their eigenvalues")
	}
}
