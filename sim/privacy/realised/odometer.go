package realised

import (
	"math"
	"slices"

	"admmlab/models/elementary"
)

// Odometer adds up the losses of one node's records (or one party's rows or
// columns) over the steps. Losses may be negative: totals go up and down.
type Odometer struct {
	totals  []float64
	watched int       // record with a history, -1 for none
	history []float64 // its total after each step since the reset
	sorted  []float64 // work of Quantiles
}

// NewOdometer starts at 0 for that many records; steps is how many steps the
// history of the watched record has room for before it must grow.
func NewOdometer(records, steps int) *Odometer {
	return &Odometer{
		totals:  make([]float64, records),
		watched: -1, history: make([]float64, 0, steps),
	}
}

// Clone is an odometer of its own that stands where o does.
func (o *Odometer) Clone() *Odometer {
	c := *o
	c.totals, c.history, c.sorted = slices.Clone(o.totals), slices.Clone(o.history), nil
	return &c
}

// Add books one step: loss[j] is that of record j.
func (o *Odometer) Add(loss []float64) {
	for j, l := range loss {
		o.totals[j] += l
	}
	if o.watched >= 0 {
		o.history = append(o.history, o.totals[o.watched])
	}
}

// Reset goes back to 0 and forgets the history; the watched record stays.
func (o *Odometer) Reset() {
	clear(o.totals)
	o.history = o.history[:0]
}

// Totals are sum_t l_t of each record. The slice is the Odometer's own: read it
// before the next Add, never write.
func (o *Odometer) Totals() []float64 { return o.totals }

// Watch keeps the history of record j from the next step on, and of no other;
// -1 for none.
func (o *Odometer) Watch(j int) {
	o.watched = j
	o.history = o.history[:0]
}

// Watched is the record with a history, -1 for none.
func (o *Odometer) Watched() int { return o.watched }

// History is the watched record's total after each step since it was watched or
// reset; the Odometer's own slice, as Totals.
func (o *Odometer) History() []float64 { return o.history }

// Summary describes totals; every number is NaN when one of them is.
type Summary struct {
	Records  int
	Max, Min float64
	Mean, SD float64 // SD over the records, divided by their number
	// Martingale is the mean of e^(-total). Under D each e^(-total) has the
	// expectation 1 whatever the number of steps, so over many draws this settles
	// at 1; the records of one run share their noise, so one run may be off.
	Martingale float64
}

// Summarise describes the records of all given odometers together: one for each
// node. Without records all is 0.
func Summarise(nodes ...*Odometer) Summary {
	s := Summary{Max: math.Inf(-1), Min: math.Inf(1)}
	for _, o := range nodes {
		s.Records += len(o.totals)
		for _, l := range o.totals {
			s.Max, s.Min = math.Max(s.Max, l), math.Min(s.Min, l)
			s.Mean += l
			s.Martingale += elementary.Exp(-l)
		}
	}
	if s.Records == 0 {
		return Summary{}
	}
	n := float64(s.Records)
	s.Mean /= n
	s.Martingale /= n
	for _, o := range nodes {
		for _, l := range o.totals {
			s.SD += float64((l - s.Mean) * (l - s.Mean))
		}
	}
	s.SD = math.Sqrt(s.SD / n)
	return s
}

// Extent is from the least to the largest finite total of all given odometers, from +Inf to
// -Inf where there is none, and how many are infinite.
func Extent(nodes ...*Odometer) (lo, hi float64, infinite int) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, o := range nodes {
		for _, l := range o.totals {
			switch {
			case math.IsInf(l, 0):
				infinite++
			case l == l:
				lo, hi = math.Min(lo, l), math.Max(hi, l)
			}
		}
	}
	return lo, hi, infinite
}

// Histogram counts the finite totals in len(dst) bins of equal width from lo to hi;
// the first and the last also hold what lies beyond.
func (o *Odometer) Histogram(dst []int, lo, hi float64) {
	clear(dst)
	last := float64(len(dst) - 1)
	for _, l := range o.totals {
		if at := math.Floor((l - lo) / (hi - lo) * (last + 1)); at == at && !math.IsInf(l, 0) {
			dst[int(math.Min(math.Max(at, 0), last))]++
		}
	}
}

// Quantiles writes the quantile of the totals at each level in [0, 1] into dst,
// linear between neighbouring totals; NaN without records.
func (o *Odometer) Quantiles(dst, levels []float64) {
	o.sorted = append(o.sorted[:0], o.totals...)
	slices.Sort(o.sorted) // NaN first
	for k, level := range levels {
		if len(o.sorted) == 0 || o.sorted[0] != o.sorted[0] {
			dst[k] = math.NaN()
			continue
		}
		at := float64(level * float64(len(o.sorted)-1))
		below := int(at)
		v := o.sorted[below]
		if part := at - float64(below); part > 0 {
			// Not v + part*(next-v), which is NaN between two infinities.
			v = float64((1-part)*v) + float64(part*o.sorted[below+1])
		}
		dst[k] = v
	}
}

// Exposed is one record and its total.
type Exposed struct {
	Node, Record int
	Total        float64
}

// Top writes the most exposed records of all given odometers into dst, largest
// total first, and returns how many there are: len(dst), or all records when
// there are fewer. Node is the odometer's place in the list; NaN counts as
// larger than any number, and equal totals come in the order of the records.
func Top(dst []Exposed, nodes ...*Odometer) int {
	n := 0
	for node, o := range nodes {
		for j, l := range o.totals {
			if n == len(dst) && (n == 0 || !above(l, dst[n-1].Total)) {
				continue
			}
			if n < len(dst) {
				n++
			}
			k := n - 1
			for ; k > 0 && above(l, dst[k-1].Total); k-- {
				dst[k] = dst[k-1]
			}
			dst[k] = Exposed{node, j, l}
		}
	}
	return n
}

func above(a, b float64) bool { return a > b || a != a && b == b }
