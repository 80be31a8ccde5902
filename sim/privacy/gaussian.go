package privacy

import (
	"math"

	"admmlab/models/elementary"
)

// ClassicalSigma is sqrt(2 ln(1.25/delta)) sensitivity / epsilon, the Gaussian
// mechanism of SHARING Theorem 1; stated there for epsilon in (0, 1].
func ClassicalSigma(epsilon, delta, sensitivity float64) float64 {
	return math.Sqrt(2*elementary.Log(1.25/delta)) * sensitivity / epsilon
}

// LemmaSensitivity is the printed bound of SHARING Lemma 1 with R = |x|^2/2, so
// that c1 = 1:
//
//	3/(d_m rho) (lambda c1 + (1 + M rho) b1)
//
// It is false (it takes |(D'D)^-1| = 1/d_m) and kept because it is what is
// printed.
func LemmaSensitivity(columns, parties int, lambda, rho, b1 float64) float64 {
	return 3 / (float64(columns) * rho) * (lambda + float64((1+float64(float64(parties)*rho))*b1))
}

// MessageSensitivity bounds the change of the message D x = S w between
// neighbours, with S = D (D'D + (lambda/rho) I)^-1 D' and the public target w:
//
//	min(1, q sqrt(rho/lambda)) |w|
//
// q = 1 for a feature column that changes by at most 1 in norm (the paper's
// neighbours), q = 2 for one person's row of unit norm replaced.
func MessageSensitivity(a Adjacency, lambda, rho, target float64) float64 {
	q := 1.0
	if a == Remove {
		q = 2
	}
	return math.Min(1, q*math.Sqrt(rho/lambda)) * target
}

// GaussianDelta is the exact delta of a Gaussian mechanism with
// mu = sensitivity/sigma at epsilon (Balle and Wang 2018):
//
//	delta = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu)
//
// Where mu is so small that both terms are the same number it is, rounded up,
//
//	delta = E (1 - e^(-mu (Z - k)))+ <= mu E (Z - k)+ = mu (phi(k) - k Phi(-k))
//
// for Z standard normal and k = eps/mu - mu/2. Where the second one's y = mu/2 + eps/mu
// is large, eps and -y^2/2 cancel each other but for -k^2/2, which is taken at once.
func GaussianDelta(mu, epsilon float64) float64 {
	if mu <= 0 {
		return math.Max(0, -elementary.Expm1(epsilon))
	}
	if math.IsInf(mu, 1) {
		return 1
	}
	if mu < 1e-6 {
		k := epsilon/mu - float64(mu/2)
		if k > 40 { // there phi is below every number
			return 0
		}
		density := elementary.Exp(float64(-k*k/2)) / math.Sqrt(2*math.Pi)
		return mu * math.Max(0, density-float64(k*elementary.Exp(logNormalCDF(-k))))
	}
	a := logNormalCDF(float64(mu/2) - epsilon/mu)
	if elementary.Exp(a) == 0 { // below every number, and b may be no number at all
		return 0
	}
	y := float64(mu/2) + epsilon/mu
	b := epsilon + logNormalCDF(-y)
	if y >= 1000 { // before it what they lose is far below a digit of any total
		k := epsilon/mu - float64(mu/2)
		b = float64(-k*k/2) - elementary.Log(y) - float64(0.5*elementary.Log(2*math.Pi)) + logTail(y)
	}
	return math.Max(0, -elementary.Exp(a)*elementary.Expm1(b-a))
}

// GaussianEpsilon is the smallest epsilon >= 0 with GaussianDelta(mu, epsilon)
// at most delta in (0, 1).
func GaussianEpsilon(mu, delta float64) float64 {
	if math.IsInf(mu, 1) || math.IsNaN(mu) {
		return math.Inf(1)
	}
	if GaussianDelta(mu, 0) <= delta {
		return 0
	}
	high := 1.0
	for GaussianDelta(mu, high) > delta {
		high *= 2
	}
	return Bisect(0, high, func(e float64) bool { return GaussianDelta(mu, e) <= delta })
}

// GaussianMu is the largest mu for which (epsilon, delta) holds, so that
// sigma = sensitivity/mu is the least noise.
func GaussianMu(epsilon, delta float64) float64 {
	high := 1.0
	for GaussianDelta(high, epsilon) <= delta {
		high *= 2
	}
	return Bisect(high, 0, func(mu float64) bool { return GaussianDelta(mu, epsilon) <= delta })
}

// Bisect narrows [no, yes] (in either order) until it cannot be split and
// returns the end where holds is true, so that rounding never flatters.
func Bisect(no, yes float64, holds func(float64) bool) float64 {
	for range 2100 { // enough to cross all of float64
		middle := no + float64((yes-no)/2)
		if middle == no || middle == yes {
			break
		}
		if holds(middle) {
			yes = middle
		} else {
			no = middle
		}
	}
	return yes
}

// logNormalCDF is ln Phi(x), accurate far into the lower tail, where Phi
// itself underflows.
func logNormalCDF(x float64) float64 {
	if x > -20 {
		return elementary.Log(0.5 * elementary.Erfc(-x/math.Sqrt2))
	}
	return float64(-x*x/2) - elementary.Log(-x) - float64(0.5*elementary.Log(2*math.Pi)) + logTail(-x)
}

// logTail is ln(Phi(-y) y/phi(y)) for y >= 20, of
//
//	Phi(-y) = phi(y)/y (1 - 1/y^2 + 3/y^4 - 15/y^6 + 105/y^8 ...)
//
// up to 15!!/y^16; what follows is below 2e-16.
func logTail(y float64) float64 {
	s := 1 / (y * y)
	sum := 1.0
	for k := 15.0; k > 0; k -= 2 {
		sum = 1 - float64(k*s*sum)
	}
	return elementary.Log1p(sum - 1)
}
