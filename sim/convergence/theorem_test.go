package convergence

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// (iii) and (iv) on a ring of five by hand: η = 1, γ = 6, M = 1, so that D̃ = 10 I. The
// eigenvalues of D+A are s = 2 + 2cos(2πk/5) and those of D−A are 4 − s. "For R-ADMM, take
// L = 2 and μ = 2" (RADMM, after Theorem 1):
//
//	(iii) 1 + s/10 > (2/10)/(4−s)      least margin 0.982918 at s = 0.381966
//	(iv)  s > 4s/10 + 2/10             least margin 0.029180 at s = 0.381966
func TestTheSpecialCaseOnARingOfFive(t *testing.T) {
	th := NewTheorem(graph(t, "ring", 5, 0), 1, constant(5, 1))
	first, _, one := th.one(6, 2, 2)
	second, _, two := th.two(6, 2, 2)
	s := 2 + 2*math.Cos(4*math.Pi/5)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"(iii)", first.Margin(), 0.982918}, {"(iv)", second.Margin(), 0.029180},
		{"left of (iii)", first.Left, 1 + s/10}, {"right of (iii)", first.Right, 0.2 / (4 - s)},
		{"left of (iv)", second.Left, s}, {"right of (iv)", second.Right, 0.4*s + 0.2},
	} {
		if math.Abs(c.got-c.want) > 1e-6 {
			t.Errorf("%s: %.7g, by hand %.7g", c.name, c.got, c.want)
		}
	}
	if !one || !two || !th.At(6).Holds {
		t.Error("not certified")
	}
}

// On any graph with any M_i both sides are those that are printed.
func TestTheConditionsArePrinted(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, text := range []string{"ring", "complete", "star", "path", "random", "edges:1-2,2-3,1-3,3-4,4-5,5-6"} {
		g := graph(t, text, 6, 3)
		for range 5 {
			lipschitz := make([]float64, 6)
			for i := range lipschitz {
				lipschitz[i] = math.Exp(2*r.Float64() - 1)
			}
			eta, gamma, l, mu := math.Exp(2*r.Float64()-1), 10*r.Float64(), math.Exp(2*r.Float64()-1), 1+3*r.Float64()
			th := NewTheorem(g, eta, lipschitz)
			wantFirst, wantSecond := printed(g, constant(6, eta), constant(6, eta), gamma, l, mu, lipschitz)
			first, _, one := th.one(gamma, l, mu)
			second, _, two := th.two(gamma, l, mu)
			if math.Abs(first.Margin()-wantFirst) > 1e-10 || math.Abs(second.Margin()-wantSecond) > 1e-10 {
				t.Errorf("%s η=%g γ=%g L=%g μ=%g: margins %.12g and %.12g, printed %.12g and %.12g", text, eta, gamma, l, mu, first.Margin(), second.Margin(), wantFirst, wantSecond)
			}
			if one != (wantFirst > 1e-9) || two != (wantSecond > 1e-9) {
				t.Errorf("%s: hold %v and %v", text, one, two)
			}
		}
	}
}

// The smallest γ over all L and μ, against all of a grid of them: at that γ some L and μ
// meet the printed conditions, and a hundredth below none of 250 x 250 do.
func TestTheSmallestGammaAgainstAGridOfAllLAndMu(t *testing.T) {
	for _, c := range []struct {
		text  string
		nodes int
		eta   float64
	}{{"ring", 5, 1}, {"complete", 4, 0.3}, {"edges:1-2,2-3,1-3,3-4", 4, 2}} {
		g := graph(t, c.text, c.nodes, 0)
		lipschitz := []float64{3, 2.5, 3.5, 3, 2.8}[:c.nodes]
		th := NewTheorem(g, c.eta, lipschitz)
		gamma, ok := th.Smallest(1e6)
		if !ok {
			t.Fatalf("%s: none", c.text)
		}
		w := constant(c.nodes, c.eta)
		found := th.At(gamma)
		first, second := printed(g, w, w, gamma, found.L, found.Mu, lipschitz)
		if !found.Holds || !(first > 0 && second > 0) {
			t.Errorf("%s γ=%g: margins %g and %g at L=%g μ=%g", c.text, gamma, first, second, found.L, found.Mu)
		}
		// The grid is finer where the best are; its ends are far beyond.
		best := math.Inf(-1)
		for i := range 250 {
			for k := range 250 {
				x, y := float64(i)/125-1, float64(k)/125-1
				l, mu := found.L*math.Exp(5*x*x*x), 1+(found.Mu-1)*math.Exp(5*y*y*y)
				if second, _, _ := th.two(0.99*gamma, l, mu); second.Margin() > 0 {
					first, _, _ := th.one(0.99*gamma, l, mu)
					best = max(best, min(first.Margin(), second.Margin()))
				}
			}
		}
		if best > 0 {
			t.Errorf("%s: at γ = %g, below the smallest %g, both hold by %g", c.text, 0.99*gamma, gamma, best)
		}
	}
}

// "By controlling γ to be sufficiently large, ... conditions (i)(ii) can always be satisfied
// under some constants L > 0 and μ > 1" (RADMM, section IV) is false on bipartite graphs:
// x = ±1 over the two sides has (D+A)x = 0, so that the left side of (ii) is 0 there and the
// right side is not.
func TestNoGammaCertifiesABipartiteGraph(t *testing.T) {
	for _, text := range []string{"star", "path", "ring", "edges:1-2,1-3,2-4,2-5,3-6"} {
		g := graph(t, text, 6, 0)
		th := NewTheorem(g, 1, constant(6, 1))
		if gamma, ok := th.Smallest(1e12); ok {
			t.Errorf("%s: γ = %g", text, gamma)
		}
		for gamma := 1.0; gamma < 1e12; gamma *= 10 {
			if th.At(gamma).Holds {
				t.Errorf("%s: γ = %g is certified", text, gamma)
			}
			if second, _, _ := th.two(gamma, 2, 2); second.Margin() > 0 {
				t.Errorf("%s: (iv) holds at γ = %g", text, gamma)
			}
		}
	}
	// One edge more and the sides are gone.
	if _, ok := NewTheorem(graph(t, "edges:1-2,1-3,2-4,2-5,3-6,5-6,4-5", 6, 0), 1, constant(6, 1)).Smallest(1e6); !ok {
		t.Error("a graph with an odd cycle has no γ")
	}
}

// What is certified converges: drawn quadratics with curvatures up to M_i, on drawn graphs,
// at and above the smallest γ. No draw disagrees, nor is there a γ above the smallest
// that is not certified, which is proved for regular graphs with equal M_i only.
func TestWhatIsCertifiedConverges(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	certified := 0
	for trial := range 60 {
		n := 3 + r.IntN(6)
		g := graph(t, "random", n, uint64(trial))
		eta, scale := math.Exp(4*r.Float64()-2), math.Exp(6*r.Float64()-3)
		lipschitz := make([]float64, n)
		for i := range lipschitz {
			lipschitz[i] = scale * math.Exp(float64(trial%2)*(2*r.Float64()-1))
		}
		th := NewTheorem(g, eta, lipschitz)
		least, ok := th.Smallest(1e6)
		if g.Bipartite() || !ok {
			continue
		}
		for _, times := range []float64{1, 1.5, 5, 100} {
			gamma := times * least
			if !th.At(gamma).Holds {
				t.Errorf("γ = %g is certified and %g is not", least, gamma)
			}
			certified++
			h := make([]float64, n)
			for i := range h {
				h[i] = lipschitz[i] * []float64{1, 1, 0.001, r.Float64()}[r.IntN(4)]
			}
			if by := radius(g, eta, gamma, h); by >= 1 {
				t.Errorf("η=%g γ=%g h=%v: certified, and moves by %.12g", eta, gamma, h, by)
			}
		}
	}
	if certified < 100 {
		t.Errorf("only %d certified", certified)
	}
}

// Without a certificate nothing diverges either, on bipartite graphs or not, whatever γ:
// why the light never says so. 2,000 draws of quadratics.
func TestWithoutACertificateRunsConvergeToo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for trial := range 2000 {
		n := 3 + r.IntN(5)
		g := graph(t, []string{"random", "star", "path", "ring", "complete"}[r.IntN(5)], n, uint64(trial))
		h := make([]float64, n)
		for i := range h {
			h[i] = math.Exp(14*r.Float64() - 7)
		}
		if eta, gamma := math.Exp(10*r.Float64()-5), float64(r.IntN(2))*r.Float64(); radius(g, eta, gamma, h) >= 1 {
			t.Errorf("η=%g γ=%g h=%v diverges", eta, gamma, h)
		}
	}
}

// RADMM Theorem 1 is false for unequal η_i: the paper's own penalties satisfy (i) and (ii)
// as they are printed, and the run ends at the minimiser of Σ O_i/η_i.
func TestTheTheoremIsFalseForUnequalPenalties(t *testing.T) {
	g := graph(t, "ring", 5, 0)
	w := []float64{1, 1.03, 1.02, 0.8, 1.01} // Fig. 1: "[η₁, …, η₅] = [1, 1.03, 1.02, 0.8, 1.01]"
	h, b := []float64{0.3, 1, 0.5, 0.8, 0.6}, []float64{1, -1, 2, 0.5, -2}
	first, second := printed(g, w, w, 20, 0.46, 1.5, constant(5, 1))
	if !(first > 0 && second > 0) {
		t.Fatalf("(i) and (ii) hold by %g and %g: this tests nothing", first, second)
	}
	f, dual := make([]float64, 5), make([]float64, 5)
	for range 20000 {
		f, _, dual = turn(g, w, 20, h, b, f, dual)
	}
	var weighted, plain, upper, lower float64
	for i := range h {
		weighted, lower = weighted+h[i]*b[i]/w[i], lower+h[i]/w[i]
		plain, upper = plain+h[i]*b[i], upper+h[i]
	}
	weighted, plain = weighted/lower, plain/upper
	if math.Abs(f[0]-weighted) > 1e-10 || math.Abs(f[0]-f[3]) > 1e-10 {
		t.Errorf("ends at %g and %g, argmin Σ O_i/η_i is %g", f[0], f[3], weighted)
	}
	if math.Abs(f[0]-plain) < 0.01 {
		t.Errorf("ends at %g, the optimum is %g", f[0], plain)
	}
}

// "If η_i(t+1) ≥ η_i(t) > 0 and η_i(t) < +∞ hold and the following two conditions" (RADMM
// Theorem 1) must mean that η stays bounded: with η = 1.05^k all of it holds for every k, with
// the same L and μ, and the run freezes away from the optimum.
func TestAPenaltyThatGrowsWithoutBoundFreezes(t *testing.T) {
	g := graph(t, "ring", 5, 0)
	h, b := []float64{0.3, 1, 0.5, 0.8, 0.6}, []float64{1, -1, 2, 0.5, -2}
	const gamma, q = 20, 1.05
	l, mu := 2.3, 1.5
	f, dual := make([]float64, 5), make([]float64, 5)
	eta, at := 1.0, 0.0
	for k := range 600 {
		if first, second := printed(g, constant(5, eta), constant(5, q*eta), gamma, l, mu, constant(5, 1)); !(first > 0 && second > 0) {
			t.Fatalf("k = %d: (i) and (ii) hold by %g and %g: this tests nothing", k, first, second)
		}
		if k == 500 {
			at = f[0]
		}
		eta *= q
		f, _, dual = turn(g, constant(5, eta), gamma, h, b, f, dual)
	}
	best, weight := 0.0, 0.0
	for i := range h {
		best, weight = best+h[i]*b[i], weight+h[i]
	}
	best /= weight
	if math.Abs(f[0]-at) > 1e-9 || math.Abs(f[0]-f[2]) > 1e-9 {
		t.Errorf("still moves: %g, %g, %g", at, f[0], f[2])
	}
	if math.Abs(f[0]-best) < 1e-3 {
		t.Errorf("ends at %g, and the optimum is %g", f[0], best)
	}
}

// BenchmarkTheorem is all that a change of the graph or a knob costs: the certificate and
// the smallest γ.
func BenchmarkTheorem(b *testing.B) {
	for _, c := range []struct {
		text  string
		nodes int
	}{{"ring", 5}, {"random", 50}, {"random", 100}} {
		b.Run(fmt.Sprintf("%s of %d", c.text, c.nodes), func(b *testing.B) {
			g, lipschitz := graph(b, c.text, c.nodes, 1), constant(c.nodes, 437.5)
			for b.Loop() {
				th := NewTheorem(g, 1, lipschitz)
				th.At(0.5)
				if _, ok := th.Smallest(1e6); !ok {
					b.Fatal("none")
				}
			}
		})
	}
}
