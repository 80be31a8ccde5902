package models

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"admmlab/models/data"
	"admmlab/models/linear"

	"gonum.org/v1/gonum/mat"
)

// census makes signed rows as compress likes them: groups of one-hot columns
// with the sizes given, all entries of a row alike, then dense and rare columns
// of other numbers, the columns of both kinds mixed.
func census(records int, sizes []int, dense, rare int, rng *rand.Rand) data.Rows {
	type span struct{ from, size int }
	var groups []span
	var numbers []int
	dim := 0
	for k := range max(len(sizes), dense+rare) {
		if k < dense+rare {
			numbers = append(numbers, dim)
			dim++
		}
		if k < len(sizes) {
			groups = append(groups, span{dim, sizes[k]})
			dim += sizes[k]
		}
	}
	rows := data.NewRows(dim, records, len(sizes)+dense+rare)
	full := make([]float64, dim)
	for range records {
		clear(full)
		sign := math.Copysign(1, rng.Float64()-0.5)
		common := sign * (0.2 + 0.2*rng.Float64())
		for _, g := range groups {
			if len(sizes) < 5 || rng.IntN(10) > 0 { // some people answer not every question
				u := rng.Float64()
				full[g.from+int(u*u*float64(g.size))] = common
			}
		}
		for k, j := range numbers {
			if k < dense || rng.IntN(12) == 0 {
				full[j] = sign * rng.Float64() * 0.3
			}
		}
		var index []int32
		var value []float64
		for j, v := range full {
			if v != 0 {
				index, value = append(index, int32(j)), append(value, v)
			}
		}
		rows.Append(index, value)
	}
	return rows
}

// plain is a Local that reads the rows as they come.
func plain(rows data.Rows) *Local {
	p := NewLocal(data.NewRows(rows.Dim, 0, 0))
	p.rows, p.compact = rows, nil
	p.margins, p.miss = make([]float64, rows.Len()), make([]float64, rows.Len())
	p.parts = cut(rows.Len())
	for i := range p.parts {
		p.parts[i].total = p.newTotal()
	}
	p.evaluate(make([]float64, rows.Dim))
	return p
}

// Both forms of a table give the same numbers to the roundoff of their sums.
func TestCompactFormChangesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 20))
	for _, c := range []struct {
		name        string
		sizes       []int
		dense, rare int
		records     int
	}{
		{"adult", []int{8, 16, 7, 14, 6, 5, 2, 41}, 4, 2, 3000},
		{"few rows", []int{8, 16, 7, 14, 6, 5, 2, 41}, 4, 2, 64},
		{"several pieces", []int{8, 16, 7, 14, 6, 5, 2, 41}, 4, 2, 2300},
		{"no numbers", []int{5, 8, 5, 16, 5, 7, 14, 6, 5, 2, 2, 2, 5, 41}, 0, 0, 2000},
		{"one group", []int{30}, 0, 0, 700},
		{"one column", []int{1}, 0, 0, 200},
		{"eight tables", []int{200, 150, 180, 150, 160, 170, 180, 190}, 2, 8, 4000},
		{"a wide group", []int{700, 3, 2}, 0, 1, 3000},
		{"many rare numbers", []int{4, 4, 5}, 0, 8, 500},
	} {
		rows := census(c.records, c.sizes, c.dense, c.rare, rng)
		got, want := NewLocal(rows), plain(rows)
		if got.compact == nil {
			t.Errorf("%s: no compact form", c.name)
			continue
		}
		for _, size := range []float64{0, 3, 300} {
			f := vector(rows.Dim, size, rng)
			name := fmt.Sprintf("%s, |f| = %g: ", c.name, size)
			near(t, name+"mean loss", got.MeanLoss(f), want.MeanLoss(f), 1e-13*(1+want.MeanLoss(f)))
			for i, m := range want.Margins() {
				near(t, name+"margin", got.Margins()[i], m, 1e-14*(1+size))
			}
			for j, v := range want.pull {
				near(t, name+"gradient", got.pull[j], v, 1e-13*float64(c.records)*(1+size))
			}
			checkForms(t, name, got, f, rng)
			for _, caution := range []float64{0, 0.5} {
				var a, b mat.SymDense
				a, b = *mat.NewSymDense(rows.Dim, nil), *mat.NewSymDense(rows.Dim, nil)
				got.curve(a.RawSymmetric().Data, rows.Dim, caution)
				want.curve(b.RawSymmetric().Data, rows.Dim, caution)
				for i := range rows.Dim {
					for j := i; j < rows.Dim; j++ {
						if x, y := a.At(i, j), b.At(i, j); !(math.Abs(x-y) <= 1e-13*float64(c.records)*(1+size)) {
							t.Errorf("%scurvature (%d,%d) = %.17g, want %.17g", name, i, j, x, y)
						}
					}
				}
			}
		}
	}
}

// checkForms compares x'M x and v.x with sums over entries; the order of the
// calls shows that curve and Quadratics do not disturb each other.
func checkForms(t *testing.T, name string, p *Local, v []float64, rng *rand.Rand) {
	t.Helper()
	d := p.Dim()
	m := make([]float64, d*d)
	for i := range d {
		for j := i; j < d; j++ {
			m[i*d+j] = rng.NormFloat64()
			m[j*d+i] = m[i*d+j]
		}
	}
	squares, scores := make([]float64, p.Records()), make([]float64, p.Records())
	if !p.Quadratics(squares, m) {
		if p.compact.fine != nil {
			t.Errorf("%sno quadratic forms", name)
		}
		return
	}
	p.Scores(scores, v)
	for i := range squares {
		index, value := p.Rows().Row(i)
		want := 0.0
		for k, a := range index {
			for l, b := range index {
				want += value[k] * value[l] * m[int(a)*d+int(b)]
			}
		}
		near(t, name+"quadratic form", squares[i], want, 1e-12)
		near(t, name+"score", scores[i], p.Rows().Dot(i, v), 1e-14*(1+linear.Norm(v)))
	}
}

func TestCompactFormIsRefusedWhereItDoesNotFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 21))
	wide := make([]int, 30)
	for k := range wide {
		wide[k] = 100
	}
	for _, c := range []struct {
		name string
		rows data.Rows
	}{
		{"numbers", table(500, 20, 10, 1, rng)},
		{"five dense columns and nine others", census(500, []int{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}, 5, 9, rng)},
		{"a text", census(2000, wide, 0, 0, rng)},
		{"few rows", census(63, []int{4}, 0, 0, rng)},
		{"no rows", data.NewRows(5, 0, 0)},
	} {
		if compress(c.rows) != nil {
			t.Errorf("%s: has a compact form", c.name)
		}
	}
	// Zero rows and an odd value here and there are no obstacle.
	rows := census(300, []int{6, 3}, 0, 0, rng)
	rows.Append(nil, nil)
	rows.Append([]int32{2}, []float64{0.7})
	rows.Append([]int32{1, 7}, []float64{0.5, -0.5})
	if c := compress(rows); c == nil || len(c.rareColumns) != 1 {
		t.Errorf("compact form %+v, want one with a rare column", c)
	}
}

// A row shares its number with all but a few of its entries, and the first of them tell
// which it is.
func TestTheCommonNumberOfARow(t *testing.T) {
	distinct := make([]float64, numbers+rares)
	for k := range distinct {
		distinct[k] = float64(k + 1)
	}
	for _, c := range []struct {
		name  string
		value []float64
		want  float64
		ok    bool
	}{
		{"no entry", nil, 0, true},
		{"one", []float64{3}, 3, true},
		{"the first of two", []float64{3, 4}, 3, true},
		{"as few as have a place", distinct, 1, true},
		{"behind as many others as have a place", append(slices.Clone(distinct), slices.Repeat([]float64{-1}, 20)...), -1, true},
		{"in front of them", append(slices.Repeat([]float64{-1}, 20), distinct...), -1, true},
		{"beside one more", append(append([]float64{0.5}, distinct...), slices.Repeat([]float64{-1}, 20)...), 0, false},
	} {
		if got, ok := mode(c.value); ok != c.ok || ok && got != c.want {
			t.Errorf("%s: %g, %v, want %g, %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

// One long row among short ones, or few columns of many rows, is soon refused: nothing
// interrupts the search for a compact form.
func TestLongRowsAreSoonRefused(t *testing.T) {
	const columns = 300_000
	index, equal, distinct := make([]int32, columns), make([]float64, columns), make([]float64, columns)
	for j := range columns {
		index[j], equal[j], distinct[j] = int32(j), 1, float64(j+1)
	}
	for _, c := range []struct {
		name  string
		value []float64
		width int // of the long row
		rows  int
	}{
		{"distinct numbers", distinct, columns, 64},
		{"equal numbers", equal, columns, 64},
		{"equal numbers above many rows", equal, 2000, 200_000},
	} {
		rows := data.NewRows(columns, c.rows, 1)
		rows.Append(index[:c.width], c.value[:c.width])
		for i := range c.rows - 1 {
			rows.Append([]int32{int32(i % 50)}, []float64{1})
		}
		begun := time.Now()
		if compress(rows) != nil {
			t.Errorf("%s: has a compact form", c.name)
		}
		if took := time.Since(begun); took > 3*time.Second { // without a limit the long rows take minutes; they take a tenth
			t.Errorf("%s: took %v", c.name, took)
		}
	}
}

// Whoever runs the pieces in whatever order: not one bit changes.
func TestPiecesMayRunInAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 22))
	for _, rows := range []data.Rows{censusLike(5000, rng), table(3000, 12, 12, 1, rng)} {
		forward, backward := NewLocal(rows), NewLocal(rows)
		shared := 0
		backward.Share(func(n int, do func(int)) {
			shared++
			for i := n - 1; i >= 0; i-- {
				do(i)
			}
		})
		s := Subproblem{Weight: 0.2, Curvature: 4, Linear: vector(rows.Dim, 30, rng)}
		f, g := make([]float64, rows.Dim), make([]float64, rows.Dim)
		a, b := forward.Minimise(f, s), backward.Minimise(g, s)
		if !same(f, g) || a != b || forward.MeanLoss(f) != backward.MeanLoss(g) {
			t.Errorf("%v and %v: the order of pieces shows", a, b)
		}
		if shared == 0 {
			t.Error("no work was shared")
		}
	}
}

// The mean loss is a sum of logarithms of which few are taken.
func TestMeanLossKeepsItsDigits(t *testing.T) {
	for _, size := range []float64{1e-3, 1, 30, 400, 1000} {
		rows := data.NewRows(1, 100, 1)
		want := 0.0
		for i := range 100 {
			x := (float64(i) - 20) / 80
			if size == 1000 {
				x = 0.5 + math.Abs(x) // all far on the right side: losses down to e^-1500
			}
			rows.Append([]int32{0}, []float64{x})
			want += Logistic{}.Value(x*size) / 100
		}
		got := NewLocal(rows).MeanLoss([]float64{size})
		near(t, fmt.Sprintf("mean loss at %g, relative", size), got/want, 1, 1e-13)
	}
	rows := data.NewRows(1, 2, 1)
	rows.Append([]int32{0}, []float64{1})
	rows.Append([]int32{0}, []float64{1})
	if got := NewLocal(rows).MeanLoss([]float64{math.Inf(1)}); got != 0 {
		t.Errorf("mean loss at +Inf = %g, want 0", got)
	}
	if got := NewLocal(rows).MeanLoss([]float64{math.Inf(-1)}); !math.IsInf(got, 1) {
		t.Errorf("mean loss at -Inf = %g, want +Inf", got)
	}
}
