package privacy

import (
	"fmt"
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %.15g, want %.15g within %g", what, got, want, tolerance)
	}
}

// Values of google/differential-privacy go/noise/gaussian_noise_test.go and
// python dp_accounting, printed there to the digits given here.
// Of a tiny mu the two terms are one number: delta is rounded up, by less than mu of it,
// and goes on without a step where that begins.
func TestTheDeltaOfATinyMuIsNotZero(t *testing.T) {
	for _, mu := range []float64{9.9e-7, 1e-12, 1e-20, 1e-150, 1e-300} {
		near(t, "delta at eps 0, over mu", GaussianDelta(mu, 0)/mu, 1/math.Sqrt(2*math.Pi), 1e-6)
		// E (Z - 1)+ = phi(1) - Phi(-1)
		near(t, "delta at eps mu, over mu", GaussianDelta(mu, mu)/mu, 0.08331547058768, 1e-6)
		if e := GaussianEpsilon(mu, mu/100); !(e > mu && e < 4*mu) {
			t.Errorf("mu %g: eps %g for delta mu/100", mu, e)
		}
	}
	for _, k := range []float64{-1e-7, 0.5, 3, 6} {
		below, above := GaussianDelta(0.999999e-6, k*0.999999e-6), GaussianDelta(1.000001e-6, k*1.000001e-6)
		if !(below < above*(1+1e-6) && below > above*(1-1e-5)) {
			t.Errorf("k %g: %g below 1e-6, %g above", k, below, above)
		}
	}
}

// delta by its formula in 900 digits. 1e-14 of an epsilon is, at these deltas, 1e-11 of delta.
func TestGaussianDeltaFarOut(t *testing.T) {
	for _, v := range []struct{ mu, epsilon, delta float64 }{
		{0.01, 0.05, 5.48144020074687256140e-10},
		{1.0, 2.0, 2.09236358211137314196e-2},
		{1.0, 19.4, 2.85097791876936649338e-81},
		{1.0, 19.6, 6.24927323051912683567e-83},
		{3.0, 70.0, 6.73894957240158149910e-107},
		{10.5, 143.0, 1.60187808273236645594e-17},
		{18.886490508167174, 390.5, 8.77714352515346720235e-30},
		{25.0, 500.0, 2.44257709877927460776e-14},
	} {
		near(t, fmt.Sprintf("delta(mu %g, eps %g), over what it is", v.mu, v.epsilon), GaussianDelta(v.mu, v.epsilon)/v.delta, 1, 1e-11)
	}
}

func TestGaussianDeltaAgreesWithPublishedValues(t *testing.T) {
	near(t, "delta(sigma 10, Delta 1, eps .1)", GaussianDelta(0.1, 0.1), .008751768145810, 1e-12)
	near(t, "delta(sigma 10, Delta 5, eps ln 3)", GaussianDelta(0.5, math.Log(3)), .004159742234000802, 1e-12)
	near(t, "delta(sigma .5, Delta 1, eps 0)", GaussianDelta(2, 0), .6826894921370859, 1e-12)
	for _, v := range []struct{ eps, delta float64 }{{-2, .86749642}, {-1, .67881797}, {0, .38292492}, {1, .12693674}, {2, .020923636}} {
		near(t, "delta(mu 1)", GaussianDelta(1, v.eps), v.delta, 1e-8)
	}
	near(t, "delta(mu 3, eps 1)", GaussianDelta(3, 1), .78760074, 1e-8)
}

func TestGaussianInversesUndoDelta(t *testing.T) {
	near(t, "sigma(1, 1e-6)", 1/GaussianMu(1, 1e-6), 4.22467889, 1e-8)
	near(t, "sigma^2(ln 3, 1e-10)", math.Pow(GaussianMu(math.Log(3), 1e-10), -2), 28.7455318, 1e-6)
	near(t, "sigma^2(ln 3, 1e-5)", math.Pow(GaussianMu(math.Log(3), 1e-5), -2), 11.7283125, 1e-6)
	near(t, "mu(1, .78760074), 25 queries of Delta 6", 30/GaussianMu(1, .78760074), 10, 1e-6)
	for _, mu := range []float64{1e-3, 0.1, 1, 7, 40} {
		e := GaussianEpsilon(mu, 1e-5)
		if d := GaussianDelta(mu, e); d > 1e-5 {
			t.Errorf("mu %g: delta at the reported epsilon %g is %g, above 1e-5", mu, e, d)
		}
	}
}

// "The classical sigma at eps=1, delta=1e-5 really gives delta=4.1e-8."
func TestClassicalSigmaIsLoose(t *testing.T) {
	near(t, "delta", GaussianDelta(1/ClassicalSigma(1, 1e-5, 1), 1), 4.1e-8, 0.05e-8)
}

func TestLogNormalCDFIsContinuousWhereTheSeriesTakesOver(t *testing.T) {
	exact := math.Log(0.5 * math.Erfc(20/math.Sqrt2))
	near(t, "ln Phi(-20)", logNormalCDF(-20), exact, 1e-9)
	near(t, "ln Phi(-19.999)-ln Phi(-20.001)", logNormalCDF(-19.999)-logNormalCDF(-20.001), 0.002*20.0498, 1e-5)
}

// Corollary 1, eq. (11); eps 1, T 20, delta' 1e-5 gives 55.825297, eps .1, T 100
// gives 5.85024.
func TestStrongCompositionIsCorollary1(t *testing.T) {
	for _, v := range []struct {
		eps, want float64
		steps     int
	}{{1, 55.825297, 20}, {0.1, 5.85024, 100}} {
		l := NewLedger(1, Strong)
		for range v.steps {
			l.Add([]Charge{{Node: 0, Printed: v.eps, Delta: 1e-6}}, 1e-5)
		}
		eps, delta := l.Total()
		near(t, "eps'", eps, v.want, 1e-5)
		near(t, "T delta + delta'", delta, float64(v.steps)*1e-6+1e-5, 1e-15)
	}
}

// T counts every step, also one that costs no epsilon, as the first message of sharing.
func TestCorollary1CountsAStepThatCostsNothing(t *testing.T) {
	l := NewLedger(1, Strong)
	for step, eps := range []float64{0, 0, 0.1} {
		l.Add([]Charge{{Node: 0, Printed: eps, Delta: 1e-6}}, 1e-5)
		_, delta := l.Total()
		near(t, "T delta + delta'", delta, float64(step+1)*1e-6+1e-5, 1e-15)
	}
}

func TestLedgerTakesTheLargestNodeAndStopsWhenItLapses(t *testing.T) {
	l := NewLedger(2, Basic)
	l.Add([]Charge{{Node: 0, Printed: 1}, {Node: 1, Printed: 2}}, 0)
	l.Add([]Charge{{Node: 0, Printed: 1}}, 0)
	l.Lapse(3, "C exceeds B")
	l.Lapse(9, "later")
	l.Add([]Charge{{Node: 0, Printed: 100}}, 0)
	eps, _ := l.Total()
	near(t, "total", eps, 2, 0)
	if from, why := l.Lapsed(); from != 3 || why != "C exceeds B" {
		t.Errorf("lapsed at %d (%s), want 3 (C exceeds B)", from, why)
	}
}

// TIFS17 Appendix A: alpha-hat plus the determinant term is alpha in both
// branches, so that "proved" keeps the promise with nothing left over, and
// "printed" spends alpha-hat twice.
func TestDVPCalibrationSpendsAlphaExactly(t *testing.T) {
	for _, n := range []Node{{1750.0 / 8000, 0.25, 0.0032, 2}, {4.0 / 6, 0.25, 0.05, 0.02}, {1, 0.25, 0.01, 1}} {
		for _, alpha := range []float64{0.01, 0.1, 0.5, 1, 3} {
			x := func(phi float64) float64 { return math.Log1p(n.Weight * 0.25 / (n.Regulariser + 2*n.Penalty + phi)) }
			proved := CalibrateDVP("proved", alpha, n)
			near(t, "proved: 2 zeta + 2 ln(1+x)", 2*proved.Zeta+2*x(proved.Phi), alpha, 1e-12)
			tight := CalibrateDVP("tight", alpha, n)
			near(t, "tight: its own bound", tight.Cost(3, 0)[Replace].Pure, alpha, 1e-12)
			printed := CalibrateDVP("printed", alpha, n)
			if printed.Zeta != 2*proved.Zeta || printed.Phi != proved.Phi {
				t.Errorf("printed must differ from proved by twice the rate only: %+v, %+v", printed, proved)
			}
			// 2 alphaHat + ln(1+x) = 2 alpha - 3 ln(1+x) without Phi, 1.25 alpha with it.
			bound := printed.Cost(3, 0)[Replace].Pure
			if exceeds := bound > alpha; exceeds != (alpha > 3*x(0) || printed.Phi > 0) {
				t.Errorf("alpha %g: the printed rate proves %g", alpha, bound)
			}
			if (proved.Phi > 0) != (alpha <= 2*x(0)) || proved.Phi < 0 {
				t.Errorf("Phi = %g at alpha %g with 2 ln(1+x) = %g", proved.Phi, alpha, 2*x(0))
			}
		}
	}
}

// privacy analysis of PVP: rho = .1, eta V = 1; the sensitivities settle at
// 2k/r (printed), 2k/(r + eta V) (own) and 2k/(r + 2 eta V) (released), and the
// shares of alpha really spent are 1, .0909 and .0476.
func TestPVPSensitivitySettlesAtItsLimits(t *testing.T) {
	n := Node{Weight: 0.25, C1: 0.25, Regulariser: 0.1, Penalty: 1}
	for _, v := range []struct {
		variant     string
		limit, part float64
	}{{"printed", 2 * 0.25 / 0.1, 1}, {"own", 2 * 0.25 / 1.1, .0909}, {"released", 2 * 0.25 / 2.1, .0476}} {
		d := 0.0
		for range 2000 {
			d = PVPSensitivity(v.variant, d, n)
		}
		near(t, v.variant+" limit", d, v.limit, 1e-12)
		near(t, v.variant+" limit in closed form", PVPLimit(v.variant, n), v.limit, 1e-12)
		near(t, v.variant+" share of alpha", d*PVPRate("printed", 1, n), v.part, 5e-5)
	}
	near(t, "released spends alpha exactly", PVPSensitivity("released", 0, n)*PVPRate("released", 0.7, n), 0.7, 1e-15)
}

// RADMM (32) on Adult-like numbers, printed 2k*1.4c1/h = .0379 at x = .0135 and
// tight .0134.
func TestRecycledChargeAgainstNumbersByHand(t *testing.T) {
	n := Node{Weight: 1750.0 / 8000, C1: 0.25, Regulariser: 0.044, Penalty: 2}
	x := 1750.0 / 8000 * 0.25 / 4.044
	c := ChargeRecycled(105, 0, n)
	near(t, "printed determinant term", c.Printed, 2.8*x, 1e-15)
	near(t, "tight determinant term", c.Cost[Replace].Pure, math.Log1p(x), 1e-15)
	near(t, "noise term", ChargeRecycled(105, 3, n).Printed-c.Printed, 2*n.Weight*3, 1e-12)
	if !c.Half || ChargeRecycled(105, 1, Node{Weight: 1, C1: 0.25, Regulariser: 0.1, Penalty: 0.2}).Half {
		t.Error("2 c1 < (B/C)(rho/N + 2 eta V) holds for x < 1/2 only")
	}
}

// "Other perturbation methods such as output perturbation to achieve differential privacy
// (each node perturbs its primal variable before broadcasting to its neighbors) can be used
// as well" (RADMM, VII-B); "the weaker (epsilon, delta)-differential privacy can be applied
// as well" (footnote 2). k = C/B = .21875, h = 4.044.
func TestOutputChargesAgainstNumbersByHand(t *testing.T) {
	n := Node{Weight: 1750.0 / 8000, C1: 0.25, Regulariser: 0.044, Penalty: 2}
	c := ChargeOutput(105, 3, n, 0)
	near(t, "rate 3 h", OutputRate(3, n), 12.132, 1e-12)
	near(t, "printed 2 k alpha", c.Printed, 1.3125, 1e-15)
	near(t, "replaced: rate times 2k/h", c.Cost[Replace].Pure, 12.132*0.4375/4.044, 1e-12)
	near(t, "removed: half of it", c.Cost[Remove].Pure, 1.3125/2, 1e-12)
	near(t, "slack", ChargeOutput(105, 3, n, 0.01).Cost[Remove].Pure-c.Cost[Remove].Pure, 0.12132, 1e-12)
	if cost := c.Cost[Replace]; cost.Det != 0 || cost.Convex || cost.Dim != 105 || cost.Shift != cost.Pure || ChargeOutput(105, 3, Node{Weight: 1, Regulariser: 1}, 0).Cost[Replace].Pure != 6 {
		t.Errorf("%+v: noise on the minimiser has no determinant and asks for no c1", cost)
	}
	mu, cost := ChargeGaussian(105, 3, n, 0)
	near(t, "sigma", OutputSigma(105, 3, n), math.Sqrt(106)/12.132, 1e-12)
	near(t, "mu stated", mu, 1.3125/math.Sqrt(106), 1e-15)
	near(t, "replaced: (2k/h)/sigma", cost[Replace].Mu, 0.4375/4.044/(math.Sqrt(106)/12.132), 1e-12)
	near(t, "removed", cost[Remove].Mu, mu/2, 1e-12)
	_, wide := ChargeGaussian(105, 3, n, 0.01)
	near(t, "slack", wide[Replace].Mu-cost[Replace].Mu, 0.12132/math.Sqrt(106), 1e-12)
	if !math.IsInf(cost[Replace].Pure, 1) {
		t.Error("Gaussian noise has no pure epsilon")
	}
}

func TestPenaltyChargeAgainstNumbersByHand(t *testing.T) {
	n := Node{Weight: 0.5, C1: 0.25, Regulariser: 0.1, Penalty: 2}
	c := ChargePenalty(9, 1, n)
	near(t, "printed C(1.4 c1 + alpha)/(eta V B)", c.Printed, 0.5*(0.35+1)/2, 1e-15)
	near(t, "tight", c.Cost[Replace].Pure, math.Log1p(0.5*0.25/4.1)+0.25, 1e-15)
	if !math.IsInf(ChargePenalty(9, 1, Node{Weight: 0.5, C1: 0.25, Regulariser: 0.1}).Cost[Replace].Pure, 1) {
		t.Error("a node without neighbours adds no noise and must charge +Inf")
	}
}

func TestSharingSensitivitiesByHand(t *testing.T) {
	near(t, "Lemma 1", LemmaSensitivity(66, 2, 0.5, 2, 3), 3.0/(66*2)*(0.5+(1+2*2)*3), 1e-15)
	near(t, "message, lambda > rho", MessageSensitivity(Replace, 4, 1, 10), 5, 1e-15)
	near(t, "message, lambda < rho", MessageSensitivity(Replace, 1, 4, 10), 10, 1e-15)
}

// Remove-one halves the shift and leaves the determinant; a person's row
// replaced moves a message up to twice as far as a column, never beyond |w|.
func TestAdjacenciesByHand(t *testing.T) {
	n := Node{Weight: 0.25, C1: 0.25, Regulariser: 0.1, Penalty: 2}
	c := CalibrateDVP("proved", 1, n)
	cost := c.Cost(105, 0)
	near(t, "replace-one shift", cost[Replace].Shift, 2*c.Zeta, 1e-15)
	near(t, "remove-one shift", cost[Remove].Shift, c.Zeta, 1e-15)
	near(t, "remove-one pure", cost[Remove].Pure, c.Zeta+math.Log1p(0.25*0.25/4.1), 1e-15)
	// printed zeta = alphaHat is exactly right for remove-one: alphaHat + ln(1+x) <= alpha
	if p := CalibrateDVP("printed", 1, n).Cost(105, 0)[Remove].Pure; p > 1 {
		t.Errorf("printed DVP under remove-one proves %g > 1", p)
	}
	hidden := c.Cost(105, PVPHidden(2, n))
	near(t, "hidden own term", hidden[Replace].Shift, c.Zeta*(2+2*2/0.25), 1e-12)
	if hidden[Replace].Dim != 0 {
		t.Error("with a hidden own term only the pure bound is known")
	}
	near(t, "person, lambda = 16 rho", MessageSensitivity(Remove, 16, 1, 10), 5, 1e-15)
	near(t, "person, lambda = rho", MessageSensitivity(Remove, 1, 1, 10), 10, 1e-15)
}

// rho=10^-2.5, eta=.5, N=2, B=8000, C=1750: "alpha=.05392 gives zeta=2.7e-5, the
// stricter alpha=.05382 gives .0135 (500x less noise)", with the determinant term
// as printed. Balanced, a stricter alpha never gets less noise.
func TestCalibrationIsMonotoneOnlyWhenBalanced(t *testing.T) {
	n := Node{Weight: 1750.0 / 8000, C1: 0.25, Regulariser: math.Pow(10, -2.5), Penalty: 1}
	loose, strict := CalibrateDVP("proved", 0.05392, n), CalibrateDVP("proved", 0.05382, n)
	near(t, "zeta at alpha .05392", loose.Zeta, 2.7e-5, 0.3e-5)
	near(t, "zeta at alpha .05382", strict.Zeta, 0.0135, 0.0001)
	last := 0.0
	for alpha := 1e-4; alpha < 2; alpha *= 1.01 {
		c := CalibrateDVP("balanced", alpha, n)
		if c.Zeta < last {
			t.Fatalf("alpha %g: zeta falls from %g to %g", alpha, last, c.Zeta)
		}
		last = c.Zeta
		if b := c.Cost(3, 0)[Replace].Pure; b > alpha*(1+1e-12) {
			t.Fatalf("alpha %g: balanced spends %g", alpha, b)
		}
	}
}

// Every charge takes c1 from the node's loss: with c1 = 2 (Huber's at h = 1/4) each formula
// is the paper's with 2 in it, by hand.
func TestEveryFormulaTakesC1FromTheLoss(t *testing.T) {
	const k, r, eta, alpha = 0.5, 0.1, 2.0, 3.0
	n := Node{Weight: k, C1: 2, Regulariser: r, Penalty: eta}
	x := k * 2 / (r + 2*eta)
	near(t, "alpha hat, TIFS17 Algorithm 2", CalibrateDVP("proved", alpha, n).AlphaHat, alpha-2*math.Log1p(x), 1e-15)
	near(t, "alpha hat, tight", CalibrateDVP("tight", alpha, n).AlphaHat, alpha-math.Log1p(x), 1e-15)
	phi := CalibrateDVP("proved", 0.1, n)
	near(t, "Phi", phi.Phi, k*2/math.Expm1(0.1/4)-r-2*eta, 1e-12)
	near(t, "Phi, tight", CalibrateDVP("tight", 0.1, n).Phi, k*2/math.Expm1(0.1/2)-r-2*eta, 1e-12)
	near(t, "the determinant of the gamma-norm step", CalibrateDVP("tight", alpha, n).Cost(9, 0)[Replace].Det, math.Log1p(x), 1e-15)
	near(t, "with Phi", phi.Cost(9, 0)[Remove].Det, math.Log1p(k*2/(r+2*eta+phi.Phi)), 1e-15)
	recycled, penalty := ChargeRecycled(9, alpha, n), ChargePenalty(9, alpha, n)
	near(t, "(32)", recycled.Printed, 2*k*(1.4*2/(r+2*eta)+alpha), 1e-14)
	near(t, "recycled, tight", recycled.Cost[Replace].Det, math.Log1p(x), 1e-15)
	near(t, "C(1.4 c1 + alpha)/(eta V B)", penalty.Printed, k*(1.4*2+alpha)/eta, 1e-14)
	near(t, "penalty, tight", penalty.Cost[Remove].Det, math.Log1p(x), 1e-15)
	for c1, holds := range map[float64]bool{0.25: true, 4: true, 4.2: false} { // 2 c1 < (r + 2 eta)/k = 8.2
		n.C1 = c1
		if ChargeRecycled(9, alpha, n).Half != holds || ChargePenalty(9, alpha, n).Half != holds {
			t.Errorf("c1 = %g: 2 c1 < (B/C)(rho/N + 2 eta V) is not %v", c1, holds)
		}
	}
}

// For a large mu delta is Phi(mu/2 - eps/mu) alone but for less than a hundred-millionth
// of it, so epsilon is mu^2/2 + mu z with Phi(-z) = delta.
func TestGaussianEpsilonOfHugeShifts(t *testing.T) {
	for _, mu := range []float64{1e8, 1e10, 1e14} {
		near(t, "z", (GaussianEpsilon(mu, 1e-5)-float64(mu*mu/2))/mu, 4.264890793922825, 1e-15*mu+1e-7)
	}
	for _, mu := range []float64{1e20, 1e60, 1e100, 1e150} {
		for _, delta := range []float64{5e-324, 1e-9, 0.3} {
			if e := GaussianEpsilon(mu, delta); !(e >= mu*mu/2*(1-1e-15)) {
				t.Errorf("mu %g, delta %g: %g, which is less than mu^2/2", mu, delta, e)
			}
		}
	}
	if delta := GaussianDelta(30, 1e300); delta != 0 || math.Signbit(delta) {
		t.Errorf("beyond every loss: %g", delta)
	}
}

// How far inexact minimisers drift apart is their own recursion: what each leaves, and what the
// own term carries on of before.
func TestDriftIsThatOfStepAfterStep(t *testing.T) {
	n := Node{Weight: 0.2, C1: 0.25, Regulariser: 0.1, Penalty: 2}
	slack := InexactSlack(1e-3, n)
	for variant, hidden := range map[string]float64{"printed": 2, "own": 1, "released": 0} {
		step := 5e-4
		for k := 1; k <= 40; k++ {
			step = slack + hidden*n.Penalty*step/n.Curvature()
			if got := PVPDrift(variant, 5e-4, slack, n, k); math.Abs(got/step-1) > 1e-12 {
				t.Errorf("%s after %d: %g, step after step %g", variant, k, got, step)
			}
		}
		if got := PVPDrift(variant, 5e-4, slack, n, 0); got != 5e-4 {
			t.Errorf("%s after none: %g", variant, got)
		}
	}
}
