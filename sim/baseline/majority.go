package baseline

import (
	"slices"

	"admmlab/models"
)

// Majority is who answers everybody alike: the class that most of the training labels
// have, with the certainty of its share. The labels are +1 and -1, at least one of
// them for training; with p the share of +1 there the score of every row is the best of
// all that look at no column, and its mean loss
//
//	q L(s) + (1-q) L(-s),   s = argmin p L(s) + (1-p) L(-s),
//
// q being p or the share of +1 among the test labels. For the logistic loss s is
// ln(p/(1-p)), and the loss is +Inf where a class is tested that was never seen. Of the
// training labels each node has its own, and its C in costs, which is nil for parties: the
// training loss is the mean over nodes, as a run's.
func Majority(loss models.Loss, nodes [][]float64, costs, test []float64) Score {
	train := slices.Concat(nodes...)
	p, q := share(train), share(test)
	s := Score{TestLoss: cross(loss, q, p), TestError: q}
	for i, node := range nodes {
		own := cross(loss, share(node), p) / float64(len(nodes))
		s.TrainLoss += own
		if costs != nil {
			s.TrainLossC += float64(costs[i] * own)
		}
	}
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

// cross is q L(s) + (1-q) L(-s) at the best s for p; what nobody has costs nothing.
func cross(loss models.Loss, q, p float64) (sum float64) {
	s := loss.Score(p)
	if q != 0 {
		sum += float64(q * loss.Value(s))
	}
	if q != 1 {
		sum += float64((1 - q) * loss.Value(-s))
	}
	return sum
}
