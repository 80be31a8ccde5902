package figure

import "math"

// Fine are many places between the least and the largest of x, which is not empty, to
// draw a formula over: evenly, or evenly in the exponent.
func Fine(x []float64, log bool) []float64 {
	const many = 400
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range x {
		low, high = math.Min(low, v), math.Max(high, v)
	}
	list := make([]float64, many+1)
	for i := range list {
		part := float64(i) / many
		if list[i] = low + part*(high-low); log {
			list[i] = low * math.Pow(high/low, part)
		}
	}
	return list
}
