package admm

import (
	"math"

	"admmlab/models/elementary"
	"admmlab/sim/privacy"
)

// steepest is the largest penalty: eta grows without bound, and a larger one would make NaN of what
// it weighs nothing in. Whom nobody pulls on it leaves as they are for ever, and the charges of
// calibrations, a million iterations ahead, have come to their limit long before. A run whose
// penalty pulls does not get here: gradients are squared, and leave the finite range.
const steepest = 1e290

// penalties are those of a method in which they grow, eta_i(t) = eta_i q_i^k at node i.
type penalties struct {
	grown []float64 // q_i^k so far
	eta   PerNode   // eta_i(t), 0 before they have grown
}

func newPenalties(n int) penalties {
	p := penalties{grown: make([]float64, n), eta: make(PerNode, n)}
	for i := range p.grown {
		p.grown[i] = 1
	}
	return p
}

// grow is one factor of q more at every node.
func (p *penalties) grow(set *Settings) {
	for i := range p.eta {
		p.grown[i] *= set.Growth.At(i)
		p.eta[i] = penalty(set.Eta.At(i), p.grown[i])
	}
}

// after is what the penalty of node i comes to under so many factors of q more, with the bits of a
// run as far as a budget is held against them.
func (p *penalties) after(i, more int, set *Settings) float64 {
	grown, q := p.grown[i], set.Growth.At(i)
	for range min(more, privacy.Foreseen) {
		grown *= q
	}
	return penalty(set.Eta.At(i), grown*elementary.Pow(q, float64(max(0, more-privacy.Foreseen))))
}

func penalty(eta, grown float64) float64 { return math.Min(eta*grown, steepest) }
