package numeral

import "math"

// Total is an (ε, δ) in short, never flattered.
func Total(epsilon, delta float64) string {
	words := "ε ≤ " + AtMost(epsilon, 3)
	if math.IsInf(epsilon, 1) {
		words = "no finite ε"
	}
	if delta > 0 {
		words += ", δ = " + AtMost(delta, 3)
	}
	return words
}

// Odds says in words what a total of (ε, δ) promises: whatever event one looks for in what
// was sent, such as a test that says yes, its probability is at most e^ε times that under
// the neighbouring data, plus δ. Which data are neighbours is for the caller to say.
func Odds(epsilon, delta float64) string {
	times, verdict := oddsTimes(epsilon)
	switch {
	case math.IsNaN(epsilon):
		return "no guarantee"
	case math.IsInf(epsilon, 1):
		return "no bound at all, this promises nothing"
	case times == "":
		return "an outcome may be over a million times as likely, this promises nothing"
	}
	return "any outcome at most " + times + " times as likely" + butFor(delta) + verdict
}

// ShortOdds is Odds for a narrow line.
func ShortOdds(epsilon, delta float64) string {
	times, verdict := oddsTimes(epsilon)
	switch {
	case times == "" || math.IsNaN(epsilon):
		return "promises nothing"
	case verdict != "":
		return "hardly a promise"
	}
	short := "at most " + times + "× as likely"
	if delta > 0 {
		short += ", but for " + AtMost(delta, 2)
	}
	return short
}

// oddsTimes is e^ε, rounded up, "" above a million, and what to think of it.
func oddsTimes(epsilon float64) (times, verdict string) {
	switch e := math.Exp(epsilon); {
	case !(e <= 1e6):
		return "", ""
	case e >= 1000:
		return Group(int(math.Ceil(e/100)) * 100), ", hardly a promise"
	case e >= 100:
		return Group(int(math.Ceil(e))), ""
	case epsilon > 0:
		return AtMost(max(e, leastOdds), 2), ""
	default:
		return AtMost(e, 2), ""
	}
}

// leastOdds are above 1 in any rounding, as those of every ε above 0 are.
const leastOdds = 1 + 1e-6

// butFor is the chance with which a bound may fail, nothing where it cannot.
func butFor(delta float64) string {
	if !(delta > 0) {
		return ""
	}
	return ", but for a chance of " + AtMost(delta, 2)
}

// Bounds reports whether a total is one: no guarantee, or no bound at all, is none.
func Bounds(epsilon float64) bool { return !math.IsNaN(epsilon) && !math.IsInf(epsilon, 1) }

// Promises reports whether a total says anything that can be put in words: a million times
// as likely, or no bound, is none.
func Promises(epsilon float64) bool {
	times, _ := oddsTimes(epsilon)
	return times != "" && !math.IsNaN(epsilon)
}
