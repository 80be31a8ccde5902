package tradeoff

import (
	"math"

	"admmlab/models/elementary"
)

// Utility is what privacy is worth, and what problem (28) allows.
type Utility struct {
	Omega     [4]float64 // omega_1 to omega_4 of U_priv, positive
	MostLoss  float64    // c3: the cap on L_acc, 0 = none
	MostAlpha float64    // alpha_U, 0 = none
}

// Printed is the utility of section V-C, which names no c3 and no alpha_U.
func Printed() Utility { return Utility{Omega: [4]float64{0.02, 6, 9, 1}} }

// At is the utility of privacy,
//
//	U_priv(alpha) = omega_1 ln( omega_2 / (omega_3 alpha + omega_4 alpha^2) ).
func (u Utility) At(alpha float64) float64 {
	w := u.Omega
	return w[0] * elementary.Log(w[1]/(float64(w[2]*alpha)+float64(w[3]*alpha*alpha)))
}

// Optimum is what there is to say of problem (28),
//
//	minimise J(alpha) = L_acc(alpha) - U_priv(alpha)
//	subject to 0 < alpha <= alpha_U and 0 <= L_acc(alpha) <= c3.
type Optimum struct {
	Curve
	Utility
	Low, High  float64 // the alphas the constraints allow; Low 0: as small as one likes; High +Inf without alpha_U
	Stationary float64 // where J has a local minimum, whatever the constraints; NaN without one
	Below      float64 // J is smaller than there for every alpha below this; NaN without a stationary minimum
	Alpha      float64 // the minimiser; NaN where there is none
	Active     []Constraint
}

// Constraint is one that holds the minimiser where it is.
type Constraint string

// The constraints of (28).
const (
	Accuracy Constraint = "L_acc ≤ c3"
	Sign     Constraint = "L_acc ≥ 0"
	Privacy  Constraint = "α ≤ α_U"
)

// J is what (28) minimises.
func (o Optimum) J(alpha float64) float64 { return o.Curve.At(alpha) - o.Utility.At(alpha) }

// slope is alpha J'(alpha), which has the sign of J' and stays finite at 0:
//
//	omega_1 (omega_3 + 2 omega_4 alpha)/(omega_3 + omega_4 alpha) - c4 c5 alpha e^(-c5 alpha).
func (o Optimum) slope(alpha float64) float64 {
	w := o.Omega
	return w[0]*(w[2]+float64(2*w[3]*alpha))/(w[2]+float64(w[3]*alpha)) - float64(o.C4*o.C5*alpha*elementary.Exp(-o.C5*alpha))
}

// Solve finds the minimum of (28) and the constraints that are active there.
func Solve(c Curve, u Utility) Optimum {
	o := Optimum{Curve: c, Utility: u, High: math.Inf(1), Stationary: math.NaN(), Below: math.NaN(), Alpha: math.NaN()}
	var atLow, atHigh Constraint
	if u.MostAlpha > 0 {
		o.High, atHigh = u.MostAlpha, Privacy
	}
	if c.C6 < 0 { // L_acc falls to c6, and below 0 on its way
		if crossing := c.reaches(0); crossing < o.High {
			o.High, atHigh = crossing, Sign
		}
	}
	if u.MostLoss > 0 {
		o.Low, atLow = c.reaches(u.MostLoss), Accuracy
	}
	o.stationary()
	if !(o.Low <= o.High) || math.IsInf(o.Low, 1) || o.Low == 0 {
		return o // nothing is allowed, or J falls without bound towards alpha = 0
	}
	o.Alpha, o.Active = o.Low, []Constraint{atLow}
	if s := o.Stationary; s > o.Low && s <= o.High && o.J(s) < o.J(o.Alpha) {
		o.Alpha, o.Active = s, nil
	}
	if o.High < math.Inf(1) && o.J(o.High) < o.J(o.Alpha) {
		o.Alpha, o.Active = o.High, []Constraint{atHigh}
	}
	return o
}

// reaches is the smallest alpha with L_acc(alpha) <= loss: 0 where that holds
// everywhere, +Inf where it holds nowhere.
func (c Curve) reaches(loss float64) float64 {
	switch {
	case loss >= c.C4+c.C6:
		return 0
	case loss <= c.C6:
		return math.Inf(1)
	}
	return elementary.Log(c.C4/(loss-c.C6)) / c.C5
}

// scan is how many places are tried for a change of sign.
const scan = 4000

// stationary finds where J' changes from falling to rising. alpha J' is omega_1 at
// 0 and rises for ever beyond 1/c5, so a valley lies where e^(-c5 alpha) still
// counts.
func (o *Optimum) stationary() {
	low, high := 1e-6/o.C5, 1e3/o.C5
	ratio := elementary.Pow(high/low, 1.0/scan)
	for a := low; a < high; a *= ratio {
		if o.slope(a) < 0 && o.slope(a*ratio) >= 0 {
			o.Stationary = root(o.slope, a, a*ratio)
		}
	}
	if math.IsNaN(o.Stationary) {
		return
	}
	// Left of the valley J rises to its ridge and falls for ever beyond it.
	above := func(logAlpha float64) float64 { return o.J(elementary.Exp(logAlpha)) - o.J(o.Stationary) }
	ridge := o.Stationary
	for ridge > low && o.slope(ridge/ratio) <= 0 {
		ridge /= ratio
	}
	least := elementary.Log(ridge)
	for above(least) > 0 {
		least -= 1
	}
	o.Below = elementary.Exp(root(above, least, elementary.Log(ridge)))
}

// root is where f crosses 0 from below between low and high, by bisection.
func root(f func(float64) float64, low, high float64) float64 {
	for range 200 {
		if middle := low + float64((high-low)/2); f(middle) < 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
