package report

import (
	"fmt"
	"math"

	"admmlab/sim/config"
	"admmlab/sim/numeral"
	"admmlab/sim/rows"
)

// Headline is the ε of a run as everybody tells it: the smallest total that its noise
// proves, with its δ, or why there is none; private is whether the method has noise. The neighbours stand beside it, and what the
// paper counts is Printed.
func Headline(private bool, r *rows.Row) string {
	switch {
	case !private:
		return "no noise"
	case r.Iteration == 0:
		return "-"
	case math.IsNaN(r.Tight):
		return "no guarantee"
	}
	return numeral.Total(r.Tight, r.TightDelta)
}

// Printed is the total that the paper counts, which is a bound only where the noise
// proves it; "" where there is none.
func Printed(r *rows.Row) string {
	if math.IsNaN(r.EpsilonTotal) || math.IsInf(r.EpsilonTotal, 1) {
		return ""
	}
	words := "printed " + numeral.AtMost(r.EpsilonTotal, besides(r))
	if r.Delta > 0 {
		words += " at δ = " + numeral.AtMost(r.Delta, 3)
	}
	if r.Delta >= 1 {
		words += ", which promises nothing"
	}
	return words
}

// Beside is Printed where it is another total than the headline's; "" where the headline
// says it all.
func Beside(r *rows.Row) string {
	if r.Delta == r.TightDelta && numeral.AtMost(r.EpsilonTotal, 3) == numeral.AtMost(r.Tight, 3) {
		return ""
	}
	return Printed(r)
}

// Unproved is what the noise proves at the δ of the printed total, where that is more than
// is printed; "" where the printed total is true, and where nothing at all is proved.
func Unproved(r *rows.Row) string {
	if math.IsInf(r.Tight, 1) || !Overstated(r.EpsilonTotal, r.Proved) {
		return ""
	}
	proves := "no less than " + numeral.AtLeast(r.Proved, besides(r))
	if math.IsInf(r.Proved, 1) {
		proves = "nothing"
	}
	return fmt.Sprintf("at δ = %s this noise proves %s", numeral.AtMost(r.Delta, 3), proves)
}

// besides is in how many digits a printed total is told, that what is proved beside it is seen
// to be larger where it is.
func besides(r *rows.Row) int {
	if !Overstated(r.EpsilonTotal, r.Proved) {
		return 3
	}
	return numeral.InOrder(r.Proved, r.EpsilonTotal, 3)
}

// Overstated reports whether a paper's total is smaller than what its noise proves at the
// same δ: a pure total must not be held against one with a δ, which is smaller for the
// δ's sake. Rounding does not count.
func Overstated(printed, proved float64) bool { return proved > printed*(1+1e-6) }

// Promise is the last row's headline in a sentence, without a full stop: its ε, the
// neighbours, what both say, and the printed total; "" for a method without noise.
func (r Report) Promise() string {
	spec := r.Now.Spec()
	if !spec.Private() {
		return ""
	}
	words, printed := Headline(true, &r.Last), Printed(&r.Last)
	switch who := config.NeighbourWords(r.proved()); {
	case numeral.Bounds(r.Last.Tight):
		words += " (" + r.Last.Accountant + "), " + who + ": " + numeral.Odds(r.Last.Tight, r.Last.TightDelta)
	case printed != "":
		words += ", " + who
	}
	if printed != "" {
		words += "; " + printed + fmt.Sprintf(" (%s)", spec.Adds)
	}
	if but := Unproved(&r.Last); but != "" {
		words += ", but " + but
	}
	return words
}
