package models

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"admmlab/models/data"
	"admmlab/models/linear"

	"gonum.org/v1/gonum/mat"
)

// oneHot makes unit rows of two whole one-hot attributes (5 and 4 values) and
// one number: the two attributes' columns sum to the same vector, so the rank
// is one below the 10 columns.
func oneHot(records int, rng *rand.Rand) data.Rows {
	rows := data.NewRows(10, records, 3)
	for range records {
		value := []float64{1, 1, rng.Float64()}
		length := linear.Norm(value)
		for k := range value {
			value[k] /= length
		}
		rows.Append([]int32{int32(rng.IntN(5)), int32(5 + rng.IntN(4)), 9}, value)
	}
	return rows
}

func dense(rows data.Rows) *mat.Dense {
	m := mat.NewDense(rows.Len(), rows.Dim, nil)
	for i := range rows.Len() {
		index, value := rows.Row(i)
		for k, j := range index {
			m.Set(i, int(j), value[k])
		}
	}
	return m
}

// gram is D'D as a symmetric matrix.
func gram(b *Block) *mat.SymDense { return mat.NewSymDense(b.Dim(), b.Gram()) }

func TestBlockStepIsTheRidgeSolution(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, rows := range []data.Rows{table(50, 8, 5, 1, rng), oneHot(60, rng), table(6, 15, 4, 1, rng)} {
		n, d := rows.Len(), rows.Dim
		b, full := NewBlock(rows), dense(rows)
		x, image := make([]float64, d), make([]float64, n)
		for _, kappa := range []float64{1, 1e-3, 1e-3, 250} {
			target := vector(n, 10, rng)
			b.Solve(x, target, kappa)
			// The ridge solution is least squares on [D; sqrt(kappa) I].
			stacked, right := mat.NewDense(n+d, d, nil), mat.NewVecDense(n+d, nil)
			stacked.Slice(0, n, 0, d).(*mat.Dense).Copy(full)
			for j := range d {
				stacked.Set(n+j, j, math.Sqrt(kappa))
			}
			for i, w := range target {
				right.SetVec(i, w)
			}
			var want mat.VecDense
			if err := want.SolveVec(stacked, right); err != nil {
				t.Fatal(err)
			}
			for j := range x {
				near(t, "x", x[j], want.AtVec(j), 1e-9)
			}
			b.Apply(image, x)
			var product mat.VecDense
			product.MulVec(full, &want)
			for i := range image {
				near(t, "D x", image[i], product.AtVec(i), 1e-9)
			}
		}
	}
}

func TestGramAndRank(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, c := range []struct {
		rows data.Rows
		rank int
	}{{table(50, 8, 8, 1, rng), 8}, {oneHot(300, rng), 9}, {table(6, 15, 15, 1, rng), 6}, {data.NewRows(3, 0, 0), 0}} {
		b := NewBlock(c.rows)
		if got := b.Spectrum().Rank; got != c.rank || b.Dim() != c.rows.Dim || b.Records() != c.rows.Len() {
			t.Errorf("rank %d of %d by %d, want %d", got, b.Records(), b.Dim(), c.rank)
		}
		if c.rows.Len() == 0 {
			continue
		}
		var want mat.Dense
		want.Mul(dense(c.rows).T(), dense(c.rows))
		if !mat.EqualApprox(gram(b), &want, 1e-12) {
			t.Error("Gram is not D'D")
		}
	}
}

// With R = (D'D)^(-1/2): R is symmetric, R D'D R is the projection on the rows'
// span (the identity for full rank), and its trace is the rank. So the noise
// R g has covariance (D'D)^-1 there and D R g has covariance D (D'D)^+ D'.
func TestInverseRootMakesTheCovarianceOfThePaper(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, c := range []struct {
		name string
		rows data.Rows
	}{{"full rank", table(80, 9, 9, 1, rng)}, {"one-hot", oneHot(200, rng)}} {
		name, b := c.name, NewBlock(c.rows)
		d := b.Dim()
		root := mat.NewDense(d, d, nil)
		unit, column := make([]float64, d), make([]float64, d)
		for j := range d {
			clear(unit)
			unit[j] = 1
			b.InverseRoot(column, unit)
			root.SetCol(j, column)
		}
		if !mat.EqualApprox(root, root.T(), 1e-12) {
			t.Errorf("%s: the root is not symmetric", name)
		}
		var projection, twice mat.Dense
		projection.Mul(root, gram(b))
		projection.Mul(&projection, root)
		twice.Mul(&projection, &projection)
		if !mat.EqualApprox(&projection, &twice, 1e-9) {
			t.Errorf("%s: R D'D R is not a projection", name)
		}
		near(t, name+": trace", mat.Trace(&projection), float64(b.Spectrum().Rank), 1e-9)
		var back mat.Dense // the projection keeps D'D
		back.Mul(&projection, gram(b))
		if !mat.EqualApprox(&back, gram(b), 1e-9) {
			t.Errorf("%s: the projection loses part of D'D", name)
		}
	}
}

func TestBlockStepSurvivesAVanishingRidge(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	rows := oneHot(200, rng)
	b, want := NewBlock(rows), NewBlock(rows)
	x, y := make([]float64, 10), make([]float64, 10)
	dx, dy := make([]float64, 200), make([]float64, 200)
	target := vector(200, 5, rng)
	want.Solve(y, target, 1e-9)
	want.Apply(dy, y)
	for _, kappa := range []float64{1e-14, 1e-20, 1e-300} {
		b.Solve(x, target, kappa)
		b.Apply(dx, x)
		for i := range dx {
			near(t, "message", dx[i], dy[i], 1e-6)
		}
	}
	b.Solve(x, target, math.NaN()) // no panic
}

func TestBlockStepAllocatesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	b := NewBlock(oneHot(100, rng))
	x, g, target := make([]float64, 10), vector(10, 1, rng), vector(100, 1, rng)
	b.Spectrum()
	if n := testing.AllocsPerRun(10, func() {
		b.Solve(x, target, 0.5)
		b.Apply(target, x)
		b.InverseRoot(x, g)
	}); n != 0 {
		t.Errorf("%g allocations per call", n)
	}
}

// What Solve says it left is next to nothing, and not where its factor is wrong.
func TestTheBlockStepSaysWhatItLeft(t *testing.T) {
	rows := data.NewRows(3, 5, 6)
	for i := range 5 {
		rows.Append([]int32{0, int32(1 + i%2)}, []float64{0.6, 0.8})
	}
	b, x := NewBlock(rows), make([]float64, 3)
	if left := b.Solve(x, []float64{1, -2, 3, 0.5, 1}, 0.1); !(left < 1e-14) {
		t.Errorf("an exact step left %g", left)
	}
	b.upper[0] *= 1.001
	if left := b.Solve(x, []float64{1, -2, 3, 0.5, 1}, 0.1); !(left > 1e-4) {
		t.Errorf("a wrong factor left %g", left)
	}
}

// The eigendecomposition of a wide table takes seconds to minutes: it is made in pieces, so
// that who ends the work ends it on the way, and what was ended is made anew.
func TestASpectrumEndsOnTheWay(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	const d = 40
	rows := table(60, d, d, 1, rng)
	b, want := NewBlock(rows), NewBlock(rows).Spectrum()
	pieces, most := 0, d
	b.Share(func(n int, do func(int)) {
		if pieces++; pieces > most {
			panic("enough")
		}
		Serial(n, do)
	})
	func() {
		defer func() {
			if why := recover(); why != "enough" {
				t.Errorf("%v after %d pieces", why, pieces)
			}
		}()
		b.Spectrum()
	}()
	most = math.MaxInt
	if got := b.Spectrum(); !slices.Equal(got.Values, want.Values) || got.Rank != want.Rank {
		t.Error("another spectrum than that of one who was not ended")
	}
}
