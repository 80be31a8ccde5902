package models

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"admmlab/models/data"
	"admmlab/models/linear"
)

// table makes rows of perRow non-zeros with values of about size.
func table(records, dim, perRow int, size float64, rng *rand.Rand) data.Rows {
	rows := data.NewRows(dim, records, perRow)
	for range records {
		var index []int32
		var value []float64
		for j := range dim {
			if rng.Float64()*float64(dim) < float64(perRow) {
				index = append(index, int32(j))
				value = append(value, size*rng.NormFloat64()/math.Sqrt(float64(perRow)))
			}
		}
		rows.Append(index, value)
	}
	return rows
}

func vector(dim int, size float64, rng *rand.Rand) []float64 {
	v := make([]float64, dim)
	for j := range v {
		v[j] = rng.NormFloat64()
	}
	if length := linear.Norm(v); length > 0 {
		for j := range v {
			v[j] *= size / length
		}
	}
	return v
}

// slow is the objective written down a second time: value, gradient, and what
// the roundoff of one evaluation may leave in the gradient norm.
func slow(rows data.Rows, f []float64, s Subproblem) (float64, []float64, float64) {
	return slowUnder(Logistic{}, rows, f, s)
}

func slowUnder(loss Loss, rows data.Rows, f []float64, s Subproblem) (value float64, gradient []float64, floor float64) {
	gradient = make([]float64, rows.Dim)
	pulled, bent := 0.0, 0.0
	for i := range rows.Len() {
		m := rows.Dot(i, f)
		value += s.Weight * loss.Value(m)
		index, entries := rows.Row(i)
		length := 0.0
		for k, j := range index {
			gradient[j] += s.Weight * loss.Slope(m) * entries[k]
			length += entries[k] * entries[k]
		}
		pulled -= s.Weight * loss.Slope(m) * math.Sqrt(length)
		bent += s.Weight * loss.Curvature(m) * length
	}
	for j, v := range f {
		value += s.Curvature/2*v*v + s.Linear[j]*v
		gradient[j] += s.Curvature*v + s.Linear[j]
	}
	floor = 0x1p-48 * (pulled + (s.Curvature+bent)*linear.Norm(f) + linear.Norm(s.Linear))
	return value, gradient, floor
}

// solved checks a minimiser against the gradient written down above.
func solved(t *testing.T, name string, rows data.Rows, f []float64, s Subproblem, out Solution) {
	t.Helper()
	solvedUnder(t, Logistic{}, name, rows, f, s, out)
}

func solvedUnder(t *testing.T, loss Loss, name string, rows data.Rows, f []float64, s Subproblem, out Solution) {
	t.Helper()
	_, gradient, floor := slowUnder(loss, rows, f, s)
	if !(out.GradientNorm <= math.Max(Tolerance, floor)) {
		t.Errorf("%s: gradient norm %.3g (%d passes, %d factors), roundoff allows %.3g",
			name, out.GradientNorm, out.Passes, out.Factorisations, floor)
	}
	if got := linear.Norm(gradient); !(math.Abs(got-out.GradientNorm) <= floor) {
		t.Errorf("%s: reports %.3g, the gradient is %.3g", name, out.GradientNorm, got)
	}
}

func TestMinimiserHasNoGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for k := range 60 {
		records, dim := 1+rng.IntN(300), 1+rng.IntN(40)
		rows := table(records, dim, 1+rng.IntN(dim), 1, rng)
		p := NewLocal(rows)
		f := vector(dim, 10*rng.Float64(), rng)
		for range 3 { // a sequence, so that factors age and are shifted
			s := Subproblem{
				Weight: math.Exp(3 * rng.NormFloat64()), Curvature: math.Exp(2 * rng.NormFloat64()),
				Linear: vector(dim, 30*rng.Float64(), rng),
			}
			out := p.Minimise(f, s)
			solved(t, fmt.Sprintf("problem %d", k), rows, f, s, out)
			if !out.Reached() {
				t.Errorf("problem %d: promise broken, %g", k, out.GradientNorm)
			}
		}
	}
}

// An independent method: gradient descent with step 1/(bound on the Hessian),
// which contracts the distance by 1-q/bound a step.
func TestMinimiserIsTheOneOfGradientDescent(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 5 {
		rows := table(60, 9, 6, 1, rng)
		s := Subproblem{Weight: 0.5, Curvature: 0.5, Linear: vector(9, 5, rng)}
		bound := s.Curvature
		for i := range rows.Len() {
			_, value := rows.Row(i)
			bound += s.Weight * 0.25 * linear.Dot(value, value)
		}
		want := make([]float64, 9)
		for range 600 {
			_, gradient, _ := slow(rows, want, s)
			linear.AddScaled(want, -1/bound, gradient)
		}
		f := make([]float64, 9)
		NewLocal(rows).Minimise(f, s)
		for j := range f {
			near(t, "f", f[j], want[j], 1e-8)
		}
	}
}

// The objective is q-strongly convex: models with gradient norms at most g lie
// within 2g/q of each other.
func TestMinimiserDoesNotDependOnTheStart(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	rows := table(200, 15, 8, 1, rng)
	s := Subproblem{Weight: 2, Curvature: 0.1, Linear: vector(15, 40, rng)}
	want := make([]float64, 15)
	NewLocal(rows).Minimise(want, s)
	p := NewLocal(rows)
	for _, size := range []float64{0, 1, 100, 1e4, 1e6} {
		f := vector(15, size, rng)
		if out := p.Minimise(f, s); !out.Reached() {
			t.Errorf("from |f| = %g: %+v", size, out)
		}
		for j := range f {
			near(t, "f", f[j], want[j], 1e-8)
		}
	}
}

func TestExtremeSubproblemsConvergeToRoundoff(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	zero, twins, split := data.NewRows(5, 20, 0), data.NewRows(20, 100, 4), data.NewRows(6, 80, 6)
	for range 100 {
		zero.Append(nil, nil)
		twins.Append([]int32{1, 3, 8, 19}, []float64{0.5, -0.5, 0.5, 0.5})
		x := vector(6, 1, rng)
		x[0] = 0.1 + math.Abs(x[0]) // y x.e_0 > 0 for every record
		split.Append([]int32{0, 1, 2, 3, 4, 5}, x)
	}
	most := 0
	for _, c := range []struct {
		name string
		rows data.Rows
	}{
		{"sparse", table(300, 30, 5, 1, rng)},
		{"dense", table(50, 12, 12, 1, rng)},
		{"wide", table(10, 60, 8, 1, rng)},
		{"one record", table(1, 20, 6, 1, rng)},
		{"one column", table(40, 1, 1, 1, rng)},
		{"big values", table(100, 10, 5, 1e3, rng)},
		{"no records", data.NewRows(5, 0, 0)},
		{"zero rows", zero},
		{"duplicates", twins},
		{"separable", split},
	} {
		for _, weight := range []float64{1e-6, 1, 1e6} {
			for _, q := range []float64{1e-8, 1e-3, 1, 1e6} {
				for _, l := range []float64{0, 1, 1e6} {
					for _, start := range []float64{0, 1e3} {
						f := vector(c.rows.Dim, start, rng)
						s := Subproblem{Weight: weight, Curvature: q, Linear: vector(c.rows.Dim, l, rng)}
						out := NewLocal(c.rows).Minimise(f, s)
						solved(t, fmt.Sprintf("%s, weight %g, q %g, |l| %g, from %g", c.name, weight, q, l, start), c.rows, f, s, out)
						most = max(most, out.Passes)
					}
				}
			}
		}
	}
	if most > 2000 {
		t.Errorf("the hardest problem took %d passes", most)
	}
}

// Twelve orders of magnitude of weight, fourteen of q, nine of l, six of start.
func TestRandomSubproblemsConvergeToRoundoff(t *testing.T) {
	decades := func(from, to float64, rng *rand.Rand) float64 {
		return math.Pow(10, from+(to-from)*rng.Float64())
	}
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(seed, 77))
		dim := 1 + rng.IntN(40)
		rows := table(1+rng.IntN(200), dim, 1+rng.IntN(dim), decades(-1, 1, rng), rng)
		s := Subproblem{
			Weight: decades(-6, 6, rng), Curvature: decades(-8, 6, rng),
			Linear: vector(dim, decades(-3, 6, rng), rng),
		}
		f := vector(dim, decades(-2, 4, rng), rng)
		out := NewLocal(rows).Minimise(f, s)
		solved(t, fmt.Sprintf("seed %d", seed), rows, f, s, out)
	}
}

// Where roundoff keeps the gradient between Tolerance and Promise no more is tried.
func TestNoPassesAreWastedOnRoundoff(t *testing.T) {
	rng := rand.New(rand.NewPCG(60, 60))
	p := NewLocal(censusLike(500, rng))
	for _, l := range []float64{2e6, 3e6, 5e6} {
		for range 20 {
			f := vector(105, 3, rng)
			out := p.Minimise(f, Subproblem{Weight: 3.5, Curvature: 1e5, Linear: vector(105, l, rng)})
			if !out.Reached() || out.Passes > 16 {
				t.Errorf("|l| = %g: gradient norm %.3g after %d passes", l, out.GradientNorm, out.Passes)
			}
		}
	}
}

func TestManyColumns(t *testing.T) {
	if testing.Short() {
		t.Skip("a 2000-column Cholesky")
	}
	rng := rand.New(rand.NewPCG(5, 5))
	rows := table(60, 2000, 1500, 1, rng)
	f := make([]float64, 2000)
	s := Subproblem{Weight: 1, Curvature: 0.5, Linear: vector(2000, 5, rng)}
	out := NewLocal(rows).Minimise(f, s)
	solved(t, "2000 dense columns", rows, f, s, out)
}

func TestInputThatIsNotFiniteEndsHonestly(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	p := NewLocal(table(30, 5, 3, 1, rng))
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300} {
		for _, s := range []Subproblem{
			{Weight: 1, Curvature: 1, Linear: []float64{0, bad, 0, 0, 0}},
			{Weight: bad, Curvature: 1, Linear: make([]float64, 5)},
			{Weight: 1, Curvature: bad, Linear: []float64{1, 1, 1, 1, 1}},
		} {
			f := make([]float64, 5)
			if out := p.Minimise(f, s); out.Reached() && !(s.Curvature == 1e300) {
				t.Errorf("%+v: claims %+v", s, out)
			}
		}
		f := []float64{0, bad, 0, 0, 0}
		out := p.Minimise(f, Subproblem{Weight: 1, Curvature: 1, Linear: make([]float64, 5)})
		if bad != 1e300 && out.Reached() {
			t.Errorf("start %g: claims %+v", bad, out)
		}
		// And the Local is as good as new afterwards.
		f = make([]float64, 5)
		out = p.Minimise(f, Subproblem{Weight: 1, Curvature: 1, Linear: []float64{1, 2, 3, 4, 5}})
		if !out.Reached() {
			t.Errorf("after %g: %+v", bad, out)
		}
	}
}

func TestTheLastEvaluatedModelIsFree(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	rows := table(50, 6, 4, 1, rng)
	p := NewLocal(rows)
	f := make([]float64, 6)
	s := Subproblem{Weight: 1, Curvature: 1, Linear: vector(6, 3, rng)}
	p.Minimise(f, s)
	if out := p.Minimise(f, s); out.Passes != 0 || out.Factorisations != 0 || !out.Reached() {
		t.Errorf("solving a solved problem: %+v, want no pass", out)
	}
	want := 0.0
	for i := range rows.Len() {
		want += Logistic{}.Value(rows.Dot(i, f)) / 50
		near(t, "margin", p.Margins()[i], rows.Dot(i, f), 1e-14)
	}
	near(t, "MeanLoss", p.MeanLoss(f), want, 1e-15)
	other := vector(6, 60, rng)
	want = 0
	for i := range rows.Len() {
		want += Logistic{}.Value(rows.Dot(i, other)) / 50
	}
	near(t, "MeanLoss elsewhere", p.MeanLoss(other), want, 1e-13)
}

func TestHessianIsTheDerivativeOfTheGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	rows := table(80, 11, 7, 1, rng)
	p := NewLocal(rows)
	f := vector(11, 3, rng)
	s := Subproblem{Weight: 1.7, Curvature: 0.4, Linear: vector(11, 1, rng)}
	p.MeanLoss(f)
	hessian := make([]float64, 11*11)
	p.Hessian(hessian, s)
	p.Hessian(hessian, s) // into a used matrix: the same
	const h = 1e-5
	for j := range f {
		up, down := append([]float64(nil), f...), append([]float64(nil), f...)
		up[j] += h
		down[j] -= h
		_, above, _ := slow(rows, up, s)
		_, below, _ := slow(rows, down, s)
		for i := range f {
			near(t, "Hessian", hessian[min(i, j)*11+max(i, j)], (above[i]-below[i])/(2*h), 1e-8)
		}
	}
}

// dvpLike runs a warm sequence of noisy subproblems and calls visit after each.
func dvpLike(p *Local, calls int, rng *rand.Rand, visit func(f []float64, out Solution)) {
	f, linear := make([]float64, p.Dim()), make([]float64, p.Dim())
	for k := range calls {
		gammaNorm(linear, 92, rng)
		q := 4.003 + float64(k%3) // the factor is shifted, too
		visit(f, p.Minimise(f, Subproblem{Weight: 1750.0 / 8000, Curvature: q, Linear: linear}))
	}
}

func TestNothingIsAllocatedOnceWarm(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	p := NewLocal(censusLike(800, rng))
	check := func(f []float64, out Solution) {
		if !out.Reached() {
			t.Errorf("%+v", out)
		}
		p.MeanLoss(f)
	}
	dvpLike(p, 3, rng, check)
	f, linear := make([]float64, 105), make([]float64, 105)
	if n := testing.AllocsPerRun(20, func() {
		gammaNorm(linear, 92, rng)
		check(f, p.Minimise(f, Subproblem{Weight: 2.1, Curvature: 4, Linear: linear}))
	}); n != 0 {
		t.Errorf("%g allocations per call", n)
	}
}

func TestSameCallsGiveSameBits(t *testing.T) {
	run := func() (all []float64) {
		rng := rand.New(rand.NewPCG(10, 10))
		dvpLike(NewLocal(censusLike(500, rng)), 6, rng, func(f []float64, out Solution) {
			all = append(append(all, f...), out.GradientNorm, float64(out.Passes))
		})
		return all
	}
	if !same(run(), run()) {
		t.Error("two equal runs differ")
	}
}

func TestOptimumIsBestAmongNeighbours(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	rows := table(300, 8, 5, 1, rng)
	s := Subproblem{Weight: 0.5, Curvature: 0.05, Linear: make([]float64, 8)}
	f, out := Optimum(rows, Logistic{}, s.Weight, s.Curvature)
	solved(t, "optimum", rows, f, s, out)
	best, _, _ := slow(rows, f, s)
	for range 50 {
		g := vector(8, 1e-3, rng)
		for j := range g {
			g[j] += f[j]
		}
		if v, _, _ := slow(rows, g, s); !(v > best) {
			t.Errorf("a neighbour is better by %g", best-v)
		}
	}
}

// A record that counts twice is the record twice, and one that counts 0 is none: in the
// minimiser and in the Hessian, in every form of the rows and under every loss.
func TestARecordThatCountsTwiceIsTwoRecords(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	full, sparse := twoForms(300, 6, rng)
	for name, rows := range map[string]data.Rows{"compact": census(400, []int{5, 4}, 1, 1, rng), "dense": full, "sparse": sparse} {
		for _, loss := range []Loss{Logistic{}, Huber{H: 0.5}} {
			var repeated []int
			values := make([]float64, rows.Len())
			for i := range values {
				values[i] = float64(i % 3)
				for range i % 3 {
					repeated = append(repeated, i)
				}
			}
			valued := NewLocal(rows).Under(loss).Valued(values)
			want := NewLocal(rows.Select(repeated)).Under(loss)
			s := Subproblem{Weight: 0.7, Curvature: 0.3, Linear: make([]float64, rows.Dim)}
			s.Linear[0] = 0.2
			f, g := make([]float64, rows.Dim), make([]float64, rows.Dim)
			if out := valued.Minimise(f, s); !out.Reached() {
				t.Errorf("%s, %v: gradient norm %g", name, loss, out.GradientNorm)
			}
			want.Minimise(g, s)
			a, b := make([]float64, rows.Dim*rows.Dim), make([]float64, rows.Dim*rows.Dim)
			valued.Hessian(a, s)
			want.Hessian(b, s)
			for _, pair := range [][2][]float64{{f, g}, {a, b}} {
				for k, v := range pair[0] {
					if !(math.Abs(v-pair[1][k]) <= 1e-8*(1+math.Abs(v))) {
						t.Fatalf("%s, %v: %g, and with the records repeated %g", name, loss, v, pair[1][k])
					}
				}
			}
		}
	}
}

// What a minimisation reads is counted with it, whether or not somebody measured a loss before: the
// gradient at a start where no minimisation ended is a pass, also where MeanLoss has made it.
func TestMeasuringALossSparesNoCountedPass(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	rows := table(300, 9, 5, 1, rng)
	s := Subproblem{Weight: 0.5, Curvature: 0.1, Linear: vector(9, 3, rng)}
	moved, next := vector(9, 1, rng), Subproblem{Weight: 0.5, Curvature: 0.1, Linear: vector(9, 3, rng)}
	for _, c := range []struct {
		name string
		move bool // from where the first minimisation ended
	}{{"where the last one ended", false}, {"elsewhere", true}} {
		passes := func(measure func(p *Local, f []float64) *Local) int {
			p, f := NewLocal(rows), make([]float64, 9)
			p.Minimise(f, s)
			if c.move {
				copy(f, moved)
			}
			return measure(p, f).Minimise(f, next).Passes
		}
		want := passes(func(p *Local, f []float64) *Local { return p })
		for name, measure := range map[string]func(p *Local, f []float64) *Local{
			"the loss is measured there":  func(p *Local, f []float64) *Local { p.MeanLoss(f); return p },
			"the loss is measured twice":  func(p *Local, f []float64) *Local { p.MeanLoss(f); p.MeanLoss(f); return p },
			"it is measured and taken up": func(p *Local, f []float64) *Local { p.MeanLoss(f); q := NewLocal(rows); q.Resume(p.Warm()); return q },
		} {
			if got := passes(measure); got != want {
				t.Errorf("from %s, %s: %d passes, without %d", c.name, name, got, want)
			}
		}
	}
}

// Passes and Bends are what is really read: every pass goes over every row once.
func TestPassesAreCounted(t *testing.T) {
	for _, loss := range []Loss{Logistic{}, Huber{H: 0.25}} {
		p := NewLocal(table(3000, 12, 6, 1, rand.New(rand.NewPCG(3, 4)))).Under(loss)
		pass, curved := p.pass, p.bow
		passes, bends := 0, 0
		p.pass = func(k int) {
			if k == 0 {
				passes++
			}
			pass(k)
		}
		p.bow = func(k int) {
			if p.outer.from == 0 {
				bends++
			}
			curved(k)
		}
		f, told := make([]float64, 12), Solution{}
		for k := range 20 {
			l := make([]float64, 12)
			l[k%12] = 0.3
			out := p.Minimise(f, Subproblem{Weight: 1.0 / 3000, Curvature: 0.01 * float64(k+1), Linear: l})
			told.Passes, told.Bends = told.Passes+out.Passes, told.Bends+out.Bends
		}
		if told.Passes != passes || told.Bends < bends || told.Bends > bends+20 || bends == 0 {
			t.Errorf("%T: told %d passes and %d for curvature, made %d and %d Hessians", loss, told.Passes, told.Bends, passes, bends)
		}
	}
}
