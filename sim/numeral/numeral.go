// Package numeral writes numbers for people to read: few digits, bounds rounded to the
// side on which they stay true, and what a bound on privacy says in words. It never
// writes a number that is to be read back: rows and session texts are exact.
package numeral

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// Short is v with three significant digits (four for 1000 to 9999), without
// trailing zeros, in at most ten cells: 0.361, 18.5, 0.0032, 1750, 45.2k, 1.3M,
// 3e-11; "∞" and "-∞" for infinities and "-" for NaN.
func Short(v float64) string { return Digits(v, 3) }

// AtMost is Short of a number of so many digits that is not below v, see RoundUp: a bound must
// not be flattered.
func AtMost(v float64, digits int) string { return Digits(RoundUp(v, digits), digits) }

// AtLeast is Short of a number of so many digits that is not above v, see RoundDown.
func AtLeast(v float64, digits int) string { return Digits(RoundDown(v, digits), digits) }

// InOrder is the fewest digits, from so many on, with which AtLeast of the one number and
// AtMost of the other, told beside it, say which of them is larger.
func InOrder(down, up float64, digits int) int {
	read := func(v float64) float64 {
		v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
		return v
	}
	for ; digits <= faithful; digits++ {
		if down == up || cmp.Compare(read(RoundDown(down, digits)), read(RoundUp(up, digits))) == cmp.Compare(down, up) {
			return digits
		}
	}
	return exact
}

// Budget labels a limit that totals are held against, which must not look larger than it is.
func Budget(v float64) string { return "budget " + AtLeast(v, 3) }

// faithful is the most digits that a float64 gives back as they were, exact is how many tell
// every two of them apart.
const (
	faithful = 15
	exact    = 17
)

// RoundUp is the smallest number of so many decimal digits that is not below v, but for
// rounding: what is a billionth of its last digit, or a few bits, above one is it. What is not
// finite stays, and so does what has no more digits.
func RoundUp(v float64, digits int) float64 { return roundTo(v, digits, math.Ceil) }

// RoundDown is the largest number of so many decimal digits that is not above v, likewise.
func RoundDown(v float64, digits int) float64 { return roundTo(v, digits, math.Floor) }

// roundTo rounds in one direction; what is on the grid but for rounding stays.
func roundTo(v float64, digits int, to func(float64) float64) float64 {
	if v < 0 {
		return -roundTo(-v, digits, func(x float64) float64 { return -to(-x) })
	}
	if !(v > 0) || math.IsInf(v, 1) || digits >= exact {
		return v
	}
	if v < 1e-290 { // the unit of its digits would be no number above 0
		return roundTo(v*1e100, digits, to) / 1e100
	}
	exponent := int(math.Floor(math.Log10(v))) - (digits - 1)
	units := v / math.Pow10(exponent)
	if nearest := math.Round(units); math.Abs(units-nearest) < max(1e-9, 0x1p-51*nearest) {
		units = nearest
	} else {
		units = to(units)
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(units, 'f', 0, 64)+"e"+strconv.Itoa(exponent), 64) // a product may be 17.400000000000002
	return rounded
}

// Fixed is Short right-aligned in exactly width cells. Digits are dropped until the
// number fits; if even one digit does not, the field is filled with '#', because a
// cut number would read as another number.
func Fixed(v float64, width int) string {
	if width <= 0 {
		return ""
	}
	for digits := 3; digits > 0; digits-- {
		s := Digits(v, digits)
		if blank := width - len([]rune(s)); blank >= 0 {
			return strings.Repeat(" ", blank) + s
		}
	}
	return strings.Repeat("#", width)
}

// Digits is Short with another number of significant digits, from 1.
func Digits(v float64, digits int) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "-∞"
	case v == 0:
		return "0"
	case v < 0:
		return "-" + Digits(-v, digits)
	}
	// The decimal exponent after rounding chooses the notation: 999.7 is 1000.
	precision := digits - 1
	if v >= 1000 && v < 9999.5 {
		precision = 3
	}
	mantissa, tail, _ := strings.Cut(strconv.FormatFloat(v, 'e', precision, 64), "e")
	exponent, _ := strconv.Atoi(tail)
	switch {
	case exponent >= -3 && exponent <= 3:
		return trimZeros(strconv.FormatFloat(v, 'f', max(digits-1-exponent, 0), 64))
	case exponent >= 4 && exponent <= 5:
		return trimZeros(strconv.FormatFloat(v/1e3, 'f', max(digits+2-exponent, 0), 64)) + "k"
	case exponent >= 6 && exponent <= 8:
		return trimZeros(strconv.FormatFloat(v/1e6, 'f', max(digits+5-exponent, 0), 64)) + "M"
	}
	return trimZeros(mantissa) + "e" + strconv.Itoa(exponent)
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// Bytes is so many bytes with three significant digits: 840 B, 33.6 kB, 1.34 MB.
func Bytes(v float64) string {
	units := []string{" B", " kB", " MB", " GB", " TB", " PB"}
	for len(units) > 1 && v >= 999.5 && !math.IsInf(v, 1) {
		v, units = v/1e3, units[1:]
	}
	return Short(v) + units[0]
}

// Group is n, not negative, with commas: 45222 is 45,222.
func Group(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// GroupAll groups the whole numbers of five digits and more in a text.
func GroupAll(s string) string {
	words := strings.Split(s, " ")
	for i, w := range words {
		if n, err := strconv.Atoi(w); err == nil && n >= 10000 {
			words[i] = Group(n)
		}
	}
	return strings.Join(words, " ")
}

// Exact is v with up to so many significant digits, none of them left out for a unit:
// 0.361, 18.5, 45222, 1e-5; what is not finite as in Digits.
func Exact(v float64, digits int) string {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return Digits(v, digits)
	}
	mantissa, exponent, ok := strings.Cut(strconv.FormatFloat(v, 'g', digits, 64), "e")
	if !ok {
		return mantissa
	}
	return mantissa + "e" + strings.TrimPrefix(exponent[:1], "+") + strings.TrimLeft(exponent[1:], "0")
}

// Given is a number that somebody has given, with all its digits: 0.1, 2.001, 1e-9.
func Given(v float64) string { return Exact(v, -1) }

// ShortAll shortens the numbers of a list with commas between them; one that stands
// alone and is whole stays so.
func ShortAll(list string) string { return DigitsAll(list, 3) }

// DigitsAll is ShortAll with another number of significant digits.
func DigitsAll(list string, digits int) string {
	parts := strings.Split(list, ",")
	for i, p := range parts {
		if v, err := strconv.ParseFloat(strings.TrimSpace(p), 64); err == nil {
			if parts[i] = Digits(v, digits); len(parts) == 1 && v >= 10000 && v < 1e9 && v == math.Trunc(v) {
				parts[i] = Group(int(v))
			}
		}
	}
	return strings.Join(parts, ",")
}

// Amount is a number of things that may be a mean, in three digits: 1 pass, 18.2 passes.
func Amount(v float64, one, several string) string {
	if text := Short(v); text != "1" {
		return text + " " + several
	}
	return "1 " + one
}

// Counted is so many of something: "1 record", "8,000 records".
func Counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return Group(n) + " " + what + "s"
}
