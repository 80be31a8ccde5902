package tune

import (
	"cmp"
	"math"
	"slices"
)

// level is the probability with which the setting with the least expected error is not
// among those called indistinguishable from the best.
const level = 0.05

// same is how far apart two differences of error rates are one: a row counts far more.
const same = 1e-12

// signedRank is Wilcoxon's signed-rank test, one-sided and exact: how probable it is, with
// differences as likely to lie so far above 0 as below, that the ranks of those above add
// up to what they do or more. Differences of 0 are left out, equal ones share their ranks.
func signedRank(differences []float64) float64 {
	var d []float64
	for _, x := range differences {
		if math.Abs(x) > same {
			d = append(d, x)
		}
	}
	slices.SortFunc(d, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	chance := []float64{1} // of each sum of doubled ranks
	seen := 0
	for from := 0; from < len(d); {
		to := from + 1
		for to < len(d) && math.Abs(d[to])-math.Abs(d[from]) <= same {
			to++
		}
		rank := from + 1 + to // doubled, as the mean of from+1 to to
		for _, x := range d[from:to] {
			if x > 0 {
				seen += rank
			}
			longer := make([]float64, len(chance)+rank)
			for sum, p := range chance {
				longer[sum] += float64(p / 2)
				longer[sum+rank] += float64(p / 2)
			}
			chance = longer
		}
		from = to
	}
	p := 0.0
	for _, q := range chance[seen:] {
		p += q
	}
	return min(1, p)
}

// mayBeBest says of each of several lists of errors, one a setting and by draw, whether it
// is worse than none other at the level that all comparisons share.
func mayBeBest(errors [][]float64) []bool {
	list := make([]bool, len(errors))
	for i := range errors {
		list[i] = true
		for j := range errors {
			if i != j && signedRank(minus(errors[i], errors[j])) <= level/float64(len(errors)-1) {
				list[i] = false
			}
		}
	}
	return list
}

// enough is how many draws it takes at least to tell any of n settings from another.
func enough(n int) int {
	draws := 1
	for p := 0.5; n > 1 && p > level/float64(n-1); p /= 2 {
		draws++
	}
	return draws
}

func minus(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return d
}
