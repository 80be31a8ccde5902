package realised

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"admmlab/models"
	"admmlab/models/linear"
	"admmlab/sim/privacy"
)

// outputProblem is a minimiser with noise V - f added to it.
func outputProblem(rng *rand.Rand) *problem {
	p := randomProblem(rng)
	clear(p.r.Noise)
	p.solve()
	p.r.Noise = gaussianVector(p.rows.Dim, math.Exp(2*rng.NormFloat64()), rng)
	return p
}

// other is the minimiser under D' for the given linear part, by a solver that
// starts from zero.
func (p *problem) other(c change, linear []float64) []float64 {
	f := make([]float64, p.rows.Dim)
	models.NewLocal(c.apply(p.rows)).Under(p.local.Loss()).Minimise(f, models.Subproblem{
		Weight: p.r.Weight, Curvature: p.r.Curvature, Linear: linear,
	})
	return f
}

// outputLoss is zeta (|V - f'| - |V - f|), or (|V - f'|^2 - |V - f|^2)/(2 sigma^2), as it
// stands.
func (p *problem) outputLoss(other []float64) float64 {
	far, near := 0.0, 0.0
	for k, e := range p.r.Noise {
		v := p.f[k] + e
		far += (v - other[k]) * (v - other[k])
		near += e * e
	}
	if p.r.Sigma > 0 {
		return (far - near) / (2 * p.r.Sigma * p.r.Sigma)
	}
	return p.r.Rate * (math.Sqrt(far) - math.Sqrt(near))
}

// slack is what two minimisers within the promise can add to a loss.
func (p *problem) slack() float64 {
	if p.r.Sigma > 0 { // what is lost grows with the distance of V from f'
		far := linear.Norm(p.r.Noise) + 2*p.r.Weight/p.r.Curvature
		return (far*4*models.Tolerance/p.r.Curvature + 1e-10*math.Max(1, far*far)) / (p.r.Sigma * p.r.Sigma)
	}
	return p.r.Rate*4*models.Tolerance/p.r.Curvature + 1e-10*math.Max(1, p.r.Rate)
}

// The certificate of the one-step form bounds its distance from the loss at the
// exact f', record by record, whatever the problem.
func TestOutputKeepsItsCertificate(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	tight, all := map[bool]int{}, map[bool]int{} // under the logistic loss or not
	for trial := range 300 {
		p := outputProblem(rng)
		if trial%2 == 1 {
			p.r.Sigma = 1 / p.r.Rate
		}
		o, loss := NewObjective(p.local).Output(), make([]float64, p.rows.Len())
		certificate := o.Remove(loss, p.r)
		worst := 0.0
		for j, l := range loss {
			want := p.outputLoss(p.other(change{record: j}, p.linear))
			worst = math.Max(worst, math.Abs(l-want))
			exact, own := o.Exact(j, p.r)
			if !(math.Abs(exact-want) <= p.slack()) || own > p.slack()+p.r.doubt(linear.Norm(p.r.Noise)+2*p.r.Weight/p.r.Curvature, 2*models.Promise/p.r.Curvature) {
				t.Errorf("record %d: exact %.15g (certificate %.3g), re-solved %.15g", j, exact, own, want)
			}
		}
		if !(worst <= certificate+p.slack()) {
			t.Errorf("error %.3g, certificate %.3g", worst, certificate)
		}
		if certificate < 100*worst+1e-9 {
			tight[p.local.Loss() == models.Logistic{}]++
		}
		all[p.local.Loss() == models.Logistic{}]++
	}
	if 3*tight[true] < 2*all[true] || 3*tight[false] < all[false] {
		t.Errorf("the certificate is within a factor 100 of the error in %v of %v problems only", tight, all)
	}
}

// On a node of a usual size one Newton step is all there is to it.
func TestOutputOnManyRecords(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	p := &problem{rows: censusLike(400, rng), f: make([]float64, 105), linear: gaussianVector(105, 0.3, rng)}
	p.r = Release{Noise: make([]float64, 105), Weight: 0.2, Curvature: 4.1}
	p.r.Rate = 1 * p.r.Curvature / (2 * p.r.Weight) // "released" at alpha = 1
	p.local = models.NewLocal(p.rows)
	p.solve()
	p.r.Noise = gaussianVector(105, 1, rng)
	o, loss := NewObjective(p.local).Output(), make([]float64, 400)
	certificate := o.Remove(loss, p.r)
	if bound := p.r.Rate * p.r.Weight / p.r.Curvature; !(certificate < 0.002*bound) {
		t.Errorf("certificate %g, losses up to %g", certificate, bound)
	}
	for j := 0; j < 400; j += 40 {
		if exact, _ := o.Exact(j, p.r); !(math.Abs(loss[j]-exact) <= certificate+p.slack()) {
			t.Errorf("record %d: %.12g, exact %.12g", j, loss[j], exact)
		}
	}
	if n := testing.AllocsPerRun(5, func() { o.Remove(loss, p.r) }); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
}

// What takes d² or d³ operations in a wide table is made in pieces, which whoever gave them can
// end, and not one bit depends on their order.
func TestTheLossesOfAWideTableAreMadeInPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 5))
	const records, dim = 20, wide
	rows := randomRows(records, dim, rng)
	r := Release{Noise: gaussianVector(dim, 1, rng), Rate: 3, Weight: 0.2, Curvature: 4.1}
	remove := func(each models.Each) (outside, inside []float64) {
		local := models.NewLocal(rows)
		local.Share(each)
		local.MeanLoss(make([]float64, dim))
		o := NewObjective(local)
		outside, inside = make([]float64, records), make([]float64, records)
		o.Remove(inside, r)
		o.Output().Remove(outside, r)
		return outside, inside
	}
	pieces := 0
	outside, inside := remove(func(n int, do func(int)) {
		pieces += n
		for i := n - 1; i >= 0; i-- {
			do(i)
		}
	})
	if least := 3*records + dim; pieces < least { // q of either, x'H^-2 x, and the rows of H^-2
		t.Errorf("%d pieces, expected %d at least", pieces, least)
	}
	outsideInTurn, insideInTurn := remove(models.Serial)
	if !slices.Equal(outside, outsideInTurn) || !slices.Equal(inside, insideInTurn) {
		t.Error("the order of the pieces shows in the losses")
	}
}

func TestOutputWhereTheShiftUndoesTheNoise(t *testing.T) {
	p := outputProblem(rand.New(rand.NewPCG(2, 3)))
	o, loss := NewObjective(p.local).Output(), make([]float64, p.rows.Len())
	o.Remove(loss, p.r)
	j := 0
	for o.square[j] == 0 {
		j++
	}
	// V = f1: the loss is -zeta |f1 - f|, all of it.
	s := models.Sigmoid(-p.local.Margins()[j])
	own, _ := sweep(o.full, p.f, o.row(j).Index, o.row(j).Value)
	o.grownBy(o.row(j), -p.r.Weight*s/(1-p.r.Weight*s*(1-s)*own), p.r.Noise)
	copy(p.r.Noise, o.move)
	want := -p.r.Rate * math.Sqrt(linear.Dot(o.move, o.move))
	if o.Remove(loss, p.r); !(math.Abs(loss[j]-want) <= 1e-12*math.Abs(want)) {
		t.Errorf("%.15g, expected %.15g", loss[j], want)
	}
}

// The losses of a node share the table that is as wide as it is high: what one of them brings
// to another model, the other does not take for its own.
func TestLossesOfANodeShareTheirTable(t *testing.T) {
	p := outputProblem(rand.New(rand.NewPCG(2, 4)))
	objective := NewObjective(p.local)
	o, want, got := objective.Output(), make([]float64, p.rows.Len()), make([]float64, p.rows.Len())
	if &o.full[0] != &objective.full[0] {
		t.Fatal("two tables")
	}
	stiffer := p.r
	stiffer.Curvature *= 3
	o.Remove(got, stiffer)
	objective.Remove(got, p.r) // brings the shared H^-1 to p.r, not H^-2
	o.Remove(got, p.r)
	NewObjective(p.local).Output().Remove(want, p.r)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Two runs on one transcript, D and D' side by side, each with its own hidden
// state: the distance between them is what Watched says and within the D_t
// recursion, and the realised loss within zeta D_t; for all variants and both
// adjacencies.
func TestWatchedFollowsTheHiddenRun(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 4))
	const penalty, steps = 1.0, 12 // eta V
	for _, variant := range []string{"printed", "own", "released"} {
		for trial := range 12 {
			p := outputProblem(rng)
			node := privacy.Node{Weight: p.r.Weight, C1: 0.25, Regulariser: 0.05, Penalty: penalty}
			p.r.Curvature = node.Regulariser + 2*penalty
			p.r.Rate = privacy.PVPRate(variant, 0.5, node)
			hidden, reach := OwnWeight(variant)*penalty, 1.0 // share of the replacement's D_t
			c := change{record: rng.IntN(p.rows.Len())}
			w := NewWatched(p.local, c.record)
			if trial%2 == 0 {
				c.added, c.label = randomRow(p.rows.Dim, rng), -1
				w = newWatchedReplacement(p.local, c.record, c.added, c.label)
			} else {
				reach = 0.5
			}
			here, there := make([]float64, p.rows.Dim), make([]float64, p.rows.Dim)
			bound := 0.0
			for range steps {
				// lambda and the neighbours' V_i are any public numbers.
				public := gaussianVector(p.rows.Dim, 1, rng)
				mine := make([]float64, p.rows.Dim)
				for k := range public {
					p.linear[k] = public[k] - hidden*here[k]
					mine[k] = public[k] - hidden*there[k]
				}
				clear(p.r.Noise)
				p.solve()
				p.r.Noise = gaussianVector(p.rows.Dim, 0.3, rng)
				copy(here, p.f)
				copy(there, p.other(c, mine))

				got, certificate := w.Step(hidden, p.r)
				want := p.outputLoss(there)
				if allowed := 20*p.slack() + certificate; !(math.Abs(got-want) <= allowed) {
					t.Errorf("%s: loss %.15g, side by side %.15g", variant, got, want)
				}
				bound = privacy.PVPSensitivity(variant, bound, node)
				if d := w.Distance(); !(d <= reach*bound*(1+1e-9)) || !(math.Abs(got) <= p.r.Rate*reach*bound*(1+1e-9)) {
					t.Errorf("%s: distance %g, bound %g, loss %g", variant, d, reach*bound, got)
				}
			}
			closing(t, p, c, w, penalty, rng)
		}
	}
}

// closing checks a closing step that starts from the hidden f(t) against the
// difference of log densities.
func closing(t *testing.T, p *problem, c change, w *Watched, penalty float64, rng *rand.Rand) {
	t.Helper()
	p.linear = gaussianVector(p.rows.Dim, 1, rng)
	p.r.Noise = gaussianVector(p.rows.Dim, 1, rng)
	p.solve()
	p.r.Noise = p.noiseUnder(p.rows)
	got := NewObjective(p.local).Closing(w, penalty, p.r)
	want := p.logDensity(p.rows)
	terms := math.Abs(want)
	for k := range p.linear {
		p.linear[k] -= penalty * w.apart[k] // the own term of D'
	}
	want -= p.logDensity(c.apply(p.rows))
	if !near10(got, want, terms) {
		t.Errorf("closing step: %.15g, the densities say %.15g", got, want)
	}
}

// Only "released" forgets: there every step is the one-step loss of Output.
func TestWatchedWithoutHiddenStateIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 5))
	p := outputProblem(rng)
	w, o := NewWatched(p.local, 0), NewObjective(p.local).Output()
	for range 5 {
		copy(p.linear, gaussianVector(p.rows.Dim, 1, rng))
		clear(p.r.Noise)
		p.solve()
		p.r.Noise = gaussianVector(p.rows.Dim, 1, rng)
		got, _ := w.Step(OwnWeight("released"), p.r)
		if want, _ := o.Exact(0, p.r); !(math.Abs(got-want) <= p.slack()) {
			t.Errorf("%.15g, memoryless %.15g", got, want)
		}
	}
	if OwnWeight("nothing known") == OwnWeight("nothing known") {
		t.Error("an unknown variant has an own weight")
	}
	w.Reset()
	if w.Distance() != 0 {
		t.Error("Reset leaves a distance")
	}
	if n := testing.AllocsPerRun(5, func() { w.Step(1, p.r) }); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
	if l, _ := newWatchedReplacement(p.local, 0, Row{[]int32{99}, []float64{1}}, 1).Step(0, p.r); l == l {
		t.Errorf("a row that does not fit: %g, expected NaN", l)
	}
}

// newWatchedReplacement watches the neighbour of p with (x, label) in the place
// of record j, label +1 or -1. A row that does not fit the table gives NaN in
// every step.
func newWatchedReplacement(p *models.Local, j int, x Row, label float64) *Watched {
	return newWatched(p, change{record: j, added: x, label: label})
}

// A record that moves nothing loses nothing, also where sigma^2 is below every number.
func TestGaussianNoiseThatIsNextToNone(t *testing.T) {
	r := Release{Noise: []float64{1e-200}, Sigma: 1e-200}
	if still, moved := r.moved([]float64{0}), r.moved([]float64{1}); still != 0 || !math.IsInf(moved, 1) {
		t.Errorf("losses %g and %g", still, moved)
	}
}
