package admm

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/models/linear"
	"admmlab/sim/network"
	"admmlab/sim/noise"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/realised"
)

// lab is a small run set up by hand: n nodes with 9 records of 5 columns each.
type lab struct {
	t      *testing.T
	spec   Spec
	method Method
	set    Settings
	graph  *network.Graph
	noise  Noise
	locals []*models.Local
	at     int
}

func newLab(t *testing.T, id, topology string, nodes int) *lab {
	t.Helper()
	spec, ok := Find(id)
	if !ok {
		t.Fatalf("no method %q", id)
	}
	graph, err := network.New(topology, nodes, 3)
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{t: t, spec: spec, set: spec.Defaults(), graph: graph, noise: noise.New(11)}
	l.set.C, l.set.Rho, l.set.Private = PerNode{6}, PerNode{0.5}, false
	rows, labels := traceRows(9*nodes, 5, 2)
	for i := range nodes {
		var own []int
		for g := range 9 {
			own = append(own, 9*i+g)
		}
		l.locals = append(l.locals, models.NewLocal(rows.SelectSigned(own, labels)))
	}
	l.method = spec.New(Problem{Locals: l.locals, Each: models.Serial})
	return l
}

func (l *lab) step() Round {
	l.at++
	return l.method.Step(Step{Iteration: l.at, Graph: l.graph, Set: &l.set, Noise: l.noise})
}

func (l *lab) run(iterations int) Round {
	var r Round
	for range iterations {
		r = l.step()
	}
	return r
}

// optimum is argmin sum_i w_i O_i by gradient of its own: Newton on the pooled
// records, r the regulariser of one node.
func (l *lab) optimum(r float64, weights []float64) []float64 {
	// All nodes have 9 records, so node i's rows enter with weight w_i C/9;
	// weighted rows are not one Local, so minimise by plain Newton steps here.
	d := l.locals[0].Dim()
	f := make([]float64, d)
	for range 200 {
		g, h := make([]float64, d), make([][]float64, d)
		for j := range h {
			h[j] = make([]float64, d)
		}
		for i, p := range l.locals {
			for j := range f {
				g[j] += weights[i] * r * f[j]
				h[j][j] += weights[i] * r
			}
			rows := p.Rows()
			for n := range rows.Len() {
				m := rows.Dot(n, f)
				k := weights[i] * l.set.C[0] / 9
				_, x := rows.Row(n)
				s := 1 / (1 + math.Exp(m))
				for a := range d {
					g[a] -= k * s * x[a]
					for b := range d {
						h[a][b] += k * s * (1 - s) * x[a] * x[b]
					}
				}
			}
		}
		for j, v := range solveDense(h, g) {
			f[j] -= v
		}
	}
	return f
}

// solveDense is Gaussian elimination with pivoting, independent of the solver
// under test.
func solveDense(a [][]float64, b []float64) []float64 {
	n := len(b)
	b = append([]float64(nil), b...)
	for c := range n {
		p := c
		for r := c; r < n; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[p][c]) {
				p = r
			}
		}
		a[c], a[p], b[c], b[p] = a[p], a[c], b[p], b[c]
		for r := c + 1; r < n; r++ {
			q := a[r][c] / a[c][c]
			for k := c; k < n; k++ {
				a[r][k] -= q * a[c][k]
			}
			b[r] -= q * b[c]
		}
	}
	for r := n - 1; r >= 0; r-- {
		for k := r + 1; k < n; k++ {
			b[r] -= a[r][k] * b[k]
		}
		b[r] /= a[r][r]
	}
	return b
}

func ones(n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = 1
	}
	return w
}

func (l *lab) near(what string, got, want []float64, tolerance float64) {
	l.t.Helper()
	if d := distance(got, want); !(d <= tolerance) {
		l.t.Errorf("%s: distance %.3g, want at most %g", what, d, tolerance)
	}
}

// "the sequence {f_p(t)} is bounded and converges to the optimal value f* as
// time t -> infinity" (TIFS17, IV); "(f(t), Lambda(t)) converges to (f*,
// Lambda*)" (RADMM, Theorem 1). On every graph, for every method without noise.
func TestRunsWithoutNoiseEndAtThePooledOptimum(t *testing.T) {
	for _, id := range []string{"admm", "dvp", "pvp", "radmm", "mradmm", "madmm"} {
		for _, topology := range []string{"ring", "star", "path", "complete"} {
			t.Run(id+" "+topology, func(t *testing.T) {
				l := newLab(t, id, topology, 5)
				l.set.Growth = PerNode{1}
				r := l.set.Rho[0]
				if id == "radmm" || id == "mradmm" || id == "madmm" {
					r /= 5
				}
				want := l.optimum(r, ones(5))
				end := l.run(1500)
				for i, f := range end.Models {
					l.near(fmt.Sprintf("node %d", i+1), f, want, 1e-8)
				}
				if end.Disagreement > 1e-8 {
					t.Errorf("disagreement %g", end.Disagreement)
				}
			})
		}
	}
}

// With one node there is nobody to agree with: the first minimiser is the
// central one.
func TestOneNodeIsTheCentralProblem(t *testing.T) {
	l := newLab(t, "admm", "ring", 1)
	l.near("f(1)", l.step().Models[0], l.optimum(l.set.Rho[0], ones(1)), 1e-9)
}

// As alpha grows the noise vanishes and every private method becomes its
// non-private self, iterate by iterate.
func TestHugeAlphaIsPlainADMM(t *testing.T) {
	for _, pair := range [][2]string{{"dvp", "admm"}, {"pvp", "admm"}, {"radmm", "radmm"}, {"madmm", "madmm"}} {
		private, plain := newLab(t, pair[0], "ring", 5), newLab(t, pair[1], "ring", 5)
		private.set.Private = true
		private.set.Alpha = PerNode{1e14}
		private.set.Growth, plain.set.Growth = PerNode{1}, PerNode{1}
		for range 30 {
			got, want := private.step(), plain.step()
			for i := range got.Models {
				private.near(fmt.Sprintf("%s t=%d node %d", pair[0], got.Iteration, i+1), got.Models[i], want.Models[i], 1e-9)
			}
		}
	}
}

// "If fix eta_i(2k-1) = eta for all k, then MR-ADMM will be reduced to R-ADMM"
// (RADMM, III-B 2).
func TestGrowthOneIsRecycledADMM(t *testing.T) {
	a, b := newLab(t, "mradmm", "path", 5), newLab(t, "radmm", "path", 5)
	a.set.Growth = PerNode{1}
	a.set.Private, b.set.Private = true, true
	for range 20 {
		got, want := a.step(), b.step()
		for i := range got.Models {
			if d := distance(got.Models[i], want.Models[i]); d != 0 {
				t.Fatalf("t=%d: distance %g", got.Iteration, d)
			}
		}
	}
}

// PVP without noise has V = f: all variants coincide with plain ADMM.
func TestPVPVariantsCoincideWithoutNoise(t *testing.T) {
	for _, variant := range []string{"printed", "own", "released"} {
		a, b := newLab(t, "pvp", "star", 4), newLab(t, "admm", "star", 4)
		a.set.Variant = variant
		a.near(variant, a.run(25).Mean, b.run(25).Mean, 1e-9)
	}
}

// Equation (19) as printed: f(2k) from the stored gradient eps + grad O and the
// dual of the odd iteration. The closed form from broadcasts alone must equal it
// up to the solver's residual over the step 2 eta V + gamma.
func TestEvenStepEqualsEquation19(t *testing.T) {
	l := newLab(t, "mradmm", "ring", 5)
	l.set.Private = true
	l.set.Alpha = PerNode{3}
	l.set.Growth = PerNode{1.03}
	for _, dualStep := range []string{"own", "common"} {
		l.set.DualStep = dualStep
		l.set.Eta = PerNode{0.5, 1, 0.8, 1.2, 2}
		l.checkEven19()
	}
}

func (l *lab) checkEven19() {
	t := l.t
	m := l.method.(*radmm)
	for range 10 {
		before := copyTable(m.dual)
		old := copyTable(m.primal)
		odd := copyTable(l.step().Models)
		dual := copyTable(m.dual)
		even := l.step().Models
		for i := range even {
			neighbours := l.graph.Neighbours(i)
			eta, v := m.eta[i], float64(len(neighbours))
			for k := range even[i] {
				// eps + grad O by the KKT condition of the odd step
				stored := -2 * before[i][k]
				apart := 0.0
				for _, j := range neighbours {
					stored -= eta * (2*odd[i][k] - old[i][k] - old[j][k])
					apart += eta * (odd[i][k] - odd[j][k])
				}
				want := odd[i][k] - (2*dual[i][k]+stored+apart)/(2*eta*v+l.set.Gamma)
				if math.Abs(even[i][k]-want) > 1e-9 {
					t.Fatalf("node %d column %d: %g, (19) gives %g", i+1, k, even[i][k], want)
				}
			}
		}
	}
}

// tapped hears the releases of a round with noise on the model.
type tapped struct {
	listener
	releases []realised.Release
}

func (m *tapped) Output(node int, r realised.Release, _, weight float64) {
	r.Noise, r.Model = slices.Clone(r.Noise), slices.Clone(r.Model)
	if m.releases[node] = r; weight != 0 {
		panic("an own term that was not released")
	}
}

// "Each node perturbs its primal variable before broadcasting to its neighbors" (RADMM,
// VII-B): odd steps send the minimiser of (14) with noise of rate alpha h on it, or Gaussian
// noise as large a coordinate, and go on from what was sent. With the gradient of (19)
// stored at the minimiser, the even broadcast would give the noise away.
func TestOutputPerturbationSendsTheMinimiserWithNoiseAndKeepsNothing(t *testing.T) {
	for _, variant := range []string{"output", "gaussian"} {
		l := newLab(t, "mradmm", "ring", 5)
		l.set.Private, l.set.Variant, l.set.Alpha, l.set.DualStep = true, variant, PerNode{3}, "own"
		l.set.Eta, l.set.Growth = PerNode{0.5, 1, 0.8, 1.2, 2}, PerNode{1.03}
		m := l.method.(*radmm)
		for range 4 {
			dual, old := copyTable(m.dual), copyTable(m.primal)
			meter := &tapped{listener{}, make([]realised.Release, 5)}
			l.at++
			odd := l.method.Step(Step{Iteration: l.at, Graph: l.graph, Set: &l.set, Noise: l.noise, Meter: meter})
			sent := copyTable(odd.Broadcast)
			after := copyTable(m.dual)
			even := l.step().Broadcast
			for i, r := range meter.releases {
				neighbours, eta := l.graph.Neighbours(i), m.eta[i]
				v := float64(len(neighbours))
				h, draw := 0.5/5+2*eta*v, make([]float64, 5)
				if variant == "output" {
					l.noise.GammaNorm(draw, noise.Dual, i, l.at-1, 3*h)
				} else {
					l.noise.Gaussian(draw, noise.Dual, i, l.at-1, math.Sqrt(6)/(3*h))
				}
				l.near(variant+": the noise", r.Noise, draw, 1e-14)
				gradient := make([]float64, 5) // of O at the minimiser
				rows := l.locals[i].Rows()
				for n := range rows.Len() {
					index, x := rows.Row(n)
					s := 1 / (1 + math.Exp(rows.Dot(n, r.Model)))
					for k, j := range index {
						gradient[j] -= 6.0 / 9 * s * x[k]
					}
				}
				for k, f := range r.Model {
					gradient[k] += 0.5 / 5 * f
					kkt, apart, public := gradient[k]+2*dual[i][k], 0.0, -2*dual[i][k]
					for _, j := range neighbours {
						kkt += eta * (2*f - old[i][k] - old[j][k])
						public -= eta * (2*sent[i][k] - old[i][k] - old[j][k])
						apart += eta * (sent[i][k] - sent[j][k])
					}
					if math.Abs(kkt) > 1e-9 {
						t.Fatalf("%s, t = %d, node %d: gradient %g of (14) at what was sent without its noise", variant, l.at-1, i+1, kkt)
					}
					if d := sent[i][k] - f - r.Noise[k]; math.Abs(d) > 1e-14 || odd.Models[i][k] != odd.Broadcast[i][k] {
						t.Fatalf("%s: %g is sent beside f + n, and the node goes on from %v", variant, d, odd.Models[i])
					}
					step := 2*eta*v + l.set.Gamma
					if want := sent[i][k] - (2*after[i][k]+public+apart)/step; math.Abs(even[i][k]-want) > 1e-12 {
						t.Fatalf("%s: even model %g, from broadcasts %g", variant, even[i][k], want)
					}
					leaky := sent[i][k] - (2*after[i][k]+gradient[k]+apart)/step
					if told := (even[i][k] - leaky) * step / (2 * eta * v); math.Abs(told-r.Noise[k]) > 1e-8 {
						t.Fatalf("%s: (19) with the stored gradient tells %g of the noise %g", variant, told, r.Noise[k])
					}
				}
			}
		}
	}
}

func copyTable(v [][]float64) [][]float64 {
	out := make([][]float64, len(v))
	for i := range v {
		out[i] = append([]float64(nil), v[i]...)
	}
	return out
}

// "These approximated updates incur no privacy loss" (RADMM, I): even iterations
// charge nothing, and P(t) sums over k = 1 .. floor((t+1)/2).
func TestRecycledChargesOddIterationsOnly(t *testing.T) {
	l := newLab(t, "radmm", "star", 5)
	l.set.Private = true
	l.set.Alpha = PerNode{0.7}
	ledger := privacy.NewLedger(5, privacy.Basic)
	for range 9 {
		r := l.step()
		if odd := r.Iteration%2 == 1; odd != (len(r.Charges) > 0) {
			t.Fatalf("t=%d has %d charges", r.Iteration, len(r.Charges))
		}
		ledger.Add(r.Charges, 0)
	}
	// max over nodes: a leaf of the star has V = 1 and the larger term
	k, h := 6.0/9, 0.5/5+2*1
	want := 5 * 2 * k * (1.4*0.25/h + 0.7)
	if got, _ := ledger.Total(); math.Abs(got-want) > 1e-12 {
		t.Errorf("P(9) = %.15g, by hand %.15g", got, want)
	}
}

// RADMM Theorem 1 claims convergence to f* for unequal eta_i. It is false: the
// invariant is sum lambda_i/eta_i = 0, so the limit minimises sum O_i/eta_i.
func TestUnequalPenaltiesMinimiseAnotherProblem(t *testing.T) {
	l := newLab(t, "mradmm", "ring", 5)
	l.set.Growth = PerNode{1}
	l.set.Eta, l.set.DualStep = PerNode{0.3, 1, 2, 0.5, 1.5}, "own"
	weights := make([]float64, 5)
	for i, e := range l.set.Eta {
		weights[i] = 1 / e
	}
	end := l.run(6000)
	l.near("argmin sum O_i/eta_i", end.Mean, l.optimum(l.set.Rho[0]/5, weights), 1e-8)
	if d := distance(end.Mean, l.optimum(l.set.Rho[0]/5, ones(5))); d < 1e-3 {
		t.Errorf("the limit is only %g away from the true optimum", d)
	}
	if c := l.ending(end); c.Holds || c.Open {
		t.Error("the light \"converges\" must be out")
	}
}

// The repair: with one common dual step the same unequal penalties end at the
// pooled optimum.
func TestACommonDualStepRepairsUnequalPenalties(t *testing.T) {
	for _, topology := range []string{"ring", "star", "path", "complete"} {
		l := newLab(t, "mradmm", topology, 5)
		l.set.Growth, l.set.DualStep = PerNode{1}, "common"
		l.set.Eta = PerNode{0.3, 1, 2, 0.5, 1.5}
		l.near(topology, l.run(6000).Mean, l.optimum(l.set.Rho[0]/5, ones(5)), 1e-8)
	}
}

// A common penalty keeps sum_i lambda_i = 0, whatever the noise.
func TestDualVariablesSumToZeroUnderACommonPenalty(t *testing.T) {
	for _, id := range []string{"dvp", "pvp", "mradmm", "madmm"} {
		l := newLab(t, id, "path", 5)
		l.set.Private = true
		l.run(40)
		sum := make([]float64, 5)
		for _, lambda := range duals(l.method) {
			linear.AddScaled(sum, 1, lambda)
		}
		if linear.Norm(sum) > 1e-9*(1+linear.Norm(duals(l.method)[0])) {
			t.Errorf("%s: |sum lambda| = %g", id, linear.Norm(sum))
		}
	}
}

// TIFS17 (29): from f_p(t+1) and the state before it the drawn noise can be
// recovered, up to the solver's residual. This fixes every sign and factor of
// (13) to (15).
func TestDVPNoiseIsRecoveredByTheKKTCondition(t *testing.T) {
	l := newLab(t, "dvp", "ring", 4)
	l.set.Private = true
	l.set.Alpha = PerNode{2}
	m := l.method.(*dvp)
	for range 6 {
		dual, old := copyTable(m.dual), copyTable(m.primal)
		r := l.step()
		for p, f := range r.Models {
			b, c := 9.0, l.set.C[0]
			eps := make([]float64, len(f))
			rows := l.locals[p].Rows()
			for n := range rows.Len() {
				index, x := rows.Row(n)
				s := 1 / (1 + math.Exp(rows.Dot(n, f))) // -L'
				for k, j := range index {
					eps[j] += s * x[k]
				}
			}
			phi, v := m.calibrate(p, l.set.Variant).Phi, float64(l.graph.Degree(p))
			for k := range eps {
				eps[k] -= b/c*l.set.Rho[0]*f[k] + 2*b/c*dual[p][k] + b/c*(phi+2*l.set.Eta[0]*v)*f[k]
				for _, j := range l.graph.Neighbours(p) {
					eps[k] += b / c * l.set.Eta[0] * (old[p][k] + old[j][k])
				}
			}
			l.near(fmt.Sprintf("t=%d node %d", r.Iteration, p+1), eps, m.noise[p], 1e-8)
		}
	}
}

// TIFS17 Algorithm 3, stop time: the last iteration is a DVP step, costs its
// alpha, and its output is what everybody gets.
func TestPVPClosesWithADVPStep(t *testing.T) {
	for _, variant := range []string{"released", "own", "printed"} {
		l := newLab(t, "pvp", "ring", 4)
		l.set.Private, l.set.Variant = true, variant
		l.run(7)
		m := l.method.(*pvp)
		state := copyTable(m.released)
		l.at++
		r := l.method.Step(Step{Iteration: l.at, Last: true, Graph: l.graph, Set: &l.set, Noise: l.noise})
		if len(r.Charges) != 4 || r.Charges[2].Printed != l.set.Alpha[0] {
			t.Fatalf("%s: closing charges %+v", variant, r.Charges)
		}
		// On released values the proved calibration spends alpha and no more; with
		// the hidden f_p the shift, and so the bound, is larger.
		bound := r.Charges[0].Cost[privacy.Replace].Pure
		if over := bound > l.set.Alpha[0]; over != (variant != "released") {
			t.Errorf("%s: closing step proves %g of alpha %g", variant, bound, l.set.Alpha[0])
		}
		for i, f := range r.Broadcast {
			if distance(f, r.Models[i]) != 0 || distance(f, state[i]) == 0 {
				t.Errorf("%s: node %d must broadcast the new model itself", variant, i+1)
			}
		}
	}
}

// all is every row of a table.
func all(rows data.Rows) []int {
	list := make([]int, rows.Len())
	for i := range list {
		list[i] = i
	}
	return list
}

// Sharing without noise ends at the pooled optimum of sum L + lambda/2 |x|^2
// over all columns, in both orders, with two parties and with three.
func TestSharingEndsAtThePooledOptimum(t *testing.T) {
	for _, order := range []string{"jacobi", "gauss-seidel"} {
		for _, cuts := range [][]int{{0, 3, 7}, {0, 2, 4, 7}} {
			spec, _ := Find("sharing")
			set := spec.Defaults()
			set.Private, set.Order, set.Lambda, set.Rho = false, order, 0.5, PerNode{1}
			rows, labels := traceRows(40, 7, 1)
			p := Problem{Labels: labels, Loss: models.Logistic{}, Each: models.Serial}
			for m := 1; m < len(cuts); m++ {
				p.Blocks = append(p.Blocks, models.NewBlock(rows.Block(all(rows), cuts[m-1], cuts[m], true)))
			}
			joined := rows.Select(all(rows))
			joined.ScaleBlocks(cuts)
			want, _ := models.Optimum(joined.SelectSigned(all(rows), labels), models.Logistic{}, 1, set.Lambda)
			method := spec.New(p)
			var r Round
			for t := range 3000 {
				r = method.Step(Step{Iteration: t + 1, Set: &set})
			}
			if d := distance(r.Mean, want); !(d <= 1e-8) {
				t.Errorf("%s %v: distance %g", order, cuts, d)
			}
			if r.Disagreement > 1e-8 {
				t.Errorf("%s %v: primal residual %g", order, cuts, r.Disagreement)
			}
		}
	}
}

// The isotropic calibration: every step is the Gaussian mechanism with the
// message sensitivity of this iteration, so epsilon comes back from sigma.
func TestSharingSigmaAndEpsilonAreOneCalibration(t *testing.T) {
	for _, variant := range []string{"isotropic", "printed"} {
		spec, _ := Find("sharing")
		set := spec.Defaults()
		set.Variant, set.Epsilon, set.Sigma = variant, 0.8, 0
		rows, labels := traceRows(30, 6, 1)
		p := Problem{Labels: labels, Loss: models.Logistic{}, Each: models.Serial}
		p.Blocks = append(p.Blocks, models.NewBlock(rows.Block(all(rows), 0, 3, true)), models.NewBlock(rows.Block(all(rows), 3, 6, true)))
		s := spec.New(p).(*sharing)
		for t := range 3 {
			s.Step(Step{Iteration: t + 1, Set: &set, Noise: noise.New(5)})
		}
		for m := range s.blocks {
			sigma, charge := s.calibrate(m, s.reach[m])
			if charge.Printed != 0.8 {
				t.Fatalf("%s: charge %+v", variant, charge)
			}
			set.Sigma = sigma
			_, back := s.calibrate(m, s.reach[m])
			if math.Abs(back.Printed-0.8) > 1e-6 {
				t.Errorf("%s: sigma %g gives epsilon %g back, want 0.8", variant, sigma, back.Printed)
			}
			set.Sigma = 0
		}
	}
}

// Every method declares what it reads, and nothing it does not know.
func TestCatalogueIsComplete(t *testing.T) {
	for _, s := range Catalogue() {
		if s.Name == "" || s.Citation == "" || len(s.Algorithm) < 3 || s.New == nil {
			t.Errorf("%s: declaration has holes: %+v", s.ID, s)
		}
		set := s.Defaults()
		for _, p := range s.Parameters {
			if p.Formula == "" || p.Place == "" || p.Turning == "" || p.Words == "" {
				t.Errorf("%s: parameter %s is not explained", s.ID, p.Key)
			}
			if err := p.Check(p.Get(&set), 5); err != nil {
				t.Errorf("%s: default: %v", s.ID, err)
			}
		}
		if s.Private() && set.Variant != s.Variants[0].ID {
			t.Errorf("%s starts with variant %q", s.ID, set.Variant)
		}
	}
}

// The repair for inexact minimisers costs eps2 a step, is certified by a noise
// far below anything a curve shows, and leaves PVP, which adds noise anyway, as
// it is but for a wider sensitivity.
func TestRepairCostsItsEpsilonAndHardlyMovesTheModels(t *testing.T) {
	for _, id := range []string{"dvp", "radmm", "madmm"} {
		a, b := newLab(t, id, "ring", 4), newLab(t, id, "ring", 4)
		a.set.Private, b.set.Private = true, true
		b.set.Repair = 0.001
		plainRound, repaired := a.step(), b.step()
		if len(repaired.Charges) != 2*len(plainRound.Charges) || repaired.Charges[1].Printed != 0.001 {
			t.Errorf("%s: charges %+v", id, repaired.Charges)
		}
		// E|b| = 2 d gamma/(m eps2) with d = 5, gamma 1e-9, m >= rho/4 = .125: 8e-5
		if d := distance(plainRound.Models[0], repaired.Models[0]); d == 0 || d > 1e-3 {
			t.Errorf("%s: the repair moves the model by %g", id, d)
		}
	}
	a, b := newLab(t, "pvp", "ring", 4), newLab(t, "pvp", "ring", 4)
	a.set.Private, b.set.Private = true, true
	b.set.Repair = 0.001
	x, y := a.step(), b.step()
	if distance(x.Broadcast[0], y.Broadcast[0]) != 0 || !(y.Charges[0].Cost[privacy.Replace].Pure > x.Charges[0].Cost[privacy.Replace].Pure) {
		t.Error("PVP: same models, wider sensitivity")
	}
}
