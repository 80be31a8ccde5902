package audit

import (
	"fmt"

	"admmlab/sim/admm"
)

// Target is one claim that can be audited: what a step of a method is said to
// cost when one record (sharing: one column) is exchanged.
type Target struct {
	Method, Variant string  // as in admm.Catalogue
	Epsilon, Delta  float64 // the claim, per step
}

// Targets lists everything that can be audited, in the order of the catalogue,
// with the claim that the method books for its step. "printed" variants are held
// to the number the paper prints, the others to what their noise is said to prove.
func Targets() []Target {
	var list []Target
	for _, spec := range admm.Catalogue() {
		for _, v := range spec.Variants {
			s, err := newStage(spec.ID, v.ID)
			if err != nil {
				continue // a method no attack is written for
			}
			list = append(list, Target{spec.ID, v.ID, s.charge.epsilon, s.charge.delta})
		}
	}
	return list
}

// Name is the method and the variant, for the screen.
func (t Target) Name() string {
	spec, _ := admm.Find(t.Method)
	v, _ := spec.Variant(t.Variant)
	return spec.Name + ", " + v.Words
}

// Claim is what is audited, in words and with its place.
func (t Target) Claim() string {
	switch t.Method {
	case "dvp", "pvp":
		if t.Variant == "printed" {
			return fmt.Sprintf("each step is α-private, α = %.3g (TIFS 2017, Definition 4 and eq. (12))", t.Epsilon)
		}
	case "radmm", "mradmm":
		if t.Variant == "printed" {
			return fmt.Sprintf("an odd step costs ε = (2C/B)(1.4c₁/(ρ/N+2ηV) + α) = %.3g (Recycled ADMM, eq. (32))", t.Epsilon)
		}
	case "madmm":
		if t.Variant == "printed" {
			return fmt.Sprintf("a step costs ε = C(1.4c₁+α)/(ηVB) = %.3g (Zhang, Khalili and Liu, ICML 2018)", t.Epsilon)
		}
	case "sharing":
		if t.Variant == "printed" {
			return fmt.Sprintf("a message is (ε, δ)-private, ε = %.3g, δ = %.3g (Sharing, Theorem 1)", t.Epsilon, t.Delta)
		}
		return fmt.Sprintf("a message is (ε, δ)-private, ε = %.3g, δ = %.3g (exact Gaussian curve)", t.Epsilon, t.Delta)
	}
	return fmt.Sprintf("a step costs ε = %.3g (what the noise in force proves)", t.Epsilon)
}

// Describe is the story of the attack.
func (t Target) Describe() string {
	return "Claim under attack: " + t.Claim() + ". " + t.world() +
		" The step is run with fresh noise, over and over, with the record and with its counterpart; the attacker looks at what is sent, computes how much likelier it is under the one than under the other, and says which. " +
		"Under a true claim he can be right at most e^ε times as often as wrong (plus δ). How much better he does is turned into a lower bound on ε by Clopper and Pearson's exact limits."
}

// world tells the set-up.
func (t Target) world() string {
	const neighbour = "Two nodes; the second is the attacker's. It has sent a model far out, so the first node's model is far out too (|f| about 100), " +
		"and the record in question contradicts that model slightly and lies to one side of it, its counterpart to the other: their gradients differ by almost 2, the most there can be. "
	switch t.Method {
	case "pvp":
		return neighbour + "PVP adds its noise to the minimiser itself, which the exchange moves by almost 2C/B over the curvature."
	case "madmm":
		return neighbour + "M-ADMM hides this with noise inside the penalty."
	case "radmm", "mradmm":
		return neighbour + "The attacked step is the second odd one; the even one between touches no data."
	case "sharing":
		story := "Two parties; the second is the attacker's. It sends what makes the public target w of the first parallel to its column D; the counterpart D' is at a right angle to D, with |D − D'| < 1. "
		if t.Variant == "printed" {
			return story + "The printed noise, eq. (10), stays on the column: projecting the message on D and on D' names the right one."
		}
		return story + "The message under D is nearly w, under D' it is 0: the largest shift the noise must hide."
	}
	return neighbour + "DVP must hide this by noise of rate ζ; Algorithm 2 prints ζ = α̂, Appendix A proves ζ = α̂/2."
}
