package samples

import (
	"math"

	"admmlab/sim/numeral"
)

// Recycled is R-ADMM and MR-ADMM: Recycled ADMM, section VI, Theorems 3 and 4. Its proofs
// are in a longer version that is not among the papers; the constants w and a are open.
//
//	3: B_i >= w max_k |f_ref|^2 ln(1/delta)/(tau - Delta_i(k))^2
//	4: B_i >= w max_k C N ln(1/delta) / ( N C (tau - Delta_i(k))^2/(2 |f_ref|^2)
//	                                      - (1+a) N d^2 ln(d/delta)^2/(C alpha_i(k)^2) )
//
// Both follow from the lemma of Sridharan et al. with a factor 1+a on what a model is above
// the minimum, in mean losses, with lambda = (tau - Delta)/|f_ref|^2 (rho = N C lambda) and
// |eps| <= d ln(d/delta)/alpha: its part is (|eps|/C)^2/lambda. Theorem 4 is least with
// a = 0, which is what is computed; then w stands for what multiplies ln(1/delta).
//
// Here, too, the noise is s = |mean eps|/C: it does not shrink with the records, as the
// noise of a fixed rate alpha costs less privacy the more records there are.
func Recycled() Theory {
	whole := law{of: func(q Question, _, _ float64) Noise {
		return Noise{Linear: q.meanTail(q.alpha()) / q.C}
	}}
	openW := "w is open: the proofs are in a longer version. What is asked for is so many times w."
	sharedRho := "Its statement leaves ρ open. Here ρ is N times what the proofs of TIFS choose of one excess, C(τ−Δ)/|f⁰|², as every node carries ρ/N. " + falseAbove
	third := Theorem{
		Name: "Recycled ADMM 2019, Theorem 3", Short: "Recycled 3", Of: "odd iterations without noise", Fails: 1, all: true,
		Wrong: []string{openW, sharedRho, unequal},
		printed: func(q Question) statement {
			s, left := q.openW()
			if s.None != "" {
				return s
			}
			s.Terms = []Term{{"sampling", "|f_ref|² ln(1/δ)/(τ−Δ)²", q.Norm * q.Norm * q.log(1) / (left * left)}}
			return s
		},
	}
	fourth := Theorem{
		Name: "Recycled ADMM 2019, Theorem 4", Short: "Recycled 4", Of: "odd iterations, with the noise of one held from there on", Fails: 2, all: true, own: whole,
		Wrong: []string{
			openW + " a > 0 is open, too: it is taken as 0, the least that can be asked for.",
			"Where its denominator is negative the condition as printed holds with any number of records: it would promise accuracy the sooner, the more noise there is. The noise of a given α does not shrink with the records; there none is enough.",
			"With α → ∞ it is said to become Theorem 3: it becomes twice that, which w has to take up.",
			sharedRho, unequal,
		},
		printed: func(q Question) statement {
			s, left := q.openW()
			if s.None != "" {
				return s
			}
			n, noise := q.nodes(), float64(q.Dim)*q.log(float64(q.Dim))/q.alpha()
			room := n*q.C*left*left/(2*q.Norm*q.Norm) - float64(n*noise*noise)/q.C
			if !(room > 0) {
				least := math.Sqrt2 * float64(q.Dim) * q.log(float64(q.Dim)) * q.Norm / (q.C * left)
				s.None = "its denominator is negative at this α: it takes α > " + numeral.AtMost(least, 3)
				return s
			}
			s.Terms = []Term{{"sampling, less noise", "CN ln(1/δ)/(NC(τ−Δ)²/2|f_ref|² − N(d ln(d/δ))²/Cα²)", q.C * n * q.log(1) / room}}
			return s
		},
	}
	moved := "Theorem 4 of Recycled is on noise in the objective of odd iterations; under this variant it is on their minimiser, and section VII-B, which allows that, has no theorem for it."
	return Theory{Theorems: []Theorem{fourth}, Bare: []Theorem{third}, Not: map[string]string{"output": moved, "gaussian": moved}, Covered: covered, whole: whole}
}

// openW begins a statement in units of w, with tau less Delta, which must leave something.
func (q Question) openW() (s statement, left float64) {
	s, left = statement{Factor: 1, Free: "w", Unit: true}, q.Excess-q.Gap
	if !(left > 0) {
		s.None = noRoom
	}
	return s, left
}

const unequal = "With unequal η_i and the printed dual step the run does not end at the minimum that it speaks of: Theorem 1 is false there."
