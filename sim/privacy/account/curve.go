package account

import (
	"math"

	"admmlab/models/elementary"
	"admmlab/sim/privacy"
)

// What is known of one step is a bound on its curve delta(E), the largest
// P(S) - e^E Q(S) over events S, for data sets D and D' with outputs of laws P and Q,
// either way round and whatever came before. A curve that bounds those of a step is that
// of two laws which dominate it: composed, dominating laws dominate the composed
// steps (Zhu, Dong and Wang, Optimal accounting of differential privacy via
// characteristic function, 2022, Theorem 10). The bounds, for E >= 0:
//
// Pure steps: (e^eps - e^E)_+/(1 + e^eps), randomised response. Gaussian noise: exact.
//
// Output noise: delta(E) = E (1 - e^(E-Y(u)))_+, exact at the largest shift.
//
// Objective perturbation: with a record taken out the loss is at most A + det, A =
// max(0, Y(u)). With one replaced it is at most (A1+A2)/2 + det, both Ai of that law, but
// not independent of each other. (1 - e^(E-l))_+ is not convex in l, so that nothing
// can be said of its mean but by a convex function above it. The lowest ones are the
// lines that touch it, cut off at 0: for every y >= 0
//
//	(1 - e^(E-l))_+ <= e^-y (l - c)_+, c = E + 1 + y - e^y,
//
// equal at l = E + y, and convexity gives
//
//	delta(E) <= e^-y E(A + det - c)_+ = e^-y pi(c - det), pi(c) = E(A - c)_+.
//
// The best y is ln(1 + m), m = pi(c)/P(A > c): for every c the point
//
//	E = c + det + m - ln(1 + m), delta = pi(c)/(1 + m)
//
// is above the curve, with one record taken out as well. It costs a factor of
// at most e in delta, and with losses of a few hundredths almost none.
//
// Below 0. P and Q may change places, and for any two laws
//
//	delta(-E) = 1 - e^-E (1 - delta'(E)), delta' that of Q and P,
//
// so a bound for E >= 0 bounds the whole curve. Without this step, which A = max(0, Y)
// cannot make, every step would drift upwards by E A.
//
// The grid. A curve is convex in x = e^E, so it lies below the lower hull of any points
// above it, here those at whole multiples of the spacing, and the hull is the curve of
// losses on the grid alone (Doroshenko, Ghazi, Kamath, Kumar and Manurangsi, Connect the
// dots, 2022). With both halves it is symmetric; a line across x = 1 then passes
// through (x, delta) = (-1, 1), so the hull of that point and the half E >= 0 is enough.
// It is above by what has the second order in the spacing.

// leastShift and mostReach bound the losses that are put on a grid; beyond them e^E
// leaves the numbers.
const (
	leastReach = 1e-200
	mostReach  = 250
)

// negligible is what is left of a curve at the end of its grid, or less.
const negligible = 1e-17

// tails are, at the points c = 0, spacing, ..., and at the last, where Y(u) ends or as
// good as: P(Y > c), E(1 - e^(c-Y))_+ and E(Y - c)_+.
type tails struct {
	last                 float64 // the last c
	above, curve, excess []float64
}

// worst is the pure epsilon that a step has by its shift, or by itself.
func (s Step) worst() float64 {
	if s.isGammaNorm() {
		return math.Min(s.Pure, s.Shift+s.Det)
	}
	return s.Pure
}

// wider is how many times wider than the worst case a law may be: beyond, nearly all of it
// is above that, and it would be put on a grid of so many points.
const wider = 64

// lawful reports whether the law of its loss is known, and not only the worst case.
func (s Step) lawful() bool {
	return s.isGammaNorm() && s.Shift > leastReach && s.Shift < largestShift && (s.Shift <= wider*s.Pure || newLaw(s.Dim, s.Shift).end() <= wider*s.Pure)
}

// reach is where the curve of a step has fallen to nothing.
func (s Step) reach() float64 {
	switch {
	case s.isGaussian():
		return s.Mu * (9 + float64(s.Mu/2)) // there it is below Phi(-9)
	case s.lawful():
		return math.Min(s.worst(), newLaw(s.Dim, s.Shift).end()+s.Det)
	}
	return s.worst()
}

// end is the loss above which at most negligible is left.
func (l law) end() float64 {
	if l.dim == 1 {
		return l.u
	}
	_, high, _ := l.window(l.u/2, 0, math.Pi/2)
	if high >= math.Pi/2 {
		return l.u
	}
	return l.u * elementary.Sin(high)
}

// tails are those of Y at a spacing.
func (l law) tails(spacing float64) tails {
	t := tails{last: l.end()}
	n := int(math.Ceil(t.last / spacing))
	t.above, t.curve, t.excess = make([]float64, n+1), make([]float64, n+1), make([]float64, n+1)
	if l.dim == 1 {
		for i := range n {
			v := float64((l.u - float64(float64(i)*spacing)) / 2)
			t.curve[i] = -elementary.Expm1(-v)
			t.above[i] = 0.5 + float64(t.curve[i]/2)
			t.excess[i] = float64(2*v) - t.curve[i]
		}
		return t
	}
	if t.last < l.u {
		t.above[n], t.curve[n], t.excess[n] = negligible, negligible, negligible*t.last
	}
	decay, part := elementary.Exp(-spacing), -elementary.Expm1(-spacing)
	for i := n - 1; i >= 0; i-- {
		from, to := float64(float64(i)*spacing), math.Min(t.last, float64(float64(i+1)*spacing))
		if i == n-1 { // it may be shorter
			decay, part = elementary.Exp(from-to), -elementary.Expm1(from-to)
		}
		mass, lost, over := l.between(from, to)
		t.above[i] = t.above[i+1] + mass
		t.curve[i] = float64(decay*t.curve[i+1]) + float64(part*t.above[i+1]) + lost
		t.excess[i] = t.excess[i+1] + float64((to-from)*t.above[i+1]) + over
		if i == n-1 {
			decay, part = elementary.Exp(-spacing), -elementary.Expm1(-spacing)
		}
	}
	return t
}

// between is what lies in (from, to], 0 <= from: P, and the integrals of 1 - e^(from-Y)
// and of Y - from. Three nodes for every tenth of a deviation leave an error below
// 1e-12 of it.
func (l law) between(from, to float64) (mass, lost, over float64) {
	node := [3]float64{-math.Sqrt(0.6), 0, math.Sqrt(0.6)}
	weight := [3]float64{5. / 9, 8. / 9, 5. / 9}
	a, b := elementary.Asin(math.Min(1, from/l.u)), elementary.Asin(math.Min(1, to/l.u))
	parts := math.Max(1, math.Ceil((b-a)*10*math.Sqrt(float64(l.dim-1)+float64(l.u/2))))
	half := (b - a) / (2 * parts)
	for k := range int(parts) {
		middle := a + float64(float64(2*k+1)*half)
		for i, x := range node {
			theta := middle + float64(half*x)
			p := float64(weight[i] * half * elementary.Exp(l.logWeight(theta, l.u/2)-l.logTotal))
			y := math.Max(0, float64(l.u*elementary.Sin(theta))-from)
			mass += p
			lost -= float64(p * elementary.Expm1(-y))
			over += float64(p * y)
		}
	}
	return mass, lost, over
}

// bound is the bound on a step's curve at E = 0, spacing, ..., n spacing. Like the curve it falls: where
// it is as good as 0, rounding and what is left beyond the end of the law would let it rise, and
// dominating make masses below 0 of that.
func (s Step) bound(spacing float64, n int) []float64 {
	curve := s.points(spacing, n)
	for i := 1; i < len(curve); i++ {
		curve[i] = math.Min(curve[i], curve[i-1])
	}
	return curve
}

// points are bounds on a step's curve at E = 0, spacing, ..., n spacing, each for itself.
func (s Step) points(spacing float64, n int) []float64 {
	curve := make([]float64, n+1)
	if s.isGaussian() {
		for i := range curve {
			curve[i] = privacy.GaussianDelta(s.Mu, float64(i)*spacing)
		}
		return curve
	}
	if worst := s.worst(); !math.IsInf(worst, 1) {
		for i := range curve {
			curve[i] = math.Max(0, -elementary.Expm1(float64(float64(i)*spacing)-worst)/(1+elementary.Exp(-worst)))
		}
	}
	if !s.lawful() {
		return curve
	}
	t := newLaw(s.Dim, s.Shift).tails(spacing)
	if s.Convex {
		t.segments(s.Det, spacing, curve)
		return curve
	}
	for i := range curve {
		curve[i] = math.Min(curve[i], t.curve[min(i, len(t.curve)-1)])
	}
	return curve
}

// segments lowers a curve on the grid to the points (E, delta) of objective
// perturbation, joined by chords in e^E.
func (t *tails) segments(det, spacing float64, curve []float64) {
	i := 0
	from, value := 0.0, -elementary.Expm1(-det-t.excess[0]) // of Jensen: l is at most its mean
	to := func(e, next float64) {
		for ; i < len(curve) && float64(i)*spacing <= e; i++ {
			chord := value
			if e > from {
				chord += float64((next - value) * (elementary.Expm1(float64(float64(i)*spacing)-from) / elementary.Expm1(e-from)))
			}
			curve[i] = math.Min(curve[i], chord)
		}
		from, value = e, next
	}
	point := func(c, above, excess float64) {
		m := excess / above
		to(c+det+m-elementary.Log1p(m), excess/(1+m))
	}
	point(0, 1, t.excess[0]) // A > c for every c < 0
	last := len(t.above) - 1
	for j := range last {
		point(float64(float64(j)*spacing), t.above[j], t.excess[j])
	}
	to(t.last+det, t.excess[last]) // y = 0
	for ; i < len(curve); i++ {
		curve[i] = math.Min(curve[i], value)
	}
}

// dominating are the losses on the grid whose curve is the symmetric lower hull of a
// curve's points.
func dominating(curve []float64, spacing float64) losses {
	n := len(curve) - 1
	x := func(i int) float64 { return elementary.Expm1(float64(i) * spacing) } // less 1
	slope := func(i, j int) float64 {
		if i < 0 {
			return (curve[j] - 1) / (2 + x(j))
		}
		return (curve[j] - curve[i]) / float64(elementary.Exp(float64(i)*spacing)*elementary.Expm1(float64(j-i)*spacing))
	}
	hull, slopes := []int{-1}, []float64{} // slopes lead to each but the first
	for j := range curve {
		s := slope(hull[len(hull)-1], j)
		for len(slopes) > 0 && slopes[len(slopes)-1] >= s {
			hull, slopes = hull[:len(hull)-1], slopes[:len(slopes)-1]
			s = slope(hull[len(hull)-1], j)
		}
		hull, slopes = append(hull, j), append(slopes, s)
	}
	l := losses{low: -float64(n) * spacing, spacing: spacing, mass: make([]float64, 2*n+1), infinite: curve[n]}
	for k, i := range hull[1:] {
		right := 0.0
		if k+1 < len(slopes) {
			right = slopes[k+1]
		}
		turn := right - slopes[k]
		if i == 0 {
			l.mass[n] = 2 * turn
			continue
		}
		l.mass[n+i] = float64(elementary.Exp(float64(i)*spacing) * turn)
		l.mass[n-i] = turn
	}
	return l
}
