package models

// Loss is a convex loss L(m) >= 0 of the margin m = y x.f. What the privacy theorems ask
// of it (TIFS17 assumption 1) is all that anybody may rest on:
//
//	-1 <= L'(m) <= 0,   0 <= L”(m) <= C1()
//
// Whoever computes with a loss asks it; none but its own file knows which it is. Losses
// are small values that compare with ==, and any number of callers may use one at once.
type Loss interface {
	// C1 is the smallest bound on L”, the papers' c_1.
	C1() float64
	// Value, Slope and Curvature are L(m), L'(m) and L”(m). Where L' has a corner, L” is
	// that of one of the two sides.
	Value(m float64) float64
	Slope(m float64) float64
	Curvature(m float64) float64
	// Score is the s at which p L(s) + (1-p) L(-s) is least, for p from 0 to 1, 0 for 1/2: what to
	// answer everybody where a share p have the label +1.
	Score(p float64) float64
	// Margin is an m with -L'(m) = s, for s in (0, 1).
	Margin(s float64) float64

	// The methods below are for many margins. miss is -L'(m), as Misses writes it; all
	// slices of a call have the same length.

	Misses(miss, margins []float64)
	// Sum is the sum of L.
	Sum(margins, miss []float64) float64
	// Bends writes L” when caution is 0, the curvature of a quadratic above the loss that
	// touches it at m when it is 1, and between the two in proportion.
	Bends(bends, margins, miss []float64, caution float64)
	// Pulls writes how one record of the given weight pulls and bends: weight times -L'
	// and weight times L”.
	Pulls(pulls, bends, margins []float64, weight float64)
	// Stray returns a bound on how far the slopes stray from their tangents,
	//
	//	sum_i |L'(m_i+d_i) - L'(m_i) - L”(m_i) d_i|,
	//
	// where every |d_i| <= reach and sum_i L”(m_i) d_i^2 <= energy.
	Stray(margins []float64) func(reach, energy float64) float64
	// Steps is the z update of vertical sharing, SHARING (7), for many samples: z becomes
	//
	//	argmin_z  L(Y z) - dual z + rho/2 (sum - z)^2
	//
	// with the label Y = +1 or -1 and rho > 0; it is solved to machine accuracy, from the
	// sample's last z where that helps. slopes gets l'(z) = Y L'(Y z).
	Steps(z, slopes, labels, sums, duals []float64, rho float64)
}

// SumLoss is sum_i L(m_i); work, of the same length, is overwritten.
func SumLoss(loss Loss, margins, work []float64) float64 {
	loss.Misses(work, margins)
	return loss.Sum(margins, work)
}
