package samples

import (
	"math"
)

// Noise is what the noise of a method does to what it ends at, bounded but for a chance of
// delta.
type Noise struct {
	Linear  float64 // s: |b| of the linear term, in units of the mean loss
	Outside float64 // so much more mean loss by what moves the model itself
	Phi     float64 // regulariser that the calibration adds to r
}

// law is the noise with so many records at each node, and the regulariser r.
type law func(q Question, records, r float64) Noise

// Parts are what the bound on the excess consists of.
type Parts struct {
	Regulariser float64 // lambda/2 |f0|^2
	Noise       float64 // s |f0| + s^2/(2 lambda), and what moves the model itself
	Sampling    float64 // 2/(delta n lambda)
}

// Sum is the bound on the excess.
func (p Parts) Sum() float64 { return p.Regulariser + p.Noise + p.Sampling }

// parts is step 4 of the proof, with so many records at each of so many nodes that are
// minimised over together.
func (q Question) parts(noise law, records, r, together float64) Parts {
	n := noise(q, records, r)
	lambda := (r + n.Phi) / q.C
	return Parts{
		Regulariser: lambda / 2 * float64(q.Norm*q.Norm),
		Noise:       float64(n.Linear*q.Norm) + float64(n.Linear*n.Linear)/(2*lambda) + n.Outside,
		Sampling:    2 / (q.Chance * records * together * lambda),
	}
}

// most is how many records are tried: nearly as many as there are numbers for.
const most = 1e305

// enough is the smallest number of records from which on the excess stays within q.Excess,
// to a part in 10^9; +Inf if there is none. The calibrations are not monotone in the
// records, so that it is looked for from above.
func (q Question) enough(noise law, r, together float64) float64 {
	holds := func(records float64) bool { return q.parts(noise, records, r, together).Sum() <= q.Excess }
	if !holds(most) {
		return math.Inf(1)
	}
	high := most
	for holds(high / 2) {
		if high /= 2; high <= 1 {
			return 1
		}
	}
	low := high / 2
	for high > low*(1+1e-9) {
		if middle := low + float64((high-low)/2); holds(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return math.Ceil(high)
}
