package chart

import (
	"math"
	"slices"
)

// Range is the value range of a chart's vertical axis. The zero Range means
// "choose one from the data of this frame". To keep an axis from jumping while
// a run advances, keep one Range per chart, grow it by the data before every
// frame, and reset it to zero with the run:
//
//	lo, hi := chart.Extent(series...)
//	axis = axis.Grow(lo, hi)       // and axis.Grow(0, hi) to include zero
//
// A Range with Low = High holds a single value, drawn in the middle, a 0 at the bottom.
type Range struct {
	Low, High float64
	zero      bool // 0 is what it holds; the zero Range holds nothing
}

const (
	headroom     = 0.25  // of the new span, added on the side that grows
	leastSpan    = 0.1   // of the larger bound: smaller changes are drawn flat
	rangeSteps   = 5     // nice steps a range is rounded to
	extremeValue = 1e290 // beyond it differences of values may overflow
)

// Grow returns a range that includes r, lo and hi, with ends rounded outward
// to nice numbers. It returns r itself while r already includes both, and adds
// headroom when it must grow, so the axis moves rarely. NaN and infinite
// bounds are ignored: they are drawn at the edge of whatever range there is.
func (r Range) Grow(lo, hi float64) Range {
	lo, hi, ok := finiteBounds(lo, hi)
	if !ok {
		return r
	}
	if !r.valid() || r == (Range{}) {
		return niceRange(lo, hi)
	}
	if lo >= r.Low && hi <= r.High {
		return r
	}
	newLo, newHi := math.Min(lo, r.Low), math.Max(hi, r.High)
	if r.Low == r.High {
		return niceRange(newLo, newHi)
	}
	room := newHi*headroom - newLo*headroom
	if lo < r.Low {
		newLo = withRoom(lo, -room)
	}
	if hi > r.High {
		newHi = withRoom(hi, room)
	}
	return niceRange(newLo, newHi)
}

// Drawn is r as it is drawn: of a single value with the room around it. The zero Range stays.
func (r Range) Drawn() Range {
	if r.Low == r.High && r != (Range{}) {
		r.Low, r.High, _ = aroundLinear(r.Low)
	}
	return r
}

// Extent returns the least and the greatest finite value of all series; both
// are NaN when there is none, which Range.Grow ignores.
func Extent(series ...Series) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, s := range series {
		values := s.Values
		if s.NewestAt != 0 {
			values = append(slices.Clip(values), s.Newest)
		}
		for _, v := range values {
			if v < lo && v >= -math.MaxFloat64 {
				lo = v
			}
			if v > hi && v <= math.MaxFloat64 {
				hi = v
			}
		}
	}
	if lo > hi {
		return math.NaN(), math.NaN()
	}
	return lo, hi
}

func (r Range) valid() bool {
	return isFinite(r.Low) && isFinite(r.High) && r.Low <= r.High
}

// withRoom moves a bound outward, but never across zero: an axis of a quantity
// that is never negative should not show negative values.
func withRoom(bound, room float64) float64 {
	moved := bound + room
	if bound == 0 || math.Signbit(bound) != math.Signbit(moved) {
		return 0
	}
	return clampFinite(moved)
}

func finiteBounds(lo, hi float64) (float64, float64, bool) {
	if !isFinite(lo) {
		lo = hi
	}
	if !isFinite(hi) {
		hi = lo
	}
	return math.Min(lo, hi), math.Max(lo, hi), isFinite(lo) && isFinite(hi)
}

// niceRange rounds lo and hi outward to multiples of a nice step. Equal bounds
// stay as they are: the first value of a run says nothing about the span to come.
func niceRange(lo, hi float64) Range {
	if lo == hi {
		return Range{Low: lo, High: hi, zero: lo == 0}
	}
	k := rescale(lo, hi)
	l, h := lo*k, hi*k
	if least := leastSpan * math.Max(math.Abs(l), math.Abs(h)); h-l < least {
		middle := l/2 + h/2
		l, h = math.Min(l, middle-least/2), math.Max(h, middle+least/2)
	}
	step := niceStep((h - l) / rangeSteps)
	// Rounding may be off by one unit in the last place; the data must stay in.
	return Range{
		Low:  math.Min(clampFinite(step.times(snap(math.Floor, l/step.size()))/k), lo),
		High: math.Max(clampFinite(step.times(snap(math.Ceil, h/step.size()))/k), hi),
	}
}

// rescale returns a power of ten that brings extreme bounds to where sums and
// quotients neither overflow nor vanish.
func rescale(lo, hi float64) float64 {
	switch largest := math.Max(math.Abs(lo), math.Abs(hi)); {
	case largest > extremeValue:
		return 1e-100
	case largest < 1/extremeValue:
		return 1e100
	}
	return 1
}

// step is a nice distance, mantissa*10^exponent with mantissa 1, 2 or 5.
type step struct {
	mantissa float64
	exponent int
}

// niceStep returns the smallest nice step not below size, which is positive.
func niceStep(size float64) step {
	exponent := int(math.Floor(math.Log10(size)))
	for _, m := range []float64{1, 2, 5} {
		if s := (step{m, exponent}); s.size() >= size*(1-1e-9) {
			return s
		}
	}
	return step{1, exponent + 1}
}

func (s step) size() float64 { return s.times(1) }

// times returns n steps. Dividing by a power of ten keeps 3 steps of 0.1 at
// exactly 0.3, where multiplying gives 0.30000000000000004.
func (s step) times(n float64) float64 {
	if s.exponent < 0 {
		return n * s.mantissa / math.Pow10(-s.exponent)
	}
	return n * s.mantissa * math.Pow10(s.exponent)
}

// snap applies Floor or Ceil, except to what is an integer but for rounding.
func snap(round func(float64) float64, x float64) float64 {
	if nearest := math.Round(x); math.Abs(x-nearest) < 1e-9 {
		return nearest
	}
	return round(x)
}

func isFinite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }

func clampFinite(v float64) float64 {
	return math.Max(-math.MaxFloat64, math.Min(v, math.MaxFloat64))
}
