package report

import (
	"math"
	"slices"
)

// Stats sums up numbers of several runs; all NaN of none.
type Stats struct {
	N                              int
	Mean, Min, Q1, Median, Q3, Max float64
}

// StatsOf are the statistics of values, which stay as they are. One that is NaN, such
// as a total without a guarantee, makes the mean and the lower end NaN.
func StatsOf(values []float64) Stats {
	return StatsOfSorted(slices.Sorted(slices.Values(values)))
}

// StatsOfSorted are those of values in order, NaN first.
func StatsOfSorted(sorted []float64) Stats {
	nan := math.NaN()
	s := Stats{len(sorted), nan, nan, nan, nan, nan, nan}
	if len(sorted) == 0 {
		return s
	}
	s.Mean = Mean(sorted)
	s.Min, s.Q1, s.Median, s.Q3, s.Max = sorted[0], quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75), sorted[len(sorted)-1]
	return s
}

// Mean is NaN of nothing, and never beyond the least and the largest by rounding.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, v := range values {
		sum += v / float64(len(values)) // all of them together may be beyond the largest number
	}
	return min(max(sum, slices.Min(values)), slices.Max(values))
}

// quantile is the linear interpolation between order statistics (Hyndman and Fan,
// Am. Statistician 50, 1996, definition 7).
func quantile(sorted []float64, part float64) float64 {
	at := float64(part * float64(len(sorted)-1))
	low := int(at)
	if rest := at - float64(low); rest > 0 && sorted[low] != sorted[low+1] { // two infinite ones have no difference
		return sorted[low] + float64(rest*(sorted[low+1]-sorted[low]))
	}
	return sorted[low]
}
