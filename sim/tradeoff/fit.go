package tradeoff

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"admmlab/models/elementary"
)

// Curve is the loss as a function of alpha,
//
//	L_acc(alpha) = c4 e^(-c5 alpha) + c6,
//
// with positive c4 and c5.
type Curve struct{ C4, C5, C6 float64 }

// At is L_acc(alpha).
func (c Curve) At(alpha float64) float64 { return float64(c.C4*elementary.Exp(-c.C5*alpha)) + c.C6 }

// Fit is the curve with the least sum of squares to the points (alpha, loss) and
// what is left, as the root mean square. Given c5 the curve is linear in c4 and
// c6, so that one line search, over ln c5, finds the least squares of all three:
// first on a grid, for there may be several valleys, then by golden section.
func Fit(alpha, loss []float64) (Curve, float64, error) {
	different := slices.Compact(slices.Sorted(slices.Values(alpha)))
	if len(different) < 3 {
		return Curve{}, 0, fmt.Errorf("fitting c4, c5 and c6 takes losses at three values of alpha or more, found %d", len(different))
	}
	most := different[len(different)-1]
	nearest := most
	for i, a := range different[1:] {
		nearest = math.Min(nearest, a-different[i])
	}
	// Slower than this is a straight line over the whole range, faster is gone
	// before the second point.
	low, high := elementary.Log(0.01/most), elementary.Log(30/nearest)
	const grid = 400
	rest := func(logC5 float64) float64 {
		_, left := linear(elementary.Exp(logC5), alpha, loss)
		return left
	}
	best, step := low, (high-low)/grid
	least := rest(best)
	for i := range grid + 1 {
		at := low + float64(float64(i)*step)
		if r := rest(at); r < least {
			best, least = at, r
		}
	}
	best = golden(rest, math.Max(low, best-step), math.Min(high, best+step))
	c, left := linear(elementary.Exp(best), alpha, loss)
	switch {
	case !(left < math.Inf(1)):
		return c, left, errors.New("fitting c4, c5 and c6: the losses are too large or not finite")
	case c.C4 <= 0:
		return c, left, errors.New("the loss does not fall as alpha grows: no c4 e^(-c5 alpha) + c6 with a positive c4 fits it")
	}
	return c, left, nil
}

// linear is the least-squares curve for a given c5 and its root mean square rest.
func linear(c5 float64, alpha, loss []float64) (Curve, float64) {
	n := float64(len(alpha))
	meanX, meanY := 0.0, 0.0
	for i, a := range alpha {
		meanX += float64(elementary.Exp(-c5*a) / n)
		meanY += loss[i] / n
	}
	xx, xy := 0.0, 0.0
	for i, a := range alpha {
		x := elementary.Exp(-c5*a) - meanX
		xx += float64(x * x)
		xy += float64(x * (loss[i] - meanY))
	}
	c := Curve{C5: c5}
	if xx > 0 {
		c.C4 = xy / xx
	}
	c.C6 = meanY - float64(c.C4*meanX)
	sum := 0.0
	for i, a := range alpha {
		d := loss[i] - c.At(a)
		sum += float64(d * d)
	}
	return c, math.Sqrt(sum / n)
}

// golden is the minimum of f between low and high (Kiefer 1953).
func golden(f func(float64) float64, low, high float64) float64 {
	inner := (math.Sqrt(5) - 1) / 2
	for high-low > 1e-10 {
		a, b := high-float64(inner*(high-low)), low+float64(inner*(high-low))
		if f(a) < f(b) {
			high = b
		} else {
			low = a
		}
	}
	return (low + high) / 2
}
