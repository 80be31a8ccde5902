package config

import (
	"slices"
	"strings"

	"admmlab/sim/numeral"
)

// Promise is what totals go with.
type Promise struct {
	Neighbours []string // all of them, by their words; none where there is no noise
	Delta      float64  // the largest
}

// Promise is what the total of an iteration under c goes with.
func (c Config) Promise() (p Promise) {
	if c.Spec().Private() && c.Set.Private {
		p = Promise{[]string{NeighbourWords(c)}, c.Set.Delta}
	}
	return p
}

// Promises is what the totals of the iterations up to t go with, the last that has one;
// nothing where none has.
func (c Config) Promises(t int) (p Promise) {
	if t < 1 {
		return p
	}
	c = c.After(1)
	c.turn(1, t, func(int, int) { p = p.And(c.Promise()) })
	return p
}

// And is what the totals of both go with.
func (p Promise) And(q Promise) Promise {
	all := Promise{slices.Clone(p.Neighbours), max(p.Delta, q.Delta)}
	for _, words := range q.Neighbours {
		if !slices.Contains(all.Neighbours, words) {
			all.Neighbours = append(all.Neighbours, words)
		}
	}
	return all
}

// Words are a unit for such totals; "" where there is no noise.
func (p Promise) Words() string {
	if len(p.Neighbours) == 0 {
		return ""
	}
	return "at δ ≤ " + numeral.AtMost(p.Delta, 3) + ", " + strings.Join(p.Neighbours, " or ")
}
