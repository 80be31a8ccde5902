package audit

import (
	"fmt"
	"math"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/models/linear"
)

// SpaceVerdict is what the column-space test concludes.
type SpaceVerdict int

const (
	// Undecided: the message fits both data sets or neither.
	Undecided SpaceVerdict = iota
	// FromFirst: the message can only come from the first data set.
	FromFirst
	// FromOther: the message can only come from the other one.
	FromOther
)

// SpaceAttack is how far a message lies off the column spaces of two data sets.
type SpaceAttack struct {
	First, Other SpaceFit
	Verdict      SpaceVerdict
	trouble      string // why nothing could be computed
}

// SpaceFit is a message beside one column space.
type SpaceFit struct {
	Residual  float64 // |u - P u| / |u|, P the projection on col(D); in [0, 1]
	Tolerance float64 // what rounding alone can leave in Residual
	Rank      int     // dimension of col(D)
}

// inside reports whether rounding explains the residual.
func (f SpaceFit) inside() bool { return f.Residual <= f.Tolerance }

// ColumnSpace asks which of two data sets, D or D' of N rows each, a party's
// message of length N came from. SHARING (10) sends
//
//	D (x + xi),  xi ~ N(0, sigma^2 (D'D)^-1)
//
// so signal and noise both lie in col(D), of dimension at most d << N, and a
// message from a D' with another column space misses it almost surely. Noise
// N(0, sigma^2 I) on the message itself fills all N dimensions and leaves the
// test undecided.
//
// The cost is one pass over the rows for D'D, an eigendecomposition of size d
// and a few passes; dependent columns are allowed. What a block has computed already
// costs nothing.
func ColumnSpace(message []float64, d, other *models.Block) SpaceAttack {
	var a SpaceAttack
	switch size := linear.Norm(message); {
	case d.Records() != len(message) || other.Records() != len(message):
		a.trouble = fmt.Sprintf("the message has %d numbers, but the data sets have %d and %d rows; give three of one length",
			len(message), d.Records(), other.Records())
	case !(size > 0) || math.IsInf(size, 0):
		a.trouble = "the message is zero or not finite: it carries no direction to test"
	}
	if a.trouble != "" {
		return a
	}
	a.First, a.Other = fit(message, d), fit(message, other)
	if first, second := a.First.inside(), a.Other.inside(); first && !second {
		a.Verdict = FromFirst
	} else if second && !first {
		a.Verdict = FromOther
	}
	return a
}

// fit projects the message on col(D) through the normal equations.
func fit(message []float64, block *models.Block) SpaceFit {
	d := block.Dim()
	if d == 0 {
		return SpaceFit{Residual: 1}
	}
	// The rank rule of models.Block, so that the space tested is the space the
	// noise of (10) was drawn in.
	spectrum := block.Spectrum()
	values, vectors, floor := spectrum.Values, spectrum.Vectors, spectrum.Floor
	n := block.Records()
	trace, smallest := 0.0, math.Inf(1)
	for _, lambda := range values {
		trace += max(0, lambda)
		if lambda > floor {
			smallest = min(smallest, lambda)
		}
	}
	out := SpaceFit{Residual: 1, Rank: spectrum.Rank}
	if out.Rank == 0 {
		return out
	}
	// Rounding. An entry of D x is a sum of at most d products, so its error is
	// at most d u |row| |x|, and over all entries d u sqrt(tr D'D) |x|, with
	// |x| <= |message|/sqrt(smallest eigenvalue); u = 2^-53. The sender makes
	// it once, the projections below a few times, and D'r adds sums of n terms,
	// whose errors add like sqrt(n) u: a factor 8 covers these.
	out.Tolerance = 8 * 0x1p-53 * (float64(float64(d)*math.Sqrt(trace/smallest)) + math.Sqrt(float64(n)))

	rest := append([]float64(nil), message...)
	c, x, image := make([]float64, d), make([]float64, d), make([]float64, n)
	left := linear.Norm(message)
	// One projection leaves an error of about cond(D'D) u; projecting what is
	// left again shrinks it by that factor each time.
	for range 6 {
		transpose(c, block.Rows(), rest)
		clear(x)
		for k, lambda := range values {
			if lambda > floor {
				v := vectors.Row(k)
				linear.AddScaled(x, linear.Dot(v, c)/lambda, v)
			}
		}
		block.Apply(image, x)
		for i, v := range image {
			rest[i] -= v
		}
		now := linear.Norm(rest)
		if now >= left/2 {
			left = min(now, left)
			break
		}
		left = now
	}
	out.Residual = left / linear.Norm(message)
	return out
}

// transpose is c = D'r.
func transpose(c []float64, rows data.Rows, r []float64) {
	clear(c)
	for i, v := range r {
		index, value := rows.Row(i)
		for k, j := range index {
			c[j] += float64(v * value[k])
		}
	}
}

// Words is the result in a sentence.
func (a SpaceAttack) Words() string {
	if a.trouble != "" {
		return "Not tested: " + a.trouble + "."
	}
	numbers := fmt.Sprintf("%.1e of the message lies off the first data set's columns, %.1e off the other's", a.First.Residual, a.Other.Residual)
	switch {
	case a.Verdict == FromFirst:
		return "Certain: the message comes from the first data set. " + numbers + "; rounding explains only the former."
	case a.Verdict == FromOther:
		return "Certain: the message comes from the other data set. " + numbers + "; rounding explains only the latter."
	case a.First.inside():
		return "Undecided: the message lies in both column spaces. " + numbers + "."
	}
	return "Undecided: the noise leaves both column spaces, so the test has nothing to hold on to. " + numbers + "."
}

// Describe is the story of the attack.
func (SpaceAttack) Describe() string {
	return "Vertical sharing (Learning Privately over Distributed Features, 2019, eq. (10)) adds its noise to the model x before it is multiplied by the data: the message is D(x + ξ). " +
		"Whatever ξ is, the message is then a combination of the columns of D: with 50 columns and 40,000 people it lives in 50 of 40,000 dimensions. " +
		"Somebody who wonders whether a column was D's or D's neighbour's computes what is left of the message after projecting it on the columns of each. " +
		"For the true data set that is rounding error, for the other it is not: one message decides with certainty, at any noise level. " +
		"In the language of Definition 1 the δ is 1; the proof of Theorem 1 silently uses noise N(0, σ²I) on the message instead. " +
		"That noise fills all dimensions, both remainders are large, and the test is left undecided."
}
