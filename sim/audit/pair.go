package audit

import (
	"fmt"
	"math"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/privacy"
)

// DVPCase is a DVP step whose promise is to be tested at one broadcast model.
type DVPCase struct {
	Loss    models.Loss
	Variant string  // of privacy.CalibrateDVP: printed, proved or tight
	Dim     int     // columns d, at least 2
	Records int     // B, at least 1
	C       float64 // weight of the loss, > 0
	Rho     float64 // weight of the regulariser, > 0
	Penalty float64 // eta N, penalty times number of neighbours, >= 0
	Alpha   float64 // what the step promises, > 0
	NormF   float64 // |f| of the broadcast model, >= 0
}

// Pair is the pair of records whose exchange moves the noise furthest at a broadcast f, and how well
// that tells them apart. One that changes the determinant, too, may do more: a promise that this one
// keeps may still be broken, unless it is proved.
type Pair struct {
	Case          DVPCase
	Record, Other []float64 // signed records y x, of norm 1, the same but for the sign across f
	Along         float64   // a: both point against f with a, across it with sqrt(1-a^2)
	Shift         float64   // |dg|, how far the noise must move to hide the exchange; < 2
	LogRatio      float64   // exact log density ratio at f and the worst noise direction
	Zeta          float64   // noise rate in force
	Broken        bool      // LogRatio > Alpha
}

// WorstShift is the largest |dg| = |g - g'| over two records of norm at most 1 at
// a model of norm |f| (>= 0), and the a where it is reached:
//
//	max_a 2 sqrt(1-a^2) |L'(-a|f|)|
//
// by two records that both point against f with a and to opposite sides of it:
// their gradients are |L'(-a|f|)| long and differ across f. For the logistic loss it is
// 1 at f = 0 and goes to 2 as |f| grows; for Huber's with h <= 1 it is 2 everywhere.
func WorstShift(loss models.Loss, normF float64) (shift, along float64) {
	at := func(a float64) float64 { return 2 * math.Sqrt(1-float64(a*a)) * -loss.Slope(-a*normF) }
	// The logarithm is a sum of concave functions of a: one maximum, by golden
	// section, which ends where float64 sees a flat top.
	const golden = 0.6180339887498949
	lo, hi := 0.0, 1.0
	for range 60 {
		left, right := hi-float64(golden*(hi-lo)), lo+float64(golden*(hi-lo))
		if at(left) < at(right) {
			lo = left
		} else {
			hi = right
		}
	}
	along = (lo + hi) / 2
	if at(0) >= at(along) {
		along = 0
	}
	return at(along), along
}

// canary is the pair of signed records of WorstShift for a model along the first
// axis, of dimension d.
func canary(d int, along float64) (record, other []float64) {
	record, other = make([]float64, d), make([]float64, d)
	across := math.Sqrt(1 - float64(along*along))
	record[0], record[1] = -along, across
	other[0], other[1] = -along, -across
	return record, other
}

// PrintedDVP computes the exact log density ratio of broadcasting a model of
// norm NormF when one record of WorstShift is exchanged for the other. The
// other B-1 records lie on the right side of f. The noise loss is zeta |dg| with
// |dg| up to 2, so the zeta = alphaHat that TIFS17 Algorithm 2 (l.240) and AISec16
// Algorithm 2 print allows up to 2 alphaHat; zeta = alphaHat/2, where TIFS17
// Appendix A arrives, keeps the promise.
func PrintedDVP(c DVPCase) (Pair, error) {
	switch {
	case c.Variant != "printed" && c.Variant != "proved" && c.Variant != "tight":
		return Pair{}, fmt.Errorf("DVP has no variant %q; choose printed, proved or tight", c.Variant)
	case c.Dim < 2:
		return Pair{}, fmt.Errorf("the record pair needs 2 columns, one along the model and one across it, not %d: with one column |dg| <= 1 and the printed rate holds", c.Dim)
	case c.Records < 1 || !(c.C > 0 && c.Rho > 0 && c.Alpha > 0 && c.Penalty >= 0 && c.NormF >= 0) || math.IsInf(c.NormF, 0):
		return Pair{}, fmt.Errorf("cannot compute the density ratio for B = %d, C = %g, rho = %g, alpha = %g, eta N = %g, |f| = %g; all must be positive and finite (eta N and |f| may be 0)",
			c.Records, c.C, c.Rho, c.Alpha, c.Penalty, c.NormF)
	}
	k := c.C / float64(c.Records)
	chosen := privacy.CalibrateDVP(c.Variant, c.Alpha, privacy.Node{Weight: k, C1: c.Loss.C1(), Regulariser: c.Rho, Penalty: c.Penalty})
	p := Pair{Case: c, Zeta: chosen.Zeta}
	p.Shift, p.Along = WorstShift(c.Loss, c.NormF)
	p.Record, p.Other = canary(c.Dim, p.Along)

	f := make([]float64, c.Dim)
	f[0] = c.NormF
	r := Release{
		L: c.Loss, Records: neighbourhood(p.Record, c.Records), Other: neighbourhood(p.Other, c.Records),
		Weight: k, Curvature: c.Rho + chosen.Phi + 2*c.Penalty,
		Linear: make([]float64, c.Dim),
		Rate:   chosen.Zeta / k, // n = (C/B) eps
	}
	// Whoever steers lambda and the neighbours' models steers l, and so which
	// noise f stands for. The worst is noise that lengthens when the record is
	// exchanged, n = c dg with c > 0: dg points to the second axis, against it,
	// g being L'(m) y x.
	r.Linear = r.Noise(f) // with l = 0: -(k sum g + q f)
	r.Linear[1] += k
	p.LogRatio = r.Loss(f)
	p.Broken = p.LogRatio > c.Alpha
	return p, nil
}

// worstPair is the signed record, and its counterpart, that a model of norm normF along
// the first axis tells apart best: the canary, or for a record taken out one that
// contradicts the model as much as it can, and the record of zeros, which adds nothing.
func worstPair(loss models.Loss, d int, normF float64, a privacy.Adjacency) (record, other []float64) {
	if a == privacy.Replace {
		_, along := WorstShift(loss, normF)
		return canary(d, along)
	}
	record, other = make([]float64, d), make([]float64, d)
	record[0] = -1
	return record, other
}

// WorstPair is the worst record of two columns for the models of a steered Run, and its
// counterpart, signed. Those lie much further out, so that the pair costs what it can
// although noise turns them aside.
func WorstPair(loss models.Loss, a privacy.Adjacency) (record, other []float64) {
	return worstPair(loss, 2, 20, a)
}

// neighbourhood is B signed rows: the record and B-1 that point along the first
// axis, on the right side of every model there.
func neighbourhood(record []float64, b int) data.Rows {
	d := len(record)
	index := make([]int32, d)
	for j := range index {
		index[j] = int32(j)
	}
	rows := data.NewRows(d, b, d)
	rows.Append(index, record)
	for range b - 1 {
		rows.Append([]int32{0}, []float64{1})
	}
	return rows
}

// Kept reports whether the promise holds for any pair: it is proved, and not only this pair that does
// not break it.
func (p Pair) Kept() bool { return !p.Broken && p.Case.Variant != "printed" }

// Words is the result in a sentence.
func (p Pair) Words() string {
	verdict := "is not refuted by this pair, but one that changes the determinant, too, may do more"
	switch {
	case p.Broken:
		verdict = "breaks the promise"
	case p.Kept():
		verdict = "keeps the promise"
	}
	return fmt.Sprintf("At |f| = %g exchanging one record shifts the noise by %.3f and changes the density of the broadcast by e^%.3f; promised is e^%g: ζ = %.4f %s.",
		p.Case.NormF, p.Shift, p.LogRatio, p.Case.Alpha, p.Zeta, verdict)
}

// Describe is the story of the attack.
func (Pair) Describe() string {
	return "DVP (Zhang and Zhu, IEEE TIFS 2017, Algorithm 2) promises that exchanging one record changes the density of the broadcast model by at most e^α. " +
		"The noise has density e^(−ζ|ε|) and the exchange must be hidden by moving the noise by Δg, the difference of the two records' loss gradients. " +
		"Each gradient is shorter than 1, so their difference is shorter than 2, and Appendix A needs ζ = α̂/2; Algorithm 2 prints ζ = α̂. " +
		"Two records that both contradict the model f a little and lie on opposite sides of it come near |Δg| = 2 when |f| is large: contradicting f makes their gradients long, lying across it makes them differ. " +
		"Under the logistic loss the difference is at most 1 at f = 0 and the printed rate holds; it breaks once the models have grown, which is why a short run may never show it. Under huber with h ≤ 1 every record whose margin is below 1 − h pulls with all its length, so that the difference is 2 at f = 0 already. " +
		"If a record may only be taken out, not exchanged, |Δg| <= 1 and the printed rate is right."
}
