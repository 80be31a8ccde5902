// Package plane draws error or loss over the smallest valid total ε: what is reached over
// what is promised. Every run in sight leaves a trail, from its first iteration to its
// newest, in a new piece where its total falls: of many pieces the newest, as its name says; and the trusted curator's curve says what could be had at each total.
//
// It reads the scene and keeps only how it is looked at. It computes nothing of a run and
// no ε: what it shows are the numbers of the rows.
package plane

import (
	"fmt"
	"math"
	"slices"

	"admmlab/sim/config"
	"admmlab/sim/level"
	"admmlab/sim/numeral"
	"admmlab/tui/chart"
	"admmlab/tui/grid"
	"admmlab/tui/scene"
)

// Plane is how it is looked at.
type Plane struct {
	Loss       bool       // instead of the error
	across, up chart.Auto // axes
}

const (
	farAcross = 4   // ends of trails that differ by this factor are not seen apart on a linear axis
	farUp     = 20  // nor errors and losses by this one
	deepest   = 1e3 // times a logarithmic axis of ε goes below the largest total
)

// Title is the heading with the iteration under the cursor.
func (p *Plane) Title(s *scene.Scene) string { return s.AtCursor(p.Heading(s)) }

// Heading is what is shown, and on which axes.
func (p *Plane) Heading(s *scene.Scene) string {
	title := "Error %"
	if p.Loss {
		title = "Loss" + s.FactorWords()
	}
	v := p.view(s)
	title += " against ε"
	if p.Loss {
		title = s.LossTitle(title)
	}
	switch {
	case v.axis.Log && v.log:
		title += ", both log"
	case v.axis.Log:
		title += ", ε log"
	case v.log && p.Loss:
		title += ", loss log"
	case v.log:
		title += ", error log"
	}
	return title
}

// Value is where the run at the keys stands.
func (p *Plane) Value(s *scene.Scene) string {
	if s.Run.Last() == 0 {
		return ""
	}
	t := s.At()
	if e, ok := (run{h: s.Run}).promised(t); ok {
		_, delta := s.Honest(t)
		return fmt.Sprintf("%s at %s, %s", p.words(s.Run.At(p.quantity(s), t)), scene.Total(e, delta), config.NeighbourWords(s.ConfigAt(t)))
	}
	return p.words(s.Run.At(p.quantity(s), t)) + ", no bound"
}

// Recalls: kept runs are among those in sight.
func (p *Plane) Recalls() {}

// Log reports whether the axis of ε is logarithmic.
func (p *Plane) Log() bool { return p.across.Is() }

// SetLog makes it logarithmic or linear.
func (p *Plane) SetLog(on bool) { p.across.Set(on) }

func (p *Plane) quantity(s *scene.Scene) scene.Quantity {
	return scene.Measured[p.which(s)]
}

// which is the chart that shows the quantity over iterations.
func (p *Plane) which(s *scene.Scene) int {
	if p.Loss {
		return s.Measure(scene.LossChart)
	}
	return scene.ErrorChart
}

// words are a value of the quantity.
func (p *Plane) words(v float64) string {
	if p.Loss {
		return numeral.Short(v)
	}
	return numeral.Short(v) + " %"
}

func (p *Plane) of(s *scene.Scene, l level.Level) float64 {
	if p.Loss {
		return s.LevelLoss(l)
	}
	return 100 * l.TestError
}

// view is what there is to be drawn, and on which axes.
type view struct {
	runs  []run
	axis  chart.Spread // of ε
	bound bool         // everything in sight has a bound
	up    scene.Extent // of the quantity, kept runs left out
	log   bool         // upwards
}

// view says what is in sight.
func (p *Plane) view(s *scene.Scene) view {
	v := view{runs: p.runs(s), bound: true, axis: chart.NiceSpread(0, 1, false)}
	var across, up scene.Extent // of all that is in sight
	ends := math.Inf(1)         // the least total at which a run stands
	begin := math.Inf(1)        // where the first begins, kept ones left out
	for _, r := range v.runs {
		v.bound = v.bound && !r.h.Unbound
		if r.h.Last() == 0 {
			continue
		}
		if r.role != chart.Trail { // many are kept, and some were wild
			up = up.With(r.h.Extents[p.which(s)])
		}
		if e := r.h.Extents[scene.PrivacyChart]; e.Most > 0 {
			across, ends = across.With(e), math.Min(ends, e.Most)
			if r.role != chart.Trail {
				begin = math.Min(begin, e.Positive)
			}
		}
	}
	if high := across.Most; high > 0 && p.across.Log(high/ends, farAcross) {
		v.axis = chart.NiceSpread(math.Min(ends, math.Max(begin, high/deepest)), high, true)
	} else if high > 0 {
		v.axis = chart.NiceSpread(0, high, false)
	}
	v.axis.Label = scene.Bound
	v.up, v.log = up, p.up.Log(up.Times(), farUp)
	return v
}

// edge is the place of what has no bound, on a plot of so many columns: words have room there.
func (v view) edge(columns int) int {
	if v.bound {
		return chart.Finest
	}
	return chart.Finest + chart.Finest*12/max(40, columns-12)
}

// curves are the trails, those beneath first, each with its point under the cursor.
func (p *Plane) curves(s *scene.Scene, v view, columns int) (list []chart.Series) {
	w, q, t := newWalk(v.axis, v.edge(columns)), p.quantity(s), s.Cursor
	for _, r := range slices.Backward(v.runs) {
		pieces, but := newest(w.pieces(r, q))
		if n := len(pieces); n > 0 {
			last := &pieces[n-1]
			last.Label, last.Ends = r.called(s)+but, true
			if !s.Compares(r.h) { // its name says what its totals go with, if there is room
				last.Brief = scene.OtherEpsilon
			}
			if end := len(last.Places) - 1; last.Places[end] < 0 { // all of it: a logarithmic axis has no place for 0
				e, _ := r.promised(r.h.Last())
				last.Places, last.Values = []int{0}, last.Values[end:]
				last.Label += ", ε " + scene.Bound(e)
			}
			if _, ok := r.promised(r.h.Last()); !ok {
				last.Label += ", " + r.unbound()
				if n > 1 { // where its promise ended
					pieces[n-2].Ends = true
				}
			}
		}
		list = append(list, pieces...)
		if t > 0 && t <= r.h.Last() {
			list = append(list, w.point(r, q, t))
		}
	}
	return list
}

// curator is the trusted curator's curve as far as it is known, over the axis: none where that
// goes with something else than what is read.
func (p *Plane) curator(s *scene.Scene, a chart.Spread) (chart.Series, bool) {
	if s.HideLevels || s.Levels == nil || len(s.Levels.Curator) < 2 || !s.OfNewest(s.Run, s.At()) {
		return chart.Series{}, false
	}
	const every = chart.Finest / 100
	c := chart.Series{Label: "curator", Role: chart.Reference, Every: every}
	known, any := s.Levels.Curator, false
	for place := 0; place <= chart.Finest; place += every {
		v := math.NaN()
		if e := a.Number(float64(place)); e >= known[0].Epsilon && e <= known[len(known)-1].Epsilon {
			if one, ok := s.Levels.CuratorAt(e); ok {
				v, any = p.of(s, one), true
			}
		}
		c.Values = append(c.Values, v)
	}
	return c, any
}

// about is what a curve comes to between its ends.
func about(least, most float64) string {
	low, high := numeral.Short(least), numeral.Short(most)
	if low == high {
		return "~" + low
	}
	return fmt.Sprintf("~%s to %s", low, high)
}

// Levels are what does not depend on ε.
func (p *Plane) levels(s *scene.Scene) (list []chart.Level) {
	for _, l := range s.Against() {
		if l.Name != level.CuratorName && l.Name != level.GradientName {
			list = append(list, chart.Level{Value: p.of(s, l), Label: l.Named(numeral.Short(p.of(s, l))), Quiet: true})
		}
	}
	return list
}

// Draw fills the grid: the chart, and below it, if there is room, the runs in a table and a line
// that says what ε promises.
func (p *Plane) Draw(s *scene.Scene, g *grid.Grid, table bool) {
	width, height := g.Width(), g.Height()
	if width < 1 || height < 1 {
		return
	}
	const leastChart, beside, leastPicture = 9, 7, 4 // rows; runs side by side need more for their numbers
	v := p.view(s)
	if !table { // nor is there room to say that the ε of one is another
		v.runs = slices.DeleteFunc(v.runs, func(r run) bool { return r.past() && !s.Compares(r.h) })
	}
	var lines []grid.Line
	switch {
	case table && height > leastChart:
		rows := height - leastChart
		if s.Comparing() {
			rows = max(rows, min(height-beside, len(s.Histories())+3)) // with a heading, what is not there, and the line below
		}
		lines = p.table(s, v, width, rows)
	case height > leastPicture:
		lines = []grid.Line{p.legendLine(s, v, width)}
	}
	height -= len(lines)
	curves, levels := p.curves(s, v, width), p.levels(s)
	o := chart.Options{
		Width: width, Height: height, Last: v.edge(width), Cursor: chart.NoCursor,
		ASCII: s.ASCII, Thick: s.Big, Log: v.log, Places: v.axis.Places(),
	}
	if !v.bound {
		edge := chart.Place{At: v.edge(width), Label: "no bound"}
		o.Places = append(slices.DeleteFunc(o.Places, func(t chart.Place) bool { return near(t, edge, width) }), edge)
	}
	if !p.Loss {
		o.Most = scene.MostError
	}
	if !v.log {
		o.Range = p.upright(s, v, levels)
	}
	if c, ok := p.curator(s, v.axis); ok {
		least, most := chart.Extent(c)
		within(o.Range, &c)
		if first, _ := chart.Extent(c); math.IsNaN(first) { // all of it lies off the axis
			levels = append(levels, chart.Level{Value: least, Label: "curator " + about(least, most), Quiet: true})
		} else {
			curves = append(curves, c)
		}
	}
	for i := range curves {
		c := &curves[i]
		if c.Role != chart.Trail {
			continue
		}
		end := c.Values[len(c.Values)-1]
		within(o.Range, c)
		if c.Label != "" && !drawn(*c) && !math.IsNaN(end) { // all of it lies off the axis
			levels = append(levels, chart.Level{Value: end, Label: c.Label + " " + numeral.Short(end), Quiet: true})
		} else if math.IsNaN(c.Values[len(c.Values)-1]) && !math.IsNaN(end) {
			if c.Ends = false; c.Label != "" {
				c.Label, c.End = beyond(o.Range, end)+" "+c.Label, numeral.Short(end)
			}
		}
		if !table {
			c.Label = "" // no room to name what is only there to be compared with
		}
	}
	s.Paint(g, chart.Draw(curves, nil, levels, o))
	g.Part(grid.Rect{Y: height, W: width, H: len(lines)}).Lines(lines)
}

// near reports whether the words of a tick would leave those at the edge of a plot no room.
func near(t, edge chart.Place, width int) bool {
	const axis, apart = 9, 2 // columns
	columns := max(1, width-axis)
	return t.At*columns/edge.At+(grid.Cells(t.Label)+1)/2+apart > columns-grid.Cells(edge.Label)
}

// upright is the axis of the trails, with the levels near them: those, kept runs and the
// curator's curve leave the trails their room.
func (p *Plane) upright(s *scene.Scene, v view, levels []chart.Level) chart.Range {
	if !v.up.Any {
		return chart.Range{}
	}
	var r chart.Range
	if own := v.runs[0].h; own.Last() > 0 {
		r = own.Ranges[p.which(s)] // it moves rarely
	}
	r = r.Grow(v.up.Least, v.up.Most)
	least, most := r.High-1.5*(r.High-r.Low), r.Low+1.5*(r.High-r.Low)
	for _, l := range levels {
		if l.Value >= least && l.Value <= most {
			r.Low, r.High = math.Min(r.Low, l.Value), math.Max(r.High, l.Value)
		}
	}
	return scene.Limited(p.which(s), r)
}

// drawn reports whether anything of a trail is: what is before the axis of ε is not.
func drawn(c chart.Series) bool {
	for i, value := range c.Values {
		if c.Places[i] >= 0 && !math.IsNaN(value) {
			return true
		}
	}
	return false
}

// beyond is the sign of a value that lies off the axis.
func beyond(r chart.Range, value float64) string {
	if value > r.High {
		return "↑"
	}
	return "↓"
}

// within leaves out what of a curve lies off the axis: arrows at the edge would stand for
// what is only there to be compared with.
func within(r chart.Range, c *chart.Series) {
	if r == (chart.Range{}) { // as the trails need it
		return
	}
	r = r.Drawn()
	for i, value := range c.Values {
		if !(value >= r.Low && value <= r.High) {
			c.Values[i] = math.NaN()
		}
	}
}
