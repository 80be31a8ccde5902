package sim

import (
	"fmt"
	"slices"
	"strconv"

	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/privacy"
	"admmlab/sim/privacy/account"
)

// Ledger is what the accountants say of a run so far, for the node worst off.
type Ledger struct {
	Adjacency privacy.Adjacency
	Totals    [privacy.Adjacencies][]account.Total // one for each accountant
}

// Ledger is the run's ledger; empty Totals without privacy or guarantee.
func (s *Session) Ledger() Ledger {
	l := Ledger{Adjacency: s.spec.AdjacencyOf(s.set)}
	if from, _ := s.ledger.Lapsed(); from > 0 || !s.set.Private {
		return l
	}
	for a := range l.Totals {
		l.Totals[a] = s.totals.worst(privacy.Adjacency(a)).Totals()
	}
	return l
}

// forecast is the cost of the next noisy iteration, or of the one so many ahead of it,
// under settings, and how many iterations it lasts; false for a method without noise.
func (s *Session) forecast(set *admm.Settings, ahead int) (cost account.Step, every int, ok bool) {
	f, ok := s.method.(admm.Forecaster)
	if !ok || !set.Private {
		return cost, 0, false
	}
	costs, every := f.Forecast(admm.Step{
		Iteration: s.t + 1, Ahead: ahead, Last: s.t+1+ahead == s.now.Iterations, Graph: s.graph, Set: set, Noise: s.source,
	})
	return step(costs[s.spec.AdjacencyOf(set)]), every, true
}

// next is the account that is worst off and the step it would book next; false if
// there is no budget or no guarantee.
func (s *Session) next() (a *account.Account, next account.Step, every int, ok bool) {
	if from, _ := s.ledger.Lapsed(); s.now.Budget <= 0 || from > 0 {
		return nil, next, 0, false
	}
	next, every, ok = s.forecast(s.set, 0)
	return s.totals.worst(s.spec.AdjacencyOf(s.set)), next, every, ok
}

// Left is how many more iterations like the next fit into the budget; false if
// there is no budget or no guarantee. It may take a tenth of a second after many
// different steps.
func (s *Session) Left() (int, bool) {
	a, next, every, ok := s.next()
	if !ok {
		return 0, false
	}
	left := a.Iterations(next, s.now.Budget, s.now.Accountant) * every
	if s.freeNext(every) {
		left++
	}
	return min(left, config.MaxIterations), true
}

// freeNext tells whether the iteration that is due costs nothing: R-ADMM's even
// ones.
func (s *Session) freeNext(every int) bool { return every == 2 && s.t%2 == 1 }

// wall pauses the run, if it is to stop, where the next iteration would break the
// budget, and says so.
func (s *Session) wall() []Notice {
	s.walled = false
	if !s.now.Stop {
		return nil
	}
	a, next, every, ok := s.next()
	if !ok || s.freeNext(every) || a.Fits(next, s.now.Budget, s.now.Accountant) {
		return nil
	}
	s.walled = true
	return []Notice{{Iteration: s.t, Kind: Wall, Text: fmt.Sprintf("the budget of ε = %g allows no further iteration; raise it, or turn stop off", s.now.Budget)}}
}

// Walled tells whether the budget stops the run here.
func (s *Session) Walled() bool { return s.walled && s.now.Stop && s.now.Budget > 0 }

// Affordable answers the reverse question: the largest alpha (for sharing, the
// largest epsilon of one iteration) with which the run reaches its limit within
// the budget, on top of what is spent.
func (s *Session) Affordable() (float64, error) {
	key := s.spec.NoiseKnob
	if !s.spec.Private() {
		return 0, fmt.Errorf("%s adds no noise, so there is nothing to choose", s.spec.Name)
	}
	if from, why := s.ledger.Lapsed(); from > 0 {
		return 0, fmt.Errorf("no guarantee stands since t = %d (%s), so no %s can keep a budget", from, why, key)
	}
	left := s.now.Iterations - s.t
	if s.now.Budget <= 0 || left <= 0 {
		return 0, fmt.Errorf("asking which %s keeps the budget: expected budget > 0 and iterations left, found budget %g and %d left", key, s.now.Budget, left)
	}
	if _, _, ok := s.forecast(s.set, 0); !ok {
		return 0, fmt.Errorf("%s adds no noise now, so there is nothing to choose", s.spec.Name)
	}
	knob, _ := s.spec.Parameter(key)
	build := func(value float64) []account.Steps {
		set := s.set.Clone()
		knob.Set(&set, admm.PerNode{value})
		return s.ahead(&set, left)
	}
	value, ok := s.totals.worst(s.spec.AdjacencyOf(s.set)).Largest(build, s.now.Budget, s.now.Accountant)
	if !ok {
		return 0, fmt.Errorf("no %s makes %d more iterations within ε = %g: what is spent, or what the noise does not pay for, is too much", key, left, s.now.Budget)
	}
	return value, nil
}

// stretches is into how many parts the iterations to come are cut where a penalty
// grows: each costs what its first does, which is the dearest.
const stretches = 32

// ahead is what the iterations that are left cost under settings.
func (s *Session) ahead(set *admm.Settings, left int) []account.Steps {
	parts := 1
	if slices.ContainsFunc(set.Growth, func(q float64) bool { return q > 1 }) {
		parts = min(stretches, left)
	}
	var list []account.Steps
	for k := range parts {
		from, to := k*(left-1)/parts, (k+1)*(left-1)/parts // the last iteration is one of its own
		cost, every, _ := s.forecast(set, from)
		list = append(list, account.Steps{Step: cost, Count: s.paid(to, every) - s.paid(from, every)})
	}
	cost, every, _ := s.forecast(set, left-1)
	return append(list, account.Steps{Step: cost, Count: s.paid(left, every) - s.paid(left-1, every)})
}

// paid is how many of the next n iterations cost something.
func (s *Session) paid(n, every int) int {
	if every == 2 { // odd ones
		return (s.t+n+1)/2 - (s.t+1)/2
	}
	return n
}

// Matched is c Alongside main with the largest alpha (for sharing, the largest
// epsilon of one iteration) with which it reaches main's limit within main's budget,
// by its accountant and at its delta: the noise that spends what may be spent.
// set is main's data; c without noise, or a budget of 0, is an error.
func Matched(c, main config.Config, set *data.Dataset) (config.Config, error) {
	c = c.Alongside(main)
	c.Budget, c.Accountant, c.Stop, c.Set.Delta = main.Budget, main.Accountant, main.Stop, main.Set.Delta
	c.Events = nil // a change of the noise would spend something else
	trial := c
	trial.Realised = false
	s, err := NewSession(trial, set, admm.Serial)
	if err != nil {
		return c, err
	}
	value, err := s.Affordable()
	if err != nil {
		return c, err
	}
	k, _ := config.KnobOf(c, s.spec.NoiseKnob)
	return k.Assign(c, strconv.FormatFloat(value, 'g', -1, 64))
}
