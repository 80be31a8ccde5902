package realised

import (
	"math"
	"testing"

	"admmlab/sim/privacy"
)

// For one Gaussian release of mu = |Delta|/sigma the loss is N(mu^2/2, mu^2), and
// its profile the Gaussian curve. S quantiles of that law instead of draws make
// the mean a midpoint rule, whose error is below 1/S for a function of the
// quantile that is monotone between 0 and 1.
func TestProfileOfAGaussianRelease(t *testing.T) {
	const draws, mu = 5000, 0.8
	losses, epsilons := make([]float64, draws), []float64{-1, 0, 0.3, 1, 2}
	for i := range losses {
		u := (float64(i) + 0.5) / draws
		losses[i] = mu*mu/2 + mu*math.Sqrt2*math.Erfinv(2*u-1)
	}
	delta := make([]float64, len(epsilons))
	Profile(delta, losses, epsilons)
	for k, epsilon := range epsilons {
		if want := privacy.GaussianDelta(mu, epsilon); math.Abs(delta[k]-want) > 1.0/draws {
			t.Errorf("epsilon %g: %.6f, closed form %.6f", epsilon, delta[k], want)
		}
	}
}

func TestProfileOfCertainty(t *testing.T) {
	delta := make([]float64, 1)
	if Profile(delta, []float64{math.Inf(1), math.Inf(-1)}, []float64{3}); delta[0] != 0.5 {
		t.Errorf("half the draws give all away: %g, expected 0.5", delta[0])
	}
	if Profile(delta, []float64{1, math.NaN()}, []float64{3}); delta[0] == delta[0] {
		t.Errorf("%g, expected NaN", delta[0])
	}
	if Profile(delta, nil, []float64{3}); delta[0] == delta[0] {
		t.Errorf("without draws %g, expected NaN", delta[0])
	}
}
