package models

import (
	"math"
	"slices"
)

// Huber is the Huberised hinge loss of Chaudhuri, Monteleoni and Sarwate, JMLR 12, 2011,
// section 3.4.2: a support vector machine whose corner is rounded over a width of 2 H.
//
//	       0                  m > 1+h
//	L(m) = (1+h-m)^2/(4h)     |1-m| <= h
//	       1-m                m < 1-h
//
// L' falls from -1 to 0 along a line of slope c_1 = 1/(2h), and L” jumps at 1-h and 1+h:
// L is not twice differentiable there, as assumption 1 of TIFS17 asks. The proofs hold all
// the same. They change variables between the noise and the model it leads to, which needs
// a map that is one to one, and Lipschitz both ways; the models at a jump are of probability 0.
type Huber struct {
	H float64 // h > 0
}

// C1 is 1/(2h).
func (l Huber) C1() float64 { return 1 / (2 * l.H) }

// Value is L(m).
func (l Huber) Value(m float64) float64 {
	if m < 1-l.H {
		return 1 - m
	}
	over := max(0, 1+l.H-m)
	return over * over / (4 * l.H)
}

// miss is -L'(m).
func (l Huber) miss(m float64) float64 { return min(1, max(0, (1+l.H-m)/(2*l.H))) }

// Slope is L'(m), in [-1, 0].
func (l Huber) Slope(m float64) float64 { return -l.miss(m) }

// Curvature is L”(m), 1/(2h) or 0.
func (l Huber) Curvature(m float64) float64 {
	if math.Abs(1-m) <= l.H {
		return 1 / (2 * l.H)
	}
	return 0
}

// Score is where p L'(s) = (1-p) L'(-s): for p > 1/2 with L'(-s) = -1, or nearer to 0, where
// both margins lie between the corners. For p = 1/2 every s from -(1-h) to 1-h will do: 0 as
// for the logistic loss, which favours neither class.
func (l Huber) Score(p float64) float64 {
	switch {
	case p < 0.5:
		return -l.Score(1 - p)
	case p == 0.5:
		return 0
	}
	if s := 1 + l.H - float64(2*l.H*(1-p)/p); s >= l.H-1 {
		return s
	}
	return (float64(2*p) - 1) * (1 + l.H)
}

// Margin is 1 + h - 2 h s.
func (l Huber) Margin(s float64) float64 { return 1 + l.H - float64(2*l.H*s) }

// Misses writes -L'(m).
func (l Huber) Misses(miss, margins []float64) {
	for i, m := range margins {
		miss[i] = l.miss(m)
	}
}

// Sum is the sum of L(m).
func (l Huber) Sum(margins, _ []float64) (sum float64) {
	for _, m := range margins {
		sum += l.Value(m)
	}
	return sum
}

// Bends writes L”(m), and with caution 1/(2 max(h, |m-1|)): L(m) + m/2 is even in m-1 and
// concave in its square, so that this is the curvature of the quadratic that touches L at m
// and at its mirror image, and lies above it (Huber's weights; de Leeuw and Lange, 2009).
func (l Huber) Bends(bends, margins, _ []float64, caution float64) {
	for i, m := range margins {
		b := l.Curvature(m)
		bends[i] = b + float64(caution*(1/(2*max(l.H, math.Abs(m-1)))-b))
	}
}

// Pulls writes k times -L'(m) and L”(m).
func (l Huber) Pulls(pulls, bends, margins []float64, weight float64) {
	for i, m := range margins {
		pulls[i], bends[i] = weight*l.miss(m), weight*l.Curvature(m)
	}
}

// Stray counts the margins with a corner of L' within reach. L' is its own tangent up to
// the corner and leaves it with a slope of c_1 at most, so that one at a distance of a adds
// no more than c_1 (reach - a).
func (l Huber) Stray(margins []float64) func(reach, energy float64) float64 {
	away, before := make([]float64, len(margins)), make([]float64, len(margins)+1)
	for i, m := range margins {
		away[i] = math.Abs(math.Abs(m-1) - l.H)
	}
	slices.Sort(away) // NaN first, and then all sums are NaN
	for i, a := range away {
		before[i+1] = before[i] + a
	}
	return func(reach, _ float64) float64 {
		n, _ := slices.BinarySearch(away, reach)
		return l.C1() * (float64(float64(n)*reach) - before[n])
	}
}

// Steps is exact: with u = Y z and b = Y (rho sum + dual) the root of rho u - b + L'(u) is
//
//	u = b/rho,  (b+1)/rho  or  (2 h b + 1 + h)/(2 h rho + 1),
//
// beyond the corners or between them. The three are the roots of three lines that meet at
// the corners: where b is tells which.
func (l Huber) Steps(z, slopes, labels, sums, duals []float64, rho float64) {
	h := l.H
	low, high := float64(rho*(1-h))-1, float64(rho*(1+h)) // b where u is at a corner
	for i, label := range labels {
		b := float64(label * (float64(rho*sums[i]) + duals[i]))
		u, miss := b/rho, 0.0
		switch {
		case b < low:
			u, miss = (b+1)/rho, 1
		case b <= high:
			u = (float64(2*h*b) + 1 + h) / (float64(2*h*rho) + 1)
			miss = min(1, max(0, (high-b)/(float64(2*h*rho)+1)))
		}
		z[i], slopes[i] = label*u, -label*miss
	}
}
