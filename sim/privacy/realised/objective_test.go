package realised

import (
	"math"
	"math/rand/v2"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/models/linear"

	"gonum.org/v1/gonum/mat"
)

// problem is one node's released step written down a second time, densely.
type problem struct {
	rows   data.Rows // signed
	linear []float64 // data-independent linear part, without the noise
	f      []float64 // the minimiser
	local  *models.Local
	out    models.Solution
	r      Release
}

// randomRows makes signed rows of at most unit norm, some of them empty or with
// other than a multiple of four entries.
func randomRows(records, dim int, rng *rand.Rand) data.Rows {
	rows := data.NewRows(dim, records, dim)
	for range records {
		x := randomRow(dim, rng)
		rows.Append(x.Index, x.Value)
	}
	return rows
}

func randomRow(dim int, rng *rand.Rand) Row {
	var x Row
	square, density := 0.0, rng.Float64()
	for j := range dim {
		if rng.Float64() < density {
			v := rng.NormFloat64()
			x.Index, x.Value = append(x.Index, int32(j)), append(x.Value, v)
			square += v * v
		}
	}
	for k := range x.Value {
		x.Value[k] /= math.Sqrt(square)
	}
	return x
}

// randomProblem draws a problem over several orders of magnitude in all numbers, under
// the logistic loss or Huber's, and solves it.
func randomProblem(rng *rand.Rand) *problem {
	dim, records := 1+rng.IntN(11), 1+rng.IntN(14)
	p := &problem{rows: randomRows(records, dim, rng), f: make([]float64, dim)}
	p.linear = gaussianVector(dim, math.Exp(rng.NormFloat64()), rng)
	p.r = Release{
		Noise: gaussianVector(dim, math.Exp(2*rng.NormFloat64()), rng), Rate: math.Exp(rng.NormFloat64()),
		Weight: math.Exp(rng.NormFloat64()), Curvature: math.Exp(1.5 * rng.NormFloat64()),
	}
	p.local = models.NewLocal(p.rows)
	if records%2 == 0 {
		p.local = p.local.Under(models.Huber{H: 0.1 * float64(1+records)})
	}
	p.solve()
	return p
}

func (p *problem) solve() {
	sum := make([]float64, len(p.linear))
	for k := range sum {
		sum[k] = p.linear[k] + p.r.Noise[k]
	}
	p.out = p.local.Minimise(p.f, models.Subproblem{Weight: p.r.Weight, Curvature: p.r.Curvature, Linear: sum})
	p.r.Model = p.f
}

// noiseUnder is the noise that leads to f under the given data:
// n_D(f) = -(k sum g_i + q f + l).
func (p *problem) noiseUnder(rows data.Rows) []float64 {
	n := make([]float64, rows.Dim)
	for k, f := range p.f {
		n[k] = -p.r.Curvature*f - p.linear[k]
	}
	for i := range rows.Len() {
		index, value := rows.Row(i)
		Row{index, value}.addTo(n, -p.r.Weight*p.local.Loss().Slope(rows.Dot(i, p.f)))
	}
	return n
}

// logDensity is log p(f | rows) up to a constant: -tau |n(f)| + log det H(f).
func (p *problem) logDensity(rows data.Rows) float64 {
	d := rows.Dim
	h := mat.NewSymDense(d, nil)
	for k := range d {
		h.SetSym(k, k, p.r.Curvature)
	}
	for i := range rows.Len() {
		x := mat.NewVecDense(d, nil)
		index, value := rows.Row(i)
		for k, j := range index {
			x.SetVec(int(j), value[k])
		}
		h.SymRankOne(h, p.r.Weight*p.local.Loss().Curvature(rows.Dot(i, p.f)), x)
	}
	var c mat.Cholesky
	c.Factorize(h)
	return -p.r.Rate*mat.Norm(mat.NewVecDense(d, p.noiseUnder(rows)), 2) + c.LogDet()
}

func (p *problem) det() float64 { return math.Log1p(p.r.Weight * p.local.Loss().C1() / p.r.Curvature) }

func (p *problem) remove() []float64 {
	loss := make([]float64, p.rows.Len())
	NewObjective(p.local).Remove(loss, p.r)
	return loss
}

// near10 compares to 1e-10, relative where the terms are large.
func near10(got, want, terms float64) bool {
	return math.Abs(got-want) <= 1e-10*math.Max(1, terms)
}

// "log Q(f|D) = -tau |n_D(f)| + log det H_D(f)": the loss is the difference of
// the two log densities, for both adjacencies and every record.
func TestObjectiveIsTheDifferenceOfLogDensities(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		p := randomProblem(rng)
		p.r.Noise = p.noiseUnder(p.rows) // free of the solver's residual
		here := p.logDensity(p.rows)
		o := NewObjective(p.local)
		loss := p.remove()
		for j, got := range loss {
			want := here - p.logDensity(change{record: j}.apply(p.rows))
			if !near10(got, want, math.Abs(here)) {
				t.Errorf("removal of %d of %d: %.15g, the densities say %.15g (%+v)", j, len(loss), got, want, p.r)
			}
			x, label := randomRow(p.rows.Dim, rng), float64(1-2*rng.IntN(2))
			got = o.Replace(j, x, label, p.r)
			want = here - p.logDensity(change{j, x, label}.apply(p.rows))
			if !near10(got, want, math.Abs(here)) {
				t.Errorf("replacement of %d of %d: %.15g, the densities say %.15g (%+v)", j, len(loss), got, want, p.r)
			}
		}
	}
}

// The drawn noise and the noise recovered from f differ by the solver's residual,
// and the loss by at most 2 tau times that.
func TestObjectiveWithTheDrawnNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		p := randomProblem(rng)
		drawn := p.remove()
		p.r.Noise = p.noiseUnder(p.rows)
		for j, want := range p.remove() {
			if allowed := 2*p.r.Rate*p.out.GradientNorm + 1e-10; !(math.Abs(drawn[j]-want) <= allowed) {
				t.Errorf("%.15g from the drawn noise, %.15g from f, allowed %.3g", drawn[j], want, allowed)
			}
		}
	}
}

// Where n and the shift almost cancel, |n+v|^2 from three inner products would
// lose all digits.
func TestObjectiveWhereTheShiftUndoesTheNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for _, off := range []float64{0, 1e-12, 1e-9, 1e-6, 1e-3, 1e-2} {
		p := randomProblem(rng)
		o := NewObjective(p.local)
		j := 0
		for o.square[j] == 0 {
			j++
		}
		v := make([]float64, p.rows.Dim)
		o.row(j).addTo(v, p.r.Weight*p.local.Loss().Slope(p.local.Margins()[j]))
		length := math.Sqrt(linear.Dot(v, v))
		p.r.Noise = make([]float64, p.rows.Dim)
		for k := range v {
			p.r.Noise[k] = -v[k]
		}
		p.r.Noise[0] += off * length
		loss := p.remove()
		n := p.r.Noise
		want := p.r.Rate*(off*length-math.Sqrt(linear.Dot(n, n))) + o.Replace(j, Row{}, 1, Release{
			Noise: n, Weight: p.r.Weight, Curvature: p.r.Curvature, Model: p.f,
		}) // rate 0 and an empty record: the determinant part alone
		if !(math.Abs(loss[j]-want) <= 1e-12*math.Max(1, p.r.Rate*length)) {
			t.Errorf("off by %g |v|: %.15g, expected %.15g", off, loss[j], want)
		}
	}
}

// Ranges: the noise part within tau k (removed) or 2 tau k (replaced), the
// determinant part in [0, ln(1+x)] or [-ln(1+x), ln(1+x)].
func TestObjectiveStaysWithinItsRanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	for range 300 {
		p := randomProblem(rng)
		reach, det := p.r.Rate*p.r.Weight*(1+1e-12), p.det()*(1+1e-12)
		o := NewObjective(p.local)
		silent := p.r
		silent.Rate = 0
		parts := make([]float64, p.rows.Len())
		o.Remove(parts, silent)
		for j, l := range p.remove() {
			if part := parts[j]; part < 0 || part > det || math.Abs(l-part) > reach {
				t.Errorf("removal: %g with determinant part %g, bounds %g and [0, %g]", l, part, reach, det)
			}
			x := randomRow(p.rows.Dim, rng)
			l, part := o.Replace(j, x, -1, p.r), o.Replace(j, x, -1, silent)
			if math.Abs(part) > det || math.Abs(l-part) > 2*reach {
				t.Errorf("replacement: %g with determinant part %g, bounds %g and %g", l, part, 2*reach, det)
			}
		}
		if v := o.Leverage(); v < 0 || v >= 1 {
			t.Errorf("leverage %g outside [0, 1)", v)
		}
	}
}

// Seen from D' the loss is the negative one, and replacing is removing and adding
// along the same f.
func TestObjectiveTurnsRound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	for range 200 {
		p := randomProblem(rng)
		p.r.Noise = p.noiseUnder(p.rows)
		j := rng.IntN(p.rows.Len())
		x, label := randomRow(p.rows.Dim, rng), 1.0
		there := NewObjective(p.local).Replace(j, x, label, p.r)
		removed := p.remove()[j]

		// The other side: the data with (x, label), its last record, at the same f.
		other := *p
		other.rows = change{j, x, label}.apply(p.rows)
		other.local = models.NewLocal(other.rows).Under(p.local.Loss())
		other.local.MeanLoss(p.f)
		other.r.Noise = p.noiseUnder(other.rows)
		last := other.rows.Len() - 1
		index, value := p.rows.Row(j) // signed, so that its label is +1
		back := NewObjective(other.local).Replace(last, Row{index, value}, 1, other.r)
		if !near10(there, -back, math.Abs(p.logDensity(p.rows))) {
			t.Errorf("D to D' %.15g, D' to D %.15g", there, back)
		}
		if added := -other.remove()[last]; !near10(there, removed+added, math.Abs(p.logDensity(p.rows))) {
			t.Errorf("replaced %.15g, removed %.15g and added %.15g", there, removed, added)
		}
	}
}

// "E_D[e^-l] = 1" over draws of the noise under D. By the ranges e^-l lies in
// [e^(-tau k)/(1+x), e^(tau k)], of width w; by Hoeffding the mean of S draws is
// further than w sqrt(ln(2/p)/(2S)) from 1 with a probability of at most p = 1e-9.
// A wrong sign of the determinant part would be 10 times that off.
// Under Huber's loss, too, whose L” jumps.
func TestObjectiveIsALikelihoodRatio(t *testing.T) {
	for _, l := range []models.Loss{models.Logistic{}, models.Huber{H: 0.5}} {
		likelihoodRatio(t, l)
	}
}

func likelihoodRatio(t *testing.T, l models.Loss) {
	const draws, p = 20000, 1e-9
	rng := rand.New(rand.NewPCG(1, 6))
	at := &problem{rows: randomRows(3, 2, rng), f: make([]float64, 2), linear: []float64{0.3, -0.2}}
	for at.rows.MaxNorm() == 0 || len(at.rows.Index) < 3 {
		at.rows = randomRows(3, 2, rng)
	}
	at.r = Release{Noise: make([]float64, 2), Rate: 0.5, Weight: 1, Curvature: 0.25}
	at.local = models.NewLocal(at.rows).Under(l)
	o, loss, sum := NewObjective(at.local), make([]float64, 3), [3]float64{}
	for range draws {
		gammaNorm(at.r.Noise, at.r.Rate, rng)
		at.solve()
		o.Remove(loss, at.r)
		for j, l := range loss {
			sum[j] += math.Exp(-l) / draws
		}
	}
	reach := at.r.Rate * at.r.Weight
	width := math.Exp(reach) - math.Exp(-reach-at.det())
	allowed := width * math.Sqrt(math.Log(2/p)/(2*draws))
	for j, mean := range sum {
		if math.Abs(mean-1) > allowed {
			t.Errorf("record %d: mean of e^-l %.4f, allowed 1 +- %.4f", j, mean, allowed)
		}
	}
}

// gammaNorm draws from the density proportional to exp(-rate |n|), d = 2.
func gammaNorm(n []float64, rate float64, rng *rand.Rand) {
	angle := 2 * math.Pi * rng.Float64()
	size := (rng.ExpFloat64() + rng.ExpFloat64()) / rate
	n[0], n[1] = size*math.Cos(angle), size*math.Sin(angle)
}

func TestObjectiveWithoutNoiseSeesEverything(t *testing.T) {
	p := randomProblem(rand.New(rand.NewPCG(1, 7)))
	clear(p.r.Noise)
	p.solve()
	p.r.Rate = math.Inf(1)
	o := NewObjective(p.local)
	for j, l := range p.remove() {
		if want := math.Inf(1); l != want && o.square[j] > 0 || o.square[j] == 0 && l != 0 {
			t.Errorf("record %d of norm %g: %g", j, math.Sqrt(o.square[j]), l)
		}
	}
}

func TestObjectiveRefusesWhatItCannotCompute(t *testing.T) {
	p := randomProblem(rand.New(rand.NewPCG(1, 8)))
	o := NewObjective(p.local)
	for name, x := range map[string]Row{
		"column too large": {[]int32{int32(p.rows.Dim)}, []float64{1}},
		"column below 0":   {[]int32{-1}, []float64{1}},
		"column twice":     {[]int32{0, 0}, []float64{1, 1}},
		"value missing":    {[]int32{0}, nil},
	} {
		if l := o.Replace(0, x, 1, p.r); l == l {
			t.Errorf("%s: %g, expected NaN", name, l)
		}
	}
	if l := o.Replace(0, Row{}, 2, p.r); l == l {
		t.Errorf("label 2: %g, expected NaN", l)
	}
	p.r.Curvature = -1e9
	if l := p.remove(); l[0] == l[0] {
		t.Errorf("Hessian not positive definite: %g, expected NaN", l[0])
	}
}

// A step at another model or of other numbers is computed afresh, a second look
// at the same step is not; neither allocates.
func TestObjectiveFollowsTheNode(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	p := randomProblem(rng)
	o, loss := NewObjective(p.local), make([]float64, p.rows.Len())
	for range 4 {
		o.Remove(loss, p.r)
		for j, want := range p.remove() {
			if loss[j] != want {
				t.Fatalf("kept work space: %.15g, a new one says %.15g", loss[j], want)
			}
		}
		p.r.Noise, p.r.Weight = gaussianVector(p.rows.Dim, 1, rng), p.r.Weight*1.5
		p.solve()
	}
	x := randomRow(p.rows.Dim, rng)
	even := false
	if n := testing.AllocsPerRun(20, func() {
		if even = !even; even {
			p.local.MeanLoss(p.linear)
		} else {
			p.local.MeanLoss(p.f)
		}
		o.Remove(loss, p.r)
		o.Replace(0, x, 1, p.r)
	}); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
}
