package account

import (
	"math"

	"gonum.org/v1/gonum/mathext"
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
			best = math.Max(best, math.Log(ratio))
		}
	}
	return best
}

// lowerRate is the Clopper-Pearson lower bound on a rate after hits of n, wrong
// with probability at most miss: the miss-quantile of Beta(hits, n-hits+1).
func lowerRate(hits, n int, miss float64) float64 {
	switch hits {
	case 0:
		return 0
	case n:
		return math.Pow(miss, 1/float64(n))
	}
	return mathext.InvRegIncBeta(float64(hits), float64(n-hits+1), miss)
}

// OneRunBound is a lower bound on epsilon from a single run with canaries records
// included or not by fair coins, of which guesses were guessed and right guessed
// right (Steinke, Nasr, Jagielski, arXiv 2305.08846, Theorem 5.2): the largest
// epsilon refuted at level p, where with q = e^eps/(1 + e^eps), X ~ Bin(guesses, q)
//
//	p-value <= P[X >= right] + 2 canaries delta max_i P[right > X >= right - i]/i
func OneRunBound(canaries, guesses, right int, delta, p float64) float64 {
	if guesses < 1 || guesses > canaries || right < 0 || right > guesses || !(p > 0 && p < 1) || !(delta >= 0) {
		return 0
	}
	refuted := func(epsilon float64) bool {
		q := 1 / (1 + math.Exp(-epsilon))
		enough := atLeast(guesses, right, q)
		worst := 0.0
		for i := 1; i <= right && delta > 0; i++ {
			worst = math.Max(worst, (atLeast(guesses, right-i, q)-enough)/float64(i))
		}
		return enough+2*float64(canaries)*delta*worst < p
	}
	if !refuted(0) {
		return 0
	}
	return bisect(64, 0, refuted)
}

// atLeast is P[Bin(n, q) >= k] = I_q(k, n-k+1).
func atLeast(n, k int, q float64) float64 {
	if k <= 0 {
		return 1
	}
	return mathext.RegIncBeta(float64(k), float64(n-k+1), q)
}

// KSCritical is the distance that the empirical distribution of n independent draws
// exceeds with probability p < 0.01 (Kolmogorov and Smirnov): twice Smirnov's
// exact one-sided probability,
//
//	P[D+ >= d] = d sum_{j=0}^{n(1-d)} C(n,j) (d + j/n)^(j-1) (1 - d - j/n)^(n-j)
//
// which counts samples that deviate on both sides twice: far below p^2 here.
func KSCritical(n int, p float64) float64 {
	if n < 1 || !(p > 0 && p < 1) {
		return 1
	}
	return bisect(0, 1, func(d float64) bool { return 2*smirnov(n, d) <= p })
}

func smirnov(n int, d float64) float64 {
	if d <= 0 {
		return 1
	}
	total, size := 0.0, float64(n)
	top, _ := math.Lgamma(size + 1)
	for j := 0; j <= n; j++ {
		x := float64(j)
		rest := 1 - d - x/size
		if rest <= 0 {
			break
		}
		a, _ := math.Lgamma(x + 1)
		b, _ := math.Lgamma(size - x + 1)
		total += math.Exp(top - a - b + (x-1)*math.Log(d+x/size) + (size-x)*math.Log(rest))
	}
	return math.Min(1, d*total)
}
