package samples

import (
	"fmt"
	"math"
	"strconv"

	"admmlab/sim/numeral"
)

// Amount is what is asked for, in a few characters.
func (a Ask) Amount() string {
	switch {
	case math.IsNaN(a.Records):
		return "-"
	case math.IsInf(a.Records, 1):
		return "no number"
	case a.Unit:
		return a.Free + " × " + numeral.AtMost(a.Records, 2)
	case a.Free != "":
		return "≥ " + numeral.Short(numeral.RoundDown(a.Records, 2))
	}
	return numeral.AtMost(a.Records, 2)
}

// Beside is how that compares with the records there are, in words: "about 3,000 times the
// records there are".
func (a Ask) Beside(records int) string {
	ratio := a.Records / float64(records)
	switch {
	case math.IsNaN(ratio):
		return "not where this run ends"
	case math.IsInf(ratio, 1):
		return "no number is enough"
	case a.Unit:
		return a.Free + " × " + times(ratio) + " the records there are"
	case ratio > 1 && a.Free != "":
		return "at least " + times(numeral.RoundDown(ratio, 1)) + " the records there are"
	case ratio > 1:
		return "about " + times(ratio) + " the records there are"
	case a.Free != "":
		return a.Free + " ≥ " + numeral.Short(a.Factor) + " alone would ask for no more than there are"
	}
	return "there are enough, about " + times(1/ratio) + " as many"
}

// times is a ratio in words, of one digit: what such bounds say is their power of ten.
func times(ratio float64) string {
	switch ratio, _ = strconv.ParseFloat(strconv.FormatFloat(ratio, 'e', 0, 64), 64); {
	case ratio < 10:
		return numeral.Given(ratio) + " times"
	case ratio < 1e6:
		return numeral.Group(int(ratio)) + " times"
	case ratio < 1e9:
		return fmt.Sprintf("%.0f million times", ratio/1e6)
	case ratio < 1e12:
		return fmt.Sprintf("%.0f billion times", ratio/1e9)
	}
	return numeral.Short(ratio) + " times"
}
