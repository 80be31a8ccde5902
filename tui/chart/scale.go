package chart

import (
	"math"
	"strconv"
	"strings"

	"admmlab/sim/numeral"
)

// scale maps values to rows of the plot.
type scale struct {
	low, high float64 // low < high; positive when log
	log       bool
	rows      int
	flat      bool // one value only, drawn in the middle
}

// newScale chooses the axis: the caller's range, or one from the data, which
// may be absent (NaN).
func newScale(o Options, rows int, all []reduced) scale {
	lo, hi := math.NaN(), math.NaN()
	for _, r := range all {
		for _, c := range r.columns {
			if c.state == drawn {
				lo, hi = least(lo, c.min), greatest(hi, c.max)
			}
		}
	}
	if o.Log {
		return logScale(o, lo, hi, rows)
	}
	r := o.Range
	if r == (Range{}) {
		r = Range{}.Grow(lo, hi)
	}
	s := scale{low: r.Low, high: r.High, rows: rows}
	if r.Low == r.High {
		s.low, s.high, s.flat = aroundLinear(r.Low)
	}
	return s
}

// least and greatest skip what is not finite; NaN stands for "none yet".
func least(a, b float64) float64 {
	if isFinite(b) && !(a <= b) {
		return b
	}
	return a
}

func greatest(a, b float64) float64 {
	if isFinite(b) && !(a >= b) {
		return b
	}
	return a
}

// logScale rounds to 1, 2 or 5 times a power of ten, which moves the axis at
// most three times a decade; bounds <= 0 of a range come from the data instead.
func logScale(o Options, lo, hi float64, rows int) scale {
	r := o.Range
	if r.Low > 0 {
		lo = r.Low
	}
	if r.High > 0 {
		hi = r.High
	}
	s := scale{log: true, rows: rows, low: 0.1, high: 10}
	if !(lo > 0 && hi >= lo) {
		return s
	}
	if lo == hi {
		s.low, s.high, s.flat = math.Max(lo/10, math.SmallestNonzeroFloat64), clampFinite(lo*10), true
		if o.Most >= lo && s.high > o.Most {
			s.high, s.flat = o.Most, false
		}
		return s
	}
	s.low, s.high = oneTwoFive(lo, false), oneTwoFive(hi, true)
	return s
}

// oneTwoFive returns the nearest 1, 2 or 5 times a power of ten below or above v.
func oneTwoFive(v float64, up bool) float64 {
	if v > extremeValue || v < 1/extremeValue {
		return v
	}
	exponent := int(math.Floor(math.Log10(v)))
	best := v
	for e := exponent - 1; e <= exponent+1; e++ {
		for _, m := range []float64{1, 2, 5} {
			switch nice := (step{m, e}).size(); {
			case up && nice >= v:
				return nice
			case !up && nice <= v:
				best = nice
			}
		}
	}
	return best
}

// aroundLinear widens a single value to a range with the value in the middle, but 0 to one from it
// on: losses, shares and totals have nothing below.
func aroundLinear(v float64) (low, high float64, flat bool) {
	if v == 0 {
		return 0, 1, false
	}
	k := rescale(v, v)
	half := niceStep(math.Abs(v)*k/5).size() / k
	low, high = clampFinite(v-half), clampFinite(v+half)
	if low == high { // the smallest float64 cannot be halved
		low, high = v-math.SmallestNonzeroFloat64, v+math.SmallestNonzeroFloat64
	}
	return low, high, true
}

// position returns the height of v in [0, 1].
func (s scale) position(v float64) float64 {
	switch {
	case v <= s.low:
		return 0
	case v >= s.high:
		return 1
	case s.log:
		low := math.Log10(s.low)
		return (math.Log10(v) - low) / (math.Log10(s.high) - low)
	}
	k := rescale(s.low, s.high)
	return (v*k - s.low*k) / (s.high*k - s.low*k)
}

// row returns the plot row of v, counted from the bottom and kept inside.
func (s scale) row(v float64) int { return s.rowAt(s.position(v)) }

func (s scale) rowAt(position float64) int {
	const slack = 1e-3 // a value that was kept in six digits stands where it stood before
	row := int(position*float64(s.rows-1) + 0.5 + slack)
	return min(max(row, 0), s.rows-1)
}

// tick is a labelled value of the vertical axis.
type tick struct {
	value float64
	label string
}

// ticks returns the labelled values, at most one for every other row.
func (s scale) ticks(o Options, field int) []tick {
	most := min(max((s.rows+1)/2, 2), 6)
	var values []float64
	decimals := -1
	switch {
	case s.flat && s.rows < 3:
		values = []float64{s.low/2 + s.high/2}
	case s.flat && s.log:
		values = []float64{s.low, math.Sqrt(s.low) * math.Sqrt(s.high), s.high}
	case s.flat:
		values = []float64{s.low, s.low/2 + s.high/2, s.high}
	case s.log:
		values = s.decades(most)
	default:
		values, decimals = s.multiples(most)
	}
	ticks := make([]tick, 0, len(values))
	for i, v := range values {
		apart := math.Inf(1) // from the nearest other, halved: that of the farthest two is a number
		for _, other := range values[max(i-1, 0):min(i+2, len(values))] {
			if other != v {
				apart = math.Min(apart, math.Abs(v/2-other/2))
			}
		}
		ticks = append(ticks, tick{v, tickLabel(v, decimals, apart/5, o, field)})
	}
	return ticks
}

// multiples returns the multiples of the finest nice step that gives at most
// most of them, and the decimals that all of them need, or -1 for Number.
func (s scale) multiples(most int) (values []float64, decimals int) {
	k := rescale(s.low, s.high)
	low, high := s.low*k, s.high*k
	st := niceStep((high - low) / float64(most))
	if n := st.countIn(low, high); n > most {
		finer := st
		st = niceStep(st.size() * 1.5)
		if st.countIn(low, high) < 3 && n < s.rows {
			st = finer // two numbers are too few to read an axis by
		}
	}
	first := snap(math.Ceil, low/st.size())
	for n := range st.countIn(low, high) {
		values = append(values, st.times(first+float64(n))/k)
	}
	if len(values) < 2 {
		return []float64{s.low, s.high}, -1
	}
	if k == 1 && st.exponent >= -3 && math.Max(math.Abs(low), math.Abs(high)) < 10000 {
		return values, max(-st.exponent, 0)
	}
	return values, -1
}

// countIn returns how many multiples of the step lie in [low, high].
func (s step) countIn(low, high float64) int {
	return int(snap(math.Floor, high/s.size())-snap(math.Ceil, low/s.size())) + 1
}

// decades returns 1-2-5 values where there are few of them, else the powers of ten, or of a
// hundred and so on, that most has room for; the ends where not two are between them.
func (s scale) decades(most int) []float64 {
	values := s.powers(1, 1, 2, 5)
	for every := 1; len(values) > most; every++ {
		values = s.powers(every, 1)
	}
	if len(values) < 2 {
		return []float64{s.low, s.high}
	}
	return values
}

// powers returns the values of the axis that are one of mantissas times a power of 10^every.
func (s scale) powers(every int, mantissas ...float64) (values []float64) {
	first, last := int(math.Floor(math.Log10(s.low))), int(math.Ceil(math.Log10(s.high)))
	for e := floorTo(first, every); e <= last; e += every { // multiples, so that 1 is among them
		for _, m := range mantissas {
			if v := (step{m, e}).size(); v >= s.low && v <= s.high {
				values = append(values, v)
			}
		}
	}
	return values
}

// tickLabel returns the label in at most field cells, empty where none fits that names a
// value within off of v: another would belong to another height.
func tickLabel(v float64, decimals int, off float64, o Options, field int) string {
	label := ""
	switch {
	case o.Format != nil:
		label = o.Format(v)
	case decimals >= 0:
		label = strconv.FormatFloat(v+0, 'f', decimals, 64) // +0 turns -0 into 0
	}
	if label != "" && len(o.text(label)) <= field {
		return label
	}
	for digits := 3; digits > 0; digits-- {
		label = numeral.Digits(v, digits)
		named, err := strconv.ParseFloat(units.Replace(label), 64)
		if err == nil && math.Abs(named-v) <= off && len(o.text(label)) <= field {
			return label
		}
	}
	return ""
}

// units are those that numeral.Digits writes.
var units = strings.NewReplacer("k", "e3", "M", "e6")
