package chart

import "admmlab/sim/numeral"

// Number is numeral.Short.
func Number(v float64) string { return numeral.Short(v) }

// AtMost is numeral.AtMost.
func AtMost(v float64, digits int) string { return numeral.AtMost(v, digits) }

// RoundDown is numeral.RoundDown.
func RoundDown(v float64, digits int) float64 { return numeral.RoundDown(v, digits) }
