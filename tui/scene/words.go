package scene

import (
	"fmt"
	"math"
	"strings"

	"admmlab/sim/numeral"
)

// Reading is a number of a table, "-" for none.
func Reading(v float64, words func(float64) string) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case math.IsInf(v, 1):
		return "none"
	}
	return words(v)
}

// Symbols writes Greek where the core writes letters.
func Symbols(text string) string {
	return symbols.Replace(text)
}

var symbols = strings.NewReplacer("epsilons", "ε", "epsilon", "ε", "deltas", "δ", "delta", "δ", "alpha", "α")

// NumberedOf is "1 iteration" or "37 iterations".
func NumberedOf(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return numeral.GroupAll(fmt.Sprint(n)) + " " + what
}

// Signed is a number with its sign.
func Signed(v float64) string {
	if v > 0 {
		return "+" + numeral.Short(v)
	}
	return numeral.Short(v)
}

// Total is an (ε, δ) in short, the bound never flattered.
func Total(epsilon, delta float64) string { return numeral.Total(epsilon, delta) }

// Bound is a total of ε, never smaller than it is.
func Bound(epsilon float64) string { return numeral.AtMost(epsilon, 3) }

// CountsFrom says from which iteration on a change counts: since t, once that one is made, and
// after a reset where it never will be.
func (s *Scene) CountsFrom(t int) string {
	switch {
	case t <= s.Run.Last():
		return fmt.Sprintf("since t = %d", t)
	case s.State.Halted != "":
		return "after a reset"
	}
	return fmt.Sprintf("from t = %d", t)
}

// PaceWords are a speed in iterations a second; 0 is flat out.
func PaceWords(speed float64) string {
	if speed <= 0 {
		return "flat out"
	}
	return fmt.Sprintf("%g it/s", speed)
}
