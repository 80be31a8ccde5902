package account

import (
	"math"

	"gonum.org/v1/gonum/mathext"

	"admmlab/models/elementary"
	"admmlab/sim/privacy"
)

// AuditBound is a lower bound on the epsilon of whatever produced the runs of a
// membership test, at confidence 1 - beta: tp of positives runs with the record and
// fp of negatives runs without it were called "with". Rates come from Clopper and
// Pearson with beta/2 on each side (Jagielski et al. 2020):
//
//	eps >= ln((TPR_low - delta)/FPR_high)  and  ln((TNR_low - delta)/FNR_high)
//
// whichever is larger; the two rates are the same two intervals. 0 if the runs
// show nothing or the counts make no sense.
func AuditBound(tp, positives, fp, negatives int, delta, beta float64) float64 {
	if positives < 1 || negatives < 1 || tp < 0 || tp > positives || fp < 0 || fp > negatives || !(beta > 0 && beta < 1) {
		return 0
	}
	truePositive := lowerRate(tp, positives, beta/2)
	falsePositive := 1 - lowerRate(negatives-fp, negatives, beta/2)
	best := 0.0
	for _, ratio := range []float64{
		(truePositive - delta) / falsePositive,
		(1 - falsePositive - delta) / (1 - truePositive),
	} {
		if ratio > 1 {
			best = math.Max(best, elementary.Log(ratio))
		}
	}
	return best
}

// RateLimits are Clopper and Pearson's exact limits of a rate in [0, 1] after hits of n
// runs: either is on the wrong side of it with probability at most beta/2. They are
// 0 and 1 if the counts make no sense.
func RateLimits(hits, n int, beta float64) (low, high float64) {
	if n < 1 || hits < 0 || hits > n || !(beta > 0 && beta < 1) {
		return 0, 1
	}
	return lowerRate(hits, n, beta/2), 1 - lowerRate(n-hits, n, beta/2)
}

// lowerRate is the Clopper-Pearson lower bound on a rate after hits of n, wrong
// with probability at most miss: the miss-quantile of Beta(hits, n-hits+1). It is looked for,
// as mathext.InvRegIncBeta ends far from it where few of many runs miss.
func lowerRate(hits, n int, miss float64) float64 {
	switch hits {
	case 0:
		return 0
	case n:
		return elementary.Pow(miss, 1/float64(n))
	}
	return privacy.Bisect(1, 0, func(rate float64) bool {
		return mathext.RegIncBeta(float64(hits), float64(n-hits+1), rate) <= miss
	})
}
