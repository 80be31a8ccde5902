package samples

import (
	"math"

	"admmlab/models/elementary"
	"admmlab/sim/privacy"
)

// What may be asked about.
const (
	// LeastChance and MostChance bound delta: Corollary 15 may fail with five times that,
	// and what may always fail says nothing.
	LeastChance, MostChance = 1e-12, 0.19
	// Least and Most bound tau and |f0|: terms with their powers stay finite.
	Least, Most = 1e-9, 1e9
)

// Question is what is asked of the theorems, of a run as it stands.
type Question struct {
	Excess float64 // tau: so much more mean loss than the reference's; alpha_acc/C
	Chance float64 // delta
	Norm   float64 // |f0| of the reference
	Gap    float64 // Delta(t): how much more mean loss the iterate has than its limit; 0 where unknown
	Run
}

// Run is the part of a run that the theorems read; all of it is public.
type Run struct {
	C, C1   float64 // weight of the loss, and the bound on L”
	Rho     float64 // in force, as the paper writes it
	Shared  bool    // every node carries rho/N
	Dim     int
	Variant string
	Nodes   []Node
	Records int    // of the smallest node
	NoLimit string // why its limit is not the minimum of all nodes' objectives, as a clause; "" where it is
}

// Node is so many nodes that differ in their records only.
type Node struct {
	Count  int
	Alpha  float64 // of a method without noise: 0
	Eta    float64
	Degree int
}

// nodes is N.
func (r Run) nodes() float64 {
	n := 0
	for _, node := range r.Nodes {
		n += node.Count
	}
	return float64(n)
}

// Alone reports whether there is a single node, which sends nothing to anybody.
func (r Run) Alone() bool { return r.nodes() == 1 }

// alpha is the smallest alpha_p.
func (r Run) alpha() float64 {
	least := math.Inf(1)
	for _, n := range r.Nodes {
		least = math.Min(least, n.Alpha)
	}
	return least
}

// penalty is the largest eta N_p.
func (r Run) penalty() float64 {
	most := 0.0
	for _, n := range r.Nodes {
		most = math.Max(most, n.penalty())
	}
	return most
}

// penaltyOverAlpha is the largest eta N_p/alpha_p, of one node.
func (r Run) penaltyOverAlpha() float64 {
	most := 0.0
	for _, n := range r.Nodes {
		most = math.Max(most, n.penalty()/n.Alpha)
	}
	return most
}

func (n Node) penalty() float64 { return float64(n.Eta * float64(n.Degree)) }

// regulariser is the weight of |f|^2/2 at one node: the paper's rho, or its share of it.
func (r Run) regulariser() float64 {
	if r.Shared {
		return r.Rho / r.nodes()
	}
	return r.Rho
}

// rho is the paper's rho for r at one node.
func (r Run) rho(own float64) float64 {
	if r.Shared {
		return own * r.nodes()
	}
	return own
}

// at is what the calibrations read of a node with so many records and the regulariser r.
func (r Run) at(n Node, records, own float64) privacy.Node {
	return privacy.Node{Weight: r.C / records, C1: r.C1, Regulariser: own, Penalty: n.penalty()}
}

// tied is the r that the theorems presume: rho = alpha_acc/|f0|^2 (TIFS, Appendix C to F),
// with which rho/2 |f0|^2 is half of alpha_acc. In mean losses lambda = tau/|f0|^2.
// NaN where no excess is left, or the reference is 0: then there is no such r.
func (q Question) tied() float64 {
	if !(q.Excess > 0 && q.Norm > 0) {
		return math.NaN()
	}
	return q.C * q.Excess / float64(q.Norm*q.Norm)
}

// Tail is TIFS Lemma 17: noise of density exp(-rate |e|) in dim dimensions is no longer,
// but for a chance of delta,
//
//	P(|e| < (dim/rate) ln(dim/delta)) >= 1 - delta
//
// |e| is a sum of dim exponentials of that rate, and each but for delta/dim below
// ln(dim/delta)/rate. The proof prints an equality where "at least" holds: a sum may be
// below the bound though one of its parts is above its own.
func Tail(dim int, rate, delta float64) float64 {
	return float64(float64(dim) / rate * elementary.Log(float64(dim)/delta))
}
