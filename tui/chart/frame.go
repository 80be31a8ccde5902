package chart

import "math"

// Series is one curve.
type Series struct {
	End      string    // behind the label in place of the last value, where the curve is cut short or that is another's; "" for that value
	Label    string    // short word at the end of the line, may hold Greek
	Brief    string    // what stands there where Label has no room, "" for nothing; without room for it, too, the curve is not drawn
	From     int       // iteration of Values[0]
	Every    int       // iterations from one value to the next; 0 is 1
	Values   []float64 // NaN is a gap; what lies off the axis gets ↑ or ↓ at the edge
	Role     Role      // one of those from Main to Trail
	Places   []int     // of the values on the axis, instead of From and Every; never falling. nil for those
	Newest   float64   // a value behind Values, of iteration NewestAt, nearer than Every
	NewestAt int       // 0 where Values ends the curve
	Read     int       // with Places: the cursor reads the value before this one, 0 for none
	Piece    bool      // one of several of a curve: its end is not that of the curve, and tells no value
	Ends     bool      // a point marks its end

	Low, High []float64 // shaded between, where Values are; nil for no band. It does not widen the axis
}

// Mark is a change made before an iteration, drawn as a vertical line with
// its number (counted from one) and words above.
type Mark struct {
	Iteration int
	Label     string
}

// Level is a horizontal line: a reference optimum or a budget. It does not widen
// the axis (a far budget would flatten the curve): off the axis its label stands
// at the edge behind an arrow. Grow Options.Range by it to have it drawn.
type Level struct {
	Value float64
	Label string
	Quiet bool // one of several to read curves by: sparse, named at its right end, and left out of a small chart

	From, Before int // the iterations that it is drawn in, to the end where Before is 0
}

// NoCursor is the Options.Cursor of a chart without a cursor.
const NoCursor = -1

// Options say how a chart is drawn. First and Last are the ends of the shared
// iteration axis; Last is typically the iteration limit, not the last value, so
// that the curve grows along a fixed axis.
type Options struct {
	Width, Height int // cells
	First, Last   int
	Range         Range   // of the vertical axis; zero for the range of this data
	Log           bool    // logarithmic axis, base 10; values <= 0 become gaps
	Most          float64 // no value is above it, nor room around a single one on a logarithmic axis; 0 for none
	ASCII         bool
	Bounds        bool                 // values are upper bounds: what is told of them is rounded up
	Thick         bool                 // heavy line for the main series, for projectors
	Cursor        int                  // iteration; negative (NoCursor) for none
	Names         int                  // columns at the right for the names of curves that reach the edge, if there is room
	Format        func(float64) string // tick labels; nil for aligned three-digit numbers
	Places        []Place              // ticks of the horizontal axis, in order; nil for iterations
	Without       string               // what is said where there are values and none is finite; "" for that
}

// Place is a tick of the horizontal axis where it does not count iterations.
type Place struct {
	At    int // on the axis, as Series.From
	Label string
}

const (
	labelField  = 7 // cells of a value label: fits -1e-300 and numeral.Fixed of any float64
	narrowField = 5
	leastBeside = 32 // columns of a plot with names beside it
)

// frame is the division of the canvas; every number is in cells.
type frame struct {
	field       int // value label; 0 when there is none
	left        int // first column of the plot
	width       int // columns of the plot
	names       int // columns behind the plot, for names
	header      int // rows above the plot: 1 for the words of the changes, else 0
	rows        int // rows of the plot
	axisRows    int // rows below the plot
	first, last int // iterations
	ratio       float64
}

// layout depends on the options alone, and its columns on the width alone
// (and on there being the three rows a line needs).
func layout(o Options, marks bool) frame {
	f := frame{first: o.First, last: o.Last}
	if o.Height < 3 {
		f.layoutSparkline(o)
	} else {
		f.layoutPlot(o, marks)
	}
	if f.last > f.first {
		f.ratio = float64(max(f.width-1, 0)) / float64(f.last-f.first)
	}
	return f
}

func (f *frame) layoutPlot(o Options, marks bool) {
	switch {
	case o.Width >= 24:
		f.field = labelField
	case o.Width >= 16:
		f.field = narrowField
	}
	if f.field > 0 || o.Width >= 6 {
		f.left = f.field + 1
	}
	f.width = max(o.Width-f.left, 0)
	if o.Names > 0 && f.width-o.Names >= leastBeside {
		f.names, f.width = o.Names, f.width-o.Names
	}
	switch {
	case f.left == 0 || o.Height < 6:
	case o.Height >= 12 && f.field > 0:
		f.axisRows = 2
	default:
		f.axisRows = 1
	}
	if marks && o.Height >= 8 && f.field > 0 {
		f.header = 1
	}
	f.rows = o.Height - f.header - f.axisRows
}

// layoutSparkline leaves room for the last value beside the only row of bars;
// with no room for both, the value goes first.
func (f *frame) layoutSparkline(o Options) {
	switch {
	case o.Width < 2*labelField || o.Height < 1:
	case o.Height == 1:
		f.width = o.Width - labelField
	default:
		f.width = o.Width
	}
	f.rows = 1
}

// column returns the plot column, from 0, of an iteration in [first, last]. A copy of the
// frame for every value would be half of what a long run's chart costs.
func (f *frame) column(t int) int { return int(float64(t-f.first)*f.ratio + 0.5) }

func (f frame) shows(t int) bool { return t >= f.first && t <= f.last && f.width > 0 }

// Iteration returns the iteration drawn nearest to a canvas column, and whether
// the column is inside the plot. With more iterations than columns it is one of
// those that share the column.
func Iteration(col int, o Options) (t int, ok bool) {
	o = sane(o)
	f := layout(o, false)
	if col < f.left || col >= f.left+f.width {
		return 0, false
	}
	if f.ratio == 0 {
		return f.first, true
	}
	t = f.first + int(math.Round(float64(col-f.left)/f.ratio))
	return min(max(t, f.first), f.last), true
}

// farthest keeps sums and differences of iterations exact as float64 and int.
const farthest = min(1<<50, math.MaxInt/4)

func bounded(t int) int { return min(max(t, -farthest), farthest) }

// sane replaces what cannot be drawn by the nearest that can.
func sane(o Options) Options {
	o.Width, o.Height = max(o.Width, 0), max(o.Height, 0)
	o.First, o.Last = bounded(o.First), bounded(o.Last)
	o.Last = max(o.Last, o.First)
	if !o.Range.valid() {
		o.Range = Range{}
	}
	return o
}
