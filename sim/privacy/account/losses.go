package account

import (
	"math"
	"slices"

	"admmlab/models/elementary"
)

// room is work space, kept from one composition to the next.
type room struct {
	masses, parts []float64
	sums          [2][]float64
	sorted        []pureGroup
	pairs         *pairs
	sum           composition
	whole         []float64
}

// clear makes the room for a transform, of zeroes.
func (r *room) clear() {
	if r.pairs == nil {
		r.pairs = &pairs{}
	}
	*r.pairs = pairs{}
}

// line is a window's length.
func (r *room) line() []float64 {
	if r.whole == nil {
		r.whole = make([]float64, window)
	}
	return r.whole
}

// losses is a privacy loss distribution on equally spaced points.
type losses struct {
	low, spacing float64
	mass         []float64 // of low, low + spacing, ...
	infinite     float64   // mass of loss +Inf
}

func (l losses) at(i int) float64 { return l.low + float64(float64(i)*l.spacing) }

// delta is the hockey-stick curve at epsilon:
//
//	delta(E) = P[loss = Inf] + sum over losses l > E of P[l] (1 - e^(E - l))
func (l losses) delta(epsilon float64) float64 {
	sum := l.infinite
	for i := len(l.mass) - 1; i >= 0 && l.at(i) > epsilon; i-- {
		sum -= float64(l.mass[i] * elementary.Expm1(epsilon-l.at(i)))
	}
	return math.Min(1, sum)
}

// epsilon is the smallest E >= 0 with delta(E) <= delta, +Inf if there is none.
// Between two neighbouring points the curve is A - e^E B, so it is solved, not
// searched.
func (l losses) epsilon(delta float64) float64 {
	if l.infinite > delta {
		return math.Inf(1)
	}
	decay := elementary.Exp(-l.spacing)
	above, scaled := l.infinite, 0.0 // A, and B e^(loss of point i)
	for i := len(l.mass) - 1; i >= 0; i-- {
		above += l.mass[i]
		scaled = float64(scaled*decay) + l.mass[i]
		if i == 0 || above-float64(scaled*decay) > delta {
			// no cancellation to speak of: the point is in this interval
			return math.Max(0, l.at(i)+elementary.Log(math.Max(0, above-delta)/scaled))
		}
		if l.at(i) <= 0 {
			break
		}
	}
	return 0
}

// binomial is the loss of k >= 1 randomised responses of equal epsilon > 0:
// (2j - k) eps with probability C(k,j) p^j (1-p)^(k-j). Masses grow from the mode by
// their ratio, so nothing overflows; those below 1e-300 of the mode are dropped.
func (r *room) binomial(k int, epsilon float64) losses {
	const negligible = 1e-300
	p := 1 / (1 + elementary.Exp(-epsilon))
	mode := min(k, int(float64(k+1)*p))
	down := append(r.masses[:0], 1) // masses at mode, mode-1, ...
	sum := 1.0
	ratio := elementary.Exp(-epsilon)
	for j, m := mode, 1.0; j > 0; j-- {
		m = float64(m * (float64(j) / float64(k-j+1) * ratio))
		if m < negligible {
			break
		}
		down = append(down, m)
		sum += m
	}
	slices.Reverse(down)
	low := mode - len(down) + 1
	ratio = elementary.Exp(epsilon)
	for j, m := mode, 1.0; j < k; j++ {
		m = float64(m * (float64(k-j) / float64(j+1) * ratio))
		if m < negligible {
			break
		}
		down = append(down, m)
		sum += m
	}
	for i := range down {
		down[i] /= sum
	}
	r.masses = down
	return losses{low: float64(2*low-k) * epsilon, spacing: 2 * epsilon, mass: down}
}

// unit is the relative error of one operation.
const unit = 0x1p-53

// roundedUp is a distribution whose delta, and so whose epsilon, is nowhere below the exact
// one, as computed. A mass has gone through at most that many products, quotients and sums,
// with five roundings each, and the two sums of a curve run over no more. No loss is above
// reach, and each has gone through six roundings. With everything off by a factor between
// 1 - slack and 1 + slack,
//
//	sum p (1 - e^(E-l)) <= sum (1+slack) p (1 - (1-slack)/(1+slack) e^(E-l)),
//
// so masses grow by slack, and losses by ln((1+slack)/(1-slack)) <= 3 slack.
func (l losses) roundedUp(operations int, reach float64) losses {
	slack := 16 * unit * float64(operations+1)
	for i := range l.mass {
		l.mass[i] += float64(slack * l.mass[i])
	}
	l.low += float64(3*slack) + float64(8*unit*reach)
	return l
}
