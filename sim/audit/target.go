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
				continue // the method says why: Refusals
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

// Refusal is a method that no audit attacks, and why.
type Refusal struct{ Method, Why string }

// Refusals are the methods with noise that no audit attacks, in the order of the
// catalogue.
func Refusals() []Refusal {
	var list []Refusal
	for _, spec := range admm.Catalogue() {
		if spec.Private() && spec.Audit.None != "" {
			list = append(list, Refusal{spec.ID, spec.Audit.None})
		}
	}
	return list
}

// Claim is what is audited, in words and with its place.
func (t Target) Claim() string {
	spec, _ := admm.Find(t.Method)
	if spec.Audit.Claim != nil {
		if claim := spec.Audit.Claim(t.Variant, t.Epsilon, t.Delta); claim != "" {
			return claim
		}
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
	spec, _ := admm.Find(t.Method)
	how := spec.Audit.Story(t.Variant)
	if spec.Vertical {
		return "Two parties; the second is the attacker's. It sends what makes the public target w of the first parallel to its column D; the counterpart D' is at a right angle to D, with |D − D'| < 1. " + how
	}
	return "Two nodes; the second is the attacker's. It has sent a model far out, so the first node's model is far out too (|f| about 100), " +
		"and the record in question contradicts that model slightly and lies to one side of it, its counterpart to the other: their gradients differ by almost 2, the most there can be. " + how
}
