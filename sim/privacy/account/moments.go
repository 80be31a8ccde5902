package account

import (
	"maps"
	"math"

	"admmlab/models/elementary"
)

// The accountant for steps of every kind: with M_t(q) a bound on E e^(q l_t) for the
// loss l_t of step t, whatever came before,
//
//	delta(E) <= q^q/(1+q)^(1+q) exp(sum_t ln M_t(q) - q E)   for every q > 0,
//
// because (1 - e^(E-l))_+ <= q^q/(1+q)^(1+q) e^(q (l-E)). A new step adds its logs; the
// bound holds for each q alone, so a grid of q costs tightness (a neighbour's
// distance of 10% costs about 0.1% of epsilon) and never validity.

const (
	perDouble = 7                // grid points per factor of two
	orders    = 21*perDouble + 1 // q = 2^-7 ... 2^14
	maxLaws   = 512              // different laws that get their own integrals
	roundLaws = 256.0            // points per factor of two after that
	smallest  = 1e-100           // shift below which the worst case is as good
)

// moments are ln M(q) on the grid, or sums of them.
type moments [orders]float64

// grids of q and of ln(q^q/(1+q)^(1+q)).
var momentOrder, momentFactor = func() (q, factor moments) {
	for i := range q {
		q[i] = elementary.Exp2(float64(i)/perDouble - 7)
		factor[i] = float64(q[i]*elementary.Log(q[i])) - float64((1+q[i])*elementary.Log1p(q[i]))
	}
	return q, factor
}()

// leastEpsilon is the smallest E >= 0 with bound delta in (0, 1) over the grid, of which at
// are the logs. What cannot be the smallest is not asked for: ln M(q)/q never falls as q
// grows, as M(q)^(1/q) is a mean of order q, so what one order says holds all later ones up.
func leastEpsilon(at func(order int) float64, delta float64) float64 {
	log, best := elementary.Log(delta), math.Inf(1)
	var look func(from, to int, slope float64)
	look = func(from, to int, slope float64) { // orders from, ..., to-1, whose ln M(q)/q is slope or more
		for from < to && (momentFactor[from]-log)/momentOrder[from]+slope > best+float64(1e-6*math.Abs(best))+1e-9 {
			from++
		}
		if from >= to {
			return
		}
		middle := from + (to-from)/2
		m, q := at(middle), momentOrder[middle]
		best = math.Min(best, (momentFactor[middle]+m-log)/q)
		look(from, middle, slope)
		look(middle+1, to, m/q)
	}
	look(0, orders, 0)
	return math.Max(0, best)
}

// leastDelta is the smallest bound at epsilon over the grid.
func leastDelta(at func(order int) float64, epsilon float64) float64 {
	best := 0.0 // ln 1
	for i, q := range momentOrder {
		best = math.Min(best, momentFactor[i]+at(i)-float64(q*epsilon))
	}
	return elementary.Exp(best)
}

// shape is what the moments of a gamma-norm law depend on.
type shape struct {
	dim    int
	shift  float64
	convex bool
}

// integrated reports whether its moments are integrals; else they are those of its worst case.
func (s shape) integrated() bool { return s.shift > smallest && s.shift < largestShift }

// shapeMoment is ln M(q) of Y(u) or max(0, Y(u)) at an order; what the law is good for at
// every order is found with the first.
func shapeMoment(s shape) func(order int) float64 {
	switch {
	case s.shift == 0:
		return func(int) float64 { return 0 }
	case !s.integrated():
		return func(order int) float64 { return momentOrder[order] * s.shift }
	}
	l := newLaw(s.dim, s.shift)
	return func(order int) float64 { return l.logMoment(momentOrder[order], s.convex) }
}

// stepMoment is a bound on ln M(q) of one sane step at an order; law is that of its
// gamma-norm noise, nil if it has none. Where both the law and the worst case
// give a bound, the smaller one counts, for each q. Without any it is +Inf.
func stepMoment(s Step, law func(order int) float64, order int) float64 {
	q := momentOrder[order]
	if s.isGaussian() {
		return gaussianMoment(q, s.Mu)
	}
	m := math.Inf(1)
	if law != nil {
		m = law(order) + float64(q*s.Det)
	}
	if s.isPure() {
		m = math.Min(m, responseMoment(q, s.Pure))
	}
	return m
}

// at is the log at an order.
func (m *moments) at(order int) float64 { return m[order] }

// all are what at says of every order.
func all(at func(order int) float64) *moments {
	m := new(moments)
	for i := range m {
		m[i] = at(i)
	}
	return m
}

// lawSet are the first maxLaws different laws that the accounts of one family have booked,
// which get integrals of their own. The shifts of all others are rounded up to a geometric
// grid (losses grow with the shift), so that one that changes at every step stays cheap. It
// depends on what was booked, in its order, and on nothing that was only asked or tried.
type lawSet struct {
	exact  map[shape]bool
	shared bool // the map is that of another set, too
}

// take books a law and returns the one whose moments count for it.
func (l *lawSet) take(s shape) shape {
	counts, anew := l.peek(s)
	if !anew {
		return counts
	}
	switch {
	case l.exact == nil:
		l.exact = map[shape]bool{}
	case l.shared:
		l.exact = maps.Clone(l.exact)
	}
	l.shared = false
	l.exact[s] = true
	return s
}

// peek is what take would return, and whether it would be one more with integrals of its own.
func (l *lawSet) peek(s shape) (counts shape, anew bool) {
	switch {
	case !s.integrated() || l.exact[s]:
		return s, false
	case len(l.exact) < maxLaws:
		return s, true
	}
	s.shift = roundUp(s.shift, roundLaws)
	return s, false
}

// fork is a set of its own that goes on from l. The map of a set that was forked is never
// written to again.
func (l *lawSet) fork() *lawSet {
	if !l.shared { // a copy that others copy meanwhile is only read
		l.shared = true
	}
	return &lawSet{l.exact, true}
}

// momentCache keeps the moments of steps and laws already seen. It is emptied when full, which
// costs time only.
type momentCache struct {
	steps map[lawful]*moments
	laws  map[shape]*moments
}

// lawful is a step with the law whose moments count for it, none but for gamma-norm noise.
type lawful struct {
	Step
	law shape
}

// of are the moments of a step.
func (c *momentCache) of(s lawful) *moments {
	if m, ok := c.steps[s]; ok {
		return m
	}
	if c.steps == nil {
		c.steps, c.laws = map[lawful]*moments{}, map[shape]*moments{}
	}
	if len(c.steps) >= 2*maxLaws {
		clear(c.steps)
	}
	var law func(order int) float64
	if s.isGammaNorm() {
		law = c.moments(s.law).at
	}
	m := all(func(order int) float64 { return stepMoment(s.Step, law, order) })
	c.steps[s] = m
	return m
}

func (c *momentCache) moments(s shape) *moments {
	if m, ok := c.laws[s]; ok {
		return m
	}
	if len(c.laws) >= 2*maxLaws {
		clear(c.laws)
	}
	m := all(shapeMoment(s))
	c.laws[s] = m
	return m
}

// gaussianMoment is ln E e^(q l) of the Gaussian loss l ~ N(mu^2/2, mu^2):
//
//	ln M(q) = q (1+q) mu^2/2
func gaussianMoment(q, mu float64) float64 { return q * (1 + q) * mu * mu / 2 }

// responseMoment is ln E e^(q l) of randomised response, the largest of any pure
// epsilon-step, q > 0:
//
//	ln M(q) = ln(p e^(q eps) + (1-p) e^(-q eps)), p = e^eps/(1 + e^eps)
func responseMoment(q, epsilon float64) float64 {
	if math.IsInf(epsilon, 1) {
		return math.Inf(1)
	}
	return math.Max(0, float64(q*epsilon)-elementary.Log1p(elementary.Exp(-epsilon))+elementary.Log1p(elementary.Exp(-epsilon*(1+float64(2*q)))))
}
