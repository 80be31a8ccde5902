package scene

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"admmlab/sim/config"
	"admmlab/tui/chart"
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
	return strings.NewReplacer("epsilons", "ε", "epsilon", "ε", "deltas", "δ", "delta", "δ", "alpha", "α").Replace(text)
}

// Numbered is "node 3".
func Numbered(what string, number int) string { return fmt.Sprintf("%s %d", what, number) }

// NumberedOf is "1 iteration" or "37 iterations".
func NumberedOf(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return Groups(fmt.Sprint(n)) + " " + what
}

// Signed is a number with its sign.
func Signed(v float64) string {
	if v > 0 {
		return "+" + chart.Number(v)
	}
	return chart.Number(v)
}

// Total is an (ε, δ) in short, the bound never flattered.
func Total(epsilon, delta float64) string {
	words := "ε ≤ " + Bound(epsilon)
	if math.IsInf(epsilon, 1) {
		words = "no finite ε"
	}
	if delta > 0 {
		words += ", δ = " + chart.Number(delta)
	}
	return words
}

// NameOf is what the screen calls a knob.
func NameOf(k config.Knob) string { return cmp.Or(k.Name, k.Symbol) }

// Short is a value in the text form, made short for reading.
func Short(c config.Config, key, value string) string {
	k, _ := config.KnobOf(c, key)
	if k.Say != nil {
		if words := k.Say(c, value); words != "" {
			return Groups(words)
		}
	}
	if k.Numeric {
		return ShortNumbers(value)
	}
	return value
}

func ShortNumbers(value string) string {
	parts := strings.Split(value, ",")
	for i, p := range parts {
		if v, err := strconv.ParseFloat(strings.TrimSpace(p), 64); err == nil {
			parts[i] = chart.Number(v)
		}
	}
	return strings.Join(parts, ",")
}

// Groups puts commas into numbers of five digits and more: 45222 -> 45,222.
func Groups(s string) string {
	words := strings.Split(s, " ")
	for i, w := range words {
		if n, err := strconv.Atoi(w); err == nil && n >= 10000 {
			words[i] = Grouped(n)
		}
	}
	return strings.Join(words, " ")
}

func Grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Bound is a total of ε, never smaller than it is.
func Bound(epsilon float64) string { return chart.AtMost(epsilon, 3) }

func PaceWords(speed float64) string {
	if speed <= 0 {
		return "flat out"
	}
	return fmt.Sprintf("%g it/s", speed)
}

// Likely says an ε in words: by how much the odds of anything sent can shift.
func Likely(epsilon float64) string {
	switch e := math.Exp(epsilon); {
	case math.IsNaN(epsilon):
		return "no guarantee"
	case math.IsInf(epsilon, 1):
		return "no bound at all, this promises nothing"
	case epsilon > 13.8: // a million
		return "over a million times as likely, this promises nothing"
	case e >= 1000:
		return fmt.Sprintf("at most %s times as likely, hardly a promise", Grouped(int(math.Ceil(e/100))*100))
	case e >= 100:
		return fmt.Sprintf("at most %d times as likely", int(math.Ceil(e)))
	default:
		return fmt.Sprintf("at most %s times as likely", chart.AtMost(e, 2))
	}
}

// ShortLikely is likely for a narrow line.
func ShortLikely(epsilon float64) string {
	switch e := math.Exp(epsilon); {
	case !(epsilon <= 13.8):
		return "promises nothing"
	case e >= 1000:
		return "hardly a promise"
	default:
		return "×" + chart.AtMost(e, 2)
	}
}

// Neighbours is what the totals compare, in three words.
func Neighbours(c config.Config) string {
	spec := c.Spec()
	return spec.Adjacency[spec.AdjacencyOf(&c.Set)].Short
}
