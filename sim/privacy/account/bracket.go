package account

import (
	"fmt"
	"math"

	"admmlab/models/elementary"
	"admmlab/sim/numeral"
)

// How much the grid adds is told by a second composition, of laws whose curves lie below
// those that were rounded up: every point of a curve is lowered by the height of the
// triangles over the two cells beside it, whose sides are the chords of the cells
// next to them. A convex curve through the points runs above the lower sides, and the chords
// of lowered points run below those. Where a point would be lowered below 0 the curve may be 0
// from within the cell on, as that of a pure step is between the last two points: no chord that
// starts above 0 is below it, so both ends are 0. That takes up to the width of the cell from
// every such step, which is more than what the grid adds, but certain.

// mostKinds is how many kinds of step may differ for the error to be told.
const mostKinds = 16

// bookKind counts steps by their kind while there are few.
func (t *spent) bookKind(s Step, count int) {
	for i, k := range t.few {
		if k.Step == s {
			t.few[i].Count += count
			return
		}
	}
	if t.many = t.many || len(t.few) == mostKinds; !t.many {
		t.few = append(t.few, Steps{s, count})
	}
}

// told is by how much the grid and rounding may have raised the total at slack, in
// words; "" where that is not known, because there are too many kinds of step.
func (t *spent) told(epsilon, slack float64) string {
	least, ok := t.least(&room{}, slack)
	if !ok || !(least <= epsilon) {
		return ""
	}
	return fmt.Sprintf("; the grid adds at most %s to ε", numeral.AtMost(epsilon-least, 2))
}

// least is a lower bound on the epsilon at delta that the laws themselves give, which the
// grid and rounding have raised; false where it is not known.
func (t *spent) least(r *room, delta float64) (float64, bool) {
	if _, ok := t.distribution(r); !ok || t.many || t.costly == 0 {
		return 0, false
	}
	exponent := r.sum.exponent
	spacing := math.Ldexp(1, exponent)
	steps := t.few
	if t.variance > 0 {
		steps = append(steps[:len(steps):len(steps)], Steps{Step{Mu: math.Sqrt(t.variance), Pure: math.Inf(1)}, 1})
	}
	c := composition{some: true, exponent: exponent, re: filled(nil, 1), im: filled(nil, 0)}
	for _, s := range steps {
		reach := s.reach()
		at := func(int) *part {
			return partOf(dominating(lowered(s.bound(spacing, int(math.Ceil(reach/spacing))), spacing), spacing), exponent, r)
		}
		if !c.times(s.Count, exponent, at, r) || c.exponent != exponent {
			return 0, false
		}
	}
	l := c.losses(r)
	delta += l.infinite
	l.infinite = 0
	return math.Min(l.epsilon(delta), t.most()), true
}

// straight is the share of a curve's value by which a cell may bend from rounding alone: a curve
// that ends right at a point of the grid does not bend in the cell before it.
const straight = 64 * unit

// lowered is a curve at points 0, spacing, ..., lowered.
func lowered(curve []float64, spacing float64) []float64 {
	n := len(curve) - 1
	slopes := make([]float64, n+2) // of cell i at i+1, with what is left of 0 and right of the end
	for i := range n {
		slopes[i+1] = (curve[i+1] - curve[i]) / float64(elementary.Exp(float64(i)*spacing)*elementary.Expm1(spacing))
	}
	slopes[0] = curve[0] - 1 - slopes[1] // by symmetry
	low := make([]float64, n+1)
	copy(low, curve)
	for i := range n {
		left, own, right := slopes[i], slopes[i+1], slopes[i+2]
		if !(left < own && own < right) {
			continue
		}
		width := elementary.Exp(float64(i)*spacing) * elementary.Expm1(spacing)
		height := width * (own - left) * (right - own) / (right - left)
		if height > curve[i+1] && height > float64(straight*curve[i]) {
			low[i], low[i+1] = 0, 0
			continue
		}
		low[i] = math.Min(low[i], math.Max(0, curve[i]-height))
		low[i+1] = math.Min(low[i+1], math.Max(0, curve[i+1]-height))
	}
	for i := range n { // a curve falls
		low[i+1] = math.Min(low[i+1], low[i])
	}
	return low
}
