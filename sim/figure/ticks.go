package figure

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// decades marks a logarithmic axis: the powers of ten and, on a short axis, twice
// and five times them as well. An axis without two of them is marked as a linear one.
type decades struct{}

// Ticks is for 0 < low < high.
func (decades) Ticks(low, high float64) []plot.Tick {
	first, last := math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
	every := math.Max(1, math.Ceil((last-first)/10))
	var ticks []plot.Tick
	labels := 0
	for e := first; e <= last; e += every {
		for digit := 1; digit < 10; digit++ {
			v := float64(digit) * math.Pow(10, e)
			label := ""
			if digit == 1 || high/low < 100 && (digit == 2 || digit == 5) || high/low < 3 {
				label = strconv.FormatFloat(v, 'g', 6, 64)
			}
			if v >= low && v <= high && (every == 1 || digit == 1) {
				ticks = append(ticks, plot.Tick{Value: v, Label: label})
				if label != "" {
					labels++
				}
			}
		}
	}
	if labels < 2 {
		return even{}.Ticks(low, high)
	}
	return ticks
}

// even marks a linear axis at multiples of 1, 2 or 5 times a power of ten, with as many
// digits as a label needs, and a few times in between. (gonum's own may be 5, 20, 35.)
type even struct{}

// Ticks is for low < high.
func (even) Ticks(low, high float64) []plot.Tick {
	const most = 8 // steps on the axis
	step, parts := math.Pow(10, math.Floor(math.Log10((high-low)/most))), 5.0
	for _, times := range []float64{2, 2.5, 2} { // 2, 5, 10
		if high-low > most*step {
			step *= times
		}
	}
	if digit := step / math.Pow(10, math.Floor(math.Log10(step*1.1))); digit > 1.5 && digit < 3 {
		parts = 4
	}
	var ticks []plot.Tick
	first := math.Floor(low / step)
	for k := 0.0; low+step/parts > low && high-step/parts < high && k <= (most+2)*parts; k++ {
		v, label := (first+k/parts)*step, ""
		if math.Mod(k, parts) == 0 {
			label = apart(v, step)
		}
		if v >= low && v <= high {
			ticks = append(ticks, plot.Tick{Value: v, Label: label})
		}
	}
	if len(ticks) < 2 { // as fine as numbers are: gonum looks for its own without end
		ends := func(v float64) plot.Tick { return plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', -1, 64)} }
		return []plot.Tick{ends(low), ends(high)}
	}
	return ticks
}

// apart is a number in six digits, or in as many more as keep it where it is among others a
// step away.
func apart(v, step float64) (text string) {
	for digits := 6; digits <= 17; digits++ {
		text = strconv.FormatFloat(v, 'g', digits, 64)
		if read, err := strconv.ParseFloat(text, 64); err == nil && math.Abs(read-v) < step/100 {
			break
		}
	}
	return text
}
