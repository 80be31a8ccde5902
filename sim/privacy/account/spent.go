package account

import (
	"fmt"
	"math"

	"admmlab/sim/privacy"
)

// spent is what the accountants need to know of all steps. Order does not
// matter to any of them.
type spent struct {
	steps     int
	costly    int // steps that cost anything
	other     int // of those, not Gaussian
	impure    int // Gaussian steps without pure epsilon
	unbounded int // neither a finite pure epsilon nor finite Gaussian noise
	shapeless int // of those, without gamma-norm form
	shaped    int // with gamma-norm form

	sum, squares, drift, excess float64 // of eps, eps^2, eps tanh(eps/2), eps (e^eps - 1)
	delta                       float64 // sum of the deltas of the pure steps
	logKept                     float64 // sum of ln(1 - delta) of the same
	pures                       pureList

	variance       float64 // sum of mu^2 of all Gaussian steps
	impureVariance float64 // of the impure ones
	rho            float64 // zCDP, Gaussian or pure
	moments        moments
	logKeptMixed   float64 // sum of ln(1 - delta) of the steps that are not Gaussian
}

// book adds count copies of a sane step with its moments.
func (t *spent) book(s Step, count int, m *moments) {
	if count <= 0 {
		return
	}
	n := float64(count)
	t.steps += count
	if s.isPure() {
		t.sum += n * s.Pure
		t.squares += n * s.Pure * s.Pure
		t.drift += n * PureRho(s.Pure)
		t.excess += n * s.Pure * math.Expm1(s.Pure)
		t.delta += n * s.Delta
		t.logKept += n * math.Log1p(-s.Delta)
		t.pures.add(s.Pure, count)
	}
	switch {
	case s.isGaussian():
		t.variance += n * s.Mu * s.Mu
		t.rho += n * s.Mu * s.Mu / 2
		if !s.isPure() {
			t.impure += count
			t.impureVariance += n * s.Mu * s.Mu
		}
	case s.isPure():
		t.rho += n * PureRho(s.Pure)
	default:
		t.unbounded += count
		if !s.isGammaNorm() {
			t.shapeless += count
		}
	}
	if s.isGammaNorm() {
		t.shaped += count
	}
	if free := s.isPure() && s.Pure == 0 && s.Delta == 0; !free {
		t.costly += count
		if !s.isGaussian() {
			t.other += count
			t.logKeptMixed += n * math.Log1p(-s.Delta)
		}
	}
	for i := range t.moments {
		t.moments[i] += n * m[i]
	}
}

// total is one accountant's total at delta.
func (t *spent) total(name string, delta float64) Total {
	total := t.totalWithin(&room{}, name, delta)
	total.explain(t, delta)
	return total
}

// explain gives the obstacle in words where there is one.
func (o *Total) explain(t *spent, delta float64) {
	if o.Why == "" {
		o.Why = t.obstacle(o.Name, delta).words(t, o.Name, delta)
	}
}

// totalWithin is total without words on an obstacle.
func (t *spent) totalWithin(r *room, name string, delta float64) Total {
	total := Total{Name: name, Epsilon: math.Inf(1), Delta: delta}
	if t.obstacle(name, delta) != free {
		if name == Basic && t.unbounded+t.impure == 0 {
			total.Epsilon, total.Delta = t.sum, t.delta // true, but not at delta
		}
		return total
	}
	total.Valid = true
	slack, mixed := afterFailures(delta, t.logKept), afterFailures(delta, t.logKeptMixed)
	switch name {
	case Basic:
		total.Epsilon, total.Delta = t.sum, t.delta
		total.Why = "the epsilons of all steps add up, and so do their deltas"
		if t.impure > 0 {
			total.Epsilon += privacy.GaussianEpsilon(math.Sqrt(t.impureVariance), delta-t.delta)
			total.Delta = delta
			total.Why = "the pure epsilons add up, plus the epsilon of all Gaussian steps together"
		}
	case Advanced:
		total.Epsilon = KOVEpsilon(t.squares, t.drift, slack)
		if left := delta - t.delta; left > 0 {
			total.Epsilon = math.Min(total.Epsilon, StrongEpsilon(t.squares, t.excess, left))
		}
		total.Why = "losses of many small steps mostly cancel, except with probability delta"
	case Optimal:
		total.Epsilon = t.optimal(r, slack)
		total.Why = "exact worst case of steps known only by their pure epsilon"
	case ZCDP:
		total.Epsilon = ZCDPEpsilon(t.rho, mixed)
		total.Why = "every step bounds its Renyi divergences by a line, and the slopes add up"
	case GammaNorm:
		total.Epsilon = 0
		if t.costly > 0 {
			total.Epsilon = t.moments.epsilon(mixed)
		}
		total.Why = "moments of the losses multiply; in many dimensions the noise seldom meets its worst case"
		if t.shaped == 0 {
			total.Why = "moments of the losses multiply, here those of worst cases: no step has gamma-norm noise"
		}
	case Gaussian:
		total.Epsilon = privacy.GaussianEpsilon(math.Sqrt(t.variance), delta)
		total.Why = "Gaussian steps compose exactly: the squares of mu add up"
	}
	if math.IsInf(total.Epsilon, 1) || math.IsNaN(total.Epsilon) {
		total.Epsilon, total.Valid, total.Why = math.Inf(1), false, "the total is beyond every number"
	}
	return total
}

// optimal composes the pure steps at a delta of slack.
func (t *spent) optimal(r *room, slack float64) float64 {
	switch groups := t.pures.groups; len(groups) {
	case 0:
		return 0
	case 1:
		return math.Min(t.sum, r.responseEpsilon(groups[0].epsilon, groups[0].count, slack))
	default:
		if l, ok := r.compose(groups, slack); ok {
			return math.Min(t.sum, l.epsilon(slack))
		}
		return t.sum
	}
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

// obstacle is why an accountant says nothing of these steps at delta.
func (t *spent) obstacle(name string, delta float64) obstacle {
	unbounded, kept := t.reads(name)
	switch {
	case name == Gaussian && t.other > 0:
		return otherNoise
	case name != Gaussian && unbounded > 0:
		return noEpsilon
	case (name == Advanced || name == Optimal) && t.impure > 0:
		return notPure
	case name == Basic && t.delta > delta, name == Basic && t.impure > 0 && t.delta >= delta:
		return deltasSpent
	case name == Basic:
		return free
	case delta == 0:
		return noDelta
	case name != Gaussian && !(afterFailures(delta, kept) > 0):
		return failures
	}
	return free
}

// reads is what an accountant reads: the steps unbounded to it, and ln(1 - delta)
// of the deltas it must pay for.
func (t *spent) reads(name string) (unbounded int, kept float64) {
	unbounded, kept = t.unbounded, t.logKept
	if name == GammaNorm {
		unbounded = t.shapeless
	}
	if name == GammaNorm || name == ZCDP {
		kept = t.logKeptMixed
	}
	return unbounded, kept
}

// words is the obstacle in one sentence; "" for none.
func (o obstacle) words(t *spent, name string, delta float64) string {
	unbounded, kept := t.reads(name)
	switch o {
	case otherNoise:
		return fmt.Sprintf("%d of %d steps did not draw Gaussian noise", t.other, t.steps)
	case noEpsilon:
		return fmt.Sprintf("%d of %d steps promise no finite epsilon", unbounded, t.steps)
	case notPure:
		return fmt.Sprintf("%d of %d steps drew Gaussian noise, which has no pure epsilon", t.impure, t.steps)
	case deltasSpent:
		return fmt.Sprintf("the deltas of the steps add up to %.3g, which leaves nothing of delta = %.3g", t.delta, delta)
	case noDelta:
		return "it needs a delta above 0"
	case failures:
		return fmt.Sprintf("the steps alone fail with probability %.3g, which leaves nothing of delta = %.3g", -math.Expm1(kept), delta)
	}
	return ""
}
