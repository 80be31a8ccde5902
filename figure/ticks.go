package figure

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// decades marks a logarithmic axis: the powers of ten and, on a short axis, twice
// and five times them as well.
type decades struct{}

// Ticks is for 0 < low < high.
func (decades) Ticks(low, high float64) []plot.Tick {
	first, last := math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
	every := math.Ceil((last - first) / 10)
	var ticks []plot.Tick
	for e := first; e <= last; e += every {
		for digit := 1; digit < 10; digit++ {
			v := float64(digit) * math.Pow(10, e)
			label := ""
			if digit == 1 || high/low < 30 && (digit == 2 || digit == 5) || high/low < 3 {
				label = strconv.FormatFloat(v, 'g', 6, 64)
			}
			if v >= low && v <= high && (every == 1 || digit == 1) {
				ticks = append(ticks, plot.Tick{Value: v, Label: label})
			}
		}
	}
	return ticks
}

// even marks a linear axis as gonum does, with as many digits as a label needs.
type even struct{}

// Ticks is for low < high.
func (even) Ticks(low, high float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, high)
	for i, t := range ticks {
		if t.Label != "" {
			ticks[i].Label = strconv.FormatFloat(t.Value, 'g', 6, 64)
		}
	}
	return ticks
}
