package report

import (
	"math"
	"strconv"
	"strings"
)

// Number is a float64 that JSON cannot hold as it is: absent is null, and what is
// beyond all numbers a string.
type Number float64

// MarshalJSON writes it exactly.
func (n Number) MarshalJSON() ([]byte, error) {
	text := strconv.FormatFloat(float64(n), 'g', -1, 64)
	switch {
	case math.IsNaN(float64(n)):
		text = "null"
	case math.IsInf(float64(n), 0):
		text = strconv.Quote(text)
	}
	return []byte(text), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (n *Number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = Number(math.NaN())
		return nil
	}
	v, err := strconv.ParseFloat(strings.Trim(string(text), `"`), 64)
	*n = Number(v)
	return err
}
