package account

import "math"

// bookLaw puts steps at the end of those that have not been composed. Gaussian steps
// are one in the end, by their variance, and those whose worst case is 0 lose nothing.
func (t *spent) bookLaw(s Step, count int) {
	if s.isGaussian() || s.worst() == 0 || t.shapeless > 0 {
		return
	}
	s.Delta = 0 // of the failures others speak
	t.bookKind(s, count)
	if n := len(t.ahead); n > 0 && t.ahead[n-1].Step == s {
		t.ahead[n-1].Count += count
		return
	}
	if len(t.ahead) == mostAhead {
		t.settle(&room{})
	}
	t.ahead = append(t.ahead, Steps{s, count})
}

// mostAhead is how many kinds of step may wait for somebody to ask.
const mostAhead = 256

// settle composes what is ahead for good, but for the last kind of step, of which more may
// come. It changes no number: steps are composed in the order in which they were booked, and
// equal ones that follow each other at once, whoever asks and when.
func (t *spent) settle(r *room) {
	last := len(t.ahead) - 1
	if last < 1 || t.astray || t.shapeless > 0 {
		return
	}
	c := t.composed.clone(composition{})
	t.astray = !c.all(t.ahead[:last], t.laws, r)
	t.composed, t.ahead = c, []Steps{t.ahead[last]}
}

// all composes more steps with c, false where no grid holds them.
func (c *composition) all(steps []Steps, laws *lawCache, r *room) bool {
	for _, s := range steps {
		k := laws.of(s.Step)
		at := func(exponent int) *part { return laws.at(s.Step, k.reach, exponent, r) }
		if !k.held || !c.times(s.Count, k.finest, at, r) {
			return false
		}
	}
	return true
}

// distribution is that of all losses, in r until the next question; false where no grid
// holds it.
func (t *spent) distribution(r *room) (losses, bool) {
	if t.astray {
		return losses{}, false
	}
	if r == nil {
		r = &room{}
	}
	r.sum = t.composed.clone(r.sum)
	if !r.sum.all(t.ahead, t.laws, r) {
		return losses{}, false
	}
	if t.variance > 0 && !r.sum.all([]Steps{{Step{Mu: math.Sqrt(t.variance), Pure: math.Inf(1)}, 1}}, t.laws, r) {
		return losses{}, false
	}
	if !r.sum.some { // no step has a loss, though one may fail
		return losses{mass: []float64{1}, spacing: 1}, true
	}
	return r.sum.losses(r), true
}

// lawCache keeps the laws of the steps last seen, each on the grids that were asked for.
// It is emptied when full, which costs time only.
type lawCache struct {
	kinds map[Step]kind
	parts map[partKey]*part
}

const maxParts = 256

// kind is what all grids of a step have in common.
type kind struct {
	reach  float64
	finest int
	held   bool // by a grid
}

func (c *lawCache) of(s Step) kind {
	if k, ok := c.kinds[s]; ok {
		return k
	}
	if c.kinds == nil || len(c.kinds) >= maxParts {
		c.kinds = map[Step]kind{}
	}
	k := kind{reach: s.reach()}
	k.finest, k.held = finest(k.reach)
	c.kinds[s] = k
	return k
}

func (c *lawCache) at(s Step, reach float64, exponent int, r *room) *part {
	key := partKey{s, exponent}
	if p, ok := c.parts[key]; ok {
		return p
	}
	if c.parts == nil || len(c.parts) >= maxParts {
		c.parts = map[partKey]*part{}
	}
	p := newPart(s, reach, exponent, r)
	c.parts[key] = p
	return p
}
