package convergence

import (
	"math"
	"math/rand/v2"
	"testing"

	"admmlab/sim/network"

	"gonum.org/v1/gonum/mat"
)

// The δ quoted of Shi, Ling, Yuan, Wu and Yin 2014, Theorem 1, in its own letters:
//
//	δ = min{(μ−1)σ̃²min(M₋)/(μσ²max(M₊)), m_f/(c/4 σ²max(M₊) + μ/c M_f² σ̃⁻²min(M₋))}
//
// M₊ and M₋ the unoriented and oriented incidence matrices of the arcs, two to an edge. No μ
// of a grid beats the best, and on regular graphs and stars, where s is the largest
// eigenvalue, the best is met.
func TestTheRateIsPublished(t *testing.T) {
	for _, c := range []struct {
		text  string
		exact bool
	}{{"ring", true}, {"complete", true}, {"star", true}, {"path", false}, {"random", false}} {
		g := graph(t, c.text, 7, 5)
		plus, minus := incidence(g)
		most, least := squares(plus)[0], squares(minus)[g.Nodes()-2]
		for _, eta := range []float64{0.2, 1, 30} {
			for _, m := range []float64{1e-9, 0.1, 1} {
				const lipschitz = 2
				best := 0.0
				for k := range 20000 {
					mu := 1 + math.Exp(float64(k)/500-30)
					best = max(best, min((mu-1)*least/(mu*most), m/(eta/4*most+mu/eta*lipschitz*lipschitz/least)))
				}
				r := Linear(g, eta, m, lipschitz)
				if c.exact && !(math.Abs(r.Delta/best-1) < 2e-3) || r.Delta > best*(1+2e-3) || !(r.Delta > 0.5*best) || !(r.Mu >= 1) {
					t.Errorf("%s η=%g m=%g: δ = %.8g at μ = %g, in the paper's letters %.8g", c.text, eta, m, r.Delta, r.Mu, best)
				}
			}
		}
	}
}

// incidence are M₊' and M₋'.
func incidence(g *network.Graph) (plus, minus *mat.Dense) {
	plus, minus = mat.NewDense(2*g.EdgeCount(), g.Nodes(), nil), mat.NewDense(2*g.EdgeCount(), g.Nodes(), nil)
	for k, e := range g.Edges() {
		for way := range 2 {
			i, j := e[way], e[1-way]
			plus.Set(2*k+way, i, 1)
			plus.Set(2*k+way, j, 1)
			minus.Set(2*k+way, i, 1)
			minus.Set(2*k+way, j, -1)
		}
	}
	return plus, minus
}

// squares are the squared singular values, decreasing.
func squares(m mat.Matrix) []float64 {
	var s mat.SVD
	s.Factorize(m, mat.SVDNone)
	values := s.Values(nil)
	for i := range values {
		values[i] *= values[i]
	}
	return values
}

// No iteration of plain ADMM takes E down by less than the proved factor, and E never grows
// by a convex objective without strong convexity, where the smallest e'(D−A)e of t
// iterations is at most E(0)/(ηt). On some drawn runs the measured factor comes within
// three times of the proved one, so that a wrong constant would show.
func TestEveryIterationKeepsTheRate(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	near := math.Inf(1)
	for trial := range 400 {
		n := 2 + r.IntN(5)
		g := graph(t, []string{"ring", "star", "path", "complete", "random"}[r.IntN(5)], max(n, 3), uint64(trial))
		n = g.Nodes()
		m := []float64{0, 0.05, 1}[trial%3]
		const lipschitz = 1
		eta := math.Exp(3*r.Float64() - 1.5)
		h, b := make([]float64, n), make([]float64, n)
		for i := range h {
			h[i], b[i] = m+(lipschitz-m)*float64(r.IntN(3))/2, r.NormFloat64()
		}
		h[0] = lipschitz
		rate := Linear(g, eta, m, lipschitz)
		d, a := matrices(g)
		var lap mat.Dense
		lap.Sub(d, a)
		signless, inverse := sum(d, a), pseudo(&lap)
		best, weight := 0.0, 0.0
		for i := range h {
			best, weight = best+h[i]*b[i], weight+h[i]
		}
		best /= weight
		form := func(m *mat.Dense, x []float64) float64 {
			return mat.Inner(mat.NewVecDense(n, x), m, mat.NewVecDense(n, x))
		}
		f, dual := make([]float64, n), make([]float64, n) // dual is a = 2λ, and a* = −∇O(f*)
		energy := func() (e, apart float64) {
			x, y := make([]float64, n), make([]float64, n)
			for i := range n {
				x[i], y[i] = f[i]-best, dual[i]+h[i]*(best-b[i])
			}
			return eta*form(signless, x) + form(inverse, y)/eta, form(&lap, x) // |b − b*|² = (a−a*)'(D−A)⁺(a−a*)
		}
		before, _ := energy()
		start, closest := before, math.Inf(1)
		for at := 1; at <= 60 && before > 1e-18*start; at++ {
			_, f, dual = turn(g, constant(n, eta), 0, h, b, f, dual)
			after, apart := energy()
			if closest = min(closest, apart); closest > start/(eta*float64(at))*(1+1e-9) {
				t.Errorf("trial %d: smallest e'(D−A)e of %d iterations %g, E(0)/(ηt) = %g", trial, at, closest, start/(eta*float64(at)))
			}
			if after*(1+rate.Delta) > before*(1+1e-9)+1e-15*start {
				t.Errorf("trial %d, iteration %d: E falls by %.9g, proved is %.9g", trial, at, before/after-1, rate.Delta)
			}
			if m > 0 {
				near = min(near, (before/after-1)/rate.Delta)
			}
			before = after
		}
	}
	if near > 3 {
		t.Errorf("measured at best %g times the proved rate: a wrong constant would not show", near)
	}
}
