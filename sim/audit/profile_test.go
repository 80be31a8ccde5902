package audit

import (
	"math"
	"slices"

	"admmlab/models"
	"admmlab/sim/noise"
)

// draws are the exact losses of count releases: noise from this seed, and the node's
// problem under D solved for each with the solver of the methods.
func (r Release) draws(seed uint64, count int) profile {
	source, local := noise.New(seed), models.NewLocal(r.Records)
	out := make(profile, count)
	n, f := make([]float64, len(r.Linear)), make([]float64, len(r.Linear))
	for i := range out {
		source.GammaNorm(n, noise.Dual, 0, i, r.Rate)
		for j := range n {
			n[j] += r.Linear[j]
		}
		local.Minimise(f, models.Subproblem{Weight: r.Weight, Curvature: r.Curvature, Linear: n})
		out[i] = r.Loss(f)
	}
	return out
}

// profile is the privacy loss of one release over draws of its noise under D, for one
// transcript and one pair of data sets. It says how private this step was for this
// record; it is no promise for any other.
type profile []float64

func (p profile) max() float64 { return slices.Max(p) }

// delta is the mean of (1 - e^(epsilon-l))_+ over the draws: the delta that this
// release needs beside epsilon to tell this D from this D', in this direction.
func (p profile) delta(epsilon float64) float64 {
	sum := 0.0
	for _, l := range p {
		sum -= math.Expm1(min(0, epsilon-l))
	}
	return sum / float64(len(p))
}
