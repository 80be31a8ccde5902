package account

import (
	"admmlab/models/elementary"
)

// spent is what the accountants need to know of all steps. Order matters to PLD alone, which
// rounds on one grid: what it proves is a bound in any.
type spent struct {
	steps     int
	costly    int // steps that cost anything
	other     int // of those, not Gaussian
	impure    int // Gaussian steps without pure epsilon
	failing   int // Gaussian steps with one that may fail
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
	tried          []tried // steps on trial, which are not in moments
	logKeptMixed   float64 // sum of ln(1 - delta) of the steps that are not Gaussian

	composed composition // the laws of the losses of the first steps; shared, never changed
	ahead    []Steps     // of those after them
	astray   bool        // no grid holds them all
	few      []Steps     // all of them by kind, while there are few
	many     bool        // too many for that
	laws     *lawCache
}

// tried are count steps whose moments are integrated when they are first asked for.
type tried struct {
	count float64
	at    func(order int) float64
}

// momentAt is the sum of ln M(q) at an order.
func (t *spent) momentAt(order int) float64 {
	sum := t.moments[order]
	for _, s := range t.tried {
		sum += float64(s.count * s.at(order))
	}
	return sum
}

// book adds count copies of a sane step, m being its moments, nil for one on trial.
func (t *spent) book(s Step, count int, m *moments) {
	if count <= 0 {
		return
	}
	n := float64(count)
	t.steps += count
	if s.isPure() {
		t.sum += float64(n * s.Pure)
		t.squares += float64(n * s.Pure * s.Pure)
		t.drift += float64(n * PureRho(s.Pure))
		t.excess += float64(n * s.Pure * elementary.Expm1(s.Pure))
		t.delta += float64(n * s.Delta)
		t.logKept += float64(n * elementary.Log1p(-s.Delta))
		t.pures.add(s.Pure, count)
	}
	switch {
	case s.isGaussian():
		t.variance += float64(n * s.Mu * s.Mu)
		t.rho += float64(n * s.Mu * s.Mu / 2)
		switch {
		case !s.isPure():
			t.impure += count
			t.impureVariance += float64(n * s.Mu * s.Mu)
		case s.Delta > 0:
			t.failing += count
		}
	case s.isPure():
		t.rho += float64(n * PureRho(s.Pure))
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
			t.logKeptMixed += float64(n * elementary.Log1p(-s.Delta))
		}
	}
	if m != nil {
		for i := range t.moments {
			t.moments[i] += float64(n * m[i])
		}
	}
	t.bookLaw(s, count)
}

// pure is what accountants of pure steps read.
func (t *spent) pure() (unbounded int, kept float64) { return t.unbounded, t.logKept }

// mixed is what accountants read that take Gaussian steps as they are.
func (t *spent) mixed() (unbounded int, kept float64) { return t.unbounded, t.logKeptMixed }

// afterFailures is the delta left for composing pure steps when the steps may
// themselves fail: by KOV Theorem 3.3 the total fails with probability
//
//	delta = 1 - (1 - slack) prod (1 - delta_t)
//
// logKept is the log of the product. Negative or 0: nothing is left.
func afterFailures(delta, logKept float64) float64 {
	if logKept == 0 {
		return delta
	}
	return -elementary.Expm1(elementary.Log1p(-delta) - logKept)
}

// afterSteps is the other way round: the delta of the total where composing takes slack.
func afterSteps(slack, logKept float64) float64 {
	return -elementary.Expm1(elementary.Log1p(-slack) + logKept)
}

// PureRho is the least rho such that every pure epsilon-step is rho-zCDP:
//
//	rho = eps tanh(eps/2)
//
// (Steinke, Tight RDP and zCDP bounds from pure DP); below the eps^2/2 of BS,
// Proposition 1.4. Randomised response attains it.
func PureRho(epsilon float64) float64 {
	e := elementary.Expm1(-epsilon)
	return epsilon * (-e / (2 + e))
}
