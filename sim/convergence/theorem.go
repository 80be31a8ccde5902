package convergence

import (
	"math"

	"admmlab/models"
	"admmlab/models/linear"
	"admmlab/sim/network"
)

// Theorem is Theorem 1 of Zhang, Khalili and Liu, Recycled ADMM, IEEE TIFS 15, 2019, on
// one graph with one constant η for all nodes. With W = ηI, D the degrees, A the
// adjacency, D̃ = 2ηD + γI, σ its smallest entry and D_M = diag(M_i²), M_i the Lipschitz
// constant of node i's gradient, it asks that for some L > 0 and μ > 1
//
//	(i)  I + W(D+A)D̃⁻¹ ≻ Lμ/(2σ) (W(D−A))⁺ D_M
//	(ii) W(D+A) ≻ W(D+A)D̃⁻¹ (W(D−A) + 2/L W(D+A)) + Lμ/(2σ(μ−1)) D_M
//
// (iii) and (iv) are these at L = μ = 2. Where the degrees differ the matrices are not
// symmetric; ≻ is then read on the quadratic form, x'(left − right)x > 0 for all x ≠ 0.
//
// The graph must be connected and have two nodes at least.
type Theorem struct {
	eta           float64
	degree        []float64
	least         float64       // smallest degree
	signless, lap linear.Matrix // D+A, D−A
	inverse       linear.Matrix // symmetric part of (W(D−A))⁺ D_M
	square        []float64     // M_i²
	even          bool          // bipartite: D+A is singular
	first, second []direction   // in which (i), and (ii), were found wanting, or might be
}

// direction is a unit x with what the quadratic forms need of it: they are upper bounds
// for every γ.
type direction struct {
	x, signless, lap []float64 // x, (D+A)x, (D−A)x
	inverse, square  float64   // x'(W(D−A))⁺D_M x, x'D_M x
}

// Largest is the number of nodes up to which a Theorem is worked out: it takes some ten
// milliseconds for 50 and a few tenths of a second for 100.
const Largest = 100

// NewTheorem prepares what does not depend on γ. lipschitz are the M_i, eta > 0.
func NewTheorem(g *network.Graph, eta float64, lipschitz []float64) *Theorem {
	n := g.Nodes()
	t := &Theorem{
		eta: eta, degree: make([]float64, n), least: math.Inf(1), square: make([]float64, n), even: g.Bipartite(),
		signless: square(n), lap: square(n), inverse: square(n),
	}
	for i := range n {
		t.degree[i] = float64(g.Degree(i))
		t.least = min(t.least, t.degree[i])
		t.square[i] = lipschitz[i] * lipschitz[i]
		t.signless.Row(i)[i], t.lap.Row(i)[i] = t.degree[i], t.degree[i]
		for _, j := range g.Neighbours(i) {
			t.signless.Row(i)[j], t.lap.Row(i)[j] = 1, -1
		}
	}
	// (W(D−A))⁺ = Σ v v'/(ηλ) over the eigenvalues λ of D−A but the one that is 0.
	values, vectors := eigen(t.lap)
	for k := 1; k < n; k++ {
		v := vectors.Row(k)
		for i := range n {
			linear.AddScaled(t.inverse.Row(i), v[i]/(eta*values[k]), v)
		}
	}
	for i := range n {
		for j := range n {
			if i < j {
				both := t.inverse.Row(i)[j] * (t.square[i] + t.square[j]) / 2
				t.inverse.Row(i)[j], t.inverse.Row(j)[i] = both, both
			}
		}
		t.inverse.Row(i)[i] *= t.square[i]
	}
	t.first = append(t.first, t.towards(vectors.Row(1)), t.towards(vectors.Row(n-1)))
	_, vectors = eigen(t.signless)
	t.second = append(t.second, t.towards(vectors.Row(0)), t.towards(vectors.Row(n-1)))
	return t
}

// Side is one matrix inequality where it is tightest: left and right are the quadratic
// forms of its sides in the unit direction of the smallest eigenvalue of their difference,
// which is Margin.
type Side struct{ Left, Right float64 }

// Margin is by how much the left side is the larger.
func (s Side) Margin() float64 { return s.Left - s.Right }

// Certificate is Theorem 1 at one γ.
type Certificate struct {
	Holds         bool
	L, Mu         float64 // at which both hold; 2 and 2 where no L and μ do
	First, Second Side    // (i) and (ii) there: (iii) and (iv) where no L and μ do
}

// At looks for L and μ at which (i) and (ii) hold for a γ, and finds them unless the
// margin is as small as rounding.
func (t *Theorem) At(gamma float64) Certificate {
	if c, ok := t.find(gamma); ok {
		return c
	}
	c := Certificate{L: 2, Mu: 2}
	c.First, _, _ = t.one(gamma, 2, 2)
	c.Second, _, _ = t.two(gamma, 2, 2)
	return c
}

// reach is the ratio of one γ that Smallest tries to the one before.
const reach = 1.1

// Smallest is the smallest γ at which (i) and (ii) hold for some L and μ, to a thousandth;
// false if there is none up to most. Whether the conditions, once met, are met by every
// larger γ is proved for regular graphs only, so that γ is scanned upwards in steps of a
// tenth, and halving begins between two neighbours.
func (t *Theorem) Smallest(most float64) (gamma float64, ok bool) {
	if t.even {
		return 0, false // (ii) fails in the direction ±1 over the two sides, for every γ
	}
	if _, ok = t.find(0); ok {
		return 0, true
	}
	below, above := 0.0, 1e-3*t.eta
	for {
		if _, ok = t.find(min(above, most)); ok {
			break
		}
		if above >= most {
			return 0, false
		}
		below, above = above, above*reach
	}
	above = min(above, most)
	for above > 1.001*below && above > 1e-6*t.eta {
		middle := (below + above) / 2
		if _, ok = t.find(middle); ok {
			above = middle
		} else {
			below = middle
		}
	}
	return above, true
}

// find is L and μ at which both hold. Conditions (i) and (ii) are, with u = 1/L,
//
//	Lμ/(2σ) < k,         k = min x'(I + W(D+A)D̃⁻¹)x / x'(W(D−A))⁺D_M x
//	Lμ/(2σ(μ−1)) < l(u), l(u) = min (x'Tx − 2u x'Rx) / x'D_M x
//
// T = W(D+A) − W(D+A)D̃⁻¹W(D−A) and R = W(D+A)D̃⁻¹W(D+A). Some μ meets both where
// 2σu − 1/l(u) > 1/k. l is concave and so is the left side: its largest value is found on
// the few directions known, which bound it from above. Either that is too small, or the L
// and μ it points to hold, or they fail in a direction that is new.
func (t *Theorem) find(gamma float64) (Certificate, bool) {
	if t.even {
		return Certificate{}, false
	}
	d := t.diagonal(gamma)
	sigma := t.Sigma(gamma)
	for range 60 {
		k := math.Inf(1)
		for _, x := range t.first {
			if x.inverse > 0 {
				k = min(k, t.left(x, d)/x.inverse)
			}
		}
		u, l := t.best(d, sigma)
		if !(k > 0) || !(l > 0) || !(float64(2*sigma*u)-1/l > 1/k) {
			return Certificate{}, false
		}
		// μ is between h/(h−1) and 2σku, in their geometric middle.
		h := float64(2 * sigma * u * l)
		c := Certificate{Holds: true, L: 1 / u, Mu: math.Sqrt(h / (h - 1) * 2 * sigma * k * u)}
		var x, y []float64
		var one, two bool
		c.First, x, one = t.one(gamma, c.L, c.Mu)
		c.Second, y, two = t.two(gamma, c.L, c.Mu)
		if one && two {
			return c, true
		}
		if !one {
			t.first = append(t.first, t.towards(x))
		}
		if !two {
			t.second = append(t.second, t.towards(y))
		}
	}
	return Certificate{}, false
}

// best is where 2σu − 1/l(u) is largest by the directions known, and l there; l is not
// above 0 if it is nowhere.
func (t *Theorem) best(d []float64, sigma float64) (u, l float64) {
	type line struct{ at, fall float64 }
	var lines []line
	end := math.Inf(1)
	for _, x := range t.second {
		at, fall := t.falling(x, d)
		if at, fall = at/x.square, fall/x.square; at <= 0 {
			return 0, 0
		}
		lines = append(lines, line{at, fall})
		if fall > 0 {
			end = min(end, at/fall)
		}
	}
	height := func(u float64) (value, l float64) {
		l = math.Inf(1)
		for _, n := range lines {
			l = min(l, n.at-float64(u*n.fall))
		}
		if l <= 0 {
			return math.Inf(-1), l
		}
		return float64(2*sigma*u) - 1/l, l
	}
	const golden = 0.6180339887498949
	low, high := 0.0, end
	a, b := high-float64(golden*(high-low)), low+float64(golden*(high-low))
	fa, _ := height(a)
	fb, _ := height(b)
	for range 60 {
		if fa < fb {
			low, a, fa = a, b, fb
			b = low + float64(golden*(high-low))
			fb, _ = height(b)
		} else {
			high, b, fb = b, a, fa
			a = high - float64(golden*(high-low))
			fa, _ = height(a)
		}
	}
	u = (low + high) / 2
	_, l = height(u)
	return u, l
}

// Sigma is σ, the smallest entry of D̃.
func (t *Theorem) Sigma(gamma float64) float64 { return float64(2*t.eta*t.least) + gamma }

// diagonal is that of D̃.
func (t *Theorem) diagonal(gamma float64) []float64 {
	d := make([]float64, len(t.degree))
	for i, v := range t.degree {
		d[i] = float64(2*t.eta*v) + gamma
	}
	return d
}

// towards prepares a direction.
func (t *Theorem) towards(x []float64) direction {
	n := len(x)
	v := direction{x: append([]float64(nil), x...), signless: make([]float64, n), lap: make([]float64, n)}
	linear.MulVec(v.signless, t.signless, x)
	linear.MulVec(v.lap, t.lap, x)
	z := make([]float64, n)
	linear.MulVec(z, t.inverse, x)
	v.inverse = linear.Dot(z, x)
	for i := range x {
		v.square += float64(x[i] * x[i] * t.square[i])
	}
	return v
}

// left is x'(I + W(D+A)D̃⁻¹)x.
func (t *Theorem) left(v direction, d []float64) float64 {
	sum := linear.Dot(v.x, v.x)
	for i := range d {
		sum += float64(t.eta * v.signless[i] * v.x[i] / d[i])
	}
	return sum
}

// falling is x'Tx and 2x'Rx.
func (t *Theorem) falling(v direction, d []float64) (at, fall float64) {
	at = t.eta * linear.Dot(v.x, v.signless)
	for i := range d {
		at -= float64(t.eta * t.eta * v.signless[i] * v.lap[i] / d[i])
		fall += float64(2 * t.eta * t.eta * v.signless[i] * v.signless[i] / d[i])
	}
	return at, fall
}

// one is (i).
func (t *Theorem) one(gamma, l, mu float64) (Side, []float64, bool) {
	d, n := t.diagonal(gamma), len(t.degree)
	left, right := square(n), square(n)
	k := l * mu / (2 * t.Sigma(gamma))
	for i := range n {
		for j := range n {
			left.Row(i)[j] = t.eta * t.signless.Row(i)[j] * (1/d[i] + 1/d[j]) / 2
			right.Row(i)[j] = k * t.inverse.Row(i)[j]
		}
		left.Row(i)[i]++
	}
	return compare(left, right)
}

// two is (ii).
func (t *Theorem) two(gamma, l, mu float64) (Side, []float64, bool) {
	d, n := t.diagonal(gamma), len(t.degree)
	left, right, product := square(n), square(n), square(n)
	k := l * mu / (2 * t.Sigma(gamma) * (mu - 1))
	z := make([]float64, n)
	for i := range n {
		linear.AddScaled(left.Row(i), t.eta, t.signless.Row(i))
		for j := range n { // row i of W(D+A)D̃⁻¹
			z[j] = t.eta * t.signless.Row(i)[j] / d[j]
		}
		for j, v := range z {
			if v != 0 {
				linear.AddScaled(product.Row(i), v*t.eta, t.lap.Row(j))
				linear.AddScaled(product.Row(i), v*t.eta*(2/l), t.signless.Row(j))
			}
		}
	}
	for i := range n {
		for j := range n {
			right.Row(i)[j] = (product.Row(i)[j] + product.Row(j)[i]) / 2
		}
		right.Row(i)[i] += float64(k * t.square[i])
	}
	return compare(left, right)
}

// compare is left ≻ right for symmetric matrices, with the direction in which it is
// tightest. What is not above rounding does not hold.
func compare(left, right linear.Matrix) (Side, []float64, bool) {
	n := left.Rows
	difference := square(n)
	size := 0.0
	for i := range n {
		for j := range n {
			difference.Row(i)[j] = left.Row(i)[j] - right.Row(i)[j]
			size = max(size, math.Abs(left.Row(i)[j]), math.Abs(right.Row(i)[j]))
		}
	}
	values, vectors := eigen(difference)
	if values == nil {
		return Side{math.NaN(), math.NaN()}, make([]float64, n), false
	}
	x, z := vectors.Row(0), make([]float64, n)
	linear.MulVec(z, left, x)
	s := Side{Left: linear.Dot(x, z)}
	linear.MulVec(z, right, x)
	s.Right = linear.Dot(x, z)
	return s, x, values[0] > 1e-13*float64(n)*size
}

func square(n int) linear.Matrix { return linear.Square(n, make([]float64, n*n)) }

// eigen are the eigenvalues of a symmetric matrix, increasing, and its eigenvectors, a
// row each; nil where an entry is not finite.
func eigen(m linear.Matrix) ([]float64, linear.Matrix) {
	vectors := square(m.Rows)
	for i := range m.Rows {
		copy(vectors.Row(i), m.Row(i))
	}
	values, _ := linear.Eigen(vectors, models.Serial)
	return values, vectors
}
