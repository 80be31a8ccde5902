package privacy

import "math"

// Adjacency says which data sets count as neighbours. Every number of a bound
// goes with one.
type Adjacency int

const (
	// Replace: one record is replaced by another (the papers' Hamming distance
	// 1). Vertical sharing: one feature column changes by at most 1 in norm.
	Replace Adjacency = iota
	// Remove: one record is taken out, C/B kept. Vertical sharing: one person's
	// row is replaced.
	Remove
	// Adjacencies is how many there are.
	Adjacencies
)

// Charge is what one release by one node (or party) costs.
type Charge struct {
	Node    int
	Printed float64 // epsilon the paper charges for it
	Delta   float64 // delta the paper states with it, 0 for pure epsilon
	Cost    [Adjacencies]Cost
	// Adaptive: what it costs depends on what was drawn before. Sums of such charges are
	// what has been spent so far, and no guarantee.
	Adaptive bool
	// Cover: it pays for the noise of ε₂, which is drawn besides that of another charge and
	// is on the same release.
	Cover bool
}

// Dearest is what the paper counts of charges that come by node: the sum of those of the
// node that pays most, by which a basic total grows.
func Dearest(charges []Charge) float64 {
	most, sum := 0.0, 0.0
	for i, c := range charges {
		if i > 0 && c.Node != charges[i-1].Node {
			sum = 0
		}
		sum += c.Printed
		most = max(most, sum)
	}
	return most
}

// Cost is what the noise in force proves for one release under one adjacency,
// in the terms the accountants compose.
type Cost struct {
	Pure   float64 // epsilon without delta; +Inf if there is none
	Dim    int     // length d of gamma-norm noise, 0 if the noise is of another kind
	Shift  float64 // gamma-norm noise: largest rate times shift, the pure epsilon of the noise part
	Convex bool    // objective perturbation: the shift moves along a segment with the output
	Det    float64 // ln(1+x), the Jacobian's part under objective perturbation
	Mu     float64 // Gaussian noise: sensitivity/sigma, +Inf if it hides nothing
}

// Proves reports whether the release promises anything.
func (c Cost) Proves() bool {
	return !math.IsInf(c.Pure, 1) || c.Mu > 0 && !math.IsInf(c.Mu, 1)
}

// opaque reports whether nothing is known of the noise but its pure epsilon: no release
// of that epsilon costs more.
func (c Cost) opaque() bool { return c.Pure > 0 && c.Dim == 0 && c.Mu == 0 }

// Max is a cost that neither c nor o exceeds in any part.
func (c Cost) Max(o Cost) Cost {
	if c.opaque() || o.opaque() {
		return Cost{Pure: max(c.Pure, o.Pure), Mu: max(c.Mu, o.Mu)}
	}
	return Cost{
		Pure: max(c.Pure, o.Pure), Dim: max(c.Dim, o.Dim), Shift: max(c.Shift, o.Shift),
		Convex: c.Convex || o.Convex, Det: max(c.Det, o.Det), Mu: max(c.Mu, o.Mu),
	}
}

// objective is the cost of an objective perturbation whose noise, of rate tau
// in gradient units, hides one record's gradient of norm at most k: shift is
// tau k for a record removed and 2 tau k for one replaced.
func objective(dim int, shift, det float64) Cost {
	return Cost{Pure: float64(shift) + det, Dim: dim, Shift: shift, Convex: true, Det: det}
}

// output is the cost of noise added to a vector that moves by at most
// shift/rate.
func output(dim int, shift float64) Cost {
	return Cost{Pure: shift, Dim: dim, Shift: shift}
}

// GaussianCost is the cost of a Gaussian mechanism; it is never pure.
func GaussianCost(mu float64) Cost { return Cost{Pure: math.Inf(1), Mu: mu} }

// NoCost is the cost of a release that proves nothing.
func NoCost() [Adjacencies]Cost {
	c := GaussianCost(math.Inf(1))
	return [Adjacencies]Cost{c, c}
}

// RepairCharge is the price of the output noise that covers an inexact minimiser:
// epsilon, whatever the adjacency.
func RepairCharge(node, dim int, epsilon float64) Charge {
	c := output(dim, epsilon)
	return Charge{Node: node, Printed: epsilon, Cover: true, Cost: [Adjacencies]Cost{c, c}}
}
