package realised

import "math"

// Profile writes the white-box privacy profile of one instance into dst: from
// the losses of S independent draws under D,
//
//	delta(epsilon) = mean of (1 - e^(epsilon - l))_+
//
// at each epsilon. It has no statistical gap but that of S draws, and it speaks
// of this D, this D' and this transcript only. A loss of +Inf counts 1; a NaN
// makes the profile NaN, and so do no losses at all.
func Profile(dst, losses, epsilons []float64) {
	for k, epsilon := range epsilons {
		sum := 0.0
		for _, l := range losses {
			if !(l <= epsilon) {
				sum -= math.Expm1(epsilon - l)
			}
		}
		dst[k] = sum / float64(len(losses))
	}
}
