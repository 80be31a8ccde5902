package baseline

import (
	"math"

	"admmlab/models/elementary"
)

// Majority is who answers everybody alike: the class that most of the training labels
// have, with the certainty of its share. The labels are +1 and -1, at least one of
// them for training; with p the share of +1 there the score of every row is
// ln(p/(1-p)), the best of all that look at no column, and its mean loss
//
//	-q ln p - (1-q) ln(1-p),
//
// q being p or the share of +1 among the test labels; it is +Inf where a class is
// tested that was never seen.
func Majority(train, test []float64) Score {
	p, q := share(train), share(test)
	s := Score{TrainLoss: cross(p, p), TestLoss: cross(q, p), TestError: q}
	if p > 0.5 {
		s.TestError = 1 - q
	}
	return s
}

// share is the share of +1; NaN of nothing.
func share(labels []float64) float64 {
	count := 0
	for _, y := range labels {
		if y > 0 {
			count++
		}
	}
	return float64(count) / float64(len(labels))
}

// cross is -q ln p - (1-q) ln(1-p), where 0 ln 0 = 0.
func cross(q, p float64) (sum float64) {
	for _, c := range [2][2]float64{{q, p}, {1 - q, 1 - p}} {
		switch {
		case c[0] > 0 && c[1] == 0:
			return math.Inf(1)
		case c[0] != 0:
			sum -= float64(c[0] * elementary.Log(c[1]))
		}
	}
	return sum
}
