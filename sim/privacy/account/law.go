package account

import (
	"math"

	"admmlab/models/elementary"
)

// Noise n with density proportional to exp(-tau |n|) in R^d, shifted by a vector of
// norm v, u = tau v, loses
//
//	Y(u) = |n + u e| - |n|   (n in units of 1/tau, e a unit vector)
//
// which never exceeds u but typically is near u^2/(2d) +- u/sqrt(d). In elliptic
// coordinates with foci 0 and -u e, xi = (|n| + |n + u e|)/u >= 1 and eta = Y/u in
// [-1, 1], the volume element is a constant times ((xi^2-1)(1-eta^2))^((d-3)/2)
// (xi^2 - eta^2) and |n| = u (xi - eta)/2; xi integrates to Bessel functions and
// leaves, with eta = sin(theta), the density of theta in [-pi/2, pi/2]
//
//	w(theta) = cos^(d-2)(theta) e^((u/2) sin theta) (1 + cos^2(theta)/R)
//	R = (d-1) (2/u) K_{d/2}(u/2) / K_{d/2-1}(u/2)
//
// for d >= 2, so every expectation is one smooth integral. For d = 1 (Laplace)
// Y = +-u with probabilities 1/2 and e^-u/2, else e^(l/2)/4 e^(-u/2) is its density.
type law struct {
	dim      int
	u        float64
	inverseR float64
	logTotal float64 // ln of the integral of w
	logBelow float64 // and of its part with Y < 0
}

// gaussLegendre are 64 nodes and weights on [-1, 1]; the log of an integrand falls
// by at most 90 on each side of its peak (about 13 deviations), where their error is
// below 1e-13.
var gaussLegendre = func() (g struct{ x, weight [64]float64 }) {
	const n = 64
	for i := range n / 2 {
		// Newton's iteration for the i-th zero of the Legendre polynomial P_n.
		x, slope := elementary.Cos(math.Pi*(float64(i)+0.75)/(n+0.5)), 0.0
		for range 6 {
			before, p := 1.0, x
			for k := 2.0; k <= n; k++ {
				before, p = p, (float64((2*k-1)*x*p)-float64((k-1)*before))/k
			}
			slope = n * (float64(x*p) - before) / (float64(x*x) - 1)
			x -= p / slope
		}
		weight := 2 / (float64((1-x)*(1+x)) * float64(slope*slope))
		g.x[i], g.weight[i] = -x, weight
		g.x[n-1-i], g.weight[n-1-i] = x, weight
	}
	return g
}()

// newLaw is the law of Y(u) in R^dim, dim >= 1, 0 < u < Inf.
func newLaw(dim int, u float64) law {
	l := law{dim: dim, u: u}
	if dim > 1 {
		l.inverseR = u / (2 * float64(dim-1) * besselRatio(dim, u/2))
		l.logTotal = l.logIntegral(u/2, -math.Pi/2, math.Pi/2)
		l.logBelow = l.logIntegral(u/2, -math.Pi/2, 0)
	}
	return l
}

// logWeight is the log of w(theta) with u/2 replaced by s.
func (l law) logWeight(theta, s float64) float64 {
	sin, cos := elementary.Sin(theta), math.Abs(elementary.Cos(theta))
	return float64(float64(l.dim-2)*elementary.Log(cos)) + float64(s*sin) + elementary.Log1p(cos*cos*l.inverseR)
}

// logIntegral is the log of the integral over [a, b] of w with u/2 replaced by s.
func (l law) logIntegral(s, a, b float64) float64 {
	low, high, peak := l.window(s, a, b)
	middle, half := float64((low+high)/2), float64((high-low)/2)
	sum := 0.0
	for i, x := range gaussLegendre.x {
		sum += float64(gaussLegendre.weight[i] * elementary.Exp(l.logWeight(middle+float64(half*x), s)-peak))
	}
	return peak + elementary.Log(sum*half)
}

// window is the part of [a, b] outside of which w is negligible, and its log at
// the peak. Up to the last factor the peak solves (d-2) tan(theta) = s cos(theta).
func (l law) window(s, a, b float64) (low, high, peak float64) {
	d := float64(l.dim - 2)
	sine := 0.0
	if s != 0 {
		sine = 2 * s / (d + math.Sqrt(float64(d*d)+float64(4*s*s)))
	}
	top := math.Min(b, math.Max(a, elementary.Asin(math.Max(-1, math.Min(1, sine)))))
	peak = l.logWeight(top, s)
	first := 10 / math.Sqrt(1+d+math.Abs(s))
	edge := func(limit, sign float64) float64 {
		width, room := first, math.Abs(limit-top)
		for range 200 {
			if width < room && l.logWeight(top+float64(sign*width), s) > peak-40 {
				width *= 1.4
			} else if l.logWeight(top+float64(sign*math.Min(width, room)), s) < peak-90 {
				width = math.Min(width, room) / 1.35
			} else {
				break
			}
		}
		return top + float64(sign*math.Min(width, room))
	}
	return edge(a, -1), edge(b, 1), peak
}

// logMoment is ln E e^(q Y), or ln E e^(q max(0,Y)) if positive, for q > 0.
func (l law) logMoment(q float64, positive bool) float64 {
	var log float64
	switch {
	case l.dim == 1:
		log = l.laplaceMoment(q, positive)
	case positive:
		above := l.logIntegral(l.u*(0.5+q), 0, math.Pi/2)
		log = logSum(l.logBelow, above) - l.logTotal
	default:
		log = l.logIntegral(l.u*(0.5+q), -math.Pi/2, math.Pi/2) - l.logTotal
	}
	return math.Min(q*l.u, math.Max(0, log))
}

// laplaceMoment is logMoment for d = 1; with n Laplace and 0 <= n, -u < n < 0 and
// n <= -u in turn
//
//	E e^(q Y) = e^(qu)/2 + (e^(qu) - e^(-u(1+q)))/(2(1+2q)) + e^(-u(1+q))/2
//
// and with the last two cut at Y = 0, n = -u/2, for max(0, Y).
func (l law) laplaceMoment(q float64, positive bool) float64 {
	u := l.u
	if positive {
		return float64(q*u) + elementary.Log(0.5-elementary.Expm1(-u*(0.5+q))/(2*(1+float64(2*q)))+float64(0.5*elementary.Exp(-u*(0.5+q))))
	}
	return float64(q*u) + elementary.Log(0.5-elementary.Expm1(-u*(1+float64(2*q)))/(2*(1+float64(2*q)))+float64(0.5*elementary.Exp(-u*(1+float64(2*q)))))
}

// largestShift is where the integrals would lose digits; beyond it the loss is
// taken at its worst, u.
const largestShift = 1e6

// besselRatio is K_{d/2}(z)/K_{d/2-1}(z), d >= 2, z > 0, by the upward recurrence
// (stable for K)
//
//	K_{nu+1}/K_nu = 2 nu/z + K_{nu-1}/K_nu
//
// from K_{3/2}/K_{1/2} = 1 + 1/z for odd d and from K_1/K_0 for even d.
func besselRatio(dim int, z float64) float64 {
	ratio, nu := 1+1/z, 0.5
	if dim%2 == 0 {
		ratio, nu = besselK1K0(z), 0
	}
	for order := float64(dim-2) / 2; nu < order; {
		nu++
		ratio = 2*nu/z + 1/ratio
	}
	return ratio
}

// besselK1K0 is K_1(z)/K_0(z) from K_nu(z) = integral over t > 0 of
// e^(-z cosh t) cosh(nu t), by the trapezoidal rule, whose error falls
// exponentially with the inverse step.
func besselK1K0(z float64) float64 {
	step := math.Min(0.2, 0.5/math.Sqrt(z))
	k0, k1 := 0.5, 0.5
	for t := step; ; t += step {
		e := elementary.Expm1(t / 2)
		half := float64((e + e/(1+e)) / 2) // sinh(t/2)
		drop := 2 * z * half * half        // z (cosh t - 1)
		term := elementary.Exp(-drop)
		k0 += term
		k1 += float64(term * (1 + float64(2*half*half)))
		if drop > 45+t {
			return k1 / k0
		}
	}
}

// logSum is ln(e^a + e^b).
func logSum(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	return a + elementary.Log1p(elementary.Exp(b-a))
}
