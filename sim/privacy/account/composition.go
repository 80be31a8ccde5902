package account

import (
	"math"

	"admmlab/models/elementary"
)

// Losses of dominating laws are composed by multiplying their transforms, which are
// periodic: mass below the window comes out above it, which only raises delta; mass
// above it would come out below. How much that may be is bounded by Chernoff,
//
//	P[S >= s] <= E e^(q S) e^(-q s)
//
// for a few q, and counts as loss +Inf, as does what rounding may have taken. Where it
// is more than outside, the spacing doubles: masses are split over the neighbouring
// points of the coarser grid so that P and P e^-l are kept, which is the lower hull of
// fewer points.
//
// Spacings are whole powers of two. A step alone gets 200 to 400 points; composed steps
// stay on the finest grid whose window holds them, that of many 112 points or more for a
// deviation of the sum while epsilon is below 250. A step that is split between two points adds
// at most spacing^2/4 to the variance, so that T of a kind add about T/500 % to epsilon at most, at deltas far
// above what counts as loss +Inf.

// outside is the mass that may lie outside of the window.
const outside = 1e-14

// slopes is for how many q tails are bounded, a factor of two apart, the largest 4 over
// the spacing.
const slopes = 10

// slopeAt is q number i at a spacing of 2^exponent.
func slopeAt(exponent, i int) float64 { return math.Ldexp(1, 3+i-slopes-exponent) }

// part is the dominating law of one step on a grid, and its transform.
type part struct {
	masses  losses
	mean    float64
	norm    float64         // Euclidean, of the masses
	tails   [slopes]float64 // ln E e^(q l)
	re, im  []float64       // of frequencies 0 to window/2
	heights []float64       // ln of the absolute values
}

// partKey is a step on the grid of spacing 2^exponent.
type partKey struct {
	step     Step
	exponent int
}

// finest is the exponent of a step's own grid; false if no grid suits it.
func finest(reach float64) (int, bool) {
	if !(reach > leastReach && reach < mostReach) {
		return 0, false
	}
	fraction, exponent := math.Frexp(reach / 400)
	if fraction == 0.5 {
		exponent--
	}
	return exponent, true
}

// newPart puts a step on a grid.
func newPart(s Step, reach float64, exponent int, r *room) *part {
	spacing := math.Ldexp(1, exponent)
	return partOf(dominating(s.bound(spacing, int(math.Ceil(reach/spacing))), spacing), exponent, r)
}

// partOf is a law on the grid of an exponent with its transform.
func partOf(l losses, exponent int, r *room) *part {
	spacing := math.Ldexp(1, exponent)
	p := &part{masses: l}
	squares := 0.0
	for i, m := range p.masses.mass {
		squares += float64(m * m)
		p.mean += float64(m * p.masses.at(i))
	}
	p.norm = math.Sqrt(squares)
	for i := range p.tails {
		decay, sum := elementary.Exp(-float64(slopeAt(exponent, i)*spacing)), 0.0
		for _, m := range p.masses.mass {
			sum = float64(sum*decay) + m
		}
		p.tails[i] = math.Max(0, float64(slopeAt(exponent, i)*p.masses.at(len(p.masses.mass)-1))+elementary.Log(sum))
	}
	p.spectrum(r)
	return p
}

// spectrum transforms the masses.
func (p *part) spectrum(r *room) {
	r.clear()
	n := len(p.masses.mass) / 2
	for i, m := range p.masses.mass {
		*r.pairs.at((i - n) & (window - 1)) = m
	}
	const some = half + 1
	list := make([]float64, 3*some)
	p.re, p.im, p.heights = list[:some:some], list[some:2*some:2*some], list[2*some:]
	r.pairs.transform(p.re, p.im)
	for k := range p.heights {
		p.heights[k] = elementary.Log(float64(p.re[k]*p.re[k])+float64(p.im[k]*p.im[k])) / 2
	}
}

// composition is a composed dominating law. The zero composition is of no step.
type composition struct {
	some     bool
	exponent int
	mean     float64
	tails    [slopes]float64 // ln of a bound on E e^(q l)
	lost     float64         // mass that counts as loss +Inf
	re, im   []float64       // as in part
}

// clone is a composition of its own, in the slices of into.
func (c *composition) clone(into composition) composition {
	re, im := append(into.re[:0], c.re...), append(into.im[:0], c.im...)
	into = *c
	into.re, into.im = re, im
	return into
}

// first is the first point of the window.
func first(mean, spacing float64) int { return int(math.Round(mean/spacing)) - window/2 }

// leaves bounds the mass outside of the window.
func leaves(tails *[slopes]float64, mean float64, exponent int) float64 {
	spacing := math.Ldexp(1, exponent)
	low := float64(float64(first(mean, spacing)) * spacing)
	high := low + float64(window*spacing)
	over, under := 0.0, 0.0 // ln 1
	for i, t := range tails {
		q := slopeAt(exponent, i)
		over = math.Min(over, t-float64(q*high))
		under = math.Min(under, t+float64((1+q)*low)) // E e^(-(1+q) S) = E e^(q S)
	}
	return elementary.Exp(over) + elementary.Exp(under)
}

// coarser bounds the tails on the grid of twice the spacing: a point between two of
// it is split into weights w = 1/(1 + e^-h) and 1-w, and (E e^(q l))^2 <= E e^(2 q l).
func coarser(tails [slopes]float64, exponent int) (wider [slopes]float64) {
	h := math.Ldexp(1, exponent)
	up := 1 / (1 + elementary.Exp(-h))
	split := func(q float64) float64 {
		return elementary.Log(float64(up*elementary.Exp(q*h)) + float64((1-up)*elementary.Exp(-q*h)))
	}
	for i := 1; i < slopes; i++ {
		wider[i] = tails[i-1] + math.Max(0, split(slopeAt(exponent, i-1)))
	}
	wider[0] = wider[1] / 2
	return wider
}

// times composes c with count equal steps; at is their law on a grid, nil if none suits.
func (c *composition) times(count int, finest int, at func(exponent int) *part, r *room) bool {
	if !c.some {
		c.some, c.exponent = true, finest
		c.re, c.im = filled(c.re, 1), filled(c.im, 0)
	}
	n := float64(count)
	exponent, own := c.exponent, c.tails
	for ; ; exponent++ {
		if exponent > 100 {
			return false
		}
		if exponent > c.exponent {
			own = coarser(own, exponent-1)
		}
		if finest > exponent+1 { // the step alone would fill a quarter of the window
			continue
		}
		p := at(exponent)
		sum, mean := own, c.mean+float64(n*p.mean)
		for i, t := range p.tails {
			sum[i] += float64(n * t)
		}
		if leaves(&sum, mean, exponent) <= outside {
			c.coarsen(exponent, r)
			c.tails, c.mean = sum, mean
			c.lost += float64(n * (p.masses.infinite + float64(roundoff*p.norm)))
			c.multiply(p, count)
			return true
		}
	}
}

func filled(list []float64, value float64) []float64 {
	if list == nil {
		list = make([]float64, half+1)
	}
	list = list[:half+1]
	for i := range list {
		list[i] = value
	}
	return list
}

// leastHeight is the absolute value of a transform below which it counts as 0; all that
// is left out together is far below roundoff.
const leastHeight = 1e-22

// multiply multiplies by a power of a part's transform.
func (c *composition) multiply(p *part, count int) {
	least := elementary.Log(leastHeight) / float64(count)
	for k := range c.re {
		if p.heights[k] < least || c.re[k] == 0 && c.im[k] == 0 {
			c.re[k], c.im[k] = 0, 0
			continue
		}
		re, im := p.re[k], p.im[k]
		for n := count; ; {
			if n&1 == 1 {
				c.re[k], c.im[k] = float64(c.re[k]*re)-float64(c.im[k]*im), float64(c.re[k]*im)+float64(c.im[k]*re)
			}
			if n >>= 1; n == 0 {
				break
			}
			re, im = float64(re*re)-float64(im*im), float64(2*re*im)
		}
		if math.Abs(c.re[k])+math.Abs(c.im[k]) < leastHeight {
			c.re[k], c.im[k] = 0, 0
		}
	}
}

// losses are the masses in the window, in r until the next question.
func (c *composition) losses(r *room) losses {
	r.clear()
	r.pairs.inverse(c.re, c.im)
	spacing := math.Ldexp(1, c.exponent)
	from := first(c.mean, spacing)
	l := losses{low: float64(float64(from) * spacing), spacing: spacing, mass: r.line(), infinite: c.lost + leaves(&c.tails, c.mean, c.exponent) + roundoff}
	for i := range l.mass {
		l.mass[i] = math.Max(0, *r.pairs.at((from + i) & (window - 1))/half)
	}
	return l
}

// coarsen moves c to a coarser grid.
func (c *composition) coarsen(exponent int, r *room) {
	if exponent == c.exponent {
		return
	}
	empty := c.lost == 0 && c.mean == 0 // nothing but loss 0
	l := losses{spacing: math.Ldexp(1, c.exponent), mass: []float64{1}}
	if !empty {
		l = c.losses(r)
	}
	for ; c.exponent < exponent; c.exponent++ {
		c.tails = coarser(c.tails, c.exponent)
	}
	spacing := math.Ldexp(1, c.exponent)
	g := r.split(l, spacing)
	r.clear()
	for i, m := range g.mass {
		*r.pairs.at((g.first + i) & (window - 1)) += m
	}
	r.pairs.transform(c.re, c.im)
	if !empty {
		c.lost = l.infinite + roundoff
	}
}
