package account

import (
	"fmt"
	"math"

	"admmlab/models/elementary"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy"
)

// Accountant composes steps by one theorem. It reads running sums over all steps.
type Accountant struct {
	Name  string // as a session text names it
	Words string // whose theorem, and what it is good for

	// exact: at a tie it says more than one that adds its number up.
	exact bool
	// slow: it may take milliseconds, and is asked last.
	slow bool

	// reads is what it pays for: the steps that are unbounded to it, and ln(1 - delta)
	// of the deltas it must spend.
	reads func(t *spent) (unbounded int, kept float64)
	// obstacle is why it says nothing of the steps at delta, free if it does.
	obstacle func(t *spent, delta float64) obstacle
	// compose is the total at delta, with the delta that goes with it and why it holds;
	// slack is what the steps leave of delta, r work space or nil. The total may come out
	// as +Inf or NaN.
	compose func(t *spent, r *room, delta, slack float64) (epsilon, with float64, why string)
	// deltaAt is the smallest delta at epsilon, before the deltas of the steps. nil: it is
	// searched.
	deltaAt func(t *spent, epsilon float64) float64
	// whole: deltaAt has the deltas of the steps in it.
	whole bool
	// fallback is a total that is true but not at delta, where obstacle is not free; nil
	// where there is none.
	fallback func(t *spent) (epsilon, with float64, ok bool)
}

// total is the accountant's total at delta.
func (by *Accountant) total(t *spent, delta float64) Total {
	total := by.totalWithin(t, nil, delta)
	by.explain(&total, t, delta)
	return total
}

// totalWithin is total without words on an obstacle.
func (by *Accountant) totalWithin(t *spent, r *room, delta float64) Total {
	total := Total{Name: by.Name, Epsilon: math.Inf(1), Delta: delta}
	if by.obstacle(t, delta) != free {
		if by.fallback != nil {
			if epsilon, with, ok := by.fallback(t); ok {
				total.Epsilon, total.Delta = epsilon, with
			}
		}
		return total
	}
	total.Valid = true
	_, kept := by.reads(t)
	total.Epsilon, total.Delta, total.Why = by.compose(t, r, delta, afterFailures(delta, kept))
	if math.IsInf(total.Epsilon, 1) || math.IsNaN(total.Epsilon) {
		total.Epsilon, total.Valid, total.Why = math.Inf(1), false, "the total is beyond every number"
	}
	return total
}

// delta is the smallest delta that it proves at epsilon, 1 if none.
func (by *Accountant) delta(t *spent, epsilon float64) float64 {
	_, kept := by.reads(t)
	// Whether a theorem applies does not depend on delta; just below 1 is enough room.
	if !(epsilon >= 0) || math.IsInf(kept, -1) || by.obstacle(t, math.Nextafter(1, 0)) != free {
		return 1
	}
	switch {
	case by.deltaAt == nil:
		return by.search(t, epsilon)
	case by.whole:
		return by.deltaAt(t, epsilon)
	}
	return afterSteps(by.deltaAt(t, epsilon), kept)
}

// search is the smallest delta at which the total is at most epsilon.
func (by *Accountant) search(t *spent, epsilon float64) float64 {
	fits := func(logDelta float64) bool {
		total := by.total(t, elementary.Exp(logDelta))
		return total.Valid && total.Epsilon <= epsilon
	}
	if low := -690.0; fits(low) {
		return elementary.Exp(low)
	}
	return elementary.Exp(privacy.Bisect(-690, 0, func(x float64) bool { return x == 0 || fits(x) }))
}

// obstacle is why an accountant says nothing.
type obstacle int

const (
	free        obstacle = iota // it does say something
	otherNoise                  // steps that did not draw Gaussian noise
	noEpsilon                   // steps without finite epsilon
	notPure                     // Gaussian steps, which have no pure epsilon
	deltasSpent                 // the deltas leave nothing
	noDelta                     // a delta of 0
	failures                    // the steps alone fail too often
)

// composed is the obstacle to composing the steps an accountant reads at delta.
func composed(t *spent, unbounded int, kept, delta float64) obstacle {
	switch {
	case unbounded > 0:
		return noEpsilon
	case delta == 0:
		return noDelta
	case !(afterFailures(delta, kept) > 0):
		return failures
	}
	return free
}

// explain gives a total its obstacle in one sentence, where there is one.
func (by *Accountant) explain(total *Total, t *spent, delta float64) {
	if total.Why != "" {
		return
	}
	unbounded, kept := by.reads(t)
	switch by.obstacle(t, delta) {
	case otherNoise:
		total.Why = fmt.Sprintf("%d of %d steps did not draw Gaussian noise", t.other, t.steps)
	case noEpsilon:
		total.Why = fmt.Sprintf("%d of %d steps promise no finite epsilon", unbounded, t.steps)
	case notPure:
		total.Why = fmt.Sprintf("%d of %d steps drew Gaussian noise, which has no pure epsilon", t.impure, t.steps)
	case deltasSpent:
		total.Why = fmt.Sprintf("the deltas of the steps add up to %s, which leaves nothing of delta = %s", numeral.Short(t.delta), numeral.Short(delta))
	case noDelta:
		total.Why = "it needs a delta above 0"
	case failures:
		total.Why = fmt.Sprintf("the steps alone fail with probability %s, which leaves nothing of delta = %s", numeral.Short(-elementary.Expm1(kept)), numeral.Short(delta))
	}
}
