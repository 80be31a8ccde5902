package baseline

import (
	"admmlab/models"
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

// cross is the mean loss q L(s) + (1-q) L(-s) of the score s = ln(p/(1-p)); what nobody
// has costs nothing.
func cross(q, p float64) (sum float64) {
	s := elementary.Log(p / (1 - p))
	if q != 0 {
		sum += float64(q * models.Loss(s))
	}
	if q != 1 {
		sum += float64((1 - q) * models.Loss(-s))
	}
	return sum
}
