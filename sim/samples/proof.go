package samples

import (
	"math"
	"slices"
)

// Noise is what the noise of a method does to what it ends at, bounded but for a chance of
// delta.
type Noise struct {
	Linear  float64 // s: |b| of the linear term, in units of the mean loss
	Outside float64 // so much more mean loss by what moves the model itself
	Phi     float64 // regulariser that the calibration adds to r
}

// law is the noise with so many records at each node, and the regulariser r.
type law struct {
	of func(q Question, records, r float64) Noise
	// turns are the numbers of records at which it may jump, nil for none. Between two of them
	// the bound on the excess is convex in the records, and beyond the last it falls.
	turns func(q Question, r float64) []float64
}

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
func (q Question) parts(n Noise, records, r, together float64) Parts {
	lambda := (r + n.Phi) / q.C
	return Parts{
		Regulariser: float64(lambda / 2 * float64(q.Norm*q.Norm)),
		Noise:       float64(n.Linear*q.Norm) + float64(n.Linear*n.Linear)/(2*lambda) + n.Outside,
		Sampling:    2 / (q.Chance * records * together * lambda),
	}
}

// worst is the noise of the node that it costs most, each on its own.
func (q Question) worst(records, r float64, of func(n Node) Noise) (worst Noise) {
	most := 0.0
	for k, n := range q.Nodes {
		one := of(n)
		if sum := q.parts(one, records, r, 1).Sum(); k == 0 || sum > most {
			worst, most = one, sum
		}
	}
	return worst
}

// most is how many records are tried: nearly as many as there are numbers for.
const most = 1e305

// enough is the smallest number of records from which on the excess stays within q.Excess,
// to a part in 10^9; +Inf if there is none. The calibrations are not monotone in the
// records, so that it is looked for from above, turn by turn: what holds at both ends of a
// stretch between two turns holds all over it.
func (q Question) enough(noise law, r, together float64) float64 {
	holds := func(records float64) bool {
		return q.parts(noise.of(q, records, r), records, r, together).Sum() <= q.Excess
	}
	high := most
	if !holds(high) {
		return math.Inf(1)
	}
	var turns []float64
	if noise.turns != nil {
		turns = noise.turns(q, r)
		slices.Sort(turns)
	}
	for _, turn := range slices.Backward(turns) {
		if !(turn > 1 && turn < high) {
			continue
		}
		// As near to it as rounding allows.
		above, below := turn*(1+1e-12), turn*(1-1e-12)
		switch {
		case !holds(above):
			return first(holds, above, high)
		case !holds(below):
			return math.Ceil(above)
		}
		high = below
	}
	if holds(1) {
		return 1
	}
	return first(holds, 1, high)
}

// first is the smallest number that holds, to a part in 10^9: low does not, high does.
func first(holds func(records float64) bool, low, high float64) float64 {
	for high > low*(1+1e-9) {
		middle := low + float64((high-low)/2)
		if high > 2*low {
			middle = math.Sqrt(low) * math.Sqrt(high)
		}
		if holds(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return math.Ceil(high)
}
