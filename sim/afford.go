package sim

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/privacy/account"
)

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
	if s.now.Budget <= 0 {
		return 0, fmt.Errorf("no budget is set: choose budget among the parameters, then ask which %s lasts to the limit", key)
	}
	if left <= 0 {
		return 0, errors.New("no iterations are left: raise the limit")
	}
	if !s.set.Private {
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
	return min(value, knob.Max), nil
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
	add := func(costs []account.Step, count int) {
		for _, c := range costs {
			list = append(list, account.Steps{Step: c, Count: count})
		}
	}
	for k := range parts {
		from, to := k*(left-1)/parts, (k+1)*(left-1)/parts // the last iteration is one of its own
		for place := range min(s.spec.Turn, to-from) {
			add(s.releases(set, from+place), (to-from-place+s.spec.Turn-1)/s.spec.Turn)
		}
	}
	add(s.releases(set, left-1), 1)
	return list
}

// Matched is c AsCompanionOf main with the largest alpha (for sharing, the largest
// epsilon of one iteration) with which it reaches main's limit within main's budget,
// by its accountant and at its delta: the noise that spends what may be spent.
// set is main's data; c without noise, or a budget of 0, is an error.
func Matched(c, main config.Config, set *data.Dataset) (config.Config, error) {
	c = c.AsCompanionOf(main)
	c.Budget, c.Accountant, c.Stop, c.Set.Delta = main.Budget, main.Accountant, main.Stop, main.Set.Delta
	c.Events = nil // a change of the noise would spend something else
	trial := c
	trial.Realised = false
	s, err := NewSession(trial, set, models.Serial)
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
