package config

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"admmlab/models"
	"admmlab/sim/admm"
	"admmlab/sim/numeral"
)

// The knobs of the loss L that everybody minimises.

const (
	logistic = "logistic"
	huber    = "huber"
)

// LossFunction is L. Losses, conditions, noise and attacks are of it.
func (c Config) LossFunction() models.Loss {
	if c.Loss == huber {
		return models.Huber{H: c.H}
	}
	return models.Logistic{}
}

// TrainLoss is what the training loss of a run is a mean of: the loss at the nodes' own models, or
// under sharing what eq. (1) minimises, over N,
//
//	1/N sum_i L(Y_i sum_m D_m^i x_m) + lambda/(2N) sum_m |x_m|^2
func (c Config) TrainLoss() string {
	words := "mean " + c.Loss + " loss"
	if c.Spec().Vertical {
		words += " + λ/(2N)|x|²"
	}
	return words
}

// LossKind is TrainLoss with the numbers in it: two of one kind compare.
func (c Config) LossKind() string {
	words := c.TrainLoss()
	if c.Loss == huber {
		words += ", h = " + numeral.Given(c.H)
	}
	if c.Spec().Vertical {
		words += ", λ = " + numeral.Given(c.Set.Lambda)
	}
	return words
}

// SameLoss reports whether the training losses of two runs, as they are in force when these are told,
// are of one kind: others do not compare.
func (c Config) SameLoss(o Config) bool {
	return c.LossesAlike(o) && (!c.Spec().Vertical || c.Set.Lambda == o.Set.Lambda)
}

// LossesAlike reports whether the training losses of two runs differ in the λ of sharing at most.
func (c Config) LossesAlike(o Config) bool {
	return c.LossFunction() == o.LossFunction() && c.Spec().Vertical == o.Spec().Vertical
}

// LossAfter is c as the training loss of iteration t is told: λ can be turned on the way, the loss and its
// h cannot.
func (c Config) LossAfter(t int) Config {
	if !c.turnsLambda() {
		return c
	}
	return c.After(t)
}

// LastLoss is LossAfter the limit, and whether the run may end before with one of another kind.
func (c Config) LastLoss() (last Config, early bool) {
	limit := c.Limit()
	if last = c.LossAfter(limit); !c.turnsLambda() || SameWeights(c.Weights(0), last.Weights(0)[:1], limit) {
		return last, false
	}
	return last, c.endsEarly(limit)
}

// endsEarly reports whether a condition or a budget that is kept may end c before its limit.
func (c Config) endsEarly(limit int) bool {
	return c.ever(limit, func(now *Config) bool { return !now.StopWhen.None() || now.KeepsBudget() })
}

// turnsLambda reports whether the λ of a training loss is turned on the way.
func (c Config) turnsLambda() bool {
	return c.Spec().Vertical && slices.ContainsFunc(c.Events, func(e Event) bool { return e.Key == admm.LambdaKey })
}

// SameLosses reports whether the training losses of two runs are of one kind in each of the iterations
// up to last, as what their events turn tells.
func (c Config) SameLosses(o Config, last int) bool {
	return c.LossesAlike(o) && (!c.Spec().Vertical || SameWeights(c.Weights(0), o.Weights(0), last))
}

// Weight is the λ of sharing's regulariser, on which the kind of its training loss depends, from an
// iteration on.
type Weight struct {
	From   int
	Lambda float64
}

// Weights are those that events bring behind an iteration, in their order; behind 0 the first is that
// of the start.
func (c Config) Weights(behind int) (list []Weight) {
	if behind == 0 {
		list = append(list, Weight{1, c.Set.Lambda})
	}
	for _, e := range c.Events {
		if e.Key != admm.LambdaKey || e.At <= behind {
			continue
		}
		if v, err := strconv.ParseFloat(e.Value, 64); err == nil { // else the run refuses it, too
			list = append(list, Weight{e.At, v})
		}
	}
	slices.SortStableFunc(list, func(a, b Weight) int { return cmp.Compare(a.From, b.From) })
	return list
}

// SameWeights reports whether two lists, which begin with the first iteration, have the same λ in force
// in each iteration up to last.
func SameWeights(a, b []Weight, last int) bool {
	var x, y float64
	for t := 1; t <= last; {
		for ; len(a) > 0 && a[0].From <= t; a = a[1:] {
			x = a[0].Lambda
		}
		for ; len(b) > 0 && b[0].From <= t; b = b[1:] {
			y = b[0].Lambda
		}
		if x != y {
			return false
		}
		if t = last + 1; len(a) > 0 {
			t = min(t, a[0].From)
		}
		if len(b) > 0 {
			t = min(t, b[0].From)
		}
	}
	return true
}

// LossKnob is which loss it is.
var LossKnob = choice(Knob{
	Declaration: admm.Declaration{
		Key: "loss", Symbol: "L", Name: "loss", Words: "what a record costs, by its margin m = y f·x", Counts: admm.AtReset,
		Formula: "logistic: ln(1+e^−m) · huber: (1+h−m)²/(4h) for |1−m| ≤ h, 1−m below, 0 above",
		Place:   "TIFS 2017 and AISec 2016, Assumption 1: any L with |L'| ≤ 1, 0 ≤ L'' ≤ c₁; huber: Chaudhuri et al., JMLR 2011",
		Turning: "logistic is the papers' own, with c₁ = 1/4. huber is a support vector machine with a rounded corner, c₁ = 1/(2h). Noise, charges, conditions, realised losses and attacks take c₁, L' and L'' from it (under sharing only the centre's step and the attack on y read L), and the loss columns are of it: losses of two kinds do not compare, errors do.",
	},
	Part: Setup, Shared: true, Reads: always,
	Choices: func(Config) []string { return []string{logistic, huber} },
	Explain: func(Config) []Choice {
		return []Choice{
			{logistic, logistic, "ln(1+e^−m), c₁ = 1/4: the loss of the papers' experiments"},
			{huber, huber, "the Huberised hinge, c₁ = 1/(2h): exactly 0 for records beyond the margin 1+h"},
		}
	},
}, func(c *Config) *string { return &c.Loss })

const leastH, mostH = 0.01, 100

var hRange = fmt.Sprintf("a number from %g to %g", leastH, float64(mostH))

// HKnob is half the width over which huber's corner is rounded.
var HKnob = &Knob{
	Declaration: admm.Declaration{
		Key: "h", Symbol: "h", Words: "half the width over which huber's corner is rounded", Counts: admm.AtReset,
		Formula: "L'' = c₁ = 1/(2h) for |1−m| ≤ h, else 0", Place: "Chaudhuri, Monteleoni and Sarwate, JMLR 2011, section 3.4.2 (h = 0.5)",
		Turning: "Smaller h: nearer to the hinge of a support vector machine, but a larger c₁. Under DVP the determinant then costs more of each α, and the noise grows; under R-ADMM, MR-ADMM and M-ADMM noise in the objective is charged more. Noise on what is sent does not depend on it.",
	},
	Part: Setup, Shared: true, Numeric: true, Range: hRange,
	Reads: func(c Config) bool { return c.Loss == huber },
	Value: func(c Config) string { return strconv.FormatFloat(c.H, 'g', -1, 64) },
	Set: func(c *Config, v string) error {
		x, err := strconv.ParseFloat(v, 64)
		if err != nil || !(x >= leastH && x <= mostH) {
			return fmt.Errorf("h = %q, expected %s", v, hRange)
		}
		c.H = x
		return nil
	},
	Nudge: func(c Config, n int) string {
		return strconv.FormatFloat(math.Min(mostH, math.Max(leastH, nudge(c.H, 0, n))), 'g', -1, 64)
	},
}
