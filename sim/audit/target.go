package audit

import (
	"cmp"
	"fmt"

	"admmlab/models"
	"admmlab/sim/admm"
	"admmlab/sim/numeral"
	"admmlab/sim/privacy"
)

// Target is one claim that can be audited: what a step of a method, or a whole run, is
// said to cost under one kind of neighbours.
type Target struct {
	Method, Variant string // as in admm.Catalogue
	Loss            models.Loss
	Adjacency       privacy.Adjacency
	Closing         bool    // the step is the method's closing one
	Iterations      int     // of a whole run; 0 = the claim is about one step
	Small           bool    // that run is on small data in place of its own: the claim is of them
	By              string  // of a whole run: whose total it is, Paper or an accountant
	Epsilon, Delta  float64 // the claim
}

// Paper is Target.By of the total as the paper adds it.
const Paper = "the paper"

// every calls do for each step that there may be a claim about, in the order of the
// catalogue: for the neighbours of the papers first, and the closing steps last.
func every(loss models.Loss, do func(Target)) {
	for _, spec := range admm.Catalogue() {
		if !spec.Private() || spec.Audit.None != "" {
			continue
		}
		for _, closing := range []bool{false, true} {
			for _, v := range spec.Variants {
				for a := range privacy.Adjacencies {
					if !closing || spec.Audit.Closing != nil {
						do(Target{Method: spec.ID, Variant: v.ID, Loss: loss, Adjacency: a, Closing: closing})
					}
				}
			}
		}
	}
}

// Targets lists every step that can be audited under a loss, in the order of the catalogue,
// with the claim that the method books for it. "printed" variants are held
// to the number the paper prints, the others to what their noise is said to prove.
func Targets(loss models.Loss) []Target {
	var list []Target
	every(loss, func(t Target) {
		if s, err := newStage(t); err == nil { // else the method says why: Refusals
			t.Epsilon, t.Delta = s.charge.epsilon, s.charge.delta
			list = append(list, t)
		}
	})
	return list
}

// ID is the target in one word, as the command line names it: dvp-printed-remove.
func (t Target) ID() string {
	id := t.Method + "-" + t.Variant
	if t.Adjacency != privacy.Replace {
		spec, _ := admm.Find(t.Method)
		id += "-" + spec.Adjacency[t.Adjacency].ID
	}
	if t.Closing {
		id += "-closing"
	}
	return id
}

// Neighbours are what the claim compares.
func (t Target) Neighbours() string {
	spec, _ := admm.Find(t.Method)
	return spec.Adjacency[t.Adjacency].Short
}

// Name is the method, the variant and what else tells the target apart, for the screen.
func (t Target) Name() string {
	spec, _ := admm.Find(t.Method)
	v, _ := spec.Variant(t.Variant)
	name := spec.Name
	if v.Words != "" { // a run of several readings is none of them
		name += ", " + v.Words
	}
	if t.Closing {
		name += ", closing step"
	}
	if t.Adjacency != privacy.Replace {
		name += " (" + spec.Adjacency[t.Adjacency].Word + ")"
	}
	if t.Iterations > 0 {
		name += fmt.Sprintf(", a run of %d", t.Iterations) + t.on()
	}
	return name
}

// Refusal is something with noise that no audit attacks, and why.
type Refusal struct{ ID, Name, Why string }

// Refusals are the claims of a method under a loss that no audit attacks, and then the methods, in the
// order of the catalogue.
func Refusals(loss models.Loss) []Refusal {
	var list []Refusal
	every(loss, func(t Target) {
		if _, err := newStage(t); err != nil {
			list = append(list, Refusal{t.ID(), t.Name(), err.Error()})
		}
	})
	for _, spec := range admm.Catalogue() {
		if spec.Private() && spec.Audit.None != "" {
			list = append(list, Refusal{spec.ID, spec.Name, spec.Audit.None})
		}
	}
	return list
}

// Claim is what is audited, in words and with its place.
func (t Target) Claim() string {
	spec, _ := admm.Find(t.Method)
	if t.Iterations > 0 {
		whose := "by " + t.By + "'s total"
		if t.By != Paper {
			whose = "by what its noise proves, " + t.By
		}
		return fmt.Sprintf("the whole run of %s%s costs %s (%s)", numeral.Counted(t.Iterations, "iteration"), t.on(), t.guarantee(3), whose)
	}
	if spec.Audit.Claim != nil && (t.Adjacency == privacy.Replace || !spec.Vertical) {
		if claim := spec.Audit.Claim(t.Variant, t.Epsilon, t.Delta); claim != "" {
			return claim
		}
	}
	return fmt.Sprintf("a step costs %s (what the noise in force proves)", t.guarantee(3))
}

// on is the data of a run where they are not its own.
func (t Target) on() string {
	if t.Small {
		return " on small data"
	}
	return ""
}

// guarantee is epsilon, and delta where there is one, in so many digits.
func (t Target) guarantee(digits int) string {
	words := "ε = " + numeral.AtMost(t.Epsilon, digits)
	if t.Delta > 0 {
		words += " with δ = " + numeral.AtMost(t.Delta, digits)
	}
	return words
}

// Describe is the story of the attack on one step.
func (t Target) Describe() string {
	return "Claim under attack: " + t.Claim() + ". " + t.world() +
		" The step is run with fresh noise, over and over, with D and with D′; the attacker looks at what is sent, computes how much likelier it is under the one than under the other, and says which. " +
		"Under a true claim he can be right at most e^ε times as often as wrong (plus δ). How much better he does is turned into a lower bound on ε by Clopper and Pearson's exact limits."
}

// world tells the set-up.
func (t Target) world() string {
	spec, _ := admm.Find(t.Method)
	how := spec.Audit.Story(t.Variant)
	if t.Closing {
		how = "The attacked step is the closing one, whose own term is what the node had before: V, which everybody saw, or the hidden f, which the exchange has already moved."
	}
	if spec.Vertical {
		differ := "the counterpart D′ is at a right angle to D, with |D − D′| < 1. "
		if t.Adjacency == privacy.Remove {
			differ = "in D′ the first person's row is another, which turns the column by a right angle. "
		}
		return "Two parties; the second is the attacker's. It sends what makes the public target w of the first parallel to its column D; " + differ + how
	}
	differ := "the record in question contradicts that model slightly and lies to one side of it, its counterpart in D′ to the other: their gradients differ by almost 2, the most there can be. "
	if t.Adjacency == privacy.Remove {
		differ = "the record in question contradicts that model as much as it can, and is missing in D′: its gradient is almost 1 long, the most there can be. "
	}
	return "Two nodes; the second is the attacker's. It has sent a model far out, so the first node's model is far out too (|f| about 100), and " + differ + how
}

// Digits is in how many digits, from so many on, what was found and the claim say by
// themselves what the verdict says of them: each is rounded to its own side.
func (r Result) Digits(digits int) int {
	t := r.Target
	digits = numeral.InOrder(r.LowerBound, t.Epsilon, digits)
	switch {
	case r.Verdict != Refuted:
		return numeral.InOrder(r.Ceiling, t.Epsilon, digits)
	case r.LowerBound > t.Epsilon:
		return digits
	case t.Delta > 0:
		return numeral.InOrder(r.Needs, t.Delta, digits)
	}
	return numeral.InOrder(r.Largest, t.Epsilon, digits)
}

// Words is the result in a few sentences.
func (r Result) Words() string {
	t := r.Target
	if r.Tested == 0 {
		return fmt.Sprintf("%s: %d of %d runs so far; the first half only chooses the threshold.", t.Name(), r.Done, r.Trials)
	}
	what := cmp.Or(map[bool]string{true: "the run"}[t.Iterations > 0], "the step")
	guess := fmt.Sprintf("%s: %d runs of each data set. The attacker says D in %.1f %% of the runs with D and in %.1f %% of those with D′. ",
		t.Name(), r.Done, 100*r.TPR, 100*r.FPR)
	digits := r.Digits(3)
	claim, ceiling := t.guarantee(digits), numeral.AtLeast(r.Ceiling, digits)
	shown := fmt.Sprintf("With confidence %v %s leaks at least ε = %s", r.Confidence, what, numeral.AtLeast(r.LowerBound, digits))
	switch {
	case r.Verdict == Refuted && r.LowerBound <= t.Epsilon && t.Delta > 0:
		return guess + shown + fmt.Sprintf(". By the exact odds of what was sent, ε = %s holds with a δ of %s at the least: the claim of %s is refuted.", numeral.AtMost(t.Epsilon, digits), numeral.AtLeast(r.Needs, digits), claim)
	case r.Verdict == Refuted && r.LowerBound <= t.Epsilon:
		return guess + shown + fmt.Sprintf(". What was sent in one run was e^%s times likelier under the one than under the other, computed exactly: the claim of %s is refuted.", numeral.AtLeast(r.Largest, digits), claim)
	case r.Verdict == Refuted:
		return guess + shown + fmt.Sprintf(": the claim of %s is refuted.", claim)
	case r.Verdict == NotRefuted:
		return guess + shown + fmt.Sprintf(", which does not refute %s; a perfect attack would have shown %s.", claim, ceiling)
	}
	return guess + fmt.Sprintf("Too few runs to tell: even a perfect attack could have shown only ε = %s, and the claim is %s.", ceiling, claim)
}
