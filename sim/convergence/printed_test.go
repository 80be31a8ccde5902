package convergence

import (
	"math"
	"testing"

	"admmlab/sim/network"

	"gonum.org/v1/gonum/mat"
)

// The conditions as they are printed, matrix by matrix and with another library's linear
// algebra: what the package computes is held against these.

// graph is one in the text form.
func graph(t testing.TB, text string, nodes int, seed uint64) *network.Graph {
	t.Helper()
	g, err := network.Parse(text, nodes, seed)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// constant is v for each of n nodes.
func constant(n int, v float64) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = v
	}
	return list
}

func diagonal(v []float64) *mat.Dense {
	d := mat.NewDense(len(v), len(v), nil)
	for i, x := range v {
		d.Set(i, i, x)
	}
	return d
}

// matrices are D and A: "the adjacency matrix A", "the degree matrix D".
func matrices(g *network.Graph) (d, a *mat.Dense) {
	n := g.Nodes()
	d, a = mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for i := range n {
		d.Set(i, i, float64(g.Degree(i)))
		for _, j := range g.Neighbours(i) {
			a.Set(i, j, 1)
		}
	}
	return d, a
}

func sum(terms ...mat.Matrix) *mat.Dense {
	var s mat.Dense
	s.CloneFrom(terms[0])
	for _, t := range terms[1:] {
		s.Add(&s, t)
	}
	return &s
}

func times(x float64, factors ...mat.Matrix) *mat.Dense {
	var p mat.Dense
	p.Scale(x, factors[0])
	for _, f := range factors[1:] {
		var q mat.Dense
		q.Mul(&p, f)
		p = q
	}
	return &p
}

// pseudo is the Moore-Penrose inverse.
func pseudo(m mat.Matrix) *mat.Dense {
	var s mat.SVD
	s.Factorize(m, mat.SVDFull)
	var u, v mat.Dense
	s.UTo(&u)
	s.VTo(&v)
	values := s.Values(nil)
	inverse := make([]float64, len(values))
	for i, x := range values {
		if x > 1e-10*values[0] {
			inverse[i] = 1 / x
		}
	}
	return times(1, &v, diagonal(inverse), u.T())
}

// definite is the smallest value of x'mx over unit x.
func definite(m *mat.Dense) float64 {
	n, _ := m.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range n {
			s.SetSym(i, j, (m.At(i, j)+m.At(j, i))/2)
		}
	}
	var e mat.EigenSym
	e.Factorize(s, false)
	return e.Values(nil)[0]
}

// printed are the margins of (i) and (ii), RADMM Theorem 1: w and after are the diagonals
// of W(t) and W(t+1).
//
//	(i)  I + W(t+1)(D+A)D̃(t)⁻¹ ≻ Lμ/(2σmin(D̃(t))) (W(t+1)(D−A))⁺ D_M
//	(ii) W(t+1)(D+A) ≻ W(t+1)(D+A)D̃(t)⁻¹(W(t)(D−A) + 2/L W(t+1)(D+A)) + Lμ/(2σmin(D̃(t))(μ−1)) D_M
func printed(g *network.Graph, w, after []float64, gamma, l, mu float64, lipschitz []float64) (first, second float64) {
	n := g.Nodes()
	d, a := matrices(g)
	inverse, square, sigma := make([]float64, n), make([]float64, n), math.Inf(1)
	for i := range n {
		tilde := 2*w[i]*float64(g.Degree(i)) + gamma
		inverse[i], square[i] = 1/tilde, lipschitz[i]*lipschitz[i]
		sigma = min(sigma, tilde)
	}
	var lap mat.Dense
	lap.Sub(d, a)
	signless := sum(d, a)
	dm := diagonal(square)
	both := times(1, diagonal(after), signless)
	left := sum(diagonal(constant(n, 1)), times(1, both, diagonal(inverse)))
	right := times(l*mu/(2*sigma), pseudo(times(1, diagonal(after), &lap)), dm)
	first = definite(sum(left, times(-1, right)))
	inner := sum(times(1, diagonal(w), &lap), times(2/l, both))
	right = sum(times(1, both, diagonal(inverse), inner), times(l*mu/(2*sigma*(mu-1)), dm))
	return first, definite(sum(both, times(-1, right)))
}

// turn is one odd and one even iteration, (20) to (23), on O_i = h_i/2 |f − b_i|² in one
// dimension; lambda2 is 2Λ.
func turn(g *network.Graph, w []float64, gamma float64, h, b, f, lambda2 []float64) (even, odd, dual []float64) {
	n := g.Nodes()
	odd, even, dual = make([]float64, n), make([]float64, n), make([]float64, n)
	pull := func(f []float64, i int) (signless, lap float64) {
		for _, j := range g.Neighbours(i) {
			signless += f[i] + f[j]
			lap += f[i] - f[j]
		}
		return signless, lap
	}
	for i := range n { // (22): 0 = ∇O + 2Λ + W(2Df(2k−1) − (D+A)f(2k−2))
		signless, _ := pull(f, i)
		odd[i] = (w[i]*signless - lambda2[i] + h[i]*b[i]) / (h[i] + 2*w[i]*float64(g.Degree(i)))
	}
	for i := range n { // (23) and (20)
		_, lap := pull(odd, i)
		dual[i] = lambda2[i] + w[i]*lap
		even[i] = odd[i] - (h[i]*(odd[i]-b[i])+dual[i]+w[i]*lap)/(2*w[i]*float64(g.Degree(i))+gamma)
	}
	return even, odd, dual
}

// radius is by what factor a turn with equal penalties moves the run towards where it
// rests, at last: the largest eigenvalue of turn without b, on dual variables that sum to 0.
func radius(g *network.Graph, eta, gamma float64, h []float64) float64 {
	n := g.Nodes()
	m := mat.NewDense(2*n, 2*n, nil)
	for c := range 2 * n {
		x := make([]float64, 2*n)
		x[c] = 1
		if c >= n {
			for i := range n {
				x[n+i] -= 1 / float64(n)
			}
		}
		even, _, dual := turn(g, constant(n, eta), gamma, h, make([]float64, n), x[:n], x[n:])
		for i := range n {
			m.Set(i, c, even[i])
			m.Set(n+i, c, dual[i])
		}
	}
	return spectral(m)
}

// spectral is the largest absolute value of an eigenvalue.
func spectral(m *mat.Dense) float64 {
	var e mat.Eigen
	e.Factorize(m, mat.EigenNone)
	most := 0.0
	for _, v := range e.Values(nil) {
		most = max(most, math.Hypot(real(v), imag(v)))
	}
	return most
}
