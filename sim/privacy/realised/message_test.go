package realised

import (
	"math"
	"math/rand/v2"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/models/linear"
)

// solved is a party's model x and its message D x for the target w.
func solved(rows data.Rows, target []float64, kappa float64) (x, message []float64) {
	b := models.NewBlock(rows)
	x, message = make([]float64, rows.Dim), make([]float64, rows.Len())
	b.Solve(x, target, kappa)
	b.Apply(message, x)
	return x, message
}

// losses are what a new work space says.
func losses(rows data.Rows, p Push) (people, columns []float64) {
	people, columns = make([]float64, rows.Len()), make([]float64, rows.Dim)
	NewMessage(models.NewBlock(rows)).Losses(people, columns, p)
	return people, columns
}

// without copies rows with the entries left out for which drop says so.
func without(rows data.Rows, drop func(i int, j int32) bool) data.Rows {
	out := data.NewRows(rows.Dim, rows.Len(), 4)
	for i := range rows.Len() {
		var x Row
		index, value := rows.Row(i)
		for k, j := range index {
			if !drop(i, j) {
				x.Index, x.Value = append(x.Index, j), append(x.Value, value[k])
			}
		}
		out.Append(x.Index, x.Value)
	}
	return out
}

// resolved is the loss against other data by solving again.
func resolved(rows, other data.Rows, p Push) float64 {
	_, a := solved(rows, p.Target, p.Kappa)
	_, b := solved(other, p.Target, p.Kappa)
	here, there := 0.0, 0.0
	for i, e := range p.Noise {
		here += e * e
		there += (e + a[i] - b[i]) * (e + a[i] - b[i])
	}
	return (there - here) / (2 * p.Sigma * p.Sigma)
}

func randomPush(rows data.Rows, rng *rand.Rand) Push {
	n, sigma := rows.Len(), math.Exp(rng.NormFloat64())
	p := Push{
		Target: gaussianVector(n, math.Exp(rng.NormFloat64()), rng), Noise: gaussianVector(n, sigma, rng),
		Kappa: math.Exp(2 * rng.NormFloat64()), Sigma: sigma,
	}
	p.Model, p.Clean = solved(rows, p.Target, p.Kappa)
	return p
}

// A new kappa in mid-run is a new G, and a Message keeps nothing of the old one.
func TestMessageFollowsKappa(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	rows := randomRows(20, 6, rng)
	m, p := NewMessage(models.NewBlock(rows)), randomPush(rows, rng)
	got, columns := make([]float64, 20), make([]float64, 6)
	for _, kappa := range []float64{3, 0.1, 3} {
		p.Kappa = kappa
		p.Model, p.Clean = solved(rows, p.Target, kappa)
		m.Losses(got, columns, p)
		if want, more := losses(rows, p); !same(got, want) || !same(columns, more) {
			t.Errorf("kappa %g: %v %v, a new work space says %v %v", kappa, got, columns, want, more)
		}
	}
}

// Leave-one-out formulas against solving again, for columns and rows, some of
// them empty.
func TestMessageAgainstSolvingAgain(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 100 {
		n, d := 1+rng.IntN(30), 1+rng.IntN(9)
		rows := randomRows(n, d, rng)
		p := randomPush(rows, rng)
		people, columns := losses(rows, p)
		// Both are differences of sums of N squares of about this size.
		scale := 1e-10 * math.Max(1, (linear.Dot(p.Noise, p.Noise)+linear.Dot(p.Target, p.Target))/(p.Sigma*p.Sigma))
		for j, got := range columns {
			want := resolved(rows, without(rows, func(_ int, c int32) bool { return int(c) == j }), p)
			if !(math.Abs(got-want) <= scale) {
				t.Errorf("column %d: %.15g, solved again %.15g", j, got, want)
			}
		}
		for i, got := range people {
			want := resolved(rows, without(rows, func(r int, _ int32) bool { return r == i }), p)
			if !(math.Abs(got-want) <= scale) {
				t.Errorf("row %d: %.15g, solved again %.15g", i, got, want)
			}
		}
	}
}

// "min(1, q sqrt(rho/lambda)) |w|" bounds |Delta|, q = 1 for a row zeroed; with a
// draw of 0 the loss is |Delta|^2/(2 sigma^2).
func TestMessageStaysWithinTheSensitivity(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	for range 200 {
		n := 1 + rng.IntN(20)
		rows := randomRows(n, 1+rng.IntN(5), rng)
		p := randomPush(rows, rng)
		size := math.Sqrt(linear.Dot(p.Target, p.Target))
		clear(p.Noise)
		people, _ := losses(rows, p)
		reach := math.Min(1, math.Sqrt(1/p.Kappa)) * size
		for i, l := range people {
			if moved := p.Sigma * math.Sqrt(2*l); !(moved <= reach*(1+1e-9)) {
				t.Errorf("row %d moves the message by %g, sensitivity %g", i, moved, reach)
			}
		}
	}
}

// "Printed noise: l = +inf almost surely unless col(D) = col(D')." Two whole
// one-hot attributes are dependent, so each of their columns leaves the space as
// it is; a column of numbers does not.
func TestMessageUnderPrintedNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	const n = 40
	rows := data.NewRows(7, n, 3) // 2 + 4 one-hot columns and a number
	for i := range n {
		index := []int32{int32(i % 2), 2 + int32(rng.IntN(4)), 6}
		value := []float64{1, 1, rng.NormFloat64()}
		if i == 7 {
			index, value = nil, nil
		}
		rows.Append(index, value)
	}
	b := models.NewBlock(rows)
	m := NewMessage(b)
	p := Push{Target: gaussianVector(n, 1, rng), Noise: make([]float64, n), Kappa: 0.5, Sigma: 0.3, Confined: true}
	p.Model, p.Clean = solved(rows, p.Target, p.Kappa)
	xi := make([]float64, 7)
	b.InverseRoot(xi, gaussianVector(7, p.Sigma, rng))
	b.Apply(p.Noise, xi)

	columns, people := make([]float64, 7), make([]float64, n)
	m.Losses(people, columns, p)
	for j, l := range columns {
		other := without(rows, func(_ int, c int32) bool { return int(c) == j })
		same := models.NewBlock(other).Spectrum().Rank == b.Spectrum().Rank // a subspace of the same dimension
		if m.Spanned(j) != same || math.IsInf(l, 1) == same {
			t.Errorf("column %d: l = %g, spanned %v, same space %v", j, l, m.Spanned(j), same)
		}
		if same && !(math.Abs(l-resolved(rows, other, p)) <= 1e-9) {
			t.Errorf("column %d: l = %g, solved again %g", j, l, resolved(rows, other, p))
		}
	}
	for i, l := range people {
		if i == 7 && l != 0 || i != 7 && !math.IsInf(l, 1) {
			t.Errorf("row %d: l = %g", i, l)
		}
	}
	if !m.Spanned(0) || m.Spanned(6) {
		t.Error("one-hot columns are spanned, the numbers are not")
	}
}

func TestMessageWithoutNoiseAndWithoutSense(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	rows := randomRows(12, 4, rng)
	m, p := NewMessage(models.NewBlock(rows)), randomPush(rows, rng)
	clear(p.Noise)
	p.Sigma = 0
	people, columns := make([]float64, 12), make([]float64, 4)
	m.Losses(people, columns, p)
	for i, l := range people {
		if _, value := rows.Row(i); !math.IsInf(l, 1) && !empty(value) || l != 0 && empty(value) {
			t.Errorf("row %d without noise: %g", i, l)
		}
	}
	p.Kappa = -1e9
	if m.Losses(people, columns, p); columns[0] == columns[0] {
		t.Errorf("negative ridge: %g, expected NaN", columns[0])
	}
	p.Kappa, p.Sigma = 1, 1
	m.Losses(people, columns, p)
	if n := testing.AllocsPerRun(10, func() { m.Losses(people, columns, p) }); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
}
