package noise

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
)

// Tolerances. A mean of n independent draws with standard deviation s is off by more
// than 4.8916 s/sqrt(n) with probability 1e-6 (normal limit; n = 20,000 here), and
// an empirical distribution function by more than sqrt(ln(2/1e-6)/(2n)) with probability at
// most 1e-6 (Dvoretzky, Kiefer, Wolfowitz; constant by Massart 1990). So each comparison
// raises a false alarm for at most about one seed in a million; the seed is fixed,
// so a test that passes once passes always.
const (
	draws    = 20000
	standard = 4.8916
)

var supremum = math.Sqrt(math.Log(2/1e-6) / (2 * draws))

func checkMean(t *testing.T, name string, x []float64, mean, deviation float64) {
	t.Helper()
	got := stat.Mean(x, nil)
	if tolerance := standard * deviation / math.Sqrt(float64(len(x))); !(math.Abs(got-mean) <= tolerance) {
		t.Errorf("%s: mean %.6g, want %.6g +- %.2g", name, got, mean, tolerance)
	}
}

// checkLaw is the Kolmogorov-Smirnov test of x against a distribution function.
func checkLaw(t *testing.T, name string, x []float64, cdf func(float64) float64) {
	t.Helper()
	x = slices.Sorted(slices.Values(x))
	n, distance := float64(len(x)), 0.0
	for i, v := range x {
		p := cdf(v)
		distance = max(distance, p-float64(i)/n, float64(i+1)/n-p)
	}
	if !(distance <= supremum) {
		t.Errorf("%s: distribution off by %.4f, at most %.4f expected", name, distance, supremum)
	}
}

func sample(d int, fill func(dst []float64, iteration int)) [][]float64 {
	all := make([][]float64, draws)
	for k := range all {
		all[k] = make([]float64, d)
		fill(all[k], k)
	}
	return all
}

func each(all [][]float64, f func(e []float64) float64) []float64 {
	out := make([]float64, len(all))
	for k, e := range all {
		out[k] = f(e)
	}
	return out
}

func norm(e []float64) float64 {
	s := 0.0
	for _, v := range e {
		s += v * v
	}
	return math.Sqrt(s)
}

func standardNormalCDF(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// "the norm gamma distributed with shape d and scale 1/alpha, the direction uniform"
// (Zhang, Khalili, Liu 2019), the law with density proportional to exp(-rate |e|).
func TestGammaNormHasTheLawWithDensityExpOfMinusRateTimesNorm(t *testing.T) {
	const rate = 0.25
	for _, dim := range []int{1, 2, 3, 10, 105} {
		d := float64(dim)
		all := sample(dim, func(dst []float64, k int) { New(1).GammaNorm(dst, Dual, 3, k, rate) })
		name := fmt.Sprintf("d=%d", dim)

		// Norm: Gamma(d, 1/rate), E = d/rate, Var = d/rate^2, and
		// Var (|e|-d/rate)^2 = (3d^2+6d - d^2)/rate^4.
		lengths := each(all, norm)
		checkMean(t, name+", |e|", lengths, d/rate, math.Sqrt(d)/rate)
		checkMean(t, name+", (|e| - E|e|)^2", each(all, func(e []float64) float64 { return math.Pow(norm(e)-d/rate, 2) }),
			d/(rate*rate), math.Sqrt(2*d*d+6*d)/(rate*rate))
		checkLaw(t, name+", |e|", lengths, func(x float64) float64 { return mathext.GammaIncReg(d, rate*x) })

		// Coordinates: E e^2 = (d+1)/rate^2, E e^4 = 3(d+1)(d+3)/rate^4.
		for _, j := range []int{0, dim - 1} {
			column := each(all, func(e []float64) float64 { return e[j] })
			checkMean(t, name+", e_j", column, 0, math.Sqrt(d+1)/rate)
			checkMean(t, name+", e_j^2", each(all, func(e []float64) float64 { return e[j] * e[j] }),
				(d+1)/(rate*rate), math.Sqrt(3*(d+1)*(d+3)-(d+1)*(d+1))/(rate*rate))
		}

		// Direction: symmetric, cos^2 to any axis Beta(1/2, (d-1)/2), coordinates uncorrelated,
		// and independent of the norm: correlation 0 with deviation 1/sqrt(n).
		checkMean(t, name+", sign", each(all, func(e []float64) float64 { return math.Copysign(1, e[0]) }), 0, 1)
		if dim == 1 {
			continue
		}
		cos2 := each(all, func(e []float64) float64 { return math.Pow(e[0]/norm(e), 2) })
		checkLaw(t, name+", cos^2", cos2, func(x float64) float64 { return mathext.RegIncBeta(0.5, (d-1)/2, x) })
		oblique := each(all, func(e []float64) float64 { return math.Pow((e[0]+e[dim-1])/norm(e), 2) / 2 })
		checkLaw(t, name+", cos^2 to a diagonal", oblique, func(x float64) float64 { return mathext.RegIncBeta(0.5, (d-1)/2, x) })
		if c := stat.Correlation(cos2, lengths, nil); math.Abs(c) > standard/math.Sqrt(draws) {
			t.Errorf("%s: norm and direction are correlated, %.4f", name, c)
		}
	}
}

func TestGammaNormInOneDimensionIsLaplace(t *testing.T) {
	const rate = 2.0
	all := sample(1, func(dst []float64, k int) { New(2).GammaNorm(dst, Primal, 0, k, rate) })
	checkLaw(t, "Laplace(1/rate)", each(all, func(e []float64) float64 { return e[0] }), func(x float64) float64 {
		if x < 0 {
			return math.Exp(rate*x) / 2
		}
		return 1 - math.Exp(-rate*x)/2
	})
}

func TestGaussianIsNormalWithIndependentCoordinates(t *testing.T) {
	const sigma = 3.0
	all := sample(5, func(dst []float64, k int) { New(3).Gaussian(dst, Message, 1, k, sigma) })
	for j := range 5 {
		column := each(all, func(e []float64) float64 { return e[j] })
		checkMean(t, "mean", column, 0, sigma)
		checkMean(t, "variance", each(all, func(e []float64) float64 { return e[j] * e[j] }), sigma*sigma, math.Sqrt2*sigma*sigma)
		checkLaw(t, "N(0, sigma^2)", column, func(x float64) float64 { return standardNormalCDF(x / sigma) })
		// e_0 and e_1 come from one pair of the polar method: their squares would
		// show a dependence that a correlation of the values hides.
		if j > 0 {
			checkMean(t, "product", each(all, func(e []float64) float64 { return e[0] * e[j] }), 0, sigma*sigma)
			checkMean(t, "product of squares", each(all, func(e []float64) float64 { return math.Pow(e[0]*e[j], 2) / math.Pow(sigma, 4) }), 1, math.Sqrt(8))
		}
	}
}

// Neighbouring addresses are the ones a run uses. For independent standard normals the
// product has mean 0 and deviation 1.
func TestStreamsOfDifferentAddressesAreUncorrelated(t *testing.T) {
	at := func(seed uint64, p Purpose, node, iteration int) float64 {
		var x [1]float64
		New(seed).Gaussian(x[:], p, node, iteration, 1)
		return x[0]
	}
	for name, other := range map[string]func(k int) float64{
		"next seed":         func(k int) float64 { return at(8, Dual, 0, k) },
		"another purpose":   func(k int) float64 { return at(7, Primal, 0, k) },
		"next node":         func(k int) float64 { return at(7, Dual, 1, k) },
		"next iteration":    func(k int) float64 { return at(7, Dual, 0, k+1) },
		"swapped":           func(k int) float64 { return at(7, Dual, k, 0) },
		"seed for iterated": func(k int) float64 { return at(uint64(k), Dual, 0, 7) },
	} {
		product := make([]float64, draws)
		for k := range product {
			product[k] = at(7, Dual, 0, k+10) * other(k+10)
		}
		checkMean(t, name, product, 0, 1)
	}
	// First draws over iterations, nodes and seeds are themselves a normal sample.
	for name, draw := range map[string]func(k int) float64{
		"iterations": func(k int) float64 { return at(7, Dual, 0, k) },
		"nodes":      func(k int) float64 { return at(7, Dual, k, 0) },
		"seeds":      func(k int) float64 { return at(uint64(k), Dual, 0, 0) },
	} {
		x := make([]float64, draws)
		for k := range x {
			x[k] = draw(k)
		}
		checkLaw(t, "first draws over "+name, x, standardNormalCDF)
	}
}

// Every element of Shuffle(5) is at every place with probability 1/5. Rows and columns of
// the 25 cells have fixed sums, so 4/5 of their chi-square has that law with 16 degrees
// of freedom (its mean is 25 * 4/5 * 4/5 = 16), which exceeds 60 with probability 5e-7.
func TestShuffleIsUniform(t *testing.T) {
	var counts [5][5]float64
	for seed := range uint64(draws) {
		for place, element := range New(seed).Shuffle(5) {
			counts[place][element]++
		}
	}
	chi := 0.0
	for _, row := range counts {
		for _, c := range row {
			chi += math.Pow(c-draws/5, 2) / (draws / 5)
		}
	}
	if chi *= 4.0 / 5; chi > 60 {
		t.Errorf("chi-square %.1f of 16 degrees of freedom", chi)
	}
}

// Randomised response flips each label with probability 1/(1+e^eps). Over n labels
// the count has standard deviation sqrt(n p (1-p)); six of them are missed with
// probability below 2e-9.
func TestFlipIsRandomisedResponse(t *testing.T) {
	const n = 100_000
	for _, epsilon := range []float64{0.5, 1, 3} {
		labels := make([]float64, n)
		for i := range labels {
			labels[i] = 1
		}
		New(4).Flip(labels, epsilon)
		flipped := 0.0
		for _, y := range labels {
			if y == -1 {
				flipped++
			} else if y != 1 {
				t.Fatalf("label %g", y)
			}
		}
		p := 1 / (1 + math.Exp(epsilon))
		if d := math.Abs(flipped - n*p); d > 6*math.Sqrt(n*p*(1-p)) {
			t.Errorf("epsilon %g: %g of %d flipped, want about %g", epsilon, flipped, n, n*p)
		}
	}
}
